use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use lemmascope_browser::driver::{Button, Mouse};
use lemmascope_browser::observation::{Extent, changes};
use lemmascope_browser::page::{ElementId, Snapshot};
use lemmascope_browser::session::{
    Aftermath, Chord, Found, LookOptions, Readiness, WebSession, Writing, stale,
};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Failure, Logbook, MASK};
use serde_json::json;
use tokio::sync::OwnedMutexGuard;

use crate::verbs::{Visit, click};

/// Menus show only when the pointer has rested for a moment.
const HOVERING: Duration = Duration::from_millis(300);
/// How long a page may take to be told of a click.
const CLICKING: Duration = Duration::from_secs(5);

/// How an intent acts: it has the session for as long as it lasts, so that nobody else comes in between, and tells
/// in the logbook what it does.
pub(crate) struct PageActor<'a> {
    pub(crate) visit: &'a Visit<'a>,
    session: OwnedMutexGuard<WebSession>,
    /// The page as it was before anything was done.
    pub(crate) before: Arc<Snapshot>,
    /// The page as it was last seen.
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
    /// Takes the session and looks at its page.
    pub(crate) async fn on(visit: &'a Visit<'a>) -> Result<Self, Failure> {
        let mut session = visit.page().await?;
        let before = session.look(&LookOptions::default()).await?;
        Ok(Self { visit, session, seen: Arc::clone(&before), before })
    }

    /// Where it is told what was done.
    pub(crate) fn logbook(&self) -> &Logbook {
        &self.visit.cx.logbook
    }

    /// What the page looks like now.
    pub(crate) async fn look(&mut self) -> Result<Arc<Snapshot>, Failure> {
        self.seen = self.session.look(&LookOptions::default()).await?;
        Ok(Arc::clone(&self.seen))
    }

    /// The same with more than is usual; what was seen last stays what it is.
    pub(crate) async fn look_with(&mut self, options: &LookOptions) -> Result<Arc<Snapshot>, Failure> {
        self.session.look(options).await
    }

    /// An element as it was last seen.
    pub(crate) fn found(&self, id: ElementId) -> Result<Found, Failure> {
        let element = self.seen.element(id).ok_or_else(|| stale(id))?;
        Found::listed(element, &self.seen)
    }

    /// Tells a line of what was done, or tried.
    fn tell<T>(&self, line: String, done: &Result<T, Failure>) {
        match done {
            Ok(_) => self.logbook().did(line),
            Err(_) => self.logbook().failed(line),
        }
    }

    /// Clicks an element and sees what came of it.
    pub(crate) async fn click(&mut self, id: ElementId) -> Result<Aftermath, Failure> {
        let found = self.found(id)?;
        let line = format!("click {}", found.shown());
        let done = click(self.visit, &mut self.session, &found, Button::Left, 1, false).await;
        self.tell(line, &done);
        let aftermath = done?;
        self.look_if_possible().await?;
        Ok(aftermath)
    }

    /// Looks, unless a dialog keeps the page from answering.
    async fn look_if_possible(&mut self) -> Result<(), Failure> {
        if self.session.refuse_dialog().is_ok() {
            self.look().await?;
        }
        Ok(())
    }

    /// Moves the pointer over an element and looks what unfolds; that need not be anything.
    pub(crate) async fn hover(&mut self, id: ElementId) -> Result<(), Failure> {
        let found = self.found(id)?;
        let readiness = Readiness { enabled: false, ..Readiness::POINTER };
        let aim = self.session.aim(&found, readiness, self.visit.patience()).await?;
        let tab = self.session.tab()?;
        let watch = self.session.watch(Some(&found)).await?;
        let moving = async move { tab.mouse(Mouse::Moved { at: aim.at, held: None }).await };
        self.session.conclude_within(watch, HOVERING, moving).await?;
        // Menus that unfold by style alone change nothing that could be noticed.
        self.seen = self.session.look_afresh(&LookOptions::default()).await?;
        Ok(())
    }

    /// Clicks an element from inside the page, one that the pointer does not reach.
    pub(crate) async fn click_in_page(&mut self, found: &Found) -> Result<Aftermath, Failure> {
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

    /// Types into a field, in the place of what is there, and sees to it that it arrived. Nothing else is waited for.
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

    /// Presses keys with the focus where it is, and sees what came of it. `on`: the element that has the focus.
    pub(crate) async fn press(&mut self, keys: &str, on: Option<&Found>) -> Result<Aftermath, Failure> {
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

    /// Tells what is different from how the page was in the beginning.
    pub(crate) fn tell_changes(&self) {
        self.logbook().changed(changes(&self.before, &self.seen, Extent::Brief));
    }
}

/// A key as it is written on it: `Enter`.
fn spelled(keys: &str) -> String {
    let mut letters = keys.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
