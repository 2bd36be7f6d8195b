//! The embedded data files, by their path in the project, so that anyone can compare them.

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        [$((concat!("crates/rules/", $path), include_str!(concat!("../", $path)))),*]
    };
}

/// The clauses of each text.
pub const LAW: [(&str, &str); 5] =
    files!["law/pa-659a.toml", "law/ma-asia.toml", "law/pa-575.toml", "law/pa-670a.toml", "law/pa-657a.toml"];

/// The readings.
pub const READINGS: [(&str, &str); 1] = files!["law/readings.toml"];

/// The paytables of each game.
pub const PAYTABLES: [(&str, &str); 3] = files![
    "src/games/asia_poker/paytables.toml",
    "src/games/six_card_fortune/paytables.toml",
    "src/games/crazy_4/paytables.toml",
];

/// The house ways that are shipped or prescribed, now and by earlier revisions of the rules.
pub const HOUSE_WAYS: [(&str, &str); 3] = files![
    "src/games/asia_poker/house_way.toml",
    "src/games/six_card_fortune/house_way.toml",
    "src/games/six_card_fortune/house_way_first.toml",
];

/// All of them.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    LAW.into_iter().chain(READINGS).chain(PAYTABLES).chain(HOUSE_WAYS)
}
