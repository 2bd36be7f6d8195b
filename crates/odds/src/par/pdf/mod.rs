//! The page as a PDF on US Letter, with its fonts and an outline, and without a date.
//!
//! Typst was tried first and makes finer pages, but brings 230 crates and nine minutes of building; a page of facts,
//! tables and bars needs none of that.

mod blocks;
mod face;
mod paper;

use super::page::ParPage;
use face::Face;
use paper::{ACCENT, BLACK, LEFT, PAPER, Paper, RIGHT, SOFT, Type, print};
use pdf_writer::{Content, Finish as _, Pdf, Rect, Ref, TextStr};

/// Where a section begins: its sheet and height.
struct Begins<'a> {
    title: &'a str,
    sheet: usize,
    y: f32,
}

/// Prints the page.
pub fn pdf(page: &ParPage) -> Vec<u8> {
    let mut paper = Paper::new();
    paper.paragraph(LEFT, RIGHT - LEFT, "PAR SHEET", Type::bold(9.0, ACCENT));
    paper.paragraph(LEFT, RIGHT - LEFT, &page.title, Type::bold(20.0, BLACK));
    paper.paragraph(LEFT, RIGHT - LEFT, &page.subtitle, Type::plain(10.0, SOFT));
    paper.y -= 6.0;
    let mut begins = Vec::new();
    for section in &page.sections {
        blocks::heading(&mut paper, section);
        begins.push(Begins { title: &section.title, sheet: paper.sheets.len() - 1, y: paper.y + 30.0 });
        section.blocks.iter().for_each(|block| blocks::block(&mut paper, block));
    }
    number(&mut paper.sheets, page);
    bind(page, paper.sheets, &begins)
}

/// Writes the foot of each sheet.
fn number(sheets: &mut [Content], page: &ParPage) {
    let letters = Type::plain(7.5, SOFT);
    let all = sheets.len();
    let foot = format!("in effect from {} · {}", page.effective, page.mark);
    for (place, sheet) in sheets.iter_mut().enumerate() {
        print(sheet, [LEFT, 36.0], &foot, letters);
        let count = format!("{} / {all}", place + 1);
        print(sheet, [RIGHT - letters.width(&count), 36.0], &count, letters);
    }
}

const CATALOGUE: Ref = Ref::new(1);
const TREE: Ref = Ref::new(2);
const ABOUT: Ref = Ref::new(3);
const OUTLINE: Ref = Ref::new(4);
/// The first number of the fonts, each of which has three.
const FONTS: i32 = 10;
/// The first number of the sheets, each of which has two.
const SHEETS: i32 = 20;

fn sheet_ref(place: usize) -> Ref {
    Ref::new(SHEETS + 2 * place as i32)
}

/// Puts the sheets together.
fn bind(page: &ParPage, sheets: Vec<Content>, begins: &[Begins<'_>]) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let mut catalogue = pdf.catalog(CATALOGUE);
    catalogue.pages(TREE).outlines(OUTLINE).lang(TextStr("en"));
    catalogue.viewer_preferences().display_doc_title(true);
    catalogue.finish();
    let title = format!("PAR sheet: {}", page.title);
    pdf.document_info(ABOUT).title(TextStr(&title)).creator(TextStr("croupier par"));
    for (place, face) in Face::ALL.into_iter().enumerate() {
        face.embed(&mut pdf, [0, 1, 2].map(|part| Ref::new(FONTS + 3 * place as i32 + part)));
    }
    let count = sheets.len();
    pdf.pages(TREE).kids((0..count).map(sheet_ref)).count(count as i32);
    for (place, sheet) in sheets.into_iter().enumerate() {
        let (id, content) = (sheet_ref(place), Ref::new(SHEETS + 2 * place as i32 + 1));
        let mut leaf = pdf.page(id);
        leaf.media_box(Rect::new(0.0, 0.0, PAPER[0], PAPER[1])).parent(TREE).contents(content);
        let mut resources = leaf.resources();
        let mut fonts = resources.fonts();
        for (place, face) in Face::ALL.into_iter().enumerate() {
            fonts.pair(face.name(), Ref::new(FONTS + 3 * place as i32));
        }
        fonts.finish();
        resources.finish();
        leaf.finish();
        pdf.stream(content, &sheet.finish());
    }
    outline(&mut pdf, begins, SHEETS + 2 * count as i32);
    pdf.finish()
}

/// Lists the sections beside the page; their numbers begin where those of the sheets end.
fn outline(pdf: &mut Pdf, begins: &[Begins<'_>], first: i32) {
    let item = |place: usize| Ref::new(first + place as i32);
    let last = begins.len().saturating_sub(1);
    pdf.outline(OUTLINE).first(item(0)).last(item(last)).count(begins.len() as i32);
    for (place, section) in begins.iter().enumerate() {
        let mut entry = pdf.outline_item(item(place));
        entry.title(TextStr(section.title)).parent(OUTLINE);
        if place > 0 {
            entry.prev(item(place - 1));
        }
        if place < last {
            entry.next(item(place + 1));
        }
        entry.dest().page(sheet_ref(section.sheet)).xyz(LEFT, section.y, None);
    }
}
