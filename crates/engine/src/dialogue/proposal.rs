//! Proposals of the language model for unclear sentences. A proposal passes the same checks as any other
//! reading, and the engine asks for confirmation unless the person's own words support it.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Cause, Failure, MASK, Model, Object, Prompt, SensitiveFields, Value};
use lemmascope_language::reader::{Decision, Reading, Speakable, Tokenized, question};
use lemmascope_language::words::{fold, words};
use serde_json::{Value as Json, json};

use super::information::is_common;
use super::offer::{nothing_meant, schema, shown};
use super::tools::resolve;
use super::understand::now;
use super::understood::Understood;
use crate::engine::Engine;
use crate::request::Request;

/// The maximum number of requests in the prompt.
const CHOICES: usize = 8;
/// The maximum length of the answer, in tokens.
const LONGEST: u32 = 300;
/// The maximum confidence of a proposal.
const MOST_CONFIDENT: f64 = 0.9;
/// The minimum statistical probability of a proposal that is executed without a question: for requests with
/// changes, and for read-only ones.
const LEAST_TO_CHANGE: f64 = 0.5;
const LEAST_TO_LOOK: f64 = 0.02;
/// The confidence below which the engine asks for confirmation.
const LEAST_CONFIDENT: f64 = 0.7;

/// Whether the model may improve a reading. It cannot if a value is invalid, or if the request is clearly
/// unsupported.
pub(super) fn is_open(reading: &Reading) -> bool {
    match reading.code {
        Some(ErrorCode::AmbiguousIntent) => reading.several.is_empty(),
        Some(ErrorCode::IntentParseFailed | ErrorCode::LowConfidence | ErrorCode::MissingParameters) => true,
        _ => false,
    }
}

impl Engine {
    /// Returns the model's proposal for a sentence, or `None` if no model is configured or it has no
    /// proposal. A failure of the model is returned, so that the reply can mention it.
    pub(super) async fn proposed(
        &self,
        understood: &Understood<'_>,
        reading: &Reading,
        request: &Request,
    ) -> Result<Option<Reading>, Failure> {
        let Some(model) = self.model(&request.session) else { return Ok(None) };
        let (reader, heard, sensitive) = (understood.reader, understood.heard, self.sensitive());
        // If only values are missing, the intent is already known.
        let wanted = reading.intent.as_deref().filter(|_| reading.code == Some(ErrorCode::MissingParameters));
        let choices: Vec<&Speakable> = match wanted {
            Some(intent) => reader.speakables().iter().filter(|it| it.name == intent).collect(),
            None => reader.likely(heard, CHOICES).into_iter().filter(|it| it.is_supported).collect(),
        };
        // The most likely request is last, nearest to the sentence, because small models favor the most
        // recent text.
        let mut material = vec![nothing_meant(heard.tongue)];
        material.extend(choices.iter().rev().map(|it| shown(it, heard.tongue, &sensitive)));
        material.push(json!({"context": self.snapshot(request)}));
        material.push(json!({"sentence": self.discreet_sentence(heard.sentence, reading, &request.session)}));
        let limit = self.duration("model.timeout");
        let asked = asked(&model, material, &choices, &sensitive);
        let answered = tokio::time::timeout(limit, asked)
            .await
            .unwrap_or_else(|_| Err(crate::model::too_slow(limit)))?;
        Ok(answered.and_then(|proposal| self.checked(proposal, understood, reading, request)))
    }

    /// Converts a proposal into a reading with the values that the words support. The reading asks for
    /// confirmation if they do not support the rest.
    fn checked(
        &self,
        (speakable, given): Proposal<'_>,
        understood: &Understood<'_>,
        reading: &Reading,
        request: &Request,
    ) -> Option<Reading> {
        let (reader, heard) = (understood.reader, understood.heard);
        let category = self.category_of(&speakable.name, &request.session);
        let is_registered = |name: &str| reader.speakables().iter().any(|it| it.name == name);
        let category_of = |name: &str| self.category_of(name, &request.session);
        let names = reader.speakables().iter().map(|it| (it.name.as_str(), category_of(&it.name)));
        let tool = resolve(&speakable.name, category, is_registered, names)?;
        // Values are extracted from the sentence as in any reading; the model only adds missing ones.
        let read = reader.read_as(&speakable.name, heard, &understood.around())?;
        let said: Object = given
            .iter()
            .filter(|(_, words)| is_said(words, heard))
            .filter_map(|(name, words)| Some((name.clone(), value(speakable, name, words, understood)?)))
            .collect();
        let is_other =
            |(name, value): (&String, &Value)| read.parameters.get(name).is_some_and(|own| own != value);
        let is_disputed = said.iter().any(is_other);
        let mut parameters = read.parameters.clone();
        if !(is_disputed && speakable.changes) {
            parameters.extend(said);
        }
        let required = speakable.parameters.iter().filter(|it| it.required && it.default.is_none());
        let missing: Vec<String> =
            required.filter(|it| !parameters.contains_key(&it.name)).map(|it| it.name.clone()).collect();
        let confidence = MOST_CONFIDENT * tool.confidence;
        // A question for a missing value implies that the request was understood.
        let is_presumed = (is_disputed
            || !missing.is_empty() && reading.intent.as_deref() != Some(&speakable.name))
            && speakable.changes;
        let is_unsure =
            confidence < LEAST_CONFIDENT || is_presumed || !is_borne_out(speakable, &given, heard, reading);
        let code = match read.code {
            _ if is_unsure => Some(ErrorCode::LowConfidence),
            Some(ErrorCode::MissingParameters) | None => {
                (!missing.is_empty()).then_some(ErrorCode::MissingParameters)
            }
            other => other,
        };
        let questions = || missing.iter().map(|name| question(&speakable.name, name, reading.tongue));
        let asked = match code {
            Some(ErrorCode::MissingParameters) => Some(questions().collect::<Vec<_>>().join(" ")),
            Some(ErrorCode::LowConfidence) => {
                let values = self.discreet_values(&parameters);
                let values: Vec<String> =
                    values.iter().map(|(name, value)| format!("{name}: {value}")).collect();
                let suggestion = reader.suggest(&speakable.name, reading.tongue);
                Some(if values.is_empty() {
                    suggestion
                } else {
                    format!("{suggestion} ({})", values.join(", "))
                })
            }
            Some(_) => read.question.clone(),
            None => None,
        };
        Some(Reading {
            decision: if code.is_some() { Decision::Ask } else { Decision::Act },
            intent: Some(tool.tool),
            confidence: if is_unsure { reading.confidence.min(LEAST_CONFIDENT - 0.01) } else { confidence },
            parameters,
            code,
            question: asked,
            missing,
            alternatives: reading
                .alternatives
                .iter()
                .filter(|it| it.intent != speakable.name)
                .cloned()
                .collect(),
            why: reading.why.clone(),
            ..read
        })
    }

    /// Describes the situation in a few lines: the last action, the mentioned things, and the working
    /// directory.
    pub(super) fn snapshot(&self, request: &Request) -> Vec<String> {
        let conversation = self.conversations.of(&request.session);
        let conversation = crate::lock::lock(&conversation);
        let folder = request.workspace.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut lines = vec![format!("working in the folder: {folder}")];
        lines.extend(conversation.last().map(|deed| format!("done last: {}", deed.intent)));
        // Absolute paths on this machine are private.
        let named = |name: String| {
            let path = std::path::Path::new(&name);
            path.strip_prefix(&request.workspace).unwrap_or(path).display().to_string()
        };
        let mentioned: Vec<String> =
            conversation.mentioned().into_iter().rev().take(5).map(|(_, name)| named(name)).collect();
        if !mentioned.is_empty() {
            lines.push(format!("spoken of: {}", mentioned.join(", ")));
        }
        lines
    }
}

/// A proposal: a request, and the words that are the values of its parameters.
type Proposal<'c> = (&'c Speakable, Vec<(String, String)>);

/// Queries the model, and retries once if the answer violates the rules. Returns `None` if no request
/// matches.
async fn asked<'c>(
    model: &Model,
    mut material: Vec<Json>,
    choices: &[&'c Speakable],
    sensitive: &SensitiveFields,
) -> Result<Option<Proposal<'c>>, Failure> {
    let ask = |material: &[Json]| {
        model(Prompt {
            task: include_str!("proposal.txt").into(),
            material: material.iter().map(Json::to_string).collect::<Vec<_>>().join("\n"),
            schema: schema(choices, sensitive),
            most_tokens: LONGEST,
        })
    };
    let fault = match ask(&material).await {
        Ok(answer) => match proposal(&answer, choices) {
            Ok(proposal) => return Ok(proposal),
            Err(fault) => {
                material.push(json!({"answer": answer}));
                fault
            }
        },
        // The model answered, but without usable JSON.
        Err(fault) if fault.cause == Cause::Failed => fault,
        Err(failure) => return Err(failure),
    };
    material.push(json!({"what_is_wrong_with_the_last_answer": fault.message}));
    proposal(&ask(&material).await?, choices)
}

/// Returns the proposal in an answer, or `None` if the answer selects none.
fn proposal<'c>(answer: &Json, choices: &[&'c Speakable]) -> Result<Option<Proposal<'c>>, Failure> {
    let fault = |message: &str| Failure::new(Cause::Failed, message);
    let request = answer.get("request").ok_or_else(|| fault("it has no request"))?;
    let name = request.get("name").and_then(Json::as_str).ok_or_else(|| fault("it names no request"))?;
    if name == "none" {
        return Ok(None);
    }
    let speakable =
        choices.iter().find(|it| it.name == name).ok_or_else(|| fault("there is no such request"))?;
    let given =
        request.get("parameters").and_then(Json::as_object).ok_or_else(|| fault("it has no parameters"))?;
    let mut parameters = Vec::new();
    for (name, value) in given {
        if !speakable.parameters.iter().any(|it| it.name == *name) {
            return Err(fault(&format!("the request has no parameter {name}")));
        }
        let words = match value {
            Json::Null => continue,
            Json::String(text) => text.trim().to_string(),
            Json::Number(number) => number.to_string(),
            _ => return Err(fault(&format!("the value of {name} is not the words of the sentence"))),
        };
        if !words.is_empty() {
            parameters.push((name.clone(), words));
        }
    }
    Ok(Some((speakable, parameters)))
}

/// Whether the sentence contains these consecutive words. The model did not see masked words.
fn is_said(said: &str, heard: &Tokenized<'_>) -> bool {
    let plain = |text: &str| words(text).into_iter().map(|word| word.folded).collect::<Vec<_>>().join(" ");
    let (said, sentence) = (plain(said), plain(heard.sentence));
    !said.is_empty() && !said.contains(MASK) && format!(" {sentence} ").contains(&format!(" {said} "))
}

/// Parses words of the sentence as a value, like an answer to a question for it.
fn value(speakable: &Speakable, name: &str, words: &str, understood: &Understood<'_>) -> Option<Value> {
    let wanted = [name.to_string()];
    let heard = understood.reader.tokenize(words, now());
    let answered = understood.reader.answer(&speakable.name, &wanted, &heard, &understood.around());
    let parameter = speakable.parameters.iter().find(|it| it.name == name)?;
    let value = answered.and_then(|mut it| it.shift_remove(name)).unwrap_or_else(|| Value::from(words));
    parameter.accept(value).ok()
}

/// Whether the person's own words support a request: by the statistics learned from its examples, and by a
/// distinctive word. A request with changes needs both. For a read-only request either is enough, provided
/// that the sentence resembles a known request.
fn is_borne_out(
    speakable: &Speakable,
    given: &[(String, String)],
    heard: &Tokenized<'_>,
    reading: &Reading,
) -> bool {
    let is_meant = reading.intent.as_deref() == Some(&speakable.name);
    let other = reading.alternatives.iter().find(|it| it.intent == speakable.name);
    let likely = if is_meant { reading.confidence } else { other.map_or(0.0, |it| it.confidence) };
    let is_spoken = shares_words(speakable, given, heard);
    // A sentence that resembles no known request is never a reason for a change.
    let is_known = reading.code != Some(ErrorCode::IntentParseFailed);
    match speakable.changes {
        true => is_known && likely >= LEAST_TO_CHANGE && is_spoken,
        // A common word is not enough if the statistics favor another request.
        false if is_known => likely >= LEAST_TO_LOOK || (is_spoken && reading.confidence < LEAST_TO_CHANGE),
        false => likely >= LEAST_TO_LOOK && is_spoken,
    }
}

/// Whether the sentence has a word that people use for this request, other than its values and stop words.
fn shares_words(speakable: &Speakable, given: &[(String, String)], heard: &Tokenized<'_>) -> bool {
    let values: Vec<String> =
        given.iter().flat_map(|(_, said)| words(said)).map(|word| word.folded).collect();
    let own: Vec<String> = heard
        .meant_words()
        .iter()
        .map(|word| fold(&word.folded))
        .filter(|word| word.chars().count() > 2 && !is_common(word) && !values.contains(word))
        .collect();
    speakable.examples.iter().any(|example| {
        let is_value = |at: usize| example.slots.iter().any(|slot| slot.range.contains(&at));
        words(&example.text).iter().any(|word| !is_value(word.span.start) && own.contains(&word.folded))
    })
}

#[cfg(test)]
mod tests {
    use lemmascope_language::words::Tongue;

    use super::super::offer::tests::volume;
    use super::*;

    #[test]
    fn rejects_model_answers_outside_the_schema() {
        let volume = volume();
        let choices = [&volume];
        let read = |answer: Json| {
            proposal(&json!({"request": answer}), &choices)
                .map(|it| it.map(|(speakable, given)| (speakable.name.clone(), given.len())))
        };
        assert_eq!(read(json!({"name": "none", "parameters": {}})).unwrap(), None);
        for (level, given) in [(json!("five"), 1), (json!(5), 1), (json!(" "), 0), (json!(null), 0)] {
            let answer = json!({"name": "volume", "parameters": {"level": level}});
            assert_eq!(read(answer).unwrap(), Some(("volume".into(), given)));
        }
        for wrong in [
            json!({"name": "format_disk", "parameters": {}}),
            json!({"name": "volume", "parameters": {"level": ["loud"]}}),
            json!({"name": "volume", "parameters": {"path": "/"}}),
            json!({"name": "volume"}),
            json!([]),
        ] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn accepts_only_values_quoted_from_the_sentence() {
        let heard = Tokenized::new("put the volume at ten, Ana", now());
        assert!(is_said("Ten", &heard) && is_said("volume at ten", &heard));
        assert!(!is_said("eleven", &heard) && !is_said("te", &heard) && !is_said("ten volume", &heard));
        let given = |words: &str| vec![("level".to_string(), words.to_string())];
        assert!(shares_words(&volume(), &given("ten"), &heard));
        assert!(!shares_words(&volume(), &given("volume"), &heard));
        assert!(!shares_words(&volume(), &[], &Tokenized::new("burn the house with it", now())));
    }

    #[test]
    fn changing_intents_need_stronger_evidence() {
        let heard = Tokenized::new("volume", now());
        let reading = |intent: &str, confidence: f64| Reading {
            intent: Some(intent.into()),
            confidence,
            code: Some(ErrorCode::LowConfidence),
            ..Reading::of_nothing(Tongue::English)
        };
        assert!(is_borne_out(&volume(), &[], &heard, &reading("volume", 0.6)));
        assert!(!is_borne_out(&volume(), &[], &heard, &reading("volume", 0.4)));
        let unknown = Reading { code: Some(ErrorCode::IntentParseFailed), ..reading("volume", 0.6) };
        assert!(!is_borne_out(&volume(), &[], &heard, &unknown));
        assert!(!is_borne_out(&volume(), &[], &heard, &reading("other", 0.4)));
        let looking = volume().changing(false);
        assert!(is_borne_out(&looking, &[], &heard, &reading("other", 0.4)));
        assert!(!is_borne_out(&looking, &[], &heard, &reading("other", 0.6)));
        assert!(is_borne_out(&looking, &[], &heard, &unknown));
        assert!(!is_borne_out(&looking, &[], &Tokenized::new("a house", now()), &unknown));
    }
}
