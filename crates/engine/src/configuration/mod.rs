//! The settings and the origins of their values: defaults, then the file, then runtime changes, then the
//! environment, then flags. Later origins override earlier ones.

mod engine_settings;
mod file;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{
    Cause, Failure, MASK, SensitiveFields, Setting, Value, Wanted, nearest, nearest_few, parse_duration,
};

pub use file::read_file;

/// The origin of a value, in order of increasing precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The built-in default.
    Default,
    /// The configuration file.
    File,
    /// `config set`.
    Runtime,
    /// An environment variable.
    Environment,
    /// A command-line flag.
    Flag,
}

impl Origin {
    /// Returns the name of the origin in `config show`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::File => "file",
            Self::Runtime => "set",
            Self::Environment => "environment",
            Self::Flag => "flag",
        }
    }
}

/// All settings and their values.
#[derive(Clone)]
pub struct Configuration {
    /// The declared settings, in display order.
    table: Arc<[Setting]>,
    /// The index of each setting in the table.
    places: Arc<HashMap<&'static str, usize>>,
    given: BTreeMap<(&'static str, Origin), Value>,
    /// The sensitive names, from the setting `sensitive_fields`.
    sensitive: SensitiveFields,
}

/// The maximum number of suggestions for an unknown name.
const MOST_NEAR: usize = 3;

/// The setting that lists the sensitive names.
const SENSITIVE: &str = "sensitive_fields";

/// Contains only the engine's own settings.
impl Default for Configuration {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Configuration {
    /// Creates a configuration with the engine's own settings and those of the domains, all at their
    /// defaults.
    pub fn new(brought: Vec<Setting>) -> Self {
        let table: Arc<[Setting]> = engine_settings::own().into_iter().chain(brought).collect();
        let places = table.iter().enumerate().rev().map(|(at, setting)| (setting.key, at)).collect();
        let mut configuration = Self {
            table,
            places: Arc::new(places),
            given: BTreeMap::new(),
            sensitive: SensitiveFields::default(),
        };
        configuration.read_sensitive();
        configuration
    }

    fn read_sensitive(&mut self) {
        self.sensitive = SensitiveFields::new(self.texts(SENSITIVE));
    }

    /// Returns all settings, in display order.
    pub fn settings(&self) -> &[Setting] {
        &self.table
    }

    /// Returns the setting with a key.
    pub fn find(&self, key: &str) -> Option<&Setting> {
        self.places.get(key).and_then(|at| self.table.get(*at))
    }

    /// Returns the setting with a key, or a failure that suggests the most similar one.
    pub fn known(&self, key: &str) -> Result<&Setting, Failure> {
        let keys = self.table.iter().map(|setting| setting.key);
        self.find(key).ok_or_else(|| missing(key, keys))
    }

    /// Returns the settings under a dotted prefix, or all settings for an empty prefix.
    pub fn under(&self, prefix: &str) -> Result<Vec<&Setting>, Failure> {
        let found: Vec<&Setting> =
            self.table.iter().filter(|setting| is_under(setting.key, prefix)).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let groups = self.table.iter().flat_map(|setting| {
            let ends = setting.key.match_indices('.').map(|(at, _)| at).chain([setting.key.len()]);
            ends.map(|end| &setting.key[..end])
        });
        Err(missing(prefix, groups))
    }

    /// Sets a parsed value.
    pub fn put(&mut self, key: &'static str, origin: Origin, value: Value) {
        self.given.insert((key, origin), value);
        if key == SENSITIVE {
            self.read_sensitive();
        }
    }

    /// Applies the environment variables that correspond to a setting, and ignores unrelated ones. A variable
    /// with the prefix of this program that corresponds to no setting is a fault, except for those in
    /// `reserved`.
    pub fn put_environment<I>(&mut self, variables: I, reserved: &[&str]) -> Vec<Failure>
    where
        I: IntoIterator<Item = (String, String)>,
    {
        let mut faults = Vec::new();
        for (name, text) in variables {
            if !name.starts_with("LEMMASCOPE_") || reserved.contains(&name.as_str()) {
                continue;
            }
            match self.table.iter().find(|setting| setting.variable() == name) {
                Some(setting) if setting.guarded => {
                    faults.push(guarded(&format!("the variable {name}")));
                }
                Some(setting) => match (setting.key, setting.read(&text)) {
                    (key, Ok(value)) => self.put(key, Origin::Environment, value),
                    (_, Err(wanted)) => faults.push(bad_value(&format!("the variable {name}"), &wanted)),
                },
                None => {
                    let known: Vec<String> = self.table.iter().map(Setting::variable).collect();
                    let meant = nearest(&name, known.iter().map(String::as_str));
                    faults.push(unknown(&format!("the variable {name}"), meant));
                }
            }
        }
        faults
    }

    /// Applies a `key=value` flag.
    pub fn put_flag(&mut self, assignment: &str) -> Result<(), Failure> {
        let (key, text) = assignment.split_once('=').ok_or_else(|| {
            Failure::new(Cause::InvalidParameter, format!("--set {assignment} has no value"))
                .hint("Write --set key=value.")
        })?;
        let setting = self.known(key.trim())?;
        let key = setting.key;
        if setting.guarded {
            return Err(guarded(&format!("--set {key}")));
        }
        let value = setting.read(text.trim()).map_err(|wanted| bad_value(key, &wanted))?;
        self.put(key, Origin::Flag, value);
        Ok(())
    }

    /// Returns the keys under a prefix that were set at runtime.
    pub(crate) fn set_under(&self, prefix: &str) -> Vec<&'static str> {
        let set =
            self.given.keys().filter(|(key, origin)| *origin == Origin::Runtime && is_under(key, prefix));
        set.map(|(key, _)| *key).collect()
    }

    /// Removes the runtime values of these keys.
    pub(crate) fn reset(&mut self, keys: &[&'static str]) {
        for key in keys {
            self.given.remove(&(*key, Origin::Runtime));
        }
        self.read_sensitive();
    }

    /// Returns the effective value and its origin.
    pub fn get(&self, setting: &Setting) -> (Value, Origin) {
        self.given
            .range((setting.key, Origin::Default)..=(setting.key, Origin::Flag))
            .next_back()
            .map_or_else(
                || (setting.default.clone(), Origin::Default),
                |((_, origin), value)| (value.clone(), *origin),
            )
    }

    fn value(&self, key: &str) -> Value {
        self.find(key).map(|setting| self.get(setting).0).unwrap_or_default()
    }

    /// Returns a boolean setting.
    pub fn switch(&self, key: &str) -> bool {
        self.value(key).as_bool().unwrap_or_default()
    }

    /// Returns an integer setting.
    pub fn count(&self, key: &str) -> u32 {
        let count = self.value(key).as_number().and_then(|number| number.as_i64());
        count.and_then(|count| u32::try_from(count).ok()).unwrap_or_default()
    }

    /// Returns a numeric setting.
    pub fn number(&self, key: &str) -> f64 {
        self.value(key).as_number().map(|number| number.as_f64()).unwrap_or_default()
    }

    /// Returns a duration setting.
    pub fn duration(&self, key: &str) -> Duration {
        self.value(key).as_text().and_then(parse_duration).unwrap_or_default()
    }

    /// Returns a text setting.
    pub fn text(&self, key: &str) -> String {
        self.value(key).as_text().unwrap_or_default().to_string()
    }

    /// Returns a setting that is a list of texts.
    pub fn texts(&self, key: &str) -> Vec<String> {
        let value = self.value(key);
        value.as_list().unwrap_or_default().iter().filter_map(Value::as_text).map(str::to_string).collect()
    }

    /// Returns the sensitive names.
    pub fn sensitive(&self) -> SensitiveFields {
        self.sensitive.clone()
    }
}

/// Masks passwords in URLs.
impl std::fmt::Debug for Configuration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = self.given.iter().map(|(key, value)| (key, hide_password(value.clone())));
        f.debug_map().entries(shown).finish()
    }
}

/// Masks the password of a URL, before the `@` or in the query.
pub(crate) fn hide_password(value: Value) -> Value {
    let Value::Text(text) = &value else { return value };
    let Some((scheme, rest)) = text.split_once("://") else { return value };
    let (place, query) = rest.split_once('?').map_or((rest, None), |(place, query)| (place, Some(query)));
    // A password that was not percent-encoded may contain an `@` or a `/`, but a host cannot.
    let place = match place.rsplit_once('@').map(|(user, host)| (user.split_once(':'), host)) {
        Some((Some((user, _)), host)) => format!("{user}:{MASK}@{host}"),
        _ => place.to_string(),
    };
    let hide = |pair: &str| match pair.split_once('=') {
        Some((name, _)) if name.to_lowercase().contains("pass") => format!("{name}={MASK}"),
        _ => pair.to_string(),
    };
    let query = query.map(|query| query.split('&').map(hide).collect::<Vec<_>>().join("&"));
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    format!("{scheme}://{place}{query}").into()
}

fn is_under(key: &str, prefix: &str) -> bool {
    prefix.is_empty() || key == prefix || key.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('.'))
}

/// Returns the failure for an unknown setting, with similar names.
fn missing<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Failure {
    let near = nearest_few(name, known, MOST_NEAR);
    let failure = Failure { cause: Cause::TargetNotFound, ..unknown(name, near.first().copied()) };
    failure.about("key").instead(near)
}

fn unknown(place: &str, meant: Option<&str>) -> Failure {
    let failure = Failure::new(Cause::InvalidParameter, format!("unknown setting: {place}"));
    failure.hint(meant.map_or_else(
        || "`config show` lists every setting.".to_string(),
        |name| format!("Did you mean {name}?"),
    ))
}

/// Returns the failure for changing a setting that limits agents, other than in the configuration file.
pub(crate) fn guarded(what: &str) -> Failure {
    Failure::new(Cause::Forbidden, format!("{what} limits agents, and cannot be changed by a command"))
        .hint("The person at this machine changes it, in config.yaml or at a terminal.")
}

pub(crate) fn bad_value(place: &str, wanted: &Wanted) -> Failure {
    Failure::new(Cause::InvalidParameter, format!("{place} must be {wanted}")).hint(format!("Give {wanted}."))
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::{Kind, texts};

    use super::*;

    const STEP: &str = "intent_engine.execution.step_timeout";

    #[test]
    fn later_layers_override_and_reset_restores_earlier() {
        let mut configuration = Configuration::default();
        configuration.put(STEP, Origin::File, "20s".into());
        configuration.put(STEP, Origin::Runtime, "30s".into());
        assert_eq!(configuration.duration(STEP), Duration::from_secs(30));
        let set = configuration.set_under("intent_engine.execution");
        assert_eq!(set, [STEP]);
        configuration.reset(&set);
        let setting = configuration.find(STEP).unwrap();
        assert_eq!(configuration.get(setting), ("20s".into(), Origin::File));
    }

    #[test]
    fn suggests_nearest_variable_or_key_for_misspelling() {
        let brought = Setting::new("lab.roots", Kind::Texts, texts(["."]), "");
        let mut configuration = Configuration::new(vec![brought]);
        let variable = ("LEMMASCOPE_LAB__ROOT".to_string(), ".".to_string());
        let faults = configuration.put_environment([variable], &[]);
        assert_eq!(faults[0].hint.as_deref(), Some("Did you mean LEMMASCOPE_LAB__ROOTS?"));
        let fault = configuration.put_flag("lab.rots=.").unwrap_err();
        assert_eq!(fault.hint.as_deref(), Some("Did you mean lab.roots?"));
    }

    #[test]
    fn unknown_setting_error_suggests_nearest_keys() {
        let configuration = Configuration::default();
        let failure = configuration.known("intent_engine.execution.step_timeot").unwrap_err();
        assert_eq!((failure.cause, failure.field.as_deref()), (Cause::TargetNotFound, Some("key")));
        assert_eq!((failure.instead[0].as_str(), failure.instead.len()), (STEP, 3));
        let failure = configuration.under("intent_engin").unwrap_err();
        assert_eq!(failure.instead[0], "intent_engine");
    }

    #[test]
    fn masks_password_in_store_url() {
        for (address, shown) in [
            ("postgres://ann:s3cret@host/db", "postgres://ann:••••••••@host/db"),
            ("postgres://ann:p@s/s3cret@host/db", "postgres://ann:••••••••@host/db"),
            ("postgres://host/db?user=a&password=s3cret", "postgres://host/db?user=a&password=••••••••"),
            ("postgres://ann@host/db?host=/run", "postgres://ann@host/db?host=/run"),
            ("sqlite:state.db", "sqlite:state.db"),
        ] {
            assert_eq!(hide_password(address.into()), shown.into());
        }
        let mut configuration = Configuration::default();
        configuration.put("store.url", Origin::File, "postgres://ann:s3cret@host/db".into());
        assert!(!format!("{configuration:?}").contains("s3cret"));
    }

    #[test]
    fn key_prefix_matches_whole_segments() {
        let configuration = Configuration::default();
        assert!(configuration.under("intent_engine.exec").is_err());
        assert_eq!(configuration.under("intent_engine.execution").unwrap().len(), 6);
    }
}
