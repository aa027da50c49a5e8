use lemmascope_intent::Format;

use crate::words::{fold, words};

/// The names of things that there are now: files, columns, applications. Sentences may speak of them in their own words.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lexicon {
    names: Vec<Name>,
}

#[derive(Debug, Clone, PartialEq)]
struct Name {
    kind: Format,
    name: String,
    /// Its words, folded, without the extension of a file.
    words: Vec<String>,
}

/// No more names than this are known of a kind, so that a sentence is read in bounded time.
const MOST: usize = 5_000;

impl Lexicon {
    /// Takes the names of things of a kind.
    pub fn add<'n>(&mut self, kind: Format, names: impl IntoIterator<Item = &'n str>) {
        let names = names.into_iter().take(MOST);
        self.names.extend(names.map(|name| Name { kind, name: name.into(), words: words_of(name, kind) }));
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names of all things that a parameter of this format takes.
    pub fn of(&self, format: Format) -> impl Iterator<Item = &str> {
        self.names.iter().filter(move |name| format.takes(name.kind)).map(|name| name.name.as_str())
    }

    /// The names of things that a parameter of this format takes, which what was said means: those that it is, or else
    /// those that have all its words.
    pub fn meant(&self, said: &str, format: Format) -> Vec<&str> {
        let folded = fold(&said.to_lowercase());
        let fitting = || self.names.iter().filter(|name| format.takes(name.kind));
        let exact: Vec<&str> = fitting()
            .filter(|it| fold(&it.name.to_lowercase()) == folded)
            .map(|it| it.name.as_str())
            .collect();
        if !exact.is_empty() {
            return exact;
        }
        let wanted: Vec<String> = words(said).into_iter().map(|word| word.folded).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let whole: Vec<&str> = fitting().filter(|it| it.words == wanted).map(|it| it.name.as_str()).collect();
        if !whole.is_empty() {
            return whole;
        }
        let has_all =
            |name: &&Name| wanted.iter().all(|word| name.words.iter().any(|own| is_same_word(own, word)));
        fitting().filter(has_all).map(|name| name.name.as_str()).collect()
    }

    /// The longest name of a kind that stands in these folded words, and where.
    pub(super) fn find(&self, folded: &[&str], format: Format) -> Option<(&str, std::ops::Range<usize>)> {
        let mut best: Option<(&str, std::ops::Range<usize>)> = None;
        for name in self.names.iter().filter(|name| format.takes(name.kind) && !name.words.is_empty()) {
            let length = name.words.len();
            let place = folded
                .windows(length)
                .position(|window| window.iter().zip(&name.words).all(|(one, other)| one == other));
            if let Some(at) = place.filter(|_| best.as_ref().is_none_or(|(_, range)| length > range.len())) {
                best = Some((&name.name, at..at + length));
            }
        }
        best
    }
}

fn is_same_word(own: &str, said: &str) -> bool {
    own == said || (said.len() >= 4 && own.len() > said.len() && own.starts_with(said))
}

fn words_of(name: &str, kind: Format) -> Vec<String> {
    let file = name.rsplit('/').next().unwrap_or(name);
    let stem = match (kind, file.rsplit_once('.')) {
        (Format::File, Some((stem, _))) if !stem.is_empty() => stem,
        _ => file,
    };
    let spaced: String =
        stem.chars().map(|c| if c == '_' || c == '-' || c == '.' { ' ' } else { c }).collect();
    words(&spaced).into_iter().map(|word| word.folded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon() -> Lexicon {
        let mut lexicon = Lexicon::default();
        lexicon.add(Format::File, ["budget_2026.xlsx", "sales report.pdf", "report.pdf", "notes.txt"]);
        lexicon.add(Format::Application, ["Firefox"]);
        lexicon
    }

    #[test]
    fn names_are_found_by_what_people_say() {
        let lexicon = lexicon();
        assert_eq!(lexicon.meant("report", Format::File), ["report.pdf"]);
        assert_eq!(lexicon.meant("budget", Format::Item), ["budget_2026.xlsx"]);
        assert_eq!(lexicon.meant("FIREFOX", Format::Item), ["Firefox"]);
        assert_eq!(lexicon.meant("firefox", Format::File), [] as [&str; 0]);
        assert_eq!(lexicon.meant("notes.txt", Format::Path), ["notes.txt"]);
    }

    #[test]
    fn the_longest_name_in_a_sentence_counts() {
        let lexicon = lexicon();
        let (name, range) = lexicon.find(&["open", "the", "sales", "report", "now"], Format::File).unwrap();
        assert_eq!((name, range), ("sales report.pdf", 2..4));
    }
}
