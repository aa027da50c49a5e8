use std::collections::HashSet;

use lemmascope_intent::definition::{Condition, ConditionKind, Reference, Scope, Step, StepKind, Template};

/// The values that are known during planning, and the names of those that are only known during execution.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) scope: Scope,
    pub(super) unknown: HashSet<String>,
}

impl Known {
    /// Creates the state in which all values of the scope are known.
    pub(super) fn new(scope: Scope) -> Self {
        Self { scope, unknown: HashSet::new() }
    }

    fn settles(&self, template: &Template) -> bool {
        template.references().iter().all(|reference| !self.unknown.contains(&reference.name))
    }

    /// Fills the known values into a template.
    pub(super) fn fill(&self, template: &Template) -> Template {
        if self.settles(template) {
            return Template::Literal(template.resolve(&self.scope));
        }
        match template {
            Template::List(items) => Template::List(items.iter().map(|item| self.fill(item)).collect()),
            Template::Object(fields) => Template::Object(
                fields.iter().map(|(name, field)| (name.clone(), self.fill(field))).collect(),
            ),
            open => open.clone(),
        }
    }

    /// Fills the known values into a condition.
    pub(super) fn fill_condition(&self, condition: &Condition) -> Condition {
        condition.map(&|template| self.fill(template))
    }

    /// Evaluates a condition, if its values are known.
    pub(super) fn decide(&self, condition: &Condition) -> Option<bool> {
        match &condition.kind {
            ConditionKind::Expression(expression) => expression
                .references()
                .iter()
                .all(|reference| !self.unknown.contains(&reference.name))
                .then(|| expression.evaluate(&self.scope).is_truthy()),
            ConditionKind::All(parts) => {
                let decided: Vec<Option<bool>> = parts.iter().map(|part| self.decide(part)).collect();
                if decided.contains(&Some(false)) {
                    Some(false)
                } else {
                    decided.iter().all(Option::is_some).then_some(true)
                }
            }
            ConditionKind::Any(parts) => {
                let decided: Vec<Option<bool>> = parts.iter().map(|part| self.decide(part)).collect();
                if decided.contains(&Some(true)) {
                    Some(true)
                } else {
                    decided.iter().all(Option::is_some).then_some(false)
                }
            }
            ConditionKind::Not(part) => self.decide(part).map(|holds| !holds),
            _ => None,
        }
    }

    /// Returns the value or the reference for a name.
    pub(super) fn named(&self, name: &str) -> Option<Template> {
        if self.unknown.contains(name) {
            return Some(Template::Reference(Reference { name: name.into(), path: Vec::new(), span: 0..0 }));
        }
        self.scope.get(name).map(|value| Template::Literal(value.clone()))
    }

    /// Adds the names that a step binds during execution.
    pub(super) fn after(&mut self, step: &Step) {
        let named: Vec<&String> = match &step.kind {
            StepKind::Action(action) => action.bind.iter().collect(),
            StepKind::Intent(sub) => sub.bind.iter().collect(),
            StepKind::Extract(extracts) => extracts.keys().collect(),
            _ => Vec::new(),
        };
        self.unknown.extend(named.into_iter().cloned());
    }
}
