//! Replies to sentences that do not answer the open question: the question stays open, and is repeated with
//! help for answering it.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Parameter, Report, Status};
use lemmascope_language::reader::{Decision, Reading, which};
use lemmascope_language::words::{Tongue, tongue};
use serde_json::json;

use super::lexicon::Sought;
use super::refusal::refuse;
use super::reply_kind::Aside;
use super::saying::Saying;
use crate::engine::Engine;
use crate::lock::lock;
use crate::request::{Reply, Request};
use crate::sessions::Pending;

/// The maximum number of names in a list of options.
const MOST: usize = 8;

impl Engine {
    /// Replies to a sentence that does not answer the question, and keeps the question open.
    pub(super) async fn reply_aside(
        &self,
        aside: Aside,
        pending: Pending,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        let reading = match &pending {
            Pending::Values { reading, .. }
            | Pending::Choice { reading, .. }
            | Pending::Intent { reading, .. }
            | Pending::Proposal { reading, .. } => Some(reading.clone()),
            Pending::Goal { .. } | Pending::Agreement { .. } | Pending::Anyway { .. } => None,
        };
        let reading = reading.map(|reading| asked_again(&pending, reading));
        let reply = match &reading {
            Some(reading) => {
                let options = match aside {
                    Aside::Courtesy => None,
                    _ => self.options(&pending, reading, request).await,
                };
                let note = note(aside, reading, options);
                let sentence = self.discreet_sentence(&saying.sentence, reading, &request.session);
                let reader = self.reader(&request.session);
                noted(
                    refuse(&self.discreet_reading(reading), &sentence, &reader, &self.catalog, request),
                    &note,
                )
            }
            None => waiting(&saying.sentence),
        };
        lock(&self.conversations.of(&request.session)).pending = Some(pending);
        reply
    }

    /// Returns the possible answers, if they can be listed.
    async fn options(&self, pending: &Pending, reading: &Reading, request: &Request) -> Option<String> {
        let Pending::Values { wanted, .. } = pending else { return None };
        let intent = reading.intent.as_deref()?;
        let parameters = self.parameters_of(intent, &request.session);
        let asked = wanted.iter().find_map(|name| parameters.iter().find(|it| it.name == *name))?;
        let mut names = self.reader(&request.session).choices(intent, &asked.name);
        if let (true, Some(format)) = (names.is_empty(), asked.format) {
            let given = reading.parameters.values().filter_map(|value| value.as_text());
            let files = given.map(str::to_string).collect();
            let sought = Sought { kinds: [format].into(), files, words: Vec::new() };
            let lexicon = self.names(request, sought).await;
            names = lexicon.of(format).map(str::to_string).collect();
            names.sort();
            names.dedup();
        }
        offered(asked, &names, reading.tongue)
    }
}

/// Returns the reading with the question about a choice, which a tool may have asked.
fn asked_again(pending: &Pending, reading: Box<Reading>) -> Box<Reading> {
    let Pending::Choice { parameter, options, .. } = pending else { return reading };
    Box::new(Reading {
        decision: Decision::Ask,
        code: Some(ErrorCode::AmbiguousIntent),
        question: Some(which(options, reading.tongue)),
        several: vec![(parameter.clone(), options.clone())],
        unexplained: Vec::new(),
        ..*reading
    })
}

/// Returns the values to choose from, or the range of a number.
fn offered(asked: &Parameter, names: &[String], tongue: Tongue) -> Option<String> {
    let is_english = tongue == Tongue::English;
    if let Some((least, most)) = asked.within {
        return Some(match is_english {
            true => format!("A number from {least} to {most}."),
            false => format!("Um número de {least} a {most}."),
        });
    }
    if names.is_empty() {
        return None;
    }
    let listed = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    let others = names.len().saturating_sub(MOST);
    Some(match (is_english, others) {
        (true, 0) => format!("There are: {listed}."),
        (true, others) => format!("There are, among {others} more: {listed}."),
        (false, 0) => format!("Há: {listed}."),
        (false, others) => format!("Há, entre mais {others}: {listed}."),
    })
}

/// Returns the text that precedes the repeated question.
fn note(aside: Aside, reading: &Reading, options: Option<String>) -> String {
    let intent = reading.intent.as_deref().unwrap_or("say");
    let first = match (aside, reading.tongue) {
        (Aside::Courtesy, _) => None,
        (Aside::AskBack, Tongue::English) => Some(format!("{intent} cannot be done without knowing this.")),
        (Aside::AskBack, Tongue::Portuguese) => Some(format!("Sem saber isto não se pode fazer {intent}.")),
        (Aside::NotKnown, Tongue::English) => Some("Say “never mind” to leave it.".into()),
        (Aside::NotKnown, Tongue::Portuguese) => Some("Diz “deixa estar” para desistir.".into()),
        (Aside::NoAnswer, Tongue::English) => Some("That is no answer to this; nothing was done.".into()),
        (Aside::NoAnswer, Tongue::Portuguese) => Some("Isso não responde à pergunta; nada foi feito.".into()),
    };
    first.into_iter().chain(options).collect::<Vec<_>>().join(" ")
}

/// Adds a note to the repeated question.
fn noted(mut reply: Reply, note: &str) -> Reply {
    if note.is_empty() {
        return reply;
    }
    if let Reply::Refused { report, document, .. } = &mut reply {
        let question = report.summary.take().unwrap_or_default();
        report.summary = Some(format!("{note} {question}").trim_end().to_string());
        document["context"]["note"] = json!(note);
    }
    reply
}

/// Returns the reply while a plan still waits for confirmation.
fn waiting(sentence: &str) -> Reply {
    let mut report = Report::new(Status::Ask, "confirm");
    report.summary = Some(match tongue(sentence) {
        Tongue::English => "Nothing was done yet. Yes or no?".into(),
        Tongue::Portuguese => "Ainda nada foi feito. Sim ou não?".into(),
    });
    Reply::Report(Box::new(report))
}
