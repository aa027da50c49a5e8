use lemmascope_intent::{
    Cause, Change, Failure, Notation, Object, Parameter, Report, Signature, Type, Value,
};

use crate::configuration::{self, Origin, hide_password};
use crate::engine::Engine;

pub(super) fn signatures() -> Vec<Signature> {
    let key = || Parameter::required("key", Type::String, "The setting.").written(Notation::Name);
    let value = Parameter::required("value", Type::String, "Its new value.").written(Notation::Name);
    vec![
        Signature::observe("engine.config_show", "Show the configuration.")
            .command("config show [key]")
            .known_as(&["settings", "set", "get config"])
            .parameter(Parameter { required: false, ..key() }),
        Signature::change("engine.config_set", "Change a setting.")
            .command("config set <key> <value>")
            .parameter(key())
            .parameter(value.named_by_previous()),
        Signature::change("engine.config_reset", "Reset a setting.")
            .command("config reset <key>")
            .parameter(key()),
    ]
}

impl Engine {
    /// Shows the settings with a prefix, with the origin of each value.
    pub(super) fn show_configuration(&self, prefix: &str) -> Result<Report, Failure> {
        let mut lines = Vec::new();
        let mut data = Object::new();
        self.read(|state| {
            for setting in state.configuration.under(prefix)? {
                let (value, origin) = state.configuration.get(setting);
                let value = hide_password(value);
                let shown = match &value {
                    Value::Text(text) => format!("{text:?}"),
                    other => other.to_string(),
                };
                lines.push(format!("{}: {shown} ({})", setting.key, origin.as_str()));
                let told = [("value".to_string(), value), ("from".to_string(), origin.as_str().into())];
                data.insert(setting.key.into(), Value::Object(told.into_iter().collect()));
            }
            Ok::<(), Failure>(())
        })?;
        Ok(Report::ok("config show").section_of("settings", lines, data.into()))
    }

    /// Changes a setting until it is reset.
    pub(super) async fn set(&self, key: &str, text: &str) -> Result<Report, Failure> {
        let setting = self.read(|state| state.configuration.known(key).cloned())?;
        if setting.guarded {
            return Err(configuration::guarded(key));
        }
        if !setting.settable {
            return Err(Failure::new(Cause::Forbidden, format!("{key} is not set at run time")).hint(
                format!(
                    "Put it into config.yaml, or into the variable {}; it is read when the engine starts.",
                    setting.variable()
                ),
            ));
        }
        let value = setting.read(text).map_err(|wanted| configuration::bad_value(key, &wanted))?;
        self.ledger.keep_setting(key, &value).await?;
        let (before, after, stronger) = self.write(|state| {
            let before = state.configuration.get(&setting).0;
            state.configuration.put(setting.key, Origin::Runtime, value);
            state.reread();
            let (after, origin) = state.configuration.get(&setting);
            (before, after, (origin > Origin::Runtime).then_some(origin))
        });
        let mut report = Report::ok("config set");
        report.summary = Some(key.into());
        if before != after {
            report.changes.push(Change::Altered {
                what: key.into(),
                before: before.to_string(),
                after: after.to_string(),
            });
        }
        if let Some(origin) = stronger {
            report.hints.push(format!("It is stored, but the {} overrides it.", origin.as_str()));
        }
        Ok(report)
    }

    /// Removes the runtime values of settings.
    pub(super) async fn reset(&self, prefix: &str) -> Result<Report, Failure> {
        // Deleted from the store first, because a value that remains there would be loaded again.
        let keys = self
            .read(|state| state.configuration.under(prefix).map(|_| state.configuration.set_under(prefix)))?;
        self.ledger.drop_settings(&keys).await?;
        self.write(|state| {
            state.configuration.reset(&keys);
            state.reread();
        });
        let lines = self.read(|state| {
            let of =
                |key: &&str| state.configuration.find(key).map(|setting| state.configuration.get(setting).0);
            keys.iter().filter_map(|key| of(key).map(|value| format!("{key}: {value}"))).collect()
        });
        let report = Report::ok("config reset").section("reset", lines);
        Ok(match keys.as_slice() {
            [] => Report { result: "Nothing had been set.".into(), ..report },
            _ => report,
        })
    }
}
