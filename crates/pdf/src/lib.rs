//! Turns a Typst document into a PDF: the same bytes each time, from memory to memory.
//!
//! A crate of its own, since Typst is many times larger than everything else here: whoever wants no PDF builds without it.
//! The document sees only the files it is given, the fonts that come with Typst, and no date.

#![forbid(unsafe_code)]

use typst::diag::{FileError, FileResult, SourceDiagnostic, Warned};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt as _, World};
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

/// Why there is no PDF.
#[derive(Debug, thiserror::Error)]
#[error("the PDF cannot be made: {0}")]
pub struct PdfError(String);

/// Prints a document. `files` are those it may read, by name.
///
/// # Errors
/// If the document is not written right.
pub fn pdf(document: &str, files: &[(&str, Vec<u8>)]) -> Result<Vec<u8>, PdfError> {
    let desk = Desk::new(document, files)?;
    let Warned { output, .. } = typst::compile::<PagedDocument>(&desk);
    let pages = output.map_err(|faults| first(&faults))?;
    let options = PdfOptions { creator: Smart::Custom(Some("croupier".to_owned())), ..PdfOptions::default() };
    typst_pdf::pdf(&pages, &options).map_err(|faults| first(&faults))
}

fn first(faults: &[SourceDiagnostic]) -> PdfError {
    PdfError(faults.first().map_or(String::new(), |fault| fault.message.to_string()))
}

/// All that the document can see.
struct Desk {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    main: Source,
    files: Vec<(FileId, Bytes)>,
}

impl Desk {
    fn new(document: &str, files: &[(&str, Vec<u8>)]) -> Result<Self, PdfError> {
        let fonts: Vec<Font> = typst_assets::fonts().flat_map(|font| Font::iter(Bytes::new(font))).collect();
        let id = |name: &str| {
            let path = VirtualPath::new(name).map_err(|_| PdfError(format!("`{name}` is no file name")))?;
            Ok(FileId::new(RootedPath::new(VirtualRoot::Project, path)))
        };
        let named = files.iter().map(|(name, bytes)| Ok((id(name)?, Bytes::new(bytes.clone()))));
        Ok(Self {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            main: Source::new(id("main.typ")?, document.to_owned()),
            files: named.collect::<Result<_, PdfError>>()?,
        })
    }
}

impl World for Desk {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.main.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.main.id() { Ok(self.main.clone()) } else { Err(not_here(id)) }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let found = self.files.iter().find(|(known, _)| *known == id);
        found.map(|(_, bytes)| bytes.clone()).ok_or_else(|| not_here(id))
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

fn not_here(id: FileId) -> FileError {
    FileError::NotFound(id.vpath().get_without_slash().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_printed_the_same_twice() {
        let files = [("words.json", br#"{"said":"the house"}"#.to_vec())];
        let print = || pdf("= Hello\n#json(\"words.json\").said", &files).unwrap();
        let printed = print();
        assert!(printed.starts_with(b"%PDF"));
        assert!(printed == print());
    }

    #[test]
    fn a_document_sees_nothing_but_its_files() {
        let error = pdf("#read(\"/etc/passwd\")", &[]).unwrap_err();
        assert!(error.to_string().contains("not found"), "{error}");
        assert!(pdf("#datetime.today().display()", &[]).is_err());
    }
}
