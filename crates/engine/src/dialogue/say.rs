//! The flow of a sentence, from the text to the reply.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Category, Cause, Failure, Object, Report, Status, Value};
use lemmascope_language::reader::{Decision, Reader, Reading, Surroundings};
use lemmascope_language::words::Tongue;
use serde_json::json;

use super::description::{Request as Wanted, single};
use super::graph::PlanGraph;
use super::information::{Unanswered, is_information};
use super::nothing_done::{called_off, in_part};
use super::proposal::is_open;
use super::refusal::{is_lacking, lacking, refuse};
use super::saying::Saying;
use super::understand::now;
use super::understood::{Mode, Understood};
use crate::engine::Engine;
use crate::lock::lock;
use crate::plan::Prepared;
use crate::request::{Reply, Request};
use crate::sessions::{HeldPlan, Pending, Tool, Work};

impl Engine {
    /// Executes a sentence, or asks for clarification.
    pub(crate) async fn say(&self, saying: &Saying, request: &Request) -> Reply {
        if let Some(reply) = Box::pin(self.answer_pending(saying, request)).await {
            return reply;
        }
        if let Some(reply) = Box::pin(self.amend_last(saying, request)).await {
            return reply;
        }
        if let Some(reply) = self.answer_nothing(saying, request).await {
            return reply;
        }
        Box::pin(self.say_afresh(saying, request)).await
    }

    /// Like [`say`](Self::say), but ignores the open question and the last action.
    pub(super) async fn say_afresh(&self, saying: &Saying, request: &Request) -> Reply {
        let reader = self.reader(&request.session);
        let plain = self.plain(&saying.sentence, &reader, request).await;
        if let Some((text, is_grave)) = self.with_meant_verb(&plain, &reader, request) {
            let own = Saying { sentence: text, ..saying.clone() };
            return match is_grave {
                true => self.ask_whether_meant(&own, &reader, request).await,
                false => Box::pin(self.say_afresh(&own, request)).await,
            };
        }
        let whole = reader.tokenize(&saying.sentence, now());
        let around = Surroundings { lexicon: &plain.lexicon, mentioned: &plain.mentioned };
        // The text of a message is not about what is in front of the person.
        if !plain.has_message
            && let Some(on) = self.on_scene(&whole, &reader, &around, request).await
            && let Some(reply) = self.say_on_scene(&on, &whole, saying, request).await
        {
            return reply;
        }
        if !plain.has_message
            && let Some(reply) = Box::pin(self.say_of_groups(saying, &plain.lexicon, &reader, request)).await
        {
            return reply;
        }
        if let Some(reply) = Box::pin(self.say_of_selection(saying, &reader, request)).await {
            return reply;
        }
        let heard = reader.tokenize(&plain.text, now());
        let understood = self.understood(&heard, &reader, &plain.lexicon, &plain.mentioned, request);
        match understood.mode() {
            Mode::Direct => self.say_one(&understood, saying, request).await,
            Mode::Orchestrated => self.say_several(understood, saying, request).await,
        }
    }

    /// Asks whether a sentence with a corrected typing error is meant.
    async fn ask_whether_meant(&self, saying: &Saying, reader: &Reader, request: &Request) -> Reply {
        let reading = self.read_one(&saying.sentence, false, request).await;
        let question = match reading.tongue {
            Tongue::English => format!("Do you mean “{}”?", saying.sentence),
            Tongue::Portuguese => format!("Queres dizer “{}”?", saying.sentence),
        };
        let reading = Reading {
            decision: Decision::Ask,
            code: Some(ErrorCode::LowConfidence),
            question: Some(question),
            alternatives: Vec::new(),
            ..reading
        };
        self.ask(&reading, reader, saying, request)
    }

    /// Executes a sentence with a single goal. If the reading is unclear, the model may propose an intent. A
    /// sentence that remains only a question is answered.
    async fn say_one(&self, understood: &Understood<'_>, saying: &Saying, request: &Request) -> Reply {
        let mut reading = understood.reading();
        if saying.why {
            self.explain_reading(understood.heard, understood.reader, &mut reading, &request.session);
        }
        if reading.decision == Decision::None {
            let beside = understood.reader.request_beside(understood.heard);
            return beside.map_or_else(|| called_off(&saying.sentence), in_part);
        }
        let is_question = is_information(understood.heard, &reading);
        if is_question && let Some(report) = self.told_before(understood.heard, request).await {
            return Reply::Report(Box::new(report));
        }
        let (mut failed, mut is_proposed) = (None, false);
        // A sentence that is not a request is not sent to the model, unless nothing was understood at all: it
        // may then be an indirect request.
        let is_unread = reading.code == Some(ErrorCode::IntentParseFailed);
        if is_open(&reading) && (is_unread || !reading.is_refrained()) {
            match self.proposed(understood, &reading, request).await {
                // A question expects an answer, so a proposal that needs a further question does not count.
                Ok(Some(proposed)) if !is_question || proposed.decision == Decision::Act => {
                    (reading, is_proposed) = (proposed, true);
                }
                Ok(_) => {}
                Err(failure) => failed = Some(failure),
            }
        }
        if is_question && reading.decision != Decision::Act {
            return self.answer_question(understood, &reading, failed, saying, request).await;
        }
        let reading = self.resolved(reading, understood.reader, request);
        if reading.decision != Decision::Act {
            let asked = noted(self.ask(&reading, understood.reader, saying, request), failed.as_ref());
            if is_proposed && reading.code == Some(ErrorCode::LowConfidence) {
                let (sentence, tool) = (saying.sentence.clone(), understood.visited(&reading));
                let proposal = Pending::Proposal { sentence, reading: Box::new(reading), tool };
                lock(&self.conversations.of(&request.session)).pending = Some(proposal);
            }
            return asked;
        }
        let tool = understood.visited(&reading);
        self.carry_out_tool(tool, &reading, saying, request).await
    }

    /// Reads a sentence with a single goal, without executing it.
    pub(super) async fn read_one(&self, sentence: &str, why: bool, request: &Request) -> Reading {
        let reader = self.reader(&request.session);
        let plain = self.plain(sentence, &reader, request).await;
        let heard = reader.tokenize(&plain.text, now());
        let understood = self.understood(&heard, &reader, &plain.lexicon, &plain.mentioned, request);
        let mut reading = self.resolved(understood.reading(), &reader, request);
        if why {
            self.explain_reading(&heard, &reader, &mut reading, &request.session);
            reading = self.discreet_reading(&reading);
        }
        reading
    }

    /// Answers a question, or replies that the answer is unknown. Without a model, asks whether a possible
    /// request is meant.
    async fn answer_question(
        &self,
        understood: &Understood<'_>,
        reading: &Reading,
        failed: Option<Failure>,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        // A model that has just failed is not queried again.
        let answered = match failed {
            Some(failure) => Err(Unanswered::Failed(failure)),
            None => self.informed(understood.heard, reading, request).await,
        };
        let unanswered = match answered {
            Ok(report) => return Reply::Report(Box::new(report)),
            Err(unanswered) => unanswered,
        };
        let mut reading = reading.clone();
        if reading.code == Some(ErrorCode::IntentParseFailed) {
            let in_place = self.read(|state| state.has_place(&request.session));
            reading.question = Some(unanswered.said(reading.tongue, in_place));
        }
        let failure = if let Unanswered::Failed(failure) = &unanswered { Some(failure) } else { None };
        noted(self.ask(&reading, understood.reader, saying, request), failure)
    }

    /// Asks for what a reading leaves open, and records the question. Does not look for a tool.
    pub(super) fn ask(
        &self,
        reading: &Reading,
        reader: &Reader,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        if !saying.selected.is_empty() {
            return self.ask_about_selection(reading, reader, saying, request);
        }
        lock(&self.conversations.of(&request.session)).pending =
            super::answering::pending(reading, &saying.sentence);
        let sentence = self.discreet_sentence(&saying.sentence, reading, &request.session);
        refuse(&self.discreet_reading(reading), &sentence, reader, &self.catalog, request)
    }

    /// Executes an intent, a verb or a command.
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
        if let Some(reply) = self.refuse_phrase(&tool, saying, &request.session) {
            return reply;
        }
        let (report, plan) = match self.is_own_command(&tool.0, &request.session) {
            true => (self.carry_out_command(&tool.0, &tool.1, saying, request).await, None),
            false => self.invoke_planned(saying.invocation(&tool), saying.held(), request).await,
        };
        if !saying.plan {
            self.remember(&tool, &report, request);
        }
        let category = self.category_of(&tool.0, &request.session);
        let wanted = (tool.0.clone(), self.discreet_values(&tool.1));
        match asked_by_tool(&report, &tool, reading) {
            // The tool asks for a choice, and the next sentence may answer.
            Some(pending) => self.wait_for(pending, request).await,
            None => {
                let work = Work::Single(tool, Box::new(reading.clone()));
                self.wait_for_yes(work, plan, &report, saying, request).await;
            }
        }
        let reading = self.discreet_reading(reading);
        let mut report = report.section_of("reading", Vec::new(), Value::from(reading.to_json()));
        let parameters = self.parameters_of(&wanted.0, &request.session);
        let goal = Wanted {
            tool: &wanted,
            reading: &reading,
            category,
            parameters: &parameters,
            catalog: &self.catalog,
        };
        let meta = single(&goal, &self.places_of(request));
        let tools = [Ok(wanted)];
        let graph = PlanGraph::new(&meta, &tools, |tool| self.expected_effect(tool, &request.session));
        report = report.section_of("goals", Vec::new(), Value::from(json!(meta))).section_of(
            "plan_graph",
            Vec::new(),
            Value::from(json!(graph)),
        );
        let mut flow = flow("single", Mode::Direct, category);
        if let Some(turn) = saying.turn {
            flow["turn"] = turn.into();
        }
        report = report.section_of("flow", Vec::new(), Value::from(flow));
        if saying.why {
            report = report.section("why", [vec![reading.head()], reading.lines(true)].concat());
        }
        if is_lacking(&report) {
            let sentence = self.discreet_sentence(&saying.sentence, &reading, &request.session);
            return lacking(report, &reading, saying.turn, &sentence, request);
        }
        Reply::Report(Box::new(report))
    }

    /// Waits for confirmation of a plan that needs it, or that was planned for a goal. A plan that was shown
    /// to a program cannot be confirmed by "yes", since no person may have seen it; the program has the code.
    pub(super) async fn wait_for_yes(
        &self,
        work: Work,
        plan: Option<Prepared>,
        report: &Report,
        saying: &Saying,
        request: &Request,
    ) {
        let plan = plan.map(HeldPlan::new);
        let pending = match (report.status, &report.digest) {
            (Status::Ok, _) if saying.waits => {
                let (sentence, by_person) = (saying.sentence.clone(), request.by_person);
                Pending::Goal { sentence, work, plan, by_person }
            }
            (Status::Ask, Some(code)) if request.by_person => {
                Pending::Agreement { work, plan, code: code.clone() }
            }
            (Status::Ask, Some(_)) => return self.forget_question(&request.session).await,
            _ => return,
        };
        self.wait_for(pending, request).await;
    }

    /// Executes one of the engine's own commands: undo, help, config.
    async fn carry_out_command(
        &self,
        name: &str,
        arguments: &Object,
        saying: &Saying,
        request: &Request,
    ) -> Report {
        let command = match self.catalog.grammar().command(name, arguments) {
            Some(Ok(command)) => command,
            Some(Err(failure)) => return Report::error(name, &failure),
            None => {
                let failure = Failure::new(Cause::UnknownIntent, format!("there is no command \"{name}\""));
                return Report::error(name, &failure);
            }
        };
        if saying.plan {
            return Report { summary: Some("(dry run)".into()), ..Report::ok(name) }
                .section("plan", vec![command.masked()]);
        }
        self.dispatch(&command, "", request).await
    }
}

/// Returns the state that waits for an answer after a tool has asked for a choice of values.
fn asked_by_tool(report: &Report, tool: &Tool, reading: &Reading) -> Option<Pending> {
    let parameter = report.field.clone().filter(|field| tool.1.contains_key(field))?;
    let is_question = report.status == Status::Ask && !report.instead.is_empty();
    is_question.then(|| {
        let reading = Reading { intent: Some(tool.0.clone()), parameters: tool.1.clone(), ..reading.clone() };
        let options = report.instead.clone();
        Pending::Choice { reading: Box::new(reading), parameter, options, is_instead: false }
    })
}

/// Adds to a reply that the language model failed.
fn noted(mut reply: Reply, failed: Option<&Failure>) -> Reply {
    if let (Reply::Refused { report, document, .. }, Some(failure)) = (&mut reply, failed) {
        report.context.push(format!("read without the language model: {}", failure.message));
        report.hints.extend(failure.hint.clone());
        document["context"]["model"] = failure.message.clone().into();
    }
    reply
}

/// Describes the flow of a sentence: one or several goals, direct or orchestrated, and the pipeline.
pub(super) fn flow(query: &str, mode: Mode, category: Category) -> serde_json::Value {
    let mode = if mode == Mode::Direct { "direct" } else { "orchestrated" };
    match query {
        "single" => {
            json!({"query": query, "mode": mode, "category": category, "pipeline": category.pipeline()})
        }
        _ => json!({"query": query, "mode": mode}),
    }
}
