//! Carrying out a plan: node after node, with time-outs, retries, checkpoints, and a record of every
//! change. Effects, trust and confirmation are looked at here and nowhere else.

mod admission;
mod attempt;
mod call;
mod checkpoint_state;
mod condition;
mod frame;
mod goals;
mod hooks;
mod naming;
mod on_error;
mod parallel;
mod remedy;
mod resumption;
mod shorten;
mod spoken;
mod target_line;
mod trace;
mod verification;
mod wait;

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use futures_util::future::join;
use indexmap::IndexMap;
use lemmascope_intent::definition::{BlockPlace, Extract, Scope, Template, Wait};
use lemmascope_intent::{
    BoxFuture, Cancellation, Cause, Credentials, Event, EventSink, Failure, Language, Lookup, Model, Node,
    Object, Operation, Permissions, Plan, Redactor, SensitiveFields, SitePattern, Value,
};

use crate::catalog::Catalog;
use crate::ledger::Journal;
use crate::lock::lock;
use crate::plan::{Checks, Policy, Position, ResumeAction, acts_here};

pub(crate) use attempt::{Ended, attempt, call_permitted, called_off};
pub(crate) use checkpoint_state::Keeping;
pub(crate) use frame::Frame;
pub(crate) use hooks::{Moment, RunHooks};
pub(crate) use naming::Named;
pub(crate) use trace::Trace;

/// One run of one plan.
pub(crate) struct Runner<'a> {
    /// The verbs.
    pub catalog: &'a Catalog,
    /// What it writes down.
    pub journal: Arc<Journal>,
    /// The run that this one continues, and the one that that one did, back to the first.
    pub origin: String,
    /// How steps are run.
    pub policy: Policy,
    /// What is checked afterwards.
    pub checks: Checks,
    /// Which names are secret.
    pub sensitive: SensitiveFields,
    /// What the settings are now.
    pub settings: Lookup,
    /// What packs and the user have described of pages.
    pub patterns: Arc<[SitePattern]>,
    /// The permissions of the caller.
    pub permissions: Permissions,
    /// The language of the sentence that it comes from.
    pub language: Option<Language>,
    /// Opens what is kept to sign in with.
    pub credentials: Credentials,
    /// Asks the language model, where one is configured.
    pub model: Option<Model>,
    /// Who listens.
    pub events: Arc<dyn EventSink>,
    /// Set when the run should stop.
    pub cancellation: Cancellation,
    /// Whether the plan is one call and nothing else.
    pub is_lone: bool,
    /// Where the run goes on, if it continues an earlier one. Everything before was done then.
    pub resumed_at: Option<Position>,
    /// What is kept with checkpoints, and put back.
    pub keeping: Keeping,
    /// What is done around its intent, and after the page has become another.
    pub hooks: RunHooks,
    /// The secrets of this run.
    pub redactor: Arc<Mutex<Redactor>>,
    /// What its steps have named so far.
    pub named: Mutex<Named>,
    /// What was done so far.
    pub trace: Mutex<Trace>,
}

impl Runner<'_> {
    /// Executes the plan.
    ///
    /// What comes back is what its steps have named.
    pub(crate) async fn run(&self, plan: &Plan, frame: &Frame<'_>) -> Result<Object, Failure> {
        if self.resumed_at.is_some() {
            self.recall()?;
            self.put_back(false, frame).await?;
        }
        self.nodes(&plan.nodes, frame, &Position::default()).await
    }

    fn nodes<'f>(
        &'f self,
        nodes: &'f [Node],
        frame: &'f Frame<'f>,
        position: &'f Position,
    ) -> BoxFuture<'f, Result<Object, Failure>> {
        self.nodes_from(0, nodes, frame, position)
    }

    fn nodes_from<'f>(
        &'f self,
        first: usize,
        nodes: &'f [Node],
        frame: &'f Frame<'f>,
        position: &'f Position,
    ) -> BoxFuture<'f, Result<Object, Failure>> {
        Box::pin(async move {
            let mut named = Object::new();
            let mut known: Option<Frame<'_>> = None;
            for (index, node) in nodes.iter().enumerate().skip(first) {
                if let Node::Parallel { nodes: aside, wait: Wait::None } = node
                    && self.goes_aside(aside, frame, &position.child(index))
                {
                    let frame = known.as_ref().unwrap_or(frame);
                    let stop = Cancellation::default();
                    let (beside, place) = (frame.stoppable(&stop), position.child(index));
                    let aside = self.parallel(aside, Wait::None, &beside, &place);
                    let rest = async {
                        let ended = self.nodes_from(index + 1, nodes, frame, position).await;
                        if ended.is_err() {
                            stop.cancel();
                        }
                        ended
                    };
                    let (aside, rest) = join(aside, rest).await;
                    named.extend(rest?);
                    return aside.map(|()| named);
                }
                let (frame, position) = (known.as_ref().unwrap_or(frame), position.child(index));
                if self.goes_on_at(node, frame, &position) {
                    self.expect(&nodes[..index], frame).await?;
                }
                let given = self.node(node, frame, &position).await?;
                if !given.is_empty() {
                    named.extend(given);
                    known = Some(frame.with_all(&named));
                }
            }
            Ok(named)
        })
    }

    /// Whether what nobody waits for can go on beside what follows it: it is not in its way.
    fn goes_aside(&self, nodes: &[Node], frame: &Frame<'_>, position: &Position) -> bool {
        self.policy.parallel
            && !acts_here(nodes, self.catalog)
            && self.resume_action(frame, position) == ResumeAction::Run
    }

    /// Executes a node. What comes back is what it gives a name to, for the nodes that follow it.
    async fn node(&self, node: &Node, frame: &Frame<'_>, position: &Position) -> Result<Object, Failure> {
        if self.resume_action(frame, position) == ResumeAction::Skip {
            return Ok(lock(&self.named).given_at(position));
        }
        let given: Object = match node {
            Node::Call(call) => {
                let value = self.call(call, frame, position).await?;
                call.bind.iter().map(|name| (name.clone(), value.clone())).collect()
            }
            Node::Extract(extracts) => self.take(extracts, frame, position).await?,
            Node::Intent { bind, .. } => {
                let value = self.intent(node, frame, position).await?;
                bind.iter().map(|name| (name.clone(), value.clone())).collect()
            }
            block => {
                self.block(block, frame, position).await?;
                Object::new()
            }
        };
        lock(&self.named).give(position, &given);
        Ok(given)
    }

    /// A node that names nothing.
    async fn block(&self, node: &Node, frame: &Frame<'_>, position: &Position) -> Result<(), Failure> {
        let resume_action = self.resume_action(frame, position);
        match node {
            Node::Call(_) | Node::Extract(_) | Node::Intent { .. } => Ok(()),
            Node::Block { keyword, at, nodes } => {
                let place = match at {
                    BlockPlace::Number(number) => number.to_string(),
                    BlockPlace::New => format!("new/{}/{position}", self.journal.run.id),
                };
                self.nodes(nodes, &frame.in_block(keyword, place), &position.child(0)).await.map(drop)
            }
            Node::Wait { condition, timeout, retry } => {
                self.wait(condition, *timeout, retry.as_ref(), frame, position).await
            }
            Node::Checkpoint(name) => self.checkpoint(name, frame, position).await,
            Node::Branch { condition, then, otherwise } => {
                // A run that continues inside an arm does not ask again which one it was.
                let arm = match self.arm_of(frame, position, resume_action) {
                    Some(arm) => arm,
                    None => usize::from(!self.holds(condition, frame).await?),
                };
                let nodes = if arm == 0 { then } else { otherwise };
                self.nodes(nodes, frame, &position.child(arm)).await.map(drop)
            }
            Node::Each { variable, iterations, left_out } => {
                for (index, (item, body)) in iterations.iter().enumerate() {
                    let position = position.child(index);
                    if self.resume_action(frame, &position) != ResumeAction::Skip {
                        self.nodes(body, &frame.with(variable, item.clone()), &position).await?;
                    }
                }
                self.note_left_out(*left_out, iterations.len());
                Ok(())
            }
            Node::Loop { over, variable, max, body } => {
                self.repeat(over, variable, *max as usize, body, frame, position).await
            }
            Node::Try { nodes, catch } => {
                if self.arm_of(frame, position, resume_action) != Some(1) {
                    match self.nodes(nodes, frame, &position.child(0)).await {
                        Err(failure) if !self.is_final(&failure, frame) => {}
                        ended => return ended.map(drop),
                    }
                }
                self.nodes(catch, frame, &position.child(1)).await.map(drop)
            }
            Node::Goals(goals) => self.goals(goals, frame, position).await,
            Node::Parallel { nodes, wait } => self.parallel(nodes, *wait, frame, position).await,
        }
    }

    /// Runs another intent, and returns what it extracts.
    async fn intent(&self, node: &Node, frame: &Frame<'_>, position: &Position) -> Result<Value, Failure> {
        let Node::Intent { definition, params, sandbox, nodes, recovery, bind, told } = node else {
            return Ok(Value::Null);
        };
        let mut scope = Scope::default();
        for parameter in &definition.parameters {
            let value = params.get(&parameter.value.name).map(|param| param.resolve(&frame.scope));
            scope = scope.with(&parameter.value.name, value.unwrap_or_default());
        }
        let inner = frame.of_intent(scope, &definition.options, sandbox.clone());
        let ended = async {
            let named = self.nodes(nodes, &inner, &position.child(0)).await?;
            let inner = inner.with_all(&named);
            self.verify(definition, &inner).await?;
            Ok(inner)
        };
        let inner = match ended.await {
            Ok(inner) => inner,
            Err(failure) => {
                if !recovery.is_empty() && !self.is_called_off(frame) {
                    let inner = inner.with_limit(self.policy.step_timeout);
                    self.recover(recovery, &inner, &position.child(1)).await;
                }
                return Err(failure);
            }
        };
        if bind.is_none() && !told {
            return Ok(Value::Null);
        }
        let extracted = self.extract(&definition.success.extract, &inner).await;
        self.miss(extracted.missing);
        if *told {
            let mut trace = self.trace();
            match bind {
                Some(name) if !extracted.values.is_empty() => {
                    trace.extracted.insert(name.clone(), Value::Object(extracted.values.clone()));
                }
                Some(_) => {}
                None => trace.extracted.extend(extracted.values.clone()),
            }
        }
        Ok(Value::Object(extracted.values))
    }

    /// Does what a definition wants done when it has failed. It is best effort: what matters is why the intent failed,
    /// not why its recovery did.
    pub(crate) async fn recover(&self, nodes: &[Node], frame: &Frame<'_>, position: &Position) {
        // Whatever the run continues from, its recovery has not been done before.
        if let Err(failure) = self.nodes(nodes, &frame.afresh(), position).await {
            self.events.emit(Event::Warning { message: format!("recovery failed: {failure}") });
        }
    }

    /// Takes data on the way: it is part of the result, whatever comes after.
    async fn take(
        &self,
        extracts: &IndexMap<String, Extract>,
        frame: &Frame<'_>,
        position: &Position,
    ) -> Result<Object, Failure> {
        let began = Instant::now();
        let extracted = self.extract(extracts, frame).await;
        let names: Vec<&str> = extracted.values.keys().map(String::as_str).collect();
        if !names.is_empty() {
            self.finish_step(position.to_string(), format!("extract {}", names.join(", ")), true, began);
        }
        self.miss(extracted.missing);
        self.trace().extracted.extend(extracted.values.clone());
        Ok(extracted.values)
    }

    /// Tells of data that could not be found, and goes on.
    pub(crate) fn miss(&self, missing: Vec<(String, Failure)>) {
        for (name, failure) in missing {
            let line = format!("extract {name}");
            self.tolerate(&line, failure);
            self.trace().failed(line);
        }
    }

    /// What is done with the node at a position, in a run that continues an earlier one.
    fn resume_action(&self, frame: &Frame<'_>, position: &Position) -> ResumeAction {
        match &self.resumed_at {
            Some(target) if !frame.afresh => target.resume_action(position),
            _ => ResumeAction::Run,
        }
    }

    /// Which arm of a node the run continues in.
    fn arm_of(&self, frame: &Frame<'_>, position: &Position, resume_action: ResumeAction) -> Option<usize> {
        [0, 1].into_iter().find(|arm| {
            resume_action == ResumeAction::Enter
                && self.resume_action(frame, &position.child(*arm)) == ResumeAction::Enter
        })
    }

    /// Whether a failure ends the run, whatever there would be to fall back on.
    fn is_final(&self, failure: &Failure, frame: &Frame<'_>) -> bool {
        failure.cause == Cause::CheckpointInvalid || frame.is_over() || self.is_called_off(frame)
    }

    /// Whether the run, or the part of it that this frame belongs to, was called off.
    fn is_called_off(&self, frame: &Frame<'_>) -> bool {
        self.cancellation.is_cancelled() || frame.is_stopped()
    }

    /// Waits until the run, or the part of it that this frame belongs to, is called off.
    async fn called_off(&self, frame: &Frame<'_>) {
        tokio::select! {
            () = self.cancellation.cancelled() => {}
            () = frame.stopped() => {}
        }
    }

    async fn repeat(
        &self,
        over: &Template,
        variable: &str,
        max: usize,
        body: &[Node],
        frame: &Frame<'_>,
        position: &Position,
    ) -> Result<(), Failure> {
        let items = self.items(over, max, frame).await?;
        let count = items.len().min(max);
        let reached =
            (0..count).any(|index| self.resume_action(frame, &position.child(index)) == ResumeAction::Enter);
        if self.resume_action(frame, position) == ResumeAction::Enter && !reached {
            return Err(Failure::new(
                Cause::CheckpointInvalid,
                format!("the loop has only {count} items now, fewer than when the checkpoint was made"),
            )
            .hint("Run it from the beginning."));
        }
        for (index, item) in items.iter().take(max).enumerate() {
            let position = position.child(index);
            if self.resume_action(frame, &position) != ResumeAction::Skip {
                self.nodes(body, &frame.with(variable, item.clone()), &position).await?;
            }
        }
        self.note_left_out(items.len() - count, max);
        Ok(())
    }

    /// The items of a loop that is only known on the way: a list, or the elements a selector matches.
    async fn items(&self, over: &Template, max: usize, frame: &Frame<'_>) -> Result<Vec<Value>, Failure> {
        match over.resolve(&frame.scope) {
            Value::List(items) => Ok(items),
            Value::Null => Ok(Vec::new()),
            other @ (Value::Boolean(_) | Value::Number(_) | Value::Secret(_)) => {
                let message = format!("a loop goes over a list or over elements, and not over {other}");
                Err(Failure::new(Cause::InvalidParameter, message).hint("Give it a list: [1, 2, 3]."))
            }
            selector => {
                let max = i64::try_from(max).unwrap_or(i64::MAX);
                let arguments = [("selector".to_string(), selector), ("max".to_string(), max.into())];
                let found =
                    self.observe_by(Operation::Elements, arguments.into_iter().collect(), frame).await?;
                Ok(found.as_list().unwrap_or_default().to_vec())
            }
        }
    }

    fn note_left_out(&self, left_out: usize, max: usize) {
        if left_out > 0 {
            self.trace().done(format!("loop stopped at {max}: {left_out} left out"));
        }
    }

    async fn checkpoint(&self, name: &str, frame: &Frame<'_>, position: &Position) -> Result<(), Failure> {
        let mut kept = self.keep_open(name, frame).await;
        kept.extend(self.keep_names(name, position));
        let retention = self.policy.checkpoint_retention;
        self.journal.checkpoint(name, &position.to_string(), kept, retention).await?;
        self.trace().pass(name);
        self.events.emit(Event::Checkpoint { name: name.into() });
        Ok(())
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
}
