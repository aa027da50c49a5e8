//! Things that a phrase selects, by their sort, by name or by a reference: their calls in place of the phrase, the confirmation
//! of their removal, and the replies to sentences that use a selection otherwise.

use std::path::Path;

use lemmascope_intent::{
    Cause, Failure, Format, Node, Object, PlannedCall, Report, Status, ThingKind, ThingPart, Value,
};
use lemmascope_language::goal::{Anchor, Goal, MetaGoal, MetaType, Selection};
use lemmascope_language::literal::has_extension;
use lemmascope_language::reader::Reading;
use lemmascope_language::words::{Tongue, tongue};

use super::saying::Saying;
use crate::engine::Engine;
use crate::plan::Prepared;
use crate::request::{Reply, Request};
use crate::sessions::Tool;

/// The maximum number of things for one phrase.
const MOST: usize = 200;

/// The things that a phrase of a sentence selects.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Selected {
    /// The phrase.
    pub(super) said: String,
    /// The name that stands for the phrase while the sentence is read.
    pub(super) stand_in: String,
    /// The container.
    pub(super) container: String,
    /// The current container of the session, in which the name is looked up.
    pub(super) here: String,
    /// The paths or names of the things.
    pub(super) paths: Vec<String>,
    /// The kind of the things, unless they have paths.
    pub(super) kind: Option<&'static ThingKind>,
    /// Whether the phrase names the things, so that their removal need not be confirmed.
    pub(super) is_named: bool,
    /// Whether everything is selected, and there are containers as well, which are not among the things.
    pub(super) leaves_containers: bool,
    /// The reason why the things could not be found.
    pub(super) failure: Option<Failure>,
}

/// The reason why a sentence with a selection is not executed.
pub(super) enum Fault {
    /// It uses the selection otherwise than as the things of an action.
    Unclear,
    /// Several things would get the same name.
    SameName,
    /// It selects nothing.
    Empty,
    /// It selects too many things.
    TooMany(usize),
    /// It selects everything in a container that contains other containers.
    Containers,
    /// The things could not be found.
    Failed(Box<Failure>),
}

impl Engine {
    /// Repeats each goal about a selection for the things that it selects.
    pub(super) fn expanded(
        &self,
        meta: &MetaGoal,
        tools: Vec<Result<Tool, Failure>>,
        saying: &Saying,
        request: &Request,
    ) -> Result<(MetaGoal, Vec<Result<Tool, Failure>>), Reply> {
        let mut goals = Vec::new();
        let mut calls = Vec::new();
        let mut used = vec![false; saying.selected.len()];
        // The goals that each goal of the sentence becomes.
        let mut places: Vec<Vec<usize>> = Vec::new();
        for (goal, tool) in meta.goals.iter().zip(tools) {
            let at = match &tool {
                Ok(tool) => self.selection_of(tool, &saying.selected, &request.session),
                Err(_) => Ok(None),
            };
            let at = at.map_err(|fault| stopped(&fault, saying, None))?;
            let first = goals.len();
            match (at, &tool) {
                (Some(at), Ok((name, arguments))) => {
                    used[at] = true;
                    let selection = &saying.selected[at];
                    if let Some(arguments) = selection.with_all(arguments) {
                        calls.push(Ok((name.clone(), arguments)));
                        goals.push(goal.clone());
                        places.push(vec![first]);
                        continue;
                    }
                    for path in &selection.paths {
                        calls.push(Ok((name.clone(), selection.replaced(arguments, path))));
                        goals.push(selection.goal_for(goal, path));
                    }
                }
                _ => {
                    calls.push(tool);
                    goals.push(goal.clone());
                }
            }
            places.push((first..goals.len()).collect());
        }
        if let Some(unused) = used.iter().position(|used| !used) {
            return Err(stopped(&Fault::Unclear, saying, saying.selected.get(unused)));
        }
        for (at, goal) in goals.iter_mut().enumerate() {
            goal.goal_id = format!("g{at}");
            for location in std::iter::once(&mut goal.at).chain(goal.to.as_mut()) {
                location.parent = location.parent.and_then(|parent| places.get(parent)?.first().copied());
            }
        }
        let mut dependencies = Vec::new();
        for (at, needs) in &meta.dependencies {
            let needs: Vec<usize> = needs.iter().flat_map(|need| places[*need].clone()).collect();
            dependencies.extend(places[*at].iter().map(|own| (*own, needs.clone())));
        }
        let meta_type = match (goals.len(), dependencies.is_empty()) {
            (0 | 1, _) => MetaType::Single,
            (_, true) => MetaType::IndependentMulti,
            (_, false) => MetaType::DependentMulti,
        };
        Ok((MetaGoal { meta_type, goals, dependencies }, calls))
    }

    /// Returns the index of the selection that a tool acts on.
    pub(super) fn selection_of(
        &self,
        tool: &Tool,
        selected: &[Selected],
        session: &str,
    ) -> Result<Option<usize>, Fault> {
        let (name, arguments) = tool;
        let declared = self.parameters_of(name, session);
        let things = self.catalog.on_things(name);
        let mut found = None;
        for (parameter, value) in arguments {
            let text = value.to_string();
            let mut meant = selected.iter().enumerate().filter(|(_, it)| text.contains(&it.stand_in));
            let Some((at, selection)) = meant.next() else { continue };
            let format = declared.iter().find(|it| it.name == *parameter).and_then(|it| it.format);
            let is_path = format.is_some_and(|format| {
                Format::Path.takes(format) || format.takes(Format::File) || format.takes(Format::Path)
            });
            let is_thing = match selection.kind {
                None => is_path,
                Some(kind) => format == Some(Format::of_kind(kind)) || value.as_list().is_some(),
            };
            let is_destination = things.is_some_and(|tool| {
                let is_part = |part| tool.parameter(part) == Some(parameter.as_str());
                is_part(ThingPart::Destination) || is_part(ThingPart::NewName) || is_part(ThingPart::Content)
            });
            if meant.next().is_some()
                || found.is_some()
                || !is_thing
                || is_destination
                || !selection.is_in(value)
            {
                return Err(Fault::Unclear);
            }
            found = Some(at);
        }
        let Some(selection) = found.map(|at| &selected[at]) else { return Ok(None) };
        if let Some(failure) = &selection.failure {
            return Err(Fault::Failed(Box::new(failure.clone())));
        }
        if selection.leaves_containers {
            return Err(Fault::Containers);
        }
        match selection.paths.len() {
            0 => return Err(Fault::Empty),
            1 => {}
            count if count > MOST => return Err(Fault::TooMany(count)),
            _ if selection.kind.is_some() => {
                let is_renamed =
                    things.and_then(|tool| arguments.get(tool.parameter(ThingPart::NewName)?)).is_some();
                if is_renamed {
                    return Err(Fault::SameName);
                }
            }
            _ => {
                let text = |part| {
                    let parameter = things.and_then(|tool| tool.parameter(part))?;
                    arguments.get(parameter).and_then(Value::as_text)
                };
                // Several things cannot get the same name, whether it is stated alone or as a destination.
                let is_name = |path: &str| has_extension(path.trim_end_matches('/'));
                if text(ThingPart::NewName).is_some() || text(ThingPart::Destination).is_some_and(is_name) {
                    return Err(Fault::SameName);
                }
            }
        }
        Ok(found)
    }

    /// Makes the removal of selected things ask for confirmation, with the number of things.
    pub(super) fn confirm_removals(&self, prepared: &mut Prepared, saying: &Saying) {
        let is_removal = |call: &PlannedCall| {
            self.catalog.get(&call.capability).is_some_and(|verb| verb.signature().removes)
        };
        let mut removed = Vec::new();
        for node in &mut prepared.plan.nodes {
            let Node::Goals(goals) = node else { continue };
            for work in goals.iter_mut().filter_map(|goal| goal.work.as_mut().ok()) {
                removed.extend(work.iter_mut().filter_map(|node| match node {
                    Node::Call(call) if is_removal(call) => Some(call),
                    _ => None,
                }));
            }
        }
        let unnamed: Vec<&Selected> = saying.selected.iter().filter(|it| !it.is_named).collect();
        if unnamed.is_empty() {
            return;
        }
        let said: Vec<&str> = unnamed.iter().map(|it| it.said.as_str()).collect();
        let (count, said) = (removed.len(), said.join(", "));
        let names =
            unnamed.iter().flat_map(|it| &it.paths).map(String::as_str).collect::<Vec<_>>().join(", ");
        let is_of_kind = unnamed.iter().any(|it| it.kind.is_some());
        let warning = match (tongue(&saying.sentence), count) {
            (Tongue::English, _) if is_of_kind => format!("this removes or replaces {names} (\"{said}\")"),
            (Tongue::Portuguese, _) if is_of_kind => {
                format!("isto remove ou substitui {names} (\"{said}\")")
            }
            (Tongue::English, 1) => format!("\"{said}\" is 1 file, which is removed or replaced"),
            (Tongue::English, _) => format!("\"{said}\" is {count} files, which are removed or replaced"),
            (Tongue::Portuguese, 1) => format!("\"{said}\" é 1 ficheiro, que é removido ou substituído"),
            (Tongue::Portuguese, _) => {
                format!("\"{said}\" são {count} ficheiros, que são removidos ou substituídos")
            }
        };
        for call in removed {
            call.asks = true;
            if call.warning.is_none() {
                call.warning = Some(warning.clone());
            }
        }
    }

    /// Returns the question about a tool that takes a phrase such as "all photos" for the name of one thing.
    pub(super) fn refuse_phrase(
        &self,
        (name, arguments): &Tool,
        saying: &Saying,
        session: &str,
    ) -> Option<Reply> {
        let declared = self.parameters_of(name, session);
        let is_path = |name: &str| {
            let format = declared.iter().find(|it| it.name == name).and_then(|it| it.format);
            format.is_some_and(|format| Format::Path.takes(format) || format.takes(Format::File))
        };
        let is_phrase = |(name, value): (&String, &Value)| {
            let last = value.as_text()?.trim_end_matches('/').rsplit('/').next()?;
            let is_said = !saying.sentence.contains(['"', '“', '«', '\'']);
            (is_said && is_path(name) && Selection::is_phrase(last, self.catalog.kinds()))
                .then(|| last.to_string())
        };
        let phrase = arguments.iter().find_map(is_phrase)?;
        Some(unclear(&phrase, saying))
    }
}

impl Selected {
    /// Whether a value is the name that stands for the phrase, possibly with the current container. Any other
    /// container is stated elsewhere in the sentence, and the things were not looked up there.
    pub(super) fn is(&self, value: &Value) -> bool {
        let text = value.as_text().unwrap_or_default();
        let container = text.strip_suffix(self.stand_in.as_str());
        container.is_some_and(|it| it.is_empty() || it.trim_end_matches('/') == self.here)
    }

    /// Whether a value is that name, or a list with it.
    fn is_in(&self, value: &Value) -> bool {
        let listed = value.as_list().unwrap_or_default();
        self.is(value) || (self.kind.is_some() && listed.iter().any(|item| self.is(item)))
    }

    /// Returns arguments with all things in a list that contains the name; nothing if no list does.
    fn with_all(&self, arguments: &Object) -> Option<Object> {
        let is_listed =
            |value: &Value| value.as_list().is_some_and(|items| items.iter().any(|it| self.is(it)));
        arguments.values().any(is_listed).then(|| {
            let all = || self.paths.iter().map(|path| Value::from(path.as_str()));
            let value = |value: &Value| match value.as_list().filter(|_| is_listed(value)) {
                Some(items) => {
                    let others = items.iter().filter(|item| !self.is(item)).cloned();
                    Value::List(all().chain(others).collect())
                }
                None => value.clone(),
            };
            arguments.iter().map(|(name, it)| (name.clone(), value(it))).collect()
        })
    }

    /// Returns a goal about the phrase as a goal about one of its things.
    fn goal_for(&self, goal: &Goal, path: &str) -> Goal {
        let mut own = goal.clone();
        if self.kind.is_some() {
            own.target = Some(path.to_string());
            own.at.name = Some(path.to_string());
            return own;
        }
        let file = Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
        own.target.clone_from(&file);
        own.at.name = file;
        own.resolved_path = Some(path.to_string());
        own.base_anchor = goal.base_anchor.clone().or(Some(Anchor::Workspace));
        own
    }

    /// Returns arguments with a path in place of the name that stands for the phrase.
    pub(super) fn replaced(&self, arguments: &Object, path: &str) -> Object {
        let value = |value: &Value| if self.is(value) { Value::from(path) } else { value.clone() };
        arguments.iter().map(|(name, it)| (name.clone(), value(it))).collect()
    }
}

/// Returns a reading with the phrases in place of the names that stand for them.
pub(super) fn with_phrases(reading: &Reading, selected: &[Selected]) -> Reading {
    let put_back =
        |text: &str| selected.iter().fold(text.to_string(), |text, it| text.replace(&it.stand_in, &it.said));
    let mut reading = reading.clone();
    for value in reading.parameters.values_mut() {
        if let Some(text) = value.as_text() {
            *value = Value::from(put_back(text));
        }
    }
    reading.question = reading.question.as_deref().map(put_back);
    for text in &mut reading.unexplained {
        *text = put_back(text);
    }
    for (_, reason) in &mut reading.invalid {
        *reason = put_back(reason);
    }
    reading
}

/// Returns the reply to a sentence that failed before anything was planned.
pub(super) fn failed(failure: &Failure) -> Reply {
    Reply::Report(Box::new(Report::error("say", failure)))
}

/// Returns the question about a phrase that is no selection of things to act on.
pub(super) fn unclear(phrase: &str, saying: &Saying) -> Reply {
    let selection = Selected { said: phrase.into(), ..Selected::default() };
    stopped(&Fault::Unclear, saying, Some(&selection))
}

/// Returns the reply to a sentence with a selection that is not executed.
fn stopped(fault: &Fault, saying: &Saying, selection: Option<&Selected>) -> Reply {
    if let Fault::Failed(failure) = fault {
        return failed(failure);
    }
    let is_english = tongue(&saying.sentence) == Tongue::English;
    let selection = selection.or(saying.selected.first());
    let said = selection.map(|it| it.said.as_str()).unwrap_or_default();
    let container = selection.map(|it| it.container.as_str()).unwrap_or_default();
    let message = match (fault, is_english) {
        (Fault::Unclear, true) => format!(
            "Nothing was done: it is not clear what is to be done with each of “{said}”. Say it with one verb, \
             such as “move {said} to archive”."
        ),
        (Fault::Unclear, false) => format!(
            "Nada foi feito: não é claro o que se deve fazer a cada um de “{said}”. Diz só um verbo, por exemplo \
             “move {said} para arquivo”."
        ),
        (Fault::SameName, true) => {
            format!("Nothing was done: “{said}” are several files, which cannot all have the same name.")
        }
        (Fault::SameName, false) => {
            format!("Nada foi feito: “{said}” são vários ficheiros, que não podem ter todos o mesmo nome.")
        }
        (Fault::Containers, true) => format!(
            "Nothing was done: {container} contains folders, too. Say “all the files”, or name the folders."
        ),
        (Fault::Containers, false) => format!(
            "Nada foi feito: {container} também contém pastas. Diz “todos os ficheiros”, ou o nome das pastas."
        ),
        (Fault::Failed(failure), _) => failure.message.clone(),
        (Fault::Empty, true) => format!("Nothing was done: nothing in {container} is meant by “{said}”."),
        (Fault::Empty, false) => format!("Nada foi feito: não há em {container} nada que seja “{said}”."),
        (Fault::TooMany(count), true) => format!(
            "Nothing was done: “{said}” are {count} files, and at most {MOST} are changed by one sentence."
        ),
        (Fault::TooMany(count), false) => {
            format!("Nada foi feito: “{said}” são {count} ficheiros, e uma frase muda no máximo {MOST}.")
        }
    };
    if matches!(fault, Fault::Empty) {
        return failed(&Failure::new(Cause::TargetNotFound, message));
    }
    let mut report = Report::new(Status::Ask, "say");
    report.summary = Some(message);
    Reply::Report(Box::new(report))
}
