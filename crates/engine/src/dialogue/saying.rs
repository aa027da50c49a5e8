use lemmascope_intent::Value;
use lemmascope_language::command::{self, Command};

use super::selected::Selected;
use crate::plan::{Invocation, Prepared};
use crate::sessions::{HeldPlan, Tool};

/// A sentence with its options.
#[derive(Debug, Clone, Default)]
pub(crate) struct Saying {
    /// The sentence.
    pub(crate) sentence: String,
    /// Whether to only show the plan.
    pub(crate) plan: bool,
    /// Whether to explain the reading.
    pub(crate) why: bool,
    /// Whether the person has confirmed in advance.
    pub(crate) agreed: bool,
    /// The confirmation code of the plan.
    pub(crate) confirm: Option<String>,
    /// The role of the sentence in the conversation, if it is not an independent request.
    pub(crate) turn: Option<&'static str>,
    /// Whether the shown plan waits for confirmation.
    pub(crate) waits: bool,
    /// The things that the sentence selects by their sort.
    pub(crate) selected: Vec<Selected>,
    /// The confirmed plan.
    pub(crate) held: Option<HeldPlan>,
}

impl Saying {
    /// Returns the sentence and the options of a `say` command.
    pub(crate) fn of(command: &Command) -> Self {
        let text =
            |value: Option<&command::Value>| value.and_then(command::Value::as_str).map(str::to_string);
        Self {
            sentence: text(command.argument("sentence")).unwrap_or_default(),
            plan: command.has("plan") || command.has("dry-run"),
            why: command.has("why"),
            agreed: command.has("yes"),
            confirm: text(command.option("confirm")),
            ..Self::default()
        }
    }

    /// Returns the confirmed plan, with the options that came with the confirmation.
    pub(super) fn held(&self) -> Option<Prepared> {
        let mut held = Prepared::clone(&self.held.as_ref()?.prepared);
        held.options.dry_run = false;
        held.options.agreed |= self.agreed;
        held.options.confirm = self.confirm.clone().or(held.options.confirm);
        Some(held)
    }

    /// Returns the invocation of a tool, with the options that came with the sentence.
    pub(super) fn invocation(&self, (name, arguments): &Tool) -> Invocation {
        let mut options: Vec<(String, Option<Value>)> =
            arguments.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
        options.extend(self.plan.then(|| ("dry-run".to_string(), None)));
        options.extend(self.agreed.then(|| ("yes".to_string(), None)));
        options.extend(self.confirm.clone().map(|code| ("confirm".to_string(), Some(code.into()))));
        Invocation { name: name.clone(), said: name.clone(), options, ..Invocation::default() }
    }
}
