//! The fonts of a chart.

use ab_glyph::{Font as _, FontRef, ScaleFont as _};

/// The fonts, in both weights.
pub(super) struct Letters {
    regular: Option<FontRef<'static>>,
    bold: Option<FontRef<'static>>,
}

/// The height of the bitmap font, in rows.
pub(super) const COARSE_ROWS: f32 = 16.0;
pub(super) const COARSE_BASE: f32 = 14.0;

/// The glyph of a character.
pub(super) enum Shape {
    /// An outline.
    Fine(ab_glyph::GlyphId),
    /// A bitmap with 16 rows.
    Coarse(&'static unifont::Glyph),
    /// No glyph.
    None,
}

impl Letters {
    pub(super) fn new() -> Self {
        Self {
            regular: FontRef::try_from_slice(dejavu::sans::regular()).ok(),
            bold: FontRef::try_from_slice(dejavu::sans::bold()).ok(),
        }
    }

    pub(super) fn font(&self, bold: bool) -> Option<&FontRef<'static>> {
        if bold { self.bold.as_ref() } else { self.regular.as_ref() }
    }

    pub(super) fn shape(&self, character: char, bold: bool) -> Shape {
        let fine = self.font(bold).map(|it| it.glyph_id(character)).filter(|it| it.0 != 0);
        match (fine, unifont::get_glyph(character)) {
            (Some(id), _) => Shape::Fine(id),
            (None, Some(glyph)) => Shape::Coarse(glyph),
            (None, None) => Shape::None,
        }
    }

    /// Returns the advance width of a character.
    pub(super) fn advance(&self, character: char, size: f32, bold: bool) -> f32 {
        match self.shape(character, bold) {
            Shape::Fine(id) => {
                self.font(bold).map_or(0.0, |it| it.as_scaled(ab_scale(it, size)).h_advance(id))
            }
            Shape::Coarse(glyph) => glyph.get_width() as f32 / COARSE_ROWS * size * 1.1,
            Shape::None => 0.0,
        }
    }

    pub(super) fn width(&self, text: &str, size: f32, bold: bool) -> f32 {
        text.chars().map(|it| self.advance(it, size, bold)).sum()
    }

    /// Truncates a text to the available width.
    pub(super) fn fitted(&self, text: &str, size: f32, bold: bool, room: f32) -> String {
        let mut line = String::new();
        let mut width = 0.0;
        let end = self.advance('…', size, bold);
        // The position at which to cut if the text is too long.
        let mut cut = 0;
        for character in text.trim().chars() {
            let character = if character.is_control() { ' ' } else { character };
            width += self.advance(character, size, bold);
            if width > room {
                line.truncate(cut);
                line.truncate(line.trim_end().len());
                line.push('…');
                return line;
            }
            line.push(character);
            if width + end <= room {
                cut = line.len();
            }
        }
        line
    }
}

/// Converts a font size, which is the em size, to the scale of `ab_glyph`, which is the height from descender
/// to ascender.
pub(super) fn ab_scale(font: &FontRef<'_>, size: f32) -> f32 {
    let square = font.units_per_em().unwrap_or(1000.0);
    size * font.height_unscaled() / square
}
