//! One invocation from its name to its report: prepared, agreed to, carried out, verified, told.

mod confirmation;
mod fallback;
mod preparing;
mod running;
mod services;
