//! Asia Poker's main game as scripts ask about it. What takes minutes is asked only with CROUPIER_FULL=1.

mod cli_runner;

use cli_runner::{croupier, file, full, json, printed, refused};
use serde_json::{Value, json};

/// A part of a count that nobody made.
fn part(name: &str, change: impl FnOnce(&mut Value)) -> String {
    let player = json!({ "hands": 1, "best": "5", "way": "5", "rules": [{ "hands": 1, "cost": "0", "worst": null }] });
    let mut part = json!({ "text": "pa-659a", "facts": "some", "shard": "1/2", "player": player });
    change(&mut part);
    file(name, &part.to_string())
}

#[test]
fn a_wrong_call_is_refused_in_one_line() {
    let asia = ["odds", "--text", "pa-659a"];
    for (more, said) in [
        (&["--wager", "main", "--shard", "0/8"][..], "`0/8`: the shard must be 1 to 8"),
        (&["--wager", "main", "--shard", "9/8"], "`9/8`: the shard must be 1 to 8"),
        (&["--wager", "main", "--shard", "1/1001"], "`1/1001`: the number of shards must be 1 to 1000"),
        (&["--wager", "main", "--shard", "half"], "`half` is not a shard"),
        (&["--wager", "insurance", "--shard", "1/8"], "`--shard` requires --wager main"),
        (&["--shard", "1/8"], "--wager"),
        (&["--wager", "main", "--shard", "1/8", "--merge", "x.json"], "--merge"),
        (&["--wager", "main", "--merge", "no/such/part.json"], "no/such/part.json"),
        (&["--wager", "main", "--merge"], "--merge"),
        (&["--wager", "main", "--costs"], "--strategy"),
        (&["--wager", "main", "--strategy", "house-way", "--costs"], "requires --wager main --strategy optimal"),
        (&["--wager", "insurance", "--strategy", "optimal", "--costs"], "requires --wager main --strategy optimal"),
    ] {
        refused(&[&asia[..], more].concat(), 2, said);
    }
    for text in ["pa-657a", "pa-670a"] {
        let of = ["odds", "--text", text, "--wager", "main", "--strategy", "optimal"];
        refused(&[&of[..], &["--costs"]].concat(), 2, "`--costs` only applies to the Asia Poker texts");
        refused(&[&of[..], &["--shard", "1/8"]].concat(), 2, "`--shard` only applies to the Asia Poker texts");
        refused(&[&of[..], &["--merge", "x.json"]].concat(), 2, "`--merge` only applies to the Asia Poker texts");
    }
    let hand = "As Ad Kc 9h 9d 4s 2c";
    let known: Vec<String> = croupier_rules::CardSet::FIFTY_TWO
        .iter()
        .map(|card| card.to_string())
        .filter(|card| !hand.contains(card))
        .collect();
    for (more, said) in [
        (&["--hand", "As Ad Kc 9h 9d 4s"][..], "6 cards, but a hand has 7"),
        (&["--hand", "As Ad Kc 9h 9d 4s Xx"], "`Xx`"),
        (&["--hand", hand, "--known", "As"], "`As` is both in the hand and among the known cards"),
        (&["--hand", hand, "--known", &known[..40].join(" ")], "only 6 cards remain unknown, but the dealer has 7"),
        (&["--fold-below", "K-Q-8-4"], "players do not fold"),
    ] {
        refused(&[&["strategy", "--text", "pa-659a"], more].concat(), 2, said);
    }
    let simulated = ["simulate", "--text", "ma-asia", "--rounds", "10", "--seed", "1", "--strategy", "simple"];
    refused(&simulated, 2, "ma-asia has no strategy `simple`: expected optimal, house-way");
}

#[test]
fn parts_that_do_not_belong_together_are_refused_by_name() {
    let merge = |files: &[&str], said: &str| {
        let call = ["odds", "--text", "pa-659a", "--wager", "main", "--strategy", "optimal", "--merge"];
        refused(&[&call[..], files].concat(), 1, said);
    };
    let first = part("part-1.json", |_| ());
    let second = part("part-2.json", |part| part["shard"] = "2/2".into());
    merge(&[&first], "shard 2/2 is missing");
    merge(&[&part("part-1-of-9.json", |part| part["shard"] = "1/9".into())], "shard 2/9 and 7 more are missing");
    merge(&[&first, &second, &first], "part-1.json: shard 1/2 is also in ");
    merge(&[&first, &second], "part-1.json: the shards belong to another computation");
    let other = part("part-other.json", |part| (part["shard"], part["facts"]) = ("2/2".into(), "others".into()));
    merge(&[&first, &other], "part-other.json: this shard and ");
    merge(
        &[&first, &part("part-3.json", |part| part["shard"] = "2/3".into())],
        "part-3.json: this is one of 3 shards, but ",
    );
    merge(&[&part("part-575.json", |part| part["text"] = "pa-575".into())], "a shard of \"pa-575\", not of pa-659a");
    merge(&[&part("part-0.json", |part| part["shard"] = "0/2".into())], "part-0.json: `0/2`");
    merge(&[&part("part-more.json", |part| part["player"]["best"] = "9".into())], "the sums are impossible");
    merge(&[&part("part-word.json", |part| part["player"]["best"] = "x".into())], "part-word.json: not a shard");
    merge(&[&file("part-none.json", "[]")], "part-none.json: not a shard");
}

/// The whole solve, several times: every road to a figure leads to the same.
#[test]
fn shards_costs_strategy_and_simulation_agree_full() {
    if !full() {
        return;
    }
    let main = ["odds", "--text", "pa-659a", "--wager", "main", "--strategy", "optimal"];
    let whole = json(&main);
    let parts = ["1/2", "2/2"].map(|shard| {
        let written = printed(croupier(&[&main[..], &["--shard", shard]].concat()));
        file(&format!("full-{}.json", shard.replace('/', "-")), &written)
    });
    assert_eq!(json(&[&main[..], &["--no-cache", "--merge", &parts[1], &parts[0]]].concat()), whole);

    let edge = &whole["wagers"][0]["house_edge"];
    let costs = &json(&[&main[..], &["--costs"]].concat())["costs"];
    assert_eq!(&costs["house_edge"], edge, "what one side wins the other loses");
    assert!(costs["most"]["decimal"].as_str() >= costs["house_edge"]["decimal"].as_str());
    assert_eq!(&json(&["strategy", "--text", "pa-659a"])["house_edge"], edge);

    let simulate = ["simulate", "--text", "pa-659a", "--rounds", "200000", "--seed", "4", "--wager", "main"];
    let simulated = json(&[&simulate[..], &["--strategy", "optimal"]].concat());
    let (mean, error) = (&simulated["wagers"][0]["mean"], &simulated["wagers"][0]["standard_error"]);
    let exact: f64 = edge["decimal"].as_str().expect("a decimal").parse().expect("a number");
    let off = (mean.as_f64().expect("a mean") + exact) / error.as_f64().expect("an error");
    assert!(off.abs() < 4.0, "{off} standard errors");
}
