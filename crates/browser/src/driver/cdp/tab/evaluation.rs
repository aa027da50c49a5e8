use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use lemmascope_intent::{Cause, Failure};
use serde_json::Value;

use super::super::super::frame::FrameId;
use super::super::super::obstacle::{obstacle, page_gone_failure};
use super::super::super::recovery::is_script_terminated;
use super::super::super::state::{FrameRecord, World};
use super::super::events::describe_exception;
use super::super::fault::Fault;
use super::super::protocol::page;
use super::super::protocol::runtime::{self, Argument};
use super::Tab;

/// The maximum run time of a script, whatever its timeout.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The world in which a script runs.
#[derive(Clone, Copy)]
pub(super) enum Side {
    /// The isolated world, hidden from the page.
    Ours,
    /// The page's main world.
    Page,
}

impl Tab {
    /// Calls a function in the isolated world of a frame: by name (`lemmascope.scan`), or as source text. The
    /// arguments are a list of JSON values, and so is the result a JSON value, or a promise of one.
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
            // A JSON text transfers faster than an object, which the browser would serialize value by value.
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
                // A call that was terminated together with a page script before it started is repeated.
                Err(failure) if is_script_terminated(&failure) => {
                    let left = limit.saturating_sub(begun.elapsed());
                    if self.call_has_started(&world, number, left).await? {
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

    /// Evaluates an expression in the page's main world.
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

    /// Evaluates an expression in an isolated world of that name, which shares only the DOM with the page.
    /// The world is created on demand.
    pub async fn evaluate_apart(
        &self,
        frame: &FrameId,
        world: &str,
        expression: &str,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let begun = Instant::now();
        // This waits until the frame exists and provides its session.
        let ours = self.world(frame, Side::Ours, limit).await?;
        let create = page::CreateIsolatedWorld { frame_id: frame.as_str(), world_name: world };
        let created = self.ask(&ours.session, &create, limit.saturating_sub(begun.elapsed())).await?;
        let evaluate = runtime::Evaluate {
            context_id: Some(created.execution_context_id),
            ..runtime::Evaluate::anywhere(expression)
        };
        self.await_script(&ours.session, evaluate, limit.saturating_sub(begun.elapsed())).await
    }

    /// Evaluates a script and awaits its promise, within the limit.
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
            // The browser itself terminated the script at its timeout.
            Err(failure)
                if is_script_terminated(&failure)
                    && self.inner.endings.load(Ordering::Relaxed) == endings =>
            {
                Err(Fault::TimedOut { method: "Runtime.evaluate" }.into())
            }
            Err(failure) => Err(failure),
        }
    }

    /// Whether this or a later call in the isolated world has started.
    async fn call_has_started(&self, world: &World, number: u64, limit: Duration) -> Result<bool, Failure> {
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

    /// Calls a function in the isolated world and returns a reference to the result, which stays in the page.
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

    /// Waits for the world of a frame and returns it.
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
            (None, None) if settled => Err(page_gone_failure()),
            (None, None) => Err(Failure::new(Cause::Timeout, "the page did not begin to load in time")
                .hint("Wait with `wait load`, or give it longer with --timeout.")),
        }
    }
}

pub(super) fn value_of(answer: runtime::Evaluated) -> Result<Value, Failure> {
    match answer.exception_details {
        Some(details) => Err(threw(&details)),
        None => Ok(match answer.result.unserializable_value {
            // NaN, infinities and big integers have no JSON form, so they become text.
            Some(text) => Value::String(text),
            None => answer.result.value,
        }),
    }
}

fn threw(details: &runtime::ExceptionDetails) -> Failure {
    let message: String = describe_exception(details).chars().take(500).collect();
    Failure::new(Cause::Failed, format!("the script failed: {message}"))
}
