//! Delivery of intents to their recipients: exactly once, because the arrival is recorded in the same
//! transaction.

use std::collections::BTreeSet;

use lemmascope_store::Transaction;
use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Query};
use serde_json::json;

use super::Gateway;
use super::failure::GatewayFailure;
use super::journal::{self, NewEvent};
use super::schema::{RECEIVED, WORKFLOW};
use super::status::Status;
use super::task::{self, Kind, Task};
use crate::Address;
use crate::fault::Step;
use crate::store::now;

/// Delivers the intents of leased tasks in one transaction.
pub(super) async fn deliver(gateway: &Gateway, tasks: &[Task]) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    arrive(&mut transaction, tasks.iter().map(|task| task.intent.as_str())).await?;
    if !task::end_tasks(&mut transaction, tasks).await? {
        // Another worker has leased them, and delivers them instead.
        return Ok(transaction.rollback().await?);
    }
    commit(gateway, transaction).await
}

/// Delivers intents that arrived over the bus, and ends their tasks in the outbox, in one transaction.
pub(super) async fn arrived(gateway: &Gateway, intents: &[String]) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    arrive(&mut transaction, intents.iter().map(String::as_str)).await?;
    task::end_tasks_of_kind(&mut transaction, Kind::Deliver, intents).await?;
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

/// Records the arrival of intents at their recipients, and their next tasks. Skips intents that arrived
/// before.
async fn arrive<'a>(
    transaction: &mut Transaction,
    ids: impl Iterator<Item = &'a str>,
) -> Result<(), GatewayFailure> {
    let ids: BTreeSet<&str> = ids.collect();
    let ids: Vec<&str> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(());
    }
    let mut intents = journal::lock_all(transaction, &ids).await?;
    let mut received = Query::insert();
    received.into_table(RECEIVED).columns(["intent", "agent", "at"]);
    for intent in &intents {
        received.values_panic([intent.id.as_str().into(), intent.to.as_str().into(), now().into()]);
    }
    received
        .on_conflict(OnConflict::columns(["intent", "agent"]).do_nothing().to_owned())
        .returning(Query::returning().column("intent"));
    let mut new = BTreeSet::new();
    for row in transaction.fetch_all(received).await? {
        new.insert(row.text("intent")?.to_string());
    }
    intents.retain(|intent| new.contains(&intent.id) && !intent.status.is_terminal());
    let recipients: Vec<String> = intents.iter().map(|intent| intent.to.clone()).collect();
    let new_events = intents.iter_mut().zip(&recipients).map(|(intent, recipient)| {
        // A participant that knew the id may already have acted on it.
        let status = intent.status.can_transition_to(Status::Delivered).then_some(Status::Delivered);
        let new_event =
            NewEvent { event_type: "intent.delivered", actor: recipient, status, ..NewEvent::default() };
        (intent, new_event)
    });
    journal::record_all(transaction, new_events.collect()).await?;
    if intents.is_empty() {
        return Ok(());
    }
    let workflows = Query::select()
        .column("intent")
        .from(WORKFLOW)
        .and_where(Expr::col("intent").is_in(intents.iter().map(|intent| intent.id.as_str())))
        .take();
    let mut with_workflow = BTreeSet::new();
    for row in transaction.fetch_all(workflows).await? {
        with_workflow.insert(row.text("intent")?.to_string());
    }
    for intent in &intents {
        let is_for_engine = || Address::parse(&intent.to).is_ok_and(|to| to.engine_session().is_some());
        let next = match with_workflow.contains(&intent.id) {
            true => Some(Kind::Workflow),
            false => is_for_engine().then_some(Kind::Execute),
        };
        if let Some(kind) = next {
            task::add(transaction, kind, &intent.id, &intent.from, now(), None).await?;
        }
    }
    Ok(())
}

/// Times out an intent whose deadline has passed.
pub(super) async fn time_out(gateway: &Gateway, task: &Task) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, &task.intent).await?;
    if !intent.status.is_terminal() {
        let new_event = NewEvent {
            event_type: "intent.timed_out",
            actor: "gateway",
            status: Some(Status::TimedOut),
            reason: Some("the deadline has passed".into()),
            answers: true,
            ..NewEvent::default()
        };
        journal::record(&mut transaction, &mut intent, new_event).await?;
    }
    finish(gateway, transaction, task).await
}

/// Reminds the recipient of an open intent.
pub(super) async fn remind(gateway: &Gateway, task: &Task) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, &task.intent).await?;
    if !intent.status.is_terminal() {
        let new_event = NewEvent {
            event_type: "intent.reminder",
            actor: "gateway",
            data: Some(json!({"owner_agent": intent.owner})),
            ..NewEvent::default()
        };
        journal::record(&mut transaction, &mut intent, new_event).await?;
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
