use std::time::Duration;

use lemmascope_intent::definition::{Options, Scope, Spanned, SubIntent, Template};
use lemmascope_intent::{Cause, Failure, Node, Object, Plan, PlannedCall};

use super::arguments::{literals, with_margin};
use super::known::Known;
use super::layout::{Layout, Place};
use super::warning::warning;
use crate::catalog::{Caller, Catalog, Entry, Priority, Registry, SessionHooks, Trust};
use crate::configuration::Configuration;

/// Turns definitions into plans. Pure: the result depends only on these fields and the arguments.
pub(crate) struct Planner<'a> {
    /// The available verbs.
    pub catalog: &'a Catalog,
    /// The available intents.
    pub registry: &'a Registry,
    /// The precedence among definitions of the same name.
    pub priority: &'a Priority,
    /// The settings, which determine the permissions.
    pub configuration: &'a Configuration,
    /// The scope of the person's calls.
    pub caller: Caller,
}

impl Planner<'_> {
    /// Returns the plan of an intent with these parameters.
    pub(crate) fn plan(&self, entry: &Entry, parameters: Object) -> Result<Plan, Failure> {
        let definition = &entry.definition;
        let known = Known::new(Scope::new(parameters.clone()));
        let mut layout = Layout::new(self);
        let trust = Trust::of(entry, self.configuration);
        let nodes = layout.intent(entry, &known, "", &trust, 0)?;
        Ok(Plan {
            intent: entry.full_name(),
            version: definition.version.value.clone(),
            parameters,
            sandbox: trust.sandbox,
            nodes,
        })
    }

    /// Returns the recovery nodes of an intent, for the case that it fails.
    pub(crate) fn plan_recovery(&self, entry: &Entry, parameters: Object) -> Result<Vec<Node>, Failure> {
        let known = Known::new(Scope::new(parameters));
        let mut layout = Layout::new(self);
        let trust = Trust::of(entry, self.configuration);
        let caller = Caller::of(entry);
        let place = Place { trust: &trust, caller: &caller, options: &Options::default(), depth: 0 };
        layout.steps(&entry.definition.failure.recovery, &known, "recovery ", &place)
    }

    /// Returns the nodes of a hook. Fails if a call needs confirmation, because a hook cannot ask for it.
    pub(crate) fn plan_hook(&self, hooking: &SessionHooks) -> Result<Vec<Node>, Failure> {
        let mut layout = Layout::new(self);
        let options = Options::default();
        let place = Place { trust: &hooking.trust, caller: &hooking.caller, options: &options, depth: 0 };
        let nodes = layout.steps(&hooking.steps, &Known::new(Scope::default()), "hook ", &place)?;
        match nodes.iter().flat_map(Node::calls).find(|call| call.asks) {
            Some(call) => Err(Failure::new(
                Cause::Forbidden,
                format!("a hook does nothing that a person has to agree to, as {} does", call.capability),
            )
            .hint("Make it a step of an intent.")),
            None => Ok(nodes),
        }
    }

    /// Returns the nodes for one of several goals: an intent, or a verb.
    pub(crate) fn plan_goal(
        &self,
        name: &str,
        arguments: Object,
        number: &str,
    ) -> Result<Vec<Node>, Failure> {
        if self.registry.resolve(name, &self.caller, self.priority).is_none() {
            let mut plan = self.plan_call(name, arguments, None)?;
            if let Some(Node::Call(call)) = plan.nodes.first_mut() {
                call.step = number.into();
            }
            return Ok(plan.nodes);
        }
        let params = arguments.into_iter();
        let params =
            params.map(|(name, value)| (name, Spanned::new(Template::Literal(value), 0..0))).collect();
        let name = Spanned::new(name.to_string(), 0..0);
        let intent = SubIntent { name, params, bind: None, inherits: false, told: false };
        let trust = Trust::of_person();
        let place = Place { trust: &trust, caller: &self.caller, options: &Options::default(), depth: 0 };
        Layout::new(self)
            .sub_intent(&intent, &Known::new(Scope::default()), number, &place)
            .map(|node| vec![node])
    }

    /// Returns the plan of a single call of a verb.
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
            warning: warning(signature, &literals(&arguments)),
            arguments: literals(&arguments),
            timeout: timeout.map(|limit| with_margin(limit, signature)),
            retry: None,
            bind: None,
            sandbox: None,
        };
        Ok(Plan {
            intent: signature.name.into(),
            version: "0".into(),
            parameters: arguments,
            sandbox: None,
            nodes: vec![Node::Call(call)],
        })
    }
}
