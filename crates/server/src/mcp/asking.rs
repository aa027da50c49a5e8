//! Questions for the person: asked through the client where it can show a form, and returned with a code where it cannot.

use lemmascope_engine::{Input, Reply, to_text};
use lemmascope_intent::{Report, Status};
use rmcp::model::{ElicitRequestParams, ElicitationAction, ElicitationSchema, ProtocolVersion};
use rmcp::service::{Peer, RoleServer};
use serde_json::Value;

use crate::call;

/// The most questions that one call leads to.
pub(super) const MOST: usize = 5;

/// Asks the person about the reply to an input, and says what to carry out with the answer; nothing where there is no question,
/// the client cannot ask, or the person declines.
pub(super) async fn answer(reply: &Reply, asked: &Input, peer: &Peer<RoleServer>) -> Option<Input> {
    let report = match reply {
        Reply::Report(report) | Reply::Refused { report, .. } => report,
        _ => return None,
    };
    if report.status != Status::Ask || !can_ask(peer) {
        return None;
    }
    match &report.digest {
        Some(digest) => agree(report, digest, asked, peer).await,
        None => clarify(report, asked, peer).await,
    }
}

/// Whether the client shows forms. Later versions of the protocol have no requests to the client; there the code is the way.
fn can_ask(peer: &Peer<RoleServer>) -> bool {
    peer.peer_info().is_some_and(|client| {
        client.capabilities.elicitation.is_some()
            && client.protocol_version.as_str() < ProtocolVersion::V_2026_07_28.as_str()
    })
}

async fn agree(report: &Report, digest: &str, asked: &Input, peer: &Peer<RoleServer>) -> Option<Input> {
    let schema = ElicitationSchema::builder().required_bool("agree").build().ok()?;
    let content = ask(to_text(report), schema, peer).await?;
    if content.get("agree") != Some(&Value::Bool(true)) {
        return None;
    }
    Some(call::confirmed(asked, digest))
}

async fn clarify(report: &Report, asked: &Input, peer: &Peer<RoleServer>) -> Option<Input> {
    if !call::is_sentence(asked) {
        return None;
    }
    let schema = ElicitationSchema::builder().required_string("answer").build().ok()?;
    let content = ask(to_text(report), schema, peer).await?;
    Some(call::sentence(content.get("answer")?.as_str()?, &Value::Null).into())
}

async fn ask(message: String, requested_schema: ElicitationSchema, peer: &Peer<RoleServer>) -> Option<Value> {
    let form = ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema };
    let answered = peer.create_elicitation(form).await.ok()?;
    (answered.action == ElicitationAction::Accept).then_some(answered.content).flatten()
}
