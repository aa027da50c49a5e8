use lemmascope_intent::Failure;
use serde_json::json;

use super::connection::{Connection, PROMPTLY};
use super::context::Household;

/// The name of the sandbox that our scripts run in.
pub(super) const SANDBOX: &str = "lemmascope";
/// The channel on which our scripts say, in order with what else the page does, that a press has reached it.
pub(super) const PRESSED: &str = "lemmascope-pressed";
/// The channel on which a document hands over the function that lists its elements with listeners.
pub(super) const LISTENERS: &str = "lemmascope-listeners";

/// Remembers the elements that listen to presses. The protocol does not list listeners, so calls of `addEventListener` are noted.
/// The function that lists them is handed over through a channel and is in no place where the page could find it.
const RECORDER: &str = include_str!("listeners.js");

/// Adds the scripts that every document of every frame of a context starts with.
pub(super) async fn add(connection: &Connection, household: &Household) -> Result<(), Failure> {
    let scripts = [
        json!({
            "functionDeclaration": ours(&household.options.script),
            "sandbox": SANDBOX,
            "arguments": [{"type": "channel", "value": {"channel": PRESSED}}],
            "userContexts": [household.id],
        }),
        json!({
            "functionDeclaration": RECORDER,
            "arguments": [{"type": "channel", "value": {"channel": LISTENERS, "ownership": "root"}}],
            "userContexts": [household.id],
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

/// Runs the script once more where a document has taken the place of another in the same window, as it does in a frame that was
/// empty before. The channel stays.
pub(super) fn again(script: &str) -> String {
    format!("() => {{ delete globalThis.lemmascope;\n{script}\n}}")
}
