use crate::page::Choice;
use crate::text::fold;

const MONTHS: &[&str] = &[
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "janvier", "fev",
    "fevrier", "mai", "juin", "juillet", "aout", "ene", "enero", "abril", "ago", "dic", "okt", "dez", "marz",
    "set", "out", "gen", "mag", "giu", "lug", "ott", "янв", "фев", "мар", "апр", "май", "июн", "июл", "авг",
    "сен", "окт", "ноя", "дек",
];
const COUNTRIES: &[&str] = &[
    "united states",
    "germany",
    "france",
    "brazil",
    "canada",
    "spain",
    "italy",
    "india",
    "japan",
    "china",
    "mexico",
    "deutschland",
    "frankreich",
    "spanien",
    "espana",
    "francia",
    "alemania",
    "brasil",
    "allemagne",
    "etats unis",
    "united kingdom",
    "afghanistan",
    "albania",
    "argentina",
    "australia",
    "austria",
    "portugal",
    "polska",
    "россия",
];
const STATES: &[&str] = &[
    "alabama",
    "alaska",
    "arizona",
    "california",
    "texas",
    "florida",
    "new york",
    "ohio",
    "ontario",
    "quebec",
    "alberta",
    "manitoba",
    "bayern",
    "hessen",
    "sao paulo",
    "bahia",
    "acre",
    "new south wales",
    "queensland",
    "victoria",
    "al",
    "ak",
    "az",
    "ca",
    "tx",
    "fl",
    "ny",
    "oh",
    "rs",
    "sp",
    "rj",
    "mg",
];

/// The topic of a list of choices, by its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Topic {
    Months,
    Days,
    /// The current and future years.
    YearsAhead,
    /// Past years.
    YearsBack,
    Countries,
    States,
    Counts,
    Genders,
    DialCodes,
}

pub(crate) fn topic(choices: &[Choice]) -> Option<Topic> {
    let texts: Vec<String> =
        choices.iter().map(|choice| fold(choice.text.trim())).filter(|text| !text.is_empty()).collect();
    let numbers: Vec<u32> = texts.iter().filter_map(|text| text.parse().ok()).collect();
    let share = |count: usize| count * 10 >= texts.len() * 8;
    if texts.len() < 2 {
        return None;
    }
    if share(texts.iter().filter(|text| has_dial_code(text)).count()) {
        return Some(Topic::DialCodes);
    }
    if texts.len() <= 5 {
        let genders = [
            "male",
            "female",
            "m",
            "f",
            "mr",
            "mrs",
            "herr",
            "frau",
            "homme",
            "femme",
            "hombre",
            "mujer",
            "masculino",
            "feminino",
            "мужской",
            "женский",
        ];
        if texts.iter().filter(|text| genders.contains(&text.trim_end_matches('.'))).count() >= 2 {
            return Some(Topic::Genders);
        }
    }
    let most = numbers.iter().max().copied().unwrap_or(0);
    let least = numbers.iter().min().copied().unwrap_or(0);
    if numbers.len() >= 4 && numbers.len() + 2 >= texts.len() {
        if least >= 1850 && most <= 2150 {
            return Some(if least >= 2015 { Topic::YearsAhead } else { Topic::YearsBack });
        }
        if (28..=31).contains(&most) && numbers.len() >= 28 && least == 1 {
            return Some(Topic::Days);
        }
        if most == 12 && least == 1 && numbers.len() == 12 {
            return Some(Topic::Months);
        }
        if numbers.len() >= 8
            && least >= 15
            && most <= 60
            && least + 6 < most
            && numbers.windows(2).all(|two| two[0] < two[1])
        {
            return Some(Topic::YearsAhead);
        }
        if least <= 1 {
            return Some(Topic::Counts);
        }
    }
    let months = texts
        .iter()
        .filter(|text| {
            text.split(|c: char| !c.is_alphabetic())
                .any(|word| MONTHS.iter().any(|month| word.starts_with(month) && word.len() >= 3))
        })
        .count();
    if (12..=14).contains(&texts.len()) && months >= 10 {
        return Some(Topic::Months);
    }
    if texts.iter().filter(|text| COUNTRIES.contains(&text.as_str())).count() >= 3 {
        return Some(Topic::Countries);
    }
    if texts.len() > 8 && texts.iter().filter(|text| STATES.contains(&text.as_str())).count() >= 5 {
        return Some(Topic::States);
    }
    None
}

/// Whether a text contains a country calling code: "+49", "Brazil (+55)".
fn has_dial_code(text: &str) -> bool {
    text.split_once('+')
        .is_some_and(|(_, code)| code.trim_start().starts_with(|first: char| first.is_ascii_digit()))
}
