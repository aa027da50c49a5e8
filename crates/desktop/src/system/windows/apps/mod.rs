//! Applications: listing, starting, finding their windows, and closing them.

pub(super) mod close;
pub(super) mod focus;
pub(super) mod launch;
pub(super) mod launch_path;
pub(super) mod list;
pub(super) mod put_away;
