//! Questions to the person through a client. Up to version 2025-11-25 of the protocol, the server sends the
//! client a request during the call. From 2026-07-28 on, the call ends with the question, and the client
//! calls again with the answer. A client without forms gets the digest in either case.

use std::collections::BTreeMap;

use lemmascope_engine::{Input, Reply};
use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequestParams, ElicitRequest, ElicitResult, ElicitationAction, InputRequest, InputRequiredResult,
    ProtocolVersion,
};
use rmcp::service::{Peer, RequestContext, RoleServer};
use serde::{Deserialize, Serialize};

use super::question::{Answer, Question};

/// The maximum number of questions in a call.
pub(super) const MOST: usize = 5;
/// The key of the question in a result, and of its answer in the next call.
const KEY: &str = "person";

/// The way in which a client shows questions to the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ElicitationMode {
    /// Not supported.
    Never,
    /// With a request during a call.
    OnRequest,
    /// Between two calls.
    InRounds,
}

impl ElicitationMode {
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Self {
        let meta = &context.meta;
        let is_latest = |version: &str| version >= ProtocolVersion::V_2026_07_28.as_str();
        if meta.protocol_version().is_some_and(|version| is_latest(version.as_str())) {
            let shows = meta.client_capabilities().is_some_and(|it| it.elicitation.is_some());
            return if shows { Self::InRounds } else { Self::Never };
        }
        match context.peer.peer_info() {
            Some(client) if client.capabilities.elicitation.is_some() => {
                if is_latest(client.protocol_version.as_str()) { Self::InRounds } else { Self::OnRequest }
            }
            _ => Self::Never,
        }
    }
}

/// Asks the person about a reply during the call.
pub(super) async fn elicit_answer(reply: &Reply, asked: &Input, peer: &Peer<RoleServer>) -> Answer {
    let asking = async {
        let (question, message) = Question::of(reply, asked)?;
        let answer = peer.create_elicitation(question.form(message)?).await.ok()?;
        Some(question.answered(&answer, asked))
    };
    asking.await.unwrap_or(Answer::Open)
}

/// A call that ended with a question. The client stores it between the calls. It grants no rights: a client
/// that forges it could as well send the same requests with the same digest.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Round {
    /// The index of the request with the question; the preceding ones were executed.
    pub at: usize,
    /// The question.
    pub question: Question,
    /// The texts of the previous replies.
    pub replies: Vec<String>,
}

/// A round that a call continues, with the answer.
pub(super) type ContinuedRound = (Round, ElicitResult);

impl Round {
    /// Returns the round that a call continues, or `None` for a new call.
    pub(super) fn continued(call: &CallToolRequestParams) -> Result<Option<ContinuedRound>, ErrorData> {
        let Some(state) = &call.request_state else { return Ok(None) };
        let invalid =
            |name: &str| ErrorData::invalid_params(format!("{name} is not what was returned"), None);
        let round = serde_json::from_str(state).map_err(|_| invalid("requestState"))?;
        let answer = match call.input_responses.as_ref().and_then(|answers| answers.get(KEY)) {
            Some(answer) => serde_json::from_value(answer.clone()).map_err(|_| invalid("inputResponses"))?,
            None => ElicitResult::new(ElicitationAction::Cancel),
        };
        Ok(Some((round, answer)))
    }

    /// Returns the result with the question.
    pub(super) fn ask(&self, message: String) -> Option<InputRequiredResult> {
        let request = InputRequest::Elicitation(ElicitRequest::new(self.question.form(message)?));
        let state = serde_json::to_string(self).ok()?;
        Some(InputRequiredResult::new(Some(BTreeMap::from([(KEY.to_string(), request)])), Some(state)))
    }
}
