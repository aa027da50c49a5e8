//! How a report is told: as text for people and agents, as JSON for programs.

mod json;
mod text;

pub use json::to_json;
pub use text::to_text;
