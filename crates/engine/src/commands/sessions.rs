//! The commands for sessions. A session of the engine is also a session of every domain; domains that keep
//! resources open for it provide verbs for them.

use std::sync::Arc;

use lemmascope_intent::{
    Cancellation, Cause, Context, Failure, Notation, Object, Operation, Outcome, Parameter, Report,
    Signature, Status, Type, Value, nearest,
};
use lemmascope_language::command::Command;

use crate::engine::Engine;
use crate::execution::{Ended, attempt};
use crate::lock::lock;
use crate::plan::Invocation;
use crate::report::mask_report;
use crate::request::Request;

/// The default session, which always exists.
const DEFAULT: &str = "default";
/// The options of a new session that are passed to the domain.
const OPTIONS: [&str; 6] = ["mode", "profile", "viewport", "user_agent", "locale", "timezone"];
/// The maximum length of a session name.
const LONGEST: usize = 100;

pub(super) fn signatures() -> Vec<Signature> {
    let name = || Parameter::required("name", Type::String, "Its name.").written(Notation::Name);
    let option = |name, about| Parameter::optional(name, Type::String, about).written(Notation::Text);
    let modes = Notation::Choice(&["headless", "headed", "remote", "grid"]);
    vec![
        Signature::observe("engine.sessions", "List the sessions.")
            .command("sessions")
            .aliases(&["session list"])
            .known_as(&["list sessions"]),
        Signature::change("engine.session_new", "Start a session.")
            .command("session new <name>")
            .parameter(name())
            .parameter(Parameter::optional("mode", Type::String, "How its browser runs.").written(modes))
            .parameter(option("profile", "The browser profile that it uses."))
            .parameter(option("viewport", "The size of pages, such as 1280x720."))
            .parameter(option("user_agent", "The user agent."))
            .parameter(option("locale", "The language of pages, such as pt-BR."))
            .parameter(option("timezone", "The time zone of pages.")),
        Signature::change("engine.session_close", "End a session.")
            .command("session close <name>")
            .aliases(&["close session"])
            .known_as(&["close", "close all", "kill all"])
            .parameter(name()),
        Signature::change("engine.session", "Show the session, or switch to another.")
            .command("session [name]")
            .parameter(Parameter::optional("name", Type::String, "The other one.").written(Notation::Name)),
    ]
}

impl Engine {
    /// Lists all sessions with their open resources.
    pub(super) async fn list_sessions(&self, request: &Request) -> Result<Report, Failure> {
        let open = self.open_sessions(request).await?;
        let data: Vec<Value> = open
            .iter()
            .map(|(name, about)| {
                let current = [("current".to_string(), (*name == request.session_name()).into())];
                let named = [("name".to_string(), Value::from(name.as_str()))];
                Value::Object(named.into_iter().chain(current).chain(about.clone()).collect())
            })
            .collect();
        let lines = open.iter().map(|(name, about)| told(name, about)).collect();
        Ok(Report::ok("sessions").section_of("sessions", lines, data.into()))
    }

    /// Shows the current session, or switches to another one.
    pub(super) async fn enter_session(&self, name: &str, request: &Request) -> Result<Report, Failure> {
        let mut report = Report::ok("session");
        if name.is_empty() {
            let open = self.open_sessions(request).await?;
            let about = open.into_iter().find(|(known, _)| *known == request.session_name());
            let mut result = Object::from([("name".to_string(), request.session_name().into())]);
            result.extend(about.map(|(_, about)| about).unwrap_or_default());
            report.result = result.into();
            return Ok(report);
        }
        admit(name)?;
        report.summary = Some(name.into());
        Ok(report)
    }

    /// Starts a session.
    pub(super) async fn new_session(&self, command: &Command, request: &Request) -> Result<Report, Failure> {
        let name = text(command, "name");
        admit(&name)?;
        if self.open_sessions(request).await?.iter().any(|(known, _)| *known == name) {
            return Err(Failure::new(Cause::AlreadyExists, format!("there is a session \"{name}\" already"))
                .hint(format!("`session {name}` goes on in it, `session close {name}` ends it.")));
        }
        let option = |name| (name, command.option(name).and_then(|value| value.as_str()).map(Value::from));
        let mut arguments = vec![("name", Some(request.owner.session(&name).into()))];
        arguments.extend(OPTIONS.map(option));
        let session = request.owner.session(&name);
        let outcome = self.tell_domain(Operation::OpenSession, &session, &arguments, request).await?;
        drop(self.sessions.turn(&session).await);
        Ok(Report { summary: Some(name), result: outcome.unwrap_or_default(), ..Report::ok("session new") })
    }

    /// Closes a session: closes its resources, and removes its definitions.
    pub(super) async fn close_session(
        &self,
        command: &Command,
        request: &Request,
    ) -> Result<Report, Failure> {
        let name = text(command, "name");
        let open = self.open_sessions(request).await?;
        if !open.iter().any(|(known, _)| *known == name) {
            let failure = Failure::new(Cause::TargetNotFound, format!("there is no session \"{name}\""));
            return Err(match nearest(&name, open.iter().map(|(known, _)| known.as_str())) {
                Some(meant) => failure.hint(format!("Did you mean {meant}?")),
                None => failure.hint("`sessions` lists them."),
            });
        }
        // Waits for the running request of the session. This request already has the turn of its own session.
        let session = request.owner.session(&name);
        let _turn = match session == request.session {
            true => None,
            false => Some(self.sessions.turn(&session).await),
        };
        let arguments = [("name", Some(session.as_str().into()))];
        let outcome = self.tell_domain(Operation::CloseSession, &session, &arguments, request).await?;
        self.forget_session(&session).await?;
        Ok(Report { summary: Some(name), result: outcome.unwrap_or_default(), ..Report::ok("session close") })
    }

    /// Returns the sessions of the owner by name, each with the data of the domain that has its pages.
    async fn open_sessions(&self, request: &Request) -> Result<Vec<(String, Object)>, Failure> {
        let own = |id: &str| request.owner.session_name(id).map(str::to_string);
        let mut open: Vec<(String, Object)> =
            self.sessions.ids().iter().filter_map(|id| own(id)).map(|name| (name, Object::new())).collect();
        let known = self.tell_domain(Operation::ListSessions, &request.session, &[], request).await?;
        for about in known.as_ref().and_then(Value::as_list).unwrap_or_default() {
            let Some(mut about) = about.as_object().cloned() else { continue };
            let Some(Value::Text(id)) = about.shift_remove("name") else { continue };
            let Some(name) = own(&id) else { continue };
            match open.iter_mut().find(|(known, _)| *known == name) {
                Some((_, fields)) => *fields = about,
                None => open.push((name, about)),
            }
        }
        open.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(open)
    }

    /// Shows the view of a session to an observer. It is not recorded as a run, and does not wait for the
    /// current request.
    pub async fn observe(&self, arguments: &[(&str, Value)], request: &Request) -> Result<Report, Failure> {
        let outcome = self.look(Operation::Observe, arguments, request).await?;
        let mut view = outcome.view.unwrap_or_default();
        let session = request.owner.session(&request.session);
        self.offer_intents(&mut view, &session);
        view.alone = true;
        let conversation = self.conversations.of(&session);
        let report = Report { view: Some(view), ..Report::ok("observe") };
        Ok(mask_report(report, &lock(&conversation).secrets))
    }

    /// Executes another operation for an observer.
    pub async fn look_on(
        &self,
        operation: Operation,
        arguments: &[(&str, Value)],
        request: &Request,
    ) -> Result<Value, Failure> {
        let is_recorded = operation == Operation::Input
            && self.learning.is_recorded(&request.owner.session(&request.session));
        let recorded = is_recorded.then(|| ("record", Value::from(true)));
        let arguments: Vec<(&str, Value)> = arguments.iter().cloned().chain(recorded).collect();
        Ok(self.look(operation, &arguments, request).await?.value)
    }

    async fn look(
        &self,
        operation: Operation,
        arguments: &[(&str, Value)],
        request: &Request,
    ) -> Result<Outcome, Failure> {
        admit(&request.session)?;
        let arguments: Vec<(&str, Option<Value>)> =
            arguments.iter().map(|(name, value)| (*name, Some(value.clone()))).collect();
        let session = request.owner.session(&request.session);
        let done = self.perform(operation, &session, &arguments, request).await?;
        done.ok_or_else(|| {
            Failure::new(Cause::Unavailable, format!("nothing here can {}", operation.phrase()))
        })
    }

    /// Returns the value of an operation for a session, or `None` if no domain executes it.
    pub(super) async fn tell_domain(
        &self,
        operation: Operation,
        session: &str,
        arguments: &[(&str, Option<Value>)],
        request: &Request,
    ) -> Result<Option<Value>, Failure> {
        Ok(self.perform(operation, session, arguments, request).await?.map(|outcome| outcome.value))
    }

    /// Executes an operation for a session. Returns `None` if no domain executes it.
    async fn perform(
        &self,
        operation: Operation,
        session: &str,
        arguments: &[(&str, Option<Value>)],
        request: &Request,
    ) -> Result<Option<Outcome>, Failure> {
        let verb = self.catalog.operation(operation);
        let Some((verb, capability)) = verb.and_then(|verb| Some((verb, self.catalog.get(verb)?))) else {
            return Ok(None);
        };
        let given = arguments.iter().filter(|(_, value)| value.is_some());
        let invocation = Invocation {
            name: verb.into(),
            said: verb.into(),
            positional: Vec::new(),
            options: given.map(|(name, value)| (name.to_string(), value.clone())).collect(),
            secrets: Vec::new(),
        };
        let sensitive = self.sensitive();
        let bound = invocation.bind(&capability.signature().parameters, &sensitive, &Object::new())?;
        let limit = self.duration("intent_engine.execution.default_timeout");
        let cx = Context {
            cancellation: Cancellation::default(),
            events: Arc::clone(&request.events),
            limit,
            settings: self.lookup(),
            patterns: self.patterns(session),
            credentials: self.credentials(request.owner.clone()),
            seals: self.seals(&request.owner),
            session: session.into(),
            ..request.context()
        };
        let ended = attempt(capability, bound, &cx, limit, request.cancellation.cancelled()).await;
        self.record_inputs(cx.logbook.take().gestures, session);
        match ended {
            Ended::Done(mut outcome) => {
                outcome.value = outcome.value.guarded("", &sensitive);
                Ok(Some(outcome))
            }
            Ended::Late(_, failure) | Ended::Failed(failure) => Err(failure),
        }
    }
}

/// Returns the session in which the conversation continues after a command, if the command switched it.
pub(crate) fn moved_to(command: &Command, report: &Report, request: &Request) -> Option<String> {
    if report.status != Status::Ok {
        return None;
    }
    let name = text(command, "name");
    let next = match command.name() {
        "session" | "session new" if !name.is_empty() => name,
        "session close" if name == request.session_name() => DEFAULT.to_string(),
        _ => return None,
    };
    Some(next)
}

/// Rejects names that are not valid folder names.
pub(crate) fn admit(name: &str) -> Result<(), Failure> {
    let sound = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '@' | '+');
    if !name.is_empty() && name.len() <= LONGEST && !name.starts_with('.') && name.chars().all(sound) {
        return Ok(());
    }
    Err(Failure::new(Cause::InvalidParameter, "that is no name for a session")
        .hint("Use letters, digits, and . _ - @ + between them."))
}

fn text(command: &Command, name: &str) -> String {
    command.argument(name).and_then(|value| value.as_str()).unwrap_or_default().to_string()
}

fn told(name: &str, about: &Object) -> String {
    if about.is_empty() {
        return name.to_string();
    }
    let about: Vec<String> = about.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    format!("{name} ({})", about.join(", "))
}
