//! The processing of a request, from its line to its reply.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

use futures_util::FutureExt;
use lemmascope_intent::{Cause, Effect, Event, Failure, Report};
use lemmascope_language::command::{self, Command, ErrorCode, Line, ParseError};

use crate::catalog::State;
use crate::commands;
use crate::dialogue::Saying;
use crate::document::document_of;
use crate::engine::Engine;
use crate::lock::lock;
use crate::plan::Invocation;
use crate::report::not_recorded;
use crate::request::{Input, NamedCall, Reply, Request};

impl Engine {
    /// Executes one request. A panic fails this request only: sentences and definitions are data of others.
    pub async fn submit(&self, mut request: Request) -> Reply {
        let admitted = commands::admit(&request.session);
        request.session = request.owner.session(&request.session);
        let answering = AssertUnwindSafe(Box::pin(self.answer(admitted, &request))).catch_unwind();
        let mut reply = answering.await.unwrap_or_else(|_| broken_off(&request));
        if let (Err(failure), Some(report)) = (request.unsettled.settle().await, reply.report_mut()) {
            not_recorded(report, failure, false);
        }
        self.note_approval(&request, &reply).await;
        reply
    }

    async fn answer(&self, admitted: Result<(), Failure>, request: &Request) -> Reply {
        let reload = || self.write(State::refresh);
        if self.watch.look(Instant::now(), || self.read(State::watched), reload) {
            let (intents, faults) = self.read(|state| (state.shared.count(), state.faults.len()));
            request.events.emit(Event::Reloaded { intents, faults });
        }
        self.recall_learned(request).await;
        let text = match &request.input {
            Input::Line(line) => {
                if admitted.is_ok() && self.learning.begins(&request.session) {
                    // The line may belong to a draft that an earlier process was refining.
                    let recalled = self.recall_session(request).await;
                    self.take_over_session(&recalled, request);
                }
                &self.learning.reworded(&request.session, line).unwrap_or_else(|| line.clone())
            }
            Input::Call(call) => return self.answer_call(call, admitted, request).await,
        };
        if let Some(document) = document_of(text) {
            return self.answer_document(document, request).await;
        }
        let (header, body) = text.split_once('\n').unwrap_or((text, ""));
        let line = match self.parse_known(header, request).await {
            Ok(Some(line)) => line,
            Ok(None) => return Reply::Nothing,
            Err(error) => {
                return self
                    .hear(header, self.explain(error, header, &request.session), admitted.is_ok(), request)
                    .await;
            }
        };
        let Some(command) = line.into_command() else { return Reply::Nothing };
        if command.name() == "exit" {
            return Reply::Exit;
        }
        if let Err(failure) = admitted {
            return Reply::Report(Box::new(Report::error(command.name(), &failure)));
        }
        self.in_turn(request, self.obey(&command, body, request)).await
    }

    /// Executes a call of a command, an intent or a verb by name.
    async fn answer_call(&self, call: &NamedCall, admitted: Result<(), Failure>, request: &Request) -> Reply {
        let refused = |failure: &Failure| Reply::Report(Box::new(Report::error(&*call.name, failure)));
        if let Err(failure) = admitted {
            return refused(&failure);
        }
        if commands::is_own(&call.name) {
            let mut values = call.parameters.clone();
            let body = values.shift_remove(commands::BODY).unwrap_or_default();
            return match self.catalog.grammar().command(&call.name, &values) {
                Some(Ok(command)) => {
                    let body = body.as_text().unwrap_or_default();
                    self.in_turn(request, self.obey(&command, body, request)).await
                }
                Some(Err(failure)) => refused(&failure),
                None => refused(&self.unknown(&call.name, request)),
            };
        }
        let parameters = call.parameters.iter().map(|(name, value)| (name.clone(), Some(value.clone())));
        let invocation = Invocation {
            name: call.name.clone(),
            said: call.name.clone(),
            options: parameters.chain(call.options.iter().cloned()).collect(),
            ..Invocation::default()
        };
        let calling = async {
            let looks =
                self.catalog.get(&call.name).is_some_and(|verb| verb.signature().effect == Effect::Observe);
            if !request.aside && !looks {
                self.forget_question(&request.session).await;
            }
            Reply::Report(Box::new(Box::pin(self.invoke_and_remember(invocation, request)).await))
        };
        self.in_turn(request, calling).await
    }

    /// Waits for the session's turn, restores the session's state from the store, executes `work`, and stores
    /// the state again.
    async fn in_turn(&self, request: &Request, work: impl Future<Output = Reply>) -> Reply {
        let recalled = self.recall_session(request).await;
        let _turn = self.sessions.turn(&request.session).await;
        self.take_over_session(&recalled, request);
        let reply = work.await;
        self.keep_session(request);
        reply
    }

    fn unknown(&self, name: &str, request: &Request) -> Failure {
        self.read(|state| state.unknown(name, &request.session, &self.catalog))
    }

    /// Executes a command.
    async fn obey(&self, command: &Command, body: &str, request: &Request) -> Reply {
        if let Err(failure) = commands::permit(command, request.permissions) {
            return Reply::Report(Box::new(Report::error(command.name(), &failure)));
        }
        // Boxed: these futures are large, and would overflow the stack of a thread.
        let words = || command.argument("words").and_then(command::Value::as_str).unwrap_or_default();
        match command.name() {
            "say" => return Box::pin(self.say(&Saying::of(command), request)).await,
            "goal" => return Box::pin(self.plan_goal(words(), request)).await,
            "modify" => return Box::pin(self.modify_goal(words(), request)).await,
            _ if request.aside => {}
            // Any other command closes the open question, so that a later "yes" cannot confirm it.
            _ => self.forget_question(&request.session).await,
        }
        let report = Box::new(Box::pin(self.dispatch(command, body, request)).await);
        if let Some(question) = self.ask_for_missing(command, &report, request) {
            return question;
        }
        match commands::moved_to(command, &report, request) {
            Some(session) => Reply::Moved { report, session },
            None => Reply::Report(report),
        }
    }

    /// Handles a line that is not a valid command. At a terminal, the line may lack required values, which
    /// the engine asks for, or it may be a sentence. A program, a script or a pipe must send a command: it
    /// sends sentences with `say`, and a misspelled command is never guessed.
    async fn hear(&self, line: &str, error: ParseError, is_admitted: bool, request: &Request) -> Reply {
        if let Some(begun) = error.begun.as_ref().filter(|_| is_admitted && request.at_terminal) {
            let asking = async {
                let question = self.question_for(begun, request);
                question.unwrap_or_else(|| Reply::NotUnderstood(error.clone()))
            };
            return self.in_turn(request, asking).await;
        }
        // A line of at most two words that resembles a command is a misspelled command.
        let is_like = error.hint.is_some() && line.split_whitespace().nth(2).is_none();
        // The answer to an open question may have this form too.
        let is_misspelt = is_like && lock(&self.conversations.of(&request.session)).pending.is_none();
        if error.code != ErrorCode::UnknownCommand || is_misspelt {
            return Reply::NotUnderstood(error);
        }
        if !request.at_terminal {
            return Reply::NotUnderstood(hint_at_say(error));
        }
        if !is_admitted {
            return Reply::NotUnderstood(error);
        }
        let saying = Saying { sentence: line.into(), ..Saying::default() };
        match self.in_turn(request, Box::pin(self.say(&saying, request))).await {
            // A single word that the reader does not understand is a misspelled command.
            Reply::Refused { exit: 2, .. } if line.split_whitespace().nth(1).is_none() => {
                Reply::NotUnderstood(error)
            }
            reply => reply,
        }
    }

    /// Adds a hint to the error for a name whose definition was not loaded because of faults.
    fn explain(&self, mut error: ParseError, line: &str, session: &str) -> ParseError {
        let word = line.split_whitespace().next().unwrap_or_default();
        let left_out = self.read(|state| {
            let name = word.rsplit('/').next().unwrap_or_default();
            let named = |path: &str| std::path::Path::new(path).file_stem().is_some_and(|stem| stem == name);
            state.faults.iter().find(|fault| named(&fault.path)).map(|fault| fault.path.clone())
        });
        let of_pack = word.rsplit_once('/').map(|(pack, _)| pack).and_then(|pack| {
            let failure = self.read(|state| state.without_pack(pack, session))?;
            Some(failure.hint.map_or(failure.message.clone(), |hint| format!("{}. {hint}", failure.message)))
        });
        let begins = |at: usize, word: &str| {
            line.split_whitespace().nth(at).is_some_and(|said| said.eq_ignore_ascii_case(word))
        };
        if begins(0, "credentials") && begins(1, "add") && error.code == ErrorCode::UnexpectedInput {
            // The unexpected input may be the password.
            error.message = "there is something in the line that does not belong there".into();
            error.hint = Some(
                "a password never stands in a line: the shell remembers lines, and others on this machine can see them. \
                 Leave it out, and you are asked for it"
                    .into(),
            );
        }
        if let (ErrorCode::UnknownCommand, Some(path)) = (error.code, left_out) {
            error.hint = Some(format!("its definition has faults; `lemmascope check {path}` shows them"));
        }
        if let (ErrorCode::UnknownCommand, Some(why)) = (error.code, of_pack) {
            error.hint = Some(why);
        }
        error
    }

    /// Parses a line. A name that is unknown here may have been defined in the session before a restart, or
    /// by another process.
    async fn parse_known(&self, line: &str, request: &Request) -> Result<Option<Line>, ParseError> {
        match self.parse(line, &request.session) {
            Err(error) if error.code == ErrorCode::UnknownCommand => {
                let recalled = self.recall_session(request).await;
                self.take_over_session(&recalled, request);
                self.parse(line, &request.session)
            }
            parsed => parsed,
        }
    }
}

/// Adds a hint that sentences are sent with `say`. Keeps the existing hint if it explains why the command is
/// unknown, and drops suggestions of similarly spelled commands.
fn hint_at_say(mut error: ParseError) -> ParseError {
    let say = "a sentence is said with `say`: lemmascope say \"…\"";
    let reason = error.hint.filter(|hint| !hint.starts_with("did you mean"));
    error.hint = Some(reason.map_or_else(|| say.into(), |reason| format!("{reason}; {say}")));
    error
}

/// Reports a request that ended in a panic. The message of the panic may contain a secret, so it is dropped.
fn broken_off(request: &Request) -> Reply {
    let name = match &request.input {
        Input::Call(call) => call.name.as_str(),
        Input::Line(line) => line.split_whitespace().next().unwrap_or("request"),
    };
    let failure = Failure::new(Cause::Failed, "the request broke off").hint(
        "This is a bug in Lemmascope, not an error in your request. `undo` reverts what was done before.",
    );
    Reply::Report(Box::new(Report::error(name, &failure)))
}
