//! The two faces of the PDF: how wide their letters are, how text is encoded, and how they are carried along.
//!
//! The faces are Foxit's, which have the widths of Helvetica. Text is in the Latin letters of WinAnsiEncoding; another
//! letter prints as a question mark.

use pdf_writer::types::FontFlags;
use pdf_writer::{Finish as _, Name, Pdf, Rect, Ref};

/// A face.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Face {
    Plain,
    Bold,
}

impl Face {
    pub(super) const ALL: [Self; 2] = [Self::Plain, Self::Bold];

    /// What pages call it.
    pub(super) const fn name(self) -> Name<'static> {
        match self {
            Self::Plain => Name(b"P"),
            Self::Bold => Name(b"B"),
        }
    }

    /// How wide a text is at a size.
    pub(super) fn width(self, text: &str, size: f32) -> f32 {
        let thousandths: u32 = encoded(text).into_iter().map(|code| u32::from(self.letter(code))).sum();
        thousandths as f32 * size / 1000.0
    }

    /// How wide a letter is, in thousandths of the size.
    fn letter(self, code: u8) -> u16 {
        let widths = match self {
            Self::Plain => &PLAIN,
            Self::Bold => &BOLD,
        };
        match code {
            32..=126 => widths[usize::from(code) - 32],
            ELLIPSIS => 1000,
            MIDDLE_DOT => 278,
            // Accented letters are about as wide as a digit, and so are the dash and the section sign.
            _ => 556,
        }
    }

    /// Carries the face along under these numbers: the font, its description, its outlines.
    pub(super) fn embed(self, pdf: &mut Pdf, [font, description, outlines]: [Ref; 3]) {
        let (name, bytes, weight, stem) = match self {
            Self::Plain => (Name(b"ChromSansOTF"), typst_assets::pdf::SANS, 400, 84.0),
            Self::Bold => (Name(b"ChromSansOTF-Bold"), typst_assets::pdf::SANS_BOLD, 700, 136.0),
        };
        pdf.type1_font(font)
            .base_font(name)
            .first_char(32)
            .last_char(255)
            .widths((32..=255).map(|code| f32::from(self.letter(code))))
            .font_descriptor(description)
            .encoding_predefined(Name(b"WinAnsiEncoding"));
        pdf.font_descriptor(description)
            .name(name)
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(-170.0, -228.0, 1003.0, 962.0))
            .italic_angle(0.0)
            .ascent(718.0)
            .descent(-207.0)
            .cap_height(718.0)
            .weight(weight)
            .stem_v(stem)
            .font_file3(outlines);
        let mut stream = pdf.stream(outlines, bytes);
        stream.pair(Name(b"Subtype"), Name(b"Type1C"));
        stream.finish();
    }
}

const ELLIPSIS: u8 = 0x85;
const MIDDLE_DOT: u8 = 0xb7;

/// Text in WinAnsiEncoding. The minus sign, which that lacks, is set as a dash of its width.
pub(super) fn encoded(text: &str) -> Vec<u8> {
    let code = |letter: char| match letter {
        ' '..='~' => letter as u8,
        '\u{a0}'..='\u{ff}' => letter as u8,
        '…' => ELLIPSIS,
        '–' | '−' => 0x96,
        '—' => 0x97,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '€' => 0x80,
        _ => b'?',
    };
    text.chars().map(code).collect()
}

/// The widths of Helvetica from the space to the tilde.
const PLAIN: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];

/// The widths of Helvetica Bold from the space to the tilde.
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_measured_by_its_letters() {
        assert!((Face::Plain.width("AV 1", 10.0) - 21.68).abs() < 1e-4);
        assert!((Face::Bold.width("~", 1000.0) - 584.0).abs() < 1e-3);
        assert_eq!(encoded("§ −1…"), [0xa7, b' ', 0x96, b'1', 0x85]);
        assert_eq!(encoded("牌"), [b'?']);
    }
}
