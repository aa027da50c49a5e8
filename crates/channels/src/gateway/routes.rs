//! The calls of the gateway.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{Permission, Route, RouteAnswer, RouteCall, RouteMethod, RouteSchema, Seals};
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use super::actions::{self, admit_viewer};
use super::failure::{GatewayFailure, refusal};
use super::submission::{Submission, Trace};
use super::{Gateway, approvals, dead_letters, following, inbox, journal, macros, schemas, webhooks};
use crate::Address;
use crate::site::Site;

/// The longest that a stream waits for events, in seconds.
const LONGEST_WAIT: u64 = 300;
/// How long a stream waits unless the client says otherwise, in seconds.
const WAIT: u64 = 30;
/// The most threads that are listed unless the client says otherwise.
const THREADS: u64 = 50;

/// One call: of an agent that was authenticated and may ask again.
struct Call {
    gateway: Arc<Gateway>,
    /// The address of whoever asks.
    agent: String,
    call: RouteCall,
}

type Answered = Result<RouteAnswer, GatewayFailure>;

impl Call {
    fn number(&self, name: &str) -> Option<u64> {
        self.call.query.get(name).and_then(|text| text.parse().ok())
    }

    fn text(&self, name: &str) -> Option<String> {
        self.call.body[name].as_str().map(str::to_string)
    }

    /// An optional text of the body.
    fn optional(&self, name: &str) -> Result<Option<String>, GatewayFailure> {
        match &self.call.body[name] {
            Json::Null => Ok(None),
            Json::String(text) => Ok(Some(text.clone())),
            _ => Err(GatewayFailure::invalid(name, "is not a text")),
        }
    }

    fn needed(&self, name: &str) -> Result<String, GatewayFailure> {
        self.optional(name)?.ok_or_else(|| GatewayFailure::invalid(name, "is missing"))
    }

    /// The agent that the query or the body names has to be the one that asks.
    fn owner(&self) -> Result<(), GatewayFailure> {
        let named = self.call.query.get("owner_agent").cloned().or_else(|| self.text("owner_agent"));
        let Some(named) = named else { return Ok(()) };
        let address =
            Address::parse(&named).map_err(|reason| GatewayFailure::invalid("owner_agent", reason))?;
        match address.as_str() == self.agent {
            true => Ok(()),
            false => Err(GatewayFailure::forbidden("this key belongs to another agent").about("owner_agent")),
        }
    }

    fn trace(&self) -> Trace {
        let header = |name: &str| self.call.headers.get(name).cloned();
        Trace { trace_id: header("x-trace-id"), traceparent: header("traceparent") }
    }

    fn seals(&self) -> Seals {
        self.call.engine.seals(&self.call.owner).unwrap_or_else(Seals::without_key)
    }

    async fn thread(&self, intent: &journal::Intent) -> Answered {
        let thread = inbox::thread(&self.gateway.database, intent, &self.agent).await?;
        Ok(RouteAnswer::json(json!({"ok": true, "thread": thread})))
    }
}

/// Describes the routes of a site.
struct Table<'a> {
    site: &'a Arc<Site>,
    routes: Vec<Route>,
}

impl Table<'_> {
    fn add<F, A>(
        &mut self,
        method: RouteMethod,
        path: &'static str,
        id: &'static str,
        about: &'static str,
        handle: F,
    ) -> Entry<'_>
    where
        F: Fn(Call) -> A + Copy + Send + Sync + 'static,
        A: Future<Output = Answered> + Send + 'static,
    {
        let site = Arc::clone(self.site);
        let route = Route::new(method, path, id, about, move |call| {
            let site = Arc::clone(&site);
            Box::pin(async move {
                let answered: Answered = async {
                    let gateway = site.gateway().await?;
                    gateway.rates.admit(call.owner.as_str(), id)?;
                    let agent = Address::of_owner(call.owner.as_str()).to_string();
                    handle(Call { gateway, agent, call }).await
                }
                .await;
                match answered {
                    Ok(answer) => Ok(answer),
                    // A refusal that says when to come back says so in a header as well.
                    Err(failure) => match failure.retry_after {
                        Some(seconds) => Ok(RouteAnswer::Json {
                            status: failure.status,
                            body: failure.to_json(),
                            headers: vec![("retry-after", seconds.to_string())],
                        }),
                        None => Err(failure.into()),
                    },
                }
            })
        });
        let route = route.tag("channels").refusal(refusal()).checking_body();
        self.routes.push(uuids(route));
        Entry(&mut self.routes)
    }
}

/// The last route of a table.
struct Entry<'a>(&'a mut Vec<Route>);

impl Entry<'_> {
    fn with(self, change: impl FnOnce(Route) -> Route) -> Self {
        if let Some(route) = self.0.pop() {
            self.0.push(change(route));
        }
        self
    }

    fn acts(self, body: Json) -> Self {
        self.with(|route| route.needs(Permission::Act).body(body))
    }
}

/// Identifiers of intents and threads are UUIDs; names of intents that can be called are not.
fn uuids(route: Route) -> Route {
    match route.path.contains("{intent}") {
        true => route.shape("intent", |text| Uuid::parse_str(text).is_ok() && text.len() == 36),
        false => route,
    }
}

/// The routes of this part.
pub(crate) fn routes(site: &Arc<Site>) -> Vec<Route> {
    use RouteMethod::{Delete, Get, Post};
    let mut table = Table { site, routes: Vec::new() };
    let t = &mut table;
    let text = || json!({"type": "string"});
    let number = || json!({"type": "integer", "minimum": 0});
    let object = || json!({"type": "object"});
    let owner = |route: Route| {
        route.query("owner_agent", json!({"type": "string"}), "The agent; it has to be your own.")
    };

    t.add(
        Post,
        "/v1/intents",
        "submitIntent",
        "Send an intent to an agent. It is durable when the answer comes.",
        create,
    )
    .acts(submission_schema())
    .with(|route| route.idempotent().answers(RouteSchema::Json(accepted_schema())));
    t.add(Get, "/v1/intents/{intent}", "getSubmittedIntent", "Look an intent up.", show);
    t.add(Get, "/v1/intents/{intent}/events", "listIntentEvents", "List the events of an intent.", events)
        .with(|route| route.query("since", number(), "Only events after this number."));
    t.add(
        Get,
        "/v1/intents/{intent}/events/stream",
        "followIntent",
        "Follow the events of an intent. `Last-Event-ID` or `since` resumes a stream.",
        stream,
    )
    .with(|route| {
        route
            .query("since", number(), "Only events after this number.")
            .query(
                "wait_seconds",
                json!({"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT}),
                "How long to wait for further events.",
            )
            .answers(RouteSchema::Events(following::schema()))
    });
    t.add(Post, "/v1/intents/{intent}/resolve", "resolveIntent", "End an intent. That is final.", resolve)
        .acts(json!({
            "type": "object",
            "required": ["status"],
            "properties": {
                "status": {"enum": ["COMPLETED", "FAILED", "CANCELED"]}, "result": {}, "reason": text(),
            },
        }));

    t.add(Get, "/v1/inbox", "listInbox", "List the threads in your inbox, the latest first.", list_inbox)
        .with(|route| {
            owner(route).query(
                "limit",
                json!({"type": "integer", "minimum": 1, "maximum": 200}),
                "The most that are listed.",
            )
        });
    t.add(
        Get,
        "/v1/inbox/changes",
        "listInboxChanges",
        "List what has changed in your threads since a cursor.",
        changes,
    )
    .with(|route| {
        owner(route).query("cursor", text(), "The last cursor that you have read.").query(
            "limit",
            json!({"type": "integer", "minimum": 1, "maximum": inbox::MOST_CHANGES}),
            "The most that are listed.",
        )
    });
    t.add(
        Get,
        "/v1/inbox/{intent}",
        "getThread",
        "Read a thread; its recipient acknowledges it with that.",
        thread,
    )
    .with(owner);
    let message = json!({"type": "object", "required": ["message"], "properties": {"message": text()}});
    t.add(Post, "/v1/inbox/{intent}/reply", "replyToThread", "Write a message.", reply).acts(message);
    let comment = json!({"type": "object", "properties": {"comment": text()}});
    t.add(Post, "/v1/inbox/{intent}/approve", "approveThread", "Approve.", approve).acts(comment.clone());
    t.add(Post, "/v1/inbox/{intent}/reject", "rejectThread", "Reject.", reject).acts(comment);
    t.add(Post, "/v1/inbox/{intent}/delegate", "delegateThread", "Hand a thread to another agent.", delegate)
        .acts(json!({
            "type": "object",
            "required": ["delegate_to"],
            "properties": {"delegate_to": text(), "note": text()},
        }));
    t.add(
        Post,
        "/v1/inbox/{intent}/messages/delete",
        "deleteMessages",
        "Delete messages, for you or for everybody.",
        delete_messages,
    )
    .acts(json!({
        "type": "object",
        "properties": {
            "mode": {"enum": ["self", "both"]},
            "limit": {"type": "integer", "minimum": 1, "maximum": 1000},
        },
    }));
    t.add(
        Post,
        "/v1/approvals/{approval}/decision",
        "decideIntentApproval",
        "Decide an approval that an intent waits for.",
        decision,
    )
    .acts(json!({
        "type": "object",
        "required": ["decision"],
        "properties": {"decision": {"enum": ["approve", "reject"]}, "comment": text()},
    }));

    t.add(Get, "/v1/capabilities", "listCapabilities", "Say what the gateway can do.", capabilities);
    t.add(
        Post,
        "/v1/schemas",
        "registerSchema",
        "Register the schema of a type of payloads.",
        register_schema,
    )
    .acts(json!({
        "type": "object",
        "required": ["semantic_type", "schema"],
        "properties": {"semantic_type": text(), "schema": object()},
    }));
    t.add(Get, "/v1/schemas/{semantic_type}", "getSchema", "Look a schema up.", show_schema);

    t.add(
        Post,
        "/v1/webhooks/subscriptions",
        "createSubscription",
        "Subscribe a webhook to events of your intents.",
        subscribe,
    )
    .acts(json!({
        "type": "object",
        "required": ["callback_url", "event_types"],
        "properties": {
            "callback_url": text(),
            "event_types": {"type": "array", "items": text(), "minItems": 1},
            "secret": text(),
            "owner_agent": text(),
        },
    }));
    t.add(
        Get,
        "/v1/webhooks/subscriptions",
        "listSubscriptions",
        "List your subscriptions.",
        list_subscriptions,
    )
    .with(owner);
    t.add(
        Delete,
        "/v1/webhooks/subscriptions/{subscription}",
        "revokeSubscription",
        "End a subscription.",
        unsubscribe,
    )
    .with(|route| route.needs(Permission::Act));
    t.add(
        Post,
        "/v1/webhooks/events",
        "publishEvent",
        "Publish an event to your own subscriptions.",
        publish,
    )
    .acts(json!({
        "type": "object",
        "required": ["event_type"],
        "properties": {"event_type": text(), "data": object(), "owner_agent": text()},
    }));
    t.add(
        Get,
        "/v1/webhooks/events/{event}",
        "getEvent",
        "Say how the deliveries of an event stand.",
        show_event,
    );
    t.add(Post, "/v1/webhooks/events/{event}/replay", "replayEvent", "Deliver an event again.", replay)
        .acts(object());
    t.add(Get, "/v1/dead-letters", "listDeadLetters", "List what failed too often.", list_dead_letters);
    t.add(Post, "/v1/dead-letters/{letter}/redrive", "redriveDeadLetter", "Have it tried again.", redrive)
        .acts(object());

    t.add(Post, "/v1/macros", "storeMacro", "Store a version of a macro.", store_macro).acts(json!({
        "type": "object",
        "required": ["macro_id", "template"],
        "properties": {"macro_id": text(), "template": object()},
    }));
    t.add(
        Get,
        "/v1/macros",
        "listMacros",
        "List your macros, and those that others share with you.",
        list_macros,
    );
    t.add(Get, "/v1/macros/{macro}", "getMacro", "Look a macro up.", show_macro).with(|route| {
        route.query("version", number(), "The version; the latest without.").query(
            "owner_agent",
            text(),
            "The owner; you without.",
        )
    });
    t.add(
        Get,
        "/v1/macros/{macro}/shares",
        "listMacroShares",
        "List the agents that a macro of yours is shared with.",
        list_shares,
    );
    t.add(
        Post,
        "/v1/macros/{macro}/shares",
        "shareMacro",
        "Let an agent read and use a macro of yours.",
        share_macro,
    )
    .acts(json!({"type": "object", "required": ["agent"], "properties": {"agent": text()}}));
    t.add(
        Post,
        "/v1/macros/{macro}/shares/revoke",
        "revokeMacroShare",
        "Take a macro of yours back from an agent.",
        revoke_share,
    )
    .acts(json!({"type": "object", "required": ["agent"], "properties": {"agent": text()}}));
    t.add(
        Post,
        "/v1/macros/{macro}/preview",
        "previewMacro",
        "Show the steps of a macro, and take none.",
        preview_macro,
    )
    .with(|route| {
        route.body(json!({
            "type": "object",
            "properties": {
                "params": {"type": "object"},
                "version": {"type": "integer", "minimum": 1},
                "owner_agent": {"type": "string"},
            },
        }))
    });
    table.routes
}

fn submission_schema() -> Json {
    let text = || json!({"type": "string"});
    json!({
        "type": "object",
        "required": ["intent_type", "to_agent", "payload"],
        "properties": {
            "intent_type": {"type": "string", "pattern": r"^[a-z0-9_-]+(\.[a-z0-9_-]+)+\.v[0-9]+$"},
            "correlation_id": {"type": "string", "format": "uuid"},
            "to_agent": {"type": "string", "minLength": 3},
            "payload": {"type": "object"},
            "reply_to": text(),
            "deadline_at": {"type": "string", "format": "date-time"},
            "remind_at": {"type": "string", "format": "date-time"},
            "idempotency_key": {"type": "string", "minLength": 1, "maxLength": 255},
            "metadata": {"type": "object", "additionalProperties": text()},
        },
    })
}

fn accepted_schema() -> Json {
    json!({
        "type": "object",
        "required": ["ok"],
        "anyOf": [
            {"required": ["intent_id", "correlation_id", "status", "created_at"]},
            {"required": ["dry_run", "workflow"]},
        ],
        "properties": {
            "ok": {"const": true},
            "intent_id": {"type": "string", "format": "uuid"},
            "correlation_id": {"type": "string", "format": "uuid"},
            "status": {"type": "string"},
            "created_at": {"type": "string", "format": "date-time"},
            "trace_id": {"type": "string"},
            "dry_run": {"const": true, "description": "Nothing was sent; the workflow is what would be done."},
            "workflow": {"type": "object"},
        },
    })
}

/// Reads the body of a submission.
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

async fn create(it: Call) -> Answered {
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

async fn show(it: Call) -> Answered {
    let intent = journal::find(&it.gateway.database, it.call.part("intent")).await?;
    admit_viewer(&it.gateway.database, &intent, &it.agent).await?;
    let body = json!({"ok": true, "intent": journal::shown(&intent)});
    let headers = [("x-trace-id", intent.trace.trace_id), ("traceparent", intent.trace.traceparent)];
    let headers = headers.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    Ok(RouteAnswer::Json { status: 200, body, headers })
}

async fn events(it: Call) -> Answered {
    let intent = journal::find(&it.gateway.database, it.call.part("intent")).await?;
    admit_viewer(&it.gateway.database, &intent, &it.agent).await?;
    let since = it.number("since").and_then(|since| i64::try_from(since).ok()).unwrap_or(0);
    let events = journal::events(&it.gateway.database, &intent.id, since, &it.agent).await?;
    let events: Vec<Json> = events.iter().map(journal::Event::to_json).collect();
    Ok(RouteAnswer::json(json!({"ok": true, "events": events})))
}

async fn stream(it: Call) -> Answered {
    let intent = journal::find(&it.gateway.database, it.call.part("intent")).await?;
    admit_viewer(&it.gateway.database, &intent, &it.agent).await?;
    let last = it.call.headers.get("last-event-id").and_then(|id| id.trim().parse::<u64>().ok());
    let since = last.or(it.number("since")).and_then(|since| i64::try_from(since).ok()).unwrap_or(0);
    let wait = Duration::from_secs(it.number("wait_seconds").unwrap_or(WAIT).min(LONGEST_WAIT));
    let cancellation = it.call.cancellation.clone();
    Ok(RouteAnswer::Events(following::follow(it.gateway, intent.id, it.agent, since, wait, cancellation)))
}

async fn resolve(it: Call) -> Answered {
    let body = actions::resolve(&it.gateway, &it.agent, it.call.part("intent"), &it.call.body).await?;
    Ok(RouteAnswer::json(body))
}

async fn list_inbox(it: Call) -> Answered {
    it.owner()?;
    let limit = it.number("limit").unwrap_or(THREADS);
    let threads = inbox::threads(&it.gateway.database, &it.agent, limit).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "threads": threads})))
}

async fn changes(it: Call) -> Answered {
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

async fn thread(it: Call) -> Answered {
    it.owner()?;
    let intent = actions::acknowledge(&it.gateway, &it.agent, it.call.part("intent")).await?;
    it.thread(&intent).await
}

async fn reply(it: Call) -> Answered {
    let intent = actions::reply(&it.gateway, &it.agent, it.call.part("intent"), &it.call.body).await?;
    it.thread(&intent).await
}

async fn approve(it: Call) -> Answered {
    let intent = actions::decide(&it.gateway, &it.agent, it.call.part("intent"), true, &it.call.body).await?;
    it.thread(&intent).await
}

async fn reject(it: Call) -> Answered {
    let intent =
        actions::decide(&it.gateway, &it.agent, it.call.part("intent"), false, &it.call.body).await?;
    it.thread(&intent).await
}

async fn delegate(it: Call) -> Answered {
    let intent = actions::delegate(&it.gateway, &it.agent, it.call.part("intent"), &it.call.body).await?;
    it.thread(&intent).await
}

async fn delete_messages(it: Call) -> Answered {
    let (intent, deleted) =
        actions::delete_messages(&it.gateway, &it.agent, it.call.part("intent"), &it.call.body).await?;
    let thread = inbox::thread(&it.gateway.database, &intent, &it.agent).await?;
    let mode = it.call.body["mode"].as_str().unwrap_or("self");
    Ok(RouteAnswer::json(json!({
        "ok": true, "thread": thread, "mode": mode, "deleted_count": deleted,
    })))
}

async fn decision(it: Call) -> Answered {
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

async fn capabilities(it: Call) -> Answered {
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

async fn register_schema(it: Call) -> Answered {
    let schema = it.gateway.schemas.register(&it.gateway.database, &it.agent, &it.call.body).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "schema": schema})))
}

async fn show_schema(it: Call) -> Answered {
    let schema = schemas::stored(&it.gateway.database, it.call.part("semantic_type")).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "schema": schema})))
}

async fn subscribe(it: Call) -> Answered {
    it.owner()?;
    let seals = it.seals();
    let gateway = &it.gateway;
    let subscription =
        webhooks::create(&gateway.database, &it.agent, &it.call.body, &gateway.callbacks, &seals).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "subscription": subscription})))
}

async fn list_subscriptions(it: Call) -> Answered {
    it.owner()?;
    let subscriptions = webhooks::list(&it.gateway.database, &it.agent).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "subscriptions": subscriptions})))
}

async fn unsubscribe(it: Call) -> Answered {
    let subscription =
        webhooks::revoke(&it.gateway.database, &it.agent, it.call.part("subscription")).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "subscription": subscription})))
}

async fn publish(it: Call) -> Answered {
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
    super::validation::sound("data", &data, 0)?;
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

async fn show_event(it: Call) -> Answered {
    Ok(RouteAnswer::json(webhooks::counters(&it.gateway.database, &it.agent, it.call.part("event")).await?))
}

async fn replay(it: Call) -> Answered {
    let event = it.call.part("event");
    let mut transaction = it.gateway.database.begin().await?;
    webhooks::replay(&mut transaction, &it.agent, event).await?;
    transaction.commit().await?;
    it.gateway.wake();
    Ok(RouteAnswer::json(webhooks::counters(&it.gateway.database, &it.agent, event).await?))
}

async fn list_dead_letters(it: Call) -> Answered {
    let letters = dead_letters::list(&it.gateway.database, &it.agent).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "dead_letters": letters})))
}

async fn redrive(it: Call) -> Answered {
    let id = it.call.part("letter");
    dead_letters::redrive(&it.gateway.database, &it.agent, id).await?;
    it.gateway.wake();
    Ok(RouteAnswer::json(json!({"ok": true, "dead_letter_id": id})))
}

async fn store_macro(it: Call) -> Answered {
    let stored = macros::store(&it.gateway.database, &it.agent, &it.call.body).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "macro": stored})))
}

async fn list_macros(it: Call) -> Answered {
    let macros = macros::list(&it.gateway.database, &it.agent).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "macros": macros})))
}

async fn show_macro(it: Call) -> Answered {
    let version = it.number("version").and_then(|version| i64::try_from(version).ok());
    let owner = it.call.query.get("owner_agent").map(String::as_str);
    let shown = macros::show(&it.gateway.database, &it.agent, owner, it.call.part("macro"), version).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "macro": shown})))
}

async fn list_shares(it: Call) -> Answered {
    let name = it.call.part("macro");
    macros::show(&it.gateway.database, &it.agent, None, name, None).await?;
    let shares = macros::shares(&it.gateway.database, &it.agent, name).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "shares": shares})))
}

async fn share_macro(it: Call) -> Answered {
    let agent = it.needed("agent")?;
    let share = macros::share(&it.gateway.database, &it.agent, it.call.part("macro"), &agent).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "share": share})))
}

async fn revoke_share(it: Call) -> Answered {
    let (agent, name) = (it.needed("agent")?, it.call.part("macro"));
    macros::revoke(&it.gateway.database, &it.agent, name, &agent).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "macro_id": name, "agent": agent})))
}

async fn preview_macro(it: Call) -> Answered {
    let preview =
        macros::preview(&it.gateway.database, &it.agent, it.call.part("macro"), &it.call.body).await?;
    Ok(RouteAnswer::json(json!({"ok": true, "dry_run": true, "workflow": preview})))
}
