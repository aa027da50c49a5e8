use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::MutexGuard;
use std::time::Duration;

use lemmascope_intent::Failure;
use serde_json::Value;

use super::bidi;
use super::cdp;
use super::frame::{Frame, FrameId};
use super::http_credentials::HttpCredentials;
use super::input::{Key, Modifiers, Mouse};
use super::leave_guard::LeaveGuard;
use super::options::{Paper, Screenshot};
use super::recovery::RecoveryOutcome;
use super::screencast::{Screencast, Viewer};
use super::state::TabState;
use crate::page::{Point, Rect};

/// A handle to a tab, cheap to clone.
#[derive(Clone)]
pub enum Tab {
    /// A tab of a browser that uses the Chrome DevTools Protocol.
    #[doc(hidden)]
    Cdp(cdp::Tab),
    /// A tab of a browser that uses WebDriver BiDi.
    #[doc(hidden)]
    Bidi(bidi::Tab),
}

macro_rules! on {
    ($tab:ident, $it:ident => $call:expr) => {
        match $tab {
            Self::Cdp($it) => $call,
            Self::Bidi($it) => $call,
        }
    };
}

impl Tab {
    /// The protocol's id of the tab.
    pub fn id(&self) -> &str {
        on!(self, it => it.id())
    }

    /// Locks the state that events have reported. The guard must not be held across an await.
    pub fn state(&self) -> MutexGuard<'_, TabState> {
        on!(self, it => it.state())
    }

    /// Waits until the state satisfies a condition, which is checked after every event. Returns whether it
    /// was satisfied within the limit.
    pub async fn wait(&self, limit: Duration, until: impl FnMut(&TabState) -> bool + Send) -> bool {
        on!(self, it => it.wait(limit, until).await)
    }

    /// The current frames, with the main frame first and each frame after its parent. While an untrusted
    /// definition runs, frames of other sites are left out.
    pub fn frames(&self) -> Vec<Frame> {
        on!(self, it => it.frames())
    }

    /// Returns the main frame, or a failure when the tab has lost it.
    pub fn main_frame(&self) -> Result<FrameId, Failure> {
        on!(self, it => it.main_frame())
    }

    /// Returns the current title.
    pub async fn title(&self) -> Result<String, Failure> {
        on!(self, it => it.title().await)
    }

    /// Closes the tab without a `beforeunload` dialog.
    pub async fn close(&self) -> Result<(), Failure> {
        on!(self, it => it.close().await)
    }

    /// Brings the tab to the front.
    pub async fn activate(&self) -> Result<(), Failure> {
        on!(self, it => it.activate().await)
    }

    /// Navigates to an address. Returns when the new document is committed or has failed; its resources may
    /// still be loading. The headers are sent with this one request only, and only to its own host.
    pub async fn navigate(
        &self,
        url: &str,
        headers: Option<&BTreeMap<String, String>>,
        limit: Duration,
    ) -> Result<(), Failure> {
        on!(self, it => it.navigate(url, headers, limit).await)
    }

    /// Navigates like [`navigate`](Self::navigate), and answers HTTP authentication with the given
    /// credentials.
    pub async fn navigate_as(
        &self,
        identity: HttpCredentials,
        url: &str,
        limit: Duration,
    ) -> Result<(), Failure> {
        on!(self, it => it.navigate_as(identity, url, limit).await)
    }

    /// Reloads the document; with `hard`, ignores the cache.
    pub async fn reload(&self, hard: bool, limit: Duration) -> Result<(), Failure> {
        on!(self, it => it.reload(hard, limit).await)
    }

    /// Goes back or forward in the history. Returns whether there was an entry to go to.
    pub async fn history(&self, delta: i32, limit: Duration) -> Result<bool, Failure> {
        on!(self, it => it.history(delta, limit).await)
    }

    /// Checks whether a frame may navigate to an address.
    pub(super) fn admit(&self, url: &str, is_main: bool) -> Result<(), Failure> {
        on!(self, it => it.admit(url, is_main))
    }

    /// Starts (`does`) or stops answering an address with an empty page.
    pub(super) async fn stand_in(&self, url: &str, does: bool) -> Result<(), Failure> {
        on!(self, it => it.stand_in(url, does).await)
    }

    /// Calls a function in the isolated world of a frame: by name (`lemmascope.scan`), or as source text. The
    /// arguments are a list of JSON values, and so is the result a JSON value, or a promise of one.
    pub async fn call(
        &self,
        frame: &FrameId,
        function: &str,
        arguments: Value,
        limit: Duration,
    ) -> Result<Value, Failure> {
        on!(self, it => it.call(frame, function, arguments, limit).await)
    }

    /// Evaluates an expression in the page's main world.
    pub async fn evaluate(
        &self,
        frame: &FrameId,
        expression: &str,
        limit: Duration,
    ) -> Result<Value, Failure> {
        on!(self, it => it.evaluate(frame, expression, limit).await)
    }

    /// Evaluates an expression in an isolated world of that name, which shares only the DOM with the page.
    pub async fn evaluate_apart(
        &self,
        frame: &FrameId,
        world: &str,
        expression: &str,
        limit: Duration,
    ) -> Result<Value, Failure> {
        on!(self, it => it.evaluate_apart(frame, world, expression, limit).await)
    }

    /// Calls a function in the isolated world with a JSON value and the elements of the frame that have click
    /// listeners.
    pub async fn call_with_listeners(
        &self,
        frame: &FrameId,
        function: &str,
        argument: Value,
        limit: Duration,
    ) -> Result<Value, Failure> {
        on!(self, it => it.call_with_listeners(frame, function, argument, limit).await)
    }

    /// Returns the scanner's key of the frame's element in the document of the parent.
    pub async fn frame_owner(&self, frame: &FrameId) -> Result<u32, Failure> {
        on!(self, it => it.frame_owner(frame).await)
    }

    /// Finds the closed shadow roots that the scanner suspects but cannot access, and passes them to it.
    /// Returns how many it found.
    pub(crate) async fn adopt_closed_roots(&self, frame: &FrameId) -> Result<usize, Failure> {
        on!(self, it => it.adopt_closed_roots(frame).await)
    }

    /// Sets the files of a file input.
    pub async fn set_files(&self, frame: &FrameId, key: u32, paths: &[PathBuf]) -> Result<(), Failure> {
        on!(self, it => it.set_files(frame, key, paths).await)
    }

    /// Sends a mouse event through the browser, so that pages see it as trusted.
    pub async fn mouse(&self, event: Mouse) -> Result<(), Failure> {
        on!(self, it => it.mouse(event).await)
    }

    /// Sets the modifier keys that are held during mouse events.
    pub fn hold(&self, modifiers: Modifiers) {
        on!(self, it => it.hold(modifiers))
    }

    /// Sends a keyboard event through the browser.
    pub async fn key(&self, event: Key) -> Result<(), Failure> {
        on!(self, it => it.key(event).await)
    }

    /// Inserts a text at the caret, as an input method does.
    pub(crate) async fn insert_text(&self, text: &str) -> Result<(), Failure> {
        on!(self, it => it.insert_text(text).await)
    }

    /// Drags from one point to another.
    pub async fn drag(&self, from: Point, to: Point) -> Result<(), Failure> {
        on!(self, it => it.drag(from, to).await)
    }

    /// Takes a screenshot of the page, without highlights.
    pub async fn screenshot(&self, options: &Screenshot) -> Result<Vec<u8>, Failure> {
        on!(self, it => it.screenshot(options).await)
    }

    /// Takes a screenshot including highlights.
    #[cfg(test)]
    pub(super) async fn picture(&self, options: &Screenshot) -> Result<Vec<u8>, Failure> {
        on!(self, it => it.picture(options).await)
    }

    /// Returns the width and height of the viewport, in CSS pixels.
    pub async fn view_size(&self) -> Result<(f64, f64), Failure> {
        on!(self, it => it.view_size().await)
    }

    /// Takes a screenshot of a part of the viewport, without highlights and without effects that the page can
    /// detect.
    pub(crate) async fn screenshot_part(&self, part: Rect) -> Result<Vec<u8>, Failure> {
        on!(self, it => it.screenshot_part(part).await)
    }

    /// Prints the page as PDF.
    pub async fn pdf(&self, paper: &Paper) -> Result<Vec<u8>, Failure> {
        on!(self, it => it.pdf(paper).await)
    }

    /// Starts a screencast, which sends a picture whenever the page changes visually. If a recording runs,
    /// its quality applies to all receivers.
    pub async fn start_screencast(
        &self,
        viewer: Viewer,
        quality: u8,
        taker: Screencast,
    ) -> Result<(), Failure> {
        on!(self, it => it.start_screencast(viewer, quality, taker).await)
    }

    /// Stops the screencast of a viewer and drops its callback.
    pub async fn stop_screencast(&self, viewer: Viewer) -> Result<(), Failure> {
        on!(self, it => it.stop_screencast(viewer).await)
    }

    /// Acknowledges pending pictures on behalf of live viewers, so that the browser sends the next one.
    /// Returns whether the browser may have skipped some.
    pub fn continue_screencast(&self) -> bool {
        on!(self, it => it.continue_screencast())
    }

    /// Highlights an element in an overlay, without changing the page. Each frame has at most one highlight.
    pub async fn highlight(&self, frame: &FrameId, key: u32, color: (u8, u8, u8)) -> Result<(), Failure> {
        on!(self, it => it.highlight(frame, key, color).await)
    }

    /// Removes all highlights.
    pub fn clear_highlights(&self) {
        on!(self, it => it.clear_highlights())
    }

    /// Begins to leave the page, for commands that ask for it explicitly.
    pub async fn leave(&self) -> Result<LeaveGuard<'_>, Failure> {
        on!(self, it => it.leave().await)
    }

    /// Answers the dialog that is open.
    pub async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<(), Failure> {
        on!(self, it => it.answer_dialog(accept, text).await)
    }

    /// Waits until the page has been unresponsive for `longest`, and returns for how long; `None` if the tab
    /// was closed before. A page that waits for a dialog or for the next document does not count as
    /// unresponsive, but a page that opens dialogs without end does.
    pub async fn silence(&self, longest: Duration) -> Option<Duration> {
        on!(self, it => it.silence(longest).await)
    }

    /// How long the page has been unresponsive, while [`silence`](Self::silence) monitors it.
    pub fn silent_for(&self) -> Duration {
        self.state().silent_for()
    }

    /// Recovers an unresponsive page in the background, after no caller waits for it any more.
    pub fn leave_silent(&self) {
        on!(self, it => it.leave_silent())
    }

    /// The number of scripts that were terminated in this tab so far.
    pub fn endings(&self) -> u64 {
        on!(self, it => it.endings())
    }

    /// Recovers an unresponsive page by terminating its script. A document that hangs repeatedly is given up.
    pub async fn revive(&self) -> RecoveryOutcome {
        on!(self, it => it.revive().await)
    }
}
