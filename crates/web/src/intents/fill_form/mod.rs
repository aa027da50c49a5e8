//! Filling the fields of a form from data. The order of reading: what is to be filled in; the places that a form has;
//! how much a key is like a place, and which key means which; what a form wants in parts; what each place wants of a
//! value; and then the doing and the telling.

mod entry;
mod slot;

mod counters;
mod keypads;

mod assignment;
mod similarity;
mod splitting;

mod fitting;
mod plan;
mod scope;

mod filling;
mod report;

#[cfg(test)]
mod meanings;

use std::sync::Arc;
use std::time::Duration;

use lemmascope_browser::page::{Counter, Snapshot};
use lemmascope_browser::session::{Content, Deadline, FilledFields};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Cause, Failure, Notation, Object, Outcome, Parameter, Signature, Type, Value};
use serde_json::json;

use self::entry::{Entry, entries};
use self::filling::{Done, End, fill, undone};
use self::fitting::{Lists, Way};
use self::plan::{DirectEntry, Plan, SkipReason, Step, plan, truncated_lists};
use super::PageActor;
use super::form;
use crate::submission::Form;
use crate::verbs::{Visit, file_paths, switch};

/// How often a form that changes while it is filled is looked at again.
const ROUNDS: usize = 4;
/// How long fields may take to come that something else brings up.
const COMING: Duration = Duration::from_millis(1200);

pub(super) fn signature() -> Signature {
    let data = "Names and values; a name may be a label, a name in the source, or the purpose of the field.";
    let signature = Signature::change("web.fill_form", "Fill the fields of a form.")
        .command("fill_form <data>")
        .everyday("tasks on pages")
        .calls_intent()
        .lasting()
        .parameter(Parameter::required("data", Type::Object, data).unrecorded());
    form::add_form_parameters(signature)
        .parameter(switch("partial", "Fill the matching fields, and skip the other values."))
        .parameter(
            Parameter::optional("timeout", Type::String, "How long to wait for a field, such as 5s.")
                .written(Notation::Duration),
        )
        .returns(Type::Object)
        .examples(&[r#"fill_form {"name": "Ann", "email": "ann@example.com"}"#])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let Some(Value::Object(data)) = args.get("data") else {
        return Err(Failure::new(Cause::InvalidParameter, "the data is not an object")
            .hint(r#"Write it as {"name": "Ann", "email": "ann@example.com"}."#));
    };
    let mut hands = PageActor::on(visit).await?;
    let mut job = Job::new(data, args);
    if job.entries.is_empty() && job.direct.is_empty() {
        return Err(Failure::new(Cause::InvalidParameter, "there is nothing to fill in")
            .hint("Give at least one name and value."));
    }
    job.carry_out(&mut hands).await
}

/// What is to be done, and how far it is.
struct Job<'a> {
    args: &'a Args,
    partial: bool,
    entries: Vec<Entry>,
    /// Those whose keys name an element.
    direct: Vec<Entry>,
    done: Vec<Done>,
}

impl<'a> Job<'a> {
    fn new(data: &Object, args: &'a Args) -> Self {
        // A parameter that was not given leaves its field alone.
        let given = entries(data).into_iter().filter(|entry| entry.value != Value::Null);
        let (direct, entries) = given.partition(|entry| target_of(&entry.key).is_some());
        Self { args, partial: args.flag("partial"), entries, direct, done: Vec::new() }
    }

    async fn carry_out(&mut self, hands: &mut PageActor<'_>) -> Result<Outcome, Failure> {
        let (mut form, mut plan) = self.plan(hands).await?;
        if !self.partial && !plan.left.is_empty() {
            if let Some(revealed) = self.reveal(hands, &plan).await? {
                (form, plan) = revealed;
            } else {
                let (form, plan) = self.plan(hands).await?;
                return Err(report::refused(&hands.seen, &form, &plan));
            }
        }
        for step in &plan.steps {
            if let Way::Files(files) = &step.task.way {
                file_paths(hands.visit, files).await?;
            }
        }
        if plan.steps.is_empty() && self.done.is_empty() {
            return Err(report::refused(&hands.seen, &form, &plan));
        }
        for round in 0..ROUNDS {
            let steps = self.open_steps(&hands.seen, &plan);
            if steps.is_empty() {
                break;
            }
            let mut done = Vec::new();
            if let Err(failure) = fill(hands, &steps, &mut done).await {
                // The page went away in the middle of it: what was done until then is told.
                self.note(done);
                report::sections(hands, self, &form, &plan);
                return Err(failure);
            }
            let is_lost = done.iter().any(|one| one.end == End::Gone);
            let chose = steps
                .iter()
                .any(|step| step.may_reveal() || matches!(step.task.way, Way::Awaited(_) | Way::Picked(_)));
            self.note(done);
            hands.look().await?;
            let may_have_come = chose && !plan.left.is_empty();
            if !is_lost && !may_have_come {
                break;
            }
            if round + 1 < ROUNDS {
                (form, plan) = self.plan(hands).await?;
            }
        }
        // What was filled by hand, or later, may have undone what was filled before.
        let is_simple = self
            .done
            .iter()
            .all(|one| matches!(one.step.task.way, Way::Directly(Content::Text(_) | Content::Put(_))));
        if !is_simple && self.done.len() > 1 {
            self.refill_changed_fields(hands).await?;
        }
        let filled = self.done.iter().filter(|one| one.end == End::Holds).map(|one| one.id).collect();
        let pattern = form::pattern_of(self.args)?;
        hands.filled = FilledFields { document: hands.seen.document.clone(), fields: filled, pattern };
        report::tell(hands, self, &form, &plan)
    }

    /// The form that is meant, and what goes where in it.
    async fn plan(&self, hands: &mut PageActor<'_>) -> Result<(Form, Plan), Failure> {
        let counters = self.counters(hands).await?;
        let snapshot = Arc::clone(&hands.seen);
        let keypads = hands.keypads(&snapshot).await?;
        let named = match form::named(hands, self.args).await {
            // The only thing to fill in may be a number with buttons.
            Err(failure)
                if failure.cause == Cause::TargetNotFound && !(counters.is_empty() && keypads.is_empty()) =>
            {
                let form = form::without_fields(&hands.seen, self.args)?.ok_or(failure)?;
                Some(form)
            }
            named => named?,
        };
        let mut direct = Vec::new();
        for entry in &self.direct {
            let Some(target) = target_of(&entry.key) else { continue };
            let found = hands.find(&target, &Rules::default()).await?;
            let place = hands.seen.elements.iter().position(|element| element.id == found.id);
            let element = place.ok_or_else(|| {
                Failure::new(Cause::TargetNotFound, format!("{} is not a field", found.shown()))
                    .verdict("not_found")
            })?;
            direct.push(DirectEntry { entry: entry.clone(), element });
        }
        let snapshot = Arc::clone(&hands.seen);
        let is_named = named.is_some();
        let form = match named {
            Some(form) if form.fields.is_empty() && counters.is_empty() && keypads.is_empty() => {
                return Err(form::no_fields_failure("what was named"));
            }
            Some(form) => form,
            None => match scope::choose(&snapshot, &self.entries) {
                Some(form) => form,
                None if !direct.is_empty() || !counters.is_empty() || !keypads.is_empty() => Form::default(),
                None => {
                    return Err(Failure::new(Cause::TargetNotFound, "there is no form on the page")
                        .hint("Look with `observe`; it may have to be opened first.")
                        .verdict("not_found"));
                }
            },
        };
        let lists = self.lists(hands, &snapshot, &form, &direct).await?;
        let counters = counters::of_form(&snapshot, Some(&form), is_named, counters);
        let plan = plan(&snapshot, &form.fields, &self.entries, &direct, &lists, &counters, &keypads);
        Ok((form, plan))
    }

    /// Returns the numbers with buttons, if one of them may be meant.
    async fn counters(&self, hands: &mut PageActor<'_>) -> Result<Vec<Counter>, Failure> {
        if !self.entries.iter().chain(&self.direct).any(counters::is_count) {
            return Ok(Vec::new());
        }
        let snapshot = Arc::clone(&hands.seen);
        hands.counters(&snapshot).await
    }

    /// The options of the lists that are too long to be told with the page.
    async fn lists(
        &self,
        hands: &mut PageActor<'_>,
        snapshot: &Snapshot,
        form: &Form,
        direct: &[DirectEntry],
    ) -> Result<Lists, Failure> {
        let mut lists = Lists::new();
        let fields: Vec<usize> =
            form.fields.iter().copied().chain(direct.iter().map(|direct| direct.element)).collect();
        for at in truncated_lists(snapshot, &fields) {
            let found = hands.found(snapshot.elements[at].id)?;
            let options = hands.options_of(&found).await?;
            let choices = options.into_iter().map(|option| crate::values::Choice {
                text: option.text,
                value: option.value,
                disabled: option.disabled,
            });
            lists.insert(at, choices.collect());
        }
        Ok(lists)
    }

    /// The rest to be done of a plan.
    fn open_steps(&self, snapshot: &Snapshot, plan: &Plan) -> Vec<Step> {
        let is_done = |step: &Step| {
            let id = snapshot.elements[step.task.element].id;
            self.done.iter().any(|one| one.step.key == step.key && one.id == id && one.end != End::Gone)
        };
        plan.steps.iter().filter(|step| !is_done(step)).cloned().collect()
    }

    fn note(&mut self, done: Vec<Done>) {
        for one in done {
            self.done.retain(|known| {
                known.step.key != one.step.key || (known.id != one.id && known.end != End::Gone)
            });
            self.done.push(one);
        }
    }

    /// Chooses what may bring up the fields that are missing. When it does not, it is undone, and nothing is returned.
    async fn reveal(
        &mut self,
        hands: &mut PageActor<'_>,
        plan: &Plan,
    ) -> Result<Option<(Form, Plan)>, Failure> {
        // Only what has no field yet may come; what is ambiguous or cannot be stays so.
        if plan.left.iter().any(|left| left.why != SkipReason::Unmatched) {
            return Ok(None);
        }
        let before = Arc::clone(&hands.seen);
        let choosing: Vec<Step> = plan.steps.iter().filter(|step| step.may_reveal()).cloned().collect();
        if choosing.is_empty() {
            return Ok(None);
        }
        let mut done = Vec::new();
        fill(hands, &choosing, &mut done).await?;
        let until = Deadline::within(COMING);
        let mut was_at_rest = false;
        loop {
            hands.look().await?;
            let (form, plan) = self.plan(hands).await?;
            if plan.left.is_empty() {
                self.note(done);
                return Ok(Some((form, plan)));
            }
            // It may have come to rest between the look and the question: what has come by then is looked at once more.
            let is_at_rest = !hands.is_unsettled(Duration::from_millis(300)).await;
            if until.is_over() || (is_at_rest && was_at_rest) {
                break;
            }
            was_at_rest = is_at_rest;
            hands.wait_for_change(until).await?;
        }
        take_back(hands, &before, &done).await?;
        Ok(None)
    }

    /// Fills again, once, what was undone by what came after it.
    async fn refill_changed_fields(&mut self, hands: &mut PageActor<'_>) -> Result<(), Failure> {
        let changed = undone(hands, &self.done).await?;
        if changed.is_empty() {
            return Ok(());
        }
        let (_, plan) = self.plan(hands).await?;
        let keys: Vec<String> = changed.iter().map(|(at, _)| self.done[*at].step.key.clone()).collect();
        let again: Vec<Step> = plan.steps.into_iter().filter(|step| keys.contains(&step.key)).collect();
        let mut done = Vec::new();
        fill(hands, &again, &mut done).await?;
        self.note(done);
        hands.look().await?;
        for (at, reason) in undone(hands, &self.done).await? {
            self.done[at].end = End::Failed(reason);
        }
        Ok(())
    }
}

/// Puts back what was chosen in vain.
async fn take_back(hands: &mut PageActor<'_>, before: &Snapshot, done: &[Done]) -> Result<(), Failure> {
    let mut fills = Vec::new();
    for one in done {
        let Some(element) = before.element(one.id) else { continue };
        let content = match (&one.step.task.way, element.kind) {
            (Way::Directly(Content::Options(_)), _) => {
                let chosen = element.choices.iter().enumerate().filter(|(_, choice)| choice.selected);
                Content::Options(chosen.map(|(at, choice)| (at, choice.value.clone())).collect())
            }
            (Way::Directly(Content::Ticked(_)), "radio") => {
                // One radio button is undone by the one that was on before; where none was, none can be.
                let name = element.attributes.get("name");
                let was = before.elements.iter().find(|other| {
                    other.kind == "radio"
                        && other.attributes.get("name") == name
                        && other.state.checked == Some(true)
                });
                let Some(was) = was else { continue };
                fills.push(lemmascope_browser::session::Fill {
                    found: hands.found(was.id)?,
                    content: Content::Ticked(true),
                });
                continue;
            }
            (Way::Directly(Content::Ticked(_)), _) => Content::Ticked(element.state.checked == Some(true)),
            _ => continue,
        };
        if let Ok(found) = hands.found(one.id) {
            fills.push(lemmascope_browser::session::Fill { found, content });
        }
    }
    hands.fill(&fills, false).await?;
    hands.look().await?;
    Ok(())
}

/// A key that names an element itself: its number, or a selector.
fn target_of(key: &str) -> Option<Value> {
    let key = key.trim();
    let inner = |start: &str| {
        let inner = key.strip_prefix(start)?.strip_suffix(')')?.trim();
        Some(inner.trim_matches(|c| c == '"' || c == '\'').to_string())
    };
    let number = key.strip_prefix('[').and_then(|key| key.strip_suffix(']')).unwrap_or(key);
    if !number.is_empty() && number.len() <= 9 && number.bytes().all(|byte| byte.is_ascii_digit()) {
        let id: u32 = number.parse().ok()?;
        return Some(json!({"id": id}).into());
    }
    if let Some(selector) = inner("css(") {
        return Some(json!({"selector": selector}).into());
    }
    inner("xpath(").map(|path| json!({"xpath": path}).into())
}
