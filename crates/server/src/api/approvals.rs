//! The endpoints for pending approvals: administrators list and decide them.

use axum::http::Method;
use lemmascope_engine::Approval;
use lemmascope_intent::Permission;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::endpoint::{Endpoint, Exchange};
use crate::problem::Problem;
use crate::schema;

pub(super) fn endpoints() -> Vec<Endpoint> {
    let text = || json!({"type": "string"});
    let approval = json!({
        "type": "object",
        "required": ["approval", "owner", "session", "intent", "question", "digest", "asked"],
        "properties": {
            "approval": text(), "owner": text(), "session": text(), "intent": text(), "question": text(),
            "digest": text(), "asked": {"type": "integer", "description": "Milliseconds since 1970."},
        },
    });
    let list = json!({
        "type": "object",
        "required": ["approvals"],
        "properties": {"approvals": {"type": "array", "items": approval}},
    });
    let decision = [("agree", schema::switch("Carry the plan out; otherwise it is dropped."))];
    vec![
        Endpoint::new(
            Method::GET,
            "/v1/approvals",
            "listApprovals",
            "List the plans that wait for agreement: your own, and those of all owners with the scope admin.",
            list_all,
        )
        .answers(list),
        Endpoint::new(
            Method::POST,
            "/v1/approvals/{approval}",
            "decideApproval",
            "Approve a plan, or decline it. A plan is executed in its session, with the permissions of its owner.",
            decide,
        )
        .needs(Permission::Admin)
        .body(schema::object(&["agree"], &decision))
        .answers(schema::report()),
    ]
}

async fn list_all(exchange: Exchange) -> Result<Answer, Problem> {
    let approvals = exchange.service.engine.approvals(&exchange.grant).await?;
    Ok(Answer::json(json!({"approvals": approvals.iter().map(described).collect::<Vec<_>>()})))
}

async fn decide(exchange: Exchange) -> Result<Answer, Problem> {
    let agrees = exchange.body["agree"] == json!(true);
    let decider = exchange.request("");
    Answer::of(exchange.service.engine.decide(exchange.part("approval"), agrees, decider).await?)
}

fn described(approval: &Approval) -> Value {
    json!({
        "approval": approval.id,
        "owner": approval.owner.as_str(),
        "session": approval.session,
        "intent": approval.intent,
        "question": approval.question,
        "digest": approval.digest,
        "asked": approval.asked,
    })
}
