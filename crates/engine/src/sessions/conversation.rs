//! The state of a session's conversation.

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::{Arc, Mutex};

use lemmascope_intent::{Failure, Format, Object, Parameter, Redactor, Value};
use lemmascope_language::goal::{MetaGoal, Things};
use lemmascope_language::literal::has_extension;
use lemmascope_language::reader::{Reading, Referent, Referents};
use serde_json::Value as Json;

use crate::lock::lock;
use crate::plan::Prepared;

/// A tool and its arguments.
pub(crate) type Tool = (String, Object);

/// The active conversations, by session.
#[derive(Default)]
pub(crate) struct Conversations(Mutex<HashMap<String, Arc<Mutex<Conversation>>>>);

/// The state of a conversation.
#[derive(Debug, Default)]
pub(crate) struct Conversation {
    /// The open question.
    pub(crate) pending: Option<Pending>,
    /// Whether the store has an open question of this session; `None` if this is not known.
    pub(crate) is_kept: Option<bool>,
    /// The attempted actions, latest last.
    deeds: VecDeque<Deed>,
    /// The secrets in these actions, which must not be sent to a model later.
    pub(crate) secrets: Redactor,
    /// The version of the last stored state.
    pub(crate) version: i64,
    /// The number of later states that are being written. Until then, the store is outdated.
    pub(crate) unsettled: usize,
    /// The last stored state, and the parts of the conversation from which it was made.
    pub(crate) stored: Json,
    kept: (VecDeque<Deed>, Option<Pending>),
}

/// A snapshot of the actions in a conversation.
pub(crate) struct Memory(VecDeque<Deed>);

/// An action.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Deed {
    /// The intent, verb or command.
    pub(crate) intent: String,
    /// Its arguments.
    pub(crate) parameters: Object,
    /// The run, unless it was undone.
    pub(crate) run: Option<String>,
    /// The parameter for which the person chose a value, and the options.
    pub(crate) chosen: Option<(String, Vec<String>)>,
    /// The subjects and results of the action, latest last.
    mentions: Vec<(Format, String)>,
    /// The things in its result, in order.
    results: Vec<(Format, String)>,
    /// Whether it only listed them.
    is_listing: bool,
}

/// An open question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Pending {
    /// A question for missing or invalid values.
    Values {
        /// The reading so far.
        reading: Box<Reading>,
        /// The requested parameters, in order.
        wanted: Vec<String>,
    },
    /// A choice among several values of a parameter.
    Choice {
        /// The reading so far.
        reading: Box<Reading>,
        /// The parameter.
        parameter: String,
        /// The options.
        options: Vec<String>,
        /// Whether the choice corrects the last action.
        is_instead: bool,
    },
    /// A choice among several intents, or the confirmation of an uncertain one.
    Intent {
        /// The reading so far.
        reading: Box<Reading>,
        /// The sentence.
        sentence: String,
        /// The possible intents, most likely first.
        options: Vec<String>,
    },
    /// A proposal of the language model.
    Proposal {
        /// The sentence.
        sentence: String,
        /// The validated reading of the proposal.
        reading: Box<Reading>,
        /// The tool and its arguments.
        tool: (String, Object),
    },
    /// A planned goal that waits for execution.
    Goal {
        /// The words of the goal.
        sentence: String,
        /// The parsed request.
        work: Work,
        /// The shown plan; `None` for a command of the engine.
        plan: Option<HeldPlan>,
        /// Whether the plan was shown to a person, so that a person must confirm it.
        by_person: bool,
    },
    /// A plan that needs confirmation.
    Agreement {
        /// The parsed request.
        work: Work,
        /// The shown plan.
        plan: Option<HeldPlan>,
        /// The confirmation code, which is valid only for this plan.
        code: String,
    },
    /// A correction of an irreversible action, which may be executed anyway.
    Anyway {
        /// The reading.
        reading: Box<Reading>,
        /// The tool and its arguments.
        tool: Tool,
    },
}

impl Pending {
    /// Returns the plan that waits for confirmation.
    pub(crate) fn plan(&self) -> Option<&HeldPlan> {
        match self {
            Self::Goal { plan, .. } | Self::Agreement { plan, .. } => plan.as_ref(),
            _ => None,
        }
    }

    /// Whether a confirmation no longer executes the shown plan, because it has changed or expired.
    pub(crate) fn is_stale(&self) -> bool {
        self.plan().is_some_and(HeldPlan::is_expired)
    }
}

/// A shown plan. A confirmation executes exactly this plan, even if the same words now have another meaning.
#[derive(Clone)]
pub(crate) struct HeldPlan {
    /// The plan.
    pub(crate) prepared: Arc<Prepared>,
    /// The time after which a confirmation is too late, in seconds since 1970.
    pub(crate) expires: i64,
}

/// The time for which a confirmation is accepted, in seconds.
const PATIENCE: i64 = 60 * 60;

impl HeldPlan {
    /// Returns a plan that was just shown.
    pub(crate) fn new(prepared: Prepared) -> Self {
        Self { prepared: Arc::new(prepared), expires: now() + PATIENCE }
    }

    /// Whether a confirmation is too late.
    pub(crate) fn is_expired(&self) -> bool {
        now() > self.expires
    }
}

fn now() -> i64 {
    jiff::Timestamp::now().as_second()
}

impl PartialEq for HeldPlan {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.prepared, &other.prepared)
    }
}

impl std::fmt::Debug for HeldPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.prepared.digest())
    }
}

/// A parsed request, from which a plan is made.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Work {
    /// A single intent, verb or command.
    Single(Tool, Box<Reading>),
    /// Several goals, each with its tool or the reason why it has none.
    Several(Box<MetaGoal>, Vec<Result<Tool, Failure>>),
    /// The replacement of the last action, which is undone first.
    Instead(Box<Deed>, Tool, Box<Reading>),
}

impl Work {
    /// Returns the names of the tools.
    pub(crate) fn tools(&self) -> Vec<String> {
        match self {
            Self::Single((name, _), _) | Self::Instead(_, (name, _), _) => vec![name.clone()],
            Self::Several(_, tools) => tools.iter().flatten().map(|(name, _)| name.clone()).collect(),
        }
    }
}

/// The maximum number of things of a listing that sentences can refer to.
const MOST_LISTED: usize = 200;

/// The number of actions after which a listing is too old to pick things from it.
const STILL_LISTED: usize = 6;

/// The maximum number of actions that are stored.
const MOST: usize = 50;

/// Returns a mentioned thing as a referent; a path is relative to the workspace.
fn referent((format, name): &(Format, String), workspace: &Path, things: &Things) -> Referent {
    let own = Path::new(name).strip_prefix(workspace).ok().filter(|it| !it.as_os_str().is_empty());
    let name = own.map_or_else(|| name.clone(), |it| it.display().to_string());
    Referent { name, kind: things.kind(format.as_str()) }
}

impl Conversations {
    /// Returns the conversation of a session.
    pub(crate) fn of(&self, session: &str) -> Arc<Mutex<Conversation>> {
        Arc::clone(lock(&self.0).entry(session.into()).or_default())
    }

    /// Removes the conversation of a session that has ended.
    pub(crate) fn forget(&self, session: &str) {
        lock(&self.0).remove(session);
    }
}

impl Deed {
    /// Restores a stored action.
    pub(crate) fn restored(
        intent: String,
        parameters: Object,
        run: Option<String>,
        chosen: Option<(String, Vec<String>)>,
        mentions: Vec<(Format, String)>,
        results: Vec<(Format, String)>,
        is_listing: bool,
    ) -> Self {
        Self { intent, parameters, run, chosen, mentions, results, is_listing }
    }

    /// Returns the things in the result of the action, in order.
    pub(crate) fn results(&self) -> &[(Format, String)] {
        &self.results
    }

    /// Whether the action only listed things.
    pub(crate) fn is_listing(&self) -> bool {
        self.is_listing
    }

    /// Returns the subjects and results of the action, latest last.
    pub(crate) fn mentions(&self) -> &[(Format, String)] {
        &self.mentions
    }
}

impl Conversation {
    /// Returns the actions, latest last.
    pub(crate) fn deeds(&self) -> impl Iterator<Item = &Deed> {
        self.deeds.iter()
    }

    /// Whether the conversation has changed since it was stored.
    pub(crate) fn is_changed(&self) -> bool {
        self.deeds != self.kept.0 || self.pending != self.kept.1
    }

    /// Records that the current conversation was stored.
    pub(crate) fn note_kept(&mut self) {
        self.kept = (self.deeds.clone(), self.pending.clone());
    }

    /// Restores a stored conversation.
    pub(crate) fn restore(&mut self, deeds: Vec<Deed>, pending: Option<Pending>) {
        self.deeds = deeds.into();
        self.pending = pending;
        self.note_kept();
        // A plan that waits for confirmation is stored separately, and read when it is needed.
        self.is_kept = None;
    }

    /// Returns the mentioned things, latest last.
    pub(crate) fn mentioned(&self) -> Vec<(Format, String)> {
        self.deeds.iter().flat_map(|deed| deed.mentions.iter().cloned()).collect()
    }

    /// Returns the referents of pronouns: things of the kinds that the domains declare.
    pub(crate) fn referents(&self, workspace: &Path, things: &Things) -> Referents {
        let referent = |mention: &(Format, String)| referent(mention, workspace, things);
        Referents {
            things: self.mentioned().iter().map(referent).filter(|it| it.kind.is_some()).collect(),
            several: self.together(things).iter().map(referent).collect(),
        }
    }

    /// Returns the things that the last action created, changed or listed together, and those that were listed
    /// last.
    pub(crate) fn groups(&self, workspace: &Path, things: &Things) -> (Vec<Referent>, Vec<Referent>) {
        let referents = |mentions: &[(Format, String)]| -> Vec<Referent> {
            mentions.iter().map(|mention| referent(mention, workspace, things)).collect()
        };
        let last = self.deeds.back().map(|deed| deed.results.as_slice()).unwrap_or_default();
        let last = if last.is_empty() { referents(&self.together(things)) } else { referents(last) };
        let mut recent = self.deeds.iter().rev().take(STILL_LISTED);
        let listed = recent.find(|deed| deed.is_listing && !deed.results.is_empty());
        (last, listed.map(|deed| referents(&deed.results)).unwrap_or_default())
    }

    /// Returns the things that the last action created or changed together, without the containers that they
    /// were moved to.
    fn together(&self, things: &Things) -> Vec<(Format, String)> {
        // A listing is about what it lists, and not about the container.
        let last = self.deeds.back().filter(|deed| !deed.is_listing);
        let mentions = last.map(|deed| deed.mentions.as_slice()).unwrap_or_default();
        let own = |name: &str| name.rsplit('/').next().map(str::to_string);
        let is_last =
            |at: &usize| !mentions[at + 1..].iter().any(|(_, name)| own(name) == own(&mentions[*at].1));
        let distinct = (0..mentions.len()).filter(is_last).map(|at| mentions[at].clone());
        let is_content = |(format, _): &(Format, String)| {
            things.kind(format.as_str()).is_some_and(|kind| !kind.is_container())
        };
        let (contents, others): (Vec<_>, Vec<_>) = distinct.partition(is_content);
        if contents.is_empty() { others } else { contents }
    }

    /// Returns the things that were mentioned before the last action.
    pub(crate) fn mentioned_before(&self) -> Vec<(Format, String)> {
        let earlier = self.deeds.iter().rev().skip(1).rev();
        earlier.flat_map(|deed| deed.mentions.iter().cloned()).collect()
    }

    /// Returns a snapshot of the actions, for restoring them later.
    pub(crate) fn memory(&self) -> Memory {
        Memory(self.deeds.clone())
    }

    /// Restores the actions of a snapshot.
    pub(crate) fn remember_again(&mut self, memory: Memory) {
        self.deeds = memory.0;
    }

    /// Returns the last attempted action.
    pub(crate) fn last(&self) -> Option<&Deed> {
        self.deeds.back()
    }

    /// Records that the value in the last action was chosen from these options.
    pub(crate) fn offered(&mut self, parameter: String, options: Vec<String>) {
        if let Some(deed) = self.deeds.back_mut() {
            deed.chosen = Some((parameter, options));
        }
    }

    /// Records an attempted action, which can now be corrected.
    pub(crate) fn tried(&mut self, intent: &str, given: &Object, run: Option<String>) {
        self.deeds.push_back(Deed {
            intent: intent.into(),
            parameters: given.clone(),
            run,
            chosen: None,
            mentions: Vec::new(),
            results: Vec::new(),
            is_listing: false,
        });
        if self.deeds.len() > MOST {
            self.deeds.pop_front();
        }
    }

    /// Whether the last action has the same intent and arguments.
    pub(crate) fn is_repeated(&self, intent: &str, given: &Object) -> bool {
        self.deeds.back().is_some_and(|last| last.intent == intent && last.parameters == *given)
    }

    /// Records the subjects of the last action, from its arguments and results, as referents.
    pub(crate) fn mention_all(
        &mut self,
        makes: Option<Format>,
        parameters: &[Parameter],
        given: &Object,
        made: &[String],
    ) {
        for parameter in parameters {
            let Some(name) = given.get(&parameter.name).and_then(Value::as_text) else { continue };
            let kind = match parameter.format {
                Some(Format::Path | Format::Item) if has_extension(name) => Format::File,
                Some(Format::Path) => Format::Folder,
                // A created file is mentioned by its path, and not only by its name.
                Some(Format::Title) if made.is_empty() => Format::File,
                Some(Format::Item) => Format::Application,
                Some(Format::Spreadsheet | Format::Document) => Format::File,
                Some(
                    kind @ (Format::File
                    | Format::Folder
                    | Format::Application
                    | Format::Column
                    | Format::Kind(_)),
                ) => kind,
                _ => continue,
            };
            self.mention(kind, name);
        }
        for path in made {
            let is_file = has_extension(path) || makes == Some(Format::File);
            self.mention(if is_file { Format::File } else { Format::Folder }, path);
        }
    }

    /// Records that the last action was about a thing of a kind.
    pub(crate) fn mention(&mut self, kind: Format, name: &str) {
        if let Some(deed) = self.deeds.back_mut() {
            deed.mentions.push((kind, name.into()));
        }
    }

    /// Records the things in the result of the last action, and whether it only listed them.
    pub(crate) fn returned(&mut self, things: impl IntoIterator<Item = (Format, String)>, is_listing: bool) {
        let Some(deed) = self.deeds.back_mut() else { return };
        deed.is_listing |= is_listing;
        for thing in things.into_iter().take(MOST_LISTED) {
            if !deed.results.contains(&thing) {
                deed.results.push(thing);
            }
        }
    }

    /// Records that a run was undone: its subjects are no longer referents. It can still be corrected.
    pub(crate) fn took_back(&mut self, run: &str) {
        for deed in self.deeds.iter_mut().filter(|deed| deed.run.as_deref() == Some(run)) {
            deed.run = None;
            deed.mentions.clear();
            deed.results.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::Type;

    use super::*;

    fn object(fields: &[(&str, &str)]) -> Object {
        fields.iter().map(|(name, value)| (name.to_string(), Value::from(*value))).collect()
    }

    fn parameter(name: &str, format: Format) -> Parameter {
        Parameter { format: Some(format), ..Parameter::required(name, Type::String, "") }
    }

    fn done(conversation: &mut Conversation, makes: Format, run: &str, made: &str) {
        conversation.tried("lab.make", &Object::new(), Some(run.into()));
        conversation.mention_all(Some(makes), &[], &Object::new(), &[made.into()]);
    }

    #[test]
    fn mentions_created_items_last() {
        let mut conversation = Conversation::default();
        let parameters = [parameter("source", Format::Path), parameter("destination", Format::Path)];
        let given = object(&[("source", "a.txt"), ("destination", "plans")]);
        conversation.tried("lab.move", &given, None);
        conversation.mention_all(None, &parameters, &given, &["plans/a.txt".into()]);
        let mentioned = conversation.mentioned();
        assert_eq!(mentioned.last(), Some(&(Format::File, "plans/a.txt".to_string())));
        let folders = mentioned.iter().filter(|(kind, _)| *kind == Format::Folder);
        assert_eq!(folders.map(|it| it.1.as_str()).collect::<Vec<_>>(), ["plans"]);
    }

    #[test]
    fn created_item_without_extension_has_kind_of_verb() {
        let mut conversation = Conversation::default();
        done(&mut conversation, Format::Folder, "1", "plans");
        done(&mut conversation, Format::File, "2", "plans/list");
        let kinds: Vec<Format> = conversation.mentioned().iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, [Format::Folder, Format::File]);
    }

    #[test]
    fn undone_items_are_no_longer_mentioned() {
        let mut conversation = Conversation::default();
        done(&mut conversation, Format::File, "1", "a.txt");
        done(&mut conversation, Format::File, "2", "b.txt");
        conversation.tried("lab.move", &Object::new(), Some("3".into()));
        conversation.took_back("2");
        assert_eq!(conversation.mentioned(), [(Format::File, "a.txt".to_string())]);
        // A correction refers to the failed action, although another one preceded it.
        assert_eq!(conversation.last().map(|deed| deed.intent.as_str()), Some("lab.move"));
    }

    #[test]
    fn corrections_use_mentions_before_the_last_action() {
        let mut conversation = Conversation::default();
        done(&mut conversation, Format::File, "1", "a.txt");
        done(&mut conversation, Format::File, "2", "b.txt");
        assert_eq!(conversation.mentioned_before(), [(Format::File, "a.txt".to_string())]);
    }

    #[test]
    fn limits_number_of_mentions() {
        let mut conversation = Conversation::default();
        for number in 0..2 * MOST {
            done(&mut conversation, Format::File, "1", &number.to_string());
        }
        assert_eq!(conversation.mentioned().len(), MOST);
        assert_eq!(conversation.mentioned().last().unwrap().1, "99");
    }
}
