//! What a session remembers of its conversation.

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

/// The conversations that are under way, by session.
#[derive(Default)]
pub(crate) struct Conversations(Mutex<HashMap<String, Arc<Mutex<Conversation>>>>);

/// One conversation.
#[derive(Debug, Default)]
pub(crate) struct Conversation {
    /// What was asked last, and has not been answered.
    pub(crate) pending: Option<Pending>,
    /// Whether the store has a question of this session; nothing where nobody has looked.
    pub(crate) is_kept: Option<bool>,
    /// What was done, or at least tried, the latest last.
    deeds: VecDeque<Deed>,
    /// The secrets of what was done, so that no model is told them later.
    pub(crate) secrets: Redactor,
    /// The version of the session's state that the store had last.
    pub(crate) version: i64,
    /// How many later states are being written. The store is behind until they are.
    pub(crate) unsettled: usize,
    /// That state, and the parts of the conversation that it was made from.
    pub(crate) stored: Json,
    kept: (VecDeque<Deed>, Option<Pending>),
}

/// What a conversation remembered at a moment.
pub(crate) struct Memory(VecDeque<Deed>);

/// Something that was done.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Deed {
    /// The intent, verb or command.
    pub(crate) intent: String,
    /// With what.
    pub(crate) parameters: Object,
    /// The run, where it was one that has not been taken back.
    pub(crate) run: Option<String>,
    /// The parameter that was asked about because it could be one of several things, and those.
    pub(crate) chosen: Option<(String, Vec<String>)>,
    /// What it was about and what came of it, the latest last.
    mentions: Vec<(Format, String)>,
}

/// A question that waits for its answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Pending {
    /// Values are missing, or cannot be used.
    Values {
        /// What was understood so far.
        reading: Box<Reading>,
        /// The parameters that are asked for, in order.
        wanted: Vec<String>,
    },
    /// One of several things is meant.
    Choice {
        /// What was understood so far.
        reading: Box<Reading>,
        /// The parameter.
        parameter: String,
        /// What it may be.
        options: Vec<String>,
        /// Whether it is meant instead of what was done last.
        is_instead: bool,
    },
    /// One of several intents is meant, or it is not sure that this one is.
    Intent {
        /// What was understood so far.
        reading: Box<Reading>,
        /// What was said.
        sentence: String,
        /// What it may mean, the likeliest first.
        options: Vec<String>,
    },
    /// A model has proposed what may be meant.
    Proposal {
        /// What was said.
        sentence: String,
        /// What it proposes, as far as it was checked.
        reading: Box<Reading>,
        /// What would be carried out, and with what.
        tool: (String, Object),
    },
    /// A goal was planned, and waits to be carried out.
    Goal {
        /// The words of the goal.
        sentence: String,
        /// The request that was understood.
        work: Work,
        /// The plan that was shown; nothing where the request is a command of the engine.
        plan: Option<HeldPlan>,
        /// Whether it was shown to a person; then the yes has to be a person's too.
        by_person: bool,
    },
    /// A plan has to be agreed to.
    Agreement {
        /// The request that was understood.
        work: Work,
        /// The plan that was shown.
        plan: Option<HeldPlan>,
        /// The code by which one agrees to this plan and to no other.
        code: String,
    },
    /// What was corrected cannot be taken back; the corrected thing may be done all the same.
    Anyway {
        /// What was understood.
        reading: Box<Reading>,
        /// What it comes to.
        tool: Tool,
    },
}

impl Pending {
    /// The plan that waits for a yes.
    pub(crate) fn plan(&self) -> Option<&HeldPlan> {
        match self {
            Self::Goal { plan, .. } | Self::Agreement { plan, .. } => plan.as_ref(),
            _ => None,
        }
    }

    /// Whether a plan was shown that a yes no longer carries out: it has become another, or is too old.
    pub(crate) fn is_stale(&self) -> bool {
        self.plan().is_some_and(HeldPlan::is_expired)
    }
}

/// A plan that was shown. A yes carries out this plan, whatever the same words would mean by then.
#[derive(Clone)]
pub(crate) struct HeldPlan {
    /// The plan.
    pub(crate) prepared: Arc<Prepared>,
    /// When a yes to it comes too late, in seconds since 1970.
    pub(crate) expires: i64,
}

/// How long a yes is waited for, in seconds.
const PATIENCE: i64 = 60 * 60;

impl HeldPlan {
    /// A plan that was shown just now.
    pub(crate) fn new(prepared: Prepared) -> Self {
        Self { prepared: Arc::new(prepared), expires: now() + PATIENCE }
    }

    /// Whether a yes to it comes too late.
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

/// A request that was understood, from which a plan is made.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Work {
    /// One intent, verb or command.
    Single(Tool, Box<Reading>),
    /// Several goals, each with its tool or the reason why it has none.
    Several(Box<MetaGoal>, Vec<Result<Tool, Failure>>),
    /// One in place of what was done last, which is taken back first.
    Instead(Box<Deed>, Tool, Box<Reading>),
}

impl Work {
    /// The names of the tools.
    pub(crate) fn tools(&self) -> Vec<String> {
        match self {
            Self::Single((name, _), _) | Self::Instead(_, (name, _), _) => vec![name.clone()],
            Self::Several(_, tools) => tools.iter().flatten().map(|(name, _)| name.clone()).collect(),
        }
    }
}

/// So many deeds are remembered.
const MOST: usize = 50;

impl Conversations {
    /// The conversation of a session.
    pub(crate) fn of(&self, session: &str) -> Arc<Mutex<Conversation>> {
        Arc::clone(lock(&self.0).entry(session.into()).or_default())
    }

    /// Forgets the conversation of a session that is over.
    pub(crate) fn forget(&self, session: &str) {
        lock(&self.0).remove(session);
    }
}

impl Deed {
    /// A deed as it was stored.
    pub(crate) fn restored(
        intent: String,
        parameters: Object,
        run: Option<String>,
        chosen: Option<(String, Vec<String>)>,
        mentions: Vec<(Format, String)>,
    ) -> Self {
        Self { intent, parameters, run, chosen, mentions }
    }

    /// The things that it was about and that came of it, the latest last.
    pub(crate) fn mentions(&self) -> &[(Format, String)] {
        &self.mentions
    }
}

impl Conversation {
    /// The deeds, the latest last.
    pub(crate) fn deeds(&self) -> impl Iterator<Item = &Deed> {
        self.deeds.iter()
    }

    /// Whether something was said or done since the conversation was stored.
    pub(crate) fn is_changed(&self) -> bool {
        self.deeds != self.kept.0 || self.pending != self.kept.1
    }

    /// The conversation is stored as it is now.
    pub(crate) fn note_kept(&mut self) {
        self.kept = (self.deeds.clone(), self.pending.clone());
    }

    /// Goes on with a conversation that was stored.
    pub(crate) fn restore(&mut self, deeds: Vec<Deed>, pending: Option<Pending>) {
        self.deeds = deeds.into();
        self.pending = pending;
        self.note_kept();
        // A plan that waits for a yes is stored apart, and looked for when it is wanted.
        self.is_kept = None;
    }

    /// What was spoken of, the latest last.
    pub(crate) fn mentioned(&self) -> Vec<(Format, String)> {
        self.deeds.iter().flat_map(|deed| deed.mentions.iter().cloned()).collect()
    }

    /// What words of reference stand for: things of the kinds that the domains bring.
    pub(crate) fn referents(&self, workspace: &Path, things: &Things) -> Referents {
        let referent = |(format, name): &(Format, String)| {
            let own = Path::new(name).strip_prefix(workspace).ok().filter(|it| !it.as_os_str().is_empty());
            let name = own.map_or_else(|| name.clone(), |it| it.display().to_string());
            Referent { name, kind: things.kind(format.as_str()) }
        };
        Referents {
            things: self.mentioned().iter().map(referent).filter(|it| it.kind.is_some()).collect(),
            several: self.together(things).iter().map(referent).collect(),
        }
    }

    /// The things that were made or changed together last; of things and the containers that they went to, the things.
    fn together(&self, things: &Things) -> Vec<(Format, String)> {
        let mentions = self.deeds.back().map(|deed| deed.mentions.as_slice()).unwrap_or_default();
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

    /// The same, as it was before what was done last.
    pub(crate) fn mentioned_before(&self) -> Vec<(Format, String)> {
        let earlier = self.deeds.iter().rev().skip(1).rev();
        earlier.flat_map(|deed| deed.mentions.iter().cloned()).collect()
    }

    /// What was done so far, to be remembered again should what comes next not count.
    pub(crate) fn memory(&self) -> Memory {
        Memory(self.deeds.clone())
    }

    /// What was done since does not count.
    pub(crate) fn remember_again(&mut self, memory: Memory) {
        self.deeds = memory.0;
    }

    /// What was done last, or at least tried.
    pub(crate) fn last(&self) -> Option<&Deed> {
        self.deeds.back()
    }

    /// What was done last came of a choice between these.
    pub(crate) fn offered(&mut self, parameter: String, options: Vec<String>) {
        if let Some(deed) = self.deeds.back_mut() {
            deed.chosen = Some((parameter, options));
        }
    }

    /// Something was done, or at least tried, and can be corrected from now on.
    pub(crate) fn tried(&mut self, intent: &str, given: &Object, run: Option<String>) {
        self.deeds.push_back(Deed {
            intent: intent.into(),
            parameters: given.clone(),
            run,
            chosen: None,
            mentions: Vec::new(),
        });
        if self.deeds.len() > MOST {
            self.deeds.pop_front();
        }
    }

    /// Whether the same was done last, with the same values.
    pub(crate) fn is_repeated(&self, intent: &str, given: &Object) -> bool {
        self.deeds.back().is_some_and(|last| last.intent == intent && last.parameters == *given)
    }

    /// What was done last was about this, which can be spoken of from now on: what was given, and what came of it.
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
                // What is made has its place, and not only a name.
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

    /// What was done last was about a thing of a kind.
    pub(crate) fn mention(&mut self, kind: Format, name: &str) {
        if let Some(deed) = self.deeds.back_mut() {
            deed.mentions.push((kind, name.into()));
        }
    }

    /// A run was taken back: what it was about is spoken of no longer. It can still be said how it was meant.
    pub(crate) fn took_back(&mut self, run: &str) {
        for deed in self.deeds.iter_mut().filter(|deed| deed.run.as_deref() == Some(run)) {
            deed.run = None;
            deed.mentions.clear();
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
    fn what_was_made_is_spoken_of_last() {
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
    fn what_was_made_without_an_extension_is_what_its_verb_makes() {
        let mut conversation = Conversation::default();
        done(&mut conversation, Format::Folder, "1", "plans");
        done(&mut conversation, Format::File, "2", "plans/list");
        let kinds: Vec<Format> = conversation.mentioned().iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, [Format::Folder, Format::File]);
    }

    #[test]
    fn what_is_taken_back_is_spoken_of_no_longer() {
        let mut conversation = Conversation::default();
        done(&mut conversation, Format::File, "1", "a.txt");
        done(&mut conversation, Format::File, "2", "b.txt");
        conversation.tried("lab.move", &Object::new(), Some("3".into()));
        conversation.took_back("2");
        assert_eq!(conversation.mentioned(), [(Format::File, "a.txt".to_string())]);
        // What failed after it is still what a correction is about.
        assert_eq!(conversation.last().map(|deed| deed.intent.as_str()), Some("lab.move"));
    }

    #[test]
    fn a_correction_is_read_with_what_was_spoken_of_before_the_deed() {
        let mut conversation = Conversation::default();
        done(&mut conversation, Format::File, "1", "a.txt");
        done(&mut conversation, Format::File, "2", "b.txt");
        assert_eq!(conversation.mentioned_before(), [(Format::File, "a.txt".to_string())]);
    }

    #[test]
    fn no_more_is_remembered_than_is_of_use() {
        let mut conversation = Conversation::default();
        for number in 0..2 * MOST {
            done(&mut conversation, Format::File, "1", &number.to_string());
        }
        assert_eq!(conversation.mentioned().len(), MOST);
        assert_eq!(conversation.mentioned().last().unwrap().1, "99");
    }
}
