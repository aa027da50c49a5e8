//! What was found out, as a picture: a bar for each group or column, or a single figure.
//!
//! The picture is laid out once, as a list of bars, lines and texts, and then written as SVG or painted as PNG.
//! Painting is done here because a process that reads files of strangers can open no font of the machine, and a
//! whole renderer of SVG would take longer to build than the rest of this crate. The letters come with the program:
//! DejaVu Sans for what has an alphabet and GNU Unifont, coarser, for all else.

mod axis;
mod bars;
mod font;
mod layout;
mod paint;
mod scene;
mod wording;
mod write;

use crate::analysis::Analysis;

/// A picture as SVG.
#[must_use]
pub fn svg(analysis: &Analysis) -> String {
    write::svg(&layout::scene(analysis))
}

/// A picture as PNG.
pub fn png(analysis: &Analysis) -> Result<Vec<u8>, Unpainted> {
    paint::png(&layout::scene(analysis))
}

/// Why a picture could not be painted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unpainted {
    /// The letters that come with the program cannot be read.
    #[error("the letters for the picture cannot be read")]
    Letters,
    /// The picture could not be packed.
    #[error("the picture could not be packed: {0}")]
    Packing(String),
}

#[cfg(test)]
pub(crate) mod tests;
