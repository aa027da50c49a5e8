use super::super::expression::name_length;
use super::super::{Match, Relation, Target, TargetKind, Template};
use super::fields::head;
use super::{Reader, field};
use crate::notation::Notation;
use crate::parameter::{Parameter, Type};
use crate::value::Value;
use crate::yaml::{Content, Node};

/// The maximum nesting depth of targets.
pub(super) const MAX_FALLBACKS: usize = 16;

pub(super) const KEYS: [&str; 19] = [
    "pattern",
    "role",
    "text",
    "match",
    "text_contains",
    "name",
    "label",
    "selector",
    "xpath",
    "class_contains",
    "index",
    "frame",
    "id",
    "near",
    "inside",
    "after",
    "before",
    "contains",
    "fallback",
];

/// Whether a key describes the element itself, and not only its frame, position or relations.
pub(super) fn says_what(key: &str) -> bool {
    !["match", "index", "frame", "fallback"].contains(&key) && Relation::of_word(key).is_none()
}

/// How an action uses `target`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TargetUse {
    /// The action has no target.
    None,
    /// The target is optional.
    Optional,
    /// The target is required.
    Required,
    /// The target is an optional form; a bare name is a pattern, any other bare text a selector.
    Form,
    /// The target is optional, and may be the word `viewport`.
    Viewport,
}

impl TargetUse {
    /// Returns how a parameter named `target` is written. Some verbs have a parameter of that name that is a
    /// path.
    pub(super) fn of(parameter: &Parameter) -> Self {
        match (parameter.notation(), parameter.required) {
            (Notation::Form, _) => Self::Form,
            (Notation::Area, _) => Self::Viewport,
            (notation, true) if notation.is_element() => Self::Required,
            (notation, false) if notation.is_element() => Self::Optional,
            _ => Self::None,
        }
    }
}

impl Reader<'_> {
    pub(super) fn target(&mut self, node: &Node, usage: TargetUse) -> Option<Target> {
        self.nested_target(node, usage, 0)
    }

    fn nested_target(&mut self, node: &Node, usage: TargetUse, depth: usize) -> Option<Target> {
        if depth > MAX_FALLBACKS {
            self.error(
                head(node),
                format!("more than {MAX_FALLBACKS} targets are nested"),
                "Remove the targets from here on.",
            );
            return None;
        }
        match &node.content {
            Content::Mapping(_) => self.described_target(node, usage, depth),
            Content::List(_) => {
                let remedy = "Write one target; others to try go under its `fallback`.";
                self.wrong_kind(node, "target", "a text or a mapping", remedy);
                None
            }
            Content::Scalar(scalar) => {
                let bare = scalar.text.clone();
                let template = self.text_template(node, "target")?;
                let kind = match usage {
                    TargetUse::Viewport if bare == "viewport" => TargetKind::Viewport,
                    _ if self.may_be_target(&template) => TargetKind::Given(template),
                    TargetUse::Form if matches!(template, Template::Reference(_)) || is_pattern(&bare) => {
                        TargetKind::Pattern(template)
                    }
                    TargetUse::Form => TargetKind::Selector(template),
                    _ => TargetKind::Text { text: template, how: Match::default() },
                };
                let (relations, fallback) = (Vec::new(), None);
                Some(Target { kinds: vec![kind], relations, fallback, span: node.span.clone() })
            }
        }
    }

    fn described_target(&mut self, node: &Node, usage: TargetUse, depth: usize) -> Option<Target> {
        let entries = self.mapping(node, "target")?;
        self.refuse_unknown(entries, &KEYS, "a target");
        let how = field(entries, "match").and_then(|node| self.match_word(node));
        let (mut kinds, mut relations) = (Vec::new(), Vec::new());
        let mut complete = true;
        for entry in entries {
            let value = &entry.value;
            let kind = match entry.key.value.as_str() {
                "pattern" => self.text_template(value, "pattern").map(TargetKind::Pattern),
                "role" => self.text_template(value, "role").map(TargetKind::Role),
                "name" => self.text_template(value, "name").map(TargetKind::Name),
                "label" => self.text_template(value, "label").map(TargetKind::Label),
                "selector" => self.text_template(value, "selector").map(TargetKind::Selector),
                "xpath" => self.text_template(value, "xpath").map(TargetKind::Xpath),
                "class_contains" => {
                    self.text_template(value, "class_contains").map(TargetKind::ClassContains)
                }
                "index" => self.element_id(value).map(TargetKind::Index),
                "frame" => self.text_template(value, "frame").map(TargetKind::Frame),
                "id" => self.element_id(value).map(TargetKind::Id),
                "text" => self.target_text(value, how.unwrap_or_default()),
                "text_contains" => {
                    let texts = self.text_templates(value, "text_contains");
                    (!texts.is_empty()).then_some(TargetKind::TextContains(texts))
                }
                word => {
                    if let Some(relation) = Relation::of_word(word) {
                        relations
                            .push((relation, self.nested_target(value, TargetUse::Required, depth + 1)?));
                    }
                    continue;
                }
            };
            complete &= kind.is_some();
            kinds.extend(kind);
        }
        if let Some(entry) = node.entry("match").filter(|_| field(entries, "text").is_none()) {
            self.error(
                entry.key.span.clone(),
                "\"match\" says how \"text\" is compared, and there is no \"text\"",
                "Add `text:`, or remove `match`.",
            );
        }
        let fallback = match field(entries, "fallback") {
            Some(node) => Some(Box::new(self.nested_target(node, usage, depth + 1)?)),
            None => None,
        };
        // An unknown key has already been reported, and was probably a misspelled locator.
        let all_known = entries.iter().all(|entry| KEYS.contains(&entry.key.value.as_str()));
        let says_what = kinds.iter().any(|kind| !matches!(kind, TargetKind::Frame(_) | TargetKind::Index(_)));
        if !says_what && complete && all_known {
            self.error(
                head(node),
                "the target does not say how to find it",
                "Give it one of: pattern, role, text, text_contains, name, label, selector, xpath, class_contains, id.",
            );
            return None;
        }
        Some(Target { kinds, relations, fallback, span: node.span.clone() })
    }

    /// Whether a bare reference may be a whole target: it may unless it is declared as a text.
    fn may_be_target(&self, template: &Template) -> bool {
        let Template::Reference(reference) = template else { return false };
        let is_variable = self.variables.contains(&reference.name);
        let declared = self.parameters.get(&reference.name).copied().flatten();
        is_variable || !reference.path.is_empty() || declared != Some(Type::String)
    }

    fn match_word(&mut self, node: &Node) -> Option<Match> {
        let all = [Match::Exact, Match::Contains, Match::Regex];
        let word = self.word(node, "match", &all.map(Match::as_str))?;
        all.into_iter().find(|how| how.as_str() == word)
    }

    fn target_text(&mut self, node: &Node, how: Match) -> Option<TargetKind> {
        let text = self.text_template(node, "text")?;
        if let (Match::Regex, Template::Literal(Value::Text(literal))) = (how, &text)
            && !self.check_regex(literal, node, "text")
        {
            return None;
        }
        Some(TargetKind::Text { text, how })
    }

    /// Reads an element ID: a number, or a text or reference that contains one.
    fn element_id(&mut self, node: &Node) -> Option<Template> {
        let template = self.template(node);
        if matches!(template, Template::Literal(Value::Number(_) | Value::Text(_)) | Template::Reference(_)) {
            return Some(template);
        }
        self.wrong_kind(node, "id", "a number", "Write the number that the scan shows, as in `id: 5`.");
        None
    }
}

/// Whether the text has the form `login_form` or `login_form.email`.
fn is_pattern(text: &str) -> bool {
    text.split('.').all(|part| !part.is_empty() && name_length(part) == part.len())
}
