use lemmascope_intent::Failure;
use serde_json::json;

use super::connection::{Connection, PROMPTLY};
use super::context::ContextState;

/// The name of the sandbox for the engine's scripts.
pub(super) const SANDBOX: &str = "lemmascope";
/// The channel on which the scanner reports, in order with the other events of the page, that a click has
/// reached it.
pub(super) const PRESSED: &str = "lemmascope-pressed";
/// The channel on which a document passes the function that lists its elements with listeners.
pub(super) const LISTENERS: &str = "lemmascope-listeners";

/// Records the elements with click listeners. The protocol does not list listeners, so calls of
/// `addEventListener` are intercepted. The function that lists them is passed through a channel, so that the
/// page has no access to it.
const RECORDER: &str = include_str!("listeners.js");

/// Adds the preload scripts for every document of every frame of a context.
pub(super) async fn add(connection: &Connection, context_state: &ContextState) -> Result<(), Failure> {
    let scripts = [
        json!({
            "functionDeclaration": ours(&context_state.options.script),
            "sandbox": SANDBOX,
            "arguments": [{"type": "channel", "value": {"channel": PRESSED}}],
            "userContexts": [context_state.id],
        }),
        json!({
            "functionDeclaration": RECORDER,
            "arguments": [{"type": "channel", "value": {"channel": LISTENERS, "ownership": "root"}}],
            "userContexts": [context_state.id],
        }),
    ];
    for script in scripts {
        connection.call("script.addPreloadScript", script, PROMPTLY).await?;
    }
    Ok(())
}

fn ours(script: &str) -> String {
    format!("(pressed) => {{ globalThis.lemmascopePressed = pressed;\n{script}\n}}")
}

/// Returns the script for a second run after a document has replaced another in the same window, as in a
/// frame that was initially empty. The channel is kept.
pub(super) fn again(script: &str) -> String {
    format!("() => {{ delete globalThis.lemmascope;\n{script}\n}}")
}
