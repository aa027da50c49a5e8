use super::super::pattern::{MAX_PATTERN_ELEMENTS, MAX_PATTERNS};
use super::super::{Detection, ElementPattern, PatternDefinition, Rules, Spanned};
use super::fields::head;
use super::{Reader, field, is_intent_name, read_file, suggest_name};
use crate::diagnostic::Diagnostic;
use crate::yaml::{self, Entry, Node};

/// The result of reading a patterns file.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedPatterns {
    /// The patterns, unless the file has errors.
    pub patterns: Option<Vec<PatternDefinition>>,
    /// All diagnostics, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

pub(super) const FILE: [&str; 2] = ["$schema", "patterns"];
pub(super) const PATTERN: [&str; 3] = ["description", "detection", "elements"];
pub(super) const DETECTION: [&str; 6] =
    ["container", "selector", "url_contains", "url_matches", "text_contains", "pattern_exists"];
pub(super) const ELEMENT: [&str; 5] = ["selector", "text", "text_contains", "role", "description"];
/// The maximum length of a selector or of a text to match.
const MAX_LENGTH: usize = 1000;
/// The maximum number of texts in a list.
const MAX_TEXTS: usize = 50;

impl PatternDefinition {
    /// Reads and checks a patterns file in YAML or JSON.
    pub fn read(source: &str) -> CheckedPatterns {
        let (patterns, diagnostics) =
            read_file(source, &Rules::default(), |reader, root| reader.patterns(root));
        CheckedPatterns { patterns, diagnostics }
    }

    /// Whether a file is intended as a patterns file: it has the key `patterns`, and names neither an intent
    /// nor a pack.
    pub fn is_meant_by(source: &str) -> bool {
        let root = yaml::read(source).root;
        let has = |key: &str| root.as_ref().is_some_and(|root| root.entry(key).is_some());
        has("patterns") && !has("intent") && !has("pack")
    }
}

impl Reader<'_> {
    fn patterns(&mut self, root: &Node) -> Option<Vec<PatternDefinition>> {
        let entries = self.mapping(root, "a patterns file")?;
        self.refuse_unknown(entries, &FILE, "a patterns file");
        let beginning = entries.first().map_or(0..0, |entry| entry.key.span.clone());
        let remedy = "Describe each pattern by its name, under `patterns`.";
        let node = self.require(entries, "patterns", &beginning, "a patterns file", remedy)?;
        let entries = self.mapping(node, "patterns")?;
        if let Some(entry) = entries.get(MAX_PATTERNS) {
            self.error(
                entry.key.span.clone(),
                format!("a file has at most {MAX_PATTERNS} patterns, and this one has {}", entries.len()),
                "Remove those that no intent uses.",
            );
            return None;
        }
        Some(entries.iter().filter_map(|entry| self.pattern(entry)).collect())
    }

    fn pattern(&mut self, entry: &Entry) -> Option<PatternDefinition> {
        let name = self.part_name(&entry.key, "pattern");
        let what = format!("the pattern \"{}\"", entry.key.value);
        let entries = self.mapping(&entry.value, &what)?;
        self.refuse_unknown(entries, &PATTERN, "a pattern");
        let description = self.optional_text(entries, "description").unwrap_or_default();
        let detection = match field(entries, "detection") {
            Some(node) => self.detection(node),
            None => Some(Detection::default()),
        };
        let remedy = "Say how each of its elements is found, by name, under `elements`.";
        let node = self.require(entries, "elements", &entry.key.span, &what, remedy)?;
        let elements = self.mapping(node, "elements")?;
        if elements.is_empty() {
            self.error(node.span.clone(), format!("{what} has no elements"), remedy);
        }
        if let Some(entry) = elements.get(MAX_PATTERN_ELEMENTS) {
            self.error(
                entry.key.span.clone(),
                format!(
                    "a pattern has at most {MAX_PATTERN_ELEMENTS} elements, and this one has {}",
                    elements.len()
                ),
                "Make two patterns of it.",
            );
            return None;
        }
        let elements = elements.iter().filter_map(|entry| self.element_pattern(entry)).collect();
        Some(PatternDefinition { name: name?, description, detection: detection?, elements })
    }

    fn detection(&mut self, node: &Node) -> Option<Detection> {
        let entries = self.mapping(node, "detection")?;
        self.refuse_unknown(entries, &DETECTION, "detection");
        let url_matches = field(entries, "url_matches").and_then(|node| self.regex(node, "url_matches"));
        Some(Detection {
            container: self.sought(entries, "container"),
            selector: self.sought(entries, "selector"),
            url_contains: self.sought_texts(entries, "url_contains"),
            url_matches: url_matches.map(|regex| regex.value),
            text_contains: self.sought_texts(entries, "text_contains"),
            pattern_exists: self.sought(entries, "pattern_exists"),
        })
    }

    fn element_pattern(&mut self, entry: &Entry) -> Option<ElementPattern> {
        let name = self.part_name(&entry.key, "element");
        let what = format!("the element \"{}\"", entry.key.value);
        let entries = self.mapping(&entry.value, &what)?;
        self.refuse_unknown(entries, &ELEMENT, "an element");
        let element = ElementPattern {
            name: name?.value,
            selector: self.sought(entries, "selector"),
            text: self.sought(entries, "text"),
            text_contains: self.sought_texts(entries, "text_contains"),
            role: self.sought(entries, "role"),
        };
        // An unknown key has already been reported, and was probably a misspelled detection rule.
        let says_nothing = entries.iter().all(|entry| entry.key.value == "description");
        if says_nothing {
            self.error(
                entry.key.span.clone(),
                format!("{what} does not say how to find it"),
                "Give it one of: selector, text, text_contains, role.",
            );
            return None;
        }
        Some(element)
    }

    /// Reads the name of a pattern or of an element. It contains no dots, because targets refer to
    /// `pattern.element`.
    fn part_name(&mut self, key: &Spanned<String>, what: &str) -> Option<Spanned<String>> {
        if is_intent_name(&key.value) && key.value.len() <= MAX_LENGTH {
            return Some(key.clone());
        }
        let remedy = format!("Write it as in `{}`.", suggest_name(&key.value));
        let message =
            format!("the name of a {what} has small letters, digits and `_`, and begins with a letter");
        let message = if what == "element" { message.replacen(" a ", " an ", 1) } else { message };
        self.error(key.span.clone(), message, remedy);
        None
    }

    /// Reads a text to match, which must be neither empty nor too long.
    fn sought(&mut self, entries: &[Entry], key: &str) -> Option<String> {
        field(entries, key).and_then(|node| self.sought_text(node, key))
    }

    fn sought_text(&mut self, node: &Node, key: &str) -> Option<String> {
        let text = self.text(node, key)?;
        if text.trim().is_empty() {
            self.error(head(node), format!("{key} is empty"), "Add a criterion, or remove it.");
            return None;
        }
        if text.len() > MAX_LENGTH {
            self.error(
                head(node),
                format!("{key} is longer than the {MAX_LENGTH} bytes that are looked for"),
                "Give a shorter part of it.",
            );
            return None;
        }
        Some(text)
    }

    /// Reads one text or a list of texts.
    fn sought_texts(&mut self, entries: &[Entry], key: &str) -> Vec<String> {
        let Some(node) = field(entries, key) else { return Vec::new() };
        let Some(items) = node.as_list() else { return self.sought_text(node, key).into_iter().collect() };
        if items.is_empty() || items.len() > MAX_TEXTS {
            self.error(
                head(node),
                format!("{key} has {} texts, and may have from 1 to {MAX_TEXTS}", items.len()),
                "Add some that identify it, or remove it.",
            );
        }
        items.iter().take(MAX_TEXTS).filter_map(|item| self.sought_text(item, key)).collect()
    }
}
