//! Questions: answered from the facts that were told, or by a language model where one is configured, or not at all.

use lemmascope_intent::{Args, Cause, Context, Failure, Object, Prompt, Report, Value};
use lemmascope_language::reader::{Heard, Reading};
use lemmascope_language::words::{Tongue, words};
use serde_json::{Value as Json, json};

use crate::engine::{Engine, Request};

/// The verb that knows the facts.
const FACTS: &str = "memory.recall";
/// The most that a model may answer, in tokens.
const LONGEST: u32 = 300;
/// Words that are in every question, and in no fact for that.
const COMMON: &str = include_str!("common.txt");

impl Engine {
    /// The answer to a question that means nothing else here, where there is one; why there is none otherwise.
    pub(super) async fn informed(
        &self,
        heard: &Heard<'_>,
        reading: &Reading,
        request: &Request,
    ) -> Result<Report, Failure> {
        if let Some(facts) = self.facts(heard, request).await {
            return Ok(Report { result: facts, ..Report::ok("information_query") }.section_of(
                "source",
                Vec::new(),
                "facts".into(),
            ));
        }
        let say = |english: &str, portuguese: &str| match reading.tongue {
            Tongue::English => english.to_string(),
            Tongue::Portuguese => portuguese.to_string(),
        };
        let Some(model) = self.model() else {
            return Err(unknown(say(
                "Nothing that was remembered answers this, and no language model is configured",
                "Nada do que foi memorizado responde a isto, e nenhum modelo de linguagem está configurado",
            )));
        };
        let prompt = Prompt {
            task: include_str!("question.txt").into(),
            material: json!({"question": self.discreet_sentence(heard.sentence, reading), "context": self.snapshot(request)}).to_string(),
            schema: json!({
                "type": "object",
                "properties": {"known": {"type": "boolean"}, "answer": {"type": "string"}},
                "required": ["known", "answer"],
                "additionalProperties": false,
            }),
            most_tokens: LONGEST,
        };
        let answer = model(prompt).await?;
        match (answer.get("known").and_then(Json::as_bool), answer.get("answer").and_then(Json::as_str)) {
            (Some(true), Some(text)) if !text.trim().is_empty() => {
                let mut report =
                    Report { result: Value::from(text.trim()), ..Report::ok("information_query") };
                report.context.push(say(
                    "this is what the language model says; nothing here has checked it",
                    "isto é o que diz o modelo de linguagem; nada aqui o verificou",
                ));
                Ok(report)
            }
            _ => Err(unknown(say(
                "The language model does not know either",
                "O modelo de linguagem também não sabe",
            ))),
        }
    }

    /// The facts that were told which have all the words of a question that are its own.
    async fn facts(&self, heard: &Heard<'_>, request: &Request) -> Option<Value> {
        let verb = self.catalog.get(FACTS)?;
        let is_common = |word: &str| COMMON.lines().any(|line| line == word);
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
            Context { settings: self.lookup(), ..Context::new(&request.session, &request.workspace) };
        let found = verb.call(Args::new(arguments), &context).await.ok()?.value;
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

/// Nobody here knows.
fn unknown(why: String) -> Failure {
    Failure::new(Cause::Unavailable, why)
}

/// Whether a sentence asks something.
pub(super) fn is_question(heard: &Heard<'_>) -> bool {
    let begins = [
        "what", "who", "whose", "when", "where", "why", "how", "which", "qual", "quais", "quem", "quando",
        "onde", "como", "porque", "quanto", "quantos", "quantas", "o que",
    ];
    let first: Vec<&str> = heard.words.iter().take(2).map(|word| word.folded.as_str()).collect();
    let pair = first.join(" ");
    heard.sentence.trim_end().ends_with('?')
        || begins.iter().any(|it| first.first() == Some(it) || pair == *it)
}
