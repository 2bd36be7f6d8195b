//! `croupier rank`: the category and strength of hands.

use crate::CommandResult;
use crate::cli::RankArgs;
use crate::hand_stream::{answer, write_cards, write_string};
use croupier_rules::{Game, HandKind, RankMethod, game, read_hand};
use std::io::Write as _;

pub(super) fn run(call: &RankArgs) -> CommandResult {
    let game = game(call.text);
    let kind = find_kind(game, &call.kind)?;
    let choices = call.chosen.choices(game)?;
    let ranking = game.ranking(&choices);
    let what = format!("`{}`", kind.name);
    answer(&call.hands, |line, out| {
        let cards = read_hand(game, line, &what, kind.cards, kind.clause)?;
        let (category, strength) = match kind.ranked {
            RankMethod::Ladder(ladder) => ladder
                .place(cards, choices.readings)
                .map_or((None, 0), |place| (Some(ladder.rungs[place].label), (ladder.rungs.len() - place) as u32)),
            RankMethod::AsHeld => named(&ranking, ranking.rank(cards)),
            RankMethod::BestOf => named(&ranking, ranking.best(cards)),
        };
        out.push(b'{');
        write_cards(out, "cards", cards);
        out.extend_from_slice(b",\"category\":");
        match category {
            Some(category) => write_string(out, category),
            None => out.extend_from_slice(b"null"),
        }
        let _ = write!(out, ",\"strength\":{strength}}}");
        Ok(())
    })
}

fn named(ranking: &croupier_rules::Ranking, rank: croupier_rules::HandRank) -> (Option<&'static str>, u32) {
    (Some(ranking.category(rank).name()), rank.strength())
}

fn find_kind(game: &dyn Game, name: &str) -> anyhow::Result<&'static HandKind> {
    game.kinds().iter().find(|kind| kind.name == name).ok_or_else(|| {
        let known = game.kinds().iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        anyhow::anyhow!("{} does not rank `{name}`: expected one of {known}", game.text())
    })
}
