use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lemmascope_browser::driver::{RequestRecord, TabState};
use lemmascope_browser::page::Snapshot;
use lemmascope_browser::session::{Deadline, LookOptions};
use lemmascope_intent::Failure;
use serde_json::{Value, json};

use super::credential_entry::complaints;
use super::login_credentials::LoginCredentials;
use super::login_form::LoginForm;
use super::reply::Reply;
use super::verdict::{Scene, Verdict, is_clearly_logged_in};
use crate::intents::PageActor;
use crate::intents::lines::visible_text_lines;

/// The time within which a document that redirects by itself does not count as the destination.
const LEAVES: Duration = Duration::from_secs(5);

/// A submitted form, and the state of the page before.
pub(super) struct PendingLogin {
    pub(super) login_form: LoginForm,
    before: Arc<Snapshot>,
    known: HashSet<String>,
    requests: u64,
    dialogs: usize,
    at: Instant,
}

impl PendingLogin {
    /// Records the state before submission. `known` are the visible lines.
    pub(super) fn mark(
        hands: &PageActor<'_>,
        login_form: &LoginForm,
        known: Vec<String>,
    ) -> Result<Self, Failure> {
        let tab = hands.tab()?;
        let state = tab.state();
        Ok(Self {
            login_form: login_form.clone(),
            before: Arc::clone(&hands.seen),
            known: known.into_iter().collect(),
            requests: state.requests_begun,
            dialogs: state.dialogs.len(),
            at: Instant::now(),
        })
    }

    /// Waits until the outcome is clear.
    pub(super) async fn verdict(
        &self,
        hands: &mut PageActor<'_>,
        guest: &LoginCredentials,
        wait: Duration,
    ) -> Result<Verdict, Failure> {
        let until = Deadline::within(wait);
        let mut screened: Option<Instant> = None;
        let mut earlier: Option<Verdict> = None;
        loop {
            hands.refuse_dialog()?;
            let after = hands.look().await?;
            let is_whole = self.is_whole(hands)?;
            if is_whole && is_clearly_logged_in(&self.before, &after, &guest.username) {
                return Ok(Verdict::Entered { asks: None });
            }
            let scene = self.scene(hands, guest, &after, screened, until).await?;
            if scene.is_behind_loading_screen() {
                screened = Some(Instant::now());
            }
            let verdict = scene.judge();
            if let Some(verdict) = verdict.as_ref().filter(|verdict| {
                scene.is_last || earlier.as_ref().is_some_and(|earlier| verdict.agrees_with(earlier))
            }) {
                return Ok(verdict.clone());
            }
            // The elements and the lines are read one after the other. If the page has changed in between,
            // they belong to two pages, so the verdict has to be confirmed by the next snapshot.
            if let Some(verdict) = &verdict
                && hands.is_current(&LookOptions::default()).await
            {
                return Ok(verdict.clone());
            }
            earlier = verdict;
            // A last snapshot is taken after the timeout.
            hands.wait_for_change(Deadline::within(until.left().clamp(LEAST, BEAT))).await.ok();
        }
    }

    async fn scene<'a>(
        &'a self,
        hands: &PageActor<'_>,
        guest: &LoginCredentials,
        after: &'a Snapshot,
        screened: Option<Instant>,
        until: Deadline,
    ) -> Result<Scene<'a>, Failure> {
        let login_form = LoginForm::on(after, &guest.username);
        let tab = hands.tab()?;
        let lines = visible_text_lines(&tab).await;
        let is_another = self.before.document != after.document;
        let complaint = match (&login_form, is_another) {
            (Some(_), false) => {
                let fields: Vec<_> = [self.login_form.user, self.login_form.password, self.login_form.code]
                    .into_iter()
                    .flatten()
                    .collect();
                complaints(hands, &fields).await.into_iter().next()
            }
            _ => None,
        };
        let leaving = match tab.main_frame() {
            Ok(frame) if is_another => {
                let within = json!([LEAVES.as_millis() as u64]);
                tab.call(&frame, "lemmascope.isLeaving", within, Duration::from_secs(1)).await.ok()
            }
            _ => None,
        };
        let has_keypad = !hands.keypads(after).await.unwrap_or_default().is_empty();
        let state = tab.state();
        let dialogs: Vec<String> =
            state.dialogs.iter().skip(self.dialogs).map(|answered| answered.dialog.message.clone()).collect();
        let reply = Reply::read(&self.before, &self.known, after, &lines, &dialogs);
        let requests = || state.requests.iter().filter(|request| self.is_answer(request));
        let leaving = leaving == Some(Value::Bool(true))
            || !state.lifecycle.dom_content_loaded
            || requests().any(|request| request.kind == "document" && request.is_pending());
        let pending = leaving || requests().any(RequestRecord::is_pending);
        let last = requests().filter_map(|request| request.finished).chain(screened).max();
        let answered = requests()
            .filter(|request| request.kind != "document")
            .filter_map(|request| request.status)
            .filter(|status| matches!(status, 400 | 401 | 403 | 409 | 422 | 423 | 429 | 500..))
            .max_by_key(|status| (*status == 429, *status < 500));
        Ok(Scene {
            sent: &self.login_form,
            before: &self.before,
            after,
            login_form,
            reply,
            status: is_another.then(|| state.status()).flatten(),
            answered,
            asked: requests().next().is_some() || has_moved(&state, &self.before),
            pending,
            leaving,
            rest: last.map_or(self.at, |last| last.max(self.at)).elapsed(),
            was_screened: screened.is_some(),
            complaint,
            blank: lines.is_empty() || !after.elements.iter().any(|element| element.visibility.is_visible()),
            is_last: until.is_over(),
            has_keypad,
        })
    }

    /// Whether the page is completely loaded.
    fn is_whole(&self, hands: &PageActor<'_>) -> Result<bool, Failure> {
        let tab = hands.tab()?;
        let state = tab.state();
        let is_coming = state
            .requests
            .iter()
            .any(|one| one.kind == "document" && self.is_answer(one) && one.is_pending());
        Ok(state.lifecycle.dom_content_loaded
            && !is_coming
            && state.status().is_none_or(|status| status < 400))
    }

    /// Whether a request may be part of the response.
    fn is_answer(&self, request: &RequestRecord) -> bool {
        request.number > self.requests && matches!(request.kind.as_str(), "document" | "xhr" | "fetch")
    }
}

const LEAST: Duration = Duration::from_millis(20);
const BEAT: Duration = Duration::from_millis(150);

fn has_moved(state: &TabState, before: &Snapshot) -> bool {
    state.url != before.url
}
