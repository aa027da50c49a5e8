//! Requests in natural language: parsing, planning, execution, and replies.
//!
//! An open question of the session is handled first. Then the sentence is split into parts, and each part is
//! resolved to an intent exactly once. If a question to the person remains, processing ends there, without
//! looking for a verb. Otherwise the tools are selected, paths are resolved, and everything becomes one plan.
//!
//! Reading order: sentence patterns, names of existing things, locations, the state of a conversation, then
//! the flow itself, references, answers (`reply_kind` classifies replies to a question) and corrections.

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
mod grouping;
mod information;
mod messaging;
mod missing_values;
mod modify;
mod multi_goal;
mod nothing_done;
mod offer;
mod page_answer;
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
mod scene_listing;
mod searching;
mod selected;
mod selecting;
mod session_state;
mod several_answers;
mod tools;
mod understand;
mod understood;
mod value_answer;
mod waiting;

pub(crate) use saying::Saying;
