//! Acting on a page as a person does.

mod check;
mod clear;
mod click;
mod download;
mod drag;
mod execute;
mod focus;
mod hover;
mod keydown;
mod keys;
mod keyup;
mod press;
mod run_function;
mod scroll;
mod scroll_to;
mod scroll_until;
mod select;
mod select_text;
mod submit;
mod suitability;
mod r#type;
mod uncheck;
mod upload;

mod calendar;
mod counting;
pub(crate) mod keypad;
mod no_option;
mod pick;
mod scroll_search;
mod scrolling;
mod toggling;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;

use super::verb::{Verb, page_table, table};

pub(crate) use calendar::{pick_day, shows_date};
pub(crate) use click::click;
pub(crate) use counting::count_to;
pub(crate) use pick::pick;
pub(crate) use upload::{file_paths, set_input_files};

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    let acts: Vec<Verb> = page_table! { sessions:
        click hover focus r#type clear press select select_text check uncheck scroll scroll_to scroll_until submit drag
    };
    // Files, and keys that stay pressed.
    let beyond: Vec<Verb> = table! { sessions: keydown keyup upload download };
    let others = table! { sessions: keys execute run_function };
    acts.into_iter().chain(beyond).map(Verb::judged).chain(others).collect()
}
