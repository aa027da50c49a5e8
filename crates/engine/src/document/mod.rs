//! Requests in the form of documents: parsed, executed as the intent that they name, and answered by a
//! document.

mod grounding;

use lemmascope_intent::document::{ErrorDocument, IntentDocument};
use lemmascope_intent::{Report, Status};
use serde_json::{Map, Value as Json, json};

use crate::commands;
use crate::engine::Engine;
use crate::plan::Invocation;
use crate::request::{Reply, Request};

/// Returns the document in a line, if it is one: JSON, optionally after the word `intent`.
pub(crate) fn document_of(line: &str) -> Option<&str> {
    let line = line.trim();
    match line.strip_prefix("intent") {
        Some("") => Some(""),
        Some(rest) if rest.starts_with(char::is_whitespace) => Some(rest.trim_start()),
        _ => line.starts_with('{').then_some(line),
    }
}

impl Engine {
    /// Executes a document.
    pub(crate) async fn answer_document(&self, text: &str, request: &Request) -> Reply {
        let document = match IntentDocument::read(text, self.catalog.documents()) {
            Ok(document) => document,
            Err(refusal) => return self.refused(*refusal, request).await,
        };
        let invocation = invocation_of(&document);
        let report = match commands::admit(&request.session) {
            Ok(()) => {
                let _turn = self.sessions.turn(&request.session).await;
                self.forget_question(&request.session).await;
                self.invoke_and_remember(invocation, request).await
            }
            Err(failure) => Report::error(document.intent.callable(), &failure),
        };
        match document.answer(&report) {
            Ok(mut done) => {
                let context = document.context().clone();
                done["context"] = json!(situated(context, request));
                let exit = if report.status == Status::Ok { 0 } else { report.status.exit_code() };
                Reply::Document { document: Box::new(done), exit }
            }
            Err(refusal) => self.refused(*refusal, request).await,
        }
    }

    async fn refused(&self, mut refusal: ErrorDocument, request: &Request) -> Reply {
        let exit = refusal.error.code.exit_code();
        if let Some(draft) = refusal.draft.take()
            && let Some(draft) = self.grounded(draft, request).await
        {
            refusal.suggest(&draft);
        }
        refusal.context = situated(refusal.context, request);
        Reply::Document { document: Box::new(json!(refusal)), exit }
    }
}

fn invocation_of(document: &IntentDocument) -> Invocation {
    let name = document.intent.callable();
    Invocation {
        name: name.into(),
        said: name.into(),
        options: document.parameters().into_iter().map(|(name, value)| (name, Some(value))).collect(),
        ..Invocation::default()
    }
}

/// Fills in the missing context of a request.
fn situated(mut context: Map<String, Json>, request: &Request) -> Map<String, Json> {
    context.entry("sessionId").or_insert_with(|| request.session.clone().into());
    context.entry("timestamp").or_insert_with(|| jiff::Timestamp::now().to_string().into());
    context
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinguishes_document_from_command() {
        assert_eq!(document_of(" {\"intent\": 1}\n"), Some("{\"intent\": 1}"));
        assert_eq!(document_of("intent {}"), Some("{}"));
        assert_eq!(document_of("intent"), Some(""));
        assert_eq!(document_of("intents --all"), None);
        assert_eq!(document_of("click 5"), None);
    }
}
