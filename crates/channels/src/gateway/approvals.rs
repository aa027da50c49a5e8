//! Approvals: questions that a person must decide before an intent continues.

use lemmascope_store::query::{Expr, ExprTrait, Order, Query, Value as Bound};
use lemmascope_store::{Row, Store as Database, Transaction};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::failure::GatewayFailure;
use super::journal::{self, Intent, NewEvent};
use super::schema::APPROVAL;
use super::status::{Status, WaitingReason};
use super::task::{self, Kind};
use crate::store::{now, written};

/// An approval, pending or decided.
#[derive(Debug, Clone)]
pub(super) struct Approval {
    pub(super) id: String,
    pub(super) intent: String,
    /// The agent that decides.
    pub(super) agent: String,
    pub(super) kind: ApprovalKind,
    /// The digest of the plan to which it is bound.
    pub(super) digest: Option<String>,
    pub(super) decision: Option<String>,
    pub(super) comment: Option<String>,
    pub(super) decided_at: Option<i64>,
}

/// The subject of an approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ApprovalKind {
    /// A plan of the engine.
    Plan,
    /// A step of a workflow.
    Step,
}

impl ApprovalKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Step => "step",
        }
    }
}

const COLUMNS: [&str; 9] =
    ["id", "intent", "agent", "kind", "question", "digest", "decision", "comment", "decided_at"];

/// Requests an approval, and marks the intent as waiting for a person.
pub(super) async fn ask(
    transaction: &mut Transaction,
    intent: &mut Intent,
    agent: &str,
    kind: ApprovalKind,
    question: &str,
    digest: Option<&str>,
    actor: &str,
) -> Result<(), GatewayFailure> {
    let id = Uuid::now_v7().to_string();
    let insert = Query::insert()
        .into_table(APPROVAL)
        .columns(["id", "intent", "agent", "kind", "question", "digest", "created_at"])
        .values_panic([
            id.as_str().into(),
            intent.id.as_str().into(),
            agent.into(),
            kind.as_str().into(),
            question.into(),
            Expr::value(Bound::String(digest.map(str::to_string))),
            now().into(),
        ])
        .take();
    transaction.execute(insert).await?;
    let new_event = NewEvent {
        event_type: "intent.waiting",
        actor,
        status: Some(Status::Waiting(WaitingReason::Human)),
        data: Some(json!({"approval_id": id, "question": question, "digest": digest, "decides": agent})),
        answers: true,
        ..NewEvent::default()
    };
    journal::record(transaction, intent, new_event).await.map(drop)
}

/// Returns the pending approval of an intent.
pub(super) async fn open(
    transaction: &mut Transaction,
    intent: &str,
) -> Result<Option<Approval>, GatewayFailure> {
    let select = Query::select()
        .columns(COLUMNS)
        .from(APPROVAL)
        .and_where(Expr::col("intent").eq(intent))
        .and_where(Expr::col("decided_at").is_null())
        .order_by("created_at", Order::Desc)
        .limit(1)
        .take();
    transaction.fetch_optional(select).await?.as_ref().map(read).transpose()
}

/// Returns the approval with an id.
pub(super) async fn find(database: &Database, id: &str) -> Result<Option<Approval>, GatewayFailure> {
    let select = Query::select().columns(COLUMNS).from(APPROVAL).and_where(Expr::col("id").eq(id)).take();
    database.fetch_optional(select).await?.as_ref().map(read).transpose()
}

fn read(row: &Row) -> Result<Approval, GatewayFailure> {
    let optional = |name| row.optional_text(name).map(|it| it.map(str::to_string));
    Ok(Approval {
        id: row.text("id")?.into(),
        intent: row.text("intent")?.into(),
        agent: row.text("agent")?.into(),
        kind: match row.text("kind")? {
            "step" => ApprovalKind::Step,
            _ => ApprovalKind::Plan,
        },
        digest: optional("digest")?,
        decision: optional("decision")?,
        comment: optional("comment")?,
        decided_at: row.optional_integer("decided_at")?,
    })
}

/// Decides an approval of a locked intent. After an approval, the intent continues. The rejection of a plan
/// cancels the intent; the rejection of a workflow step is the outcome of that step.
pub(super) async fn decide(
    transaction: &mut Transaction,
    intent: &mut Intent,
    approval: &Approval,
    agent: &str,
    approves: bool,
    comment: Option<String>,
) -> Result<(), GatewayFailure> {
    if approval.agent != agent {
        return Err(GatewayFailure::forbidden("another agent decides this approval"));
    }
    if intent.status.is_terminal() {
        let reason = format!("the intent is {} and waits for nothing", intent.status);
        return Err(GatewayFailure::conflict("INTENT_TERMINAL", reason));
    }
    let decision = if approves { "approve" } else { "reject" };
    let update = Query::update()
        .table(APPROVAL)
        .value("decision", decision)
        .value("comment", Bound::String(comment.clone()))
        .value("decided_by", agent)
        .value("decided_at", now())
        .and_where(Expr::col("id").eq(approval.id.as_str()))
        .and_where(Expr::col("decided_at").is_null())
        .take();
    if transaction.execute(update).await? == 0 {
        return Err(GatewayFailure::conflict("ALREADY_DECIDED", "the approval was decided before"));
    }
    let goes_on = approves || approval.kind == ApprovalKind::Step;
    let new_event = NewEvent {
        event_type: if approves { "intent.approved" } else { "intent.rejected" },
        actor: agent,
        status: Some(if goes_on { Status::InProgress } else { Status::Canceled }),
        data: Some(json!({"approval_id": approval.id, "decision": decision, "comment": comment})),
        reason: (!goes_on).then(|| comment.unwrap_or_else(|| "rejected".into())),
        ..NewEvent::default()
    };
    journal::record(transaction, intent, new_event).await?;
    match approval.kind {
        ApprovalKind::Plan if approves => {
            let data = json!({"confirm": approval.digest, "resumes": true});
            task::add(transaction, Kind::Execute, &intent.id, &intent.from, now(), Some(&data)).await?;
        }
        ApprovalKind::Plan => {}
        ApprovalKind::Step => {
            let data = json!({"decision": decision, "confirm": approval.digest});
            task::add(transaction, Kind::Workflow, &intent.id, &intent.from, now(), Some(&data)).await?;
        }
    }
    Ok(())
}

/// Returns an approval in the format of the protocol.
pub(super) fn shown(approval: &Approval) -> Json {
    json!({
        "approval_id": approval.id,
        "intent_id": approval.intent,
        "decision": approval.decision,
        "decided_at": approval.decided_at.map(written),
        "comment": approval.comment,
    })
}
