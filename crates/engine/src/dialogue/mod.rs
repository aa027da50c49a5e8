//! Requests in a person's own words: heard, read once, planned, carried out, and answered so that the next step is clear.
//!
//! The flow of a sentence: what the session is waiting for goes first; then the parts of the sentence and what each wants;
//! an intent is found once for each part and never again; a question ends it, and no verb is looked for; otherwise the verbs
//! are found, the places of files are, and everything becomes one plan.
//!
//! Reading order: what can be said, the names that there are, the places, what a session remembers of its conversation, then
//! the flow itself, what it refers to, its answers (`reply_kind` says what a reply to a question is) and corrections.

mod category;
mod lexicon;
mod speakables;

mod answering;
mod aside;
mod choice;
mod correction;
mod description;
mod discretion;
mod effect;
mod graph;
mod information;
mod missing_values;
mod modify;
mod multi_goal;
mod nothing_done;
mod offer;
mod parts;
mod phrases;
mod plain;
mod proposal;
mod reference;
mod refusal;
mod remembering;
mod reply_kind;
mod reply_phrases;
mod say;
mod saying;
mod scene;
mod searching;
mod session_state;
mod several_answers;
mod tools;
mod understand;
mod understood;
mod value_answer;
mod waiting;

pub(crate) use saying::Saying;
