//! Sentences about the current page: its controls are their vocabulary.

use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Capability, Format, Handling, Manner, Need, Object, Reach, Report, Status, Value};
use lemmascope_language::goal::{Goal, MetaGoal, MetaType};
use lemmascope_language::reader::{Decision, Reader, Reading, Surroundings, Tokenized};
use lemmascope_language::scene::{self, Aim, Answer, Doubt, Scene, Spoken, Step, Table, Thing};
use lemmascope_language::words::Tongue;
use tokio::time::Instant;

use super::description::{Request as Wanted, describe};
use super::page_answer::shown;
use super::saying::Saying;
use super::scene_listing::{table, thing};
use super::understand::now;
use crate::engine::Engine;
use crate::request::{Reply, Request};
use crate::sessions::Tool;

/// The timeout for listing the controls. A sentence is read without those that arrive later.
const PATIENCE: Duration = Duration::from_secs(5);
/// The confidence of a sentence whose words all refer to existing controls.
const CERTAIN: f64 = 0.97;

/// The progress before a part of a sentence is read.
#[derive(Clone, Copy)]
enum Done {
    Nothing,
    /// The preceding parts of the sentence were executed.
    Before,
}

/// A sentence, read with the controls of the page.
pub(super) struct OnScene {
    scene: Scene,
    spoken: Spoken,
    /// Whether the sentence is read as the use of a control even without the page.
    is_use: bool,
    /// The answer, if the sentence is a question about what the page shows.
    answer: Option<Answer>,
}

impl Engine {
    /// Reads a sentence with the controls of the open page as vocabulary. Returns nothing if no page is open, or the sentence is
    /// no request.
    pub(super) async fn on_scene(
        &self,
        heard: &Tokenized<'_>,
        reader: &Reader,
        around: &Surroundings<'_>,
        request: &Request,
    ) -> Option<OnScene> {
        if !self.read(|state| state.has_place(&request.session)) {
            return None;
        }
        let scene = self.scene(request).await?;
        let acts = |text: &str| {
            let reading = reader.read(text, now(), around);
            let is_use = reading.intent.as_deref().is_some_and(|intent| self.is_use(intent));
            reading.decision == Decision::Act && !is_use
        };
        let reading = reader.read(heard.sentence, now(), around);
        let is_use = reading.intent.as_deref().is_some_and(|intent| self.is_use(intent));
        // "Open notes" opens the file and "submit the form" submits it, even if the page has a control of
        // that name. Keys that would go to the focused element are meant for the page if it has the field.
        let is_keys = reading.intent.as_deref().is_some_and(|intent| self.needs_focus(intent));
        let answer = self.answer_of(heard, &scene, request).await;
        if let Some(answer) = answer.filter(|it| self.is_asked(&reading, it)) {
            return Some(OnScene { scene, spoken: Spoken::Nothing, is_use, answer: Some(answer) });
        }
        // A setting of the machine or of the browser refers to the page if the page has such a control and
        // the sentence does not mention the machine: the volume of a player, the dark mode of a site.
        let is_setting = reading.decision == Decision::Act
            && reading.intent.as_deref().is_some_and(|intent| self.is_of_device(intent))
            && !scene::is_about_machine(heard);
        if reading.decision == Decision::Act && !is_use && !is_keys && !is_setting {
            return None;
        }
        let spoken = scene::read(heard, &scene, &acts);
        if is_setting && !is_use && !sets(&spoken, &scene) {
            return None;
        }
        if let Spoken::Steps { values, .. } = &spoken {
            let is_value = |at: &std::ops::Range<usize>| {
                values.iter().any(|value| value.start <= at.start && at.end <= value.end)
            };
            if !reader.is_request(heard, is_value) {
                return None;
            }
        }
        if is_keys && !matches!(spoken, Spoken::Steps { .. }) {
            return None;
        }
        Some(OnScene { scene, spoken, is_use, answer: None })
    }

    /// Returns the controls that are currently usable.
    async fn scene(&self, request: &Request) -> Option<Scene> {
        let until = Instant::now() + PATIENCE;
        let listed = self.listed(Format::Thing, None, request, until).await.ok()?;
        Some(Scene::new(listed.iter().filter_map(thing).collect()))
    }

    /// Returns the answer to a question about what the place shows.
    async fn answer_of(&self, heard: &Tokenized<'_>, scene: &Scene, request: &Request) -> Option<Answer> {
        if !scene::is_question(heard) {
            return None;
        }
        let until = Instant::now() + PATIENCE;
        // Where the tables cannot be listed in time, there are still the controls and labels.
        let listed = self.listed(Format::Table, None, request, until).await.unwrap_or_default();
        let tables: Vec<Table> = listed.iter().filter_map(table).collect();
        scene::answer(heard, scene, &tables)
    }

    /// Whether a verb acts on a control: it requires a parameter that the control verbs use for it.
    fn is_use(&self, name: &str) -> bool {
        let handled = |it: &str| {
            self.catalog.signatures().any(|other| other.handling.is_some_and(|handling| handling.thing == it))
        };
        let takes_thing = |verb: &Arc<dyn Capability>| {
            verb.signature().parameters.iter().any(|it| it.required && handled(&it.name))
        };
        self.catalog.get(name).is_some_and(takes_thing)
    }

    /// Whether a verb acts on the focused element.
    fn needs_focus(&self, name: &str) -> bool {
        self.catalog.get(name).is_some_and(|verb| verb.signature().needs.contains(&Need::Focus))
    }

    fn is_of_device(&self, name: &str) -> bool {
        self.catalog.get(name).is_some_and(|verb| {
            verb.signature().reach.is_some_and(|it| matches!(it, Reach::Machine | Reach::Browser))
        })
    }

    fn use_in(&self, manner: Manner) -> Option<(&'static str, Handling)> {
        let used = self.catalog.signatures().filter_map(|it| Some((it.name, it.handling?)));
        { used }.find(|(_, handling)| handling.manner == manner)
    }

    /// Executes a sentence about controls, or asks about it. Returns `None` if the sentence must be read
    /// otherwise. A part that may refer to controls that the preceding steps open is read after these steps,
    /// with the controls at that time.
    pub(super) async fn say_on_scene(
        &self,
        on: &OnScene,
        heard: &Tokenized<'_>,
        saying: &Saying,
        request: &Request,
    ) -> Option<Reply> {
        self.say_in_turn(on, heard, saying, Done::Nothing, request).await
    }

    async fn say_in_turn(
        &self,
        on: &OnScene,
        heard: &Tokenized<'_>,
        saying: &Saying,
        done: Done,
        request: &Request,
    ) -> Option<Reply> {
        if let Some(answer) = &on.answer {
            return Some(Reply::Report(Box::new(shown(answer, heard.tongue))));
        }
        let reply = self.use_things(on, heard, saying, done, request).await?;
        let Spoken::Steps { rest: Some(rest), .. } = &on.spoken else { return Some(reply) };
        let rest = &heard.sentence[*rest..];
        let note = match heard.tongue {
            Tongue::English => format!("not done yet: {rest}"),
            Tongue::Portuguese => format!("por fazer: {rest}"),
        };
        let first = match reply {
            Reply::Report(first) if first.status == Status::Ok && !saying.plan => first,
            Reply::Report(mut first) => {
                first.context.push(note);
                return Some(Reply::Report(first));
            }
            other => return Some(other),
        };
        let next = Saying { sentence: rest.to_string(), ..saying.clone() };
        let second = Box::pin(self.say_next(&next, heard.tongue, request)).await;
        Some(after(*first, second, note))
    }

    /// Reads the rest of a sentence with the current controls only, because it was not a request about
    /// anything else.
    async fn say_next(&self, saying: &Saying, tongue: Tongue, request: &Request) -> Reply {
        let reader = self.reader(&request.session);
        let plain = self.plain(&saying.sentence, &reader, request).await;
        let heard = reader.tokenize(&saying.sentence, now());
        let around = Surroundings { lexicon: &plain.lexicon, mentioned: &plain.mentioned };
        if let Some(on) = self.on_scene(&heard, &reader, &around, request).await
            && let Some(reply) = Box::pin(self.say_in_turn(&on, &heard, saying, Done::Before, request)).await
        {
            return reply;
        }
        let doubt = Doubt::Unread(saying.sentence.clone());
        self.ask(&unclear(&doubt, tongue, Done::Before), &reader, saying, request)
    }

    async fn use_things(
        &self,
        on: &OnScene,
        heard: &Tokenized<'_>,
        saying: &Saying,
        done: Done,
        request: &Request,
    ) -> Option<Reply> {
        let reader = self.reader(&request.session);
        let steps = match &on.spoken {
            Spoken::Nothing => return None,
            Spoken::Steps { steps, .. } => steps,
            Spoken::Unclear { understood, doubt, .. } => {
                if *understood == 0 && !on.is_use {
                    return None;
                }
                return Some(self.ask(&unclear(doubt, heard.tongue, done), &reader, saying, request));
            }
        };
        let mut tools: Vec<(Tool, Reading)> = Vec::new();
        for step in steps {
            let tool = match step {
                Step::Use { manner, aim, values, to, .. } => {
                    let (name, handling) = self.use_in(*manner)?;
                    let mut arguments = Object::from_iter([(handling.thing.to_string(), on.target(aim)?)]);
                    let value = match (to, values.as_slice()) {
                        (Some(to), _) => Some(on.target(to)?),
                        (None, []) => None,
                        (None, [one]) => Some(one.as_str().into()),
                        (None, several) => {
                            Some(Value::List(several.iter().map(|it| it.as_str().into()).collect()))
                        }
                    };
                    arguments
                        .extend(handling.value.zip(value).map(|(name, value)| (name.to_string(), value)));
                    (name.to_string(), arguments)
                }
                Step::Other { said } => {
                    let reading = self.read_one(&heard.sentence[said.clone()], false, request).await;
                    if reading.decision != Decision::Act {
                        return Some(self.ask(&reading, &reader, saying, request));
                    }
                    tools.push(((reading.intent.clone()?, reading.parameters.clone()), reading));
                    continue;
                }
            };
            let reading = read_as(&tool, heard.tongue);
            tools.push((tool, reading));
        }
        if let [(tool, reading)] = tools.as_slice() {
            return Some(self.carry_out_tool(tool.clone(), reading, saying, request).await);
        }
        let mut meta =
            MetaGoal { meta_type: MetaType::DependentMulti, goals: Vec::new(), dependencies: Vec::new() };
        for (at, (tool, reading)) in tools.iter().enumerate() {
            let mut goal = Goal::new(at, 0..0);
            let category = self.category_of(&tool.0, &request.session);
            let parameters = self.parameters_of(&tool.0, &request.session);
            describe(
                &mut goal,
                &Wanted { tool, reading, category, parameters: &parameters, catalog: &self.catalog },
            );
            goal.follows_quiet_press = steps.get(at).is_some_and(|step| on.is_plain_press(step));
            meta.goals.push(goal);
        }
        // Each goal depends on the one before it: a step after a failed step is not what the person
        // requested.
        for at in 1..tools.len() {
            meta.depend(at, at - 1);
        }
        let tools = tools.into_iter().map(|(tool, _)| self.there(tool, &request.session)).collect();
        Some(self.carry_out_goals(&meta, tools, saying, request).await)
    }
}

impl OnScene {
    /// Whether a step presses an existing control that does not send, pay or delete.
    fn is_plain_press(&self, step: &Step) -> bool {
        match step {
            Step::Use { manner: Manner::Press, aim: Aim::Thing(at), .. } => {
                self.scene.thing(*at).is_some_and(|thing| !thing.commits())
            }
            _ => false,
        }
    }

    /// Returns a target in the form that verbs accept.
    fn target(&self, aim: &Aim) -> Option<Value> {
        let one = |by: &str, text: &String| {
            Value::from(Object::from_iter([(by.to_string(), Value::from(text.clone()))]))
        };
        Some(match aim {
            Aim::Thing(at) => self.scene.thing(*at)?.key.clone()?,
            Aim::Key(key) => key.clone(),
            // Matches by name only: a text that merely mentions the name is not the control.
            Aim::Described { name, near: None } => one("name", name),
            Aim::Described { name, near: Some(near) } => Value::from(Object::from_iter([
                ("name".to_string(), Value::from(name.clone())),
                ("near".to_string(), one("text", near)),
            ])),
        })
    }
}

/// Whether a sentence only sets values of controls, or presses controls with a single purpose: play, mute.
fn sets(spoken: &Spoken, scene: &Scene) -> bool {
    let Spoken::Steps { steps, rest: None, .. } = spoken else { return false };
    let sets = |step: &Step| match step {
        Step::Use { manner: Manner::Write | Manner::Tick | Manner::Untick | Manner::Choose, .. } => true,
        Step::Use { manner: Manner::Press, aim: Aim::Thing(at), .. } => {
            scene.thing(*at).is_some_and(Thing::plays)
        }
        _ => false,
    };
    !steps.is_empty() && steps.iter().all(sets)
}

/// Combines the replies to two parts of a sentence, the second of which was read after the first was
/// executed. `note` reports a second part that was not executed.
fn after(first: Report, mut second: Reply, note: String) -> Reply {
    if let Some(report) = second.report_mut() {
        report.actions.splice(0..0, first.actions);
        report.changes.splice(0..0, first.changes);
        if report.status != Status::Ok {
            report.context.push(note);
        }
    }
    second
}

/// Returns the reading for a step.
fn read_as((name, arguments): &Tool, tongue: Tongue) -> Reading {
    Reading {
        decision: Decision::Act,
        intent: Some(name.clone()),
        confidence: CERTAIN,
        parameters: arguments.clone(),
        code: None,
        ..Reading::of_nothing(tongue)
    }
}

/// Returns the question about a doubt.
fn unclear(doubt: &Doubt, tongue: Tongue, done: Done) -> Reading {
    let is_portuguese = tongue == Tongue::Portuguese;
    let nothing = match (done, is_portuguese) {
        (Done::Nothing, false) => "Nothing was done.",
        (Done::Before, false) => "Nothing more was done.",
        (Done::Nothing, true) => "Nada foi feito.",
        (Done::Before, true) => "Nada mais foi feito.",
    };
    let (code, question) = match doubt {
        Doubt::Unread(said) if is_portuguese => {
            (ErrorCode::LowConfidence, format!("Não percebo “{said}”. {nothing} O que quer dizer?"))
        }
        Doubt::Unread(said) => {
            (ErrorCode::LowConfidence, format!("I do not understand “{said}”. {nothing} What do you mean?"))
        }
        Doubt::NoSuch(name) if is_portuguese => {
            (ErrorCode::InvalidParameters, format!("Nada aqui se chama “{name}”. {nothing} Qual quer dizer?"))
        }
        Doubt::NoSuch(name) => (
            ErrorCode::InvalidParameters,
            format!("Nothing here is called “{name}”. {nothing} Which do you mean?"),
        ),
        Doubt::Several(name, among) if is_portuguese => {
            (ErrorCode::AmbiguousIntent, format!("Vários servem para “{name}”: {}. Qual?", among.join("; ")))
        }
        Doubt::Several(name, among) => {
            (ErrorCode::AmbiguousIntent, format!("Several fit “{name}”: {}. Which one?", among.join("; ")))
        }
    };
    Reading {
        decision: Decision::Ask,
        code: Some(code),
        question: Some(question),
        confidence: 0.5,
        ..Reading::of_nothing(tongue)
    }
}
