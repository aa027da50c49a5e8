//! Corrections of what was already done: "no, the other one", "make it 50 instead".
//!
//! What was done is taken back where it can be and did change something, and done as it is meant, in one answer that says
//! both. Where it cannot be taken back, that is said, and nothing is done before the person says so.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Failure, Format, Object, Parameter, Report, Status, Value};
use lemmascope_language::reader::{Asking, Decision, Lexicon, Reading, Surroundings, Tokenized};
use lemmascope_language::words::{Tongue, tongue};

use super::choice::by_place;
use super::graph::parted;
use super::reply_phrases::{Amendment, amendment, is_other, short, takes_back};
use super::saying::Saying;
use super::understand::now;
use crate::engine::Engine;
use crate::ledger::{Direction, Reversal};
use crate::lock::lock;
use crate::request::{Reply, Request};
use crate::sessions::{Deed, Pending, Tool, Work};

/// How sure a request has to be to be one of its own, and no correction.
const SURE: f64 = 0.9;
/// So many things are offered at most.
const MOST: usize = 8;

/// What it takes to take something back.
enum WayBack {
    /// Nothing: it has changed nothing.
    Unneeded,
    /// It is the last thing that can be undone.
    Open,
    /// There is none; this is what stays.
    None(String),
}

/// What is meant instead.
enum Meant {
    /// These values.
    Values(Object),
    /// One of several things.
    OneOf(String, Vec<String>),
}

impl Engine {
    /// Takes a sentence as a correction of what was done last, or as more of the same, if it can be one.
    pub(super) async fn amend_last(&self, saying: &Saying, request: &Request) -> Option<Reply> {
        if takes_back(&saying.sentence) {
            return self.take_back_last(request).await;
        }
        // Who calls off what nobody has asked corrects nothing.
        let amendment = amendment(&saying.sentence).filter(|_| short(&saying.sentence).is_none())?;
        let (deed, before) = {
            let conversation = self.conversations.of(&request.session);
            let conversation = lock(&conversation);
            (conversation.last().cloned()?, conversation.mentioned_before())
        };
        let (rest, is_instead, is_denied, is_name) = match amendment {
            Amendment::Instead { rest, is_denied, is_name } => (rest, true, is_denied, is_name),
            Amendment::Again { rest, .. } => (rest, false, false, false),
        };
        let reader = self.reader(&request.session);
        // What changes something is done again only where somebody says so.
        let changes = reader.speakables().iter().any(|it| it.name == deed.intent && it.changes);
        if changes && matches!(amendment, Amendment::Again { is_said: false, .. }) {
            return None;
        }
        let heard = reader.tokenize(rest, now());
        let lexicon = self.lexicon(request, &heard).await;
        let understood = self.understood(&heard, &reader, &lexicon, &before, request);
        let anew = understood.reading();
        // A word alone may be a value, unless it is a command: "no, undo".
        let is_command =
            anew.intent.as_deref().is_some_and(|intent| self.is_own_command(intent, &request.session));
        let begins = (heard.words.len() > 1 || is_command) && reader.begins(&heard.words[0].folded);
        let is_request = anew.decision == Decision::Act && anew.confidence >= SURE;
        let turned = Saying { turn: Some("correction"), ..saying.clone() };
        if begins && is_request {
            let tool = understood.visited(&anew);
            // "No, copy it": the same kind of thing, done otherwise. Anything else is a request of its own.
            let is_kindred = self.category_of(&tool.0, &request.session)
                == self.category_of(&deed.intent, &request.session);
            let changes = reader.speakables().iter().any(|it| it.name == tool.0 && it.changes);
            return match is_instead && is_denied && is_kindred && changes {
                true => Some(self.carry_out_instead(&deed, tool, &anew, true, &turned, request).await),
                false if is_denied => {
                    let own = Saying { sentence: rest.into(), ..saying.clone() };
                    Some(self.say_afresh(&own, request).await)
                }
                false => None,
            };
        }
        // What no word denies may be a request: "actually, what time is it".
        let is_question = heard.asking() != Asking::No;
        if !is_denied && is_question && is_request && anew.intent.as_deref() != Some(&deed.intent) {
            return None;
        }
        let around = Surroundings { lexicon: &lexicon, mentioned: &before };
        let renamed = self.named_otherwise(&deed, &heard, &around, request).filter(|_| is_name);
        let meant = match renamed.or_else(|| self.other_than(&deed, &heard, &lexicon, request)) {
            Some(meant) => meant,
            None => Meant::Values(reader.amend(&deed.intent, &deed.parameters, &heard, &around)?),
        };
        let reading = self.meant_again(&deed, tongue(&saying.sentence));
        match meant {
            Meant::OneOf(parameter, options) => {
                Some(self.ask_which(reading, parameter, options, true, request))
            }
            Meant::Values(values) => {
                let values = self.placed(&in_its_folder(values, &deed), heard.tongue, request);
                let mut reading = reading;
                reading.parameters.extend(values);
                let tool = (deed.intent.clone(), reading.parameters.clone());
                if !is_instead {
                    return Some(self.carry_out_tool(tool, &reading, saying, request).await);
                }
                let reply = self.carry_out_instead(&deed, tool, &reading, false, &turned, request).await;
                self.offer_both(&deed, request);
                Some(reply)
            }
        }
    }

    /// Undoes what was done last, where it can be undone; nothing else is meant.
    async fn take_back_last(&self, request: &Request) -> Option<Reply> {
        let deed = lock(&self.conversations.of(&request.session)).last().cloned()?;
        match self.way_back(&deed, request).await {
            Ok(WayBack::Open) => {
                let report = self.reverse(Direction::Undo, request).await;
                Some(Reply::Report(Box::new(
                    report.unwrap_or_else(|failure| Report::error("undo", &failure)),
                )))
            }
            _ => None,
        }
    }

    /// "No, call it Plans": the name that what was done last has given.
    fn named_otherwise(
        &self,
        deed: &Deed,
        heard: &Tokenized<'_>,
        around: &Surroundings<'_>,
        request: &Request,
    ) -> Option<Meant> {
        let parameters = self.parameters_of(&deed.intent, &request.session);
        let is_given =
            |it: &&Parameter| it.format == Some(Format::Title) && deed.parameters.contains_key(&it.name);
        let name = parameters.iter().find(is_given)?.name.clone();
        let reader = self.reader(&request.session);
        reader.answer(&deed.intent, std::slice::from_ref(&name), heard, around).map(Meant::Values)
    }

    /// "The other one" is from now on what stood there before the correction.
    fn offer_both(&self, before: &Deed, request: &Request) {
        let conversation = self.conversations.of(&request.session);
        let mut conversation = lock(&conversation);
        let Some(deed) = conversation.last().filter(|deed| *deed != before) else { return };
        let other = |(name, value): (&String, &Value)| {
            let (one, other) = (before.parameters.get(name)?.as_text()?, value.as_text()?);
            (one != other).then(|| (name.clone(), vec![one.to_string(), other.to_string()]))
        };
        let chosen = before.chosen.clone().or_else(|| deed.parameters.iter().find_map(other));
        if let Some((parameter, options)) = chosen {
            conversation.offered(parameter, options);
        }
    }

    /// Takes back what was done and does what is meant. With `anyway` it is also done where nothing can be taken back.
    pub(super) async fn carry_out_instead(
        &self,
        deed: &Deed,
        tool: Tool,
        reading: &Reading,
        anyway: bool,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        if saying.plan {
            return self.carry_out_tool(tool, reading, saying, request).await;
        }
        let failed = |failure: &Failure| Reply::Report(Box::new(Report::error(&tool.0, failure)));
        // What cannot be done at all leaves alone what was done.
        if !self.is_own_command(&tool.0, &request.session)
            && let Err(failure) = self.prepare(saying.invocation(&tool), &request.session).await
        {
            return failed(&failure);
        }
        let conversation = self.conversations.of(&request.session);
        let memory = lock(&conversation).memory();
        let (undone, steps) = match self.way_back(deed, request).await {
            Err(failure) => return failed(&failure),
            Ok(WayBack::None(line)) if !anyway => return self.ask_anyway(&line, tool, reading, request),
            Ok(WayBack::None(line)) => {
                let mut kept = Report::ok("undo");
                kept.context.push(format!("not undone: {line}"));
                (Some(kept), Vec::new())
            }
            Ok(WayBack::Unneeded) => (None, Vec::new()),
            Ok(WayBack::Open) => match self.take_back(request).await {
                Ok((report, steps)) => (Some(report), steps),
                Err(reply) => return reply,
            },
        };
        let reply = self.carry_out_tool(tool.clone(), reading, saying, request).await;
        match (undone, reply) {
            (Some(undone), Reply::Report(report)) if report.status == Status::Ok => {
                Reply::Report(Box::new(both(undone, *report)))
            }
            (_, reply) if steps.is_empty() => reply,
            (_, reply) => {
                let restored = self.put_back(&steps, &reply, request).await;
                let mut conversation = lock(&conversation);
                conversation.remember_again(memory);
                if let Some(Pending::Agreement { work, .. }) = &mut conversation.pending {
                    *work = Work::Instead(Box::new(deed.clone()), tool, Box::new(reading.clone()));
                }
                with_note(reply, restored)
            }
        }
    }

    /// Undoes what was done last; the steps that do it again come with it. An undo that stops on the way is put right.
    async fn take_back(&self, request: &Request) -> Result<(Report, Vec<Reversal>), Reply> {
        let failed = |failure: &Failure| Reply::Report(Box::new(Report::error("undo", failure)));
        let report = self.reverse(Direction::Undo, request).await.map_err(|failure| failed(&failure))?;
        let steps = self.ledger.redoable(&request.session).await.map_err(|failure| failed(&failure))?;
        match report.status {
            Status::Ok => Ok((report, steps)),
            Status::Partial => {
                let restored = self.do_again(&steps, request).await;
                Err(with_note(Reply::Report(Box::new(report)), restored))
            }
            Status::Error | Status::Ask => Err(Reply::Report(Box::new(report))),
        }
    }

    /// Does again what was taken back for a correction that could not be carried out, after what that has changed on the way.
    async fn put_back(&self, steps: &[Reversal], reply: &Reply, request: &Request) -> Result<(), Failure> {
        let run = match reply {
            Reply::Report(report) | Reply::Refused { report, .. } => report.run.clone(),
            _ => None,
        };
        let undoable = self.ledger.undoable(&request.session).await?;
        if undoable.first().is_some_and(|step| run.as_ref() == Some(&step.run)) {
            self.reverse(Direction::Undo, request).await?;
        }
        self.do_again(steps, request).await
    }

    async fn way_back(&self, deed: &Deed, request: &Request) -> Result<WayBack, Failure> {
        let Some(run) = &deed.run else { return Ok(WayBack::Unneeded) };
        let undoable = self.ledger.undoable(&request.session).await?;
        if undoable.first().is_some_and(|step| step.run == *run) {
            return Ok(WayBack::Open);
        }
        let lasting = self.ledger.without_undo_in(run).await?;
        Ok(match lasting.into_iter().find(|step| self.is_lasting(step)) {
            Some(step) => WayBack::None(step.line),
            None => WayBack::Unneeded,
        })
    }

    fn ask_anyway(&self, line: &str, tool: Tool, reading: &Reading, request: &Request) -> Reply {
        let mut report = Report::new(Status::Ask, &tool.0);
        report.summary = Some(match reading.tongue {
            Tongue::English => format!("{line} cannot be undone. Do it this way anyway?"),
            Tongue::Portuguese => format!("{line} não pode ser desfeito. Faz-se assim na mesma?"),
        });
        let report = report.section("meant", vec![reading.head()]);
        let pending = Pending::Anyway { reading: Box::new(reading.clone()), tool };
        lock(&self.conversations.of(&request.session)).pending = Some(pending).filter(|_| request.by_person);
        Reply::Report(Box::new(report))
    }

    /// Asks which of several things is meant.
    pub(super) fn ask_which(
        &self,
        mut reading: Reading,
        parameter: String,
        options: Vec<String>,
        is_instead: bool,
        request: &Request,
    ) -> Reply {
        let mut report = Report::new(Status::Ask, reading.intent.clone().unwrap_or_default());
        let which = if reading.tongue == Tongue::English { "Which one" } else { "Qual" };
        let question = format!("{which}: {}?", options.join(", "));
        report.summary = Some(question.clone());
        (reading.decision, reading.code) = (Decision::Ask, Some(ErrorCode::AmbiguousIntent));
        reading.question = Some(question);
        let reading = Box::new(reading);
        lock(&self.conversations.of(&request.session)).pending =
            Some(Pending::Choice { reading, parameter, options, is_instead });
        Reply::Report(Box::new(report))
    }

    /// What is meant by "the other one", or by its place among those that were offered.
    fn other_than(
        &self,
        deed: &Deed,
        heard: &Tokenized<'_>,
        lexicon: &Lexicon,
        request: &Request,
    ) -> Option<Meant> {
        let is_other = is_other(heard.sentence);
        if let Some((parameter, options)) = &deed.chosen {
            let taken = deed.parameters.get(parameter).and_then(Value::as_text);
            let others: Vec<String> =
                options.iter().filter(|option| Some(option.as_str()) != taken).cloned().collect();
            return match is_other {
                true => one_of(parameter, others),
                false => one_of(parameter, vec![by_place(heard.sentence, options)?]),
            };
        }
        if !is_other {
            return None;
        }
        let parameters = self.parameters_of(&deed.intent, &request.session);
        let has_names = |format: &Format| lexicon.of(*format).next().is_some();
        let (parameter, taken, format) = parameters.iter().find_map(|it| {
            let format = it.format.filter(has_names)?;
            Some((&it.name, deed.parameters.get(&it.name)?.as_text()?, format))
        })?;
        let taken = parted(taken).1;
        let extension = |name: &str| name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
        let others = lexicon.of(format).filter(|name| *name != taken && extension(name) == extension(&taken));
        let mut others: Vec<String> = others.map(str::to_string).collect();
        others.sort();
        others.dedup();
        one_of(parameter, others)
    }

    /// What was done, as a reading that can be changed.
    fn meant_again(&self, deed: &Deed, tongue: Tongue) -> Reading {
        Reading {
            decision: Decision::Act,
            intent: Some(deed.intent.clone()),
            confidence: 1.0,
            parameters: deed.parameters.clone(),
            code: None,
            ..Reading::of_nothing(tongue)
        }
    }
}

/// One value, where there is one; a question, where there are a few.
fn one_of(parameter: &str, mut options: Vec<String>) -> Option<Meant> {
    match options.len() {
        0 => None,
        1 => {
            let value = Value::from(options.remove(0));
            Some(Meant::Values(Object::from_iter([(parameter.to_string(), value)])))
        }
        2..=MOST => Some(Meant::OneOf(parameter.into(), options)),
        _ => None,
    }
}

/// A name that is put in the place of another is in the same folder, unless it says where it is.
fn in_its_folder(mut values: Object, deed: &Deed) -> Object {
    for (name, value) in &mut values {
        let (Some(said), Some(before)) =
            (value.as_text(), deed.parameters.get(name).and_then(Value::as_text))
        else {
            continue;
        };
        let is_file = said.contains('.') && !said.contains('/') && !said.contains("://");
        let folder = before.rsplit_once('/').map(|(folder, _)| folder).filter(|_| !before.contains("://"));
        if let Some(folder) = folder.filter(|_| is_file) {
            *value = Value::from(format!("{folder}/{said}"));
        }
    }
    values
}

/// The answer to a correction that could not be carried out says what became of what was done before.
fn with_note(mut reply: Reply, restored: Result<(), Failure>) -> Reply {
    if let Reply::Report(report) | Reply::Refused { report, .. } = &mut reply {
        report.context.push(match restored {
            Ok(()) => "earlier changes are kept".into(),
            Err(failure) => format!("the earlier changes could not be restored: {}", failure.message),
        });
    }
    reply
}

/// What was taken back and what was done instead, as one answer.
fn both(undone: Report, mut done: Report) -> Report {
    let mut actions = undone.actions;
    done.context.extend(undone.context);
    actions.append(&mut done.actions);
    done.actions = actions;
    let mut changes = undone.changes;
    changes.append(&mut done.changes);
    done.changes = changes;
    done
}
