//! The shared strings.

use lemmascope_package::xml::{Event, Scanner, unescaped};

use crate::book::error::WorkbookError;
use crate::book::package::Package;
use crate::book::string_table::StringTable;

/// Reads the shared strings. Formatting and phonetic guides are skipped.
pub(super) fn read(package: &mut Package, part: &str) -> Result<StringTable, WorkbookError> {
    let mut strings = StringTable::default();
    let Some(content) = package.part(part)? else { return Ok(strings) };
    let mut scanner = Scanner::new(content);
    let (mut in_text, mut pronounced) = (false, false);
    loop {
        match scanner.next_event()? {
            Event::Open(tag) => match tag.name {
                b"sst" if tag.empty => return Ok(strings),
                b"si" if tag.empty => strings.end()?,
                b"t" => in_text = !tag.empty,
                b"rPh" => pronounced = !tag.empty,
                _ => {}
            },
            Event::Close(name) => match name {
                b"si" => {
                    strings.end()?;
                    pronounced = false;
                }
                b"t" => in_text = false,
                b"rPh" => pronounced = false,
                b"sst" => return Ok(strings),
                _ => {}
            },
            Event::Text(text) if in_text && !pronounced => strings.push(&plain(&unescaped(text)))?,
            Event::Literal(text) if in_text && !pronounced => strings.push(&String::from_utf8_lossy(text))?,
            Event::End => return Err(WorkbookError::broken("its list of texts ends in the middle")),
            _ => {}
        }
    }
}

/// Decodes the escapes of characters that XML does not allow: `_x000D_`.
pub(super) fn plain<'a>(text: &'a str) -> std::borrow::Cow<'a, str> {
    if !text.contains("_x") {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let code = rest.get(2..6).filter(|_| rest.as_bytes().get(6) == Some(&b'_'));
        let code = code.filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()));
        match code.and_then(|it| u32::from_str_radix(it, 16).ok()).and_then(char::from_u32) {
            Some(character) => {
                out.push(character);
                rest = &rest[7..];
            }
            None => {
                out.push_str("_x");
                rest = &rest[2..];
            }
        }
    }
    out.push_str(rest);
    out.into()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn decodes_hexadecimal_escapes() {
        assert_eq!(plain("a_x000D_b"), "a\rb");
        assert_eq!(plain("_x005F_x0041_"), "_x0041_");
        assert_eq!(plain("_x00é_ _x12 _xD800_"), "_x00é_ _x12 _xD800_");
    }
}
