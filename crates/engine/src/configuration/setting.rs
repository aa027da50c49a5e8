use std::sync::LazyLock;
use std::time::Duration;

use lemmascope_intent::{DEFAULT_SENSITIVE_FIELDS, Number, Value, parse_duration};

/// One thing that can be configured. The table of settings drives the file reader, `config`, the
/// environment, the flags and the reference page: a setting is added by adding one entry.
pub struct Setting {
    /// Its dotted name.
    pub key: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is unless somebody says otherwise.
    pub default: Value,
    /// What it is for.
    pub about: &'static str,
}

/// What a setting may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Switch,
    /// A whole number in this range.
    Count(i64, i64),
    /// A number between 0 and 1.
    Fraction,
    /// A duration of at most this many seconds.
    Duration(u64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of some of these words, each at most once.
    Words(&'static [&'static str]),
    /// Any text.
    Text,
    /// A list of texts.
    Texts,
}

/// What a setting would have accepted, as the words after "must be".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted(String);

impl std::fmt::Display for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wanted {}

const HOUR: u64 = 3600;

/// The words of `tier_priority`.
pub(crate) const TIERS: &[&str] = &["user", "session", "pack", "core", "builtin", "discovered"];
const TRUST: &[&str] = &["full", "verified", "sandboxed", "configurable"];

/// Every setting, in the order in which it is shown.
pub static SETTINGS: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    vec![
        setting(
            "intent_engine.resolution.tier_priority",
            Kind::Words(TIERS),
            texts(["user", "pack", "core", "builtin"]),
            "which definition wins when several have the same name, first to last; tiers that are not named keep their place: session after user, discovered last",
        ),
        setting(
            "intent_engine.resolution.allow_discovered",
            Kind::Switch,
            true.into(),
            "whether intents that were learned may run",
        ),
        setting(
            "intent_engine.resolution.strict_mode",
            Kind::Switch,
            false.into(),
            "fail on a target that may be several things instead of taking the best",
        ),
        setting(
            "intent_engine.execution.default_timeout",
            Kind::Duration(24 * HOUR),
            "30s".into(),
            "how long an intent may take",
        ),
        setting(
            "intent_engine.execution.step_timeout",
            Kind::Duration(HOUR),
            "10s".into(),
            "how long one step may take",
        ),
        setting(
            "intent_engine.execution.max_retries",
            Kind::Count(0, 20),
            3.into(),
            "how often a step that failed for a passing reason is tried again",
        ),
        setting(
            "intent_engine.execution.retry_delay",
            Kind::Duration(HOUR),
            "1s".into(),
            "how long to wait before that",
        ),
        setting(
            "intent_engine.execution.parallel_steps",
            Kind::Switch,
            false.into(),
            "run the steps of a parallel block at the same time",
        ),
        setting(
            "intent_engine.verification.verify_success",
            Kind::Switch,
            true.into(),
            "check the success conditions after the steps",
        ),
        setting(
            "intent_engine.verification.verify_failure",
            Kind::Switch,
            true.into(),
            "check the failure conditions after the steps",
        ),
        setting(
            "intent_engine.verification.rescan_after_action",
            Kind::Word(&["auto", "always", "never"]),
            "auto".into(),
            "when to look at the page again after an action",
        ),
        setting(
            "intent_engine.logging.log_actions",
            Kind::Switch,
            true.into(),
            "show the actions in responses",
        ),
        setting(
            "intent_engine.logging.log_changes",
            Kind::Switch,
            true.into(),
            "show the changes in responses",
        ),
        setting(
            "intent_engine.logging.redact_sensitive",
            Kind::Switch,
            true.into(),
            "hide secrets in the engine's log; responses and files never show them, whatever this says",
        ),
        setting("intent_engine.learning.enabled", Kind::Switch, true.into(), "watch for repeated sequences"),
        setting(
            "intent_engine.learning.min_observations",
            Kind::Count(2, 1000),
            3.into(),
            "how often a sequence must be seen",
        ),
        setting(
            "intent_engine.learning.auto_propose",
            Kind::Switch,
            true.into(),
            "propose an intent by itself",
        ),
        setting(
            "intent_engine.packs.auto_load",
            Kind::Switch,
            true.into(),
            "load a pack when its site is visited",
        ),
        setting(
            "intent_engine.packs.pack_paths",
            Kind::Texts,
            texts(["./intent-packs", "~/.lemmascope/packs"]),
            "where packs are looked for",
        ),
        setting(
            "intent_engine.packs.community_repo",
            Kind::Text,
            "https://packs.lemmascope.dev".into(),
            "where community packs are installed from",
        ),
        setting("intent_learner.enabled", Kind::Switch, true.into(), "whether the learner runs at all"),
        setting(
            "intent_learner.min_observations",
            Kind::Count(2, 1000),
            3.into(),
            "how many observations a proposal needs",
        ),
        setting("intent_learner.min_confidence", Kind::Fraction, real(0.75), "how sure a proposal must be"),
        setting(
            "intent_learner.auto_accept",
            Kind::Switch,
            false.into(),
            "take proposals over without asking",
        ),
        setting(
            "intent_learner.learn_from",
            Kind::Words(&["direct_commands", "failed_intents"]),
            texts(["direct_commands", "failed_intents"]),
            "what is watched",
        ),
        setting(
            "intent_learner.persistence",
            Kind::Word(&["session", "user", "global"]),
            "session".into(),
            "how long learned intents are kept",
        ),
        setting(
            "intent_learner.exclude_fields",
            Kind::Texts,
            texts(["password", "credit_card", "ssn"]),
            "fields the learner never looks at",
        ),
        setting(
            "sensitive_fields",
            Kind::Texts,
            texts(DEFAULT_SENSITIVE_FIELDS),
            "names of parameters and fields that hold secrets",
        ),
        setting(
            "pack_trust.builtin",
            Kind::Word(TRUST),
            "full".into(),
            "what is compiled in may do anything",
        ),
        setting("pack_trust.official", Kind::Word(TRUST), "verified".into(), "what is signed by the project"),
        setting(
            "pack_trust.community",
            Kind::Word(TRUST),
            "sandboxed".into(),
            "packs of others: no scripts, no files",
        ),
        setting(
            "pack_trust.local",
            Kind::Word(TRUST),
            "configurable".into(),
            "your own definitions; configurable means that security.allow_execute decides",
        ),
        setting(
            "security.allow_execute",
            Kind::Switch,
            false.into(),
            "let your own definitions run scripts with `execute`",
        ),
        setting(
            "files.roots",
            Kind::Texts,
            texts([".", "~/Desktop", "~/Documents", "~/Downloads"]),
            "the folders that the file verbs may touch; `.` is the folder a command is given in",
        ),
        setting(
            "store.url",
            Kind::Text,
            "".into(),
            "where state is kept: sqlite:PATH or postgres://…; empty for state.db in the home folder",
        ),
        setting(
            "background.idle_timeout",
            Kind::Duration(30 * 24 * HOUR),
            "15m".into(),
            "when the background engine leaves",
        ),
    ]
});

/// The setting of that name.
pub fn find(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.key == key)
}

impl Setting {
    /// The name of the environment variable that sets it.
    pub fn variable(&self) -> String {
        format!("LEMMASCOPE_{}", self.key.replace('.', "__").to_uppercase())
    }

    /// Whether it can be changed while the engine runs: where the store is cannot be kept in the store.
    pub fn settable(&self) -> bool {
        !self.key.starts_with("store.")
    }

    /// Reads a text that somebody typed: on the command line, in a variable.
    pub fn read(&self, text: &str) -> Result<Value, Wanted> {
        let value = match self.kind {
            Kind::Texts | Kind::Words(_) => lemmascope_intent::Type::Array.read(text),
            Kind::Switch => lemmascope_intent::Type::Boolean.read(text),
            Kind::Count(..) | Kind::Fraction => lemmascope_intent::Type::Number.read(text),
            Kind::Duration(_) | Kind::Word(_) | Kind::Text => Some(text.into()),
        };
        self.accept(value.unwrap_or_else(|| text.into()))
    }

    /// Checks a value that was read; the error says what would do instead.
    pub fn accept(&self, value: Value) -> Result<Value, Wanted> {
        let good = match (self.kind, &value) {
            (Kind::Switch, Value::Boolean(_)) | (Kind::Text, Value::Text(_)) => true,
            (Kind::Count(low, high), Value::Number(Number::Integer(count))) => (low..=high).contains(count),
            (Kind::Fraction, Value::Number(number)) => (0.0..=1.0).contains(&number.as_f64()),
            (Kind::Duration(longest), Value::Text(text)) => parse_duration(text)
                .is_some_and(|given| !given.is_zero() && given <= Duration::from_secs(longest)),
            (Kind::Word(words), Value::Text(text)) => words.contains(&text.as_str()),
            (Kind::Words(words), Value::List(items)) => {
                let texts: Vec<&str> = items.iter().filter_map(Value::as_text).collect();
                texts.len() == items.len()
                    && texts.iter().all(|text| words.contains(text))
                    && texts.iter().enumerate().all(|(at, text)| !texts[..at].contains(text))
            }
            (Kind::Texts, Value::List(items)) => items.iter().all(|item| item.as_text().is_some()),
            _ => false,
        };
        if good { Ok(value) } else { Err(self.wanted(&value)) }
    }

    /// What would be accepted, with the nearest word where words are wanted.
    fn wanted(&self, given: &Value) -> Wanted {
        let words = |words: &[&'static str]| {
            let stray = match given {
                Value::Text(text) => Some(text.as_str()),
                Value::List(items) => {
                    items.iter().filter_map(Value::as_text).find(|item| !words.contains(item))
                }
                _ => None,
            };
            let meant = stray.and_then(|stray| lemmascope_intent::nearest(stray, words.iter().copied()));
            let meant = meant.map(|word| format!(" (did you mean {word}?)")).unwrap_or_default();
            format!("{}{meant}", words.join(", "))
        };
        Wanted(match self.kind {
            Kind::Switch => "true or false".into(),
            Kind::Count(low, high) => format!("a whole number from {low} to {high}"),
            Kind::Fraction => "a number from 0 to 1".into(),
            Kind::Duration(longest) => format!(
                "a duration such as 500ms, 30s or 2m, at most {}",
                lemmascope_intent::format_duration(Duration::from_secs(longest))
            ),
            Kind::Word(known) => format!("one of {}", words(known)),
            Kind::Words(known) => format!("a list, each once, of {}", words(known)),
            Kind::Text => "a text".into(),
            Kind::Texts => "a list of texts".into(),
        })
    }
}

fn setting(key: &'static str, kind: Kind, default: Value, about: &'static str) -> Setting {
    Setting { key, kind, default, about }
}

fn texts<const N: usize>(items: [&str; N]) -> Value {
    Value::List(items.iter().map(|item| Value::from(*item)).collect())
}

fn real(number: f64) -> Value {
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_acceptable() {
        for setting in SETTINGS.iter() {
            assert!(setting.accept(setting.default.clone()).is_ok(), "{}", setting.key);
        }
    }

    #[test]
    fn a_bad_value_is_told_what_would_do() {
        let priority = find("intent_engine.resolution.tier_priority").unwrap();
        let told = priority.read("usr, pack").unwrap_err().to_string();
        assert!(told.contains("did you mean user?"), "{told}");
        let timeout = find("intent_engine.execution.step_timeout").unwrap();
        assert!(timeout.read("soon").unwrap_err().to_string().contains("30s"));
        assert!(timeout.read("0s").is_err());
    }
}
