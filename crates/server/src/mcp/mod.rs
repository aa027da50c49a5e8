//! The Model Context Protocol: a few general tools for the whole catalog, and separate tools for user-defined
//! intents.

mod elicitation;
mod http;
mod progress;
mod question;
mod resources;
mod tools;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use lemmascope_engine::{Engine, Grant, Input, Reply, Request};
use lemmascope_intent::{Cancellation, EventSink, Status};
use rmcp::ErrorData;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
};
use rmcp::service::{Peer, RequestContext, RoleServer, ServiceExt};
use tokio::io::{AsyncRead, AsyncWrite};

use elicitation::{ContinuedRound, ElicitationMode, Round};
pub(crate) use http::route;
use progress::Progress;
use question::{Answer, Question};
use tools::Wanted;

use crate::reply;
use crate::telemetry::observed;

/// The instructions that every client gets.
const INSTRUCTIONS: &str = include_str!("instructions.txt");

/// The set of tools that a client gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// The general tools, and the intents of the user, of sessions and of packs.
    #[default]
    Small,
    /// The tools of `Small`, and all intents.
    Intents,
    /// The tools of `Intents`, and all verbs.
    Full,
}

/// An MCP server for an engine.
#[derive(Clone)]
pub struct McpServer {
    engine: Arc<Engine>,
    workspace: PathBuf,
    version: &'static str,
    profile: Profile,
    /// The grant of the client; `None` over HTTP, where each request has its own.
    grant: Option<Grant>,
    /// The tools in the last listing, for announcing changes.
    listed: Arc<Mutex<Option<Vec<String>>>>,
}

impl McpServer {
    /// Creates a server for one client with this grant.
    pub fn new(
        engine: Arc<Engine>,
        workspace: PathBuf,
        version: &'static str,
        profile: Profile,
        grant: Option<Grant>,
    ) -> Self {
        Self { engine, workspace, version, profile, grant, listed: Arc::default() }
    }

    /// Serves a client over a stream until it disconnects.
    pub async fn converse(
        self,
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
    ) {
        // A failed handshake is the client's error.
        if let Ok(running) = self.serve((reader, writer)).await {
            let _ended = running.waiting().await;
        }
    }

    fn grant(&self, context: &RequestContext<RoleServer>) -> Result<Grant, ErrorData> {
        let shown = || context.extensions.get::<axum::http::request::Parts>()?.extensions.get::<Grant>();
        let grant = self.grant.as_ref().or_else(shown);
        grant.cloned().ok_or_else(|| ErrorData::invalid_request("no key was given", None))
    }

    fn request(&self, input: Input, session: &str, grant: &Grant) -> Request {
        Request::new(input, grant, session, &self.workspace)
    }

    /// Executes the requests of a tool one by one, until one fails.
    async fn carry_out(
        &self,
        wanted: Wanted,
        continued: Option<ContinuedRound>,
        grant: &Grant,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResponse {
        let token = context.meta.get_progress_token();
        let is_whole = wanted.inputs.len() == 1;
        let progress = token.map(|token| Progress::begin(context.peer.clone(), token, is_whole));
        let events: Arc<dyn EventSink> = match &progress {
            Some((progress, _)) => Arc::clone(progress) as Arc<dyn EventSink>,
            None => Arc::new(()),
        };
        let parts = context.extensions.get::<axum::http::request::Parts>();
        let events = observed(parts.and_then(|parts| parts.extensions.get()), events);
        let response = self.execute_inputs(wanted, continued, grant, &events, context).await;
        if let Some((progress, sending)) = progress {
            progress.end();
            let _sent = sending.await;
        }
        response
    }

    async fn execute_inputs(
        &self,
        wanted: Wanted,
        continued: Option<ContinuedRound>,
        grant: &Grant,
        events: &Arc<dyn EventSink>,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResponse {
        let asking = ElicitationMode::of(context);
        let submit = |input: Input| {
            let mut request = self.request(input, &wanted.session, grant);
            request.events = Arc::clone(events);
            self.submit(request, context)
        };
        let (first, mut answered, mut texts) = match continued {
            Some((round, answer)) => (round.at, Some((round.question, answer)), round.replies),
            None => (0, None, Vec::new()),
        };
        let mut last = None;
        for (at, input) in wanted.inputs.into_iter().enumerate().skip(first) {
            let answer = answered.take().map(|(question, answer)| question.answered(&answer, &input));
            let mut asked = match answer {
                None => input,
                Some(Answer::GoOn(input)) => input,
                Some(unwanted @ (Answer::Declined | Answer::Open)) => {
                    let reply = unwanted.reply();
                    texts.push(reply::text(&reply));
                    last = Some(reply);
                    break;
                }
            };
            let mut reply = submit(asked.clone()).await;
            // Each answer may lead to another question, so their number is limited.
            for _ in 0..if asking == ElicitationMode::OnRequest { elicitation::MOST } else { 0 } {
                match elicitation::elicit_answer(&reply, &asked, &context.peer).await {
                    Answer::GoOn(answer) => {
                        reply = submit(answer.clone()).await;
                        asked = answer;
                    }
                    declined @ Answer::Declined => {
                        reply = declined.reply();
                        break;
                    }
                    Answer::Open => break,
                }
            }
            if asking == ElicitationMode::InRounds
                && let Some((question, message)) = Question::of(&reply, &asked)
            {
                let round = Round { at, question, replies: texts.clone() };
                if let Some(required) = round.ask(message) {
                    return required.into();
                }
            }
            let is_done = reply::status(&reply) != Status::Ok;
            texts.push(reply::text(&reply));
            last = Some(reply);
            if is_done {
                break;
            }
        }
        result(&texts, last.as_ref()).into()
    }

    /// Executes a request, which is cancelled with the client's call.
    async fn submit(&self, mut request: Request, context: &RequestContext<RoleServer>) -> Reply {
        let cancellation = Cancellation::default();
        request.cancellation = cancellation.clone();
        let engine = Arc::clone(&self.engine);
        // A separate task, so that the request is completed even if the client disconnects.
        let mut work = tokio::spawn(async move { engine.submit(request).await });
        let reply = tokio::select! {
            reply = &mut work => reply,
            () = context.ct.cancelled() => {
                cancellation.cancel();
                work.await
            }
        };
        reply.unwrap_or(Reply::Nothing)
    }

    /// Announces that the tools differ from those in the client's last listing.
    async fn announce_changes(&self, grant: &Grant, peer: &Peer<RoleServer>) {
        let names: Vec<String> = tools::list(&self.engine, grant, self.profile)
            .into_iter()
            .map(|tool| tool.name.into_owned())
            .collect();
        let is_changed = {
            let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
            let is_changed = listed.as_ref().is_some_and(|listed| *listed != names);
            if is_changed {
                *listed = Some(names);
            }
            is_changed
        };
        if is_changed {
            let _gone = peer.notify_tool_list_changed().await;
        }
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new("lemmascope", self.version);
        info.instructions = Some(INSTRUCTIONS.into());
        info
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = tools::list(&self.engine, &self.grant(&context)?, self.profile);
        let names = tools.iter().map(|tool| tool.name.to_string()).collect();
        *self.listed.lock().unwrap_or_else(PoisonError::into_inner) = Some(names);
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let grant = self.grant(&context)?;
        let continued = Round::continued(&request)?;
        let arguments = request.arguments.unwrap_or_default();
        let wanted = match tools::read(&self.engine, &grant, &request.name, arguments) {
            Ok(Some(wanted)) => wanted,
            Ok(None) => {
                return Err(ErrorData::invalid_params(
                    format!("there is no tool \"{}\"", request.name),
                    None,
                ));
            }
            Err(report) => {
                let reply = Reply::Report(report);
                return Ok(result(&[reply::text(&reply)], Some(&reply)).into());
            }
        };
        let response = self.carry_out(wanted, continued, &grant, &context).await;
        self.announce_changes(&grant, &context.peer).await;
        Ok(response)
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::list(&self.engine, &self.grant(&context)?)))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(self, &self.grant(&context)?, &request.uri).await.map(Into::into)
    }
}

/// Returns the result of a tool: the texts of its replies for the agent, and a summary of the last one as an
/// object for programs.
fn result(texts: &[String], last: Option<&Reply>) -> CallToolResult {
    let content = vec![ContentBlock::text(texts.join("\n"))];
    let Some(last) = last else { return CallToolResult::success(content) };
    let mut result = match reply::status(last) {
        Status::Error => CallToolResult::error(content),
        Status::Ok | Status::Partial | Status::Ask => CallToolResult::success(content),
    };
    result.structured_content = Some(reply::summary(last));
    result
}
