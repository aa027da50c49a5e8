//! Lists the controls of the page, for sentences that refer to them.

use std::time::Duration;

use lemmascope_browser::page::{Element, ElementId, Snapshot};
use lemmascope_browser::session::{LookOptions, WebSession, read_answer};
use lemmascope_intent::{Args, Failure, Format, Object, Outcome, Signature, Type, Value};
use serde::Deserialize;
use serde_json::json;

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let signature = Signature::observe("web.things", "List the interactive elements, with all their names.")
        .returns(Type::Array)
        .internal();
    Signature { lists: Some(Format::Thing), ..signature }
}

/// The timeout for queries to a frame.
const LIMIT: Duration = Duration::from_secs(2);
/// The maximum number of hidden elements that are queried.
const MOST_HIDDEN: usize = 500;
/// The maximum number of elements whose appearance is read.
const MOST_LOOKED_AT: usize = 600;

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let snapshot = session.look(&LookOptions { hidden: true, ..LookOptions::default() }).await?;
    let is_seen = |element: &&Element| element.visibility.is_visible();
    let shown = snapshot.elements.iter().filter(is_seen);
    let mut placed: Vec<LocatedThing> = shown
        .filter_map(|it| Some(LocatedThing { frame: it.frame, key: it.key, thing: thing(it)? }))
        .collect();
    placed.extend(scripted(&mut session, &snapshot).await?);
    look_at(&session, &snapshot, &mut placed).await?;
    count(&session, &snapshot, &mut placed).await?;
    let mut things: Vec<Object> = placed.into_iter().map(|it| it.thing).collect();
    let headings = snapshot.elements.iter().filter(is_seen).filter(|it| it.kind == "heading");
    let headings = headings.map(|it| it.name.clone()).chain([snapshot.title.clone()]).collect();
    things.push(named("heading", headings));
    things.extend(around(&mut session, &snapshot).await?);
    for (element, shower) in hidden(&session, &snapshot).await? {
        things.extend(thing(element).map(|mut thing| {
            thing.insert("behind".into(), target(shower.id));
            thing
        }));
    }
    Ok(Outcome::found(Value::List(things.into_iter().map(Value::Object).collect())))
}

/// A thing, and the element that it describes.
struct LocatedThing {
    frame: usize,
    key: u32,
    thing: Object,
}

/// An element that only a script makes clickable.
#[derive(Debug, Deserialize)]
struct ClickableElement {
    key: u32,
    names: Vec<String>,
    /// Whether the listener belongs to the element itself, and not to an ancestor.
    own: bool,
    /// Whether it is a drawing, or has no name.
    drawn: bool,
    classes: String,
    id: String,
    /// The key of the control that expands its section, if the section is collapsed.
    behind: Option<u32>,
}

/// Returns the elements that only a script makes clickable, by the listeners that the browser reports.
async fn scripted(session: &mut WebSession, snapshot: &Snapshot) -> Result<Vec<LocatedThing>, Failure> {
    let tab = session.tab()?;
    let mut things = Vec::new();
    for (at, view) in snapshot.frames.iter().enumerate() {
        let frame = tab.frames().into_iter().find(|frame| view.id == frame.id.as_str());
        let Some(frame) = frame else { continue };
        let own = snapshot.elements.iter().filter(|it| it.frame == at && it.interactive);
        let keys: Vec<u32> = own.map(|element| element.key).collect();
        let answer = tab.call_with_listeners(&frame.id, "lemmascope.pressables", json!(keys), LIMIT).await?;
        for one in read_answer::<Vec<ClickableElement>>(answer)? {
            let name = one.names.first().cloned().unwrap_or_default();
            let id = session.element_of(&frame.id, one.key, &name)?.id;
            let kind = match (one.own, one.drawn) {
                (_, true) => "icon",
                (true, false) => "thing",
                (false, false) => "text",
            };
            let mut thing = named(kind, one.names);
            thing.insert("target".into(), target(id));
            let classes = class_words(&one.classes);
            let aliases = classes.iter().map(String::as_str).chain([one.id.as_str()]);
            thing.insert("aliases".into(), texts(aliases));
            if let Some(behind) = one.behind {
                thing.insert("behind".into(), target(session.element_of(&frame.id, behind, "")?.id));
            }
            things.push(LocatedThing { frame: at, key: one.key, thing });
        }
    }
    Ok(things)
}

/// Returns the classes of an element as names: each class, and each of its words.
fn class_words(classes: &str) -> Vec<String> {
    let each = classes.split_whitespace();
    each.flat_map(|class| {
        let words = class.replace(['-', '_'], " ");
        let single = words.split(' ').filter(|word| word.len() > 2).map(str::to_string);
        single.collect::<Vec<_>>().into_iter().chain([words])
    })
    .collect()
}

/// The appearance of an element, and its list item.
#[derive(Debug, Deserialize)]
struct ElementSurroundings {
    looks: Vec<String>,
    area: i64,
    /// The text of its list item.
    entry: Option<String>,
    place: Option<ListPosition>,
    group: Option<Group>,
    counter: Option<Counter>,
    /// The row and the column of its grid cell.
    cell: Option<[i64; 2]>,
}

/// A group of checkboxes.
#[derive(Debug, Deserialize)]
struct Group {
    key: i64,
    names: Vec<String>,
}

/// The number beside a counter button, with the surrounding text.
#[derive(Debug, Deserialize)]
struct Counter {
    key: i64,
    value: i64,
    label: String,
}

/// The list of an element, and its position in it.
#[derive(Debug, Deserialize)]
struct ListPosition {
    list: i64,
    place: i64,
}

/// Adds the appearance of each thing, and its list item if nothing else distinguishes it.
async fn look_at(
    session: &WebSession,
    snapshot: &Snapshot,
    placed: &mut [LocatedThing],
) -> Result<(), Failure> {
    let tab = session.tab()?;
    for (at, view) in snapshot.frames.iter().enumerate() {
        let frame = tab.frames().into_iter().find(|frame| view.id == frame.id.as_str());
        let Some(frame) = frame else { continue };
        let mut own: Vec<&mut LocatedThing> =
            placed.iter_mut().filter(|it| it.frame == at).take(MOST_LOOKED_AT).collect();
        let keys: Vec<u32> = own.iter().map(|it| it.key).collect();
        let answer = tab.call(&frame.id, "lemmascope.surroundings", json!([keys]), LIMIT).await?;
        for (it, seen) in own.iter_mut().zip(read_answer::<Vec<Option<ElementSurroundings>>>(answer)?) {
            let Some(seen) = seen else { continue };
            it.thing.insert("looks".into(), texts(seen.looks.iter().map(String::as_str)));
            it.thing.insert("area".into(), seen.area.into());
            if let Some(own) = seen.place {
                it.thing.insert("list".into(), own.list.into());
                it.thing.insert("place".into(), own.place.into());
            }
            if let Some(group) = seen.group {
                it.thing.insert("group".into(), group.key.into());
                it.thing.insert("group_names".into(), texts(group.names.iter().map(String::as_str)));
            }
            if let Some(counter) = seen.counter {
                it.thing.insert("counter".into(), counter.key.into());
                it.thing.insert("count".into(), counter.value.into());
                it.thing.insert("count_label".into(), counter.label.into());
            }
            if let Some([row, column]) = seen.cell {
                it.thing.insert("grid_row".into(), row.into());
                it.thing.insert("grid_column".into(), column.into());
            }
            if let Some(entry) = seen.entry.filter(|_| !it.thing.contains_key("context")) {
                it.thing.insert("context".into(), entry.into());
            }
        }
    }
    Ok(())
}

/// Adds the direction in which the buttons of counters count. Other buttons near such a number do not change it.
async fn count(
    session: &WebSession,
    snapshot: &Snapshot,
    placed: &mut [LocatedThing],
) -> Result<(), Failure> {
    for counter in session.counters(snapshot).await? {
        for it in placed.iter_mut().filter(|it| it.frame == counter.frame) {
            let is = |id: Option<ElementId>| {
                let element = id.and_then(|id| snapshot.element(id));
                element.is_some_and(|element| element.key == it.key)
            };
            let step = if is(counter.up) { 1 } else { -1 };
            if step > 0 || is(counter.down) {
                it.thing.insert("counter".into(), i64::from(counter.key).into());
                it.thing.insert("count".into(), counter.value.into());
                it.thing.insert("count_label".into(), counter.label.as_str().into());
                it.thing.insert("count_step".into(), step.into());
            } else if it.thing.get("counter") == Some(&Value::from(i64::from(counter.key))) {
                it.thing.shift_remove("counter");
            }
        }
    }
    Ok(())
}

/// A scrollable box.
#[derive(Debug, Deserialize)]
struct ScrollBox {
    key: u32,
    names: Vec<String>,
    aliases: Vec<String>,
}

/// Returns the scrollable boxes, and the labelled values of the page.
async fn around(session: &mut WebSession, snapshot: &Snapshot) -> Result<Vec<Object>, Failure> {
    let tab = session.tab()?;
    let mut things = Vec::new();
    for view in &snapshot.frames {
        let frame = tab.frames().into_iter().find(|frame| view.id == frame.id.as_str());
        let Some(frame) = frame else { continue };
        let boxes = tab.call(&frame.id, "lemmascope.scrollBoxes", json!([]), LIMIT).await?;
        for one in read_answer::<Vec<ScrollBox>>(boxes)? {
            let name = one.names.iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
            let id = session.element_of(&frame.id, one.key, &name)?.id;
            let mut thing = named("scroller", one.names);
            thing.insert("target".into(), target(id));
            thing.insert("aliases".into(), texts(one.aliases.iter().map(String::as_str)));
            things.push(thing);
        }
        let passages = tab.call(&frame.id, "lemmascope.passages", json!([]), LIMIT).await?;
        for text in read_answer::<Vec<String>>(passages)? {
            let mut thing = named("passage", Vec::new());
            thing.insert("value".into(), text.into());
            things.push(thing);
        }
        let facts = tab.call(&frame.id, "lemmascope.facts", json!([]), LIMIT).await?;
        for (names, value) in read_answer::<Vec<(Vec<String>, String)>>(facts)? {
            let mut thing = named("fact", names);
            thing.insert("value".into(), value.into());
            things.push(thing);
        }
    }
    Ok(things)
}

fn named(kind: &str, names: Vec<String>) -> Object {
    let names = texts(names.iter().map(String::as_str));
    Object::from_iter([("kind".to_string(), kind.into()), ("names".to_string(), names)])
}

/// Removes duplicates and empty texts.
fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Value {
    let mut known: Vec<Value> = Vec::new();
    for text in texts.into_iter().map(str::trim).filter(|text| !text.is_empty()) {
        if !known.iter().any(|other| other.as_text() == Some(text)) {
            known.push(text.into());
        }
    }
    Value::List(known)
}

/// Returns the hidden elements that a tab or a section reveals, each with the control that reveals it.
async fn hidden<'s>(
    session: &WebSession,
    snapshot: &'s Snapshot,
) -> Result<Vec<(&'s Element, &'s Element)>, Failure> {
    let tab = session.tab()?;
    let is_hidden = |element: &&Element| {
        let is_named = !element.name.is_empty() || !element.text.is_empty();
        element.interactive && is_named && !element.visibility.is_visible()
    };
    let mut found = Vec::new();
    for (at, view) in snapshot.frames.iter().enumerate() {
        let own = snapshot.elements.iter().filter(|element| element.frame == at);
        let asked: Vec<&Element> = own.filter(is_hidden).take(MOST_HIDDEN).collect();
        let frame = tab.frames().into_iter().find(|frame| view.id == frame.id.as_str());
        let Some(frame) = frame.filter(|_| !asked.is_empty()) else { continue };
        let keys: Vec<u32> = asked.iter().map(|element| element.key).collect();
        let answer = tab.call(&frame.id, "lemmascope.showers", json!([keys]), LIMIT).await?;
        let showers: Vec<Option<u32>> = read_answer(answer)?;
        for (element, shower) in asked.into_iter().zip(showers) {
            let of_key = |key: u32| snapshot.elements.iter().find(|it| it.frame == at && it.key == key);
            found.extend(shower.and_then(of_key).map(|shower| (element, shower)));
        }
    }
    Ok(found)
}

fn target(id: ElementId) -> Value {
    Object::from_iter([("id".to_string(), Value::from(i64::from(id.0)))]).into()
}

/// Returns the names and properties by which a sentence may refer to an element; `None` for one that cannot
/// be used.
fn thing(element: &Element) -> Option<Object> {
    let kind = kind(element)?;
    let attribute = |name: &str| element.attributes.get(name).map_or("", String::as_str);
    let is_pressed = matches!(kind, "button" | "link" | "icon");
    let value = element.value.as_deref().filter(|_| !element.secret);
    let held = value.filter(|_| is_pressed).unwrap_or_default();
    let mut thing = Object::new();
    let mut add = |name: &str, value: Value| thing.insert(name.into(), value);
    add("target", target(element.id));
    add("kind", kind.into());
    add("names", texts(vec![&element.name, &element.label, &element.text, &element.placeholder, held]));
    let role = element.role.unwrap_or_default();
    let role_words = role.replace('_', " ");
    // Users often call an icon by its class, and a close button "x".
    let is_drawn = element.name.chars().filter(|c| c.is_alphanumeric()).count() < 2;
    let classes = if is_drawn { class_words(attribute("class")) } else { Vec::new() };
    let cross = if role == "close" { "x" } else { "" };
    // Users often call a slider by the text beside it.
    let beside = element.context.as_ref().filter(|_| kind == "slider" && element.name.is_empty());
    let beside = beside.map_or("", |context| context.text.as_str());
    add(
        "aliases",
        texts(
            [
                role,
                &role_words,
                attribute("id"),
                attribute("name"),
                attribute("type"),
                attribute("title"),
                cross,
                beside,
            ]
            .into_iter()
            .chain(classes.iter().map(String::as_str)),
        ),
    );
    add("options", texts(element.choices.iter().map(|choice| choice.text.as_str())));
    // A read-only date field has a date picker.
    let is_picked = element.state.readonly && matches!(element.role, Some("date" | "birthday"));
    match attribute("type") {
        format @ ("date" | "time") => add("format", format.into()),
        _ if is_picked => add("format", "date".into()),
        _ => None,
    };
    if let Some(value) = value.filter(|_| !is_pressed) {
        add("value", value.into());
    }
    if let Some(context) = &element.context {
        add("context", context.text.as_str().into());
    }
    if element.state.multiple {
        add("many", true.into());
    }
    if let Some(is_open) = element.state.expanded {
        add("open", is_open.into());
    }
    let states = [
        ("checked", element.state.checked == Some(true)),
        ("unchecked", element.state.checked == Some(false)),
        ("disabled", element.state.disabled),
        ("required", element.state.required),
    ];
    add("states", texts(states.into_iter().filter(|(_, is_so)| *is_so).map(|(name, _)| name)));
    Some(thing)
}

/// Returns the kind of control of an element.
fn kind(element: &Element) -> Option<&'static str> {
    let is_number =
        element.aria == "spinbutton" || element.attributes.get("type").is_some_and(|it| it == "number");
    Some(match element.kind {
        "dialog" => "dialog",
        _ if !element.interactive => return None,
        "button" if element.name.is_empty() => "icon",
        "button" => "button",
        "link" => "link",
        "input" if is_number => "spinner",
        "input" => "field",
        "textarea" | "editor" => "area",
        "combobox" if element.choices.is_empty() => "combo",
        "combobox" | "select" | "listbox" => "list",
        "option" => "option",
        "checkbox" | "switch" => "checkbox",
        "radio" => "radio",
        "tab" => "tab",
        "menuitem" => "menuitem",
        "slider" => "slider",
        "treeitem" => "treeitem",
        "cell" => "cell",
        "image" => "icon",
        _ => "thing",
    })
}
