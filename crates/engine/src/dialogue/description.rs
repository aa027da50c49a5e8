//! Descriptions of resolved requests, in the fields of goals.

use std::path::{Path, PathBuf};

use lemmascope_intent::{Category, Format, NameShape, Object, Operation, Parameter, ThingPart, Value};
use lemmascope_language::goal::{Anchor, Goal, GoalType, MetaGoal, MetaType, Places, site_at};
use lemmascope_language::reader::Reading;

use super::searching::SITE;
use crate::catalog::Catalog;
use crate::sessions::Tool;

/// A request with a single goal: its tool, and the reading that led to it.
pub(super) struct Request<'a> {
    pub(super) tool: &'a Tool,
    pub(super) reading: &'a Reading,
    pub(super) category: Category,
    pub(super) parameters: &'a [Parameter],
    pub(super) catalog: &'a Catalog,
}

/// Returns the meta goal of a sentence with a single goal.
pub(super) fn single(request: &Request<'_>, places: &Places) -> MetaGoal {
    let mut goal = Goal::new(0, 0..0);
    describe(&mut goal, request);
    if request.category == Category::FileOperation {
        locate(&mut goal, request, places);
    }
    MetaGoal { meta_type: MetaType::Single, goals: vec![goal], dependencies: Vec::new() }
}

/// Fills in the subject of a goal.
pub(super) fn describe(goal: &mut Goal, request: &Request<'_>) {
    let (name, arguments) = request.tool;
    let text = |from: &Object, name: &str| from.get(name).and_then(Value::as_text).map(str::to_string);
    let serves = |name: &str, operation| request.catalog.serves(name, operation);
    let is_search = request.reading.intent.as_deref().is_some_and(|it| serves(it, Operation::Search));
    let said = &request.reading.parameters;
    goal.query = text(said, "query").filter(|_| is_search);
    let opened = text(arguments, "url").and_then(|url| site_at(&url)).map(|site| site.name.to_string());
    goal.platform = text(said, SITE).filter(|_| is_search).or(opened);
    goal.target = target(arguments, request.parameters);
    goal.content = text(arguments, "content");
    let called = request.reading.intent.as_deref().filter(|_| is_search).unwrap_or(name);
    goal.action = Some(own_name(called).into());
    goal.goal_type = match request.category {
        _ if is_search => GoalType::BrowserSearch,
        _ if serves(name, Operation::Visit) => GoalType::BrowserNavigate,
        Category::ApplicationLaunch => GoalType::AppLaunch,
        Category::FileOperation => GoalType::FileOperation,
        Category::SystemQuery => GoalType::SystemQuery,
        _ => GoalType::AppAction,
    };
}

/// Returns the name of a tool without its domain.
fn own_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Returns the name of the subject: an address, a named thing, or else the first required text.
fn target(arguments: &Object, parameters: &[Parameter]) -> Option<String> {
    let is_thing = |it: &&Parameter| {
        let no_names = [Format::Date, Format::Time, Format::Duration, Format::Minutes, Format::Column];
        it.name == "url" || it.format.is_some_and(|format| !no_names.contains(&format))
    };
    let text = |it: &Parameter| arguments.get(&it.name).and_then(Value::as_text).map(str::to_string);
    let named = parameters.iter().filter(is_thing).find_map(text);
    named.or_else(|| parameters.iter().filter(|it| it.required).find_map(text))
}

/// Fills in the location of a goal's thing, and the action on it.
fn locate(goal: &mut Goal, request: &Request<'_>, places: &Places) {
    let (name, arguments) = request.tool;
    let tool = request.catalog.on_things(name);
    let action = tool.map(|tool| tool.action.as_str()).or_else(|| own_name(name).split('_').next());
    goal.action = action.map(str::to_string);
    let text = |name: &str| arguments.get(name).and_then(Value::as_text);
    let part = |part| tool.and_then(|tool| tool.parameter(part)).and_then(text);
    let is_path = |it: &&Parameter| {
        it.format.is_some_and(|format| Format::Path.takes(format) || format.takes(Format::File))
    };
    let of_others = || request.parameters.iter().filter(is_path).find_map(|it| text(&it.name));
    let path = match (part(ThingPart::Name), part(ThingPart::Container)) {
        (Some(name), container) => Some(container.map_or_else(PathBuf::new, PathBuf::from).join(name)),
        (None, _) => part(ThingPart::Target).or_else(of_others).map(PathBuf::from),
    };
    let kind = tool.and_then(|tool| tool.kind);
    let Some(path) = path else { return };
    let path = if path.is_absolute() { path } else { places.workspace.join(path) };
    goal.target = path.file_name().map(|name| name.to_string_lossy().into_owned()).or(goal.target.take());
    goal.base_anchor = Some(anchor_of(&path, places));
    let shape = if path.extension().is_some() { NameShape::File } else { NameShape::Path };
    let mut shaped = request.catalog.kinds().kinds().iter().filter(|it| it.names == shape);
    goal.object_type = kind.or_else(|| shaped.next().map(|it| it.name)).map(str::to_string);
    goal.resolved_path = Some(path.display().to_string());
}

/// Returns the anchor of a path: the nearest known folder above it.
fn anchor_of(path: &Path, places: &Places) -> Anchor {
    let named = places.named.iter().map(|(name, at)| (Anchor::named(name), at));
    let known = std::iter::once((Anchor::Workspace, &places.workspace)).chain(named);
    let drives = places.drives.iter().map(|(letter, at)| (Anchor::Drive(*letter), at));
    let above = known.chain(drives).filter(|(_, at)| path.starts_with(at));
    let nearest = above.max_by_key(|(_, at)| at.components().count());
    nearest.map_or(Anchor::Workspace, |(anchor, _)| anchor)
}
