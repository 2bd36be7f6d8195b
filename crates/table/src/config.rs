//! What does not change while a table is open: its rules, pay indexes, house way and meters.

use crate::digest::Digest;
use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::law::reading_under;
use croupier_rules::procedure::Procedure;
use croupier_rules::submission::{HouseRules, MeterTerms, OfferedWager, Stake};
use croupier_rules::vocabulary::Step;
use croupier_rules::{
    Award, CardSet, Cents, Clause, EnvyIndex, Game, Holding, PayIndex, Revision, RulesChange, Setting, Shape, Wager,
    WagerKind, WagerOn, WagerSpec,
};
use serde::{Deserialize, Serialize};

/// Whether the cards are known before they are shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DealMode {
    /// Software shuffles: the order is known to the table and promised beforehand.
    Sealed,
    /// People shuffle: cards are unseen until they are revealed.
    Observed,
}

/// One wager of the table with all that settles it.
#[derive(Debug)]
pub struct TableWager {
    /// What the text says of it.
    pub spec: &'static WagerSpec,
    /// What may be staked.
    pub offered: OfferedWager,
    /// Its paytable by its ladder; none for a contest.
    pub tariff: Option<PayIndex>,
    /// What it earns in envy, by the least amount that earns it, the largest first.
    envy: Vec<(Cents, EnvyIndex)>,
    /// The places of the meters it feeds.
    pub meters: Vec<u8>,
}

impl TableWager {
    /// Whether a hand is an Envy Bonus Qualifying Hand for this wager, whatever is staked on it.
    pub fn envy_hand(&self, holding: &Holding) -> bool {
        self.envy.iter().any(|(_, envy)| envy.earned(holding).is_some())
    }

    /// The schedule by which a wager of this amount earns envy.
    pub fn envy(&self, amount: Cents) -> Option<&EnvyIndex> {
        self.envy.iter().find(|(least, _)| *least <= amount).map(|(_, envy)| envy)
    }
}

/// A meter of the table.
#[derive(Debug)]
pub struct TableMeter {
    /// The wager that feeds it.
    pub wager: WagerKind,
    /// As the submission has it.
    pub meter: MeterTerms,
}

/// What a round is played by, as its first line in the journal names it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Provenance {
    /// The program and its version.
    pub program: String,
    /// The hash of its rules' code.
    pub rules: String,
    /// The hash of the submission.
    pub submission: Digest,
    /// The readings whose alternative is chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
}

/// The fixed side of a table.
pub struct TableConfig {
    /// The rules.
    pub rules: HouseRules,
    /// The game.
    pub game: &'static dyn Game,
    /// Its procedure.
    pub procedure: &'static Procedure,
    /// Whether cards are known beforehand.
    pub mode: DealMode,
    /// The wagers offered, in the order they are settled.
    prices: Vec<TableWager>,
    by_kind: [Option<u8>; WagerKind::ALL.len()],
    meters: Vec<TableMeter>,
    dealer: Option<HouseWaySetter<'static>>,
    /// Who sets by the shipped way as it was before a change of the rules, the oldest first.
    earlier_dealers: Vec<(RulesChange, HouseWaySetter<'static>)>,
    extras: Option<&'static croupier_rules::Paytable>,
    /// Whether the dealer's hands lie as they are laid: only in round scripts.
    pub as_laid: bool,
    /// Only in these rounds; none if in all.
    pub as_laid_rounds: Vec<u64>,
    /// The revision of the rules that a new table begins with.
    pub first_revision: Revision,
    /// The latest revision that the submission is accepted by: no table adopts a later one.
    pub newest_revision: Revision,
    marks: Option<Box<Provenance>>,
}

impl std::fmt::Debug for TableConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("House").field("rules", &self.rules.name).field("mode", &self.mode).finish_non_exhaustive()
    }
}

impl TableConfig {
    /// A table by these rules.
    pub fn new(rules: HouseRules, mode: DealMode) -> Self {
        let game = rules.text.game();
        let readings = rules.choices.readings;
        let mut meters = Vec::new();
        let mut by_kind = [None; WagerKind::ALL.len()];
        let mut prices = Vec::new();
        for spec in game.wagers() {
            let Some(offered) = rules.wager(spec.kind) else { continue };
            let table = game.payouts().paytable(spec.kind, offered.letter);
            let tariff = spec.ladder.zip(table).map(|(ladder, table)| PayIndex::new(ladder, table, readings));
            let mut envy: Vec<_> = game
                .payouts()
                .envy(spec.kind, offered.letter)
                // A schedule counts where a wager of just its amount earns by it.
                .filter(|schedule| {
                    let earned = game.payouts().envy_earned(spec.kind, offered.letter, schedule.amount, readings);
                    spec.settled.envy.is_some() && earned == Some(schedule)
                })
                .filter_map(|schedule| Some((schedule.amount, EnvyIndex::new(spec.ladder?, schedule, readings))))
                .collect();
            envy.sort_by_key(|(least, _)| std::cmp::Reverse(*least));
            let first = meters.len() as u8;
            meters.extend(offered.meters.iter().map(|meter| TableMeter { wager: spec.kind, meter: meter.clone() }));
            by_kind[spec.kind as usize] = Some(prices.len() as u8);
            let own_meters = (first..meters.len() as u8).collect();
            prices.push(TableWager { spec, offered: offered.clone(), tariff, envy, meters: own_meters });
        }
        let way = rules.house_way.clone().zip(game.shape());
        let earlier_dealers =
            way.as_ref().map_or_else(Vec::new, |(way, shape)| earlier_dealers(game, &rules, way, *shape));
        let dealer = way.map(|(way, shape)| HouseWaySetter::owning(way, shape, game.ranking(&rules.choices)));
        let extras = game.payouts().paytable(WagerKind::MagicCardAndLucky, None);
        let procedure = game.procedure();
        Self {
            rules,
            game,
            procedure,
            mode,
            prices,
            by_kind,
            meters,
            dealer,
            earlier_dealers,
            extras,
            as_laid: false,
            as_laid_rounds: Vec::new(),
            first_revision: Revision::CURRENT,
            newest_revision: Revision::CURRENT,
            marks: None,
        }
    }

    /// The same table, whose rounds name what they are played by.
    #[must_use]
    pub fn marked(self, marks: Provenance) -> Self {
        Self { marks: Some(Box::new(marks)), ..self }
    }

    /// What its rounds are played by; none in a simulation, which names nothing.
    pub fn marks(&self) -> Option<&Provenance> {
        self.marks.as_deref()
    }

    /// The wagers offered, in the order they are settled.
    pub fn prices(&self) -> &[TableWager] {
        &self.prices
    }

    /// One wager, if it is offered.
    pub fn price(&self, kind: WagerKind) -> Option<&TableWager> {
        self.by_kind[kind as usize].and_then(|place| self.prices.get(usize::from(place)))
    }

    /// Whether a wager is settled by the contest with the dealer.
    pub(crate) fn contests(&self, kind: WagerKind) -> bool {
        let to_take_part = |price: &TableWager| price.spec.placed == croupier_rules::PlacedWhen::ToTakePart;
        self.price(kind).is_none_or(|price| price.spec.ladder.is_none() || to_take_part(price))
    }

    /// When in the settlement of a seat a wager has its turn.
    pub(crate) fn step(&self, wager: Wager) -> Option<u8> {
        let place = self.by_kind[wager.kind as usize]?;
        Some(place * 2 + u8::from(wager.on == WagerOn::Dealer))
    }

    /// The meters of the table.
    pub fn meters(&self) -> &[TableMeter] {
        &self.meters
    }

    /// The place of the meter a share is taken from.
    pub fn meter(&self, kind: WagerKind, name: &str) -> Option<u8> {
        let place = self.meters.iter().position(|known| known.wager == kind && known.meter.name == name);
        place.map(|place| place as u8)
    }

    /// Whether the program does a step.
    pub fn automates(&self, step: Step) -> bool {
        self.rules.automation.does(step)
    }

    /// How the house way sets these cards, and by which of its rules; cards that are not set lie as they are.
    pub fn set(&self, cards: CardSet) -> Option<(Setting, Option<u8>)> {
        self.set_at(Revision::CURRENT, cards)
    }

    /// The same by the house way as it is at a revision of the rules.
    pub(crate) fn set_at(&self, revision: Revision, cards: CardSet) -> Option<(Setting, Option<u8>)> {
        let earlier = self.earlier_dealers.iter().find(|(change, _)| !revision.includes(*change));
        match earlier.map(|(_, dealer)| dealer).or(self.dealer.as_ref()) {
            Some(dealer) if cards.len() == dealer.cards() => {
                dealer.set(cards).map(|set| (set.setting, Some(set.rule as u8)))
            }
            Some(_) => None,
            None => Some((Setting::unset(cards), None)),
        }
    }

    /// The name of a rule of the house way.
    pub fn rule_name(&self, place: u8) -> Option<&str> {
        self.dealer.as_ref()?.way().rules.get(usize::from(place)).map(|rule| rule.name.as_str())
    }

    /// The clause that a rule of the house way carries out, if the text prescribes it.
    pub(crate) fn rule_clause(&self, place: u8) -> Option<Clause> {
        self.dealer.as_ref()?.way().rules.get(usize::from(place))?.clause
    }

    /// What an extra of this row pays on a stake: Magic Card first, Lucky Bonus second.
    pub fn extra(&self, row: u8) -> Option<&'static croupier_rules::PayRow> {
        self.extras?.rows.get(usize::from(row))
    }

    /// The award of a wager's row, or of the contest itself.
    pub fn award(&self, kind: WagerKind, row: Option<u8>) -> Option<&'static Award> {
        const EVEN: &Award = &Award::To(1, 1);
        match row {
            Some(row) => self.price(kind)?.tariff.as_ref()?.row(row).map(|row| &row.award),
            // Every text pays its contests 1 to 1: §§ 659a.12(a), 575.12(a), 670a.12(a), 657a.12(a), MA 12(i).
            None => Some(EVEN),
        }
    }

    /// The row that pays these cards for a wager.
    pub fn row(&self, kind: WagerKind, cards: CardSet, holding: &Holding) -> Option<u8> {
        self.price(kind)?.tariff.as_ref()?.place(cards, holding)
    }

    /// The one amount of a wager that has one.
    pub fn fixed(&self, wager: Wager) -> Option<Cents> {
        match self.price(wager.kind)?.offered.stake {
            Stake::Fixed(amount) => Some(amount),
            Stake::Within(_) | Stake::EqualToMain => None,
        }
    }
}

/// The dealers of the shipped way's earlier versions; none where the submission has a way of its own.
fn earlier_dealers(
    game: &'static dyn Game,
    rules: &HouseRules,
    way: &HouseWay,
    shape: Shape,
) -> Vec<(RulesChange, HouseWaySetter<'static>)> {
    let read = |way: &str| reading_under([game.law()], || HouseWay::read(way, shape)).ok();
    let earlier = game.earlier_house_ways();
    if earlier.is_empty() || game.house_way().and_then(read).as_ref() != Some(way) {
        return Vec::new();
    }
    let dealer = |way| HouseWaySetter::owning(way, shape, game.ranking(&rules.choices));
    earlier.iter().filter_map(|&(change, way)| Some((change, dealer(read(way)?)))).collect()
}
