//! A connector's request, independent of the connector.

use serde_json::{Map, Value as Json};

use super::connector::{Connector, Names};
use crate::envelope::{ASK, AskPayload, REPLY, ReplyPayload, ReplyStatus, schema};
use crate::gateway::GatewayFailure;

/// A request of a connector.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The sender, verbatim.
    pub sender: String,
    /// The address of the recipient.
    pub recipient: Option<String>,
    /// The name of the recipient.
    pub recipient_name: Option<String>,
    /// Whether the user has confirmed the recipient.
    pub confirm_send: bool,
    /// Whether the recipient is only looked up.
    pub resolve_only: bool,
    /// The type of the intent.
    pub intent_type: String,
    /// The correlation id of the conversation.
    pub correlation_id: Option<String>,
    /// The given idempotency key.
    pub idempotency_key: Option<String>,
    /// The id of the conversation in the other system.
    pub conversation: Option<String>,
    /// The id of the call in the other system.
    pub call: Option<String>,
    /// The metadata, texts by name.
    pub metadata: Map<String, Json>,
    fields: Map<String, Json>,
    connector: Connector,
}

/// Parses a request. An error names the faulty field.
pub fn read(connector: Connector, body: &Json) -> Result<Request, GatewayFailure> {
    connector.schema().check("", body)?;
    let names = connector.names();
    let text = |name: &str| body.get(name).and_then(Json::as_str).map(str::to_string);
    let flag = |name: &str| body.get(name).and_then(Json::as_bool).unwrap_or(false);
    let mut metadata = body.get("metadata").and_then(Json::as_object).cloned().unwrap_or_default();
    if let Some(mode) = body.get("input_mode") {
        metadata.insert("input_mode".into(), mode.clone());
    }
    let request = Request {
        sender: text(names.sender).unwrap_or_default(),
        recipient: text(names.recipient),
        recipient_name: text("recipient_name"),
        confirm_send: flag("confirm_send"),
        resolve_only: flag("resolve_only"),
        intent_type: text(names.kind).unwrap_or_else(|| ASK.into()),
        correlation_id: text("correlation_id"),
        idempotency_key: text("idempotency_key"),
        conversation: text(names.conversation),
        call: text(names.call),
        metadata,
        fields: body.as_object().cloned().unwrap_or_default(),
        connector,
    };
    if request.recipient.is_none() && request.recipient_name.is_none() {
        let reason = format!("neither recipient_name nor {} names a recipient", names.recipient);
        return Err(GatewayFailure::new(422, "MISSING_INPUT", reason).about("recipient_name"));
    }
    Ok(request)
}

impl Request {
    /// Returns the field names of its connector.
    pub(crate) fn names(&self) -> Names {
        self.connector.names()
    }

    /// Returns its connector.
    pub fn connector(&self) -> Connector {
        self.connector
    }

    /// Returns the payload. The adapter fills in the sender, the time, and the values of separate fields.
    /// Members of the payload itself take precedence.
    pub fn payload(&self, now: &str) -> Result<Json, GatewayFailure> {
        let mut payload = match self.intent_type.as_str() {
            REPLY => self.reply(now).to_json(),
            _ => self.ask(now).to_json(),
        };
        let given = self.fields.get(self.names().payload).and_then(Json::as_object);
        let members = given.into_iter().flatten();
        for (name, value) in members {
            match (name.as_str(), payload.get("workflow"), value) {
                // A macro is merged into a workflow of the payload.
                ("workflow", Some(Json::Object(added)), Json::Object(own)) => {
                    let both = own.iter().chain(added).map(|(name, value)| (name.clone(), value.clone()));
                    payload["workflow"] = Json::Object(both.collect());
                }
                _ => payload[name] = value.clone(),
            }
        }
        // An empty text is the placeholder for a missing field.
        if let Some(members) = payload.as_object_mut() {
            let subject = self.subject();
            if members.get(subject).and_then(Json::as_str) == Some("")
                && given.is_none_or(|it| !it.contains_key(subject))
            {
                members.shift_remove(subject);
            }
        }
        schema::check_payload(&self.intent_type, &payload)
            .map_err(|failure| self.translate_field_name(failure))?;
        Ok(payload)
    }

    fn ask(&self, now: &str) -> AskPayload {
        AskPayload {
            question: self.text("question").or_else(|| self.text("message")).unwrap_or_default(),
            context: self.text("context"),
            deadline_at: self.text("deadline_at"),
            requested_by: self.sender.clone(),
            requested_at: now.into(),
            workflow: self.workflow(),
        }
    }

    fn reply(&self, now: &str) -> ReplyPayload {
        let status = match self.text("status").as_deref() {
            Some("needs_clarification") => ReplyStatus::NeedsClarification,
            Some("declined") => ReplyStatus::Declined,
            Some("timeout") => ReplyStatus::Timeout,
            _ => ReplyStatus::Answered,
        };
        ReplyPayload {
            answer: self.text("answer").or_else(|| self.text("message")).unwrap_or_default(),
            status,
            clarification_question: self.text("clarification_question"),
            responded_by: self.sender.clone(),
            responded_at: now.into(),
            workflow: self.workflow(),
        }
    }

    /// Returns the macro reference that the gateway compiles.
    fn workflow(&self) -> Option<Json> {
        let names = ["workflow_macro_id", "workflow_macro_params", "workflow_owner_agent"];
        let given =
            names.into_iter().filter_map(|name| Some((name.to_string(), self.fields.get(name)?.clone())));
        let given: Map<String, Json> = given.collect();
        (!given.is_empty()).then_some(Json::Object(given))
    }

    fn text(&self, name: &str) -> Option<String> {
        self.fields.get(name).and_then(Json::as_str).map(str::to_string)
    }

    /// Returns the main member of the payload.
    fn subject(&self) -> &'static str {
        match self.intent_type.as_str() {
            REPLY => "answer",
            _ => "question",
        }
    }

    /// Converts an error about a payload member into one about the field from which the member came.
    fn translate_field_name(&self, failure: GatewayFailure) -> GatewayFailure {
        let names = self.names();
        let Some(member) = failure.field.as_deref().and_then(|field| field.strip_prefix("payload.")) else {
            return failure;
        };
        let given = self.fields.get(names.payload).and_then(Json::as_object);
        let is_in_payload =
            given.is_some_and(|given| given.contains_key(member.split('.').next().unwrap_or(member)));
        let field = if is_in_payload {
            format!("{}.{member}", names.payload)
        } else if self.fields.contains_key(member) {
            member.to_string()
        } else if member == self.subject() {
            "message".to_string()
        } else {
            return failure;
        };
        let reason = failure.reason.replace(&format!("payload.{member}"), &field);
        GatewayFailure { field: Some(field), reason, ..failure }
    }
}
