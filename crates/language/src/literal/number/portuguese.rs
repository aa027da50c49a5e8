//! Numbers in Portuguese words.

use super::super::passage::Passage;
use super::{Spelled, sum_of_groups};

/// Parses a number: `duzentos e três`, `mil e quinhentos`.
pub(super) fn spelled(passage: &Passage, at: usize) -> Option<Spelled> {
    sum_of_groups(passage, at, "e", |start, _| {
        // A bare `mil` is one thousand; a bare `milhão` is not a number.
        let bare = || (passage.word(start) == "mil").then_some(Spelled { end: start, value: 1 });
        let group = below_thousand(passage, start).or_else(bare)?;
        let (end, factor) = scale(passage, group.end).unwrap_or((group.end, 1));
        Some((Spelled { end, ..group }, factor))
    })
}

/// Parses hundreds, tens and units, joined by `e`.
fn below_thousand(passage: &Passage, at: usize) -> Option<Spelled> {
    let mut value = 0;
    let mut limit = 1000;
    let mut end = at;
    loop {
        let next = match (end == at, passage.word(end) == "e") {
            (true, _) => end,
            (false, true) => end + 1,
            (false, false) => break,
        };
        let Some(part) = part(passage.word(next)).filter(|part| *part > 0 && *part < limit) else { break };
        value += part;
        end = next + 1;
        limit = match part {
            100.. => 100,
            20.. => 10,
            _ => break,
        };
    }
    (end > at).then_some(Spelled { end, value })
}

/// Returns a single-word number below a thousand.
pub(in crate::literal) fn part(word: &str) -> Option<u64> {
    Some(match word {
        "um" | "uma" => 1,
        "dois" | "duas" => 2,
        "tres" => 3,
        "quatro" => 4,
        "cinco" => 5,
        "seis" => 6,
        "sete" => 7,
        "oito" => 8,
        "nove" => 9,
        "dez" => 10,
        "onze" => 11,
        "doze" => 12,
        "treze" => 13,
        "catorze" | "quatorze" => 14,
        "quinze" => 15,
        "dezasseis" | "dezesseis" => 16,
        "dezassete" | "dezessete" => 17,
        "dezoito" => 18,
        "dezanove" | "dezenove" => 19,
        "vinte" => 20,
        "trinta" => 30,
        "quarenta" => 40,
        "cinquenta" | "cincoenta" => 50,
        "sessenta" => 60,
        "setenta" => 70,
        "oitenta" => 80,
        "noventa" => 90,
        "cem" | "cento" => 100,
        "duzentos" | "duzentas" => 200,
        "trezentos" | "trezentas" => 300,
        "quatrocentos" | "quatrocentas" => 400,
        "quinhentos" | "quinhentas" => 500,
        "seiscentos" | "seiscentas" => 600,
        "setecentos" | "setecentas" => 700,
        "oitocentos" | "oitocentas" => 800,
        "novecentos" | "novecentas" => 900,
        _ => return None,
    })
}

/// Parses a power of a thousand, and returns its end. Portugal uses `mil milhões`, Brazil `bilhões`.
pub(super) fn scale(passage: &Passage, at: usize) -> Option<(usize, u64)> {
    let millions = |at| passage.says(at, &["milhao", "milhoes"]);
    Some(match passage.word(at) {
        "mil" if millions(at + 1) => (at + 2, 1_000_000_000),
        "mil" => (at + 1, 1_000),
        _ if millions(at) => (at + 1, 1_000_000),
        "bilhao" | "bilhoes" => (at + 1, 1_000_000_000),
        "biliao" | "bilioes" | "trilhao" | "trilhoes" => (at + 1, 1_000_000_000_000),
        _ => return None,
    })
}
