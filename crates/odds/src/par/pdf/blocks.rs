//! The parts of a page on paper: headings, facts, tables, notes, lists and plots.

use super::paper::{ACCENT, BAND, BLACK, HOUSE, LEFT, PLAYER, Paper, RIGHT, RULE, SOFT, Type};
use crate::par::page::{Block, Fact, ParTable, Section};
use crate::par::plot::{Plot, PlotBar};

const WIDTH: f32 = RIGHT - LEFT;
/// Lines longer than this tire the eye.
const MEASURE: f32 = 440.0;
/// Space below a block.
const GAP: f32 = 12.0;
/// Space between the columns of a table.
const GUTTER: f32 = 12.0;
/// Tables shorter than this are not divided between sheets.
const KEPT_WHOLE: f32 = 330.0;
/// Space above and below the letters of a cell.
const CELL: f32 = 2.5;

const NAME: Type = Type::plain(7.5, SOFT);
const VALUE: Type = Type::plain(9.5, BLACK);
const CAPTION: Type = Type::bold(9.0, BLACK);
const HEAD: Type = Type::bold(8.0, SOFT);
const BODY: Type = Type::plain(8.5, BLACK);
const TOTAL: Type = Type::bold(8.5, BLACK);
const NOTE: Type = Type::plain(8.5, SOFT);
const SMALL: Type = Type::plain(7.5, BLACK);

/// The heading of a section, kept with what follows: a wager, which has plots, with most of it.
pub(super) fn heading(paper: &mut Paper, section: &Section) {
    let letters = Type::bold(13.0, ACCENT);
    let plots = section.blocks.iter().any(|block| matches!(block, Block::Plots(_)));
    paper.make_room(if plots { 330.0 } else { 110.0 });
    paper.y -= 12.0;
    paper.paragraph(LEFT, WIDTH, &section.title, letters);
    paper.y -= 4.0;
    paper.fill([LEFT, paper.y], [WIDTH, 1.0], ACCENT);
    paper.y -= 8.0;
}

pub(super) fn block(paper: &mut Paper, block: &Block) {
    match block {
        Block::Facts(list) => facts(paper, list),
        Block::Table(shown) => table(paper, shown),
        Block::Note(note) => paper.paragraph(LEFT, MEASURE, note, NOTE),
        Block::List(lines) => list(paper, lines),
        Block::Plots(plots) => side_by_side(paper, plots),
    }
    paper.y -= GAP;
}

/// Three beside each other; what is too long for that has a line of its own.
fn facts(paper: &mut Paper, facts: &[Fact]) {
    const ACROSS: usize = 3;
    let width = WIDTH / ACROSS as f32;
    let row = NAME.leading() + VALUE.leading() + 5.0;
    let mut place = ACROSS;
    for fact in facts {
        let long = VALUE.width(&fact.value).max(NAME.width(&fact.name)) > width - GUTTER;
        if place == ACROSS || long {
            paper.make_room(row);
            paper.y -= row;
            place = 0;
        }
        let x = LEFT + width * place as f32;
        let y = paper.y + 5.0;
        paper.text([x, y + VALUE.leading()], &fact.name, NAME);
        if long {
            paper.y += VALUE.leading() + 3.0;
            paper.paragraph(LEFT, WIDTH, &fact.value, VALUE);
        } else {
            paper.text([x, y], &fact.value, VALUE);
        }
        place = if long { ACROSS } else { place + 1 };
    }
}

fn list(paper: &mut Paper, lines: &[String]) {
    for (place, line) in lines.iter().enumerate() {
        paper.make_room(2.0 * VALUE.leading());
        let y = paper.y - VALUE.leading() + VALUE.size * 0.25;
        paper.text_to([LEFT + 16.0, y], &format!("{}.", place + 1), VALUE);
        paper.paragraph(LEFT + 22.0, MEASURE, line, VALUE);
        paper.y -= 2.0;
    }
}

/// How wide each column is: as its cells need, words giving way where all is too much.
fn columns(shown: &ParTable) -> Vec<f32> {
    let needed = |place: usize| {
        let cells = shown.rows.iter().filter_map(|row| row.get(place)).map(|cell| BODY.width(cell));
        let total = shown.total.get(place).map_or(0.0, |cell| TOTAL.width(cell));
        // A hair more, so that what just fits is not broken by the last bit of a sum.
        cells.fold(total.max(HEAD.width(&shown.columns[place].name)), f32::max) + GUTTER + 0.1
    };
    let mut widths: Vec<f32> = (0..shown.columns.len()).map(needed).collect();
    let all: f32 = widths.iter().sum();
    if all <= WIDTH {
        // Short tables are spread a little, so that they do not look lost.
        let more = (all * 1.25).clamp(WIDTH * 0.55, WIDTH).max(all) - all;
        let each = more / widths.len() as f32;
        return widths.into_iter().map(|width| width + each).collect();
    }
    // Columns of words give way, the widest first.
    let mut words: Vec<usize> = (0..widths.len()).filter(|&place| !shown.columns[place].figures).collect();
    words.sort_by(|&one, &other| widths[one].total_cmp(&widths[other]));
    let mut left = WIDTH - (all - words.iter().map(|&place| widths[place]).sum::<f32>());
    let many = words.len();
    for (before, place) in words.into_iter().enumerate() {
        widths[place] = widths[place].min(left / (many - before) as f32).max(3.0 * GUTTER);
        left -= widths[place];
    }
    widths
}

fn table(paper: &mut Paper, shown: &ParTable) {
    let widths = columns(shown);
    let height = |cells: &[String], letters: Type| {
        let lines = cells.iter().zip(&widths).map(|(cell, width)| letters.wrap(cell, width - GUTTER).len());
        lines.max().unwrap_or(1) as f32 * letters.leading() + 2.0 * CELL
    };
    let heads: Vec<String> = shown.columns.iter().map(|column| column.name.clone()).collect();
    // A table stays on one sheet unless it is long, and then its head and some rows do.
    let rows: f32 = shown.rows.iter().map(|cells| height(cells, BODY)).sum();
    let whole = CAPTION.leading() + rows + 3.0 * height(&heads, HEAD);
    paper.make_room(if whole < KEPT_WHOLE { whole } else { 5.0 * height(&heads, HEAD) });
    paper.paragraph(LEFT, WIDTH, &shown.caption, CAPTION);
    paper.y -= 2.0;
    row(paper, shown, &widths, &heads, HEAD, height(&heads, HEAD), false);
    for (place, cells) in shown.rows.iter().enumerate() {
        let tall = height(cells, BODY);
        if paper.make_room(tall) {
            row(paper, shown, &widths, &heads, HEAD, height(&heads, HEAD), false);
        }
        row(paper, shown, &widths, cells, BODY, tall, place % 2 == 1);
    }
    if !shown.total.is_empty() {
        let tall = height(&shown.total, TOTAL);
        paper.make_room(tall);
        paper.fill([LEFT, paper.y], [widths.iter().sum(), 0.8], SOFT);
        row(paper, shown, &widths, &shown.total, TOTAL, tall, false);
    }
}

fn row(
    paper: &mut Paper,
    shown: &ParTable,
    widths: &[f32],
    cells: &[String],
    letters: Type,
    height: f32,
    banded: bool,
) {
    let across: f32 = widths.iter().sum();
    paper.y -= height;
    let foot = paper.y;
    if banded {
        paper.fill([LEFT, foot], [across, height], BAND);
    }
    let mut x = LEFT;
    for ((cell, column), width) in cells.iter().zip(&shown.columns).zip(widths) {
        let lines = letters.wrap(cell, width - GUTTER);
        for (place, line) in lines.iter().enumerate() {
            let y = foot + height - CELL - letters.leading() * (place + 1) as f32 + letters.size * 0.28;
            if column.figures {
                paper.text_to([x + width - GUTTER / 2.0, y], line, letters);
            } else {
                paper.text([x + GUTTER / 2.0, y], line, letters);
            }
        }
        x += width;
    }
    paper.fill([LEFT, foot], [across, 0.4], RULE);
}

/// From one bar to the next.
const STEP: f32 = 12.0;

fn side_by_side(paper: &mut Paper, plots: &[Plot]) {
    let tallest = plots.iter().map(|plot| plot.bars.len()).max().unwrap_or(0) as f32 * STEP;
    let captions = 2.0 * SMALL.leading();
    paper.make_room(tallest + captions + 6.0);
    let top = paper.y;
    for (place, plot) in plots.iter().enumerate() {
        let left = LEFT + (WIDTH / 2.0 + 4.0) * place as f32;
        paper.y = top;
        paper.paragraph(left, WIDTH / 2.0 - 8.0, &plot.caption, Type::bold(7.5, BLACK));
        draw(paper, plot, [left, top - captions - 4.0]);
    }
    paper.y = top - captions - 4.0 - tallest;
}

/// Labels at the left of their bars, figures at the right.
fn draw(paper: &mut Paper, plot: &Plot, [left, top]: [f32; 2]) {
    let bars = left + 132.0;
    let longest = 66.0;
    let long = |thousandths: i64| longest * thousandths.clamp(0, 1000) as f32 / 1000.0;
    let tall = STEP * plot.bars.len() as f32;
    for &line in &plot.lines {
        paper.fill([bars + long(line), top - tall], [0.4, tall], RULE);
    }
    for (place, PlotBar { label, figure, length, house }) in plot.bars.iter().enumerate() {
        let y = top - STEP * (place + 1) as f32;
        let end = long(*length).max(0.8);
        paper.text_to([bars - 5.0, y + 3.2], label, SMALL);
        paper.fill([bars, y + 2.0], [end, STEP - 4.0], if *house { HOUSE } else { PLAYER });
        paper.text([bars + longest + 6.0, y + 3.2], figure, SMALL);
    }
}
