//! § 657a.12(f)(3): how often a Magic Card and a Lucky position are drawn, and what that costs.
//!
//! The text leaves the frequency to the operator and says nothing of its cost, though a Magic Card drawn in every round
//! would return almost twice the wager. So the check adds up, in whole numbers, all that the wager gives back.

use crate::clause::clause;
use crate::paytable::Award;
use crate::regulation::{Regulation, game};
use crate::submission::ast::WagerSection;
use crate::submission::codes::CheckCode;
use crate::submission::faults::{Diagnostics, Spanned};
use crate::submission::house_rules::Frequency;
use crate::submission::reader::excerpt;
use crate::wager::WagerKind;

/// Five-card hands of 52 cards.
const HANDS: u128 = 2_598_960;
/// How many of them each row of § 657a.12(f)(1) names.
const COUNTS: [(&str, u128); 5] =
    [("royal flush", 4), ("straight flush", 36), ("four-of-a-kind", 624), ("full house", 3_744), ("flush", 5_108)];

/// Both frequencies, if stated.
pub(super) fn check(
    wager: &WagerSection,
    text: Regulation,
    faults: &mut Diagnostics,
) -> (Option<Frequency>, Option<Frequency>) {
    if wager.kind.value != WagerKind::FiveCardHandBonus {
        for written in [&wager.magic_card, &wager.lucky_bonus].into_iter().flatten() {
            let message = format!("`{}` has no Magic Card or Lucky Bonus", wager.kind.value);
            let fault = faults.report(CheckCode::DrawsMisplaced, &written.span, message);
            fault.under(clause("657a.12(f)(3)")).help("only the Five Card Hand Bonus Wager has them");
        }
        return (None, None);
    }
    let magic = wager.magic_card.as_ref().and_then(|written| frequency(written, faults));
    let lucky = wager.lucky_bonus.as_ref().and_then(|written| frequency(written, faults));
    if let Some(place) = wager.magic_card.as_ref().or(wager.lucky_bonus.as_ref())
        && let Some((gives, takes)) = returned(text, magic, lucky).filter(|(gives, takes)| gives > takes)
    {
        let percent = gives * 100 / takes;
        let message = format!("with these draws the wager pays back about {percent}% of its stakes");
        let fault = faults.report(CheckCode::ReturnsTooMuch, &place.span, message);
        fault.under(clause("657a.12(f)(3)")).help("draw less often, for instance `1 in 20` (R-25)");
    }
    (magic, lucky)
}

/// Reads `1 in 20`.
fn frequency(written: &Spanned<String>, faults: &mut Diagnostics) -> Option<Frequency> {
    let read = written.value.split_once(" in ").and_then(|(times, rounds)| {
        let number = |word: &str| word.parse::<u32>().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()));
        Some(Frequency { times: number(times)?, rounds: number(rounds)? })
    });
    match read {
        Some(read) if read.times > 0 && read.rounds > 0 && read.times <= read.rounds => Some(read),
        Some(read) if read.times > read.rounds && read.rounds > 0 => {
            let message = format!("{} in {} is more than every round", read.times, read.rounds);
            let fault = faults.report(CheckCode::FrequencyAboveOne, &written.span, message);
            fault.under(clause("657a.12(f)(3)")).help("write at most `1 in 1`, which is every round");
            None
        }
        _ => {
            let message = format!("`{}` is not a frequency", excerpt(&written.value));
            let fault = faults.report(CheckCode::Frequency, &written.span, message);
            fault
                .under(clause("657a.12(f)(3)"))
                .help("write for example `1 in 20`; remove the key if nothing is drawn");
            None
        }
    }
}

/// What the wager gives back out of what it takes, as a fraction over one denominator.
///
/// Given back are the fixed rows, what goes to the meter and its reserve, a matching Magic Card (five cards of 52) and
/// a Lucky Bonus (one place of seven). None if the numbers cannot be held, which no frequency of 32 bits brings about.
fn returned(text: Regulation, magic: Option<Frequency>, lucky: Option<Frequency>) -> Option<(u128, u128)> {
    let payouts = game(text).payouts();
    let hands = payouts.paytable(WagerKind::FiveCardHandBonus, None)?;
    let draws = payouts.paytable(WagerKind::MagicCardAndLucky, None)?;
    let pays = |award: &Award| match award {
        Award::For(pays) => u128::try_from(*pays).ok(),
        _ => Some(0),
    };
    let mut fixed = 0;
    for row in &hands.rows {
        let count = COUNTS.iter().find(|(hand, _)| *hand == row.hand)?.1;
        fixed += count * pays(&row.award)?;
    }
    let percent: i64 =
        payouts.meters(WagerKind::FiveCardHandBonus, None).map(|meter| meter.primary + meter.reserve).sum();
    let draw = |name: &str| draws.rows.iter().find(|row| row.hand == name).and_then(|row| pays(&row.award));
    let (magic_pays, lucky_pays) = (draw("magic card")?, draw("lucky bonus")?);
    let parts = [
        (fixed, HANDS),
        (u128::try_from(percent).ok()?, 100),
        magic.map_or((0, 1), |often| (5 * magic_pays * u128::from(often.times), 52 * u128::from(often.rounds))),
        lucky.map_or((0, 1), |often| (lucky_pays * u128::from(often.times), 7 * u128::from(often.rounds))),
    ];
    let takes = parts.iter().try_fold(1u128, |product, (_, under)| product.checked_mul(*under))?;
    let gives = parts.iter().try_fold(0u128, |sum, (over, under)| sum.checked_add(over.checked_mul(takes / under)?))?;
    gives.checked_mul(100)?;
    Some((gives, takes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::crazy_4::FIVE_CARD;
    use crate::{CardSet, Readings};

    fn often(times: u32, rounds: u32) -> Option<Frequency> {
        Some(Frequency { times, rounds })
    }

    #[test]
    fn the_return_is_added_up_exactly() {
        let text = Regulation::Pa657a;
        // 624 x 500 + 3,744 x 100 + 5,108 x 50 in 2,598,960 hands, and 21% to meter and reserve.
        assert_eq!(returned(text, None, None), Some((941_800 * 100 + 21 * HANDS, HANDS * 100)));
        let exceeds = |magic, lucky| returned(text, magic, lucky).is_some_and(|(gives, takes)| gives > takes);
        assert!(!exceeds(often(1, 5), None), "36.2% + 21% + 38.5% stay below the wager");
        assert!(exceeds(often(1, 4), None), "36.2% + 21% + 48.1% do not");
        assert!(!exceeds(None, often(1, 2)));
        assert!(exceeds(None, often(1, 1)));
        assert!(returned(text, often(u32::MAX, u32::MAX), often(u32::MAX, u32::MAX)).is_some());
    }

    #[test]
    fn the_counts_of_the_rows_are_those_of_the_deck_exhaustive() {
        let cards: Vec<_> = CardSet::FIFTY_TWO.iter().collect();
        let mut counts = [0u128; 5];
        for a in 0..52 {
            for b in 0..a {
                for c in 0..b {
                    for d in 0..c {
                        for e in 0..d {
                            let hand = [a, b, c, d, e].map(|place| cards[place]).into_iter().collect();
                            if let Some(place) = FIVE_CARD.places(hand, Readings::default()).next()
                                && place < 5
                            {
                                counts[place] += 1;
                            }
                        }
                    }
                }
            }
        }
        let labels = COUNTS.map(|(label, _)| label);
        assert_eq!(FIVE_CARD.rungs.iter().take(5).map(|rung| rung.label).collect::<Vec<_>>(), labels);
        assert_eq!(counts, COUNTS.map(|(_, count)| count));
    }
}
