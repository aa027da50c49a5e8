use lemmascope_intent::{Format, Parameter, ThingKind};

use crate::words::{fold, words};

/// The names of existing objects: files, columns, applications. Sentences may refer to them in other words.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lexicon {
    names: Vec<Name>,
}

#[derive(Debug, Clone, PartialEq)]
struct Name {
    kind: Format,
    name: String,
    /// The folded name: in lower case and without accents.
    folded: String,
    /// Its folded words, without the file extension.
    words: Vec<String>,
}

/// The maximum number of names per kind, which bounds the time for a sentence.
const MOST: usize = 5_000;

impl Lexicon {
    /// Adds the names of objects of a kind.
    pub fn add<'n>(&mut self, kind: Format, names: impl IntoIterator<Item = &'n str>) {
        let name =
            |name: &str| Name { kind, folded: folded(name), words: words_of(name, kind), name: name.into() };
        self.names.extend(names.into_iter().take(MOST).map(name));
    }

    /// Whether the lexicon is empty.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the names of all objects that a parameter with this format accepts.
    pub fn of(&self, format: Format) -> impl Iterator<Item = &str> {
        self.names.iter().filter(move |name| format.takes(name.kind)).map(|name| name.name.as_str())
    }

    /// Returns the names that a text means, among those that a parameter with this format accepts: exact
    /// matches, or else the names that contain all of its words.
    pub fn meant(&self, said: &str, format: Format) -> Vec<&str> {
        let wanted = folded(said);
        let exact = self.those(format, |name| name.folded == wanted);
        if !exact.is_empty() {
            return exact;
        }
        let wanted: Vec<String> = words(said).into_iter().map(|word| word.folded).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let whole = self.those(format, |name| name.words == wanted);
        if !whole.is_empty() {
            return whole;
        }
        let has_all =
            |name: &Name| wanted.iter().all(|word| name.words.iter().any(|own| is_same_word(own, word)));
        let having = self.those(format, has_all);
        if !having.is_empty() {
            return having;
        }
        // "The pdf" means the file of that type, or one of several.
        if let [kind] = wanted.as_slice() {
            return self.those(format, |name| extension(name) == Some(kind));
        }
        // "Fire fox" is written in one word.
        let joined = wanted.concat();
        let whole = self.those(format, |name| name.words.concat() == joined);
        if !whole.is_empty() {
            return whole;
        }
        self.those(format, |name| runs_as(&name.words, &joined))
    }

    /// Returns the names with the smallest edit distance to a text, among those that a parameter with this
    /// format accepts. A name that differs in a digit is never a misspelling: `report1.txt` is not
    /// `report2.txt`.
    pub fn near(&self, said: &str, format: Format) -> Vec<&str> {
        let said = folded(said.trim());
        let figures = |text: &str| text.chars().filter(|sign| sign.is_numeric()).collect::<String>();
        let (stem, has_extension) = match said.rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => (stem, true),
            _ => (said.as_str(), false),
        };
        let tolerance = tolerance(stem, has_extension || format == Format::Column);
        if tolerance == 0 || said.contains('/') || said.chars().count() > LONGEST {
            return Vec::new();
        }
        let (own_figures, length) = (figures(&said), said.chars().count());
        let mut nearest = tolerance;
        let mut near: Vec<&str> = Vec::new();
        for name in self.fitting(format) {
            let stem = words_joined(name);
            let written = if name.kind == Format::File && !has_extension { &stem } else { &name.folded };
            if written.chars().count().abs_diff(length) > nearest || figures(written) != own_figures {
                continue;
            }
            let distance = strsim::osa_distance(&said, written);
            if distance < nearest {
                nearest = distance;
                near.clear();
            }
            if distance == nearest && !near.contains(&name.name.as_str()) {
                near.push(&name.name);
            }
        }
        near
    }

    /// Returns the names of objects that a parameter with this format accepts.
    fn fitting(&self, format: Format) -> impl Iterator<Item = &Name> {
        let known = format.extensions();
        let has_extension = move |name: &Name| {
            known.is_empty() || extension(name).is_some_and(|extension| known.contains(&extension))
        };
        self.names.iter().filter(move |name| format.takes(name.kind) && has_extension(name))
    }

    /// Returns all names of things of a kind, each with its folded words.
    pub(super) fn all_words(&self, kind: &ThingKind) -> impl Iterator<Item = (&str, &[String])> {
        let format = Format::of_kind(kind);
        // Only the end of a name with a slash is in its words, as of a path.
        let those = self.names.iter().filter(move |name| name.kind == format && !name.name.contains('/'));
        those.map(|name| (name.name.as_str(), name.words.as_slice()))
    }

    /// Returns the existing values of a parameter, each with its folded words: the things of the kind that it takes, or
    /// what a verb lists under its name.
    pub(super) fn values(&self, parameter: &Parameter) -> impl Iterator<Item = (&str, &[String])> {
        let is_of_kind = |kind: Format| match (parameter.format, kind) {
            (Some(format @ Format::Kind(_)), kind) => format == kind,
            (None, Format::Kind(name)) => name == parameter.name,
            _ => false,
        };
        let those = self.names.iter().filter(move |name| is_of_kind(name.kind) && !name.words.is_empty());
        those.map(|name| (name.name.as_str(), name.words.as_slice()))
    }

    /// Returns the names that satisfy a predicate, without duplicates.
    fn those(&self, format: Format, is_so: impl Fn(&Name) -> bool) -> Vec<&str> {
        let mut those: Vec<&str> = Vec::new();
        for name in self.fitting(format).filter(|name| is_so(name)) {
            if !those.contains(&name.name.as_str()) {
                those.push(&name.name);
            }
        }
        those
    }

    /// Returns the longest name of a kind that these folded words contain, and its position.
    pub fn find(&self, folded: &[&str], format: Format) -> Option<(&str, std::ops::Range<usize>)> {
        let mut best: Option<(&str, std::ops::Range<usize>)> = None;
        for name in self.fitting(format).filter(|name| !name.words.is_empty()) {
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

/// Returns the extension of a file name.
fn extension(name: &Name) -> Option<&str> {
    let (stem, extension) = name.folded.rsplit_once('.')?;
    (name.kind == Format::File && !stem.is_empty()).then_some(extension)
}

/// Whether a text consists of some words of a name, but not all of them.
pub(super) fn is_part(said: &str, name: &str) -> bool {
    let folded_words = |text| words(text).into_iter().map(|word| word.folded).collect::<Vec<String>>();
    let (said, own) = (folded_words(said), folded_words(name));
    said != own && said.iter().all(|word| own.iter().any(|own| is_same_word(own, word)))
}

/// The maximum length of a name for edit distances.
const LONGEST: usize = 100;

/// Returns the maximum edit distance. Short names resemble each other and ordinary words too much, unless
/// there is more evidence: an extension, or a small number of candidates.
fn tolerance(stem: &str, is_surely_name: bool) -> usize {
    match stem.chars().filter(|letter| letter.is_alphanumeric()).count() {
        4 if is_surely_name => 1,
        0..=4 => 0,
        5..=6 => 1,
        7..=11 => 2,
        _ => 3,
    }
}

/// Returns a name without its extension.
fn words_joined(name: &Name) -> String {
    name.words.join(" ")
}

/// Whether consecutive words form this word when joined.
fn runs_as(words: &[String], joined: &str) -> bool {
    (0..words.len()).any(|start| {
        let mut rest = joined;
        for word in &words[start..] {
            match rest.strip_prefix(word.as_str()) {
                Some("") => return true,
                Some(more) => rest = more,
                None => return false,
            }
        }
        false
    })
}

fn folded(name: &str) -> String {
    fold(&name.to_lowercase())
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
    fn finds_names_ignoring_case_and_extension() {
        let lexicon = lexicon();
        assert_eq!(lexicon.meant("report", Format::File), ["report.pdf"]);
        assert_eq!(lexicon.meant("budget", Format::Item), ["budget_2026.xlsx"]);
        assert_eq!(lexicon.meant("FIREFOX", Format::Item), ["Firefox"]);
        assert_eq!(lexicon.meant("firefox", Format::File), [] as [&str; 0]);
        assert_eq!(lexicon.meant("notes.txt", Format::Path), ["notes.txt"]);
    }

    #[test]
    fn matches_compound_names_said_as_separate_words() {
        let mut lexicon = lexicon();
        lexicon.add(Format::Application, ["Firefox Web Browser", "Libre Office Calc"]);
        assert_eq!(lexicon.meant("fire fox", Format::Application), ["Firefox"]);
        assert_eq!(lexicon.meant("fox web browser fire", Format::Application), [] as [&str; 0]);
        lexicon.add(Format::Application, ["LibreOffice Calc"]);
        assert_eq!(lexicon.meant("libre office calc", Format::Application), ["Libre Office Calc"]);
        assert_eq!(
            lexicon.meant("li breoffice", Format::Application),
            ["Libre Office Calc", "LibreOffice Calc"]
        );
        assert_eq!(lexicon.meant("fox fire", Format::Application), [] as [&str; 0]);
    }

    #[test]
    fn filters_file_names_by_extension_of_format() {
        let mut lexicon = Lexicon::default();
        lexicon.add(Format::File, ["staff.csv", "staff.pdf"]);
        assert_eq!(lexicon.meant("staff", Format::Spreadsheet), ["staff.csv"]);
        assert_eq!(lexicon.meant("staff", Format::Document), ["staff.pdf"]);
        assert_eq!(lexicon.meant("staff", Format::File), ["staff.csv", "staff.pdf"]);
        assert_eq!(lexicon.meant("pdf", Format::File), ["staff.pdf"]);
        assert_eq!(lexicon.meant("pdf", Format::Spreadsheet), [] as [&str; 0]);
    }

    #[test]
    fn finds_nearest_names_of_misspelling() {
        let mut lexicon = Lexicon::default();
        lexicon
            .add(Format::Column, ["Salary", "Saldo", "Região", "Unit price", "Q1 total", "Costa", "Coste"]);
        assert_eq!(lexicon.near("Salray", Format::Column), ["Salary"]);
        assert_eq!(lexicon.near("salário", Format::Column), ["Salary"]);
        assert_eq!(lexicon.near("regiaoo", Format::Column), ["Região"]);
        assert_eq!(lexicon.near("unit prise", Format::Column), ["Unit price"]);
        assert_eq!(lexicon.near("Costi", Format::Column), ["Costa", "Coste"]);
        assert_eq!(lexicon.near("Q2 total", Format::Column), [] as [&str; 0]);
        assert_eq!(lexicon.near("Weight", Format::Column), [] as [&str; 0]);
    }

    #[test]
    fn finds_misspelled_files_with_or_without_extension() {
        let mut lexicon = Lexicon::default();
        lexicon.add(Format::File, ["staff.csv", "report1.txt", "a.txt", "Relatório final.pdf"]);
        assert_eq!(lexicon.near("staf.csv", Format::Spreadsheet), ["staff.csv"]);
        assert_eq!(lexicon.near("staf", Format::Spreadsheet), [] as [&str; 0], "too short to tell");
        assert_eq!(lexicon.near("staff.cvs", Format::File), ["staff.csv"]);
        assert_eq!(lexicon.near("relatorio finall", Format::Document), ["Relatório final.pdf"]);
        assert_eq!(lexicon.near("report2.txt", Format::File), [] as [&str; 0]);
        assert_eq!(lexicon.near("b.txt", Format::File), [] as [&str; 0]);
        assert_eq!(lexicon.near("elsewhere/staff.cvs", Format::File), [] as [&str; 0]);
    }

    #[test]
    fn finds_longest_name_in_sentence() {
        let lexicon = lexicon();
        let (name, range) = lexicon.find(&["open", "the", "sales", "report", "now"], Format::File).unwrap();
        assert_eq!((name, range), ("sales report.pdf", 2..4));
    }
}
