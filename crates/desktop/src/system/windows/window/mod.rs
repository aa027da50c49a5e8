//! Windows: listing them, and changing one.

pub(super) mod close;
pub(super) mod list;
pub(super) mod maximize;
pub(super) mod minimize;
pub(super) mod minimize_all;
pub(super) mod put_back;
pub(super) mod snap;
pub(super) mod switch;
