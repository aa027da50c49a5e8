use lemmascope_browser::driver::{Cookie, is_under};
use lemmascope_browser::session::WebSession;
use lemmascope_intent::{Cause, Failure, Object, Secret, SensitiveFields, Value};

/// Words in the names of cookies that grant access.
const KEYS: [&str; 9] = ["session", "sessionid", "sess", "sid", "auth", "jwt", "csrf", "xsrf", "remember"];

/// Whether the value of the cookie is shown only on an explicit request for it.
pub(super) fn is_secret(cookie: &Cookie) -> bool {
    let name = &cookie.name;
    cookie.http_only
        || SensitiveFields::default().matches(name)
        || SensitiveFields::new(KEYS).matches(name)
        || name.to_lowercase().ends_with("sessid")
}

/// Converts a cookie for display.
pub(super) fn cookie_value(cookie: &Cookie, open: bool) -> Value {
    let value = match open {
        true => Value::from(cookie.value.as_str()),
        false => Value::Secret(Secret::new(cookie.value.clone())),
    };
    let mut fields = Object::from([
        ("name".to_string(), cookie.name.as_str().into()),
        ("value".to_string(), value),
        ("domain".to_string(), cookie.domain.as_str().into()),
        ("path".to_string(), cookie.path.as_str().into()),
    ]);
    if let Some(expires) = cookie.expires {
        fields.insert("expires".into(), (expires as i64).into());
    }
    for (name, on) in [("http_only", cookie.http_only), ("secure", cookie.secure)] {
        if on {
            fields.insert(name.into(), true.into());
        }
    }
    if let Some(same_site) = &cookie.same_site {
        fields.insert("same_site".into(), same_site.as_str().into());
    }
    fields.into()
}

/// Returns the cookies with this name: those that apply to the open page, or else all.
pub(super) async fn named(session: &WebSession, name: &str) -> Result<Vec<Cookie>, Failure> {
    let all = session.context()?.cookies().await?;
    let mut found: Vec<Cookie> = all.iter().filter(|cookie| cookie.name == name).cloned().collect();
    if found.is_empty() {
        let failure = Failure::new(Cause::TargetNotFound, format!("there is no cookie \"{name}\""));
        let names = all.iter().map(|cookie| cookie.name.as_str());
        return Err(match lemmascope_intent::nearest(name, names) {
            Some(meant) => failure.hint(format!("Did you mean {meant}?")),
            None => failure.hint("`cookies list` lists them."),
        });
    }
    if let Some(host) = host(session) {
        let here: Vec<Cookie> =
            found.iter().filter(|cookie| is_sent_to_host(cookie, &host)).cloned().collect();
        if !here.is_empty() {
            found = here;
        }
    }
    Ok(found)
}

/// Returns the host of the open page, if any.
pub(super) fn host(session: &WebSession) -> Option<String> {
    let url = session.tab().ok()?.state().url.clone();
    url::Url::parse(&url).ok()?.host_str().map(str::to_string)
}

/// Whether the cookie is sent to the host, according to its domain.
pub(super) fn is_sent_to_host(cookie: &Cookie, host: &str) -> bool {
    match cookie.domain.strip_prefix('.') {
        Some(domain) => is_under(host, domain),
        None => cookie.domain == host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cookie(name: &str, http_only: bool) -> Cookie {
        Cookie { name: name.into(), value: "v4lu3".into(), http_only, ..Cookie::default() }
    }

    #[test]
    fn session_cookies_are_masked() {
        for name in ["PHPSESSID", "session", "csrftoken", "auth", "JSESSIONID", "connect.sid", "api_key"] {
            assert!(is_secret(&cookie(name, false)), "{name}");
        }
        for name in ["theme", "lang", "sidebar", "authors"] {
            assert!(!is_secret(&cookie(name, false)), "{name}");
            assert!(is_secret(&cookie(name, true)), "{name}");
        }
        let shown = serde_json::to_string(&cookie_value(&cookie("x", true), false)).unwrap();
        assert!(!shown.contains("v4lu3"), "{shown}");
    }
}
