//! Selects one of the forms of a page.

use lemmascope_browser::page::{Element, Pattern, Snapshot};
use lemmascope_browser::reading::is_field;
use lemmascope_browser::session::read_answer;
use lemmascope_browser::targets::{Rules, Target, Way};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Cause, Failure, Notation, Parameter, Signature, Type, Value};
use serde_json::json;

use super::PageActor;
use crate::submission::{Form, forms, is_list};

/// The pattern parameter for automatic selection.
pub(crate) const AUTO: &str = "auto";

/// Adds the parameters that select a form.
pub(crate) fn add_form_parameters(signature: Signature) -> Signature {
    let target =
        Parameter::optional("target", Type::Any, "The form, or an element in it.").written(Notation::Form);
    let about = "The form by its pattern; auto for the form that the page is about.";
    let pattern = Parameter::defaulted("pattern", AUTO, Type::String, about).written(Notation::Name);
    signature.parameter(target).parameter(pattern)
}

/// Whether a field of the form was filled last.
pub(crate) fn was_filled(hands: &PageActor<'_>, form: &Form) -> bool {
    let filled = &hands.filled;
    let snapshot = &hands.seen;
    // Ids restart in another document.
    filled.document == snapshot.document
        && form.fields.iter().any(|at| filled.fields.contains(&snapshot.elements[*at].id))
}

/// Returns the pattern in the target parameter, if it is a whole pattern.
pub(crate) fn pattern_of(args: &Args) -> Result<Option<String>, Failure> {
    let Some(target) = named_target(args) else { return Ok(None) };
    Ok(match Target::read(&target)?.ways.as_slice() {
        [Way::Pattern { name, part: None }] => Some(name.clone()),
        _ => None,
    })
}

fn named_target(args: &Args) -> Option<Value> {
    match args.optional_text("pattern").filter(|pattern| *pattern != AUTO) {
        Some(pattern) => Some(json!({"pattern": pattern}).into()),
        None => args.get("target").cloned(),
    }
}

/// Returns the form to submit. If a form of this pattern was filled, that form is meant: a popup that appears
/// later may cover it and contain an empty form of the same pattern.
pub(crate) async fn form_to_submit(hands: &mut PageActor<'_>, args: &Args) -> Result<Option<Form>, Failure> {
    let pattern = pattern_of(args)?;
    let is_filled = pattern.is_some() && hands.filled.pattern == pattern;
    if is_filled && hands.filled.document == hands.seen.document {
        let filled = forms(&hands.seen).into_iter().find(|form| was_filled(hands, form));
        return filled.map(Some).ok_or_else(|| {
            Failure::new(Cause::TargetNotFound, "the form that was filled is no longer on the page")
                .hint("Nothing was sent. Look with `observe`, and fill in the form that is there.")
                .verdict("not_found")
        });
    }
    named(hands, args).await
}

/// Returns the form that is selected by a pattern, a selector or an element in it; `None` without a
/// selection.
pub(crate) async fn named(hands: &mut PageActor<'_>, args: &Args) -> Result<Option<Form>, Failure> {
    let Some(target) = named_target(args) else { return Ok(None) };
    if let [Way::Pattern { name, part: None }] = Target::read(&target)?.ways.as_slice() {
        let all = by_pattern(&hands.seen, name)?;
        // A popup that appears later may contain a form of the same pattern, so the filled form takes
        // precedence.
        let meant = all.iter().find(|form| was_filled(hands, form)).or(all.first());
        return meant.cloned().map(Some).ok_or_else(|| no_fields_failure(name));
    }
    let rules = Rules { hidden: true, ..Rules::default() };
    let found = hands.find(&target, &rules).await?;
    hands.look().await?;
    let snapshot = std::sync::Arc::clone(&hands.seen);
    let all = forms(&snapshot);
    let place = snapshot.elements.iter().position(|element| element.id == found.id);
    let sender = place.filter(|at| matches!(snapshot.elements[*at].kind, "button" | "link"));
    // An element inside a form selects the form; an element around fields selects these; a button outside
    // selects the form that it submits.
    let is_part = |form: &&Form| form.fields.iter().chain(&form.buttons).any(|at| Some(*at) == place);
    if let Some(form) = all.iter().find(is_part) {
        return Ok(Some(Form { sender, ..form.clone() }));
    }
    if let Some(at) = sender {
        let region = snapshot.elements[at].region;
        return Ok(Some(Form { buttons: vec![at], region, sender, ..Form::default() }));
    }
    let frame = snapshot.frames.iter().position(|view| view.id == found.frame.as_str());
    let of_frame = |element: &Element| Some(element.frame) == frame && element.interactive;
    let keys: Vec<u32> = snapshot.elements.iter().filter(|one| of_frame(one)).map(|one| one.key).collect();
    let limit = std::time::Duration::from_secs(5);
    let arguments = json!([found.key, keys]);
    let inside: Vec<u32> =
        read_answer(hands.tab()?.call(&found.frame, "lemmascope.within", arguments, limit).await?)?;
    let inner = |is: &dyn Fn(&Element) -> bool| {
        let all = snapshot.elements.iter().enumerate();
        all.filter(|(_, one)| of_frame(one) && inside.contains(&one.key) && is(one))
            .map(|(at, _)| at)
            .collect()
    };
    let fields: Vec<usize> = inner(&|element| is_field(element) || is_list(element));
    if fields.is_empty() {
        return Err(no_fields_failure(&found.shown()));
    }
    let region = snapshot.elements[fields[0]].region;
    let buttons = inner(&|element| !is_field(element) && !is_list(element));
    Ok(Some(Form { fields, buttons, region, is_form: true, sender: None }))
}

/// Returns the form of a pattern that has no fields.
pub(crate) fn without_fields(snapshot: &Snapshot, args: &Args) -> Result<Option<Form>, Failure> {
    let Some(target) = named_target(args) else { return Ok(None) };
    let target = Target::read(&target)?;
    let [Way::Pattern { name, part: None }] = target.ways.as_slice() else { return Ok(None) };
    let pattern = snapshot.patterns.iter().find(|pattern| pattern.name == *name);
    Ok(pattern.map(|pattern| Form { region: pattern.region, ..Form::default() }))
}

/// The failure for a target without fields.
pub(crate) fn no_fields_failure(what: &str) -> Failure {
    Failure::new(Cause::TargetNotFound, format!("there are no fields in {what}"))
        .hint("Leave out its values, or look with `observe`: it may have to be opened first.")
        .verdict("not_found")
}

/// Returns the forms of a pattern, the best first.
fn by_pattern(snapshot: &Snapshot, name: &str) -> Result<Vec<Form>, Failure> {
    let patterns: Vec<_> = snapshot.patterns.iter().filter(|pattern| pattern.name == name).collect();
    if patterns.is_empty() {
        let known: Vec<&str> =
            snapshot.patterns.iter().map(|it| it.name.as_str()).filter(|it| it.ends_with("form")).collect();
        let hint = match known.len() {
            0 => "The page has no form that is known by a pattern; name a field of it, or a selector."
                .to_string(),
            _ => format!("The page has {}.", known.join(", ")),
        };
        return Err(Failure::new(
            Cause::TargetNotFound,
            format!("there is no {} on the page", quote(name, 60).trim_matches('"')),
        )
        .hint(hint)
        .verdict("not_found"));
    }
    let all = forms(snapshot);
    let of_pattern = |pattern: &Pattern| {
        let is_part = |at: &usize| {
            let id = snapshot.elements[*at].id;
            pattern.parts.iter().any(|(_, ids)| ids.contains(&id))
        };
        let found = all.iter().find(|form| form.region == pattern.region && !form.fields.is_empty());
        found.or_else(|| all.iter().find(|form| form.fields.iter().any(is_part))).cloned()
    };
    Ok(patterns.into_iter().filter_map(of_pattern).collect())
}
