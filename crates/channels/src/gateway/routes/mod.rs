//! The routes of the gateway.

mod call;
mod handlers;

use std::sync::Arc;

use lemmascope_intent::{Permission, Route, RouteMethod, RouteSchema};
use serde_json::{Value as Json, json};

pub use self::handlers::read_submission;

use self::call::Table;
use self::handlers::{
    LONGEST_WAIT, approve, capabilities, changes, create, decision, delegate, delete_messages, events,
    list_dead_letters, list_inbox, list_macros, list_shares, list_subscriptions, preview_macro, publish,
    redrive, register_schema, reject, replay, reply, resolve, revoke_share, share_macro, show, show_event,
    show_macro, show_schema, store_macro, stream, subscribe, thread, unsubscribe,
};
use super::{event_stream, inbox};
use crate::site::Site;

/// Returns the routes.
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
            .answers(RouteSchema::Events(event_stream::schema()))
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
        "List the changes of your threads since a cursor.",
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

    t.add(
        Get,
        "/v1/capabilities",
        "listCapabilities",
        "Describe the capabilities of the gateway.",
        capabilities,
    );
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
        "Show the state of an event's deliveries.",
        show_event,
    );
    t.add(Post, "/v1/webhooks/events/{event}/replay", "replayEvent", "Deliver an event again.", replay)
        .acts(object());
    t.add(Get, "/v1/dead-letters", "listDeadLetters", "List the dead letters.", list_dead_letters);
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
        "List your macros and the macros that are shared with you.",
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
        "Stop sharing a macro with an agent.",
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
            "dry_run": {"const": true, "description": "Nothing was sent; the workflow is the dry run."},
            "workflow": {"type": "object"},
        },
    })
}
