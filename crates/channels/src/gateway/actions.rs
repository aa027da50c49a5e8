//! The actions of participants on an intent: resolve, reply, approve, delegate, delete messages.

use lemmascope_store::query::{Expr, ExprTrait, Order, Query, Value as Bound};
use lemmascope_store::{Store as Database, Transaction};
use serde_json::{Value as Json, json};

use super::Gateway;
use super::approvals;
use super::failure::GatewayFailure;
use super::journal::{self, Intent, NewEvent};
use super::schema::EVENT;
use super::status::{Status, WaitingReason};
use super::task::{self, Kind};
use super::validation::{address, sound};
use crate::store::now;

/// The maximum length of a written text, in characters.
const LONGEST: usize = 5000;
/// The type of an answer.
pub(super) const REPLY: &str = "intent.reply.v1";
/// The type of a question.
pub(super) const ASK: &str = "intent.ask.v1";
/// The type of a message's event.
pub(super) const REPLIED: &str = "intent.replied";

/// Checks that an agent may see an intent.
pub(super) fn admit(intent: &Intent, agent: &str) -> Result<(), GatewayFailure> {
    match journal::participants(intent).iter().any(|it| it == agent) {
        true => Ok(()),
        false => Err(GatewayFailure::forbidden("the intent belongs to other agents")),
    }
}

/// Checks that an agent may see an intent, as a participant or as an approver.
pub(super) async fn check_viewer(
    database: &Database,
    intent: &Intent,
    agent: &str,
) -> Result<(), GatewayFailure> {
    match admit(intent, agent) {
        Err(refusal) if !journal::is_approver(database, &intent.id, agent).await? => Err(refusal),
        _ => Ok(()),
    }
}

/// Checks that an agent is the one that must act.
fn check_owner(intent: &Intent, agent: &str) -> Result<(), GatewayFailure> {
    admit(intent, agent)?;
    match intent.owner == agent {
        true => Ok(()),
        false => {
            Err(GatewayFailure::forbidden("another agent has to act on the intent").about("owner_agent"))
        }
    }
}

/// Returns an optional text of a body.
fn text(body: &Json, field: &str) -> Result<Option<String>, GatewayFailure> {
    match &body[field] {
        Json::Null => Ok(None),
        Json::String(text) if text.chars().count() > LONGEST => {
            Err(GatewayFailure::invalid(field, format!("is longer than {LONGEST} characters")))
        }
        value @ Json::String(text) => {
            sound(field, value, 0)?;
            Ok(Some(text.clone()))
        }
        _ => Err(GatewayFailure::invalid(field, "is not a text")),
    }
}

/// Returns a required text of a body.
fn needed(body: &Json, field: &str) -> Result<String, GatewayFailure> {
    let given = text(body, field)?.filter(|text| !text.trim().is_empty());
    given.ok_or_else(|| GatewayFailure::invalid(field, "is missing or empty"))
}

/// Completes an intent. Returns the event, and whether the completion was delivered.
pub(super) async fn resolve(
    gateway: &Gateway,
    agent: &str,
    id: &str,
    body: &Json,
) -> Result<Json, GatewayFailure> {
    let status = match body["status"].as_str() {
        Some("COMPLETED") => Status::Completed,
        Some("FAILED") => Status::Failed,
        Some("CANCELED") => Status::Canceled,
        _ => return Err(GatewayFailure::invalid("status", "is not COMPLETED, FAILED or CANCELED")),
    };
    let result = match &body["result"] {
        Json::Null => None,
        result => {
            sound("result", result, 0)?;
            let limit = gateway.payload_limit;
            if result.to_string().len() > limit {
                let reason = format!("the result has more than {limit} bytes");
                return Err(GatewayFailure::new(413, "PAYLOAD_TOO_LARGE", reason).about("result"));
            }
            Some(result.clone())
        }
    };
    let reason = text(body, "reason")?;
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, id).await?;
    admit(&intent, agent)?;
    let data = json!({"result": result, "reason": reason});
    let new_event = NewEvent {
        event_type: &format!("intent.{}", status.as_str().to_lowercase()),
        actor: agent,
        status: Some(status),
        data: Some(data),
        result,
        reason,
        answers: agent != intent.from,
        ..NewEvent::default()
    };
    let event = journal::record(&mut transaction, &mut intent, new_event).await?;
    transaction.commit().await?;
    gateway.announce();
    Ok(json!({
        "ok": true,
        "event": event,
        "completion_delivery": {"delivered": intent.reply_to.is_some(), "reply_to": intent.reply_to},
    }))
}

/// Returns the intent of a thread, and marks it as read by its recipient.
pub(super) async fn acknowledge(gateway: &Gateway, agent: &str, id: &str) -> Result<Intent, GatewayFailure> {
    let found = journal::find(&gateway.database, id).await?;
    check_viewer(&gateway.database, &found, agent).await?;
    if found.status != Status::Delivered || found.owner != agent {
        return Ok(found);
    }
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, id).await?;
    if intent.status == Status::Delivered {
        let new_event = NewEvent {
            event_type: "intent.acknowledged",
            actor: agent,
            status: Some(Status::Acknowledged),
            ..NewEvent::default()
        };
        journal::record(&mut transaction, &mut intent, new_event).await?;
    }
    finish(gateway, transaction).await?;
    Ok(intent)
}

/// Writes a message. The recipient's answer to a question completes the intent. The sender's answer to a
/// question of the engine lets the engine continue.
pub(super) async fn reply(
    gateway: &Gateway,
    agent: &str,
    id: &str,
    body: &Json,
) -> Result<Intent, GatewayFailure> {
    let message = needed(body, "message")?;
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, id).await?;
    admit(&intent, agent)?;
    let is_recipient = agent == intent.owner;
    let is_answer = is_recipient && intent.intent_type == ASK && !intent.status.is_terminal();
    let status = match intent.status {
        status if status.is_terminal() => None,
        _ if is_answer => Some(Status::Completed),
        _ if is_recipient => Some(Status::InProgress),
        _ => None,
    };
    let payload = json!({
        "answer": message,
        "status": "answered",
        "responded_by": agent,
        "responded_at": crate::store::written(now()),
    });
    let new_event = NewEvent {
        event_type: REPLIED,
        actor: agent,
        status,
        data: Some(json!({"message": message, "intent_type": REPLY, "payload": payload})),
        result: is_answer.then(|| payload.clone()),
        answers: agent != intent.from,
        ..NewEvent::default()
    };
    journal::record(&mut transaction, &mut intent, new_event).await?;
    let asks_sender = crate::Address::parse(&intent.to).is_ok_and(|to| to.engine_session().is_some())
        && agent == intent.from
        && intent.status == Status::Waiting(WaitingReason::Agent);
    if asks_sender {
        let data = json!({"sentence": message});
        task::add(&mut transaction, Kind::Execute, id, &intent.from, now(), Some(&data)).await?;
    }
    finish(gateway, transaction).await?;
    Ok(intent)
}

/// Approves or rejects: a pending approval, or the intent itself if there is none.
pub(super) async fn decide(
    gateway: &Gateway,
    agent: &str,
    id: &str,
    approves: bool,
    body: &Json,
) -> Result<Intent, GatewayFailure> {
    let comment = text(body, "comment")?;
    check_viewer(&gateway.database, &journal::find(&gateway.database, id).await?, agent).await?;
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, id).await?;
    match approvals::open(&mut transaction, id).await? {
        Some(approval) => {
            approvals::decide(&mut transaction, &mut intent, &approval, agent, approves, comment).await?;
        }
        None if admit(&intent, agent).is_err() => return Err(already_decided()),
        None => {
            check_owner(&intent, agent)?;
            let (event_type, status) = match approves {
                true => ("intent.approved", Status::Completed),
                false => ("intent.rejected", Status::Failed),
            };
            let decision = if approves { "approve" } else { "reject" };
            let new_event = NewEvent {
                event_type,
                actor: agent,
                status: Some(status),
                data: Some(json!({"decision": decision, "comment": comment})),
                result: Some(json!({"decision": decision, "comment": comment})),
                reason: (!approves).then(|| comment.unwrap_or_else(|| "rejected".into())),
                answers: true,
                ..NewEvent::default()
            };
            journal::record(&mut transaction, &mut intent, new_event).await?;
        }
    }
    finish(gateway, transaction).await?;
    Ok(intent)
}

/// Decides the approval with an id.
pub(super) async fn decide_approval(
    gateway: &Gateway,
    agent: &str,
    intent: &str,
    approval: &str,
    approves: bool,
    body: &Json,
) -> Result<(), GatewayFailure> {
    let comment = text(body, "comment")?;
    check_viewer(&gateway.database, &journal::find(&gateway.database, intent).await?, agent).await?;
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, intent).await?;
    // Read again under the lock, because another process may have decided it.
    let waiting = approvals::open(&mut transaction, &intent.id).await?;
    let Some(waiting) = waiting.filter(|waiting| waiting.id == approval) else {
        return Err(already_decided());
    };
    approvals::decide(&mut transaction, &mut intent, &waiting, agent, approves, comment).await?;
    finish(gateway, transaction).await
}

fn already_decided() -> GatewayFailure {
    GatewayFailure::conflict("ALREADY_DECIDED", "the approval was decided before")
}

/// Delegates an intent to another agent.
pub(super) async fn delegate(
    gateway: &Gateway,
    agent: &str,
    id: &str,
    body: &Json,
) -> Result<Intent, GatewayFailure> {
    let to = address("delegate_to", &needed(body, "delegate_to")?)?;
    let note = text(body, "note")?;
    if to.engine_session().is_some() {
        // The engine would execute it with the permissions of the sender, who has not requested that.
        let reason = "is this engine, which carries out what is sent to it by whoever wants it done";
        return Err(GatewayFailure::invalid("delegate_to", reason));
    }
    let mut transaction = gateway.database.begin().await?;
    let mut intent = journal::hold(&mut transaction, id).await?;
    check_owner(&intent, agent)?;
    let new_event = NewEvent {
        event_type: "intent.delegated",
        actor: agent,
        status: Some(Status::Waiting(WaitingReason::Agent)),
        data: Some(json!({"delegate_to": to.as_str(), "note": note})),
        owner: Some(to),
        ..NewEvent::default()
    };
    journal::record(&mut transaction, &mut intent, new_event).await?;
    finish(gateway, transaction).await?;
    Ok(intent)
}

/// Deletes messages: the latest ones that the agent sees, for itself, or the latest ones that it wrote, for
/// all. Returns their number.
pub(super) async fn delete_messages(
    gateway: &Gateway,
    agent: &str,
    id: &str,
    body: &Json,
) -> Result<(Intent, usize), GatewayFailure> {
    let for_all = match body["mode"].as_str().unwrap_or("self") {
        "self" => false,
        "both" => true,
        _ => return Err(GatewayFailure::invalid("mode", "is not self or both")),
    };
    let limit = match &body["limit"] {
        Json::Null => 1,
        limit => limit
            .as_u64()
            .filter(|limit| (1..=1000).contains(limit))
            .ok_or_else(|| GatewayFailure::invalid("limit", "is not a number from 1 to 1000"))?,
    };
    let mut transaction = gateway.database.begin().await?;
    let intent = journal::hold(&mut transaction, id).await?;
    admit(&intent, agent)?;
    let mut select = Query::select();
    select
        .columns(["seq", "hidden_from", "data"])
        .from(EVENT)
        .and_where(Expr::col("intent").eq(id))
        .and_where(Expr::col("event_type").eq(REPLIED))
        .and_where(Expr::col("data").is_not_null())
        .order_by("seq", Order::Desc);
    if for_all {
        select.and_where(Expr::col("actor").eq(agent));
    }
    let rows = transaction.fetch_all(select).await?;
    let mut deleted = 0;
    for row in rows {
        if deleted >= usize::try_from(limit).unwrap_or(usize::MAX) {
            break;
        }
        let mut hidden = row.optional_json("hidden_from")?.unwrap_or_else(|| json!([]));
        let is_hidden = hidden.as_array().is_some_and(|it| it.contains(&json!(agent)));
        let is_gone = row.json("data")?["deleted"] == json!(true);
        if is_gone || (is_hidden && !for_all) {
            continue;
        }
        let mut update = Query::update();
        update
            .table(EVENT)
            .and_where(Expr::col("intent").eq(id))
            .and_where(Expr::col("seq").eq(row.integer("seq")?));
        match for_all {
            // The text is deleted; the fact that there was a message is kept.
            true => update.value("data", json!({"deleted": true}).to_string()),
            false => {
                if let Some(agents) = hidden.as_array_mut() {
                    agents.push(json!(agent));
                }
                update.value("hidden_from", Bound::String(Some(hidden.to_string())))
            }
        };
        transaction.execute(update).await?;
        deleted += 1;
    }
    finish(gateway, transaction).await?;
    Ok((intent, deleted))
}

async fn finish(gateway: &Gateway, transaction: Transaction) -> Result<(), GatewayFailure> {
    transaction.commit().await?;
    gateway.announce();
    gateway.wake();
    Ok(())
}
