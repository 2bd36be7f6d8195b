//! Faults in the style of rustc: what is wrong, its line, and a correction.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// A fault to be shown.
pub(crate) struct DiagnosticView<'f> {
    /// Whether it refuses the file, or is only worth a look.
    pub(crate) refuses: bool,
    /// Its code, if it has one.
    pub(crate) code: Option<&'f str>,
    /// What is wrong.
    pub(crate) message: &'f str,
    /// Where it stands: the file's path and text, the bytes, and what is written under them.
    pub(crate) place: Option<(&'f str, &'f str, Range<usize>, &'f str)>,
    /// What would be right.
    pub(crate) help: Option<&'f str>,
}

impl DiagnosticView<'_> {
    /// As it is printed.
    pub(crate) fn render(self, renderer: &Renderer) -> String {
        let level = if self.refuses { Level::ERROR } else { Level::WARNING };
        let mut title = level.primary_title(self.message);
        if let Some(code) = self.code {
            title = title.id(code);
        }
        let mut group = Group::with_title(title);
        if let Some((path, text, span, label)) = self.place {
            let annotation = AnnotationKind::Primary.span(span).label(label);
            group = group.element(Snippet::source(text).path(path).annotation(annotation));
        }
        if let Some(help) = self.help {
            group = group.element(Level::HELP.message(help));
        }
        renderer.render(&[group])
    }
}
