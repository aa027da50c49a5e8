use crate::page::Point;

/// The buttons of a mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Button {
    /// The primary button.
    #[default]
    Left,
    /// The button that opens context menus.
    Right,
    /// The wheel button.
    Middle,
}

/// The modifier keys that are held down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modifiers {
    pub(crate) alt: bool,
    pub(crate) control: bool,
    pub(crate) meta: bool,
    pub(crate) shift: bool,
}

impl Modifiers {
    /// Returns the bit mask that the protocol uses.
    pub(crate) fn bits(self) -> u8 {
        u8::from(self.alt)
            | u8::from(self.control) << 1
            | u8::from(self.meta) << 2
            | u8::from(self.shift) << 3
    }
}

/// A mouse event. Coordinates are in CSS pixels from the top left corner of the main frame's viewport.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mouse {
    /// The pointer moves, optionally with a button held.
    Moved {
        /// The position in the viewport of the main frame.
        at: Point,
        /// The button that is held.
        held: Option<Button>,
    },
    /// A button is pressed.
    Pressed {
        /// The position in the viewport of the main frame.
        at: Point,
        /// The button.
        button: Button,
        /// The click count: 2 for a double click.
        clicks: u32,
    },
    /// A button is released.
    Released {
        /// The position in the viewport of the main frame.
        at: Point,
        /// The button.
        button: Button,
        /// The click count: 2 for a double click.
        clicks: u32,
    },
    /// The wheel scrolls.
    Wheel {
        /// The position in the viewport of the main frame.
        at: Point,
        /// The horizontal distance, positive to the right.
        dx: f64,
        /// The vertical distance, positive downwards.
        dy: f64,
    },
}

/// A keyboard event.
#[derive(Debug, Clone, PartialEq)]
pub enum Key {
    /// A key is pressed.
    Down {
        /// The key.
        stroke: KeyStroke,
        /// The modifier keys that are held.
        modifiers: Modifiers,
    },
    /// A key is released.
    Up {
        /// The key.
        stroke: KeyStroke,
        /// The modifier keys that are held.
        modifiers: Modifiers,
    },
}

/// A key with the properties of a DOM `KeyboardEvent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyStroke {
    /// The `key` property: `Enter`, `a`, `ArrowLeft`.
    pub(crate) key: String,
    /// The `code` property, which names the physical key: `KeyA`, `Digit1`. Empty for characters without a
    /// key on a US keyboard.
    pub(crate) code: &'static str,
    /// The deprecated `keyCode`, which older pages read.
    pub(crate) number: u32,
    /// The text that the key inserts.
    pub(crate) text: Option<String>,
    /// The `location` property: left (1), right (2) or numeric keypad (3).
    pub(crate) location: u8,
}
