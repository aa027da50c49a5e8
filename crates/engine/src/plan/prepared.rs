use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{Definition, Node, Plan, Redactor, Report, SensitiveFields};

use super::invocation::RunOptions;
use super::policy::{Checks, Policy};
use super::position::Position;

/// A validated invocation with its plan and execution policy.
#[derive(Clone)]
pub(crate) struct Prepared {
    pub(crate) plan: Plan,
    pub(crate) definition: Option<Arc<Definition>>,
    /// The definition, if the page determines whether it can be called.
    pub(crate) bound: Option<Arc<Definition>>,
    pub(crate) recovery: Vec<Node>,
    pub(crate) options: RunOptions,
    pub(crate) policy: Policy,
    pub(crate) checks: Checks,
    pub(crate) default_timeout: Duration,
    pub(crate) resumed: Option<Resumed>,
    pub(crate) sensitive: SensitiveFields,
    pub(crate) redactor: Redactor,
    pub(crate) show: Show,
}

/// The point at which a run resumes another one.
#[derive(Clone)]
pub(crate) struct Resumed {
    pub(crate) run: String,
    /// The last run that resumed from the checkpoint, which this one resumes.
    pub(crate) latest: String,
    pub(crate) position: Position,
    /// The name of the checkpoint.
    pub(crate) checkpoint: String,
}

/// The parts of the action log that a response contains.
#[derive(Clone, Copy)]
pub(crate) struct Show {
    pub(crate) actions: bool,
    pub(crate) changes: bool,
}

impl Prepared {
    /// Returns the digest of all calls, including the recovery.
    pub(crate) fn digest(&self) -> String {
        match self.recovery.is_empty() {
            true => self.plan.digest(),
            false => self.whole().digest(),
        }
    }

    pub(crate) fn whole(&self) -> Plan {
        let mut plan = self.plan.clone();
        plan.nodes.extend(self.recovery.iter().cloned());
        plan
    }

    /// Adds the plan to a report.
    pub(crate) fn shown(&self, report: Report) -> Report {
        let report = report.section("plan", self.plan.lines());
        match self.recovery.is_empty() {
            true => report,
            false => {
                let recovery = Plan { nodes: self.recovery.clone(), ..self.plan.clone() };
                report.section("recovery", recovery.lines())
            }
        }
    }
}
