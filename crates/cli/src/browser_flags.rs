//! The browser flags of a session.

use lemmascope_web::Proxy;

/// How the browser of the session runs. An engine of this process takes them as settings; the background engine gets them as
/// a command for the session, since other sessions share that engine.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
#[command(next_help_heading = "Browser")]
pub(crate) struct BrowserFlags {
    /// Start with the cookies and storage of this profile, and save them.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,

    /// Show the browser's window.
    #[arg(long, conflicts_with = "headless")]
    headed: bool,

    /// Run the browser without a window.
    #[arg(long)]
    headless: bool,

    /// Load everything through this proxy: http, https or socks5; empty for none.
    #[arg(long, value_name = "URL")]
    proxy: Option<String>,

    /// Hosts to reach without the proxy, separated by commas.
    #[arg(long, value_name = "HOSTS")]
    proxy_bypass: Option<String>,

    /// The user agent that the browser sends.
    #[arg(long, value_name = "TEXT")]
    user_agent: Option<String>,

    /// The language of pages, such as pt-BR.
    #[arg(long, value_name = "TAG")]
    locale: Option<String>,

    /// The time zone of pages, such as America/Sao_Paulo.
    #[arg(long, value_name = "ZONE")]
    timezone: Option<String>,

    /// The size of pages, such as 1280x720 or 1280x720@2.
    #[arg(long, value_name = "WxH")]
    viewport: Option<String>,
}

impl BrowserFlags {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the flags as assignments, as for `--set`.
    pub(crate) fn settings(&self) -> Vec<String> {
        let bypass = self.proxy_bypass.as_ref().map(|hosts| {
            let hosts: Vec<&str> = hosts.split(',').map(str::trim).filter(|host| !host.is_empty()).collect();
            serde_json::to_string(&hosts).unwrap_or_default()
        });
        let mut given = self.plain();
        given.extend(self.proxy.clone().map(|url| ("proxy", url)));
        given.extend(bypass.map(|hosts| ("proxy_bypass", hosts)));
        given.into_iter().map(|(name, value)| format!("web.{name}={value}")).collect()
    }

    /// Returns the words of the command with the same effect in a session of the background engine.
    pub(crate) fn command(&self) -> Option<Vec<String>> {
        if self.is_empty() {
            return None;
        }
        let mut words = vec!["browser".to_string(), "set".to_string()];
        let mut give = |name: &str, value: &str| {
            words.extend([format!("--{}", name.replace('_', "-")), value.to_string()]);
        };
        for (name, value) in self.plain() {
            give(name, &value);
        }
        if let Some(url) = &self.proxy {
            // The password is a separate option, which is masked wherever it is shown.
            let proxy = Proxy::parse(url);
            give("proxy", &proxy.as_ref().map_or_else(|| url.clone(), ToString::to_string));
            if let Some((username, password)) = proxy.as_ref().and_then(Proxy::identity) {
                give("proxy_username", username);
                give("proxy_password", password.expose());
            }
        }
        if let Some(hosts) = &self.proxy_bypass {
            give("proxy_bypass", hosts);
        }
        Some(words)
    }

    /// Returns the options whose value is the same in a setting and in a command.
    fn plain(&self) -> Vec<(&'static str, String)> {
        let mode = match (self.headed, self.headless) {
            (true, _) => Some("headed".to_string()),
            (_, true) => Some("headless".to_string()),
            _ => None,
        };
        let options = [
            ("profile", self.profile.clone()),
            ("mode", mode),
            ("user_agent", self.user_agent.clone()),
            ("locale", self.locale.clone()),
            ("timezone", self.timezone.clone()),
            ("viewport", self.viewport.clone()),
        ];
        options.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_flags_to_settings_and_to_a_command() {
        assert_eq!(BrowserFlags::default().command(), None);
        let flags = BrowserFlags {
            profile: Some("work".into()),
            headed: true,
            proxy: Some("http://ann:p%20w@proxy.example:3128".into()),
            proxy_bypass: Some("a.example, b.example".into()),
            user_agent: Some("My Agent".into()),
            ..BrowserFlags::default()
        };
        assert_eq!(
            flags.command().unwrap().join(" "),
            "browser set --profile work --mode headed --user-agent My Agent --proxy http://proxy.example:3128 \
             --proxy-username ann --proxy-password p w --proxy-bypass a.example, b.example"
        );
        assert_eq!(
            flags.settings(),
            [
                "web.profile=work",
                "web.mode=headed",
                "web.user_agent=My Agent",
                "web.proxy=http://ann:p%20w@proxy.example:3128",
                "web.proxy_bypass=[\"a.example\",\"b.example\"]",
            ]
        );
    }
}
