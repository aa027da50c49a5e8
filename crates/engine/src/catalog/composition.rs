use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lemmascope_intent::document::DocumentIntent;
use lemmascope_intent::{
    Capability, Category, Cause, Domain, Effect, Failure, Format, Operation, Signature, ThingAction,
    ThingKind, ThingTool, nearest,
};
use lemmascope_language::command::Grammar;
use lemmascope_language::goal::Things;

use super::everyday::Everyday;

/// The verbs, commands and other declarations of all domains and of the engine, composed.
#[derive(Default)]
pub struct Catalog {
    /// The verbs, by their full names.
    capabilities: BTreeMap<&'static str, Arc<dyn Capability>>,
    /// The full names of the verbs that can be called by their short names.
    short: BTreeMap<&'static str, &'static str>,
    grammar: Grammar,
    everyday: Vec<Everyday>,
    /// The domains in which a session has a current address.
    placed: BTreeSet<&'static str>,
    /// The keywords for step blocks, each with its domain.
    blocks: Vec<(&'static str, &'static str)>,
    categories: Vec<(&'static str, Category)>,
    synonyms: Vec<(&'static str, &'static str)>,
    operations: Vec<(Operation, &'static str)>,
    highlights: Vec<&'static str>,
    documents: Vec<DocumentIntent>,
    /// The tools for actions on things, each with the kinds of things of its domain.
    things: Vec<(ThingTool, &'static [ThingKind])>,
    kinds: Arc<Things>,
}

impl Catalog {
    /// Composes domains with the commands of the engine.
    pub(crate) fn new(domains: &[Domain], own: &[Signature]) -> Self {
        let capabilities = domains
            .iter()
            .flat_map(|domain| &domain.capabilities)
            .map(|capability| (capability.signature().name, Arc::clone(capability)))
            .collect();
        let verbs = || domains.iter().flat_map(|domain| &domain.capabilities).map(|verb| verb.signature());
        let actions = verbs().filter(|verb| verb.is_action && !verb.internal);
        let grammar = Grammar::new(verbs().chain(own));
        let everyday = Everyday::of(verbs().chain(own), &grammar);
        Self {
            capabilities,
            everyday,
            short: actions.map(|verb| (verb.verb(), verb.name)).collect(),
            grammar,
            placed: domains.iter().filter(|it| it.here.is_some()).map(|domain| domain.name).collect(),
            blocks: domains.iter().flat_map(|it| it.blocks.iter().map(|word| (*word, it.name))).collect(),
            categories: domains.iter().flat_map(|domain| domain.categories).copied().collect(),
            synonyms: domains.iter().flat_map(|domain| domain.synonyms).copied().collect(),
            operations: domains.iter().flat_map(|domain| domain.operations).copied().collect(),
            highlights: domains.iter().flat_map(|domain| domain.highlights).copied().collect(),
            documents: domains.iter().flat_map(|domain| &domain.documents).copied().collect(),
            things: domains
                .iter()
                .flat_map(|domain| domain.things.iter().map(|tool| (*tool, domain.kinds)))
                .collect(),
            kinds: Arc::new(Things::new(domains.iter().map(|domain| (domain.kinds, domain.words)))),
        }
    }

    /// Returns the verb with this full or short name.
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Capability>> {
        self.capabilities.get(self.full_name(name))
    }

    /// Returns the grammar of the commands, of the verbs and of the engine.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// Returns the everyday commands, group by group.
    pub(crate) fn everyday(&self) -> &[Everyday] {
        &self.everyday
    }

    /// Returns the full name for a verb's short name, and any other name unchanged.
    fn full_name<'a>(&self, name: &'a str) -> &'a str {
        self.short.get(name).copied().unwrap_or(name)
    }

    /// Returns the domain of a verb.
    fn domain_of<'a>(&self, name: &'a str) -> &'a str {
        self.full_name(name).split_once('.').map_or("", |(domain, _)| domain)
    }

    /// Whether a verb acts on the current address of the session.
    pub(crate) fn acts_here(&self, name: &str) -> bool {
        self.placed.contains(self.domain_of(name))
    }

    /// Returns the keywords for step blocks.
    pub fn blocks(&self) -> Vec<&'static str> {
        self.blocks.iter().map(|(word, _)| *word).collect()
    }

    /// Returns the block keyword of a verb's domain.
    pub(crate) fn block_of(&self, name: &str) -> Option<&'static str> {
        let domain = self.domain_of(name);
        self.blocks.iter().find(|(_, known)| *known == domain).map(|(word, _)| *word)
    }

    /// Returns the category that a domain declares for a name.
    pub(crate) fn category(&self, name: &str) -> Option<Category> {
        let belongs = |start: &str| {
            let rest = name.strip_prefix(start);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '_']))
        };
        let known = self.categories.iter().filter(|(start, _)| belongs(start));
        known.max_by_key(|(start, _)| start.len()).map(|(_, category)| *category)
    }

    /// Translates the name that another system has for a verb or intent into its own name here.
    pub(crate) fn own_name<'a>(&self, name: &'a str) -> &'a str {
        self.synonyms.iter().find(|(other, _)| *other == name).map_or(name, |(_, own)| own)
    }

    /// Returns the verb or intent that executes an operation, if a domain declares one.
    pub(crate) fn operation(&self, operation: Operation) -> Option<&'static str> {
        self.operations.iter().find(|(known, _)| *known == operation).map(|(_, name)| *name)
    }

    /// Whether the verb or intent with this name executes an operation.
    pub(crate) fn serves(&self, name: &str, operation: Operation) -> bool {
        // If an intent and a verb have the same short name, the intent takes precedence.
        let is_called = |known: &str| known == name || known == self.full_name(name);
        self.operations.iter().any(|(known, tool)| *known == operation && is_called(tool))
    }

    /// Returns the intents that an introduction lists first.
    pub(crate) fn highlights(&self) -> &[&'static str] {
        &self.highlights
    }

    /// Returns the intents that a document can name.
    pub(crate) fn documents(&self) -> &[DocumentIntent] {
        &self.documents
    }

    /// Returns the kinds of things of all domains, and the words for them.
    pub fn kinds(&self) -> &Arc<Things> {
        &self.kinds
    }

    /// Returns the tool for an action on a kind of thing. A tool that declares no kind matches the kinds of
    /// its own domain. If the kind is unknown, or no tool matches it, returns the first tool of the domain
    /// for the action.
    pub(crate) fn thing_tool(&self, action: ThingAction, kind: Option<&str>) -> Option<&ThingTool> {
        let known = kind.and_then(|kind| self.kinds.kind(kind));
        let is_near = |own: &[ThingKind]| known.is_none_or(|kind| own.is_empty() || own.contains(kind));
        let of_action = || self.things.iter().filter(|(tool, _)| tool.action == action && !tool.alone);
        let stated = of_action().find(|(tool, own)| match tool.kind {
            Some(stated) => kind == Some(stated),
            None => is_near(own),
        });
        stated.or_else(|| of_action().find(|(_, own)| is_near(own))).map(|(tool, _)| tool)
    }

    /// Whether two tools act on the things of the same domain.
    pub(crate) fn is_beside(&self, one: &ThingTool, other: &ThingTool) -> bool {
        let kinds = |tool: &ThingTool| {
            let mut all = self.things.iter();
            let own = all.find(|(known, own)| match tool.kind {
                Some(kind) => own.iter().any(|it| it.name == kind),
                None => known.tool == tool.tool,
            });
            own.map_or(&[] as &[ThingKind], |(_, own)| own)
        };
        kinds(one) == kinds(other)
    }

    /// Returns the tool that replaces another one in a request with a single action.
    pub(crate) fn tool_alone(&self, tool: &ThingTool) -> Option<&ThingTool> {
        let is_same = |other: &&ThingTool| (other.action, other.kind) == (tool.action, tool.kind);
        self.things.iter().map(|(other, _)| other).filter(is_same).find(|other| other.alone)
    }

    /// Returns the declaration of a tool as an action on things.
    pub(crate) fn on_things(&self, tool: &str) -> Option<&ThingTool> {
        self.things.iter().map(|(known, _)| known).find(|known| known.tool == tool)
    }

    /// Returns the internal verbs with this name, each with the name of its domain.
    pub(crate) fn named(
        &self,
        verb: &'static str,
    ) -> impl Iterator<Item = (&'static str, &Arc<dyn Capability>)> {
        self.capabilities.iter().filter_map(move |(name, capability)| {
            let (domain, called) = name.split_once('.')?;
            (called == verb && capability.signature().internal).then_some((domain, capability))
        })
    }

    /// Returns the verbs that list names, each with the format of these names.
    pub(crate) fn listing(&self) -> impl Iterator<Item = (Format, &Arc<dyn Capability>)> {
        self.capabilities.values().filter_map(|capability| Some((capability.signature().lists?, capability)))
    }

    /// Returns the verb that shows all things of a kind, or those that further values select.
    pub(crate) fn showing(&self, kind: Format) -> Option<&Arc<dyn Capability>> {
        self.capabilities.values().find(|capability| {
            let signature = capability.signature();
            signature.effect == Effect::Observe
                && signature.shows.is_some_and(|shown| shown.kind == kind)
                && !signature.parameters.iter().any(|parameter| parameter.required)
        })
    }

    /// Returns the signatures of all verbs that are not internal, sorted by name.
    pub fn signatures(&self) -> impl Iterator<Item = &Signature> {
        self.capabilities.values().map(|capability| capability.signature()).filter(|it| !it.internal)
    }

    /// Returns the failure for an operation that no domain executes.
    pub(crate) fn lacking(&self, operation: Operation) -> Failure {
        let needed = operation.phrase();
        Failure::new(Cause::Unavailable, format!("nothing here can {needed}"))
            .hint("It needs a domain which is not part of this build.")
    }

    /// Returns the failure for an unknown verb.
    pub(crate) fn unknown(&self, name: &str) -> Failure {
        let failure = Failure::new(Cause::Unavailable, format!("there is no verb \"{name}\" here"));
        let known = || self.signatures().map(|signature| signature.name);
        let domain = self.domain_of(name);
        if !domain.is_empty() && !known().any(|verb| verb.split('.').next() == Some(domain)) {
            return failure
                .hint(format!("It needs the domain \"{domain}\", which is not part of this build."));
        }
        match nearest(name, known()) {
            Some(meant) => failure.hint(format!("Did you mean {meant}?")),
            None => failure.hint("`help` lists the verbs."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CATEGORIES: &[(&str, Category)] = &[
        ("lab", Category::SystemQuery),
        ("lab.panes", Category::WindowManagement),
        ("lab.panes.open", Category::ApplicationLaunch),
        ("make_note", Category::FileOperation),
    ];

    fn catalog() -> Catalog {
        Catalog::new(
            &[Domain {
                operations: &[(Operation::Visit, "lab.go"), (Operation::Visit, "lab.jump")],
                synonyms: &[("other.go", "lab.go")],
                ..Domain::new("lab", Vec::new()).categories(CATEGORIES)
            }],
            &[],
        )
    }

    #[test]
    fn longest_name_prefix_determines_category() {
        for (name, category) in [
            ("lab.look", Some(Category::SystemQuery)),
            ("lab", Some(Category::SystemQuery)),
            ("lab.panes.shift", Some(Category::WindowManagement)),
            ("lab.panes.open_all", Some(Category::ApplicationLaunch)),
            ("make_note", Some(Category::FileOperation)),
            ("laboratory.look", None),
            ("", None),
        ] {
            assert_eq!(catalog().category(name), category, "{name}");
        }
    }

    #[test]
    fn first_declaring_verb_serves_operation() {
        let catalog = catalog();
        assert_eq!(catalog.operation(Operation::Visit), Some("lab.go"));
        assert_eq!(catalog.operation(Operation::Search), None);
        for name in ["lab.go", "lab.jump"] {
            assert!(catalog.serves(name, Operation::Visit), "{name}");
        }
        assert!(!catalog.serves("garden.go", Operation::Visit));
        assert!(!catalog.serves("go", Operation::Search));
        assert_eq!(catalog.own_name("other.go"), "lab.go");
        assert_eq!(catalog.own_name("lab.look"), "lab.look");
    }
}
