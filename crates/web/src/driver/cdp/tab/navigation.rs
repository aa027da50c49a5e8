use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use lemmascope_intent::{Cause, Failure};

use super::super::connection::PROMPTLY;
use super::super::interception;
use super::super::protocol::page;
use super::Tab;
use super::network_error;

impl Tab {
    /// Goes to an address. Returns when the new document is there, or failed to come; what it loads may still be on
    /// its way. The headers go with this one request only, and only to its own host.
    pub(crate) async fn navigate(
        &self,
        url: &str,
        headers: Option<&BTreeMap<String, String>>,
        limit: Duration,
    ) -> Result<(), Failure> {
        self.household().rules().admit(url, true)?;
        if let Some(headers) = headers.filter(|headers| !headers.is_empty()) {
            let host = url::Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_string));
            self.household().rules().set_passing(Some((host, headers.clone())));
            self.household().rules().is_needed();
            interception::apply(self.connection(), self.session()).await?;
            let gone = self.go(url, limit).await;
            self.household().rules().set_passing(None);
            return gone;
        }
        self.go(url, limit).await
    }

    async fn go(&self, url: &str, limit: Duration) -> Result<(), Failure> {
        let begun = Instant::now();
        let before = {
            let mut state = self.state();
            state.blocked = None;
            // A crashed tab comes back to life by going somewhere.
            state.crashed = false;
            state.navigations
        };
        let navigate = page::Navigate { url, referrer: None };
        let answer = match self.ask_main(&navigate, limit).await {
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
            let blocked = self.state().blocked.take();
            return Err(match blocked {
                Some(blocked) => blocked,
                None => {
                    let status =
                        answer.loader_id.as_deref().and_then(|loader| self.state().status_of(loader));
                    network_error::failure(&error, url, status)
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

    /// Loads the document again; with `hard`, nothing is taken from the cache.
    pub(crate) async fn reload(&self, hard: bool, limit: Duration) -> Result<(), Failure> {
        let begun = Instant::now();
        let before = {
            let mut state = self.state();
            state.blocked = None;
            state.crashed = false;
            state.document.clone()
        };
        self.ask_main(&page::Reload { ignore_cache: hard }, limit).await?;
        self.arrive(limit.saturating_sub(begun.elapsed()), |state| state.document != before).await
    }

    /// Goes back or forward. Says whether there was somewhere to go.
    pub(crate) async fn history(&self, delta: i32, limit: Duration) -> Result<bool, Failure> {
        let begun = Instant::now();
        let history = self.ask_main(&page::GetNavigationHistory {}, PROMPTLY).await?;
        let Some(entry) = usize::try_from(history.current_index + i64::from(delta))
            .ok()
            .and_then(|index| history.entries.get(index))
        else {
            return Ok(false);
        };
        let before = self.state().navigations;
        self.ask_main(&page::NavigateToHistoryEntry { entry_id: entry.id }, limit).await?;
        let left = limit.saturating_sub(begun.elapsed());
        self.arrive(left, |state| state.navigations > before).await?;
        Ok(true)
    }

    async fn arrive(
        &self,
        limit: Duration,
        mut there: impl FnMut(&super::TabState) -> bool + Send,
    ) -> Result<(), Failure> {
        let mut obstacle = None;
        let arrived = self
            .wait(limit, |state| {
                obstacle = super::obstacle(state);
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

fn slow(url: &str, limit: Duration) -> Failure {
    let limit = lemmascope_intent::format_duration(limit);
    Failure::new(Cause::Timeout, format!("{url} did not answer within {limit}"))
        .verdict("timeout")
        .hint("Try again, or give it longer with --timeout.")
}
