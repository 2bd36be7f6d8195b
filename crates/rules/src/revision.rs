//! Revisions of the rules: every ruling that this program decides otherwise than an earlier version of it.
//!
//! An audit decides every command of a journal again and compares the events byte for byte, so a changed ruling would
//! make a lawful old journal fail. A journal therefore names the revision it was decided by, and the code keeps what
//! each revision decided: a changed ruling is a variant of [`RulesChange`], and the code asks
//! [`Revision::includes`] before it takes the new way.
//!
//! Note: the numbers stand in journals. A change is added at the end; none is removed, moved or given another meaning.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A revision of the rules: it includes every [`RulesChange`] with its number or a lower one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Revision(pub u32);

impl Revision {
    /// The rules as the first program decided them; a journal that names no revision was decided by these.
    pub const FIRST: Self = Self(1);

    /// The rules as this program decides them.
    pub const CURRENT: Self = Self(RulesChange::ALL.len() as u32 + 1);

    /// Whether a change is part of this revision.
    pub const fn includes(self, change: RulesChange) -> bool {
        change.revision().0 <= self.0
    }

    /// Whether this is [`Revision::FIRST`], which journals do not name.
    pub fn is_first(&self) -> bool {
        *self == Self::FIRST
    }
}

impl Default for Revision {
    /// What a journal without a revision means.
    fn default() -> Self {
        Self::FIRST
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rules revision {}", self.0)
    }
}

macro_rules! changes {
    ($($name:ident $number:literal $clauses:literal $reason:literal)*) => {
        /// A ruling that was changed, in the order of the changes.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum RulesChange {
            $(#[doc = $reason] $name,)*
        }

        impl RulesChange {
            /// All changes, the oldest first.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The first revision that includes it.
            pub const fn revision(self) -> Revision {
                match self { $(Self::$name => Revision($number),)* }
            }

            /// The clauses it follows.
            pub const fn clauses(self) -> &'static str {
                match self { $(Self::$name => $clauses,)* }
            }

            /// What was changed, and why.
            pub const fn reason(self) -> &'static str {
                match self { $(Self::$name => $reason,)* }
            }
        }
    };
}

changes! {
    ButtonAtOpening 2 "575.5(g)(3), MA 11(d)"
        "At the opening of a table the button lies before the dealer. It stayed where the last day had left it."
    CardsNotLaid 3 "657a.11(c)(2)"
        "Where no hands are set, cards entered with a bar are ranked together. The cards before the bar alone were \
         ranked."
    HandBonusVerified 4 "657a.11(f)(1)"
        "The dealer verifies every Five Card Hand Bonus, Magic Card and Lucky Bonus win. Below 500 for 1 nobody did."
    WrongCountOfPlayers 5 "657a.13(c), MA 14(h)"
        "A wrong number of cards voids the round only in a player's or the dealer's hand. A position without a wager \
         did so too."
    LimitRuledAnew 6 "575.12(c), 575.13(i)"
        "When the dealer's hands are reset, the payout limit applies anew to all wagers of a hand. A bonus that was \
         cut stayed cut."
    EnvyByCorrectedStake 7 "659a.11(h)(1)(ii), 670a.11(h)(1)(ii)"
        "Envy is earned by the stake as corrected, and the lammer follows it. The stake before the correction earned."
    EnvyHandsByClause 8 "659a.11(h)(1)(i)(B), 670a.11(h)(1)(i)(B), 670a.11(h)(1)(i)(C), 670a.11(h)(3)(i)(C)"
        "An envy hand is announced under the condition of its own clause. It was announced only if another player \
         could earn by it."
    CorrectionsCiteClause 9 "659a.11(j), 575.11(i), 670a.11(j), 657a.11(h), MA 12(j)"
        "A settlement that is taken back names the clause. It named none."
    OpeningOfUnshuffledDecks 10 "659a.4(e), 575.4(e), 670a.4(e), 657a.4(e), MA 5(a)"
        "Decks that come inspected but not shuffled go through the opening (R-72). It was skipped for them."
    PayoutLimitOfAllAreas 11 "575.12(c)"
        "A payout limit leaves room for a minimum bettor on all the areas one player may have (R-71). One area was \
         counted."
    ShakerApproval 12 "659a.2(c)(1), 575.2(c)(1), 670a.2(d)(1)"
        "A submission whose shaker is stated not to be approved is refused. Only generators and buttons were looked at."
    ShoeOutMeansNewShuffle 13 "MA 11(d), 575.5(g)(3)"
        "When the automated shoe of a sealed table goes out of order, decks made ready for a deal by the button are \
         shuffled anew. Their promise named no start for the generator that takes the button's place, and the round \
         could not go on."
    SilentPlayNeedsFunds 14 "657a.11(b)"
        "A silent seat that is to play on and has not the chips for the Play Wager folds. It played on credit."
    RoyalFlushKept 15 "670a.11(d)"
        "With R-20 in its alternative the dealer keeps a natural royal flush beside the joker. It was broken for a \
         king low."
    EqualSettingsRight 16 "575.13(i), 659a.13(i), 670a.13(i), MA 14(i)"
        "Dealer's hands equal in rank to the right ones are right. Equal cards exchanged were reset, and a complaint \
         about right hands said so."
    IdleDeckInDevice 17 "575.3(b)(2), 657a.3(b)(2), 659a.3(b)(2), 670a.3(b)(2), MA 2(b)(3)"
        "With two decks the idle one is in the shuffling device before betting closes (R-70). It could lie in the \
         rack or uncut."
    LookedAtHandStays 18 "575.13(d), 659a.13(d), 670a.13(d), MA 14(d)"
        "A player who has acted on the cards no longer voids the hand for an exposed card (R-67). He could until his \
         reveal."
    UnwageredCollectedApart 19 "575.8(f), 659a.8(f), 670a.8(g), MA 9(g)"
        "The dealer collects the cards of positions without a wager in a step of its own. The count of the stub stood \
         for it."
    StacksFoundLater 20 "MA 14(k)"
        "Stacks not laid back and forth void the round whenever it is found in the round (R-68), not only before \
         delivery."
    CouponWithinMain 21 "MA 7(a)"
        "A main wager is not corrected below the match play coupon beside it (R-69). The coupon stayed larger."
    StartAsFound 22 "575.5(g)(2), 575.5(g)(3), 659a.5(g)(2), 670a.5(i)(2), MA 11(c), MA 11(d)"
        "A start found by generator or button is journalled as such. It was written as dice."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_numbered_from_two_without_a_gap() {
        let numbers: Vec<u32> = RulesChange::ALL.iter().map(|change| change.revision().0).collect();
        let expected: Vec<u32> = (2..).take(numbers.len()).collect();
        assert_eq!(numbers, expected);
        assert!(!RulesChange::ALL.iter().any(|change| Revision::FIRST.includes(*change)));
        assert!(RulesChange::ALL.iter().all(|change| Revision::CURRENT.includes(*change)));
    }
}
