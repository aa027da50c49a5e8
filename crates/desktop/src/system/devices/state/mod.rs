//! The status of this machine. These verbs are read-only.

pub(super) mod active_window;
pub(super) mod battery;
pub(super) mod date;
pub(super) mod disk_usage;
pub(super) mod execution_context;
pub(super) mod memory_usage;
pub(super) mod time;
