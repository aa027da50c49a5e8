//! The protocol over streamable HTTP, at a path of the server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use lemmascope_engine::Grant;
use rmcp::model::{ClientJsonRpcMessage, ErrorCode};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value;

use super::{McpServer, Profile};
use crate::body;
use crate::json_rpc;
use crate::problem::Problem;
use crate::service::Service;

/// The header with the session id of a client.
const SESSION: &str = "mcp-session-id";
/// The maximum number of sessions of an owner. An idle session ends after five minutes.
const MOST_SESSIONS: usize = 1000;

/// The protocol server for one owner.
#[derive(Clone)]
struct Protocol {
    service: StreamableHttpService<McpServer, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
}

/// The protocol servers by owner. Sessions are separate, so that a session id is useless for another owner.
#[derive(Default)]
struct ProtocolServers(Mutex<HashMap<String, Protocol>>);

impl ProtocolServers {
    fn of(&self, grant: &Grant, service: &Arc<Service>) -> Protocol {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(grant.owner.as_str().into()).or_insert_with(|| Protocol::new(service)).clone()
    }
}

impl Protocol {
    fn new(service: &Arc<Service>) -> Self {
        let (engine, workspace, version) =
            (Arc::clone(&service.engine), service.workspace.clone(), service.version);
        let server = move || {
            Ok(McpServer::new(Arc::clone(&engine), workspace.clone(), version, Profile::default(), None))
        };
        // The gate has already checked Host and Origin, according to the server's settings.
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .with_max_request_body_bytes(service.limits.max_body);
        let sessions = Arc::new(LocalSessionManager::default());
        Self { service: StreamableHttpService::new(server, Arc::clone(&sessions), config), sessions }
    }
}

/// Returns the route of the protocol. Keys are checked before the protocol handles a request, and the grant
/// is passed along with it.
pub(crate) fn route(service: &Arc<Service>) -> Router {
    let protocols = Arc::new(ProtocolServers::default());
    let service = Arc::clone(service);
    let handle = move |request: Request| {
        let (service, protocols) = (Arc::clone(&service), Arc::clone(&protocols));
        async move {
            match converse(&service, &protocols, request).await {
                Ok(response) => response,
                Err(problem) => problem.into_response(),
            }
        }
    };
    Router::new().route("/mcp", any(handle))
}

async fn converse(
    service: &Arc<Service>,
    protocols: &ProtocolServers,
    request: Request,
) -> Result<Response, Problem> {
    let grant = service.gate.authenticate(&service.engine, request.headers()).await?;
    service.gate.throttle(&grant)?;
    let protocol = protocols.of(&grant, service);
    if !request.headers().contains_key(SESSION)
        && protocol.sessions.sessions.read().await.len() >= MOST_SESSIONS
    {
        let detail = format!("this owner has {MOST_SESSIONS} sessions of the protocol");
        return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "TOO_MANY_SESSIONS", detail)
            .hint("End sessions with DELETE, or wait five minutes."));
    }
    let (mut parts, body) = request.into_parts();
    let bytes = body::read(&service.limits, &parts.headers, body).await?;
    let method = parts.method.clone();
    if let Some(refusal) = refusal(&method, &bytes) {
        return Ok(refusal);
    }
    parts.extensions.insert(grant);
    let mut response =
        protocol.service.handle(Request::from_parts(parts, Body::from(bytes))).await.into_response();
    // Clients accept only 200 or 204 for the end of a session.
    if method == Method::DELETE && response.status() == StatusCode::ACCEPTED {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    Ok(response)
}

/// Returns the response to a message that is not JSON or not valid in the protocol.
fn refusal(method: &Method, bytes: &Bytes) -> Option<Response> {
    if *method != Method::POST {
        return None;
    }
    let message: Value = match serde_json::from_slice(bytes) {
        Ok(message) => message,
        Err(error) => return Some(json_rpc::refusal(&Value::Null, ErrorCode::PARSE_ERROR.0, &error)),
    };
    let id = message.get("id").cloned().unwrap_or_default();
    let error = serde_json::from_value::<ClientJsonRpcMessage>(message).err()?;
    Some(json_rpc::refusal(&id, ErrorCode::INVALID_REQUEST.0, &error))
}
