//! Renders a page as an image for OCR.

use std::io::Write as _;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use hayro::hayro_interpret::InterpreterSettings;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};

use super::open::{guarded, open, run_on_large_stack};
use crate::{Fault, Limits};

/// The maximum width and height of the image in pixels, whatever the size of the page.
const LONGEST_SIDE: f32 = 12_000.0;
/// The maximum number of pixels: twice a page at 300 dpi. More pixels make OCR slower and no better.
const MOST_DOTS: f32 = 20_000_000.0;

/// Renders a 1-based page as a grayscale PNG.
pub(super) fn render(bytes: Vec<u8>, page: usize, dpi: f32, limits: &Limits) -> Result<Vec<u8>, Fault> {
    run_on_large_stack(|| {
        let pdf = open(bytes, limits)?;
        let pages = pdf.pages();
        let missing = Fault::NoSuchPage { page, pages: pages.len() };
        let sheet = page.checked_sub(1).and_then(|at| pages.get(at)).ok_or(missing)?;
        let (width, height) = sheet.render_dimensions();
        let scale = scale(width, height, dpi)?;
        let picture = guarded(|| {
            let size = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
            hayro::render(
                sheet,
                &RenderCache::new(),
                &InterpreterSettings::default(),
                &RenderSettings::default(),
                &size,
            )
        });
        let picture = picture.ok_or_else(|| Fault::damaged(format!("page {page} cannot be drawn")))?;
        let (width, height) = (usize::from(picture.width()), usize::from(picture.height()));
        let grey: Vec<u8> = picture
            .data_as_u8_slice()
            .chunks_exact(4)
            .map(|dot| match dot {
                [red, green, blue, _] => {
                    ((u32::from(*red) * 77 + u32::from(*green) * 151 + u32::from(*blue) * 28) >> 8) as u8
                }
                _ => 255,
            })
            .collect();
        Ok(png(&grey, width, height)?)
    })
}

/// Returns the pixels per point for the resolution, within the limits.
fn scale(width: f32, height: f32, dpi: f32) -> Result<f32, Fault> {
    let wanted = if dpi.is_finite() { dpi.clamp(10.0, 1200.0) / 72.0 } else { 300.0 / 72.0 };
    if !(width * height).is_finite() || width < 0.1 || height < 0.1 {
        return Err(Fault::damaged("a page has no size"));
    }
    let scale = wanted.min(LONGEST_SIDE / width.max(height)).min((MOST_DOTS / (width * height)).sqrt());
    // A page without area has no pixels in one dimension at any scale.
    if width * scale < 1.0 || height * scale < 1.0 {
        return Err(Fault::damaged("a page has no size"));
    }
    Ok(scale)
}

/// Encodes a grayscale image as a minimal PNG.
fn png(grey: &[u8], width: usize, height: usize) -> std::io::Result<Vec<u8>> {
    let mut header = Vec::with_capacity(13);
    header.extend(u32::try_from(width).unwrap_or(0).to_be_bytes());
    header.extend(u32::try_from(height).unwrap_or(0).to_be_bytes());
    header.extend([8, 0, 0, 0, 0]);
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::fast());
    for row in grey.chunks_exact(width.max(1)) {
        rows.write_all(&[0])?;
        rows.write_all(row)?;
    }
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut bytes, b"IHDR", &header);
    chunk(&mut bytes, b"IDAT", &rows.finish()?);
    chunk(&mut bytes, b"IEND", &[]);
    Ok(bytes)
}

fn chunk(bytes: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    bytes.extend(u32::try_from(data.len()).unwrap_or(0).to_be_bytes());
    let mut sum = Crc::new();
    sum.update(name);
    sum.update(data);
    bytes.extend(name);
    bytes.extend(data);
    bytes.extend(sum.sum().to_be_bytes());
}
