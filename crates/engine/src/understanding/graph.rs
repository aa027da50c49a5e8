//! From goals to a plan graph: places are resolved, tools are found, and each goal becomes an action after those that it needs.

use std::path::{Path, PathBuf};

use lemmascope_intent::{Cause, Failure, Object, Value};
use lemmascope_language::goal::{Anchor, Goal, GoalType, Location, MetaGoal, NoSuchDrive, Places};
use serde::Serialize;

/// What is going to be done for several goals.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct PlanGraph {
    /// What is done, in order.
    pub(super) actions: Vec<PlannedAction>,
    /// What has to be done before what: the second needs the first.
    pub(super) edges: Vec<(String, String)>,
    /// How many actions there are.
    pub(super) total_actions: usize,
}

/// One call of one tool.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct PlannedAction {
    /// The goal that it is for, and which of its actions it is: `g0_a1`.
    pub(super) action_id: String,
    /// The intent or verb.
    pub(super) tool: String,
    /// Its arguments.
    pub(super) args: Object,
    /// What is so when it is done.
    pub(super) expected_effect: String,
    /// Why it cannot be done, where that is known already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refused: Option<String>,
}

/// A tool and its arguments.
pub(super) type Tool = (String, Object);

impl PlanGraph {
    /// The graph of goals, with the tool that was found for each, or why none was.
    pub(super) fn new(meta: &MetaGoal, tools: &[Result<Tool, Failure>]) -> Self {
        let id = |goal: usize| format!("{}_a1", meta.goals[goal].goal_id);
        let actions: Vec<PlannedAction> = tools
            .iter()
            .enumerate()
            .map(|(at, tool)| {
                let (name, args) = tool.clone().unwrap_or_default();
                PlannedAction {
                    action_id: id(at),
                    expected_effect: effect(&meta.goals[at], &name),
                    tool: name,
                    args,
                    refused: tool.as_ref().err().map(|failure| failure.message.clone()),
                }
            })
            .collect();
        let needs = meta.dependencies.iter();
        let edges =
            needs.flat_map(|(goal, needs)| needs.iter().map(|needed| (id(*needed), id(*goal)))).collect();
        Self { total_actions: actions.len(), actions, edges }
    }
}

fn effect(goal: &Goal, tool: &str) -> String {
    let path = goal.resolved_path.as_deref().or(goal.target.as_deref()).unwrap_or_default();
    match (goal.goal_type, goal.action.as_deref()) {
        (GoalType::FileOperation, Some("create")) => format!("{path} exists"),
        (GoalType::FileOperation, Some("delete")) => format!("{path} is in the trash"),
        (GoalType::FileOperation, Some(action)) => format!("{action} {path}"),
        _ => format!("{tool} is done"),
    }
}

/// Finds out where the targets of all file goals are. This is the one place at which a goal gets a path.
pub(super) fn resolve_paths(meta: &mut MetaGoal, places: &Places) -> Vec<Option<NoSuchDrive>> {
    let mut faults = Vec::new();
    for at in 0..meta.goals.len() {
        if meta.goals[at].goal_type != GoalType::FileOperation {
            faults.push(None);
            continue;
        }
        match path(&meta.goals[at].at.clone(), meta, places) {
            Ok(path) => {
                meta.goals[at].resolved_path = Some(path.display().to_string());
                faults.push(None);
            }
            Err(fault) => faults.push(Some(fault)),
        }
    }
    faults
}

/// Where something is.
fn path(location: &Location, meta: &MetaGoal, places: &Places) -> Result<PathBuf, NoSuchDrive> {
    let parent = match location.parent {
        Some(goal) => Some(path(meta.goals[goal].product(), meta, places)?),
        None => None,
    };
    let base = location.anchor.unwrap_or(Anchor::Workspace);
    let mut found = match &location.folder {
        Some(folder) => places.resolve(folder, base, parent.as_deref())?,
        None => match parent {
            Some(parent) => parent,
            None => places.base(base)?,
        },
    };
    if let Some(name) = &location.name {
        found = places.resolve(name, base, Some(&found))?;
    }
    Ok(found)
}

/// What the tool of a file goal is called, whatever else is known of it.
pub(super) fn file_tool_name(goal: &Goal) -> &'static str {
    let is_folder = goal.object_type.as_deref() == Some("folder");
    match goal.action.as_deref().unwrap_or_default() {
        "create" if is_folder => "files.create_folder",
        "create" => "files.create_file",
        "delete" if is_folder => "files.delete_folder",
        "delete" => "files.delete_file",
        "move" => "files.move",
        "copy" => "files.copy",
        "rename" => "files.rename",
        "write" => "files.write_file",
        "append" => "files.append_file",
        "list" => "files.list_directory",
        _ => "files.read_file",
    }
}

/// The tool of a file goal, with its arguments.
pub(super) fn file_tool(goal: &Goal, meta: &MetaGoal, places: &Places) -> Result<Tool, Failure> {
    let resolved = goal.resolved_path.clone().ok_or_else(|| unsaid("it is not known where it is"))?;
    let content = || goal.content.clone().map(|content| ("content", content));
    let arguments: Vec<(&str, String)> = match goal.action.as_deref().unwrap_or_default() {
        "create" | "write" | "append" => std::iter::once(("path", resolved)).chain(content()).collect(),
        "move" | "copy" => {
            let to = goal.to.as_ref().ok_or_else(|| unsaid("it was not said where to"))?;
            let folder = Location { name: None, ..to.clone() };
            let destination = path(&folder, meta, places).map_err(|fault| no_drive(&fault))?;
            vec![("source", resolved), ("destination", format!("{}/", destination.display()))]
        }
        "rename" => {
            let name = goal
                .to
                .as_ref()
                .and_then(|to| to.name.clone())
                .ok_or_else(|| unsaid("it was not said what it is to be called"))?;
            vec![("path", resolved), ("new_name", name)]
        }
        _ => vec![("path", resolved)],
    };
    let arguments =
        arguments.into_iter().map(|(name, value)| (name.to_string(), Value::from(value))).collect();
    Ok((file_tool_name(goal).into(), arguments))
}

/// A drive that is not there, and how it can be.
pub(super) fn no_drive(fault: &NoSuchDrive) -> Failure {
    let NoSuchDrive(letter) = fault;
    Failure::new(Cause::TargetNotFound, fault.to_string())
        .hint(format!("Say which folder is meant by it: `config set places.drives {letter}=<folder>`."))
}

/// Something that has to be known and was not said.
fn unsaid(what: &str) -> Failure {
    Failure::new(Cause::MissingParameter, what).hint("Say the whole of it in one sentence.")
}

/// A folder as its parent and its name, as intents take a new file.
pub(super) fn parted(path: &str) -> (Option<String>, String) {
    let path = Path::new(path);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    (path.parent().map(|parent| parent.display().to_string()), name)
}
