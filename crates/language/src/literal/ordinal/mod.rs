//! Ordinals: `first`, `2nd`, `terceira`, `último`.

mod english;
mod portuguese;

use super::passage::Passage;
use super::span_unit::span_unit;
use crate::words::Tongue;

/// An ordinal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ordinal {
    /// Counted from the start; the first is 1.
    Nth(u64),
    /// Counted from the end; the last is 1.
    FromLast(u64),
}

impl Ordinal {
    /// Returns the number for a parameter: the last is -1.
    pub fn number(self) -> i64 {
        match self {
            Self::Nth(place) => i64::try_from(place).unwrap_or(i64::MAX),
            Self::FromLast(place) => i64::try_from(place).map_or(i64::MIN, |place| -place),
        }
    }
}

/// Parses an ordinal, and returns its end. The context decides about ambiguous words.
pub(super) fn ordinal(passage: &Passage, at: usize) -> Option<(usize, Ordinal)> {
    if let Some((end, place)) = numbered(passage, at) {
        return Some((end, Ordinal::Nth(place)));
    }
    match passage.is_portuguese() {
        true => portuguese_words(passage, at),
        false => english_words(passage, at),
    }
}

/// Parses an ordinal in digits, and returns its end: `2nd`, `2.º`, `3ª`, and in Portuguese `1o`.
pub(super) fn numbered(passage: &Passage, at: usize) -> Option<(usize, u64)> {
    let place = passage.figure(at, 9)?;
    if passage.is_glued(at) && !passage.word(at - 1).is_empty() {
        return None;
    }
    let dot = at + 1 + usize::from(passage.is_mark(at + 1, '.') && passage.is_glued(at + 1));
    let end = match passage.mark(dot) {
        Some('º' | 'ª' | '°') if passage.is_glued(dot) && !passage.says(dot + 1, &["c", "f"]) => dot + 1,
        _ if !passage.is_glued(at + 1) => return None,
        _ => {
            let endings: &[&str] = match passage.is_portuguese() {
                true if place < 100 => &["o", "a", "os", "as"],
                true => &[],
                false => &["st", "nd", "rd", "th"],
            };
            passage.phrases(at + 1, endings)?
        }
    };
    (!passage.runs_on(end)).then_some((end, place))
}

/// Returns the ordinal that a single word without accents is, whatever the context.
pub(crate) fn ordinal_word(word: &str, tongue: Tongue) -> Option<Ordinal> {
    let place = match (tongue, word) {
        (Tongue::English, "last") | (Tongue::Portuguese, "ultimo" | "ultima" | "ultimos" | "ultimas") => {
            return Some(Ordinal::FromLast(1));
        }
        (Tongue::English, _) => english::one_word(word),
        (Tongue::Portuguese, _) => portuguese::one_word(word),
    };
    place.map(Ordinal::Nth)
}

/// Parses an ordinal in words, whatever the context.
pub(super) fn spelled(passage: &Passage, at: usize) -> Option<(usize, u64)> {
    match passage.is_portuguese() {
        true => portuguese::spelled(passage, at),
        false => english::spelled(passage, at),
    }
}

const ENGLISH_DETERMINERS: &[&str] = &[
    "the", "my", "your", "our", "their", "his", "her", "its", "this", "that", "every", "a", "on", "in", "to",
    "from", "of", "s", "open", "close", "select", "choose", "pick", "delete", "show", "click", "read", "no",
];

const PORTUGUESE_DETERMINERS: &[&str] = &[
    "o",
    "a",
    "os",
    "as",
    "no",
    "na",
    "nos",
    "nas",
    "do",
    "da",
    "dos",
    "das",
    "ao",
    "aos",
    "pelo",
    "pela",
    "este",
    "esta",
    "esse",
    "essa",
    "aquele",
    "aquela",
    "meu",
    "minha",
    "teu",
    "tua",
    "seu",
    "sua",
    "um",
    "uma",
    "para",
    "abre",
    "fecha",
    "escolhe",
    "seleciona",
    "mostra",
];

/// Nouns for ordered things, before which an ordinal needs no article.
const THINGS: &[&str] = &[
    "one",
    "file",
    "folder",
    "row",
    "column",
    "line",
    "page",
    "tab",
    "window",
    "item",
    "result",
    "option",
    "link",
    "button",
    "document",
    "sheet",
    "paragraph",
    "email",
    "message",
    "word",
    "name",
    "entry",
    "card",
    "task",
    "place",
    "half",
    "time",
    "day",
    "week",
    "month",
    "two",
    "three",
    "five",
    "ten",
    "ficheiro",
    "arquivo",
    "pasta",
    "linha",
    "coluna",
    "pagina",
    "separador",
    "aba",
    "janela",
    "item",
    "resultado",
    "opcao",
    "ligacao",
    "botao",
    "documento",
    "folha",
    "paragrafo",
    "mensagem",
    "palavra",
    "nome",
    "entrada",
    "cartao",
    "tarefa",
    "lugar",
    "vez",
    "dia",
    "semana",
    "mes",
];

fn english_words(passage: &Passage, at: usize) -> Option<(usize, Ordinal)> {
    let backwards = ["second to last", "next to last", "last but one", "penultimate"];
    if let Some(end) = passage.phrases(at, &backwards).or_else(|| second_to_last(passage, at)) {
        return Some((end, Ordinal::FromLast(2)));
    }
    if let Some(end) = passage.phrases(at, &["third to last"]) {
        return Some((end, Ordinal::FromLast(3)));
    }
    let (end, ordinal) = match passage.word(at) {
        "last" => (at + 1, Ordinal::FromLast(1)),
        _ => {
            let (end, place) = english::spelled(passage, at)?;
            (end, Ordinal::Nth(place))
        }
    };
    let common = end == at + 1 && passage.says(at, &["first", "second", "last", "third"]);
    (!common || is_place(passage, at, ENGLISH_DETERMINERS, &["at", "how", "will", "would"]))
        .then_some((end, ordinal))
}

fn second_to_last(passage: &Passage, at: usize) -> Option<usize> {
    let end = passage.skip_hyphen(at + 1);
    let last = passage.skip_hyphen(end + 1);
    let said =
        passage.says(at, &["second", "next"]) && passage.word(end) == "to" && passage.word(last) == "last";
    said.then_some(last + 1)
}

fn portuguese_words(passage: &Passage, at: usize) -> Option<(usize, Ordinal)> {
    match passage.word(at) {
        "ultimo" | "ultima" | "ultimos" | "ultimas" => return Some((at + 1, Ordinal::FromLast(1))),
        "penultimo" | "penultima" => return Some((at + 1, Ordinal::FromLast(2))),
        "antepenultimo" | "antepenultima" => return Some((at + 1, Ordinal::FromLast(3))),
        _ => {}
    }
    let (end, place) = portuguese::spelled(passage, at)?;
    let ordinal = Some((end, Ordinal::Nth(place)));
    if end > at + 1 {
        return ordinal;
    }
    match passage.word(at) {
        // In `segundo o relatório`, `segundo` means `according to`.
        "segundo" if passage.says(end, &["o", "a", "os", "as", "este", "esta"]) => None,
        // `quarto` also means a room, and a fraction.
        "quarto" if !passage.says(end, THINGS) => None,
        "quartos" | "segundos" | "nona" | "nonas" | "sextas" | "quartas" | "quintas" | "segundas" => None,
        "primeiro" | "segundo" | "terceiro" => {
            is_place(passage, at, PORTUGUESE_DETERMINERS, &[]).then_some((end, Ordinal::Nth(place)))
        }
        _ => ordinal,
    }
}

/// Whether an ambiguous word is an ordinal here: after an article, before a noun for an ordered thing, or as
/// an answer.
fn is_place(passage: &Passage, at: usize, determiners: &[&str], never_after: &[&str]) -> bool {
    if passage.said_before(at, never_after) {
        return false;
    }
    let unit = span_unit(passage, at).is_some() && passage.said_before(at, &["a", "um", "one"]);
    if unit && passage.is_end(at + 1) {
        return false;
    }
    let counted = passage.digits(at + 1).is_some() && passage.says(at, &["first", "last"]);
    counted
        || passage.says(at + 1, THINGS)
        || passage.said_before(at, determiners)
        || passage.is_all(at, at + 1)
}
