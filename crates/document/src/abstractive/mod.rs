//! Abstractive summaries: the prompt for a model, and the validation of its answer.
//!
//! This module sends nothing. The caller sends a [`Prompt`] and passes the answer to [`accept`]; a
//! [`Complaint`] can be sent back once for a better answer, and after that [`summarize`](crate::summarize) is
//! the fallback.

mod evidence;
mod prompt;
mod validation;

pub use prompt::{Passage, Passages, Prompt, prompt};
pub use validation::{Complaint, accept};
