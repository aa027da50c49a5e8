//! Replies to sentences that are not executed: questions, and unknown requests.

use lemmascope_intent::document::{
    ErrorCode, ErrorDocument, InvalidField, LEAST_CONFIDENCE, Suggestion, SuggestionKind,
};
use lemmascope_intent::{Category, Cause, Report, Status, Value};
use lemmascope_language::reader::{Decision, Reader, Reading, question};
use lemmascope_language::words::{Tongue, tongue};
use serde_json::{Map, Value as Json, json};

use crate::catalog::Catalog;
use crate::request::{Reply, Request};

/// The maximum number of examples in a reply.
const EXAMPLES: usize = 4;

/// Returns the reply to a sentence that is not executed.
pub(super) fn refuse(
    reading: &Reading,
    sentence: &str,
    reader: &Reader,
    catalog: &Catalog,
    request: &Request,
) -> Reply {
    let code = reading.code.unwrap_or(ErrorCode::LowConfidence);
    let phrases = Phrases { tongue: reading.tongue, reader, highlights: catalog.highlights() };
    let context = context(sentence, request);
    // An unanswerable question and a missing tool have messages of their own.
    let is_own = matches!(code, ErrorCode::IntentParseFailed | ErrorCode::UnsupportedOperation);
    let own = reading.question.clone().filter(|_| is_own);
    let mut document =
        ErrorDocument::new(code, own.unwrap_or_else(|| phrases.message(code, reading)), context);
    let details = &mut document.error.details;
    details.confidence = Some(reading.confidence);
    details.missing_fields.clone_from(&reading.missing);
    details.invalid_fields = reading
        .invalid
        .iter()
        .map(|(field, reason)| {
            let value = reading.parameters.get(field).map_or(json!(null), |value| json!(value));
            InvalidField::new(field.clone(), &value, reason.clone())
        })
        .collect();
    document.suggestions = phrases.suggestions(code, reading);
    let status = if reading.decision == Decision::Ask { Status::Ask } else { Status::Error };
    let mut report = Report::new(
        status,
        reading.intent.clone().filter(|_| status == Status::Ask).unwrap_or_else(|| "say".into()),
    );
    report.summary = Some(reading.question.clone().unwrap_or_else(|| document.error.message.clone()));
    report.refusal = Some(code.as_str());
    let at_fault = reading.missing.first().or_else(|| reading.invalid.first().map(|(field, _)| field));
    report.field = at_fault.cloned();
    report.context.push(format!("confidence: {:.2}", reading.confidence));
    report.hints = document.suggestions.iter().map(hint).collect();
    report = report.section_of("reading", Vec::new(), Value::from(reading.to_json()));
    let category = match reading.decision {
        Decision::Unknown => Category::Unknown,
        _ => {
            let stated = reading.intent.as_deref().and_then(|intent| catalog.category(intent));
            stated.unwrap_or(Category::ApplicationControl)
        }
    };
    let flow = json!({"category": category, "pipeline": category.pipeline()});
    report = report.section_of("flow", Vec::new(), Value::from(flow));
    let details = &document.error.details;
    report = report.section_of("missing", Vec::new(), Value::from(json!(reading.missing)));
    report = report.section_of("invalid", Vec::new(), Value::from(json!(details.invalid_fields)));
    report = report.section_of("suggestions", Vec::new(), Value::from(json!(document.suggestions)));
    let exit = match reading.decision {
        Decision::Ask => 4,
        _ => code.exit_code(),
    };
    Reply::Refused { report: Box::new(report), document: Box::new(json!(document)), exit }
}

/// Whether nothing was done because this machine lacks a requirement: a display, a sound server, a program.
pub(super) fn is_lacking(report: &Report) -> bool {
    let is_untouched = report.changes.is_empty() && !report.actions.iter().any(|action| action.ok);
    report.status == Status::Error && report.cause == Some(Cause::Unavailable) && is_untouched
}

/// Returns the reply to a clear sentence for which this machine lacks a requirement.
pub(super) fn lacking(
    report: Report,
    reading: &Reading,
    turn: Option<&str>,
    sentence: &str,
    request: &Request,
) -> Reply {
    let code = ErrorCode::UnsupportedOperation;
    let message = report.summary.clone().unwrap_or_default();
    let mut context = context(sentence, request);
    context.insert("reading".into(), reading.to_json());
    let report = report.section_of("reading", Vec::new(), Value::from(reading.to_json()));
    let report = match turn {
        Some(turn) => report.section_of("flow", Vec::new(), Value::from(json!({"turn": turn}))),
        None => report,
    };
    context.extend(turn.map(|turn| ("turn".to_string(), turn.into())));
    let mut document = ErrorDocument::new(code, message, context);
    document.error.details.confidence = Some(reading.confidence);
    let remedies = report.hints.iter();
    document.suggestions =
        remedies.map(|remedy| Suggestion::new(SuggestionKind::Alternative, remedy.clone())).collect();
    Reply::Refused { report: Box::new(report), document: Box::new(json!(document)), exit: code.exit_code() }
}

/// Returns the context of the error document: session, time and sentence.
fn context(sentence: &str, request: &Request) -> Map<String, Json> {
    let mut context = Map::new();
    context.insert("sessionId".into(), request.session.clone().into());
    context.insert("timestamp".into(), jiff::Timestamp::now().to_string().into());
    context.insert("userInput".into(), sentence.into());
    context
}

fn hint(suggestion: &Suggestion) -> String {
    match &suggestion.example {
        Some(example) => format!("{}\n{example}", suggestion.message),
        None => suggestion.message.clone(),
    }
}

/// The messages, in the language of the person.
struct Phrases<'a> {
    tongue: Tongue,
    reader: &'a Reader,
    /// The intents whose examples are listed first.
    highlights: &'a [&'static str],
}

impl Phrases<'_> {
    fn say(&self, english: &str, portuguese: &str) -> String {
        match self.tongue {
            Tongue::English => english.into(),
            Tongue::Portuguese => portuguese.into(),
        }
    }

    fn message(&self, code: ErrorCode, reading: &Reading) -> String {
        match code {
            ErrorCode::IntentParseFailed => self.say(
                "Unable to determine intent from user input",
                "Não foi possível perceber o que se pretende",
            ),
            ErrorCode::AmbiguousIntent => {
                self.say("Multiple possible intents detected", "Há mais do que uma intenção possível")
            }
            ErrorCode::MissingParameters => {
                self.say("Required parameters are missing", "Faltam parâmetros obrigatórios")
            }
            ErrorCode::InvalidParameters => {
                self.say("One or more parameters are invalid", "Um ou mais parâmetros são inválidos")
            }
            ErrorCode::LowConfidence if !reading.unexplained.is_empty() => {
                self.say("Only a part of the sentence is understood", "Só uma parte da frase se percebe")
            }
            // The words match in part, or none of them names the action.
            ErrorCode::LowConfidence if reading.confidence >= LEAST_CONFIDENCE => self.say(
                "The words do not make sure that this is meant",
                "As palavras não deixam claro que é isto que se pretende",
            ),
            ErrorCode::LowConfidence => {
                let sure = reading.confidence;
                self.say(
                    &format!("A confidence of {sure:.2} is too low to act on"),
                    &format!("Uma confiança de {sure:.2} é demasiado baixa para agir"),
                )
            }
            ErrorCode::UnsupportedOperation => self.say(
                "The request is understood, but no intent does it",
                "Percebe-se o que se pretende, mas nada aqui o faz",
            ),
            ErrorCode::ContextRequired => self.say(
                "It speaks of something that is not known here",
                "Refere-se a algo que aqui não se conhece",
            ),
        }
    }

    fn suggestions(&self, code: ErrorCode, reading: &Reading) -> Vec<Suggestion> {
        let intent = reading.intent.as_deref().unwrap_or_default();
        match code {
            ErrorCode::MissingParameters => {
                let questions =
                    reading.missing.iter().map(|field| format!("• {}", question(intent, field, self.tongue)));
                let clarify =
                    self.say("More has to be known to do this:", "É preciso saber mais para o fazer:");
                let mut suggestions = vec![
                    Suggestion::new(SuggestionKind::Clarify, clarify)
                        .example(questions.collect::<Vec<_>>().join("\n")),
                ];
                suggestions.extend(self.example_of(intent, true));
                suggestions
            }
            ErrorCode::InvalidParameters => {
                let rules = reading.invalid.iter().map(|(field, reason)| format!("{field}: {reason}"));
                let rephrase = self.say("Say it with another value:", "Diz com outro valor:");
                let mut suggestions = vec![
                    Suggestion::new(SuggestionKind::Rephrase, rephrase)
                        .example(rules.collect::<Vec<_>>().join("\n")),
                ];
                suggestions.extend(self.example_of(intent, true));
                suggestions
            }
            ErrorCode::AmbiguousIntent | ErrorCode::LowConfidence => {
                let mut possible: Vec<&str> = vec![intent];
                possible.extend(reading.alternatives.iter().map(|it| it.intent.as_str()));
                let lines: Vec<String> = possible
                    .iter()
                    .take(3)
                    .filter_map(|it| self.spoken(it))
                    .map(|it| format!("• {it}"))
                    .collect();
                let mut suggestions = Vec::new();
                if !lines.is_empty() {
                    let clarify = self.say("Did you want something like:", "Querias algo como:");
                    suggestions
                        .push(Suggestion::new(SuggestionKind::Clarify, clarify).example(lines.join("\n")));
                }
                let rephrase = self.say("Please be more specific", "Sê mais específico, por favor");
                suggestions.push(Suggestion::new(SuggestionKind::Rephrase, rephrase));
                suggestions
            }
            ErrorCode::ContextRequired => {
                let clarify = self.say("Say which one by its name", "Diz qual é, pelo nome");
                let mut suggestions = vec![Suggestion::new(SuggestionKind::Clarify, clarify)];
                suggestions.extend(self.example_of(intent, true));
                suggestions
            }
            ErrorCode::IntentParseFailed | ErrorCode::UnsupportedOperation => {
                let rephrase = self.say(
                    "Please say what is to be done, and with what",
                    "Diz o que se deve fazer, e com quê",
                );
                vec![Suggestion::new(SuggestionKind::Rephrase, rephrase), self.what_can_be_said()]
            }
        }
    }

    fn example_of(&self, intent: &str, with_values: bool) -> Option<Suggestion> {
        let speakable = self.reader.speakables().iter().find(|it| it.name == intent)?;
        let own = speakable.examples.iter().filter(|example| tongue(&example.text) == self.tongue);
        let wanted = speakable.parameters.iter().filter(|it| it.required).count();
        let best = own.max_by_key(|example| {
            (with_values && example.slots.len() >= wanted, std::cmp::Reverse(example.text.len()))
        })?;
        let message = self.say("Try something like:", "Tenta algo como:");
        Some(Suggestion::new(SuggestionKind::Example, message).example(best.text.clone()))
    }

    /// Returns an example of an intent, in the language of the person.
    fn spoken(&self, intent: &str) -> Option<&str> {
        let speakable = self.reader.speakables().iter().find(|it| it.name == intent)?;
        let own = speakable.examples.iter().find(|example| tongue(&example.text) == self.tongue);
        own.or(speakable.examples.first()).map(|example| example.text.as_str())
    }

    fn what_can_be_said(&self) -> Suggestion {
        let shipped = self.highlights.iter().filter_map(|intent| self.spoken(intent));
        let others = self
            .reader
            .speakables()
            .iter()
            .filter(|it| it.is_supported)
            .filter_map(|it| self.spoken(&it.name));
        let mut lines: Vec<String> = Vec::new();
        for example in shipped.chain(others) {
            let line = format!("• {example}");
            if !lines.contains(&line) && lines.len() < EXAMPLES {
                lines.push(line);
            }
        }
        let message =
            self.say("Here are some things that can be said:", "Eis algumas coisas que se podem dizer:");
        Suggestion::new(SuggestionKind::Example, message).example(lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::definition::Sentences;
    use lemmascope_intent::{ActionLine, Change, Failure, Parameter, Type};
    use lemmascope_language::reader::{Lexicon, Speakable, Surroundings};

    use super::*;

    fn reader() -> Reader {
        let text = "make_note\n  create a file called [notes.txt](title)\n  cria um ficheiro chamado [notas.txt](title)\n\
                    lab.read\n  read [notes.txt](title)\n  lê [notas.txt](title)\n";
        let spoken = Sentences::read(text).unwrap();
        let title = || vec![Parameter::required("title", Type::String, "Its name.")];
        Reader::train(spoken.into_iter().map(|it| Speakable::new(it.name, title(), it.examples)).collect())
    }

    fn reading(tongue: Tongue, code: ErrorCode) -> Reading {
        let now = jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0);
        let around = Surroundings { lexicon: &Lexicon::default(), mentioned: &[] };
        let nothing = reader().read("", now, &around);
        let decision = match code {
            ErrorCode::IntentParseFailed | ErrorCode::UnsupportedOperation => Decision::Unknown,
            _ => Decision::Ask,
        };
        let intent = Some("make_note".to_string());
        Reading { tongue, decision, code: Some(code), intent, confidence: 0.62, ..nothing }
    }

    fn request() -> Request {
        Request {
            by_person: true,
            at_terminal: true,
            ..Request::new("", &crate::request::Grant::local(), "s1", "/desk")
        }
    }

    fn refused(reading: &Reading) -> (Report, Json, u8) {
        match refuse(reading, "make it", &reader(), &Catalog::default(), &request()) {
            Reply::Refused { report, document, exit } => (*report, *document, exit),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn error_codes_have_bilingual_messages_and_suggestions() {
        let codes = [
            (ErrorCode::IntentParseFailed, 2),
            (ErrorCode::AmbiguousIntent, 4),
            (ErrorCode::MissingParameters, 4),
            (ErrorCode::InvalidParameters, 4),
            (ErrorCode::LowConfidence, 4),
            (ErrorCode::UnsupportedOperation, 1),
            (ErrorCode::ContextRequired, 4),
        ];
        for (code, exit) in codes {
            let (report, english, left) = refused(&reading(Tongue::English, code));
            let (_, portuguese, _) = refused(&reading(Tongue::Portuguese, code));
            assert_eq!(left, exit, "{code:?}");
            assert_eq!(english["error"]["code"], code.as_str());
            assert_eq!(english["error"]["details"]["confidence"], 0.62);
            assert_eq!(english["error"]["details"]["userInput"], "make it");
            assert_ne!(english["error"]["message"], portuguese["error"]["message"], "{code:?}");
            assert!(!english["suggestions"].as_array().unwrap().is_empty(), "{code:?}");
            assert_ne!(english["suggestions"], portuguese["suggestions"], "{code:?}");
            assert_eq!(report.refusal, Some(code.as_str()));
        }
    }

    #[test]
    fn error_document_lists_missing_and_invalid_fields() {
        let missing = Reading {
            missing: vec!["title".into()],
            ..reading(Tongue::English, ErrorCode::MissingParameters)
        };
        let (report, document, _) = refused(&missing);
        assert_eq!(document["error"]["details"]["missingFields"], json!(["title"]));
        assert_eq!(report.status, Status::Ask);
        let mut wrong = reading(Tongue::English, ErrorCode::InvalidParameters);
        wrong.invalid = vec![("title".into(), "Contains invalid characters for filename".into())];
        wrong.parameters.insert("title".into(), "<>".into());
        let (_, document, _) = refused(&wrong);
        let field = &document["error"]["details"]["invalidFields"][0];
        assert_eq!(field["field"], "title");
        assert_eq!(field["reason"], "Contains invalid characters for filename");
    }

    #[test]
    fn missing_tool_message_becomes_error_message() {
        let question = Some("This needs lab.move, which is not there on this machine".to_string());
        let reading = Reading {
            question: question.clone(),
            ..reading(Tongue::English, ErrorCode::UnsupportedOperation)
        };
        let (report, document, _) = refused(&reading);
        assert_eq!(document["error"]["message"], question.clone().unwrap());
        assert_eq!((report.status, report.summary), (Status::Error, question));
    }

    #[test]
    fn unavailable_verb_is_unsupported_operation() {
        let failure = Failure::new(Cause::Unavailable, "there is no display").hint("Set DISPLAY.");
        let report = Report::error("lab.list", &failure);
        assert!(is_lacking(&report));
        let reading = reading(Tongue::English, ErrorCode::LowConfidence);
        let Reply::Refused { report, document, exit } =
            lacking(report, &reading, None, "list windows", &request())
        else {
            panic!("it was not refused")
        };
        assert_eq!(exit, 1);
        assert_eq!(report.intent, "lab.list");
        assert_eq!(document["error"]["code"], "UNSUPPORTED_OPERATION");
        assert_eq!(document["error"]["message"], "there is no display");
        assert_eq!(document["suggestions"][0]["message"], "Set DISPLAY.");
    }

    #[test]
    fn other_failures_are_not_unsupported_operations() {
        let other = Report::error("lab.move", &Failure::new(Cause::TargetNotFound, "there is no a.txt"));
        assert!(!is_lacking(&other));
        let unavailable = Report::error("tour", &Failure::new(Cause::Unavailable, "the tab was closed"));
        let begun =
            Report { actions: vec![ActionLine { line: "goto".into(), ok: true }], ..unavailable.clone() };
        assert!(!is_lacking(&begun));
        let changed = Report { changes: vec![Change::Added("a.txt".into())], ..unavailable };
        assert!(!is_lacking(&changed));
    }
}
