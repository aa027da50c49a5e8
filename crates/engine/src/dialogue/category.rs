use lemmascope_intent::Category;
use lemmascope_intent::definition::{Step, StepKind};

use crate::catalog::State;
use crate::engine::Engine;

/// The maximum depth of nested intents whose steps determine the category.
const DEEPEST: usize = 8;

impl Engine {
    /// Returns the category of an intent, a verb or a command: the one that its domain declares, or that of
    /// the first verb of its steps.
    pub(super) fn category_of(&self, name: &str, session: &str) -> Category {
        let stated = self.catalog.category(name);
        let category =
            stated.or_else(|| self.read(|state| self.category_by_steps(name, session, state, DEEPEST)));
        category.unwrap_or(Category::ApplicationControl)
    }

    fn category_by_steps(&self, name: &str, session: &str, state: &State, depth: usize) -> Option<Category> {
        let entry = state.resolve(name, session).filter(|_| depth > 0)?;
        self.first_category(&entry.definition.steps, session, state, depth)
    }

    fn first_category(&self, steps: &[Step], session: &str, state: &State, depth: usize) -> Option<Category> {
        let first = |steps: &[Step]| self.first_category(steps, session, state, depth);
        steps.iter().find_map(|step| match &step.kind {
            StepKind::Action(action) => {
                self.catalog.get(&action.name.value).and_then(|it| self.catalog.category(it.signature().name))
            }
            StepKind::Intent(sub) => {
                let stated = self.catalog.category(&sub.name.value);
                stated.or_else(|| self.category_by_steps(&sub.name.value, session, state, depth - 1))
            }
            StepKind::Branch(branch) => first(&branch.then).or_else(|| first(&branch.otherwise)),
            StepKind::Loop(repeated) => first(&repeated.steps),
            StepKind::Try(attempt) => first(&attempt.steps),
            StepKind::Parallel(parallel) => first(&parallel.steps),
            StepKind::Block(block) => first(&block.steps),
            StepKind::Wait(_) | StepKind::Checkpoint(_) | StepKind::Extract(_) => None,
        })
    }
}
