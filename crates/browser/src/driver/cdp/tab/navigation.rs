use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use lemmascope_intent::{Cause, Failure};

use super::super::super::http_credentials::{HttpCredentials, NavigationCredentials};
use super::super::super::network_error;
use super::super::super::obstacle::{beforeunload_failure, challenged, obstacle, slow};
use super::super::super::recovery::is_stuck;
use super::super::super::state::TabState;
use super::super::connection::PROMPTLY;
use super::super::interception;
use super::super::protocol::{network, page};
use super::Tab;
use crate::files::file_of;

impl Tab {
    /// Navigates to an address. Returns when the new document is committed or has failed; its resources may
    /// still be loading. The headers are sent with this one request only, and only to its own host.
    pub async fn navigate(
        &self,
        url: &str,
        headers: Option<&BTreeMap<String, String>>,
        limit: Duration,
    ) -> Result<(), Failure> {
        self.context_state().rules().admit(url, true)?;
        if file_of(url).is_some() {
            self.context_state().rules().expect_files();
            interception::apply(self.connection(), self.session()).await?;
        }
        if let Some(headers) = headers.filter(|headers| !headers.is_empty()) {
            let host = url::Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_string));
            self.context_state().rules().set_navigation_headers(Some((host, headers.clone())));
            self.context_state().rules().is_needed();
            interception::apply(self.connection(), self.session()).await?;
            let gone = self.go(url, limit).await;
            self.context_state().rules().set_navigation_headers(None);
            return gone;
        }
        self.go(url, limit).await
    }

    /// Navigates like [`navigate`](Self::navigate), and answers HTTP authentication with the given
    /// credentials.
    pub async fn navigate_as(
        &self,
        identity: HttpCredentials,
        url: &str,
        limit: Duration,
    ) -> Result<(), Failure> {
        self.context_state().rules().admit(url, true)?;
        self.context_state().rules().set_credentials(Some(NavigationCredentials::new(identity)));
        let gone = match interception::apply(self.connection(), self.session()).await {
            Ok(()) => self.go(url, limit).await,
            Err(fault) => Err(fault.into()),
        };
        let is_needed = {
            let mut rules = self.context_state().rules();
            rules.set_credentials(None);
            rules.is_needed()
        };
        // From here on the browser reuses the credentials by itself. If there are other rules, interception
        // stays enabled.
        if !is_needed {
            interception::answer_challenges(self.connection(), self.session());
        }
        gone
    }

    /// Checks whether a frame may navigate to an address.
    pub(in super::super::super) fn admit(&self, url: &str, is_main: bool) -> Result<(), Failure> {
        self.context_state().rules().admit(url, is_main)
    }

    /// Starts (`does`) or stops answering an address with an empty page.
    pub(in super::super::super) async fn stand_in(&self, url: &str, does: bool) -> Result<(), Failure> {
        if does {
            interception::apply(self.connection(), self.session()).await?;
        }
        self.context_state().rules().stand_in(url, does);
        Ok(())
    }

    async fn go(&self, url: &str, limit: Duration) -> Result<(), Failure> {
        let end = Instant::now() + limit;
        let going = || self.run_navigation(self.depart(url, end.saturating_duration_since(Instant::now())));
        if !self.context_state().has_service_worker(url) {
            return going().await;
        }
        // A service worker may handle the request and never respond.
        match tokio::time::timeout(limit / 2, going()).await {
            Ok(Err(failure)) if !is_stuck(&failure) => Err(failure),
            Ok(Ok(())) => Ok(()),
            // On a busy machine, a page that waits for its worker seems unresponsive.
            Ok(Err(_)) | Err(_) => {
                self.connection()
                    .tell(Some(self.session()), &network::SetBypassServiceWorker { bypass: true });
                self.change(|state| state.bypassed = true);
                going().await
            }
        }
    }

    async fn depart(&self, url: &str, limit: Duration) -> Result<(), Failure> {
        let begun = Instant::now();
        let (before, dialogs) = {
            let mut state = self.state();
            state.blocked = None;
            // A navigation recovers a crashed tab.
            state.crashed = false;
            (state.navigations, state.dialogs_opened)
        };
        let navigate = page::Navigate { url, referrer: None };
        let answer = match self.send_to_main_session(&navigate, limit).await {
            Ok(answer) => answer,
            Err(failure) if failure.cause == Cause::Timeout => {
                self.connection().tell(Some(self.session()), &page::StopLoading {});
                return Err(slow(url, limit));
            }
            Err(failure) if failure.cause == Cause::Failed => {
                return Err(Failure::new(
                    Cause::InvalidParameter,
                    format!("{url} is not an address one can go to"),
                )
                .hint("Give an address such as https://example.com/.")
                .context(failure.message));
            }
            Err(failure) => return Err(failure),
        };
        if let Some(error) = answer.error_text.filter(|error| !error.is_empty()) {
            if answer.is_download {
                return Ok(());
            }
            let beforeunload_failure = beforeunload_failure(&self.state(), dialogs);
            let blocked = beforeunload_failure.or_else(|| self.state().blocked.take());
            return Err(match blocked {
                Some(blocked) => blocked,
                None => {
                    let state = self.state();
                    let status = answer.loader_id.as_deref().and_then(|loader| state.status_of(loader));
                    match state.challenge() {
                        Some(_) if status == Some(401) => challenged(),
                        _ => {
                            let failure = network_error::failure(&error, url, status);
                            match self.context_state().take_proxy_error() {
                                Some(fault) => failure.context(fault).hint("Check web.proxy or --proxy."),
                                None => failure,
                            }
                        }
                    }
                }
            });
        }
        let left = limit.saturating_sub(begun.elapsed());
        let arrived = self
            .wait(left, |state| {
                state.closed
                    || match &answer.loader_id {
                        Some(loader) => state.document == *loader || state.navigations > before + 1,
                        None => true,
                    }
            })
            .await;
        if arrived { Ok(()) } else { Err(slow(url, limit)) }
    }

    /// Reloads the document; with `hard`, ignores the cache.
    pub async fn reload(&self, hard: bool, limit: Duration) -> Result<(), Failure> {
        self.run_navigation(self.reload_and_wait(hard, limit)).await
    }

    async fn reload_and_wait(&self, hard: bool, limit: Duration) -> Result<(), Failure> {
        let begun = Instant::now();
        let (before, dialogs) = {
            let mut state = self.state();
            state.blocked = None;
            state.crashed = false;
            (state.document.clone(), state.dialogs_opened)
        };
        self.send_to_main_session(&page::Reload { ignore_cache: hard }, limit).await?;
        let left = limit.saturating_sub(begun.elapsed());
        self.arrive(left, dialogs, |state| state.document != before).await
    }

    /// Goes back or forward in the history. Returns whether there was an entry to go to.
    pub async fn history(&self, delta: i32, limit: Duration) -> Result<bool, Failure> {
        let begun = Instant::now();
        let history = self.send_to_main_session(&page::GetNavigationHistory {}, PROMPTLY).await?;
        let Some(entry) = usize::try_from(history.current_index + i64::from(delta))
            .ok()
            .and_then(|index| history.entries.get(index))
        else {
            return Ok(false);
        };
        self.run_navigation(async {
            let (before, dialogs) = {
                let state = self.state();
                (state.navigations, state.dialogs_opened)
            };
            let left = limit.saturating_sub(begun.elapsed());
            self.send_to_main_session(&page::NavigateToHistoryEntry { entry_id: entry.id }, left).await?;
            let left = limit.saturating_sub(begun.elapsed());
            self.arrive(left, dialogs, |state| state.navigations > before).await
        })
        .await?;
        Ok(true)
    }

    /// Waits for a navigation to arrive. `dialogs` is the number of dialogs that had opened before it.
    async fn arrive(
        &self,
        limit: Duration,
        dialogs: u64,
        mut there: impl FnMut(&TabState) -> bool + Send,
    ) -> Result<(), Failure> {
        let mut obstacle = None;
        let arrived = self
            .wait(limit, |state| {
                obstacle = self::obstacle(state).or_else(|| beforeunload_failure(state, dialogs));
                obstacle.is_some() || there(state) || state.blocked.is_some()
            })
            .await;
        let (blocked, url) = {
            let mut state = self.state();
            (state.blocked.take(), state.url.clone())
        };
        match (obstacle, blocked, arrived) {
            (Some(obstacle), ..) => Err(obstacle),
            (None, Some(blocked), _) => Err(blocked),
            (None, None, true) => Ok(()),
            (None, None, false) => Err(slow(&url, limit)),
        }
    }
}
