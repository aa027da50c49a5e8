use lemmascope_intent::definition::{Shape, StepKind};
use lemmascope_intent::{Definition, Failure, Notation, Parameter, Report, Signature, Type, Value, usage};
use lemmascope_language::command::Command;

use crate::catalog::{Entry, Tier};
use crate::engine::Engine;

/// So many sentences that mean an intent are shown.
const EXAMPLES: usize = 4;

pub(super) fn signatures() -> Vec<Signature> {
    let command = Parameter::optional("command", Type::String, "One of them.").written(Notation::Command);
    vec![
        Signature::observe("engine.help", "Show the commands, or one of them.")
            .command("help [command]")
            .parameter(command),
    ]
}

/// The command that lists the intents.
pub(super) fn listing() -> Vec<Signature> {
    let switch = |name, about| Parameter::defaulted(name, false, Type::Boolean, about);
    vec![
        Signature::observe("engine.intents", "List the intents.")
            .command("intents")
            .exclusive("session", "clear-session")
            .parameter(switch("session", "Only those of this session."))
            .parameter(switch("clear_session", "Forget those of this session.")),
    ]
}

impl Engine {
    /// How something is called.
    pub(super) fn help(&self, name: &str, session: &str) -> Result<Report, Failure> {
        if name.is_empty() {
            return Ok(self.overview(session));
        }
        let lines = self.read(|state| {
            if let Some(entry) = state.resolve(name, session) {
                return Some(intent_help(entry));
            }
            let signature = self.catalog.get(name).map(|capability| capability.signature());
            if let Some(signature) = signature.filter(|signature| !signature.internal) {
                let mut lines = vec![signature.usage(), signature.summary.to_string()];
                lines.extend(signature.parameters.iter().map(parameter_help));
                lines.extend(signature.examples.iter().map(|example| format!("example: {example}")));
                return Some(lines);
            }
            let forms =
                self.catalog.grammar().forms().filter(|form| form.name == name || form.verb() == name);
            let lines: Vec<String> =
                forms.flat_map(|form| [form.usage(), format!("  {}", form.summary)]).collect();
            (!lines.is_empty()).then_some(lines)
        });
        match lines {
            Some(lines) => {
                Ok(Report { summary: Some(name.into()), ..Report::ok("help") }.section("usage", lines))
            }
            None => Err(self.read(|state| state.unknown(name, session, &self.catalog))),
        }
    }

    fn overview(&self, session: &str) -> Report {
        let mut families: Vec<(&str, Vec<&str>)> = Vec::new();
        for form in self.catalog.grammar().forms() {
            let (family, word) = (form.family, form.verb());
            match families.iter_mut().find(|(known, _)| *known == family) {
                Some((_, words)) if words.contains(&word) => {}
                Some((_, words)) => words.push(word),
                None => families.push((family, vec![word])),
            }
        }
        let commands =
            families.iter().map(|(family, words)| format!("{family}: {}", words.join(" "))).collect();
        // A verb that has a command of its own is found there.
        let verbs = self.catalog.signatures().filter(|verb| verb.command_words().is_none());
        let verbs = verbs.map(|it| format!("{}: {}", it.usage(), it.summary)).collect();
        let intents = self.read(|state| {
            let winners = state.registry(session).winners(&state.priority());
            winners.into_iter().map(|entry| usage(&entry.full_name(), &entry.parameters())).collect()
        });
        let mut report = Report::ok("help")
            .section("intents", intents)
            .section("verbs", verbs)
            .section("commands", commands);
        report
            .hints
            .push("`help <name>` says more. Every intent and verb also takes --dry-run and --json.".into());
        report
    }

    /// What can be called, and what was left out.
    pub(super) fn list_intents(&self, command: &Command, session: &str) -> Report {
        if command.has("clear-session") {
            let count = self.write(|state| state.undefine(session, None));
            return Report { result: format!("{count} removed.").into(), ..Report::ok("intents") };
        }
        self.read(|state| {
            let priority = state.priority();
            let winners = state.registry(session).winners(&priority);
            let only_session = command.has("session");
            let shown = winners.into_iter().filter(|entry| !only_session || entry.tier == Tier::Session);
            let mut lines = Vec::new();
            let mut data = Vec::new();
            for entry in shown {
                let name = entry.full_name();
                let (call, about) = (usage(&name, &entry.parameters()), &entry.definition.description);
                lines.push(format!("{call}: {about} ({})", entry.tier.as_str()));
                let told = [
                    ("intent", name.as_str()),
                    ("usage", &call),
                    ("description", about),
                    ("tier", entry.tier.as_str()),
                ];
                let told = told.into_iter().map(|(key, text)| (key.to_string(), Value::from(text)));
                data.push(Value::Object(told.collect()));
            }
            let mut report = Report::ok("intents").section_of("intents", lines, data.into());
            for fault in &state.faults {
                let first = fault.diagnostics.first().map(|it| it.message.as_str()).unwrap_or_default();
                report.context.push(format!("left out: {}: {first}", fault.path));
            }
            if !report.context.is_empty() {
                report.hints.push("`lemmascope check FILE` shows what to change.".into());
            }
            report
        })
    }
}

fn intent_help(entry: &Entry) -> Vec<String> {
    let definition = &entry.definition;
    let mut lines = vec![usage(&definition.intent.value, &entry.parameters())];
    let told = format!("(version {}, {})", definition.version.value, entry.tier.as_str());
    lines.push(format!("{} {told}", definition.description).trim_start().to_string());
    lines.extend(made_of(definition));
    lines.extend(entry.parameters().iter().map(parameter_help));
    lines.extend(definition.examples.iter().take(EXAMPLES).map(|example| format!("say: {}", example.text)));
    lines
}

/// What a definition is made of that is made of others.
fn made_of(definition: &Definition) -> Option<String> {
    match &definition.shape {
        Shape::Steps => None,
        Shape::Flow(pages) => {
            let pages: Vec<&str> = pages.iter().map(|page| page.name.value.as_str()).collect();
            Some(format!("goes through the pages: {}", pages.join(" → ")))
        }
        Shape::Composition => {
            let parts = definition.steps.iter().filter_map(|step| match &step.kind {
                StepKind::Intent(sub) => Some(sub.name.value.as_str()),
                _ => None,
            });
            Some(format!("runs: {}", parts.collect::<Vec<_>>().join(", ")))
        }
    }
}

fn parameter_help(parameter: &Parameter) -> String {
    let need = match (&parameter.default, parameter.required) {
        (Some(default), _) => format!("default {default}"),
        (None, true) => "required".into(),
        (None, false) => "optional".into(),
    };
    let line = format!("  {}: {}, {need}. {}", parameter.name, parameter.kind, parameter.description);
    line.trim_end().to_string()
}
