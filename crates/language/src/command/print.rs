//! Formats parts of the canonical form: quoted strings and unquoted words.

use std::fmt::{self, Write};

/// Writes a double-quoted string with the four escapes of the language.
pub(crate) fn string(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

/// A name, path or URL: unquoted unless it would be parsed as something else.
pub(crate) struct Bare<'a>(pub(crate) &'a str);

impl fmt::Display for Bare<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_bare(self.0) { f.write_str(self.0) } else { string(f, self.0) }
    }
}

/// Whether the text is a single word that no other token starts like.
pub(crate) fn is_bare(text: &str) -> bool {
    !text.is_empty()
        && !text.contains(|c: char| c.is_whitespace() || c == '\u{feff}')
        && !text.starts_with(['"', '\'', '#', '-', '{', '['])
}
