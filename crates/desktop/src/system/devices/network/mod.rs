//! The network, as reported by the kernel and by NetworkManager if it runs.

pub(super) mod airplane_mode;
mod interface;
mod manager;
mod radio;
pub(super) mod set_radios;
pub(super) mod status;
