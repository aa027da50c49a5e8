use std::sync::Arc;
use std::time::Duration;

use indexmap::IndexMap;
use sha2::{Digest, Sha256};

use crate::definition::{BlockPlace, Condition, Definition, Extract, Retry, Template, Wait};
use crate::failure::Failure;
use crate::sandbox::Sandbox;
use crate::signature::Effect;
use crate::value::Object;

/// The plan of an intent, before any step runs: a value that can be printed, hashed, confirmed or rejected.
///
/// Everything that is known beforehand is resolved: parameters are filled in, branches that depend on nothing
/// else are taken, loops over given lists are unrolled.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The intent.
    pub intent: String,
    /// The version of its definition.
    pub version: String,
    /// Its parameters.
    pub parameters: Object,
    /// The sandbox of its definition, if that is untrusted.
    pub sandbox: Option<Arc<Sandbox>>,
    /// The nodes, in order of execution.
    pub nodes: Vec<Node>,
}

/// A node of a plan.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// A call of a capability.
    Call(PlannedCall),
    /// A wait for a condition.
    Wait {
        /// The condition.
        condition: Condition,
        /// The timeout.
        timeout: Option<Duration>,
        /// Its retry policy, which overrides that of the intent.
        retry: Option<Retry>,
    },
    /// A branch whose condition is evaluated at run time.
    Branch {
        /// The condition.
        condition: Condition,
        /// The nodes if it holds.
        then: Vec<Node>,
        /// The nodes if it does not.
        otherwise: Vec<Node>,
    },
    /// A loop over known items, unrolled.
    Each {
        /// The loop variable.
        variable: String,
        /// Each item with its nodes.
        iterations: Vec<(crate::Value, Vec<Node>)>,
        /// The number of items beyond the limit of the loop.
        left_out: usize,
    },
    /// A loop over items that are only known at run time.
    Loop {
        /// The items.
        over: Template,
        /// The loop variable.
        variable: String,
        /// The maximum number of iterations.
        max: u32,
        /// The body.
        body: Vec<Node>,
    },
    /// Nodes with a fallback.
    Try {
        /// The nodes to try.
        nodes: Vec<Node>,
        /// The nodes to run if they fail.
        catch: Vec<Node>,
    },
    /// Parallel nodes.
    Parallel {
        /// The nodes.
        nodes: Vec<Node>,
        /// Which of them must succeed.
        wait: Wait,
    },
    /// A point at which a later run can resume.
    Checkpoint(String),
    /// Nodes that run at another place, such as another tab.
    Block {
        /// The keyword for this kind of place.
        keyword: String,
        /// The place.
        at: BlockPlace,
        /// The nodes.
        nodes: Vec<Node>,
    },
    /// Values to extract.
    Extract(IndexMap<String, Extract>),
    /// Several goals of one request, each after its dependencies. A goal that fails blocks its dependents,
    /// and no other goal.
    Goals(Vec<PlannedGoal>),
    /// Another intent.
    Intent {
        /// Its definition.
        definition: Arc<Definition>,
        /// Its parameters, resolved at run time.
        params: IndexMap<String, Template>,
        /// Its sandbox, if it runs for an untrusted definition.
        sandbox: Option<Arc<Sandbox>>,
        /// Its nodes.
        nodes: Vec<Node>,
        /// The nodes that run after it has failed.
        recovery: Vec<Node>,
        /// The variable that stores its result for later steps.
        bind: Option<String>,
        /// Whether its result is part of the result of the plan.
        told: bool,
    },
}

/// One of several planned goals.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedGoal {
    /// Its ID: `g0`.
    pub id: String,
    /// The indices of the goals that it depends on.
    pub after: Vec<usize>,
    /// Whether it runs even if the press before it had no visible effect. Buttons that a person lists in
    /// sequence are all pressed, even if the page shows no change in between.
    pub follows_quiet_press: bool,
    /// Its nodes, or the reason why it cannot be planned.
    pub work: Result<Vec<Node>, Failure>,
}

impl PlannedGoal {
    /// Returns its nodes.
    pub fn nodes(&self) -> &[Node] {
        self.work.as_deref().unwrap_or_default()
    }

    /// Returns all calls that it may make.
    pub fn calls(&self) -> Vec<&PlannedCall> {
        let mut calls = Vec::new();
        collect(self.nodes(), &mut calls);
        calls
    }
}

/// A planned call of a capability.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedCall {
    /// The number of its step: `2`, `3.1`.
    pub step: String,
    /// The full name of the verb.
    pub capability: String,
    /// The effect of the verb.
    pub effect: Effect,
    /// Whether it can be undone.
    pub reversible: bool,
    /// Whether it requires confirmation.
    pub asks: bool,
    /// The warning that a high-risk call shows before confirmation.
    pub warning: Option<String>,
    /// Its arguments.
    pub arguments: IndexMap<String, Template>,
    /// Its timeout.
    pub timeout: Option<Duration>,
    /// Its retry policy, which overrides that of the intent.
    pub retry: Option<Retry>,
    /// The variable that stores its result for later steps.
    pub bind: Option<String>,
    /// Its sandbox, if it runs for an untrusted definition.
    pub sandbox: Option<Arc<Sandbox>>,
}

impl Plan {
    /// Formats the plan for people, a line for each node, indented by depth.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        describe(&self.nodes, 0, &mut lines);
        if lines.is_empty() {
            lines.push("nothing to do".into());
        }
        lines
    }

    /// Returns a digest of everything that the plan would do. Equal plans have equal digests, and different
    /// plans different ones, so that a confirmation can be bound to a plan. Secrets are hashed as their mask.
    pub fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        hasher.update(format!("{} {}\n", self.intent, self.version));
        for line in self.lines() {
            hasher.update(line.as_bytes());
            hasher.update(b"\n");
        }
        let digest = hasher.finalize();
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns all calls that the plan may make.
    pub fn calls(&self) -> Vec<&PlannedCall> {
        let mut calls = Vec::new();
        collect(&self.nodes, &mut calls);
        calls
    }
}

impl Node {
    /// Returns all calls that the node may make.
    pub fn calls(&self) -> Vec<&PlannedCall> {
        let mut calls = Vec::new();
        collect(std::slice::from_ref(self), &mut calls);
        calls
    }

    /// Returns the lists of nodes inside it, in order.
    pub fn children(&self) -> Vec<&[Node]> {
        match self {
            Self::Call(_) | Self::Wait { .. } | Self::Checkpoint(_) | Self::Extract(_) => Vec::new(),
            Self::Branch { then, otherwise, .. } => vec![then, otherwise],
            Self::Each { iterations, .. } => iterations.iter().map(|(_, nodes)| nodes.as_slice()).collect(),
            Self::Loop { body, .. } => vec![body],
            Self::Try { nodes, catch } => vec![nodes, catch],
            Self::Parallel { nodes, .. } | Self::Block { nodes, .. } => vec![nodes],
            Self::Goals(goals) => goals.iter().map(PlannedGoal::nodes).collect(),
            Self::Intent { nodes, recovery, .. } => vec![nodes, recovery],
        }
    }
}

fn collect<'a>(nodes: &'a [Node], calls: &mut Vec<&'a PlannedCall>) {
    for node in nodes {
        if let Node::Call(call) = node {
            calls.push(call);
        }
        for children in node.children() {
            collect(children, calls);
        }
    }
}

fn describe(nodes: &[Node], depth: usize, lines: &mut Vec<String>) {
    for node in nodes {
        let heading = node.heading();
        lines.push(format!("{}{heading}", "  ".repeat(depth)));
        match node {
            Node::Call(_) | Node::Wait { .. } | Node::Checkpoint(_) | Node::Extract(_) => {}
            Node::Intent { nodes, recovery, .. } => {
                describe(nodes, depth + 1, lines);
                describe_under("if that fails, recovery", recovery, depth, lines);
            }
            Node::Branch { then, otherwise, .. } => {
                describe(then, depth + 1, lines);
                describe_under("else", otherwise, depth, lines);
            }
            Node::Try { nodes, catch } => {
                describe(nodes, depth + 1, lines);
                describe_under("if that fails", catch, depth, lines);
            }
            Node::Goals(goals) => {
                // The goals are the whole plan and need no heading.
                lines.pop();
                for goal in goals {
                    lines.push(format!("{}{}", "  ".repeat(depth), goal.heading(goals)));
                    describe(goal.nodes(), depth + 1, lines);
                }
            }
            Node::Each { iterations, .. } => {
                for (item, body) in iterations {
                    describe_under(&format!("- {item}"), body, depth + 1, lines);
                }
            }
            Node::Loop { body: nodes, .. } | Node::Parallel { nodes, .. } | Node::Block { nodes, .. } => {
                describe(nodes, depth + 1, lines);
            }
        }
    }
}

fn describe_under(heading: &str, nodes: &[Node], depth: usize, lines: &mut Vec<String>) {
    if !nodes.is_empty() {
        lines.push(format!("{}{heading}", "  ".repeat(depth)));
        describe(nodes, depth + 1, lines);
    }
}

impl PlannedGoal {
    fn heading(&self, all: &[Self]) -> String {
        let after: Vec<&str> =
            self.after.iter().filter_map(|at| all.get(*at)).map(|it| it.id.as_str()).collect();
        let after = if after.is_empty() { String::new() } else { format!(" after {}", after.join(", ")) };
        match &self.work {
            Ok(_) => format!("{}{after}", self.id),
            Err(failure) => format!("{}{after}: cannot be done, {}", self.id, failure.message),
        }
    }
}

impl Node {
    /// Returns the line that describes the node.
    fn heading(&self) -> String {
        match self {
            Self::Call(call) => call.line(),
            Self::Wait { condition, timeout: Some(limit), .. } => {
                format!("wait until {condition} (at most {})", crate::format_duration(*limit))
            }
            Self::Wait { condition, timeout: None, .. } => format!("wait until {condition}"),
            Self::Checkpoint(name) => format!("checkpoint {name}"),
            Self::Block { keyword, at, .. } => format!("in {}", at.named(keyword)),
            Self::Extract(extracts) => {
                format!("extract {}", extracts.keys().map(String::as_str).collect::<Vec<_>>().join(", "))
            }
            Self::Branch { condition, .. } => format!("if {condition}"),
            Self::Try { .. } => "try".into(),
            Self::Each { variable, iterations, left_out: 0 } => {
                format!("for each {variable} of {}", iterations.len())
            }
            Self::Each { variable, iterations, left_out } => {
                format!("for each {variable} of the first {} ({left_out} left out)", iterations.len())
            }
            Self::Loop { over, variable, max, .. } => {
                format!("for each {variable} in {over} (at most {max})")
            }
            Self::Goals(goals) => format!("{} goals", goals.len()),
            Self::Parallel { wait, .. } => format!("at once, waiting for {}", wait.as_str()),
            Self::Intent { definition, params, .. } => {
                format!("intent {}{}", definition.intent.value, arguments(params))
            }
        }
    }
}

impl PlannedCall {
    fn line(&self) -> String {
        let lasting =
            if self.reversible || self.effect == Effect::Observe { "" } else { ", cannot be undone" };
        format!("{}. {}{} ({}{lasting})", self.step, self.capability, arguments(&self.arguments), self.effect)
    }
}

fn arguments(arguments: &IndexMap<String, Template>) -> String {
    arguments.iter().map(|(name, argument)| format!(" {name}={argument}")).collect()
}
