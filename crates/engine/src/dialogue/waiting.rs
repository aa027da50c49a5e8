//! Plans that wait for confirmation, in the store, so that they can be confirmed after a restart.
//!
//! The store has the parsed request and the digest of its plan. After a restart, the plan is rebuilt from the
//! request, not from its words. If the digest has changed, the plan is shown again.

use std::sync::Arc;

use lemmascope_intent::definition::Template;
use lemmascope_intent::{Object, Value};
use lemmascope_language::goal::MetaGoal;
use lemmascope_language::reader::{Decision, Reading};
use lemmascope_language::words::tongue;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::saying::Saying;
use crate::engine::Engine;
use crate::ledger::WaitingPlan;
use crate::lock::lock;
use crate::request::{Reply, Request};
use crate::sessions::{HeldPlan, Pending, Tool, Work};

/// The stored form of a request whose plan waits for confirmation.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// The sentence.
    sentence: String,
    /// The tools, each with its arguments.
    tools: Vec<(String, Json)>,
    /// The goals, if there are several.
    goals: Option<MetaGoal>,
    /// The goals that follow a press without effect.
    quiet: Vec<usize>,
    /// The confirmation code of the plan. A goal needs none.
    code: Option<String>,
    /// Whether the question was addressed to a person.
    by_person: bool,
    /// The digest of the plan that was shown.
    digest: String,
}

impl Engine {
    /// Waits for confirmation of a plan, also after a restart.
    pub(super) async fn wait_for(&self, pending: Pending, request: &Request) {
        let kept = self.kept(&pending).filter(|_| pending.plan().is_some_and(|plan| self.is_storable(plan)));
        let conversation = self.conversations.of(&request.session);
        let expires = pending.plan().map_or(0, |plan| plan.expires);
        lock(&conversation).pending = Some(pending);
        if let Some(kept) = kept.and_then(|kept| serde_json::to_value(kept).ok()) {
            let waiting = WaitingPlan { request: kept, expires };
            // If the store is not writable, the plan can still be confirmed in this process.
            let is_kept = self.ledger.keep_waiting_plan(&request.session, &waiting).await.is_ok();
            lock(&conversation).is_kept = Some(is_kept);
        }
    }

    /// Closes the open question of a session.
    pub(crate) async fn forget_question(&self, session: &str) {
        let conversation = self.conversations.of(session);
        let is_kept = {
            let mut conversation = lock(&conversation);
            conversation.pending = None;
            conversation.is_kept.replace(false)
        };
        if is_kept != Some(false) {
            // A row that cannot be deleted expires.
            let _stays = self.ledger.drop_waiting_plan(session).await;
        }
    }

    /// Returns and closes the open question of a session, which this or an earlier process asked.
    pub(super) async fn take_question(&self, request: &Request) -> Option<Pending> {
        let conversation = self.conversations.of(&request.session);
        let (asked, is_kept) = {
            let mut conversation = lock(&conversation);
            (conversation.pending.take(), conversation.is_kept.replace(false))
        };
        if is_kept == Some(false) {
            return asked;
        }
        let kept = self.ledger.waiting_plan(&request.session).await.ok().flatten();
        if kept.is_some() {
            let _stays = self.ledger.drop_waiting_plan(&request.session).await;
        }
        match (asked, kept) {
            (Some(asked), _) => Some(asked),
            (None, Some(kept)) => self.restored(kept, request).await,
            (None, None) => None,
        }
    }

    /// Shows a plan again that has changed, or whose confirmation came too late.
    pub(super) async fn show_again(&self, pending: Pending, saying: &Saying, request: &Request) -> Reply {
        let (sentence, work, is_goal) = match pending {
            Pending::Goal { sentence, work, .. } => (sentence, work, true),
            Pending::Agreement { work, .. } => (saying.sentence.clone(), work, false),
            _ => return super::nothing_done::called_off(&saying.sentence),
        };
        let again = Saying { sentence, plan: is_goal, waits: is_goal, ..saying.clone() };
        match self.carry_out_work(work, &again, request).await {
            Reply::Report(report) if is_goal => self.show_goal(*report, request),
            reply => reply,
        }
    }

    /// Returns the stored form of a question, or `None` if it must not or need not be stored.
    fn kept(&self, pending: &Pending) -> Option<Kept> {
        let (sentence, work, code, by_person) = match pending {
            Pending::Goal { sentence, work, by_person, .. } => (sentence.as_str(), work, None, *by_person),
            Pending::Agreement { work, code, .. } => ("", work, Some(code.clone()), true),
            _ => return None,
        };
        let (tools, goals): (Vec<&Tool>, Option<&MetaGoal>) = match work {
            Work::Single(tool, _) => (vec![tool], None),
            Work::Several(goals, tools) => {
                (tools.iter().map(|it| it.as_ref().ok()).collect::<Option<_>>()?, Some(goals))
            }
            Work::Instead(..) => return None,
        };
        let quiet =
            goals.map(|goals| goals.goals.iter().enumerate().filter(|(_, goal)| goal.follows_quiet_press));
        Some(Kept {
            sentence: sentence.into(),
            tools: tools.into_iter().map(|(name, args)| (name.clone(), serde_json::json!(args))).collect(),
            quiet: quiet.into_iter().flatten().map(|(at, _)| at).collect(),
            goals: goals.cloned(),
            code,
            by_person,
            digest: pending.plan()?.prepared.digest(),
        })
    }

    /// Whether a plan contains neither a secret nor a text that must not be recorded.
    fn is_storable(&self, plan: &HeldPlan) -> bool {
        let prepared = &plan.prepared;
        let is_open = |value: &Value| !has_secret(value) && prepared.redactor.mask_value(value) == *value;
        prepared.plan.calls().into_iter().all(|call| {
            let signature = self.catalog.get(&call.capability).map(|verb| verb.signature());
            let is_recorded = |name: &str| {
                let declared = signature.and_then(|it| it.parameters.iter().find(|it| it.name == name));
                declared.is_none_or(|parameter| parameter.recorded)
            };
            call.arguments.iter().all(|(name, argument)| match argument {
                Template::Literal(Value::Null) => true,
                Template::Literal(value) => is_recorded(name) && is_open(value),
                _ => true,
            })
        })
    }

    /// Restores a question from before a restart, with its plan rebuilt. Returns `None` if the plan can no
    /// longer be built.
    async fn restored(&self, waiting: WaitingPlan, request: &Request) -> Option<Pending> {
        let kept: Kept = serde_json::from_value(waiting.request).ok()?;
        let tools = kept.tools.into_iter().map(|(name, arguments)| Some((name, object(arguments)?)));
        let mut tools: Vec<Tool> = tools.collect::<Option<_>>()?;
        let saying = Saying { plan: kept.code.is_none(), ..Saying::default() };
        let (work, prepared) = match kept.goals {
            Some(mut goals) => {
                for at in kept.quiet {
                    goals.goals.get_mut(at)?.follows_quiet_press = true;
                }
                let tools: Vec<_> =
                    tools.into_iter().map(|tool| self.there(tool, &request.session)).collect();
                let prepared = self.prepare_goals(&goals, &tools, &saying, request);
                (Work::Several(Box::new(goals), tools), prepared)
            }
            None => {
                let tool = tools.pop()?;
                let prepared = self.prepare(saying.invocation(&tool), &request.session).await.ok()?;
                let reading = Reading {
                    decision: Decision::Act,
                    intent: Some(tool.0.clone()),
                    confidence: 1.0,
                    parameters: tool.1.clone(),
                    code: None,
                    ..Reading::of_nothing(tongue(&kept.sentence))
                };
                (Work::Single(tool, Box::new(reading)), prepared)
            }
        };
        // A plan that differs from the shown one has expired.
        let expires = if prepared.digest() == kept.digest { waiting.expires } else { 0 };
        let plan = Some(HeldPlan { prepared: Arc::new(prepared), expires });
        Some(match kept.code {
            Some(code) => Pending::Agreement { work, plan, code },
            None => Pending::Goal { sentence: kept.sentence, work, plan, by_person: kept.by_person },
        })
    }
}

fn object(json: Json) -> Option<Object> {
    Value::from(json).as_object().cloned()
}

fn has_secret(value: &Value) -> bool {
    match value {
        Value::Secret(_) => true,
        Value::List(items) => items.iter().any(has_secret),
        Value::Object(fields) => fields.values().any(has_secret),
        Value::Null | Value::Boolean(_) | Value::Number(_) | Value::Text(_) => false,
    }
}
