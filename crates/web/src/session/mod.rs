//! What one engine session has of the web: its browser context, its tabs, what it was last shown, and how it acts.
//!
//! Reading order: the sessions and the one session; how it looks at a page; how a target becomes an element and is
//! got ready; how an action is watched, and what came of it is told; how something is waited for.

mod mode;
mod sessions;
mod under_way;
mod web_session;

mod looking;

mod aim;
mod drawings;
mod finding;
mod found;

mod field;
mod filling;
mod keyboard;
mod slider;

mod aftermath;
mod mark;
mod report;
mod rescan;
mod status;
mod watch;

mod arriving;
mod blank;
mod departing;
mod waiting;

#[cfg(test)]
mod restart;

pub(crate) use aftermath::{Aftermath, no_effect};
pub(crate) use aim::{Brief, Readiness, read as read_answer};
pub(crate) use blank::is_loading;
pub(crate) use departing::told as told_of_leaving;
pub(crate) use field::Writing;
pub(crate) use filling::{Content, ELSEWHERE, Fill, Held};
pub(crate) use found::{Found, stale};
pub(crate) use keyboard::{Chord, type_text};
pub(crate) use looking::LookOptions;
pub(crate) use mode::Mode;
pub(crate) use sessions::{Sessions, viewport};
pub(crate) use under_way::{Recording, Trace, UnderWay};
pub(crate) use waiting::Until;
pub(crate) use web_session::{WebSession, files_of};
