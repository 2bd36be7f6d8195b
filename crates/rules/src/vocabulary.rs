//! Choices that a submission names by a word, and that a procedure refers to: what shuffles, what deals, what is
//! automated, what the layout says.

macro_rules! words {
    ($(#[$doc:meta])* $type:ident $($(#[$each:meta])* $name:ident $word:literal)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $type {
            $($(#[$each])* $name,)*
        }

        impl $type {
            /// All of them, by the words a submission uses.
            pub const ALL: &'static [(&'static str, Self)] = &[$(($word, Self::$name),)*];

            /// The word a submission uses.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$name => $word,)* }
            }
        }
    };
}

words! {
    /// What shuffles the cards.
    ShuffleMethod
    /// The dealer.
    Manual "manual"
    /// An automated card shuffling device.
    Device "device"
    /// A device that also counts the cards (§ 657a.5(b)).
    CountingDevice "counting-device"
    /// Decks come shuffled; the dealer shuffles between rounds.
    Preshuffled "preshuffled"
    /// A shoe or device that reshuffles by itself.
    AutomaticReshuffler "automatic-reshuffler"
}

impl ShuffleMethod {
    /// Whether an automated device does it, as two decks and the hand deal require.
    pub const fn is_device(self) -> bool {
        matches!(self, Self::Device | Self::CountingDevice | Self::AutomaticReshuffler)
    }
}

words! {
    /// What the cards are dealt from.
    DealMethod
    /// Section .8, MA 8.
    ManualShoe "manual-shoe"
    /// Section .9, MA 9(a).
    Hand "hand"
    /// §§ 659a.10(a), 575.10(a), 670a.10(a), 657a.10(a), MA 10(a).
    AutomatedShoe "automated-shoe"
}

words! {
    /// What finds the starting position (MA 11(a)).
    StartMethod
    /// Three dice in a shaker: §§ 659a.5(g)(1), 575.5(g)(1), 670a.5(i)(1), MA 4(a)(1).
    Dice "dice"
    /// A random number generator, 1 to 7.
    Generator "rng"
    /// A button that moves clockwise round by round.
    Button "button"
}

words! {
    /// What a layout or a sign tells players.
    Inscription
    /// The operator's name or logo.
    Logo "logo"
    /// The odds or amounts of every wager.
    PayoutOdds "payout odds"
    /// § 575.2(b)(7): the payout limit, or that one is posted.
    PayoutLimit "payout limit"
    /// All four notices of § 657a.2(b)(7).
    RulesOfPlay "rules of play"
    /// § 657a.2(b)(7)(i).
    BestFourCards "best four cards play"
    /// § 657a.2(b)(7)(ii).
    DealerQualifies "dealer qualifies with a king"
    /// § 657a.2(b)(7)(iii).
    ThreeTimesTheAnte "three times the ante with aces"
    /// § 657a.2(b)(7)(iv).
    SuperBonusReturned "super bonus returned"
}

impl Inscription {
    /// Whether it is a notice of § 657a.2(b)(7).
    pub const fn is_rule_of_play(self) -> bool {
        !matches!(self, Self::Logo | Self::PayoutOdds | Self::PayoutLimit)
    }
}

words! {
    /// A step of opening and playing that a person does, or the program in his place.
    Step
    /// The dealer inspects the deck and a floorperson verifies it.
    Inspect "inspect"
    /// The deck is spread for the first player.
    Spread "spread"
    /// The cards are washed and stacked.
    Wash "wash"
    /// The cards are shuffled.
    Shuffle "shuffle"
    /// The cards are cut.
    Cut "cut"
    /// The starting position is found.
    Roll "roll"
    /// The cards are dealt.
    Deal "deal"
    /// The stub is counted.
    CountStub "count-stub"
    /// Hands are turned up.
    Reveal "reveal"
    /// A progressive payout is validated.
    Validate "validate"
}
