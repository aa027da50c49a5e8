//! The way to the engine: the background one, or one in this process.

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
use crate::script::{line_of, take_last_json};

/// Which engine a command is for, before it is opened.
pub(crate) struct EngineHandle {
    place: Environment,
    session: String,
    flags: Vec<String>,
    foreground: bool,
    /// The command that sets how the browser of the session runs.
    before: Option<String>,
}

/// An engine that takes lines.
pub(crate) struct Open {
    place: Environment,
    session: String,
    engine: Way,
    /// Whether lines come from a conversation, which an interrupt of one of them does not end.
    is_conversation: bool,
    /// Executed before the first line.
    before: Option<String>,
}

enum Way {
    Background(Box<Client>),
    Here(Arc<Engine>),
}

impl EngineHandle {
    /// The door that the arguments ask for. A command with settings of its own cannot share an engine
    /// that others use, and gets one to itself.
    pub(crate) fn new(arguments: &Arguments, place: &Environment) -> Self {
        let is_mcp = matches!(arguments.command, Some(Job::Mcp { .. }));
        let foreground = arguments.foreground
            || !arguments.set.is_empty()
            || place.has_own_settings()
            || (is_mcp && !arguments.browser.is_empty());
        let (flags, before) = match foreground {
            true => ([arguments.set.clone(), arguments.browser.settings()].concat(), None),
            false => (arguments.set.clone(), arguments.browser.command().map(|words| line_of(&words))),
        };
        Self { place: place.clone(), session: arguments.session.clone(), flags, foreground, before }
    }

    /// Where it leads to.
    pub(crate) fn place(&self) -> &Environment {
        &self.place
    }

    /// Opens it, starting an engine if need be.
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
    /// Has the one line of this command executed.
    pub(crate) async fn submit_only(
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

    /// The same for a conversation: an interrupt cancels the line that is executed, and nothing else.
    pub(crate) fn for_conversation(self) -> Self {
        Self { is_conversation: true, ..self }
    }

    /// Has one line of a conversation executed. The conversation goes on in the session that it leads to.
    pub(crate) async fn submit(&mut self, line: &str, beside: Beside, json: bool) -> Result<Answer, Failure> {
        let (line, asked) = take_last_json(line);
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

    /// Speaks the Model Context Protocol on the standard streams.
    pub(crate) async fn speak_mcp(self, profile: ToolProfile) -> Result<(), Failure> {
        match self.engine {
            Way::Background(client) => client.speak_mcp(&self.place, profile).await,
            Way::Here(engine) => {
                let server = mcp::server(Arc::clone(&engine), self.place.workspace, profile);
                server.converse(tokio::io::stdin(), tokio::io::stdout()).await;
                engine.close().await;
                Ok(())
            }
        }
    }

    /// Leaves. An engine of this process ends with it, and stores what it has opened.
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
                    // The work is told to stop, and still says what it did.
                    _ = tokio::signal::ctrl_c() => {
                        cancellation.cancel();
                        work.await
                    }
                };
                Ok(Answer::to_reply(&reply, json))
            }
        }
    }

    /// Everything that can be called.
    pub(crate) async fn callables(&mut self) -> Result<Vec<Callable>, Failure> {
        match &mut self.engine {
            Way::Background(client) => client.callables().await,
            Way::Here(engine) => Ok(engine.callables()),
        }
    }
}

/// Says whether a background engine runs.
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

/// Stops the background engine, if one runs.
pub(crate) async fn stop(place: &Environment, json: bool) -> Result<Answer, Failure> {
    let mut report = Report::ok("stop");
    match background::running(place).await? {
        Some(mut client) => client.stop().await?,
        None => report.result = "No background engine was running.".into(),
    }
    Ok(Answer::of_report(&report, json))
}
