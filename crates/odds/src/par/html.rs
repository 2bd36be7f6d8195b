//! The page as one HTML file that needs nothing beside it.

use super::page::{Block, ParPage};
use askama::Template;

#[derive(Template)]
#[template(path = "par.html")]
struct Sheet<'a> {
    page: &'a ParPage,
}

/// Writes the page.
///
/// # Errors
/// Never in practice: the template is part of the program.
pub fn html(page: &ParPage) -> Result<String, askama::Error> {
    Sheet { page }.render()
}
