use super::cluster::Cluster;
use super::purpose::Purpose;
use crate::page::{Element, Snapshot};
use crate::reading::roles::{Scores, Topic, topic};
use crate::text::{words_of, words_of_identifier};

/// Groups adjacent fields for day, month and year into one date: a birth date, or the expiry of a card.
pub(crate) fn group_dates(
    snapshot: &Snapshot,
    cluster: &Cluster,
    purpose: Option<Purpose>,
    scores: &[Option<Scores>],
    roles: &mut [Option<&'static str>],
) {
    let has_card = cluster.fields.iter().any(|at| matches!(roles[*at], Some("card_number" | "card_cvv")));
    let parts: Vec<Option<DatePart>> =
        cluster.fields.iter().map(|at| snapshot.elements.get(*at).and_then(date_part)).collect();
    let evidence = |at: usize, all: &[&str]| {
        scores[at].as_ref().map_or(0.0, |scores| all.iter().map(|role| scores.of(role)).sum::<f32>())
    };
    let mut start = 0;
    while start < parts.len() {
        if parts[start].is_none() {
            start += 1;
            continue;
        }
        let mut end = start + 1;
        while end < parts.len()
            && end - start < 3
            && parts[end].is_some()
            && !parts[start..end].contains(&parts[end])
        {
            end += 1;
        }
        let run = &cluster.fields[start..end];
        let birth: f32 = run
            .iter()
            .map(|at| evidence(*at, &["birthday", "birthday_day", "birthday_month", "birthday_year"]))
            .fold(0.0, f32::max);
        let expiry: f32 = run
            .iter()
            .map(|at| evidence(*at, &["card_expiry", "card_expiry_month", "card_expiry_year"]))
            .fold(0.0, f32::max);
        // Registration forms ask for one date: the birth date.
        let is_past = run.iter().any(|at| topic(&snapshot.elements[*at].choices) == Some(Topic::YearsBack));
        let is_ahead = run.iter().any(|at| topic(&snapshot.elements[*at].choices) == Some(Topic::YearsAhead));
        let is_whole = end - start == 3;
        let birth = if is_whole
            && !is_ahead
            && (birth > 0.4 || purpose == Some(Purpose::Registration) && (is_past || expiry < 0.4))
        {
            birth.max(1.0)
        } else {
            birth
        };
        let is_card = expiry > birth && expiry > 0.7 || has_card && birth < 0.9;
        for (at, part) in run.iter().zip(&parts[start..end]) {
            let is_free = matches!(
                roles[*at],
                None | Some(
                    "month"
                        | "date"
                        | "number"
                        | "birthday"
                        | "birthday_day"
                        | "birthday_month"
                        | "birthday_year"
                        | "card_expiry"
                        | "card_expiry_month"
                        | "card_expiry_year"
                        | "phone"
                )
            );
            if !is_free {
                continue;
            }
            // A single text field for the expiry of a card takes the whole date.
            if run.len() == 1 && roles[*at] == Some("card_expiry") && snapshot.elements[*at].kind != "select"
            {
                continue;
            }
            let role = match part {
                Some(DatePart::Month) if is_card => "card_expiry_month",
                Some(DatePart::Year) if is_card => "card_expiry_year",
                Some(DatePart::Day) if birth > 0.85 => "birthday_day",
                Some(DatePart::Month) if birth > 0.85 => "birthday_month",
                Some(DatePart::Year) if birth > 0.85 => "birthday_year",
                _ => continue,
            };
            roles[*at] = Some(role);
        }
        start = end;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DatePart {
    Day,
    Month,
    Year,
}

/// Returns the part of a date that a field asks for, by its name, placeholder or choices.
fn date_part(element: &Element) -> Option<DatePart> {
    let of_words = |words: &[String]| {
        words.iter().rev().find_map(|word| {
            Some(match word.as_str() {
                "day" | "dd" | "dia" | "jour" | "tag" | "tt" | "giorno" | "gg" | "dag" | "день" | "дд"
                | "日" | "d" | "dzien" | "den" | "gun" | "nap" | "paiva" | "zi" => DatePart::Day,
                "month" | "mm" | "mes" | "mois" | "monat" | "mese" | "maand" | "месяц" | "мм" | "月"
                | "mon" | "miesiac" | "mesic" | "ay" | "honap" | "manad" | "maned" | "kuukausi" | "luna" => {
                    DatePart::Month
                }
                "year" | "yyyy" | "yy" | "ano" | "annee" | "jahr" | "anno" | "jaar" | "год" | "гггг"
                | "гг" | "年" | "aaaa" | "aa" | "jjjj" | "jj" | "rok" | "yil" | "ev" | "ar" | "vuosi"
                | "an" | "yr" => DatePart::Year,
                _ => return None,
            })
        })
    };
    if !matches!(element.kind, "select" | "input" | "combobox") {
        return None;
    }
    match topic(&element.choices) {
        Some(Topic::Months) => return Some(DatePart::Month),
        Some(Topic::Days) => return Some(DatePart::Day),
        Some(Topic::YearsAhead | Topic::YearsBack) => return Some(DatePart::Year),
        _ => {}
    }
    let attribute = |name: &str| words_of_identifier(element.attributes.get(name).map_or("", String::as_str));
    let single = |words: &[String]| {
        // A placeholder such as `mm / yy` asks for both parts.
        let found: Vec<DatePart> =
            words.iter().filter_map(|word| of_words(std::slice::from_ref(word))).collect();
        (found.len() == 1).then(|| found[0])
    };
    single(&attribute("name"))
        .or_else(|| single(&attribute("id")))
        .or_else(|| single(&words_of(&element.placeholder)))
        .or_else(|| single(&words_of(&element.name)).filter(|_| element.name.len() < 30))
}
