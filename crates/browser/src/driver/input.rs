use crate::page::Point;

/// The buttons of a mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Button {
    /// The main one.
    #[default]
    Left,
    /// The one that opens menus.
    Right,
    /// The wheel, pressed.
    Middle,
}

/// Which keys are held down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modifiers {
    pub(crate) alt: bool,
    pub(crate) control: bool,
    pub(crate) meta: bool,
    pub(crate) shift: bool,
}

impl Modifiers {
    /// As the protocol counts them.
    pub(crate) fn bits(self) -> u8 {
        u8::from(self.alt)
            | u8::from(self.control) << 1
            | u8::from(self.meta) << 2
            | u8::from(self.shift) << 3
    }
}

/// Something that a mouse does, in CSS pixels from the corner of the visible part of the main frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mouse {
    /// The pointer moves, perhaps with a button held.
    Moved {
        /// The point, in the visible part of the main frame.
        at: Point,
        /// The button that is held.
        held: Option<Button>,
    },
    /// A button goes down.
    Pressed {
        /// The point, in the visible part of the main frame.
        at: Point,
        /// The button.
        button: Button,
        /// Which click in a row it is: 2 makes a double click.
        clicks: u32,
    },
    /// A button goes up.
    Released {
        /// The point, in the visible part of the main frame.
        at: Point,
        /// The button.
        button: Button,
        /// Which click in a row it is: 2 makes a double click.
        clicks: u32,
    },
    /// The wheel turns.
    Wheel {
        /// The point, in the visible part of the main frame.
        at: Point,
        /// How far to the right.
        dx: f64,
        /// How far down.
        dy: f64,
    },
}

/// Something that a keyboard does.
#[derive(Debug, Clone, PartialEq)]
pub enum Key {
    /// A key goes down.
    Down {
        /// The key.
        stroke: KeyStroke,
        /// The modifier keys that are held.
        modifiers: Modifiers,
    },
    /// A key goes up.
    Up {
        /// The key.
        stroke: KeyStroke,
        /// The modifier keys that are held.
        modifiers: Modifiers,
    },
}

/// A key as a page sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyStroke {
    /// `Enter`, `a`, `ArrowLeft`.
    pub(crate) key: String,
    /// Which key of the keyboard: `KeyA`, `Digit1`. Empty for characters that it has none for.
    pub(crate) code: &'static str,
    /// The number that old pages ask for.
    pub(crate) number: u32,
    /// What it writes.
    pub(crate) text: Option<String>,
    /// Left (1), right (2), or the block of digits (3).
    pub(crate) location: u8,
}
