//! Plots: bars beside their labels, small enough for a phone and sharp on paper.
//!
//! As SVG, colours stand as attributes, which any style sheet overrides, so that a page can show them light or dark.
//! Lengths are whole thousandths: a plot comes out alike on every machine.

use super::figures::{fine_log2, one_in, percent};
use super::page::signed;
use super::wager::{ResultSheet, WagerPar};
use crate::fraction::Fraction;
use std::fmt::Write as _;

/// The width of a plot; labels, bars and figures share it.
const WIDTH: i64 = 556;
/// Where bars begin.
const BARS: i64 = 256;
/// Where the longest bar ends.
const BARS_END: i64 = 446;
/// The height of a bar with the space around it.
const STEP: i64 = 22;

/// Bars one below the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plot {
    /// What it shows.
    pub caption: String,
    /// The bars.
    pub bars: Vec<PlotBar>,
    /// Where lines run down behind them, in thousandths of the longest.
    pub lines: Vec<i64>,
}

/// A bar and what stands beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlotBar {
    /// What it stands for.
    pub label: String,
    /// How much that is.
    pub figure: String,
    /// Its length in thousandths of the longest.
    pub length: i64,
    /// Whether it is the house's.
    pub house: bool,
}

/// How often each result falls, on a scale where each line is ten times as rare as the next.
pub(super) fn frequencies(sheet: &WagerPar) -> Plot {
    let often = summed(sheet, |result| {
        // Of a contest it matters what a player is up, of a hand what it is called.
        let label = if sheet.is_contest() { signed(result.net) } else { result.result.clone() };
        (label, result.probability, result.net < Fraction::ZERO)
    });
    let decade = fine_log2(10);
    let rarity = |often: Fraction| fine_log2(often.den().unsigned_abs()) - fine_log2(often.num().unsigned_abs());
    let rarest = often.iter().map(|(_, often, _)| rarity(*often)).max().unwrap_or(0);
    let decades = rarest / decade + 1;
    let whole = decades * decade;
    let bar = |(label, often, house): (String, Fraction, bool)| PlotBar {
        label,
        figure: one_in(often),
        length: (whole - rarity(often)) * 1000 / whole,
        house,
    };
    let caption = if sheet.is_contest() {
        "Frequency of each result of the player in units; each line is ten times as frequent"
    } else {
        "Frequency of each result; each line is ten times as frequent"
    };
    let lines = (0..=decades).map(|line| line * 1000 / decades).collect();
    Plot { caption: caption.to_owned(), bars: often.into_iter().map(bar).collect(), lines }
}

/// What each hand adds to the return and what is left to the house, or what each outcome adds to the player's result.
pub(super) fn returns(sheet: &WagerPar) -> Plot {
    if sheet.is_contest() {
        let parts = summed(sheet, |result| (result.result.clone(), result.net * result.probability, false));
        let parts = parts.into_iter().map(|(label, part, _)| (label, part, part < Fraction::ZERO));
        return bars("Contribution of each outcome to the player's result, per first stake", parts.collect());
    }
    let mut parts = summed(sheet, |result| (result.result.clone(), result.returns, false));
    parts.retain(|(_, part, _)| *part > Fraction::ZERO);
    let kept = Fraction::ONE - parts.iter().map(|(_, part, _)| *part).sum::<Fraction>();
    parts.push((if kept < Fraction::ZERO { "house pays" } else { "house keeps" }.to_owned(), kept, true));
    let caption = match sheet.report.progressive {
        Some(_) => "Return of each result per stake, with the meters at their seeds",
        None => "Return of each result per stake",
    };
    bars(caption, parts)
}

/// The results that fall at all, those of one label added up, in their order.
fn summed(sheet: &WagerPar, part: impl Fn(&ResultSheet) -> (String, Fraction, bool)) -> Vec<(String, Fraction, bool)> {
    let mut parts: Vec<(String, Fraction, bool)> = Vec::new();
    let mut results: Vec<_> = sheet.results.iter().filter(|result| result.count > 0).collect();
    if sheet.is_contest() {
        results.sort_by_key(|result| std::cmp::Reverse(result.net));
    }
    for (label, much, house) in results.into_iter().map(part) {
        match parts.iter_mut().find(|(known, ..)| *known == label) {
            Some((_, sum, _)) => *sum = *sum + much,
            None => parts.push((label, much, house)),
        }
    }
    parts
}

/// The edges of all wagers side by side.
pub(super) fn edges(sheets: &[WagerPar]) -> Plot {
    let house = |edge: Fraction| edge >= Fraction::ZERO;
    let edges = sheets.iter().map(|sheet| (sheet.title.clone(), sheet.long_run_edge, house(sheet.long_run_edge)));
    bars("House edge of each wager, per first stake", edges.collect())
}

fn bars(caption: &str, parts: Vec<(String, Fraction, bool)>) -> Plot {
    let size = |part: Fraction| if part < Fraction::ZERO { -part } else { part };
    let longest = parts.iter().map(|(_, part, _)| size(*part)).max().filter(|part| *part > Fraction::ZERO);
    let scale = longest.unwrap_or(Fraction::ONE);
    let bars: Vec<PlotBar> = parts
        .into_iter()
        .map(|(label, part, house)| PlotBar {
            label,
            figure: percent(part),
            length: thousandths(size(part).to_f64() / scale.to_f64()),
            house,
        })
        .collect();
    Plot { caption: caption.to_owned(), bars, lines: vec![0, 1000] }
}

/// A part of one, in thousandths; the quotient of two floats has the same bits on every machine.
fn thousandths(part: f64) -> i64 {
    (part * 1000.0).round() as i64
}

impl Plot {
    /// As a picture of its own.
    pub fn svg(&self) -> String {
        let height = STEP * self.bars.len() as i64 + 8;
        let place = |thousandths: i64| BARS + (BARS_END - BARS) * thousandths / 1000;
        let title = escape(&self.caption);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
             aria-label=\"{title}\" \
             font-family=\"Libertinus Serif\" font-size=\"13\"><title>{title}</title>"
        );
        for &line in &self.lines {
            let x = place(line);
            let _ = write!(svg, "<path class=\"line\" d=\"M{x} 2V{}\" stroke=\"#c9ced6\" fill=\"none\"/>", height - 2);
        }
        for (row, bar) in self.bars.iter().enumerate() {
            let top = STEP * row as i64 + 4;
            let (class, colour) = if bar.house { ("house", "#a4483c") } else { ("player", "#2f6f9f") };
            let end = place(bar.length.clamp(0, 1000)).max(BARS + 1);
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#22272e\">{}</text>\
                 <rect class=\"{class}\" x=\"{BARS}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{colour}\"/>\
                 <text x=\"{}\" y=\"{}\" fill=\"#22272e\">{}</text>",
                BARS - 7,
                top + 15,
                escape(&bar.label),
                top + 3,
                end - BARS,
                STEP - 7,
                BARS_END + 8,
                top + 15,
                escape(&bar.figure),
            );
        }
        svg.push_str("</svg>");
        svg
    }
}

/// Text as it stands in markup.
fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, letter| {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            letter => out.push(letter),
        }
        out
    })
}
