//! Questions: answered from the facts that were told, or by a language model where one is configured, or not at all. What this
//! machine itself knows, such as the time, is told by verbs, and no question that comes here.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Context, Failure, Object, Operation, Prompt, Report, Value};
use lemmascope_language::reader::{Asking, Reading, Tokenized};
use lemmascope_language::words::{Tongue, words};
use serde_json::{Value as Json, json};

use crate::engine::Engine;
use crate::execution::call_permitted;
use crate::request::Request;

/// The most that a model may answer, in tokens.
const LONGEST: u32 = 300;
/// Words that are in every question, and in no fact for that.
const COMMON: &str = include_str!("common.txt");

/// Why a question has no answer.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// No fact answers it, and there is no model.
    NoModel,
    /// The model does not know.
    NotKnown,
    /// The model could not be asked, or what it said could not be used.
    Failed(Failure),
}

impl Unanswered {
    /// The same for the person, in their language.
    pub(super) fn said(&self, tongue: Tongue) -> String {
        let (english, portuguese) = match self {
            Self::NoModel => (
                "Nothing that was remembered answers this, and no language model is configured",
                "Nada do que foi memorizado responde a isto, e nenhum modelo de linguagem está configurado",
            ),
            Self::NotKnown => {
                ("The language model does not know either", "O modelo de linguagem também não sabe")
            }
            Self::Failed(_) => (
                "Nothing that was remembered answers this, and the language model gave no answer",
                "Nada do que foi memorizado responde a isto, e o modelo de linguagem não respondeu",
            ),
        };
        match tongue {
            Tongue::English => english.into(),
            Tongue::Portuguese => portuguese.into(),
        }
    }
}

/// Whether a sentence asks for something to be told, and means nothing that can be done.
pub(super) fn is_information(heard: &Tokenized<'_>, reading: &Reading) -> bool {
    let is_unclear = matches!(reading.code, Some(ErrorCode::IntentParseFailed | ErrorCode::LowConfidence));
    heard.asking() != Asking::No && is_unclear
}

impl Engine {
    /// The answer to a question from the facts that were told.
    pub(super) async fn told_before(&self, heard: &Tokenized<'_>, request: &Request) -> Option<Report> {
        let facts = self.facts(heard, request).await?;
        let report = Report { result: facts, ..Report::ok("information_query") };
        Some(report.section_of("source", Vec::new(), "facts".into()))
    }

    /// The answer of the model to a question, or why there is none.
    pub(super) async fn informed(
        &self,
        heard: &Tokenized<'_>,
        reading: &Reading,
        request: &Request,
    ) -> Result<Report, Unanswered> {
        let model = self.model(&request.session).ok_or(Unanswered::NoModel)?;
        let material = json!({
            "context": self.snapshot(request),
            "question": self.discreet_sentence(heard.sentence, reading, &request.session),
        });
        let prompt = Prompt {
            task: include_str!("question.txt").into(),
            material: material.to_string(),
            schema: json!({
                "type": "object",
                "properties": {"known": {"type": "boolean"}, "answer": {"type": "string"}},
                "required": ["known", "answer"],
                "additionalProperties": false,
            }),
            most_tokens: LONGEST,
        };
        let answer = model(prompt).await.map_err(Unanswered::Failed)?;
        match (answer.get("known").and_then(Json::as_bool), answer.get("answer").and_then(Json::as_str)) {
            (Some(true), Some(text)) if !text.trim().is_empty() => {
                let mut report =
                    Report { result: Value::from(text.trim()), ..Report::ok("information_query") };
                report.context.push(match reading.tongue {
                    Tongue::English => "this is the answer of the language model; it was not checked".into(),
                    Tongue::Portuguese => {
                        "isto é o que diz o modelo de linguagem; nada aqui o verificou".into()
                    }
                });
                Ok(report.section_of("source", Vec::new(), "model".into()))
            }
            _ => Err(Unanswered::NotKnown),
        }
    }

    /// The facts that were told which have all the words of a question that are its own.
    async fn facts(&self, heard: &Tokenized<'_>, request: &Request) -> Option<Value> {
        let verb = self.catalog.get(self.catalog.operation(Operation::Recall)?)?;
        let keys: Vec<Value> = words(heard.sentence)
            .into_iter()
            .filter(|word| word.folded.chars().count() > 1 && !is_common(&word.folded))
            .map(|word| Value::from(word.form))
            .collect();
        if keys.is_empty() {
            return None;
        }
        let arguments: Object = [("keys".to_string(), Value::List(keys)), ("minutes".to_string(), 0.into())]
            .into_iter()
            .collect();
        let context =
            Context { settings: self.lookup(), seals: self.seals(&request.owner), ..request.context() };
        let found = call_permitted(verb.as_ref(), arguments, &context).await.ok()?.value;
        let is_empty = match &found {
            Value::List(items) => items.is_empty(),
            Value::Object(fields) => {
                fields.values().all(|field| field.as_list().is_some_and(<[Value]>::is_empty))
            }
            Value::Null => true,
            _ => false,
        };
        (!is_empty).then_some(found)
    }
}

/// Whether a word without accents is in so many sentences that it says nothing of what they mean.
pub(super) fn is_common(word: &str) -> bool {
    COMMON.lines().any(|line| line == word)
}
