use lemmascope_intent::{Args, Change, Failure, Outcome, Parameter, Signature, Type, Value};

use super::Settings;
use super::book::{Book, Fact};
use super::remember::dropping;

/// The signature of the undo call for `forget`, which restores facts with their ids and times.
pub(super) fn signature() -> Signature {
    Signature::change("memory.put_back", "Restore a forgotten fact.")
        .parameter(Parameter::required("facts", Type::Array, "The facts."))
        .returns(Type::Array)
        .internal()
}

pub(super) fn act(settings: &Settings, args: &Args) -> Result<Outcome, Failure> {
    let facts = args.get("facts").and_then(Value::as_list).unwrap_or_default();
    let facts: Vec<Fact> = facts.iter().filter_map(Fact::read).collect();
    let mut book = Book::open(&settings.state)?;
    let missing = facts.iter().filter(|fact| !book.facts.iter().any(|kept| kept.id == fact.id));
    let missing: Vec<Fact> = missing.cloned().collect();
    book.facts.extend(missing.iter().cloned());
    book.facts.sort_by_key(|fact| fact.id);
    book.keep()?;
    let told = Value::List(facts.iter().map(|fact| fact.told().into()).collect());
    let added = missing.iter().map(|fact| Change::Added(format!("fact {}", fact.id)));
    let line = format!("remember {} again", if facts.len() == 1 { "a fact" } else { "facts" });
    Ok(added.fold(Outcome::found(told).line(line), Outcome::change).undo(dropping(&facts)))
}
