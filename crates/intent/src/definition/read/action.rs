use std::ops::RangeInclusive;
use std::time::Duration;

use indexmap::IndexMap;

use super::super::vocabulary::{STANDARD_ACTIONS, StandardAction, TargetUse, standard_action};
use super::super::{Action, Branch, Spanned, Step, StepKind, SubIntent, Target, Template, Verb, WaitFor};
use super::{Reader, field};
use crate::diagnostic::Diagnostic;
use crate::failure::Code;
use crate::nearest::nearest;
use crate::parameter::Type;
use crate::yaml::{Entry, Node};

/// How long a step may take.
pub(super) const STEP_TIMEOUT: RangeInclusive<Duration> =
    Duration::from_millis(1)..=Duration::from_secs(30 * 60);

/// What any action may have besides what it takes itself.
const COMMON: [&str; 5] = ["action", "timeout", "condition", "description", "as"];

/// Arguments by name.
type Arguments = IndexMap<String, Spanned<Template>>;

impl Reader<'_> {
    pub(super) fn action_step(&mut self, name_node: &Node, entries: &[Entry], step: &Node) -> Option<Step> {
        let name = self.text(name_node, "action")?;
        let name = Spanned::new(name, name_node.text_span(self.source));
        // A verb's own parameter of such a name comes before what all actions have.
        let verb = self.rules.verb(&name.value).filter(|_| standard_action(&name.value).is_none());
        let own = |key: &str| verb.is_some_and(|verb| verb.parameter(key).is_some());
        let is_wait = name.value == "wait";

        let timeout = match field(entries, "timeout") {
            Some(node) if !own("timeout") => self.duration(node, "timeout", STEP_TIMEOUT),
            _ => None,
        };
        let condition = match field(entries, "condition") {
            Some(node) if !own("condition") && !is_wait => Some(self.condition(node)),
            _ => None,
        };
        let kind = match name.value.as_str() {
            "wait" => StepKind::Wait(WaitFor { condition: self.wait_condition(&name, entries)?, timeout }),
            "intent" => StepKind::Intent(self.sub_intent(&name, entries)?),
            _ => {
                let (target, arguments) = match (standard_action(&name.value), verb) {
                    (Some(standard), _) => self.standard(standard, &name, entries)?,
                    (None, verb) => self.by_full_name(&name, verb, entries)?,
                };
                let bind = match field(entries, "as") {
                    Some(node) if !own("as") => self.result_name(node),
                    _ => None,
                };
                StepKind::Action(Action { name, target, arguments, timeout, bind })
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
        self.refuse_unknown(entries, &COMMON[..4], "wait");
        self.require(entries, "condition", &name.span, "wait", "Say for what, as in `condition: idle`.")
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

    /// The parameters of an intent that is run.
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

    fn standard(
        &mut self,
        standard: &StandardAction,
        name: &Spanned<String>,
        entries: &[Entry],
    ) -> Option<(Option<Target>, Arguments)> {
        if standard.name == "execute" && !self.rules.allow_execute {
            self.error(
                name.span.clone(),
                "`execute` runs a script, which this file is not trusted to do",
                "Use other actions instead, or allow your own definitions scripts with security.allow_execute.",
            );
        }
        let takes_target = standard.target != TargetUse::None;
        let mut known: Vec<&str> = COMMON.to_vec();
        known.extend(takes_target.then_some("target"));
        known.extend(
            standard.arguments.iter().filter(|argument| !argument.option).map(|argument| argument.name),
        );
        let options: Vec<&str> = standard
            .arguments
            .iter()
            .filter(|argument| argument.option)
            .map(|argument| argument.name)
            .collect();
        known.extend((!options.is_empty()).then_some("options"));

        let mut arguments = IndexMap::new();
        for entry in entries {
            let key = entry.key.value.as_str();
            let argument =
                standard.arguments.iter().find(|argument| argument.name == key && !argument.option);
            if let Some(argument) = argument {
                let template = self.argument(argument, &entry.value);
                arguments.extend(template.map(|template| (key.to_string(), template)));
            } else if options.contains(&key) {
                self.error(
                    entry.key.span.clone(),
                    format!("\"{key}\" belongs under \"options\""),
                    format!("Write `options: {{ {key}: … }}`."),
                );
            } else if !known.contains(&key) {
                self.unknown_key(&entry.key, &known, &format!("the action {}", standard.name));
            }
        }
        if let Some(node) = field(entries, "options").filter(|_| !options.is_empty()) {
            for entry in self.mapping(node, "options").unwrap_or_default() {
                let key = entry.key.value.as_str();
                match standard.arguments.iter().find(|argument| argument.name == key && argument.option) {
                    Some(argument) => {
                        let template = self.argument(argument, &entry.value);
                        arguments.extend(template.map(|template| (key.to_string(), template)));
                    }
                    None => {
                        self.unknown_key(&entry.key, &options, &format!("the options of {}", standard.name))
                    }
                }
            }
        }
        for argument in standard.arguments.iter().filter(|argument| argument.required) {
            let remedy = format!("Add `{}:` to the step.", argument.name);
            self.require(entries, argument.name, &name.span, standard.name, &remedy);
        }
        let target = match field(entries, "target") {
            Some(node) if takes_target => Some(self.target(node, standard.target)?),
            None if standard.target == TargetUse::Required => {
                let remedy = "Say on what, as in `target: { text: \"Save\" }`.";
                self.require(entries, "target", &name.span, standard.name, remedy);
                None
            }
            _ => None,
        };
        Some((target, arguments))
    }

    /// An action by its full name, such as `files.copy`, or a custom one of the catalog.
    fn by_full_name(
        &mut self,
        name: &Spanned<String>,
        verb: Option<&Verb<'_>>,
        entries: &[Entry],
    ) -> Option<(Option<Target>, Arguments)> {
        if verb.is_none() && (self.rules.catalog.is_some() || !name.value.contains('.')) {
            self.unknown_action(name);
            return None;
        }
        let own = |key: &str| verb.is_some_and(|verb| verb.parameter(key).is_some());
        let mut target = None;
        let mut arguments = IndexMap::new();
        for entry in entries {
            match entry.key.value.as_str() {
                "action" => {}
                "timeout" | "condition" | "as" if !own(&entry.key.value) => {}
                // Without a catalog a description is more likely an argument, as that of a card is.
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
        let parameters = verb.map(|verb| verb.parameters).unwrap_or_default();
        self.refuse_missing(name, parameters, |key| {
            arguments.contains_key(key) || field(entries, key).is_some()
        });
        Some((target, arguments))
    }

    /// Whether the key `target` of a verb is a target in our sense: some verbs have a parameter of that
    /// name that is a path.
    fn is_target(&self, entry: &Entry, verb: Option<&Verb<'_>>) -> bool {
        match verb.and_then(|verb| verb.parameter("target")) {
            Some(parameter) => matches!(parameter.kind, Type::Object | Type::Any),
            None => entry.value.as_mapping().is_some(),
        }
    }

    fn verb_argument(
        &mut self,
        name: &Spanned<String>,
        verb: Option<&Verb<'_>>,
        entry: &Entry,
        arguments: &mut Arguments,
    ) {
        let template = match verb {
            None => Some(self.template(&entry.value)),
            Some(verb) => self.parameter_value(&name.value, verb.parameters, entry),
        };
        let Some(template) = template else { return };
        arguments.insert(entry.key.value.clone(), Spanned::new(template, entry.value.span.clone()));
    }

    fn unknown_action(&mut self, name: &Spanned<String>) {
        let known = STANDARD_ACTIONS.iter().map(|action| action.name).chain(self.rules.names());
        let near = nearest(&name.value, known);
        let message = format!("there is no action \"{}\"", name.value);
        let fault = match near {
            Some(near) => Diagnostic::error(name.span.clone(), message, format!("Write `action: {near}`."))
                .label(format!("did you mean \"{near}\"?")),
            None => Diagnostic::error(
                name.span.clone(),
                message,
                "Use a standard action such as `click`, or the full name of a verb.",
            ),
        };
        self.push(fault.code(Code::IntentNotFound));
    }
}
