use jiff::{SignedDuration, Timestamp};
use lemmascope_intent::{Args, Cause, Failure, Outcome, Parameter, Signature, Type, Value};

use super::Settings;
use super::book::{Book, Fact};
use super::remember::short;
use crate::system::fold;

/// The most facts that are told at once, the newest.
const MOST: usize = 200;

pub(super) fn signature() -> Signature {
    Signature::observe("memory.recall", "Tell what was remembered.")
        .parameter(Parameter::defaulted(
            "minutes",
            60,
            Type::Number,
            "How far back to look; 0 looks at everything.",
        ))
        .parameter(Parameter::optional("keys", Type::Array, "Words that a fact must have, all of them."))
        .returns(Type::Array)
        .examples(&["memory.recall", "memory.recall --minutes 0 --keys key,Ana"])
}

pub(super) fn act(settings: &Settings, args: &Args) -> Result<Outcome, Failure> {
    let minutes = args.get("minutes").and_then(Value::as_number).map_or(60.0, |minutes| minutes.as_f64());
    if !(0.0..=1e9).contains(&minutes) {
        return Err(Failure::new(Cause::InvalidParameter, "parameter \"minutes\" must be 0 or more")
            .hint("Give how many minutes back to look, or 0 for everything.")
            .about("minutes"));
    }
    let keys = keys(args);
    let book = Book::open(&settings.state)?;
    let since = since(minutes, Timestamp::now());
    let found: Vec<&Fact> =
        book.facts.iter().rev().filter(|fact| fact.at >= since && has(fact, &keys)).take(MOST).collect();
    let line = match found.as_slice() {
        [] => "recall nothing".to_string(),
        [one] => format!("recall \"{}\"", short(&one.fact)),
        several => format!("recall {} facts", several.len()),
    };
    let line = match book.unreadable() {
        0 => line,
        more => format!("{line} ({more} lines of the file are damaged)"),
    };
    Ok(Outcome::found(Value::List(found.iter().map(|fact| fact.told().into()).collect())).line(line))
}

/// The words that are looked for.
pub(super) fn keys(args: &Args) -> Vec<String> {
    let keys = args.get("keys").and_then(Value::as_list).unwrap_or_default();
    keys.iter().filter_map(Value::expose_text).map(fold).filter(|key| !key.is_empty()).collect()
}

/// Whether a fact has all the words, whatever their case and accents.
pub(super) fn has(fact: &Fact, keys: &[String]) -> bool {
    let told = fold(&fact.fact);
    keys.iter().all(|key| told.contains(key.as_str()))
}

fn since(minutes: f64, now: Timestamp) -> Timestamp {
    if minutes == 0.0 {
        return Timestamp::MIN;
    }
    let back = SignedDuration::from_secs((minutes * 60.0).round() as i64);
    now.checked_sub(back).unwrap_or(Timestamp::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whatever_their_case() {
        let fact = Fact { id: 1, at: Timestamp::UNIX_EPOCH, fact: "A chave está com a Ána".into() };
        assert!(has(&fact, &[]) && has(&fact, &["chave".into(), "ana".into()]));
        assert!(!has(&fact, &["chave".into(), "rui".into()]));
    }

    #[test]
    fn nothing_is_before_the_beginning_of_time() {
        assert_eq!(since(0.0, Timestamp::UNIX_EPOCH), Timestamp::MIN);
        assert_eq!(since(1e9, Timestamp::MIN), Timestamp::MIN);
        assert_eq!(since(1.0, "2024-01-01T00:01:00Z".parse().unwrap()).to_string(), "2024-01-01T00:00:00Z");
    }
}
