//! Handling of answers to an open question: a value, a choice, yes, no, or an unrelated sentence.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Format, Object, Parameter, Value};
use lemmascope_language::reader::{Asking, Decision, Reading, Surroundings, Tokenized, question};

use super::choice::{by_place, chosen as chosen_of, chosen_intent, chosen_several};
use super::lexicon::Sought;
use super::nothing_done::{called_off, not_agreed};
use super::reply_kind::{Aside, Introduced, Wanted, aside, given, led_in};
use super::reply_phrases::{Amendment, Short, amendment, modification, own_request, short};
use super::saying::Saying;
use super::several_answers::{Listed, listed};
use super::understand::now;
use super::value_answer::{
    begins, is_about_another, is_changed, is_request, is_sure_of_another, is_unknown, more_of,
    names_another_file, no_value,
};
use crate::engine::Engine;
use crate::lock::lock;
use crate::request::{Reply, Request};
use crate::sessions::{Pending, Tool, Work};

/// The number of words from which an answer is a sentence rather than a name.
const SENTENCE: usize = 5;

/// Returns the state that waits for the answer to a reading's question.
pub(super) fn pending(reading: &Reading, sentence: &str) -> Option<Pending> {
    // Agreement to a part of the sentence is about that part.
    let sentence = reading.understood.as_deref().unwrap_or(sentence);
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

/// Converts an answer into a value of the requested parameter.
fn plain(asked: &Parameter, text: &str) -> Option<Object> {
    let value = asked.accept(Value::from(text.trim())).ok().filter(|_| !text.trim().is_empty())?;
    Some(Object::from_iter([(asked.name.clone(), value)]))
}

/// The classification of a sentence while a question is open.
enum Taken {
    /// An answer, and the resulting reply.
    Answer(Reply),
    /// An independent request.
    Request,
    /// Neither of both. The question stays open.
    Neither(Aside),
}

impl Engine {
    /// Handles a sentence as the answer to the open question. An independent request is left to the caller.
    /// Any other sentence gets a fitting reply, and the question stays open.
    pub(super) async fn answer_pending(&self, saying: &Saying, request: &Request) -> Option<Reply> {
        let pending = self.take_question(request).await?;
        let short = short(&saying.sentence);
        if let Some(Short::Cancel | Short::No) = short {
            return Some(called_off(&saying.sentence));
        }
        let is_yes = short == Some(Short::Yes);
        if let Some(aside) = aside(&saying.sentence).filter(|_| !is_yes) {
            return Some(self.reply_aside(aside, pending, saying, request).await);
        }
        let request_text = own_request(&saying.sentence).to_string();
        let taken = match pending.clone() {
            Pending::Goal { by_person, .. } if is_yes && by_person != request.by_person => {
                self.wait_for(pending, request).await;
                return Some(not_agreed(&saying.sentence, request.by_person));
            }
            _ if is_yes && pending.is_stale() => {
                Taken::Answer(self.show_again(pending.clone(), saying, request).await)
            }
            Pending::Goal { sentence, work, plan, .. } if is_yes => {
                let again = Saying { sentence, turn: Some("confirm"), held: plan, ..saying.clone() };
                Taken::Answer(self.carry_out_work(work, &again, request).await)
            }
            Pending::Proposal { sentence, reading, tool } if is_yes => {
                let before = Saying { sentence, turn: Some("confirm"), ..saying.clone() };
                Taken::Answer(self.take_proposal(*reading, tool, &before, request).await)
            }
            // The confirmation must come from the person. A program that relays it has to send the code.
            Pending::Agreement { .. } | Pending::Anyway { .. } if is_yes && !request.by_person => {
                self.wait_for(pending, request).await;
                return Some(not_agreed(&saying.sentence, false));
            }
            Pending::Agreement { work, plan, code } if is_yes => {
                let again =
                    Saying { confirm: Some(code), turn: Some("confirm"), held: plan, ..saying.clone() };
                Taken::Answer(self.carry_out_work(work, &again, request).await)
            }
            Pending::Anyway { reading, tool } if is_yes => {
                let again = Saying { turn: Some("confirm"), ..saying.clone() };
                Taken::Answer(self.carry_out_tool(tool, &reading, &again, request).await)
            }
            Pending::Goal { sentence, .. } if let Some(change) = modification(&saying.sentence) => {
                Taken::Answer(self.modify_plan(&sentence, change, request).await)
            }
            Pending::Goal { .. }
            | Pending::Proposal { .. }
            | Pending::Agreement { .. }
            | Pending::Anyway { .. } => Taken::Request,
            // A "yes" is neither a value nor a choice, so the question is repeated.
            Pending::Values { .. } if is_yes => Taken::Neither(Aside::Courtesy),
            Pending::Values { reading, wanted } => self.take_value(*reading, &wanted, saying, request).await,
            Pending::Choice { options, .. } if is_yes && options.len() > 1 => Taken::Neither(Aside::Courtesy),
            Pending::Choice { reading, parameter, options, is_instead } => {
                let question = Question { parameter, options, is_instead };
                self.take_choice(*reading, question, saying, request).await
            }
            Pending::Intent { reading, sentence, options } => {
                self.take_meaning(&reading, &sentence, &options, is_yes, saying, request).await
            }
        };
        match taken {
            Taken::Answer(reply) => Some(reply),
            Taken::Request if request_text != saying.sentence => {
                let own = Saying { sentence: request_text, ..saying.clone() };
                Some(self.say_afresh(&own, request).await)
            }
            Taken::Request => None,
            Taken::Neither(aside) => Some(self.reply_aside(aside, pending, saying, request).await),
        }
    }

    /// Replies to a "yes" or "no" without an open question that nothing was done. A word that is also a
    /// request is left to the caller.
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

    /// Executes a request that was parsed earlier, with the confirmed plan.
    pub(super) async fn carry_out_work(&self, work: Work, saying: &Saying, request: &Request) -> Reply {
        match work {
            Work::Single(tool, reading) => self.carry_out_tool(tool, &reading, saying, request).await,
            Work::Several(meta, tools) => self.carry_out_goals(&meta, tools, saying, request).await,
            Work::Instead(deed, tool, reading) => {
                self.carry_out_instead(&deed, tool, &reading, false, saying, request).await
            }
        }
    }

    /// Handles the answer to a question about missing values, parsed by the type of the requested parameter.
    async fn take_value(
        &self,
        reading: Reading,
        wanted: &[String],
        saying: &Saying,
        request: &Request,
    ) -> Taken {
        let Some(intent) = reading.intent.clone() else { return Taken::Request };
        let reader = self.reader(&request.session);
        let speakable = reader.speakables().iter().find(|it| it.name == intent);
        let parameters = self.parameters_of(&intent, &request.session);
        let asked = wanted.first().and_then(|name| parameters.iter().find(|it| it.name == *name));
        let kind = asked.map_or(Wanted::Thing, |asked| Wanted::of(asked, speakable));
        let (sentence, is_corrected) = match amendment(&saying.sentence) {
            Some(Amendment::Instead { rest, .. }) => (rest, true),
            _ => (saying.sentence.as_str(), false),
        };
        let given = given(sentence, kind);
        let (whole, heard) = (reader.tokenize(led_in(sentence), now()), reader.tokenize(given.text, now()));
        let lexicon = self.names(request, self.sought_by(&reading, wanted, &whole, request)).await;
        let mentioned = lock(&self.conversations.of(&request.session)).mentioned();
        let around = Surroundings { lexicon: &lexicon, mentioned: &mentioned };
        let anew = self.understood(&whole, &reader, &lexicon, &mentioned, request).reading();
        let is_about_another =
            is_changed(&anew, &reading, wanted, &whole) || is_about_another(&anew, &reading, &whole);
        // "Set the volume and the lights to 50" contains a number, but is more than an answer.
        let says_more = anew.intent == reading.intent && !anew.unexplained.is_empty();
        // A request about a file of its own is not an answer: "average Hours in timesheet.xlsx".
        let is_complete = !is_corrected
            && (anew.decision == Decision::Act && is_changed(&anew, &reading, wanted, &whole)
                || names_another_file(&parameters, wanted, &reading, &whole));
        let is_another = is_complete || begins(&whole, &reader) && (is_about_another || says_more);
        if is_another && kind != Wanted::Text {
            return Taken::Request;
        }
        // A question about the possible values repeats the question, with these values.
        if whole.asking() == Asking::Surely && anew.decision != Decision::Act && kind != Wanted::Text {
            return Taken::Neither(Aside::AskBack);
        }
        let more = more_of(&anew, &reading, wanted);
        let is_command = anew.decision == Decision::Act
            && anew.intent.as_deref().is_some_and(|intent| self.is_own_command(intent, &request.session));
        let is_other = match given.introduced {
            Introduced::Surely => false,
            Introduced::Perhaps => begins(&whole, &reader) && is_sure_of_another(&anew, &reading),
            // Any words may be the requested text, except for a clear request.
            Introduced::No if kind == Wanted::Text => {
                is_command || begins(&whole, &reader) && is_sure_of_another(&anew, &reading)
            }
            Introduced::No => {
                is_command
                    || is_request(&anew, &reading, wanted, &whole, &reader)
                    || self.is_sentence(&anew, &reading, wanted, &whole, request)
            }
        };
        if more.is_none() && is_other {
            return Taken::Request;
        }
        let listed = match kind {
            Wanted::Thing | Wanted::Place if !is_corrected && more.is_none() => {
                listed(&heard, &lexicon, asked)
            }
            _ => Listed::No,
        };
        if let (Listed::Known(_) | Listed::Unclear, Some(asked)) = (&listed, asked) {
            let others = reading.missing.iter().any(|name| *name != asked.name);
            let reply = match listed {
                Listed::Known(values) if !others && reading.invalid.is_empty() => {
                    let reading = Reading { decision: Decision::Act, code: None, question: None, ..reading };
                    self.take_several(&reading, &asked.name, values, saying, request).await
                }
                _ => None,
            };
            return reply.map_or(Taken::Neither(Aside::NoAnswer), Taken::Answer);
        }
        // A correction of an earlier value does not answer the open question.
        let amended = match is_corrected {
            true => reader.amend(&intent, &reading.parameters, &heard, &around),
            false => None,
        };
        let answered = match amended.or(more) {
            Some(values) => values,
            None => {
                if let Some(aside) = no_value(kind, &given, &whole, &heard, &lexicon, asked, &reader) {
                    return Taken::Neither(aside);
                }
                // An intent without sentence patterns accepts the answer verbatim.
                let plain =
                    || asked.filter(|_| speakable.is_none()).and_then(|asked| plain(asked, given.text));
                match reader.answer(&intent, wanted, &heard, &around).or_else(plain) {
                    Some(values) if is_unknown(kind, &given, &values, &heard, &lexicon, asked) => {
                        return Taken::Neither(Aside::NoAnswer);
                    }
                    Some(values) => values,
                    None if anew.decision == Decision::Act => return Taken::Request,
                    None => return Taken::Neither(Aside::NoAnswer),
                }
            }
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
            return Taken::Answer(self.carry_out_tool(tool, &reading, saying, request).await);
        }
        reading.code = Some(ErrorCode::MissingParameters);
        let names = reading.missing.iter().chain(reading.invalid.iter().map(|(name, _)| name));
        let questions = names.map(|name| question(&intent, name, reading.tongue));
        reading.question = Some(questions.collect::<Vec<_>>().join(" "));
        Taken::Answer(self.ask(&reading, &reader, saying, request))
    }

    /// Whether the answer to a question for a name is a complete sentence that requests something else. A
    /// name is shorter.
    fn is_sentence(
        &self,
        anew: &Reading,
        asked: &Reading,
        wanted: &[String],
        heard: &Tokenized<'_>,
        request: &Request,
    ) -> bool {
        let taken = self.parameters_of(asked.intent.as_deref().unwrap_or_default(), &request.session);
        let is_name = |it: &Parameter| it.format.is_some() && wanted.first() == Some(&it.name);
        let is_other = anew.decision == Decision::Act && anew.intent != asked.intent;
        is_other && heard.words.len() >= SENTENCE && taken.iter().any(is_name)
    }

    /// Returns the names to look up for an answer: those for the requested parameters, restricted by the
    /// values so far, and those for other readings of the sentence.
    fn sought_by(
        &self,
        reading: &Reading,
        wanted: &[String],
        heard: &Tokenized<'_>,
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

    /// Handles a choice among several values.
    async fn take_choice(
        &self,
        mut reading: Reading,
        question: Question,
        saying: &Saying,
        request: &Request,
    ) -> Taken {
        let Question { parameter, options, is_instead } = question;
        // An option as it was listed, or its first word, is not an ordinal: "#2" may be the name of the first
        // option.
        let is_given = |option: &&String| {
            let said = saying.sentence.trim();
            option.strip_prefix(said).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
                && said.starts_with(|letter: char| !letter.is_alphanumeric())
        };
        let given = options.iter().find(is_given).cloned();
        let several = match given {
            Some(_) => Vec::new(),
            None => chosen_several(&saying.sentence, &options),
        };
        if !several.is_empty() {
            reading.decision = Decision::Act;
            (reading.code, reading.question) = (None, None);
            let reply = match is_instead {
                true => None,
                false => self.take_several(&reading, &parameter, several, saying, request).await,
            };
            return reply.map_or(Taken::Neither(Aside::NoAnswer), Taken::Answer);
        }
        let chosen = match options.as_slice() {
            _ if given.is_some() => given,
            [only] if short(&saying.sentence) == Some(Short::Yes) => Some(only.clone()),
            options => by_place(&saying.sentence, options),
        };
        let chosen = match chosen {
            Some(chosen) => chosen,
            None if self.is_another(&reading, saying, request).await => return Taken::Request,
            None => match chosen_of(&saying.sentence, &options) {
                Some(chosen) => chosen,
                None => return Taken::Neither(self.unanswered(saying, request)),
            },
        };
        reading.parameters.insert(parameter.clone(), Value::from(chosen));
        reading.several.retain(|(name, _)| *name != parameter);
        reading.decision = Decision::Act;
        (reading.code, reading.question) = (None, None);
        let Some(intent) = reading.intent.clone() else { return Taken::Request };
        let tool = (intent, reading.parameters.clone());
        let conversation = self.conversations.of(&request.session);
        let deed = lock(&conversation).last().cloned().filter(|_| is_instead);
        let reply = match deed {
            Some(deed) => self.carry_out_instead(&deed, tool, &reading, false, saying, request).await,
            None => self.carry_out_tool(tool, &reading, saying, request).await,
        };
        lock(&conversation).offered(parameter, options);
        Taken::Answer(reply)
    }

    /// Handles the choice among several intents, or the confirmation of the most likely one.
    async fn take_meaning(
        &self,
        reading: &Reading,
        sentence: &str,
        options: &[String],
        is_yes: bool,
        saying: &Saying,
        request: &Request,
    ) -> Taken {
        let is_either = reading.code == Some(ErrorCode::AmbiguousIntent) && options.len() > 1;
        let intent = match is_yes {
            true if is_either => return Taken::Neither(Aside::Courtesy),
            true => options.first().cloned(),
            false => by_place(&saying.sentence, options),
        };
        let intent = match intent {
            Some(intent) => Some(intent),
            None if self.is_another(reading, saying, request).await => return Taken::Request,
            None => chosen_intent(&saying.sentence, options),
        };
        match intent {
            None => Taken::Request,
            Some(intent) => match self.take_intent(&intent, sentence, saying, request).await {
                Some(reply) => Taken::Answer(reply),
                None => Taken::Request,
            },
        }
    }

    /// Whether the answer to a choice is an independent request.
    async fn is_another(&self, asked: &Reading, saying: &Saying, request: &Request) -> bool {
        let reader = self.reader(&request.session);
        let heard = reader.tokenize(&saying.sentence, now());
        let anew = self.read_one(&saying.sentence, false, request).await;
        let is_command =
            anew.intent.as_deref().is_some_and(|intent| self.is_own_command(intent, &request.session));
        let is_other = anew.decision == Decision::Act && anew.intent != asked.intent;
        is_other && (is_command || begins(&heard, &reader) || heard.asking() != Asking::No)
    }

    /// Classifies a sentence that does not answer the question; it may itself be a question.
    fn unanswered(&self, saying: &Saying, request: &Request) -> Aside {
        match self.reader(&request.session).tokenize(&saying.sentence, now()).asking() {
            Asking::No => Aside::NoAnswer,
            Asking::Perhaps | Asking::Surely => Aside::AskBack,
        }
    }

    /// Executes a confirmed proposal of the language model.
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

    /// Reads the earlier sentence as this intent.
    async fn take_intent(
        &self,
        intent: &str,
        sentence: &str,
        saying: &Saying,
        request: &Request,
    ) -> Option<Reply> {
        let reader = self.reader(&request.session);
        let heard = reader.tokenize(sentence, now());
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

/// A question for a choice among several values.
struct Question {
    parameter: String,
    options: Vec<String>,
    is_instead: bool,
}

#[cfg(test)]
mod tests {
    use lemmascope_language::words::Tongue;

    use super::*;

    fn options(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn pending_question_follows_from_error_code() {
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
