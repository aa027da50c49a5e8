//! The desktop.
