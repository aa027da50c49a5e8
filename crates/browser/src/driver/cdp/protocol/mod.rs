//! The protocol messages in use, in a file for each domain.

pub(super) mod browser;
pub(super) mod description;
pub(super) mod dom;
pub(super) mod dom_debugger;
pub(super) mod emulation;
pub(super) mod fetch;
pub(super) mod heap_profiler;
pub(super) mod input;
pub(super) mod log;
pub(super) mod network;
pub(super) mod overlay;
pub(super) mod page;
pub(super) mod performance;
pub(super) mod runtime;
pub(super) mod storage;
pub(super) mod target;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A protocol command.
pub(super) trait Command: Serialize + Sync {
    const METHOD: &'static str;
    type Answer: DeserializeOwned + Send;
}

/// An empty response.
#[derive(Debug, Deserialize)]
pub(super) struct Done {}

/// Implements [`Command`] for a struct of parameters, with the method name and the response type.
macro_rules! command {
    ($command:ty, $method:literal) => {
        crate::driver::cdp::protocol::command!($command, $method, crate::driver::cdp::protocol::Done);
    };
    ($command:ty, $method:literal, $answer:ty) => {
        impl crate::driver::cdp::protocol::Command for $command {
            const METHOD: &'static str = $method;
            type Answer = $answer;
        }
    };
}

/// Defines a command without parameters.
macro_rules! plain_command {
    ($name:ident, $method:literal) => {
        plain_command!($name, $method, crate::driver::cdp::protocol::Done);
    };
    ($name:ident, $method:literal, $answer:ty) => {
        #[derive(Debug, serde::Serialize)]
        pub(crate) struct $name {}
        crate::driver::cdp::protocol::command!($name, $method, $answer);
    };
}

use {command, plain_command};
