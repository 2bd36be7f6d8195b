//! The dealer's setting of § 670a.11(d) in plain code, with reading R-19 and without the rule language.

use super::{List, Name, Order};

/// The place of the card that goes low; the joker counts as an ace.
pub(crate) fn dealer_by_the_text(six: &List, order: &Order) -> usize {
    // What the high hand would be for each card that could go low, lowest card first.
    let names: [Name; 6] = std::array::from_fn(|low| order.name(order.key(&six.without(low))));
    let highest_that_leaves = |kept: &dyn Fn(Name) -> bool| (0..6).rev().find(|&low| kept(names[low]));
    let holds = |name: Name| names.contains(&name);
    let straight_flush = holds(Name::StraightFlush) || holds(Name::RoyalFlush);
    let suited = with_the_joker(six, List::same_suit);
    let in_sequence = with_the_joker(six, |six| six.consecutive().is_some());
    let straight_flush_of_six = with_the_joker(six, |six| six.same_suit() && six.consecutive().is_some());
    let flush = suited || holds(Name::Flush);

    // § 670a.11(d)(2), before (1): the lowest straight flush of a six-card one, the highest card low.
    if straight_flush_of_six {
        return highest_that_leaves(&|name| matches!(name, Name::StraightFlush | Name::RoyalFlush)).expect("one stays");
    }
    // § 670a.11(d)(4) and § 670a.11(d)(5): the straight flush stays whole, a royal flush being a set of its own.
    if straight_flush {
        let wanted = if holds(Name::RoyalFlush) { Name::RoyalFlush } else { Name::StraightFlush };
        return highest_that_leaves(&|name| name == wanted).expect("one stays");
    }
    let counted = |n: usize| (2..=14).rev().filter(move |&rank| six.count(rank) == n);
    let highest_of = |rank: u8| (0..6).rev().find(|&place| six.cards()[place].rank == rank).expect("it is held");
    // § 670a.11(d)(1)(i): the lower three stays a three.
    if counted(3).count() == 2 {
        return highest_of(counted(3).next().expect("two of them"));
    }
    // § 670a.11(d)(1)(ii): the two lower pairs high.
    if counted(2).count() == 3 {
        return highest_of(counted(2).next().expect("three of them"));
    }
    // § 670a.11(d)(2): six of a suit, then six in a row unless a flush is there too, which (3) prefers.
    if suited {
        return highest_that_leaves(&|name| name == Name::Flush).expect("a flush stays");
    }
    if in_sequence && !flush {
        return highest_that_leaves(&|name| name == Name::Straight).expect("a straight stays");
    }
    // § 670a.11(d)(3): a straight and a flush.
    if flush {
        return highest_that_leaves(&|name| name == Name::Flush).expect("a flush stays");
    }
    // § 670a.11(d)(6): nothing at all.
    if names.iter().all(|&name| name == Name::Nothing) {
        return 4;
    }
    // § 670a.11(d)(1): the highest set the cards hold, and then the highest card that is not of it.
    let highest_set = order.names.iter().copied().find(|&name| holds(name)).expect("some hand is held");
    highest_that_leaves(&|name| name == highest_set).expect("it stays")
}

/// Whether all six cards answer, or would with some card in the joker's place.
fn with_the_joker(six: &List, asked: impl Fn(&List) -> bool) -> bool {
    let Some(joker) = six.joker() else { return asked(six) };
    let mut answer = false;
    six.with_each_card_for_the_joker(joker, |_, whole| answer |= asked(&whole));
    answer
}
