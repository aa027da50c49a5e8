use lemmascope_browser::text::words_of_identifier;
use lemmascope_intent::fold;

use super::countries::country;
use super::dates::parse_month;
use super::switch::parse_boolean;

/// An option of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) text: String,
    pub(crate) value: String,
    pub(crate) disabled: bool,
}

/// The result of choosing an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Picked {
    /// This option matches.
    Exactly(usize),
    /// This option is clearly the most similar one.
    Nearest(usize),
    /// No option matches. These are the most similar ones.
    None(Vec<usize>),
}

/// The minimum similarity of a match, and its minimum lead over the next option.
const ALIKE: f64 = 0.87;
const APART: f64 = 0.03;

/// Synonyms in option lists.
const SAME: &[&[&str]] = &[
    &[
        "m",
        "male",
        "man",
        "masculino",
        "homem",
        "hombre",
        "homme",
        "mannlich",
        "herr",
        "mr",
        "maschio",
        "sr",
        "senhor",
        "monsieur",
        "мужской",
        "mann",
        "uomo",
        "him",
    ],
    &[
        "f",
        "female",
        "woman",
        "feminino",
        "mulher",
        "femenino",
        "mujer",
        "femme",
        "weiblich",
        "frau",
        "mrs",
        "ms",
        "femmina",
        "sra",
        "senhora",
        "madame",
        "женский",
        "w",
        "donna",
        "miss",
    ],
    &["other", "outro", "otro", "autre", "divers", "altro", "nonbinary", "nonbinaryother", "x", "diverse"],
];

/// Chooses the option by its value, text, meaning, or similarity.
pub(crate) fn pick_option(choices: &[Choice], wanted: &str) -> Picked {
    let wanted = wanted.trim();
    let plain = |text: &str| words_of_identifier(&text.to_lowercase()).concat();
    let (folded, bare) = (fold(wanted), plain(wanted));
    let is_empty = |choice: &Choice| choice.value.is_empty() && !wanted.is_empty();
    let find =
        |is: &dyn Fn(&Choice) -> bool| choices.iter().position(|choice| !is_empty(choice) && is(choice));
    let only = |is: &dyn Fn(&Choice) -> bool| {
        let mut all = (0..choices.len()).filter(|at| !is_empty(&choices[*at]) && is(&choices[*at]));
        all.next().filter(|_| all.next().is_none())
    };
    let exact = find(&|choice| choice.value == wanted)
        .or_else(|| find(&|choice| choice.text.trim() == wanted))
        .or_else(|| find(&|choice| fold(choice.text.trim()) == folded))
        .or_else(|| find(&|choice| fold(&choice.value) == folded))
        .or_else(|| find(&|choice| !bare.is_empty() && plain(&choice.text) == bare))
        .or_else(|| {
            let code = country(wanted)?;
            find(&|choice| country(&choice.text) == Some(code))
                .or_else(|| find(&|choice| country(&choice.value) == Some(code)))
        })
        .or_else(|| {
            let month = parse_month(wanted)?;
            // A number is a month only in a list of month names.
            let is_named = choices
                .iter()
                .filter(|choice| choice.text.parse::<u32>().is_err() && parse_month(&choice.text).is_some())
                .count()
                >= 6;
            if is_named {
                only(&|choice| parse_month(&choice.text) == Some(month))
            } else if wanted.parse::<u32>().is_err() {
                only(&|choice| choice.text.trim().parse() == Ok(month))
            } else {
                None
            }
        })
        .or_else(|| {
            let number: f64 = wanted.parse().ok()?;
            only(&|choice| choice.text.trim().parse() == Ok(number))
                .or_else(|| only(&|choice| choice.value.trim().parse() == Ok(number)))
        })
        .or_else(|| {
            // A four-digit year matches two digits.
            let year =
                bare.strip_prefix("20").or_else(|| bare.strip_prefix("19")).filter(|_| bare.len() == 4)?;
            only(&|choice| choice.text.trim() == year).or_else(|| only(&|choice| choice.value.trim() == year))
        })
        .or_else(|| {
            let family = SAME.iter().find(|family| family.contains(&bare.as_str()))?;
            only(&|choice| family.contains(&plain(&choice.text).as_str()))
                .or_else(|| only(&|choice| family.contains(&plain(&choice.value).as_str())))
        })
        .or_else(|| {
            let switch = parse_boolean(wanted)?;
            only(&|choice| parse_boolean(&choice.text) == Some(switch))
                .or_else(|| only(&|choice| parse_boolean(&choice.value) == Some(switch)))
        });
    if let Some(exact) = exact {
        return Picked::Exactly(exact);
    }
    nearest(choices, wanted, &folded)
}

fn nearest(choices: &[Choice], wanted: &str, folded: &str) -> Picked {
    let words = words_of_identifier(&wanted.to_lowercase());
    let holds_all = |text: &str| {
        let own = words_of_identifier(&text.to_lowercase());
        !words.is_empty() && words.iter().all(|word| own.contains(word))
    };
    let real: Vec<usize> =
        (0..choices.len()).filter(|at| !choices[*at].value.is_empty() || wanted.is_empty()).collect();
    // The option contains all words and more, or contains fewer words.
    let fuller: Vec<usize> = real.iter().copied().filter(|at| holds_all(&choices[*at].text)).collect();
    if let [only] = fuller.as_slice() {
        return Picked::Nearest(*only);
    }
    let within: Vec<usize> = real
        .iter()
        .copied()
        .filter(|at| {
            let own = words_of_identifier(&choices[*at].text.to_lowercase());
            own.concat().chars().count() >= 4 && own.iter().all(|word| words.contains(word))
        })
        .collect();
    if let ([only], true) = (within.as_slice(), fuller.is_empty()) {
        return Picked::Nearest(*only);
    }
    let mut near: Vec<(f64, usize)> =
        real.iter().map(|at| (strsim::jaro_winkler(&fold(choices[*at].text.trim()), folded), *at)).collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let is_word = folded.chars().count() >= 4;
    if fuller.is_empty()
        && is_word
        && let Some((alike, at)) = near.first()
        && *alike >= ALIKE
        && near.get(1).is_none_or(|(next, _)| alike - next >= APART)
        && is_likely_typo(folded, &fold(choices[*at].text.trim()))
    {
        return Picked::Nearest(*at);
    }
    Picked::None(near.into_iter().take(5).map(|(_, at)| at).collect())
}

/// Whether the difference may be a typo: `Portugl`, but not `Austria` for `Australia`.
fn is_likely_typo(one: &str, other: &str) -> bool {
    let longest = one.chars().count().max(other.chars().count());
    strsim::damerau_levenshtein(one, other) <= if longest >= 8 { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(all: &[(&str, &str)]) -> Vec<Choice> {
        all.iter()
            .map(|(text, value)| Choice { text: (*text).into(), value: (*value).into(), disabled: false })
            .collect()
    }

    #[test]
    fn picks_option_by_value_text_or_meaning() {
        let lands = choices(&[
            ("Choose…", ""),
            ("Portugal", "620"),
            ("United States of America", "840"),
            ("United Kingdom", "826"),
            ("Australia", "36"),
            ("Austria", "40"),
        ]);
        for (wanted, at) in [
            ("620", 1),
            ("portugal", 1),
            ("PT", 1),
            ("USA", 2),
            ("United States", 2),
            ("UK", 3),
            ("Reino Unido", 3),
            ("AT", 5),
        ] {
            assert_eq!(pick_option(&lands, wanted), Picked::Exactly(at), "{wanted}");
        }
        assert_eq!(pick_option(&lands, "Portugl"), Picked::Nearest(1));
        assert!(
            matches!(pick_option(&lands, "Atlantis"), Picked::None(near) if !near.is_empty() && !near.contains(&0))
        );
        assert!(matches!(pick_option(&lands, "Auslralia x"), Picked::None(_)));
        let months = choices(&[
            ("janeiro", "1"),
            ("fevereiro", "2"),
            ("março", "3"),
            ("abril", "4"),
            ("maio", "5"),
            ("junho", "6"),
            ("julho", "7"),
        ]);
        assert_eq!(pick_option(&months, "March"), Picked::Exactly(2));
        assert_eq!(pick_option(&months, "03"), Picked::Exactly(2));
        let digits = choices(&[("01", "a"), ("02", "b"), ("03", "c")]);
        assert_eq!(pick_option(&digits, "3"), Picked::Exactly(2));
        assert_eq!(pick_option(&digits, "February"), Picked::Exactly(1));
        let years = choices(&[("YY", ""), ("28", "28"), ("29", "29")]);
        assert_eq!(pick_option(&years, "2029"), Picked::Exactly(2));
        let sexes = choices(&[("Masculino", "a"), ("Feminino", "b")]);
        assert_eq!(pick_option(&sexes, "female"), Picked::Exactly(1));
        let answers = choices(&[("Sim", "s"), ("Não", "n")]);
        assert_eq!(pick_option(&answers, "no"), Picked::Exactly(1));
        assert_eq!(pick_option(&answers, "true"), Picked::Exactly(0));
        let ways =
            choices(&[("Standard (5 days)", "a"), ("Express (1 day)", "b"), ("Express plus (today)", "c")]);
        assert_eq!(pick_option(&ways, "standard"), Picked::Nearest(0));
        assert!(matches!(pick_option(&ways, "express"), Picked::None(_)));
        assert!(matches!(pick_option(&[], "x"), Picked::None(near) if near.is_empty()));
    }
}
