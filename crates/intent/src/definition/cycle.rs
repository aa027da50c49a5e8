use std::collections::HashMap;

use super::{Definition, Span, Spanned, Step, StepKind};
use crate::diagnostic::Diagnostic;

/// A cycle of intents that run one another, which would never end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// The indices of the definitions in the given slice. Each runs the next, and the last runs the first.
    pub members: Vec<usize>,
    /// Their names, in the same order.
    pub names: Vec<String>,
    /// The span of the `name` in the last definition that closes the cycle.
    pub span: Span,
}

impl Cycle {
    /// Returns the index of the definition that contains the error.
    pub fn closing(&self) -> usize {
        self.members.last().copied().unwrap_or_default()
    }

    /// Returns the error, for the file of [`Cycle::closing`].
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

/// Finds all cycles among these definitions, one for each step that closes a cycle. Names refer to the
/// definitions in the slice.
pub fn find_cycles(definitions: &[&Definition]) -> Vec<Cycle> {
    let by_name: HashMap<&str, usize> = definitions
        .iter()
        .enumerate()
        .map(|(index, definition)| (definition.intent.value.as_str(), index))
        .collect();
    find_cycles_by(definitions, |_, name| by_name.get(name).copied())
}

/// Finds all cycles like [`find_cycles`], where `meant` resolves a name that the definition at an index uses.
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
        // The path from the start to the current definition, with the number of calls followed from each. The
        // stack is explicit, because a chain of intents may be as long as the number of definitions and would
        // overflow the call stack.
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
