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
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
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
    Syntax "S001" Error "the file is not TOML"
    UnknownKey "S002" Error "a key that means nothing here"
    WrongType "S003" Error "a value of the wrong type"
    MissingKey "S004" Error "a key that must be there is not"
    UnknownText "S005" Error "the text of law is not one of the five"
    NotMoney "S006" Error "an amount of money that cannot be read"
    NumberOutOfRange "S007" Error "a number that cannot be meant"
    UnknownWord "S008" Error "a word that is not among those the key takes"
    Repeated "S009" Error "the same thing listed twice"
    TooLarge "S010" Error "the file is too large to be a submission"
    TooManyFaults "S011" Error "more faults than are worth listing"
    EmptyName "S012" Error "a name with nothing in it"

    TooManyPositions "S101" Error "a table has one to six betting positions"
    TooFewPositions "S102" Error "cards are always dealt to six positions and the dealer"
    AdjacentAreas "S103" Error "more adjacent betting areas for one player than the text allows"
    AdjacentAreasNotStated "S104" Error "the number of adjacent boxes must be stated"
    PayoutOddsNotShown "S105" Error "payout odds neither on the layout nor on a sign"
    PayoutLimitNotShown "S106" Error "a payout limit neither on the layout nor on a sign"
    RulesOfPlayNotShown "S107" Error "a notice to players neither on the layout nor on a sign"
    NoLogo "S108" Error "a layout without the operator's name or logo"
    NothingToShow "S109" Warning "an inscription about something the table does not have"
    AmountNotPositive "S110" Error "an amount that is not above zero"
    MaximumBelowMinimum "S111" Error "a maximum below the minimum"
    IncrementNotPositive "S112" Error "an increment that is not above zero"
    MaximumOutOfStep "S113" Error "a maximum that the increments do not reach"
    PayoutTooLarge "S114" Error "a wager whose payout cannot be counted"
    FractionOfACent "S115" Warning "amounts whose payout leaves a fraction of a cent"
    NoBettingArea "S116" Error "a wager without its betting area on the layout"
    IdleBettingArea "S117" Warning "a betting area for a wager that is not offered"
    AreasNotStated "S118" Warning "betting areas that are not stated"
    NoCardPlace "S119" Warning "a shared card without its place on the layout"

    WagerOfAnotherText "S201" Error "a wager that this text does not provide for"
    UnknownWager "S202" Error "a wager that no text knows"
    NoMainWager "S203" Error "the main wager is missing"
    NoQueensUp "S204" Error "Queens Up must be offered"
    BothProgressives "S205" Error "the Four- and the Five-Card Progressive at one table"
    NoLetter "S206" Error "a paytable must be chosen by its letter"
    NeedlessLetter "S207" Error "a letter where one table is printed"
    UnknownLetter "S208" Error "a letter the text does not print"
    NotAWager "S209" Error "a bonus that is paid on another wager and never wagered"
    SuperBonusStated "S210" Error "the Super Bonus takes nothing of its own"
    DoubleDownAmount "S211" Error "the Double Down takes no amounts"
    LimitsOnFixedWager "S212" Error "limits on a wager of one fixed amount"
    AmountOnLimitedWager "S213" Error "a fixed amount on a wager between limits"
    NotElectronic "S214" Error "the Five Card Hand Bonus without electronic wagering"
    NoEnvyInReach "S215" Warning "a Fortune Bonus that can never earn envy"
    WagerKeyMisplaced "S216" Error "a key that belongs to other wagers"

    Decks "S301" Error "one deck, or two that alternate"
    TwoDecksWithoutDevice "S302" Error "two decks without an automated shuffling device"
    BackColours "S303" Error "two decks whose backs are not of two colours"
    OneDeckManyColours "S304" Warning "backs of several colours for one deck"
    JokersMade "S305" Error "decks are made with one joker or two"
    NoJokerInThisGame "S306" Error "a joker in a game without one"
    ReshufflerNotInText "S307" Error "an automatic reshuffler the text does not provide for"
    ReshufflerNotApproved "S308" Error "an automatic reshuffler without prior approval"
    ReshufflerMustCount "S309" Error "an automatic reshuffler that does not count the cards"
    PreshuffledNotPreinspected "S310" Error "preshuffled decks that nobody inspected"
    PreinspectedNotPreshuffled "S311" Warning "preinspection that saves no step"
    CountsMisplaced "S312" Error "`counts` said of something other than a reshuffler"

    HandWithoutDevice "S401" Error "dealing from the hand without an automated shuffling device"
    ShoeNotApproved "S402" Error "an automated shoe without the Commission's approval"
    StubCountFixed "S403" Error "a stub count that the text does not leave open"
    StubCountTooSeldom "S404" Error "a stub count less often than every fifth round"
    StubCountNeedless "S405" Warning "a stub count although the device counts"
    NoStart "S406" Error "no way to find the starting position"
    StartNotInText "S407" Error "a starting position in a game that has none"
    ButtonNotInText "S408" Error "a button in a text without one"
    ButtonWithoutShoe "S409" Error "a button without shuffling device and automated shoe"
    GeneratorNotApproved "S410" Error "a random number generator without prior approval"
    ButtonNotApproved "S411" Error "a button without prior approval"
    MarkBesideButton "S412" Warning "the starting position marked twice"
    ShakerNotApproved "S413" Error "a shaker that is not approved"
    ShakerApprovalNotStated "S414" Warning "a shaker whose approval is not stated"
    ApprovalNeedless "S415" Warning "an approval refused to what needs none"

    UnknownOption "S501" Error "an option the text does not give"
    OptionValue "S502" Error "a value the option does not take"
    OptionRepeated "S503" Warning "an option that another already includes"
    UnknownReading "S504" Error "a reading that is not on the list"
    ReadingNotASwitch "S505" Error "a reading without an alternative to choose"
    UnknownChoice "S506" Error "a choice other than the reading and its alternative"
    ReadingOfAnotherText "S507" Warning "a reading that does not concern this text"
    ReadingWithoutEffect "S508" Warning "an alternative that changes nothing at this table"

    NoHouseWay "S601" Error "no house way for the dealer's hands"
    OwnHouseWayRefused "S602" Error "an own house way where the text prescribes one"
    HouseWayNotInText "S603" Error "a house way in a game that sets no hands"
    UnknownHouseWay "S604" Error "a house way the program does not ship"
    HouseWayTwice "S605" Error "a shipped house way and own rules at once"
    HouseWayPhrase "S606" Error "a phrase of the rule language that cannot be read"
    HouseWayEmpty "S607" Error "a house way without a rule"
    HouseWayOrder "S608" Error "a preference that is not an order of hands"
    HouseWayTooLong "S609" Error "more rules than a house way may have"
    NotARackCard "S610" Warning "a house way too long for a rack card"
    RuleNeverReached "S611" Warning "a rule that an earlier one hides"
    RuleNamedTwice "S612" Warning "two rules of one name"
    NoLastRule "S613" Warning "a house way whose last rule does not take every hand"
    RuleClause "S614" Error "a clause on a rule of an own house way"
    HouseWayIncomplete "S615" Error "a house way that leaves hands unset"
    RuleNeverPlayed "S616" Warning "a rule that sets no hand of the deck"

    EnvyOddAmount "S701" Warning "a progressive amount for which no envy is printed"
    LinkOutside657a "S702" Warning "a linked meter where the text names no links"
    LinkWithoutName "S703" Error "linked tables without the name of the meter"
    LinkDisagrees "S704" Error "linked tables that differ"
    Frequency "S705" Error "a frequency that cannot be read"
    FrequencyAboveOne "S706" Error "a frequency above one in one"
    ReturnsTooMuch "S707" Warning "a wager that returns more than it takes"
    DrawsMisplaced "S708" Error "Magic Card or Lucky Bonus on another wager"
    MeterTooLarge "S709" Error "a meter whose seed cannot be counted"

    UnknownStep "S801" Error "a step that is not one of the round's"
    FloorpersonReplaced "S802" Warning "automation in place of a floorperson"
    StepNotHere "S803" Warning "a step that this table does not take"
    SilentSeconds "S804" Error "a wait that is too short or too long"
    SilentSetting "S805" Error "a silent seat completed by what the game does not ask"
    SilentDoubleDown "S806" Error "a Double Down for a silent player"
    SilentDoubleDownIdle "S807" Warning "an answer to a Double Down that is not offered"
    ReconnectMisplaced "S808" Error "a wait for reconnection outside Crazy 4 Poker"
    SilentPlay "S809" Warning "a Play Wager for a silent player"

    BeforeTheText "S901" Warning "a submission older than its text"
    AfterTheText "S902" Warning "a submission after its text expired"
    NotADay "S903" Error "a date that is not a plain day"
    PayoutLimitNotInText "S904" Error "a payout limit the text does not provide for"
    PayoutLimitTooLow "S905" Error "a payout limit below $50,000"
    PayoutLimitBelowMinimumBettor "S906" Error "a payout limit below what a minimum bettor can win"
    BeforeAnAmendment "S907" Warning "a submission older than an amendment of its text"
}

const EXPLANATIONS: &str = include_str!("explanations.md");

impl Code {
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

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A word that is no code of the check.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown code `{0}`: codes are written like `S101`")]
pub struct UnknownCode(pub String);

impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(word: &str) -> Result<Self, UnknownCode> {
        let found = Self::ALL.iter().copied().find(|code| code.code().eq_ignore_ascii_case(word));
        found.ok_or_else(|| UnknownCode(word.chars().take(24).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_rise_and_each_is_explained() {
        assert!(Code::ALL.windows(2).all(|pair| pair[0].code() < pair[1].code()));
        for &code in Code::ALL {
            assert_eq!(code.code().to_lowercase().parse(), Ok(code));
            let lines = code.explanation().lines().count();
            assert!((3..=12).contains(&lines), "{code} is explained in {lines} lines");
        }
        let sections = EXPLANATIONS.lines().filter(|line| line.starts_with("## ")).count();
        assert_eq!(sections, Code::ALL.len());
    }
}
