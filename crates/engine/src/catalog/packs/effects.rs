//! The effects of a pack, shown before it is installed: the domains on which it acts, the credentials that it
//! uses, its irreversible actions, and the code that it runs. They follow from the signatures of the verbs
//! that its steps call, regardless of the description in the pack.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use lemmascope_intent::definition::{
    Action, Condition, ConditionCode, ConditionKind, ExtractKind, Step, StepKind, Template,
};
use lemmascope_intent::{
    Definition, Diagnostic, Effect, Failure, Manner, PackManifest, Reach, Risk, Signature, Value,
};
use lemmascope_repository::ContentHash;
use serde_json::json;

use super::super::checking::Checker;
use super::super::composition::Catalog;
use super::bounded_file::{Links, read_text};
use super::manifest::{manifest_file, of_name};
use super::{Origin, Pack, contents};

/// The maximum depth of nested intents that are followed.
const DEEPEST: usize = 32;

/// The effects of a pack.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PackEffects {
    /// The name of the pack.
    pub name: String,
    /// The version, if it declares one.
    pub version: Option<semver::Version>,
    /// The description from its manifest.
    pub description: String,
    /// The origins on which it acts.
    pub origins: Vec<String>,
    /// The names of the credentials that it uses.
    pub credentials: BTreeSet<String>,
    /// The verbs that it calls and that any pack may call.
    pub calls: BTreeSet<String>,
    /// The verbs that it calls and that are denied unless the settings trust it.
    pub denied: BTreeSet<String>,
    /// The intents that it calls.
    pub runs: BTreeSet<String>,
    /// The verbs with irreversible effects, by the intents that call them.
    pub irreversible: BTreeMap<String, BTreeSet<String>>,
    /// The code that it contains: a description, and the hash of the text.
    pub code: BTreeMap<String, String>,
    /// The points at which its hooks run.
    pub hooks: BTreeSet<String>,
    /// The files that are excluded, each with the reason.
    pub left_out: Vec<String>,
}

/// Computes the effects of packs.
pub struct EffectReader<'a> {
    catalog: &'a Catalog,
    checker: &'a Checker<'a>,
    /// The intents that packs may call, besides their own.
    known: BTreeMap<&'a str, &'a Definition>,
}

/// A walk over the definitions of one pack that collects its effects.
struct Walk<'a> {
    reader: &'a EffectReader<'a>,
    own: BTreeMap<&'a str, &'a Definition>,
    effects: PackEffects,
    /// The intent of the pack whose steps are being walked.
    intent: String,
    /// The intents that were already walked for it.
    seen: BTreeSet<String>,
}

impl<'a> EffectReader<'a> {
    /// Creates a reader that knows these intents, besides those of the packs.
    pub fn new(
        catalog: &'a Catalog,
        checker: &'a Checker<'a>,
        known: impl IntoIterator<Item = &'a Definition>,
    ) -> Self {
        let known = known.into_iter().map(|it| (it.intent.value.as_str(), it)).collect();
        Self { catalog, checker, known }
    }

    /// Returns the effects of the pack in a folder. Fails if the manifest is faulty, because such a pack
    /// cannot be loaded.
    pub fn read(&self, folder: &Path) -> Result<PackEffects, Diagnostic> {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let manifest = match manifest_file(folder) {
            None => PackManifest::default(),
            Some(file) => {
                let checked = self.checker.manifest(&read_text(&file, Links::Refused)?, name);
                let fault = checked.diagnostics.into_iter().find(Diagnostic::is_error);
                match (checked.manifest, fault) {
                    (Some(manifest), None) => manifest,
                    (_, Some(fault)) => return Err(fault),
                    (None, None) => {
                        return Err(super::failed(
                            0..0,
                            "its manifest cannot be read",
                            "Write `pack: NAME`.",
                        ));
                    }
                }
            }
        };
        let domains = match &manifest.domains {
            Some(domains) => domains.iter().map(|domain| domain.value.clone()).collect(),
            None => of_name(name),
        };
        let pack = Pack {
            name: name.into(),
            path: folder.into(),
            origin: Origin::Folder,
            domains: domains.into(),
            manifest: Arc::new(manifest),
            seal: None,
        };
        let mut definitions = Vec::new();
        let mut left_out = Vec::new();
        for file in contents::definition_files(&pack) {
            let shown = file.strip_prefix(folder).unwrap_or(&file).display().to_string();
            let read = read_text(&file, Links::Refused).map_err(|fault| vec![fault]).and_then(|source| {
                let checked = self.checker.check_for(&source, &pack.manifest);
                checked.definition.ok_or(checked.diagnostics)
            });
            match read {
                Ok(definition) => definitions.push(definition),
                Err(all) => {
                    let why = all.into_iter().find(Diagnostic::is_error).map(|fault| fault.message);
                    left_out.push(format!("{shown}: {}", why.unwrap_or_default()));
                }
            }
        }
        Ok(PackEffects { left_out, ..self.of(&pack, &definitions) })
    }

    /// Returns the effects of a pack with these definitions.
    pub(crate) fn of(&self, pack: &Pack, definitions: &[Definition]) -> PackEffects {
        let manifest = &pack.manifest;
        let effects = PackEffects {
            name: pack.name.to_string(),
            version: manifest.version.as_ref().map(|version| version.value.clone()),
            description: manifest.description.clone(),
            origins: pack.domains.iter().map(ToString::to_string).collect(),
            ..PackEffects::default()
        };
        let own = definitions.iter().map(|it| (it.intent.value.as_str(), it)).collect();
        let mut walk = Walk { reader: self, own, effects, intent: String::new(), seen: BTreeSet::new() };
        for (name, action) in &manifest.custom_actions {
            walk.brings(format!("the action {name}"), &action.code.value);
        }
        for (name, condition) in &manifest.custom_conditions {
            if let ConditionCode::JavaScript(code) = &condition.implementation {
                walk.brings(format!("the condition {name}"), &code.value);
            }
        }
        let hooks = &manifest.hooks;
        for (name, steps) in [
            ("before_intent", &hooks.before_intent),
            ("after_navigate", &hooks.after_navigate),
            ("on_error", &hooks.on_error),
        ] {
            if !steps.is_empty() {
                walk.effects.hooks.insert(name.into());
                walk.begin(name);
                walk.steps(steps, 0);
            }
        }
        for definition in definitions {
            walk.begin(&definition.intent.value);
            walk.definition(definition, 0);
        }
        walk.effects
    }
}

impl Walk<'_> {
    fn begin(&mut self, intent: &str) {
        self.intent = intent.into();
        self.seen = BTreeSet::from([intent.to_string()]);
    }

    fn brings(&mut self, what: String, code: &str) {
        self.effects.code.insert(what, ContentHash::of(code.as_bytes()).to_string());
    }

    fn definition(&mut self, definition: &Definition, depth: usize) {
        self.steps(&definition.steps, depth);
        self.steps(&definition.failure.recovery, depth);
        let conditions = definition.success.conditions.iter().chain(&definition.failure.conditions);
        conditions.for_each(|condition| self.condition(condition));
        definition.success.extract.values().for_each(|extract| self.extract(&extract.kind));
    }

    fn steps(&mut self, steps: &[Step], depth: usize) {
        for step in steps {
            match &step.kind {
                StepKind::Action(action) => self.action(action),
                StepKind::Intent(intent) => {
                    if depth == 0 {
                        self.effects.runs.insert(intent.name.value.clone());
                    }
                    self.runs(&intent.name.value, &intent.params, depth);
                }
                StepKind::Branch(branch) => {
                    self.condition(&branch.condition);
                    self.steps(&branch.then, depth);
                    self.steps(&branch.otherwise, depth);
                }
                StepKind::Try(attempt) => {
                    self.steps(&attempt.steps, depth);
                    self.steps(&attempt.catch, depth);
                }
                StepKind::Loop(inner) => self.steps(&inner.steps, depth),
                StepKind::Parallel(inner) => self.steps(&inner.steps, depth),
                StepKind::Block(inner) => self.steps(&inner.steps, depth),
                StepKind::Wait(wait) => self.condition(&wait.condition),
                StepKind::Extract(all) => all.values().for_each(|extract| self.extract(&extract.kind)),
                StepKind::Checkpoint(_) => {}
            }
        }
    }

    /// Records the call of an intent, or of the verb with this name.
    fn runs(
        &mut self,
        name: &str,
        params: &indexmap::IndexMap<String, lemmascope_intent::definition::Spanned<Template>>,
        depth: usize,
    ) {
        let short = name.rsplit_once('/').map_or(name, |(_, short)| short);
        let definition = self.own.get(short).or_else(|| self.reader.known.get(short)).copied();
        if let Some(definition) = definition {
            if depth < DEEPEST && self.seen.insert(short.to_string()) {
                self.definition(definition, depth + 1);
            }
            return;
        }
        let verbs = || self.reader.catalog.signatures();
        let verb =
            verbs().find(|verb| verb.name == name).or_else(|| verbs().find(|verb| verb.verb() == name));
        if let Some(verb) = verb.cloned() {
            self.verb(&verb, &|parameter| params.get(parameter).map(|it| &it.value));
        }
    }

    fn action(&mut self, action: &Action) {
        let Some(verb) = self.reader.catalog.get(&action.name.value) else { return };
        let signature = verb.signature().clone();
        if signature.reach == Some(Reach::Code) {
            let text = action.arguments.values().map(|it| format!("{:?}", it.value)).collect::<String>();
            let steps = self.effects.code.keys().filter(|what| what.starts_with("a script of ")).count();
            self.brings(format!("a script of {} ({})", self.intent, steps + 1), &text);
        }
        self.verb(&signature, &|parameter| action.arguments.get(parameter).map(|it| &it.value));
    }

    fn condition(&mut self, condition: &Condition) {
        match &condition.kind {
            ConditionKind::Probe { capability, arguments } => self.probe(&capability.value, arguments),
            ConditionKind::All(inner) | ConditionKind::Any(inner) => {
                inner.iter().for_each(|condition| self.condition(condition));
            }
            ConditionKind::Not(inner) => self.condition(inner),
            _ => {}
        }
    }

    fn extract(&mut self, kind: &ExtractKind) {
        if let ExtractKind::From { source, arguments, .. } = kind {
            self.probe(&source.value, arguments);
        }
    }

    fn probe(&mut self, name: &str, arguments: &indexmap::IndexMap<String, Template>) {
        let Some(verb) = self.reader.catalog.get(name) else { return };
        let signature = verb.signature().clone();
        self.verb(&signature, &|parameter| arguments.get(parameter));
    }

    fn verb<'t>(&mut self, verb: &Signature, argument: &dyn Fn(&str) -> Option<&'t Template>) {
        let is_open = verb.reach.is_some_and(Reach::is_open);
        let which = if is_open { &mut self.effects.calls } else { &mut self.effects.denied };
        which.insert(verb.name.to_string());
        if verb.reach == Some(Reach::Credentials) {
            let mut required = verb.parameters.iter().filter(|parameter| parameter.required);
            let given = required.next().and_then(|parameter| argument(&parameter.name));
            self.effects.credentials.insert(match given {
                Some(Template::Literal(Value::Text(name))) => name.clone(),
                _ => "one of its choice".into(),
            });
        }
        if is_irreversible(verb) {
            let verbs = self.effects.irreversible.entry(self.intent.clone()).or_default();
            verbs.insert(verb.name.to_string());
        }
    }
}

/// Whether the effects of a verb are irreversible. Input into a page is not, because the page sends nothing
/// before an element is pressed.
fn is_irreversible(verb: &Signature) -> bool {
    let enters =
        verb.handling.is_some_and(|handling| !matches!(handling.manner, Manner::Press | Manner::Drag));
    match verb.effect {
        Effect::Observe => false,
        Effect::Send => true,
        Effect::Change => verb.risk == Risk::High || verb.removes || (!verb.reversible && !enters),
    }
}

impl PackEffects {
    /// Returns a hash of the effects that the user confirms. It changes if the effects of the pack change.
    pub fn digest(&self) -> String {
        let mut told = self.json();
        if let Some(object) = told.as_object_mut() {
            // The version and the description change with every release and have no effects.
            for key in ["version", "description", "left_out"] {
                object.remove(key);
            }
        }
        ContentHash::of(told.to_string().as_bytes()).to_string()
    }

    /// Returns the effects as text.
    pub fn lines(&self) -> Vec<String> {
        let list = |items: &BTreeSet<String>| items.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let origins = if self.origins.is_empty() { "none".into() } else { self.origins.join(", ") };
        let mut lines = vec![format!("domains: {origins}")];
        let mut line = |what: &str, text: String| {
            if !text.is_empty() {
                lines.push(format!("{what}: {text}"));
            }
        };
        line("calls", list(&self.calls));
        line("runs", list(&self.runs));
        line("denied unless trusted", list(&self.denied));
        line("signs in, and asks each time, with", list(&self.credentials));
        for (intent, verbs) in &self.irreversible {
            line(&format!("cannot be undone in {intent}"), list(verbs));
        }
        for (what, hash) in &self.code {
            line("code", format!("{what} ({})", hash.get(..12).unwrap_or(hash)));
        }
        line("hooks", list(&self.hooks));
        for file in &self.left_out {
            line("left out", file.clone());
        }
        lines
    }

    /// Returns the effects as JSON.
    pub fn json(&self) -> serde_json::Value {
        json!({
            "name": self.name,
            "version": self.version.as_ref().map(ToString::to_string),
            "description": self.description,
            "domains": self.origins,
            "calls": self.calls,
            "runs": self.runs,
            "denied": self.denied,
            "credentials": self.credentials,
            "irreversible": self.irreversible,
            "code": self.code,
            "hooks": self.hooks,
            "left_out": self.left_out,
        })
    }
}

/// Returns the failure for a pack that cannot be loaded.
pub fn unloadable(name: &str, fault: &Diagnostic) -> Failure {
    Failure::new(
        lemmascope_intent::Cause::PackLoadFailed,
        format!("the pack {name} cannot be loaded: {}", fault.message),
    )
    .hint(fault.remedy.clone())
}
