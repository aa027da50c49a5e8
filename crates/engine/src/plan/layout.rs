use std::sync::Arc;

use indexmap::IndexMap;
use lemmascope_intent::definition::{
    Action, Branch, Condition, Extract, ExtractKind, Loop, Options, Scope, Step, StepKind, SubIntent,
    Template,
};
use lemmascope_intent::{
    Cause, Definition, Failure, Node, PlannedCall, SensitiveFields, Value, format_duration, nearest,
};

use super::Planner;
use super::arguments::{TIMEOUT, check, hint_usage, not_given, takes_timeout, with_margin};
use super::block_conflicts::refuse_crowding;
use super::known::Known;
use super::warning::warning;
use crate::catalog::{Caller, Entry, Trust};

/// The maximum depth of nested intents. Cycles are rejected when definitions are loaded; this limit covers a
/// registry that changes in between.
const MAX_DEPTH: usize = 16;
/// The maximum number of nodes in a plan. Loops over known lists are unrolled, and nested loops multiply.
const MAX_NODES: usize = 100_000;

/// Unrolls the steps of definitions into the nodes of one plan, and counts them.
pub(super) struct Layout<'a> {
    planner: &'a Planner<'a>,
    sensitive: SensitiveFields,
    nodes_left: usize,
}

impl<'a> Layout<'a> {
    pub(super) fn new(planner: &'a Planner<'a>) -> Self {
        Self { planner, sensitive: planner.configuration.sensitive(), nodes_left: MAX_NODES }
    }

    /// Returns the nodes of an intent, including those of nested intents.
    pub(super) fn intent(
        &mut self,
        entry: &Entry,
        known: &Known,
        prefix: &str,
        trust: &Trust,
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
            self.admit_condition(trust, condition)?;
        }
        self.admit_extracts(trust, definition.success.extract.values())?;
        let caller = Caller::of(entry);
        let place = Place { trust, caller: &caller, options: &definition.options, depth };
        self.steps(&entry.definition.steps, known, prefix, &place)
    }

    /// Returns the nodes of a list of steps.
    pub(super) fn steps(
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
            // `options.checkpoint` adds a checkpoint after every top-level step.
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
                self.admit_condition(place.trust, &wait.condition)?;
                Node::Wait {
                    condition: known.fill_condition(&wait.condition),
                    timeout: wait.timeout,
                    retry: wait.retry.clone(),
                }
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
                refuse_crowding(&nodes, self.planner.catalog, number)?;
                Node::Parallel { nodes, wait: parallel.wait }
            }
            StepKind::Block(block) => Node::Block {
                keyword: block.keyword.clone(),
                at: block.at,
                nodes: self.steps(&block.steps, known, &inside, place)?,
            },
            StepKind::Extract(extracts) => {
                self.admit_extracts(place.trust, extracts.values())?;
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
        place.trust.admit(signature).map_err(at)?;
        let mut arguments = IndexMap::new();
        if let Some(target) = &action.target {
            arguments.insert("target".to_string(), known.fill(&target.to_template()));
        }
        let is_needed = |name: &str| {
            signature.parameters.iter().any(|parameter| parameter.name == name && parameter.required)
        };
        for (name, written) in &action.arguments {
            let argument = known.fill(&written.value);
            // A missing optional argument is omitted; for a required one, the missing parameter is reported.
            if argument != Template::Literal(Value::Null) {
                arguments.insert(name.clone(), argument);
            } else if is_needed(name) {
                return Err(at(not_given(&written.value)));
            }
        }
        if let Some(limit) = action.timeout.filter(|_| takes_timeout(signature)) {
            let told = Template::Literal(format_duration(limit).into());
            arguments.entry(TIMEOUT.to_string()).or_insert(told);
        }
        check(&signature.parameters, &mut arguments, &self.sensitive).map_err(at)?;
        let consent = place.trust.consent(signature, &arguments);
        Ok(Node::Call(PlannedCall {
            step: number.into(),
            capability: signature.name.into(),
            effect: signature.effect,
            reversible: signature.reversible,
            asks: signature.asks() || consent.is_some(),
            warning: consent.or_else(|| warning(signature, &arguments)),
            arguments,
            timeout: action.timeout.map(|limit| with_margin(limit, signature)),
            retry: action.retry.clone(),
            bind: action.bind.clone(),
            sandbox: place.trust.sandbox.clone(),
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
        self.admit_condition(place.trust, &branch.condition)?;
        // A branch that is already decided leaves only its steps in the plan.
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

    pub(super) fn sub_intent(
        &mut self,
        sub: &SubIntent,
        known: &Known,
        number: &str,
        place: &Place<'_>,
    ) -> Result<Node, Failure> {
        let name = &sub.name.value;
        let at = |failure: Failure| failure.context(format!("step {number}: intent {name}"));
        let entry =
            self.planner.registry.resolve(name, place.caller, self.planner.priority).ok_or_else(|| {
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
        let mut inner = Known::new(Scope::default());
        for parameter in &parameters {
            match params.get(&parameter.name) {
                Some(Template::Literal(value)) => {
                    inner.scope = inner.scope.with(&parameter.name, value.clone());
                }
                Some(_) => drop(inner.unknown.insert(parameter.name.clone())),
                None => {}
            }
        }
        let trust = place.trust.through(&Trust::of(entry, self.planner.configuration));
        let nodes = self
            .intent(entry, &inner, &format!("{number}."), &trust, place.depth + 1)
            .map_err(|failure| failure.context(format!("step {number}: intent {name}")))?;
        let caller = Caller::of(entry);
        let recovery =
            Place { trust: &trust, caller: &caller, options: &Options::default(), depth: place.depth + 1 };
        let recovery = self
            .steps(&definition.failure.recovery, &inner, &format!("{number}.recovery "), &recovery)
            .map_err(|failure| failure.context(format!("step {number}: intent {name}")))?;
        Ok(Node::Intent {
            definition: Arc::clone(definition),
            params,
            sandbox: trust.sandbox,
            nodes,
            recovery,
            bind: sub.bind.clone(),
            told: sub.told,
        })
    }

    fn admit_extracts<'e>(
        &self,
        trust: &Trust,
        mut extracts: impl Iterator<Item = &'e Extract>,
    ) -> Result<(), Failure> {
        extracts.try_for_each(|extract| match &extract.kind {
            ExtractKind::From { source, .. } => self.admit_named(trust, &source.value),
            _ => Ok(()),
        })
    }

    fn admit_condition(&self, trust: &Trust, condition: &Condition) -> Result<(), Failure> {
        condition.probes().into_iter().try_for_each(|capability| self.admit_named(trust, capability))
    }

    /// Checks that a definition may call a verb. An unknown verb is reported elsewhere.
    fn admit_named(&self, trust: &Trust, capability: &str) -> Result<(), Failure> {
        self.planner.catalog.get(capability).map_or(Ok(()), |found| trust.admit(found.signature()))
    }
}

/// The context of a step: the permissions and the options of its definition.
pub(super) struct Place<'a> {
    pub(super) trust: &'a Trust,
    /// The scope for resolving called intents.
    pub(super) caller: &'a Caller,
    pub(super) options: &'a Options,
    pub(super) depth: usize,
}
