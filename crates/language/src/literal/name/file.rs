//! File names.

use super::extension::EXTENSIONS;

/// Whether a text without white space is a file name; `before` is the preceding word.
pub(super) fn is_file(text: &str, before: &str) -> bool {
    is_known(text) || is_hidden(text) || is_plausible(text, before)
}

/// Whether a text has a known file extension. It may contain spaces.
pub(super) fn is_known(text: &str) -> bool {
    let Some((stem, extension)) = text.rsplit_once('.') else { return false };
    // No known extension is longer.
    let known = extension.len() <= 12 && {
        let lower = extension.to_ascii_lowercase();
        EXTENSIONS.binary_search(&lower.as_str()).is_ok()
    };
    // `a.b.c` consists of initials or is a key, rather than a C program.
    let initials = extension.len() == 1 && stem.contains('.');
    known && !initials && is_stem(stem) && !is_thing(text)
}

/// Whether the text is a hidden file: `.bashrc`, `.env`, but not `.pdf`, which is a type.
fn is_hidden(text: &str) -> bool {
    let Some(name) = text.strip_prefix('.') else { return false };
    let lower = name.to_ascii_lowercase();
    name.len() > 2
        && name.len() <= 40
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
        && EXTENSIONS.binary_search(&lower.as_str()).is_err()
}

/// Whether a name with an unknown extension is a file: if the stem is not a plain word, or the preceding word
/// mentions a file.
fn is_plausible(text: &str, before: &str) -> bool {
    let Some((stem, extension)) = text.rsplit_once('.') else { return false };
    let short = (1..=5).contains(&extension.len())
        && extension.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        && extension.chars().any(|c| c.is_ascii_lowercase());
    let lettered = stem.chars().any(char::is_alphabetic) && stem.chars().nth(1).is_some();
    let marked = stem.contains(['_', '-'])
        || (stem.starts_with(char::is_alphabetic) && stem.ends_with(|c: char| c.is_ascii_digit()));
    let spoken = FILE_WORDS.iter().any(|word| word.eq_ignore_ascii_case(before));
    // An extension that only occurs as a top-level domain outweighs the preceding word.
    let host = (!spoken || super::url::is_common(extension)) && super::url::is_host(text);
    // `v1.2b` and `e.g` have a stem that is a version or a single letter.
    short && lettered && is_stem(stem) && !is_version(stem) && !is_thing(text) && !host && (marked || spoken)
}

fn is_stem(stem: &str) -> bool {
    let allowed = |c: char| {
        !c.is_control() && !matches!(c, '/' | '\\' | '<' | '>' | ':' | '"' | '|' | '?' | '@' | ',' | ';')
    };
    !stem.is_empty()
        && stem.len() <= 255
        && stem.chars().all(allowed)
        && stem.contains(|c: char| c.is_alphanumeric() || c == '*')
}

fn is_version(stem: &str) -> bool {
    let digits = stem.strip_prefix(['v', 'V']).unwrap_or(stem);
    digits.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Whether the text is a product name in the form of a file name.
fn is_thing(text: &str) -> bool {
    THINGS.iter().any(|thing| thing.eq_ignore_ascii_case(text))
}

const FILE_WORDS: &[&str] = &[
    "file",
    "called",
    "named",
    "document",
    "titled",
    "ficheiro",
    "arquivo",
    "chamado",
    "chamada",
    "documento",
    "nome",
];

const THINGS: &[&str] = &[
    "node.js",
    "vue.js",
    "next.js",
    "nuxt.js",
    "react.js",
    "three.js",
    "d3.js",
    "express.js",
    "ember.js",
    "backbone.js",
    "chart.js",
    "discord.js",
    "angular.js",
    "electron.js",
    "p5.js",
    "moment.js",
];
