use lemmascope_intent::{Failure, Object, Value};
use x11rb::protocol::xproto::{AtomEnum, Window as Id};

use super::desk::{Area, Desk};

/// A window of an application, with its state.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    pub(crate) id: Id,
    pub(crate) title: String,
    /// The window class and instance, which name the application.
    pub(crate) class: String,
    pub(crate) instance: String,
    pub(crate) pid: Option<u32>,
    /// The virtual desktop, counted from 0; `None` for a window on all of them.
    pub(super) desktop: Option<u32>,
    pub(super) minimized: bool,
    pub(super) wide: bool,
    pub(super) high: bool,
    pub(super) fullscreen: bool,
    pub(super) active: bool,
    pub(super) area: Area,
}

impl Client {
    pub(super) fn maximized(&self) -> bool {
        self.wide && self.high
    }

    /// The name for display: the title, or the application.
    pub(crate) fn name(&self) -> &str {
        if self.title.is_empty() { &self.class } else { &self.title }
    }

    pub(crate) fn told(&self) -> Object {
        let number = |number: i64| Value::from(number);
        let fields = [
            ("window", number(self.id.into())),
            ("title", self.title.as_str().into()),
            ("app", self.class.as_str().into()),
            ("pid", self.pid.map_or(Value::Null, |pid| number(pid.into()))),
            ("desktop", self.desktop.map_or(Value::Null, |desktop| number(i64::from(desktop) + 1))),
            ("active", self.active.into()),
            ("minimized", self.minimized.into()),
            ("maximized", self.maximized().into()),
            ("x", number(self.area.x.into())),
            ("y", number(self.area.y.into())),
            ("width", number(self.area.width.into())),
            ("height", number(self.area.height.into())),
        ];
        let told = fields.into_iter().filter(|(_, value)| *value != Value::Null);
        told.map(|(name, value)| (name.to_string(), value)).collect()
    }
}

impl Desk {
    /// Returns the windows of applications, the topmost first, without panels and the desktop itself.
    pub(crate) fn clients(&self) -> Result<Vec<Client>, Failure> {
        let mut ids = self.numbers(self.root(), self.names._NET_CLIENT_LIST_STACKING)?;
        // The two lists are not updated atomically; a window that is missing in either is gone.
        let present = self.ids()?;
        match ids.is_empty() {
            true => ids = present,
            false => ids.retain(|id| present.contains(id)),
        }
        let active = self.number(self.root(), self.names._NET_ACTIVE_WINDOW)?;
        let mut clients = Vec::new();
        for id in ids.into_iter().rev() {
            let kinds = self.numbers(id, self.names._NET_WM_WINDOW_TYPE)?;
            let aside = [self.names._NET_WM_WINDOW_TYPE_DOCK, self.names._NET_WM_WINDOW_TYPE_DESKTOP];
            if !kinds.iter().any(|kind| aside.contains(kind)) {
                clients.extend(self.client(id, active)?);
            }
        }
        Ok(clients)
    }

    /// Returns only the ids of the windows, for polling.
    pub(crate) fn ids(&self) -> Result<Vec<Id>, Failure> {
        self.numbers(self.root(), self.names._NET_CLIENT_LIST)
    }

    /// Returns a window, if it still exists.
    pub(super) fn again(&self, id: Id) -> Result<Option<Client>, Failure> {
        if !self.ids()?.contains(&id) {
            return Ok(None);
        }
        let active = self.number(self.root(), self.names._NET_ACTIVE_WINDOW)?;
        self.client(id, active)
    }

    pub(super) fn active(&self) -> Result<Option<Id>, Failure> {
        Ok(self.number(self.root(), self.names._NET_ACTIVE_WINDOW)?.filter(|id| *id != 0))
    }

    fn client(&self, id: Id, active: Option<Id>) -> Result<Option<Client>, Failure> {
        let Some(area) = self.area(id)? else { return Ok(None) };
        let mut title = self.bytes(id, self.names._NET_WM_NAME)?;
        if title.is_empty() {
            title = self.bytes(id, AtomEnum::WM_NAME)?;
        }
        let class = self.bytes(id, AtomEnum::WM_CLASS)?;
        let mut class = class.split(|byte| *byte == 0).map(|part| text(part.to_vec()));
        let instance = class.next().unwrap_or_default();
        let states = self.numbers(id, self.names._NET_WM_STATE)?;
        let names = self.names;
        // State 3 is `IconicState`.
        let iconic = self.number(id, names.WM_STATE)? == Some(3);
        let pid = match self.process(id) {
            Some(pid) => Some(pid),
            None => self.number(id, names._NET_WM_PID)?,
        };
        Ok(Some(Client {
            id,
            title: text(title),
            class: class.next().unwrap_or_default(),
            instance,
            pid,
            desktop: self.number(id, names._NET_WM_DESKTOP)?.filter(|desktop| *desktop != u32::MAX),
            minimized: iconic || states.contains(&names._NET_WM_STATE_HIDDEN),
            wide: states.contains(&names._NET_WM_STATE_MAXIMIZED_HORZ),
            high: states.contains(&names._NET_WM_STATE_MAXIMIZED_VERT),
            fullscreen: states.contains(&names._NET_WM_STATE_FULLSCREEN),
            active: active == Some(id),
            area,
        }))
    }
}

/// Decodes a name as UTF-8, or else as Latin-1, the older encoding. Control characters are removed, since
/// they could control a terminal.
fn text(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
    text.chars().filter(|letter| !letter.is_control()).collect()
}
