use indexmap::IndexMap;

use super::super::{Condition, ConditionKind, Spanned, Target, Template};
use super::target::TargetUse;
use super::{Reader, field};
use crate::diagnostic::Diagnostic;
use crate::failure::Code;
use crate::nearest::nearest;
use crate::signature::Effect;
use crate::yaml::{Content, Entry, Node};

pub(super) const KEYS: [&str; 13] = [
    "pattern_exists",
    "visible",
    "hidden",
    "url_contains",
    "url_matches",
    "url_pattern",
    "text_contains",
    "within",
    "count",
    "expression",
    "all",
    "any",
    "not",
];

/// Whether a name is already that of a built-in condition.
pub(super) fn is_reserved(name: &str) -> bool {
    KEYS.contains(&name) || STATES.contains(&name) || ["true", "false", "null"].contains(&name)
}

/// The page states that a condition can name.
const STATES: [&str; 4] = ["load", "idle", "navigation", "ready"];

impl Reader<'_> {
    /// Reads a list of conditions.
    pub(super) fn conditions(&mut self, node: &Node, what: &str) -> Vec<Condition> {
        let Some(items) = self.list(node, what) else { return Vec::new() };
        items.iter().filter_map(|item| self.condition(item)).collect()
    }

    pub(super) fn condition(&mut self, node: &Node) -> Option<Condition> {
        let kind = match &node.content {
            Content::Scalar(_) => self.bare_condition(node)?,
            Content::List(_) => {
                let remedy = "Write `all:` or `any:` before the list.";
                self.wrong_kind(node, "a condition", "a mapping or an expression", remedy);
                return None;
            }
            Content::Mapping(entries) => self.described_condition(node, entries)?,
        };
        Some(Condition { kind, span: node.span.clone() })
    }

    /// Reads a page state such as `idle`, or an expression.
    fn bare_condition(&mut self, node: &Node) -> Option<ConditionKind> {
        let text = self.text(node, "a condition")?;
        if STATES.contains(&text.as_str()) {
            return Some(ConditionKind::State(Spanned::new(text, node.span.clone())));
        }
        if self.is_custom_condition(&text) {
            return self.custom_condition(&Spanned::new(text, node.text_span(self.source)));
        }
        let is_word = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
        if is_word
            && !["true", "false", "null"].contains(&text.as_str())
            && !text.starts_with(char::is_numeric)
        {
            let known: Vec<&str> = self
                .parameters
                .keys()
                .map(String::as_str)
                .chain(self.variables.iter().map(String::as_str))
                .collect();
            let remedy = if known.contains(&text.as_str()) {
                format!("Write `${text}`.")
            } else {
                match nearest(&text, STATES) {
                    Some(near) => format!("Write `{near}`."),
                    None => {
                        format!("Write one of {}, or an expression such as `$remember`.", STATES.join(", "))
                    }
                }
            };
            self.error(node.text_span(self.source), format!("\"{text}\" is no condition"), remedy);
            return None;
        }
        self.expression(node, "the condition").map(ConditionKind::Expression)
    }

    /// Reads a condition in mapping form. Several keys are combined with `all`.
    fn described_condition(&mut self, node: &Node, entries: &[Entry]) -> Option<ConditionKind> {
        let mut conditions = Vec::new();
        let mut complete = true;
        for entry in entries.iter().filter(|entry| entry.key.value != "within") {
            let kind = self.keyed_condition(entry, entries);
            complete &= kind.is_some();
            let span = entry.key.span.start..entry.value.span.end.max(entry.key.span.end);
            conditions.extend(kind.map(|kind| Condition { kind, span }));
        }
        if let Some(within) = node.entry("within").filter(|_| field(entries, "text_contains").is_none()) {
            self.error(
                within.key.span.clone(),
                "\"within\" says where \"text_contains\" looks, and there is no \"text_contains\"",
                "Add `text_contains:`, or remove `within`.",
            );
            return None;
        }
        if entries.is_empty() {
            self.error(
                node.span.clone(),
                "the condition is empty",
                "Write one, such as `url_contains: home`.",
            );
        }
        if !complete || conditions.is_empty() {
            return None;
        }
        match <[Condition; 1]>::try_from(conditions) {
            Ok([only]) => Some(only.kind),
            Err(several) => Some(ConditionKind::All(several)),
        }
    }

    fn keyed_condition(&mut self, entry: &Entry, entries: &[Entry]) -> Option<ConditionKind> {
        let node = &entry.value;
        Some(match entry.key.value.as_str() {
            "pattern_exists" => ConditionKind::PatternExists(self.text_template(node, "pattern_exists")?),
            "visible" => ConditionKind::Visible(self.element(node)?),
            "hidden" => ConditionKind::Hidden(self.element(node)?),
            "url_contains" => ConditionKind::UrlContains(self.some_texts(node, "url_contains")?),
            "url_pattern" => ConditionKind::UrlPattern(self.some_texts(node, "url_pattern")?),
            "not" => ConditionKind::Not(Box::new(self.condition(node)?)),
            "url_matches" => ConditionKind::UrlMatches(self.regex(node, "url_matches")?),
            "text_contains" => {
                let texts = self.some_texts(node, "text_contains");
                let within = match field(entries, "within") {
                    Some(node) => Some(self.element(node)?),
                    None => None,
                };
                ConditionKind::TextContains { texts: texts?, within }
            }
            "count" => self.count(entry)?,
            "expression" => ConditionKind::Expression(self.expression(node, "the expression")?),
            key @ ("all" | "any") => {
                let conditions = self.conditions(node, key);
                if node.as_list().is_some_and(<[Node]>::is_empty) {
                    self.error(
                        node.span.clone(),
                        format!("{key} is an empty list"),
                        "Write at least one condition.",
                    );
                }
                match key {
                    "all" => ConditionKind::All(conditions),
                    _ => ConditionKind::Any(conditions),
                }
            }
            key if self.is_custom_condition(key) => self.keyed_custom(entry)?,
            _ => self.probe(entry)?,
        })
    }

    fn element(&mut self, node: &Node) -> Option<Target> {
        self.target(node, TargetUse::Required)
    }

    fn some_texts(&mut self, node: &Node, what: &str) -> Option<Vec<Template>> {
        let texts = self.text_templates(node, what);
        (!texts.is_empty()).then_some(texts)
    }

    fn count(&mut self, entry: &Entry) -> Option<ConditionKind> {
        let entries = self.mapping(&entry.value, "count")?;
        self.refuse_unknown(entries, &["selector", "min", "max"], "count");
        let at = &entry.key.span;
        let selector = self
            .require(entries, "selector", at, "count", "Give a selector, such as `selector: \".result\"`.")
            .and_then(|node| self.text_template(node, "selector"));
        let mut bound = |key: &str| {
            field(entries, key)
                .and_then(|node| self.whole(node, key, 0..=1_000_000))
                .and_then(|bound| u64::try_from(bound).ok())
        };
        let (min, max) = (bound("min"), bound("max"));
        match (field(entries, "min"), field(entries, "max")) {
            (None, None) => {
                self.require(entries, "min", at, "count", "Say how many, as in `min: 1`.").map(drop)
            }
            (_, Some(node)) if min.zip(max).is_some_and(|(min, max)| min > max) => {
                self.error(node.span.clone(), "max is less than min", "Swap the two.");
                None
            }
            _ => Some(()),
        };
        Some(ConditionKind::Count { selector: selector?, min, max })
    }

    /// Reads a query of an observing capability by its full name.
    fn probe(&mut self, entry: &Entry) -> Option<ConditionKind> {
        let name = &entry.key;
        let verb = self.rules.verb(&name.value).filter(|verb| verb.name == name.value);
        let on_trust = name.value.contains('.') && self.rules.trusts(&name.value);
        if verb.is_none() && !on_trust {
            self.unknown_condition(name);
            return None;
        }
        if verb.is_some_and(|verb| verb.effect != Effect::Observe) {
            self.error(
                name.span.clone(),
                format!("{} changes something, and a condition may only look", name.value),
                "Make it a step, and use a condition that only looks.",
            );
            return None;
        }
        let given = match &entry.value.content {
            Content::Mapping(entries) => entries.as_slice(),
            // `page.ready:` and `page.ready: true` have no arguments.
            Content::Scalar(_) if entry.value.is_null() || entry.value.value().as_bool() == Some(true) => &[],
            _ => {
                let remedy = "Write the parameters as `name: value` below it.";
                self.wrong_kind(&entry.value, &name.value, "a mapping of its parameters", remedy);
                return None;
            }
        };
        let arguments = self.probe_arguments(name, given)?;
        Some(ConditionKind::Probe { capability: name.clone(), arguments })
    }

    /// Reads the arguments of an observing capability, and checks them against the catalog if there is one.
    pub(super) fn probe_arguments(
        &mut self,
        name: &Spanned<String>,
        given: &[Entry],
    ) -> Option<IndexMap<String, Template>> {
        let verb = self.rules.verb(&name.value).filter(|verb| verb.name == name.value);
        let mut arguments = IndexMap::new();
        let mut complete = true;
        for entry in given {
            let template = match verb {
                Some(verb) => self.parameter_value(&name.value, &verb.parameters, entry),
                None => Some(self.template(&entry.value)),
            };
            complete &= template.is_some();
            arguments.extend(template.map(|template| (entry.key.value.clone(), template)));
        }
        let parameters = verb.map(|verb| verb.parameters.as_slice()).unwrap_or_default();
        self.refuse_missing(name, parameters, |key| given.iter().any(|entry| entry.key.value == key));
        complete.then_some(arguments)
    }

    fn unknown_condition(&mut self, name: &Spanned<String>) {
        let observing = self
            .rules
            .catalog
            .unwrap_or_default()
            .iter()
            .filter(|verb| verb.effect == Effect::Observe)
            .map(|verb| verb.name);
        let near = nearest(&name.value, KEYS.into_iter().chain(observing));
        let message = format!("there is no condition \"{}\"", name.value);
        let fault = match near {
            Some(near) => Diagnostic::error(name.span.clone(), message, format!("Write `{near}`."))
                .label(format!("did you mean \"{near}\"?")),
            None => {
                let remedy = format!("Use one of: {}.", KEYS.join(", "));
                Diagnostic::error(name.span.clone(), message, remedy)
            }
        };
        let code = if name.value.contains('.') { Code::IntentNotFound } else { Code::DefinitionInvalid };
        self.push(fault.code(code));
    }
}
