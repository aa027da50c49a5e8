use std::sync::Arc;

use lemmascope_intent::{
    Object, Permission, Route, RouteAnswer, RouteCall, RouteMethod, RouteRefusal, RouteSchema,
    SubmittedRequest, Value,
};
use serde_json::{Value as Json, json};

use super::{Answered, board_or_default, document, problem, schema, store};
use crate::action::{Action, Envelope, find_card};
use crate::model::BoardId;
use crate::reply::language_of;
use crate::site::{Site, session_of};

pub(super) fn route(site: &Arc<Site>) -> Route {
    super::route(
        site,
        RouteMethod::Post,
        "/v1/board/intents",
        "applyBoardEnvelope",
        "Apply the actions of an envelope in one transaction, and answer with an envelope.",
        |site, call| Box::pin(answer(site, call)),
    )
    .needs(Permission::Act)
    .query(
        "board",
        schema::board_id(),
        "The board; the one of the setting board.name, or the first, unless it is given.",
    )
    .body(schema::envelope())
    .checking_body()
    .answers(RouteSchema::Json(schema::answer()))
}

async fn answer(site: &Site, call: &RouteCall) -> Answered {
    // Parsed here too, so that an invalid envelope does not start a run.
    let envelope = Envelope::read(&call.body).map_err(|fault| problem::invalid(&fault))?;
    let board = board_or_default(site, call, call.query.get("board").map(String::as_str)).await?;
    let mut parameters = Object::new();
    parameters.insert("envelope".into(), Value::from(call.body.clone()));
    parameters.insert("board".into(), format!("{}/{}", board.owner, board.name).into());
    let request = SubmittedRequest::Call { name: "board.apply".into(), parameters, dry_run: false };
    let report = call.engine.submit(call.submission(session_of(board.id, None), request)).await?;
    match report["status"].as_str() {
        Some("ok") => Ok(RouteAnswer::json(report["result"].clone())),
        _ => Err(refused(site, call, board.id, &envelope, &report).await),
    }
}

/// Returns the refusal; for a version conflict, with the current card.
async fn refused(
    site: &Site,
    call: &RouteCall,
    board: BoardId,
    envelope: &Envelope,
    report: &Json,
) -> RouteRefusal {
    let store = match store(site, call).await {
        Ok(store) => store,
        Err(failure) => return failure.into(),
    };
    let now = match store.snapshot(board).await {
        Ok(now) => now,
        Err(error) => return lemmascope_intent::Failure::from(error).into(),
    };
    let stale = envelope.actions.iter().find_map(|action| {
        let Action::IfUnchanged { version, action } = action else { return None };
        let card = find_card(&now, action.identifier()?, language_of(&envelope.reply)).ok()?;
        (card.version != *version).then(|| document::card(card, &now))
    });
    match stale {
        Some(current) => problem::stale(report, current),
        None => match report["status"].as_str() {
            Some("ask") => {
                RouteRefusal { body: Some(asked(report)), status: Some(200), ..problem::of_report(report) }
            }
            _ => problem::of_report(report),
        },
    }
}

/// Converts a question of the engine into an envelope.
fn asked(report: &Json) -> Json {
    json!({
        "reply": report["summary"],
        "actions": [],
        "needsClarification": true,
        "clarificationQuestion": report["summary"],
        "suggestions": report["instead"].as_array().cloned().unwrap_or_default(),
    })
}
