//! Renders a picture as SVG.

use std::fmt::Write as _;

use super::scene::{Anchor, Colour, Mark, PAPER, Scene};

/// The fonts of the viewer's system; the last ones have the widths that the layout assumes.
const FAMILY: &str = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

pub(super) fn svg(scene: &Scene) -> String {
    let (width, height) = (number(scene.width), number(scene.height));
    let title = escaped(&scene.title);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{title}\" font-family=\"{FAMILY}\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        hex(PAPER)
    );
    for mark in &scene.marks {
        // Writing to a `String` never fails.
        let _written = match mark {
            Mark::Bar { x, y, width, height, round, colour } => writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"/>",
                number(*x),
                number(*y),
                number(*width),
                number(*height),
                number(*round),
                hex(*colour)
            ),
            Mark::Text { x, y, size, bold, anchor, colour, text } => writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}{} fill=\"{}\">{}</text>",
                number(*x),
                number(*y),
                number(*size),
                if *bold { " font-weight=\"600\"" } else { "" },
                match anchor {
                    Anchor::Start => "",
                    Anchor::Middle => " text-anchor=\"middle\"",
                    Anchor::End => " text-anchor=\"end\"",
                },
                hex(*colour),
                escaped(text)
            ),
        };
    }
    out.push_str("</svg>\n");
    out
}

fn number(value: f32) -> String {
    let written = format!("{value:.1}");
    written.strip_suffix(".0").unwrap_or(&written).to_owned()
}

fn hex(colour: Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

/// Escapes text for element content and attributes, without characters that XML does not allow.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if character.is_control() => out.push(' '),
            _ => out.push(character),
        }
    }
    out
}
