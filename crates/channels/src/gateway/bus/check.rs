//! A health check of a NATS server: its JetStream, and the limits of the account.

use async_nats::Client;
use lemmascope_intent::{Check, Finding};
use serde_json::Value as Json;

use super::{BusSettings, PATIENCE, connection};

/// Checks that the bus is reachable, has JetStream, and has room for the stream.
pub(crate) fn check(settings: BusSettings) -> Check {
    Check::optional("nats", "delivering intents between agents by the bus", move |_| {
        let settings = settings.clone();
        Box::pin(async move {
            match tokio::time::timeout(PATIENCE, look(&settings)).await {
                Ok(finding) => finding,
                Err(_) => Finding::broken("NATS did not answer in time", START),
            }
        })
    })
}

const START: &str = "Start it with JetStream (`nats-server -js`), or change channels.nats.";
const RAISE: &str = "Raise the limits of the account in the configuration of the server.";

async fn look(settings: &BusSettings) -> Finding {
    let unusable = |error: String| Finding::broken(format!("NATS cannot be used: {error}"), START);
    let client = match connection::connect(settings).await {
        Ok(client) => client,
        Err(error) => return unusable(error),
    };
    let info = client.server_info();
    let account = match ask(&client, "$JS.API.INFO".into()).await {
        Ok(account) => account,
        Err(error) => return unusable(error),
    };
    let has_stream = ask(&client, format!("$JS.API.STREAM.INFO.{}", settings.stream)).await.is_ok();
    if let Some(reason) = exhausted(&account, has_stream) {
        return Finding::broken(format!("NATS cannot be used: {reason}"), RAISE);
    }
    let tls = if info.tls_required { ", TLS" } else { "" };
    Finding::ok(format!("NATS {} with JetStream{tls}{}", info.version, room(&account)))
}

/// Returns a raw response of JetStream, because its format differs between versions of the server.
async fn ask(client: &Client, subject: String) -> Result<Json, String> {
    let answer = client.request(subject, "".into()).await;
    let answer = answer.map_err(|error| format!("JetStream does not answer: {error}"))?;
    let answer: Json = serde_json::from_slice(&answer.payload).map_err(|error| error.to_string())?;
    match answer["error"]["description"].as_str() {
        Some(reason) => Err(reason.to_string()),
        None => Ok(answer),
    }
}

/// Returns the usage and the limits for a stream without replicas: those of its tier if the account has
/// tiers.
fn tier(account: &Json) -> &Json {
    account.get("tiers").and_then(|tiers| tiers.get("R1")).unwrap_or(account)
}

/// Returns a limit of an account, or `None` if it is negative or missing.
fn limit(account: &Json, name: &str) -> Option<u64> {
    tier(account)["limits"][name].as_u64()
}

/// Returns the limit of the account that leaves no room for the stream or for messages.
fn exhausted(account: &Json, has_stream: bool) -> Option<String> {
    let used = |name: &str| tier(account)[name].as_u64().unwrap_or(0);
    // Storage that is reserved for other streams is not available for a new one.
    let stored = if has_stream { used("storage") } else { used("storage").max(used("reserved_storage")) };
    match (limit(account, "max_streams"), limit(account, "max_storage")) {
        (Some(most), _) if !has_stream && used("streams") >= most => {
            Some(format!("the account has {most} streams, and may have no more"))
        }
        (_, Some(most)) if stored >= most => {
            Some(format!("the account has stored {stored} bytes, and may store {most}"))
        }
        _ if !has_stream && requires_stream_limits(account) => {
            Some("the account takes streams with a limit of their bytes only".into())
        }
        _ => None,
    }
}

fn requires_stream_limits(account: &Json) -> bool {
    tier(account)["limits"]["max_bytes_required"] == Json::Bool(true)
}

/// Describes the storage limit of the account, if there is one.
fn room(account: &Json) -> String {
    match limit(account, "max_storage") {
        Some(most) => format!(", {} of {most} bytes stored", tier(account)["storage"].as_u64().unwrap_or(0)),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns a response in the format of nats-server 2.9.
    fn account(streams: u64, storage: u64, limits: Json) -> Json {
        json!({
            "type": "io.nats.jetstream.api.v1.account_info_response",
            "memory": 0, "storage": storage, "streams": streams, "consumers": 0, "limits": limits,
            "api": {"total": 0, "errors": 0},
        })
    }

    #[test]
    fn checks_account_limits_of_the_server() {
        let open = json!({"max_memory": -1, "max_storage": -1, "max_streams": -1, "max_consumers": -1});
        let narrow = json!({"max_storage": 1_000_000, "max_streams": 1, "max_bytes_required": false});
        for (account, has_stream, reason) in [
            (account(400, 1 << 40, open.clone()), false, None),
            (account(0, 0, narrow.clone()), false, None),
            (account(1, 0, narrow.clone()), true, None),
            (account(1, 0, narrow.clone()), false, Some("1 streams")),
            (account(1, 1_000_000, narrow.clone()), true, Some("1000000 bytes")),
            (account(0, 0, json!({"max_bytes_required": true})), false, Some("limit of their bytes")),
            (account(0, 0, json!({})), false, None),
        ] {
            let found = exhausted(&account, has_stream);
            assert_eq!(found.is_some(), reason.is_some(), "{account}: {found:?}");
            assert!(found.unwrap_or_default().contains(reason.unwrap_or_default()), "{account}");
        }
        assert_eq!(room(&account(0, 5, narrow)), ", 5 of 1000000 bytes stored");
        assert_eq!(room(&account(0, 5, open)), "");
    }

    /// Later servers report the limits of an account with tiers for each number of replicas.
    #[test]
    fn tier_limits_override_account_limits() {
        let tier = json!({"storage": 0, "streams": 2, "limits": {"max_streams": 2, "max_storage": -1}});
        let account = json!({"streams": 2, "limits": {"max_streams": 0}, "tiers": {"R1": tier}});
        assert!(exhausted(&account, false).is_some());
        assert_eq!(exhausted(&account, true), None);
    }
}
