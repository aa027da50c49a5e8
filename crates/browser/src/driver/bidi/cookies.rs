use lemmascope_intent::{Cause, Failure};
use serde_json::{Value, json};

use super::super::cookie::Cookie;
use super::connection::PROMPTLY;
use super::context::BrowserContext;

impl BrowserContext {
    pub(in super::super) async fn cookies(&self) -> Result<Vec<Cookie>, Failure> {
        let ask = json!({"partition": self.partition()});
        let answer = self.browser().inner().connection.call("storage.getCookies", ask, PROMPTLY).await?;
        Ok(answer["cookies"].as_array().into_iter().flatten().map(read).collect())
    }

    pub(in super::super) async fn set_cookies(&self, cookies: &[Cookie]) -> Result<(), Failure> {
        for cookie in cookies {
            let set = json!({"cookie": written(cookie), "partition": self.partition()});
            let set = self.browser().inner().connection.call("storage.setCookie", set, PROMPTLY).await;
            set.map_err(|fault| {
                Failure::new(
                    Cause::InvalidParameter,
                    format!("the browser does not take the cookie: {fault}"),
                )
                .hint("Check its domain, its path and its name.")
            })?;
        }
        Ok(())
    }

    pub(in super::super) async fn clear_cookies(&self) -> Result<(), Failure> {
        self.delete_cookies(json!({})).await
    }

    pub(in super::super) async fn delete_cookie(&self, cookie: &Cookie) -> Result<(), Failure> {
        self.delete_cookies(json!({"name": cookie.name, "domain": cookie.domain, "path": cookie.path})).await
    }

    async fn delete_cookies(&self, filter: Value) -> Result<(), Failure> {
        let delete = json!({"filter": filter, "partition": self.partition()});
        self.browser().inner().connection.call("storage.deleteCookies", delete, PROMPTLY).await?;
        Ok(())
    }

    fn partition(&self) -> Value {
        json!({"type": "storageKey", "userContext": self.id()})
    }
}

fn read(cookie: &Value) -> Cookie {
    let text = |key: &str| cookie[key].as_str().unwrap_or_default().to_string();
    Cookie {
        name: text("name"),
        value: cookie["value"]["value"].as_str().unwrap_or_default().to_string(),
        domain: text("domain"),
        path: text("path"),
        expires: cookie["expiry"].as_f64().filter(|at| *at >= 0.0),
        http_only: cookie["httpOnly"] == true,
        secure: cookie["secure"] == true,
        same_site: match cookie["sameSite"].as_str() {
            Some("strict") => Some("Strict".into()),
            Some("lax") => Some("Lax".into()),
            Some("none") => Some("None".into()),
            _ => None,
        },
    }
}

fn written(cookie: &Cookie) -> Value {
    let mut written = json!({
        "name": cookie.name,
        "value": {"type": "string", "value": cookie.value},
        "domain": cookie.domain,
        "path": if cookie.path.is_empty() { "/" } else { &cookie.path },
        "httpOnly": cookie.http_only,
        "secure": cookie.secure,
    });
    if let Some(same_site) = &cookie.same_site {
        written["sameSite"] = json!(same_site.to_ascii_lowercase());
    }
    if let Some(expires) = cookie.expires.filter(|at| *at >= 0.0) {
        written["expiry"] = json!(expires as u64);
    }
    written
}
