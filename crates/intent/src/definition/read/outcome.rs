//! Reads success conditions, failure conditions and results.

use indexmap::IndexMap;

use super::super::{Extract, ExtractKind, OnFailure, Spanned, Success, Target, TargetKind, Template};
use super::target::TargetUse;
use super::{Reader, field};
use crate::diagnostic::Diagnostic;
use crate::failure::Code;
use crate::nearest::nearest;
use crate::signature::Effect;
use crate::yaml::{Entry, Node};

/// The sources of a result besides capabilities.
pub(super) const SOURCES: [&str; 9] =
    ["url", "title", "text", "attribute", "value", "html", "table", "count", FIELD];

/// The keys of `success`.
pub(super) const SUCCESS: [&str; 2] = ["conditions", "extract"];
pub(super) const FAILURE: [&str; 2] = ["conditions", "recovery"];

const FIELD: &str = "field";

impl Reader<'_> {
    pub(super) fn success(&mut self, node: &Node) -> Success {
        let Some(entries) = self.mapping(node, "success") else { return Success::default() };
        self.refuse_unknown(entries, &SUCCESS, "success");
        let conditions = field(entries, "conditions")
            .map(|node| self.conditions(node, "the conditions of success"))
            .unwrap_or_default();
        let extract = field(entries, "extract").map(|node| self.extracts(node)).unwrap_or_default();
        Success { conditions, extract }
    }

    pub(super) fn failure(&mut self, node: &Node) -> OnFailure {
        let Some(entries) = self.mapping(node, "failure") else { return OnFailure::default() };
        self.refuse_unknown(entries, &FAILURE, "failure");
        let conditions = field(entries, "conditions")
            .map(|node| self.conditions(node, "the conditions of failure"))
            .unwrap_or_default();
        let recovery =
            field(entries, "recovery").map(|node| self.steps(node, "recovery")).unwrap_or_default();
        OnFailure { conditions, recovery }
    }

    /// Reads results by name: a mapping with the source of each, or a list of names that are looked up by
    /// their labels on the page.
    pub(super) fn extracts(&mut self, node: &Node) -> IndexMap<String, Extract> {
        if node.as_list().is_some() {
            let names = self.texts(node, "extract");
            return names.into_iter().map(|name| (name.value.clone(), by_name(name))).collect();
        }
        let entries = self.mapping(node, "extract").unwrap_or_default();
        entries.iter().filter_map(|entry| Some((entry.key.value.clone(), self.extract(entry)?))).collect()
    }

    fn extract(&mut self, entry: &Entry) -> Option<Extract> {
        let kind = match entry.value.entry("from") {
            Some(from) => self.look(from, entry.value.as_mapping().unwrap_or_default())?,
            None => ExtractKind::Value(self.template(&entry.value)),
        };
        Some(Extract { kind, span: entry.value.span.clone() })
    }

    fn look(&mut self, from: &Entry, entries: &[Entry]) -> Option<ExtractKind> {
        let name = self.text(&from.value, "from")?;
        let source = Spanned::new(name, from.value.text_span(self.source));
        let is_standard = SOURCES.contains(&source.value.as_str());
        let verb = self.rules.verb(&source.value);
        let on_trust = self.rules.trusts(&source.value) && source.value.contains('.');
        if !is_standard && verb.is_none() && !on_trust {
            self.unknown_source(&source);
            return None;
        }
        let pattern = match field(entries, "pattern") {
            Some(node) => Some(self.regex(node, "pattern")?),
            None => None,
        };
        if !is_standard {
            if verb.is_some_and(|verb| verb.effect != Effect::Observe) {
                self.error(
                    source.span,
                    format!("{} changes something, and an extract may only look", source.value),
                    "Make it a step, and extract from something that only looks.",
                );
                return None;
            }
            let own: Vec<Entry> = entries
                .iter()
                .filter(|entry| !["from", "pattern"].contains(&entry.key.value.as_str()))
                .cloned()
                .collect();
            let arguments = self.probe_arguments(&source, &own)?;
            return Some(ExtractKind::From { source, target: None, pattern, arguments });
        }

        self.refuse_unknown(
            entries,
            &["from", "pattern", "target", "selector", "attribute", "name"],
            "an extract",
        );
        let target = match (field(entries, "target"), field(entries, "selector")) {
            (Some(_), Some(selector)) => {
                self.error(
                    selector.span.clone(),
                    "an extract has a target or a selector, not both",
                    "Put the selector into the target, as `target: { selector: … }`.",
                );
                None
            }
            (Some(node), None) => Some(self.target(node, TargetUse::Required)?),
            (None, Some(node)) => {
                let selector = self.text_template(node, "selector")?;
                let span = node.span.clone();
                let kinds = vec![TargetKind::Selector(selector)];
                Some(Target { kinds, relations: Vec::new(), fallback: None, span })
            }
            (None, None) => None,
        };
        let mut arguments: IndexMap<String, Template> = IndexMap::new();
        if let Some(node) = field(entries, "attribute") {
            arguments.insert("attribute".into(), self.text_template(node, "attribute")?);
        } else if source.value == "attribute" {
            let remedy = "Say which one, as in `attribute: href`.";
            self.require(entries, "attribute", &source.span, "an extract from an attribute", remedy)?;
        }
        match field(entries, "name") {
            Some(node) => drop(arguments.insert("name".into(), self.text_template(node, "name")?)),
            None if source.value == FIELD => {
                let remedy = "Add its name on the page, such as `name: order number`.";
                self.require(entries, "name", &source.span, "an extract from a field", remedy)?;
            }
            None => {}
        }
        let needs_element = ["attribute", "value", "count"].contains(&source.value.as_str());
        if needs_element && target.is_none() && field(entries, "target").is_none() {
            let what = format!("an extract from \"{}\"", source.value);
            let remedy = "Say of which element, as in `selector: \"#total\"`.";
            self.require(entries, "target", &source.span, &what, remedy)?;
        }
        Some(ExtractKind::From { source, target, pattern, arguments })
    }

    fn unknown_source(&mut self, source: &Spanned<String>) {
        let near = nearest(&source.value, SOURCES.into_iter().chain(self.rules.names()));
        let message = format!("there is nothing to extract from called \"{}\"", source.value);
        let fault = match near {
            Some(near) => Diagnostic::error(source.span.clone(), message, format!("Write `from: {near}`."))
                .label(format!("did you mean \"{near}\"?")),
            None => {
                let remedy = format!("Use one of: {}.", SOURCES.join(", "));
                Diagnostic::error(source.span.clone(), message, remedy)
            }
        };
        let code = if source.value.contains('.') { Code::IntentNotFound } else { Code::DefinitionInvalid };
        self.push(fault.code(code));
    }
}

/// Creates an extract that is looked up by its label.
fn by_name(name: Spanned<String>) -> Extract {
    let arguments = [("name".to_string(), Template::Literal(name.value.as_str().into()))];
    let source = Spanned::new(FIELD.to_string(), name.span.clone());
    let kind =
        ExtractKind::From { source, target: None, pattern: None, arguments: arguments.into_iter().collect() };
    Extract { kind, span: name.span }
}
