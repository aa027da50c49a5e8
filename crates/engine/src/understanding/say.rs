//! The flow of a sentence from what was said to what is answered.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Cause, Failure, Object, Report, Status, Value};
use lemmascope_language::command::{self, Command};
use lemmascope_language::reader::{Decision, Reader, Reading};
use serde_json::json;

use super::category::Category;
use super::conversation::{Pending, Work};
use super::graph::Tool;
use super::information::is_question;
use super::refusal::{is_lacking, lacking, refuse};
use super::understand::now;
use super::understood::{Mode, Understood};
use crate::engine::{Engine, Reply, Request};
use crate::execution::lock;
use crate::invocation::Invocation;

/// Something that is said, and what was said with it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Saying {
    /// The sentence.
    pub(crate) sentence: String,
    /// Only show the plan.
    pub(crate) plan: bool,
    /// Tell what decided.
    pub(crate) why: bool,
    /// The person has agreed beforehand to what needs agreement.
    pub(crate) agreed: bool,
    /// The person has agreed to the plan with this code.
    pub(crate) confirm: Option<String>,
    /// What it is in the conversation, where it is no request of its own.
    pub(crate) turn: Option<&'static str>,
}

impl Saying {
    /// What the command `say` says.
    pub(crate) fn of(command: &Command) -> Self {
        let text =
            |value: Option<&command::Value>| value.and_then(command::Value::as_str).map(str::to_string);
        Self {
            sentence: text(command.argument("sentence")).unwrap_or_default(),
            plan: command.has("plan"),
            why: command.has("why"),
            agreed: command.has("yes"),
            confirm: text(command.option("confirm")),
            turn: None,
        }
    }

    /// The invocation of a tool, with what was said beside the sentence.
    pub(super) fn invocation(&self, (name, arguments): &Tool) -> Invocation {
        let mut options: Vec<(String, Option<Value>)> =
            arguments.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
        options.extend(self.plan.then(|| ("dry-run".to_string(), None)));
        options.extend(self.agreed.then(|| ("yes".to_string(), None)));
        options.extend(self.confirm.clone().map(|code| ("confirm".to_string(), Some(code.into()))));
        Invocation { name: name.clone(), said: name.clone(), options, ..Invocation::default() }
    }
}

impl Engine {
    /// Carries out what a sentence asks for, or asks.
    pub(crate) async fn say(&self, saying: &Saying, request: &Request) -> Reply {
        if let Some(reply) = self.answer_pending(saying, request).await {
            return reply;
        }
        if let Some(reply) = self.amend_last(saying, request).await {
            return reply;
        }
        if let Some(reply) = self.answer_nothing(saying, request).await {
            return reply;
        }
        self.say_afresh(saying, request).await
    }

    /// The same, whatever was asked before.
    pub(super) async fn say_afresh(&self, saying: &Saying, request: &Request) -> Reply {
        let reader = self.reader(&request.session);
        let heard = reader.hear(&saying.sentence, now());
        let lexicon = self.lexicon(request, &heard).await;
        let mentioned = lock(&self.conversations.of(&request.session)).mentioned();
        let understood = self.understood(&heard, &reader, &lexicon, &mentioned, request);
        match understood.mode() {
            Mode::Direct => self.say_one(&understood, saying, request).await,
            Mode::Orchestrated => self.say_several(understood, saying, request).await,
        }
    }

    /// One goal: read once, and carried out as that.
    async fn say_one(&self, understood: &Understood<'_>, saying: &Saying, request: &Request) -> Reply {
        let mut reading = understood.reading();
        if saying.why {
            understood.reader.explain(understood.heard, &mut reading);
        }
        if reading.decision != Decision::Act
            && let Some(proposed) =
                self.proposed(understood.heard, &reading, understood.reader, request).await
        {
            reading = proposed;
        }
        if reading.code == Some(ErrorCode::IntentParseFailed) && is_question(understood.heard) {
            return self.answer_question(understood, &reading, saying, request).await;
        }
        let reading = self.resolved(reading, understood.reader, request);
        if reading.decision != Decision::Act {
            return self.ask(&reading, understood.reader, saying, request);
        }
        let tool = understood.visited(&reading);
        self.carry_out_tool(tool, &reading, saying, request).await
    }

    /// Reads a sentence of one goal, and does nothing.
    pub(super) async fn read_one(&self, sentence: &str, why: bool, request: &Request) -> Reading {
        let reader = self.reader(&request.session);
        let heard = reader.hear(sentence, now());
        let lexicon = self.lexicon(request, &heard).await;
        let mentioned = lock(&self.conversations.of(&request.session)).mentioned();
        let understood = self.understood(&heard, &reader, &lexicon, &mentioned, request);
        let mut reading = self.resolved(understood.reading(), &reader, request);
        if why {
            reader.explain(&heard, &mut reading);
        }
        reading
    }

    /// Tells what is asked, or honestly that nobody here knows.
    async fn answer_question(
        &self,
        understood: &Understood<'_>,
        reading: &Reading,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        match self.informed(understood.heard, reading, request).await {
            Ok(report) => Reply::Report(Box::new(report)),
            Err(failure) => {
                let reading = Reading { question: Some(failure.message), ..reading.clone() };
                self.ask(&reading, understood.reader, saying, request)
            }
        }
    }

    /// Asks what a reading leaves open, and remembers that it was asked. No tool is looked for.
    pub(super) fn ask(
        &self,
        reading: &Reading,
        reader: &Reader,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        lock(&self.conversations.of(&request.session)).pending =
            super::answering::pending(reading, &saying.sentence);
        refuse(reading, &saying.sentence, reader, request)
    }

    /// Carries out one intent, verb or command, as it was understood.
    pub(super) async fn carry_out_tool(
        &self,
        tool: Tool,
        reading: &Reading,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        let (name, arguments) = tool;
        let wanted = Reading { intent: Some(name), ..reading.clone() };
        let reader = self.reader(&request.session);
        let found = self.resolved(wanted, &reader, request);
        let Some(name) = found.intent.clone().filter(|_| found.decision == Decision::Act) else {
            return self.ask(&found, &reader, saying, request);
        };
        let tool = (name, arguments);
        let report = match self.is_own_command(&tool.0, &request.session) {
            true => self.carry_out_command(&tool.0, &tool.1, saying, request).await,
            false => self.invoke(saying.invocation(&tool), request).await,
        };
        if !saying.plan {
            self.remember(&tool, &report, request);
        }
        let category = Category::of(&tool.0, &self.tags_of(&tool.0, &request.session));
        self.wait_for_agreement(Work::Single(tool, Box::new(reading.clone())), &report, request);
        let mut report = report.section_of("reading", Vec::new(), Value::from(reading.to_json()));
        let mut flow = flow("single", Mode::Direct, category);
        if let Some(turn) = saying.turn {
            flow["turn"] = turn.into();
        }
        report = report.section_of("flow", Vec::new(), Value::from(flow));
        if saying.why {
            report = report.section("why", [vec![reading.head()], reading.lines(true)].concat());
        }
        if is_lacking(&report) {
            return lacking(report, reading, &saying.sentence, request);
        }
        Reply::Report(Box::new(report))
    }

    /// What has to be agreed to is waited for, if a person was asked. Nobody can agree to what a program was asked, since
    /// nobody may have seen it; it has the code.
    pub(super) fn wait_for_agreement(&self, work: Work, report: &Report, request: &Request) {
        if let (Status::Ask, Some(code)) = (report.status, &report.digest) {
            let pending = Pending::Agreement { work, code: code.clone() };
            lock(&self.conversations.of(&request.session)).pending =
                Some(pending).filter(|_| request.by_person);
        }
    }

    /// A command of the engine's own, which is no intent and no verb: undo, help, config.
    async fn carry_out_command(
        &self,
        name: &str,
        arguments: &Object,
        saying: &Saying,
        request: &Request,
    ) -> Report {
        let given: Vec<String> =
            arguments.values().map(|value| format!(" {}", json!(value.to_string()))).collect();
        let line = format!("{name}{}", given.concat());
        if saying.plan {
            return Report { summary: Some("(dry run)".into()), ..Report::ok(name) }
                .section("plan", vec![line]);
        }
        match self.parse(&line, &request.session).map(|line| line.and_then(|line| line.into_command())) {
            Ok(Some(command)) => self.dispatch(&command, "", request).await,
            _ => Report::error(
                name,
                &Failure::new(Cause::InvalidParameter, "it cannot be done with these words"),
            ),
        }
    }

    pub(super) fn tags_of(&self, name: &str, session: &str) -> Vec<String> {
        self.read(|state| {
            state.resolve(name, session).map(|entry| entry.definition.tags.clone()).unwrap_or_default()
        })
    }
}

/// How a sentence went: one goal or several, straight or with its parts looked at, and by which pipeline.
pub(super) fn flow(query: &str, mode: Mode, category: Category) -> serde_json::Value {
    let mode = if mode == Mode::Direct { "direct" } else { "orchestrated" };
    match query {
        "single" => {
            json!({"query": query, "mode": mode, "category": category, "pipeline": category.pipeline()})
        }
        _ => json!({"query": query, "mode": mode}),
    }
}
