use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use lemmascope_intent::{Cause, Failure};
use serde_json::Value;

use super::super::super::frame::FrameId;
use super::super::super::obstacle::{obstacle, page_gone};
use super::super::super::revival::is_script_ended;
use super::super::super::state::{FrameRecord, World};
use super::super::fault::Fault;
use super::super::listening::told;
use super::super::protocol::page;
use super::super::protocol::runtime::{self, Argument};
use super::Tab;

/// No script runs longer than this at a stretch, whatever limit it was given.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Which scripts one wants to be among.
#[derive(Clone, Copy)]
pub(super) enum Side {
    /// Ours, where the page sees nothing and changes nothing.
    Ours,
    /// The page's own.
    Page,
}

impl Tab {
    /// Calls a function in our world of a frame: by its name (`lemmascope.scan`), or as a text. The arguments are a
    /// list of JSON values; so is the answer one, which may be promised.
    pub async fn call(
        &self,
        frame: &FrameId,
        function: &str,
        arguments: Value,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let arguments = match arguments {
            Value::Array(items) => items,
            Value::Null => Vec::new(),
            single => vec![single],
        };
        let begun = Instant::now();
        let answer = loop {
            let world = self.world(frame, Side::Ours, limit.saturating_sub(begun.elapsed())).await?;
            let number = self.inner.calls.fetch_add(1, Ordering::Relaxed) + 1;
            // One text crosses faster than an object, which the browser would take apart value by value.
            let declaration = format!(
                "async function(...a) {{ globalThis.lemmascopeCall = {number}; \
                 return JSON.stringify(await ({function})(...a)) }}"
            );
            let call = runtime::CallFunctionOn {
                function_declaration: &declaration,
                arguments: arguments.iter().map(|value| Argument::Value { value }).collect(),
                unique_context_id: &world.unique,
                return_by_value: true,
                await_promise: true,
            };
            match self.ask(&world.session, &call, limit.saturating_sub(begun.elapsed())).await {
                // What was ended with a script of the page's before it began is called again.
                Err(failure) if is_script_ended(&failure) => {
                    let left = limit.saturating_sub(begun.elapsed());
                    if self.has_begun(&world, number, left).await? {
                        return Err(failure);
                    }
                }
                answer => break answer?,
            }
        };
        match value_of(answer)? {
            Value::String(text) => serde_json::from_str(&text).map_err(|error| {
                Failure::new(Cause::Failed, "the page's answer could not be read").context(error.to_string())
            }),
            _ => Ok(Value::Null),
        }
    }

    /// Evaluates an expression among the page's own scripts.
    pub async fn evaluate(
        &self,
        frame: &FrameId,
        expression: &str,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let begun = Instant::now();
        let world = self.world(frame, Side::Page, limit).await?;
        let evaluate = runtime::Evaluate {
            unique_context_id: Some(&world.unique),
            ..runtime::Evaluate::anywhere(expression)
        };
        self.await_script(&world.session, evaluate, limit.saturating_sub(begun.elapsed())).await
    }

    /// Evaluates an expression in a world of that name, which shares the document with the page and nothing else. It is made where
    /// there is none of the name.
    pub async fn evaluate_apart(
        &self,
        frame: &FrameId,
        world: &str,
        expression: &str,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let begun = Instant::now();
        // The frame is there, and it is known which session it is in.
        let ours = self.world(frame, Side::Ours, limit).await?;
        let create = page::CreateIsolatedWorld { frame_id: frame.as_str(), world_name: world };
        let created = self.ask(&ours.session, &create, limit.saturating_sub(begun.elapsed())).await?;
        let evaluate = runtime::Evaluate {
            context_id: Some(created.execution_context_id),
            ..runtime::Evaluate::anywhere(expression)
        };
        self.await_script(&ours.session, evaluate, limit.saturating_sub(begun.elapsed())).await
    }

    /// Evaluates a script and awaits what it promises, for so long.
    async fn await_script(
        &self,
        session: &str,
        evaluate: runtime::Evaluate<'_>,
        left: Duration,
    ) -> Result<Value, Failure> {
        let endings = self.inner.endings.load(Ordering::Relaxed);
        let evaluate = runtime::Evaluate {
            await_promise: true,
            timeout: Some(left.min(LONGEST).as_secs_f64() * 1000.0),
            ..evaluate
        };
        match self.ask(session, &evaluate, left).await {
            Ok(answer) => value_of(answer),
            // It was the browser that ended the script, when its time was over.
            Err(failure)
                if is_script_ended(&failure) && self.inner.endings.load(Ordering::Relaxed) == endings =>
            {
                Err(Fault::TimedOut { method: "Runtime.evaluate" }.into())
            }
            Err(failure) => Err(failure),
        }
    }

    /// Whether a call in our world has begun, or a later one.
    async fn has_begun(&self, world: &World, number: u64, limit: Duration) -> Result<bool, Failure> {
        let last = runtime::CallFunctionOn {
            function_declaration: "function() { return globalThis.lemmascopeCall ?? 0 }",
            arguments: Vec::new(),
            unique_context_id: &world.unique,
            return_by_value: true,
            await_promise: false,
        };
        let last = value_of(self.ask(&world.session, &last, limit).await?)?;
        Ok(last.as_u64().is_none_or(|last| last >= number))
    }

    /// Calls a function in our world and keeps what it returns in the page: the reference to it.
    pub(super) async fn reference(
        &self,
        world: &World,
        function: &str,
        arguments: Vec<Argument<'_>>,
        limit: Duration,
    ) -> Result<Option<String>, Failure> {
        let call = runtime::CallFunctionOn {
            function_declaration: function,
            arguments,
            unique_context_id: &world.unique,
            return_by_value: false,
            await_promise: false,
        };
        let answer = self.ask(&world.session, &call, limit).await?;
        match answer.exception_details {
            Some(details) => Err(threw(&details)),
            None => Ok(answer.result.object_id),
        }
    }

    /// The world of a frame, once it is there.
    pub(super) async fn world(&self, frame: &FrameId, side: Side, limit: Duration) -> Result<World, Failure> {
        let of = |record: &FrameRecord| match side {
            Side::Ours => record.isolated.clone(),
            Side::Page => record.page.clone(),
        };
        let mut found = None;
        let mut obstacle = None;
        let settled = self
            .wait(limit, |state| {
                obstacle = self::obstacle(state);
                let record = state.frame(frame);
                found = record.and_then(of);
                obstacle.is_some() || record.is_none() || found.is_some()
            })
            .await;
        match (obstacle, found) {
            (Some(obstacle), _) => Err(obstacle),
            (None, Some(world)) => Ok(world),
            (None, None) if settled => Err(page_gone()),
            (None, None) => Err(Failure::new(Cause::Timeout, "the page did not begin to load in time")
                .hint("Wait with `wait load`, or give it longer with --timeout.")),
        }
    }
}

pub(super) fn value_of(answer: runtime::Evaluated) -> Result<Value, Failure> {
    match answer.exception_details {
        Some(details) => Err(threw(&details)),
        None => Ok(match answer.result.unserializable_value {
            // NaN, infinities and big integers are no JSON; their text is the best there is.
            Some(text) => Value::String(text),
            None => answer.result.value,
        }),
    }
}

fn threw(details: &runtime::ExceptionDetails) -> Failure {
    let message: String = told(details).chars().take(500).collect();
    Failure::new(Cause::Failed, format!("the script failed: {message}"))
}
