//! Detects headings.

use super::line::Line;
use crate::section::Role;

/// Returns the level if the lines are a heading. `indented` states whether the following text is indented
/// further.
pub(super) fn level(lines: &[Line<'_>], indented: bool) -> Option<u8> {
    match lines {
        [line] if alone(line, indented) => Some(2),
        [line, rule]
            if rule.is_horizontal_rule() && line.length() <= 120 && rule.length() * 3 >= line.length() =>
        {
            Some(if rule.text.starts_with(['=', '*', '#']) { 1 } else { 2 })
        }
        _ => None,
    }
}

/// Whether an isolated line is a heading.
fn alone(line: &Line<'_>, indented: bool) -> bool {
    let length = line.length();
    if length > 80 || line.quoted > 0 {
        return false;
    }
    if Role::named(line.text).is_some() {
        return true;
    }
    let letters = line.text.chars().filter(|letter| letter.is_alphabetic()).count();
    if letters < 3
        || letters * 2 < length
        || line.text.ends_with(['.', ',', ';', '!', ')'])
        || line.gaps() > 0
    {
        return false;
    }
    let capitals = !line.text.chars().any(char::is_lowercase);
    let words = line.text.split_whitespace().count();
    let begins = line.text.starts_with(|letter: char| letter.is_uppercase() || letter.is_ascii_digit());
    capitals
        || numbered(line.text)
        || (begins && words <= 8 && !line.text.ends_with([':', '?']))
        || (begins && indented && words <= 10)
}

/// Whether the text is a numbered heading: `2.1 How it works`
fn numbered(text: &str) -> bool {
    let Some((number, rest)) = text.split_once(' ') else { return false };
    number.starts_with(|letter: char| letter.is_ascii_digit())
        && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && rest.trim_start().starts_with(char::is_uppercase)
        && rest.split_whitespace().count() <= 12
}
