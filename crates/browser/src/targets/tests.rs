use lemmascope_intent::{Cause, Failure, Value};

use super::describe::describe;
use super::resolution::Found;
use super::*;
use crate::observation::sample::{element, page, pattern};
use crate::page::{Element, Rect, Region, RegionKind, Snapshot, State, Visibility};

fn target(json: &str) -> Target {
    Target::read(&Value::from(serde_json::from_str::<serde_json::Value>(json).unwrap())).unwrap()
}

/// Resolves against a page that answers every query with an empty result.
fn find_by(snapshot: &Snapshot, json: &str, rules: &Rules<'_>) -> Result<Found, Failure> {
    let mut findings = Findings::default();
    loop {
        match resolve(&target(json), snapshot, &findings, rules)? {
            Step::Found(found) => return Ok(found),
            Step::Need(query) => findings.add(query, Vec::new()),
        }
    }
}

fn find(snapshot: &Snapshot, json: &str) -> u32 {
    find_by(snapshot, json, &Rules::default()).unwrap().element.id.0
}

fn hidden(element: Element) -> Element {
    Element { visibility: Visibility { undisplayed: true, ..Visibility::default() }, ..element }
}

#[test]
fn resolves_by_pattern_role_text_and_fallback() {
    let mut snapshot = page(vec![
        Element { role: Some("email"), ..element(1, "input", "Email") },
        Element { role: Some("password"), ..element(2, "input", "Password") },
        Element { role: Some("submit"), primary: true, ..element(3, "button", "Sign in") },
        element(4, "link", "Forgot password?"),
    ]);
    snapshot.patterns.push(pattern("login_form", &[("email", 1), ("submit", 3)]));
    assert_eq!(find(&snapshot, r#"{"pattern": "login_form.submit"}"#), 3);
    assert_eq!(find(&snapshot, r#"{"pattern": "login_form"}"#), 1);
    assert_eq!(find(&snapshot, r#"{"role": "password"}"#), 2);
    assert_eq!(find(&snapshot, r#""sign IN""#), 3);
    assert_eq!(find(&snapshot, r#""Forgot""#), 4);
    assert_eq!(find(&snapshot, "4"), 4);
    assert_eq!(find(&snapshot, r#"{"text": "^Forgot .*\\?$", "match": "regex"}"#), 4);
    assert_eq!(find(&snapshot, r#"{"text_contains": ["log in", "sign in"]}"#), 3);
    assert_eq!(find(&snapshot, r#"{"pattern": "search_form.input", "fallback": {"role": "email"}}"#), 1);
    assert_eq!(find(&snapshot, r#"{"role": "button", "text": "Sign in"}"#), 3);
}

#[test]
fn prefers_full_names_and_usable_elements() {
    let snapshot = page(vec![
        element(1, "heading", "Checkout"),
        element(2, "button", "Proceed to checkout"),
        element(3, "link", "Save"),
        element(4, "link", "Save for later"),
        element(5, "text", "Email"),
        element(6, "input", "Email"),
    ]);
    let pressed = |element: &Element| element.interactive;
    let click = Rules { suits: Some(&pressed), ..Rules::default() };
    let id = |json: &str| find_by(&snapshot, json, &click).unwrap().element.id.0;
    assert_eq!(id(r#""Checkout""#), 2);
    assert_eq!(id(r#""Save""#), 3);
    assert_eq!(id(r#""Email""#), 6);
    assert_eq!(find(&snapshot, r#""Checkout""#), 1);
}

#[test]
fn picks_best_of_several_or_fails_in_strict_mode() {
    let off = State { disabled: true, ..State::default() };
    let snapshot = page(vec![
        hidden(element(1, "button", "Save")),
        Element { state: off, ..element(2, "button", "Save") },
        element(3, "button", "Save"),
        Element { primary: true, ..element(4, "button", "Save") },
        element(5, "button", "Open"),
        element(6, "button", "Open"),
    ]);
    assert_eq!(find(&snapshot, r#""Save""#), 4);
    let open = find_by(&snapshot, r#""Open""#, &Rules::default()).unwrap();
    assert_eq!(open.element.id.0, 5);
    assert_eq!(open.notes, [r#"note: 2 fit "Open": took [5], also [6]"#]);
    let strict = Rules { strict: true, ..Rules::default() };
    let failure = find_by(&snapshot, r#""Open""#, &strict).unwrap_err();
    assert_eq!(failure.cause, Cause::TargetAmbiguous);
    assert_eq!(failure.context, [r#"[5] button "Open""#, r#"[6] button "Open""#]);
}

#[test]
fn bare_number_is_ambiguous_between_id_and_text() {
    let snapshot = page(vec![
        element(1, "heading", "3"),
        element(2, "input", "Nights"),
        element(3, "button", "5"),
        hidden(element(4, "button", "2")),
        element(5, "button", "9"),
        element(6, "button", "6"),
        element(7, "button", "1"),
    ]);
    let pressed = |element: &Element| element.interactive;
    let click = Rules { suits: Some(&pressed), ..Rules::default() };
    let ask = |number: &str, rules: &Rules<'_>| find_by(&snapshot, number, rules).unwrap_err();
    for (number, first) in [("1", "[1] heading \"3\""), ("5", "[5] button \"9\"")] {
        let failure = ask(number, &click);
        assert_eq!((failure.cause, failure.asks), (Cause::TargetAmbiguous, true), "{number}");
        assert!(
            failure.message.starts_with(&format!("{number} is the id of {first} and the text of")),
            "{failure}"
        );
        assert_eq!(failure.instead, [format!("@{number}"), format!("text({number})")]);
    }
    // Neither an element that does not suit the verb nor an invisible one is considered.
    assert_eq!(find_by(&snapshot, "3", &click).unwrap().element.id.0, 3);
    assert!(ask("3", &Rules::default()).asks);
    assert_eq!(find(&snapshot, "2"), 2);
    // Id and text belong to the same element, or only one of them exists.
    assert_eq!(find(&snapshot, "6"), 6);
    assert_eq!(find(&snapshot, "9"), 5);
    assert_eq!(find(&snapshot, r#"{"id": 5}"#), 5);
    assert_eq!(find(&snapshot, r#""@5""#), 5);
    assert_eq!(find(&snapshot, r#"{"text": "5"}"#), 3);
    assert_eq!(ask("88", &click).cause, Cause::ElementStale);
    // The reference of a relation follows the same rules.
    assert!(ask(r#"{"text": "6", "near": 5}"#, &click).asks);
}

#[test]
fn prefers_element_in_front_dialog() {
    let mut snapshot = page(vec![element(1, "button", "Close"), element(2, "button", "Close")]);
    snapshot.regions.push(Region {
        kind: RegionKind::Dialog,
        parent: Some(0),
        visible: true,
        floating: true,
        ..Region::default()
    });
    snapshot.elements[1].region = 1;
    assert_eq!(find(&snapshot, r#""Close""#), 2);
}

#[test]
fn link_and_its_heading_are_one_match() {
    let mut snapshot = page(vec![element(1, "link", "News"), element(2, "heading", "News")]);
    snapshot.elements[1].parent = Some(0);
    let strict = Rules { strict: true, ..Rules::default() };
    assert_eq!(find_by(&snapshot, r#""News""#, &strict).unwrap().element.id.0, 1);
}

/// Creates two adjacent cards, each with a heading and a button, and a third button elsewhere.
fn cards() -> Snapshot {
    let mut snapshot = page(vec![
        element(1, "heading", "Results"),
        element(2, "heading", "Blue shirt"),
        element(3, "button", "Add"),
        element(4, "heading", "Red shirt"),
        element(5, "button", "Add"),
        element(6, "heading", "Blue shirt"),
        element(7, "button", "Add"),
    ]);
    let region = |kind, parent, name: &str, bounds| Region {
        kind,
        parent: Some(parent),
        name: name.into(),
        bounds,
        visible: true,
        ..Region::default()
    };
    let rect = |x, y, width, height| Rect { x, y, width, height };
    snapshot.regions.extend([
        region(RegionKind::Section, 0, "Results", rect(0.0, 0.0, 1280.0, 600.0)),
        region(RegionKind::Item, 1, "Blue shirt", rect(0.0, 100.0, 200.0, 300.0)),
        region(RegionKind::Item, 1, "Red shirt", rect(200.0, 100.0, 200.0, 300.0)),
        region(RegionKind::Aside, 0, "Seen before", rect(0.0, 700.0, 200.0, 300.0)),
    ]);
    for (at, place, x, y) in [
        (0, 1, 0.0, 0.0),
        (1, 2, 10.0, 110.0),
        (2, 2, 10.0, 350.0),
        (3, 3, 210.0, 110.0),
        (4, 3, 210.0, 350.0),
        (5, 4, 10.0, 710.0),
        (6, 4, 10.0, 750.0),
    ] {
        snapshot.elements[at].region = place;
        snapshot.elements[at].bounds = rect(x, y, 100.0, 20.0);
    }
    snapshot
}

#[test]
fn relations_filter_and_chain() {
    let snapshot = cards();
    let add = |relations: &str| find(&snapshot, &format!(r#"{{"text": "Add", {relations}}}"#));
    assert_eq!(add(r#""near": "Red shirt""#), 5);
    assert_eq!(add(r#""inside": "Red shirt""#), 5);
    assert_eq!(add(r#""inside": "Seen before""#), 7);
    assert_eq!(add(r#""after": "Red shirt""#), 5);
    assert_eq!(add(r#""before": "Red shirt""#), 3);
    assert_eq!(
        add(
            r#""relations": [{"relation": "near", "target": "Blue shirt"}, {"relation": "inside", "target": "Results"}]"#
        ),
        3
    );
    assert_eq!(add(r#""near": {"text": "Blue shirt", "inside": "Seen before"}"#), 7);
    let failure =
        find_by(&snapshot, r#"{"text": "Add", "near": "Green shirt"}"#, &Rules::default()).unwrap_err();
    assert_eq!(failure.cause, Cause::TargetNotFound);
}

#[test]
fn contains_matches_text_of_descendants() {
    let mut snapshot =
        page(vec![element(1, "link", "A"), element(2, "text", "sold out"), element(3, "link", "B")]);
    snapshot.elements[1].parent = Some(0);
    snapshot.elements[1].bounds = snapshot.elements[0].bounds;
    assert_eq!(find(&snapshot, r#"{"role": "link", "contains": "sold out"}"#), 1);
}

#[test]
fn queries_page_for_unlisted_elements() {
    let snapshot = page(vec![element(1, "button", "Save")]);
    let wanted = target(r##"{"selector": "#x"}"##);
    let rules = Rules::default();
    let mut findings = Findings::default();
    let Ok(Step::Need(query)) = resolve(&wanted, &snapshot, &findings, &rules) else { panic!() };
    assert_eq!(query, Query::Css("#x".into()));
    findings.add(query, vec![element(9, "text", "found"), element(1, "button", "Save")]);
    let Ok(Step::Found(found)) = resolve(&wanted, &snapshot, &findings, &rules) else { panic!() };
    assert_eq!((found.element.id.0, found.notes.len()), (1, 0));
    let text = target(r#""unlisted""#);
    assert_eq!(resolve(&text, &snapshot, &findings, &rules), Ok(Step::Need(Query::Says("unlisted".into()))));
}

#[test]
fn failures_name_similar_hidden_or_stale_elements() {
    let snapshot = page(vec![element(1, "button", "Sign in"), hidden(element(2, "button", "Delete"))]);
    let failure = |json: &str| find_by(&snapshot, json, &Rules::default()).unwrap_err();
    let typo = failure(r#""Sing in""#);
    assert_eq!(typo.cause, Cause::TargetNotFound);
    assert_eq!(typo.hint.as_deref(), Some(r#"The nearest: [1] button "Sign in""#));
    let unseen = failure(r#""Delete""#);
    assert_eq!(unseen.cause, Cause::ElementNotVisible);
    assert!(unseen.message.contains("is there, but hidden"), "{}", unseen.message);
    let all = Rules { hidden: true, ..Rules::default() };
    assert_eq!(find_by(&snapshot, r#""Delete""#, &all).unwrap().element.id.0, 2);
    assert_eq!(failure("9").cause, Cause::ElementStale);
}

#[test]
fn healing_requires_several_signals() {
    let mut save = Element { role: Some("submit"), ..element(7, "button", "Save") };
    save.attributes.insert("id".into(), "save-1".into());
    let mut before = page(vec![element(1, "input", "Title"), save, element(8, "link", "Cancel")]);
    let stored = describe(&before, crate::page::ElementId(7), Some("#save-1")).unwrap();
    let stored = serde_json::to_string(&stored).unwrap();
    before.elements[1].attributes.insert("id".into(), "btn-99".into());
    before.elements[1].name = "Save changes".into();
    let healed = find_by(&before, &stored, &Rules::default()).unwrap();
    assert_eq!(healed.element.id.0, 7);
    assert!(healed.notes[0].starts_with("healed: "), "{:?}", healed.notes);
    before.elements.remove(1);
    assert_eq!(find_by(&before, &stored, &Rules::default()).unwrap_err().cause, Cause::TargetNotFound);
    // A single signal is not enough for healing.
    assert!(find_by(&before, r##"{"selector": "#save-1"}"##, &Rules::default()).is_err());
}
