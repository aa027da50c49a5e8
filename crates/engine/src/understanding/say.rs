//! The flow of a sentence from what was said to what is answered.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Failure, Format, Node, Object, Parameter, Plan, PlannedGoal, Report, Status, Value};
use lemmascope_language::command::{self, Command};
use lemmascope_language::goal::{
    Ears, GoalType, Interpretation, MetaGoal, Places, Topic, anchor_of, interpret,
};
use lemmascope_language::reader::{Decision, Heard, Lexicon, Reader, Reading, Surroundings};
use serde_json::json;

use super::category::Category;
use super::graph::{PlanGraph, Tool, file_tool, file_tool_name, parted, resolve_paths};
use super::information::is_question;
use super::refusal::refuse;
use super::understand::now;
use crate::engine::{Engine, Reply, Request};
use crate::execution::lock;
use crate::invocation::{Invocation, RunOptions};
use crate::masking::mask_report;
use crate::preparing::{Prepared, planned};

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
        }
    }
}

/// What was understood of a sentence, before anything is done.
struct Understood<'a> {
    heard: &'a Heard<'a>,
    reader: &'a Reader,
    lexicon: &'a Lexicon,
    mentioned: &'a [(Format, String)],
    places: Places,
    interpretation: Interpretation,
}

/// Whether a sentence is so simple that its parts need no looking at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Direct,
    Orchestrated,
}

impl Engine {
    /// Carries out what a sentence asks for, or asks.
    pub(crate) async fn say(&self, saying: &Saying, request: &Request) -> Reply {
        if let Some(reply) = self.answer_pending(saying, request).await {
            return reply;
        }
        self.say_afresh(saying, request).await
    }

    /// The same, whatever was asked before.
    pub(super) async fn say_afresh(&self, saying: &Saying, request: &Request) -> Reply {
        let reader = self.reader(&request.session);
        let heard = reader.hear(&saying.sentence, now());
        let lexicon = self.lexicon(request, &heard).await;
        let mentioned = lock(&self.conversations.of(&request.session)).mentioned().to_vec();
        let understood = self.understood(&heard, &reader, &lexicon, &mentioned, request);
        match understood.mode() {
            Mode::Direct => self.say_one(&understood, saying, request).await,
            Mode::Orchestrated => self.say_several(understood, saying, request).await,
        }
    }

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
        lock(&self.conversations.of(&request.session)).pending =
            Some(super::conversation::Pending::Goal { sentence: words.into() });
        let mut asked = Report::new(Status::Ask, "goal").section("planning", planning).section("plan", plan);
        asked.summary = Some("Execute? [yes / modify / cancel]".into());
        asked.digest.clone_from(&report.digest);
        Reply::Report(Box::new(asked))
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
        let mentioned = lock(&self.conversations.of(&request.session)).mentioned().to_vec();
        let understood = self.understood(&heard, &reader, &lexicon, &mentioned, request);
        let mut reading = understood.reading();
        if why {
            reader.explain(&heard, &mut reading);
        }
        reading
    }

    /// Where the places are for whoever asks.
    fn places_of(&self, request: &Request) -> Places {
        let configured = self.read(|state| state.configuration.texts("places.drives"));
        let drive = |text: &String| {
            let (letter, path) = text.split_once('=')?;
            Some((letter.trim().chars().next()?.to_ascii_uppercase(), path.trim().into()))
        };
        let mut drives: Vec<(char, std::path::PathBuf)> = configured.iter().filter_map(drive).collect();
        drives.extend(self.places.drives.iter().cloned());
        Places { workspace: request.workspace.clone(), drives, ..self.places.clone() }
    }

    fn understood<'a>(
        &self,
        heard: &'a Heard<'a>,
        reader: &'a Reader,
        lexicon: &'a Lexicon,
        mentioned: &'a [(Format, String)],
        request: &Request,
    ) -> Understood<'a> {
        let around = Surroundings { lexicon, mentioned };
        let interpretation = interpreted(heard, reader, &around);
        let places = self.places_of(request);
        Understood { heard, reader, lexicon, mentioned, places, interpretation }
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
            Err(why) => {
                let reading = Reading { question: Some(why), ..reading.clone() };
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
        let report = match self.is_own_command(&name, &request.session) {
            true => self.carry_out_command(&name, &arguments, saying, request).await,
            false => self.carry_out_intent(&name, &arguments, saying, request).await,
        };
        self.remember(&name, &arguments, &report, saying, request);
        let mut report = report.section_of("reading", Vec::new(), Value::from(reading.to_json()));
        let category = Category::of(&name, &self.tags_of(&name, &request.session));
        report = report.section_of("flow", Vec::new(), Value::from(flow("single", Mode::Direct, category)));
        if saying.why {
            report = report.section("why", [vec![reading.head()], reading.lines(true)].concat());
        }
        Reply::Report(Box::new(report))
    }

    async fn carry_out_intent(
        &self,
        name: &str,
        arguments: &Object,
        saying: &Saying,
        request: &Request,
    ) -> Report {
        let mut options: Vec<(String, Option<Value>)> =
            arguments.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
        options.extend(saying.plan.then(|| ("dry-run".to_string(), None)));
        options.extend(saying.agreed.then(|| ("yes".to_string(), None)));
        options.extend(saying.confirm.clone().map(|code| ("confirm".to_string(), Some(code.into()))));
        let invocation =
            Invocation { name: name.into(), said: name.into(), options, ..Invocation::default() };
        self.invoke(invocation, request).await
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
                &Failure::new(
                    lemmascope_intent::Cause::InvalidParameter,
                    "it cannot be done with these words",
                ),
            ),
        }
    }

    fn is_own_command(&self, name: &str, session: &str) -> bool {
        self.catalog.get(name).is_none() && self.read(|state| state.resolve(name, session).is_none())
    }

    /// What was done can be spoken of from now on; what has to be agreed to is waited for.
    fn remember(&self, name: &str, arguments: &Object, report: &Report, saying: &Saying, request: &Request) {
        let conversation = self.conversations.of(&request.session);
        let mut conversation = lock(&conversation);
        match report.status {
            Status::Ok | Status::Partial if !saying.plan => {
                conversation.did(name, &self.parameters_of(name, &request.session), arguments);
            }
            Status::Ask => {
                if let Some(code) = &report.digest {
                    conversation.pending = Some(super::conversation::Pending::Agreement {
                        sentence: saying.sentence.clone(),
                        code: code.clone(),
                    });
                }
            }
            _ => {}
        }
    }

    /// What an intent or a verb takes.
    pub(super) fn parameters_of(&self, name: &str, session: &str) -> Vec<Parameter> {
        let entry = self.read(|state| state.resolve(name, session).map(|entry| entry.parameters()));
        entry.or_else(|| Some(self.catalog.get(name)?.signature().parameters.clone())).unwrap_or_default()
    }

    /// Several goals: each is read once, and together they become one plan.
    async fn say_several(&self, understood: Understood<'_>, saying: &Saying, request: &Request) -> Reply {
        let mut meta = understood.interpretation.meta.clone();
        let faults = resolve_paths(&mut meta, &understood.places);
        let mut tools: Vec<Result<Tool, String>> = Vec::new();
        let mut earlier_page: Option<usize> = None;
        for (at, fault) in faults.iter().enumerate() {
            if meta.goals[at].goal_type == GoalType::FileOperation {
                if understood.interpretation.unbound.contains(&at) {
                    return self.ask(&understood.unbound(at), understood.reader, saying, request);
                }
                tools.push(match fault {
                    Some(fault) => Err(fault.to_string()),
                    None => file_tool(&meta.goals[at], &meta, &understood.places),
                });
                continue;
            }
            let said = understood.heard.sentence[meta.goals[at].said.clone()].to_string();
            let reading = understood.reader.read(&said, now(), &understood.around());
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
            tools.push(Ok((name, parameters)));
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
        for (name, arguments) in tools.iter().flatten() {
            self.remember(name, arguments, &report, saying, request);
        }
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

    pub(super) fn tags_of(&self, name: &str, session: &str) -> Vec<String> {
        self.read(|state| {
            state.resolve(name, session).map(|entry| entry.definition.tags.clone()).unwrap_or_default()
        })
    }

    /// The plan of several goals.
    fn prepare_goals(
        &self,
        meta: &MetaGoal,
        tools: &[Result<Tool, String>],
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
            let goal = |(at, tool): (usize, &Result<Tool, String>)| PlannedGoal {
                id: meta.goals[at].goal_id.clone(),
                after: meta.needs(at).to_vec(),
                work: tool.clone().and_then(|(name, arguments)| {
                    let number = format!("{}_a1", meta.goals[at].goal_id);
                    planner.plan_goal(&name, arguments, &number).map_err(|failure| failure.message)
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

/// How a sentence went: one goal or several, straight or with its parts looked at, and by which pipeline.
fn flow(query: &str, mode: Mode, category: Category) -> serde_json::Value {
    let mode = if mode == Mode::Direct { "direct" } else { "orchestrated" };
    match query {
        "single" => {
            json!({"query": query, "mode": mode, "category": category, "pipeline": category.pipeline()})
        }
        _ => json!({"query": query, "mode": mode}),
    }
}

/// The goals of a sentence. What is no goal about files is read by its own words.
fn interpreted(heard: &Heard<'_>, reader: &Reader, around: &Surroundings<'_>) -> Interpretation {
    let begins = |word: &str| reader.begins(word);
    let understands = |text: &str| {
        let reading = reader.read(text, now(), around);
        let intent = reading.intent.as_deref().unwrap_or_default();
        let topic = match Category::of(intent, &[]) {
            Category::FileOperation => Topic::Files,
            _ => Topic::Other,
        };
        (reading.decision == Decision::Act || reading.code == Some(ErrorCode::MissingParameters))
            .then_some(topic)
    };
    let literal = |word: &lemmascope_language::words::Word| {
        heard.literal(word).and_then(lemmascope_language::literal::Found::named)
    };
    interpret(
        heard.sentence,
        &heard.meant_words(),
        heard.tongue,
        literal,
        &Ears { begins: &begins, understands: &understands },
    )
}

/// What a goal that was read by its words is about, in the fields that goals have.
fn describe(goal: &mut lemmascope_language::goal::Goal, tool: &str, parameters: &Object, is_page: bool) {
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

impl Understood<'_> {
    fn around(&self) -> Surroundings<'_> {
        Surroundings { lexicon: self.lexicon, mentioned: self.mentioned }
    }

    /// Only what has one part is so simple; when in doubt, it is not.
    fn mode(&self) -> Mode {
        if self.interpretation.meta.goals.len() == 1 { Mode::Direct } else { Mode::Orchestrated }
    }

    /// The reading of a sentence with one goal. Where that is about files, the grammar of places knows more of it than the
    /// statistics: where things are. The reading says what is wanted, unless it says nothing.
    fn reading(&self) -> Reading {
        let mut reading = self.reader.read_heard(self.heard, &self.around());
        if self.interpretation.meta.goals.len() != 1 {
            return reading;
        }
        let goal = &self.interpretation.meta.goals[0];
        let is_about_files =
            goal.goal_type == GoalType::FileOperation && (goal.is_plain || self.names_files(&reading));
        if is_about_files
            && !self.interpretation.unbound.is_empty()
            && reading.code != Some(ErrorCode::ContextRequired)
        {
            let intent = Some(file_tool_name(goal).to_string());
            let (decision, code) = (Decision::Ask, Some(ErrorCode::ContextRequired));
            let question = Some(lemmascope_language::reader::question("", "it", reading.tongue));
            return Reading { decision, code, intent, question, unbound: vec!["path".into()], ..reading };
        }
        if let Some(fault) = self.no_such_place().filter(|_| is_about_files) {
            let (decision, code) = (Decision::Ask, Some(ErrorCode::InvalidParameters));
            return Reading { decision, code, invalid: vec![("path".into(), fault)], ..reading };
        }
        if let Some((intent, parameters)) = self.file_tool(&reading) {
            let flags = reading.parameters.iter().filter(|(_, value)| value.as_bool().is_some());
            let flags: Vec<(String, Value)> =
                flags.map(|(name, value)| (name.clone(), value.clone())).collect();
            reading.decision = Decision::Act;
            (reading.code, reading.question) = (None, None);
            reading.intent = Some(intent);
            reading.parameters = parameters;
            reading.parameters.extend(flags);
        } else if reading.decision == Decision::Act {
            reading.parameters = self.placed(&reading);
        }
        reading
    }

    /// Why a place that the sentence speaks of is none.
    fn no_such_place(&self) -> Option<String> {
        let goal = &self.interpretation.meta.goals[0];
        let anchors = [goal.at.anchor, goal.to.as_ref().and_then(|to| to.anchor)];
        let fault = anchors.into_iter().flatten().find_map(|anchor| self.places.base(anchor).err())?;
        let fault = fault.to_string();
        Some(fault[..1].to_uppercase() + &fault[1..])
    }

    fn names_files(&self, reading: &Reading) -> bool {
        Category::of(reading.intent.as_deref().unwrap_or_default(), &[]) == Category::FileOperation
    }

    /// The intent of a sentence about files, with its parameters where they are.
    fn file_tool(&self, reading: &Reading) -> Option<Tool> {
        let mut meta = self.interpretation.meta.clone();
        let is_file = meta.goals[0].goal_type == GoalType::FileOperation;
        if !is_file || !self.interpretation.unbound.is_empty() || meta.goals[0].target.is_none() {
            return None;
        }
        resolve_paths(&mut meta, &self.places);
        let (name, arguments) = file_tool(&meta.goals[0], &meta, &self.places).ok()?;
        let wanted = reading.intent.as_deref().unwrap_or_default();
        let is_same = wanted == name || (wanted == "create_file" && name == "files.create_file");
        // A name with a place, or with a word for what it is, is a request of its own.
        let is_clear = match reading.code {
            None => is_same || (meta.goals[0].is_plain && reading.confidence < 0.9),
            Some(ErrorCode::LowConfidence | ErrorCode::IntentParseFailed) => meta.goals[0].is_plain,
            Some(ErrorCode::MissingParameters) => is_same && meta.goals[0].is_plain,
            Some(_) => false,
        };
        if !is_clear {
            return None;
        }
        if name != "files.create_file" {
            return Some((name, arguments));
        }
        let (folder, title) = parted(&meta.goals[0].resolved_path.clone()?);
        let mut own = Object::new();
        own.insert("title".into(), title.into());
        let is_elsewhere = |folder: &String| std::path::Path::new(folder) != self.places.workspace;
        own.extend(folder.filter(is_elsewhere).map(|folder| ("path".to_string(), Value::from(folder))));
        own.extend(
            meta.goals[0].content.clone().map(|content| ("content".to_string(), Value::from(content))),
        );
        Some(("create_file".into(), own))
    }

    /// The parameters of a reading, with the places in them where they are.
    fn placed(&self, reading: &Reading) -> Object {
        let mut parameters = reading.parameters.clone();
        for value in parameters.values_mut() {
            let anchor = value.as_text().and_then(|text| anchor_of(text, self.heard.tongue));
            if let Some(path) = anchor.and_then(|anchor| self.places.base(anchor).ok()) {
                *value = path.display().to_string().into();
            }
        }
        parameters
    }

    /// The tool of a reading; what is opened by the name of a site is gone to.
    fn visited(&self, reading: &Reading) -> Tool {
        let name = reading.intent.clone().unwrap_or_default();
        let query = reading.parameters.get("query").and_then(Value::as_text).unwrap_or_default();
        let is_there = !self.lexicon.meant(query, Format::Item).is_empty();
        match lemmascope_language::goal::site(query).filter(|_| name == "open_item" && !is_there) {
            Some(address) => {
                ("web.goto".into(), Object::from_iter([("url".to_string(), Value::from(address))]))
            }
            None => (name, self.placed(reading)),
        }
    }

    /// A part that speaks of something which is not known.
    fn unbound(&self, goal: usize) -> Reading {
        let said = &self.heard.sentence[self.interpretation.meta.goals[goal].said.clone()];
        let reading = self.reader.read(said, now(), &self.around());
        Reading { decision: Decision::Ask, code: Some(ErrorCode::ContextRequired), ..reading }
    }
}
