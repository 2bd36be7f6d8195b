use super::keys::{KEYS, KeyKind};
use super::*;

fn of_file(toml: &str) -> ConfigCheck {
    check(Some(toml), [], [])
}

fn sound(checked: ConfigCheck) -> Config {
    assert!(checked.faults.is_empty(), "{:#?}", checked.faults);
    checked.config.expect("no fault, so a configuration")
}

/// The faults of a file as `line: message (help)`.
fn faults_of(toml: &str) -> Vec<String> {
    let line = |fault: &ConfigFault| match &fault.place {
        ConfigSource::File(span) => croupier_rules::submission::line_and_column(toml, span.start).0,
        _ => 0,
    };
    let told =
        |fault: &ConfigFault| format!("{}: {} ({})", line(fault), fault.message, fault.help.as_deref().unwrap_or(""));
    of_file(toml).faults.iter().map(told).collect()
}

#[test]
fn the_annotated_file_has_every_key_and_says_the_defaults() {
    let config = sound(check(None, [], []));
    assert_eq!(sound(of_file(ANNOTATED)), config);
    assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    let mut table = String::new();
    let mut documented = Vec::new();
    for line in ANNOTATED.lines() {
        if let Some(name) = line.strip_prefix('[') {
            table = format!("{}.", name.trim_end_matches(']'));
        }
        let Some((name, _)) = line.trim_start_matches("# ").split_once(" = ") else { continue };
        if !name.contains(' ') {
            documented.push(format!("{table}{name}"));
        }
    }
    let keys: Vec<_> = KEYS.iter().map(|key| key.path).collect();
    assert_eq!(documented, keys);
}

#[test]
fn what_is_commented_out_in_the_annotated_file_would_do() {
    let lines = ANNOTATED.lines().map(|line| match line.strip_prefix("# ") {
        Some(key) if key.split_once(" = ").is_some_and(|(name, _)| !name.contains(' ')) => key,
        _ => line,
    });
    let faults = faults_of(&lines.collect::<Vec<_>>().join("\n"));
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert!(faults[0].contains("`data` and `database` are both set"), "{faults:#?}");
}

#[test]
fn all_faults_are_listed_at_once_each_with_its_place_and_what_would_be_right() {
    let toml = "\
listne = \"127.0.0.1:80\"
listen = 8080
guests = \"perhaps\"
log = 3
betting-seconds = 9

[times]
betting-seconds = 2
session-hours = 1.5
session-hour = 3

[play-chips]
most-held = \"a lot\"

[chairs]
";
    assert_eq!(
        faults_of(toml),
        [
            "1: unknown key `listne` in the configuration (did you mean `listen`?)",
            "2: `listen`: `8080` is not valid (expected an address and a port, such as `\"127.0.0.1:8080\"` or \
                `\"[::1]:8080\"`)",
            "3: `guests`: `perhaps` is not valid (expected `true` or `false`)",
            "4: `log` is a section (write `[log]`, and its keys below it)",
            "5: unknown key `betting-seconds` in the configuration (`times.betting-seconds` is a key)",
            "8: `times.betting-seconds`: `2` is not valid (expected a whole number from 3 to 600)",
            "9: `times.session-hours`: a number with a fraction is not valid (expected a whole number from 1 to 24)",
            "10: unknown key `session-hour` in `[times]` (did you mean `session-hours`?)",
            "13: `play-chips.most-held`: `a lot` is not valid (expected a positive amount of money, such as \
                `\"$10,000\"`)",
            "15: unknown key `chairs` in the configuration (the keys are listen, public-address, trusted-proxies, \
                data, database, database-plaintext, node, keys, guests, tables, play-chips, times, limits, metrics, \
                log, tls)",
        ]
    );
}

#[test]
fn the_command_line_goes_before_the_environment_and_that_before_the_file() {
    let file = Some("listen = \"127.0.0.1:1\"\nnode = \"file\"\n[times]\nbetting-seconds = 10");
    let variables = [("CROUPIER_LISTEN", "127.0.0.1:2"), ("CROUPIER_TIMES_BETTING_SECONDS", "11"), ("HOME", "/")];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let config = sound(check(file, variables, [("listen", "127.0.0.1:3".to_owned())]));
    assert_eq!(config.listen.port(), 3);
    assert_eq!(config.times.betting_seconds, 11);
    assert_eq!(config.node, "file");
}

#[test]
fn every_key_can_be_set_in_the_environment() {
    for key in KEYS {
        let good = match key.kind {
            KeyKind::Listen => "127.0.0.1:99",
            KeyKind::Origin => "https://tables.example",
            KeyKind::Networks => "10.0.0.0/8, ::1",
            KeyKind::Path => "somewhere",
            KeyKind::Database => "postgres://localhost/house",
            KeyKind::Name => "north",
            KeyKind::Yes if key.path == "database-plaintext" => "yes",
            KeyKind::Yes => "no",
            KeyKind::Submissions => "pa-659a,mine.toml",
            KeyKind::Money => "$20,000",
            KeyKind::Number(least, _) => &least.to_string(),
            KeyKind::Word(words) => words[words.len() - 1],
        };
        let variable = format!("CROUPIER_{}", key.path.to_uppercase().replace(['-', '.'], "_"));
        // How a database is reached is nothing by itself.
        let database = ("database", "postgres://db.example/house".to_owned());
        let beside = || Some(database.clone()).filter(|_| key.path == "database-plaintext");
        let checked = check(None, [(variable.clone(), good.to_owned())], beside());
        let half_of_tls = key.path.starts_with("tls.");
        assert_eq!(checked.config.is_some(), !half_of_tls, "{variable}: {:?}", checked.faults);
        assert!(checked.config != check(None, [], beside()).config, "{variable} changes nothing");
    }
}

#[test]
fn a_variable_that_sets_nothing_is_warned_about_and_one_of_other_use_is_not() {
    let variables =
        ["CROUPIER_LISTNE", "CROUPIER_FULL", "CROUPIER_CONFIG"].map(|name| (name.to_owned(), "1".to_owned()));
    let checked = check(None, variables, []);
    assert!(checked.config.is_some());
    let [fault] = checked.faults.as_slice() else { panic!("{:?}", checked.faults) };
    assert_eq!(fault.severity, ConfigSeverity::Warning);
    assert_eq!(fault.help.as_deref(), Some("did you mean `CROUPIER_LISTEN`?"));
}

#[test]
fn the_store_is_where_it_was_last_said_to_be() {
    let url = "postgres://me:secret@db/house";
    let variable = [("CROUPIER_DATABASE".to_owned(), url.to_owned())];
    let config = sound(check(Some("data = \"here\""), variable.clone(), []));
    assert_eq!(config.store, Location::Url(url.to_owned()));
    assert!(!format!("{config:?}").contains("secret"));
    let config = sound(check(None, variable, [("data", "there".to_owned())]));
    assert_eq!(config.store, Location::Data("there".into()));
    assert_eq!(config.keys, PathBuf::from("there/keys.toml"));
    let both = of_file(&format!("data = \"here\"\ndatabase = \"{url}\""));
    assert!(both.config.is_none());
    assert_eq!(both.faults[0].message, "`data` and `database` are both set");
}

#[test]
fn half_of_tls_is_a_fault_and_all_of_it_needs_a_program_that_speaks_it() {
    assert!(faults_of("[tls]\nkey = \"k.pem\"").iter().any(|fault| fault.contains("needs both")));
    let whole = of_file("[tls]\nkey = \"k.pem\"\ncertificate = \"c.pem\"");
    assert_eq!(whole.config.is_some(), cfg!(feature = "tls"), "{:?}", whole.faults);
}

#[test]
fn keys_are_compared_with_each_other() {
    assert!(faults_of("[metrics]\nlisten = \"127.0.0.1:8080\"")[0].contains("on the same address"));
    assert!(faults_of("[play-chips]\nmost-held = \"$1\"")[0].contains("is less than"));
    let open = of_file("listen = \"0.0.0.0:8080\"");
    assert!(open.config.is_some() && open.faults[0].severity == ConfigSeverity::Warning, "{:?}", open.faults);
    sound(of_file("listen = \"0.0.0.0:8080\"\npublic-address = \"https://tables.example\""));
}

#[test]
fn a_file_that_is_not_toml_or_far_too_long_is_refused_in_words() {
    assert!(!faults_of("listen = ").is_empty());
    assert!(!faults_of("\u{0}\u{1}[[[").is_empty());
    assert!(faults_of(&"#".repeat((1 << 20) + 1))[0].contains("at most"));
    let hostile: String = (0..2_000).map(|key| format!("k{key} = 1\n")).collect();
    assert_eq!(faults_of(&hostile).len(), 200);
}

#[test]
fn a_database_on_another_machine_is_reached_with_tls_unless_the_configuration_says_otherwise() {
    let of = |toml: &str| of_file(toml);
    for sound in [
        "database = \"postgres://me@db.example/house\"",
        "database = \"postgres://me@db.example/house?sslmode=verify-full\"",
        "database = \"postgres://me@localhost/house?sslmode=disable\"",
    ] {
        let checked = of(sound);
        assert!(checked.faults.is_empty() && matches!(checked.config.unwrap().store, Location::Url(_)), "{sound}");
    }
    let open = "database = \"postgres://me:secret@db.example/house?sslmode=disable\"";
    let refused = of(open);
    let [fault] = &refused.faults[..] else { panic!("{:?}", refused.faults) };
    assert!(refused.config.is_none() && fault.severity == ConfigSeverity::Error);
    assert!(fault.message.contains("without TLS") && !fault.message.contains("secret"), "{}", fault.message);
    assert!(fault.help.as_ref().is_some_and(|help| help.contains("database-plaintext = true")), "{:?}", fault.help);
    let allowed = of(&format!("{open}\ndatabase-plaintext = true"));
    let [fault] = &allowed.faults[..] else { panic!("{:?}", allowed.faults) };
    assert_eq!(fault.severity, ConfigSeverity::Warning, "{}", fault.message);
    assert!(matches!(allowed.config.unwrap().store, Location::PlainUrl(_)));
}
