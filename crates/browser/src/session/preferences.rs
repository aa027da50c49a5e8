use lemmascope_intent::{Context, Failure, Form, Secret};

use super::Mode;
use crate::driver::{Appearance, Endpoint, Proxy};
use crate::forms::{self, LOCALE, PROFILE, PROXY, TIMEZONE, USER_AGENT, VIEWPORT};
use crate::settings;

/// The browser options of one session that override the settings. An empty text means none: no profile, no
/// proxy.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Preferences {
    /// The kind of browser.
    pub mode: Option<Mode>,
    /// The name of the profile.
    pub profile: Option<String>,
    /// The address of the proxy.
    pub proxy: Option<String>,
    /// The user name for the proxy.
    pub proxy_username: Option<String>,
    /// The password for the proxy.
    pub proxy_password: Option<Secret>,
    /// The hosts that are reached without the proxy.
    pub proxy_bypass: Option<Vec<String>>,
    /// The user agent string.
    pub user_agent: Option<String>,
    /// The language tag.
    pub locale: Option<String>,
    /// The name of the time zone.
    pub timezone: Option<String>,
    /// The size of the viewport.
    pub viewport: Option<String>,
    /// The running browser to which the session is attached.
    pub attached: Option<Endpoint>,
}

impl Preferences {
    /// Refuses values in an invalid format; the failure names the option.
    pub fn check(&self) -> Result<(), Failure> {
        let given = [
            (PROFILE, "profile", &self.profile),
            (PROXY, "proxy", &self.proxy),
            (USER_AGENT, "user_agent", &self.user_agent),
            (LOCALE, "locale", &self.locale),
            (TIMEZONE, "timezone", &self.timezone),
            (VIEWPORT, "viewport", &self.viewport),
        ];
        given.into_iter().try_for_each(|(form, name, text)| match text {
            Some(text) => forms::check(form, name, text),
            None => Ok(()),
        })
    }

    /// Returns a copy with the values of `with`, where it has any.
    #[must_use]
    pub fn merged_with(&self, with: Self) -> Self {
        let before = self.clone();
        // A user name and a password belong to a specific proxy.
        let is_other_proxy = with.proxy.is_some();
        Self {
            mode: with.mode.or(before.mode),
            profile: with.profile.or(before.profile),
            proxy_username: with.proxy_username.or(before.proxy_username.filter(|_| !is_other_proxy)),
            proxy_password: with.proxy_password.or(before.proxy_password.filter(|_| !is_other_proxy)),
            proxy: with.proxy.or(before.proxy),
            proxy_bypass: with.proxy_bypass.or(before.proxy_bypass),
            user_agent: with.user_agent.or(before.user_agent),
            locale: with.locale.or(before.locale),
            timezone: with.timezone.or(before.timezone),
            viewport: with.viewport.or(before.viewport),
            attached: with.attached.or(before.attached),
        }
    }

    /// The kind of browser.
    pub fn mode(&self, cx: &Context) -> Result<Mode, Failure> {
        match self.mode {
            Some(mode) => Ok(mode),
            None => Mode::read(&settings::text(cx, "web.mode")),
        }
    }

    /// The profile, if any.
    pub fn profile(&self, cx: &Context) -> Result<Option<String>, Failure> {
        let name = chosen(cx, &self.profile, "web.profile", PROFILE)?;
        Ok((!name.is_empty()).then_some(name))
    }

    /// The initial viewport, language and time zone of pages.
    pub fn appearance(&self, cx: &Context) -> Result<Appearance, Failure> {
        let present = |text: String| (!text.is_empty()).then_some(text);
        let viewport = chosen(cx, &self.viewport, "web.viewport", VIEWPORT)?;
        let (width, height, scale) = forms::read_viewport(&viewport).unwrap_or((1280, 720, 1.0));
        Ok(Appearance {
            scale,
            user_agent: present(chosen(cx, &self.user_agent, "web.user_agent", USER_AGENT)?),
            locale: present(chosen(cx, &self.locale, "web.locale", LOCALE)?),
            timezone: present(chosen(cx, &self.timezone, "web.timezone", TIMEZONE)?),
            ..Appearance::desk((width, height))
        })
    }

    /// The proxy, if any.
    pub fn proxy(&self, cx: &Context) -> Result<Option<Proxy>, Failure> {
        let address = chosen(cx, &self.proxy, "web.proxy", PROXY)?;
        let bypass = self.proxy_bypass.clone().unwrap_or_else(|| settings::list(cx, "web.proxy_bypass"));
        let Some(proxy) = Proxy::parse(&address).filter(|_| !address.is_empty()) else { return Ok(None) };
        let proxy = match &self.proxy_password {
            Some(password) => {
                proxy.with_credentials(self.proxy_username.as_deref().unwrap_or_default(), password.clone())
            }
            None => proxy,
        };
        Ok(Some(proxy.with_bypassed_hosts(&bypass)))
    }
}

/// Returns the session's value, or that of the setting. It checks the format again, because a settings lookup
/// other than the engine's may not have done so.
fn chosen(cx: &Context, own: &Option<String>, setting: &str, form: Form) -> Result<String, Failure> {
    let (name, text) = match own {
        Some(text) => (setting.trim_start_matches("web."), text.clone()),
        None => (setting, settings::text(cx, setting)),
    };
    forms::check(form, name, &text)?;
    Ok(text)
}
