//! Updates of the conversation after an action, whether a sentence, a command or a document requested it.

use std::borrow::Cow;

use lemmascope_intent::{Effect, Format, Object, Parameter, Report, Status, ThingAction, ThingPart, Value};

use crate::engine::Engine;
use crate::lock::lock;
use crate::plan::Invocation;
use crate::request::Request;
use crate::sessions::{Conversation, Tool};

impl Engine {
    /// Executes a command or a document, and records it, so that later sentences can refer to it.
    pub(crate) async fn invoke_and_remember(&self, invocation: Invocation, request: &Request) -> Report {
        let name = invocation.name.clone();
        let parameters = self.parameters_of(&name, &request.session);
        let mut plain = invocation.clone();
        let options = plain.take_run_options(&parameters, self.catalog.get(&name).is_some());
        let bound = plain.bind(&parameters, &self.sensitive(), &Object::new());
        let report = self.invoke(invocation, request).await;
        // An invocation that cannot be parsed was not executed.
        if let (Ok(options), Ok(bound)) = (options, bound)
            && !options.dry_run
        {
            self.remember(&(name, bound), &report, request);
        }
        report
    }

    /// Records an action, so that sentences can refer to it and correct it.
    pub(super) fn remember(&self, (name, given): &Tool, report: &Report, request: &Request) {
        if self.is_own_command(name, &request.session) && given.is_empty() {
            return;
        }
        let parameters = self.parameters_of(name, &request.session);
        let is_default = |name: &str, value: &Value| {
            parameters.iter().any(|it| it.name == name && it.default.as_ref() == Some(value))
        };
        let is_said = |(name, value): &(&String, &Value)| **value != Value::Null && !is_default(name, value);
        let given: Object =
            given.iter().filter(is_said).map(|(name, value)| (name.clone(), value.clone())).collect();
        let conversation = self.conversations.of(&request.session);
        let mut conversation = lock(&conversation);
        let only_looks = self.catalog.get(name).is_some_and(|it| it.signature().effect == Effect::Observe);
        if only_looks && conversation.is_repeated(name, &given) {
            // Repeating the same observation adds no new subject.
            return;
        }
        match report.status {
            Status::Ok | Status::Partial => {
                conversation.tried(name, &given, report.run.clone());
                conversation.mention_all(self.makes(name), &parameters, &given, &made(report, request));
                self.mention_things(&mut conversation, name, &given);
                self.return_things(&mut conversation, name, &given, &report.result);
            }
            Status::Error => conversation.tried(name, &given, report.run.clone()),
            Status::Ask => {}
        }
    }

    /// Like [`remember`](Self::remember), for several goals that were executed as one run.
    pub(super) fn remember_several(&self, tools: &[Tool], report: &Report, request: &Request) {
        let parameters: Vec<Cow<'_, [Parameter]>> =
            tools.iter().map(|(name, _)| self.parameters_of(name, &request.session)).collect();
        let conversation = self.conversations.of(&request.session);
        let mut conversation = lock(&conversation);
        if let Status::Ok | Status::Partial | Status::Error = report.status {
            conversation.tried("say", &Object::new(), report.run.clone());
        }
        if let Status::Ok | Status::Partial = report.status {
            for ((name, given), parameters) in tools.iter().zip(&parameters) {
                conversation.mention_all(None, parameters, given, &[]);
                self.mention_things(&mut conversation, name, given);
            }
            // Each goal has its own result.
            let results = report.result.as_object();
            for (at, (name, given)) in tools.iter().enumerate() {
                if let Some(result) = results.and_then(|results| results.get(&format!("g{at}"))) {
                    self.return_things(&mut conversation, name, given, result);
                }
            }
            conversation.mention_all(None, &[], &Object::new(), &made(report, request));
        }
    }

    /// Records the things without paths that a tool acted on: the container before the thing, which is
    /// recorded under its new name. Deleted things are forgotten.
    fn mention_things(&self, conversation: &mut Conversation, tool: &str, given: &Object) {
        let Some(tool) = self.catalog.on_things(tool) else { return };
        let things = self.catalog.kinds();
        let kind = tool.kind.and_then(|kind| things.kind(kind));
        let Some(kind) = kind.filter(|kind| !kind.names.is_path()) else { return };
        let part = |part| given.get(tool.parameter(part)?)?.as_text();
        let container = things.kinds().iter().find(|container| container.can_contain(kind.name));
        let within = part(ThingPart::Destination).or_else(|| part(ThingPart::Container));
        if let (Some(container), Some(name)) = (container, within) {
            conversation.mention(Format::of_kind(container), name);
        }
        let named = part(ThingPart::NewName).or_else(|| part(ThingPart::Name));
        let named = named.or_else(|| part(ThingPart::Target)).filter(|_| tool.action != ThingAction::Delete);
        if let Some(name) = named {
            conversation.mention(Format::of_kind(kind), name);
        }
    }

    /// Records the things in the result of a tool.
    fn return_things(&self, conversation: &mut Conversation, tool: &str, given: &Object, result: &Value) {
        let Some(verb) = self.catalog.get(tool) else { return };
        let Some(shown) = verb.signature().shows else { return };
        let is_listing = verb.signature().effect == Effect::Observe;
        conversation.returned(shown.things(result, given), is_listing);
    }

    /// Returns the kind of thing that a tool creates or acts on, if it declares one.
    fn makes(&self, tool: &str) -> Option<Format> {
        self.catalog.on_things(tool)?.kind.and_then(Format::named)
    }

    /// Returns the parameters of an intent or a verb.
    pub(super) fn parameters_of(&self, name: &str, session: &str) -> Cow<'_, [Parameter]> {
        let of_intent = self.read(|state| state.resolve(name, session).map(|entry| entry.parameters()));
        let of_verb = || Some(Cow::Borrowed(self.catalog.get(name)?.signature().parameters.as_slice()));
        of_intent.map(Cow::Owned).or_else(of_verb).unwrap_or_default()
    }

    /// Whether a name is one of the engine's own commands, rather than an intent or a verb.
    pub(super) fn is_own_command(&self, name: &str, session: &str) -> bool {
        self.catalog.get(name).is_none() && self.read(|state| state.resolve(name, session).is_none())
    }
}

/// Returns the paths of the created files and folders.
fn made(report: &Report, request: &Request) -> Vec<String> {
    if report.changes.is_empty() {
        return Vec::new();
    }
    let path = |value: &Value| value.as_object()?.get("path")?.as_text().map(str::to_string);
    let own = path(&report.result).into_iter();
    let of_goals = report.result.as_object().into_iter().flat_map(|goals| goals.values()).filter_map(path);
    let place = |path: String| match path.starts_with('~') {
        true => path,
        false => request.workspace.join(path.trim_start_matches("./")).display().to_string(),
    };
    own.chain(of_goals).map(place).collect()
}
