//! The web part of an engine session: its browser context, its tabs, the last snapshot, and its actions.
//!
//! Reading order: the collection of sessions and a single session; taking snapshots; resolving targets and
//! preparing elements; watching actions and reporting their effects; waiting for conditions.

mod mode;
mod preferences;
mod profile;
mod profile_folder;
mod recordings;
mod sessions;
mod web_session;

mod live_views;
mod snapshots;

mod actionability;
mod canvas_screenshots;
mod counters;
mod finding;
mod found;
mod input_target;
mod keypads;
mod scanner_response;

mod field;
mod filling;
mod keyboard;
mod slider;

mod action_effect;
mod baseline;
mod http_status;
mod report;
mod rescan;
mod watch;

mod blank_page;
mod page_load;
mod page_unload;
mod waiting;

#[cfg(test)]
mod restart;

pub use action_effect::{ActionEffect, no_effect};
pub use actionability::{Nature, Readiness, ReadyElement};
pub use blank_page::is_loading;
pub use field::{Field, FieldState, FileField, Writing};
pub use filling::{Content, ELSEWHERE, Fill, FillResult, ListOption};
pub use found::{Found, stale};
pub use input_target::{ControlState, ControlUse, InputTarget};
pub use keyboard::{Chord, type_text};
pub use keypads::Keypad;
pub use live_views::{LivePicture, LiveViews};
pub use mode::Mode;
pub use page_unload::leaving_changes;
pub use preferences::Preferences;
pub use profile_folder::{ListedProfile, ProfileFolder};
pub use recordings::{Recording, Recordings, Trace};
pub use scanner_response::{Brief, read as read_answer};
pub use sessions::Sessions;
pub(crate) use sessions::launch_options;
pub use snapshots::LookOptions;
pub use waiting::Deadline;
pub use watch::{Begun, Watch};
pub use web_session::{FilledFields, WebSession, files_of};
