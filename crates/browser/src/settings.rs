//! The settings of the web domain, and their values during a call.

use std::path::PathBuf;
use std::time::Duration;

use lemmascope_intent::{Context, FileDoor, Kind, SensitiveFields, Setting, Value, parse_duration, texts};

use crate::forms::{LOCALE, PROFILE, PROXY, TIMEZONE, USER_AGENT, VIEWPORT};

/// The settings of the domain. Commands cannot change guarded settings, which restrict agents or name a
/// program or folder of this machine.
pub fn settings() -> Vec<Setting> {
    vec![
        Setting::new(
            "web.engine",
            Kind::Word(&["chromium", "firefox"]),
            "chromium",
            "the browser to use: Chromium by the DevTools protocol, or Firefox by WebDriver BiDi",
        )
        .fixed(),
        Setting::new("web.browser", Kind::Text, "", "the browser to start; empty for the first one of web.engine on the PATH")
            .fixed(),
        Setting::new(
            "web.webdriver_url",
            Kind::Text,
            "",
            "the WebDriver server that starts the browser: geckodriver, ChromeDriver or a Selenium Grid, as http://host:4444; empty to start it here",
        )
        .fixed(),
        Setting::new(
            "web.mode",
            Kind::Word(&["headless", "headed", "remote"]),
            "headless",
            "whether the browser has a window, or is one that runs elsewhere",
        ),
        Setting::new(
            "web.remote_url",
            Kind::Text,
            "",
            "where the remote browser listens: ws://…, wss://… or http://host:port",
        )
        .fixed(),
        Setting::new(
            "web.allowed_domains",
            Kind::Texts,
            texts([]),
            "the only domains, with their subdomains, that pages, frames and redirects may come from; empty for all",
        )
        .guarded(),
        Setting::new(
            "web.profile",
            Kind::Form(PROFILE),
            "",
            "the named profile whose cookies and storage sessions start with and save, one session at a time; empty for none",
        ),
        Setting::new(
            "web.proxy",
            Kind::Form(PROXY),
            "",
            "the proxy for everything that the browser loads; a user name and a password may be before the host; empty for none",
        )
        .fixed(),
        Setting::new(
            "web.proxy_bypass",
            Kind::Texts,
            texts([]),
            "the hosts, with their subdomains, that are reached without the proxy; `*` for all",
        )
        .fixed(),
        Setting::new(
            "web.attach_hosts",
            Kind::Texts,
            texts([]),
            "the hosts besides this machine whose running browsers `attach` may connect to",
        )
        .guarded(),
        Setting::new(
            "web.viewport",
            Kind::Form(VIEWPORT),
            "1280x720",
            "the size of a page in CSS pixels, and after `@` the number of device pixels for each",
        ),
        Setting::new("web.user_agent", Kind::Form(USER_AGENT), "", "the user agent; empty for the browser's own"),
        Setting::new(
            "web.locale",
            Kind::Form(LOCALE),
            "",
            "the language that pages are asked for, and in which they write numbers and dates; empty for the browser's own",
        ),
        Setting::new("web.timezone", Kind::Form(TIMEZONE), "", "the time zone of pages; empty for that of this machine"),
        Setting::new(
            "web.action_timeout",
            Kind::Duration(600),
            "5s",
            "how long an action waits for its element to be there, visible, enabled and at rest",
        ),
        Setting::new(
            "web.observe_budget",
            Kind::Count(100, 1_000_000),
            2000,
            "how many tokens an observation may have, unless --budget says otherwise",
        ),
        Setting::new(
            "web.downloads",
            Kind::Text,
            "",
            "where downloads go; empty for a folder of the session in the engine's own",
        )
        .fixed(),
    ]
}

/// The paths and capabilities of the domain, fixed when the engine starts. Settings that can change at run
/// time are read from the context of each call.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// The folders that are searched for a browser, in order: the `PATH`. Libraries do not read the
    /// environment.
    pub programs: Vec<PathBuf>,
    /// The folder in which each browser gets a separate profile folder. It is created on demand.
    pub profiles: PathBuf,
    /// The folder of the encrypted profiles, with a subfolder for each owner. It is created on demand.
    pub saved_profiles: PathBuf,
    /// Whether a display is available for browsers with a window.
    pub has_display: bool,
    /// The folder in which each session gets a download folder, unless a setting names another.
    pub downloads: PathBuf,
    /// The user's home folder, to which `~` expands.
    pub home: PathBuf,
    /// The access to the user's files.
    pub files: FileDoor,
    /// Whether the process runs as root, for whom Chromium's sandbox does not work.
    pub is_root: bool,
}

/// Returns the value of a setting, or its default when the context has no settings.
pub(crate) fn value(cx: &Context, key: &str) -> Value {
    let default = || settings().into_iter().find(|setting| setting.key == key).map(|setting| setting.default);
    cx.setting(key).or_else(default).unwrap_or_default()
}

/// Returns the value of a text setting.
pub fn text(cx: &Context, key: &str) -> String {
    value(cx, key).as_text().unwrap_or_default().to_string()
}

/// Returns the value of a setting that is a list of texts.
pub fn list(cx: &Context, key: &str) -> Vec<String> {
    let value = value(cx, key);
    value.as_list().unwrap_or_default().iter().filter_map(Value::as_text).map(str::to_string).collect()
}

/// Returns the value of a setting that is a whole number.
pub fn count(cx: &Context, key: &str) -> usize {
    let number = value(cx, key).as_number().and_then(|number| number.as_i64());
    number.and_then(|number| usize::try_from(number).ok()).unwrap_or_default()
}

/// Returns the value of a duration setting.
pub fn duration(cx: &Context, key: &str) -> Duration {
    value(cx, key).as_text().and_then(parse_duration).unwrap_or_default()
}

/// Returns the names of sensitive fields from the engine's `sensitive_fields` setting.
pub(crate) fn sensitive(cx: &Context) -> SensitiveFields {
    match cx.setting("sensitive_fields") {
        Some(Value::List(names)) => SensitiveFields::new(names.iter().filter_map(Value::as_text)),
        _ => SensitiveFields::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_accepts_its_default() {
        let cx = Context::new("test", "/");
        for setting in settings() {
            assert!(setting.accept(setting.default.clone()).is_ok(), "{}", setting.key);
            assert_eq!(value(&cx, setting.key), setting.default);
        }
        assert_eq!(duration(&cx, "web.action_timeout"), Duration::from_secs(5));
    }
}
