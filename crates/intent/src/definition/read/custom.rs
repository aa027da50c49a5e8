//! Steps and conditions that call code of the pack of a file. They become calls of the verbs that run a
//! function in the page, so that everything that applies to verbs applies to them: trust, timeouts, the plan,
//! the action log.

use indexmap::IndexMap;

use super::super::{
    Action, Condition, ConditionCode, ConditionKind, CustomAction, Reference, Retry, Spanned, StepKind,
    Template,
};
use super::action::COMMON;
use super::{Reader, field};
use crate::diagnostic::Diagnostic;
use crate::value::Value;
use crate::yaml::{Entry, Node};

impl Reader<'_> {
    /// Returns the action of the pack with that name.
    pub(super) fn custom_action(&self, name: &str) -> Option<&CustomAction> {
        self.rules.custom?.actions.get(name)
    }

    /// Builds a step that calls an action of the pack.
    pub(super) fn custom_step(
        &mut self,
        name: &Spanned<String>,
        action: &CustomAction,
        entries: &[Entry],
        timeout: Option<std::time::Duration>,
        retry: Option<Retry>,
    ) -> Option<StepKind> {
        let verb = self.rules.custom.and_then(|custom| custom.run);
        let verb = self.runnable(name, verb)?;
        let mut params = IndexMap::new();
        for entry in entries.iter().filter(|entry| !COMMON.contains(&entry.key.value.as_str())) {
            let value = self.parameter_value(&name.value, &action.parameters, entry);
            params.extend(value.map(|value| (entry.key.value.clone(), value)));
        }
        self.refuse_missing(name, &action.parameters, |key| field(entries, key).is_some());
        for parameter in &action.parameters {
            if let (None, Some(default)) = (params.get(&parameter.name), &parameter.default) {
                params.insert(parameter.name.clone(), Template::Literal(default.clone()));
            }
        }
        let is_known = |value: &Template| matches!(value, Template::Literal(_));
        let params = match params.values().all(is_known) {
            true => Template::Literal(Template::Object(params).resolve(&Default::default())),
            false => Template::Object(params),
        };
        let bind = field(entries, "as").and_then(|node| self.result_name(node));
        let arguments = self.call_of(name, &action.code, Some(params));
        let name = Spanned::new(verb, name.span.clone());
        Some(StepKind::Action(Action { name, target: None, arguments, timeout, retry, bind }))
    }

    /// Reads a condition of the pack by its name.
    pub(super) fn custom_condition(&mut self, name: &Spanned<String>) -> Option<ConditionKind> {
        let custom = self.rules.custom?;
        let condition = custom.conditions.get(&name.value)?;
        match &condition.implementation {
            ConditionCode::Patterns(patterns) => {
                let exists = |pattern: &String| Condition {
                    kind: ConditionKind::PatternExists(Template::Literal(pattern.as_str().into())),
                    span: name.span.clone(),
                };
                Some(ConditionKind::All(patterns.iter().map(exists).collect()))
            }
            ConditionCode::JavaScript(code) => {
                let verb = self.runnable(name, custom.ask)?;
                let arguments = self.call_of(name, code, None);
                let arguments = arguments.into_iter().map(|(name, value)| (name, value.value)).collect();
                Some(ConditionKind::Probe { capability: Spanned::new(verb, name.span.clone()), arguments })
            }
        }
    }

    /// Whether the pack has a condition with that name.
    pub(super) fn is_custom_condition(&self, name: &str) -> bool {
        self.rules.custom.is_some_and(|custom| custom.conditions.contains_key(name))
    }

    /// Returns the verb that runs the code of a pack, if the pack may run code.
    fn runnable(&mut self, name: &Spanned<String>, verb: Option<&str>) -> Option<String> {
        let message = match (self.rules.allow_execute, verb) {
            (true, Some(verb)) => return Some(verb.to_string()),
            (false, _) => format!("`{}` is JavaScript, which this pack is not trusted to run", name.value),
            (true, None) => format!("nothing in this build runs `{}` in a page", name.value),
        };
        let remedy = "Use steps that are no code, or trust the pack in the configuration file (pack_trust).";
        self.push(Diagnostic::error(name.span.clone(), message, remedy));
        None
    }

    fn call_of(
        &self,
        name: &Spanned<String>,
        code: &Spanned<String>,
        params: Option<Template>,
    ) -> IndexMap<String, Spanned<Template>> {
        let literal = |text: &str| Template::Literal(Value::from(text));
        let mut arguments = IndexMap::from([
            ("name".to_string(), literal(&name.value)),
            ("function".to_string(), literal(&code.value)),
        ]);
        arguments.extend(params.map(|params| ("params".to_string(), params)));
        let domains = self.rules.custom.map(|custom| custom.domains).unwrap_or_default();
        if !domains.is_empty() {
            let domains: Vec<Value> = domains.iter().map(|domain| domain.to_string().into()).collect();
            arguments.insert("domains".to_string(), Template::Literal(domains.into()));
        }
        // The parameters of the intent are part of the context that every function receives.
        let name_span = name.span.clone();
        let declared = self.parameters.keys();
        let references = declared.map(|name| {
            (
                name.clone(),
                Template::Reference(Reference {
                    name: name.clone(),
                    path: Vec::new(),
                    span: name_span.clone(),
                }),
            )
        });
        let references: IndexMap<String, Template> = references.collect();
        if !references.is_empty() {
            arguments.insert("parameters".to_string(), Template::Object(references));
        }
        let placed = |(key, value)| (key, Spanned::new(value, name.span.clone()));
        arguments.into_iter().map(placed).collect()
    }

    /// Reads `github_authenticated: true` as a key of a condition.
    pub(super) fn keyed_custom(&mut self, entry: &Entry) -> Option<ConditionKind> {
        let wants = |node: &Node| node.is_null() || node.value().as_bool() == Some(true);
        if wants(&entry.value) {
            return self.custom_condition(&entry.key);
        }
        if entry.value.value().as_bool() == Some(false) {
            let kind = self.custom_condition(&entry.key)?;
            return Some(ConditionKind::Not(Box::new(Condition { kind, span: entry.key.span.clone() })));
        }
        let remedy = format!("Write `{}: true`.", entry.key.value);
        self.wrong_kind(&entry.value, &entry.key.value, "true or false", &remedy);
        None
    }
}
