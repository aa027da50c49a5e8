//! Questions for the missing values of a typed command.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Cause, Object, Report, Value};
use lemmascope_language::command::Command;
use lemmascope_language::reader::{Decision, Reading, question};
use lemmascope_language::words::Tongue;

use super::saying::Saying;
use crate::engine::Engine;
use crate::request::{Reply, Request};

impl Engine {
    /// Asks for the missing values of an intent, as after a sentence; the next line may answer. Asks only at
    /// a terminal, where a person can answer.
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

    /// Returns the question for the missing values of a command, or `None` if no person can answer it.
    pub(crate) fn question_for(&self, command: &Command, request: &Request) -> Option<Reply> {
        if !request.at_terminal {
            return None;
        }
        let invocation = self.call_of(command, &request.session);
        let name = invocation.name.clone();
        // An intent and a verb that it calls may have the same name; the name then means the intent.
        if self.read(|state| state.resolve(&name, &request.session).is_none()) {
            return None;
        }
        let parameters = self.parameters_of(&name, &request.session);
        // When a run is resumed, the run itself reports the values that must be given again.
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
