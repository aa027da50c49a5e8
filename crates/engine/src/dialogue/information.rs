//! Questions: answered from remembered facts, or by the language model if one is configured. Questions about
//! this machine, such as the time, are answered by verbs and do not reach this module.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Context, Failure, Object, Operation, Prompt, Report, Value};
use lemmascope_language::reader::{Asking, Reading, Tokenized};
use lemmascope_language::words::{Tongue, words};
use serde_json::{Value as Json, json};

use crate::engine::Engine;
use crate::execution::call_permitted;
use crate::request::Request;

/// The maximum length of the model's answer, in tokens.
const LONGEST: u32 = 300;
/// The stop words of questions, which no fact needs to match.
const COMMON: &str = include_str!("common.txt");

/// The reason why a question has no answer.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// No fact answers it, and no model is configured.
    NoModel,
    /// The model does not know the answer.
    NotKnown,
    /// The model failed, or its answer was unusable.
    Failed(Failure),
}

impl Unanswered {
    /// Returns the reason as text, in the language of the person. `in_place`: whether a page is open that was
    /// searched as well.
    pub(super) fn said(&self, tongue: Tongue, in_place: bool) -> String {
        let (english, portuguese) = match self {
            Self::NoModel if in_place => (
                "Neither the page nor anything that was remembered answers this, and no language model is configured",
                "Nem a página nem o que foi memorizado responde a isto, e nenhum modelo de linguagem está configurado",
            ),
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

/// Whether a sentence is a question that no intent answers.
pub(super) fn is_information(heard: &Tokenized<'_>, reading: &Reading) -> bool {
    let is_unclear = matches!(reading.code, Some(ErrorCode::IntentParseFailed | ErrorCode::LowConfidence));
    heard.asking() != Asking::No && is_unclear
}

impl Engine {
    /// Answers a question from the remembered facts.
    pub(super) async fn told_before(&self, heard: &Tokenized<'_>, request: &Request) -> Option<Report> {
        let facts = self.facts(heard, request).await?;
        let report = Report { result: facts, ..Report::ok("information_query") };
        Some(report.section_of("source", Vec::new(), "facts".into()))
    }

    /// Returns the model's answer to a question, or the reason why there is none.
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

    /// Returns the remembered facts that contain all content words of a question.
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

/// Whether a folded word is a stop word.
pub(super) fn is_common(word: &str) -> bool {
    COMMON.lines().any(|line| line == word)
}
