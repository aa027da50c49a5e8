//! Summaries in words of a model's own: what the model is given, and whether what it answers holds.
//!
//! Nothing is sent from here. The caller sends a [`Prompt`] and gives the answer to [`accept`]; a [`Complaint`] can be sent
//! once for a better one, and after that there is [`summarize`](crate::summarize).

mod accept;
mod evidence;
mod prompt;

pub use accept::{Complaint, accept};
pub use prompt::{Passage, Passages, Prompt, prompt};
