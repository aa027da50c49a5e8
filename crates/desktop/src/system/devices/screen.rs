//! A connection to the X server, with common queries.

use std::time::{Duration, Instant};

use lemmascope_intent::{Cause, Failure};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, Screen as Root, Window};
use x11rb::rust_connection::RustConnection;

use crate::system::display::reach;
use crate::system::settings::Settings;
use crate::verb::apart;

/// The maximum length of a title.
const LONGEST: usize = 300;

/// A connection to the display.
pub(super) struct Screen {
    pub(super) connection: RustConnection,
    number: usize,
}

/// A rectangle of the display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// A window with its properties.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) window: Window,
    pub(super) title: Option<String>,
    /// The window class, which names the program.
    pub(super) class: Option<String>,
    pub(super) process: Option<u32>,
}

impl Screen {
    /// Runs a function with the display, on a blocking thread.
    pub(super) async fn with<T: Send + 'static>(
        settings: &Settings,
        act: impl FnOnce(&Self) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let display = settings.display.clone();
        apart(move || act(&Self::open(display.as_deref())?)).await
    }

    /// Connects to the display.
    pub(super) fn open(display: Option<&str>) -> Result<Self, Failure> {
        let Some(display) = display else {
            return Err(Failure::new(Cause::Unavailable, "there is no display")
                .hint("Start the engine from a desktop session, or set DISPLAY."));
        };
        let (connection, number) = reach(display)?;
        Ok(Self { connection, number })
    }

    pub(super) fn root(&self) -> &Root {
        // Connecting fails if the screen with that number does not exist.
        &self.connection.setup().roots[self.number]
    }

    /// Returns the atom of a name.
    pub(super) fn atom(&self, name: &str) -> Result<u32, Failure> {
        let asked = self.connection.intern_atom(false, name.as_bytes()).map_err(lost)?;
        Ok(asked.reply().map_err(lost)?.atom)
    }

    /// The area of the whole display.
    pub(super) fn whole(&self) -> Area {
        let root = self.root();
        Area { left: 0, top: 0, width: root.width_in_pixels.into(), height: root.height_in_pixels.into() }
    }

    /// Whether a point is visible: on one of the monitors, if the display lists them.
    pub(super) fn shows(&self, x: i64, y: i64) -> bool {
        let monitors = self.connection.randr_get_monitors(self.root().root, true).ok();
        let monitors = monitors.and_then(|asked| asked.reply().ok()).map(|told| told.monitors);
        let areas: Vec<Area> = monitors
            .unwrap_or_default()
            .iter()
            .map(|it| Area {
                left: it.x.into(),
                top: it.y.into(),
                width: it.width.into(),
                height: it.height.into(),
            })
            .filter(|area| area.width > 0 && area.height > 0)
            .collect();
        match areas.is_empty() {
            true => self.whole().has(x, y),
            false => self.whole().has(x, y) && areas.iter().any(|area| area.has(x, y)),
        }
    }

    /// Returns the active window, if the window manager reports it.
    pub(super) fn active(&self) -> Result<Option<Known>, Failure> {
        let window = self.property_windows(self.root().root, "_NET_ACTIVE_WINDOW")?;
        Ok(window.first().filter(|window| **window != 0).map(|window| self.known(*window)))
    }

    /// Whether a window manager runs that reports the active window.
    pub(super) fn is_managed(&self) -> Result<bool, Failure> {
        Ok(!self.property_windows(self.root().root, "_NET_SUPPORTING_WM_CHECK")?.is_empty())
    }

    pub(super) fn known(&self, window: Window) -> Known {
        let title =
            self.property_text(window, "_NET_WM_NAME").or_else(|| self.property_text(window, "WM_NAME"));
        let class = self.property_text(window, "WM_CLASS");
        let process = self.property_windows(window, "_NET_WM_PID").ok().and_then(|it| it.first().copied());
        Known { window, title, class, process }
    }

    /// Returns the visible area of a window.
    pub(super) fn area_of(&self, window: Window) -> Result<Area, Failure> {
        let size = self.connection.get_geometry(window).map_err(lost)?.reply().map_err(lost)?;
        let at = self.connection.translate_coordinates(window, self.root().root, 0, 0).map_err(lost)?;
        let at = at.reply().map_err(lost)?;
        let area = Area {
            left: at.dst_x.into(),
            top: at.dst_y.into(),
            width: size.width.into(),
            height: size.height.into(),
        };
        area.within(self.whole()).ok_or_else(|| {
            Failure::new(Cause::ElementNotVisible, "the window is not on the display")
                .hint("Move it onto the screen, and try again.")
        })
    }

    /// Returns a property of 32-bit numbers.
    pub(super) fn property_windows(&self, window: Window, name: &str) -> Result<Vec<u32>, Failure> {
        let atom = self.atom(name)?;
        let asked =
            self.connection.get_property(false, window, atom, AtomEnum::ANY, 0, 1024).map_err(lost)?;
        // The window may be gone, and then has no properties.
        let Ok(told) = asked.reply() else { return Ok(Vec::new()) };
        Ok(told.value32().map(Iterator::collect).unwrap_or_default())
    }

    fn property_text(&self, window: Window, name: &str) -> Option<String> {
        let atom = self.atom(name).ok()?;
        let asked = self.connection.get_property(false, window, atom, AtomEnum::ANY, 0, 1024).ok()?;
        let told = asked.reply().ok()?;
        let mut parts = told.value.split(|byte| *byte == 0).filter(|part| !part.is_empty());
        // A class consists of two names; the second is that of the program.
        let part = if name == "WM_CLASS" { parts.next_back() } else { parts.next() }?;
        let text: String = match String::from_utf8(part.to_vec()) {
            Ok(text) => text,
            Err(_) => part.iter().map(|byte| char::from(*byte)).collect(),
        };
        let text: String =
            text.chars().map(|it| if it.is_control() { ' ' } else { it }).take(LONGEST).collect();
        (!text.trim().is_empty()).then(|| text.trim().to_string())
    }

    /// Returns the next event before the deadline.
    pub(super) fn next(&self, until: Instant) -> Result<Option<Event>, Failure> {
        loop {
            if let Some(event) = self.connection.poll_for_event().map_err(lost)? {
                return Ok(Some(event));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            self.wait(left)?;
        }
    }

    /// Waits for an event or the timeout.
    pub(super) fn wait(&self, left: Duration) -> Result<(), Failure> {
        use rustix::event::{PollFd, PollFlags, poll};
        self.connection.flush().map_err(lost)?;
        let left = rustix::event::Timespec {
            tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: left.subsec_nanos().into(),
        };
        let mut watched = [PollFd::new(self.connection.stream(), PollFlags::IN)];
        match poll(&mut watched, Some(&left)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(lost(error)),
        }
    }
}

impl Area {
    pub(super) fn has(self, x: i64, y: i64) -> bool {
        let (left, top) = (i64::from(self.left), i64::from(self.top));
        (left..left + i64::from(self.width)).contains(&x) && (top..top + i64::from(self.height)).contains(&y)
    }

    /// Returns the intersection of two areas.
    pub(super) fn within(self, other: Self) -> Option<Self> {
        let end = |at: i32, length: u32| i64::from(at) + i64::from(length);
        let (left, top) = (self.left.max(other.left), self.top.max(other.top));
        let right = end(self.left, self.width).min(end(other.left, other.width));
        let bottom = end(self.top, self.height).min(end(other.top, other.height));
        let width = u32::try_from(right - i64::from(left)).ok().filter(|width| *width > 0)?;
        let height = u32::try_from(bottom - i64::from(top)).ok().filter(|height| *height > 0)?;
        Some(Self { left, top, width, height })
    }
}

/// The failure for an error of the X server.
pub(super) fn lost(error: impl std::fmt::Display) -> Failure {
    Failure::new(Cause::Failed, format!("the display refuses: {error}"))
        .hint("Check that the desktop session still runs, and try again.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clips_areas_to_the_display() {
        let whole = Area { left: 0, top: 0, width: 100, height: 50 };
        let window = Area { left: -10, top: 40, width: 30, height: 30 };
        assert_eq!(window.within(whole), Some(Area { left: 0, top: 40, width: 20, height: 10 }));
        assert_eq!(Area { left: 100, ..whole }.within(whole), None);
        let far = Area { left: i32::MAX, top: i32::MAX, width: u32::MAX, height: u32::MAX };
        assert_eq!(far.within(whole), None);
        assert!(
            whole.has(99, 49) && !whole.has(100, 0) && !whole.has(-1, 0) && !whole.has(i64::MAX, i64::MIN)
        );
    }
}
