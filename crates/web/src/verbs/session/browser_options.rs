use lemmascope_browser::driver::Proxy;
use lemmascope_browser::session::{Mode, Preferences};
use lemmascope_intent::{Args, Failure, Notation, Parameter, Secret, Type};

/// The browser options that any caller may set when opening a session.
pub(super) fn parameters() -> Vec<Parameter> {
    let option = |name, about| Parameter::optional(name, Type::String, about).written(Notation::Text);
    vec![
        Parameter::optional("mode", Type::String, "headless, headed or remote.")
            .written(Notation::Choice(&["headless", "headed", "remote"])),
        option("profile", "The profile whose cookies and storage it starts with and saves."),
        option("viewport", "The size of pages, such as 1280x720 or 1280x720@2."),
        option("user_agent", "The user agent."),
        option("locale", "The language of pages, such as pt-BR."),
        option("timezone", "The time zone of pages, such as America/Sao_Paulo."),
    ]
}

/// The options that determine the network route of the browser.
pub(super) fn network_parameters() -> Vec<Parameter> {
    let option = |name, about| Parameter::optional(name, Type::String, about).written(Notation::Text);
    vec![
        option("proxy", "The address of a proxy: http, https or socks5; empty for none.").unrecorded(),
        option("proxy_username", "The user name at the proxy."),
        option("proxy_password", "The password at the proxy."),
        option("proxy_bypass", "Hosts that are reached without the proxy, separated by commas."),
    ]
}

/// Parses the given options.
pub(super) fn read(args: &Args) -> Result<Preferences, Failure> {
    let text = |name: &str| args.optional_text(name).map(str::to_string);
    let bypass = args.optional_text("proxy_bypass").map(|hosts| {
        hosts.split(',').map(|host| host.trim().to_string()).filter(|host| !host.is_empty()).collect()
    });
    let preferences = Preferences {
        mode: args.optional_text("mode").map(Mode::read).transpose()?,
        profile: text("profile"),
        proxy: text("proxy"),
        proxy_username: text("proxy_username"),
        proxy_password: args.optional_text("proxy_password").map(|text| Secret::new(text.to_string())),
        proxy_bypass: bypass,
        user_agent: text("user_agent"),
        locale: text("locale"),
        timezone: text("timezone"),
        viewport: text("viewport"),
        ..Preferences::default()
    };
    preferences.check()?;
    Ok(preferences)
}

/// Formats the options for display, without passwords.
pub(super) fn shown(preferences: &Preferences) -> Vec<(&'static str, String)> {
    let proxy = preferences
        .proxy
        .as_deref()
        .map(|address| Proxy::parse(address).map_or_else(String::new, |proxy| proxy.to_string()));
    let options = [
        ("mode", preferences.mode.map(|mode| mode.as_str().to_string())),
        ("profile", preferences.profile.clone()),
        ("proxy", proxy),
        ("proxy_bypass", preferences.proxy_bypass.as_ref().map(|hosts| hosts.join(","))),
        ("user_agent", preferences.user_agent.clone()),
        ("locale", preferences.locale.clone()),
        ("timezone", preferences.timezone.clone()),
        ("viewport", preferences.viewport.clone()),
    ];
    options.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}
