//! Answers to what was asked: a value, a choice, yes, no, or something else altogether.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Cause, Failure, Format, Parameter, Report, Value};
use lemmascope_language::literal::{Value as Literal, literals};
use lemmascope_language::reader::{Decision, Heard, Reader, Reading, Surroundings, question};
use lemmascope_language::words::{Tongue, fold, tongue, words};

use super::conversation::{Pending, Work};
use super::graph::Tool;
use super::lexicon::Sought;
use super::say::Saying;
use super::turn::{Amendment, Short, amendment, introduced, short};
use super::understand::now;
use crate::engine::{Engine, Reply, Request};
use crate::execution::lock;

/// How sure a request has to be to be taken for one although an answer is waited for.
const SURE: f64 = 0.9;

/// So many words are a sentence, and no name.
const SENTENCE: usize = 5;

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
            Some(Pending::Choice { reading: boxed(), parameter, options, is_instead: false })
        }
        ErrorCode::AmbiguousIntent | ErrorCode::LowConfidence => {
            let others = reading.alternatives.iter().take(2).map(|it| it.intent.clone());
            let options = reading.intent.iter().cloned().chain(others).collect();
            Some(Pending::Intent { reading: boxed(), sentence: sentence.into(), options })
        }
        ErrorCode::IntentParseFailed | ErrorCode::UnsupportedOperation => None,
    }
}

impl Engine {
    /// Takes a sentence as the answer to what was asked last, if it can be one.
    pub(super) async fn answer_pending(&self, saying: &Saying, request: &Request) -> Option<Reply> {
        let conversation = self.conversations.of(&request.session);
        let pending = lock(&conversation).pending.take()?;
        let short = short(&saying.sentence);
        if let Some(Short::Cancel | Short::No) = short {
            return Some(called_off(&saying.sentence));
        }
        let is_yes = short == Some(Short::Yes);
        match pending {
            Pending::Goal { by_person, .. } if is_yes && by_person != request.by_person => {
                lock(&conversation).pending = Some(pending);
                Some(not_agreed(&saying.sentence, request.by_person))
            }
            Pending::Goal { sentence, digest, .. } if is_yes => {
                Some(self.carry_out_goal(&sentence, digest.as_deref(), saying, request).await)
            }
            Pending::Goal { .. } => None,
            Pending::Proposal { sentence, reading, tool } if is_yes => {
                let before = Saying { sentence, turn: Some("confirm"), ..saying.clone() };
                Some(self.take_proposal(*reading, tool, &before, request).await)
            }
            Pending::Proposal { .. } => None,
            // A confirmation comes from the person: what a program passes on has to bring the code.
            Pending::Agreement { .. } | Pending::Anyway { .. } if is_yes && !request.by_person => {
                lock(&conversation).pending = Some(pending);
                Some(not_agreed(&saying.sentence, false))
            }
            Pending::Agreement { work, code } if is_yes => {
                let again = Saying { confirm: Some(code), turn: Some("confirm"), ..saying.clone() };
                Some(match work {
                    Work::Single(tool, reading) => self.carry_out_tool(tool, &reading, &again, request).await,
                    Work::Several(sentence) => self.say_afresh(&Saying { sentence, ..again }, request).await,
                })
            }
            Pending::Anyway { reading, tool } if is_yes => {
                let again = Saying { turn: Some("confirm"), ..saying.clone() };
                Some(self.carry_out_tool(tool, &reading, &again, request).await)
            }
            Pending::Agreement { .. } | Pending::Anyway { .. } => None,
            // Neither a value nor a choice is a yes; it is asked again.
            Pending::Values { reading, .. } if is_yes => Some(self.ask_again(&reading, saying, request)),
            Pending::Values { reading, wanted } => self.take_value(*reading, &wanted, saying, request).await,
            Pending::Choice { reading, parameter, options, is_instead } if is_yes && options.len() > 1 => {
                Some(self.ask_which(*reading, parameter, options, is_instead, request))
            }
            Pending::Choice { reading, parameter, options, is_instead } => {
                let question = Question { parameter, options, is_instead };
                self.take_choice(*reading, question, saying, request).await
            }
            Pending::Intent { reading, sentence, options } => {
                let is_either = reading.code == Some(ErrorCode::AmbiguousIntent) && options.len() > 1;
                let intent = match is_yes {
                    true if is_either => return Some(self.ask_again(&reading, saying, request)),
                    true => options.first().cloned(),
                    false => chosen(&saying.sentence, &options),
                }?;
                self.take_intent(&intent, &sentence, saying, request).await
            }
        }
    }

    /// A yes or a no to nothing: it does nothing, and says so. A word that means something by itself is left to that.
    pub(super) async fn answer_nothing(&self, saying: &Saying, request: &Request) -> Option<Reply> {
        let short = short(&saying.sentence)?;
        if self.read_one(&saying.sentence, false, request).await.decision == Decision::Act {
            return None;
        }
        Some(match short {
            Short::Yes => not_agreed(&saying.sentence, true),
            Short::No | Short::Cancel => called_off(&saying.sentence),
        })
    }

    /// Carries out a goal whose plan was shown, unless it has become another plan.
    async fn carry_out_goal(
        &self,
        sentence: &str,
        digest: Option<&str>,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        let again = Saying { sentence: sentence.into(), turn: Some("confirm"), plan: true, ..saying.clone() };
        let is_same = match self.say_afresh(&again, request).await {
            Reply::Report(report) => report.digest.as_deref() == digest,
            _ => false,
        };
        match is_same {
            true => self.say_afresh(&Saying { plan: false, ..again }, request).await,
            false => self.plan_goal(sentence, request).await,
        }
    }

    fn ask_again(&self, reading: &Reading, saying: &Saying, request: &Request) -> Reply {
        self.ask(reading, &self.reader(&request.session), saying, request)
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
        let (said, is_introduced) = introduced(&saying.sentence);
        let (said, is_corrected) = match amendment(said) {
            Some(Amendment::Instead { rest, .. }) => (rest, true),
            _ => (said, false),
        };
        let heard = reader.hear(said, now());
        let lexicon = self.names(request, self.sought_by(&reading, wanted, &heard, request)).await;
        let mentioned = lock(&self.conversations.of(&request.session)).mentioned();
        let around = Surroundings { lexicon: &lexicon, mentioned: &mentioned };
        let anew = self.understood(&heard, &reader, &lexicon, &mentioned, request).reading();
        // What says the same and more, "in timesheet.xlsx", gives what it says.
        let is_more = anew.intent == reading.intent
            && matches!(anew.code, None | Some(ErrorCode::MissingParameters))
            && wanted.iter().any(|name| anew.parameters.contains_key(name));
        if !is_introduced
            && !is_more
            && (is_request(&anew, &reading, wanted, &heard, &reader)
                || self.is_sentence(&anew, &reading, wanted, &heard, request))
        {
            return None;
        }
        let intent = reading.intent.clone()?;
        // Who corrects something while they are asked for something else has not answered yet.
        let amended = match is_corrected {
            true => reader.amend(&intent, &reading.parameters, &heard, &around),
            false => None,
        };
        let answered = match amended {
            Some(amended) => amended,
            None if is_more => anew.parameters,
            None => reader.answer(&intent, wanted, &heard, &around)?,
        };
        let mut reading = reading;
        reading.parameters.extend(self.placed(&answered, heard.tongue, request));
        reading.missing.retain(|name| !reading.parameters.contains_key(name));
        reading.invalid.retain(|(name, _)| !answered.contains_key(name));
        reading.unbound.clear();
        if reading.missing.is_empty() && reading.invalid.is_empty() {
            reading.decision = Decision::Act;
            (reading.code, reading.question) = (None, None);
            let tool = (intent, reading.parameters.clone());
            return Some(self.carry_out_tool(tool, &reading, saying, request).await);
        }
        reading.code = Some(ErrorCode::MissingParameters);
        let names = reading.missing.iter().chain(reading.invalid.iter().map(|(name, _)| name));
        let questions = names.map(|name| question(&intent, name, reading.tongue));
        reading.question = Some(questions.collect::<Vec<_>>().join(" "));
        Some(self.ask(&reading, &reader, saying, request))
    }

    /// Whether a name is asked for and a whole sentence is said that asks for something else: no name is as long.
    fn is_sentence(
        &self,
        anew: &Reading,
        asked: &Reading,
        wanted: &[String],
        heard: &Heard<'_>,
        request: &Request,
    ) -> bool {
        let taken = self.parameters_of(asked.intent.as_deref().unwrap_or_default(), &request.session);
        let is_name = |it: &Parameter| it.format.is_some() && wanted.first() == Some(&it.name);
        let is_other = anew.decision == Decision::Act && anew.intent != asked.intent;
        is_other && heard.words.len() >= SENTENCE && taken.iter().any(is_name)
    }

    /// The names that an answer may use: those of what was asked for, among what was said before, and those of what else the
    /// sentence may mean.
    fn sought_by(
        &self,
        reading: &Reading,
        wanted: &[String],
        heard: &Heard<'_>,
        request: &Request,
    ) -> Sought {
        let taken = self.parameters_of(reading.intent.as_deref().unwrap_or_default(), &request.session);
        let mut kinds = self.reader(&request.session).wants(heard);
        kinds.extend(taken.iter().filter(|it| wanted.contains(&it.name)).filter_map(|it| it.format));
        let mut sought = Sought::new(kinds, heard);
        let files = taken.iter().filter(|it| it.format.is_some_and(|format| format.takes(Format::File)));
        let given = files.filter_map(|it| reading.parameters.get(&it.name)?.as_text());
        sought.files.extend(given.map(str::to_string));
        sought
    }

    /// One of several things that there are.
    async fn take_choice(
        &self,
        mut reading: Reading,
        question: Question,
        saying: &Saying,
        request: &Request,
    ) -> Option<Reply> {
        let Question { parameter, options, is_instead } = question;
        let chosen = match options.as_slice() {
            [only] if short(&saying.sentence) == Some(Short::Yes) => only.clone(),
            options => chosen(&saying.sentence, options)?,
        };
        reading.parameters.insert(parameter.clone(), Value::from(chosen));
        reading.several.retain(|(name, _)| *name != parameter);
        reading.decision = Decision::Act;
        (reading.code, reading.question) = (None, None);
        let tool = (reading.intent.clone()?, reading.parameters.clone());
        let conversation = self.conversations.of(&request.session);
        let deed = lock(&conversation).last().cloned().filter(|_| is_instead);
        let reply = match deed {
            Some(deed) => self.carry_out_instead(&deed, tool, &reading, false, saying, request).await,
            None => self.carry_out_tool(tool, &reading, saying, request).await,
        };
        lock(&conversation).offered(parameter, options);
        Some(reply)
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
        let mentioned = lock(&self.conversations.of(&request.session)).mentioned();
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

/// What is asked when one of several things is meant.
struct Question {
    parameter: String,
    options: Vec<String>,
    is_instead: bool,
}

/// Whether who was asked for values says something else altogether: another request, or what begins like one.
fn is_request(
    anew: &Reading,
    asked: &Reading,
    wanted: &[String],
    heard: &Heard<'_>,
    reader: &Reader,
) -> bool {
    let begins = heard.words.len() > 1 && reader.begins(&heard.words[0].folded);
    let is_unclear = matches!(
        anew.code,
        Some(ErrorCode::LowConfidence | ErrorCode::IntentParseFailed | ErrorCode::AmbiguousIntent)
    );
    match anew.decision {
        _ if !begins => false,
        Decision::Act => anew.confidence >= SURE && anew.intent != asked.intent,
        // "Para a pasta arquivo" begins like a request, and is where to.
        _ => !(is_unclear && reader.leads(wanted, heard)),
    }
}

/// The option that a sentence means: by its place ("the second one"), or by its name.
fn chosen(sentence: &str, options: &[String]) -> Option<String> {
    if let Some(place) = place(sentence, true) {
        return at_place(place, options);
    }
    let said = fold(&sentence.to_lowercase());
    let named: Vec<&String> =
        options.iter().filter(|option| said.contains(&fold(&option.to_lowercase()))).collect();
    match named.as_slice() {
        [only] => Some((*only).clone()),
        _ => {
            // That it is a PDF says little where the options are files.
            let is_extension = |word: &str| {
                options.iter().any(|option| option.to_lowercase().ends_with(&format!(".{word}")))
            };
            let has = |option: &&String| {
                let is_of = |word: &str| word.len() > 2 && fold(&option.to_lowercase()).contains(word);
                words(sentence).iter().any(|word| !is_extension(&word.folded) && is_of(&word.folded))
            };
            let like: Vec<&String> = options.iter().filter(has).collect();
            if let [only] = like.as_slice() { Some((*only).clone()) } else { None }
        }
    }
}

/// The option at the place that a sentence names in words: "the second one", "o último".
pub(super) fn by_place(sentence: &str, options: &[String]) -> Option<String> {
    at_place(place(sentence, false)?, options)
}

fn place(sentence: &str, or_number: bool) -> Option<i64> {
    literals(sentence, tongue(sentence), now()).iter().find_map(|found| match &found.value {
        Literal::Ordinal(_) => found.value.plain().as_number()?.as_i64(),
        Literal::Number(_) if or_number => found.value.plain().as_number()?.as_i64(),
        _ => None,
    })
}

fn at_place(place: i64, options: &[String]) -> Option<String> {
    let at = match place < 0 {
        true => options.len().checked_sub(1)?,
        false => usize::try_from(place).ok()?.checked_sub(1)?,
    };
    options.get(at).cloned()
}

fn called_off(sentence: &str) -> Reply {
    let said = match tongue(sentence) {
        Tongue::English => "Nothing was done.",
        Tongue::Portuguese => "Nada foi feito.",
    };
    Reply::Report(Box::new(Report { result: Value::from(said), ..Report::ok("cancel") }))
}

/// A yes that agrees to nothing: because nothing was asked, or because it is not the person's.
fn not_agreed(sentence: &str, is_stale: bool) -> Reply {
    let is_english = tongue(sentence) == Tongue::English;
    let (message, hint) = match (is_stale, is_english) {
        (true, true) => ("nothing waits for a yes; nothing was done", "Say again what is to be done."),
        (true, false) => ("nada espera por um sim; nada foi feito", "Diz outra vez o que se deve fazer."),
        (false, true) => ("only the person can agree to this", "A program adds --confirm with the code."),
        (false, false) => {
            ("só a pessoa pode concordar com isto", "Um programa acrescenta --confirm com o código.")
        }
    };
    let failure = Failure::new(Cause::InvalidParameter, message).hint(hint);
    Reply::Report(Box::new(Report::error("confirm", &failure)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_choice_is_made_by_place_or_by_name() {
        let files = options(&["report.pdf", "sales report.pdf", "notes.txt"]);
        let chosen = |said: &str| chosen(said, &files);
        assert_eq!(chosen("the second one").as_deref(), Some("sales report.pdf"));
        assert_eq!(chosen("no, the second one").as_deref(), Some("sales report.pdf"));
        assert_eq!(chosen("o último").as_deref(), Some("notes.txt"));
        assert_eq!(chosen("3").as_deref(), Some("notes.txt"));
        assert_eq!(chosen("the one with sales").as_deref(), Some("sales report.pdf"));
        assert_eq!(chosen("notes").as_deref(), Some("notes.txt"));
        assert_eq!(chosen("the ninth"), None);
        assert_eq!(chosen("something else"), None);
    }

    #[test]
    fn an_extension_chooses_nothing() {
        let files = options(&["a.txt", "b.pdf"]);
        assert_eq!(chosen("c.pdf", &files), None);
        assert_eq!(by_place("to 2", &files), None);
        assert_eq!(by_place("era o segundo", &files).as_deref(), Some("b.pdf"));
    }

    #[test]
    fn what_is_waited_for_follows_from_what_was_asked() {
        let asked = |code, reading: Reading| pending(&Reading { code: Some(code), ..reading }, "say");
        let missing = Reading { missing: vec!["column".into()], ..Reading::of_nothing(Tongue::English) };
        assert!(matches!(
            asked(ErrorCode::MissingParameters, missing),
            Some(Pending::Values { wanted, .. }) if wanted == ["column"]
        ));
        let several = vec![("path".to_string(), options(&["a.txt", "b.txt"]))];
        let several = Reading { several, ..Reading::of_nothing(Tongue::English) };
        assert!(matches!(
            asked(ErrorCode::AmbiguousIntent, several),
            Some(Pending::Choice { parameter, is_instead: false, .. }) if parameter == "path"
        ));
        assert_eq!(asked(ErrorCode::UnsupportedOperation, Reading::of_nothing(Tongue::English)), None);
    }
}
