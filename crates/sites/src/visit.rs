//! The visitor of a request, and the host name that was used.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::FromRequestParts;
use axum::http::header::{COOKIE, HOST, HeaderName, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};

/// The properties of a request besides its form.
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    /// The host name without the port.
    name: String,
    port: String,
    pub(crate) path: String,
    cookies: HashMap<String, String>,
}

impl Visit {
    fn read(headers: &HeaderMap, uri: &Uri) -> Self {
        let host = headers.get(HOST).and_then(|it| it.to_str().ok()).unwrap_or("127.0.0.1");
        let (name, port) = host.rsplit_once(':').unwrap_or((host, "80"));
        let cookies = headers.get_all(COOKIE).iter().filter_map(|it| it.to_str().ok());
        let cookies = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        Self {
            name: name.to_string(),
            port: port.to_string(),
            path: uri.path().to_string(),
            cookies: cookies.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        }
    }

    /// The origin of the requested page.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}:{}", self.name, self.port)
    }

    /// Another origin of the same site.
    pub(crate) fn other(&self) -> String {
        let name = if self.name == "localhost" { "127.0.0.1" } else { "localhost" };
        format!("http://{name}:{}", self.port)
    }

    /// A third origin, different from both.
    pub(crate) fn third(&self) -> String {
        let name = if self.name == "third.localhost" { "127.0.0.1" } else { "third.localhost" };
        format!("http://{name}:{}", self.port)
    }

    pub(crate) fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.get(name).map(String::as_str)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visit {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Self::read(&parts.headers, &parts.uri))
    }
}

/// The server-side state of each visitor, by cookie.
#[derive(Debug)]
pub(crate) struct Visitors<T> {
    cookie: &'static str,
    known: Mutex<HashMap<String, T>>,
    count: AtomicU64,
}

impl<T: Default> Visitors<T> {
    pub(crate) fn new(cookie: &'static str) -> Self {
        Self { cookie, known: Mutex::default(), count: AtomicU64::new(0) }
    }

    /// Accesses the state of the visitor. For a new visitor, the returned header sets the cookie.
    pub(crate) fn with<R>(&self, visit: &Visit, act: impl FnOnce(&mut T) -> R) -> (Option<Cookie>, R) {
        let mut known = self.lock();
        let id = visit.cookie(self.cookie).filter(|id| known.contains_key(*id));
        let (id, header) = match id {
            Some(id) => (id.to_string(), None),
            None => {
                let id = self.new_id();
                let header = cookie(&format!("{}={id}; Path=/; HttpOnly; SameSite=Lax", self.cookie));
                (id, Some(header))
            }
        };
        let answer = act(known.entry(id).or_default());
        (header, answer)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, T>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The id includes the time, so that the cookie of a stopped server is unknown to the next one.
    fn new_id(&self) -> String {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_nanos());
        format!("{time:x}{:x}", self.count.fetch_add(1, Ordering::Relaxed))
    }
}

/// A header that sets a cookie.
pub(crate) type Cookie = [(HeaderName, String); 1];

/// Creates the header from the text of a cookie.
pub(crate) fn cookie(text: &str) -> Cookie {
    [(SET_COOKIE, text.to_string())]
}
