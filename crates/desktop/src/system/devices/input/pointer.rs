use lemmascope_intent::{Args, Cause, Failure, Parameter, Signature, Type, Value};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt as _, MOTION_NOTIFY_EVENT};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::wrapper::ConnectionExt as _;

use super::super::screen::{Known, Screen, lost};

/// A point of the display.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Point {
    /// Adds the parameters for a position.
    pub(super) fn parameters(signature: Signature) -> Signature {
        signature
            .parameter(Parameter::required("x", Type::Number, "How far from the left, in points."))
            .parameter(Parameter::required("y", Type::Number, "How far from the top, in points."))
    }

    pub(super) fn read(args: &Args) -> Result<Self, Failure> {
        let of = |name: &str| {
            let number = args.get(name).and_then(Value::as_number).map(|number| number.as_f64());
            number.map(|number| number.floor() as i64).ok_or_else(|| {
                Failure::new(Cause::MissingParameter, format!("parameter \"{name}\" is missing"))
            })
        };
        Ok(Self { x: of("x")?, y: of("y")? })
    }

    /// Moves the pointer there, verifies its position, and returns the window under it.
    pub(super) fn go(self, screen: &Screen) -> Result<Option<Known>, Failure> {
        if !screen.shows(self.x, self.y) {
            let whole = screen.whole();
            return Err(Failure::new(
                Cause::InvalidParameter,
                format!("the point {}, {} is not on the display", self.x, self.y),
            )
            .hint(format!("The display goes from 0, 0 to {}, {}.", whole.width - 1, whole.height - 1))
            .about(if (0..i64::from(whole.width)).contains(&self.x) { "y" } else { "x" }));
        }
        let (connection, root) = (&screen.connection, screen.root().root);
        let missing = |_| {
            Failure::new(Cause::Unavailable, "the display does not let the mouse be moved for the person")
                .hint("It lacks the extension XTEST; start it with that.")
        };
        connection.xtest_get_version(2, 2).map_err(lost)?.reply().map_err(missing)?;
        let near = |number: i64| i16::try_from(number).unwrap_or(i16::MAX);
        let told =
            connection.xtest_fake_input(MOTION_NOTIFY_EVENT, 0, 0, root, near(self.x), near(self.y), 0);
        told.map_err(lost)?.check().map_err(lost)?;
        connection.sync().map_err(lost)?;
        let now = connection.query_pointer(root).map_err(lost)?.reply().map_err(lost)?;
        if (i64::from(now.root_x), i64::from(now.root_y)) != (self.x, self.y) {
            return Err(Failure::new(
                Cause::NoEffect,
                format!(
                    "the pointer was sent to {}, {} and is at {}, {}",
                    self.x, self.y, now.root_x, now.root_y
                ),
            )
            .hint("A person or a program is moving the mouse; try again.")
            .verdict("no_effect"));
        }
        Ok((now.child != 0).then(|| self.under(screen, now.child)))
    }

    /// Returns the outermost window below the frame that has a title.
    fn under(self, screen: &Screen, frame: u32) -> Known {
        let mut window = frame;
        // Windows are nested: the frame, the program's window, and its parts.
        for _ in 0..8 {
            let known = screen.known(window);
            if known.title.is_some() {
                return known;
            }
            let near = |number: i64| i16::try_from(number).unwrap_or(i16::MAX);
            let asked = screen.connection.translate_coordinates(
                screen.root().root,
                window,
                near(self.x),
                near(self.y),
            );
            match asked.ok().and_then(|asked| asked.reply().ok()).map(|told| told.child) {
                Some(child) if child != 0 => window = child,
                _ => break,
            }
        }
        screen.known(frame)
    }

    /// Clicks a mouse button.
    pub(super) fn click(screen: &Screen, button: u8) -> Result<(), Failure> {
        use x11rb::protocol::xproto::{BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT};
        let connection = &screen.connection;
        for what in [BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT] {
            let told = connection.xtest_fake_input(what, button, 0, x11rb::NONE, 0, 0, 0).map_err(lost)?;
            told.check().map_err(lost)?;
        }
        connection.flush().map_err(lost)
    }
}
