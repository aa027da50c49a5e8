use lemmascope_intent::definition::{Shape, StepKind};
use lemmascope_intent::{
    Definition, Failure, Notation, Object, Parameter, Report, Signature, Type, Value, usage,
};
use lemmascope_language::command::{Command, Form};

use crate::catalog::{Entry, Everyday};
use crate::engine::Engine;

/// The maximum number of example sentences for an intent.
const EXAMPLES: usize = 4;

pub(super) fn signatures() -> Vec<Signature> {
    let command = Parameter::optional("command", Type::String, "One of them.").written(Notation::Command);
    vec![
        Signature::observe("engine.help", "Show the commands, or the help of one.")
            .command("help [command]")
            .aliases(&["man", "?"])
            .everyday("engine")
            .parameter(command),
    ]
}

/// Returns the signature of the command that lists the intents.
pub(super) fn listing() -> Vec<Signature> {
    let switch = |name, about| Parameter::defaulted(name, false, Type::Boolean, about);
    vec![
        Signature::observe("engine.intents", "List the intents.")
            .command("intents")
            .known_as(&["commands", "tools", "list"])
            .everyday("engine")
            .exclusive("session", "clear-session")
            .parameter(switch("session", "Only those of this session."))
            .parameter(switch("clear_session", "Forget those of this session.")),
    ]
}

impl Engine {
    /// Returns the help for a name, or the overview.
    pub(super) fn help(&self, name: &str, session: &str) -> Result<Report, Failure> {
        if name.is_empty() {
            return Ok(self.overview(session));
        }
        let mut lines = self.read(|state| state.resolve(name, session).map(intent_help)).unwrap_or_default();
        lines.extend(self.command_help(name, !lines.is_empty()));
        if lines.is_empty()
            && let Some(capability) = self.catalog.get(name).filter(|it| !it.signature().internal)
        {
            let signature = capability.signature();
            lines.extend([signature.usage(), signature.summary.to_string()]);
            lines.extend(details(signature));
        }
        if lines.is_empty() {
            lines.extend(
                self.catalog.grammar().elsewhere(name).into_iter().map(|it| format!("here that is `{it}`")),
            );
        }
        match lines.is_empty() {
            false => Ok(Report { summary: Some(name.into()), ..Report::ok("help") }.section("usage", lines)),
            true => Err(self.read(|state| state.unknown(name, session, &self.catalog))),
        }
    }

    /// Returns the help for the commands of a name: all details for a single command, or a list of the
    /// commands that begin with the name. If the intent of that name is already explained, returns only the
    /// commands.
    fn command_help(&self, name: &str, is_explained: bool) -> Vec<String> {
        let grammar = self.catalog.grammar();
        let forms: Vec<&Form> =
            grammar.forms().filter(|form| form.name == name || form.verb() == name).collect();
        if let ([form], false) = (forms.as_slice(), is_explained) {
            let own = super::signatures();
            let of_verb = self.catalog.get(form.declared_by).map(|verb| verb.signature());
            let signature = of_verb.or_else(|| own.iter().find(|own| own.name == form.declared_by));
            let mut lines = form_help(form);
            lines.extend(signature.map(details).unwrap_or_default());
            lines.extend(self.spellings(form));
            return lines;
        }
        let others = forms.into_iter().filter(|form| !(is_explained && form.name == name));
        others.flat_map(|form| form_help(form).into_iter().chain(self.spellings(form))).collect()
    }

    /// Returns the aliases of a command, on one line.
    fn spellings(&self, form: &Form) -> Option<String> {
        let aliases = self.catalog.grammar().aliases().iter();
        let own = aliases.filter(|alias| alias.means == form.name && alias.words != form.name);
        let words: Vec<&str> = own.map(|alias| alias.words).collect();
        (!words.is_empty()).then(|| format!("  also: {}", words.join(", ")))
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
        let line = |(family, words): &(&str, Vec<&str>)| format!("{family}: {}", words.join(" "));
        let commands = families.iter().map(line).collect();
        let intents = self.read(|state| {
            let winners = state.registry(session).winners(state.priority());
            winners.into_iter().map(Entry::full_name).collect::<Vec<_>>()
        });
        // A verb with a command is listed under that command.
        let mut verbs: Vec<(&str, Vec<&str>)> = Vec::new();
        for verb in self.catalog.signatures().filter(|verb| verb.command_words().is_none()) {
            let (domain, name) = verb.name.rsplit_once('.').unwrap_or(("", verb.name));
            match verbs.iter_mut().find(|(known, _)| *known == domain) {
                Some((_, names)) => names.push(name),
                None => verbs.push((domain, vec![name])),
            }
        }
        let verbs = verbs.iter().map(|(domain, names)| format!("{domain}. {}", names.join(" "))).collect();
        let everyday = self.catalog.everyday();
        let data: Vec<Value> = everyday.iter().map(Everyday::data).collect();
        let mut report = Report::ok("help")
            .section_of("everyday", table(everyday), data.into())
            .section("commands", commands)
            .section("intents", vec![intents.join(" ")])
            .section("verbs", verbs);
        report.hints.push("`help <name>` or `<name> --help` explains a command, an intent or a verb.".into());
        report.hints.push("Every intent and verb also takes --dry-run and --json.".into());
        report
    }

    /// Lists the callable intents, and the files that were excluded.
    pub(super) fn list_intents(&self, command: &Command, session: &str) -> Report {
        if command.has("clear-session") {
            let count = self.write(|state| state.undefine(session, None));
            return Report { result: format!("{count} removed.").into(), ..Report::ok("intents") };
        }
        if command.has("session") {
            return self.list_session_intents(session);
        }
        self.read(|state| {
            let priority = state.priority();
            let mut lines = Vec::new();
            let mut data = Vec::new();
            for entry in state.registry(session).winners(priority) {
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
                report.hints.push("`lemmascope check FILE` lists the errors.".into());
            }
            report
        })
    }

    /// Lists the intents that a session has defined or accepted from the learner.
    fn list_session_intents(&self, session: &str) -> Report {
        let now = jiff::Timestamp::now().as_second();
        self.read(|state| {
            let (mut lines, mut data) = (Vec::new(), Vec::new());
            for (entry, defined) in state.defined_by(session) {
                let name = entry.definition.intent.value.as_str();
                let age = defined.map(|at| format!(" (defined {})", ago(now - at))).unwrap_or_default();
                lines.push(format!("- {name}{age}"));
                let call = usage(name, &entry.parameters());
                let texts = [
                    ("intent", name),
                    ("usage", &call),
                    ("description", &entry.definition.description),
                    ("tier", entry.tier.as_str()),
                ];
                let mut told: Object =
                    texts.into_iter().map(|(key, text)| (key.to_string(), Value::from(text))).collect();
                told.extend(defined.map(|at| ("defined".to_string(), Value::from(at))));
                data.push(Value::Object(told));
            }
            let mut report = Report::ok("intents");
            if lines.is_empty() {
                report.result = "No intent was defined in this session.".into();
            }
            report.section_of("session intents", lines, data.into())
        })
    }
}

/// Returns an age in the largest unit that fits.
fn ago(seconds: i64) -> String {
    let units = [(86_400, "day"), (3600, "hour"), (60, "min")];
    let fitting = units.into_iter().find(|(size, _)| seconds >= *size);
    match fitting.map(|(size, unit)| (seconds / size, unit)) {
        None => "just now".into(),
        Some((1, unit)) => format!("1 {unit} ago"),
        Some((count, unit)) => format!("{count} {unit}s ago"),
    }
}

/// Returns the usage and the summary of a command.
fn form_help(form: &Form) -> Vec<String> {
    vec![form.usage(), format!("  {}", form.summary)]
}

/// Returns the parameters and the examples of a verb.
fn details(signature: &Signature) -> Vec<String> {
    let parameters = signature.parameters.iter().map(parameter_help);
    parameters.chain(signature.examples.iter().map(|example| format!("example: {example}"))).collect()
}

/// Formats the everyday commands as a table, group by group.
fn table(everyday: &[Everyday]) -> Vec<String> {
    let width = everyday.iter().map(|it| it.usage.chars().count()).max().unwrap_or_default();
    let mut lines = Vec::new();
    let mut group = "";
    for it in everyday {
        if it.group != group {
            group = it.group;
            lines.push(format!("{group}:"));
        }
        lines.push(format!("  {:width$}  {}", it.usage, it.summary));
    }
    lines
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

/// Returns the composition of a definition that calls others.
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
