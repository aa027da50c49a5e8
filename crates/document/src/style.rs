//! Derives the kind of paragraphs from the name of their style.

use crate::Kind;
use crate::words::fold;

/// Returns the kind for the name of a style. Word uses English names in every language, other programs do
/// not.
pub(crate) fn named(name: &str) -> Option<Kind> {
    let name = fold(name).replace("_20_", "").replace([' ', '_'], "");
    for word in ["heading", "titulo", "cabecalho", "uberschrift", "titre"] {
        if let Some(level) = name.strip_prefix(word).and_then(|rest| rest.parse::<u8>().ok()) {
            return Some(Kind::Heading(level.clamp(1, 9)));
        }
    }
    match name.as_str() {
        "title" | "titulo" | "doctitle" | "titel" => Some(Kind::Title),
        "caption" | "legenda" | "figure" | "table" | "illustration" => Some(Kind::Caption),
        "author" | "autor" => Some(Kind::Author),
        "bibliography" | "bibliografia" => Some(Kind::Reference),
        "footnotetext" | "endnotetext" | "textodenotaderodape" => Some(Kind::Note),
        "code" | "sourcecode" | "htmlpreformatted" | "preformattedtext" | "plaintext" => Some(Kind::Verbatim),
        name if name.starts_with("listparagraph")
            || name.starts_with("listbullet")
            || name.starts_with("listnumber") =>
        {
            Some(Kind::Item)
        }
        name if name.starts_with("toc")
            || name.starts_with("tableofcontents")
            || name.starts_with("sumario") =>
        {
            Some(Kind::Row)
        }
        _ => None,
    }
}
