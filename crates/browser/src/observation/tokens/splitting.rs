use std::sync::LazyLock;

use regex::Regex;

/// The pre-tokenizer pattern of the encoding, which splits a text before tokens are merged: words with the
/// space or punctuation before them, groups of up to three digits, punctuation with trailing line breaks, and
/// white space.
static PIECE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    const UPPER: &str = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]";
    const LOWER: &str = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]";
    const BEFORE: &str = r"[^\r\n\p{L}\p{N}]?";
    const AFTER: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?";
    let pieces = [
        format!("{BEFORE}{UPPER}*{LOWER}+{AFTER}"),
        format!("{BEFORE}{UPPER}+{LOWER}*{AFTER}"),
        r"\p{N}{1,3}".to_string(),
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*".to_string(),
        r"\s+".to_string(),
    ];
    Regex::new(&pieces.join("|")).ok()
});

/// Returns the pieces of a text in order.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let found = PIECE.as_ref()?.find(rest)?;
        let mut length = found.end();
        if found.as_str().chars().all(char::is_whitespace) {
            length = white(&rest[..length], length == rest.len());
        }
        let (piece, after) = rest.split_at_checked(length)?;
        rest = after;
        Some(piece)
    })
}

/// Returns the length of the first piece of white space: up to the last line break; without line breaks, all
/// of it at the end of the text, and otherwise all but the last character, which belongs to the next piece.
fn white(space: &str, is_end: bool) -> usize {
    if let Some(last) = space.rfind(['\r', '\n']) {
        return last + 1;
    }
    let last = space.chars().next_back().map_or(0, char::len_utf8);
    if is_end || last == space.len() { space.len() } else { space.len() - last }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_text_like_the_token_encoding() {
        for (text, cut) in [
            ("[12] button \"Sign in\"", "[|12|]| button| \"|Sign| in|\""),
            ("We'll go", "We'll| go"),
            ("camelCase HTTPServer", "camel|Case| HTTPServer"),
            ("a  b\n\n  c \n", "a| | b|\n\n| | c| \n"),
            ("1234567", "123|456|7"),
            ("// x\n\n", "//| x|\n\n"),
            ("", ""),
        ] {
            assert_eq!(pieces(text).collect::<Vec<_>>().join("|"), cut, "{text:?}");
        }
    }
}
