//! The tables of the gateway.

use lemmascope_store::Migration;
use lemmascope_store::query::{ColumnDef, Index};

use crate::store::{index, table};

/// All migrations of the gateway, oldest first.
pub(crate) const MIGRATIONS: &[Migration] = &[GATEWAY, SHARES, DUE];

pub(super) const INTENT: &str = "channel_intent";
pub(super) const EVENT: &str = "channel_event";
pub(super) const KEY: &str = "channel_key";
pub(super) const TASK: &str = "channel_task";
pub(super) const RECEIVED: &str = "channel_received";
pub(super) const CHANGE: &str = "channel_change";
pub(super) const CURSOR: &str = "channel_cursor";
pub(super) const APPROVAL: &str = "channel_approval";
pub(super) const SCHEMA: &str = "channel_schema";
pub(super) const SUBSCRIPTION: &str = "channel_subscription";
pub(super) const NOTICE: &str = "channel_notice";
pub(super) const CALLBACK: &str = "channel_callback";
pub(super) const MACRO: &str = "channel_macro";
pub(super) const MACRO_SHARE: &str = "channel_macro_share";
pub(super) const WORKFLOW: &str = "channel_workflow";

const GATEWAY: Migration = Migration {
    name: "channels/1 intents, events, tasks, approvals, schemas, webhooks, macros",
    statements: || {
        vec![
            // `seq` is the number of the last event, `owner_agent` the agent that must act, `permissions`
            // those of the sender, and `answered` states whether the recipient has written to the sender.
            table(
                INTENT,
                &[
                    "intent_type",
                    "correlation_id",
                    "from_agent",
                    "to_agent",
                    "owner_agent",
                    "status",
                    "payload",
                    "metadata",
                    "permissions",
                ],
                &["seq", "created_at", "updated_at"],
            )
            .col(ColumnDef::new("id").text().primary_key())
            .col(ColumnDef::new("waiting_reason").text())
            .col(ColumnDef::new("reply_to").text())
            .col(ColumnDef::new("deadline_at").big_integer())
            .col(ColumnDef::new("result").text())
            .col(ColumnDef::new("reason").text())
            .col(ColumnDef::new("trace_id").text())
            .col(ColumnDef::new("traceparent").text())
            .col(ColumnDef::new("run").text())
            .col(ColumnDef::new("answered").boolean().not_null())
            .to_owned()
            .into(),
            index(INTENT, &["owner_agent", "created_at"]).into(),
            index(INTENT, &["from_agent", "created_at"]).into(),
            table(EVENT, &["intent", "event_type", "status", "actor"], &["seq", "at"])
                .col(ColumnDef::new("waiting_reason").text())
                .col(ColumnDef::new("data").text())
                .col(ColumnDef::new("hidden_from").text())
                .primary_key(Index::create().col("intent").col("seq"))
                .to_owned()
                .into(),
            // One row for each submission with a key. The first submission wins.
            table(KEY, &["sender", "endpoint", "name", "fingerprint", "intent"], &["created_at"])
                .primary_key(Index::create().col("sender").col("endpoint").col("name"))
                .to_owned()
                .into(),
            index(KEY, &["created_at"]).into(),
            // Tasks, written in the transaction that made them necessary. `due_at` is the time from which a
            // worker may lease the task; the lease moves it past its own end. A dead letter has none.
            table(TASK, &["kind", "intent", "owner"], &["attempts", "created_at"])
                .col(ColumnDef::new("id").big_integer().primary_key().auto_increment())
                .col(ColumnDef::new("due_at").big_integer())
                .col(ColumnDef::new("lease").text())
                .col(ColumnDef::new("data").text())
                .col(ColumnDef::new("error").text())
                .to_owned()
                .into(),
            index(TASK, &["due_at"]).into(),
            // The arrivals at recipients, which make a second delivery a no-op.
            table(RECEIVED, &["intent", "agent"], &["at"])
                .primary_key(Index::create().col("intent").col("agent"))
                .to_owned()
                .into(),
            // The changes of a thread for an agent. A change gets its number when the agent reads it, so that
            // numbers increase in the order of commits.
            table(CHANGE, &["agent", "intent"], &[])
                .col(ColumnDef::new("id").big_integer().primary_key().auto_increment())
                .col(ColumnDef::new("number").big_integer())
                .to_owned()
                .into(),
            index(CHANGE, &["agent", "number"]).into(),
            table(CURSOR, &[], &["number"])
                .col(ColumnDef::new("agent").text().primary_key())
                .to_owned()
                .into(),
            table(APPROVAL, &["intent", "agent", "kind", "question"], &["created_at"])
                .col(ColumnDef::new("id").text().primary_key())
                .col(ColumnDef::new("digest").text())
                .col(ColumnDef::new("decision").text())
                .col(ColumnDef::new("comment").text())
                .col(ColumnDef::new("decided_by").text())
                .col(ColumnDef::new("decided_at").big_integer())
                .to_owned()
                .into(),
            index(APPROVAL, &["intent"]).into(),
            index(APPROVAL, &["agent", "decided_at"]).into(),
            table(SCHEMA, &["owner", "digest", "schema"], &["created_at", "updated_at"])
                .col(ColumnDef::new("semantic_type").text().primary_key())
                .to_owned()
                .into(),
            table(
                SUBSCRIPTION,
                &["owner", "callback_url", "event_types", "secret"],
                &["created_at", "updated_at"],
            )
            .col(ColumnDef::new("id").text().primary_key())
            .col(ColumnDef::new("active").boolean().not_null())
            .col(ColumnDef::new("revoked_at").big_integer())
            .to_owned()
            .into(),
            index(SUBSCRIPTION, &["owner"]).into(),
            // The notices for subscribers, and the calls that send them.
            table(NOTICE, &["owner", "event_type", "document"], &["created_at"])
                .col(ColumnDef::new("id").text().primary_key())
                .to_owned()
                .into(),
            table(CALLBACK, &["notice", "subscription", "status"], &["attempts", "updated_at"])
                .col(ColumnDef::new("id").text().primary_key())
                .col(ColumnDef::new("error").text())
                .to_owned()
                .into(),
            index(CALLBACK, &["notice"]).into(),
            table(MACRO, &["owner", "name", "template"], &["version", "created_at"])
                .primary_key(Index::create().col("owner").col("name").col("version"))
                .to_owned()
                .into(),
            table(WORKFLOW, &["steps", "state"], &[])
                .col(ColumnDef::new("intent").text().primary_key())
                .to_owned()
                .into(),
        ]
    },
};

const SHARES: Migration = Migration {
    name: "channels/2 macros that are shared",
    statements: || {
        vec![
            table(MACRO_SHARE, &["owner", "name", "agent"], &["created_at"])
                .primary_key(Index::create().col("owner").col("name").col("agent"))
                .to_owned()
                .into(),
            index(MACRO_SHARE, &["agent"]).into(),
        ]
    },
};

// Workers look for due tasks of their own kinds. Without the kind in the index, they would scan all due tasks
// of other kinds.
const DUE: Migration = Migration {
    name: "channels/3 due tasks by kind",
    statements: || vec![index(TASK, &["kind", "due_at"]).into()],
};
