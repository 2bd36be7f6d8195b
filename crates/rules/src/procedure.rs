//! How a text runs its table: what is done at each step, and the clause that says so.
//!
//! Nearly all the five texts differ in is *which clause*, *how many* and *in what order*; so a game states its
//! procedure as one constant, and the driver in `table` reads it without ever asking which game it plays. Who lays two
//! of these constants side by side has read the difference of two chapters. Sections .3-.5, .7-.11 and .13 of the
//! Pennsylvania chapters, 2 and 4-14 of the Massachusetts rules.

use crate::clause::Clause;
use crate::money::Cents;
use crate::reading::{ReadingId, Readings};
use crate::vocabulary::{DealMethod, Inscription};
use crate::wager::WagerKind;

/// All a text says about running a table.
#[derive(Debug)]
pub struct Procedure {
    /// Sections .3, .4 and .5: decks, opening, shuffle and cut.
    pub cards: CardHandling,
    /// How the start of the deal is found; none where the deal always begins at the dealer's left (§ 657a.8(d)).
    pub start: Option<StartProcedure>,
    /// Section .7: who wagers, and until when.
    pub wagering: WageringProcedure,
    /// Sections .8, .9 and .10 (MA 8, 9, 10): manual shoe, hand, automated shoe.
    pub dealing: [DealProcedure; 3],
    /// Section .11(a)-(d): what players do with their cards.
    pub playing: PlayProcedure,
    /// Section .11 from the dealer's hand on.
    pub settling: SettlementProcedure,
    /// Section .13 (MA 14).
    pub irregularities: IrregularityClauses,
    /// What a rules submission must state, and may choose.
    pub requirements: SubmissionRequirements,
}

impl Procedure {
    /// What the text says about one way of dealing.
    pub const fn dealing(&self, method: DealMethod) -> &DealProcedure {
        &self.dealing[match method {
            DealMethod::ManualShoe => 0,
            DealMethod::Hand => 1,
            DealMethod::AutomatedShoe => 2,
        }]
    }
}

/// Decks, from their arrival to the cut.
#[derive(Debug)]
pub struct CardHandling {
    /// The dealer inspects a received deck.
    pub inspect: Clause,
    /// The floorperson verifies the inspection.
    pub verify: Clause,
    /// The second joker is torn; none where no joker is used.
    pub tear_joker: Option<Clause>,
    /// The cards are spread face up for the first player.
    pub spread: Clause,
    /// They are washed and stacked once he has looked.
    pub wash: Clause,
    /// With two decks each goes through the opening by itself.
    pub each_deck: Clause,
    /// Decks that come inspected and shuffled skip the opening.
    pub preinspected: Clause,
    /// The cards are shuffled before play and after each round.
    pub shuffle: Clause,
    /// A floorperson may direct a shuffle; none where the text gives him no such power.
    pub shuffle_ordered: Option<Clause>,
    /// After a device's shuffle the cards are dealt without a cut.
    pub no_cut: Clause,
    /// After a shuffle by hand, or before play with preshuffled cards, they are cut.
    pub must_cut: Clause,
    /// How deep, and by whom.
    pub cut: Cut,
    /// A floorperson may require a recut before any card is dealt.
    pub recut: Clause,
    /// A device that reshuffles by itself lifts the rules of cut, recut and idle table; none where the text knows none.
    pub reshuffler: Option<Clause>,
    /// What is done with the cards when nobody plays.
    pub idle: IdleTable,
    /// A device that counts and finds a wrong number takes the deck off the table.
    pub device_miscount: Option<Clause>,
    /// A second deck is allowed only with a shuffling device.
    pub two_decks: Clause,
    /// One deck is shuffled in the device while the other plays.
    pub other_deck_shuffles: Clause,
    /// Two decks take turns.
    pub decks_alternate: Clause,
    /// Only one deck's cards lie in the discard rack.
    pub one_deck_in_rack: Clause,
    /// How long a deck may serve; none in Massachusetts.
    pub hours: Option<DeckHours>,
}

/// How long a deck may serve.
#[derive(Clone, Copy, Debug)]
pub struct DeckHours {
    /// Dealt by hand.
    pub hand: (u8, Clause),
    /// Dealt from a shoe.
    pub shoe: (u8, Clause),
}

impl DeckHours {
    /// For one way of dealing.
    pub const fn of(self, method: DealMethod) -> (u8, Clause) {
        match method {
            DealMethod::Hand => self.hand,
            DealMethod::ManualShoe | DealMethod::AutomatedShoe => self.shoe,
        }
    }
}

/// The cut.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The fewest cards the cut takes.
    pub least: u8,
    /// Whether they are also counted from the bottom (§ 670a.5(e)).
    pub from_bottom_too: bool,
    /// Where the text says so.
    pub clause: Clause,
    /// Who cuts.
    pub by: CutBy,
}

/// Who cuts the cards.
#[derive(Clone, Copy, Debug)]
pub enum CutBy {
    /// The dealer.
    Dealer,
    /// A player, offered the cut in order, and the dealer if all decline.
    Players {
        /// The offer.
        offered: Clause,
        /// When the game begins, the first player to arrive.
        first: Clause,
        /// Then from the dealer's right, counterclockwise.
        rotation: Clause,
    },
}

/// An open table where nobody plays.
#[derive(Clone, Copy, Debug)]
pub struct IdleTable {
    /// The cards are spread on the table.
    pub spread: Clause,
    /// Whether cards lying face down are turned face up when a player comes (MA 6(e)).
    pub turned_up_for_player: bool,
    /// They are washed, stacked and shuffled for the first player.
    pub washed: Clause,
    /// With a shuffling device the spread deck goes in and the stored one comes out (§ 670a.5(g)(2)).
    pub stored_deck: Option<Clause>,
}

/// How the starting position is found.
#[derive(Debug)]
pub struct StartProcedure {
    /// Three dice are in the shaker, and stay there.
    pub housed: Clause,
    /// How long dice may stay on the table.
    pub dice_hours: (u8, Clause),
    /// The least number of shakes before the dice are uncovered.
    pub shakes: (u8, Clause),
    /// The dice are totalled and the total announced.
    pub total: Clause,
    /// The count, with the dealer as one.
    pub count: Clause,
    /// The shaker is covered and shaken once after the deal.
    pub shaken_after: Clause,
    /// A number from 1 to 7 is drawn.
    pub generator: Clause,
    /// A button moves clockwise; none where the text has none.
    pub button: Option<Clause>,
    /// The position may be marked.
    pub mark: Clause,
}

/// Who wagers, and until when.
#[derive(Debug)]
pub struct WageringProcedure {
    /// Chips on the felt; no spoken wagers with cash.
    pub chips: Clause,
    /// Only seated players, who stay for the round.
    pub seated: Clause,
    /// What becomes of the wagers of a player who leaves.
    pub leaving: DepartureRule,
    /// Nothing is made, increased or withdrawn after "no more bets".
    pub closed: Clause,
    /// The wager by which a player takes part.
    pub to_take_part: Clause,
    /// Where optional wagers are offered beside it.
    pub beside: Clause,
    /// How many betting areas one player may have, and that they adjoin.
    pub adjacent: Clause,
    /// In which order two hands of one player are set; none where they are not set.
    pub larger_first: Option<Clause>,
    /// Match play coupons; none where the text does not know them.
    pub match_play: Option<Clause>,
    /// The tip box; none where the text does not speak of one.
    pub tip_box: Option<Clause>,
}

/// What becomes of the wagers of a player who leaves during the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DepartureRule {
    /// They may be treated as losing wagers.
    Loses,
    /// The hand is completed by the house way.
    HouseWay,
}

/// One way of dealing.
#[derive(Debug)]
pub struct DealProcedure {
    /// The cards are put in the shoe or the hand.
    pub loaded: Clause,
    /// "No more bets" is announced before the first card or stack.
    pub no_more_bets: Clause,
    /// Qualifying Wagers get an Envy lammer.
    pub lammers: Option<Clause>,
    /// The progressive system is locked and its count compared with the chips.
    pub lock_out: Option<Clause>,
    /// When the start is found.
    pub start: StartTiming,
    /// Where the start is found.
    pub start_clause: Option<Clause>,
    /// How the cards go out.
    pub pattern: DealPattern,
    /// Who is dealt to.
    pub recipients: Recipients,
    /// Where the text says both.
    pub deal: Clause,
    /// A card that all share.
    pub shared: Option<SharedCard>,
    /// What must be left, and how often that is counted.
    pub stub: Stub,
    /// Cards at positions without a wager are collected; none where no cards are dealt there.
    pub unwagered: Option<Clause>,
}

/// When the starting position is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartTiming {
    /// Never: the deal begins at the dealer's left.
    Never,
    /// After "no more bets" and before the first card.
    BeforeDealing,
    /// After the stacks are dealt and the stub is counted, before they are delivered (MA 9(e)).
    BeforeDelivery,
}

/// How the cards go out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealPattern {
    /// One card at a time, round and round.
    Singly,
    /// Whole stacks, one to each place in turn.
    Stacks,
    /// Seven stacks laid left to right, then right to left, turn about, and delivered afterwards (MA 9(c)).
    BackAndForth,
}

/// Who is dealt to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recipients {
    /// Every position, wagered or not, and the dealer.
    AllPositions,
    /// The players who wagered, and the dealer.
    WageringPlayers,
}

/// The card that all share: § 657a.2(b)(5)(ii).
#[derive(Clone, Copy, Debug)]
pub struct SharedCard {
    /// Whether it comes before all others, or from the top of a further stack after them.
    pub comes: SharedCardTiming,
    /// Where the text says so.
    pub clause: Clause,
}

/// When the shared card is dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SharedCardTiming {
    /// Before any other card (§§ 657a.8(d), 657a.9(b)).
    First,
    /// From the top of the next stack, the rest of which is racked (§ 657a.10(b)).
    FromNextStack,
}

/// The cards left over.
#[derive(Clone, Copy, Debug)]
pub struct Stub {
    /// Whether it is counted in every round, or only so often as the submission says (§ 657a.8(f)).
    pub counted: StubCountRule,
    /// The count.
    pub clause: Clause,
    /// The right number goes unseen to the rack.
    pub right: Clause,
    /// Any other number: misdealt, or the deck is removed.
    pub wrong: Clause,
}

/// How often the stub is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StubCountRule {
    /// In every round.
    EveryRound,
    /// At least once in so many rounds, as the submission says, or never where the device counts.
    AtLeastEvery(u8),
}

/// What players do with their cards.
#[derive(Debug)]
pub struct PlayProcedure {
    /// Players look at their cards once the deal is complete.
    pub look: Clause,
    /// Each is responsible for his own cards; nobody else but the dealer touches them; house-way help on request.
    pub own_cards: Clause,
    /// The cards stay in the dealer's view.
    pub in_view: Clause,
    /// Hands once set are not touched again; none where hands are not set.
    pub set_once: Option<Clause>,
    /// A player may give up the main wager.
    pub surrender: Option<Surrender>,
    /// A player may double the main wager after seeing the cards.
    pub double_down: Option<Clause>,
    /// A player stays in with a further wager or folds.
    pub play_or_fold: Option<PlayOrFoldRule>,
}

/// Giving up the main wager.
#[derive(Clone, Copy, Debug)]
pub struct Surrender {
    /// When the window opens; it closes at the seat's own reveal.
    pub opens: SurrenderTiming,
    /// Whether an optional wager on the same area bars it.
    pub barred_by_optional_wager: bool,
    /// Where the text allows it.
    pub clause: Clause,
    /// The wager is collected at once.
    pub collected: Clause,
    /// The cards are counted face down before they are racked.
    pub counted: Clause,
    /// Whether the cards stay and are shown in turn while another player's Qualifying Wager stands.
    pub stays_for_envy: bool,
}

/// When surrender opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SurrenderTiming {
    /// As soon as the cards are dealt.
    WhenDealt,
    /// When the dealer's hands are set.
    WhenDealerSets,
}

/// § 657a.11(b): the further wager by which a player stays in.
#[derive(Clone, Copy, Debug)]
pub struct PlayOrFoldRule {
    /// Players are asked clockwise from the dealer's left.
    pub clause: Clause,
    /// The most it may be with a hand that allows more, in times of the main wager.
    pub most: i64,
    /// What is forfeited with the fold.
    pub forfeited: Clause,
    /// The folded wagers and cards are collected after all have answered.
    pub collected: Clause,
}

/// From the dealer's hand to the rack.
#[derive(Debug)]
pub struct SettlementProcedure {
    /// The dealer's cards are turned and set.
    pub dealer: Clause,
    /// Hands are revealed from the dealer's right, counterclockwise.
    pub reveal: Clause,
    /// Wagers are settled wager by wager before the cards are racked.
    pub racked: Clause,
    /// Cards are racked so that hands can be reconstructed.
    pub reconstruct: Clause,
    /// The most that one betting area can be paid; only § 575.12(c).
    pub payout_limit: Option<Clause>,
}

/// Section .13: the clause for each irregularity. Where a text is silent, the section itself is cited for "no effect".
#[derive(Debug)]
pub struct IrregularityClauses {
    /// The section as a whole.
    pub section: Clause,
    /// Dice that do not lie flat; none where no dice are used.
    pub dice_not_flat: Option<Clause>,
    /// Dice that fall out of the shaker.
    pub die_fell_out: Option<Clause>,
    /// The first card went to a wrong position.
    pub wrong_start: Option<Clause>,
    /// A player's card was exposed: he may void his hand.
    pub player_exposed: Option<Clause>,
    /// A dealer's card was exposed before it should be.
    pub dealer_exposed: Clause,
    /// Whether that rule ends when all players have acted (§ 657a.13(d), R-11) and not when the cards are turned.
    pub dealer_exposed_only_before_all_acted: bool,
    /// The same while the cards are being dealt, where the text says it twice (§ 659a.13(j)).
    pub dealer_exposed_in_deal: Option<Clause>,
    /// Any card exposed while stacks are dealt, for the one method the text names.
    pub exposed_in_deal: Option<(DealMethod, Clause)>,
    /// A card found face up in the shoe or the deck.
    pub face_up: Clause,
    /// A card drawn in error and not exposed.
    pub drawn_in_error: Clause,
    /// A player or the dealer has a wrong number of cards.
    pub wrong_count: Clause,
    /// A position without a wager has; none where none is dealt to.
    pub wrong_count_unwagered: Option<Clause>,
    /// Seven stacks not laid back and forth (MA 14(k)).
    pub stacks_out_of_order: Option<Clause>,
    /// The dealer set his hands otherwise than he must.
    pub set_wrongly: Option<Clause>,
    /// A shuffling device jams or stops.
    pub shuffler_fails: Clause,
    /// An automated shoe jams or stops.
    pub shoe_fails: Clause,
    /// A device that cannot be used.
    pub out_of_order: Clause,
    /// Whether such a device is covered or gets an out-of-order sign, or is removed from the table.
    pub out_of_order_means: OutOfOrderProcedure,
}

/// What is done about a device that cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OutOfOrderProcedure {
    /// It is covered or gets a sign.
    CoveredOrSigned,
    /// It is removed from the table (MA 14(n)).
    Removed,
}

/// What a text asks of a rules submission, beyond what its table is run by.
#[derive(Debug)]
pub struct SubmissionRequirements {
    /// Who submits: `certificate holder`, `gaming licensee`.
    pub operator: &'static str,
    /// The submission to start from: every key with a line of explanation and its clause.
    pub template: &'static str,
    /// The submission of a table that a program runs with play chips, which a house opens at its first start; none if
    /// the game brings none.
    pub electronic: Option<&'static str>,
    /// The text as a whole; none where it is not numbered.
    pub chapter: Option<Clause>,
    /// Six betting positions at most.
    pub positions: Clause,
    /// Whether the submission must state how many adjacent areas a player may have; two at most where it need not.
    pub states_adjacent: bool,
    /// Where wagers are offered.
    pub wagers: Clause,
    /// The wagers that have an area on the layout.
    pub areas: &'static [(WagerKind, Clause)],
    /// The places for cards that the layout has beside the areas, each with the wager that wants it.
    pub places: &'static [CardPlace],
    /// What the layout, or else a sign, must say.
    pub inscriptions: &'static [(Inscription, Clause)],
    /// The backs of two decks are of two colours.
    pub back_colours: Clause,
    /// Whether a device that reshuffles by itself must count the cards.
    pub reshuffler_counts: bool,
    /// The hand is dealt from only with a shuffling device; none where any shuffle will do.
    pub hand_needs_device: Option<Clause>,
    /// An automated shoe is approved beforehand; none where it need not be.
    pub shoe_approved: Option<Clause>,
    /// How the start may be found; none where there is none to find.
    pub start: Option<StartRequirement>,
    /// The hands of its paytables that one deck deals to one area at a time: what a payout limit leaves room for
    ///
    pub dealt_once: &'static [&'static str],
    /// Who says how the dealer's hands are set, or else how the dealer's cards are turned.
    pub house_way: Clause,
    /// The way the program ships; none where no hands are set.
    pub shipped_way: Option<BuiltInHouseWay>,
    /// The order of hands, which fixes what no option leaves open.
    pub ranking: Clause,
    /// The options of the text by name; the first may include the others.
    pub options: &'static [(&'static str, Clause)],
    /// The progressive system; none where the text has none.
    pub progressive: Option<Clause>,
    /// Whether the text speaks of progressives linked among tables.
    pub names_links: bool,
    /// From what amount a Fortune Bonus Wager earns envy; none where none does.
    pub qualifying: Option<EnvyThreshold>,
}

impl SubmissionRequirements {
    /// Where the text gives a wager its area on the layout.
    pub fn area(&self, kind: WagerKind) -> Option<Clause> {
        self.areas.iter().find(|(known, _)| *known == kind).map(|(_, clause)| *clause)
    }

    /// Where the text asks for an inscription.
    pub fn inscription(&self, what: Inscription) -> Option<Clause> {
        self.inscriptions.iter().find(|(known, _)| *known == what).map(|(_, clause)| *clause)
    }

    /// Where the text gives an option.
    pub fn option(&self, name: &str) -> Option<Clause> {
        self.options.iter().find(|(known, _)| *known == name).map(|(_, clause)| *clause)
    }
}

/// A place on the layout for a card that several players share.
#[derive(Clone, Copy, Debug)]
pub struct CardPlace {
    /// The word for it in a submission's `areas`.
    pub name: &'static str,
    /// The wager that reads the card.
    pub with: WagerKind,
    /// Where the text asks for it.
    pub clause: Clause,
}

/// What a submission says of the starting position.
#[derive(Clone, Copy, Debug)]
pub struct StartRequirement {
    /// the numbers 1 to 7 are the dealer and six positions, so there are six at every table.
    pub six: Clause,
    /// The ways there are.
    pub methods: Clause,
    /// The shaker is approved; none where the text asks for no approval.
    pub shaker_approved: Option<Clause>,
    /// Where the text speaks of dice and shaker.
    pub shaker: Clause,
    /// A generator is approved beforehand.
    pub generator_approved: Clause,
    /// A button; none where the text has none.
    pub button: Option<ButtonRequirement>,
}

/// A button that marks the start.
#[derive(Clone, Copy, Debug)]
pub struct ButtonRequirement {
    /// Only with a shuffling device and an automated shoe.
    pub with_shoe: Clause,
    /// It is approved beforehand.
    pub approved: Clause,
}

/// A house way that the program ships.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltInHouseWay {
    /// The name a submission uses it by.
    pub name: &'static str,
    /// Whether the text itself prescribes it and leaves no other.
    pub prescribed: bool,
}

/// From what amount a wager earns envy.
#[derive(Clone, Copy, Debug)]
pub struct EnvyThreshold {
    /// The amount.
    pub least: Cents,
    /// Where the text says so.
    pub clause: Clause,
    /// The same in the alternative of a reading.
    pub alternative: Option<(ReadingId, Cents, Clause)>,
}

impl EnvyThreshold {
    /// The amount and its clause under these readings.
    pub fn by(&self, readings: Readings) -> (Cents, Clause) {
        match self.alternative {
            Some((id, least, clause)) if readings.alternative(id) => (least, clause),
            _ => (self.least, self.clause),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::regulation::Regulation;

    /// A clause shows as its citation, so what a procedure shows has them all.
    #[test]
    fn a_procedure_cites_no_text_but_its_own() {
        for text in Regulation::ALL {
            let shown = format!("{:?}", text.procedure());
            assert!(shown.contains(text.citation_prefix()), "{text}");
            for other in Regulation::ALL.into_iter().filter(|other| *other != text) {
                let sign = if other.numbers_its_chapter() { "§ " } else { "" };
                let cited = format!("{sign}{}", other.citation_prefix());
                assert!(!shown.contains(&cited), "{text} is run by {cited}");
            }
        }
    }
}
