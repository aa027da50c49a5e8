use lemmascope_intent::{Args, Call, Cause, Change, Failure, Outcome, Parameter, Signature, Type, Value};

use super::Settings;
use super::book::{Book, Fact};
use super::recall::{has, keys};
use super::remember::short;

pub(super) fn signature() -> Signature {
    Signature::change("memory.forget", "Forget facts: one by its number, or all that have some words.")
        .removes()
        .parameter(Parameter::optional("id", Type::Number, "The number of the fact."))
        .parameter(Parameter::optional("keys", Type::Array, "Words that a fact must have, all of them."))
        .returns(Type::Array)
        .examples(&["memory.forget --id 3", "memory.forget --keys key,Ana"])
}

pub(super) fn act(settings: &Settings, args: &Args) -> Result<Outcome, Failure> {
    let (id, keys) = (args.optional_integer("id"), keys(args));
    if id.is_none() && keys.is_empty() {
        return Err(Failure::new(Cause::MissingParameter, "no fact to forget is given").hint(
            "Give the number of a fact with --id, or words of it with --keys; memory.recall lists them.",
        ));
    }
    let is_meant =
        |fact: &Fact| id.is_none_or(|id| i64::try_from(fact.id) == Ok(id)) && has(&fact.fact, &keys);
    let forgotten = take(settings, is_meant)?;
    if forgotten.is_empty() {
        return Err(Failure::new(Cause::TargetNotFound, "nothing like that is remembered")
            .hint("`memory.recall --minutes 0` lists all facts."));
    }
    Ok(outcome(forgotten))
}

/// The signature of the undo call for `remember` and `put_back`, which removes facts by id.
pub(super) fn signature_of_drop() -> Signature {
    Signature::change("memory.drop", "Forget facts by their numbers.")
        .parameter(Parameter::required("ids", Type::Array, "The numbers."))
        .returns(Type::Array)
        .internal()
}

pub(super) fn act_of_drop(settings: &Settings, args: &Args) -> Result<Outcome, Failure> {
    let ids = args.get("ids").and_then(Value::as_list).unwrap_or_default();
    let ids: Vec<u64> = ids.iter().filter_map(|id| u64::try_from(id.as_number()?.as_i64()?).ok()).collect();
    // Facts that were removed already are ignored.
    Ok(outcome(take(settings, |fact| ids.contains(&fact.id))?))
}

fn take(settings: &Settings, is_meant: impl Fn(&Fact) -> bool) -> Result<Vec<Fact>, Failure> {
    let mut book = Book::open(&settings.state)?;
    let (gone, left) = std::mem::take(&mut book.facts).into_iter().partition(|fact| is_meant(fact));
    let gone: Vec<Fact> = gone;
    book.facts = left;
    if !gone.is_empty() {
        book.keep()?;
    }
    Ok(gone)
}

fn outcome(forgotten: Vec<Fact>) -> Outcome {
    let line = match forgotten.as_slice() {
        [one] => format!("forget \"{}\"", short(&one.fact)),
        several => format!("forget {} facts", several.len()),
    };
    let told = Value::List(forgotten.iter().map(|fact| fact.told().into()).collect());
    let arguments = [("facts".to_string(), told.clone())].into_iter().collect();
    let undo = Call { capability: "memory.put_back".into(), arguments };
    let removed = forgotten.iter().map(|fact| Change::Removed(format!("fact {}", fact.id)));
    removed.fold(Outcome::found(told).line(line), Outcome::change).undo(undo)
}
