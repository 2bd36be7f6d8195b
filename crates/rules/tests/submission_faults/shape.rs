//! The shape of the file.

use crate::{Row, row};

pub(crate) const ROWS: &[Row] = &[
    row("S001", "pa-659a-a", "decks        = 2", "decks        = = 2", ""),
    row("S001", "pa-659a-a", "mark     = true", "mark     = yes", ""),
    row("S001", "pa-659a-a", "jokers-made  = 2", "decks        = 2", ""),
    row("S002", "pa-659a-a", "adjacent-areas = 2", "adjacent-area = 2", ""),
    row("S002", "pa-659a-a", "[automation]", "[automaton]", ""),
    row("S002", "pa-657a-hand-bonus", "seconds           = 30", "second            = 30", ""),
    row("S003", "pa-659a-a", "positions      = 6", "positions      = \"six\"", ""),
    row("S003", "pa-659a-a", "mark     = true", "mark     = 1", ""),
    row(
        "S003",
        "pa-659a-a",
        "areas          = [\"main\", \"fortune-bonus\", \"insurance\", \"progressive\"]",
        "areas          = \"main\"",
        "",
    ),
    row("S003", "pa-659a-a", "amount    = \"$1\"", "amount    = 1", ""),
    row("S004", "pa-659a-a", "name      = \"Fortune Asia Poker, high-limit pit\"\n", "", "").at(""),
    row("S004", "pa-659a-a", "maximum   = \"$5,000\"\n", "", "659a.7(d)").at("main]"),
    row("S004", "pa-659a-a", "amount    = \"$1\"\n", "", "659a.7(e)(3)").at("progressive]"),
    row("S004", "pa-659a-a", "[shuffle]\nmethod   = \"device\"", "[shuffle]", ""),
    row("S005", "pa-659a-a", "text      = \"pa-659a\"", "text      = \"pa-659b\"", ""),
    row("S006", "pa-659a-a", "amount    = \"$1\"", "amount    = \"1 dollar\"", ""),
    row("S007", "pa-659a-a", "positions      = 6", "positions      = 99999999999999999999", ""),
    row("S008", "pa-659a-a", "method = \"automated-shoe\"", "method = \"automatic-shoe\"", ""),
    row(
        "S008",
        "pa-659a-a",
        "layout         = [\"logo\", \"payout odds\"]",
        "layout         = [\"logo\", \"payout odds\", \"weather\"]",
        "",
    ),
    row("S009", "pa-659a-a", "\"insurance\", \"progressive\"]", "\"insurance\", \"insurance\", \"progressive\"]", ""),
    row("S010", "pa-659a-a", "# The high-limit pit", "@HUGE@", "").at(""),
    row("S011", "pa-659a-a", "[automation]", "@MANY@[automation]", ""),
    row("S012", "pa-659a-a", "name      = \"Fortune Asia Poker, high-limit pit\"", "name      = \" \"", ""),
];
