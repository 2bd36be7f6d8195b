//! Asia Poker as the program tells it: what each rule of a house way costs, and the flags that are for it alone.

use crate::colour::Palette;
use crate::output::printable;
use anyhow::anyhow;
use croupier_odds::asia_poker::{HouseWayQuery, RuleReport};
use croupier_odds::{AnswerCache, RulesSource};
use std::io::{self, Write};

/// The question about a house way, for a flag that is of use for nothing else; `instead` says why.
pub(crate) fn house_way_query<'a>(
    asked: &'a RulesSource,
    cache: &'a dyn AnswerCache,
    flag: &str,
    instead: &str,
) -> anyhow::Result<HouseWayQuery<'a>> {
    let text = asked.game.text();
    HouseWayQuery::new(asked, cache).ok_or_else(|| {
        anyhow!("`{flag}` only applies to the Asia Poker texts pa-659a, pa-575 and ma-asia; {text} {instead}")
    })
}

/// The rules for people: how often each sets a hand, what it costs, and where it costs most.
pub(crate) fn print_rules(out: &mut impl Write, brush: Palette, rules: &[RuleReport]) -> io::Result<()> {
    for (place, told) in rules.iter().enumerate() {
        let (share, cost) = (told.share.percent(4), told.cost.percent(4));
        let name = printable(&told.rule);
        writeln!(out, "  {:>2}.  sets {share:>10}  costs {cost:>9}  {name}", place + 1)?;
        if let Some(worst) = &told.worst {
            let line = format!("{}, not {} ({} of this hand)", worst.best, worst.house_way, worst.cost.percent(4));
            writeln!(out, "{}", brush.dim(format!("{:8}worst: {line}", "")))?;
        }
    }
    Ok(())
}
