//! Renders snapshots: the text view, the JSON view, and the changes between two snapshots.
//!
//! Texts from the page are untrusted. They are quoted, cut to a length, and stripped of characters that end a
//! line or change the text direction, so that a page cannot forge a line of a response.

mod address;
mod budget;
mod changes;
mod delta;
mod element;
mod json;
mod paging;
mod pattern;
mod selection;
mod tables;
mod text;
mod tokens;

#[cfg(test)]
mod properties;
#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
mod tests;

pub use address::change_of_address;
pub use changes::{Extent, arrived, changes, is_of_element};
pub use delta::render_delta;
pub use element::called;
pub(crate) use element::line;
pub use paging::text_page;
pub use selection::Options;
pub use text::{Observation, render};
pub use tokens::count_tokens;
