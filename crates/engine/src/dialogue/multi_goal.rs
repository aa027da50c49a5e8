//! Sentences with several goals: each is read once, and together they become one plan.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{
    Category, Cause, Failure, Format, Node, Object, Plan, PlannedGoal, Report, Status, Value,
};
use lemmascope_language::goal::{Goal, GoalType, MetaGoal};
use lemmascope_language::reader::{Decision, Reading};
use serde_json::json;

use super::description::{Request as Wanted, describe};
use super::graph::{PlanGraph, no_place, product_path, resolve_paths, thing_call, thing_tool};
use super::say::flow;
use super::saying::Saying;
use super::understand::now;
use super::understood::{Mode, Understood};
use crate::catalog::Catalog;
use crate::engine::Engine;
use crate::lock::lock;
use crate::plan::{Prepared, RunOptions};
use crate::request::{Reply, Request};
use crate::sessions::{Pending, Tool, Work};

/// The goals of a sentence, each with its tool or the reason why it has none.
type ReadGoals = (MetaGoal, Vec<Result<Tool, Failure>>);

impl Engine {
    /// Plans a sentence, shows the plan, and waits for confirmation.
    pub(crate) async fn plan_goal(&self, words: &str, request: &Request) -> Reply {
        self.forget_question(&request.session).await;
        let saying = Saying { sentence: words.into(), plan: true, waits: true, ..Saying::default() };
        let report = match self.say_afresh(&saying, request).await {
            Reply::Report(report) if report.status == Status::Ok => report,
            reply => return reply,
        };
        self.show_goal(*report, request)
    }

    /// Shows the plan of a goal that waits for confirmation.
    pub(super) fn show_goal(&self, planned: Report, request: &Request) -> Reply {
        let conversation = self.conversations.of(&request.session);
        let Some(Pending::Goal { work, plan, .. }) = lock(&conversation).pending.clone() else {
            // The sentence was already answered, so there is no plan to confirm.
            return Reply::Report(Box::new(planned));
        };
        let mut intents = work.tools();
        intents.dedup();
        let steps = plan.map_or(1, |plan| plan.prepared.plan.calls().len());
        let planning = vec![
            format!("Required intents: {}", intents.join(", ")),
            format!("Estimated steps: {}", steps.max(1)),
        ];
        let plan = planned.sections.iter().find(|it| it.name == "plan").map(|it| it.lines.clone());
        let mut asked = Report::new(Status::Ask, "goal")
            .section("planning", planning)
            .section("plan", plan.unwrap_or_default());
        asked.summary = Some("Execute? [yes / modify / cancel]".into());
        asked.digest = planned.digest;
        Reply::Report(Box::new(asked))
    }

    /// Plans and executes a sentence with several goals. Each is read once, and together they become one
    /// plan.
    pub(super) async fn say_several(
        &self,
        understood: Understood<'_>,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        match self.read_goals(&understood, request) {
            Ok((meta, tools)) => self.carry_out_goals(&meta, tools, saying, request).await,
            Err(reading) => self.ask(&reading, understood.reader, saying, request),
        }
    }

    /// Returns the goals of a sentence with their tools, or the reading of the first one that leaves something open.
    pub(super) fn read_goals(
        &self,
        understood: &Understood<'_>,
        request: &Request,
    ) -> Result<ReadGoals, Box<Reading>> {
        let mut meta = understood.interpretation.meta.clone();
        let faults = resolve_paths(&mut meta, &understood.places, &self.catalog);
        let mut tools: Vec<Result<Tool, Failure>> = Vec::new();
        let mut earlier_page: Option<usize> = None;
        for (at, fault) in faults.iter().enumerate() {
            if meta.goals[at].goal_type == GoalType::ThingOperation {
                let is_open = understood.interpretation.unbound.contains(&at)
                    || understood.is_for_somebody(&meta.goals[at]);
                if is_open {
                    return Err(Box::new(understood.unbound(at)));
                }
                let tool = match fault {
                    Some(fault) => Err(no_place(fault)),
                    None => thing_tool(&meta.goals[at], &self.catalog)
                        .ok_or_else(|| no_tool(&meta.goals[at]))
                        .and_then(|tool| {
                            thing_call(tool, &meta.goals[at], &meta, &understood.places, &self.catalog)
                        })
                        .and_then(|tool| self.there(tool, &request.session)),
                };
                // Missing values are requested before anything is planned.
                if tool.as_ref().is_err_and(|failure| failure.cause == Cause::MissingParameter) {
                    let reading =
                        understood.reader.read(&understood.request_of(at), now(), &understood.around());
                    if reading.decision != Decision::Act {
                        return Err(Box::new(reading));
                    }
                }
                tools.push(tool);
                continue;
            }
            let said = understood.request_of(at);
            let products: Vec<Option<String>> =
                meta.goals[..at].iter().map(|goal| product_path(goal, &meta, &understood.places)).collect();
            let mentioned = mentioned(&meta.goals[..at], &products, understood.mentioned, &self.catalog);
            let reading = completed(understood.parts.after(&said, &mentioned), understood, &meta.goals[..at]);
            let reading = self.resolved(reading, understood.reader, request);
            if reading.decision != Decision::Act {
                return Err(Box::new(reading));
            }
            let tool = understood.visited(&reading);
            let category = self.category_of(&tool.0, &request.session);
            let is_page = category == Category::BrowserControl;
            let declared = self.parameters_of(&tool.0, &request.session);
            let wanted = Wanted {
                tool: &tool,
                reading: &reading,
                category,
                parameters: &declared,
                catalog: &self.catalog,
            };
            describe(&mut meta.goals[at], &wanted);
            let (name, parameters) = tool;
            // The search uses the site that an earlier goal opened.
            if let (None, Some(earlier)) = (&meta.goals[at].platform, earlier_page.filter(|_| is_page)) {
                meta.goals[at].platform = meta.goals[earlier].platform.clone();
            }
            // A goal about the same path as an earlier goal depends on it.
            let paths: Vec<&str> = parameters.values().filter_map(Value::as_text).collect();
            let is_named = |at: &usize| {
                let own = [&meta.goals[*at].resolved_path, &products[*at]];
                own.into_iter().flatten().any(|path| paths.contains(&path.as_str()))
            };
            if let Some(earlier) = (0..at).rev().find(is_named) {
                meta.depend(at, earlier);
            }
            // A goal that navigates does not depend on an earlier page.
            let needs_page = is_page && meta.goals[at].goal_type != GoalType::BrowserNavigate;
            if let Some(earlier) = earlier_page.filter(|_| needs_page) {
                meta.depend(at, earlier);
            }
            if is_page {
                earlier_page = Some(at);
            }
            tools.push(self.there((name, parameters), &request.session));
        }
        Ok((meta, tools))
    }

    /// Executes several goals as one plan, each with its tool.
    pub(super) async fn carry_out_goals(
        &self,
        meta: &MetaGoal,
        tools: Vec<Result<Tool, Failure>>,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        let refuse = |tool: &Tool| self.refuse_phrase(tool, saying, &request.session);
        if let Some(reply) = tools.iter().flatten().find_map(refuse) {
            return reply;
        }
        let expanded = match saying.selected.is_empty() {
            true => Ok((meta.clone(), tools)),
            false => self.expanded(meta, tools, saying, request),
        };
        let (meta, tools) = match expanded {
            Ok(expanded) => expanded,
            Err(reply) => return reply,
        };
        let meta = &meta;
        let graph = PlanGraph::new(meta, &tools, |tool| self.expected_effect(tool, &request.session));
        let prepared = saying.held().unwrap_or_else(|| self.prepare_goals(meta, &tools, saying, request));
        let (report, plan) = self.show_or_carry_out(prepared, request).await;
        if !saying.plan {
            let tools: Vec<Tool> = tools.iter().flatten().cloned().collect();
            self.remember_several(&tools, &report, request);
        }
        let work = Work::Several(Box::new(meta.clone()), tools);
        self.wait_for_yes(work, plan, &report, saying, request).await;
        let report = report
            .section_of(
                "flow",
                Vec::new(),
                Value::from(flow("multi", Mode::Orchestrated, Category::ApplicationControl)),
            )
            .section_of("goals", Vec::new(), Value::from(json!(self.categorized(meta))))
            .section_of("plan_graph", Vec::new(), Value::from(json!(graph)));
        Reply::Report(Box::new(Report { intent: "say".into(), ..report }))
    }

    /// Returns the goals, with those about things in the categories that their domains declare.
    fn categorized(&self, meta: &MetaGoal) -> MetaGoal {
        let mut meta = meta.clone();
        for goal in meta.goals.iter_mut().filter(|goal| goal.goal_type == GoalType::ThingOperation) {
            let category = thing_tool(goal, &self.catalog).and_then(|tool| self.catalog.category(tool.tool));
            goal.goal_type = match category {
                Some(Category::FileOperation) => GoalType::FileOperation,
                _ => GoalType::AppAction,
            };
        }
        meta
    }

    /// Prepares the plan of several goals.
    pub(super) fn prepare_goals(
        &self,
        meta: &MetaGoal,
        tools: &[Result<Tool, Failure>],
        saying: &Saying,
        request: &Request,
    ) -> Prepared {
        let options = RunOptions {
            dry_run: saying.plan,
            agreed: saying.agreed,
            confirm: saying.confirm.clone(),
            ..RunOptions::default()
        };
        let goals = |planner: &crate::plan::Planner<'_>| {
            let goal = |(at, tool): (usize, &Result<Tool, Failure>)| PlannedGoal {
                id: meta.goals[at].goal_id.clone(),
                after: meta.needs(at).to_vec(),
                follows_quiet_press: meta.goals[at].follows_quiet_press,
                work: tool.clone().and_then(|(name, arguments)| {
                    let number = format!("{}_a1", meta.goals[at].goal_id);
                    planner.plan_goal(&name, arguments, &number)
                }),
            };
            Plan {
                intent: "say".into(),
                version: "0".into(),
                parameters: Object::new(),
                sandbox: None,
                nodes: vec![Node::Goals(tools.iter().enumerate().map(goal).collect())],
            }
        };
        let mut prepared = self.read(|state| self.prepare_plan(state, &request.session, options, goals));
        if !saying.selected.is_empty() {
            self.confirm_removals(&mut prepared, saying);
        }
        prepared
    }
}

/// Completes the reading of a part without a subject, if the preceding part is about a thing of the required
/// kind: "move the login bug to Done and comment that it shipped".
fn completed(reading: Reading, understood: &Understood<'_>, before: &[Goal]) -> Reading {
    let [missing] = reading.missing.as_slice() else { return reading };
    let taken = understood.reader.speakables().iter().find(|it| Some(&it.name) == reading.intent.as_ref());
    let parameter = taken.and_then(|it| it.parameters.iter().find(|own| own.name == *missing));
    let kind = match parameter.and_then(|it| it.format) {
        Some(Format::Kind(kind)) if reading.code == Some(ErrorCode::MissingParameters) => kind,
        _ => return reading,
    };
    let last = before.last().filter(|goal| goal.object_type.as_deref() == Some(kind));
    let Some(name) = last.and_then(|goal| goal.target.clone()) else { return reading };
    let mut parameters = reading.parameters.clone();
    parameters.insert(missing.clone(), name.into());
    let (decision, code, question) = (Decision::Act, None, None);
    Reading { decision, code, question, parameters, missing: Vec::new(), ..reading }
}

/// Returns the failure for an action on a thing for which no domain has a tool.
fn no_tool(goal: &Goal) -> Failure {
    let action = goal.action.as_deref().unwrap_or_default();
    Failure::new(Cause::Unavailable, format!("nothing here can {action} it"))
}

/// Returns the antecedents after some goals: the earlier ones, and the subjects of these goals, where they are then.
fn mentioned(
    goals: &[Goal],
    products: &[Option<String>],
    before: &[(Format, String)],
    catalog: &Catalog,
) -> Vec<(Format, String)> {
    let of_goal = |(goal, product): (&Goal, &Option<String>)| {
        let kind = catalog.kinds().kind(goal.object_type.as_deref()?)?;
        let name = if kind.names.is_path() { product } else { &goal.target };
        Some((Format::of_kind(kind), name.clone()?))
    };
    before.iter().cloned().chain(goals.iter().zip(products).filter_map(of_goal)).collect()
}
