//! Corrections of what was already done: "no, the other one", "make it 50 instead".
//!
//! What was done is taken back where it can be and did change something, and done as it is meant, in one answer that says
//! both. Where it cannot be taken back, that is said, and nothing is done before the person says so.

use lemmascope_intent::{Failure, Format, Object, Report, Status, Value};
use lemmascope_language::reader::{Decision, Heard, Lexicon, Reading, Surroundings};
use lemmascope_language::words::{Tongue, tongue};

use super::answering::by_place;
use super::category::Category;
use super::conversation::{Deed, Pending};
use super::graph::{Tool, parted};
use super::say::Saying;
use super::turn::{Amendment, amendment, is_other};
use super::understand::now;
use crate::engine::{Engine, Reply, Request};
use crate::execution::lock;
use crate::ledger::Direction;

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
        let amendment = amendment(&saying.sentence)?;
        let (deed, before) = {
            let conversation = self.conversations.of(&request.session);
            let conversation = lock(&conversation);
            (conversation.last().cloned()?, conversation.mentioned_before())
        };
        let (rest, is_instead, is_denied) = match amendment {
            Amendment::Instead { rest, is_denied } => (rest, true, is_denied),
            Amendment::Again { rest, .. } => (rest, false, false),
        };
        let reader = self.reader(&request.session);
        // What changes something is done again only where somebody says so.
        let changes = reader.speakables().iter().any(|it| it.name == deed.intent && it.changes);
        if changes && matches!(amendment, Amendment::Again { is_said: false, .. }) {
            return None;
        }
        let heard = reader.hear(rest, now());
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
            let is_kindred = Category::of(&tool.0, &[]) == Category::of(&deed.intent, &[]);
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
        if !is_denied && is_request && anew.intent.as_deref() != Some(&deed.intent) {
            return None;
        }
        let around = Surroundings { lexicon: &lexicon, mentioned: &before };
        let meant = match self.other_than(&deed, &heard, &lexicon, request) {
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
        let undone = match self.way_back(deed, request).await {
            Err(failure) => return failed(&failure),
            Ok(WayBack::None(line)) if !anyway => return self.ask_anyway(&line, tool, reading, request),
            Ok(WayBack::None(line)) => {
                let mut kept = Report::ok("undo");
                kept.context.push(format!("not taken back: {line}"));
                Some(kept)
            }
            Ok(WayBack::Unneeded) => None,
            Ok(WayBack::Open) => match self.reverse(Direction::Undo, request).await {
                Err(failure) => return failed(&failure),
                Ok(report) if report.status != Status::Ok => return Reply::Report(Box::new(report)),
                Ok(report) => Some(report),
            },
        };
        let reply = self.carry_out_tool(tool, reading, saying, request).await;
        match (undone, reply) {
            (Some(undone), Reply::Report(report)) => Reply::Report(Box::new(both(undone, *report))),
            (_, reply) => reply,
        }
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
            Tongue::English => format!("{line} cannot be taken back. Do it this way all the same?"),
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
        report.summary = Some(format!("{which}: {}?", options.join(", ")));
        reading.decision = Decision::Ask;
        let reading = Box::new(reading);
        lock(&self.conversations.of(&request.session)).pending =
            Some(Pending::Choice { reading, parameter, options, is_instead });
        Reply::Report(Box::new(report))
    }

    /// What is meant by "the other one", or by its place among those that were offered.
    fn other_than(
        &self,
        deed: &Deed,
        heard: &Heard<'_>,
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
