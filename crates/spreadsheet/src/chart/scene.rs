//! A picture as a list of marks.

/// A picture.
pub(super) struct Scene {
    pub(super) width: f32,
    pub(super) height: f32,
    /// The alternative text.
    pub(super) title: String,
    /// The marks; later ones cover earlier ones.
    pub(super) marks: Vec<Mark>,
}

/// A mark on a picture.
pub(super) enum Mark {
    /// A rounded rectangle.
    Bar { x: f32, y: f32, width: f32, height: f32, round: f32, colour: Colour },
    /// A single-line text.
    Text { x: f32, y: f32, size: f32, bold: bool, anchor: Anchor, colour: Colour, text: String },
}

/// The text anchor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// An RGB color.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

pub(super) const PAPER: Colour = Colour(0xff, 0xff, 0xff);
pub(super) const INK: Colour = Colour(0x1f, 0x29, 0x33);
pub(super) const FAINT_INK: Colour = Colour(0x66, 0x70, 0x7d);
pub(super) const GRID: Colour = Colour(0xe4, 0xe8, 0xed);
pub(super) const ZERO: Colour = Colour(0x9a, 0xa5, 0xb1);
pub(super) const BELOW_ZERO: Colour = Colour(0xc4, 0x4e, 0x3f);
/// Colors that differ in lightness as well as in hue, for color-blind readers.
pub(super) const SERIES: [Colour; 8] = [
    Colour(0x2f, 0x6f, 0xb5),
    Colour(0xf0, 0x9a, 0x3e),
    Colour(0x3a, 0x9d, 0x7c),
    Colour(0x8b, 0x5f, 0xbf),
    Colour(0xd9, 0x5f, 0x76),
    Colour(0x8a, 0xb8, 0xe0),
    Colour(0x7d, 0x6b, 0x4f),
    Colour(0x4b, 0x55, 0x63),
];
