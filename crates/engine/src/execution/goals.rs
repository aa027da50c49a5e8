use std::collections::BTreeSet;

use lemmascope_intent::{Cause, Effect, Failure, PlannedCall, PlannedGoal, Value};

use super::{Frame, Position, ResumeAction, Runner};

impl Runner<'_> {
    /// Executes goals in order. Skips a goal that depends on a failed one, and an irreversible goal after a
    /// failed goal of the same domain. Executes all others.
    pub(super) async fn goals(
        &self,
        goals: &[PlannedGoal],
        frame: &Frame<'_>,
        position: &Position,
    ) -> Result<(), Failure> {
        let mut failed: BTreeSet<usize> = BTreeSet::new();
        // The presses that succeeded but had no visible effect on the page.
        let mut quiet: BTreeSet<usize> = BTreeSet::new();
        let mut first: Option<Failure> = None;
        for (at, goal) in goals.iter().enumerate() {
            let position = position.child(at);
            if self.resume_action(frame, &position) == ResumeAction::Skip {
                continue;
            }
            let is_failed =
                |at: &usize| failed.contains(at) && !(goal.follows_quiet_press && quiet.contains(at));
            let needed = goal.after.iter().find(|needed| is_failed(needed)).and_then(|it| goals.get(*it));
            // A form must not be submitted if one of its fields was not filled in.
            let before = failed.iter().filter(|at| is_failed(at)).filter_map(|at| goals.get(*at));
            let needed = needed.or_else(|| { before }.find(|it| is_barred(goal, it)));
            let ended = match (needed, &goal.work) {
                (Some(needed), _) => Err(self.held_back(goal, needed)),
                (None, Err(failure)) => Err(self.impossible(goal, failure)),
                (None, Ok(nodes)) => {
                    self.trace().value = Value::Null;
                    self.nodes(nodes, frame, &position).await.map(drop)
                }
            };
            match ended {
                Ok(()) => self.keep_value(goal),
                Err(failure) if self.is_final(&failure, frame) => return Err(failure),
                Err(failure) => {
                    failed.insert(at);
                    if failure.cause == Cause::NoEffect {
                        quiet.insert(at);
                    }
                    first.get_or_insert_with(|| failure.clone());
                    let line = self.trace().actions.iter().rev().find(|it| !it.ok).map(|it| it.line.clone());
                    self.tolerate(&line.unwrap_or_else(|| goal.id.clone()), failure);
                }
            }
        }
        match first {
            // If all goals failed, the result is an error, and not partial.
            Some(failure) if failed.len() == goals.len() => {
                self.trace().tolerated.clear();
                Err(failure)
            }
            _ => Ok(()),
        }
    }

    /// Stores the value of a goal under its id.
    fn keep_value(&self, goal: &PlannedGoal) {
        let mut trace = self.trace();
        let value = std::mem::take(&mut trace.value);
        if value != Value::Null {
            trace.extracted.insert(goal.id.clone(), value);
        }
    }

    fn held_back(&self, goal: &PlannedGoal, needed: &PlannedGoal) -> Failure {
        self.trace().failed(format!("{} not tried", goal.id));
        Failure::new(Cause::Unavailable, format!("it needs {}, which was not done", needed.id))
    }

    fn impossible(&self, goal: &PlannedGoal, failure: &Failure) -> Failure {
        self.trace().failed(goal.id.clone());
        failure.clone()
    }
}

/// Whether a goal has an irreversible effect, such as a click or a payment, for which a failed goal was to
/// prepare: both are of the same domain, or nothing is known about the failed one.
fn is_barred(goal: &PlannedGoal, failed: &PlannedGoal) -> bool {
    let domain = |call: &PlannedCall| call.capability.split('.').next().map(str::to_string);
    let before: BTreeSet<_> = failed.calls().into_iter().map(domain).collect();
    goal.calls().into_iter().any(|call| {
        let is_irreversible = call.effect != Effect::Observe && !call.reversible;
        is_irreversible && (before.is_empty() || before.contains(&domain(call)))
    })
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::Node;

    use super::*;

    fn goal(capability: &str, effect: Effect, reversible: bool) -> PlannedGoal {
        let call = PlannedCall {
            step: "1".into(),
            capability: capability.into(),
            effect,
            reversible,
            asks: false,
            warning: None,
            arguments: indexmap::IndexMap::new(),
            timeout: None,
            retry: None,
            bind: None,
            sandbox: None,
        };
        PlannedGoal {
            id: "g0".into(),
            after: Vec::new(),
            follows_quiet_press: false,
            work: Ok(vec![Node::Call(call)]),
        }
    }

    #[test]
    fn failed_goal_blocks_irreversible_goals_of_its_domain() {
        let click = goal("lab.press", Effect::Change, false);
        let select = goal("lab.pick", Effect::Change, false);
        let shot = goal("garden.plant", Effect::Change, true);
        let unknown = PlannedGoal { work: Err(Failure::new(Cause::Unavailable, "unknown")), ..click.clone() };
        assert!(is_barred(&click, &select) && is_barred(&click, &unknown));
        assert!(!is_barred(&click, &shot), "another domain");
        assert!(!is_barred(&shot, &unknown), "it can be undone");
        assert!(!is_barred(&goal("lab.look", Effect::Observe, true), &select), "it only looks");
    }
}
