use crate::page::Point;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Button {
    #[default]
    Left,
    Right,
    Middle,
}

/// Which keys are held down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Modifiers {
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
pub(crate) enum Mouse {
    Moved { at: Point, held: Option<Button> },
    Pressed { at: Point, button: Button, clicks: u32 },
    Released { at: Point, button: Button, clicks: u32 },
    Wheel { at: Point, dx: f64, dy: f64 },
}

/// Something that a keyboard does.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Key {
    Down { stroke: KeyStroke, modifiers: Modifiers },
    Up { stroke: KeyStroke, modifiers: Modifiers },
}

/// A key as a page sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyStroke {
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
