//! A call of the gateway, and the table that describes its routes.

use std::future::Future;
use std::sync::Arc;

use lemmascope_intent::{Permission, Route, RouteAnswer, RouteCall, RouteMethod, Seals};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::super::failure::{GatewayFailure, refusal};
use super::super::submission::Trace;
use super::super::{Gateway, inbox, journal};
use crate::Address;
use crate::site::Site;

/// A call of an authenticated agent within its rate limit.
pub(super) struct Call {
    pub(super) gateway: Arc<Gateway>,
    /// The address of the caller.
    pub(super) agent: String,
    pub(super) call: RouteCall,
}

pub(super) type Answered = Result<RouteAnswer, GatewayFailure>;

impl Call {
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        self.call.query.get(name).and_then(|text| text.parse().ok())
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.call.body[name].as_str().map(str::to_string)
    }

    /// Returns an optional text of the body.
    pub(super) fn optional(&self, name: &str) -> Result<Option<String>, GatewayFailure> {
        match &self.call.body[name] {
            Json::Null => Ok(None),
            Json::String(text) => Ok(Some(text.clone())),
            _ => Err(GatewayFailure::invalid(name, "is not a text")),
        }
    }

    pub(super) fn needed(&self, name: &str) -> Result<String, GatewayFailure> {
        self.optional(name)?.ok_or_else(|| GatewayFailure::invalid(name, "is missing"))
    }

    /// Checks that the agent named by the query or the body is the caller.
    pub(super) fn owner(&self) -> Result<(), GatewayFailure> {
        let named = self.call.query.get("owner_agent").cloned().or_else(|| self.text("owner_agent"));
        let Some(named) = named else { return Ok(()) };
        let address =
            Address::parse(&named).map_err(|reason| GatewayFailure::invalid("owner_agent", reason))?;
        match address.as_str() == self.agent {
            true => Ok(()),
            false => Err(GatewayFailure::forbidden("this key belongs to another agent").about("owner_agent")),
        }
    }

    pub(super) fn trace(&self) -> Trace {
        let header = |name: &str| self.call.headers.get(name).cloned();
        Trace { trace_id: header("x-trace-id"), traceparent: header("traceparent") }
    }

    pub(super) fn seals(&self) -> Seals {
        self.call.engine.seals(&self.call.owner).unwrap_or_else(Seals::without_key)
    }

    pub(super) async fn thread(&self, intent: &journal::Intent) -> Answered {
        let thread = inbox::thread(&self.gateway.database, intent, &self.agent).await?;
        Ok(RouteAnswer::json(json!({"ok": true, "thread": thread})))
    }
}

/// Describes the routes of a site.
pub(super) struct Table<'a> {
    pub(super) site: &'a Arc<Site>,
    pub(super) routes: Vec<Route>,
}

impl Table<'_> {
    pub(super) fn add<F, A>(
        &mut self,
        method: RouteMethod,
        path: &'static str,
        id: &'static str,
        about: &'static str,
        handle: F,
    ) -> Entry<'_>
    where
        F: Fn(Call) -> A + Copy + Send + Sync + 'static,
        A: Future<Output = Answered> + Send + 'static,
    {
        let site = Arc::clone(self.site);
        let route = Route::new(method, path, id, about, move |call| {
            let site = Arc::clone(&site);
            Box::pin(async move {
                let answered: Answered = async {
                    let gateway = site.gateway().await?;
                    gateway.rates.admit(call.owner.as_str(), id)?;
                    let agent = Address::for_owner(call.owner.as_str()).to_string();
                    handle(Call { gateway, agent, call }).await
                }
                .await;
                match answered {
                    Ok(answer) => Ok(answer),
                    // The retry delay of a refusal is also sent as a header.
                    Err(failure) => match failure.retry_after {
                        Some(seconds) => Ok(RouteAnswer::Json {
                            status: failure.status,
                            body: failure.to_json(),
                            headers: vec![("retry-after", seconds.to_string())],
                        }),
                        None => Err(failure.into()),
                    },
                }
            })
        });
        let route = route.tag("channels").refusal(refusal()).checking_body();
        self.routes.push(require_uuids(route));
        Entry(&mut self.routes)
    }
}

/// The last route of a table.
pub(super) struct Entry<'a>(&'a mut Vec<Route>);

impl Entry<'_> {
    pub(super) fn with(self, change: impl FnOnce(Route) -> Route) -> Self {
        if let Some(route) = self.0.pop() {
            self.0.push(change(route));
        }
        self
    }

    pub(super) fn acts(self, body: Json) -> Self {
        self.with(|route| route.needs(Permission::Act).body(body))
    }
}

/// Requires UUIDs for intents and threads, which distinguishes them from names of callable intents.
fn require_uuids(route: Route) -> Route {
    match route.path.contains("{intent}") {
        true => route.shape("intent", |text| Uuid::parse_str(text).is_ok() && text.len() == 36),
        false => route,
    }
}
