//! Streams of hands: one answer a line, in order, at a speed fit for millions of lines.
//!
//! A bad line is answered with `{"error":"…","line":N}`, the rest still follow, and the status is 1.

use crate::{CommandResult, Failure};
use croupier_rules::{CardSet, HandError};
use std::fmt;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

/// No hand is longer; what is, is a mistake, and is passed over without being kept.
const LONGEST: usize = 64 * 1024;

/// Answers each argument, or each line of standard input where there are none.
pub(crate) fn answer(
    arguments: &[String],
    mut each: impl FnMut(&[u8], &mut Vec<u8>) -> Result<(), HandError>,
) -> CommandResult {
    let mut out = BufWriter::with_capacity(256 * 1024, io::stdout().lock());
    let mut answers = Answers { number: 0, bad: false, answer: Vec::new(), out: &mut out, each: &mut each };
    if arguments.is_empty() {
        let mut input = BufReader::with_capacity(256 * 1024, io::stdin().lock());
        let mut line = Vec::new();
        while let Some(length) = next_line(&mut input, &mut line)? {
            // A byte order mark is no card; it only ever stands before the first line.
            let marked = if answers.number == 0 && line.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
            answers.line(&line[marked..], length - marked)?;
            // A program that asks and waits for the answer must get it before it asks again.
            if input.buffer().is_empty() {
                answers.out.flush()?;
            }
        }
    } else {
        for argument in arguments {
            answers.line(argument.as_bytes(), argument.len())?;
        }
    }
    let bad = answers.bad;
    out.flush()?;
    if bad { Err(Failure::BadContent) } else { Ok(()) }
}

struct Answers<'a, W, F> {
    number: u64,
    bad: bool,
    answer: Vec<u8>,
    out: &'a mut W,
    each: &'a mut F,
}

impl<W: Write, F: FnMut(&[u8], &mut Vec<u8>) -> Result<(), HandError>> Answers<'_, W, F> {
    fn line(&mut self, line: &[u8], length: usize) -> io::Result<()> {
        self.number += 1;
        self.answer.clear();
        if length > LONGEST {
            let error = format!("the line has {length} bytes; a hand has at most {LONGEST}");
            self.refuse(&error);
        } else if let Err(error) = (self.each)(line, &mut self.answer) {
            self.refuse(&error);
        }
        self.answer.push(b'\n');
        self.out.write_all(&self.answer)
    }

    fn refuse(&mut self, error: &dyn fmt::Display) {
        self.bad = true;
        self.answer.clear();
        self.answer.extend_from_slice(b"{\"error\":");
        write_string(&mut self.answer, &error.to_string());
        let _ = write!(self.answer, ",\"line\":{}}}", self.number);
    }
}

/// Reads a line without its end, keeping at most [`LONGEST`] bytes; gives its whole length, or nothing at the end.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<usize>> {
    line.clear();
    let mut length = 0;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok((length > 0).then_some(length));
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST.saturating_sub(line.len()))]);
        length += part.len();
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(length));
        }
    }
}

/// Writes `"key":` and cards as a string.
pub(crate) fn write_cards(out: &mut Vec<u8>, key: &str, cards: CardSet) {
    out.push(b'"');
    out.extend_from_slice(key.as_bytes());
    out.extend_from_slice(b"\":\"");
    let mut first = true;
    for card in cards.by_rank() {
        if !first {
            out.push(b' ');
        }
        first = false;
        out.extend_from_slice(&card.letters());
    }
    out.push(b'"');
}

/// Writes a string as JSON.
pub(crate) fn write_string(out: &mut Vec<u8>, text: &str) {
    // Writing a string to memory cannot fail.
    let _ = serde_json::to_writer(out, text);
}
