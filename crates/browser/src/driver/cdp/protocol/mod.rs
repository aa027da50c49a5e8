//! The words of the protocol that are used, in a file for each of its domains.

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

/// Something that the browser can be asked.
pub(super) trait Command: Serialize + Sync {
    const METHOD: &'static str;
    type Answer: DeserializeOwned + Send;
}

/// An answer that says nothing but that it was done.
#[derive(Debug, Deserialize)]
pub(super) struct Done {}

/// Says which method a struct is the parameters of, and what answers it.
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

/// A method without parameters.
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
