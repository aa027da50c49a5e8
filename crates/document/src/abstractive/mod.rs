//! Abstractive summaries: the prompt for a model, and the validation of its answer.
//!
//! This module sends nothing. The caller sends a [`Prompt`] and passes the answer to [`accept`]; a
//! [`Complaint`] can be sent back once for a better answer, and after that [`summarize`](crate::summarize) is
//! the fallback.

mod accept;
mod evidence;
mod prompt;

pub use accept::{Complaint, accept};
pub use prompt::{Passage, Passages, Prompt, prompt};
