//! What the engine itself understands, beside the intents and verbs that are registered.

use lemmascope_intent::{
    Args, Call, Cause, Context, Failure, Number, Object, Outcome, Report, Status, Value, usage,
};
use lemmascope_language::command::{self, Command};

use crate::checking::Checker;
use crate::configuration::{self, Origin};
use crate::engine::{Engine, Request};
use crate::invocation::Invocation;
use crate::ledger::Reversal;
use crate::registry::{Entry, Tier};

impl Engine {
    pub(crate) async fn dispatch(&self, command: &Command, body: &str, request: &Request) -> Report {
        let name = command.name();
        let argument =
            |name: &str| command.argument(name).and_then(command::Value::as_str).unwrap_or_default();
        let outcome = match name {
            "undo" => self.reverse(Direction::Undo, request).await,
            "redo" => self.reverse(Direction::Redo, request).await,
            "config show" => self.show_configuration(argument("key")),
            "config set" => self.set(argument("key"), argument("value")).await,
            "config reset" => self.reset(argument("key")).await,
            "help" => self.help(argument("command")),
            "intents" => Ok(self.list_intents(command)),
            "sessions" => Ok(Report::ok(name).section("sessions", self.sessions.names())),
            "define" => self.define(argument("name"), body),
            "undefine" => self.undefine(argument("name")),
            _ => return self.invoke(invocation(command), request).await,
        };
        outcome.unwrap_or_else(|failure| Report::error(name, &failure))
    }

    fn show_configuration(&self, prefix: &str) -> Result<Report, Failure> {
        let settings = configuration::under(prefix)?;
        let mut result = Object::new();
        let lines = self.read(|state| {
            settings
                .into_iter()
                .map(|setting| {
                    let (value, origin) = state.configuration.get(setting);
                    let value = hide_password(value);
                    result.insert(setting.key.into(), value.clone());
                    let shown = match &value {
                        Value::Text(text) => format!("{text:?}"),
                        other => other.to_string(),
                    };
                    format!("{}: {shown} ({})", setting.key, origin.as_str())
                })
                .collect()
        });
        Ok(Report::ok("config show").section("settings", lines))
    }

    async fn set(&self, key: &str, text: &str) -> Result<Report, Failure> {
        let setting = configuration::known(key)?;
        let value = setting.read(text).map_err(|wanted| {
            Failure::new(Cause::InvalidParameter, format!("{key} must be {wanted}"))
                .hint(format!("Give {wanted}."))
        })?;
        self.ledger.keep_setting(key, &value).await?;
        let (before, after, stronger) = self.write(|state| {
            let before = state.configuration.get(setting).0;
            state.configuration.put(setting, Origin::Runtime, value);
            state.rebuild();
            let (after, origin) = state.configuration.get(setting);
            (before, after, (origin > Origin::Runtime).then_some(origin))
        });
        let mut report = Report::ok("config set");
        report.summary = Some(key.into());
        if before != after {
            report.changes.push(lemmascope_intent::Change::Altered {
                what: key.into(),
                before: hide_password(before).to_string(),
                after: hide_password(after).to_string(),
            });
        }
        if let Some(origin) = stronger {
            report.hints.push(format!("It is kept, but the {} says otherwise and wins.", origin.as_str()));
        }
        Ok(report)
    }

    async fn reset(&self, prefix: &str) -> Result<Report, Failure> {
        configuration::under(prefix)?;
        let keys = self.write(|state| {
            let keys = state.configuration.reset(prefix);
            state.rebuild();
            keys
        });
        self.ledger.drop_settings(&keys).await?;
        let lines = self.read(|state| {
            let of = |key: &&str| configuration::find(key).map(|setting| state.configuration.get(setting).0);
            keys.iter()
                .filter_map(|key| of(key).map(|value| format!("{key}: {}", hide_password(value))))
                .collect()
        });
        let report = Report::ok("config reset").section("reset", lines);
        Ok(match keys.as_slice() {
            [] => Report { result: "Nothing had been set.".into(), ..report },
            _ => report,
        })
    }

    fn help(&self, name: &str) -> Result<Report, Failure> {
        if name.is_empty() {
            return Ok(self.overview());
        }
        let lines = self.read(|state| {
            if let Some(entry) = state.resolve(name) {
                return Some(intent_help(entry));
            }
            let signature = self.catalog.get(name).map(|capability| capability.signature());
            if let Some(signature) = signature.filter(|signature| !signature.internal) {
                let mut lines = vec![signature.usage(), signature.summary.to_string()];
                lines.extend(signature.parameters.iter().map(parameter_help));
                lines.extend(signature.examples.iter().map(|example| format!("example: {example}")));
                return Some(lines);
            }
            let forms = command::commands().iter().filter(|form| form.name == name || form.verb() == name);
            let lines: Vec<String> =
                forms.flat_map(|form| [form.usage(), format!("  {}", form.summary)]).collect();
            (!lines.is_empty()).then_some(lines)
        });
        match lines {
            Some(lines) => {
                Ok(Report { summary: Some(name.into()), ..Report::ok("help") }.section("usage", lines))
            }
            None => Err(self.read(|state| state.unknown(name, &self.catalog))),
        }
    }

    fn overview(&self) -> Report {
        let mut families: Vec<(&str, Vec<&str>)> = Vec::new();
        for form in command::commands() {
            let (family, word) = (form.family.title(), form.verb());
            match families.iter_mut().find(|(known, _)| *known == family) {
                Some((_, words)) if words.contains(&word) => {}
                Some((_, words)) => words.push(word),
                None => families.push((family, vec![word])),
            }
        }
        let commands =
            families.iter().map(|(family, words)| format!("{family}: {}", words.join(" "))).collect();
        let verbs = self.catalog.signatures().map(|it| format!("{}: {}", it.usage(), it.summary)).collect();
        let mut report = Report::ok("help").section("commands", commands).section("verbs", verbs);
        report.hints.push("help <command> says more; intents lists what is defined.".into());
        report
    }

    fn list_intents(&self, command: &Command) -> Report {
        if command.has("clear-session") {
            return self.write(|state| {
                let count = state.session_entries.len();
                state.session_entries.clear();
                state.rebuild();
                Report { result: format!("{count} removed.").into(), ..Report::ok("intents") }
            });
        }
        self.read(|state| {
            let priority = state.priority();
            let winners = state.registry.winners(&priority);
            let only_session = command.has("session");
            let shown = winners.into_iter().filter(|entry| !only_session || entry.tier == Tier::Session);
            let lines = shown
                .map(|entry| {
                    let call = usage(&entry.definition.intent.value, &entry.parameters());
                    format!("{call}: {} ({})", entry.definition.description, entry.tier.as_str())
                })
                .collect();
            let mut report = Report::ok("intents").section("intents", lines);
            for fault in state.loader.faults() {
                let first = fault.diagnostics.first().map(|it| it.message.as_str()).unwrap_or_default();
                report.context.push(format!("left out: {}: {first}", fault.path));
            }
            if !report.context.is_empty() {
                report.hints.push("`lemmascope check FILE` shows what to change.".into());
            }
            report
        })
    }

    /// Registers an intent until the engine leaves. The lines under the header are those of a
    /// definition file without its first two.
    fn define(&self, name: &str, body: &str) -> Result<Report, Failure> {
        let source = format!("intent: {name}\nversion: 1\n{}", dedent(body));
        let checked = self
            .read(|state| Checker::new(&self.catalog, &state.configuration).check(&source, Tier::Session));
        if let Some(fault) = checked.diagnostics.iter().find(|fault| fault.is_error()) {
            let failure = Failure::new(Cause::DefinitionInvalid, fault.message.clone());
            return Err(failure.hint(fault.remedy.clone()));
        }
        let definition = checked.definition.ok_or_else(|| {
            Failure::new(Cause::DefinitionInvalid, "the definition is empty").hint("Give it steps.")
        })?;
        let entry = Entry {
            definition: definition.into(),
            tier: Tier::Session,
            origin: "session".into(),
            source: source.into(),
        };
        let call = usage(name, &entry.parameters());
        self.write(|state| {
            state.session_entries.retain(|known| known.definition.intent.value != name);
            state.session_entries.push(entry);
            state.rebuild();
        });
        let mut report = Report::ok("define")
            .section("registered", vec![format!("Intent '{name}' available for this session.")])
            .section("usage", vec![call]);
        report.summary = Some(name.into());
        Ok(report)
    }

    fn undefine(&self, name: &str) -> Result<Report, Failure> {
        let removed = self.write(|state| {
            let count = state.session_entries.len();
            state.session_entries.retain(|entry| entry.definition.intent.value != name);
            let removed = count != state.session_entries.len();
            state.rebuild();
            removed
        });
        match removed {
            true => Ok(Report { summary: Some(name.into()), ..Report::ok("undefine") }),
            false => {
                Err(Failure::new(Cause::UnknownIntent, format!("no intent \"{name}\" was defined here"))
                    .hint("`intents --session` lists those that were."))
            }
        }
    }

    /// Takes the last run back, or does it again, step by step.
    async fn reverse(&self, direction: Direction, request: &Request) -> Result<Report, Failure> {
        let word = direction.word();
        let steps = match direction {
            Direction::Undo => self.ledger.undoable(&request.session).await?,
            Direction::Redo => self.ledger.redoable(&request.session).await?,
        };
        if steps.is_empty() {
            return Ok(Report { result: format!("Nothing to {word}.").into(), ..Report::ok(word) });
        }
        let mut report = Report::ok(word);
        for step in &steps {
            match self.reverse_step(direction, step, request).await {
                Ok(outcome) => {
                    let line = outcome.line.unwrap_or_else(|| format!("{word} {}", step.line));
                    report.actions.push(lemmascope_intent::ActionLine { line, ok: true });
                    report.changes.extend(outcome.changes);
                }
                Err(failure) => {
                    let done = report.actions.len();
                    report.status = if done == 0 { Status::Error } else { Status::Partial };
                    report.summary = Some(match done {
                        0 => failure.message.clone(),
                        _ => format!("{done} of {} steps; then: {}", steps.len(), failure.message),
                    });
                    report.code = Some(failure.code());
                    let line = format!("{word} {}", step.line);
                    report.actions.push(lemmascope_intent::ActionLine { line, ok: false });
                    report.context.extend(failure.context);
                    report.hints.extend(failure.hint);
                    break;
                }
            }
        }
        Ok(report)
    }

    async fn reverse_step(
        &self,
        direction: Direction,
        step: &Reversal,
        request: &Request,
    ) -> Result<Outcome, Failure> {
        let outcome = self.call_again(&step.call, step, request).await?;
        match direction {
            Direction::Undo => self.ledger.mark_undone(step, outcome.undo.as_ref()).await?,
            Direction::Redo => self.ledger.mark_redone(step, outcome.undo.as_ref()).await?,
        }
        Ok(outcome)
    }

    async fn call_again(&self, call: &Call, step: &Reversal, request: &Request) -> Result<Outcome, Failure> {
        let capability = self.catalog.get(&call.capability).ok_or_else(|| {
            Failure::new(Cause::Unavailable, format!("there is no verb \"{}\" any more", call.capability))
        })?;
        let invocation = Invocation {
            name: call.capability.clone(),
            positional: Vec::new(),
            options: call.arguments.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect(),
        };
        let arguments =
            invocation.bind(&capability.signature().parameters, &self.sensitive(), &Object::new())?;
        let cx = Context {
            session: request.session.clone(),
            workspace: request.workspace.clone(),
            idempotency_key: format!("{}/{}", step.run, step.position),
            repeated: false,
            cancellation: request.cancellation.clone(),
            events: std::sync::Arc::clone(&request.events),
        };
        capability.call(Args::new(arguments), &cx).await
    }
}

#[derive(Clone, Copy)]
enum Direction {
    Undo,
    Redo,
}

impl Direction {
    fn word(self) -> &'static str {
        match self {
            Self::Undo => "undo",
            Self::Redo => "redo",
        }
    }
}

/// The call of an intent or a verb that a command means.
fn invocation(command: &Command) -> Invocation {
    let mut positional: Vec<Value> =
        command.arguments().iter().map(|argument| value(&argument.value)).collect();
    let mut name = command.name().to_string();
    if name == "run" && !positional.is_empty() {
        name = positional.remove(0).to_string();
    }
    let options =
        command.options().iter().map(|given| (given.name.clone(), given.value.as_ref().map(value))).collect();
    Invocation { name, positional, options }
}

fn value(value: &command::Value) -> Value {
    match value {
        command::Value::Number(number) => Number::from_f64(*number).map_or(Value::Null, Value::Number),
        command::Value::Target(located) => Value::Text(located.target.to_string()),
        command::Value::Duration(span) => Value::Text(span.to_string()),
        command::Value::Keys(keys) => Value::Text(keys.to_string()),
        text => text.as_str().map_or(Value::Null, Value::from),
    }
}

fn intent_help(entry: &Entry) -> Vec<String> {
    let definition = &entry.definition;
    let mut lines = vec![usage(&definition.intent.value, &entry.parameters())];
    lines.push(format!(
        "{} (version {}, {})",
        definition.description,
        definition.version.value,
        entry.tier.as_str()
    ));
    lines.extend(entry.parameters().iter().map(parameter_help));
    lines.extend(definition.examples.iter().map(|example| format!("say: {}", example.text)));
    lines
}

fn parameter_help(parameter: &lemmascope_intent::Parameter) -> String {
    let need = match (&parameter.default, parameter.required) {
        (Some(default), _) => format!("default {default}"),
        (None, true) => "required".into(),
        (None, false) => "optional".into(),
    };
    format!("  {}: {}, {need}. {}", parameter.name, parameter.kind, parameter.description)
}

/// The text with the indentation that all its lines share taken off.
fn dedent(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let shared = text.lines().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    text.lines().map(|line| line.get(shared..).unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// An address may have a password in it.
fn hide_password(value: Value) -> Value {
    let Value::Text(text) = &value else { return value };
    let Some((scheme, rest)) = text.split_once("://") else { return value };
    let Some((user, host)) = rest.split_once('@') else { return value };
    match user.split_once(':') {
        Some((user, _)) => format!("{scheme}://{user}:{}@{host}", lemmascope_intent::MASK).into(),
        None => value,
    }
}
