//! The protocol over streamable HTTP, at one path of the server.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::response::IntoResponse;
use axum::routing::any;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::{McpServer, Profile};
use crate::problem::Problem;
use crate::service::Service;

/// The route of the protocol. Keys are checked before the protocol sees a request, and travel with it.
pub(crate) fn route(service: &Arc<Service>) -> Router {
    let (engine, workspace, version) =
        (Arc::clone(&service.engine), service.workspace.clone(), service.version);
    let server =
        move || Ok(McpServer::new(Arc::clone(&engine), workspace.clone(), version, Profile::default(), None));
    // The gate has checked Host and Origin already, by the settings of the server.
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_max_request_body_bytes(service.limits.max_body);
    let protocol = StreamableHttpService::new(server, Arc::new(LocalSessionManager::default()), config);
    let service = Arc::clone(service);
    let handle = move |request: Request| {
        let (service, protocol) = (Arc::clone(&service), protocol.clone());
        async move {
            match admit(&service, request).await {
                Ok(request) => protocol.handle(request).await.into_response(),
                Err(problem) => problem.into_response(),
            }
        }
    };
    Router::new().route("/mcp", any(handle))
}

async fn admit(service: &Service, mut request: Request) -> Result<Request, Problem> {
    let grant = service.gate.authenticate(&service.engine, request.headers()).await?;
    service.gate.throttle(&grant)?;
    request.extensions_mut().insert(grant);
    Ok(request)
}
