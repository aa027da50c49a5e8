//! Sentences of several goals: each is read once, and together they become one plan.

use lemmascope_intent::{Failure, Node, Object, Plan, PlannedGoal, Report, Status, Value};
use lemmascope_language::goal::{Goal, GoalType, MetaGoal};
use lemmascope_language::reader::Decision;
use serde_json::json;

use super::category::Category;
use super::conversation::{Pending, Work};
use super::graph::{PlanGraph, Tool, file_tool, no_drive, resolve_paths};
use super::say::{Saying, flow};
use super::understand::now;
use super::understood::{Mode, Understood};
use crate::engine::{Engine, Reply, Request};
use crate::execution::lock;
use crate::invocation::RunOptions;
use crate::masking::mask_report;
use crate::preparing::{Prepared, planned};

impl Engine {
    /// Plans what a sentence asks for, shows the plan, and waits for a yes.
    pub(crate) async fn plan_goal(&self, words: &str, request: &Request) -> Reply {
        let saying = Saying { sentence: words.into(), plan: true, ..Saying::default() };
        let report = match self.say_afresh(&saying, request).await {
            Reply::Report(report) if report.status == Status::Ok => report,
            reply => return reply,
        };
        let plan = report
            .sections
            .iter()
            .find(|it| it.name == "plan")
            .map(|it| it.lines.clone())
            .unwrap_or_default();
        let graph =
            report.sections.iter().find(|it| it.name == "plan_graph").and_then(|it| it.data.as_object());
        let actions =
            graph.and_then(|graph| graph.get("actions")).and_then(Value::as_list).unwrap_or_default();
        let mut intents: Vec<String> = actions
            .iter()
            .filter_map(|action| action.as_object()?.get("tool")?.as_text().map(str::to_string))
            .collect();
        intents.dedup();
        if intents.is_empty() {
            intents.push(report.intent.clone());
        }
        let is_step = |line: &&String| {
            let number = line.trim_start().split_once(". ").map(|(number, _)| number);
            number.is_some_and(|number| {
                number.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.')
            })
        };
        let steps = plan.iter().filter(is_step).count();
        let planning = vec![
            format!("Required intents: {}", intents.join(", ")),
            format!("Estimated steps: {}", steps.max(1)),
        ];
        let pending = Pending::Goal {
            sentence: words.into(),
            digest: report.digest.clone(),
            by_person: request.by_person,
        };
        lock(&self.conversations.of(&request.session)).pending = Some(pending);
        let mut asked = Report::new(Status::Ask, "goal").section("planning", planning).section("plan", plan);
        asked.summary = Some("Execute? [yes / modify / cancel]".into());
        asked.digest.clone_from(&report.digest);
        Reply::Report(Box::new(asked))
    }

    /// Several goals: each is read once, and together they become one plan.
    pub(super) async fn say_several(
        &self,
        understood: Understood<'_>,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        let mut meta = understood.interpretation.meta.clone();
        let faults = resolve_paths(&mut meta, &understood.places);
        let mut tools: Vec<Result<Tool, Failure>> = Vec::new();
        let mut earlier_page: Option<usize> = None;
        for (at, fault) in faults.iter().enumerate() {
            if meta.goals[at].goal_type == GoalType::FileOperation {
                if understood.interpretation.unbound.contains(&at) {
                    return self.ask(&understood.unbound(at), understood.reader, saying, request);
                }
                tools.push(match fault {
                    Some(fault) => Err(no_drive(fault)),
                    None => file_tool(&meta.goals[at], &meta, &understood.places)
                        .and_then(|tool| self.there(tool, &request.session)),
                });
                continue;
            }
            let said = understood.heard.sentence[meta.goals[at].said.clone()].to_string();
            let reading = understood.reader.read(&said, now(), &understood.around());
            let reading = self.resolved(reading, understood.reader, request);
            if reading.decision != Decision::Act {
                return self.ask(&reading, understood.reader, saying, request);
            }
            let (name, parameters) = understood.visited(&reading);
            let is_page =
                Category::of(&name, &self.tags_of(&name, &request.session)) == Category::BrowserControl;
            describe(&mut meta.goals[at], &name, &parameters, is_page);
            if let Some(earlier) = earlier_page.filter(|_| is_page) {
                meta.depend(at, earlier);
            }
            if is_page {
                earlier_page = Some(at);
            }
            tools.push(self.there((name, parameters), &request.session));
        }
        let graph = PlanGraph::new(&meta, &tools);
        let report = match self.prepare_goals(&meta, &tools, saying, request) {
            Err(failure) => Report::error("say", &failure),
            Ok(mut prepared) if saying.plan => {
                self.hide_unrecorded(&mut prepared);
                mask_report(planned(&prepared), &prepared.redactor)
            }
            Ok(prepared) => match self.question(&prepared) {
                Err(failure) => mask_report(Report::error("say", &failure), &prepared.redactor),
                Ok(Some(report)) => mask_report(report, &prepared.redactor),
                Ok(None) => self.carry_out(prepared, request).await,
            },
        };
        if !saying.plan {
            let tools: Vec<Tool> = tools.iter().flatten().cloned().collect();
            self.remember_several(&tools, &report, request);
        }
        self.wait_for_agreement(Work::Several(saying.sentence.clone()), &report, request);
        let report = report
            .section_of(
                "flow",
                Vec::new(),
                Value::from(flow("multi", Mode::Orchestrated, Category::ApplicationControl)),
            )
            .section_of("goals", Vec::new(), Value::from(json!(meta)))
            .section_of("plan_graph", Vec::new(), Value::from(json!(graph)));
        Reply::Report(Box::new(Report { intent: "say".into(), ..report }))
    }

    /// The plan of several goals.
    fn prepare_goals(
        &self,
        meta: &MetaGoal,
        tools: &[Result<Tool, Failure>],
        saying: &Saying,
        request: &Request,
    ) -> Result<Prepared, Failure> {
        let options = RunOptions {
            dry_run: saying.plan,
            agreed: saying.agreed,
            confirm: saying.confirm.clone(),
            ..RunOptions::default()
        };
        let goals = |planner: &crate::planning::Planner<'_>| {
            let goal = |(at, tool): (usize, &Result<Tool, Failure>)| PlannedGoal {
                id: meta.goals[at].goal_id.clone(),
                after: meta.needs(at).to_vec(),
                work: tool.clone().and_then(|(name, arguments)| {
                    let number = format!("{}_a1", meta.goals[at].goal_id);
                    planner.plan_goal(&name, arguments, &number)
                }),
            };
            Plan {
                intent: "say".into(),
                version: "0".into(),
                parameters: Object::new(),
                sandboxed: false,
                nodes: vec![Node::Goals(tools.iter().enumerate().map(goal).collect())],
            }
        };
        Ok(self.read(|state| self.prepare_plan(state, &request.session, options, goals)))
    }
}

/// What a goal that was read by its words is about, in the fields that goals have.
fn describe(goal: &mut Goal, tool: &str, parameters: &Object, is_page: bool) {
    let text = |name: &str| parameters.get(name).and_then(Value::as_text).map(str::to_string);
    goal.query = text("query").filter(|_| tool == "search");
    goal.target = text("url").or_else(|| text("query")).or_else(|| text("app")).or_else(|| text("path"));
    goal.action = Some(tool.rsplit('.').next().unwrap_or(tool).into());
    goal.goal_type = match tool {
        "search" => GoalType::BrowserSearch,
        "web.goto" => GoalType::BrowserNavigate,
        "open_item" | "system.apps.launch" => GoalType::AppLaunch,
        _ if tool.starts_with("system.state") => GoalType::SystemQuery,
        _ if is_page => GoalType::AppAction,
        _ => GoalType::AppAction,
    };
}
