//! Analyses as pictures: a bar chart of groups or columns, or a single figure.
//!
//! The picture is laid out once, as a list of bars, lines and texts, and then written as SVG or rendered as
//! PNG. The PNG renderer is part of this crate because a sandboxed process cannot open system fonts, and a
//! complete SVG renderer would take longer to build than the rest of the crate. The fonts are embedded:
//! DejaVu Sans for alphabetic scripts, and GNU Unifont, a bitmap font, for all others.

mod axis;
mod bars;
mod font;
mod labels;
mod layout;
mod raster;
mod scene;
mod svg_writer;

use crate::analysis::Analysis;

/// Renders an analysis as SVG.
#[must_use]
pub fn svg(analysis: &Analysis) -> String {
    svg_writer::svg(&layout::scene(analysis))
}

/// Renders an analysis as PNG.
pub fn png(analysis: &Analysis) -> Result<Vec<u8>, RenderError> {
    raster::png(&layout::scene(analysis))
}

/// The reason why a picture could not be rendered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The embedded fonts cannot be read.
    #[error("the letters for the picture cannot be read")]
    Letters,
    /// The PNG encoder failed.
    #[error("the picture could not be packed: {0}")]
    Packing(String),
}

#[cfg(test)]
pub(crate) mod tests;
