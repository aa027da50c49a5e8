//! Definitions that consist of pages or of other intents. Both are converted into steps, so that they are
//! planned, shown and executed like any other definition.

use std::collections::HashMap;
use std::time::Duration;

use indexmap::IndexMap;

use super::super::{
    Action, Branch, Condition, ConditionKind, Page, Shape, Span, Spanned, Step, StepKind, SubIntent,
    Template, WaitFor,
};
use super::fields::head;
use super::verb::verb_step;
use super::{Reader, field, is_called_name};
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::parameter::Parameter;
use crate::value::Value;
use crate::yaml::{Content, Entry, Node};

/// The verb that finds the path from one page of a flow to the next.
const PROCEED: &str = "proceed";

pub(super) const PAGE_KEYS: [&str; 7] =
    ["name", "url_pattern", "intents", "next", "extract", "conditions", "timeout"];

/// A parsed page with its steps.
struct Read {
    page: Page,
    steps: Vec<Step>,
    timeout: Option<Duration>,
}

impl Reader<'_> {
    /// Reads the body of a definition, in any of its four forms.
    pub(super) fn body(
        &mut self,
        entries: &[Entry],
        beginning: &Span,
        parameters: &[Spanned<Parameter>],
        timeout: Option<Duration>,
    ) -> (Shape, Vec<Step>) {
        let kind =
            field(entries, "type").and_then(|node| self.word(node, "type", &["intent", "flow", "compose"]));
        let written: Vec<&Entry> = entries
            .iter()
            .filter(|entry| ["steps", "pages", "compose", "verb"].contains(&entry.key.value.as_str()))
            .collect();
        if let [first, second, ..] = written.as_slice() {
            self.error(
                second.key.span.clone(),
                format!("a definition has \"{}\" or \"{}\", not both", first.key.value, second.key.value),
                "Keep one of them; the other can be a separate intent.",
            );
        }
        let key = match (kind, written.first()) {
            (Some("flow"), _) => "pages",
            (Some("compose"), _) => "compose",
            (_, Some(entry)) => entry.key.value.as_str(),
            (_, None) => "steps",
        };
        if written.is_empty() && self.rules.spoken_only {
            return (Shape::Steps, Vec::new());
        }
        let remedy = match key {
            "pages" => "Say which pages it goes through, under `pages`.",
            "compose" => "Say which intents it runs, under `compose`.",
            _ => "Add its steps under `steps`.",
        };
        let Some(node) = self.require(entries, key, beginning, "a definition", remedy) else {
            return (Shape::Steps, Vec::new());
        };
        match key {
            "pages" => self.flow(node),
            "compose" => (Shape::Composition, self.composition(node)),
            "verb" => (Shape::Steps, verb_step(node, self.source, parameters, timeout).into_iter().collect()),
            _ => (Shape::Steps, self.open_steps(node, "steps")),
        }
    }

    fn composition(&mut self, node: &Node) -> Vec<Step> {
        let Some(items) = self.list(node, "compose") else { return Vec::new() };
        if items.is_empty() {
            self.error(
                node.span.clone(),
                "compose is empty",
                "Write at least one, such as `- intent: login`.",
            );
        }
        items.iter().filter_map(|item| self.part(item, false)).collect()
    }

    /// Reads an intent of a composition or of a page: its name, or a mapping with its parameters.
    fn part(&mut self, node: &Node, by_name: bool) -> Option<Step> {
        let (name_node, entries) = match &node.content {
            Content::Scalar(_) if by_name => (node, &[] as &[Entry]),
            Content::Mapping(entries) => {
                self.refuse_unknown(entries, &["intent", "params", "as", "description"], "a part");
                let remedy = "Name the intent, as in `- intent: login`.";
                (self.require(entries, "intent", &head(node), "a part", remedy)?, entries.as_slice())
            }
            _ => {
                self.wrong_kind(node, "a part", "a mapping", "Write it as in `- intent: login`.");
                return None;
            }
        };
        let params = self.params(entries);
        let bind = field(entries, "as").and_then(|node| self.result_name(node));
        let name = self.called_name(name_node)?;
        let is_bare = field(entries, "params").is_none();
        let sub = SubIntent { name, params, bind, inherits: is_bare, told: true };
        Some(Step { kind: StepKind::Intent(sub), span: node.span.clone() })
    }

    /// Reads the name of an intent that this one runs.
    pub(super) fn called_name(&mut self, node: &Node) -> Option<Spanned<String>> {
        let called = self.text(node, "the name of an intent")?;
        let span = node.text_span(self.source);
        if !is_called_name(&called) {
            self.error(
                span,
                format!("\"{called}\" cannot be the name of an intent"),
                format!("Write it as in `{}`.", super::suggest_name(&called)),
            );
            return None;
        }
        if self.intent.as_deref() == Some(&called) {
            self.error(
                span,
                format!("\"{called}\" runs itself, which would never end"),
                "Run another intent here, or use a loop.",
            );
            return None;
        }
        Some(Spanned::new(called, span))
    }

    fn flow(&mut self, node: &Node) -> (Shape, Vec<Step>) {
        let Some(items) = self.list(node, "pages") else { return (Shape::Steps, Vec::new()) };
        if items.is_empty() {
            let remedy = "Write at least one, with `name` and `url_pattern`.";
            self.error(node.span.clone(), "pages is empty", remedy);
        }
        let pages: Vec<Read> = items.iter().filter_map(|item| self.page(item)).collect();
        self.check_ways(&pages);
        let order = in_order(&pages);
        let addresses: HashMap<&str, &Spanned<String>> =
            pages.iter().map(|it| (it.page.name.value.as_str(), &it.page.url_pattern)).collect();
        let steps = order.iter().map(|index| on_page(&pages[*index], &addresses)).collect();
        (Shape::Flow(pages.into_iter().map(|it| it.page).collect()), steps)
    }

    fn page(&mut self, node: &Node) -> Option<Read> {
        let entries = self.mapping(node, "a page")?;
        self.refuse_unknown(entries, &PAGE_KEYS, "a page");
        let at = head(node);
        let name = self
            .require(entries, "name", &at, "a page", "Name it, as in `- name: cart`.")
            .and_then(|node| self.checkpoint(node));
        let url_pattern = self
            .require(
                entries,
                "url_pattern",
                &at,
                "a page",
                "Say where it is, as in `url_pattern: \"*/cart*\"`.",
            )
            .and_then(|node| Some(Spanned::new(self.text(node, "url_pattern")?, node.span.clone())));
        let next = match field(entries, "next") {
            Some(node) if node.as_list().is_some() => self.texts(node, "next"),
            Some(node) => self
                .text(node, "next")
                .map(|name| Spanned::new(name, node.text_span(self.source)))
                .into_iter()
                .collect(),
            None => Vec::new(),
        };
        let mut steps = Vec::new();
        let conditions = field(entries, "conditions")
            .map(|node| (self.conditions(node, "the conditions of a page"), node));
        let timeout = field(entries, "timeout")
            .and_then(|node| self.duration(node, "timeout", super::action::STEP_TIMEOUT));
        if let Some((conditions, node)) = conditions.filter(|(conditions, _)| !conditions.is_empty()) {
            let condition = Condition { kind: ConditionKind::All(conditions), span: node.span.clone() };
            let kind = StepKind::Wait(WaitFor { condition, timeout, retry: None });
            steps.push(Step { kind, span: node.span.clone() });
        }
        let scope = self.variables.len();
        if let Some(node) = field(entries, "intents") {
            let parts = self.list(node, "intents").unwrap_or_default();
            steps.extend(parts.iter().filter_map(|part| self.part(part, true)));
        }
        if let Some(node) = field(entries, "extract") {
            let extracts = self.extracts(node);
            steps.push(Step { kind: StepKind::Extract(extracts), span: node.span.clone() });
        }
        self.close_scope(scope);
        let page = Page { name: name?, url_pattern: url_pattern?, next, span: node.span.clone() };
        Some(Read { page, steps, timeout })
    }

    /// Reports links to unknown pages and cycles of pages, and warns of unreachable pages.
    fn check_ways(&mut self, pages: &[Read]) {
        let names: Vec<&str> = pages.iter().map(|it| it.page.name.value.as_str()).collect();
        for it in pages {
            for next in it.page.next.iter().filter(|next| !names.contains(&next.value.as_str())) {
                let near = nearest(&next.value, names.iter().copied());
                self.refuse_name(next, format!("there is no page \"{}\"", next.value), near, &names);
            }
        }
        for it in pages {
            let mut seen = vec![it.page.name.value.as_str()];
            let mut ahead: Vec<&Spanned<String>> = it.page.next.iter().collect();
            while let Some(next) = ahead.pop() {
                if next.value == it.page.name.value {
                    self.push(
                        Diagnostic::error(
                            next.span.clone(),
                            format!("the pages go round in a circle: from \"{}\" back to itself", next.value),
                            "Leave `next` out on the last page.",
                        )
                        .label("closes the circle"),
                    );
                    return;
                }
                if !seen.contains(&next.value.as_str()) {
                    seen.push(&next.value);
                    let page = pages.iter().find(|it| it.page.name.value == next.value);
                    ahead.extend(page.into_iter().flat_map(|it| &it.page.next));
                }
            }
        }
        for it in pages.iter().skip(1) {
            let name = &it.page.name;
            let is_led_to = |other: &Read| other.page.next.iter().any(|next| next.value == name.value);
            if !pages.iter().any(is_led_to) {
                self.push(Diagnostic::warning(
                    name.span.clone(),
                    format!("no page leads to \"{}\", so that the flow can only begin there", name.value),
                    format!("Write `next: {}` on the page before it.", name.value),
                ));
            }
        }
    }
}

/// Sorts the pages topologically, so that each precedes its successors. Pages in a cycle, which were already
/// reported, come last.
fn in_order(pages: &[Read]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    while order.len() < pages.len() {
        let left: Vec<usize> = (0..pages.len()).filter(|index| !order.contains(index)).collect();
        let is_followed = |index: usize| {
            let name = &pages[index].page.name.value;
            left.iter().any(|other| {
                *other != index && pages[*other].page.next.iter().any(|next| next.value == *name)
            })
        };
        let next = left.iter().copied().find(|index| !is_followed(*index)).unwrap_or(left[0]);
        order.push(next);
    }
    order
}

/// Builds the steps for a page: its checkpoint, its intents, and the transition to the next page.
fn on_page(read: &Read, addresses: &HashMap<&str, &Spanned<String>>) -> Step {
    let Read { page, steps, timeout } = read;
    let span = &page.span;
    let step = |kind: StepKind| Step { kind, span: span.clone() };
    let at = |globs: Vec<&Spanned<String>>| Condition {
        span: span.clone(),
        kind: ConditionKind::UrlPattern(
            globs.iter().map(|glob| Template::Literal(glob.value.as_str().into())).collect(),
        ),
    };
    let mut then = vec![step(StepKind::Checkpoint(page.name.clone()))];
    then.extend(steps.iter().cloned());
    let following: Vec<(&Spanned<String>, &Spanned<String>)> =
        page.next.iter().filter_map(|next| Some((next, *addresses.get(next.value.as_str())?))).collect();
    if !following.is_empty() {
        let arrived = at(following.iter().map(|(_, glob)| *glob).collect());
        let list =
            |texts: Vec<&str>| Template::Literal(Value::List(texts.into_iter().map(Value::from).collect()));
        let arguments: IndexMap<String, Spanned<Template>> = [
            ("to", list(following.iter().map(|(_, glob)| glob.value.as_str()).collect())),
            ("pages", list(following.iter().map(|(name, _)| name.value.as_str()).collect())),
        ]
        .map(|(name, value)| (name.to_string(), Spanned::new(value, span.clone())))
        .into_iter()
        .collect();
        let name = Spanned::new(PROCEED.to_string(), span.clone());
        let proceed = Action { name, target: None, arguments, timeout: None, retry: None, bind: None };
        let elsewhere = Condition { kind: ConditionKind::Not(Box::new(arrived.clone())), span: span.clone() };
        then.push(step(StepKind::Branch(Branch {
            condition: elsewhere,
            then: vec![step(StepKind::Action(proceed))],
            otherwise: Vec::new(),
        })));
        then.push(step(StepKind::Wait(WaitFor { condition: arrived, timeout: *timeout, retry: None })));
    }
    step(StepKind::Branch(Branch { condition: at(vec![&page.url_pattern]), then, otherwise: Vec::new() }))
}
