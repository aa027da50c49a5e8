//! The descriptions of everything that a session can call, for doors.

use lemmascope_intent::definition::StepKind;
use lemmascope_intent::{
    Deed, Definition, Diagnostic, Effect, Failure, Operation, Owner, Parameter, Permission, Signature, Type,
};

use crate::catalog::{Checker, Entry, Tier};
use crate::commands;
use crate::engine::Engine;

/// A callable intent, verb or command.
#[derive(Debug, Clone, PartialEq)]
pub struct Offering {
    /// The name.
    pub name: String,
    /// The one-line summary.
    pub summary: String,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The type of the returned value, if known.
    pub returns: Option<Type>,
    /// The kind: an intent of a tier, a verb, or a command of the engine.
    pub kind: OfferingKind,
    /// The strongest effect of all calls that it makes.
    pub effect: Effect,
    /// Whether it removes or overwrites data.
    pub removes: bool,
    /// Whether all of its changes can be undone.
    pub reversible: bool,
    /// The permissions that it needs.
    pub permissions: Vec<Permission>,
}

/// The kind of an offering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferingKind {
    /// An intent.
    Intent(Tier),
    /// A verb of a domain.
    Verb,
    /// A command of the engine.
    Command,
}

impl OfferingKind {
    /// Returns the kind as a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Intent(_) => "intent",
            Self::Verb => "verb",
            Self::Command => "command",
        }
    }
}

/// The source of a definition.
#[derive(Debug, Clone, PartialEq)]
pub struct DefinitionSource {
    /// The name of the intent.
    pub name: String,
    /// The version.
    pub version: String,
    /// The tier.
    pub tier: Tier,
    /// The path of its file, or `session`.
    pub origin: String,
    /// The text.
    pub source: String,
}

/// A definition file that was not loaded because of faults.
#[derive(Debug, Clone, PartialEq)]
pub struct LeftOut {
    /// The path of the file.
    pub path: String,
    /// The faults.
    pub faults: Vec<Fault>,
}

/// A fault of a definition, with its position.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// The line, starting at 1.
    pub line: usize,
    /// The column, starting at 1.
    pub column: usize,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The message.
    pub message: String,
    /// The remedy.
    pub remedy: String,
}

impl Engine {
    /// Returns everything that a session of an owner can call: intents, verbs and commands of the engine,
    /// each kind sorted by name.
    pub fn offerings(&self, owner: &Owner, session: &str) -> Vec<Offering> {
        let session = owner.session(session);
        let mut offerings: Vec<Offering> = self.read(|state| {
            let winners = state.registry(&session).winners(state.priority());
            winners.into_iter().map(|entry| self.of_intent(entry)).collect()
        });
        let verbs = self.catalog.signatures().filter(|signature| !signature.internal);
        offerings.extend(verbs.map(|signature| of_signature(signature, OfferingKind::Verb)));
        let own = commands::signatures();
        let own = own.iter().filter(|signature| commands::is_callable(signature));
        offerings.extend(own.map(|signature| of_signature(signature, OfferingKind::Command)));
        offerings
    }

    /// Returns the callable intent, verb or command with a name.
    pub fn offering(&self, owner: &Owner, session: &str, name: &str) -> Result<Offering, Failure> {
        let found = self.offerings(owner, session).into_iter().find(|offering| offering.name == name);
        let session = owner.session(session);
        found.ok_or_else(|| self.read(|state| state.unknown(name, &session, &self.catalog)))
    }

    /// Returns the name of the verb that executes an operation.
    pub fn operation(&self, operation: Operation) -> Option<&'static str> {
        self.catalog.operation(operation)
    }

    /// Returns the definitions that a session of an owner can call, sorted by name.
    pub fn definitions(&self, owner: &Owner, session: &str) -> Vec<DefinitionSource> {
        let session = owner.session(session);
        self.read(|state| {
            let winners = state.registry(&session).winners(state.priority());
            winners.into_iter().map(source_of).collect()
        })
    }

    /// Returns the definition files that were not loaded because of faults.
    pub fn left_out(&self) -> Vec<LeftOut> {
        self.read(|state| {
            let faults = |diagnostics: &[Diagnostic], text: &str| {
                diagnostics.iter().map(|diagnostic| fault(diagnostic, text)).collect()
            };
            state
                .faults
                .iter()
                .map(|file| LeftOut {
                    path: file.path.clone(),
                    faults: faults(&file.diagnostics, &file.source),
                })
                .collect()
        })
    }

    /// Returns the faults of a definition that is not registered.
    pub fn check_definition(&self, source: &str) -> Vec<Fault> {
        let checked =
            self.read(|state| Checker::new(&self.catalog, &state.configuration).check(source, Tier::Session));
        checked.diagnostics.iter().map(|diagnostic| fault(diagnostic, source)).collect()
    }

    /// Returns the actions of an owner's session, latest first.
    pub async fn deeds(&self, owner: &Owner, session: &str) -> Result<Vec<Deed>, Failure> {
        self.ledger.deeds(&owner.session(session), 0).await
    }

    fn of_intent(&self, entry: &Entry) -> Offering {
        let verbs = self.verbs_of(&entry.definition);
        let mut permissions: Vec<Permission> = verbs.iter().map(|verb| Permission::of(verb)).collect();
        permissions.sort();
        permissions.dedup();
        Offering {
            name: entry.full_name(),
            summary: entry.definition.description.clone(),
            parameters: entry.parameters(),
            returns: None,
            kind: OfferingKind::Intent(entry.tier),
            effect: verbs.iter().map(|verb| verb.effect).max().unwrap_or(Effect::Change),
            removes: verbs.iter().any(|verb| verb.removes),
            reversible: verbs.iter().all(|verb| verb.effect == Effect::Observe || verb.reversible),
            permissions,
        }
    }

    /// Returns the verbs that the steps of a definition name. Calls of intents are not followed, although
    /// they may lead to further verbs.
    fn verbs_of(&self, definition: &Definition) -> Vec<&Signature> {
        let named = definition.steps.iter().filter_map(|step| match &step.kind {
            StepKind::Action(action) => Some(action.name.value.as_str()),
            _ => None,
        });
        let signature = |name: &str| self.catalog.signatures().find(|signature| signature.is_called(name));
        named.filter_map(signature).collect()
    }
}

fn of_signature(signature: &Signature, kind: OfferingKind) -> Offering {
    Offering {
        name: signature.name.into(),
        summary: signature.summary.into(),
        parameters: signature.parameters.clone(),
        returns: signature.returns,
        kind,
        effect: signature.effect,
        removes: signature.removes,
        reversible: signature.reversible,
        permissions: vec![Permission::of(signature)],
    }
}

fn source_of(entry: &Entry) -> DefinitionSource {
    DefinitionSource {
        name: entry.full_name(),
        version: entry.definition.version.value.clone(),
        tier: entry.tier,
        origin: entry.origin.clone(),
        source: entry.source.to_string(),
    }
}

fn fault(diagnostic: &Diagnostic, source: &str) -> Fault {
    let (line, column) = lemmascope_intent::line_column(source, diagnostic.span.start);
    let severity = if diagnostic.is_error() { "error" } else { "warning" };
    let (message, remedy) = (diagnostic.message.clone(), diagnostic.remedy.clone());
    Fault { line, column, severity, message, remedy }
}
