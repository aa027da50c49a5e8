use lemmascope_intent::{Cause, Failure};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, ImageFormat, ImageOrder, VisualClass, Visualtype};

use super::super::screen::{Area, Screen, lost};

/// A screenshot with three bytes per pixel: red, green and blue.
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    points: Vec<u8>,
}

impl Picture {
    /// Captures the whole display, or only the active window.
    pub(super) fn take(screen: &Screen, only_active: bool) -> Result<(Self, Area), Failure> {
        let area = match only_active {
            false => screen.whole(),
            true => {
                let active = screen.active()?.ok_or_else(|| {
                    Failure::new(Cause::TargetNotFound, "no window is active")
                        .hint("Click on a window, or take a picture of the whole display.")
                })?;
                screen.area_of(active.window)?
            }
        };
        Ok((Self::of(screen, area)?, area))
    }

    fn of(screen: &Screen, area: Area) -> Result<Self, Failure> {
        let root = screen.root();
        let odd = || {
            Failure::new(Cause::Unavailable, "the display keeps its colours in a way that is not known")
                .hint("Set it to 24 bits of colour.")
        };
        let visuals = root.allowed_depths.iter().flat_map(|depth| &depth.visuals);
        let visual = *visuals.into_iter().find(|it| it.visual_id == root.root_visual).ok_or_else(odd)?;
        if visual.class != VisualClass::TRUE_COLOR && visual.class != VisualClass::DIRECT_COLOR {
            return Err(odd());
        }
        let setup = screen.connection.setup();
        let format = setup.pixmap_formats.iter().find(|it| it.depth == root.root_depth).ok_or_else(odd)?;
        let layout = Layout {
            bytes: usize::from(format.bits_per_pixel / 8),
            padding: usize::from(format.scanline_pad / 8).max(1),
            big_first: setup.image_byte_order == ImageOrder::MSB_FIRST,
            visual,
        };
        if format.bits_per_pixel % 8 != 0 || !(2..=4).contains(&layout.bytes) {
            return Err(odd());
        }
        let small = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        let near = |number: i32| i16::try_from(number).unwrap_or(i16::MAX);
        let asked = screen.connection.get_image(
            ImageFormat::Z_PIXMAP,
            root.root,
            near(area.left),
            near(area.top),
            small(area.width),
            small(area.height),
            u32::MAX,
        );
        let image = asked.map_err(lost)?.reply().map_err(lost)?;
        let points = layout.points(&image.data, area.width as usize, area.height as usize).ok_or_else(odd)?;
        Ok(Self { width: area.width, height: area.height, points })
    }

    /// Encodes it as PNG.
    pub(super) fn png(&self) -> Result<Vec<u8>, Failure> {
        encode(self.width, self.height, png::ColorType::Rgb, &self.points)
    }

    /// Encodes it as PNG for OCR: grayscale, and enlarged, since screen fonts are smaller than print.
    pub(super) fn enlarged(&self) -> Result<Vec<u8>, Failure> {
        let grey = |point: &[u8]| {
            (u32::from(point[0]) * 299 + u32::from(point[1]) * 587 + u32::from(point[2]) * 114) / 1000
        };
        let grey: Vec<u32> = self.points.chunks_exact(3).map(grey).collect();
        let (width, height, times) = (self.width as usize, self.height as usize, ENLARGED as usize);
        let mut large = Vec::with_capacity(grey.len() * times * times);
        for y in 0..height * times {
            // Interpolates between pixels, so that letters stay round.
            let (above, down) = (y / times, (y % times) as u32);
            let below = (above + 1).min(height - 1);
            for x in 0..width * times {
                let (left, along) = (x / times, (x % times) as u32);
                let right = (left + 1).min(width - 1);
                let across = |row: usize| {
                    grey[row * width + left] * (ENLARGED - along) + grey[row * width + right] * along
                };
                let whole = across(above) * (ENLARGED - down) + across(below) * down;
                large.push((whole / (ENLARGED * ENLARGED)) as u8);
            }
        }
        encode(self.width * ENLARGED, self.height * ENLARGED, png::ColorType::Grayscale, &large)
    }
}

/// The enlargement factor for OCR.
pub(super) const ENLARGED: u32 = 3;

fn encode(width: u32, height: u32, colour: png::ColorType, points: &[u8]) -> Result<Vec<u8>, Failure> {
    let failed = |error: png::EncodingError| {
        Failure::new(Cause::Failed, format!("the picture cannot be written: {error}"))
    };
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(points).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}

/// The memory layout of pixels on the display.
struct Layout {
    /// The number of bytes per pixel.
    bytes: usize,
    /// The number of bytes to a multiple of which a row is padded.
    padding: usize,
    big_first: bool,
    visual: Visualtype,
}

impl Layout {
    fn points(&self, data: &[u8], width: usize, height: usize) -> Option<Vec<u8>> {
        let row = (width * self.bytes).next_multiple_of(self.padding);
        if data.len() < row.checked_mul(height)? || row == 0 {
            return None;
        }
        let masks = [self.visual.red_mask, self.visual.green_mask, self.visual.blue_mask];
        let mut points = Vec::with_capacity(width * height * 3);
        for row in data.chunks_exact(row).take(height) {
            for point in row.chunks_exact(self.bytes).take(width) {
                let join = |whole: u32, byte: &u8| whole << 8 | u32::from(*byte);
                let value = match self.big_first {
                    true => point.iter().fold(0, join),
                    false => point.iter().rev().fold(0, join),
                };
                points.extend(masks.map(|mask| channel(value, mask)));
            }
        }
        Some(points)
    }
}

/// Extracts the channel of a pixel by its mask, scaled to 0 to 255.
fn channel(value: u32, mask: u32) -> u8 {
    if mask == 0 {
        return 0;
    }
    let most = mask >> mask.trailing_zeros();
    let part = (value & mask) >> mask.trailing_zeros();
    (u64::from(part) * 255 / u64::from(most)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(bytes: usize, big_first: bool, masks: [u32; 3]) -> Layout {
        let [red_mask, green_mask, blue_mask] = masks;
        let visual = Visualtype { red_mask, green_mask, blue_mask, ..Visualtype::default() };
        Layout { bytes, padding: 4, big_first, visual }
    }

    #[test]
    fn decodes_pixels_in_either_byte_order() {
        let masks = [0xff_0000, 0xff00, 0xff];
        let little = layout(4, false, masks).points(&[3, 2, 1, 0], 1, 1);
        let big = layout(4, true, masks).points(&[0, 1, 2, 3], 1, 1);
        assert_eq!((little, big), (Some(vec![1, 2, 3]), Some(vec![1, 2, 3])));
    }

    #[test]
    fn decodes_16_bit_pixels_and_padded_rows() {
        let masks = [0xf800, 0x07e0, 0x001f];
        // A row of one pixel with two bytes, padded to four.
        let points = layout(2, false, masks).points(&[0x1f, 0xf8, 9, 9, 0xe0, 0x07, 9, 9], 1, 2);
        assert_eq!(points, Some(vec![255, 0, 255, 0, 255, 0]));
    }

    #[test]
    fn rejects_truncated_and_empty_images() {
        assert_eq!(layout(4, false, [1, 2, 4]).points(&[0; 7], 1, 2), None);
        assert_eq!(layout(4, false, [1, 2, 4]).points(&[], 0, 0), None);
    }
}
