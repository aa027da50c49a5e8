//! Locking, sleep and shutdown: logind, over the system bus.

pub(super) mod cancel_shutdown;
pub(super) mod lock;
mod login;
pub(super) mod shutdown;
pub(super) mod sleep;

pub(super) use login::Login;
