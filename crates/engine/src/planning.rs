use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use indexmap::IndexMap;
use lemmascope_intent::definition::{
    Action, Branch, Condition, ConditionKind, Extract, ExtractKind, Loop, Options, Reference, Scope, Step,
    StepKind, SubIntent, TabOf, Template,
};
use lemmascope_intent::{
    Cause, Definition, Effect, Failure, Node, Object, Parameter, Plan, PlannedCall, SensitiveFields,
    Signature, Value, format_duration, nearest, usage,
};

use crate::catalog::Catalog;
use crate::configuration::Configuration;
use crate::registry::{Entry, Priority, Registry};
use crate::trust::Trust;

/// How deep intents may call one another. Cycles are found when definitions are loaded; this bounds
/// what a registry that changes in between can do.
const MAX_DEPTH: usize = 16;
/// How many nodes a plan may have. Loops over given lists are laid out, and a loop in a loop multiplies.
const MAX_NODES: usize = 100_000;

/// The parameter by which a verb is told how long it may wait.
const TIMEOUT: &str = "timeout";
/// How much later than told a call that knows its time is broken off.
const MARGIN: Duration = Duration::from_secs(1);

/// Turns definitions into plans. Pure: it looks at nothing but what it is given.
pub(crate) struct Planner<'a> {
    /// The verbs there are.
    pub catalog: &'a Catalog,
    /// The intents there are.
    pub registry: &'a Registry,
    /// Which of several definitions wins.
    pub priority: &'a Priority,
    /// What is allowed.
    pub configuration: &'a Configuration,
}

impl Planner<'_> {
    /// The plan of an intent with these parameters.
    pub(crate) fn plan(&self, entry: &Entry, parameters: Object) -> Result<Plan, Failure> {
        let definition = &entry.definition;
        let known = Known { scope: Scope::new(parameters.clone()), unknown: HashSet::new() };
        let mut work = Work::new(self);
        let trust = Trust::of(entry.tier, self.configuration);
        let nodes = work.intent(entry, &known, "", trust, 0)?;
        Ok(Plan {
            intent: definition.intent.value.clone(),
            version: definition.version.value.clone(),
            parameters,
            sandboxed: trust.is_sandboxed(),
            nodes,
        })
    }

    /// What is done when the intent has failed.
    pub(crate) fn plan_recovery(&self, entry: &Entry, parameters: Object) -> Result<Vec<Node>, Failure> {
        let known = Known { scope: Scope::new(parameters), unknown: HashSet::new() };
        let mut work = Work::new(self);
        let trust = Trust::of(entry.tier, self.configuration);
        let place = Place { trust, options: &Options::default(), depth: 0 };
        work.steps(&entry.definition.failure.recovery, &known, "recovery ", &place)
    }

    /// The plan of one call of one verb.
    pub(crate) fn plan_call(
        &self,
        name: &str,
        arguments: Object,
        timeout: Option<Duration>,
    ) -> Result<Plan, Failure> {
        let signature = self.catalog.get(name).map(|capability| capability.signature());
        let signature = signature.filter(|it| !it.internal).ok_or_else(|| self.catalog.unknown(name))?;
        let call = PlannedCall {
            step: "1".into(),
            capability: signature.name.into(),
            effect: signature.effect,
            reversible: signature.reversible,
            asks: signature.asks(),
            arguments: literals(&arguments),
            timeout: timeout.map(|limit| with_margin(limit, signature)),
            bind: None,
            sandboxed: false,
        };
        Ok(Plan {
            intent: signature.name.into(),
            version: "0".into(),
            parameters: arguments,
            sandboxed: false,
            nodes: vec![Node::Call(call)],
        })
    }
}

/// What is known while planning: values, and the names of those that will only be known on the way.
#[derive(Clone)]
struct Known {
    scope: Scope,
    unknown: HashSet<String>,
}

impl Known {
    fn settles(&self, template: &Template) -> bool {
        template.references().iter().all(|reference| !self.unknown.contains(&reference.name))
    }

    /// The template with what is known filled in.
    fn fill(&self, template: &Template) -> Template {
        if self.settles(template) {
            return Template::Literal(template.resolve(&self.scope));
        }
        match template {
            Template::List(items) => Template::List(items.iter().map(|item| self.fill(item)).collect()),
            Template::Object(fields) => Template::Object(
                fields.iter().map(|(name, field)| (name.clone(), self.fill(field))).collect(),
            ),
            open => open.clone(),
        }
    }

    /// The condition with what is known filled in.
    fn fill_condition(&self, condition: &Condition) -> Condition {
        condition.map(&|template| self.fill(template))
    }

    /// Whether the condition holds, if that is known already.
    fn decide(&self, condition: &Condition) -> Option<bool> {
        match &condition.kind {
            ConditionKind::Expression(expression) => expression
                .references()
                .iter()
                .all(|reference| !self.unknown.contains(&reference.name))
                .then(|| expression.evaluate(&self.scope).is_truthy()),
            ConditionKind::All(parts) => {
                let decided: Vec<Option<bool>> = parts.iter().map(|part| self.decide(part)).collect();
                if decided.contains(&Some(false)) {
                    Some(false)
                } else {
                    decided.iter().all(Option::is_some).then_some(true)
                }
            }
            ConditionKind::Any(parts) => {
                let decided: Vec<Option<bool>> = parts.iter().map(|part| self.decide(part)).collect();
                if decided.contains(&Some(true)) {
                    Some(true)
                } else {
                    decided.iter().all(Option::is_some).then_some(false)
                }
            }
            ConditionKind::Not(part) => self.decide(part).map(|holds| !holds),
            _ => None,
        }
    }

    /// What is called by this name here.
    fn named(&self, name: &str) -> Option<Template> {
        if self.unknown.contains(name) {
            return Some(Template::Reference(Reference { name: name.into(), path: Vec::new(), span: 0..0 }));
        }
        self.scope.get(name).map(|value| Template::Literal(value.clone()))
    }

    /// The same once a step has given a name to something that is only known on the way.
    fn after(&mut self, step: &Step) {
        let named: Vec<&String> = match &step.kind {
            StepKind::Action(action) => action.bind.iter().collect(),
            StepKind::Intent(sub) => sub.bind.iter().collect(),
            StepKind::Extract(extracts) => extracts.keys().collect(),
            _ => Vec::new(),
        };
        self.unknown.extend(named.into_iter().cloned());
    }
}

struct Work<'a> {
    planner: &'a Planner<'a>,
    sensitive: SensitiveFields,
    nodes_left: usize,
}

impl<'a> Work<'a> {
    fn new(planner: &'a Planner<'a>) -> Self {
        Self { planner, sensitive: planner.configuration.sensitive(), nodes_left: MAX_NODES }
    }

    fn intent(
        &mut self,
        entry: &Entry,
        known: &Known,
        prefix: &str,
        trust: Trust,
        depth: usize,
    ) -> Result<Vec<Node>, Failure> {
        if depth > MAX_DEPTH {
            return Err(Failure::new(
                Cause::DefinitionInvalid,
                format!("intents call one another more than {MAX_DEPTH} deep"),
            ));
        }
        let definition = &entry.definition;
        for condition in definition.success.conditions.iter().chain(&definition.failure.conditions) {
            admit_condition(trust, condition)?;
        }
        admit_extracts(trust, definition.success.extract.values())?;
        let place = Place { trust, options: &definition.options, depth };
        self.steps(&entry.definition.steps, known, prefix, &place)
    }

    fn steps(
        &mut self,
        steps: &[Step],
        known: &Known,
        prefix: &str,
        place: &Place<'_>,
    ) -> Result<Vec<Node>, Failure> {
        let mut nodes = Vec::with_capacity(steps.len());
        let mut known = known.clone();
        for (index, step) in steps.iter().enumerate() {
            let number = format!("{prefix}{}", index + 1);
            self.step(step, &known, &number, place, &mut nodes)?;
            known.after(step);
            // `options.checkpoint` asks for one after every step of the intent itself.
            if place.options.checkpoint
                && !number.contains('.')
                && !matches!(step.kind, StepKind::Checkpoint(_))
            {
                self.push(Node::Checkpoint(format!("step_{number}")), &mut nodes)?;
            }
        }
        Ok(nodes)
    }

    fn push(&mut self, node: Node, nodes: &mut Vec<Node>) -> Result<(), Failure> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or_else(|| {
            Failure::new(Cause::DefinitionInvalid, format!("the plan has more than {MAX_NODES} steps"))
                .hint("Give shorter lists, or lower `max` in the loops.")
        })?;
        nodes.push(node);
        Ok(())
    }

    fn step(
        &mut self,
        step: &Step,
        known: &Known,
        number: &str,
        place: &Place<'_>,
        nodes: &mut Vec<Node>,
    ) -> Result<(), Failure> {
        let inside = format!("{number}.");
        let node = match &step.kind {
            StepKind::Action(action) => self.action(action, known, number, place)?,
            StepKind::Wait(wait) => {
                admit_condition(place.trust, &wait.condition)?;
                Node::Wait { condition: known.fill_condition(&wait.condition), timeout: wait.timeout }
            }
            StepKind::Checkpoint(name) => Node::Checkpoint(name.value.clone()),
            StepKind::Intent(sub) => self.sub_intent(sub, known, number, place)?,
            StepKind::Branch(branch) => return self.branch(branch, known, &inside, place, nodes),
            StepKind::Loop(repeated) => self.repeat(repeated, known, &inside, place)?,
            StepKind::Try(attempt) => Node::Try {
                nodes: self.steps(&attempt.steps, known, &inside, place)?,
                catch: self.steps(&attempt.catch, known, &inside, place)?,
            },
            StepKind::Parallel(parallel) => {
                let nodes = self.steps(&parallel.steps, known, &inside, place)?;
                refuse_crowding(&nodes, number)?;
                Node::Parallel { nodes, wait: parallel.wait }
            }
            StepKind::InTab(tab) => {
                Node::InTab { at: tab.at, nodes: self.steps(&tab.steps, known, &inside, place)? }
            }
            StepKind::Extract(extracts) => {
                admit_extracts(place.trust, extracts.values())?;
                Node::Extract(extracts.clone())
            }
        };
        self.push(node, nodes)
    }

    fn action(
        &mut self,
        action: &Action,
        known: &Known,
        number: &str,
        place: &Place<'_>,
    ) -> Result<Node, Failure> {
        let at = |failure: Failure| failure.context(format!("step {number}: {}", action.name.value));
        let capability = self.planner.catalog.get(&action.name.value);
        let signature = capability.map(|capability| capability.signature()).filter(|it| !it.internal);
        let signature = signature.ok_or_else(|| at(self.planner.catalog.unknown(&action.name.value)))?;
        place.trust.admit(signature.name).map_err(at)?;
        let mut arguments = IndexMap::new();
        if let Some(target) = &action.target {
            arguments.insert("target".to_string(), known.fill(&target.to_template()));
        }
        for (name, argument) in &action.arguments {
            let argument = known.fill(&argument.value);
            // A parameter that was not given leaves its argument out.
            if argument != Template::Literal(Value::Null) {
                arguments.insert(name.clone(), argument);
            }
        }
        if let Some(limit) = action.timeout.filter(|_| takes_timeout(signature)) {
            let told = Template::Literal(format_duration(limit).into());
            arguments.entry(TIMEOUT.to_string()).or_insert(told);
        }
        check(&signature.parameters, &mut arguments, &self.sensitive).map_err(at)?;
        Ok(Node::Call(PlannedCall {
            step: number.into(),
            capability: signature.name.into(),
            effect: signature.effect,
            reversible: signature.reversible,
            asks: signature.asks(),
            arguments,
            timeout: action.timeout.map(|limit| with_margin(limit, signature)),
            bind: action.bind.clone(),
            sandboxed: place.trust.is_sandboxed(),
        }))
    }

    fn branch(
        &mut self,
        branch: &Branch,
        known: &Known,
        inside: &str,
        place: &Place<'_>,
        nodes: &mut Vec<Node>,
    ) -> Result<(), Failure> {
        admit_condition(place.trust, &branch.condition)?;
        // A choice that is made already leaves no trace in the plan, only its steps.
        let decided = match known.decide(&branch.condition) {
            Some(true) => self.steps(&branch.then, known, inside, place)?,
            Some(false) => self.steps(&branch.otherwise, known, inside, place)?,
            None => {
                let node = Node::Branch {
                    condition: known.fill_condition(&branch.condition),
                    then: self.steps(&branch.then, known, inside, place)?,
                    otherwise: self.steps(&branch.otherwise, known, inside, place)?,
                };
                return self.push(node, nodes);
            }
        };
        nodes.extend(decided);
        Ok(())
    }

    fn repeat(
        &mut self,
        repeated: &Loop,
        known: &Known,
        inside: &str,
        place: &Place<'_>,
    ) -> Result<Node, Failure> {
        let variable = &repeated.variable.value;
        let max = repeated.max.value as usize;
        match known.fill(&repeated.over.value) {
            Template::Literal(Value::List(items)) => {
                let mut iterations = Vec::new();
                for (index, item) in items.iter().take(max).enumerate() {
                    let mut inner = Known {
                        scope: known.scope.with(variable, item.clone()),
                        unknown: known.unknown.clone(),
                    };
                    inner.unknown.remove(variable);
                    let prefix = format!("{inside}{}.", index + 1);
                    iterations.push((item.clone(), self.steps(&repeated.steps, &inner, &prefix, place)?));
                }
                let left_out = items.len().saturating_sub(max);
                Ok(Node::Each { variable: variable.clone(), iterations, left_out })
            }
            Template::Literal(Value::Null) => {
                Ok(Node::Each { variable: variable.clone(), iterations: Vec::new(), left_out: 0 })
            }
            over => {
                let mut inner = known.clone();
                inner.unknown.insert(variable.clone());
                let body = self.steps(&repeated.steps, &inner, inside, place)?;
                Ok(Node::Loop { over, variable: variable.clone(), max: repeated.max.value, body })
            }
        }
    }

    fn sub_intent(
        &mut self,
        sub: &SubIntent,
        known: &Known,
        number: &str,
        place: &Place<'_>,
    ) -> Result<Node, Failure> {
        let name = &sub.name.value;
        let at = |failure: Failure| failure.context(format!("step {number}: intent {name}"));
        let entry = self.planner.registry.resolve(name, self.planner.priority).ok_or_else(|| {
            let failure = Failure::new(Cause::UnknownIntent, format!("there is no intent \"{name}\""));
            at(match nearest(name, self.planner.registry.names()) {
                Some(meant) => failure.hint(format!("Did you mean {meant}?")),
                None => failure,
            })
        })?;
        let definition: &Arc<Definition> = &entry.definition;
        let parameters = entry.parameters();
        let mut params: IndexMap<String, Template> =
            sub.params.iter().map(|(name, param)| (name.clone(), known.fill(&param.value))).collect();
        if sub.inherits {
            for parameter in parameters.iter().filter(|it| !sub.params.contains_key(&it.name)) {
                params.extend(known.named(&parameter.name).map(|value| (parameter.name.clone(), value)));
            }
        }
        params.retain(|_, param| *param != Template::Literal(Value::Null));
        check(&parameters, &mut params, &self.sensitive)
            .map_err(|failure| at(hint_usage(failure, name, &parameters)))?;
        let mut inner = Known { scope: Scope::default(), unknown: HashSet::new() };
        for parameter in &parameters {
            match params.get(&parameter.name) {
                Some(Template::Literal(value)) => {
                    inner.scope = inner.scope.with(&parameter.name, value.clone());
                }
                Some(_) => drop(inner.unknown.insert(parameter.name.clone())),
                None => {}
            }
        }
        let trust = place.trust.through(Trust::of(entry.tier, self.planner.configuration));
        let nodes = self
            .intent(entry, &inner, &format!("{number}."), trust, place.depth + 1)
            .map_err(|failure| failure.context(format!("step {number}: intent {name}")))?;
        let recovery = Place { trust, options: &Options::default(), depth: place.depth + 1 };
        let recovery = self
            .steps(&definition.failure.recovery, &inner, &format!("{number}.recovery "), &recovery)
            .map_err(|failure| failure.context(format!("step {number}: intent {name}")))?;
        Ok(Node::Intent {
            definition: Arc::clone(definition),
            params,
            sandboxed: trust.is_sandboxed(),
            nodes,
            recovery,
            bind: sub.bind.clone(),
            told: sub.told,
        })
    }
}

/// Where a step stands: what the definition around it may do and asks for.
struct Place<'a> {
    trust: Trust,
    options: &'a Options,
    depth: usize,
}

fn admit_extracts<'e>(trust: Trust, extracts: impl Iterator<Item = &'e Extract>) -> Result<(), Failure> {
    for extract in extracts {
        if let ExtractKind::From { source, .. } = &extract.kind {
            trust.admit(&source.value)?;
        }
    }
    Ok(())
}

fn admit_condition(trust: Trust, condition: &Condition) -> Result<(), Failure> {
    condition.probes().into_iter().try_for_each(|capability| trust.admit(capability))
}

/// Checks what is known of the arguments against the parameters, and fills defaults in. What has a
/// sensitive name is a secret from here on, wherever it comes from.
fn check(
    parameters: &[Parameter],
    arguments: &mut IndexMap<String, Template>,
    sensitive: &SensitiveFields,
) -> Result<(), Failure> {
    for (name, argument) in arguments.iter_mut() {
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == *name) else {
            let failure = Failure::new(Cause::InvalidParameter, format!("there is no parameter \"{name}\""));
            let meant = nearest(name, parameters.iter().map(|parameter| parameter.name.as_str()));
            return Err(match meant {
                Some(meant) => failure.hint(format!("Did you mean {meant}?")),
                None => failure,
            });
        };
        if let Template::Literal(value) = argument {
            *argument = Template::Literal(parameter.accept(value.clone())?.guarded(name, sensitive));
        }
    }
    for parameter in parameters {
        match &parameter.default {
            _ if arguments.contains_key(&parameter.name) => {}
            Some(default) => {
                arguments.insert(parameter.name.clone(), Template::Literal(default.clone()));
            }
            None if parameter.required => {
                return Err(Failure::new(
                    Cause::MissingParameter,
                    format!("missing parameter: {}", parameter.name),
                ));
            }
            None => {}
        }
    }
    Ok(())
}

fn hint_usage(failure: Failure, name: &str, parameters: &[Parameter]) -> Failure {
    if failure.hint.is_some() { failure } else { failure.hint(format!("Usage: {}", usage(name, parameters))) }
}

/// Whether the verb wants to be told how long it may wait.
fn takes_timeout(signature: &Signature) -> bool {
    signature.parameters.iter().any(|parameter| parameter.name == TIMEOUT)
}

/// How long a call may take that was given so much time. One that knows its time ends by itself, and says
/// what it waited for; it is not broken off at the same moment.
fn with_margin(limit: Duration, signature: &Signature) -> Duration {
    if takes_timeout(signature) { limit.saturating_add(MARGIN) } else { limit }
}

fn literals(arguments: &Object) -> IndexMap<String, Template> {
    arguments
        .iter()
        .filter(|(_, value)| **value != Value::Null)
        .map(|(name, value)| (name.clone(), Template::Literal(value.clone())))
        .collect()
}

/// Of the nodes that go at once, no two may act on the same tab. Definitions are checked for it when they are read; what
/// the intents do that they run is only known here.
fn refuse_crowding(nodes: &[Node], number: &str) -> Result<(), Failure> {
    let mut taken: HashSet<Option<TabOf>> = HashSet::new();
    for node in nodes {
        let mut acted_on = HashSet::new();
        tabs_acted_on(node, None, &mut acted_on);
        acted_on.remove(&Some(TabOf::New));
        if acted_on.iter().any(|tab| taken.contains(tab)) {
            return Err(Failure::new(
                Cause::DefinitionInvalid,
                "two steps of a parallel block act on the same tab",
            )
            .context(format!("step {number}: parallel"))
            .hint("Put one of them into a tab of its own: `- tab: { at: new, steps: [...] }`."));
        }
        taken.extend(acted_on);
    }
    Ok(())
}

/// Whether any of the nodes acts on the tab that the intent is in.
pub(crate) fn acts_here(nodes: &[Node]) -> bool {
    let mut found = HashSet::new();
    nodes.iter().for_each(|node| tabs_acted_on(node, None, &mut found));
    found.contains(&None)
}

fn tabs_acted_on(node: &Node, tab: Option<TabOf>, found: &mut HashSet<Option<TabOf>>) {
    let tab = match node {
        Node::InTab { at, .. } => Some(*at),
        _ => tab,
    };
    if let Node::Call(call) = node
        && call.effect != Effect::Observe
        && call.capability.split('.').next() == Some(crate::catalog::PAGES)
    {
        found.insert(tab);
    }
    node.children().into_iter().flatten().for_each(|inner| tabs_acted_on(inner, tab, found));
}
