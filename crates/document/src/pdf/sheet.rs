//! What is on a page: letters and pictures at their places.

/// What a page shows.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The letters in the order in which they are drawn.
    pub(super) glyphs: Vec<Glyph>,
    /// What the glyphs read, one behind the other.
    pub(super) letters: String,
    /// How much of the page pictures cover, at most 1.
    pub(super) pictures: f64,
    /// How many curves are drawn on it.
    pub(super) curves: usize,
    /// Letters that cannot be told.
    pub(super) unknown: usize,
    /// Whether its content is not where the file says.
    pub(super) lost: bool,
    /// Whether a bound was met before the end.
    pub(super) cut: bool,
}

/// A letter at its place. Places are counted in points from the upper left corner of the page as it is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    /// Where the pen was.
    pub(super) from: (f32, f32),
    /// Where the pen went.
    pub(super) to: (f32, f32),
    pub(super) size: f32,
    pub(super) face: u16,
    /// Where its letters begin in the letters of the page.
    pub(super) start: u32,
    pub(super) length: u16,
    /// Whether the file says that it belongs to the page and not to the text.
    pub(super) artifact: bool,
}
