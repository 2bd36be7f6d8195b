//! One rule, five numbers: where each text says what the check looks for.
//!
//! A dash means that the text has no such clause. The rows are in the order of [`Text::ALL`]: 659a, Massachusetts, 575,
//! 670a, 657a.

use super::house_rules::{DealMethod, Inscription, StartMethod};
use crate::clause::{Clause, clause};
use crate::text::Text;
use crate::wager::WagerKind;

/// A rule that a submission is checked against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    SixPositions,
    AlwaysSix,
    AdjacentAreas,
    Logo,
    PayoutOdds,
    PayoutLimitShown,
    WagersOffered,
    OneDeck,
    TwoDecks,
    BackColours,
    Reshuffler,
    Preinspected,
    HandNeedsDevice,
    StartMethods,
    NoStart,
    HouseWay,
    Options,
    PayoutLimit,
    Linked,
    Inspection,
    Recut,
    NoCutAfterDevice,
    SeatCompletes,
    Chapter,
    MarkStart,
    Chips,
}

const NONE: &str = "-";

impl Rule {
    const fn citations(self) -> [&'static str; 5] {
        match self {
            Self::SixPositions => ["659a.2(a)", "MA 11(b)(2)", "575.2(a)", "670a.2(a)", "657a.2(a)"],
            // the generator's numbers 1 to 7 are the dealer and six positions.
            Self::AlwaysSix => ["659a.5(g)(2)", "MA 4(a)(2)", "575.5(g)(2)", "670a.5(i)(2)", NONE],
            Self::AdjacentAreas => ["659a.7(f)", "MA 13(a)", "575.7(f)", "670a.7(f)", "657a.7(e)"],
            Self::Logo => ["659a.2(b)(1)", NONE, "575.2(b)(1)", "670a.2(b)(1)", "657a.2(b)(1)"],
            Self::PayoutOdds => ["659a.2(b)(8)", NONE, "575.2(b)(6)", "670a.2(b)(9)", "657a.2(b)(6)"],
            Self::PayoutLimitShown => [NONE, NONE, "575.2(b)(7)", NONE, NONE],
            Self::WagersOffered => ["659a.7(e)", "MA 7(a)", "575.7(e)", "670a.7(e)", "657a.7(d)"],
            Self::OneDeck => ["659a.3(a)", "MA 2(a)", "575.3(a)", "670a.3(a)", "657a.3(a)"],
            Self::TwoDecks => ["659a.3(b)", "MA 2(b)", "575.3(b)", "670a.3(b)", "657a.3(b)"],
            Self::BackColours => ["659a.3(b)(1)", "MA 2(b)(2)", "575.3(b)(1)", "670a.3(b)(1)", "657a.3(b)(1)"],
            Self::Reshuffler => ["659a.5(f)", "MA 6(a)", "575.5(f)", "670a.5(h)", "657a.5(g)"],
            Self::Preinspected => ["659a.4(e)", "MA 5(a)", "575.4(e)", "670a.4(e)", "657a.4(e)"],
            Self::HandNeedsDevice => ["659a.9(a)(1)", NONE, "575.9(a)(1)", "670a.9(a)(1)", "657a.9(a)(1)"],
            Self::StartMethods => ["659a.5(g)", "MA 4(a)", "575.5(g)", "670a.5(i)", NONE],
            Self::NoStart => [NONE, NONE, NONE, NONE, "657a.8(d)"],
            Self::HouseWay => ["659a.11(c)", "MA 12(d)", "575.11(c)", "670a.11(d)", "657a.11(c)"],
            Self::Options => ["659a.6(b)", "MA 3(d)", "575.6(b)(3)", "670a.6(b)", "657a.6(b)"],
            Self::PayoutLimit => ["659a.12(a)", "MA 12(i)", "575.12(c)", "670a.12(a)", "657a.12(a)"],
            Self::Linked => ["659a.2(d)", NONE, NONE, "670a.2(c)", "657a.2(c)"],
            Self::Inspection => ["659a.4(a)", "MA 5(b)", "575.4(a)", "670a.4(a)", "657a.4(a)"],
            Self::Recut => ["659a.5(d)", "MA 6(d)", "575.5(d)", "670a.5(f)", "657a.5(e)"],
            Self::NoCutAfterDevice => ["659a.5(b)(1)", "MA 6(b)(1)", "575.5(b)(1)", "670a.5(b)(1)", "657a.5(c)(1)"],
            Self::SeatCompletes => ["659a.11(b)", "MA 12(a)", "575.11(b)", "670a.11(b)", "657a.11(b)"],
            Self::Chapter => ["659a", NONE, "575", "670a", "657a"],
            Self::Chips => ["659a.7(a)", "MA 7(a)", "575.7(a)", "670a.7(a)", "657a.7(a)"],
            Self::MarkStart => ["659a.5(h)", "MA 11(e)", "575.5(h)", "670a.5(j)", NONE],
        }
    }

    /// Where this text says so.
    pub(super) fn clause(self, text: Text) -> Option<Clause> {
        pick(self.citations(), text)
    }
}

fn pick([pa_659a, ma, pa_575, pa_670a, pa_657a]: [&'static str; 5], text: Text) -> Option<Clause> {
    let citation = match text {
        Text::Pa659a => pa_659a,
        Text::MaAsia => ma,
        Text::Pa575 => pa_575,
        Text::Pa670a => pa_670a,
        Text::Pa657a => pa_657a,
    };
    (citation != NONE).then(|| clause(citation))
}

/// Where a text asks for a wager's place on the layout.
pub(super) fn betting_area(kind: WagerKind, text: Text) -> Option<Clause> {
    let citations = match kind {
        WagerKind::Main => ["659a.2(b)(2)", NONE, "575.2(b)(2)", "670a.2(b)(2)", "657a.2(b)(2)"],
        WagerKind::DoubleDown => [NONE, NONE, NONE, "670a.2(b)(5)", NONE],
        WagerKind::FortuneBonus => ["659a.2(b)(5)", NONE, NONE, "670a.2(b)(6)", NONE],
        WagerKind::Insurance => ["659a.2(b)(6)", NONE, NONE, "670a.2(b)(7)", NONE],
        WagerKind::Progressive => ["659a.2(b)(7)", NONE, NONE, "670a.2(b)(8)", NONE],
        WagerKind::Bonus => [NONE, NONE, "575.2(b)(5)", NONE, NONE],
        WagerKind::SuperBonus | WagerKind::QueensUp | WagerKind::Play => [NONE, NONE, NONE, NONE, "657a.2(b)(2)"],
        WagerKind::FourCardProgressive | WagerKind::FiveCardProgressive => [NONE, NONE, NONE, NONE, "657a.2(b)(3)"],
        WagerKind::SixCardBonus => [NONE, NONE, NONE, NONE, "657a.2(b)(5)(i)"],
        // § 657a.2(b)(4) gives it a device in place of an area on the layout.
        WagerKind::FiveCardHandBonus | WagerKind::MagicCardAndLucky => [NONE; 5],
    };
    pick(citations, text)
}

/// Where a text has the stub counted, for one way of dealing.
pub(super) fn stub_count(method: DealMethod, text: Text) -> Clause {
    let citations = match method {
        DealMethod::ManualShoe => ["659a.8(d)", "MA 8(d)", "575.8(d)", "670a.8(e)", "657a.8(f)"],
        DealMethod::Hand => ["659a.9(c)", "MA 9(d)", "575.9(c)", "670a.9(d)", "657a.9(d)"],
        DealMethod::AutomatedShoe => ["659a.10(c)", "MA 10(e)", "575.10(c)", "670a.10(d)", "657a.10(d)"],
    };
    pick(citations, text).expect("every text counts the stub")
}

/// Where § 657a says whom the first card goes to, which leaves no start to find.
pub(super) const fn first_card_657a(method: DealMethod) -> Clause {
    clause(match method {
        DealMethod::ManualShoe => "657a.8(d)",
        DealMethod::Hand => "657a.9(b)",
        DealMethod::AutomatedShoe => "657a.10(b)",
    })
}

/// Where a text asks for approval of the thing that finds the start; dice need none of their own.
pub(super) fn start_approval(method: StartMethod, text: Text) -> Option<Clause> {
    pick(
        match method {
            StartMethod::Dice => [NONE; 5],
            StartMethod::Generator => ["659a.2(c)(2)", "MA 11(c)", "575.2(c)(2)", "670a.2(d)(2)", NONE],
            StartMethod::Button => [NONE, "MA 11(d)", "575.2(c)(3)", NONE, NONE],
        },
        text,
    )
}

/// Where a text asks for an inscription on the layout, or else a sign.
pub(super) fn inscription(what: Inscription, text: Text) -> Option<Clause> {
    match what {
        Inscription::Logo => Rule::Logo.clause(text),
        Inscription::PayoutOdds => Rule::PayoutOdds.clause(text),
        Inscription::PayoutLimit => Rule::PayoutLimitShown.clause(text),
        Inscription::BestFourCards => pick([NONE, NONE, NONE, NONE, "657a.2(b)(7)(i)"], text),
        Inscription::DealerQualifies => pick([NONE, NONE, NONE, NONE, "657a.2(b)(7)(ii)"], text),
        Inscription::ThreeTimesTheAnte => pick([NONE, NONE, NONE, NONE, "657a.2(b)(7)(iii)"], text),
        Inscription::SuperBonusReturned => pick([NONE, NONE, NONE, NONE, "657a.2(b)(7)(iv)"], text),
        Inscription::RulesOfPlay => pick([NONE, NONE, NONE, NONE, "657a.2(b)(8)"], text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::resolves;

    #[test]
    fn every_citation_of_the_concordance_resolves_in_its_text() {
        use Rule::*;
        let rules = [
            SixPositions,
            AlwaysSix,
            AdjacentAreas,
            Logo,
            PayoutOdds,
            PayoutLimitShown,
            WagersOffered,
            OneDeck,
            TwoDecks,
            BackColours,
            Reshuffler,
            Preinspected,
            HandNeedsDevice,
            StartMethods,
            NoStart,
            HouseWay,
            Options,
            PayoutLimit,
            Linked,
            Inspection,
            Recut,
            NoCutAfterDevice,
            SeatCompletes,
            Chapter,
            MarkStart,
            Chips,
        ];
        for text in Text::ALL {
            let areas = WagerKind::ALL.into_iter().map(|kind| betting_area(kind, text));
            let stubs = DealMethod::ALL.iter().map(|&(_, method)| Some(stub_count(method, text)));
            let starts = StartMethod::ALL.iter().map(|&(_, method)| start_approval(method, text));
            let shown = Inscription::ALL.iter().map(|&(_, what)| inscription(what, text));
            let cited = rules.iter().map(|rule| rule.clause(text)).chain(areas).chain(stubs).chain(starts).chain(shown);
            for clause in cited.flatten() {
                assert!(resolves(clause.citation()), "{clause}");
                let prefix = text.citation_prefix().trim_end_matches('.');
                assert!(clause.citation().starts_with(prefix), "{clause} is not of {text}");
            }
        }
    }
}
