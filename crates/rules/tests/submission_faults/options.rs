//! Options and readings.

use crate::{Row, row};

pub(crate) const ROWS: &[Row] = &[
    row("S501", "pa-659a-a", "[automation]", "[options]\nace-low = \"lowest\"\n\n[automation]", "659a.6(b)"),
    row("S501", "pa-670a-full", "[automation]", "[options]\nace-low = \"lowest\"\n\n[automation]", "670a.6(b)"),
    row("S501", "pa-657a-hand-bonus", "[automation]", "[options]\nace-low = \"lowest\"\n\n[automation]", "657a.6(b)"),
    row("S501", "ma-asia-button", "ace-low = \"lowest\"", "ace-low-straight = \"lowest\"", "MA 3(d)"),
    row("S501", "pa-575-a", "ace-low = \"lowest\"", "ace-high = \"lowest\"", "575.6(b)(3)"),
    row("S502", "pa-575-a", "ace-low = \"lowest\"", "ace-low = \"highest\"", "575.6(b)(3)"),
    row("S502", "pa-575-c", "ace-low-straight = \"lowest\"", "ace-low-straight = \"low\"", "575.6(b)(6)"),
    row("S502", "ma-asia-button", "ace-low = \"lowest\"", "ace-low = \"second\"", "MA 3(d)"),
    row(
        "S503",
        "pa-575-a",
        "ace-low = \"lowest\"",
        "ace-low = \"lowest\"\nace-low-straight-flush = \"lowest\"",
        "575.6(b)(3)",
    ),
    row(
        "S503",
        "pa-575-a",
        "ace-low = \"lowest\"",
        "ace-low = \"lowest\"\nace-low-straight = \"lowest\"",
        "575.6(b)(6)",
    ),
    row("S504", "pa-659a-a", "[silent-seat]", "[readings]\nR-99 = \"alternative\"\n\n[silent-seat]", ""),
    row("S504", "pa-659a-a", "[silent-seat]", "[readings]\njoker = \"alternative\"\n\n[silent-seat]", ""),
    row("S505", "pa-659a-a", "[silent-seat]", "[readings]\nR-01 = \"alternative\"\n\n[silent-seat]", "659a.6(b)(1)"),
    row(
        "S505",
        "pa-657a-hand-bonus",
        "[silent-seat]",
        "[readings]\nR-18 = \"alternative\"\n\n[silent-seat]",
        "657a.11(b)",
    ),
    row("S506", "pa-659a-a", "[silent-seat]", "[readings]\nR-02 = \"literal\"\n\n[silent-seat]", "659a.6(c)"),
    row("S507", "pa-659a-a", "[silent-seat]", "[readings]\nR-23 = \"alternative\"\n\n[silent-seat]", ""),
    row("S507", "pa-575-a", "[silent-seat]", "[readings]\nR-02 = \"alternative\"\n\n[silent-seat]", ""),
    row(
        "S508",
        "pa-657a-hand-bonus",
        "[silent-seat]",
        "[readings]\nR-42 = \"alternative\"\n\n[silent-seat]",
        "657a.2(b)(3)",
    ),
    row(
        "S508",
        "pa-670a-manual",
        "[silent-seat]",
        "[readings]\nR-07 = \"alternative\"\n\n[silent-seat]",
        "670a.1 \"Qualifying Fortune Bonus Wager\"",
    ),
];
