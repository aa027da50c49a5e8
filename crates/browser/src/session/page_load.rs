use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join;
use lemmascope_intent::{Change, Failure, Outcome, Value};

use super::action_effect::refused_windows;
use super::blank_page::is_loading as shows_loading;
use super::http_status::describe_status;
use super::snapshots::LookOptions;
use super::{Deadline, WebSession};
use crate::observation::{Extent, changes};
use crate::page::Snapshot;

/// The timeout for parsing a document that has begun to load.
const READING: Duration = Duration::from_secs(10);
/// The timeout for the other resources of a parsed page.
const REST: Duration = Duration::from_secs(5);

impl WebSession {
    /// Returns the last snapshot of the page before it is left.
    pub fn before_leaving(&mut self) -> Arc<Snapshot> {
        let (url, title, navigations, refused_windows) = match self.tab() {
            Ok(tab) => {
                let state = tab.state();
                (state.url.clone(), state.title.clone(), state.navigations, state.refused_windows)
            }
            Err(_) => Default::default(),
        };
        self.navigations = navigations;
        self.refused_windows = refused_windows;
        let seen = self.last_look().filter(|seen| seen.url == url);
        seen.unwrap_or_else(|| Arc::new(Snapshot { url, title, ..Snapshot::default() }))
    }

    async fn look_after_navigation(&mut self, until: Deadline) -> Result<Arc<Snapshot>, Failure> {
        let options = LookOptions::default();
        let context = self.context()?.clone();
        let (after, cookies) = join(self.look_afresh(&options), context.cookies()).await;
        if let Ok(cookies) = cookies {
            self.store_cookies(cookies);
        }
        self.look_when_rendered(after?, until).await
    }

    /// Waits until the requested page is loaded, and reports the location.
    pub async fn arrive(
        &mut self,
        before: Arc<Snapshot>,
        until: Deadline,
        line: String,
    ) -> Result<Outcome, Failure> {
        let tab = self.tab()?;
        let refused = self.refused_windows;
        let is_blocked =
            |state: &crate::driver::TabState| state.dialog.is_some() || state.crashed || state.closed;
        // A document that never finishes loading can be used as far as it is loaded.
        let reading = until.left().min(READING);
        let is_read =
            tab.wait(reading, |state| is_blocked(state) || state.lifecycle.dom_content_loaded).await;
        if is_read {
            tab.wait(until.left().min(REST), |state| is_blocked(state) || state.lifecycle.loaded).await;
        } else if !tab.state().lifecycle.committed {
            return Err(until.failure("the page was not there"));
        }
        let mut outcome = Outcome::default().verdict("navigated").line(line);
        let mut is_seen = true;
        let mut is_loading = false;
        if !is_blocked(&tab.state()) {
            // The navigation counts as successful even if the page is too slow for a snapshot.
            let look = tokio::time::timeout(until.left(), self.look_after_navigation(until)).await;
            is_seen = look.is_ok();
            if let Ok(Ok(after)) = look {
                outcome.changes = changes(&before, &after, Extent::Brief);
                is_loading = shows_loading(&after);
            }
        }
        if !is_read || is_loading {
            outcome = outcome.change(Change::Added("the page is still loading".into()));
        } else if !is_seen {
            outcome = outcome.change(Change::Added("the page is still busy and was not looked at".into()));
        }
        let (url, title, status, is_challenged) = {
            let state = tab.state();
            (state.url.clone(), state.title.clone(), state.status(), state.challenge().is_some())
        };
        outcome.changes.extend(refused_windows(&tab, refused));
        let mut fields = vec![("url", Value::from(url)), ("title", Value::from(title))];
        if let Some((status, told)) =
            status.and_then(|status| Some((status, describe_status(status, is_challenged)?)))
        {
            fields.push(("status", Value::from(i64::from(status))));
            outcome.changes.insert(0, Change::Added(told));
        }
        outcome.value =
            Value::Object(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect());
        Ok(outcome)
    }
}
