use std::collections::BTreeSet;

use lemmascope_intent::{Cause, Failure, PlannedGoal, Value};

use super::{Fate, Frame, Position, Runner};

impl Runner<'_> {
    /// Carries out goals in their order. What needs a goal that failed is not tried; everything else is.
    pub(super) async fn goals(
        &self,
        goals: &[PlannedGoal],
        frame: &Frame<'_>,
        position: &Position,
    ) -> Result<(), Failure> {
        let mut failed: BTreeSet<usize> = BTreeSet::new();
        let mut first: Option<Failure> = None;
        for (at, goal) in goals.iter().enumerate() {
            let position = position.child(at);
            if self.fate(frame, &position) == Fate::Skip {
                continue;
            }
            let needed =
                goal.after.iter().find(|needed| failed.contains(needed)).and_then(|it| goals.get(*it));
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
                    first.get_or_insert_with(|| failure.clone());
                    let line = self.trace().actions.iter().rev().find(|it| !it.ok).map(|it| it.line.clone());
                    self.tolerate(&line.unwrap_or_else(|| goal.id.clone()), failure);
                }
            }
        }
        match first {
            // Where nothing at all was done, nothing is to be called partly done.
            Some(failure) if failed.len() == goals.len() => {
                self.trace().tolerated.clear();
                Err(failure)
            }
            _ => Ok(()),
        }
    }

    /// What a goal found out is told under its name.
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
