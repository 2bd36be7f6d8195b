//! Revisions of the rules: every ruling that differs from an earlier version of the program.
//!
//! An audit decides every command of a journal again and compares the events byte for byte, so a changed ruling would
//! make a lawful old journal fail. A journal therefore names the revision it was decided by, and the code keeps what
//! each revision decided: a changed ruling is a variant of [`RulesChange`], and the code asks
//! [`Revision::includes`] before it takes the new way.
//!
//! Note: the numbers stand in journals. A change is added at the end; none is removed, moved or given another meaning.

use std::fmt;

/// A revision of the rules: it includes every [`RulesChange`] with its number or a lower one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(transparent))]
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
        "When a table opens, the button starts at the dealer. Before, it stayed where it was the day before."
    CardsNotLaid 3 "657a.11(c)(2)"
        "In games without setting, cards entered with a bar are ranked together. Before, only the cards left of the \
            bar were ranked."
    HandBonusVerified 4 "657a.11(f)(1)"
        "The dealer verifies every Five Card Hand Bonus, Magic Card and Lucky Bonus win. Before, wins below 500 for \
            1 were not verified."
    WrongCountOfPlayers 5 "657a.13(c), MA 14(h)"
        "A wrong number of cards voids the round only in a player's or the dealer's hand. Before, it also did so at \
            a position without a wager."
    LimitRuledAnew 6 "575.12(c), 575.13(i)"
        "When the dealer's hands are set again, the payout limit is applied again to all wagers of a hand. Before, a \
            reduced bonus stayed reduced."
    EnvyByCorrectedStake 7 "659a.11(h)(1)(ii), 670a.11(h)(1)(ii)"
        "Envy and the lammer follow the corrected stake. Before, they followed the stake before the correction."
    EnvyHandsByClause 8 "659a.11(h)(1)(i)(B), 670a.11(h)(1)(i)(B), 670a.11(h)(1)(i)(C), 670a.11(h)(3)(i)(C)"
        "An envy hand is announced under the condition of its own clause. Before, it was announced only if another \
            player could earn envy from it."
    CorrectionsCiteClause 9 "659a.11(j), 575.11(i), 670a.11(j), 657a.11(h), MA 12(j)"
        "Taking back a settlement cites its clause. Before, it cited none."
    OpeningOfUnshuffledDecks 10 "659a.4(e), 575.4(e), 670a.4(e), 657a.4(e), MA 5(a)"
        "Decks that arrive inspected but not shuffled go through the opening (R-72). Before, they skipped it."
    PayoutLimitOfAllAreas 11 "575.12(c)"
        "A payout limit must cover a minimum bettor on all areas that one player may hold (R-71). Before, only one \
            area was counted."
    ShakerApproval 12 "659a.2(c)(1), 575.2(c)(1), 670a.2(d)(1)"
        "A submission that states that its shaker is not approved is refused. Before, only generators and buttons \
            were checked."
    ShoeOutMeansNewShuffle 13 "MA 11(d), 575.5(g)(3)"
        "When the automated shoe of a sealed table goes out of order, decks prepared for a deal by the button are \
            shuffled again. Before, their commitment lacked a start for the generator that replaces the button, and \
            the round could not continue."
    SilentPlayNeedsFunds 14 "657a.11(b)"
        "An inactive seat that would play on but lacks the chips for the Play Wager folds. Before, it played on credit."
    RoyalFlushKept 15 "670a.11(d)"
        "With the alternative of R-20, a dealer with a natural royal flush and the joker keeps the royal flush. \
            Before, it was broken to play a king low."
    EqualSettingsRight 16 "575.13(i), 659a.13(i), 670a.13(i), MA 14(i)"
        "Dealer's hands equal in rank to the correct ones are correct. Before, swapping equal cards led to a reset, \
            and so did reporting correct hands."
    IdleDeckInDevice 17 "575.3(b)(2), 657a.3(b)(2), 659a.3(b)(2), 670a.3(b)(2), MA 2(b)(3)"
        "With two decks, the idle one must be in the shuffling device before betting closes (R-70). Before, it could \
            be in the rack or uncut."
    LookedAtHandStays 18 "575.13(d), 659a.13(d), 670a.13(d), MA 14(d)"
        "A player who has acted on the cards can no longer void the hand for an exposed card (R-67). Before, the \
            player could until the reveal."
    UnwageredCollectedApart 19 "575.8(f), 659a.8(f), 670a.8(g), MA 9(g)"
        "The dealer collects the cards of positions without a wager in a separate step. Before, it was part of \
            counting the stub."
    StacksFoundLater 20 "MA 14(k)"
        "Stacks not laid back and forth void the round whenever this is found during the round (R-68). Before, only \
            until delivery."
    CouponWithinMain 21 "MA 7(a)"
        "A main wager cannot be corrected to less than its match play coupon (R-69). Before, the coupon could stay \
            larger."
    StartAsFound 22 "575.5(g)(2), 575.5(g)(3), 659a.5(g)(2), 670a.5(i)(2), MA 11(c), MA 11(d)"
        "A start found by generator or button is recorded as such. Before, it was recorded as dice."
    EqualWithMain 23 "657a.7(d)(1)"
        "A wager that must equal the main wager is placed and taken back with it, by the same command. Before, it \
            took a command of its own, and a main wager without it was returned when betting closed (R-59)."
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
