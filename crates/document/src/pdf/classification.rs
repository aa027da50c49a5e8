//! Classifies the paragraphs of a document: title, headings, list items, tables, captions, notes, references.

use super::paragraphs::{Group, is_leader, starts_item, starts_with_dash};
use crate::Kind;

/// The state from preceding pages, and statistics about the whole document.
#[derive(Debug, Default)]
pub(super) struct Setting {
    /// The most frequent font size.
    pub(super) body: f32,
    /// The font sizes of headings, the largest first.
    pub(super) sizes: Vec<f32>,
    /// The minimum ratio of a heading's font size to that of the text.
    pub(super) stands_out: f32,
    pub(super) section: Section,
    /// Whether the first page has a heading after the authors.
    pub(super) has_front: bool,
    /// Whether the title has been found, and whether the authors have ended.
    pub(super) titled: bool,
    /// Whether the title was identified by position only, so that lines of the same size below it are not
    /// part of it.
    pub(super) titled_by_place: bool,
    /// The first page with text.
    pub(super) first: usize,
}

/// A section of a document.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Section {
    /// The text before the first heading: the authors.
    #[default]
    Front,
    Text,
    References,
}

/// The properties of a page that affect its paragraphs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The 0-based page number.
    pub(super) page: usize,
    pub(super) height: f32,
    /// The largest font size of words on the page.
    pub(super) largest: f32,
}

impl Setting {
    pub(super) fn kind(&mut self, group: &Group, text: &str, place: Place) -> Kind {
        if group.is_row() || is_leader(text) {
            return Kind::Row;
        }
        if self.is_title(group, text, place) {
            self.titled = true;
            return Kind::Title;
        }
        if self.is_title_by_position(group, text, place) {
            (self.titled, self.titled_by_place) = (true, true);
            return Kind::Title;
        }
        if is_caption(text) {
            return Kind::Caption;
        }
        let front = self.section == Section::Front && self.titled && place.page == self.first;
        if front
            && self.has_front
            && !begins_text(text)
            && !is_sentence(text)
            && text.split_whitespace().count() < 40
        {
            return Kind::Author;
        }
        if let Some(level) = self.heading(group, text) {
            self.section = match section_named(text) {
                Some(section) => section,
                None if self.section == Section::References && !is_appendix(text) && level > 1 => {
                    Section::References
                }
                None => Section::Text,
            };
            return Kind::Heading(level);
        }
        // East Asian letters have a fixed width in every font.
        let is_fixed = group.share(|line| line.ink.fixed) > 0.65 && !is_mostly(text, has_no_case);
        if is_fixed || is_formula(group, text) {
            return Kind::Verbatim;
        }
        if self.section == Section::References {
            return Kind::Reference;
        }
        if self.is_note(group, text, place) {
            return Kind::Note;
        }
        let stands_in = first_x(group) > group.left + 0.5 * group.size();
        if starts_item(text) || starts_with_dash(text) && stands_in {
            return Kind::Item;
        }
        if front {
            let words = text.split_whitespace().count();
            if words < 40 && !is_sentence(text) {
                return Kind::Author;
            }
            self.section = Section::Text;
        }
        if is_fragment(text) {
            return Kind::Verbatim;
        }
        Kind::Paragraph
    }

    fn is_title(&self, group: &Group, text: &str, place: Place) -> bool {
        let size = group.size();
        let top = group.lines.first().is_some_and(|line| line.base < place.height * 0.6);
        place.page == self.first
            && !self.titled
            && section_named(text).is_none()
            && numbering(text).is_none()
            && top
            && size > 1.15 * self.body
            && size > 0.97 * place.largest
            && (4..300).contains(&text.len())
            && text.chars().filter(|letter| letter.is_alphabetic()).count() > 3
    }

    /// Whether the first text above the abstract is the title of a paper, if no text is larger or font sizes
    /// are unreliable.
    fn is_title_by_position(&self, group: &Group, text: &str, place: Place) -> bool {
        let sizes_tell = self.stands_out < 1.2 && place.largest > 1.15 * self.body;
        place.page == self.first
            && self.section == Section::Front
            && self.has_front
            && !self.titled
            && !sizes_tell
            && group.size() > 0.95 * self.body
            && group.lines.len() < 5
            && reads_as_title(text)
    }

    fn heading(&self, group: &Group, text: &str) -> Option<u8> {
        let words = text.split_whitespace().count();
        let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
        if group.lines.len() > 3
            || words > 16
            || text.len() > 140
            || letters < 3
            || text.ends_with([',', ';', '-'])
        {
            return None;
        }
        let size = group.size() / self.body.max(1.0);
        let apart = group.above > 1.35;
        let numbered = numbering(text);
        let named = section_named(text).is_some();
        let capitals = is_in_capitals(text);
        let large = size > self.stands_out;
        let mathematical = group.share(|line| line.ink.mathematical) > 0.3;
        if mathematical || size < 0.85 && !named {
            return None;
        }
        let set_off = large || group.is_bold() || capitals && letters > 4;
        let slanted = group.share(|line| line.ink.slanted) > 0.9;
        let ends = text.ends_with('.') && numbered.is_none_or(|_| words >= 6);
        let is_heading = named
            || set_off && (apart || large) && !ends
            || numbered.is_some() && (set_off || slanted) && !ends
            || slanted
                && apart
                && words < 9
                && !ends
                && group.lines.len() == 1
                && group.left + 2.0 > first_x(group);
        if !is_heading || text.starts_with(['•', '"', '“']) {
            return None;
        }
        if let Some(depth) = numbered {
            return Some(depth.clamp(1, 6));
        }
        let rank =
            self.sizes.iter().position(|other| group.size() > other * 0.97).unwrap_or(self.sizes.len());
        Some(u8::try_from(rank + 1).unwrap_or(6).min(6))
    }

    fn is_note(&self, group: &Group, text: &str, place: Place) -> bool {
        let small = group.size() < 0.93 * self.body;
        let low = group.lines.first().is_some_and(|line| line.base > place.height * 0.6);
        let marked = text.starts_with(|letter: char| {
            letter.is_ascii_digit() || matches!(letter, '∗' | '*' | '†' | '‡' | '§' | '¹' | '²' | '³' | '©')
        });
        small && low && (marked || text.starts_with("http") || group.size() < 0.86 * self.body)
    }
}

/// Whether a line may be a title: several words, no publication details, no address.
fn reads_as_title(text: &str) -> bool {
    const OF_A_VOLUME: [&str; 7] =
        ["proceedings", "journal", "volume", "vol.", "copyright", "appeared", "conference"];
    let words = text.split_whitespace().count();
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let signs = text.chars().filter(|letter| !letter.is_alphanumeric() && !letter.is_whitespace()).count();
    let year = text.split(|letter: char| !letter.is_ascii_digit()).any(|number| number.len() == 4);
    let lower = text.to_lowercase();
    (3..=25).contains(&words)
        && text.split_whitespace().filter(|word| word.chars().count() > 3).count() >= 2
        && letters > 12
        && signs * 8 < letters
        && !year
        && !text.contains(['@', '†', '‡'])
        && !text.ends_with(',')
        && !is_sentence(text)
        && !begins_text(text)
        && section_named(text).is_none()
        && !OF_A_VOLUME.iter().any(|part| lower.contains(part))
}

fn first_x(group: &Group) -> f32 {
    group.lines.first().map_or(0.0, |line| line.x0)
}

/// Returns the level of a numbered heading: 1 for `3`, 2 for `3.2`; 1 for `A` and `IV.`.
fn numbering(text: &str) -> Option<u8> {
    let mut words = text.split_whitespace();
    let mut first = words.next()?;
    let mut next = words.next()?;
    if matches!(
        first.to_lowercase().as_str(),
        "chapter" | "capítulo" | "section" | "appendix" | "apêndice" | "part" | "parte"
    ) && next.len() < 6
    {
        return Some(1);
    }
    if first == "§" {
        first = next;
        next = words.next()?;
    }
    let bare = first.trim_end_matches(['.', ')', ':']);
    let begins = next.starts_with(|letter: char| letter.is_uppercase() || letter.is_ascii_digit());
    let parts: Vec<&str> = bare.split('.').collect();
    let numbers = parts.iter().enumerate().all(|(at, part)| {
        !part.is_empty()
            && part.len() < 4
            && (part.bytes().all(|byte| byte.is_ascii_digit())
                || at == 0
                    && part.len() == 1
                    && part.bytes().all(|byte| byte.is_ascii_uppercase())
                    && parts.len() > 1)
    });
    let roman = bare.len() < first.len() && bare.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X'));
    if begins && (numbers || roman) { u8::try_from(parts.len()).ok() } else { None }
}

/// Returns the section that a heading starts, whatever its format.
fn section_named(text: &str) -> Option<Section> {
    let bare = text
        .trim_start_matches(|letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ' ' | '§'))
        .trim_end_matches([':', '.', ' ', '—', '-']);
    let name = bare.to_lowercase();
    Some(match name.as_str() {
        "references"
        | "bibliography"
        | "references and notes"
        | "works cited"
        | "literature cited"
        | "literature"
        | "referências"
        | "referências bibliográficas"
        | "bibliografia"
        | "obras citadas"
        | "literatur"
        | "literaturverzeichnis"
        | "références"
        | "referencias"
        | "r e f e r e n c e s" => Section::References,
        "abstract" | "summary" | "introduction" | "resumo" | "introdução" | "conclusion" | "conclusions"
        | "conclusão" | "conclusões" | "acknowledgements" | "acknowledgments" | "agradecimentos"
        | "appendix" | "apêndice" | "contents" | "sumário" | "índice" | "preface" | "prefácio"
        | "related work" | "discussion" | "results" | "resultados" | "discussão" | "methods" | "métodos" => {
            Section::Text
        }
        _ => return None,
    })
}

/// Whether a line is the heading at which the text of a paper starts.
pub(super) fn begins_text(text: &str) -> bool {
    let name = text.trim_start_matches(|letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ' '));
    let name = name.trim_end_matches([':', '.', ' ']).to_lowercase();
    matches!(
        name.as_str(),
        "abstract"
            | "a b s t r a c t"
            | "summary"
            | "resumo"
            | "introduction"
            | "introdução"
            | "zusammenfassung"
            | "résumé"
    ) || text.starts_with("Abstract—")
        || text.starts_with("Abstract.")
        || text.starts_with("Resumo.")
}

/// Whether a line is the heading of the references.
pub(super) fn begins_references(text: &str) -> bool {
    section_named(text) == Some(Section::References)
}

fn is_appendix(text: &str) -> bool {
    let text = text.to_lowercase();
    ["appendix", "apêndice", "anexo", "index", "índice", "about"].iter().any(|name| text.starts_with(name))
}

fn is_caption(text: &str) -> bool {
    const NAMES: [&str; 14] = [
        "figure",
        "fig",
        "table",
        "tab",
        "figura",
        "tabela",
        "quadro",
        "gráfico",
        "algorithm",
        "listing",
        "scheme",
        "abbildung",
        "tabelle",
        "plate",
    ];
    let mut words = text.split_whitespace();
    let (Some(name), Some(number)) = (words.next(), words.next()) else { return false };
    let numbered = number.starts_with(|letter: char| letter.is_ascii_digit());
    let closed = number.ends_with([':', '.', '—', '|'])
        || name.ends_with('.')
        || words.next().is_none_or(|word| {
            word.starts_with(|letter: char| {
                letter.is_uppercase() || matches!(letter, '–' | '-' | '—' | '|' | ':')
            })
        });
    numbered && closed && NAMES.contains(&name.trim_end_matches('.').to_lowercase().as_str())
}

fn is_in_capitals(text: &str) -> bool {
    let letters = || text.chars().filter(|letter| letter.is_alphabetic());
    letters().count() > 2 && letters().all(|letter| !letter.is_lowercase())
}

/// Whether a paragraph is a formula.
fn is_formula(group: &Group, text: &str) -> bool {
    let mathematical = group.share(|line| line.ink.mathematical);
    let words = text.split_whitespace().filter(|word| is_word(word)).count();
    let all = text.split_whitespace().count().max(1);
    mathematical > 0.35 && words * 2 < all
        || all > 2 && words == 0
        || words * 3 < all && text.contains(['=', '∑', '∫', '≤', '≥', '∈', '→'])
        || mathematical > 0.2 && words * 3 < all
}

fn is_word(word: &str) -> bool {
    let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    bare.chars().count() > 2
        && bare.chars().filter(|letter| letter.is_alphabetic()).count() * 10 > bare.chars().count() * 7
}

fn is_sentence(text: &str) -> bool {
    let ends = text.ends_with(['.', '!', '?', '。', '！', '？', '｡', '؟', '۔', '।', '॥']);
    if is_mostly(text, has_no_case) {
        // Some scripts have no spaces between words, and some no sentence terminators.
        let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
        return ends && letters > 15 || letters > 60;
    }
    ends && text.split_whitespace().count() > 7 && text.contains(|letter: char| letter.is_lowercase())
}

/// Whether most letters of a text satisfy a predicate.
fn is_mostly(text: &str, such: impl Fn(char) -> bool) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    text.chars().filter(|letter| such(*letter)).count() * 2 > letters
}

/// Whether a text is an isolated label or number, such as in a figure.
fn is_fragment(text: &str) -> bool {
    let words = text.split_whitespace().count();
    words < 4 && !text.ends_with(['.', '!', '?', ':']) && !text.chars().any(has_no_case)
}

/// Whether a letter belongs to a script without case or spaces, whose words cannot be counted in this way.
fn has_no_case(letter: char) -> bool {
    letter >= '\u{590}' && letter.is_alphabetic() && !letter.is_lowercase() && !letter.is_uppercase()
}

#[cfg(test)]
mod tests {
    use super::{Section, is_caption, numbering, reads_as_title, section_named};

    #[test]
    fn parses_heading_depth_from_numbering() {
        assert_eq!(numbering("3 Method"), Some(1));
        assert_eq!(numbering("3.2 The Model"), Some(2));
        assert_eq!(numbering("A.1 Proofs"), Some(2));
        assert_eq!(numbering("IV. Results"), Some(1));
        assert_eq!(numbering("3.5 million people"), None);
        assert_eq!(numbering("The end"), None);
    }

    #[test]
    fn recognizes_sections_by_heading() {
        assert_eq!(section_named("7 References"), Some(Section::References));
        assert_eq!(section_named("REFERÊNCIAS"), Some(Section::References));
        assert_eq!(section_named("Abstract"), Some(Section::Text));
        assert_eq!(section_named("A reference"), None);
    }

    #[test]
    fn distinguishes_title_from_other_text_above_the_abstract() {
        assert!(reads_as_title("Patient Stepwise Sharing of Growing Meadow Maps"));
        assert!(reads_as_title("PARSING WITHOUT GRAMMAR RULES"));
        for other in [
            "Marta Quintela",
            "Proceedings of the Third Workshop",
            "ana@example.org and others there",
            "May 12, 1990, Porto Alegre",
            "Abstract",
        ] {
            assert!(!reads_as_title(other), "{other}");
        }
    }

    #[test]
    fn recognizes_numbered_captions() {
        assert!(is_caption("Figure 3: The model."));
        assert!(is_caption("Tabela 2. Resultados"));
        assert!(!is_caption("Figure 3 shows the model."));
    }
}
