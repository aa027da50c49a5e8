use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lemmascope_intent::{Cause, Context, Event, Failure, Sandbox, SitePattern};

use super::profile::{Profile, Saver};
use super::rescan::Rescan;
use super::sessions::BrowserKind;
use super::snapshots::Look;
use super::{Mode, Preferences, Recordings, Sessions};
use crate::driver::{
    AllowList, Browser, BrowserContext, Confinement, ContextConfiguration, ContextOptions, Cookie, Endpoint,
    FrameId, Tab,
};
use crate::files::Files;
use crate::page::{ElementId, Snapshot};
use crate::reading::Ids;
use crate::text::quote;
use crate::{scanner, settings};

/// The timeout for reloading the open page after a crash.
const REOPEN_TIMEOUT: Duration = Duration::from_secs(10);

/// The web part of one engine session.
pub struct WebSession {
    name: String,
    /// The browser options that override the settings.
    pub(super) preferences: Preferences,
    open: Option<Open>,
    /// The profile in use. It stays in use after a browser crash.
    profile: Option<Arc<Profile>>,
    /// The current tab.
    current: Option<Tab>,
    /// The current tab, readable without locking the session.
    pub(super) here: CurrentTab,
    /// The frame to which commands are restricted, if `frame` selected one.
    pub scope: Option<FrameId>,
    /// The assignment of ids to elements.
    pub(crate) ids: Ids,
    /// The pattern definitions of packs and the user.
    pub(super) described: Arc<[SitePattern]>,
    /// When to take a new snapshot after an action.
    pub(super) rescan: Rescan,
    /// The last snapshot.
    pub(super) seen: Option<Look>,
    /// The snapshot that the caller last saw, to which `--delta` and ids from before a navigation refer.
    pub shown: Option<Arc<Snapshot>>,
    /// The last filled fields, whose form is submitted by default.
    pub filled: FilledFields,
    /// The keys that `keydown` pressed and that were not released.
    pub held: BTreeSet<String>,
    /// The number of navigations of the tab when the last action began; later ones need not be waited for.
    pub navigations: u64,
    /// The number of refused windows at that time.
    pub(super) refused_windows: u64,
    /// The number of watched actions.
    pub(super) watches: u64,
    /// The requests that actions caused, in contrast to the page's own polling.
    pub(super) caused: BTreeSet<u64>,
    /// A trace or recording in progress.
    pub recordings: Recordings,
    /// Whether the last call came from an untrusted definition.
    confined: bool,
    kept: RestartState,
    /// Whether its browser was closed in order to restart with other preferences.
    moved: bool,
    /// The files that were uploaded to pages, kept for as long as a page may read them.
    uploaded_files: Option<tempfile::TempDir>,
    notices: Vec<String>,
}

/// The current tab of a session.
pub(super) type CurrentTab = Arc<Mutex<Option<Tab>>>;

/// A session's part of a running browser.
struct Open {
    /// The kind of shared browser; `None` for the user's own browser.
    kind: Option<BrowserKind>,
    browser: Browser,
    context: BrowserContext,
    saver: Option<Saver>,
}

/// The state that is needed to continue in another browser after a crash.
#[derive(Default)]
struct RestartState {
    /// The cookies, which may be queried in the background.
    cookies: Arc<Mutex<Vec<Cookie>>>,
    url: String,
    /// The page that crashed last. If it crashes again, it is not reopened.
    crashed: Option<String>,
    /// The configuration in the crashed browser, until it is applied to the next one.
    context_configuration: Option<ContextConfiguration>,
}

impl RestartState {
    fn put(&self, cookies: Vec<Cookie>) {
        *self.cookies.lock().unwrap_or_else(PoisonError::into_inner) = cookies;
    }

    fn cookies(&self) -> Vec<Cookie> {
        self.cookies.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The fields that were filled together.
#[derive(Debug, Default)]
pub struct FilledFields {
    /// Their document.
    pub document: String,
    /// Their ids.
    pub fields: Vec<ElementId>,
    /// The pattern by which their form was addressed.
    pub pattern: Option<String>,
}

impl WebSession {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            preferences: Preferences::default(),
            open: None,
            profile: None,
            current: None,
            here: CurrentTab::default(),
            scope: None,
            ids: Ids::default(),
            described: Arc::default(),
            rescan: Rescan::default(),
            seen: None,
            shown: None,
            filled: Default::default(),
            held: BTreeSet::new(),
            navigations: 0,
            refused_windows: 0,
            watches: 0,
            caused: BTreeSet::new(),
            recordings: Recordings::default(),
            confined: false,
            kept: RestartState::default(),
            moved: false,
            uploaded_files: None,
            notices: Vec::new(),
        }
    }

    /// The current tab.
    pub fn tab(&self) -> Result<Tab, Failure> {
        self.current
            .clone()
            .ok_or_else(|| Failure::new(Cause::Unavailable, "no page is open").hint("goto <url>"))
    }

    /// The tabs in order of opening.
    pub fn tabs(&self) -> Vec<Tab> {
        self.open.as_ref().map(|open| open.context.tabs()).unwrap_or_default()
    }

    /// The browser context, for cookies and new tabs.
    pub fn context(&self) -> Result<&BrowserContext, Failure> {
        let open = self.open.as_ref();
        open.map(|open| &open.context).ok_or_else(|| Failure::new(Cause::Unavailable, "no browser is open"))
    }

    /// The mode of its browser, if one runs.
    pub(crate) fn browser_mode(&self) -> Option<Mode> {
        self.open.as_ref().map(|open| open.kind.map_or(Mode::Remote, |kind| kind.mode))
    }

    /// The kind of its shared browser, if it uses one.
    pub(super) fn browser_kind(&self) -> Option<BrowserKind> {
        self.open.as_ref().and_then(|open| open.kind)
    }

    /// The browser options that override the settings.
    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    /// Makes another tab the current one, and discards what was known of the page.
    pub fn turn_to(&mut self, tab: Tab) {
        *self.here.lock().unwrap_or_else(PoisonError::into_inner) = Some(tab.clone());
        self.current = Some(tab);
        self.scope = None;
        self.seen = None;
        self.caused.clear();
    }

    /// Opens another tab and makes it the current one.
    pub async fn open_tab(&mut self, url: &str) -> Result<Tab, Failure> {
        let tab = self.context()?.new_tab(url).await?;
        self.turn_to(tab.clone());
        Ok(tab)
    }

    /// Creates a part of the session with separate snapshots in another tab: the one with this number, or a
    /// new one.
    pub async fn beside(&self, tab: &str) -> Result<Self, Failure> {
        let open =
            self.open.as_ref().ok_or_else(|| Failure::new(Cause::Unavailable, "no browser is open"))?;
        let tab = match tab.parse::<usize>() {
            Ok(number) => {
                let tabs = self.tabs();
                let found = number.checked_sub(1).and_then(|at| tabs.get(at)).cloned();
                found.ok_or_else(|| {
                    Failure::new(Cause::TargetNotFound, format!("there is no tab {number}"))
                        .hint("`tabs` lists the tabs.")
                })?
            }
            Err(_) => open.context.new_tab("about:blank").await?,
        };
        let mut beside = Self::new(&self.name);
        beside.preferences = self.preferences.clone();
        beside.open = Some(Open {
            kind: open.kind,
            browser: open.browser.clone(),
            context: open.context.clone(),
            saver: None,
        });
        beside.described = Arc::clone(&self.described);
        beside.rescan = self.rescan;
        beside.turn_to(tab);
        Ok(beside)
    }

    /// Adds notices, which are shown in addition to the result.
    pub fn notice(&mut self, notices: &[String]) {
        self.notices.extend_from_slice(notices);
    }

    /// Takes the notices that were not shown yet.
    pub(crate) fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// Ensures that a browser runs and that a tab is open.
    pub async fn start(&mut self, sessions: &Arc<Sessions>, cx: &Context) -> Result<(), Failure> {
        self.described = Arc::clone(&cx.patterns);
        self.rescan = Rescan::of(cx);
        let dead = self.open.take_if(|open| !open.browser.is_alive());
        let died = dead.is_some();
        if let Some(dead) = dead {
            self.kept.context_configuration = Some(dead.context.context_configuration());
            self.held.clear();
            self.current = None;
            self.seen = None;
            self.scope = None;
        }
        if self.open.is_none() {
            self.open_context(sessions, cx).await?;
        }
        self.ensure_open_tab(cx).await?;
        if std::mem::take(&mut self.moved) {
            self.reopen_after_crash(cx, "the browser was closed to change how it runs").await;
        }
        if died {
            let what = match self.preferences.attached {
                Some(_) => "the connection to the browser broke",
                None => "the browser crashed",
            };
            self.reopen_after_crash(cx, what).await;
        }
        Ok(())
    }

    async fn open_context(&mut self, sessions: &Arc<Sessions>, cx: &Context) -> Result<(), Failure> {
        let domains = settings::list(cx, "web.allowed_domains");
        let attached = self.preferences.attached.clone();
        let proxy = self.preferences.proxy(cx)?.filter(|_| attached.is_none());
        let appearance = self.preferences.appearance(cx)?;
        // The profile is opened first, so that no browser starts for a session that cannot have it.
        let profile = match self.preferences.profile(cx)?.filter(|_| attached.is_none()) {
            Some(name) => match &self.profile {
                // This profile was used in a browser that has crashed.
                Some(profile) if profile.name() == name => Some(Arc::clone(profile)),
                _ => Some(Profile::open(sessions, cx, &name)?),
            },
            None => None,
        };
        let (kind, browser) = match &attached {
            Some(endpoint) => {
                let attaching = Browser::attach(endpoint).await;
                let back = "`session close <name>` switches back to a browser of the engine.";
                (
                    None,
                    attaching.map_err(|failure| {
                        let hint = failure.hint.clone().unwrap_or_default();
                        failure.hint(format!("{hint} {back}"))
                    })?,
                )
            }
            None => {
                let proxied_only = !domains.is_empty() || proxy.is_some();
                let kind = BrowserKind { mode: self.preferences.mode(cx)?, proxied_only };
                (Some(kind), sessions.browser(cx, kind).await?)
            }
        };
        let files = files_of(sessions, cx);
        if !settings::text(cx, "web.downloads").is_empty() {
            // The browser itself writes there, so the session needs write access to the folder.
            files.exists(&self.downloads(sessions, cx).join("download")).await.map_err(|failure| {
                failure.context("web.downloads names a folder in which nothing may be written")
            })?;
        }
        let options = ContextOptions {
            files,
            downloads: self.downloads(sessions, cx),
            allow: AllowList::new(&domains),
            guarded: cx.is_sandboxed(),
            proxy,
            appearance,
            script: scanner::source(&settings::sensitive(cx)),
            context_configuration: self.kept.context_configuration.clone(),
        };
        let context = match kind {
            Some(_) => browser.open_context(options).await?,
            None => browser.borrow_context(options).await?,
        };
        self.kept.context_configuration = None;
        let cookies = self.kept.cookies();
        match &profile {
            Some(profile) => profile.restore(&context).await?,
            // The user's own browser still has its cookies.
            None if !cookies.is_empty() && kind.is_some() => context.set_cookies(&cookies).await?,
            None => {}
        }
        let saver = profile.as_ref().map(|profile| profile.save_at_intervals(&context));
        self.profile = profile;
        self.open = Some(Open { kind, browser, context, saver });
        self.confined = false;
        self.check_locale_and_timezone().await
    }

    /// Fails when the browser does not know the time zone or the locale, before a page is opened.
    async fn check_locale_and_timezone(&mut self) -> Result<(), Failure> {
        let context = self.context()?.clone();
        let appearance = context.appearance();
        if appearance.timezone.is_none() && appearance.locale.is_none() {
            return Ok(());
        }
        let tab = match context.tabs().into_iter().next() {
            Some(tab) => tab,
            None => context.new_tab("about:blank").await?,
        };
        if let Err(failure) = context.check_locale_and_timezone(&tab).await {
            self.shut().await;
            return Err(failure);
        }
        Ok(())
    }

    /// Changes the browser options of the session. If they require another browser, closes the open one, and
    /// the next call starts another; the page and the cookies are kept unless the profile changes. Returns
    /// whether a browser was closed.
    pub async fn prefer(&mut self, preferences: Preferences) -> Result<bool, Failure> {
        preferences.check()?;
        let next = self.preferences.merged_with(preferences);
        if next == self.preferences {
            return Ok(false);
        }
        let goes_along =
            next.profile == self.preferences.profile && next.attached == self.preferences.attached;
        let was_open = self.open.is_some();
        self.keep().await;
        self.preferences = next;
        self.shut().await;
        if !goes_along {
            self.kept = RestartState::default();
        }
        self.moved = was_open && goes_along;
        Ok(was_open)
    }

    /// Attaches the session to a running browser instead of its current one, and opens a tab there.
    pub async fn attach(
        &mut self,
        sessions: &Arc<Sessions>,
        cx: &Context,
        endpoint: Endpoint,
    ) -> Result<(), Failure> {
        let before = self.preferences.clone();
        self.prefer(Preferences { attached: Some(endpoint), ..Preferences::default() }).await?;
        if let Err(failure) = self.start(sessions, cx).await {
            self.preferences = before;
            return Err(failure);
        }
        Ok(())
    }

    /// Saves the profile, if one is in use. A failure is reported as a notice, since the command itself has
    /// succeeded.
    pub async fn save_profile(&mut self) {
        let (Some(profile), Some(open)) = (&self.profile, &self.open) else { return };
        if !open.browser.is_alive() {
            return;
        }
        if let Err(failure) = profile.save(&open.context, true).await {
            let notice = format!("the profile \"{}\" was not saved: {}", profile.name(), failure.message);
            self.notice(&[notice]);
        }
    }

    /// The folder for the session's downloads.
    pub fn downloads(&self, sessions: &Sessions, cx: &Context) -> PathBuf {
        downloads(&self.name, sessions, cx)
    }

    async fn ensure_open_tab(&mut self, cx: &Context) -> Result<(), Failure> {
        let crashed = match &self.current {
            Some(tab) => {
                let state = tab.state();
                if !state.closed && !state.crashed {
                    return Ok(());
                }
                state.crashed
            }
            None => false,
        };
        if crashed && let Ok(tab) = self.tab() {
            // The crashed tab keeps its number, because a navigation recovers it.
            self.turn_to(tab);
            let is_again = self.kept.crashed.as_ref() == Some(&self.kept.url);
            self.kept.crashed = Some(self.kept.url.clone());
            if is_again {
                self.kept.url.clear();
            }
            self.reopen_after_crash(cx, "the page crashed").await;
            return Ok(());
        }
        match self.tabs().into_iter().rfind(|tab| !tab.state().closed) {
            Some(tab) => self.turn_to(tab),
            None => {
                self.open_tab("about:blank").await?;
            }
        }
        Ok(())
    }

    /// Reopens the page after a crash, and notifies the caller.
    async fn reopen_after_crash(&mut self, cx: &Context, what: &str) {
        let url = self.kept.url.clone();
        let mut notice = match (&self.preferences.attached, &self.profile) {
            (Some(endpoint), _) => format!("{what} and was made again to {endpoint}"),
            (None, Some(profile)) => {
                format!("{what} and was started again with the profile \"{}\"", profile.name())
            }
            (None, None) => {
                format!("{what} and was started again with its {} cookies", self.kept.cookies().len())
            }
        };
        let has_page = !url.is_empty() && url != "about:blank";
        let opened = match self.tab() {
            Ok(tab) => tab.navigate(if has_page { &url } else { "about:blank" }, None, REOPEN_TIMEOUT).await,
            Err(failure) => Err(failure),
        };
        if has_page {
            let shown = quote(&url, 120);
            notice.push_str(&match opened {
                Ok(()) => format!("; {shown} was opened again"),
                Err(failure) => format!("; {shown} could not be opened again: {failure}"),
            });
        }
        cx.events.emit(Event::Warning { message: notice.clone() });
        self.notice(&[notice]);
    }

    /// Confines the page to its domain for a call from an untrusted definition. Activities of such a call may
    /// continue after it, so the limit stays until the next trusted call.
    pub async fn confine(&mut self, sandbox: Option<&Arc<Sandbox>>) -> Result<(), Failure> {
        if sandbox.is_some() || self.confined {
            let here = self.tab()?.state().url.clone();
            let confinement = sandbox.map(|sandbox| Confinement::new(Arc::clone(sandbox), &here));
            self.context()?.confine(confinement).await;
            self.confined = sandbox.is_some();
        }
        Ok(())
    }

    /// Applies the file access of the call to `file:` pages.
    pub fn guard_files(&self, sessions: &Sessions, cx: &Context) -> Result<(), Failure> {
        self.context()?.guard_files(files_of(sessions, cx));
        Ok(())
    }

    /// Returns the files under paths at which other processes cannot replace them.
    pub async fn hand_out(
        &mut self,
        sessions: &Sessions,
        files: &Files,
        paths: &[PathBuf],
    ) -> Result<Vec<PathBuf>, Failure> {
        let folder = match &self.uploaded_files {
            Some(folder) => folder.path().to_path_buf(),
            None => {
                let made = tempfile::tempdir_in(&sessions.settings.profiles).map_err(|error| {
                    Failure::new(Cause::Unavailable, format!("no folder could be made for files: {error}"))
                })?;
                self.uploaded_files.insert(made).path().to_path_buf()
            }
        };
        let mut handed = Vec::new();
        for path in paths {
            handed.push(files.hand_out(path, &folder).await?);
        }
        Ok(handed)
    }

    /// Keeps the state that a new browser needs in order to continue.
    pub async fn keep(&mut self) {
        let Some(open) = &self.open else { return };
        if let Ok(cookies) = open.context.cookies().await {
            self.store_cookies(cookies);
        }
    }

    /// Keeps the state in the background, without delaying the response.
    pub(super) fn save_state_in_background(&mut self) {
        let (Some(open), Some(tab)) = (&self.open, &self.current) else { return };
        self.kept.url = tab.state().url.clone();
        let (context, kept) = (open.context.clone(), Arc::clone(&self.kept.cookies));
        tokio::spawn(async move {
            if let Ok(cookies) = context.cookies().await {
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = cookies;
            }
        });
    }

    pub(super) fn store_cookies(&mut self, cookies: Vec<Cookie>) {
        self.kept.put(cookies);
        if let Some(tab) = &self.current {
            self.kept.url = tab.state().url.clone();
        }
    }

    /// Fails when an open dialog blocks the page.
    pub fn refuse_dialog(&self) -> Result<(), Failure> {
        let tab = self.tab()?;
        let state = tab.state();
        let Some(dialog) = &state.dialog else { return Ok(()) };
        Err(Failure::new(
            Cause::Unavailable,
            format!("a dialog is open: {} {}", dialog.kind, quote(&dialog.message, 200)),
        )
        .hint(dialog.hint())
        .verdict("intercepted"))
    }

    /// Closes the browser context. The session can be started again.
    pub(crate) async fn shut(&mut self) {
        self.current = None;
        *self.here.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.seen = None;
        self.uploaded_files = None;
        self.save_profile().await;
        if let Some(open) = self.open.take() {
            if let Some(saver) = open.saver {
                saver.end().await;
            }
            open.context.dispose().await;
            if open.kind.is_none() {
                // The connection to the user's browser is not shared, so it is closed; the browser keeps
                // running.
                open.browser.close().await;
            }
        }
        self.profile = None;
    }
}

/// Returns the file access of a session: the files that the [`FileDoor`](lemmascope_intent::FileDoor)
/// permits, and its own downloads. A download folder from a setting has no special access.
pub fn files_of(sessions: &Sessions, cx: &Context) -> Files {
    let is_own = settings::text(cx, "web.downloads").is_empty();
    let downloads = if is_own { downloads(&cx.session, sessions, cx) } else { PathBuf::new() };
    Files { door: sessions.settings.files.clone(), workspace: cx.workspace.clone(), downloads }
}

/// The folder for the downloads of a session.
fn downloads(name: &str, sessions: &Sessions, cx: &Context) -> PathBuf {
    let configured = settings::text(cx, "web.downloads");
    match configured.strip_prefix("~/") {
        _ if configured.is_empty() => {
            // The caller chooses the session name, so it is converted to a safe path component.
            let safe = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
            sessions.settings.downloads.join(name.chars().take(100).map(safe).collect::<String>())
        }
        Some(rest) => sessions.settings.home.join(rest),
        None => cx.workspace.join(configured),
    }
}
