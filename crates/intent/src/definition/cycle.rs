use std::collections::HashMap;

use super::{Definition, Span, Spanned, Step, StepKind};
use crate::diagnostic::Diagnostic;

/// Intents that run one another in a circle, which would never end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// The definitions, as places in the given slice, each running the next and the last the first.
    pub members: Vec<usize>,
    /// Their names, in the same order.
    pub names: Vec<String>,
    /// The `name` in the last of them that closes the circle.
    pub span: Span,
}

impl Cycle {
    /// The definition that the fault is in, as a place in the given slice.
    pub fn closing(&self) -> usize {
        self.members.last().copied().unwrap_or_default()
    }

    /// The fault, in the file of [`Cycle::closing`].
    pub fn diagnostic(&self) -> Diagnostic {
        let mut circle = self.names.join(" → ");
        if let Some(first) = self.names.first() {
            circle.push_str(" → ");
            circle.push_str(first);
        }
        Diagnostic::error(
            self.span.clone(),
            format!("these intents run one another in a circle: {circle}"),
            "Remove this step, or move the shared steps into a third intent.",
        )
        .label("closes the circle")
    }
}

/// The circles among these definitions, one for each step that closes one. Each name means the definition of that name.
pub fn find_cycles(definitions: &[&Definition]) -> Vec<Cycle> {
    let by_name: HashMap<&str, usize> = definitions
        .iter()
        .enumerate()
        .map(|(index, definition)| (definition.intent.value.as_str(), index))
        .collect();
    find_cycles_by(definitions, |_, name| by_name.get(name).copied())
}

/// The same, where `meant` says which definition the one at a place means by a name.
pub fn find_cycles_by(
    definitions: &[&Definition],
    meant: impl Fn(usize, &str) -> Option<usize>,
) -> Vec<Cycle> {
    let calls: Vec<Vec<(usize, &Spanned<String>)>> = definitions
        .iter()
        .enumerate()
        .map(|(index, definition)| {
            let mut names = Vec::new();
            collect(&definition.steps, &mut names);
            collect(&definition.failure.recovery, &mut names);
            names.iter().filter_map(|name| Some((meant(index, &name.value)?, *name))).collect()
        })
        .collect();

    let mut cycles = Vec::new();
    let mut finished = vec![false; definitions.len()];
    for start in 0..definitions.len() {
        // The way from the start to here, and how many calls of each have been followed. A stack of
        // our own, because a chain of intents may be as long as there are definitions.
        let mut way: Vec<(usize, usize)> = if finished[start] { Vec::new() } else { vec![(start, 0)] };
        let mut depth_of: HashMap<usize, usize> = way.iter().map(|(index, _)| (*index, 0)).collect();
        while let Some((current, followed)) = way.last_mut() {
            let current = *current;
            let Some((next, name)) = calls[current].get(*followed) else {
                finished[current] = true;
                depth_of.remove(&current);
                way.pop();
                continue;
            };
            *followed += 1;
            if let Some(depth) = depth_of.get(next) {
                let members: Vec<usize> = way[*depth..].iter().map(|(index, _)| *index).collect();
                let names = members.iter().map(|index| definitions[*index].intent.value.clone()).collect();
                cycles.push(Cycle { members, names, span: name.span.clone() });
            } else if !finished[*next] {
                depth_of.insert(*next, way.len());
                way.push((*next, 0));
            }
        }
    }
    cycles
}

fn collect<'a>(steps: &'a [Step], names: &mut Vec<&'a Spanned<String>>) {
    for step in steps {
        match &step.kind {
            StepKind::Intent(intent) => names.push(&intent.name),
            StepKind::Branch(branch) => {
                collect(&branch.then, names);
                collect(&branch.otherwise, names);
            }
            StepKind::Loop(repeated) => collect(&repeated.steps, names),
            StepKind::Try(attempt) => {
                collect(&attempt.steps, names);
                collect(&attempt.catch, names);
            }
            StepKind::Parallel(parallel) => collect(&parallel.steps, names),
            StepKind::Block(block) => collect(&block.steps, names),
            StepKind::Action(_) | StepKind::Wait(_) | StepKind::Checkpoint(_) | StepKind::Extract(_) => {}
        }
    }
}
