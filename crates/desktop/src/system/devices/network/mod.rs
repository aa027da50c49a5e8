//! The network: what the kernel tells of it, and NetworkManager where it runs.

pub(super) mod airplane_mode;
mod interface;
mod manager;
mod radio;
pub(super) mod set_radios;
pub(super) mod status;
