use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lemmascope_intent::document::DocumentIntent;
use lemmascope_intent::{
    Capability, Category, Cause, Domain, Failure, Format, Operation, Signature, ThingAction, ThingKind,
    ThingTool, nearest,
};
use lemmascope_language::command::Grammar;
use lemmascope_language::goal::Things;

use super::everyday::Everyday;

/// Everything that the domains bring, composed, and the commands that they and the engine declare.
#[derive(Default)]
pub struct Catalog {
    /// Every verb by its full name.
    capabilities: BTreeMap<&'static str, Arc<dyn Capability>>,
    /// The full names of the verbs that go by their short ones.
    short: BTreeMap<&'static str, &'static str>,
    grammar: Grammar,
    everyday: Vec<Everyday>,
    /// The domains in which a session is at an address.
    placed: BTreeSet<&'static str>,
    /// The words for blocks of steps, each with its domain.
    blocks: Vec<(&'static str, &'static str)>,
    categories: Vec<(&'static str, Category)>,
    synonyms: Vec<(&'static str, &'static str)>,
    operations: Vec<(Operation, &'static str)>,
    highlights: Vec<&'static str>,
    documents: Vec<DocumentIntent>,
    /// The tools for actions on things, each with the kinds of things that its domain brings.
    things: Vec<(ThingTool, &'static [ThingKind])>,
    kinds: Arc<Things>,
}

impl Catalog {
    /// Composes these domains with the commands of the engine.
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

    /// The verb of that name.
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Capability>> {
        self.capabilities.get(self.full_name(name))
    }

    /// The commands of the verbs, and the engine's own.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// The commands that people need every day, group by group.
    pub(crate) fn everyday(&self) -> &[Everyday] {
        &self.everyday
    }

    /// The full name of a verb that goes by its short one; any other name as it is.
    fn full_name<'a>(&self, name: &'a str) -> &'a str {
        self.short.get(name).copied().unwrap_or(name)
    }

    /// The domain of a verb.
    fn domain_of<'a>(&self, name: &'a str) -> &'a str {
        self.full_name(name).split_once('.').map_or("", |(domain, _)| domain)
    }

    /// Whether a verb acts at the address that the session is at.
    pub(crate) fn acts_here(&self, name: &str) -> bool {
        self.placed.contains(self.domain_of(name))
    }

    /// The words for blocks of steps.
    pub fn blocks(&self) -> Vec<&'static str> {
        self.blocks.iter().map(|(word, _)| *word).collect()
    }

    /// The word for places of the domain of a verb.
    pub(crate) fn block_of(&self, name: &str) -> Option<&'static str> {
        let domain = self.domain_of(name);
        self.blocks.iter().find(|(_, known)| *known == domain).map(|(word, _)| *word)
    }

    /// The category that a domain states for a name.
    pub(crate) fn category(&self, name: &str) -> Option<Category> {
        let belongs = |start: &str| {
            let rest = name.strip_prefix(start);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '_']))
        };
        let known = self.categories.iter().filter(|(start, _)| belongs(start));
        known.max_by_key(|(start, _)| start.len()).map(|(_, category)| *category)
    }

    /// The name here of a verb or intent that other systems call by another name.
    pub(crate) fn own_name<'a>(&self, name: &'a str) -> &'a str {
        self.synonyms.iter().find(|(other, _)| *other == name).map_or(name, |(_, own)| own)
    }

    /// The verb or intent that executes an operation, if a domain has one.
    pub(crate) fn operation(&self, operation: Operation) -> Option<&'static str> {
        self.operations.iter().find(|(known, _)| *known == operation).map(|(_, name)| *name)
    }

    /// Whether a verb or intent of that name executes an operation.
    pub(crate) fn serves(&self, name: &str, operation: Operation) -> bool {
        // An intent goes before a verb that has the same short name.
        let is_called = |known: &str| known == name || known == self.full_name(name);
        self.operations.iter().any(|(known, tool)| *known == operation && is_called(tool))
    }

    /// The intents that an introduction names first.
    pub(crate) fn highlights(&self) -> &[&'static str] {
        &self.highlights
    }

    /// The intents that a document can name.
    pub(crate) fn documents(&self) -> &[DocumentIntent] {
        &self.documents
    }

    /// The kinds of things that the domains bring, and the words for them.
    pub fn kinds(&self) -> &Arc<Things> {
        &self.kinds
    }

    /// The tool for an action on a thing. One that states no kind takes those of its own domain. Where the kind is not known, or
    /// the action is not for that kind, it is the first tool of the domain for that action.
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

    /// Whether two tools act on the things of one domain.
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

    /// The tool that takes the place of another in a request that asks for nothing else.
    pub(crate) fn tool_alone(&self, tool: &ThingTool) -> Option<&ThingTool> {
        let is_same = |other: &&ThingTool| (other.action, other.kind) == (tool.action, tool.kind);
        self.things.iter().map(|(other, _)| other).filter(is_same).find(|other| other.alone)
    }

    /// The action that a tool executes on things.
    pub(crate) fn on_things(&self, tool: &str) -> Option<&ThingTool> {
        self.things.iter().map(|(known, _)| known).find(|known| known.tool == tool)
    }

    /// The internal verbs that are called so, each with the name of its domain.
    pub(crate) fn named(
        &self,
        verb: &'static str,
    ) -> impl Iterator<Item = (&'static str, &Arc<dyn Capability>)> {
        self.capabilities.iter().filter_map(move |(name, capability)| {
            let (domain, called) = name.split_once('.')?;
            (called == verb && capability.signature().internal).then_some((domain, capability))
        })
    }

    /// The verbs that list names, with what they are names of.
    pub(crate) fn listing(&self) -> impl Iterator<Item = (Format, &Arc<dyn Capability>)> {
        self.capabilities.values().filter_map(|capability| Some((capability.signature().lists?, capability)))
    }

    /// The signatures of all verbs that people may call, by name.
    pub fn signatures(&self) -> impl Iterator<Item = &Signature> {
        self.capabilities.values().map(|capability| capability.signature()).filter(|it| !it.internal)
    }

    /// The failure for an operation that no domain executes.
    pub(crate) fn lacking(&self, operation: Operation) -> Failure {
        let needed = operation.phrase();
        Failure::new(Cause::Unavailable, format!("nothing here can {needed}"))
            .hint("It needs a domain which is not part of this build.")
    }

    /// The failure for a name that no verb has.
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
    fn the_longest_beginning_decides_the_category_and_ends_at_a_word() {
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
    fn an_operation_is_carried_out_by_the_first_that_states_it() {
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
