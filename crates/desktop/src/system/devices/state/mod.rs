//! How this machine is doing. These verbs look, and change nothing.

pub(super) mod active_window;
pub(super) mod battery;
pub(super) mod date;
pub(super) mod disk_usage;
pub(super) mod execution_context;
pub(super) mod memory_usage;
pub(super) mod time;
