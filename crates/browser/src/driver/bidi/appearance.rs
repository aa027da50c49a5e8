use lemmascope_intent::{Cause, Failure};
use serde_json::{Value, json};

use super::super::feature_gaps::{self, Gap};
use super::super::options::Appearance;
use super::connection::PROMPTLY;
use super::context::BrowserContext;
use super::fault::Fault;
use super::tab::Tab;

impl BrowserContext {
    pub(in super::super) fn appearance(&self) -> Appearance {
        self.context_state().appearance().clone()
    }

    /// Fails when the browser does not know the time zone or the locale.
    pub(in super::super) async fn check_locale_and_timezone(&self, _tab: &Tab) -> Result<(), Failure> {
        let appearance = self.appearance();
        let unknown = |setting: &str, given: &Option<String>| {
            let given = given.as_deref().unwrap_or_default();
            Failure::new(
                Cause::InvalidParameter,
                format!("{setting} is \"{given}\", which the browser does not know"),
            )
            .about(setting)
            .hint(format!("Correct {setting}."))
        };
        if appearance.timezone.is_some() {
            let set =
                self.emulate("emulation.setTimezoneOverride", json!({"timezone": appearance.timezone})).await;
            set.map_err(|fault| unknown("web.timezone", &appearance.timezone).context(fault.to_string()))?;
        }
        if appearance.locale.is_some() {
            let set = self.emulate("emulation.setLocaleOverride", json!({"locale": appearance.locale})).await;
            set.map_err(|fault| unknown("web.locale", &appearance.locale).context(fault.to_string()))?;
        }
        Ok(())
    }

    pub(in super::super) async fn set_appearance(&self, appearance: Appearance) -> Result<(), Failure> {
        let gap = match &appearance {
            Appearance { mobile: true, .. } => Some(Gap::Mobile),
            Appearance { color_scheme: Some(_), .. } | Appearance { reduced_motion: Some(_), .. } => {
                Some(Gap::Media)
            }
            _ => None,
        };
        if let Some(gap) = gap {
            return Err(feature_gaps::failure(gap, self.context_state().engine));
        }
        *self.context_state().appearance() = appearance.clone();
        self.show(&appearance, true).await
    }

    /// Applies an appearance to all open and future tabs. With `all`, also resets the properties that have
    /// the browser's defaults.
    pub(super) async fn show(&self, appearance: &Appearance, all: bool) -> Result<(), Failure> {
        let viewport = json!({
            "viewport": {"width": appearance.width, "height": appearance.height},
            "devicePixelRatio": appearance.scale,
        });
        self.emulate("browsingContext.setViewport", viewport).await?;
        let size = json!({"screenArea": {"width": appearance.width, "height": appearance.height}});
        match self.emulate("emulation.setScreenSettingsOverride", size).await {
            Err(fault) if !fault.is_unsupported() => return Err(fault.into()),
            _ => {}
        }
        if all || appearance.user_agent.is_some() {
            self.emulate("emulation.setUserAgentOverride", json!({"userAgent": appearance.user_agent}))
                .await?;
        }
        // An error about an unknown name is attributed to the setting that it comes from.
        if all {
            self.emulate("emulation.setLocaleOverride", json!({"locale": appearance.locale})).await?;
            self.emulate("emulation.setTimezoneOverride", json!({"timezone": appearance.timezone})).await?;
        }
        if let Some(locale) = &appearance.locale {
            let value = json!({"type": "string", "value": accepted(locale)});
            let headers = json!({"headers": [{"name": "Accept-Language", "value": value}]});
            self.emulate("network.setExtraHeaders", headers).await?;
        }
        Ok(())
    }

    async fn emulate(&self, method: &'static str, mut params: Value) -> Result<(), Fault> {
        params["userContexts"] = json!([self.id()]);
        self.browser().inner().connection.call(method, params, PROMPTLY).await.map(|_| ())
    }
}

/// Returns the value of the `Accept-Language` header: `pt-BR` includes `pt`.
fn accepted(locale: &str) -> String {
    match locale.split_once('-') {
        Some((language, _)) => format!("{locale},{language};q=0.9"),
        None => locale.to_string(),
    }
}
