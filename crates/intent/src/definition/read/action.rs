use std::ops::RangeInclusive;
use std::time::Duration;

use indexmap::IndexMap;

use super::super::{Action, Branch, Spanned, Step, StepKind, SubIntent, Target, Template, WaitFor};
use super::target::TargetUse;
use super::{Reader, field};
use crate::diagnostic::Diagnostic;
use crate::failure::Code;
use crate::nearest::nearest;
use crate::parameter::{Parameter, Type};
use crate::signature::{Reach, Signature};
use crate::yaml::{Entry, Node};

/// The range of the timeout of a step.
pub(super) const STEP_TIMEOUT: RangeInclusive<Duration> =
    Duration::from_millis(1)..=Duration::from_secs(30 * 60);

/// The keys of every action, besides the parameters of its verb.
pub(super) const COMMON: [&str; 6] = ["action", "timeout", "condition", "retry", "description", "as"];

/// Whether a key always belongs to the step. `description` is not among them, because it belongs to a verb
/// that has a parameter of that name, such as the description of a card.
pub(super) fn is_of_step(key: &str) -> bool {
    COMMON.contains(&key) && key != "description"
}

/// Arguments by name.
type Arguments = IndexMap<String, Spanned<Template>>;

impl Reader<'_> {
    pub(super) fn action_step(&mut self, name_node: &Node, entries: &[Entry], step: &Node) -> Option<Step> {
        let name = self.text(name_node, "action")?;
        let name = Spanned::new(name, name_node.text_span(self.source));
        // A parameter of the verb takes precedence over the common key of the same name.
        let verb = self.rules.verb(&name.value);
        let by_short_name = verb.filter(|verb| verb.name != name.value);
        let own = |key: &str| by_short_name.is_none() && verb.is_some_and(|verb| verb.find(key).is_some());
        let is_wait = name.value == "wait";

        let timeout = match field(entries, "timeout") {
            Some(node) if !own("timeout") => self.duration(node, "timeout", STEP_TIMEOUT),
            _ => None,
        };
        let retry = match field(entries, "retry") {
            Some(node) if !own("retry") && name.value != "intent" => self.retry(node),
            _ => None,
        };
        let condition = match field(entries, "condition") {
            Some(node) if !own("condition") && !is_wait => Some(self.condition(node)),
            _ => None,
        };
        let kind = match name.value.as_str() {
            "wait" => {
                StepKind::Wait(WaitFor { condition: self.wait_condition(&name, entries)?, timeout, retry })
            }
            "intent" => StepKind::Intent(self.sub_intent(&name, entries)?),
            custom if self.custom_action(custom).is_some() => {
                let action = self.custom_action(custom)?.clone();
                self.custom_step(&name, &action, entries, timeout, retry)?
            }
            _ => {
                let (target, arguments) = match by_short_name {
                    Some(verb) => self.by_short_name(verb, &name, entries)?,
                    None => self.by_full_name(&name, verb, entries)?,
                };
                let bind = match field(entries, "as") {
                    Some(node) if !own("as") => self.result_name(node),
                    _ => None,
                };
                StepKind::Action(Action { name, target, arguments, timeout, retry, bind })
            }
        };
        let inner = Step { kind, span: step.span.clone() };
        Some(match condition {
            None => inner,
            Some(condition) => Step {
                kind: StepKind::Branch(Branch {
                    condition: condition?,
                    then: vec![inner],
                    otherwise: Vec::new(),
                }),
                span: step.span.clone(),
            },
        })
    }

    fn wait_condition(
        &mut self,
        name: &Spanned<String>,
        entries: &[Entry],
    ) -> Option<super::super::Condition> {
        self.refuse_unknown(entries, &COMMON[..5], "wait");
        self.require(entries, "condition", &name.span, "wait", "Give a condition, such as `condition: idle`.")
            .and_then(|node| self.condition(node))
    }

    fn sub_intent(&mut self, name: &Spanned<String>, entries: &[Entry]) -> Option<SubIntent> {
        self.refuse_unknown(
            entries,
            &["action", "name", "params", "timeout", "condition", "description", "as"],
            "intent",
        );
        let params = self.params(entries);
        let remedy = "Name the intent to run, as in `name: login`.";
        let node = self.require(entries, "name", &name.span, "intent", remedy)?;
        let name = self.called_name(node)?;
        let bind = field(entries, "as").and_then(|node| self.result_name(node));
        Some(SubIntent { name, params, bind, inherits: false, told: false })
    }

    /// Reads the parameters of a call of another intent.
    pub(super) fn params(&mut self, entries: &[Entry]) -> IndexMap<String, Spanned<Template>> {
        match field(entries, "params").map(|node| (node, self.mapping(node, "params"))) {
            Some((_, Some(params))) => params
                .iter()
                .map(|entry| {
                    let template = self.template(&entry.value);
                    (entry.key.value.clone(), Spanned::new(template, entry.value.span.clone()))
                })
                .collect(),
            _ => IndexMap::new(),
        }
    }

    /// Reads an action by its short name: required and positional parameters are keys of the step, all others
    /// are under `options`.
    fn by_short_name(
        &mut self,
        verb: &Signature,
        name: &Spanned<String>,
        entries: &[Entry],
    ) -> Option<(Option<Target>, Arguments)> {
        let action = name.value.as_str();
        if verb.reach == Some(Reach::Code) && !self.rules.allow_execute {
            self.error(
                name.span.clone(),
                format!("`{action}` runs a script, which this file is not trusted to do"),
                "Use other actions instead, or allow your own definitions scripts with security.allow_execute.",
            );
        }
        let target_use = verb.find("target").map_or(TargetUse::None, TargetUse::of);
        let is_argument = |parameter: &&Parameter| match parameter.name.as_str() {
            "target" => target_use == TargetUse::None,
            name => !is_of_step(name),
        };
        let parameters = verb.parameters.iter().filter(is_argument);
        let (keys, options): (Vec<&Parameter>, Vec<&Parameter>) =
            parameters.partition(|parameter| verb.is_beside_action(parameter));
        let find = |all: &[&'_ Parameter], key: &str| all.iter().position(|it| it.name == key);
        let option_names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
        let mut known: Vec<&str> = COMMON.to_vec();
        known.extend((target_use != TargetUse::None).then_some("target"));
        known.extend(keys.iter().map(|key| key.name.as_str()));
        known.extend((!options.is_empty()).then_some("options"));

        let mut arguments = IndexMap::new();
        for entry in entries {
            let key = entry.key.value.as_str();
            if let Some(at) = find(&keys, key) {
                let template = self.argument(keys[at], &entry.value);
                arguments.extend(template.map(|template| (key.to_string(), template)));
            } else if option_names.contains(&key) {
                self.error(
                    entry.key.span.clone(),
                    format!("\"{key}\" belongs under \"options\""),
                    format!("Write `options: {{ {key}: … }}`."),
                );
            } else if !known.contains(&key) {
                self.unknown_key(&entry.key, &known, &format!("the action {action}"));
            }
        }
        if let Some(node) = field(entries, "options").filter(|_| !options.is_empty()) {
            for entry in self.mapping(node, "options").unwrap_or_default() {
                let key = entry.key.value.as_str();
                match find(&options, key) {
                    Some(at) => {
                        let template = self.argument(options[at], &entry.value);
                        arguments.extend(template.map(|template| (key.to_string(), template)));
                    }
                    None => self.unknown_key(&entry.key, &option_names, &format!("the options of {action}")),
                }
            }
        }
        for parameter in keys.iter().filter(|parameter| parameter.required) {
            let remedy = format!("Add `{}:` to the step.", parameter.name);
            self.require(entries, &parameter.name, &name.span, action, &remedy);
        }
        let target = match field(entries, "target") {
            Some(node) if target_use != TargetUse::None => Some(self.target(node, target_use)?),
            None if target_use == TargetUse::Required => {
                let remedy = "Give a target, such as `target: { text: \"Save\" }`.";
                self.require(entries, "target", &name.span, action, remedy);
                None
            }
            _ => None,
        };
        Some((target, arguments))
    }

    /// Reads an action by its full name, such as `files.copy`, or a custom action of the catalog.
    fn by_full_name(
        &mut self,
        name: &Spanned<String>,
        verb: Option<&Signature>,
        entries: &[Entry],
    ) -> Option<(Option<Target>, Arguments)> {
        if verb.is_none() && !self.rules.trusts(&name.value) {
            self.unknown_action(name);
            return None;
        }
        let own = |key: &str| verb.is_some_and(|verb| verb.find(key).is_some());
        let mut target = None;
        let mut arguments = IndexMap::new();
        for entry in entries {
            match entry.key.value.as_str() {
                "action" => {}
                "timeout" | "condition" | "retry" | "as" if !own(&entry.key.value) => {}
                // Without a catalog, a description is more likely an argument, such as that of a card.
                "description" if verb.is_some() && !own("description") => {}
                "target" if self.is_target(entry, verb) => {
                    target = self.target(&entry.value, TargetUse::Viewport);
                }
                "options" if !own("options") && entry.value.as_mapping().is_some() => {
                    for entry in entry.value.as_mapping().unwrap_or_default() {
                        self.verb_argument(name, verb, entry, &mut arguments);
                    }
                }
                _ => self.verb_argument(name, verb, entry, &mut arguments),
            }
        }
        let parameters = verb.map(|verb| verb.parameters.as_slice()).unwrap_or_default();
        self.refuse_missing(name, parameters, |key| {
            arguments.contains_key(key) || field(entries, key).is_some()
        });
        Some((target, arguments))
    }

    /// Whether the key `target` of a verb is an element target: some verbs have a parameter of that name that
    /// is a path.
    fn is_target(&self, entry: &Entry, verb: Option<&Signature>) -> bool {
        match verb.and_then(|verb| verb.find("target")) {
            Some(parameter) => matches!(parameter.kind, Type::Object | Type::Any),
            None => entry.value.as_mapping().is_some(),
        }
    }

    fn verb_argument(
        &mut self,
        name: &Spanned<String>,
        verb: Option<&Signature>,
        entry: &Entry,
        arguments: &mut Arguments,
    ) {
        let template = match verb {
            None => Some(self.template(&entry.value)),
            Some(verb) => self.parameter_value(&name.value, &verb.parameters, entry),
        };
        let Some(template) = template else { return };
        arguments.insert(entry.key.value.clone(), Spanned::new(template, entry.value.span.clone()));
    }

    pub(super) fn unknown_action(&mut self, name: &Spanned<String>) {
        let near = nearest(&name.value, ["wait", "intent"].into_iter().chain(self.rules.names()));
        let message = format!("there is no action \"{}\"", name.value);
        let fault = match near {
            Some(near) => Diagnostic::error(name.span.clone(), message, format!("Write `action: {near}`."))
                .label(format!("did you mean \"{near}\"?")),
            None => Diagnostic::error(
                name.span.clone(),
                message,
                "Use the short or the full name of a verb; `help` lists them.",
            ),
        };
        self.push(fault.code(Code::IntentNotFound));
    }
}
