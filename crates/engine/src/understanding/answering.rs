//! Answers to what was asked: a value, a choice, yes, no, or something else altogether.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Report, Value};
use lemmascope_language::literal::{Value as Literal, literals};
use lemmascope_language::reader::{Decision, Reading, Surroundings, question};
use lemmascope_language::words::{Tongue, fold, tongue, words};

use super::conversation::Pending;
use super::graph::Tool;
use super::say::Saying;
use super::understand::now;
use crate::engine::{Engine, Reply, Request};
use crate::execution::lock;

/// What is waited for after a question.
pub(super) fn pending(reading: &Reading, sentence: &str) -> Option<Pending> {
    let boxed = || Box::new(reading.clone());
    match reading.code? {
        ErrorCode::MissingParameters => {
            Some(Pending::Values { reading: boxed(), wanted: reading.missing.clone() })
        }
        ErrorCode::InvalidParameters => Some(Pending::Values {
            reading: boxed(),
            wanted: reading.invalid.iter().map(|(name, _)| name.clone()).collect(),
        }),
        ErrorCode::ContextRequired => {
            Some(Pending::Values { reading: boxed(), wanted: reading.unbound.clone() })
        }
        ErrorCode::AmbiguousIntent if !reading.several.is_empty() => {
            let (parameter, options) = reading.several.first().cloned()?;
            Some(Pending::Choice { reading: boxed(), parameter, options })
        }
        ErrorCode::AmbiguousIntent | ErrorCode::LowConfidence => {
            let others = reading.alternatives.iter().take(2).map(|it| it.intent.clone());
            let options = reading.intent.iter().cloned().chain(others).collect();
            Some(Pending::Intent { sentence: sentence.into(), options })
        }
        ErrorCode::IntentParseFailed | ErrorCode::UnsupportedOperation => None,
    }
}

/// What people say to a question that has no value in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Yes,
    No,
    Cancel,
}

const WORDS: [(Word, &str); 3] = [
    (
        Word::Yes,
        "yes|yeah|yep|yup|sure|ok|okay|do it|go ahead|go on|confirm|of course|please do|right|correct|sim|claro|pode ser|podes|confirma|confirmo|faz isso|avança|força|certo|isso mesmo|exato|com certeza",
    ),
    (Word::No, "no|nope|nah|no thanks|don't|do not|não|nao|não quero|nem pensar|não obrigado"),
    (
        Word::Cancel,
        "cancel|cancel that|never mind|nevermind|forget it|forget that|stop|abort|leave it|drop it|cancela|cancelar|esquece|deixa|deixa estar|deixa lá|para|aborta|desiste",
    ),
];

impl Engine {
    /// Takes a sentence as the answer to what was asked last, if it can be one.
    pub(super) async fn answer_pending(&self, saying: &Saying, request: &Request) -> Option<Reply> {
        let conversation = self.conversations.of(&request.session);
        let pending = lock(&conversation).pending.take()?;
        let word = word(&saying.sentence);
        if word == Some(Word::Cancel)
            || (word == Some(Word::No) && !matches!(pending, Pending::Intent { .. }))
        {
            return Some(called_off(&saying.sentence));
        }
        match pending {
            Pending::Goal { sentence } if word == Some(Word::Yes) => {
                let again = Saying { sentence, ..saying.clone() };
                Some(self.say_afresh(&again, request).await)
            }
            Pending::Goal { .. } => None,
            Pending::Proposal { sentence, reading, tool } if word == Some(Word::Yes) => {
                let before = Saying { sentence, ..saying.clone() };
                Some(self.take_proposal(*reading, tool, &before, request).await)
            }
            Pending::Proposal { .. } => None,
            Pending::Agreement { sentence, code } => {
                // A confirmation comes from the person: what a program passes on has to bring the code.
                if word != Some(Word::Yes) || !request.by_person {
                    return None;
                }
                let again = Saying { sentence, confirm: Some(code), ..saying.clone() };
                Some(self.say_afresh(&again, request).await)
            }
            Pending::Values { reading, wanted } => self.take_value(*reading, &wanted, saying, request).await,
            Pending::Choice { reading, parameter, options } => {
                self.take_choice(*reading, &parameter, &options, saying, request).await
            }
            Pending::Intent { sentence, options } => {
                let chosen = match word {
                    Some(Word::Yes) => options.first().cloned(),
                    Some(Word::No) if options.len() < 2 => return Some(called_off(&saying.sentence)),
                    Some(Word::No) => options.get(1).cloned(),
                    _ => chosen(&saying.sentence, &options),
                }?;
                self.take_intent(&chosen, &sentence, saying, request).await
            }
        }
    }

    /// A value for what was missing.
    async fn take_value(
        &self,
        reading: Reading,
        wanted: &[String],
        saying: &Saying,
        request: &Request,
    ) -> Option<Reply> {
        let reader = self.reader(&request.session);
        let heard = reader.hear(&saying.sentence, now());
        let lexicon = self.lexicon(request, &heard).await;
        let around = Surroundings { lexicon: &lexicon, mentioned: &[] };
        let anew = reader.read_heard(&heard, &around);
        // Who says something else altogether has changed their mind: another request, or what begins like one.
        let is_other =
            anew.decision == Decision::Act && anew.confidence >= 0.9 && anew.intent != reading.intent;
        let said = &heard.words;
        let begins_anew = said.first().is_some_and(|word| reader.begins(&word.folded));
        if said.len() > 1 && begins_anew && (is_other || anew.decision != Decision::Act) {
            return None;
        }
        let intent = reading.intent.clone()?;
        let answered = reader.answer(&intent, wanted, &heard, &around)?;
        let mut reading = reading;
        reading.parameters.extend(answered);
        reading.missing.retain(|name| !reading.parameters.contains_key(name));
        reading.invalid.retain(|(name, _)| !wanted.contains(name));
        reading.unbound.clear();
        if reading.missing.is_empty() && reading.invalid.is_empty() {
            reading.decision = Decision::Act;
            (reading.code, reading.question) = (None, None);
            let tool = (intent, reading.parameters.clone());
            return Some(self.carry_out_tool(tool, &reading, saying, request).await);
        }
        reading.code = Some(ErrorCode::MissingParameters);
        let questions = reading.missing.iter().map(|name| question(&intent, name, reading.tongue));
        reading.question = Some(questions.collect::<Vec<_>>().join(" "));
        Some(self.ask(&reading, &reader, saying, request))
    }

    /// One of several things that there are.
    async fn take_choice(
        &self,
        mut reading: Reading,
        parameter: &str,
        options: &[String],
        saying: &Saying,
        request: &Request,
    ) -> Option<Reply> {
        let chosen = chosen(&saying.sentence, options)?;
        reading.parameters.insert(parameter.into(), Value::from(chosen));
        reading.several.retain(|(name, _)| name != parameter);
        reading.decision = Decision::Act;
        (reading.code, reading.question) = (None, None);
        let tool = (reading.intent.clone()?, reading.parameters.clone());
        Some(self.carry_out_tool(tool, &reading, saying, request).await)
    }

    /// What a model has proposed, and the person has said yes to.
    async fn take_proposal(
        &self,
        mut reading: Reading,
        tool: Tool,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        if reading.missing.is_empty() {
            reading.decision = Decision::Act;
            (reading.code, reading.question) = (None, None);
            return self.carry_out_tool(tool, &reading, saying, request).await;
        }
        let questions = reading.missing.iter().map(|name| question(&tool.0, name, reading.tongue));
        reading.question = Some(questions.collect::<Vec<_>>().join(" "));
        reading.code = Some(ErrorCode::MissingParameters);
        self.ask(&reading, &self.reader(&request.session), saying, request)
    }

    /// What was said before, as this intent.
    async fn take_intent(
        &self,
        intent: &str,
        sentence: &str,
        saying: &Saying,
        request: &Request,
    ) -> Option<Reply> {
        let reader = self.reader(&request.session);
        let heard = reader.hear(sentence, now());
        let lexicon = self.lexicon(request, &heard).await;
        let mentioned = lock(&self.conversations.of(&request.session)).mentioned().to_vec();
        let around = Surroundings { lexicon: &lexicon, mentioned: &mentioned };
        let reading = reader.read_as(intent, &heard, &around)?;
        let before = Saying { sentence: sentence.into(), ..saying.clone() };
        Some(match reading.decision {
            Decision::Act => {
                let tool = (intent.to_string(), reading.parameters.clone());
                self.carry_out_tool(tool, &reading, &before, request).await
            }
            _ => self.ask(&reading, &reader, &before, request),
        })
    }
}

fn word(sentence: &str) -> Option<Word> {
    let said: Vec<String> = words(sentence).into_iter().map(|word| word.folded).collect();
    let said = said.join(" ");
    let polite = ["please", "por favor", "thanks", "obrigado", "obrigada"];
    let said = polite.iter().fold(said.as_str(), |said, word| said.trim_end_matches(word).trim());
    let is = |phrases: &str| {
        phrases
            .split('|')
            .any(|phrase| words(phrase).into_iter().map(|it| it.folded).collect::<Vec<_>>().join(" ") == said)
    };
    WORDS.iter().find(|(_, phrases)| is(phrases)).map(|(word, _)| *word)
}

/// The option that a sentence means: by its place ("the second one"), or by its name.
fn chosen(sentence: &str, options: &[String]) -> Option<String> {
    let found = literals(sentence, tongue(sentence), now());
    let place = found.iter().find_map(|found| match &found.value {
        Literal::Ordinal(_) | Literal::Number(_) => found.value.plain().as_number()?.as_i64(),
        _ => None,
    });
    if let Some(place) = place {
        let at = if place < 0 {
            options.len().checked_sub(1)?
        } else {
            usize::try_from(place).ok()?.checked_sub(1)?
        };
        return options.get(at).cloned();
    }
    let said = fold(&sentence.to_lowercase());
    let named: Vec<&String> =
        options.iter().filter(|option| said.contains(&fold(&option.to_lowercase()))).collect();
    match named.as_slice() {
        [only] => Some((*only).clone()),
        _ => {
            let has = |option: &&String| {
                words(sentence)
                    .iter()
                    .any(|word| word.folded.len() > 2 && fold(&option.to_lowercase()).contains(&word.folded))
            };
            let like: Vec<&String> = options.iter().filter(has).collect();
            if let [only] = like.as_slice() { Some((*only).clone()) } else { None }
        }
    }
}

fn called_off(sentence: &str) -> Reply {
    let said = match tongue(sentence) {
        Tongue::English => "Nothing was done.",
        Tongue::Portuguese => "Nada foi feito.",
    };
    Reply::Report(Box::new(Report { result: Value::from(said), ..Report::ok("cancel") }))
}
