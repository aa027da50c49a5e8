//! Guesses the intended value of an invalid one from its wording alone.

use serde_json::Value as Json;

use super::schema::{self, DocumentIntent};
use crate::{Format, nearest};

/// The characters that file names cannot contain on some operating system.
const FORBIDDEN: &str = "<>:\"|?*";

/// Returns the value as a text, whatever its type.
pub(super) fn text(value: &Json) -> Option<String> {
    let text = match value {
        Json::String(text) => text.clone(),
        Json::Number(number) => number.to_string(),
        Json::Array(items) => match items.as_slice() {
            [Json::String(only)] => only.clone(),
            _ => return None,
        },
        Json::Object(fields) => {
            fields.get("name").or_else(|| fields.get("value")).and_then(Json::as_str)?.to_string()
        }
        Json::Null | Json::Bool(_) => return None,
    };
    let text: String = text.trim().chars().take(4_000).collect();
    (!text.is_empty()).then_some(text)
}

/// Returns valid values for a field that resemble this one, the likeliest first.
pub(super) fn mended(intent: DocumentIntent, field: &str, text: &str) -> Vec<String> {
    if let Some(options) = schema::options(intent, field) {
        return chosen(intent, field, &options, text).map(str::to_string).into_iter().collect();
    }
    let cut = |text: &str| match schema::of_parameter(intent, field, "maxLength").and_then(Json::as_u64) {
        Some(limit) => text.chars().take(usize::try_from(limit).unwrap_or(usize::MAX)).collect(),
        None => text.to_string(),
    };
    match schema::format(intent, field) {
        Some(Format::Title) => name(last(text)).map(|name| fitting(&name, cut)).into_iter().collect(),
        Some(Format::Folder | Format::Spreadsheet | Format::Document | Format::Item) => {
            vec![cut(&within(text))]
        }
        _ => vec![cut(text)],
    }
}

/// Returns the choice that a word means: the same word, a synonym, or the nearest one.
fn chosen<'a>(intent: DocumentIntent, field: &str, options: &[&'a str], text: &str) -> Option<&'a str> {
    let word = text.trim().to_lowercase();
    let is = |option: &&&str| ***option == word;
    let synonym = || {
        let known = schema::of_parameter(intent, field, "x-synonyms")?.get(&word)?.as_str()?;
        options.iter().copied().find(|option| *option == known)
    };
    options.iter().find(is).copied().or_else(synonym).or_else(|| nearest(&word, options.iter().copied()))
}

/// Returns the choice that a sentence mentions.
pub(super) fn mentioned(intent: DocumentIntent, field: &str, said: &str) -> Option<String> {
    let options = schema::options(intent, field)?;
    let synonyms = schema::of_parameter(intent, field, "x-synonyms");
    said.split(|letter: char| !letter.is_alphanumeric()).find_map(|word| {
        let word = word.to_lowercase();
        let meant = synonyms.and_then(|known| known.get(&word)).and_then(Json::as_str).unwrap_or(&word);
        options.iter().find(|option| **option == meant).map(|option| option.to_string())
    })
}

/// Returns the last component of a path.
fn last(path: &str) -> &str {
    path.rsplit(['/', '\\']).find(|name| !name.trim_matches(['.', ' ']).is_empty()).unwrap_or("")
}

/// Returns the folders before the last component of a path, without `..`.
pub(super) fn folder_of(path: &str) -> Option<String> {
    let (folders, _) =
        within(path).rsplit_once('/').map(|(folders, name)| (folders.to_string(), name.len()))?;
    (!folders.is_empty() && folders != "." && folders != "~").then_some(folders)
}

/// Returns the name with the extension of a text file, or an empty text if it has no stem.
pub(super) fn as_text_file(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).trim_matches(['.', ' ']);
    if stem.is_empty() { String::new() } else { format!("{stem}.txt") }
}

/// Returns the last component of a path if it has a file extension.
pub(super) fn file_name(path: &str) -> Option<String> {
    let name = last(path);
    let (stem, extension) = name.rsplit_once('.')?;
    let is_file = !stem.is_empty()
        && (1..=5).contains(&extension.len())
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_file.then(|| name.to_string())
}

/// Returns a path without `..` and without characters that are invalid in names.
fn within(path: &str) -> String {
    let from_top = path.starts_with('/');
    let names =
        path.split(['/', '\\']).map(str::trim).filter(|name| !matches!(*name, "" | "..")).filter_map(name);
    let inside = names.collect::<Vec<String>>().join("/");
    if from_top { format!("/{inside}") } else { inside }
}

/// Returns a name without invalid characters.
fn name(text: &str) -> Option<String> {
    let mut name = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter.is_control() || FORBIDDEN.contains(letter) {
            true if name.ends_with('-') => {}
            true => name.push('-'),
            false => name.push(letter),
        }
    }
    // `<a>.txt` is `a.txt`, not `a-.txt`.
    let name = name.replace("-.", ".");
    let name = name.trim().trim_matches(['-', ' ']);
    (!name.trim_matches('.').is_empty()).then(|| name.to_string())
}

/// Truncates a name to the limit of file systems, and keeps its extension.
fn fitting(name: &str, cut: impl Fn(&str) -> String) -> String {
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && extension.len() <= 10 => {
            (stem, format!(".{extension}"))
        }
        _ => (name, String::new()),
    };
    let mut room = schema::LONGEST_NAME.saturating_sub(extension.len()).min(stem.len());
    while !stem.is_char_boundary(room) {
        room -= 1;
    }
    let stem = stem.get(..room).unwrap_or_default().trim_end();
    cut(&format!("{stem}{extension}"))
}

/// Scores the similarity of a name to the requested one, or to the names that a sentence mentions.
pub(super) fn likeness(name: &str, wanted: &str, said: &str) -> f64 {
    let fold = |text: &str| last(text).to_lowercase();
    let stem = |text: &str| text.rsplit_once('.').map_or(text.to_string(), |(stem, _)| stem.to_string());
    let (name, wanted) = (fold(name), fold(wanted));
    let spoken = said.to_lowercase();
    let by_name = if wanted.is_empty() || wanted.len() > 300 || name.len() > 300 {
        0.0
    } else if name == wanted {
        5.0
    } else if stem(&name) == stem(&wanted) {
        4.0
    } else if name.contains(&stem(&wanted)) || wanted.contains(&stem(&name)) {
        3.0
    } else {
        let alike = strsim::jaro_winkler(&stem(&name), &stem(&wanted));
        if alike >= 0.75 { 1.0 + alike } else { 0.0 }
    };
    let by_sentence = if spoken.contains(&name) {
        2.5
    } else if stem(&name).len() > 2 && spoken.contains(&stem(&name)) {
        2.2
    } else {
        0.0
    };
    f64::max(by_name, by_sentence)
}

#[cfg(test)]
mod tests {
    use super::super::tests::intents;
    use super::*;

    #[test]
    fn replaces_invalid_file_names_with_valid_ones() {
        let title = |text: &str| mended(intents()[0], "title", text).into_iter().next();
        for (given, meant) in [
            ("<>invalid", "invalid"),
            ("a:b.txt", "a-b.txt"),
            ("<a>.txt", "a.txt"),
            ("../../etc/passwd", "passwd"),
            ("notes/todo.txt", "todo.txt"),
            ("c:\\temp\\x.txt", "x.txt"),
            ("what?.md", "what.md"),
        ] {
            assert_eq!(title(given).as_deref(), Some(meant), "{given}");
        }
        assert_eq!(title(".."), None);
        assert_eq!(title("???"), None);
        let long = title(&format!("{}.txt", "é".repeat(300))).unwrap();
        assert!(long.len() <= 255 && long.ends_with("é.txt"), "{long}");
        let path = |text: &str| mended(intents()[0], "path", text).into_iter().next();
        assert_eq!(path("../a/../b").as_deref(), Some("a/b"));
        assert_eq!(path("..\\a").as_deref(), Some("a"));
    }

    #[test]
    fn maps_synonyms_and_misspellings_to_enum_values() {
        let op = |text: &str| mended(intents()[2], "op", text).into_iter().next();
        for (given, meant) in
            [("AVG", "avg"), ("mean", "avg"), ("totals", "total"), (" Sum ", "sum"), ("cuont", "count")]
        {
            assert_eq!(op(given).as_deref(), Some(meant), "{given}");
        }
        assert_eq!(op("zzz"), None);
        assert_eq!(mentioned(intents()[2], "op", "the average, please").as_deref(), Some("avg"));
    }

    #[test]
    fn ranks_similar_names_first() {
        let rate = |name: &str, wanted: &str| likeness(name, wanted, "");
        assert!(rate("report.pdf", "report.txt") > rate("repeat.pdf", "report.txt"));
        assert!(rate("Salary", "Salry") > rate("Name", "Salry"));
        assert!(likeness("sales.csv", "", "sum up sales.csv") > likeness("a.csv", "", "sum up sales.csv"));
        assert_eq!(rate("x.csv", ""), 0.0);
    }
}
