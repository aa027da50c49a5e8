use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use lemmascope_browser::driver::{Button, Mouse};
use lemmascope_browser::observation::{Extent, changes};
use lemmascope_browser::page::{ElementId, Snapshot};
use lemmascope_browser::session::{
    ActionEffect, Chord, Found, LookOptions, Readiness, WebSession, Writing, stale,
};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Failure, Logbook, MASK};
use serde_json::json;
use tokio::sync::OwnedMutexGuard;

use crate::verbs::{Visit, click};

/// The time for a menu that opens on hover.
const HOVER_MENU_TIMEOUT: Duration = Duration::from_millis(300);
/// The timeout for a click from inside the page.
const CLICKING: Duration = Duration::from_secs(5);

/// The actions of an intent: it locks the session for its whole duration, so that no other call interferes,
/// and records its steps in the logbook.
pub(crate) struct PageActor<'a> {
    pub(crate) visit: &'a Visit<'a>,
    session: OwnedMutexGuard<WebSession>,
    /// The page before the first action.
    pub(crate) before: Arc<Snapshot>,
    /// The last snapshot.
    pub(crate) seen: Arc<Snapshot>,
}

impl Deref for PageActor<'_> {
    type Target = WebSession;

    fn deref(&self) -> &WebSession {
        &self.session
    }
}

impl DerefMut for PageActor<'_> {
    fn deref_mut(&mut self) -> &mut WebSession {
        &mut self.session
    }
}

impl<'a> PageActor<'a> {
    /// Locks the session and takes a snapshot of its page.
    pub(crate) async fn on(visit: &'a Visit<'a>) -> Result<Self, Failure> {
        let mut session = visit.page().await?;
        let before = session.look(&LookOptions::default()).await?;
        Ok(Self { visit, session, seen: Arc::clone(&before), before })
    }

    /// The logbook for its steps.
    pub(crate) fn logbook(&self) -> &Logbook {
        &self.visit.cx.logbook
    }

    /// Takes a snapshot of the page.
    pub(crate) async fn look(&mut self) -> Result<Arc<Snapshot>, Failure> {
        self.seen = self.session.look(&LookOptions::default()).await?;
        Ok(Arc::clone(&self.seen))
    }

    /// Takes a snapshot with other options, without replacing the last one.
    pub(crate) async fn look_with(&mut self, options: &LookOptions) -> Result<Arc<Snapshot>, Failure> {
        self.session.look(options).await
    }

    /// Returns an element of the last snapshot.
    pub(crate) fn found(&self, id: ElementId) -> Result<Found, Failure> {
        let element = self.seen.element(id).ok_or_else(|| stale(id))?;
        Found::listed(element, &self.seen)
    }

    /// Records a step, successful or not.
    fn tell<T>(&self, line: String, done: &Result<T, Failure>) {
        match done {
            Ok(_) => self.logbook().did(line),
            Err(_) => self.logbook().failed(line),
        }
    }

    /// Clicks an element, and returns the effect.
    pub(crate) async fn click(&mut self, id: ElementId) -> Result<ActionEffect, Failure> {
        let found = self.found(id)?;
        let line = format!("click {}", found.shown());
        let done = click(self.visit, &mut self.session, &found, Button::Left, 1, false).await;
        self.tell(line, &done);
        let aftermath = done?;
        self.look_if_possible().await?;
        Ok(aftermath)
    }

    /// Takes a snapshot, unless a dialog blocks the page.
    async fn look_if_possible(&mut self) -> Result<(), Failure> {
        if self.session.refuse_dialog().is_ok() {
            self.look().await?;
        }
        Ok(())
    }

    /// Hovers over an element, and takes a snapshot; an effect is not required.
    pub(crate) async fn hover(&mut self, id: ElementId) -> Result<(), Failure> {
        let found = self.found(id)?;
        let readiness = Readiness { enabled: false, ..Readiness::POINTER };
        let aim = self.session.aim(&found, readiness, self.visit.patience()).await?;
        let tab = self.session.tab()?;
        let watch = self.session.watch(Some(&found)).await?;
        let moving = async move { tab.mouse(Mouse::Moved { at: aim.at, held: None }).await };
        self.session.conclude_within(watch, HOVER_MENU_TIMEOUT, moving).await?;
        // Menus that open by CSS alone cause no observable change.
        self.seen = self.session.look_afresh(&LookOptions::default()).await?;
        Ok(())
    }

    /// Clicks an unreachable element from inside the page.
    pub(crate) async fn click_in_page(&mut self, found: &Found) -> Result<ActionEffect, Failure> {
        let line = format!("click {} --force", found.shown());
        let tab = self.session.tab()?;
        let watch = self.session.watch(Some(found)).await?;
        let (frame, key) = (found.frame.clone(), found.key);
        let acting =
            async move { tab.call(&frame, "lemmascope.clickInPage", json!([key]), CLICKING).await.map(drop) };
        let done = self.session.conclude(watch, acting).await;
        self.tell(line, &done);
        let aftermath = done?;
        self.look_if_possible().await?;
        Ok(aftermath)
    }

    /// Replaces the text of a field, and verifies it. Waits for no other effect.
    pub(crate) async fn write(&mut self, id: ElementId, text: &str, secret: bool) -> Result<(), Failure> {
        let found = self.found(id)?;
        let aim = self.session.aim(&found, Readiness::TEXT, self.visit.patience()).await?;
        let secret = secret || found.secret || aim.what.secret;
        let shown = if secret { format!("\"{MASK}\"") } else { quote(text, 80) };
        let line = format!("type {} {shown}", found.shown_id());
        let writing = Writing { text, append: false, delay: Duration::ZERO, secret };
        let written = self.session.field(&found, aim.at)?.write(&writing).await;
        self.tell(line, &written);
        written.map(drop)
    }

    /// Presses keys, and returns the effect. `on` is the focused element.
    pub(crate) async fn press(&mut self, keys: &str, on: Option<&Found>) -> Result<ActionEffect, Failure> {
        let chord = Chord::read(keys)?;
        let tab = self.session.tab()?;
        let watch = self.session.watch_keys(on).await?;
        let already = self.session.modifiers();
        let done = self.session.conclude(watch, async move { chord.press(&tab, already).await }).await;
        let line = format!("press {}", spelled(keys));
        self.tell(line, &done);
        let aftermath = done?;
        self.look_if_possible().await?;
        Ok(aftermath)
    }

    /// Records the changes since the beginning.
    pub(crate) fn tell_changes(&self) {
        self.logbook().changed(changes(&self.before, &self.seen, Extent::Brief));
    }
}

/// Formats a key as on the keyboard: `Enter`.
fn spelled(keys: &str) -> String {
    let mut letters = keys.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
