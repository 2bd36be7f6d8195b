//! Sheets of paper that are filled from top to bottom.

use super::face::{Face, encoded};
use pdf_writer::{Content, Str};

/// US Letter, in points.
pub(super) const PAPER: [f32; 2] = [612.0, 792.0];
/// Where print begins and ends, from the left.
pub(super) const LEFT: f32 = 50.0;
pub(super) const RIGHT: f32 = PAPER[0] - LEFT;
/// Where print begins and ends, from the foot.
const TOP: f32 = PAPER[1] - 50.0;
const BOTTOM: f32 = 60.0;

/// A colour.
pub(super) type Ink = [f32; 3];
pub(super) const BLACK: Ink = [0.10, 0.12, 0.15];
pub(super) const SOFT: Ink = [0.36, 0.39, 0.43];
pub(super) const RULE: Ink = [0.80, 0.82, 0.85];
pub(super) const BAND: Ink = [0.955, 0.962, 0.97];
pub(super) const ACCENT: Ink = [0.12, 0.31, 0.45];
pub(super) const PLAYER: Ink = [0.18, 0.44, 0.62];
pub(super) const HOUSE: Ink = [0.64, 0.28, 0.24];

/// How letters look.
#[derive(Clone, Copy)]
pub(super) struct Type {
    pub(super) face: Face,
    pub(super) size: f32,
    pub(super) ink: Ink,
}

impl Type {
    pub(super) const fn plain(size: f32, ink: Ink) -> Self {
        Self { face: Face::Plain, size, ink }
    }

    pub(super) const fn bold(size: f32, ink: Ink) -> Self {
        Self { face: Face::Bold, size, ink }
    }

    pub(super) fn width(self, text: &str) -> f32 {
        self.face.width(text, self.size)
    }

    /// From one line to the next.
    pub(super) fn leading(self) -> f32 {
        self.size * 1.3
    }

    /// Breaks a text into lines at its spaces; a longer word, such as a hash, anywhere.
    pub(super) fn wrap(self, text: &str, width: f32) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in text.split_whitespace() {
            let line = lines.last_mut().expect("there is a line");
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if self.width(&longer) <= width {
                *line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(String::new());
            }
            for letter in word.chars() {
                let line = lines.last_mut().expect("there is a line");
                line.push(letter);
                if line.chars().count() > 1 && self.width(line) > width {
                    line.pop();
                    lines.push(letter.to_string());
                }
            }
        }
        lines
    }
}

/// The sheets filled so far.
pub(super) struct Paper {
    pub(super) sheets: Vec<Content>,
    /// Where the next thing goes, from the foot.
    pub(super) y: f32,
}

impl Paper {
    pub(super) fn new() -> Self {
        Self { sheets: vec![Content::new()], y: TOP }
    }

    fn sheet(&mut self) -> &mut Content {
        self.sheets.last_mut().expect("there is a sheet")
    }

    /// Takes a new sheet unless so much fits on this one; says whether it did.
    pub(super) fn make_room(&mut self, height: f32) -> bool {
        let full = self.y - height < BOTTOM;
        if full {
            self.sheets.push(Content::new());
            self.y = TOP;
        }
        full
    }

    /// Prints a line with its foot at this height.
    pub(super) fn text(&mut self, at: [f32; 2], text: &str, letters: Type) {
        print(self.sheet(), at, text, letters);
    }

    /// Prints a line that ends here.
    pub(super) fn text_to(&mut self, [right, y]: [f32; 2], text: &str, letters: Type) {
        self.text([right - letters.width(text), y], text, letters);
    }

    /// Prints lines from the present height down, breaking to the next sheet where needed.
    pub(super) fn paragraph(&mut self, left: f32, width: f32, text: &str, letters: Type) {
        for line in letters.wrap(text, width) {
            self.make_room(letters.leading());
            self.y -= letters.leading();
            let y = self.y;
            self.text([left, y + letters.size * 0.25], &line, letters);
        }
    }

    /// Fills a rectangle by its lower left corner.
    pub(super) fn fill(&mut self, [x, y]: [f32; 2], [width, height]: [f32; 2], [red, green, blue]: Ink) {
        self.sheet().set_fill_rgb(red, green, blue).rect(x, y, width, height).fill_nonzero();
    }
}

pub(super) fn print(sheet: &mut Content, [x, y]: [f32; 2], text: &str, Type { face, size, ink }: Type) {
    let [red, green, blue] = ink;
    sheet.set_fill_rgb(red, green, blue);
    sheet.begin_text().set_font(face.name(), size).next_line(x, y).show(Str(&encoded(text))).end_text();
}
