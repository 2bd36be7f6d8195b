//! The codes of the check: stable, grouped by topic, each with a title and a page of explanation.
//!
//! Scripts and people keep these numbers, so a code is never reused for another fault. The explanations are prose and
//! stand in `explanations.md` beside this file, one section to a code.

use std::fmt;
use std::str::FromStr;

/// Whether a diagnostic refuses the submission.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The submission cannot be used.
    Error,
    /// The submission can be used, but somebody should look.
    Warning,
}

impl Severity {
    /// In one lower-case word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

macro_rules! codes {
    ($($name:ident $code:literal $severity:ident $title:literal)*) => {
        /// What kind of fault a diagnostic reports.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum CheckCode {
            $(#[doc = $title] $name,)*
        }

        impl CheckCode {
            /// All codes, in order.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The code itself: `S101`.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// What it means, in one line.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }

            /// Whether it refuses the submission.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    Syntax "S001" Error "invalid TOML"
    UnknownKey "S002" Error "unknown key"
    WrongType "S003" Error "wrong type of value"
    MissingKey "S004" Error "required key missing"
    UnknownText "S005" Error "unknown regulation"
    NotMoney "S006" Error "invalid amount of money"
    NumberOutOfRange "S007" Error "number out of range"
    UnknownWord "S008" Error "unknown value"
    Repeated "S009" Error "duplicate list entry"
    TooLarge "S010" Error "file too large"
    TooManyFaults "S011" Error "too many faults"
    EmptyName "S012" Error "empty name"

    TooManyPositions "S101" Error "number of betting positions out of range"
    TooFewPositions "S102" Error "fewer than six positions"
    AdjacentAreas "S103" Error "too many adjacent betting areas for one player"
    AdjacentAreasNotStated "S104" Error "number of adjacent areas not stated"
    PayoutOddsNotShown "S105" Error "payout odds not on the layout or a sign"
    PayoutLimitNotShown "S106" Error "payout limit not on the layout or a sign"
    RulesOfPlayNotShown "S107" Error "required notice not on the layout or a sign"
    NoLogo "S108" Error "operator's name or logo not on the layout"
    NothingToShow "S109" Warning "inscription for something this table does not have"
    AmountNotPositive "S110" Error "amount not positive"
    MaximumBelowMinimum "S111" Error "maximum below the minimum"
    IncrementNotPositive "S112" Error "increment not positive"
    MaximumOutOfStep "S113" Error "increments do not reach the maximum"
    PayoutTooLarge "S114" Error "payout too large"
    FractionOfACent "S115" Warning "payout with a fraction of a cent"
    NoBettingArea "S116" Error "wager without a betting area on the layout"
    IdleBettingArea "S117" Warning "betting area for a wager that is not offered"
    AreasNotStated "S118" Warning "betting areas not stated"
    NoCardPlace "S119" Warning "shared card without a place on the layout"

    WagerOfAnotherText "S201" Error "wager not in this text"
    UnknownWager "S202" Error "unknown wager"
    NoMainWager "S203" Error "main wager missing"
    NoQueensUp "S204" Error "Queens Up must be offered"
    BothProgressives "S205" Error "Four-Card and Five-Card Progressive at the same table"
    NoLetter "S206" Error "paytable letter missing"
    NeedlessLetter "S207" Error "paytable letter not needed"
    UnknownLetter "S208" Error "unknown paytable letter"
    NotAWager "S209" Error "bonus listed as a wager"
    SuperBonusStated "S210" Error "section for the Super Bonus"
    DoubleDownAmount "S211" Error "amounts for the Double Down"
    LimitsOnFixedWager "S212" Error "limits on a wager with a fixed amount"
    AmountOnLimitedWager "S213" Error "fixed amount on a wager with limits"
    NotElectronic "S214" Error "Five Card Hand Bonus without electronic wagering"
    NoEnvyInReach "S215" Warning "Fortune Bonus too small to earn envy"
    WagerKeyMisplaced "S216" Error "key of another wager"

    Decks "S301" Error "number of decks must be one or two"
    TwoDecksWithoutDevice "S302" Error "two decks without an automated shuffling device"
    BackColours "S303" Error "two decks without two back colours"
    OneDeckManyColours "S304" Warning "several back colours for one deck"
    JokersMade "S305" Error "number of jokers must be one or two"
    NoJokerInThisGame "S306" Error "joker in a game without one"
    ReshufflerNotInText "S307" Error "automatic reshuffler not in this text"
    ReshufflerNotApproved "S308" Error "automatic reshuffler without prior approval"
    ReshufflerMustCount "S309" Error "automatic reshuffler that does not count the cards"
    PreshuffledNotPreinspected "S310" Error "preshuffled decks not inspected"
    PreinspectedNotPreshuffled "S311" Warning "preinspection without effect"
    CountsMisplaced "S312" Error "`counts` without an automatic reshuffler"

    HandWithoutDevice "S401" Error "dealing from the hand without an automated shuffling device"
    ShoeNotApproved "S402" Error "automated shoe without the Commission's approval"
    StubCountFixed "S403" Error "stub count fixed by the text"
    StubCountTooSeldom "S404" Error "stub counted less often than every fifth round"
    StubCountNeedless "S405" Warning "stub counted although the device counts"
    NoStart "S406" Error "method for the starting position missing"
    StartNotInText "S407" Error "starting position in a game without one"
    ButtonNotInText "S408" Error "button not in this text"
    ButtonWithoutShoe "S409" Error "button without shuffling device and automated shoe"
    GeneratorNotApproved "S410" Error "random number generator without prior approval"
    ButtonNotApproved "S411" Error "button without prior approval"
    MarkBesideButton "S412" Warning "starting position marked twice"
    ShakerNotApproved "S413" Error "shaker not approved"
    ShakerApprovalNotStated "S414" Warning "shaker's approval not stated"
    ApprovalNeedless "S415" Warning "approval stated where none is required"

    UnknownOption "S501" Error "option not in this text"
    OptionValue "S502" Error "invalid value of an option"
    OptionRepeated "S503" Warning "redundant option"
    UnknownReading "S504" Error "unknown reading"
    ReadingNotASwitch "S505" Error "reading without an alternative"
    UnknownChoice "S506" Error "invalid choice for a reading"
    ReadingOfAnotherText "S507" Warning "reading of another text"
    ReadingWithoutEffect "S508" Warning "alternative without effect at this table"

    NoHouseWay "S601" Error "house way missing"
    OwnHouseWayRefused "S602" Error "custom house way where the text prescribes one"
    HouseWayNotInText "S603" Error "house way in a game without set hands"
    UnknownHouseWay "S604" Error "unknown house way"
    HouseWayTwice "S605" Error "both a built-in house way and custom rules"
    HouseWayPhrase "S606" Error "invalid phrase in a house-way rule"
    HouseWayEmpty "S607" Error "house way without rules"
    HouseWayOrder "S608" Error "invalid order of hands in `prefer`"
    HouseWayTooLong "S609" Error "too many rules in the house way"
    NotARackCard "S610" Warning "house way too long for a rack card"
    RuleNeverReached "S611" Warning "rule never reached"
    RuleNamedTwice "S612" Warning "two rules with the same name"
    NoLastRule "S613" Warning "last rule of the house way does not apply to every hand"
    RuleClause "S614" Error "clause on a rule of a custom house way"
    HouseWayIncomplete "S615" Error "house way does not set every hand"
    RuleNeverPlayed "S616" Warning "rule that sets no hand"

    EnvyOddAmount "S701" Warning "no envy schedule for the progressive amount"
    LinkOutside657a "S702" Warning "linked meter not in this text"
    LinkWithoutName "S703" Error "linked meter without a name"
    LinkDisagrees "S704" Error "linked tables differ"
    Frequency "S705" Error "invalid frequency"
    FrequencyAboveOne "S706" Error "frequency above 1 in 1"
    ReturnsTooMuch "S707" Warning "wager pays back more than 100 %"
    DrawsMisplaced "S708" Error "Magic Card or Lucky Bonus on another wager"
    MeterTooLarge "S709" Error "meter seed too large"

    UnknownStep "S801" Error "unknown step"
    FloorpersonReplaced "S802" Warning "automation replaces a floorperson"
    StepNotHere "S803" Warning "step not used at this table"
    SilentSeconds "S804" Error "waiting time out of range"
    SilentSetting "S805" Error "wrong completion of an inactive seat"
    SilentDoubleDown "S806" Error "Double Down for an inactive player"
    SilentDoubleDownIdle "S807" Warning "answer to a Double Down that is not offered"
    ReconnectMisplaced "S808" Error "waiting for reconnection outside Crazy 4 Poker"
    SilentPlay "S809" Warning "Play Wager for an inactive player"

    BeforeTheText "S901" Warning "submission dated before its text"
    AfterTheText "S902" Warning "submission dated after its text expired"
    NotADay "S903" Error "invalid date"
    PayoutLimitNotInText "S904" Error "payout limit not in this text"
    PayoutLimitTooLow "S905" Error "payout limit below $50,000"
    PayoutLimitBelowMinimumBettor "S906" Error "payout limit below what a minimum bettor can win"
    BeforeAnAmendment "S907" Warning "submission dated before an amendment of its text"
}

const EXPLANATIONS: &str = include_str!("explanations.md");

impl CheckCode {
    /// Why the rule is there, which texts have it, and a wrong and a right example.
    pub fn explanation(self) -> &'static str {
        let heading = |line: &str| line.strip_prefix("## ").is_some_and(|code| code.trim_end() == self.code());
        let mut at = 0;
        let mut start = None;
        for line in EXPLANATIONS.split_inclusive('\n') {
            if let Some(start) = start
                && line.starts_with("## ")
            {
                return EXPLANATIONS[start..at].trim();
            }
            at += line.len();
            if heading(line) {
                start = Some(at);
            }
        }
        start.map_or("", |start| EXPLANATIONS[start..].trim())
    }
}

impl fmt::Display for CheckCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A word that is no code of the check.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown code `{0}`: codes are written like `S101`")]
pub struct UnknownCheckCode(pub String);

impl FromStr for CheckCode {
    type Err = UnknownCheckCode;

    fn from_str(word: &str) -> Result<Self, UnknownCheckCode> {
        let found = Self::ALL.iter().copied().find(|code| code.code().eq_ignore_ascii_case(word));
        found.ok_or_else(|| UnknownCheckCode(word.chars().take(24).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_rise_and_each_is_explained() {
        assert!(CheckCode::ALL.windows(2).all(|pair| pair[0].code() < pair[1].code()));
        for &code in CheckCode::ALL {
            assert_eq!(code.code().to_lowercase().parse(), Ok(code));
            let lines = code.explanation().lines().count();
            assert!((3..=12).contains(&lines), "{code} is explained in {lines} lines");
        }
        let sections = EXPLANATIONS.lines().filter(|line| line.starts_with("## ")).count();
        assert_eq!(sections, CheckCode::ALL.len());
    }
}
