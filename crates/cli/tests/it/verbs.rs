//! Checks that a verb is declared once: all parameters of its signature can be given in a command line and in
//! a step of a definition.

mod declared_once;
mod intents;

use lemmascope_engine::command_signatures;
use lemmascope_intent::definition::{Action, Rules, StepKind};
use lemmascope_intent::{Definition, LineShape, Notation, Parameter, Signature, Type, Value};
use lemmascope_language::command::{Command, parse};

use crate::composed::{catalog, vocabulary};

#[test]
fn every_parameter_is_accepted_on_a_command_line() {
    let own = command_signatures();
    let mut wrong = Vec::new();
    for verb in catalog().signatures().chain(&own) {
        for parameter in &verb.parameters {
            for line in lines(verb, parameter) {
                if let Err(why) = check_line(&line, parameter) {
                    wrong.push(format!("{} {}: {why}", verb.name, parameter.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_parameter_is_accepted_in_a_step() {
    let verbs: Vec<&Signature> = catalog().signatures().collect();
    let rules = Rules { allow_execute: true, catalog: Some(&verbs), ..Rules::default() };
    let mut wrong = Vec::new();
    for verb in &verbs {
        // `wait` is the step that waits for a condition; the verb of that name is called by its full name.
        let short = Some(verb.verb()).filter(|name| verb.is_action && *name != "wait");
        for name in short.into_iter().chain([verb.name]) {
            for parameter in &verb.parameters {
                if let Err(why) = check_step(name, verb, parameter, &rules) {
                    wrong.push(format!("{name} {}: {why}", parameter.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_argument_is_a_parameter() {
    let own = command_signatures();
    let mut wrong = Vec::new();
    for verb in catalog().signatures().chain(&own) {
        let slots = verb.syntax.iter().flat_map(|syntax| &syntax.slots).filter(|slot| !slot.is_literal);
        for slot in slots {
            let named = [Some(slot.name), slot.instead, slot.words.as_ref().map(|(name, _)| *name)];
            let unknown = named.into_iter().flatten().filter(|name| verb.find(name).is_none());
            wrong.extend(unknown.map(|name| format!("{} takes no {name}", verb.name)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_web_verb_declares_its_reach() {
    let of_pages = catalog().signatures().filter(|verb| verb.domain() == "web");
    let silent: Vec<&str> = of_pages.filter(|verb| verb.reach.is_none()).map(|verb| verb.name).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

/// A line or a definition that does not give a parameter, and the reason.
struct Mismatch {
    source: String,
    reason: String,
}

impl Mismatch {
    fn new(source: &str, reason: impl Into<String>) -> Self {
        Self { source: source.into(), reason: reason.into() }
    }
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.source, self.reason)
    }
}

/// Checks that the line parses, gives the parameter, and prints as a line that parses to the same.
fn check_line(line: &str, parameter: &Parameter) -> Result<(), Mismatch> {
    let read = |line: &str| -> Result<Command, Mismatch> {
        let read = parse(line, &vocabulary([])).map_err(|error| Mismatch::new(line, error.to_string()))?;
        read.and_then(|line| line.into_command()).ok_or_else(|| Mismatch::new(line, "is no command"))
    };
    let command = read(line)?;
    let option = parameter.name.replace('_', "-");
    let given = [option.as_str(), &format!("no-{option}")].iter().any(|name| command.has(name))
        || command.has(&parameter.name)
        || command.argument(&parameter.name).is_some();
    if !given {
        return Err(Mismatch::new(line, format!("is read without it, as {command}")));
    }
    let canonical = command.to_string();
    let again = read(&canonical)?;
    match again == command && again.to_string() == canonical {
        true => Ok(()),
        false => Err(Mismatch::new(line, format!("prints {canonical}, which is read as {again}"))),
    }
}

/// Returns lines with all required arguments and the parameter.
fn lines(verb: &Signature, parameter: &Parameter) -> Vec<String> {
    let option = format!("--{}", parameter.name.replace('_', "-"));
    let option = match parameter.kind {
        Type::Boolean => option,
        _ => format!("{option} {}", sample(parameter)),
    };
    let Some(syntax) = &verb.syntax else { return vec![format!("{} {option}", verb.name)] };
    let mut words = vec![syntax.words.to_string()];
    if syntax.shape == LineShape::Sentence {
        words.push("\"open the door\"".into());
    }
    for slot in &syntax.slots {
        match verb.find(slot.name) {
            _ if slot.is_literal => words.push(slot.name.into()),
            Some(taken) if slot.required || taken.name == parameter.name => words.push(sample(taken)),
            _ => {}
        }
        // A keyword of this slot gives another parameter.
        let word = slot.words.as_ref().filter(|(name, _)| *name == parameter.name);
        words.extend(word.and_then(|(_, words)| Some((*words.first()?).to_string())));
        if word.is_some() {
            break;
        }
    }
    let others = verb.parameters.iter().filter(|it| it.required && !syntax.is_positional(&it.name));
    for other in others.filter(|it| it.name != parameter.name) {
        words.push(format!("--{} {}", other.name.replace('_', "-"), sample(other)));
    }
    if syntax.is_positional(&parameter.name) {
        return vec![words.join(" ")];
    }
    let line = format!("{} {option}", words.join(" "));
    let off = (parameter.kind == Type::Boolean && parameter.default == Some(true.into()))
        .then(|| format!("{} --no-{}", words.join(" "), parameter.name.replace('_', "-")));
    [line].into_iter().chain(off).collect()
}

/// Returns a value of the parameter, as in a command line.
fn sample(parameter: &Parameter) -> String {
    match parameter.notation() {
        Notation::Target | Notation::Area | Notation::Form => "\"Save\" near \"Total\"".into(),
        Notation::TextOrId => "\"Save\"".into(),
        Notation::Text | Notation::Script | Notation::Phrase | Notation::WordOrPhrase(_) => {
            "\"some text\"".into()
        }
        Notation::TextOrIndex => "\"Red\"".into(),
        Notation::Selector | Notation::Css => "css(\".row\")".into(),
        Notation::Number(least, _) => (least + 1).to_string(),
        Notation::Millis => "50".into(),
        Notation::Amount => "300".into(),
        Notation::Duration => "5s".into(),
        Notation::Json | Notation::AnyJson => "{\"a\": 1}".into(),
        Notation::Keys | Notation::Key => "shift".into(),
        Notation::Url => "https://example.com/a".into(),
        Notation::Path => "folder/file.txt".into(),
        Notation::Name | Notation::Word => "something".into(),
        Notation::Command => "undo".into(),
        Notation::Method => "POST".into(),
        Notation::Choice(words) => words.first().copied().unwrap_or_default().into(),
        Notation::Literal(word) => word.into(),
    }
}

/// Checks that a step with all required arguments and the parameter parses and gives it.
fn check_step(
    name: &str,
    verb: &Signature,
    parameter: &Parameter,
    rules: &Rules<'_>,
) -> Result<(), Mismatch> {
    let mut step = format!("  - action: {name}\n");
    let mut options = String::new();
    for taken in verb.parameters.iter().filter(|it| it.required || it.name == parameter.name) {
        let line = format!("{}: {}\n", taken.name, value(taken));
        let beside = name == verb.name
            || verb.is_beside_action(taken)
            || ["target", "timeout"].contains(&taken.name.as_str());
        match beside {
            true => step.push_str(&format!("    {line}")),
            false => options.push_str(&format!("      {line}")),
        }
    }
    if !options.is_empty() {
        step.push_str(&format!("    options:\n{options}"));
    }
    let source = format!("intent: sample\nversion: 1\nsteps:\n{step}");
    let checked = Definition::read(&source, rules);
    let Some(definition) = checked.definition.filter(|_| checked.diagnostics.is_empty()) else {
        return Err(Mismatch::new(&source, format!("{:?}", checked.diagnostics)));
    };
    match definition.steps.first().map(|step| &step.kind) {
        Some(StepKind::Action(action)) if gives(action, parameter) => Ok(()),
        other => Err(Mismatch::new(&source, format!("{other:?}"))),
    }
}

fn gives(action: &Action, parameter: &Parameter) -> bool {
    match parameter.name.as_str() {
        "target" if action.target.is_some() => true,
        "timeout" if action.timeout.is_some() => true,
        name => action.arguments.contains_key(name),
    }
}

/// Returns a value of the parameter, as in a definition.
fn value(parameter: &Parameter) -> String {
    match (parameter.notation(), parameter.kind) {
        (_, Type::Boolean) => "true".into(),
        (_, Type::Object) => "{ a: 1 }".into(),
        (_, Type::Array) => "[a, b]".into(),
        (Notation::Number(..) | Notation::Millis | Notation::Amount | Notation::Duration, _)
        | (Notation::Choice(_), _) => sample(parameter),
        (_, Type::Number) => "3".into(),
        (notation, Type::Any) if notation.is_element() => "{ text: Save }".into(),
        (_, Type::String | Type::Any) => Value::from("some text").to_string(),
    }
}
