use jiff::Timestamp;
use lemmascope_intent::{
    Args, Call, Cause, Change, Failure, Outcome, Parameter, Signature, Type, Value, tells_a_secret,
};

use super::Settings;
use super::book::{Book, Fact, LONGEST};

pub(super) fn signature() -> Signature {
    Signature::change("memory.remember", "Remember a fact.")
        .parameter(Parameter::required("fact", Type::String, "The fact to remember.").unrecorded())
        .returns(Type::Object)
        .examples(&[r#"memory.remember "the spare key is with Ana""#])
}

pub(super) fn act(settings: &Settings, args: &Args) -> Result<Outcome, Failure> {
    let fact = args.text("fact")?.trim();
    let problem = match fact {
        "" => Some("is empty"),
        fact if fact.len() > LONGEST => Some("is longer than 4096 bytes"),
        fact if fact.chars().any(|it| it.is_control() && !matches!(it, '\n' | '\t')) => {
            Some("holds a control character")
        }
        _ => None,
    };
    if let Some(problem) = problem {
        return Err(Failure::new(Cause::InvalidParameter, format!("parameter \"fact\" {problem}"))
            .hint("Give one fact, in a sentence or two.")
            .about("fact"));
    }
    if args.is_secret("fact") || tells_a_secret(fact) {
        return Err(Failure::new(
            Cause::Forbidden,
            "this looks like a secret, and facts are stored unencrypted",
        )
        .hint("Store credentials with `lemmascope credentials add`, which encrypts them.")
        .about("fact"));
    }
    let kept = Book::open(&settings.state)?.add(fact, Timestamp::now())?;
    Ok(Outcome::found(kept.told())
        .line(format!("remember \"{}\"", short(&kept.fact)))
        .change(Change::Added(format!("fact {}", kept.id)))
        .undo(dropping(&[kept])))
}

/// Returns the call that removes these facts again.
pub(super) fn dropping(facts: &[Fact]) -> Call {
    let ids = facts.iter().map(|fact| Value::from(i64::try_from(fact.id).unwrap_or(i64::MAX)));
    let arguments = [("ids".to_string(), Value::List(ids.collect()))].into_iter().collect();
    Call { capability: "memory.drop".into(), arguments }
}

/// Returns the beginning of a fact on one line.
pub(super) fn short(fact: &str) -> String {
    const ENOUGH: usize = 60;
    let line: String = fact.chars().map(|it| if it.is_control() { ' ' } else { it }).take(ENOUGH).collect();
    if fact.chars().count() > ENOUGH { format!("{line}…") } else { line }
}
