//! Brings intents to their recipients: exactly once, because a recipient remembers what has arrived in the same transaction.

use std::collections::BTreeSet;

use lemmascope_store::Transaction;
use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Query};
use serde_json::json;

use super::Gateway;
use super::failure::GatewayFailure;
use super::journal::{self, Happening};
use super::schema::{RECEIVED, WORKFLOW};
use super::status::Status;
use super::task::{self, Kind, Task};
use crate::Address;
use crate::fault::Step;
use crate::store::now;

/// Delivers the intents of tasks of one lease in one transaction.
pub(super) async fn deliver(gateway: &Gateway, tasks: &[Task]) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    for task in tasks {
        arrive(&mut transaction, &task.intent).await?;
    }
    if !task::end_all(&mut transaction, tasks).await? {
        // Another worker has taken them over, and does this instead.
        return Ok(transaction.rollback().await?);
    }
    commit(gateway, transaction).await
}

/// Delivers intents that have come by the bus, and ends their tasks in the outbox, in one transaction.
pub(super) async fn arrived(gateway: &Gateway, intents: &[String]) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    // In one order everywhere, so that two gateways do not wait for each other.
    let intents: BTreeSet<&String> = intents.iter().collect();
    for intent in intents {
        arrive(&mut transaction, intent).await?;
        task::end_of(&mut transaction, Kind::Deliver, intent).await?;
    }
    commit(gateway, transaction).await
}

async fn commit(gateway: &Gateway, transaction: Transaction) -> Result<(), GatewayFailure> {
    gateway.fault.at(Step::BeforeDelivering);
    transaction.commit().await?;
    gateway.fault.at(Step::AfterDelivering);
    gateway.announce();
    gateway.wake();
    Ok(())
}

async fn arrive(transaction: &mut Transaction, intent: &str) -> Result<(), GatewayFailure> {
    let mut intent = journal::hold(transaction, intent).await?;
    let insert = Query::insert()
        .into_table(RECEIVED)
        .columns(["intent", "agent", "at"])
        .values_panic([intent.id.as_str().into(), intent.to.as_str().into(), now().into()])
        .on_conflict(OnConflict::columns(["intent", "agent"]).do_nothing().to_owned())
        .take();
    let has_arrived_before = transaction.execute(insert).await? == 0;
    if has_arrived_before || intent.status.is_terminal() {
        return Ok(());
    }
    // Somebody who knew the id may have been faster.
    let status = intent.status.leads_to(Status::Delivered).then_some(Status::Delivered);
    let recipient = intent.to.clone();
    let happening =
        Happening { event_type: "intent.delivered", actor: &recipient, status, ..Happening::default() };
    journal::record(transaction, &mut intent, happening).await?;
    let workflow = Query::select()
        .column("intent")
        .from(WORKFLOW)
        .and_where(Expr::col("intent").eq(intent.id.as_str()))
        .take();
    let is_for_engine = Address::parse(&intent.to).is_ok_and(|to| to.engine_session().is_some());
    let next = match transaction.fetch_optional(workflow).await? {
        Some(_) => Some(Kind::Workflow),
        None => is_for_engine.then_some(Kind::Execute),
    };
    if let Some(kind) = next {
        task::add(transaction, kind, &intent.id, &intent.from, now(), None).await?;
    }
    Ok(())
}

/// Ends an intent whose deadline has passed.
pub(super) async fn time_out(gateway: &Gateway, task: &Task) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, &task.intent).await?;
    if !intent.status.is_terminal() {
        let happening = Happening {
            event_type: "intent.timed_out",
            actor: "gateway",
            status: Some(Status::TimedOut),
            reason: Some("the deadline has passed".into()),
            answers: true,
            ..Happening::default()
        };
        journal::record(&mut transaction, &mut intent, happening).await?;
    }
    finish(gateway, transaction, task).await
}

/// Reminds the recipient of an intent that is still open.
pub(super) async fn remind(gateway: &Gateway, task: &Task) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, &task.intent).await?;
    if !intent.status.is_terminal() {
        let happening = Happening {
            event_type: "intent.reminder",
            actor: "gateway",
            data: Some(json!({"owner_agent": intent.owner})),
            ..Happening::default()
        };
        journal::record(&mut transaction, &mut intent, happening).await?;
    }
    finish(gateway, transaction, task).await
}

async fn finish(gateway: &Gateway, mut transaction: Transaction, task: &Task) -> Result<(), GatewayFailure> {
    if !task::end(&mut transaction, task).await? {
        return Ok(transaction.rollback().await?);
    }
    transaction.commit().await?;
    gateway.announce();
    Ok(())
}
