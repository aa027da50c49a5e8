use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::MutexGuard;
use std::time::Duration;

use lemmascope_intent::Failure;
use serde_json::Value;

use super::bidi;
use super::cdp;
use super::frame::{Frame, FrameId};
use super::identity::Identity;
use super::input::{Key, Modifiers, Mouse};
use super::leave::Leave;
use super::options::{Paper, Screenshot};
use super::revival::Revival;
use super::screencast::{Screencast, Viewer};
use super::state::TabState;
use crate::page::{Point, Rect};

/// A tab. Cheap to clone.
#[derive(Clone)]
pub enum Tab {
    /// Of a browser that speaks the Chrome DevTools Protocol.
    #[doc(hidden)]
    Cdp(cdp::Tab),
    /// Of a browser that speaks WebDriver BiDi.
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

    /// What events have told so far. Not to be held while waiting for anything.
    pub fn state(&self) -> MutexGuard<'_, TabState> {
        on!(self, it => it.state())
    }

    /// Waits until the state is as it should be, looking again after every event. Says whether it came to that.
    pub async fn wait(&self, limit: Duration, until: impl FnMut(&TabState) -> bool + Send) -> bool {
        on!(self, it => it.wait(limit, until).await)
    }

    /// The frames as they are now, the main one first and each after the one that it is in. While a person acts who is not
    /// trusted, frames of other sites are not among them.
    pub fn frames(&self) -> Vec<Frame> {
        on!(self, it => it.frames())
    }

    /// The main frame; a failure when the tab has lost it.
    pub fn main_frame(&self) -> Result<FrameId, Failure> {
        on!(self, it => it.main_frame())
    }

    /// The title as it is now.
    pub async fn title(&self) -> Result<String, Failure> {
        on!(self, it => it.title().await)
    }

    /// Closes the tab, without asking the page whether it wants to.
    pub async fn close(&self) -> Result<(), Failure> {
        on!(self, it => it.close().await)
    }

    /// Brings it to the front.
    pub async fn activate(&self) -> Result<(), Failure> {
        on!(self, it => it.activate().await)
    }

    /// Goes to an address. Returns when the new document is there, or failed to come; what it loads may still be on its way. The
    /// headers go with this one request only, and only to its own host.
    pub async fn navigate(
        &self,
        url: &str,
        headers: Option<&BTreeMap<String, String>>,
        limit: Duration,
    ) -> Result<(), Failure> {
        on!(self, it => it.navigate(url, headers, limit).await)
    }

    /// The same, with an answer for the server when it asks who one is.
    pub async fn navigate_as(&self, identity: Identity, url: &str, limit: Duration) -> Result<(), Failure> {
        on!(self, it => it.navigate_as(identity, url, limit).await)
    }

    /// Loads the document again; with `hard`, nothing is taken from the cache.
    pub async fn reload(&self, hard: bool, limit: Duration) -> Result<(), Failure> {
        on!(self, it => it.reload(hard, limit).await)
    }

    /// Goes back or forward. Says whether there was somewhere to go.
    pub async fn history(&self, delta: i32, limit: Duration) -> Result<bool, Failure> {
        on!(self, it => it.history(delta, limit).await)
    }

    /// Whether a frame may go there.
    pub(super) fn admit(&self, url: &str, is_main: bool) -> Result<(), Failure> {
        on!(self, it => it.admit(url, is_main))
    }

    /// Gives an empty page in place of the address, or no longer.
    pub(super) async fn stand_in(&self, url: &str, does: bool) -> Result<(), Failure> {
        on!(self, it => it.stand_in(url, does).await)
    }

    /// Calls a function in our world of a frame: by its name (`lemmascope.scan`), or as a text. The arguments are a list of JSON
    /// values; so is the answer one, which may be promised.
    pub async fn call(
        &self,
        frame: &FrameId,
        function: &str,
        arguments: Value,
        limit: Duration,
    ) -> Result<Value, Failure> {
        on!(self, it => it.call(frame, function, arguments, limit).await)
    }

    /// Evaluates an expression among the page's own scripts.
    pub async fn evaluate(
        &self,
        frame: &FrameId,
        expression: &str,
        limit: Duration,
    ) -> Result<Value, Failure> {
        on!(self, it => it.evaluate(frame, expression, limit).await)
    }

    /// Evaluates an expression in a world of that name, which shares the document with the page and nothing else.
    pub async fn evaluate_apart(
        &self,
        frame: &FrameId,
        world: &str,
        expression: &str,
        limit: Duration,
    ) -> Result<Value, Failure> {
        on!(self, it => it.evaluate_apart(frame, world, expression, limit).await)
    }

    /// Calls a function in our world with a JSON value and the elements of the frame that listen to presses.
    pub async fn call_with_listeners(
        &self,
        frame: &FrameId,
        function: &str,
        argument: Value,
        limit: Duration,
    ) -> Result<Value, Failure> {
        on!(self, it => it.call_with_listeners(frame, function, argument, limit).await)
    }

    /// The scanner's key for the element that a frame is in, in the document of its parent.
    pub async fn frame_owner(&self, frame: &FrameId) -> Result<u32, Failure> {
        on!(self, it => it.frame_owner(frame).await)
    }

    /// Finds the closed shadow roots of a frame that the scanner suspects but cannot see, and passes them to it. Says how many
    /// there were.
    pub(crate) async fn adopt_closed_roots(&self, frame: &FrameId) -> Result<usize, Failure> {
        on!(self, it => it.adopt_closed_roots(frame).await)
    }

    /// Chooses files for a field.
    pub async fn set_files(&self, frame: &FrameId, key: u32, paths: &[PathBuf]) -> Result<(), Failure> {
        on!(self, it => it.set_files(frame, key, paths).await)
    }

    /// Does with the mouse what a person would: the browser itself makes the events, and pages trust them.
    pub async fn mouse(&self, event: Mouse) -> Result<(), Failure> {
        on!(self, it => it.mouse(event).await)
    }

    /// Says which keys are held while the mouse acts.
    pub fn hold(&self, modifiers: Modifiers) {
        on!(self, it => it.hold(modifiers))
    }

    /// Does with the keyboard what a person would.
    pub async fn key(&self, event: Key) -> Result<(), Failure> {
        on!(self, it => it.key(event).await)
    }

    /// Puts a text where the caret is, as an input method does.
    pub(crate) async fn insert_text(&self, text: &str) -> Result<(), Failure> {
        on!(self, it => it.insert_text(text).await)
    }

    /// Drags from one place to another.
    pub async fn drag(&self, from: Point, to: Point) -> Result<(), Failure> {
        on!(self, it => it.drag(from, to).await)
    }

    /// Takes a picture of the page, without the marks that were drawn over it.
    pub async fn screenshot(&self, options: &Screenshot) -> Result<Vec<u8>, Failure> {
        on!(self, it => it.screenshot(options).await)
    }

    /// Takes a picture of all that shows, marks too.
    #[cfg(test)]
    pub(super) async fn picture(&self, options: &Screenshot) -> Result<Vec<u8>, Failure> {
        on!(self, it => it.picture(options).await)
    }

    /// The width and height of the visible part of the page, in its own pixels.
    pub async fn view_size(&self) -> Result<(f64, f64), Failure> {
        on!(self, it => it.view_size().await)
    }

    /// A picture of a part of what shows, without marks, and without the page noticing.
    pub(crate) async fn glimpse(&self, part: Rect) -> Result<Vec<u8>, Failure> {
        on!(self, it => it.glimpse(part).await)
    }

    /// Prints the page.
    pub async fn pdf(&self, paper: &Paper) -> Result<Vec<u8>, Failure> {
        on!(self, it => it.pdf(paper).await)
    }

    /// Begins to give pictures to a person whenever the page looks different. A recording states the quality of all.
    pub async fn start_screencast(
        &self,
        viewer: Viewer,
        quality: u8,
        taker: Screencast,
    ) -> Result<(), Failure> {
        on!(self, it => it.start_screencast(viewer, quality, taker).await)
    }

    /// Gives no more pictures to a person, and drops the taker.
    pub async fn stop_screencast(&self, viewer: Viewer) -> Result<(), Failure> {
        on!(self, it => it.stop_screencast(viewer).await)
    }

    /// Asks for the next picture on behalf of those who look on. Gives whether the browser may have left some out.
    pub fn continue_screencast(&self) -> bool {
        on!(self, it => it.continue_screencast())
    }

    /// Marks an element, over the page and not in it. One at a time in a frame.
    pub async fn highlight(&self, frame: &FrameId, key: u32, color: (u8, u8, u8)) -> Result<(), Failure> {
        on!(self, it => it.highlight(frame, key, color).await)
    }

    /// Removes all marks.
    pub fn clear_highlights(&self) {
        on!(self, it => it.clear_highlights())
    }

    /// For those who say that the page is to be left.
    pub async fn leave(&self) -> Result<Leave<'_>, Failure> {
        on!(self, it => it.leave().await)
    }

    /// Answers the dialog that is open.
    pub async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<(), Failure> {
        on!(self, it => it.answer_dialog(accept, text).await)
    }

    /// Returns once the page has answered nothing for so long, and for how long; nothing if the tab was closed before. A page that waits for the answer
    /// to a dialog, or for the next document, is not unresponsive, but one that opens dialogs without end is.
    pub async fn silence(&self, longest: Duration) -> Option<Duration> {
        on!(self, it => it.silence(longest).await)
    }

    /// For how long the page has not answered, while [`silence`](Self::silence) asks it.
    pub fn silent_for(&self) -> Duration {
        self.state().silent_for()
    }

    /// Sees to it, behind the scenes, that a page that does not answer can be asked again, since nobody waits for it any more.
    pub fn leave_silent(&self) {
        on!(self, it => it.leave_silent())
    }

    /// How many scripts of its pages were ended so far.
    pub fn endings(&self) -> u64 {
        on!(self, it => it.endings())
    }

    /// Makes an unresponsive page answer again, by ending its script. A document that hangs again and again is given up.
    pub async fn revive(&self) -> Revival {
        on!(self, it => it.revive().await)
    }
}
