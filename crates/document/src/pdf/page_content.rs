//! The extracted content of a page: positioned glyphs and images.

/// The extracted content of a page.
#[derive(Debug, Default)]
pub(super) struct PageContent {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The glyphs, in drawing order.
    pub(super) glyphs: Vec<Glyph>,
    /// The concatenated text of the glyphs.
    pub(super) letters: String,
    /// The share of the page that images cover, at most 1.
    pub(super) pictures: f64,
    /// The number of curves.
    pub(super) curves: usize,
    /// The number of glyphs without a Unicode mapping.
    pub(super) unknown: usize,
    /// Whether its content stream is missing.
    pub(super) lost: bool,
    /// Whether a limit was reached before the end.
    pub(super) cut: bool,
}

/// A glyph with its position, in points from the upper left corner of the displayed page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    /// The pen position before the glyph.
    pub(super) from: (f32, f32),
    /// The pen position after the glyph.
    pub(super) to: (f32, f32),
    pub(super) size: f32,
    pub(super) face: u16,
    /// The offset of its text in that of the page.
    pub(super) start: u32,
    pub(super) length: u16,
    /// Whether the file marks it as an artifact, which is not part of the text.
    pub(super) artifact: bool,
}
