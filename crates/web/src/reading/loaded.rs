use std::collections::HashMap;

use lemmascope_intent::{Cause, Failure, Object, Value};

use super::assembly::ScannedFrame;
use super::words::fold;
use crate::page::{Element, Pattern, Snapshot};

/// A pack may bring many patterns, but a page is asked about so many selectors only.
const MOST_PATTERNS: usize = 100;
const MOST_ELEMENTS: usize = 40;

/// A pattern that a pack brings: how it is recognised, and its elements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LoadedPattern {
    pub(crate) name: String,
    /// What must be on the page, as a CSS selector. The elements are looked for inside of it.
    pub(crate) container: Option<String>,
    /// One of these must be in the address.
    pub(crate) url_contains: Vec<String>,
    pub(crate) elements: Vec<LoadedElement>,
}

/// How one element of a loaded pattern is recognised: by all that is given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LoadedElement {
    pub(crate) name: String,
    pub(crate) selector: Option<String>,
    /// One of these must be in what it says.
    pub(crate) text_contains: Vec<String>,
    /// Its role, its kind, or the role that assistive technology is told.
    pub(crate) role: Option<String>,
}

impl LoadedPattern {
    /// Reads the `patterns` of a pack: `{name: {detection: {container, url_contains}, elements: {name: {selector,
    /// text_contains, role}}}}`.
    #[cfg_attr(not(test), expect(dead_code, reason = "nothing hands the patterns of packs to a session yet"))]
    pub(crate) fn read(patterns: &Value) -> Result<Vec<Self>, Failure> {
        let patterns =
            patterns.as_object().ok_or_else(|| bad("patterns", "is not a mapping of names to patterns"))?;
        if patterns.len() > MOST_PATTERNS {
            return Err(bad("patterns", &format!("has more than {MOST_PATTERNS} patterns")));
        }
        patterns.iter().map(|(name, pattern)| Self::read_one(name, pattern)).collect()
    }

    fn read_one(name: &str, pattern: &Value) -> Result<Self, Failure> {
        let fields = pattern.as_object().ok_or_else(|| bad(name, "is not a mapping"))?;
        known(name, fields, &["description", "detection", "elements"])?;
        let mut read = Self { name: name.to_owned(), ..Self::default() };
        if let Some(detection) = fields.get("detection") {
            let place = format!("{name}.detection");
            let fields = detection.as_object().ok_or_else(|| bad(&place, "is not a mapping"))?;
            known(&place, fields, &["container", "url_contains"])?;
            read.container = text(&place, fields, "container")?;
            read.url_contains = texts(&place, fields, "url_contains")?;
        }
        let elements = fields
            .get("elements")
            .and_then(Value::as_object)
            .filter(|elements| !elements.is_empty())
            .ok_or_else(|| bad(name, "has no elements"))?;
        if elements.len() > MOST_ELEMENTS {
            return Err(bad(name, &format!("has more than {MOST_ELEMENTS} elements")));
        }
        for (part, element) in elements {
            let place = format!("{name}.elements.{part}");
            let fields = element.as_object().ok_or_else(|| bad(&place, "is not a mapping"))?;
            known(&place, fields, &["selector", "text_contains", "role", "description"])?;
            let element = LoadedElement {
                name: part.to_owned(),
                selector: text(&place, fields, "selector")?,
                text_contains: texts(&place, fields, "text_contains")?,
                role: text(&place, fields, "role")?,
            };
            if element.selector.is_none() && element.text_contains.is_empty() && element.role.is_none() {
                return Err(bad(&place, "says nothing by which it could be recognised"));
            }
            read.elements.push(element);
        }
        Ok(read)
    }

    /// The selectors that a scan has to be asked for, so that these patterns can be found: the first of the
    /// `selectors` in its options. The scan answers with their matches in the same order.
    #[cfg_attr(not(test), expect(dead_code, reason = "nothing hands the patterns of packs to a session yet"))]
    pub(crate) fn selectors(loaded: &[Self]) -> Vec<String> {
        loaded
            .iter()
            .flat_map(|pattern| {
                pattern
                    .container
                    .iter()
                    .chain(pattern.elements.iter().filter_map(|element| element.selector.as_ref()))
            })
            .cloned()
            .collect()
    }
}

/// The loaded patterns that are on a page.
pub(crate) fn find(snapshot: &Snapshot, frames: &[ScannedFrame], loaded: &[LoadedPattern]) -> Vec<Pattern> {
    if loaded.is_empty() {
        return Vec::new();
    }
    let places: HashMap<(&str, u32), usize> = snapshot
        .elements
        .iter()
        .enumerate()
        .filter_map(|(at, element)| {
            Some(((snapshot.frames.get(element.frame)?.id.as_str(), element.key), at))
        })
        .collect();
    let mut place = 0;
    // The elements that the next selector matches, and whether anything was matched at all.
    let mut next = || {
        let mut found = Vec::new();
        let mut any = false;
        for frame in frames {
            for key in frame.scan.matches.get(place).into_iter().flatten() {
                any = true;
                found.extend(places.get(&(frame.id.as_str(), *key)));
            }
        }
        place += 1;
        (found, any)
    };
    let mut patterns = Vec::new();
    for pattern in loaded {
        let container = pattern.container.is_some().then(&mut next);
        let matches: Vec<Option<Vec<usize>>> =
            pattern.elements.iter().map(|element| element.selector.is_some().then(|| next().0)).collect();
        let is_here = pattern.url_contains.is_empty()
            || pattern.url_contains.iter().any(|part| snapshot.url.contains(part.as_str()));
        if !is_here || container.as_ref().is_some_and(|(_, any)| !any) {
            continue;
        }
        let inside = |at: usize| match &container {
            Some((boxes, _)) if !boxes.is_empty() => is_inside(snapshot, at, boxes),
            _ => true,
        };
        let mut parts = Vec::new();
        for (element, matched) in pattern.elements.iter().zip(matches) {
            let among = matched.unwrap_or_else(|| (0..snapshot.elements.len()).collect());
            let best = among
                .into_iter()
                .filter(|at| inside(*at) && fits(&snapshot.elements[*at], element))
                .max_by_key(|at| (snapshot.elements[*at].visibility.is_visible(), std::cmp::Reverse(*at)));
            if let Some(at) = best {
                parts.push((element.name.clone(), vec![snapshot.elements[at].id]));
            }
        }
        if parts.is_empty() {
            continue;
        }
        #[expect(clippy::cast_precision_loss, reason = "small counts")]
        let confidence = parts.len() as f32 / pattern.elements.len().max(1) as f32;
        let region = container
            .as_ref()
            .and_then(|(boxes, _)| boxes.first().copied())
            .or_else(|| {
                parts.first().and_then(|(_, ids)| {
                    snapshot.elements.iter().position(|element| Some(&element.id) == ids.first())
                })
            })
            .map_or(0, |at| snapshot.elements[at].region);
        patterns.push(Pattern { name: pattern.name.clone(), parts, region, confidence, says: None });
    }
    patterns
}

fn is_inside(snapshot: &Snapshot, at: usize, boxes: &[usize]) -> bool {
    let mut here = Some(at);
    while let Some(at) = here {
        if boxes.contains(&at) {
            return true;
        }
        // An element comes after the one that it is in, so that the way up ends.
        here = snapshot.elements.get(at).and_then(|element| element.parent).filter(|parent| *parent < at);
    }
    false
}

fn fits(element: &Element, wanted: &LoadedElement) -> bool {
    let says = |part: &String| {
        let part = fold(part);
        [&element.name, &element.text, &element.label].iter().any(|text| fold(text).contains(&part))
    };
    let is =
        |role: &String| element.role == Some(role.as_str()) || element.kind == role || element.aria == *role;
    (wanted.text_contains.is_empty() || wanted.text_contains.iter().any(says))
        && wanted.role.as_ref().is_none_or(is)
}

fn text(place: &str, fields: &Object, name: &str) -> Result<Option<String>, Failure> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Text(text)) if !text.trim().is_empty() => Ok(Some(text.clone())),
        Some(_) => Err(bad(place, &format!("`{name}` is not a text"))),
    }
}

/// A text or several.
fn texts(place: &str, fields: &Object, name: &str) -> Result<Vec<String>, Failure> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Text(text)) if !text.is_empty() => Ok(vec![text.clone()]),
        Some(Value::List(items)) if !items.is_empty() => items
            .iter()
            .map(|item| {
                item.as_text()
                    .filter(|text| !text.is_empty())
                    .map(str::to_owned)
                    .ok_or_else(|| bad(place, &format!("`{name}` holds something that is not a text")))
            })
            .collect(),
        Some(_) => Err(bad(place, &format!("`{name}` is neither a text nor a list of texts"))),
    }
}

fn known(place: &str, fields: &Object, names: &[&str]) -> Result<(), Failure> {
    match fields.keys().find(|name| !names.contains(&name.as_str())) {
        Some(name) => Err(bad(place, &format!("has `{name}`, which means nothing here"))
            .hint(format!("It may have: {}.", names.join(", ")))),
        None => Ok(()),
    }
}

fn bad(place: &str, what: &str) -> Failure {
    Failure::new(Cause::DefinitionInvalid, format!("the pattern {place} {what}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::reading::{Ids, RawScan, read};

    fn value(json: serde_json::Value) -> Value {
        match json {
            serde_json::Value::String(text) => Value::Text(text),
            serde_json::Value::Array(items) => Value::List(items.into_iter().map(value).collect()),
            serde_json::Value::Object(fields) => {
                Value::Object(fields.into_iter().map(|(name, field)| (name, value(field))).collect())
            }
            serde_json::Value::Bool(boolean) => Value::Boolean(boolean),
            _ => Value::Null,
        }
    }

    fn repo_header() -> Vec<LoadedPattern> {
        LoadedPattern::read(&value(json!({
            "repo_header": {
                "description": "Repository action buttons",
                "detection": {"container": ".actions", "url_contains": "/repo"},
                "elements": {
                    "star": {"selector": "button.star", "text_contains": ["Star", "Unstar"]},
                    "fork": {"role": "link", "text_contains": "Fork"},
                },
            },
        })))
        .unwrap()
    }

    fn frame(url: &str, matches: serde_json::Value) -> ScannedFrame {
        let scan = json!({
            "view": [800, 600],
            "regions": [{"c": "Page"}],
            "elements": [
                {"k": 9, "t": "a", "n": "Fork", "s": 131_072, "b": [0, 0, 10, 10], "a": {"href": "/x"}},
                {"k": 1, "t": "div", "b": [0, 0, 100, 100]},
                {"k": 2, "t": "button", "n": "★ Star", "s": 131_072, "b": [0, 0, 10, 10], "p": 1},
                {"k": 3, "t": "a", "n": "Fork 12", "s": 131_072, "b": [0, 0, 10, 10], "p": 1, "a": {"href": "/fork"}},
            ],
            "matches": matches,
        });
        ScannedFrame {
            id: "main".into(),
            document: "one".into(),
            url: url.into(),
            scan: RawScan::from_answer(&scan).unwrap(),
            ..ScannedFrame::default()
        }
    }

    #[test]
    fn a_loaded_pattern_is_found_inside_its_container() {
        let loaded = repo_header();
        assert_eq!(LoadedPattern::selectors(&loaded), [".actions", "button.star"]);
        let frame = frame("https://example.com/repo", json!([[1], [2]]));
        let snapshot = read(&[frame], &mut Ids::default(), &loaded);
        let pattern = snapshot.patterns.iter().find(|pattern| pattern.name == "repo_header").unwrap();
        assert_eq!(snapshot.element(pattern.part("star").unwrap()).unwrap().key, 2);
        assert_eq!(snapshot.element(pattern.part("fork").unwrap()).unwrap().key, 3);
    }

    #[test]
    fn it_is_not_found_elsewhere() {
        let loaded = repo_header();
        for (url, matches) in
            [("https://example.com/", json!([[1], [2]])), ("https://example.com/repo", json!([[], [2]]))]
        {
            let snapshot = read(&[frame(url, matches)], &mut Ids::default(), &loaded);
            assert!(snapshot.patterns.iter().all(|pattern| pattern.name != "repo_header"));
        }
    }

    #[test]
    fn what_is_wrong_with_one_is_said() {
        for (pattern, said) in [
            (json!([]), "not a mapping of names"),
            (json!({"a": {}}), "has no elements"),
            (json!({"a": {"elements": {"b": {}}}}), "says nothing"),
            (json!({"a": {"elements": {"b": {"selector": []}}}}), "not a text"),
            (json!({"a": {"element": {}}}), "has `element`"),
        ] {
            let failure = LoadedPattern::read(&value(pattern)).unwrap_err();
            assert!(failure.message.contains(said), "{}", failure.message);
        }
    }
}
