//! Reads `pack.yaml`, the manifest of a pack.

use indexmap::IndexMap;
use semver::{Version, VersionReq};

use super::super::{
    ConditionCode, CustomAction, CustomCode, CustomCondition, Hooks, PackManifest, PackPath, Rules, Spanned,
    Step,
};
use super::fields::head;
use super::{Reader, field, is_intent_name, suggest_name};
use crate::diagnostic::Diagnostic;
use crate::parameter::{Parameter, Type};
use crate::sandbox::PackDomain;
use crate::yaml::{self, Entry, Node};

/// The result of reading a `pack.yaml`.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedManifest {
    /// The manifest, unless it has errors.
    pub manifest: Option<PackManifest>,
    /// All diagnostics, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

pub(super) const KEYS: [&str; 14] = [
    // The schema of the file, for editors.
    "$schema",
    "pack",
    "version",
    "description",
    "author",
    "license",
    "domains",
    "requires",
    "patterns",
    "intents",
    "auto_load",
    "custom_actions",
    "custom_conditions",
    "hooks",
];
pub(super) const HOOKS: [&str; 3] = ["before_intent", "after_navigate", "on_error"];
pub(super) const ACTION: [&str; 3] = ["description", "parameters", "implementation"];
pub(super) const ACTION_CODE: [&str; 2] = ["type", "code"];
pub(super) const ACTION_TYPES: [&str; 1] = ["javascript"];
pub(super) const CONDITION: [&str; 2] = ["description", "implementation"];
pub(super) const CONDITION_CODE: [&str; 3] = ["type", "patterns", "code"];
pub(super) const CONDITION_TYPES: [&str; 2] = ["pattern_check", "javascript"];
/// The maximum number of entries of any kind that a pack may declare.
const MOST: usize = 200;
/// The maximum length of the name of a pack.
const LONGEST_NAME: usize = 100;
/// The maximum length of a function, in bytes.
const LONGEST_CODE: usize = 64 << 10;
/// The maximum number of steps of a hook. They run around every intent.
pub(super) const MOST_HOOK_STEPS: usize = 20;

impl PackManifest {
    /// Reads and checks a `pack.yaml`, or the same in JSON. The rules determine which verbs steps of hooks
    /// may call.
    pub fn read(source: &str, rules: &Rules<'_>) -> CheckedManifest {
        let document = yaml::read(source);
        let mut reader = Reader::new(source, rules, document.diagnostics);
        let mut manifest = document.root.as_ref().and_then(|root| reader.manifest(root));
        let mut diagnostics = reader.diagnostics;
        let hooks = document.root.as_ref().and_then(|root| root.entry("hooks"));
        if let (Some(manifest), Some(entry)) = (&mut manifest, hooks) {
            // Hooks may call the custom actions of the pack, which have been read by now.
            let domains: Vec<PackDomain> =
                manifest.domains.iter().flatten().map(|domain| domain.value.clone()).collect();
            let custom = CustomCode {
                domains: &domains,
                actions: &manifest.custom_actions,
                conditions: &manifest.custom_conditions,
                run: rules.custom.and_then(|custom| custom.run),
                ask: rules.custom.and_then(|custom| custom.ask),
            };
            let rules = Rules { custom: Some(custom), ..*rules };
            let mut reader = Reader::new(source, &rules, std::mem::take(&mut diagnostics));
            let hooks = reader.hooks(&entry.value);
            diagnostics = reader.diagnostics;
            manifest.hooks = hooks;
        }
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
        let usable = !diagnostics.iter().any(Diagnostic::is_error);
        CheckedManifest { manifest: manifest.filter(|_| usable), diagnostics }
    }
}

impl Hooks {
    /// Reads hooks from a separate file, which apply to all intents and pages.
    pub fn read(source: &str, rules: &Rules<'_>) -> (Self, Vec<Diagnostic>) {
        let document = yaml::read(source);
        let mut reader = Reader::new(source, rules, document.diagnostics);
        let hooks = document.root.as_ref().and_then(|root| reader.hooks_file(root)).unwrap_or_default();
        (hooks, reader.diagnostics)
    }
}

impl Reader<'_> {
    fn manifest(&mut self, root: &Node) -> Option<PackManifest> {
        let entries = self.mapping(root, "a pack")?;
        self.refuse_unknown(entries, &KEYS, "a pack");
        let list = |key: &str| field(entries, key);
        if let Some(schema) = list("$schema") {
            self.text(schema, "$schema");
        }
        Some(PackManifest {
            pack: list("pack").and_then(|node| self.pack_name(node)),
            version: list("version").and_then(|node| self.pack_version(node)),
            description: self.optional_text(entries, "description").unwrap_or_default(),
            author: self.optional_text(entries, "author"),
            license: self.optional_text(entries, "license"),
            domains: list("domains").map(|node| self.domains(node)),
            requires: list("requires").map(|node| self.requires(node)).unwrap_or_default(),
            patterns: list("patterns").map(|node| self.paths(node, "patterns")),
            intents: list("intents").map(|node| self.paths(node, "intents")),
            auto_load: list("auto_load").map(|node| self.auto_load(node)),
            custom_actions: list("custom_actions").map(|node| self.custom_actions(node)).unwrap_or_default(),
            custom_conditions: list("custom_conditions")
                .map(|node| self.custom_conditions(node))
                .unwrap_or_default(),
            hooks: Hooks::default(),
        })
    }

    fn pack_name(&mut self, node: &Node) -> Option<Spanned<String>> {
        let name = self.text(node, "pack")?;
        let is_fine = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
        let is_name = !name.starts_with('.')
            && name.len() <= LONGEST_NAME
            && !name.is_empty()
            && name.chars().all(is_fine);
        if !is_name {
            self.error(
                node.text_span(self.source),
                "the name of a pack has letters, digits, `.`, `-` and `_`, as a domain has",
                "Write it as in `pack: github.com`.",
            );
            return None;
        }
        Some(Spanned::new(name, node.span.clone()))
    }

    fn pack_version(&mut self, node: &Node) -> Option<Spanned<Version>> {
        let text = self.text(node, "version")?;
        // Authors regard `1` and `1.2` as complete versions.
        let dots = text.matches('.').count();
        let is_short = dots < 2 && text.chars().all(|c| c.is_ascii_digit() || c == '.');
        let whole = if is_short { format!("{text}{}", ".0".repeat(2 - dots)) } else { text };
        match Version::parse(&whole) {
            Ok(version) => Some(Spanned::new(version, node.span.clone())),
            Err(error) => {
                self.error(
                    node.text_span(self.source),
                    format!("the version of a pack is semantic: {error}"),
                    "Write it as in `version: 1.2.0`.",
                );
                None
            }
        }
    }

    fn domains(&mut self, node: &Node) -> Vec<Spanned<PackDomain>> {
        let remedy = "Write them as in `domains: [example.com, www.example.com]`.";
        let Some(items) = node.as_list() else {
            self.error(head(node), "`domains` is a list of hosts", remedy);
            return Vec::new();
        };
        self.refuse_many(items, "domains");
        let read = |item: &Node| {
            let text = item.as_scalar().map(|scalar| scalar.text.as_str()).unwrap_or_default();
            match PackDomain::read(text) {
                Some(domain) => Some(Spanned::new(domain, item.span.clone())),
                None => {
                    self.error(head(item), "a domain is a host, without a pattern or an address", remedy);
                    None
                }
            }
        };
        items.iter().take(MOST).filter_map(read).collect()
    }

    fn requires(&mut self, node: &Node) -> IndexMap<String, Spanned<VersionReq>> {
        let entries = self.mapping(node, "requires").unwrap_or_default();
        self.refuse_many(entries, "requires");
        let read = |entry: &Entry| {
            let text = self.text(&entry.value, "a range of versions")?;
            match VersionReq::parse(&text) {
                Ok(range) => Some((entry.key.value.clone(), Spanned::new(range, entry.value.span.clone()))),
                Err(error) => {
                    self.error(
                        entry.value.text_span(self.source),
                        format!("this is no range of versions: {error}"),
                        "Write it as in `\">=1.0.0\"` or `\"^1.2\"`.",
                    );
                    None
                }
            }
        };
        entries.iter().take(MOST).filter_map(read).collect()
    }

    fn paths(&mut self, node: &Node, what: &str) -> Vec<Spanned<PackPath>> {
        let items = self.list(node, what).unwrap_or_default();
        self.refuse_many(items, what);
        let read = |item: &Node| {
            let text = self.text(item, &format!("each of {what}"))?;
            match PackPath::read(&text) {
                Ok(path) => Some(Spanned::new(path, item.span.clone())),
                Err(fault) => {
                    self.error(
                        item.text_span(self.source),
                        format!("this is no path of a file in the pack: {fault}"),
                        "Write it as in `intents/*.yaml`.",
                    );
                    None
                }
            }
        };
        items.iter().take(MOST).filter_map(read).collect()
    }

    fn auto_load(&mut self, node: &Node) -> Vec<Spanned<String>> {
        let items = self.list(node, "auto_load").unwrap_or_default();
        self.refuse_many(items, "auto_load");
        let read = |item: &Node| {
            let text = self.text(item, "each of auto_load")?;
            let is_address = ["https://", "http://", "*://"].iter().any(|scheme| text.starts_with(scheme));
            if !is_address {
                self.error(
                    item.text_span(self.source),
                    "an address at which a pack loads begins with its scheme",
                    "Write it as in `https://example.com/*`.",
                );
                return None;
            }
            Some(Spanned::new(text, item.span.clone()))
        };
        items.iter().take(MOST).filter_map(read).collect()
    }

    fn custom_actions(&mut self, node: &Node) -> IndexMap<String, CustomAction> {
        let entries = self.mapping(node, "custom_actions").unwrap_or_default();
        self.refuse_many(entries, "custom_actions");
        entries
            .iter()
            .take(MOST)
            .filter_map(|entry| Some((entry.key.value.clone(), self.custom(entry)?)))
            .collect()
    }

    fn custom(&mut self, entry: &Entry) -> Option<CustomAction> {
        let is_named = self.own_name(&entry.key, "action");
        let what = format!("the action \"{}\"", entry.key.value);
        let entries = self.mapping(&entry.value, &what)?;
        self.refuse_unknown(entries, &ACTION, "a custom action");
        let description = self.optional_text(entries, "description").unwrap_or_default();
        let parameters =
            field(entries, "parameters").map(|node| self.custom_parameters(node)).unwrap_or_default();
        let remedy = "Write it as in `implementation: { type: javascript, code: … }`.";
        let node = self.require(entries, "implementation", &entry.key.span, &what, remedy)?;
        let entries = self.mapping(node, "implementation")?;
        self.refuse_unknown(entries, &ACTION_CODE, "the implementation of an action");
        self.require(entries, "type", &head(node), "implementation", "Write `type: javascript`.")
            .and_then(|node| self.word(node, "the type of an action", &ACTION_TYPES))?;
        let code = self.code(entries, node)?;
        is_named.then_some(CustomAction { description, parameters, code })
    }

    fn custom_conditions(&mut self, node: &Node) -> IndexMap<String, CustomCondition> {
        let entries = self.mapping(node, "custom_conditions").unwrap_or_default();
        self.refuse_many(entries, "custom_conditions");
        let read = |entry: &Entry| {
            let is_named = self.own_name(&entry.key, "condition");
            let what = format!("the condition \"{}\"", entry.key.value);
            let entries = self.mapping(&entry.value, &what)?;
            self.refuse_unknown(entries, &CONDITION, "a custom condition");
            let description = self.optional_text(entries, "description").unwrap_or_default();
            let remedy = "Write it as in `implementation: { type: pattern_check, patterns: [user_menu] }`.";
            let node = self.require(entries, "implementation", &entry.key.span, &what, remedy)?;
            let implementation = self.condition_code(node)?;
            let condition = CustomCondition { description, implementation, span: entry.key.span.clone() };
            is_named.then(|| (entry.key.value.clone(), condition))
        };
        entries.iter().take(MOST).filter_map(read).collect()
    }

    fn condition_code(&mut self, node: &Node) -> Option<ConditionCode> {
        let entries = self.mapping(node, "implementation")?;
        self.refuse_unknown(entries, &CONDITION_CODE, "the implementation of a condition");
        let kind = self
            .require(entries, "type", &head(node), "implementation", "Write `type: pattern_check`.")
            .and_then(|node| self.word(node, "the type of a condition", &CONDITION_TYPES))?;
        let (other, says) = if kind == "javascript" { ("patterns", "code") } else { ("code", "patterns") };
        if let Some(entry) = node.entry(other) {
            let message = format!("a condition of type {kind} has no `{other}`");
            self.error(entry.key.span.clone(), message, format!("Remove it, and say it under `{says}`."));
            return None;
        }
        if kind == "javascript" {
            return self.code(entries, node).map(ConditionCode::JavaScript);
        }
        let remedy = "Name the patterns that must be there, as in `patterns: [user_menu]`.";
        let node = self.require(entries, "patterns", &head(node), "implementation", remedy)?;
        let patterns: Vec<String> =
            self.texts(node, "patterns").into_iter().map(|pattern| pattern.value).collect();
        if patterns.is_empty() {
            self.error(head(node), "patterns is empty", remedy);
            return None;
        }
        Some(ConditionCode::Patterns(patterns))
    }

    fn code(&mut self, entries: &[Entry], implementation: &Node) -> Option<Spanned<String>> {
        let remedy = "Write the function, as in `code: \"function(params, context) { … }\"`.";
        let node = self.require(entries, "code", &head(implementation), "implementation", remedy)?;
        let code = self.text(node, "code")?;
        if code.trim().is_empty() || code.len() > LONGEST_CODE {
            self.error(
                head(node),
                format!("code has {} bytes, and may have from 1 to {LONGEST_CODE}", code.trim().len()),
                remedy,
            );
            return None;
        }
        Some(Spanned::new(code, node.span.clone()))
    }

    /// Reads parameters in the form `- endpoint: string`, or in the form of a definition.
    fn custom_parameters(&mut self, node: &Node) -> Vec<Parameter> {
        let items = self.list(node, "parameters").unwrap_or_default();
        self.refuse_many(items, "parameters");
        let mut known: Vec<Parameter> = Vec::new();
        for item in items.iter().take(MOST) {
            let parameter = match item.as_mapping() {
                Some([entry]) if entry.key.value != "name" => self.short_parameter(entry),
                _ => self.parameter(item).map(|parameter| parameter.value),
            };
            let Some(parameter) = parameter else { continue };
            if known.iter().any(|other| other.name == parameter.name) {
                let message = format!("there are two parameters named \"{}\"", parameter.name);
                self.error(head(item), message, "Rename one of them.");
            } else {
                known.push(parameter);
            }
        }
        // Parameters are scoped to their action.
        self.parameters.clear();
        known
    }

    fn short_parameter(&mut self, entry: &Entry) -> Option<Parameter> {
        let name = &entry.key.value;
        if super::super::expression::name_length(name) != name.len() || name.is_empty() {
            self.error(
                entry.key.span.clone(),
                "the name of a parameter has letters, digits and `_`, and begins with a letter",
                format!("Write it as in `{}: string`.", suggest_name(name)),
            );
            return None;
        }
        let word = self.word(&entry.value, "the type of a parameter", &Type::ALL.map(Type::as_str))?;
        let kind = Type::ALL.into_iter().find(|kind| kind.as_str() == word)?;
        Some(Parameter::optional(name, kind, ""))
    }

    /// Whether a name can be that of a custom action or condition. It must not shadow an existing one.
    fn own_name(&mut self, key: &Spanned<String>, what: &str) -> bool {
        let name = &key.value;
        if !is_intent_name(name) {
            let message = format!(
                "the name of a custom {what} has small letters, digits and `_`, and begins with a letter"
            );
            self.error(key.span.clone(), message, format!("Write it as in `{}`.", suggest_name(name)));
            return false;
        }
        let is_taken = match what {
            "action" => ["wait", "intent"].contains(&name.as_str()) || self.rules.verb(name).is_some(),
            _ => super::condition::is_reserved(name),
        };
        if is_taken {
            let message = format!("the {what} \"{name}\" is built in, and no pack takes its place");
            self.error(key.span.clone(), message, "Give it another name.");
        }
        !is_taken
    }

    fn refuse_many<T>(&mut self, items: &[T], what: &str) {
        if items.len() > MOST {
            let message = format!("{what} has {} items, and may have {MOST}", items.len());
            self.error(0..0, message, "Make two packs of it.");
        }
    }

    fn hooks_file(&mut self, root: &Node) -> Option<Hooks> {
        let entries = self.mapping(root, "a file of hooks")?;
        self.refuse_unknown(entries, &["$schema", "hooks"], "a file of hooks");
        let remedy = "Write it as in `hooks: { on_error: [{ action: screenshot }] }`.";
        let node = self.require(entries, "hooks", &head(root), "a file of hooks", remedy)?;
        Some(self.hooks(node))
    }

    pub(super) fn hooks(&mut self, node: &Node) -> Hooks {
        let entries = self.mapping(node, "hooks").unwrap_or_default();
        self.refuse_unknown(entries, &HOOKS, "hooks");
        let mut read = |key: &str| field(entries, key).map(|node| self.hook(node, key)).unwrap_or_default();
        Hooks {
            before_intent: read("before_intent"),
            after_navigate: read("after_navigate"),
            on_error: read("on_error"),
        }
    }

    fn hook(&mut self, node: &Node, what: &str) -> Vec<Step> {
        if let Some(items) = node.as_list().filter(|items| items.len() > MOST_HOOK_STEPS) {
            let message = format!("{what} has {} steps, and may have {MOST_HOOK_STEPS}", items.len());
            self.error(head(node), message, "Make an intent of them, and run it here.");
            return Vec::new();
        }
        self.steps(node, what)
    }
}
