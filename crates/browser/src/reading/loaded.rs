use std::collections::HashMap;

use lemmascope_intent::PatternDefinition;
use lemmascope_intent::definition::{Detection, ElementPattern};
use regex::RegexBuilder;

use super::assembly::ScannedFrame;
use crate::page::{Element, Pattern, Snapshot};
use crate::text::fold;

/// The size limit of a compiled regular expression.
const LARGEST_REGEX: usize = 1 << 20;

/// Returns the selectors that a scan has to evaluate for these patterns. They are the first of the
/// `selectors` in the scan options, and the scan returns their matches in the same order.
pub(crate) fn selectors(loaded: &[&PatternDefinition]) -> Vec<String> {
    loaded.iter().flat_map(|pattern| selectors_of(pattern)).cloned().collect()
}

/// Returns the selectors of one pattern, in the order in which their matches are consumed.
pub(crate) fn selectors_of(pattern: &PatternDefinition) -> impl Iterator<Item = &String> {
    let Detection { container, selector, .. } = &pattern.detection;
    let elements = pattern.elements.iter().filter_map(|element| element.selector.as_ref());
    container.iter().chain(selector).chain(elements)
}

/// Finds the loaded patterns on a page. `known` are the patterns that were recognized by the built-in
/// detectors.
pub(crate) fn find(
    snapshot: &Snapshot,
    frames: &[ScannedFrame],
    loaded: &[&PatternDefinition],
    known: &[Pattern],
) -> Vec<Pattern> {
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
    // Returns the elements that the next selector matches, and whether it matched anything at all.
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
        let detection = &pattern.detection;
        let container = detection.container.is_some().then(&mut next);
        let landmark = detection.selector.is_some().then(&mut next);
        let matches: Vec<Option<Vec<usize>>> =
            pattern.elements.iter().map(|element| element.selector.is_some().then(|| next().0)).collect();
        let is_there = |sought: &Option<(Vec<usize>, bool)>| sought.as_ref().is_none_or(|(_, any)| *any);
        if !is_there(&container) || !is_there(&landmark) || !holds(detection, snapshot, known) {
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
                .max_by_key(|at| {
                    let found = &snapshot.elements[*at];
                    let is_meant = element.role.as_ref().is_none_or(|role| has_role(found, role));
                    (found.visibility.is_visible(), is_meant, std::cmp::Reverse(*at))
                });
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
        patterns.push(Pattern { name: pattern.name.value.clone(), parts, region, confidence, says: None });
    }
    patterns
}

fn is_inside(snapshot: &Snapshot, at: usize, boxes: &[usize]) -> bool {
    let mut here = Some(at);
    while let Some(at) = here {
        if boxes.contains(&at) {
            return true;
        }
        // An element comes after its parent, so this loop terminates.
        here = snapshot.elements.get(at).and_then(|element| element.parent).filter(|parent| *parent < at);
    }
    false
}

/// Whether the URL and the page satisfy the conditions of a pattern.
fn holds(detection: &Detection, snapshot: &Snapshot, known: &[Pattern]) -> bool {
    let Detection { url_contains, url_matches, text_contains, pattern_exists, .. } = detection;
    let matches = |text: &String| {
        let regex = RegexBuilder::new(text).size_limit(LARGEST_REGEX).build();
        regex.is_ok_and(|regex| regex.is_match(&snapshot.url))
    };
    let on_page = |part: &String| {
        let part = fold(part);
        fold(&snapshot.title).contains(&part)
            || snapshot.elements.iter().any(|element| texts(element).any(|text| fold(text).contains(&part)))
    };
    let exists = |wanted: &String| {
        let (name, part) = wanted.split_once('.').map_or((wanted.as_str(), None), |(a, b)| (a, Some(b)));
        let mut named = known.iter().filter(|pattern| pattern.name == name);
        named.any(|pattern| part.is_none_or(|part| pattern.part(part).is_some()))
    };
    (url_contains.is_empty() || url_contains.iter().any(|part| snapshot.url.contains(part.as_str())))
        && url_matches.as_ref().is_none_or(matches)
        && (text_contains.is_empty() || text_contains.iter().any(on_page))
        && pattern_exists.as_ref().is_none_or(exists)
}

fn texts(element: &Element) -> impl Iterator<Item = &String> {
    [&element.name, &element.text, &element.label].into_iter()
}

fn fits(element: &Element, wanted: &ElementPattern) -> bool {
    let says = |part: &String| {
        let part = fold(part);
        texts(element).any(|text| fold(text).contains(&part))
    };
    let is_all = |text: &String| {
        let text = fold(text.trim());
        texts(element).any(|said| fold(said.trim()) == text)
    };
    // If a selector is given, the role only documents the purpose: pack authors may write `select` for a
    // button that opens a menu.
    let is_fit = |role: &String| wanted.selector.is_some() || has_role(element, role);
    (wanted.text_contains.is_empty() || wanted.text_contains.iter().any(says))
        && wanted.text.as_ref().is_none_or(is_all)
        && wanted.role.as_ref().is_none_or(is_fit)
}

fn has_role(element: &Element, role: &str) -> bool {
    element.role == Some(role)
        || element.kind == role
        || element.aria == role
        // In packs, `text` means any text input.
        || (role == "text" && matches!(element.kind, "input" | "textarea" | "editor"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::reading::{Ids, RawScan, read};

    fn repo_header(detection: &str) -> PatternDefinition {
        let source = format!(
            "patterns:\n  repo_header:\n    detection: {{ container: .actions, {detection} }}\n    elements:\n      \
             star: {{ selector: button.star, text_contains: [Star, Unstar] }}\n      \
             fork: {{ role: link, text_contains: Fork }}\n"
        );
        let checked = PatternDefinition::read(&source);
        checked.patterns.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)).remove(0)
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

    fn is_found(url: &str, matches: serde_json::Value, pattern: &PatternDefinition) -> bool {
        let snapshot = read(&[frame(url, matches)], &mut Ids::default(), &[pattern]);
        snapshot.patterns.iter().any(|found| found.name == pattern.name.value)
    }

    #[test]
    fn finds_loaded_pattern_inside_its_container() {
        let pattern = repo_header("url_contains: /repo");
        assert_eq!(selectors(&[&pattern]), [".actions", "button.star"]);
        let frame = frame("https://example.com/repo", json!([[1], [2]]));
        let snapshot = read(&[frame], &mut Ids::default(), &[&pattern]);
        let pattern = snapshot.patterns.iter().find(|pattern| pattern.name == "repo_header").unwrap();
        assert_eq!(snapshot.element(pattern.part("star").unwrap()).unwrap().key, 2);
        assert_eq!(snapshot.element(pattern.part("fork").unwrap()).unwrap().key, 3);
    }

    #[test]
    fn role_ranks_selector_matches_without_excluding_any() {
        let source = |role: &str| {
            let source =
                format!("patterns: {{ bar: {{ elements: {{ it: {{ selector: .x, role: {role} }} }} }} }}");
            PatternDefinition::read(&source).patterns.unwrap().remove(0)
        };
        for (role, key) in [("link", 3), ("button", 2), ("select", 2)] {
            let pattern = source(role);
            let frame = frame("https://example.com/", json!([[2, 3]]));
            let snapshot = read(&[frame], &mut Ids::default(), &[&pattern]);
            let found = snapshot.patterns.iter().find(|pattern| pattern.name == "bar").unwrap();
            assert_eq!(snapshot.element(found.part("it").unwrap()).unwrap().key, key, "{role}");
        }
    }

    #[test]
    fn loaded_pattern_requires_matching_url_and_container() {
        let pattern = repo_header("url_contains: /repo");
        assert!(!is_found("https://example.com/", json!([[1], [2]]), &pattern));
        assert!(!is_found("https://example.com/repo", json!([[], [2]]), &pattern));
    }

    #[test]
    fn loaded_pattern_requires_all_detection_conditions() {
        for (detection, matches, expected) in [
            ("url_matches: 'repo$'", json!([[1], [2]]), true),
            ("url_matches: '^repo'", json!([[1], [2]]), false),
            ("text_contains: [nothing, fork 12]", json!([[1], [2]]), true),
            ("text_contains: nothing", json!([[1], [2]]), false),
            ("pattern_exists: login_form", json!([[1], [2]]), false),
            ("selector: main", json!([[1], [9], [2]]), true),
            ("selector: main", json!([[1], [], [2]]), false),
        ] {
            let found = is_found("https://example.com/repo", matches, &repo_header(detection));
            assert_eq!(found, expected, "{detection}");
        }
    }
}
