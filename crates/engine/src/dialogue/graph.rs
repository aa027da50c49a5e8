//! From goals to a plan graph: locations are resolved, tools are selected, and each goal becomes an action
//! that follows those on which it depends.

use std::path::{Path, PathBuf};

use lemmascope_intent::{Cause, Failure, Object, ThingAction, ThingPart, ThingTool, Value};
use lemmascope_language::goal::{Anchor, Goal, GoalType, Location, MetaGoal, NoSuchPlace, Places};
use serde::Serialize;

use crate::catalog::Catalog;
use crate::sessions::Tool;

/// The planned actions for several goals.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct PlanGraph {
    /// The actions, in order of execution.
    pub(super) actions: Vec<PlannedAction>,
    /// The dependencies: the second action needs the first.
    pub(super) edges: Vec<(String, String)>,
    /// The plan of each goal.
    pub(super) plans: Vec<GoalPlan>,
    /// The action that completes the last goal.
    pub(super) goal_achieved_by: String,
    /// The number of actions.
    pub(super) total_actions: usize,
}

/// The plan of one goal.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct GoalPlan {
    /// The id of the goal.
    pub(super) goal_id: String,
    /// The ids of its actions, in order.
    pub(super) actions: Vec<String>,
    /// The action that completes it.
    pub(super) goal_achieved_by: String,
    /// The number of its actions.
    pub(super) total_actions: usize,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct PlannedAction {
    /// The id, from the goal and the index of the action: `g0_a1`.
    pub(super) action_id: String,
    /// The intent or verb.
    pub(super) tool: String,
    /// Its arguments.
    pub(super) args: Object,
    /// The state after the action.
    pub(super) expected_effect: String,
    /// The reason why it cannot be executed, if that is already known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refused: Option<String>,
}

impl PlanGraph {
    /// Builds the graph of goals, with the tool for each or the reason why it has none, and with the expected
    /// effect of each tool.
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

/// Resolves the paths of all goals about things with paths. No other function gives a goal a path. Returns
/// the fault of each goal whose location does not exist.
pub(super) fn resolve_paths(
    meta: &mut MetaGoal,
    places: &Places,
    catalog: &Catalog,
) -> Vec<Option<NoSuchPlace>> {
    let mut faults = Vec::new();
    for at in 0..meta.goals.len() {
        let goal = &meta.goals[at];
        if goal.goal_type != GoalType::ThingOperation || !has_path(goal, catalog) {
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

/// Returns the path of the object of a goal after its action: a moved file is in its new folder.
pub(super) fn product_path(goal: &Goal, meta: &MetaGoal, places: &Places) -> Option<String> {
    let own = goal.resolved_path.as_ref()?;
    let product = goal.to.as_ref().and_then(|to| path(to, meta, places).ok());
    Some(product.map_or_else(|| own.clone(), |path| path.display().to_string()))
}

/// Resolves a location to a path.
fn path(location: &Location, meta: &MetaGoal, places: &Places) -> Result<PathBuf, NoSuchPlace> {
    let parent = match location.parent {
        Some(goal) => Some(path(meta.goals[goal].product(), meta, places)?),
        None => None,
    };
    let base = location.anchor.as_ref().unwrap_or(&Anchor::Workspace);
    let mut found = match &location.container {
        Some(container) => places.resolve(container, base, parent.as_deref())?,
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

/// Returns the tool for the action of a goal on a thing, if there is one.
pub(super) fn thing_tool<'c>(goal: &Goal, catalog: &'c Catalog) -> Option<&'c ThingTool> {
    let action = goal.action.as_deref().and_then(ThingAction::named).unwrap_or(ThingAction::Read);
    catalog.thing_tool(action, goal.object_type.as_deref())
}

/// Whether the thing of a goal has a path. True if its kind is unknown.
fn has_path(goal: &Goal, catalog: &Catalog) -> bool {
    let kind = goal.object_type.as_deref().and_then(|kind| catalog.kinds().kind(kind));
    kind.is_none_or(|kind| kind.names.is_path())
}

/// Returns the reason why the container or location that a goal names cannot contain its thing, if it cannot.
pub(super) fn misplaced(goal: &Goal, catalog: &Catalog) -> Option<Failure> {
    let kind = catalog.kinds().kind(goal.object_type.as_deref()?)?;
    let locations = || [Some(&goal.at), goal.to.as_ref()].into_iter().flatten();
    let container = locations().filter_map(|it| it.kind).find(|it| !it.can_contain(kind.name));
    // A location is a path, so only things with paths can be there.
    let is_elsewhere = |anchor: &&Anchor| **anchor != Anchor::Workspace && !kind.names.is_path();
    let anchor = locations().filter_map(|it| it.anchor.as_ref()).find(is_elsewhere);
    let container = container.map(|container| indefinite(container.name));
    let place = container.or_else(|| Some(format!("the place {}", anchor?.name())))?;
    let message = format!("{} cannot be in {place}", indefinite(kind.name));
    Some(Failure::new(Cause::InvalidParameter, message))
}

fn indefinite(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// Returns the tool for the action of a goal on a thing, with its arguments.
pub(super) fn thing_call(
    tool: &ThingTool,
    goal: &Goal,
    meta: &MetaGoal,
    places: &Places,
    catalog: &Catalog,
) -> Result<Tool, Failure> {
    if let Some(failure) = misplaced(goal, catalog) {
        return Err(failure);
    }
    if !has_path(goal, catalog) {
        return named_call(tool, goal, meta);
    }
    let resolved = goal.resolved_path.clone().ok_or_else(|| unsaid("it is not known where it is"))?;
    let (container, name) = parted(&resolved);
    let is_elsewhere = |folder: &String| Path::new(folder) != places.workspace;
    let mut arguments = Object::new();
    for (part, parameter) in tool.parts {
        let value = match part {
            ThingPart::Target => Some(resolved.clone()),
            ThingPart::Name => Some(name.clone()),
            ThingPart::Container => container.clone().filter(is_elsewhere),
            ThingPart::Destination => {
                let to = goal.to.as_ref().ok_or_else(|| unsaid("it was not said where to"))?;
                let folder = Location { name: None, ..to.clone() };
                let destination = path(&folder, meta, places).map_err(|fault| no_place(&fault))?;
                Some(format!("{}/", destination.display()))
            }
            ThingPart::NewName => Some(new_name(goal)?),
            ThingPart::Content => goal.content.clone(),
        };
        arguments.extend(value.map(|value| (parameter.to_string(), Value::from(value))));
    }
    Ok((tool.tool.into(), arguments))
}

/// Like [`thing_call`], for a thing without a path: the tool gets its name and the name of its container.
fn named_call(tool: &ThingTool, goal: &Goal, meta: &MetaGoal) -> Result<Tool, Failure> {
    let container = |location: &Location| match (&location.container, location.parent) {
        (Some(container), _) => Some(container.clone()),
        (None, parent) => meta.goals[parent?].product().name.clone(),
    };
    let name = goal.at.name.clone().ok_or_else(|| unsaid("it was not said what it is called"))?;
    let mut arguments = Object::new();
    for (part, parameter) in tool.parts {
        let value = match part {
            ThingPart::Target | ThingPart::Name => Some(name.clone()),
            ThingPart::Container => container(&goal.at),
            ThingPart::Destination => {
                let to = goal.to.as_ref().and_then(container);
                Some(to.ok_or_else(|| unsaid("it was not said where to"))?)
            }
            ThingPart::NewName => Some(new_name(goal)?),
            ThingPart::Content => goal.content.clone(),
        };
        arguments.extend(value.map(|value| (parameter.to_string(), Value::from(value))));
    }
    Ok((tool.tool.into(), arguments))
}

fn new_name(goal: &Goal) -> Result<String, Failure> {
    let name = goal.to.as_ref().and_then(|to| to.name.clone());
    name.ok_or_else(|| unsaid("it was not said what it is to be called"))
}

/// Returns the failure for a location that does not exist; for a drive, with the setting that defines it.
pub(super) fn no_place(fault: &NoSuchPlace) -> Failure {
    let failure = Failure::new(Cause::TargetNotFound, fault.to_string());
    match fault {
        NoSuchPlace::Drive(letter) => failure
            .hint(format!("Say which folder is meant by it: `config set places.drives {letter}=<folder>`.")),
        NoSuchPlace::Named(_) => failure,
    }
}

/// Returns the failure for missing information.
fn unsaid(what: &str) -> Failure {
    Failure::new(Cause::MissingParameter, what).hint("Say the whole of it in one sentence.")
}

/// Splits a path into its parent and its name.
pub(super) fn parted(path: &str) -> (Option<String>, String) {
    let path = Path::new(path);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    (path.parent().map(|parent| parent.display().to_string()), name)
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::Domain;
    use lemmascope_language::goal::MetaType;

    use super::*;

    fn places() -> Places {
        Places {
            workspace: "/desk".into(),
            named: vec![("ATTIC".into(), "/home/ana/Attic".into())],
            drives: vec![('D', "/mnt/d".into())],
        }
    }

    fn goal(at: usize, action: &str, kind: &str, location: Location) -> Goal {
        Goal {
            goal_type: GoalType::ThingOperation,
            target: location.name.clone(),
            action: Some(action.into()),
            object_type: Some(kind.into()),
            base_anchor: location.anchor.clone(),
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

    /// Returns a folder in the workspace, one on a drive, and a file inside the second.
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
    fn resolves_goal_paths_from_locations() {
        let mut meta = three();
        assert!(resolve_paths(&mut meta, &places(), &catalog()).iter().all(Option::is_none));
        let paths: Vec<&str> = meta.goals.iter().filter_map(|goal| goal.resolved_path.as_deref()).collect();
        assert_eq!(paths, ["/desk/space", "/mnt/d/galaxy", "/mnt/d/galaxy/milkyway.txt"]);
        assert_eq!(meta.goals[2].target.as_deref(), Some("milkyway.txt"), "a target stays a name");
    }

    #[test]
    fn missing_drive_fails_goals_on_it_and_nested_goals() {
        let mut meta = three();
        let faults = resolve_paths(&mut meta, &Places { drives: Vec::new(), ..places() }, &catalog());
        assert_eq!(faults.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true]);
        assert_eq!(meta.goals[1].resolved_path, None);
        let failure = no_place(faults[1].as_ref().unwrap());
        assert_eq!(failure.cause, Cause::TargetNotFound);
        assert!(failure.hint.unwrap().contains("places.drives D=<folder>"));
    }

    #[test]
    fn plan_graph_orders_actions_by_dependency() {
        let mut meta = three();
        resolve_paths(&mut meta, &places(), &catalog());
        let call = |goal: &Goal| {
            thing_call(thing_tool(goal, &catalog()).unwrap(), goal, &meta, &places(), &catalog())
        };
        let mut tools: Vec<Result<Tool, Failure>> = meta.goals.iter().map(call).collect();
        tools[0] = Err(unsaid("it was not said"));
        let graph = PlanGraph::new(&meta, &tools, |(name, _)| format!("{name} is done"));
        assert_eq!(graph.total_actions, 3);
        assert_eq!(graph.edges, [("g1_a1".to_string(), "g2_a1".to_string())]);
        assert_eq!(graph.actions[0].refused.as_deref(), Some("it was not said"));
        assert_eq!(graph.actions[1].tool, "lab.make_box");
        assert_eq!(graph.actions[2].tool, "lab.make_note");
        assert_eq!(graph.actions[2].expected_effect, "lab.make_note is done");
        assert_eq!(graph.actions[0].expected_effect, "", "nothing is expected of what is refused");
        assert_eq!(graph.goal_achieved_by, "g2_a1");
        assert_eq!(graph.plans[1].goal_achieved_by, "g1_a1");
        assert_eq!(graph.actions[2].refused, None);
    }

    /// The tools of a test domain with notes in boxes.
    const TOOLS: &[ThingTool] = &[
        ThingTool {
            action: ThingAction::Create,
            kind: Some("file"),
            tool: "lab.make_note",
            parts: &[(ThingPart::Target, "at"), (ThingPart::Content, "words")],
            alone: false,
        },
        ThingTool {
            action: ThingAction::Create,
            kind: Some("folder"),
            tool: "lab.make_box",
            parts: &[(ThingPart::Target, "at")],
            alone: false,
        },
        ThingTool {
            action: ThingAction::Move,
            kind: None,
            tool: "lab.shift",
            parts: &[(ThingPart::Target, "what"), (ThingPart::Destination, "where")],
            alone: false,
        },
        ThingTool {
            action: ThingAction::Rename,
            kind: None,
            tool: "lab.retitle",
            parts: &[(ThingPart::Target, "what"), (ThingPart::NewName, "title")],
            alone: false,
        },
        ThingTool {
            action: ThingAction::Create,
            kind: Some("file"),
            tool: "make_note",
            parts: &[(ThingPart::Name, "title"), (ThingPart::Container, "box")],
            alone: true,
        },
    ];

    fn catalog() -> Catalog {
        Catalog::new(&[Domain::new("lab", Vec::new()).things(TOOLS)], &[])
    }

    #[test]
    fn tool_receives_the_goal_parts_it_declares() {
        let call = |action: &str, kind: Option<&str>, to: Option<Location>| {
            let content = Some("milk".to_string());
            let object_type = kind.map(str::to_string);
            let at = named("a.txt");
            let mut meta = meta(vec![Goal { to, content, object_type, ..goal(0, action, "", at) }]);
            resolve_paths(&mut meta, &places(), &catalog());
            let catalog = catalog();
            let tool = thing_tool(&meta.goals[0], &catalog)?;
            Some(
                thing_call(tool, &meta.goals[0], &meta, &places(), &catalog)
                    .map(|(name, arguments)| format!("{name} {}", Value::Object(arguments))),
            )
        };
        let archive = Location { container: Some("archive".into()), ..Location::default() };
        for (action, kind, to, called) in [
            ("create", Some("file"), None, r#"lab.make_note {"at":"/desk/a.txt","words":"milk"}"#),
            ("create", None, None, r#"lab.make_note {"at":"/desk/a.txt","words":"milk"}"#),
            ("create", Some("folder"), None, r#"lab.make_box {"at":"/desk/a.txt"}"#),
            ("move", None, Some(archive), r#"lab.shift {"what":"/desk/a.txt","where":"/desk/archive/"}"#),
            (
                "rename",
                Some("folder"),
                Some(named("b.txt")),
                r#"lab.retitle {"what":"/desk/a.txt","title":"b.txt"}"#,
            ),
        ] {
            assert_eq!(call(action, kind, to).unwrap().unwrap(), called);
        }
        for action in ["move", "rename"] {
            assert_eq!(
                call(action, None, None).unwrap().unwrap_err().cause,
                Cause::MissingParameter,
                "{action}"
            );
        }
        assert!(call("delete", None, None).is_none(), "no tool is for that");
    }

    #[test]
    fn single_goal_request_uses_dedicated_tool() {
        let catalog = catalog();
        let alone = |kind| catalog.tool_alone(catalog.thing_tool(ThingAction::Create, kind).unwrap());
        let on_drive = Location { anchor: Some(Anchor::Drive('D')), ..named("a.txt") };
        let mut meta = meta(vec![goal(0, "create", "file", on_drive)]);
        resolve_paths(&mut meta, &places(), &catalog);
        let (name, arguments) =
            thing_call(alone(Some("file")).unwrap(), &meta.goals[0], &meta, &places(), &catalog).unwrap();
        assert_eq!(name, "make_note");
        assert_eq!(Value::Object(arguments).to_string(), r#"{"title":"a.txt","box":"/mnt/d"}"#);
        assert_eq!(alone(Some("folder")), None);
    }

    #[test]
    fn splits_path_into_directory_and_name() {
        assert_eq!(parted("/desk/a/b.txt"), (Some("/desk/a".into()), "b.txt".into()));
        assert_eq!(parted("b.txt"), (Some(String::new()), "b.txt".into()));
    }
}
