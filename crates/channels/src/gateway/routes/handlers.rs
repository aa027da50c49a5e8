//! The handlers of the gateway's routes.

use std::time::Duration;

use lemmascope_intent::RouteAnswer;
use serde_json::{Map, Value as Json, json};

use super::super::actions::{self, check_viewer};
use super::super::failure::GatewayFailure;
use super::super::submission::Submission;
use super::super::{approvals, dead_letters, event_stream, inbox, journal, macros, schemas, webhooks};
use super::call::{Answered, Call};

/// The maximum wait of a stream for events, in seconds.
pub(super) const LONGEST_WAIT: u64 = 300;
/// The default wait of a stream, in seconds.
const WAIT: u64 = 30;
/// The default number of threads in a listing.
const THREADS: u64 = 50;

/// Parses the body of a submission.
pub fn read_submission(
    body: &Json,
    permissions: lemmascope_intent::Permissions,
) -> Result<Submission, GatewayFailure> {
    if !body.is_object() {
        return Err(GatewayFailure::invalid("body", "is not an object"));
    }
    let optional = |name: &str| match &body[name] {
        Json::Null => Ok(None),
        Json::String(text) => Ok(Some(text.clone())),
        _ => Err(GatewayFailure::invalid(name, "is not a text")),
    };
    let needed = |name: &str| optional(name)?.ok_or_else(|| GatewayFailure::invalid(name, "is missing"));
    let metadata = match &body["metadata"] {
        Json::Null => Map::new(),
        Json::Object(metadata) => metadata.clone(),
        _ => return Err(GatewayFailure::invalid("metadata", "is not an object")),
    };
    let payload = match body.get("payload") {
        Some(payload) => payload.clone(),
        None => return Err(GatewayFailure::invalid("payload", "is missing")),
    };
    Ok(Submission {
        correlation_id: optional("correlation_id")?,
        reply_to: optional("reply_to")?,
        deadline_at: optional("deadline_at")?,
        remind_at: optional("remind_at")?,
        idempotency_key: optional("idempotency_key")?,
        metadata,
        ..Submission::new(needed("intent_type")?, needed("to_agent")?, payload, permissions)
    })
}

pub(super) async fn create(it: Call) -> Answered {
    let mut submission = read_submission(&it.call.body, it.call.permissions)?;
    if let Some(key) = it.call.headers.get("idempotency-key") {
        if submission.idempotency_key.as_ref().is_some_and(|other| other != key) {
            let reason = "the header Idempotency-Key and the body have different keys";
            return Err(GatewayFailure::invalid("idempotency_key", reason));
        }
        submission.idempotency_key = Some(key.clone());
    }
    submission.trace = it.trace();
    if submission.payload["workflow"]["dry_run"] == json!(true) {
        let workflow = macros::of_payload(&it.gateway.database, &it.agent, &submission.payload).await?;
        let reason = "a dry run is of a macro, and workflow_macro_id is missing";
        let workflow =
            workflow.ok_or_else(|| GatewayFailure::invalid("payload.workflow.workflow_macro_id", reason))?;
        return Ok(RouteAnswer::json(json!({"ok": true, "dry_run": true, "workflow": workflow})));
    }
    let accepted = it.gateway.accept(it.call.owner.as_str(), submission).await?;
    let mut body = json!({
        "ok": true,
        "intent_id": accepted.intent_id,
        "correlation_id": accepted.correlation_id,
        "status": accepted.status,
        "created_at": accepted.created_at,
    });
    let mut headers = Vec::new();
    if let Some(id) = accepted.trace.trace_id {
        body["trace_id"] = json!(id);
        headers.push(("x-trace-id", id));
    }
    headers.extend(accepted.trace.traceparent.map(|parent| ("traceparent", parent)));
    if accepted.repeated {
        headers.push(("idempotency-replayed", "true".into()));
    }
    Ok(RouteAnswer::Json { status: 200, body, headers })
}

pub(super) async fn show(it: Call) -> Answered {
    let intent = journal::find(&it.gateway.database, it.call.part("intent")).await?;
    check_viewer(&it.gateway.database, &intent, &it.agent).await?;
    let body = json!({"ok": true, "intent": journal::shown(&intent)});
    let headers = [("x-trace-id", intent.trace.trace_id), ("traceparent", intent.trace.traceparent)];
    let headers = headers.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    Ok(RouteAnswer::Json { status: 200, body, headers })
}

pub(super) async fn events(it: Call) -> Answered {
    let intent = journal::find(&it.gateway.database, it.call.part("intent")).await?;
    check_viewer(&it.gateway.database, &intent, &it.agent).await?;
    let since = it.number("since").and_then(|since| i64::try_from(since).ok()).unwrap_or(0);
    let events = journal::events(&it.gateway.database, &intent.id, since, &it.agent).await?;
    let events: Vec<Json> = events.iter().map(journal::Event::to_json).collect();
    Ok(RouteAnswer::json(json!({"ok": true, "events": events})))
}

pub(super) async fn stream(it: Call) -> Answered {
    let intent = journal::find(&it.gateway.database, it.call.part("intent")).await?;
    check_viewer(&it.gateway.database, &intent, &it.agent).await?;
    let last = it.call.headers.get("last-event-id").and_then(|id| id.trim().parse::<u64>().ok());
    let since = last.or(it.number("since")).and_then(|since| i64::try_from(since).ok()).unwrap_or(0);
    let wait = Duration::from_secs(it.number("wait_seconds").unwrap_or(WAIT).min(LONGEST_WAIT));
    let cancellation = it.call.cancellation.clone();
    Ok(RouteAnswer::Events(event_stream::follow(it.gateway, intent.id, it.agent, since, wait, cancellation)))
}

pub(super) async fn resolve(it: Call) -> Answered {
    let body = actions::resolve(&it.gateway, &it.agent, it.call.part("intent"), &it.call.body).await?;
    Ok(RouteAnswer::json(body))
}

pub(super) async fn list_inbox(it: Call) -> Answered {
    it.owner()?;
    let limit = it.number("limit").unwrap_or(THREADS);
    let threads = inbox::threads(&it.gateway.database, &it.agent, limit).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "threads": threads})))
}

pub(super) async fn changes(it: Call) -> Answered {
    it.owner()?;
    let after = match it.call.query.get("cursor").filter(|cursor| !cursor.is_empty()) {
        Some(cursor) => cursor
            .parse::<i64>()
            .ok()
            .filter(|cursor| *cursor >= 0)
            .ok_or_else(|| GatewayFailure::invalid("cursor", "is no cursor of this inbox"))?,
        None => 0,
    };
    let limit = it.number("limit").unwrap_or(THREADS);
    Ok(RouteAnswer::json(inbox::changes(&it.gateway.database, &it.agent, after, limit).await?))
}

pub(super) async fn thread(it: Call) -> Answered {
    it.owner()?;
    let intent = actions::acknowledge(&it.gateway, &it.agent, it.call.part("intent")).await?;
    it.thread(&intent).await
}

pub(super) async fn reply(it: Call) -> Answered {
    let intent = actions::reply(&it.gateway, &it.agent, it.call.part("intent"), &it.call.body).await?;
    it.thread(&intent).await
}

pub(super) async fn approve(it: Call) -> Answered {
    let intent = actions::decide(&it.gateway, &it.agent, it.call.part("intent"), true, &it.call.body).await?;
    it.thread(&intent).await
}

pub(super) async fn reject(it: Call) -> Answered {
    let intent =
        actions::decide(&it.gateway, &it.agent, it.call.part("intent"), false, &it.call.body).await?;
    it.thread(&intent).await
}

pub(super) async fn delegate(it: Call) -> Answered {
    let intent = actions::delegate(&it.gateway, &it.agent, it.call.part("intent"), &it.call.body).await?;
    it.thread(&intent).await
}

pub(super) async fn delete_messages(it: Call) -> Answered {
    let (intent, deleted) =
        actions::delete_messages(&it.gateway, &it.agent, it.call.part("intent"), &it.call.body).await?;
    let thread = inbox::thread(&it.gateway.database, &intent, &it.agent).await?;
    let mode = it.call.body["mode"].as_str().unwrap_or("self");
    Ok(RouteAnswer::json(json!({
        "ok": true, "thread": thread, "mode": mode, "deleted_count": deleted,
    })))
}

pub(super) async fn decision(it: Call) -> Answered {
    let approves = match it.call.body["decision"].as_str() {
        Some("approve") => true,
        Some("reject") => false,
        _ => return Err(GatewayFailure::invalid("decision", "is not approve or reject")),
    };
    let id = it.call.part("approval");
    let approval = approvals::find(&it.gateway.database, id).await?;
    let unknown = || GatewayFailure::not_found(format!("there is no approval {id}"));
    let intent = approval.map(|it| it.intent).ok_or_else(unknown)?;
    actions::decide_approval(&it.gateway, &it.agent, &intent, id, approves, &it.call.body).await?;
    let approval = approvals::find(&it.gateway.database, id).await?.ok_or_else(unknown)?;
    Ok(RouteAnswer::json(json!({"ok": true, "approval": approvals::shown(&approval)})))
}

pub(super) async fn capabilities(it: Call) -> Answered {
    let mut types = vec![actions::ASK.to_string(), actions::REPLY.to_string()];
    types.extend(schemas::types(&it.gateway.database).await?);
    Ok(RouteAnswer::json(json!({
        "ok": true,
        "capabilities": [
            "intents", "idempotency", "events", "events.stream", "inbox", "inbox.changes", "approvals", "schemas",
            "webhooks", "dead_letters", "macros", "trace_context",
        ],
        "supported_intent_types": types,
        "limits": {"payload_bytes": it.gateway.payload_limit},
    })))
}

pub(super) async fn register_schema(it: Call) -> Answered {
    let schema = it.gateway.schemas.register(&it.gateway.database, &it.agent, &it.call.body).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "schema": schema})))
}

pub(super) async fn show_schema(it: Call) -> Answered {
    let schema = schemas::stored(&it.gateway.database, it.call.part("semantic_type")).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "schema": schema})))
}

pub(super) async fn subscribe(it: Call) -> Answered {
    it.owner()?;
    let seals = it.seals();
    let gateway = &it.gateway;
    let subscription =
        webhooks::create(&gateway.database, &it.agent, &it.call.body, &gateway.callbacks, &seals).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "subscription": subscription})))
}

pub(super) async fn list_subscriptions(it: Call) -> Answered {
    it.owner()?;
    let subscriptions = webhooks::list(&it.gateway.database, &it.agent).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "subscriptions": subscriptions})))
}

pub(super) async fn unsubscribe(it: Call) -> Answered {
    let subscription =
        webhooks::revoke(&it.gateway.database, &it.agent, it.call.part("subscription")).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "subscription": subscription})))
}

pub(super) async fn publish(it: Call) -> Answered {
    it.owner()?;
    let event_type = it.needed("event_type")?;
    let is_sound = |it: u8| it.is_ascii_alphanumeric() || b"._-".contains(&it);
    if event_type.is_empty() || event_type.len() > 200 || !event_type.bytes().all(is_sound) {
        return Err(GatewayFailure::invalid("event_type", "is not a type such as report.ready"));
    }
    let data = it.call.body.get("data").or_else(|| it.call.body.get("payload")).cloned().unwrap_or(json!({}));
    if !data.is_object() {
        return Err(GatewayFailure::invalid("data", "is not an object"));
    }
    super::super::validation::sound("data", &data, 0)?;
    if data.to_string().len() > it.gateway.payload_limit {
        let reason = format!("has more than {} bytes", it.gateway.payload_limit);
        return Err(GatewayFailure::new(413, "PAYLOAD_TOO_LARGE", reason).about("data"));
    }
    let mut transaction = it.gateway.database.begin().await?;
    let (event, _) = webhooks::publish(&mut transaction, &it.agent, &event_type, &data).await?;
    transaction.commit().await?;
    it.gateway.wake();
    Ok(RouteAnswer::json(webhooks::counters(&it.gateway.database, &it.agent, &event).await?))
}

pub(super) async fn show_event(it: Call) -> Answered {
    Ok(RouteAnswer::json(webhooks::counters(&it.gateway.database, &it.agent, it.call.part("event")).await?))
}

pub(super) async fn replay(it: Call) -> Answered {
    let event = it.call.part("event");
    let mut transaction = it.gateway.database.begin().await?;
    webhooks::replay(&mut transaction, &it.agent, event).await?;
    transaction.commit().await?;
    it.gateway.wake();
    Ok(RouteAnswer::json(webhooks::counters(&it.gateway.database, &it.agent, event).await?))
}

pub(super) async fn list_dead_letters(it: Call) -> Answered {
    let letters = dead_letters::list(&it.gateway.database, &it.agent).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "dead_letters": letters})))
}

pub(super) async fn redrive(it: Call) -> Answered {
    let id = it.call.part("letter");
    dead_letters::redrive(&it.gateway.database, &it.agent, id).await?;
    it.gateway.wake();
    Ok(RouteAnswer::json(json!({"ok": true, "dead_letter_id": id})))
}

pub(super) async fn store_macro(it: Call) -> Answered {
    let stored = macros::store(&it.gateway.database, &it.agent, &it.call.body).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "macro": stored})))
}

pub(super) async fn list_macros(it: Call) -> Answered {
    let macros = macros::list(&it.gateway.database, &it.agent).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "macros": macros})))
}

pub(super) async fn show_macro(it: Call) -> Answered {
    let version = it.number("version").and_then(|version| i64::try_from(version).ok());
    let owner = it.call.query.get("owner_agent").map(String::as_str);
    let shown = macros::show(&it.gateway.database, &it.agent, owner, it.call.part("macro"), version).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "macro": shown})))
}

pub(super) async fn list_shares(it: Call) -> Answered {
    let name = it.call.part("macro");
    macros::show(&it.gateway.database, &it.agent, None, name, None).await?;
    let shares = macros::shares(&it.gateway.database, &it.agent, name).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "shares": shares})))
}

pub(super) async fn share_macro(it: Call) -> Answered {
    let agent = it.needed("agent")?;
    let share = macros::share(&it.gateway.database, &it.agent, it.call.part("macro"), &agent).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "share": share})))
}

pub(super) async fn revoke_share(it: Call) -> Answered {
    let (agent, name) = (it.needed("agent")?, it.call.part("macro"));
    macros::revoke(&it.gateway.database, &it.agent, name, &agent).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "macro_id": name, "agent": agent})))
}

pub(super) async fn preview_macro(it: Call) -> Answered {
    let preview =
        macros::preview(&it.gateway.database, &it.agent, it.call.part("macro"), &it.call.body).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "dry_run": true, "workflow": preview})))
}
