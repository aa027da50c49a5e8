use lemmascope_intent::{DEFAULT_SENSITIVE_FIELDS, Kind, Number, Setting, Value, texts};

const HOUR: u64 = 3600;

/// The allowed values of `tier_priority`.
pub(crate) const TIERS: &[&str] = &["user", "session", "pack", "core", "builtin", "discovered"];
const TRUST: &[&str] = &["full", "verified", "sandboxed", "configurable"];

/// Returns the engine's own settings, in display order.
pub(super) fn own() -> Vec<Setting> {
    vec![
        Setting::new(
            "intent_engine.resolution.tier_priority",
            Kind::Words(TIERS),
            texts(["user", "pack", "core", "builtin"]),
            "which definition wins when several have the same name, first to last; tiers that are not named keep their place: session after user, discovered last",
        ),
        Setting::new(
            "intent_engine.resolution.allow_discovered",
            Kind::Switch,
            true,
            "whether intents that were learned may run",
        ),
        Setting::new(
            "intent_engine.resolution.strict_mode",
            Kind::Switch,
            false,
            "fail on a target that may be several things instead of taking the best",
        ),
        Setting::new(
            "intent_engine.execution.default_timeout",
            Kind::Duration(24 * HOUR),
            "30s",
            "how long an intent may take",
        ),
        Setting::new(
            "intent_engine.execution.step_timeout",
            Kind::Duration(HOUR),
            "10s",
            "how long one step may take",
        ),
        Setting::new(
            "intent_engine.execution.max_retries",
            Kind::Count(0, 20),
            3,
            "how often a step that failed for a passing reason is tried again",
        ),
        Setting::new(
            "intent_engine.execution.retry_delay",
            Kind::Duration(HOUR),
            "1s",
            "how long to wait before that",
        ),
        Setting::new(
            "intent_engine.execution.checkpoint_retention",
            Kind::Duration(365 * 24 * HOUR),
            "168h",
            "how long a run that has not ended well can be continued from its checkpoints",
        ),
        Setting::new(
            "intent_engine.execution.parallel_steps",
            Kind::Switch,
            true,
            "run the steps of a parallel block at the same time",
        ),
        Setting::new(
            "intent_engine.verification.verify_success",
            Kind::Switch,
            true,
            "check the success conditions after the steps",
        ),
        Setting::new(
            "intent_engine.verification.verify_failure",
            Kind::Switch,
            true,
            "check the failure conditions after the steps",
        ),
        Setting::new(
            "intent_engine.verification.rescan_after_action",
            Kind::Word(&["auto", "always", "never"]),
            "auto",
            "when to look at the page again after an action",
        ),
        Setting::new(
            "intent_engine.logging.log_actions",
            Kind::Switch,
            true,
            "show the actions in responses",
        ),
        Setting::new(
            "intent_engine.logging.log_changes",
            Kind::Switch,
            true,
            "show the changes in responses",
        ),
        Setting::new(
            "intent_engine.logging.redact_sensitive",
            Kind::Switch,
            true,
            "mask texts that look like secrets in responses and in the record of runs; values that are known to be secret are always masked",
        )
        .guarded(),
        Setting::new("intent_engine.learning.enabled", Kind::Switch, true, "watch for repeated sequences"),
        Setting::new(
            "intent_engine.learning.min_observations",
            Kind::Count(2, 1000),
            3,
            "how often a sequence must be seen",
        ),
        Setting::new(
            "intent_engine.learning.auto_propose",
            Kind::Switch,
            true,
            "propose an intent by itself",
        ),
        Setting::new(
            "intent_engine.packs.auto_load",
            Kind::Switch,
            true,
            "load a pack when its site is visited",
        ),
        Setting::new(
            "intent_engine.packs.pack_paths",
            Kind::Texts,
            texts(["./intent-packs", "~/.lemmascope/packs"]),
            "where packs are looked for",
        ),
        Setting::new(
            "intent_engine.packs.community_repo",
            Kind::Text,
            "https://packs.lemmascope.dev",
            "where community packs are installed from",
        ),
        Setting::new("intent_learner.enabled", Kind::Switch, true, "whether the learner runs at all"),
        Setting::new(
            "intent_learner.min_observations",
            Kind::Count(2, 1000),
            3,
            "how many observations a proposal needs",
        ),
        Setting::new(
            "intent_learner.min_confidence",
            Kind::Fraction,
            real(0.75),
            "how sure a proposal must be",
        ),
        Setting::new("intent_learner.auto_accept", Kind::Switch, false, "take proposals over without asking"),
        Setting::new(
            "intent_learner.learn_from",
            Kind::Words(&["direct_commands", "failed_intents"]),
            texts(["direct_commands", "failed_intents"]),
            "the observed sessions",
        ),
        Setting::new(
            "intent_learner.persistence",
            Kind::Word(&["session", "user", "global"]),
            "session",
            "how long learned intents are kept",
        ),
        Setting::new(
            "intent_learner.exclude_fields",
            Kind::Texts,
            texts(["password", "credit_card", "ssn"]),
            "fields the learner never looks at",
        ),
        Setting::new(
            "sensitive_fields",
            Kind::Texts,
            texts(DEFAULT_SENSITIVE_FIELDS),
            "names of parameters and fields that hold secrets",
        )
        .guarded(),
        Setting::new("pack_trust.builtin", Kind::Word(TRUST), "full", "the trust of compiled-in definitions")
            .guarded(),
        Setting::new("pack_trust.official", Kind::Word(TRUST), "verified", "shipped definitions, and packs that the project has signed")
            .guarded(),
        Setting::new(
            "pack_trust.community",
            Kind::Word(TRUST),
            "sandboxed",
            "packs of others: no scripts, no files",
        )
        .guarded(),
        Setting::new(
            "pack_trust.local",
            Kind::Word(TRUST),
            "configurable",
            "your own definitions and packs; configurable means that security.allow_execute decides",
        )
        .guarded(),
        Setting::new(
            "pack_trust.may_shadow",
            Kind::Texts,
            texts([]),
            "packs that may use the names of built-in intents and verbs",
        )
        .guarded(),
        Setting::new(
            "security.allow_execute",
            Kind::Switch,
            false,
            "let your own definitions run scripts with `execute`",
        )
        .guarded(),
        Setting::new(
            "store.url",
            Kind::Text,
            "",
            "where state is stored: sqlite:PATH or postgres://…; empty for state.db in the home folder",
        )
        .fixed(),
        Setting::new(
            "store.key_file",
            Kind::Text,
            "",
            "the file with the key that credentials and checkpoints are sealed with; empty for key in the home folder",
        )
        .fixed(),
        Setting::new(
            "places.drives",
            Kind::Texts,
            texts([]),
            "folders that sentences may call drives, such as D=/mnt/data; /mnt/d is always drive D if it is mounted",
        ),
        Setting::new(
            "model.url",
            Kind::Text,
            "",
            "where a language model is asked, up to the version, as in http://localhost:8000/v1; empty for none",
        )
        .fixed(),
        Setting::new(
            "model.interface",
            Kind::Word(&["openai", "anthropic", "gemini"]),
            "openai",
            "the API of the server; most servers, including local ones, have OpenAI's",
        )
        .fixed(),
        Setting::new("model.name", Kind::Text, "", "which model is asked there").fixed(),
        Setting::new(
            "model.credential",
            Kind::Text,
            "",
            "the name of the stored credentials whose password is the API key; empty if none is needed",
        )
        .fixed(),
        Setting::new("model.timeout", Kind::Duration(HOUR), "60s", "how long an answer of it may take"),
        Setting::new(
            "background.idle_timeout",
            Kind::Duration(30 * 24 * HOUR),
            "15m",
            "when the background engine leaves",
        ),
    ]
}

fn real(number: f64) -> Value {
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(key: &str) -> Setting {
        own().into_iter().find(|setting| setting.key == key).unwrap()
    }

    #[test]
    fn every_default_value_is_valid() {
        for setting in own() {
            assert!(setting.accept(setting.default.clone()).is_ok(), "{}", setting.key);
        }
    }

    #[test]
    fn invalid_value_error_suggests_valid_values() {
        let priority = row("intent_engine.resolution.tier_priority");
        let told = priority.read("usr, pack").unwrap_err().to_string();
        assert!(told.contains("did you mean user?"), "{told}");
        let timeout = row("intent_engine.execution.step_timeout");
        assert!(timeout.read("soon").unwrap_err().to_string().contains("30s"));
        assert!(timeout.read("0s").is_err());
    }
}
