//! The web part of an engine session: its browser context, its tabs, the last snapshot, and its actions.
//!
//! Reading order: the collection of sessions and a single session; taking snapshots; resolving targets and
//! preparing elements; watching actions and reporting their effects; waiting for conditions.

mod mode;
mod preferences;
mod profile;
mod profile_folder;
mod sessions;
mod under_way;
mod web_session;

mod looking;
mod onlooking;

mod aim;
mod answer;
mod drawings;
mod finding;
mod found;
mod reached;

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

pub use aftermath::{Aftermath, no_effect};
pub use aim::{Aim, Nature, Readiness};
pub use answer::{Brief, read as read_answer};
pub use blank::is_loading;
pub use departing::told as told_of_leaving;
pub use field::{Field, FieldState, FileField, Writing};
pub use filling::{Content, ELSEWHERE, Fill, Held, ListOption};
pub use found::{Found, stale};
pub use keyboard::{Chord, type_text};
pub use looking::LookOptions;
pub use mode::Mode;
pub use onlooking::{LivePicture, LiveViews};
pub use preferences::Preferences;
pub use profile_folder::{ListedProfile, ProfileFolder};
pub use reached::{ControlState, ControlUse, Reached};
pub use sessions::Sessions;
pub(crate) use sessions::launch_options;
pub use under_way::{Recording, Trace, UnderWay};
pub use waiting::Until;
pub use watch::{Begun, Watch};
pub use web_session::{Filled, WebSession, files_of};
