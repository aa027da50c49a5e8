use serde_json::{Map, Value, json};

/// Preferences without which Firefox shows prompts that no user can answer, contacts its vendor, or caches
/// pages in a way that does not fit the model of a tab.
const ALWAYS: [(&str, Preference); 28] = [
    // Requests to this machine pass through the socket filter too.
    ("network.proxy.allow_hijacking_localhost", Preference::On),
    ("network.proxy.socks_remote_dns", Preference::On),
    ("network.proxy.socks5_remote_dns", Preference::On),
    // Pages open new tabs as windows, since a background tab is not rendered and gets no keyboard events.
    ("browser.link.open_newwindow", Preference::Number(2)),
    ("browser.link.open_newwindow.restriction", Preference::Number(0)),
    ("browser.newtab.preload", Preference::Off),
    ("browser.newtabpage.enabled", Preference::Off),
    ("browser.startup.page", Preference::Number(0)),
    ("browser.sessionhistory.max_total_viewers", Preference::Number(0)),
    ("fission.bfcacheInParent", Preference::Off),
    ("dom.disable_beforeunload", Preference::Off),
    ("dom.require_user_interaction_for_beforeunload", Preference::Off),
    ("dom.disable_open_during_load", Preference::Off),
    ("dom.popup_maximum", Preference::Number(1000)),
    ("dom.min_background_timeout_value", Preference::Number(4)),
    ("dom.timeout.enable_budget_timer_throttling", Preference::Off),
    ("dom.ipc.reportProcessHangs", Preference::Off),
    ("dom.max_script_run_time", Preference::Number(0)),
    // The number of seconds after which the process of a hanging page is killed, once its tab is closed.
    ("dom.ipc.tabs.shutdownTimeoutSecs", Preference::Number(3)),
    ("dom.security.https_only_mode", Preference::Off),
    ("dom.security.https_first", Preference::Off),
    ("network.captive-portal-service.enabled", Preference::Off),
    ("network.connectivity-service.enabled", Preference::Off),
    ("network.http.http3.enable", Preference::Off),
    ("network.trr.mode", Preference::Number(5)),
    ("layout.css.prefers-color-scheme.content-override", Preference::Number(1)),
    ("datareporting.policy.dataSubmissionEnabled", Preference::Off),
    ("app.update.disabledForTesting", Preference::On),
];

/// Preferences that prevent traffic around the proxy: DNS prefetching, speculative connections, and UDP.
const PROXIED_ONLY: [(&str, Preference); 7] = [
    ("network.dns.disablePrefetch", Preference::On),
    ("network.dns.disablePrefetchFromHTTPS", Preference::On),
    ("network.prefetch-next", Preference::Off),
    ("network.http.speculative-parallel-limit", Preference::Number(0)),
    ("network.preconnect", Preference::Off),
    ("media.peerconnection.enabled", Preference::Off),
    ("network.webtransport.enabled", Preference::Off),
];

#[derive(Clone, Copy)]
enum Preference {
    On,
    Off,
    Number(i32),
}

impl Preference {
    fn value(self) -> Value {
        match self {
            Self::On => json!(true),
            Self::Off => json!(false),
            Self::Number(number) => json!(number),
        }
    }
}

/// The preferences by name.
pub(super) fn preferences(proxied_only: bool) -> Map<String, Value> {
    let kept_in = PROXIED_ONLY.iter().filter(|_| proxied_only);
    ALWAYS.iter().chain(kept_in).map(|(name, preference)| ((*name).to_owned(), preference.value())).collect()
}

/// Formats the preferences as the `user.js` file of a profile.
pub(super) fn user_file(proxied_only: bool) -> String {
    preferences(proxied_only)
        .iter()
        .map(|(name, value)| format!("user_pref({}, {value});\n", json!(name)))
        .collect()
}
