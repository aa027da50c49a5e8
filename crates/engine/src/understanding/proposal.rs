//! What a language model makes of a sentence that was not clear. It only proposes: its answer passes the same checks as
//! anything that is said, and what the person's own words do not bear out is asked about.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Cause, Failure, Model, Object, Prompt, Value};
use lemmascope_language::reader::{Decision, Heard, Reader, Reading, Speakable, question};
use lemmascope_language::words::{fold, words};
use serde_json::{Value as Json, json};

use super::category::Category;
use super::tools::resolve;
use crate::engine::{Engine, Request};

/// So many requests are put to the model.
const CHOICES: usize = 12;
/// The most that it may answer, in tokens.
const LONGEST: u32 = 300;
/// A model is never surer than this.
const MOST_CONFIDENT: f64 = 0.9;

impl Engine {
    /// What the model makes of a sentence, where one is configured and has anything to say. Without one, and whenever its
    /// answer cannot be used, the reading stands as it was.
    pub(super) async fn proposed(
        &self,
        heard: &Heard<'_>,
        reading: &Reading,
        reader: &Reader,
        request: &Request,
    ) -> Option<Reading> {
        let model = self.model()?;
        let choices: Vec<&Speakable> =
            reader.likely(heard, CHOICES).into_iter().filter(|it| it.is_supported).collect();
        let sentence = self.discreet_sentence(heard.sentence, reading);
        let prompt = prompt(&sentence, &self.snapshot(request), &choices);
        let proposal = self.asked(&model, prompt, &choices).await?;
        self.checked(proposal, heard, reading, reader, request)
    }

    /// Asks, and once more where the answer breaks the rules.
    async fn asked<'c>(
        &self,
        model: &Model,
        prompt: Prompt,
        choices: &[&'c Speakable],
    ) -> Option<(&'c Speakable, Object)> {
        let answer = model(prompt.clone()).await.ok()?;
        let fault = match proposal(&answer, choices) {
            Ok(proposal) => return proposal,
            Err(fault) => fault,
        };
        let material = format!(
            "{}\nYour last answer was {answer}. It cannot be used: {}.",
            prompt.material, fault.message
        );
        let answer = model(Prompt { material, ..prompt }).await.ok()?;
        proposal(&answer, choices).ok()?
    }

    /// A proposal as a reading: with the values that the words bear out, and asked about where they do not bear out the rest.
    fn checked(
        &self,
        (speakable, given): (&Speakable, Object),
        heard: &Heard<'_>,
        reading: &Reading,
        reader: &Reader,
        request: &Request,
    ) -> Option<Reading> {
        let category = Category::of(&speakable.name, &self.tags_of(&speakable.name, &request.session));
        let is_registered = |name: &str| reader.speakables().iter().any(|it| it.name == name);
        let category_of = |name: &str| Category::of(name, &self.tags_of(name, &request.session));
        let names = reader.speakables().iter().map(|it| (it.name.as_str(), category_of(&it.name)));
        let tool = resolve(&speakable.name, category, is_registered, names)?;
        let mut parameters = reading.parameters.clone();
        if reading.intent.as_deref() != Some(&speakable.name) {
            parameters.clear();
        }
        let said = fold(&heard.sentence.to_lowercase());
        let is_said =
            |value: &Value| words(&value.to_string()).iter().all(|word| said.contains(&word.folded));
        parameters.extend(given.into_iter().filter(|(_, value)| is_said(value)));
        let required = speakable.parameters.iter().filter(|it| it.required && it.default.is_none());
        let missing: Vec<String> =
            required.filter(|it| !parameters.contains_key(&it.name)).map(|it| it.name.clone()).collect();
        let is_supported = reading.intent.as_deref() == Some(&speakable.name)
            || reading.alternatives.iter().any(|it| it.intent == speakable.name)
            || shares_words(speakable, heard);
        let code = match () {
            () if !is_supported || speakable.changes && reading.confidence < 0.2 => {
                Some(ErrorCode::LowConfidence)
            }
            () if !missing.is_empty() => Some(ErrorCode::MissingParameters),
            () => None,
        };
        let asked = match code {
            Some(ErrorCode::MissingParameters) => Some(
                missing
                    .iter()
                    .map(|name| question(&speakable.name, name, reading.tongue))
                    .collect::<Vec<_>>()
                    .join(" "),
            ),
            Some(_) => Some(reader.suggest(&speakable.name, reading.tongue)),
            None => None,
        };
        Some(Reading {
            decision: if code.is_some() { Decision::Ask } else { Decision::Act },
            intent: Some(tool.tool),
            confidence: MOST_CONFIDENT * tool.confidence,
            parameters,
            code,
            question: asked,
            missing,
            ..reading.clone()
        })
    }

    /// The sentence without what is secret in it.
    pub(super) fn discreet_sentence(&self, sentence: &str, reading: &Reading) -> String {
        let sensitive = self.sensitive();
        let mut sentence = sentence.to_string();
        for (name, value) in &reading.parameters {
            if let Some(text) = value.as_text().filter(|text| sensitive.matches(name) && !text.is_empty()) {
                sentence = sentence.replace(text, lemmascope_intent::MASK);
            }
        }
        sentence
    }

    /// What is known of where one is, in a few lines: what was done last, what was spoken of, where one works.
    pub(super) fn snapshot(&self, request: &Request) -> String {
        let conversation = self.conversations.of(&request.session);
        let conversation = crate::execution::lock(&conversation);
        let mut lines = vec![format!("working in: {}", request.workspace.display())];
        lines.extend(conversation.last().map(|deed| format!("done last: {}", deed.intent)));
        let mentioned: Vec<String> =
            conversation.mentioned().into_iter().rev().take(5).map(|(_, name)| name).collect();
        if !mentioned.is_empty() {
            lines.push(format!("spoken of: {}", mentioned.join(", ")));
        }
        lines.join("\n")
    }
}

fn prompt(sentence: &str, context: &str, choices: &[&Speakable]) -> Prompt {
    let requests: Vec<Json> = choices
        .iter()
        .map(|it| {
            let parameters: Vec<&str> = it.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            json!({"name": it.name, "parameters": parameters, "example": it.examples.first().map(|example| &example.text)})
        })
        .collect();
    let names: Vec<&str> = choices.iter().map(|it| it.name.as_str()).chain(["none"]).collect();
    let parameters: serde_json::Map<String, Json> = choices
        .iter()
        .flat_map(|it| &it.parameters)
        .map(|parameter| (parameter.name.clone(), json!({"type": ["string", "number", "boolean"]})))
        .collect();
    Prompt {
        task: include_str!("proposal.txt").into(),
        material: json!({"sentence": sentence, "context": context, "requests": requests}).to_string(),
        schema: json!({
            "type": "object",
            "properties": {
                "intent": {"type": "string", "enum": names},
                "parameters": {"type": "object", "properties": parameters, "additionalProperties": false},
            },
            "required": ["intent", "parameters"],
            "additionalProperties": false,
        }),
        most_tokens: LONGEST,
    }
}

/// What an answer proposes; nothing where it says that none is meant.
fn proposal<'c>(
    answer: &Json,
    choices: &[&'c Speakable],
) -> Result<Option<(&'c Speakable, Object)>, Failure> {
    let fault = |message: &str| Failure::new(Cause::InvalidParameter, message);
    let name = answer.get("intent").and_then(Json::as_str).ok_or_else(|| fault("it names no request"))?;
    if name == "none" {
        return Ok(None);
    }
    let speakable =
        choices.iter().find(|it| it.name == name).ok_or_else(|| fault("there is no such request"))?;
    let given =
        answer.get("parameters").and_then(Json::as_object).ok_or_else(|| fault("it has no parameters"))?;
    let mut parameters = Object::new();
    for (name, value) in given {
        let parameter = speakable.parameters.iter().find(|it| it.name == *name);
        let parameter = parameter.ok_or_else(|| fault(&format!("the request has no parameter {name}")))?;
        let is_nothing = value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty());
        if !is_nothing {
            parameters.insert(name.clone(), parameter.accept(Value::from(value.clone()))?);
        }
    }
    Ok(Some((speakable, parameters)))
}

/// Whether the sentence has a word of its own in common with what people say for this.
fn shares_words(speakable: &Speakable, heard: &Heard<'_>) -> bool {
    let said: Vec<&str> =
        heard.words.iter().map(|word| word.folded.as_str()).filter(|word| word.len() > 3).collect();
    speakable
        .examples
        .iter()
        .any(|example| words(&example.text).iter().any(|word| said.contains(&word.folded.as_str())))
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::{Parameter, Type};

    use super::*;

    #[test]
    fn an_answer_has_to_keep_to_what_was_offered() {
        let volume =
            Speakable::new("volume".into(), vec![Parameter::required("level", Type::Number, "")], Vec::new());
        let choices = [&volume];
        let read = |answer: Json| {
            proposal(&answer, &choices)
                .map(|it| it.map(|(speakable, given)| (speakable.name.clone(), given.len())))
        };
        assert_eq!(read(json!({"intent": "none", "parameters": {}})).unwrap(), None);
        assert_eq!(
            read(json!({"intent": "volume", "parameters": {"level": 5}})).unwrap(),
            Some(("volume".into(), 1))
        );
        assert_eq!(
            read(json!({"intent": "volume", "parameters": {"level": ""}})).unwrap(),
            Some(("volume".into(), 0))
        );
        for wrong in [
            json!({"intent": "format_disk", "parameters": {}}),
            json!({"intent": "volume", "parameters": {"level": "loud"}}),
            json!({"intent": "volume", "parameters": {"path": "/"}}),
            json!([]),
        ] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
