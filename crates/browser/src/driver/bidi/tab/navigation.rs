use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use lemmascope_intent::{Cause, Failure};
use serde_json::json;

use super::super::super::feature_gaps::{self, Gap};
use super::super::super::http_credentials::{HttpCredentials, NavigationCredentials};
use super::super::super::network_error;
use super::super::super::obstacle::{beforeunload_failure, challenged, obstacle, slow};
use super::super::super::state::TabState;
use super::super::connection::PROMPTLY;
use super::super::fault::Fault;
use super::Tab;
use crate::files::file_of;

impl Tab {
    pub(in super::super::super) async fn navigate(
        &self,
        url: &str,
        headers: Option<&BTreeMap<String, String>>,
        limit: Duration,
    ) -> Result<(), Failure> {
        self.context_state().rules().admit(url, true)?;
        if file_of(url).is_some() {
            return Err(feature_gaps::failure(Gap::FilePages, self.context_state().engine));
        }
        let Some(headers) = headers.filter(|headers| !headers.is_empty()) else {
            return self.go(url, limit).await;
        };
        let host = url::Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_string));
        self.context_state().rules().set_navigation_headers(Some((host, headers.clone())));
        self.context_state().rules().is_needed();
        let gone = match self.enable_interception().await {
            Ok(()) => self.go(url, limit).await,
            Err(failure) => Err(failure),
        };
        self.context_state().rules().set_navigation_headers(None);
        gone
    }

    pub(in super::super::super) async fn navigate_as(
        &self,
        identity: HttpCredentials,
        url: &str,
        limit: Duration,
    ) -> Result<(), Failure> {
        self.context_state().rules().admit(url, true)?;
        self.context_state().rules().set_credentials(Some(NavigationCredentials::new(identity)));
        let gone = self.go(url, limit).await;
        self.context_state().rules().set_credentials(None);
        gone
    }

    pub(in super::super::super) fn admit(&self, url: &str, is_main: bool) -> Result<(), Failure> {
        self.context_state().rules().admit(url, is_main)
    }

    pub(in super::super::super) async fn stand_in(&self, url: &str, does: bool) -> Result<(), Failure> {
        if does {
            self.enable_interception().await?;
        }
        self.context_state().rules().stand_in(url, does);
        Ok(())
    }

    async fn go(&self, url: &str, limit: Duration) -> Result<(), Failure> {
        self.run_navigation(self.depart(url, limit)).await
    }

    async fn depart(&self, url: &str, limit: Duration) -> Result<(), Failure> {
        let (before, navigations, dialogs) = {
            let mut state = self.state();
            state.blocked = None;
            state.crashed = false;
            (state.document.clone(), state.navigations, state.dialogs_opened)
        };
        let navigate = json!({"context": self.id(), "url": url, "wait": "interactive"});
        let navigating = self.connection().call("browsingContext.navigate", navigate, limit);
        // A regular document has arrived when it is committed, while the result comes only after parsing. An
        // error page is committed too, and only the result identifies it as such.
        let mut met = None;
        let arrived = self.wait(limit, |state| {
            met = obstacle(state).filter(|_| state.leaving == 0);
            met.is_some() || (state.document != before && is_answered(state))
        });
        let answer = tokio::select! {
            biased;
            answer = navigating => answer,
            arrived = arrived => return match met {
                Some(obstacle) => Err(obstacle),
                None if arrived => Ok(()),
                None => Err(slow(url, limit)),
            },
        };
        match answer {
            Ok(_) => {
                // The event normally precedes the result, but some browsers reorder them.
                self.wait(PROMPTLY.min(limit), |state| {
                    state.closed
                        || state.document != before
                        || state.navigations > navigations
                        || state.departure.is_none()
                })
                .await;
                Ok(())
            }
            Err(Fault::TimedOut { .. }) => {
                self.connection().tell(
                    "browsingContext.navigate",
                    json!({"context": self.id(), "url": "javascript:window.stop()", "wait": "none"}),
                );
                Err(slow(url, limit))
            }
            Err(Fault::Refused { code, message, .. }) if code == "invalid argument" => {
                Err(Failure::new(Cause::InvalidParameter, format!("{url} is not an address one can go to"))
                    .hint("Give an address such as https://example.com/.")
                    .context(message))
            }
            Err(fault @ Fault::Refused { .. }) if fault.is_gone() => Err(fault.into()),
            Err(Fault::Refused { message, .. }) => Err(self.navigation_failure(url, &message, dialogs)),
            Err(fault) => Err(fault.into()),
        }
    }

    /// Returns the failure for an address that was not reached.
    fn navigation_failure(&self, url: &str, error: &str, dialogs: u64) -> Failure {
        let mut state = self.state();
        if let Some(failure) = beforeunload_failure(&state, dialogs).or_else(|| state.blocked.take()) {
            return failure;
        }
        let last = state.requests.iter().rev().find(|one| one.kind == "document");
        let (status, reason) = last.map_or((None, None), |one| (one.status, one.failed.clone()));
        if state.challenge().is_some() && status == Some(401) {
            return challenged();
        }
        drop(state);
        let error = error.trim_start_matches("Error: ");
        let failure = network_error::failure(reason.as_deref().unwrap_or(error), url, status);
        match self.context_state().take_proxy_error() {
            Some(fault) => failure.context(fault).hint("Check web.proxy or --proxy."),
            None => failure,
        }
    }

    pub(in super::super::super) async fn reload(&self, hard: bool, limit: Duration) -> Result<(), Failure> {
        self.run_navigation(self.reload_and_wait(hard, limit)).await
    }

    async fn reload_and_wait(&self, hard: bool, limit: Duration) -> Result<(), Failure> {
        let (before, dialogs) = {
            let mut state = self.state();
            state.blocked = None;
            state.crashed = false;
            (state.document.clone(), state.dialogs_opened)
        };
        let cache = |behavior: &str| json!({"cacheBehavior": behavior, "contexts": [self.id()]});
        if hard {
            self.connection().call("network.setCacheBehavior", cache("bypass"), PROMPTLY).await?;
        }
        let reload = json!({"context": self.id(), "wait": "none"});
        let reloaded = async {
            self.send_navigation_command("browsingContext.reload", reload, limit).await?;
            self.arrive(limit, dialogs, |state| state.document != before).await
        };
        let reloaded = reloaded.await;
        if hard {
            self.connection().call("network.setCacheBehavior", cache("default"), PROMPTLY).await?;
        }
        reloaded
    }

    pub(in super::super::super) async fn history(
        &self,
        delta: i32,
        limit: Duration,
    ) -> Result<bool, Failure> {
        self.run_navigation(async {
            let (before, dialogs) = {
                let state = self.state();
                (state.navigations, state.dialogs_opened)
            };
            let traverse = json!({"context": self.id(), "delta": delta});
            match self.send_navigation_command("browsingContext.traverseHistory", traverse, limit).await {
                Err(Fault::Refused { code, .. }) if code == "no such history entry" => return Ok(false),
                answer => answer?,
            };
            self.arrive(limit, dialogs, |state| state.navigations > before).await?;
            Ok(true)
        })
        .await
    }

    /// Sends a command that leaves the page. An open `beforeunload` dialog delays its result.
    async fn send_navigation_command(
        &self,
        method: &'static str,
        params: serde_json::Value,
        limit: Duration,
    ) -> Result<(), Fault> {
        let dialogs = self.state().dialogs_opened;
        tokio::select! {
            biased;
            answer = self.connection().call(method, params, limit) => answer.map(|_| ()),
            _ = self.wait(limit, |state| state.dialogs_opened > dialogs && state.dialog.is_some()) => Ok(()),
        }
    }

    /// Waits for a navigation to arrive. `dialogs` is the number of dialogs that had opened before it.
    async fn arrive(
        &self,
        limit: Duration,
        dialogs: u64,
        mut there: impl FnMut(&TabState) -> bool + Send,
    ) -> Result<(), Failure> {
        let begun = Instant::now();
        let mut met = None;
        let arrived = self
            .wait(limit, |state| {
                met = obstacle(state).or_else(|| beforeunload_failure(state, dialogs));
                met.is_some() || there(state) || state.blocked.is_some()
            })
            .await;
        let (blocked, url) = {
            let mut state = self.state();
            (state.blocked.take(), state.url.clone())
        };
        match (met, blocked, arrived) {
            (Some(obstacle), ..) => Err(obstacle),
            (None, Some(blocked), _) => Err(blocked),
            (None, None, true) => Ok(()),
            (None, None, false) => Err(slow(&url, begun.elapsed())),
        }
    }
}

/// Whether the main document comes from a server response.
fn is_answered(state: &TabState) -> bool {
    state
        .requests
        .iter()
        .rev()
        .any(|one| one.id == state.document && one.status.is_some() && one.failed.is_none())
}
