use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lemmascope_intent::Failure;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::super::http_credentials::Challenge;
use super::super::network_error;
use super::super::resolution::resolves_to_local_address;
use super::super::rules::{Decision, InterceptedRequest};
use super::browser::Inner;
use super::connection::{Connection, PROMPTLY, ProtocolEvent};
use super::fault::Fault;
use super::tab::Tab;
use crate::files::file_of;

/// A request that may be blocked until a decision.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Paused {
    context: Option<String>,
    #[serde(default)]
    is_blocked: bool,
    navigation: Option<String>,
    request: PausedRequest,
}

#[derive(Debug, Deserialize)]
struct PausedRequest {
    request: String,
    url: String,
    #[serde(default)]
    headers: Vec<Value>,
}

/// Enables request interception. It takes effect before this returns.
///
/// The browser intercepts the requests of all contexts; those of contexts without rules continue at once.
pub(super) async fn apply(connection: &Connection, intercepting: &Mutex<bool>) -> Result<(), Fault> {
    let mut intercepting = intercepting.lock().await;
    if !*intercepting {
        let phases = json!({"phases": ["beforeRequestSent"]});
        connection.call("network.addIntercept", phases, PROMPTLY).await?;
        *intercepting = true;
    }
    Ok(())
}

/// Decides on a blocked request and sends the decision: at once, or after its host is resolved.
pub(super) fn decide(inner: &Inner, protocol_event: &ProtocolEvent) {
    let Some(paused) = protocol_event.read::<Paused>().filter(|paused| paused.is_blocked) else { return };
    let connection = inner.connection.clone();
    let tab = paused.context.as_deref().and_then(|context| inner.tab_of(context));
    let Some(tab) = tab else {
        // The request of a page outside all contexts, such as the browser's first window. Once rules exist
        // anywhere, requests of unknown origin fail.
        connection.tell("network.failRequest", json!({"request": paused.request.request}));
        return;
    };
    let asked = describe_request(&tab, &paused);
    if file_of(&paused.request.url).is_some() {
        let files = tab.context_state().rules().files();
        tokio::spawn(async move {
            match files.admit(&paused.request.url).await {
                Ok(()) => settle(&connection, &tab, &paused, false),
                Err(failure) => fail_request(&connection, &tab, &paused, failure),
            }
        });
        return;
    }
    let name = tab.context_state().rules().name_to_resolve(&asked);
    let Some(name) = name else { return settle(&connection, &tab, &paused, false) };
    tokio::spawn(async move {
        let inward = resolves_to_local_address(&name).await;
        settle(&connection, &tab, &paused, inward);
    });
}

fn describe_request<'a>(tab: &Tab, paused: &'a Paused) -> InterceptedRequest<'a> {
    let is_document = paused.navigation.is_some();
    let is_main = is_document && paused.context.as_deref() == Some(tab.id());
    InterceptedRequest { url: &paused.request.url, is_document, is_main }
}

fn settle(connection: &Connection, tab: &Tab, paused: &Paused, inward: bool) {
    let decision = tab.context_state().rules().decide(&describe_request(tab, paused), inward);
    let request = &paused.request.request;
    match decision {
        Decision::Forbid(failure) => fail_request(connection, tab, paused, failure),
        Decision::Block => {
            if describe_request(tab, paused).is_main {
                let failure = network_error::failure("BLOCKED_BY_CLIENT", &paused.request.url, None);
                tab.change(|state| state.blocked = Some(failure));
            }
            connection.tell("network.failRequest", json!({"request": request}));
        }
        Decision::Respond { status, mime, body } => {
            let headers = [("Content-Type", mime.as_str()), ("Access-Control-Allow-Origin", "*")]
                .map(|(name, value)| header(name, value));
            let answer = json!({
                "request": request,
                "statusCode": status,
                "reasonPhrase": "OK",
                "headers": headers,
                "body": {"type": "base64", "value": STANDARD.encode(&body)},
            });
            connection.tell("network.provideResponse", answer);
        }
        Decision::Continue(added) if added.is_empty() => {
            connection.tell("network.continueRequest", json!({"request": request}));
        }
        Decision::Continue(added) => {
            let headers = merged(&paused.request.headers, &added);
            connection.tell("network.continueRequest", json!({"request": request, "headers": headers}));
        }
    }
}

/// Fails a request and, if it is for the main document, records the reason.
fn fail_request(connection: &Connection, tab: &Tab, paused: &Paused, failure: Failure) {
    if describe_request(tab, paused).is_main {
        tab.change(|state| state.blocked = Some(failure));
    }
    connection.tell("network.failRequest", json!({"request": paused.request.request}));
}

/// Merges the request's headers with the added ones, which replace those of the same name.
fn merged(own: &[Value], added: &BTreeMap<String, String>) -> Vec<Value> {
    let is_kept = |one: &&Value| {
        let name = one["name"].as_str().unwrap_or_default();
        !added.keys().any(|other| other.eq_ignore_ascii_case(name))
    };
    let kept = own.iter().filter(is_kept).cloned();
    kept.chain(added.iter().map(|(name, value)| header(name, value))).collect()
}

fn header(name: &str, value: &str) -> Value {
    json!({"name": name, "value": {"type": "string", "value": value}})
}

/// Responds to an HTTP authentication challenge. Without credentials from the caller, the challenge is
/// cancelled, and the server's error page is shown instead of a browser prompt that no user could see.
pub(super) fn challenged(inner: &Inner, protocol_event: &ProtocolEvent) {
    let Some(paused) = protocol_event.read::<Paused>() else { return };
    let request = &paused.request.request;
    let tab = paused.context.as_deref().and_then(|context| inner.tab_of(context));
    let is_of_proxy = protocol_event.params["response"]["status"] == 407;
    let mut answer = json!({"request": request, "action": "cancel"});
    if let Some(tab) = &tab {
        let challenge = Challenge {
            origin: &paused.request.url,
            url: &paused.request.url,
            is_of_proxy,
            is_main: describe_request(tab, &paused).is_main,
        };
        let mut rules = tab.context_state().rules();
        if let Some(identity) = rules.credentials_mut().and_then(|admission| admission.answer(&challenge)) {
            answer["action"] = json!("provideCredentials");
            answer["credentials"] = json!({
                "type": "password",
                "username": identity.username,
                "password": identity.password.expose(),
            });
        }
    }
    inner.connection.tell("network.continueWithAuth", answer);
}
