//! House ways.

use crate::{Row, row};

pub(crate) const ROWS: &[Row] = &[
    row("S601", "pa-659a-a", "[house-way]\nuse = \"croupier-asia\"\n", "", "659a.11(c)").at("\"pa-659a\""),
    row("S601", "pa-575-a", "[house-way]\nuse = \"croupier-asia\"\n", "", "575.11(c)").at("\"pa-575\""),
    row("S601", "ma-asia-button", "[house-way]\nuse = \"croupier-asia\"\n", "", "MA 12(d)").at("\"ma-asia\""),
    row(
        "S602",
        "pa-670a-full",
        "use = \"670a.11(d)\"",
        "name = \"ours\"\n[[house-way.rule]]\nname = \"all\"\nhigh = \"best\"",
        "670a.11(d)",
    )
    .at("house-way]"),
    row(
        "S603",
        "pa-657a-hand-bonus",
        "[automation]",
        "[house-way]\nuse = \"croupier-asia\"\n\n[automation]",
        "657a.11(c)",
    ),
    row("S604", "pa-659a-a", "use = \"croupier-asia\"", "use = \"croupier-asian\"", "659a.11(c)"),
    row("S604", "pa-575-a", "use = \"croupier-asia\"", "use = \"croupier-asian\"", "575.11(c)"),
    row("S604", "ma-asia-button", "use = \"croupier-asia\"", "use = \"croupier-asian\"", "MA 12(d)"),
    row("S604", "pa-670a-full", "use = \"670a.11(d)\"", "use = \"croupier-asia\"", "670a.11(d)"),
    row(
        "S605",
        "pa-659a-a",
        "use = \"croupier-asia\"",
        "use = \"croupier-asia\"\n[[house-way.rule]]\nname = \"all\"",
        "659a.11(c)",
    ),
    row(
        "S606",
        "pa-659a-a",
        "use = \"croupier-asia\"",
        "name = \"ours\"\n[[house-way.rule]]\nname = \"odd\"\nhigh = \"pare or better\"\n\
         [[house-way.rule]]\nname = \"the rest\"",
        "659a.11(c)",
    ),
    row(
        "S606",
        "pa-575-a",
        "use = \"croupier-asia\"",
        "name = \"ours\"\n[[house-way.rule]]\nname = \"odd\"\nhigh = \"pare or better\"\n\
         [[house-way.rule]]\nname = \"the rest\"",
        "575.11(c)",
    ),
    row(
        "S606",
        "ma-asia-button",
        "use = \"croupier-asia\"",
        "name = \"ours\"\n[[house-way.rule]]\nname = \"odd\"\nhigh = \"pare or better\"\n\
         [[house-way.rule]]\nname = \"the rest\"",
        "MA 12(d)",
    ),
    row(
        "S606",
        "pa-659a-a",
        "use = \"croupier-asia\"",
        "name = \"ours\"\n[[house-way.rule]]\nname = \"odd\"\nlow = \"red\"\n[[house-way.rule]]\nname = \"the rest\"",
        "659a.11(c)",
    ),
    row(
        "S606",
        "pa-659a-a",
        "use = \"croupier-asia\"",
        "name = \"ours\"\n[[house-way.rule]]\nname = \"odd\"\nhands = \"a cat\"\n\
         [[house-way.rule]]\nname = \"the rest\"",
        "659a.11(c)",
    ),
    row("S607", "pa-659a-a", "use = \"croupier-asia\"", "name = \"ours\"", "659a.11(c)").at("house-way]"),
    row(
        "S608",
        "pa-659a-a",
        "use = \"croupier-asia\"",
        "name = \"ours\"\n[[house-way.rule]]\nname = \"all\"\nprefer = \"low, low\"",
        "659a.11(c)",
    ),
    row("S609", "pa-659a-a", "use = \"croupier-asia\"", "@RULES@", "659a.11(c)").at("house-way]"),
    row(
        "S610",
        "pa-659a-d",
        "name   = \"Anything else: highest card high, the next ones as the cards allow\"",
        "@THIRTEEN@",
        "659a.11(c)",
    )
    .at("house-way]"),
    row(
        "S611",
        "pa-659a-a",
        "use = \"croupier-asia\"",
        "name = \"ours\"\n[[house-way.rule]]\nname = \"all\"\nhigh = \"best\"\n[[house-way.rule]]\nname = \"the rest\"",
        "659a.11(c)",
    ),
    row(
        "S612",
        "pa-659a-a",
        "use = \"croupier-asia\"",
        "name = \"ours\"\n[[house-way.rule]]\nname = \"the rest\"\nhigh = \"pair\"\n\
         [[house-way.rule]]\nname = \"the rest\"",
        "659a.11(c)",
    ),
    row(
        "S613",
        "pa-659a-a",
        "use = \"croupier-asia\"",
        "name = \"ours\"\n[[house-way.rule]]\nname = \"pairs only\"\nhigh = \"pair\"",
        "659a.11(c)",
    ),
    row(
        "S614",
        "pa-659a-a",
        "use = \"croupier-asia\"",
        "name = \"ours\"\n[[house-way.rule]]\nname = \"all\"\nclause = \"670a.11(d)(1)\"",
        "659a.11(c)",
    ),
];
