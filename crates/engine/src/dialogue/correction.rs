//! Corrections of the last action: "no, the other one", "make it 50 instead".
//!
//! The engine undoes the action, if it changed something and is reversible, executes the corrected one, and
//! reports both in one reply. If the action is irreversible, it asks for confirmation first.

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

/// The confidence from which a sentence is an independent request rather than a correction.
const SURE: f64 = 0.9;
/// The maximum number of options in a question.
const MOST: usize = 8;

/// The way to undo an action.
enum WayBack {
    /// No undo needed, because the action changed nothing.
    Unneeded,
    /// Undo available: the action is the latest undoable one.
    Open,
    /// No undo available. The text describes the irreversible change.
    None(String),
}

/// The meaning of a correction.
enum Meant {
    /// New values of parameters.
    Values(Object),
    /// A choice among several values of a parameter.
    OneOf(String, Vec<String>),
}

impl Engine {
    /// Handles a sentence that corrects or repeats the last action.
    pub(super) async fn amend_last(&self, saying: &Saying, request: &Request) -> Option<Reply> {
        if takes_back(&saying.sentence) {
            return self.take_back_last(request).await;
        }
        // "No" or "cancel" without an open question does not correct anything.
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
        // An action with changes is repeated only on an explicit request.
        let changes = reader.speakables().iter().any(|it| it.name == deed.intent && it.changes);
        if changes && matches!(amendment, Amendment::Again { is_said: false, .. }) {
            return None;
        }
        let heard = reader.tokenize(rest, now());
        let lexicon = self.lexicon(request, &heard).await;
        let understood = self.understood(&heard, &reader, &lexicon, &before, request);
        let anew = understood.reading();
        // A single word may be a value, unless it is a command: "no, undo".
        let is_command =
            anew.intent.as_deref().is_some_and(|intent| self.is_own_command(intent, &request.session));
        let begins = (heard.words.len() > 1 || is_command) && reader.begins(&heard.words[0].folded);
        let is_request = anew.decision == Decision::Act && anew.confidence >= SURE;
        let turned = Saying { turn: Some("correction"), ..saying.clone() };
        if begins && is_request {
            let tool = understood.visited(&anew);
            // "No, copy it" replaces the action by another one of the same category. Anything else is an
            // independent request.
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
        // Without a denial, the sentence may be a request: "actually, what time is it".
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

    /// Undoes the last action, if it can be undone.
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

    /// Returns the new value for the name that the last action assigned: "No, call it Plans".
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

    /// Makes "the other one" refer to the value before the correction.
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

    /// Undoes the last action and executes the corrected one. With `anyway`, executes it even if the action
    /// is irreversible.
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
        // If the corrected action cannot be planned, the last action is not undone.
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

    /// Undoes the last action. Returns the report and the steps that redo it. If the undo stops halfway,
    /// restores the previous state.
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

    /// Redoes the undone action after its correction failed. First undoes the changes of the failed
    /// correction.
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

    /// Asks for a choice among several values.
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

    /// Resolves "the other one", or a position among the offered values.
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

    /// Returns the last action as a reading that can be changed.
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

/// Returns a single option as a value, and a few options as a choice.
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

/// Places a replacement name in the same folder, unless it has a path of its own.
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

/// Adds a note on the state of the earlier action to the reply of a failed correction.
fn with_note(mut reply: Reply, restored: Result<(), Failure>) -> Reply {
    if let Reply::Report(report) | Reply::Refused { report, .. } = &mut reply {
        report.context.push(match restored {
            Ok(()) => "earlier changes are kept".into(),
            Err(failure) => format!("the earlier changes could not be restored: {}", failure.message),
        });
    }
    reply
}

/// Combines the reports of the undone and of the corrected action.
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
