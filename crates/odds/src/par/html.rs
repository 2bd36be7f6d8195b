//! The page as one HTML file that needs nothing beside it.

use super::page::{Block, Page};
use askama::Template;

#[derive(Template)]
#[template(path = "par.html")]
struct Sheet<'a> {
    page: &'a Page,
}

/// Writes the page.
///
/// # Errors
/// Never in practice: the template is part of the program.
pub fn html(page: &Page) -> Result<String, askama::Error> {
    Sheet { page }.render()
}
