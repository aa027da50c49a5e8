//! Converts values to the format of a field: dates, times, numbers, colors.

use lemmascope_browser::page::Element;
use lemmascope_browser::text::quote;

use super::dates::{Date, format_like_placeholder, parse_date, parse_month, parse_time};
use super::misfit::{Misfit, misfit};

/// Returns the value for a field without text entry.
pub(crate) fn put(of_type: &str, text: &str, element: &Element) -> Result<String, Misfit> {
    let wrong = |example: &str| Misfit {
        reason: format!("{} cannot be read as what it takes", quote(text, 40)),
        hint: Some(format!("Write it as {example}.")),
    };
    if text.trim().is_empty() && !matches!(of_type, "range" | "color") {
        return Ok(String::new());
    }
    let date = parse_date(text);
    match of_type {
        "date" => Ok(date.ok_or_else(|| wrong("2026-12-31"))?.iso()),
        "time" => {
            let (hour, minute) = parse_time(text).ok_or_else(|| wrong("14:30"))?;
            Ok(format!("{hour:02}:{minute:02}"))
        }
        "datetime-local" => {
            let wrong = || wrong("2026-12-31T14:30");
            let date = date.or_else(|| parse_date(text.split_once(' ')?.0)).ok_or_else(wrong)?;
            let time = text.split_once(['T', ' ']).map_or(text, |(_, time)| time);
            let (hour, minute) = parse_time(time).ok_or_else(wrong)?;
            Ok(format!("{}T{hour:02}:{minute:02}", date.iso()))
        }
        "month" => {
            let date = date.or_else(|| parse_card_expiry(text)).ok_or_else(|| wrong("2026-12"))?;
            Ok(format!("{:04}-{:02}", date.year, date.month))
        }
        "week" => match date {
            Some(date) => Ok(date.week()),
            None if text.contains("-W") => Ok(text.trim().to_string()),
            None => Err(wrong("2026-W52")),
        },
        "color" => {
            let text = text.trim();
            let is_hex = text.starts_with('#') && text[1..].chars().all(|c| c.is_ascii_hexdigit());
            match (is_hex, text.len()) {
                (true, 7) => Ok(text.to_ascii_lowercase()),
                (true, 4) => Ok(text
                    .chars()
                    .flat_map(|c| if c == '#' { vec![c] } else { vec![c, c] })
                    .collect::<String>()
                    .to_ascii_lowercase()),
                _ => named_colour(text).map(str::to_string).ok_or_else(|| wrong("#3366ff")),
            }
        }
        _ => {
            let wanted: f64 =
                number(text).and_then(|text| text.parse().ok()).ok_or_else(|| wrong("a number"))?;
            let bound = |name: &str, usual: f64| {
                element.attributes.get(name).and_then(|bound| bound.parse().ok()).unwrap_or(usual)
            };
            let (least, most): (f64, f64) = (bound("min", 0.0), bound("max", 100.0));
            if wanted < least || wanted > most {
                return Err(misfit(format!("it goes from {least} to {most}")));
            }
            Ok(format!("{wanted}"))
        }
    }
}

/// Converts a text to the format of an input type: `8:22 AM` becomes `08:22`. Returns `None` for fields that
/// accept any text, and for invalid values.
pub(crate) fn to_input_format(of_type: &str, text: &str) -> Option<String> {
    if !matches!(of_type, "date" | "time" | "datetime-local" | "month" | "week" | "color") {
        return None;
    }
    put(of_type, text, &Element::default()).ok()
}

fn named_colour(name: &str) -> Option<&'static str> {
    Some(match lemmascope_intent::fold(name).as_str() {
        "black" | "preto" => "#000000",
        "white" | "branco" => "#ffffff",
        "red" | "vermelho" => "#ff0000",
        "green" | "verde" => "#008000",
        "blue" | "azul" => "#0000ff",
        "yellow" | "amarelo" => "#ffff00",
        "orange" | "laranja" => "#ffa500",
        "purple" | "roxo" => "#800080",
        "gray" | "grey" | "cinzento" | "cinza" => "#808080",
        _ => return None,
    })
}

/// Normalizes a number with any decimal separator.
pub(crate) fn number(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.parse::<f64>().is_ok_and(f64::is_finite) {
        return Some(text.to_string());
    }
    let swapped = text.replace(['.', ' '], "").replace(',', ".");
    swapped.parse::<f64>().ok().filter(|number| number.is_finite()).map(|_| swapped)
}

/// Formats a date as the field requires, if it states a format.
pub(crate) fn formatted(element: &Element, text: &str) -> String {
    let is_dated =
        element.role.is_some_and(|role| matches!(role, "birthday" | "date" | "card_expiry" | "text"));
    let Some(date) = parse_date(text).or_else(|| parse_card_expiry(text)).filter(|_| is_dated) else {
        return text.into();
    };
    let attribute = |name: &str| element.attributes.get(name).map_or("", String::as_str);
    let said =
        [&element.placeholder, &element.label, &element.name, attribute("title"), attribute("data-format")];
    if let Some(written) = said.iter().find_map(|said| format_like_placeholder(&date, said)) {
        return written;
    }
    if element.role == Some("card_expiry") {
        let is_long = element.attributes.get("maxlength").is_some_and(|most| most == "7");
        return if is_long {
            format!("{:02}/{:04}", date.month, date.year)
        } else {
            format!("{:02}/{:02}", date.month, date.year % 100)
        };
    }
    text.into()
}

/// Parses a card expiry as the first day of the month: `12/28`, `12/2028`, `2028-12`.
pub(crate) fn parse_card_expiry(text: &str) -> Option<Date> {
    let parts: Vec<&str> = text.split(['/', '-', ' ', '.']).filter(|part| !part.is_empty()).collect();
    let &[one, two] = parts.as_slice() else {
        return parse_date(text);
    };
    let (month, year) = if one.len() == 4 { (two, one) } else { (one, two) };
    let year: u32 = year.parse().ok()?;
    let year = if year < 100 { 2000 + year } else { year };
    Some(Date { year, month: parse_month(month)?, day: 1 }).filter(|date| date.year < 2200)
}
