//! Questions for what a command lacks that a person has typed.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Cause, Object, Report, Value};
use lemmascope_language::command::Command;
use lemmascope_language::reader::{Decision, Reading, question};
use lemmascope_language::words::Tongue;

use super::saying::Saying;
use crate::engine::Engine;
use crate::request::{Reply, Request};

impl Engine {
    /// Asks for the values that an intent was not given, as it is asked after a sentence that lacks them: the next line
    /// may answer. Only at a terminal a person is there to do so.
    pub(crate) fn ask_for_missing(
        &self,
        command: &Command,
        report: &Report,
        request: &Request,
    ) -> Option<Reply> {
        if report.cause != Some(Cause::MissingParameter) || !report.actions.is_empty() {
            return None;
        }
        self.question_for(command, request)
    }

    /// The question for the values that a command lacks; none where nobody can answer it.
    pub(crate) fn question_for(&self, command: &Command, request: &Request) -> Option<Reply> {
        if !request.at_terminal {
            return None;
        }
        let invocation = self.call_of(command, &request.session);
        let name = invocation.name.clone();
        // A verb may have the name of an intent that calls it: then the intent is meant.
        if self.read(|state| state.resolve(&name, &request.session).is_none()) {
            return None;
        }
        let parameters = self.parameters_of(&name, &request.session);
        // A run that goes on says itself what has to be given again.
        let given: Object = invocation.given(&parameters, &self.sensitive())?;
        let missing: Vec<String> = parameters
            .iter()
            .filter(|parameter| parameter.required && parameter.default.is_none())
            .filter(|parameter| given.get(&parameter.name).is_none_or(|value| *value == Value::Null))
            .map(|parameter| parameter.name.clone())
            .collect();
        if missing.is_empty() {
            return None;
        }
        let questions: Vec<String> =
            missing.iter().map(|parameter| question(&name, parameter, Tongue::English)).collect();
        let reading = Reading {
            decision: Decision::Ask,
            intent: Some(name),
            confidence: 1.0,
            parameters: given,
            missing,
            code: Some(ErrorCode::MissingParameters),
            question: Some(questions.join(" ")),
            ..Reading::of_nothing(Tongue::English)
        };
        let saying = Saying { sentence: command.masked(), ..Saying::default() };
        Some(self.ask(&reading, &self.reader(&request.session), &saying, request))
    }
}
