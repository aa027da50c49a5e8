//! Paths of files and folders.

use super::file;

/// Whether a text without white space is a path; `before` is the preceding word.
pub(super) fn is_path(text: &str, before: &str) -> bool {
    if is_drive(text) {
        return is_place_word(before);
    }
    if matches!(text, "/" | "~" | "..") {
        return is_place_word(before);
    }
    is_absolute(text) || is_relative(text, before)
}

/// Whether a text starts with a root, a drive, the home folder, or the current folder.
pub(super) fn is_absolute(text: &str) -> bool {
    let begins = |prefix: &str| text.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(is_part));
    let relative = ["./", "../", "~/", ".\\", "..\\"].iter().any(|prefix| begins(prefix) || *prefix == text);
    let rooted = begins("/") || begins("\\\\");
    let mut chars = text.chars();
    let drive = chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next() == Some(':')
        && matches!(chars.next(), Some('\\' | '/'));
    (relative || rooted || drive) && !text.contains("://") && !text.contains(['<', '>', '|', '"', '\0'])
}

/// Whether a text is only a drive: `D:`.
pub(super) fn is_drive(text: &str) -> bool {
    text.len() == 2 && text.ends_with(':') && text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether the text is a relative path: it ends in a file name or a slash, contains several slashes, or
/// follows a word for a place. Otherwise a single slash means `or`.
fn is_relative(text: &str, before: &str) -> bool {
    let slashes = text.chars().filter(|c| matches!(c, '/' | '\\')).count();
    let mut parts = text.split(['/', '\\']);
    let Some(first) = parts.next().filter(|_| slashes > 0) else { return false };
    let ends_open = text.ends_with(['/', '\\']);
    let sound = |part: &str| part.starts_with(is_part) && part.chars().all(is_part);
    let count = text.split(['/', '\\']).count();
    let named = text
        .split(['/', '\\'])
        .enumerate()
        .all(|(index, part)| sound(part) || (ends_open && index + 1 == count));
    let worded = first.chars().any(char::is_alphabetic);
    let dotted = super::url::is_host(text);
    if !named || !worded || dotted || text.contains(':') {
        return false;
    }
    let last = text.rsplit(['/', '\\']).next().unwrap_or_default();
    let alternatives =
        text.split('/').all(|part| ALTERNATIVES.iter().any(|word| word.eq_ignore_ascii_case(part)));
    let lettered = text.contains('\\') || ends_open || slashes > 1 || file::is_known(last);
    (lettered || is_place_word(before)) && !alternatives
}

/// Whether a word precedes places.
fn is_place_word(word: &str) -> bool {
    PLACE_WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(
            c,
            '.' | '_'
                | '-'
                | '~'
                | '+'
                | '('
                | ')'
                | '@'
                | '#'
                | '$'
                | '%'
                | '&'
                | '*'
                | ','
                | '='
                | '{'
                | '}'
        )
}

const PLACE_WORDS: &[&str] = &[
    "in",
    "to",
    "from",
    "into",
    "inside",
    "under",
    "at",
    "of",
    "on",
    "open",
    "folder",
    "directory",
    "path",
    "drive",
    "disk",
    "file",
    "list",
    "em",
    "no",
    "na",
    "para",
    "de",
    "do",
    "da",
    "dentro",
    "abre",
    "pasta",
    "diretório",
    "diretorio",
    "caminho",
    "disco",
    "unidade",
    "ficheiro",
    "arquivo",
    "lista",
    "ao",
    "à",
];

/// Words that a slash joins as alternatives.
const ALTERNATIVES: &[&str] = &[
    "and", "or", "he", "she", "it", "they", "him", "her", "his", "hers", "yes", "no", "on", "off", "true",
    "false", "in", "out", "input", "output", "tcp", "ip", "w", "o", "n", "a", "s", "client", "server",
    "read", "write", "start", "stop", "km", "h", "m", "mb", "kb", "e", "ou", "ele", "ela", "sim", "não",
    "nao", "os", "as", "am", "pm", "day", "night", "left", "right", "up", "down",
];
