//! From a snapshot to what is shown of it: the text view, the JSON view, and what has changed between two.
//!
//! What a page says is data here. It is quoted, cut to a length, and rid of everything that could end a line or turn
//! its direction, so that no page can write a line of a response.

mod address;
mod budget;
mod changes;
mod choosing;
mod delta;
mod element;
mod json;
mod paging;
mod pattern;
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
pub use choosing::Options;
pub use delta::render_delta;
pub use element::called;
pub(crate) use element::line;
pub use paging::text_page;
pub use text::{Observation, render};
pub use tokens::count_tokens;
