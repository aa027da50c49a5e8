//! Numbers, in digits and in words.

mod english;
mod figures;
mod portuguese;

use super::decimal::Decimal;
use super::passage::Passage;

pub(super) use english::{below_twenty as english_below_twenty, tens as english_tens};
pub(super) use portuguese::part as portuguese_part;

/// An amount before a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount {
    pub(super) end: usize,
    pub(super) value: Decimal,
    pub(super) sort: Sort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Digits, or unambiguous number words.
    Sure,
    /// `one`, `um`: a number, or equally often a pronoun or an article.
    One,
    /// `half`, `meio`, `metade`.
    Half,
    /// `a`, `an`, `a couple of`: an amount before a unit only.
    Article,
}

/// A number in words.
struct Spelled {
    end: usize,
    value: u64,
}

/// Parses a sum of groups, each with its scale: `two million three hundred thousand and five`. `group` parses
/// a group with its scale, after an optional `and`; its argument states whether it is the first.
fn sum_of_groups(
    passage: &Passage,
    at: usize,
    and: &str,
    group: impl Fn(usize, bool) -> Option<(Spelled, u64)>,
) -> Option<Spelled> {
    if passage.word(at) == "zero" {
        return Some(Spelled { end: at + 1, value: 0 });
    }
    let mut total: u64 = 0;
    let mut limit = u64::MAX;
    let mut end = at;
    loop {
        let is_first = end == at;
        let start = if !is_first && passage.word(end) == and { end + 1 } else { end };
        let Some((group, factor)) = group(start, is_first) else { break };
        // Without `and`, a number below a hundred may only follow thousands: `one five` are two numbers.
        if factor >= limit || (!is_first && group.value.checked_mul(factor)? >= limit) {
            break;
        }
        total = total.checked_add(group.value.checked_mul(factor)?)?;
        limit = factor;
        end = group.end;
        if factor == 1 {
            break;
        }
    }
    (end > at).then_some(Spelled { end, value: total })
}

/// Parses a number. The context decides about ambiguous words.
pub(super) fn number(passage: &Passage, at: usize) -> Option<(usize, Decimal)> {
    let amount = amount(passage, at)?;
    if stops_short(passage, amount.end) {
        return None;
    }
    let counts = match amount.sort {
        Sort::Sure => true,
        Sort::One => is_counted(passage, at, amount.end),
        Sort::Half => is_share(passage, at, amount.end),
        Sort::Article => false,
    };
    counts.then_some((amount.end, amount.value))
}

/// Parses an amount, which may precede a unit.
pub(super) fn amount(passage: &Passage, at: usize) -> Option<Amount> {
    if let Some(start) = minus(passage, at) {
        let positive = unsigned(passage, start).filter(|it| it.sort == Sort::Sure || it.sort == Sort::One)?;
        return Some(Amount { value: positive.value.negative(), sort: Sort::Sure, ..positive });
    }
    let start =
        at + usize::from(passage.is_mark(at, '+') && passage.is_glued(at + 1) && !passage.is_glued(at));
    unsigned(passage, start)
}

fn unsigned(passage: &Passage, at: usize) -> Option<Amount> {
    if let Some((end, value)) = figures::figures(passage, at) {
        return scaled(passage, end, value);
    }
    match passage.is_portuguese() {
        true => portuguese_words(passage, at),
        false => english_words(passage, at),
    }
}

/// Returns the start of the number after a sign.
fn minus(passage: &Passage, at: usize) -> Option<usize> {
    let sign =
        matches!(passage.mark(at), Some('-' | '−')) && passage.is_glued(at + 1) && !passage.is_glued(at);
    let sign = sign && passage.digits(at + 1).is_some();
    let words: &[&str] = if passage.is_portuguese() { &["menos"] } else { &["minus", "negative"] };
    (sign || passage.says(at, words)).then_some(at + 1)
}

/// Parses `k`, `million` or a half after digits.
fn scaled(passage: &Passage, end: usize, value: Decimal) -> Option<Amount> {
    let sure = |end, value| Some(Amount { end, value, sort: Sort::Sure });
    if passage.is_glued(end) && !passage.word(end).is_empty() {
        let factor = match (passage.word(end), passage.is_capital(end)) {
            // 401k is an American pension plan.
            ("k", _) if value.as_whole() == Some(401) => return None,
            ("k", _) => 1_000,
            ("m", true) | ("mi" | "mn" | "mio", _) => 1_000_000,
            ("bn", _) => 1_000_000_000,
            _ => return sure(end, value),
        };
        return sure(end + 1, value.times(factor)?);
    }
    let spoken = match passage.is_portuguese() {
        true => portuguese::scale(passage, end),
        false => match passage.word(end) {
            "hundred" => Some((end + 1, 100)),
            "dozen" => Some((end + 1, 12)),
            word => english::scale(word).map(|factor| (end + 1, factor)),
        },
    };
    match spoken {
        Some((end, factor)) => halves(passage, end, value.times(factor)?),
        None => halves(passage, end, value),
    }
}

fn english_words(passage: &Passage, at: usize) -> Option<Amount> {
    let amount = |end, value, sort| Some(Amount { end, value, sort });
    let dozen = |at| passage.word(at) == "dozen";
    if passage.word(at) == "half" {
        let end = at + 1 + usize::from(passage.says(at + 1, &["a", "an"]));
        let scale = match passage.word(end) {
            "dozen" => Some(12),
            "hundred" => Some(100),
            word => english::scale(word),
        };
        return match scale {
            Some(factor) => amount(end + 1, Decimal::HALF.times(factor)?, Sort::Sure),
            None => amount(end, Decimal::HALF, Sort::Half),
        };
    }
    if let Some(end) = passage.phrases(at, &["a couple of", "a couple", "couple of", "a pair of"]) {
        return amount(end, Decimal::whole(2), Sort::Article);
    }
    if let Some(Spelled { end, value }) = english::spelled(passage, at) {
        if dozen(end) {
            return amount(end + 1, Decimal::whole(value).times(12)?, Sort::Sure);
        }
        let value = Decimal::whole(value);
        if passage.word(end) == "point"
            && let Some((end, value)) = point(passage, end + 1, value)
        {
            return amount(end, value, Sort::Sure);
        }
        let halved = halves(passage, end, value)?;
        let one = end == at + 1 && halved.end == end && passage.word(at) == "one";
        return Some(Amount { sort: if one { Sort::One } else { Sort::Sure }, ..halved });
    }
    if passage.says(at, &["a", "an"]) {
        return match dozen(at + 1) {
            true => amount(at + 2, Decimal::whole(12), Sort::Sure),
            false => amount(at + 1, Decimal::whole(1), Sort::Article),
        };
    }
    if dozen(at) { amount(at + 1, Decimal::whole(12), Sort::Sure) } else { None }
}

fn portuguese_words(passage: &Passage, at: usize) -> Option<Amount> {
    let amount = |end, value, sort| Some(Amount { end, value, sort });
    let dozen = |at| passage.says(at, &["duzia", "duzias"]);
    if passage.says(at, &["meia", "meio", "metade"]) {
        if dozen(at + 1) {
            return amount(at + 2, Decimal::whole(6), Sort::Sure);
        }
        return match portuguese::scale(passage, at + 1) {
            Some((end, factor)) => amount(end, Decimal::HALF.times(factor)?, Sort::Sure),
            None => amount(at + 1, Decimal::HALF, Sort::Half),
        };
    }
    if let Some(end) = passage.phrases(at, &["um par de"]) {
        return amount(end, Decimal::whole(2), Sort::Article);
    }
    let Spelled { end, value } = portuguese::spelled(passage, at)?;
    if dozen(end) {
        return amount(end + 1, Decimal::whole(value).times(12)?, Sort::Sure);
    }
    let value = Decimal::whole(value);
    if passage.says(end, &["virgula", "ponto"])
        && let Some((end, value)) = point(passage, end + 1, value)
    {
        return amount(end, value, Sort::Sure);
    }
    let halved = halves(passage, end, value)?;
    let one = end == at + 1 && halved.end == end && passage.says(at, &["um", "uma"]);
    Some(Amount { sort: if one { Sort::One } else { Sort::Sure }, ..halved })
}

/// Parses the digits after the word for the decimal point: `three point one four`, `três vírgula vinte e
/// cinco`.
fn point(passage: &Passage, at: usize, whole: Decimal) -> Option<(usize, Decimal)> {
    let mut digits = String::new();
    let mut end = at;
    while digits.len() < 9 {
        let spelled = match passage.is_portuguese() {
            true => portuguese::spelled(passage, end),
            false => english::spelled(passage, end),
        };
        let Some(spelled) = spelled.filter(|it| it.value < 100) else { break };
        digits.push_str(&spelled.value.to_string());
        end = spelled.end;
    }
    if digits.is_empty() {
        return None;
    }
    Some((end, whole.plus(Decimal::from_digits("0", &digits)?)?))
}

/// Adds a half to an amount; after millions, half a million.
fn halves(passage: &Passage, end: usize, value: Decimal) -> Option<Amount> {
    let said = match passage.is_portuguese() {
        true => passage.phrases(end, &["e meio", "e meia"]),
        false => passage.phrases(end, &["and a half"]),
    };
    let Some(half_end) = said else { return Some(Amount { end, value, sort: Sort::Sure }) };
    let millions = portuguese::scale(passage, end.saturating_sub(1)).filter(|(_, factor)| *factor > 1000);
    let half = match millions.filter(|_| passage.is_portuguese()) {
        Some((_, factor)) => Decimal::HALF.times(factor)?,
        None => Decimal::HALF,
    };
    Some(Amount { end: half_end, value: value.plus(half)?, sort: Sort::Sure })
}

/// Whether the digits are only the start of another token: `3D`, `5-star`, `3/4`.
fn stops_short(passage: &Passage, end: usize) -> bool {
    if passage.runs_on(end) {
        return true;
    }
    let glued = passage.is_glued(end) && passage.is_glued(end + 1);
    let after = |at: usize| (!passage.word(at).is_empty(), passage.digits(at).is_some());
    glued
        && match (passage.mark(end), after(end + 1)) {
            (Some('-' | '\''), (letters, _)) => letters,
            // Digits with a comma between them are a list.
            (Some('/' | ':' | '.'), (letters, digits)) => letters || digits,
            (Some('º' | 'ª' | '°' | '_'), _) => true,
            _ => false,
        }
}

/// Whether `one` is a number here.
fn is_counted(passage: &Passage, at: usize, end: usize) -> bool {
    let (numbered, led, counted): (&[&str], &[&str], &[&str]) = match passage.is_portuguese() {
        true => (
            &[
                "numero",
                "pagina",
                "opcao",
                "capitulo",
                "coluna",
                "linha",
                "versao",
                "nivel",
                "passo",
                "secao",
                "volume",
                "separador",
                "aba",
                "ambiente",
                "vezes",
            ],
            &["para", "por", "mais", "menos", "so", "apenas"],
            &["vez", "copia", "unico", "unica"],
        ),
        false => (
            &[
                "number",
                "page",
                "option",
                "chapter",
                "column",
                "row",
                "version",
                "level",
                "step",
                "section",
                "volume",
                "tab",
                "desktop",
                "workspace",
                "times",
                "equals",
                "season",
                "episode",
                "exactly",
                "part",
            ],
            &["by", "plus", "only", "just"],
            &["time", "copy", "more", "less", "item", "star", "person"],
        ),
    };
    let levelled = passage.said_before(at, &["to", "at", "para", "em"]) && is_of_level(passage, at);
    let led = (levelled || passage.said_before(at, led)) && passage.is_end(end);
    let rated = passage.phrases(end, &["of", "out of", "de"]).is_some_and(|of| passage.digits(of).is_some());
    led || rated || passage.said_before(at, numbered) || passage.says(end, counted) || passage.is_all(at, end)
}

/// Whether the preceding words mention something that is set to a number.
fn is_of_level(passage: &Passage, at: usize) -> bool {
    let levels = &[
        "set",
        "volume",
        "brightness",
        "level",
        "change",
        "turn",
        "raise",
        "lower",
        "poe",
        "muda",
        "brilho",
        "nivel",
    ];
    (at.saturating_sub(6)..at).any(|at| passage.says(at, levels))
}

/// Whether `half` is a number here.
fn is_share(passage: &Passage, at: usize, end: usize) -> bool {
    let asked = match passage.is_portuguese() {
        true => passage.word(at) == "metade" && passage.said_before(at, &["para", "por", "pela", "a", "em"]),
        false => end == at + 1 && passage.said_before(at, &["to", "by", "at"]),
    };
    asked || passage.is_all(at, end)
}
