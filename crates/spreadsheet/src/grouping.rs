//! Grouping by columns and by parts of dates.

use crate::analysis::{Column, Match};
use crate::condition::text;
use crate::fault::Fault;
use crate::field::Field;
use crate::folding::folded;
use crate::layout::{Heading, Row};
use crate::lookup::{self, Names};
use crate::value::{Reading, Value};

/// The maximum number of columns to group by.
const MOST: usize = 4;

/// The maximum number of columns that are searched for dates.
const COLUMNS: usize = 200;

/// A column that figures are grouped by.
#[derive(Debug, Clone)]
pub(crate) struct Grouping {
    pub(crate) slot: usize,
    pub(crate) column: Column,
    pub(crate) part: Option<Part>,
}

/// The part of a date to group by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Year,
    Quarter,
    Month,
    Day,
}

const PARTS: &[(Part, &[&str])] = &[
    (Part::Year, &["year", "years", "ano", "anos", "yearly"]),
    (Part::Quarter, &["quarter", "quarters", "trimestre", "trimestres"]),
    (Part::Month, &["month", "months", "mes", "meses", "monthly"]),
    (Part::Day, &["day", "days", "dia", "dias", "daily"]),
];

impl Grouping {
    /// Returns the group of a cell.
    pub(crate) fn key(&self, field: &Field<'_>, reading: Reading) -> String {
        let Some(part) = self.part else { return field.shown() };
        let value = field.value(reading);
        let moment = match &value {
            Value::Date(moment) => Some(*moment),
            Value::Day(day, _) => day.moment(reading.order),
            _ => None,
        };
        let Some(moment) = moment else { return text(&value, reading) };
        let (year, month) = (moment.year(), moment.month());
        match part {
            Part::Year => format!("{year:04}"),
            Part::Quarter => format!("{year:04}-Q{}", (month + 2) / 3),
            Part::Month => format!("{year:04}-{month:02}"),
            Part::Day => moment.date().to_string(),
        }
    }
}

/// Finds the columns that a request groups by. Their slots are still column indices.
pub(crate) fn find(
    asked: &[String],
    headings: &[Heading],
    rows: &[&Row],
    sheet: &str,
) -> Result<Vec<Grouping>, Fault> {
    let names = Names::new(headings);
    let mut found = Vec::new();
    for text in asked {
        match one(text, &names, headings, rows, sheet) {
            Ok(grouping) => found.push(grouping),
            Err(fault) => {
                let several = listed(text);
                if several.len() < 2 {
                    return Err(fault);
                }
                for text in several {
                    found.push(one(&text, &names, headings, rows, sheet)?);
                }
            }
        }
    }
    if found.len() > MOST {
        return Err(Fault::TooLarge {
            what: format!("figures can be grouped by {MOST} columns at once"),
            remedy: "name fewer columns".to_owned(),
        });
    }
    Ok(found)
}

fn one(
    text: &str,
    names: &Names,
    headings: &[Heading],
    rows: &[&Row],
    sheet: &str,
) -> Result<Grouping, Fault> {
    let whole = |asked: &str, part| {
        let (column, how) = lookup::find(asked, headings, sheet)?;
        Ok(Grouping { slot: column, column: lookup::told(asked, column, how, headings), part })
    };
    if names.has(text) {
        return whole(text, None);
    }
    if let Some((part, rest)) = parted(text) {
        if rest.is_empty() {
            let column = only_date_column(text, headings, rows)?;
            let column = (column, lookup::told(text, column, Match::Part, headings));
            return Ok(Grouping { slot: column.0, column: column.1, part: Some(part) });
        }
        return whole(&rest, Some(part));
    }
    whole(text, None)
}

/// Parses a part of a date and its column: `month of Date`, `Date by month`, `Date@month`.
fn parted(text: &str) -> Option<(Part, String)> {
    let text = text.replace(['@', '(', ')', ':'], " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let part = |word: &str| {
        let folded = folded(word);
        PARTS.iter().find(|(_, names)| names.contains(&folded.as_str())).map(|(part, _)| *part)
    };
    let between = |word: &&str| {
        matches!(
            folded(word).as_str(),
            "of" | "de" | "do" | "da" | "the" | "by" | "por" | "in" | "em" | "each" | "cada"
        )
    };
    let (first, last) = (words.first()?, words.last()?);
    let (found, mut rest) = match (part(first), part(last)) {
        (Some(found), _) => (found, &words[1..]),
        (None, Some(found)) => (found, &words[..words.len() - 1]),
        (None, None) => return None,
    };
    while rest.first().is_some_and(between) {
        rest = &rest[1..];
    }
    while rest.last().is_some_and(between) {
        rest = &rest[..rest.len() - 1];
    }
    Some((found, rest.join(" ")))
}

/// Splits a list of names: `Region and Year`.
fn listed(text: &str) -> Vec<String> {
    let mut names: Vec<String> = vec![text.to_owned()];
    for separator in [", ", ",", " and ", " e ", " & ", " / "] {
        names = names.iter().flat_map(|it| it.split(separator)).map(|it| it.trim().to_owned()).collect();
    }
    names.retain(|it| !it.is_empty());
    names
}

/// Returns the only column of dates.
fn only_date_column(asked: &str, headings: &[Heading], rows: &[&Row]) -> Result<usize, Fault> {
    let is_dates = |column: &usize| {
        let (mut filled, mut dates) = (0, 0);
        for cell in rows.iter().filter_map(|row| row.cells.get(*column)).map(Field::Cell) {
            if !cell.is_empty() {
                filled += 1;
                dates +=
                    usize::from(matches!(cell.value(Reading::default()), Value::Date(_) | Value::Day(..)));
            }
        }
        dates > 0 && dates * 2 > filled
    };
    let found: Vec<usize> = (0..headings.len().min(COLUMNS)).filter(is_dates).collect();
    match found.as_slice() {
        [only] => Ok(*only),
        [] => Err(Fault::NoDates { asked: asked.to_owned() }),
        several => Err(Fault::AmbiguousColumn {
            asked: asked.to_owned(),
            candidates: several
                .iter()
                .map(|it| format!("{} ({})", lookup::name(*it, headings), lookup::letter(*it)))
                .collect(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_date_part_before_or_after_column() {
        for (text, part, column) in [
            ("month", Part::Month, ""),
            ("por mês", Part::Month, ""),
            ("month of Order Date", Part::Month, "Order Date"),
            ("ano da Data", Part::Year, "Data"),
            ("Date by quarter", Part::Quarter, "Date"),
            ("Date@year", Part::Year, "Date"),
            ("Date (month)", Part::Month, "Date"),
        ] {
            assert_eq!(parted(text), Some((part, column.to_owned())), "{text}");
        }
        assert_eq!(parted("Region"), None);
        assert_eq!(listed("region and smoker"), ["region", "smoker"]);
    }
}
