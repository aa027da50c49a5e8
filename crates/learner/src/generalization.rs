//! Generalizes a pattern into a proposal: values that varied become parameters, all others constants.

mod success;
mod target;

use lemmascope_intent::Subject;
use serde_json::Value;

use crate::naming::{field_name, intent_name};
use crate::pattern::Pattern;
use crate::proposal::{Argument, InferredParameter, Proposal, ProposedStep, Seen};
use crate::similarity::family;
use crate::step::{Held, Kind, Step};
use crate::values::ValueKind;
use crate::words::{folded, identifier};

/// The maximum number of observed values in a proposal.
const MOST_SEEN: usize = 5;

/// The observed values of a parameter; nothing for a value that was not stored.
type Column = Vec<Option<Value>>;

/// The parameters inferred so far.
struct Parameters<'a> {
    known: Vec<(InferredParameter, Column)>,
    /// The failures that a repair started with, one for each observation.
    failures: Vec<&'a Step>,
    /// Whether an argument becomes a parameter although it did not vary.
    is_open: &'a dyn Fn(&Step, &str) -> bool,
}

/// Returns the proposal for a single demonstration. Open arguments become parameters, with the demonstrated
/// value as the latest value. Returns nothing if no step acts.
pub fn demonstration(steps: &[Step], is_open: &dyn Fn(&Step, &str) -> bool) -> Option<Proposal> {
    let pattern = Pattern::shown(steps);
    let items: Vec<Vec<&Step>> = (0..pattern.len()).map(|at| pattern.item(at).collect()).collect();
    let mut parameters = Parameters { known: Vec::new(), failures: Vec::new(), is_open };
    let proposed: Vec<ProposedStep> = items.iter().filter_map(|steps| step(steps, &mut parameters)).collect();
    let (first, last) = (items.first()?, items.last()?);
    Some(Proposal {
        key: key(&pattern),
        name: intent_name(items.iter().cloned()),
        confidence: 0.0,
        observations: 1,
        parameters: parameters.known.into_iter().map(|(inferred, _)| inferred).collect(),
        success: success::success(last),
        steps: proposed,
        place: first.first().and_then(|step| step.place.clone()),
        repairs: None,
    })
}

/// Returns the proposal for a pattern; nothing if no remaining step acts.
pub(crate) fn generalize(pattern: &Pattern) -> Option<Proposal> {
    let items: Vec<Vec<&Step>> = (0..pattern.len()).map(|at| pattern.item(at).collect()).collect();
    let (failures, items): (Vec<Vec<&Step>>, Vec<Vec<&Step>>) =
        items.into_iter().partition(|steps| steps.first().is_some_and(|step| step.kind == Kind::Failure));
    let failures = failures.into_iter().next().unwrap_or_default();
    // The same call with other values is a retry, not a repair.
    let is_another_attempt = |steps: &Vec<&Step>| {
        let pair = failures.first().zip(steps.first());
        pair.is_some_and(|(failed, step)| own_name(&failed.verb) == own_name(&step.verb))
    };
    if items.iter().all(is_another_attempt) {
        return None;
    }
    let mut parameters = Parameters { known: Vec::new(), failures, is_open: &|_, _| false };
    let steps: Vec<ProposedStep> = items.iter().filter_map(|steps| step(steps, &mut parameters)).collect();
    if steps.is_empty() || is_repeated_call(&steps) {
        return None;
    }
    let failures = parameters.failures.clone();
    let repairs = failures.first().map(|first| {
        let given = first.arguments.iter().map(|(name, _)| {
            let argument = parameters.argument(column(&failures, name), false, || Some(name.clone()));
            (name.clone(), argument)
        });
        (first.verb.clone(), given.collect::<Vec<_>>())
    });
    let name = match &repairs {
        Some((intent, _)) => {
            format!("{}_repaired", identifier(intent, 6).unwrap_or_else(|| "sequence".into()))
        }
        None => intent_name(items.iter().cloned()),
    };
    let latest = pattern.latest()?;
    let begins = latest.steps.iter().map(|(step, _)| step).find(|step| step.kind != Kind::Failure)?;
    Some(Proposal {
        key: key(pattern),
        name,
        confidence: pattern.confidence(),
        observations: pattern.count,
        parameters: parameters.known.into_iter().map(|(inferred, _)| inferred).collect(),
        success: items.last().and_then(|steps| success::success(steps)),
        steps,
        place: begins.place.clone(),
        repairs,
    })
}

/// Whether all steps are the same call with different values, such as several searches, which is not a task.
fn is_repeated_call(steps: &[ProposedStep]) -> bool {
    let varies = |step: &ProposedStep| {
        step.arguments.iter().all(|(_, argument)| matches!(argument, Argument::Parameter(_)))
    };
    let is_same = |pair: &[ProposedStep]| {
        let names = |step: &ProposedStep| -> Vec<String> {
            step.arguments.iter().map(|(name, _)| name.clone()).collect()
        };
        pair[0].verb == pair[1].verb && names(&pair[0]) == names(&pair[1])
    };
    steps.len() > 1 && steps.iter().all(varies) && steps.windows(2).all(is_same)
}

/// Returns the name of a verb or an intent without its domain, because an intent often has the name of its
/// only verb.
fn own_name(verb: &str) -> &str {
    verb.rsplit_once('.').map_or(verb, |(_, name)| name)
}

/// Returns the ID of a pattern, derived from its first observation.
fn key(pattern: &Pattern) -> String {
    let Some(first) = pattern.observations.front() else { return String::new() };
    let of = |step: &Step| {
        let subject = step.subjects.first();
        let name = subject.map(|it| format!("{}/{}", family(&it.kind), folded(&it.name)));
        format!("{}:{}", step.verb, name.unwrap_or_default())
    };
    first.steps.iter().map(|(step, _)| of(step)).collect::<Vec<_>>().join(" ")
}

/// Generalizes a step over all observations.
fn step(steps: &[&Step], parameters: &mut Parameters<'_>) -> Option<ProposedStep> {
    let first = steps.first()?;
    let mut arguments = Vec::new();
    for subject in &first.subjects {
        let of_all: Vec<&Subject> =
            steps.iter().filter_map(|step| step.subject(&subject.parameter)).collect();
        arguments.push((subject.parameter.clone(), target::target(&of_all, parameters)));
    }
    let names = common_argument_names(steps);
    let varies = |name: &String| (parameters.is_open)(first, name) || !is_constant(&column(steps, name));
    let varying = names.iter().filter(|name| varies(name)).count();
    for name in &names {
        let column = column(steps, name);
        if column.iter().all(|value| value == &Some(Value::Null)) {
            continue;
        }
        let subjects: Vec<&Subject> = steps.iter().filter_map(|step| step.subjects.first()).collect();
        let is_open = (parameters.is_open)(first, name);
        let argument = parameters.argument(column, is_open, || {
            let of_field = field_name(&subjects).filter(|_| subjects.len() == steps.len() && varying == 1);
            of_field.or_else(|| identifier(name, 3))
        });
        arguments.push((name.clone(), argument));
    }
    Some(ProposedStep { verb: first.verb.clone(), arguments })
}

/// Returns the arguments that at least half of the observations have.
fn common_argument_names(steps: &[&Step]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, _) in steps.iter().flat_map(|step| &step.arguments) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let having = |name: &String| steps.iter().filter(|step| step.argument(name).is_some()).count();
    names.retain(|name| having(name) * 2 >= steps.len());
    names
}

/// Returns the values of an argument, without those of observations that lack it.
fn column(steps: &[&Step], name: &str) -> Column {
    let held = steps.iter().filter_map(|step| step.argument(name));
    held.map(|held| match held {
        Held::Value(value) => Some(value.clone()),
        Held::Hole => None,
    })
    .collect()
}

/// Whether all values are equal and known.
fn is_constant(column: &[Option<Value>]) -> bool {
    column.iter().all(Option::is_some) && column.windows(2).all(|pair| pair[0] == pair[1])
}

impl Parameters<'_> {
    /// Returns the argument for these values: the constant, or a parameter. `name` proposes its name.
    fn argument(&mut self, column: Column, is_open: bool, name: impl FnOnce() -> Option<String>) -> Argument {
        let given = self.given(&column);
        match column.first() {
            Some(Some(value)) if given.is_none() && !is_open && is_constant(&column) => {
                Argument::Constant(value.clone())
            }
            _ => Argument::Parameter(self.parameter(column, given.or_else(name))),
        }
    }

    /// Returns the parameter of the failed intent that had the same values.
    fn given(&self, column: &[Option<Value>]) -> Option<String> {
        let first = self.failures.first().filter(|_| column.len() == self.failures.len())?;
        let mut names = first.arguments.iter().map(|(name, _)| name.as_str());
        let same = |name: &&str| {
            let given = self::column(&self.failures, name);
            given.len() == column.len() && given.iter().zip(column).all(|(a, b)| a.is_some() && a == b)
        };
        names.find(same).map(str::to_string)
    }

    /// Returns the name of the parameter for these values. Values that were always equal share a parameter.
    fn parameter(&mut self, column: Column, name: Option<String>) -> String {
        let is_known = column.iter().all(Option::is_some);
        if is_known && let Some((same, _)) = self.known.iter().find(|(_, known)| *known == column) {
            return same.name.clone();
        }
        let values: Vec<Value> = column.iter().flatten().cloned().collect();
        let kind = ValueKind::of(&values);
        let name = name.unwrap_or_else(|| kind.default_name().into());
        let name = self.free(name);
        let seen = match kind {
            ValueKind::Secret => Seen::Hidden,
            kind if kind.is_enumerable() && is_known => Seen::Values(distinct(&values, kind)),
            _ => Seen::Varying,
        };
        let latest = column.last().cloned().flatten().map(|value| typed(value, kind));
        self.known.push((InferredParameter { name: name.clone(), kind, seen, latest }, column));
        name
    }

    /// Returns the name, with a number if it is taken.
    fn free(&self, name: String) -> String {
        let is_taken = |name: &str| self.known.iter().any(|(known, _)| known.name == name);
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| !is_taken(name)).unwrap_or(name)
    }
}

/// Returns the distinct values in order.
fn distinct(values: &[Value], kind: ValueKind) -> Vec<Value> {
    let mut values: Vec<Value> = values.iter().map(|value| typed(value.clone(), kind)).collect();
    let order = |value: &Value| (value.as_f64().unwrap_or_default(), value.to_string());
    values.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap_or(std::cmp::Ordering::Equal));
    values.dedup();
    values.truncate(MOST_SEEN);
    values
}

/// Converts a value to the common type: a numeric text to a number.
fn typed(value: Value, kind: ValueKind) -> Value {
    match (kind, &value) {
        (ValueKind::Number | ValueKind::Boolean, Value::String(text)) => {
            serde_json::from_str(text.trim()).unwrap_or(value)
        }
        _ => value,
    }
}
