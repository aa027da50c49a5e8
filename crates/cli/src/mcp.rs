//! `lemmascope mcp`: the engine behind the Model Context Protocol, for a client that starts it as a child.

use std::path::PathBuf;
use std::sync::Arc;

use lemmascope_engine::{Engine, Grant};
use lemmascope_server::{McpServer, Profile};
use serde::{Deserialize, Serialize};

/// The set of tools that a client is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToolProfile {
    /// Six general tools, and the intents that you, a session or a pack defined.
    Small,
    /// The same, and every intent.
    Intents,
    /// The same, and every verb.
    Full,
}

/// Returns the server for a client of the person at this machine.
pub(crate) fn server(engine: Arc<Engine>, workspace: PathBuf, profile: ToolProfile) -> McpServer {
    let profile = match profile {
        ToolProfile::Small => Profile::Small,
        ToolProfile::Intents => Profile::Intents,
        ToolProfile::Full => Profile::Full,
    };
    McpServer::new(engine, workspace, env!("CARGO_PKG_VERSION"), profile, Some(Grant::local()))
}
