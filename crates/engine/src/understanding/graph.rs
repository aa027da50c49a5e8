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
    /// The plan of each goal.
    pub(super) plans: Vec<GoalPlan>,
    /// The action with which the last goal is achieved.
    pub(super) goal_achieved_by: String,
    /// How many actions there are.
    pub(super) total_actions: usize,
}

/// What is done for one goal.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct GoalPlan {
    /// The goal.
    pub(super) goal_id: String,
    /// Its actions, in order.
    pub(super) actions: Vec<String>,
    /// The action with which it is achieved.
    pub(super) goal_achieved_by: String,
    /// How many actions it takes.
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
    /// The graph of goals, with the tool that was found for each, or why none was, and what each tool is expected to do.
    pub(super) fn new(
        meta: &MetaGoal,
        tools: &[Result<Tool, Failure>],
        effect: impl Fn(&Tool) -> String,
    ) -> Self {
        let id = |goal: usize| format!("{}_a1", meta.goals[goal].goal_id);
        let actions: Vec<PlannedAction> = tools
            .iter()
            .enumerate()
            .map(|(at, tool)| {
                let (name, args) = tool.clone().unwrap_or_default();
                PlannedAction {
                    action_id: id(at),
                    expected_effect: tool.as_ref().map(&effect).unwrap_or_default(),
                    tool: name,
                    args,
                    refused: tool.as_ref().err().map(|failure| failure.message.clone()),
                }
            })
            .collect();
        let needs = meta.dependencies.iter();
        let edges =
            needs.flat_map(|(goal, needs)| needs.iter().map(|needed| (id(*needed), id(*goal)))).collect();
        let plan = |at: usize| GoalPlan {
            goal_id: meta.goals[at].goal_id.clone(),
            actions: vec![id(at)],
            goal_achieved_by: id(at),
            total_actions: 1,
        };
        let plans: Vec<GoalPlan> = (0..actions.len()).map(plan).collect();
        let goal_achieved_by = plans.last().map(|plan| plan.goal_achieved_by.clone()).unwrap_or_default();
        Self { total_actions: actions.len(), actions, edges, plans, goal_achieved_by }
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

#[cfg(test)]
mod tests {
    use lemmascope_language::goal::MetaType;

    use super::*;

    fn places() -> Places {
        Places {
            workspace: "/desk".into(),
            desktop: "/home/ana/Desktop".into(),
            documents: "/home/ana/Documents".into(),
            downloads: "/home/ana/Downloads".into(),
            drives: vec![('D', "/mnt/d".into())],
        }
    }

    fn goal(at: usize, action: &str, kind: &str, location: Location) -> Goal {
        Goal {
            goal_type: GoalType::FileOperation,
            target: location.name.clone(),
            action: Some(action.into()),
            object_type: Some(kind.into()),
            base_anchor: location.anchor,
            is_plain: true,
            at: location,
            ..Goal::new(at, 0..0)
        }
    }

    fn named(name: &str) -> Location {
        Location { name: Some(name.into()), ..Location::default() }
    }

    fn meta(goals: Vec<Goal>) -> MetaGoal {
        MetaGoal { meta_type: MetaType::IndependentMulti, goals, dependencies: Vec::new() }
    }

    /// A folder in the workspace, one on a drive, and a file inside the second.
    fn three() -> MetaGoal {
        let on = |anchor| Location { anchor: Some(anchor), ..named("galaxy") };
        let inside = Location { parent: Some(1), ..named("milkyway.txt") };
        let mut meta = meta(vec![
            goal(0, "create", "folder", named("space")),
            goal(1, "create", "folder", on(Anchor::Drive('D'))),
            goal(2, "create", "file", inside),
        ]);
        meta.depend(2, 1);
        meta
    }

    #[test]
    fn each_goal_gets_its_path_from_where_it_was_said_to_be() {
        let mut meta = three();
        assert!(resolve_paths(&mut meta, &places()).iter().all(Option::is_none));
        let paths: Vec<&str> = meta.goals.iter().filter_map(|goal| goal.resolved_path.as_deref()).collect();
        assert_eq!(paths, ["/desk/space", "/mnt/d/galaxy", "/mnt/d/galaxy/milkyway.txt"]);
        assert_eq!(meta.goals[2].target.as_deref(), Some("milkyway.txt"), "a target stays a name");
    }

    #[test]
    fn a_drive_that_is_not_there_is_a_fault_of_what_is_on_it_and_inside_that() {
        let mut meta = three();
        let faults = resolve_paths(&mut meta, &Places { drives: Vec::new(), ..places() });
        assert_eq!(faults.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true]);
        assert_eq!(meta.goals[1].resolved_path, None);
        let failure = no_drive(faults[1].as_ref().unwrap());
        assert_eq!(failure.cause, Cause::TargetNotFound);
        assert!(failure.hint.unwrap().contains("places.drives D=<folder>"));
    }

    #[test]
    fn what_depends_comes_after_what_it_needs() {
        let mut meta = three();
        resolve_paths(&mut meta, &places());
        let mut tools: Vec<Result<Tool, Failure>> =
            meta.goals.iter().map(|goal| file_tool(goal, &meta, &places())).collect();
        tools[0] = Err(unsaid("it was not said"));
        let graph = PlanGraph::new(&meta, &tools, |(name, _)| format!("{name} is done"));
        assert_eq!(graph.total_actions, 3);
        assert_eq!(graph.edges, [("g1_a1".to_string(), "g2_a1".to_string())]);
        assert_eq!(graph.actions[0].refused.as_deref(), Some("it was not said"));
        assert_eq!(graph.actions[1].tool, "files.create_folder");
        assert_eq!(graph.actions[2].tool, "files.create_file");
        assert_eq!(graph.actions[2].expected_effect, "files.create_file is done");
        assert_eq!(graph.actions[0].expected_effect, "", "nothing is expected of what is refused");
        assert_eq!(graph.goal_achieved_by, "g2_a1");
        assert_eq!(graph.plans[1].goal_achieved_by, "g1_a1");
        assert_eq!(graph.actions[2].refused, None);
    }

    #[test]
    fn every_action_has_its_verb_and_arguments() {
        let tool = |action: &str, kind: &str, to: Option<Location>| {
            let content = Some("milk".to_string());
            let mut meta = meta(vec![Goal { to, content, ..goal(0, action, kind, named("a.txt")) }]);
            resolve_paths(&mut meta, &places());
            file_tool(&meta.goals[0], &meta, &places())
                .map(|(name, arguments)| format!("{name} {}", Value::Object(arguments)))
        };
        let archive = Location { folder: Some("archive".into()), ..Location::default() };
        for (action, kind, to, called) in [
            ("delete", "file", None, r#"files.delete_file {"path":"/desk/a.txt"}"#),
            ("delete", "folder", None, r#"files.delete_folder {"path":"/desk/a.txt"}"#),
            ("list", "folder", None, r#"files.list_directory {"path":"/desk/a.txt"}"#),
            ("read", "file", None, r#"files.read_file {"path":"/desk/a.txt"}"#),
            ("append", "file", None, r#"files.append_file {"path":"/desk/a.txt","content":"milk"}"#),
            (
                "move",
                "file",
                Some(archive.clone()),
                r#"files.move {"source":"/desk/a.txt","destination":"/desk/archive/"}"#,
            ),
            (
                "copy",
                "file",
                Some(archive),
                r#"files.copy {"source":"/desk/a.txt","destination":"/desk/archive/"}"#,
            ),
            (
                "rename",
                "file",
                Some(named("b.txt")),
                r#"files.rename {"path":"/desk/a.txt","new_name":"b.txt"}"#,
            ),
        ] {
            assert_eq!(tool(action, kind, to).unwrap(), called);
        }
        for action in ["move", "copy", "rename"] {
            assert_eq!(tool(action, "file", None).unwrap_err().cause, Cause::MissingParameter, "{action}");
        }
    }

    #[test]
    fn a_path_is_parted_as_intents_take_it() {
        assert_eq!(parted("/desk/a/b.txt"), (Some("/desk/a".into()), "b.txt".into()));
        assert_eq!(parted("b.txt"), (Some(String::new()), "b.txt".into()));
    }
}
