//! Access to the engine: the background engine, or one in this process.

use std::sync::Arc;

use lemmascope_engine::{Callable, Engine, Grant, Request};
use lemmascope_intent::{Cancellation, Event, Failure, Object, Report, Value};

use crate::answer::{Answer, notice};
use crate::arguments::{Arguments, Job};
use crate::background::{self, Client};
use crate::compose::{self, Opened};
use crate::credential_prompt::Beside;
use crate::environment::Environment;
use crate::mcp::{self, ToolProfile};
use crate::progress::Progress;
use crate::script::{join_words, strip_json_flag};

/// The engine for a command, before it is opened.
pub(crate) struct EngineHandle {
    place: Environment,
    session: String,
    flags: Vec<String>,
    foreground: bool,
    /// The command that configures the browser of the session.
    before: Option<String>,
}

/// An opened engine that executes lines.
pub(crate) struct Open {
    place: Environment,
    session: String,
    engine: Way,
    /// Whether the lines are part of a conversation, in which an interrupt cancels only the current line.
    is_conversation: bool,
    /// The command to execute before the first line.
    before: Option<String>,
}

enum Way {
    Background(Box<Client>),
    Here(Arc<Engine>),
}

impl EngineHandle {
    /// Selects the engine for the arguments. A command with its own settings cannot share an engine with
    /// others, and gets a separate one.
    pub(crate) fn new(arguments: &Arguments, place: &Environment) -> Self {
        let is_mcp = matches!(arguments.command, Some(Job::Mcp { .. }));
        let foreground = arguments.foreground
            || !arguments.set.is_empty()
            || place.overrides_settings()
            || (is_mcp && !arguments.browser.is_empty());
        let (flags, before) = match foreground {
            true => ([arguments.set.clone(), arguments.browser.settings()].concat(), None),
            false => (arguments.set.clone(), arguments.browser.command().map(|words| join_words(&words))),
        };
        Self { place: place.clone(), session: arguments.session.clone(), flags, foreground, before }
    }

    /// Returns the environment of the engine.
    pub(crate) fn place(&self) -> &Environment {
        &self.place
    }

    /// Opens the engine, and starts it if necessary.
    pub(crate) async fn open(self) -> Result<Open, Failure> {
        let engine = if self.foreground {
            let Opened { engine, notices, .. } = compose::open(&self.place, &self.flags).await?;
            notices.iter().for_each(|text| notice(text));
            Way::Here(engine)
        } else {
            Way::Background(Box::new(background::connect_or_start(&self.place).await?))
        };
        Ok(Open {
            place: self.place,
            session: self.session,
            engine,
            is_conversation: false,
            before: self.before,
        })
    }
}

impl Open {
    /// Executes the only line of this command.
    pub(crate) async fn submit_once(
        mut self,
        line: &str,
        beside: Beside,
        json: bool,
    ) -> Result<Answer, Failure> {
        let answer = self.submit(line, beside, json).await;
        if let Ok(Answer { session: Some(session), .. }) = &answer {
            notice(&format!("this command ends here; give --session {session} to act in that session"));
        }
        self.close().await;
        answer
    }

    /// Enables conversation mode, in which an interrupt cancels only the current line.
    pub(crate) fn enable_conversation(self) -> Self {
        Self { is_conversation: true, ..self }
    }

    /// Executes a line of a conversation, which continues in the resulting session.
    pub(crate) async fn submit(&mut self, line: &str, beside: Beside, json: bool) -> Result<Answer, Failure> {
        let (line, asked) = strip_json_flag(line);
        if let Some(before) = self.before.take() {
            let answer = self.carry_out(&before, Beside::person(), json || asked).await?;
            if answer.exit != 0 {
                return Ok(answer);
            }
        }
        let answer = self.carry_out(line, beside, json || asked).await?;
        if let Some(session) = &answer.session {
            self.session.clone_from(session);
        }
        Ok(answer)
    }

    /// Serves the Model Context Protocol on the standard streams.
    pub(crate) async fn relay_mcp(self, profile: ToolProfile) -> Result<(), Failure> {
        match self.engine {
            Way::Background(client) => client.relay_mcp(&self.place, profile).await,
            Way::Here(engine) => {
                let server = mcp::server(Arc::clone(&engine), self.place.workspace, profile);
                server.converse(tokio::io::stdin(), tokio::io::stdout()).await;
                engine.close().await;
                Ok(())
            }
        }
    }

    /// Closes the handle. An engine in this process stores its state and ends.
    pub(crate) async fn close(self) {
        if let Way::Here(engine) = self.engine {
            engine.close().await;
        }
    }

    async fn carry_out(&mut self, line: &str, beside: Beside, json: bool) -> Result<Answer, Failure> {
        match &mut self.engine {
            Way::Background(client) => {
                client.submit(line, beside, &self.session, &self.place, json, self.is_conversation).await
            }
            Way::Here(engine) => {
                let progress = Progress::new();
                let cancellation = Cancellation::default();
                let (session, workspace) = (self.session.clone(), self.place.workspace.clone());
                let mut request = Request::new(line, &Grant::local(), session, workspace);
                request.events = Arc::new(move |event: Event| progress.show(&event));
                request.cancellation = cancellation.clone();
                request.by_person = beside.by_person;
                request.at_terminal = beside.at_terminal;
                request.given = beside.given;
                let work = engine.submit(request);
                tokio::pin!(work);
                let reply = tokio::select! {
                    reply = &mut work => reply,
                    // The request is cancelled, and still reports its result.
                    _ = tokio::signal::ctrl_c() => {
                        cancellation.cancel();
                        work.await
                    }
                };
                Ok(Answer::format_reply(&reply, json))
            }
        }
    }

    /// Returns the names of everything callable.
    pub(crate) async fn callables(&mut self) -> Result<Vec<Callable>, Failure> {
        match &mut self.engine {
            Way::Background(client) => client.callables().await,
            Way::Here(engine) => Ok(engine.callables()),
        }
    }
}

/// Reports whether a background engine is running.
pub(crate) async fn status(place: &Environment, json: bool) -> Result<Answer, Failure> {
    let mut report = Report::ok("status");
    let running = match background::running(place).await? {
        Some(mut client) => client.status().await.ok(),
        None => None,
    };
    let mut result = Object::new();
    result.insert("running".into(), running.is_some().into());
    if let Some(running) = running {
        result.insert("pid".into(), i64::from(running.pid).into());
        result.insert("intents".into(), i64::try_from(running.intents).unwrap_or(i64::MAX).into());
        result.insert("seconds".into(), i64::try_from(running.seconds).unwrap_or(i64::MAX).into());
        result.extend(running.serving.map(|url| ("serving".into(), url.into())));
    }
    result.insert("home".into(), place.home.display().to_string().into());
    report.result = Value::Object(result);
    Ok(Answer::of_report(&report, json))
}

/// Stops the background engine, if one is running.
pub(crate) async fn stop(place: &Environment, json: bool) -> Result<Answer, Failure> {
    let mut report = Report::ok("stop");
    match background::running(place).await? {
        Some(mut client) => client.stop().await?,
        None => report.result = "No background engine was running.".into(),
    }
    Ok(Answer::of_report(&report, json))
}
