//! Renders a picture as PNG.

use ab_glyph::{Font as _, point};

use super::RenderError;
use super::font::{COARSE_BASE, COARSE_ROWS, Letters, Shape, ab_scale};
use super::scene::{Anchor, Colour, Mark, PAPER, Scene};

/// The number of pixels per layout unit, for high-resolution screens.
const SCALE: f32 = 2.0;

pub(super) fn png(scene: &Scene) -> Result<Vec<u8>, RenderError> {
    let letters = Letters::new();
    if letters.font(false).is_none() || letters.font(true).is_none() {
        return Err(RenderError::Letters);
    }
    let mut canvas = Canvas::new(scene.width, scene.height);
    for mark in &scene.marks {
        match mark {
            Mark::Bar { x, y, width, height, round, colour } => {
                canvas.bar([x * SCALE, y * SCALE, width * SCALE, height * SCALE], round * SCALE, *colour);
            }
            Mark::Text { x, y, size, bold, anchor, colour, text } => {
                let width = letters.width(text, *size, *bold);
                let start = match anchor {
                    Anchor::Start => *x,
                    Anchor::Middle => x - width / 2.0,
                    Anchor::End => x - width,
                };
                canvas.text(&letters, [start * SCALE, y * SCALE], size * SCALE, *bold, *colour, text);
            }
        }
    }
    canvas.packed()
}

struct Canvas {
    width: usize,
    height: usize,
    points: Vec<u8>,
}

impl Canvas {
    fn new(width: f32, height: f32) -> Self {
        let (width, height) = ((width * SCALE).ceil() as usize, (height * SCALE).ceil() as usize);
        let points = [PAPER.0, PAPER.1, PAPER.2].repeat(width * height);
        Self { width, height, points }
    }

    /// Blends a color into a pixel with a coverage.
    fn lay(&mut self, x: i64, y: i64, cover: f32, colour: Colour) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if x >= self.width || y >= self.height {
            return;
        }
        let cover = cover.clamp(0.0, 1.0);
        let at = (y * self.width + x) * 3;
        for (point, ink) in self.points[at..at + 3].iter_mut().zip([colour.0, colour.1, colour.2]) {
            *point = (f32::from(*point) * (1.0 - cover) + f32::from(ink) * cover).round() as u8;
        }
    }

    /// Paints a rounded rectangle. The coverage of a pixel follows from its distance to the edge.
    fn bar(&mut self, [x, y, width, height]: [f32; 4], round: f32, colour: Colour) {
        let round = round.min(width / 2.0).min(height / 2.0).max(0.0);
        let (middle_x, middle_y) = (x + width / 2.0, y + height / 2.0);
        for row in (y.floor() as i64)..=((y + height).ceil() as i64) {
            for column in (x.floor() as i64)..=((x + width).ceil() as i64) {
                let beyond_x = (column as f32 + 0.5 - middle_x).abs() - width / 2.0 + round;
                let beyond_y = (row as f32 + 0.5 - middle_y).abs() - height / 2.0 + round;
                let corner = beyond_x.max(0.0).hypot(beyond_y.max(0.0));
                let distance = corner + beyond_x.max(beyond_y).min(0.0) - round;
                self.lay(column, row, 0.5 - distance, colour);
            }
        }
    }

    fn text(
        &mut self,
        letters: &Letters,
        [x, base]: [f32; 2],
        size: f32,
        bold: bool,
        colour: Colour,
        text: &str,
    ) {
        let Some(font) = letters.font(bold) else { return };
        let mut at = x;
        for character in text.chars() {
            match letters.shape(character, bold) {
                Shape::Fine(id) => {
                    let glyph = id.with_scale_and_position(ab_scale(font, size), point(at, base));
                    if let Some(outline) = font.outline_glyph(glyph) {
                        let corner = outline.px_bounds().min;
                        outline.draw(|column, row, cover| {
                            self.lay(
                                corner.x as i64 + i64::from(column),
                                corner.y as i64 + i64::from(row),
                                cover,
                                colour,
                            );
                        });
                    }
                }
                Shape::Coarse(glyph) => self.coarse(glyph, at, base, size * 1.1, colour),
                Shape::None => {}
            }
            at += letters.advance(character, size, bold);
        }
    }

    fn coarse(&mut self, glyph: &unifont::Glyph, x: f32, base: f32, size: f32, colour: Colour) {
        let each = size / COARSE_ROWS;
        for row in 0..16 {
            for column in (0..glyph.get_width()).filter(|column| glyph.get_pixel(*column, row)) {
                let left = x + column as f32 * each;
                let top = base + (row as f32 - COARSE_BASE) * each;
                self.square(left, top, each, colour);
            }
        }
    }

    /// Paints an axis-aligned square with anti-aliased edges.
    fn square(&mut self, left: f32, top: f32, side: f32, colour: Colour) {
        let overlap = |at: i64, from: f32| (from + side).min(at as f32 + 1.0) - from.max(at as f32);
        for row in (top.floor() as i64)..=((top + side).floor() as i64) {
            for column in (left.floor() as i64)..=((left + side).floor() as i64) {
                let cover = overlap(column, left).max(0.0) * overlap(row, top).max(0.0);
                self.lay(column, row, cover, colour);
            }
        }
    }

    fn packed(self) -> Result<Vec<u8>, RenderError> {
        let packing = |error: png::EncodingError| RenderError::Packing(error.to_string());
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(packing)?;
        writer.write_image_data(&self.points).map_err(packing)?;
        writer.finish().map_err(packing)?;
        Ok(out)
    }
}
