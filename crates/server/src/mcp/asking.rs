//! Questions for the person: asked through the client where it can show a form, and returned with a code where it cannot.

use lemmascope_engine::{Input, NamedCall, Reply, to_text};
use lemmascope_intent::{Object, Report, Status, Value as Given};
use rmcp::model::{ElicitRequestParams, ElicitationAction, ElicitationSchema, ProtocolVersion};
use rmcp::service::{Peer, RoleServer};
use serde_json::Value;

/// The command that takes sentences, and answers to the questions that they lead to.
const SAY: &str = "engine.say";
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
    Some(match asked {
        Input::Call(call) if call.name == SAY => {
            let mut call = call.clone();
            call.parameters.insert("confirm".into(), digest.into());
            Input::Call(call)
        }
        Input::Call(call) => {
            let mut call = call.clone();
            call.options.push(("confirm".into(), Some(digest.into())));
            Input::Call(call)
        }
        Input::Line(line) => Input::Line(format!("{} --confirm {digest}", line.trim())),
    })
}

async fn clarify(report: &Report, asked: &Input, peer: &Peer<RoleServer>) -> Option<Input> {
    let is_said = matches!(asked, Input::Call(call) if call.name == SAY);
    if !is_said {
        return None;
    }
    let schema = ElicitationSchema::builder().required_string("answer").build().ok()?;
    let content = ask(to_text(report), schema, peer).await?;
    let parameters =
        Object::from_iter([("sentence".to_string(), Given::from(content.get("answer")?.as_str()?))]);
    Some(NamedCall { name: SAY.into(), parameters, options: Vec::new() }.into())
}

async fn ask(message: String, requested_schema: ElicitationSchema, peer: &Peer<RoleServer>) -> Option<Value> {
    let form = ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema };
    let answered = peer.create_elicitation(form).await.ok()?;
    (answered.action == ElicitationAction::Accept).then_some(answered.content).flatten()
}
