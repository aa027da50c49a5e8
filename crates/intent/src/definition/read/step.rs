use indexmap::IndexMap;

use super::super::expression::name_length;
use super::super::{
    Block, BlockPlace, Branch, Extract, Loop, Parallel, Span, Spanned, Step, StepKind, Template, Try, Wait,
};
use super::fields::head;
use super::{Reader, field};
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::signature::{Effect, Reach};
use crate::value::Value;
use crate::yaml::{Content, Entry, Node};

/// The maximum number of iterations of a loop.
pub(super) const MAX_LOOP: u32 = 10_000;
/// The maximum number of list items for a loop without `max`.
const LONGEST_LIST: u32 = 1000;

/// The maximum number of steps of a definition, at any depth. A longer one was machine-generated, and nobody
/// could review it.
pub(super) const MAX_STEPS: usize = 2_000;

pub(super) const BRANCH: [&str; 3] = ["if", "then", "else"];
pub(super) const LOOP: [&str; 4] = ["over", "as", "steps", "max"];
pub(super) const TRY: [&str; 2] = ["steps", "catch"];
pub(super) const PARALLEL: [&str; 2] = ["steps", "wait"];

pub(super) const FORMS: [&str; 7] = ["action", "branch", "loop", "try", "parallel", "checkpoint", "extract"];

/// The highest tab number that a block may use.
const MOST_PLACES: i64 = 1000;

impl Reader<'_> {
    /// Reads a list of at least one step. Variables that the steps define go out of scope after them.
    pub(super) fn steps(&mut self, node: &Node, what: &str) -> Vec<Step> {
        let scope = self.variables.len();
        let steps = self.open_steps(node, what);
        self.close_scope(scope);
        steps
    }

    /// Reads the steps of the definition itself. Its success and failure conditions may refer to their
    /// variables.
    pub(super) fn open_steps(&mut self, node: &Node, what: &str) -> Vec<Step> {
        let Some(items) = self.list(node, what) else { return Vec::new() };
        if items.is_empty() {
            self.error(
                node.span.clone(),
                format!("{what} is empty"),
                "Write at least one step, such as `- action: observe`.",
            );
        }
        items.iter().filter_map(|item| if self.is_full() { None } else { self.step(item) }).collect()
    }

    /// Moves the variables that were added since `scope` out of scope.
    pub(super) fn close_scope(&mut self, scope: usize) {
        let gone = self.variables.split_off(scope.min(self.variables.len()));
        self.past_variables.extend(gone);
    }

    fn step(&mut self, node: &Node) -> Option<Step> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            if self.steps == MAX_STEPS + 1 {
                let message = format!("a definition has at most {MAX_STEPS} steps");
                self.error(head(node), message, "Use a loop, or make several intents of it.");
            }
            return None;
        }
        let Content::Mapping(entries) = &node.content else {
            self.wrong_kind(node, "a step", "a mapping", "Write it as in `- action: click`.");
            return None;
        };
        let form =
            entries.iter().find(|entry| FORMS.contains(&entry.key.value.as_str()) || self.is_block(entry));
        let Some(form) = form else {
            self.formless(node, entries);
            return None;
        };
        if form.key.value == "action" {
            return self.action_step(&form.value, entries, node);
        }
        for entry in entries.iter().filter(|entry| entry.key != form.key) {
            let (key, first) = (&entry.key.value, &form.key.value);
            self.error(
                entry.key.span.clone(),
                format!("\"{key}\" and \"{first}\" cannot be in the same step"),
                if self.forms().contains(&key.as_str()) {
                    format!("Make it a separate step: `- {key}:`.")
                } else {
                    format!("Indent it below `{first}:` if it belongs there, or remove it.")
                },
            );
        }
        let kind = match form.key.value.as_str() {
            "branch" => StepKind::Branch(self.branch(form)?),
            "loop" => StepKind::Loop(self.repetition(form)?),
            "try" => StepKind::Try(self.attempt(form)?),
            "parallel" => StepKind::Parallel(self.parallel(form)?),
            "extract" => StepKind::Extract(self.extract_step(&form.value)),
            "checkpoint" => StepKind::Checkpoint(self.checkpoint(&form.value)?),
            _ => StepKind::Block(self.block(form)?),
        };
        Some(Step { kind, span: node.span.clone() })
    }

    /// Returns the keys that identify the forms of steps.
    fn forms(&self) -> Vec<&str> {
        let (before, after) = FORMS.split_at(5);
        [before, self.rules.blocks, after].concat()
    }

    /// Whether an entry is a block at another place. If the keywords are unknown, any entry with `at` and
    /// `steps` is one.
    fn is_block(&self, entry: &Entry) -> bool {
        let has = |key: &str| entry.value.as_mapping().is_some_and(|it| field(it, key).is_some());
        let is_known = self.rules.blocks.contains(&entry.key.value.as_str());
        is_known || self.rules.catalog.is_none() && has("at") && has("steps")
    }

    /// Reports a mapping that is not any form of step.
    fn formless(&mut self, node: &Node, entries: &[Entry]) {
        let Some(first) = entries.first() else {
            self.error(node.span.clone(), "the step is empty", "Write it as in `- action: click`.");
            return;
        };
        let key = &first.key.value;
        let forms = self.forms();
        let message = format!("a step is one of {}, not \"{key}\"", forms.join(", "));
        let fault = match nearest(key, forms) {
            _ if self.rules.verb(key).is_some() || key == "wait" || key.contains('.') => {
                Diagnostic::error(first.key.span.clone(), message, format!("Write `- action: {key}`."))
            }
            Some(near) => Diagnostic::error(first.key.span.clone(), message, format!("Write `{near}`."))
                .label(format!("did you mean \"{near}\"?")),
            None => Diagnostic::error(first.key.span.clone(), message, "Write it as in `- action: click`."),
        };
        self.push(fault);
    }

    fn branch(&mut self, form: &Entry) -> Option<Branch> {
        let entries = self.mapping(&form.value, "branch")?;
        self.refuse_unknown(entries, &BRANCH, "branch");
        let at = &form.key.span;
        let condition = self
            .require(entries, "if", at, "branch", "Say when, as in `if: $remember`.")
            .and_then(|node| self.condition(node));
        let then = self
            .require(entries, "then", at, "branch", "Add the steps for a true condition under `then`.")
            .map(|node| self.steps(node, "then"));
        let otherwise = field(entries, "else").map(|node| self.steps(node, "else")).unwrap_or_default();
        Some(Branch { condition: condition?, then: then?, otherwise })
    }

    fn repetition(&mut self, form: &Entry) -> Option<Loop> {
        let entries = self.mapping(&form.value, "loop")?;
        self.refuse_unknown(entries, &LOOP, "loop");
        let at = &form.key.span;
        let over = self
            .require(entries, "over", at, "loop", "Add a list, such as `over: $items`.")
            .and_then(|node| self.loop_items(node));
        let variable = self
            .require(entries, "as", at, "loop", "Name the current one, as in `as: item`.")
            .and_then(|node| self.variable(node));
        let max = match field(entries, "max") {
            Some(node) => self
                .whole(node, "max", 1..=i64::from(MAX_LOOP))
                .and_then(|max| Some(Spanned::new(u32::try_from(max).ok()?, node.span.clone()))),
            // A list has a natural end.
            None if over.as_ref().is_some_and(|over| is_list(&over.value)) => {
                Some(Spanned::new(LONGEST_LIST, at.clone()))
            }
            None => {
                let fault = Diagnostic::error(
                    at.clone(),
                    "the loop is unbounded: it does not say how often it goes round at the most",
                    "Bound it, as in `max: 100`.",
                );
                self.push(fault.label("\"max\" is missing"));
                None
            }
        };
        if let Some(variable) = &variable {
            self.variables.push(variable.value.clone());
        }
        let steps = self
            .require(entries, "steps", at, "loop", "Add the steps for each item under `steps`.")
            .map(|node| self.steps(node, "steps"));
        if variable.is_some() {
            self.past_variables.extend(self.variables.pop());
        }
        Some(Loop { over: over?, variable: variable?, steps: steps?, max: max? })
    }

    /// Reads a list, or a text that is a reference or a selector.
    fn loop_items(&mut self, node: &Node) -> Option<Spanned<Template>> {
        let is_text = node.as_scalar().is_some_and(|scalar| scalar.value().as_text().is_some());
        if !is_text && node.as_list().is_none() {
            let remedy = "Write a reference, as in `over: $items`, a list, or a selector.";
            self.wrong_kind(node, "over", "a list or a selector", remedy);
            return None;
        }
        Some(Spanned::new(self.template(node), node.span.clone()))
    }

    fn variable(&mut self, node: &Node) -> Option<Spanned<String>> {
        let name = self.text(node, "as")?;
        let span = node.text_span(self.source);
        if name.is_empty() || name_length(&name) != name.len() {
            let suggestion = super::suggest_name(name.trim_start_matches('$'));
            self.error(
                span,
                "a loop variable has letters, digits and `_`, and begins with a letter",
                format!("Write it as in `as: {suggestion}`."),
            );
            return None;
        }
        let hides_parameter = self.parameters.contains_key(&name);
        if hides_parameter || self.variables.contains(&name) {
            let what = if hides_parameter { "the parameter" } else { "the outer loop variable" };
            self.push(Diagnostic::warning(
                span,
                format!("inside the loop, \"{name}\" hides {what} of that name"),
                "Give the loop variable another name.",
            ));
        }
        Some(Spanned::new(name, node.span.clone()))
    }

    fn attempt(&mut self, form: &Entry) -> Option<Try> {
        let entries = self.mapping(&form.value, "try")?;
        self.refuse_unknown(entries, &TRY, "try");
        let at = &form.key.span;
        let steps = self
            .require(entries, "steps", at, "try", "Add the steps to try under `steps`.")
            .map(|node| self.steps(node, "steps"));
        let catch = self
            .require(entries, "catch", at, "try", "Add the steps for a failure, or write `catch: []`.")
            .map(|node| match node.as_list() {
                // An empty `catch` is useful for ignoring a failure.
                Some([]) => Vec::new(),
                _ => self.steps(node, "catch"),
            });
        Some(Try { steps: steps?, catch: catch? })
    }

    fn parallel(&mut self, form: &Entry) -> Option<Parallel> {
        let entries = self.mapping(&form.value, "parallel")?;
        self.refuse_unknown(entries, &PARALLEL, "parallel");
        let steps = self
            .require(entries, "steps", &form.key.span, "parallel", "Add the parallel steps under `steps`.")
            .map(|node| self.steps(node, "steps"));
        let all = [Wait::All, Wait::Any, Wait::None];
        let wait = match field(entries, "wait") {
            None => Some(Wait::default()),
            Some(node) => self
                .word(node, "wait", &all.map(Wait::as_str))
                .and_then(|word| all.into_iter().find(|wait| wait.as_str() == word)),
        };
        let steps = steps?;
        self.refuse_crowding(&steps);
        Some(Parallel { steps, wait: wait? })
    }

    /// Reports two parallel steps that act at the same place, because they would interfere.
    fn refuse_crowding(&mut self, steps: &[Step]) {
        let place = self.rules.blocks.first().copied().unwrap_or("place");
        let mut taken: Vec<(BlockPlace, usize)> = Vec::new();
        let mut first: Option<Span> = None;
        for step in steps {
            for at in self.places_acted_at(step) {
                let span = match at {
                    None => first.replace(step.span.clone()),
                    Some(BlockPlace::New) => None,
                    Some(place) => {
                        let before = taken.iter().find(|(other, _)| *other == place).map(|(_, at)| *at);
                        taken.push((place, step.span.start));
                        before.map(|at| at..at)
                    }
                };
                let Some(before) = span.filter(|before| before.start != step.span.start) else { continue };
                let (line, _) = crate::line_column(self.source, before.start);
                let span = step.span.start
                    ..step.span.start + self.source[step.span.clone()].lines().next().map_or(0, str::len);
                self.push(
                    Diagnostic::error(
                        span,
                        format!("two steps of a parallel block act on the same {place}"),
                        format!(
                            "Put one of them into a separate {place}, such as `- {place}: {{ at: new, steps: [...] }}`, or execute them one after the other."
                        ),
                    )
                    .label(format!("the other one is on line {line}")),
                );
                return;
            }
        }
    }

    /// Returns the places that a step acts on; `None` is the place of the intent itself. The places of a
    /// sub-intent are only known when the plan is made.
    fn places_acted_at(&self, step: &Step) -> Vec<Option<BlockPlace>> {
        let of =
            |steps: &[Step]| steps.iter().flat_map(|step| self.places_acted_at(step)).collect::<Vec<_>>();
        match &step.kind {
            StepKind::Action(action) => {
                let verb = self.rules.verb(&action.name.value);
                let is_of_page = |reach| matches!(reach, Reach::Page | Reach::Credentials | Reach::Browser);
                let acts = verb
                    .is_some_and(|verb| verb.effect != Effect::Observe && verb.reach.is_some_and(is_of_page));
                if acts { vec![None] } else { Vec::new() }
            }
            StepKind::Block(block) => {
                of(&block.steps).into_iter().map(|inner| inner.or(Some(block.at))).collect()
            }
            StepKind::Branch(branch) => [of(&branch.then), of(&branch.otherwise)].concat(),
            StepKind::Loop(repeated) => of(&repeated.steps),
            StepKind::Try(attempt) => [of(&attempt.steps), of(&attempt.catch)].concat(),
            StepKind::Parallel(parallel) => of(&parallel.steps),
            StepKind::Wait(_) | StepKind::Intent(_) | StepKind::Checkpoint(_) | StepKind::Extract(_) => {
                Vec::new()
            }
        }
    }

    fn block(&mut self, form: &Entry) -> Option<Block> {
        let keyword = form.key.value.clone();
        let entries = self.mapping(&form.value, &keyword)?;
        self.refuse_unknown(entries, &["at", "steps"], &keyword);
        let span = &form.key.span;
        let at = self.require(entries, "at", span, &keyword, "Say which, as in `at: new` or `at: 2`.")?;
        let at = match at.as_scalar().map(|scalar| scalar.text.as_str()) {
            Some("new") => BlockPlace::New,
            _ => BlockPlace::Number(u32::try_from(self.whole(at, "at", 1..=MOST_PLACES)?).ok()?),
        };
        let steps = self
            .require(entries, "steps", span, &keyword, "Add its steps under `steps`.")
            .map(|node| self.steps(node, "steps"))?;
        Some(Block { keyword, at, steps })
    }

    /// Reads values to extract in a step, each under a name that the following steps can refer to.
    fn extract_step(&mut self, node: &Node) -> IndexMap<String, Extract> {
        let extracts = self.extracts(node);
        if extracts.is_empty() {
            self.error(
                node.span.clone(),
                "extract is empty",
                "Add a value, such as `extract: { total: { from: text } }`.",
            );
        }
        self.variables.extend(extracts.keys().filter(|name| name_length(name) == name.len()).cloned());
        extracts
    }

    /// Reads the variable name of a result.
    pub(super) fn result_name(&mut self, node: &Node) -> Option<String> {
        let name = self.text(node, "as")?;
        if name.is_empty() || name_length(&name) != name.len() {
            let suggestion = super::suggest_name(name.trim_start_matches('$'));
            self.error(
                node.text_span(self.source),
                "the name of a result has letters, digits and `_`, and begins with a letter",
                format!("Write it as in `as: {suggestion}`."),
            );
            return None;
        }
        self.variables.push(name.clone());
        Some(name)
    }

    pub(super) fn checkpoint(&mut self, node: &Node) -> Option<Spanned<String>> {
        let name = self.text(node, "a checkpoint")?;
        let span: Span = node.text_span(self.source);
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        if !is_name {
            self.error(
                span,
                "the name of a checkpoint has letters, digits, `_` and `-`, and begins with a letter",
                format!("Write it as in `checkpoint: {}`.", super::suggest_name(&name)),
            );
            return None;
        }
        if let Some(first) = self.checkpoints.get(&name) {
            let (line, _) = crate::line_column(self.source, first.start);
            self.push(
                Diagnostic::error(
                    span,
                    format!("there are two checkpoints named \"{name}\""),
                    "Rename one of them, so that a run can be resumed from either.",
                )
                .label(format!("the first one is on line {line}")),
            );
            return None;
        }
        self.checkpoints.insert(name.clone(), span.clone());
        Some(Spanned::new(name, node.span.clone()))
    }
}

/// Whether a loop iterates over a list, and not over elements of the page.
fn is_list(over: &Template) -> bool {
    matches!(over, Template::Reference(_) | Template::List(_) | Template::Literal(Value::List(_)))
}
