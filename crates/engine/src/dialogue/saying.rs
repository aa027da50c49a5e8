use lemmascope_intent::Value;
use lemmascope_language::command::{self, Command};

use crate::plan::{Invocation, Prepared};
use crate::sessions::{HeldPlan, Tool};

/// Something that is said, and what was said with it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Saying {
    /// The sentence.
    pub(crate) sentence: String,
    /// Only show the plan.
    pub(crate) plan: bool,
    /// Tell what decided.
    pub(crate) why: bool,
    /// The person has agreed beforehand to what needs agreement.
    pub(crate) agreed: bool,
    /// The person has agreed to the plan with this code.
    pub(crate) confirm: Option<String>,
    /// What it is in the conversation, where it is no request of its own.
    pub(crate) turn: Option<&'static str>,
    /// Whether the plan that is shown waits for a yes.
    pub(crate) waits: bool,
    /// The plan that was agreed to.
    pub(crate) held: Option<HeldPlan>,
}

impl Saying {
    /// What the command `say` says.
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

    /// The plan that was agreed to, with what was said beside the yes.
    pub(super) fn held(&self) -> Option<Prepared> {
        let mut held = Prepared::clone(&self.held.as_ref()?.prepared);
        held.options.dry_run = false;
        held.options.agreed |= self.agreed;
        held.options.confirm = self.confirm.clone().or(held.options.confirm);
        Some(held)
    }

    /// The invocation of a tool, with what was said beside the sentence.
    pub(super) fn invocation(&self, (name, arguments): &Tool) -> Invocation {
        let mut options: Vec<(String, Option<Value>)> =
            arguments.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
        options.extend(self.plan.then(|| ("dry-run".to_string(), None)));
        options.extend(self.agreed.then(|| ("yes".to_string(), None)));
        options.extend(self.confirm.clone().map(|code| ("confirm".to_string(), Some(code.into()))));
        Invocation { name: name.clone(), said: name.clone(), options, ..Invocation::default() }
    }
}
