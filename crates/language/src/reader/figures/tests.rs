use super::*;

/// Returns the first verb that has words for operations.
fn calculating() -> &'static str {
    let mut names = include_str!("../values.txt").lines().filter_map(|line| line.split('\t').next());
    names.find_map(|name| name.strip_suffix(".op")).unwrap()
}

/// Returns the operation, the column, the condition and the groups of a question; nothing if it is not a
/// question for figures.
fn asked(columns: &[&str], file: &str, sentence: &str) -> String {
    let heard = Tokenized::new(sentence, jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0));
    let names = Names::new(columns.iter().copied(), file);
    let kept: Vec<_> = heard.literals.iter().filter(|it| it.value.kind().is_name()).cloned().collect();
    let words = mask(sentence, &kept);
    let operation = (calculating(), "op");
    let reader = Reader { heard: &heard, words: &words, names: &names, operation };
    let assembly = Assembly::new(&reader);
    if assembly.has_other_request() {
        return "another request".to_string();
    }
    let question = assembly.question();
    let parts = [question.operation, question.column, question.condition, question.by];
    parts.map(|it| it.unwrap_or_else(|| "-".to_string())).join(" | ")
}

const BIRDS: [&str; 6] = ["species", "island", "bill_length_mm", "flipper_length_mm", "body_mass_g", "sex"];

#[test]
fn finds_columns_without_unit_suffix() {
    for (sentence, wanted) in [
        ("average flipper length of Gentoo in birds.csv", "avg | flipper_length_mm | Gentoo | -"),
        (
            "correlation between bill length and flipper length in birds.csv",
            "correlation | bill_length_mm, flipper_length_mm | - | -",
        ),
        ("median body mass by island in birds.csv", "median | body_mass_g | - | island"),
        ("average body mass for each kind of species in birds.csv", "avg | body_mass_g | - | species"),
        ("qual o peso máximo (body_mass_g) em birds.csv?", "max | body_mass_g | - | -"),
    ] {
        assert_eq!(asked(&BIRDS, "birds.csv", sentence), wanted, "{sentence}");
    }
}

const CARS: [&str; 5] = ["manufacturer", "displ", "year", "cty", "hwy"];

#[test]
fn column_in_parentheses_resolves_abbreviation() {
    for (sentence, wanted) in [
        ("average highway mileage (hwy) in cars.csv", "avg | hwy | - | -"),
        ("what is the median city mileage (cty) in cars.csv by year?", "median | cty | - | year"),
        ("qual a média de consumo (hwy) em cars.csv?", "avg | hwy | - | -"),
        ("which manufacturer appears most often in cars.csv?", "most common | manufacturer | - | -"),
        ("how strongly do hwy and displ correlate in cars.csv?", "correlation | hwy, displ | - | -"),
    ] {
        assert_eq!(asked(&CARS, "cars.csv", sentence), wanted, "{sentence}");
    }
    // What is no abbreviation may be a condition.
    let asked = asked(&CARS, "cars.csv", "average audi mileage (hwy) in cars.csv");
    assert!(asked.contains("audi"), "{asked}");
}

#[test]
fn second_request_is_not_a_filter() {
    for sentence in [
        "average body_mass_g in birds.csv and play the trumpet",
        "média de body_mass_g em birds.csv e toca o berrante",
        "em birds.csv, qual a média de body_mass_g e assa um bolo",
    ] {
        assert_eq!(asked(&BIRDS, "birds.csv", sentence), "another request", "{sentence}");
    }
    for sentence in
        ["average body_mass_g in birds.csv by sex and island", "média de body_mass_g e sex em birds.csv"]
    {
        assert_ne!(asked(&BIRDS, "birds.csv", sentence), "another request", "{sentence}");
    }
}

#[test]
fn measuring_verb_becomes_row_filter() {
    let columns = ["rank", "sex", "salary"];
    let wanted = "count | rows | Prof salary over 90000 | -";
    assert_eq!(asked(&columns, "salaries.csv", "how many Prof earn over 90000 in salaries.csv"), wanted);
}

#[test]
fn age_of_oldest_is_maximum_not_year() {
    let columns = ["name", "age", "death_date"];
    assert_eq!(asked(&columns, "x.csv", "idade da pessoa mais velha em x.csv"), "max | age | - | -");
    assert_eq!(asked(&columns, "x.csv", "number of rows by year in x.csv"), "count | rows | - | year");
    assert_eq!(
        asked(&["age", "tip", "day"], "x.csv", "média de tip por dia em x.csv"),
        "avg | tip | - | day"
    );
}

#[test]
fn column_names_in_other_words_and_order() {
    let columns = ["date", "precipitation", "temp_max", "temp_min", "wind", "weather"];
    for (sentence, wanted) in [
        ("what was the average max temp for each kind of weather in w.csv?", "avg | temp_max | - | weather"),
        ("what was the max temp in w.csv?", "max | temp_max | - | -"),
        (
            "quantos dias tiveram temperatura mínima abaixo de 0 em w.csv?",
            "how many of | date | temp_min abaixo de 0 | -",
        ),
        (
            "which date was the wettest (highest precipitation) in w.csv?",
            "highest max | precipitation | - | date",
        ),
        ("how much precipitation fell in total in w.csv?", "sum | precipitation | - | -"),
        ("mean wind in w.csv, skipping the missing ones", "avg | wind | - | -"),
        (
            "average wind without missing precipitation in w.csv",
            "avg | wind | without missing precipitation | -",
        ),
        ("what's the total of the wind column in w.csv, and its average?", "sum and avg | wind | - | -"),
        ("which weathers appear in w.csv?", "values | weather | - | -"),
    ] {
        let found = asked(&columns, "w.csv", sentence);
        let found = found.replace("total and", "sum and");
        assert_eq!(found, wanted, "{sentence}");
    }
}

#[test]
fn words_of_conditions_are_kept_for_the_values_of_the_file() {
    let columns = ["name", "room_type", "price", "landlocked"];
    for (sentence, wanted) in [
        ("which animal has the highest price in x.csv?", "highest row | price | animal | -"),
        ("how many in x.csv are private rooms?", "count | rows | private rooms (room_type) | -"),
        (
            "how many have access to the sea (landlocked no) in x.csv?",
            "count | rows | have access to the sea (landlocked no) | -",
        ),
        ("how many with landlocked no are in x.csv?", "count | rows | with landlocked no | -"),
        ("soma a coluna price e a coluna food de x.csv", "sum | - | food | -"),
        ("cheapest and dearest price in x.csv", "min and max | price | - | -"),
    ] {
        assert_eq!(asked(&columns, "x.csv", sentence), wanted, "{sentence}");
    }
}
