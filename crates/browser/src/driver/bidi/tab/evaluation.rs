use std::time::{Duration, Instant};

use lemmascope_intent::{Cause, Failure};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::super::frame::FrameId;
use super::super::super::obstacle::{obstacle, page_gone_failure};
use super::super::super::state::{FrameRecord, World};
use super::super::remote_value::{Evaluated, plain};
use super::Tab;

/// The world in which a script runs.
#[derive(Clone, Copy)]
pub(super) enum Side {
    /// The sandbox, hidden from the page.
    Ours,
    /// The page's main world.
    Page,
}

impl Tab {
    pub(in super::super::super) async fn call(
        &self,
        frame: &FrameId,
        function: &str,
        arguments: Value,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let arguments = match arguments {
            Value::Array(items) => Value::Array(items),
            Value::Null => json!([]),
            single => json!([single]),
        };
        let begun = Instant::now();
        let world = self.world(frame, Side::Ours, limit).await?;
        let left = limit.saturating_sub(begun.elapsed());
        let arguments = json!([{"type": "string", "value": arguments.to_string()}]);
        let declaration = format!("async (a) => JSON.stringify(await ({function})(...JSON.parse(a)))");
        self.call_in_world(&world, &declaration, arguments, left).await
    }

    /// Calls a function that returns JSON as text.
    pub(super) async fn call_in_world(
        &self,
        world: &World,
        declaration: &str,
        arguments: Value,
        limit: Duration,
    ) -> Result<Value, Failure> {
        match self.remote(world, declaration, arguments, json!({"maxObjectDepth": 0}), limit).await? {
            Value::Object(answer) if answer.get("type").is_some_and(|kind| kind == "string") => {
                let text = answer.get("value").and_then(Value::as_str).unwrap_or_default();
                serde_json::from_str(text).map_err(|error| {
                    Failure::new(Cause::Failed, "the page's answer could not be read")
                        .context(error.to_string())
                })
            }
            _ => Ok(Value::Null),
        }
    }

    /// Calls a function and returns its remote value.
    pub(super) async fn remote(
        &self,
        world: &World,
        declaration: &str,
        arguments: Value,
        serialization: Value,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let call = json!({
            "functionDeclaration": declaration,
            "arguments": arguments,
            "awaitPromise": true,
            "target": {"realm": world.unique},
            "serializationOptions": serialization,
        });
        let answer = self.ask("script.callFunction", call, limit).await?;
        evaluated(answer)?.remote()
    }

    pub(in super::super::super) async fn evaluate(
        &self,
        frame: &FrameId,
        expression: &str,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let begun = Instant::now();
        let world = self.world(frame, Side::Page, limit).await?;
        let left = limit.saturating_sub(begun.elapsed());
        let evaluate = json!({
            "expression": expression,
            "awaitPromise": true,
            "target": {"realm": world.unique},
            "serializationOptions": {"maxDomDepth": 0},
        });
        let answer = self.ask("script.evaluate", evaluate, left).await?;
        Ok(plain(&evaluated(answer)?.remote()?))
    }

    /// Evaluates an expression in a sandbox of that name.
    pub(in super::super::super) async fn evaluate_apart(
        &self,
        frame: &FrameId,
        world: &str,
        expression: &str,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let evaluate = json!({
            "expression": expression,
            "awaitPromise": true,
            "target": {"context": frame.as_str(), "sandbox": world},
            "serializationOptions": {"maxDomDepth": 0},
        });
        let answer = self.ask("script.evaluate", evaluate, limit).await?;
        Ok(plain(&evaluated(answer)?.remote()?))
    }

    /// Waits for the world of a frame and returns it.
    pub(super) async fn world(&self, frame: &FrameId, side: Side, limit: Duration) -> Result<World, Failure> {
        let of = |record: &FrameRecord| match side {
            Side::Ours => record.isolated.clone(),
            Side::Page => record.page.clone(),
        };
        let mut found = None;
        let mut met = None;
        let settled = self
            .wait(limit, |state| {
                met = obstacle(state);
                let record = state.frame(frame);
                found = record.and_then(of);
                met.is_some() || record.is_none() || found.is_some()
            })
            .await;
        match (met, found) {
            (Some(obstacle), _) => Err(obstacle),
            (None, Some(world)) => Ok(world),
            (None, None) if settled => Err(page_gone_failure()),
            (None, None) => Err(Failure::new(Cause::Timeout, "the page did not begin to load in time")
                .hint("Wait with `wait load`, or give it longer with --timeout.")),
        }
    }
}

fn evaluated(answer: Value) -> Result<Evaluated, Failure> {
    Evaluated::deserialize(answer).map_err(|error| {
        Failure::new(Cause::Failed, "the browser's answer could not be read").context(error.to_string())
    })
}
