use std::sync::Arc;
use std::time::Duration;

use indexmap::IndexMap;
use sha2::{Digest, Sha256};

use crate::definition::{BlockPlace, Condition, Definition, Extract, Retry, Template, Wait};
use crate::failure::Failure;
use crate::sandbox::Sandbox;
use crate::signature::Effect;
use crate::value::Object;

/// What an intent is going to do, before any of it is done: a value that can be printed, hashed,
/// confirmed or refused.
///
/// Whatever is known beforehand has been settled: parameters are filled in, branches that depend on
/// nothing else are taken, loops over given lists are laid out item by item.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The intent.
    pub intent: String,
    /// The version of its definition.
    pub version: String,
    /// Its parameters.
    pub parameters: Object,
    /// Its bounds, where its definition is not trusted.
    pub sandbox: Option<Arc<Sandbox>>,
    /// What is to be done, in order.
    pub nodes: Vec<Node>,
}

/// One thing to be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// A call of a capability.
    Call(PlannedCall),
    /// Waiting until something holds.
    Wait {
        /// What must hold.
        condition: Condition,
        /// How long at the most.
        timeout: Option<Duration>,
        /// How it is tried again, in place of what the options of the intent say.
        retry: Option<Retry>,
    },
    /// A choice that can only be made on the way.
    Branch {
        /// Decides.
        condition: Condition,
        /// When it holds.
        then: Vec<Node>,
        /// When it does not.
        otherwise: Vec<Node>,
    },
    /// A loop over items that are known: a list of nodes for each.
    Each {
        /// The name of the current item.
        variable: String,
        /// The item and what is done for it.
        iterations: Vec<(crate::Value, Vec<Node>)>,
        /// How many more items there were than the loop may go over.
        left_out: usize,
    },
    /// A loop over items that are only known on the way.
    Loop {
        /// The items.
        over: Template,
        /// The name of the current item.
        variable: String,
        /// How often at the most.
        max: u32,
        /// What is done for each.
        body: Vec<Node>,
    },
    /// An attempt with something to fall back on.
    Try {
        /// What is tried.
        nodes: Vec<Node>,
        /// What is done when that fails.
        catch: Vec<Node>,
    },
    /// Several things at once.
    Parallel {
        /// The things.
        nodes: Vec<Node>,
        /// Which of them must succeed.
        wait: Wait,
    },
    /// A point that a later run can continue from.
    Checkpoint(String),
    /// Something that is done at another place: in another tab.
    Block {
        /// The word for places of that kind.
        keyword: String,
        /// Which place.
        at: BlockPlace,
        /// What is done there.
        nodes: Vec<Node>,
    },
    /// Data that is taken on the way.
    Extract(IndexMap<String, Extract>),
    /// Several goals of one request, each after those that it needs. One that fails keeps back what needs it, and
    /// nothing else.
    Goals(Vec<PlannedGoal>),
    /// Another intent.
    Intent {
        /// Its definition.
        definition: Arc<Definition>,
        /// Its parameters, to be resolved where it is run.
        params: IndexMap<String, Template>,
        /// Its bounds, where it is done for a definition that is not trusted.
        sandbox: Option<Arc<Sandbox>>,
        /// What it does.
        nodes: Vec<Node>,
        /// What it does when it has failed.
        recovery: Vec<Node>,
        /// The name that what it returns is called by from there on.
        bind: Option<String>,
        /// Whether what it returns is part of the result.
        told: bool,
    },
}

/// One goal of several that is planned.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedGoal {
    /// By which it is distinguished: `g0`.
    pub id: String,
    /// The goals before it that it needs, by their places in the list.
    pub after: Vec<usize>,
    /// Whether it follows a press that showed no effect. Buttons that a person names one after the other are all pressed, even if
    /// the page shows nothing in between.
    pub follows_quiet_press: bool,
    /// What is done for it, or why nothing can be.
    pub work: Result<Vec<Node>, Failure>,
}

impl PlannedGoal {
    /// What is done for it.
    pub fn nodes(&self) -> &[Node] {
        self.work.as_deref().unwrap_or_default()
    }

    /// All the calls that may be made for it.
    pub fn calls(&self) -> Vec<&PlannedCall> {
        let mut calls = Vec::new();
        collect(self.nodes(), &mut calls);
        calls
    }
}

/// A call of a capability that is planned.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedCall {
    /// Which step it is, by its place: `2`, `3.1`.
    pub step: String,
    /// The verb, by its full name.
    pub capability: String,
    /// What it does to the world.
    pub effect: Effect,
    /// Whether it can be undone.
    pub reversible: bool,
    /// Whether the person is asked first.
    pub asks: bool,
    /// What the person is told that will happen, where much is at stake.
    pub warning: Option<String>,
    /// Its arguments.
    pub arguments: IndexMap<String, Template>,
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// How it is tried again, in place of what the options of the intent say.
    pub retry: Option<Retry>,
    /// The name that what it returns is called by from there on.
    pub bind: Option<String>,
    /// Its bounds, where it is done for a definition that is not trusted.
    pub sandbox: Option<Arc<Sandbox>>,
}

impl Plan {
    /// The plan as a person reads it, a line each, indented by depth.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        describe(&self.nodes, 0, &mut lines);
        if lines.is_empty() {
            lines.push("nothing to do".into());
        }
        lines
    }

    /// A digest of everything the plan would do. The same plan has the same digest, any other plan
    /// another, so that a confirmation can be bound to it. Secrets count as their mask.
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

    /// All the calls that may be made.
    pub fn calls(&self) -> Vec<&PlannedCall> {
        let mut calls = Vec::new();
        collect(&self.nodes, &mut calls);
        calls
    }
}

impl Node {
    /// All the calls that may be made for it.
    pub fn calls(&self) -> Vec<&PlannedCall> {
        let mut calls = Vec::new();
        collect(std::slice::from_ref(self), &mut calls);
        calls
    }

    /// The nodes inside it, in order.
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
                // The goals are the plan: they need no heading above them.
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
    /// The one line that says what it is.
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
