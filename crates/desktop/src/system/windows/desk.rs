use std::time::{Duration, Instant};

use lemmascope_intent::{Cancellation, Cause, Failure};
use x11rb::connection::{Connection, RequestConnection};
use x11rb::errors::{ConnectionError, ReplyError};
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::res::{ClientIdMask, ClientIdSpec, ConnectionExt as _};
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, Window as Id,
};
use x11rb::rust_connection::RustConnection;

use crate::system::display::reach;
use crate::system::settings::Settings;

/// The polling interval while waiting for a change.
const RHYTHM: Duration = Duration::from_millis(15);

/// The maximum length of a property.
const LONGEST: u32 = 1 << 16;

x11rb::atom_manager! {
    /// The atoms of the protocols.
    pub(super) Names: NamesCookie {
        UTF8_STRING,
        WM_CHANGE_STATE,
        WM_DELETE_WINDOW,
        WM_PROTOCOLS,
        WM_STATE,
        WM_TAKE_FOCUS,
        _NET_ACTIVE_WINDOW,
        _NET_CLIENT_LIST,
        _NET_CLIENT_LIST_STACKING,
        _NET_CLOSE_WINDOW,
        _NET_CURRENT_DESKTOP,
        _NET_DESKTOP_NAMES,
        _NET_FRAME_EXTENTS,
        _NET_MOVERESIZE_WINDOW,
        _NET_NUMBER_OF_DESKTOPS,
        _NET_SUPPORTED,
        _NET_SUPPORTING_WM_CHECK,
        _NET_WM_DESKTOP,
        _NET_WM_NAME,
        _NET_WM_PID,
        _NET_WM_STATE,
        _NET_WM_STATE_FULLSCREEN,
        _NET_WM_STATE_HIDDEN,
        _NET_WM_STATE_MAXIMIZED_HORZ,
        _NET_WM_STATE_MAXIMIZED_VERT,
        _NET_WM_STATE_SKIP_TASKBAR,
        _NET_WM_WINDOW_TYPE,
        _NET_WM_WINDOW_TYPE_DESKTOP,
        _NET_WM_WINDOW_TYPE_DOCK,
        _NET_WORKAREA,
    }
}

/// A connection to a display with a window manager.
pub(crate) struct Desk {
    connection: RustConnection,
    root: Id,
    pub(super) names: Names,
    supported: Vec<Atom>,
    cancellation: Cancellation,
}

/// An area of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Desk {
    /// Connects to the display, provided that a window manager runs.
    pub(crate) fn open(settings: &Settings, cancellation: &Cancellation) -> Result<Self, Failure> {
        let Some(display) = &settings.display else { return Err(no_display(settings)) };
        let (connection, screen) = reach(display)?;
        let root = connection.setup().roots.get(screen).map(|screen| screen.root);
        let root = root.ok_or_else(|| {
            Failure::new(Cause::Unavailable, format!("the display {display} has no screen"))
        })?;
        let names = Names::new(&connection).map_err(lost)?.reply().map_err(broken)?;
        let mut desk =
            Self { connection, root, names, supported: Vec::new(), cancellation: cancellation.clone() };
        // A window manager that has exited leaves its property on the root window, but not the window that
        // the property refers to.
        let names = desk.names;
        let checked = |of: Id| desk.numbers(of, names._NET_SUPPORTING_WM_CHECK).ok()?.first().copied();
        if checked(root).and_then(checked).is_none() {
            return Err(Failure::new(
                Cause::Unavailable,
                format!("no window manager that can be talked to (EWMH) runs on the display {display}"),
            )
            .hint("Start a window manager, such as openbox, or use the session of a desktop."));
        }
        desk.supported = desk.numbers(root, names._NET_SUPPORTED)?;
        Ok(desk)
    }

    /// Fails if the window manager does not support a feature.
    pub(super) fn need(&self, name: Atom, what: &str) -> Result<(), Failure> {
        match self.supported.contains(&name) {
            true => Ok(()),
            false => Err(Failure::new(Cause::Unavailable, format!("the window manager has no {what}"))),
        }
    }

    pub(super) fn connection(&self) -> &RustConnection {
        &self.connection
    }

    pub(super) fn root(&self) -> Id {
        self.root
    }

    /// Returns the numbers of a property, or an empty list if it does not exist.
    pub(super) fn numbers(&self, window: Id, property: Atom) -> Result<Vec<u32>, Failure> {
        let asked =
            self.connection.get_property(false, window, property, AtomEnum::ANY, 0, LONGEST).map_err(lost)?;
        match asked.reply() {
            Ok(reply) => Ok(reply.value32().map(Iterator::collect).unwrap_or_default()),
            Err(ReplyError::X11Error(_)) => Ok(Vec::new()),
            Err(error) => Err(broken(error)),
        }
    }

    pub(super) fn number(&self, window: Id, property: Atom) -> Result<Option<u32>, Failure> {
        Ok(self.numbers(window, property)?.first().copied())
    }

    /// Returns the bytes of a property, or an empty list if it or the window does not exist.
    pub(super) fn bytes(&self, window: Id, property: impl Into<Atom>) -> Result<Vec<u8>, Failure> {
        let asked = self
            .connection
            .get_property(false, window, property.into(), AtomEnum::ANY, 0, LONGEST)
            .map_err(lost)?;
        match asked.reply() {
            Ok(reply) => Ok(reply.value),
            Err(ReplyError::X11Error(_)) => Ok(Vec::new()),
            Err(error) => Err(broken(error)),
        }
    }

    /// Sends a request to the window manager, as a pager does.
    pub(super) fn ask(&self, window: Id, what: Atom, data: [u32; 5]) -> Result<(), Failure> {
        let event = ClientMessageEvent::new(32, window, what, data);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection.send_event(false, self.root, mask, event).map_err(lost)?.check().map_err(broken)
    }

    /// Returns the area of a window without its frame.
    pub(super) fn area(&self, window: Id) -> Result<Option<Area>, Failure> {
        let geometry = self.connection.get_geometry(window).map_err(lost)?.reply();
        let place = self.connection.translate_coordinates(window, self.root, 0, 0).map_err(lost)?.reply();
        let (Ok(geometry), Ok(place)) = (geometry, place) else { return Ok(None) };
        Ok(Some(Area {
            x: place.dst_x.into(),
            y: place.dst_y.into(),
            width: geometry.width.into(),
            height: geometry.height.into(),
        }))
    }

    /// Returns the areas of the screens.
    pub(super) fn screens(&self) -> Result<Vec<Area>, Failure> {
        let known = self
            .connection
            .extension_information(x11rb::protocol::randr::X11_EXTENSION_NAME)
            .map_err(lost)?;
        let asked = known.is_some().then(|| self.connection.randr_get_monitors(self.root, true));
        let monitors = asked.and_then(Result::ok).and_then(|asked| asked.reply().ok());
        let areas: Vec<Area> = monitors
            .map(|found| found.monitors)
            .unwrap_or_default()
            .iter()
            .map(|monitor| Area {
                x: monitor.x.into(),
                y: monitor.y.into(),
                width: monitor.width.into(),
                height: monitor.height.into(),
            })
            .collect();
        match areas.is_empty() {
            true => Ok(self.area(self.root)?.into_iter().collect()),
            false => Ok(areas),
        }
    }

    /// Returns the process of a window according to the X server, independent of the window's own claim.
    pub(super) fn process(&self, window: Id) -> Option<u32> {
        let specs = [ClientIdSpec { client: window, mask: ClientIdMask::LOCAL_CLIENT_PID }];
        let asked = self.connection.res_query_client_ids(&specs).ok()?.reply().ok()?;
        asked.ids.iter().find_map(|id| id.value.first().copied()).filter(|pid| *pid > 0)
    }

    /// Polls until a condition is satisfied or the timeout expires. Returns whether it was satisfied.
    pub(super) fn until(
        &self,
        limit: Duration,
        mut is_so: impl FnMut() -> Result<bool, Failure>,
    ) -> Result<bool, Failure> {
        let since = Instant::now();
        loop {
            if is_so()? {
                return Ok(true);
            }
            if since.elapsed() >= limit || self.cancellation.is_cancelled() {
                return Ok(false);
            }
            std::thread::sleep(RHYTHM);
        }
    }
}

fn no_display(settings: &Settings) -> Failure {
    let wayland =
        settings.environment.iter().any(|(name, value)| name == "WAYLAND_DISPLAY" && !value.is_empty());
    match wayland {
        true => Failure::new(
            Cause::Unavailable,
            "this session has a Wayland display and no X11 one, and Wayland lets no program move the windows of others",
        )
        .hint("Turn Xwayland on, so that DISPLAY is set; windows that run on it can be reached then."),
        false => Failure::new(Cause::Unavailable, "there is no display: DISPLAY is not set")
            .hint("Start this from a session at the display, or set DISPLAY."),
    }
}

fn lost(error: ConnectionError) -> Failure {
    Failure::new(Cause::Unavailable, format!("the display no longer answers: {error}"))
}

fn broken(error: ReplyError) -> Failure {
    Failure::new(Cause::Failed, format!("the display does not take that: {error}"))
}
