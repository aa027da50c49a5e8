//! Relative dates in Portuguese.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::super::duration::duration;
use super::super::passage::Passage;
use super::Dated;
use super::week::{Stretch, coming, gone, in_week};
use super::weekday::weekday;

/// Parses a relative date, and returns its end.
pub(super) fn relative(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    named_day(passage, at)
        .or_else(|| edge(passage, at))
        .or_else(|| pointed_weekday(passage, at))
        .or_else(|| pointed_stretch(passage, at))
        .or_else(|| ahead(passage, at))
        .or_else(|| ago(passage, at))
}

/// Parses a word for a day.
fn named_day(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let days: &[(&str, i64)] = &[
        ("depois de amanha", 2),
        ("antes de ontem", -2),
        ("esta manha", 0),
        ("esta tarde", 0),
        ("esta noite", 0),
        ("hoje", 0),
        ("amanha", 1),
        ("ontem", -1),
        ("anteontem", -2),
    ];
    let (end, away) = days.iter().find_map(|&(phrase, away)| Some((passage.phrase(at, phrase)?, away)))?;
    Some((end, Dated::day(passage.now.date().checked_add(away.days()).ok()?)))
}

/// Returns the offset of a determiner before the noun.
fn away_before(word: &str) -> Option<i64> {
    match word {
        "proximo" | "proxima" => Some(1),
        "este" | "esta" | "neste" | "nesta" | "deste" | "desta" => Some(0),
        "ultimo" | "ultima" => Some(-1),
        _ => None,
    }
}

/// Returns the offset of a modifier after the noun, and its end: `que vem`, `passada`.
fn away_behind(passage: &Passage, at: usize) -> Option<(usize, i64)> {
    let next = ["que vem", "proxima", "proximo", "seguinte"];
    if let Some(end) = passage.phrases(at, &next) {
        return Some((end, 1));
    }
    passage.phrases(at, &["passada", "passado"]).map(|end| (end, -1))
}

fn stretch(passage: &Passage, at: usize) -> Option<(usize, Stretch)> {
    let hyphened = || {
        let of = passage.skip_hyphen(at + 1);
        let week = passage.skip_hyphen(of + 1);
        let said =
            passage.says(at, &["fim", "final"]) && passage.word(of) == "de" && passage.word(week) == "semana";
        said.then_some(week + 1)
    };
    if let Some(end) = hyphened() {
        return Some((end, Stretch::Weekend));
    }
    let stretch = match passage.word(at) {
        "semana" => Stretch::Week,
        "mes" => Stretch::Month,
        "ano" => Stretch::Year,
        _ => return None,
    };
    Some((at + 1, stretch))
}

/// Parses `próxima sexta`, `sexta-feira que vem`, `segunda passada`, `na quarta`.
fn pointed_weekday(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let before = away_before(passage.word(at));
    let named = weekday(passage, at + usize::from(before.is_some()))?;
    let today = passage.now.date();
    if passage.said_before(at, &["todas", "todos", "cada"]) || is_habit(passage, at) {
        return None;
    }
    if let Some(away) = before {
        // `nesta segunda linha` refers to a line.
        let ordinal = named.is_doubtful && away != 1 && !is_left_alone(passage, named.end);
        return (!ordinal).then_some((named.end, Dated::day(weekday_away(today, named.day, away)?)));
    }
    if let Some((end, away)) = away_behind(passage, named.end) {
        return Some((end, Dated::day(weekday_away(today, named.day, away)?)));
    }
    for (phrase, away) in
        [("da proxima semana", 1), ("da semana que vem", 1), ("desta semana", 0), ("da semana passada", -1)]
    {
        if let Some(end) = passage.phrase(named.end, phrase) {
            return Some((end, Dated::day(in_week(today, away, named.day)?)));
        }
    }
    if named.is_doubtful && !is_day(passage, at, named.end) {
        return None;
    }
    let past = passage.said_before(at, &["desde"]);
    let day = if past { gone(today, named.day) } else { coming(today, named.day) };
    Some((named.end, Dated::day(day?)))
}

fn weekday_away(today: Date, weekday: Weekday, away: i64) -> Option<Date> {
    match away {
        -1 => gone(today, weekday),
        0 if today.weekday() == weekday => Some(today),
        _ => coming(today, weekday),
    }
}

/// Whether `segunda` and similar words mean a day: after a word that precedes days, and without a following
/// noun that the ordinal could modify.
fn is_day(passage: &Passage, at: usize, end: usize) -> bool {
    let asked = passage.said_before(at, &["na", "ate", "desde", "para", "reuniao", "marca", "agenda"]);
    let timed = passage.says(end, &["as", "pelas"])
        || passage.phrases(end, &["de manha", "a tarde", "a noite"]).is_some();
    let after_time = passage.said_before(at, &["de"])
        && at > 1
        && (passage.digits(at - 2).is_some() || passage.says(at - 2, &["h", "horas", "hora", "meia"]));
    let asked = asked || after_time;
    let listed =
        passage.says(end, &["e", "ou"]) && weekday(passage, end + 1).is_some_and(|other| !other.is_doubtful);
    timed || listed || (asked && is_left_alone(passage, end))
}

/// Whether no noun follows that an ordinal could modify.
fn is_left_alone(passage: &Passage, end: usize) -> bool {
    let links = &[
        "as", "a", "ao", "de", "do", "da", "que", "pelas", "antes", "depois", "e", "ou", "para", "com",
        "por", "no", "na", "em", "ate", "sem", "sobre",
    ];
    passage.is_end(end) || passage.says(end, links)
}

/// Whether the phrase means a recurring day: `às segundas`, `à segunda`.
fn is_habit(passage: &Passage, at: usize) -> bool {
    at > 0 && passage.says(at - 1, &["as", "a"]) && passage.is_accented(at - 1)
}

/// Parses `próxima semana`, `mês passado`, `este fim de semana`.
fn pointed_stretch(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let today = passage.now.date();
    let before = away_before(passage.word(at));
    let (end, stretch) = stretch(passage, at + usize::from(before.is_some()))?;
    let (end, away) = match (before, away_behind(passage, end)) {
        (Some(away), _) => (end, away),
        (None, Some((end, away))) => (end, away),
        // A weekend without a modifier is the coming one.
        (None, None) if stretch == Stretch::Weekend && passage.said_before(at, &["no", "ao", "do", "o"]) => {
            (end, 0)
        }
        (None, None) => return None,
    };
    let (first, last) = stretch.around(today, away)?;
    Some((end, Dated::Period(first, last)))
}

/// Parses `fim do mês`, `início do próximo ano`.
fn edge(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let is_last = match passage.word(at) {
        "fim" | "final" => true,
        "inicio" | "comeco" | "principio" => false,
        _ => return None,
    };
    let (start, away) = match passage.word(at + 1) {
        "do" | "da" => match away_before(passage.word(at + 2)) {
            Some(away) => (at + 3, away),
            None => (at + 2, 0),
        },
        "deste" | "desta" => (at + 2, 0),
        _ => return None,
    };
    let (end, stretch) = stretch(passage, start)?;
    let (end, away) = away_behind(passage, end).unwrap_or((end, away));
    let (first, last) = stretch.around(passage.now.date(), away)?;
    Some((end, Dated::day(if is_last { last } else { first })))
}

/// Parses `daqui a três dias`. Hours or less remain a duration, because a timer needs no date.
fn ahead(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let start = passage.phrases(at, &["daqui a", "daqui", "dentro de", "em"])?;
    let (end, lapse) = duration(passage, start)?;
    (lapse.is_of_days()).then_some((end, Dated::day(lapse.after(passage.now)?.date())))
}

/// Parses `há duas semanas`, `três dias atrás`.
fn ago(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let start = passage.phrases(at, &["ha", "faz"]);
    let (end, lapse) = duration(passage, start.unwrap_or(at))?;
    let end = match (start, passage.phrases(end, &["atras"])) {
        (_, Some(end)) => end,
        (Some(_), None) => end,
        (None, None) => return None,
    };
    let moment = lapse.before(passage.now)?;
    Some((end, if lapse.is_of_days() { Dated::day(moment.date()) } else { Dated::Moment(moment) }))
}
