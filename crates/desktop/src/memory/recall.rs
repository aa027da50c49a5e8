use jiff::{SignedDuration, Timestamp};
use lemmascope_intent::{
    Args, Cause, Context, Deed, Failure, Format, Object, Outcome, Parameter, Signature, Type, Value,
};

use super::Settings;
use super::book::{Book, Fact};
use super::remember::short;
use crate::system::letters;
use crate::verb::apart;

/// The maximum number of results, the newest first.
const MOST: usize = 200;

pub(super) fn signature() -> Signature {
    Signature::observe("memory.recall", "List the remembered facts, or the past calls of a verb.")
        .parameter(
            Parameter::defaulted("minutes", 60, Type::Number, "The time range; 0 for everything.")
                .format(Format::Minutes),
        )
        .parameter(Parameter::optional("keys", Type::Array, "Words that must be in it, all of them."))
        .parameter(Parameter::optional(
            "tool",
            Type::String,
            "List past calls of this verb or domain, such as files or system.audio, instead of facts.",
        ))
        .returns(Type::Array)
        .examples(&[
            "memory.recall",
            "memory.recall --minutes 0 --keys key,Ana",
            "memory.recall --tool files",
        ])
}

/// Returns facts from the file, or past actions from the engine's history.
pub(super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let since = since(minutes(&args)?, Timestamp::now());
    let keys = keys(&args);
    if let Some(tool) = args.get("tool").and_then(Value::as_text) {
        let deeds = (cx.history)(since.as_microsecond()).await?;
        return Ok(deeds_of(tool, &keys, &deeds));
    }
    let settings = settings.of(cx);
    apart(move || facts(&settings, since, &keys)).await
}

fn minutes(args: &Args) -> Result<f64, Failure> {
    let minutes = args.get("minutes").and_then(Value::as_number).map_or(60.0, |minutes| minutes.as_f64());
    if (0.0..=1e9).contains(&minutes) {
        return Ok(minutes);
    }
    Err(Failure::new(Cause::InvalidParameter, "parameter \"minutes\" must be 0 or more")
        .hint("Give how many minutes back to look, or 0 for everything.")
        .about("minutes"))
}

fn facts(settings: &Settings, since: Timestamp, keys: &[String]) -> Result<Outcome, Failure> {
    let book = Book::open(&settings.state)?;
    let found: Vec<&Fact> =
        book.facts.iter().rev().filter(|fact| fact.at >= since && has(&fact.fact, keys)).take(MOST).collect();
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

/// Returns the past calls of a verb, or of all verbs of a domain.
fn deeds_of(tool: &str, keys: &[String], deeds: &[Deed]) -> Outcome {
    let tool = tool.trim().trim_end_matches(['.', '*']);
    let is_meant = |verb: &str| {
        verb.strip_prefix(tool).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            || verb.rsplit('.').next() == Some(tool)
    };
    let found = deeds.iter().filter(|deed| is_meant(&deed.verb) && has(&deed.line, keys)).take(MOST);
    let told: Vec<Value> = found.map(|deed| told(deed).into()).collect();
    let line = match told.len() {
        0 => format!("recall nothing done with {tool}"),
        1 => format!("recall 1 thing done with {tool}"),
        more => format!("recall {more} things done with {tool}"),
    };
    Outcome::found(Value::List(told)).line(line)
}

fn told(deed: &Deed) -> Object {
    let at = Timestamp::from_microsecond(deed.at).unwrap_or(Timestamp::UNIX_EPOCH);
    [
        ("at".to_string(), at.to_string().into()),
        ("tool".to_string(), deed.verb.as_str().into()),
        ("done".to_string(), deed.line.as_str().into()),
        ("undone".to_string(), deed.undone.into()),
    ]
    .into_iter()
    .collect()
}

/// Returns the search words.
pub(super) fn keys(args: &Args) -> Vec<String> {
    let keys = args.get("keys").and_then(Value::as_list).unwrap_or_default();
    keys.iter().filter_map(Value::expose_text).map(letters).filter(|key| !key.is_empty()).collect()
}

/// Whether a text contains all the words, ignoring case and accents.
pub(super) fn has(text: &str, keys: &[String]) -> bool {
    let told = letters(text);
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
    fn matches_words_ignoring_case_and_accents() {
        let fact = "A chave está com a Ána";
        assert!(has(fact, &[]) && has(fact, &["chave".into(), "ana".into()]));
        assert!(!has(fact, &["chave".into(), "rui".into()]));
    }

    #[test]
    fn filters_actions_by_verb_or_domain() {
        let deed =
            |verb: &str, line: &str| Deed { at: 0, verb: verb.into(), line: line.into(), undone: false };
        let deeds = [
            deed("files.create", "create \"a.txt\""),
            deed("filesystem.create", "create \"b.txt\""),
            deed("system.audio.set_volume", "set_volume 30"),
        ];
        let count = |tool: &str, keys: &[String]| {
            deeds_of(tool, keys, &deeds).value.as_list().map_or(0, |told| told.len())
        };
        assert_eq!(count("files", &[]), 1);
        assert_eq!(count("files.*", &[letters("A.TXT")]), 1);
        assert_eq!(count("files", &[letters("b.txt")]), 0);
        assert_eq!(count("system.audio", &[]), 1);
        assert_eq!(count("set_volume", &[]), 1);
        assert_eq!(count("windows", &[]), 0);
    }

    #[test]
    fn clamps_start_time_to_minimum_timestamp() {
        assert_eq!(since(0.0, Timestamp::UNIX_EPOCH), Timestamp::MIN);
        assert_eq!(since(1e9, Timestamp::MIN), Timestamp::MIN);
        assert_eq!(since(1.0, "2024-01-01T00:01:00Z".parse().unwrap()).to_string(), "2024-01-01T00:00:00Z");
    }
}
