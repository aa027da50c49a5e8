//! The processing of a connector's request: it is parsed, its recipient is resolved, and its envelope is
//! created, validated and sent.

use lemmascope_intent::Permissions;
use serde_json::{Map, Value as Json, json};

use super::connector::Connector;
use super::idempotency::{self, Kept};
use super::request::{self, Request};
use crate::contacts::resolution::{Decision, Resolution};
use crate::contacts::{self, Contacts};
use crate::envelope::{Envelope, derived_id, derived_key, new_id};
use crate::gateway::{self, GatewayFailure, Submission, Trace};
use crate::site::Site;
use crate::store::{now, written};

/// The context of a request: the caller and the domain.
pub(crate) struct RequestContext<'a> {
    /// The domain.
    pub(crate) site: &'a Site,
    /// The owner of the API key.
    pub(crate) owner: &'a str,
    /// The permissions of the key.
    pub(crate) permissions: Permissions,
    /// The trace of the request.
    pub(crate) trace: Trace,
    /// The number of days for which a confirmed recipient is remembered.
    pub(crate) days: i64,
}

impl RequestContext<'_> {
    /// Processes a request of a connector.
    pub(crate) async fn adapt(&self, connector: Connector, body: &Json) -> Result<Json, GatewayFailure> {
        let request = request::read(connector, body)?;
        let sender = contacts::address(request.names().sender, &request.sender)?;
        // Validated before the recipient is resolved, because a request that sends nothing needs no
        // recipient.
        let made_at = written(now());
        let payload = match request.resolve_only {
            true => None,
            false => Some(request.payload(&made_at)?),
        };
        let key = key(&request);
        let digest = derived_key(&[&canonical(body).to_string()]);
        let database = self.site.database().await?;
        if let (Some(key), false) = (&key, request.resolve_only)
            && let Some(kept) = idempotency::find(database, self.owner, key).await?
        {
            return self.send(&same(kept, &digest)?).await;
        }
        let contacts = Contacts { database, registry: self.site.contacts(), owner: self.owner };
        let resolution = self.recipient(&contacts, &request).await?;
        let (Some(to), Some(payload)) = (resolution.agent().map(str::to_string), payload) else {
            return Ok(
                json!({"ok": true, "decision_mode": resolution.mode(), "resolution": resolution.to_json()}),
            );
        };
        let envelope = Envelope {
            intent_type: request.intent_type.clone(),
            intent_id: new_id(),
            correlation_id: correlation(&request, self.owner),
            created_at: made_at,
            from_agent: sender.to_string(),
            to_agent: to,
            payload,
            idempotency_key: key.clone(),
            metadata: request.metadata.clone(),
        };
        let envelope = envelope.to_json();
        Envelope::read(&envelope)?;
        let resolution = self.remembering(&contacts, &request, resolution).await?;
        let made = Kept { digest: digest.clone(), envelope, resolution: resolution.to_json() };
        let made = match &key {
            Some(key) => same(idempotency::keep(database, self.owner, key, made).await?, &digest)?,
            None => made,
        };
        self.send(&made).await
    }

    /// Resolves the recipient.
    async fn recipient(
        &self,
        contacts: &Contacts<'_>,
        request: &Request,
    ) -> Result<Resolution, GatewayFailure> {
        if let Some(address) = &request.recipient {
            let address = contacts::address(request.names().recipient, address)?;
            let query = request
                .recipient_name
                .as_deref()
                .map(|it| contacts::read_name("recipient_name", it))
                .transpose()?;
            let query = query.map(|name| name.shown);
            return Ok(Resolution { query, ..Resolution::explicit(address.as_str()) });
        }
        let query = request.recipient_name.as_deref().unwrap_or_default();
        let resolution = contacts.resolve("recipient_name", query).await?;
        Ok(match request.confirm_send && !request.resolve_only {
            true => resolution.confirmed(),
            false => resolution,
        })
    }

    /// Remembers a recipient that the user has confirmed, if the request contains a name that is safe to
    /// remember.
    async fn remembering(
        &self,
        contacts: &Contacts<'_>,
        request: &Request,
        resolution: Resolution,
    ) -> Result<Resolution, GatewayFailure> {
        let (true, Some(query), Some(agent)) =
            (request.confirm_send, request.recipient_name.as_deref(), resolution.agent())
        else {
            return Ok(resolution);
        };
        let is_known = matches!(&resolution.decision, Decision::Resolved { by, .. } if by.as_str() == "exact" || by.as_str() == "memory");
        if is_known {
            return Ok(resolution);
        }
        match contacts.confirm("recipient_name", query, agent, self.days).await {
            Ok(_) => Ok(Resolution { remembered: true, ..resolution }),
            // The address is not a contact, or the name is not safe. The message is sent as the user
            // confirmed it, and the next one needs a confirmation again.
            Err(failure) if failure.status < 500 => Ok(resolution),
            Err(failure) => Err(failure),
        }
    }

    /// Submits an envelope to the gateway.
    async fn send(&self, made: &Kept) -> Result<Json, GatewayFailure> {
        let envelope = Envelope::read(&made.envelope)?;
        let deadline = envelope.payload.get("deadline_at").and_then(Json::as_str).map(str::to_string);
        let submission = Submission {
            correlation_id: Some(envelope.correlation_id.clone()),
            deadline_at: deadline,
            idempotency_key: envelope.idempotency_key.clone(),
            metadata: envelope.metadata.clone(),
            trace: self.trace.clone(),
            ..Submission::new(
                envelope.intent_type.clone(),
                envelope.to_agent.clone(),
                envelope.payload.clone(),
                self.permissions,
            )
        };
        let accepted = gateway::submit(self.site, self.owner, submission).await?;
        let sent = Envelope {
            intent_id: accepted.intent_id.clone(),
            correlation_id: accepted.correlation_id,
            created_at: accepted.created_at.clone(),
            ..envelope
        };
        Ok(json!({
            "ok": true,
            "decision_mode": "sent",
            "envelope": sent.to_json(),
            "resolution": made.resolution,
            "delivery": {
                "submitted": true,
                "via": "gateway",
                "intent_id": accepted.intent_id,
                "status": gateway::receipt(&accepted.status),
                "created_at": accepted.created_at,
            },
        }))
    }
}

/// Returns the envelope that was created for a key, if the request is the same.
fn same(kept: Kept, digest: &str) -> Result<Kept, GatewayFailure> {
    match kept.digest == digest {
        true => Ok(kept),
        false => Err(GatewayFailure::conflict(
            "IDEMPOTENCY_CONFLICT",
            "another request was sent with this idempotency key",
        )
        .about("idempotency_key")
        .hint("Send the same request, or another key.")),
    }
}

/// Returns the given key, or one derived from the ids of the call.
fn key(request: &Request) -> Option<String> {
    let derived = || {
        let call = request.call.as_deref()?;
        let conversation = request.conversation.as_deref().unwrap_or_default();
        Some(derived_key(&["key", request.connector().as_str(), conversation, call]))
    };
    request.idempotency_key.clone().or_else(derived)
}

/// Returns the given correlation id, or one derived from the conversation in the other system.
fn correlation(request: &Request, owner: &str) -> String {
    let derived = || {
        let conversation = request.conversation.as_deref()?;
        Some(derived_id(&["correlation", request.connector().as_str(), owner, conversation]))
    };
    request.correlation_id.clone().or_else(derived).unwrap_or_else(new_id)
}

/// Sorts the members of a document, so that equivalent documents are serialized identically.
fn canonical(document: &Json) -> Json {
    match document {
        Json::Object(members) => {
            let mut members: Vec<(String, Json)> =
                members.iter().map(|(name, value)| (name.clone(), canonical(value))).collect();
            members.sort_by(|a, b| a.0.cmp(&b.0));
            Json::Object(members.into_iter().collect::<Map<String, Json>>())
        }
        Json::Array(items) => items.iter().map(canonical).collect(),
        other => other.clone(),
    }
}
