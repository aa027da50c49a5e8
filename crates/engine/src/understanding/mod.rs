//! Requests in a person's own words: heard, read once, planned, carried out, and answered so that the next step is clear.
//!
//! The flow of a sentence: what the session is waiting for goes first; then the parts of the sentence and what each wants;
//! an intent is found once for each part and never again; a question ends it, and no verb is looked for; otherwise the verbs
//! are found, the places of files are, and everything becomes one plan.
//!
//! Reading order: what can be said, the names that there are, the places, what a session remembers of its conversation, then
//! the flow itself, its answers and corrections.

mod category;
mod lexicon;
mod speakables;

mod answering;
mod conversation;
mod correction;
mod discretion;
mod graph;
mod information;
mod offer;
mod proposal;
mod refusal;
mod remembering;
mod say;
mod several;
mod tools;
mod turn;
mod understand;
mod understood;

pub(crate) use conversation::Conversations;
pub(crate) use say::Saying;
