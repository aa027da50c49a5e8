//! Carrying out a plan: node after node, with time-outs, retries, checkpoints, and a record of every
//! change. Effects, trust and confirmation are looked at here and nowhere else.

mod call;
mod condition;
mod position;
mod trace;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::{join_all, select_ok};
use lemmascope_intent::definition::{Condition, Options, Scope, Template, Wait};
use lemmascope_intent::{
    BoxFuture, Cancellation, Cause, Event, EventSink, Failure, Node, Plan, Redactor, Value,
};

use crate::catalog::Catalog;
use crate::ledger::{Ledger, RunRecord};

pub(crate) use position::{Fate, Position};
pub(crate) use trace::Trace;

/// How steps are run, unless a definition says otherwise.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// How long one step may take.
    pub step_timeout: Duration,
    /// How often a step that failed for a passing reason is tried again.
    pub max_retries: u32,
    /// How long to wait before that.
    pub retry_delay: Duration,
    /// Whether the steps of a parallel block run at the same time.
    pub parallel: bool,
    /// What `--retry` said: it goes before what the definition says.
    pub asked_retries: Option<u32>,
}

/// What is checked when the steps are through.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Checks {
    /// The success conditions.
    pub success: bool,
    /// The failure conditions.
    pub failure: bool,
}

/// One run of one plan.
pub(crate) struct Runner<'a> {
    /// The verbs.
    pub catalog: &'a Catalog,
    /// Where it is remembered.
    pub ledger: &'a Ledger,
    /// How steps are run.
    pub policy: Policy,
    /// What is checked afterwards.
    pub checks: Checks,
    /// The run.
    pub run: &'a RunRecord,
    /// Who listens.
    pub events: Arc<dyn EventSink>,
    /// Set when the run should stop.
    pub cancellation: Cancellation,
    /// When the run must be over.
    pub deadline: Instant,
    /// The run that this one continues.
    pub resumed: Option<String>,
    /// The secrets of this run.
    pub redactor: Arc<Mutex<Redactor>>,
    /// What was done so far.
    pub trace: Mutex<Trace>,
    /// Where the run still has to catch up to.
    pub catching_up: Mutex<Option<Position>>,
}

/// What surrounds a node: the values its references stand for, and how its definition wants it run.
#[derive(Clone)]
pub(crate) struct Frame<'a> {
    /// The values.
    pub scope: Scope,
    /// The options of the definition.
    pub options: &'a Options,
}

impl<'a> Runner<'a> {
    /// Carries out the plan.
    pub(crate) async fn run(&self, plan: &Plan, frame: &Frame<'_>) -> Result<(), Failure> {
        self.nodes(&plan.nodes, frame, &Position::default()).await?;
        match self.catching_up().take() {
            None => Ok(()),
            Some(_) => Err(Failure::new(
                Cause::CheckpointInvalid,
                "the plan no longer has the place that the checkpoint was made at",
            )
            .hint("Run it from the beginning.")),
        }
    }

    /// Carries out steps that are not part of the plan, such as recovery.
    pub(crate) async fn run_aside(
        &self,
        nodes: &[Node],
        frame: &Frame<'_>,
        place: usize,
    ) -> Result<(), Failure> {
        self.nodes(nodes, frame, &Position::default().child(place)).await
    }

    fn nodes<'f>(
        &'f self,
        nodes: &'f [Node],
        frame: &'f Frame<'f>,
        position: &'f Position,
    ) -> BoxFuture<'f, Result<(), Failure>> {
        Box::pin(async move {
            for (index, node) in nodes.iter().enumerate() {
                self.node(node, frame, &position.child(index)).await?;
            }
            Ok(())
        })
    }

    async fn node(&self, node: &Node, frame: &Frame<'_>, position: &Position) -> Result<(), Failure> {
        let fate = self.catching_up().as_ref().map_or(Fate::Run, |target| target.fate(position));
        if fate == Fate::Skip {
            return Ok(());
        }
        let entering = fate == Fate::Enter;
        match node {
            Node::Call(call) => self.call(call, frame, position).await,
            Node::Wait { condition, timeout } => self.wait(condition, *timeout, frame, position).await,
            Node::Checkpoint(name) => self.checkpoint(name, position, fate).await,
            Node::Branch { condition, then, otherwise } => {
                // A run that continues inside an arm does not ask again which one it was.
                let arm = match self.arm_of(position, entering) {
                    Some(arm) => arm,
                    None => usize::from(!self.holds(condition, frame).await?),
                };
                let nodes = if arm == 0 { then } else { otherwise };
                self.nodes(nodes, frame, &position.child(arm)).await
            }
            Node::Each { variable, iterations, left_out } => {
                for (index, (item, body)) in iterations.iter().enumerate() {
                    let frame = self.inside(frame, variable, item);
                    self.nodes(body, &frame, &position.child(index)).await?;
                }
                self.note_left_out(*left_out, iterations.len());
                Ok(())
            }
            Node::Loop { over, variable, max, body } => {
                let items = self.items(over, *max, frame).await?;
                for (index, item) in items.iter().take(*max as usize).enumerate() {
                    let frame = self.inside(frame, variable, item);
                    self.nodes(body, &frame, &position.child(index)).await?;
                }
                self.note_left_out(items.len().saturating_sub(*max as usize), *max as usize);
                Ok(())
            }
            Node::Try { nodes, catch } => {
                if let Err(failure) = self.nodes(nodes, frame, &position.child(0)).await {
                    // A run that was called off, or whose time is up, is not rescued.
                    if self.cancellation.is_cancelled() || Instant::now() >= self.deadline {
                        return Err(failure);
                    }
                    self.nodes(catch, frame, &position.child(1)).await?;
                }
                Ok(())
            }
            Node::Parallel { nodes, wait } => self.parallel(nodes, *wait, frame, position).await,
            Node::Intent { definition, params, nodes } => {
                let mut scope = Scope::default();
                for parameter in &definition.parameters {
                    let value = params.get(&parameter.value.name).map(|param| param.resolve(&frame.scope));
                    scope = scope.with(&parameter.value.name, value.unwrap_or_default());
                }
                let inner = Frame { scope, options: &definition.options };
                self.nodes(nodes, &inner, &position.child(0)).await?;
                self.verify(definition, &inner).await
            }
        }
    }

    /// Which arm of a branch the run has to catch up in.
    fn arm_of(&self, position: &Position, entering: bool) -> Option<usize> {
        let target = self.catching_up();
        let target = target.as_ref().filter(|_| entering)?;
        [0, 1].into_iter().find(|arm| target.fate(&position.child(*arm)) == Fate::Enter)
    }

    fn inside<'f>(&self, frame: &Frame<'f>, variable: &str, item: &Value) -> Frame<'f> {
        Frame { scope: frame.scope.with(variable, item.clone()), options: frame.options }
    }

    fn note_left_out(&self, left_out: usize, max: usize) {
        if left_out > 0 {
            self.trace().done(format!("loop stopped at {max}: {left_out} left out"));
        }
    }

    /// The items of a loop that is only known on the way: a list, or the elements a selector matches.
    async fn items(&self, over: &Template, max: u32, frame: &Frame<'_>) -> Result<Vec<Value>, Failure> {
        match over.resolve(&frame.scope) {
            Value::List(items) => Ok(items),
            Value::Null => Ok(Vec::new()),
            selector => {
                let arguments =
                    [("selector".to_string(), selector), ("max".to_string(), i64::from(max).into())];
                let found = self.observe("web.elements", arguments.into_iter().collect()).await?;
                Ok(found.as_list().unwrap_or_default().to_vec())
            }
        }
    }

    async fn checkpoint(&self, name: &str, position: &Position, fate: Fate) -> Result<(), Failure> {
        if fate == Fate::Here {
            *self.catching_up() = None;
        }
        self.ledger.checkpoint(self.run, name, &position.to_string()).await?;
        self.trace().checkpoint = Some(name.into());
        self.events.emit(Event::Checkpoint { name: name.into() });
        Ok(())
    }

    async fn parallel(
        &self,
        nodes: &[Node],
        wait: Wait,
        frame: &Frame<'_>,
        position: &Position,
    ) -> Result<(), Failure> {
        let positions: Vec<Position> = (0..nodes.len()).map(|index| position.child(index)).collect();
        let branches = nodes.iter().zip(&positions).map(|(node, at)| Box::pin(self.node(node, frame, at)));
        if !self.policy.parallel || nodes.is_empty() {
            return self.one_by_one(branches, wait).await;
        }
        match wait {
            Wait::Any => select_ok(branches).await.map(drop),
            Wait::All => join_all(branches).await.into_iter().collect(),
            Wait::None => {
                for failure in join_all(branches).await.into_iter().filter_map(Result::err) {
                    self.tolerate("parallel", failure);
                }
                Ok(())
            }
        }
    }

    async fn one_by_one<F>(&self, branches: impl Iterator<Item = F>, wait: Wait) -> Result<(), Failure>
    where
        F: Future<Output = Result<(), Failure>>,
    {
        let mut last = Ok(());
        for branch in branches {
            let outcome = branch.await;
            match (wait, outcome) {
                (Wait::All, outcome) => outcome?,
                (Wait::Any, Ok(())) => return Ok(()),
                (Wait::Any, Err(failure)) => last = Err(failure),
                (Wait::None, Ok(())) => {}
                (Wait::None, Err(failure)) => self.tolerate("parallel", failure),
            }
        }
        last
    }

    async fn wait(
        &self,
        condition: &Condition,
        timeout: Option<Duration>,
        frame: &Frame<'_>,
        position: &Position,
    ) -> Result<(), Failure> {
        let limit = timeout.unwrap_or(self.policy.step_timeout);
        let until = (Instant::now() + limit).min(self.deadline);
        let step = position.to_string();
        self.events.emit(Event::StepStarted { step: step.clone(), capability: "wait".into() });
        let began = Instant::now();
        let mut pause = Duration::from_millis(10);
        let outcome = loop {
            match self.holds(condition, frame).await {
                Ok(true) => break Ok(()),
                Ok(false) => {}
                Err(failure) => break Err(failure),
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.cancellation.is_cancelled() {
                let message =
                    format!("waited {} in vain: {condition}", lemmascope_intent::format_duration(limit));
                break Err(Failure::new(Cause::Timeout, self.mask(&message)));
            }
            tokio::time::sleep(pause.min(left)).await;
            pause = (pause * 2).min(Duration::from_millis(250));
        };
        let line = self.mask(&format!("wait {condition}"));
        self.finish_step(step, line, outcome.is_ok(), began);
        outcome
    }

    fn finish_step(&self, step: String, line: String, ok: bool, began: Instant) {
        let milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.events.emit(Event::StepFinished { step, line: line.clone(), ok, milliseconds });
        let mut trace = self.trace();
        if ok { trace.done(line) } else { trace.failed(line) }
    }

    /// Goes on although something failed.
    pub(crate) fn tolerate(&self, what: &str, failure: Failure) {
        self.trace().tolerated.push((what.into(), failure));
    }

    /// The text with this run's secrets masked.
    pub(crate) fn mask(&self, text: &str) -> String {
        lock(&self.redactor).mask(text).into_owned()
    }

    /// What was done so far.
    pub(crate) fn trace(&self) -> MutexGuard<'_, Trace> {
        lock(&self.trace)
    }

    fn catching_up(&self) -> MutexGuard<'_, Option<Position>> {
        lock(&self.catching_up)
    }
}

/// A panic elsewhere leaves these values whole: each is changed in one go.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
