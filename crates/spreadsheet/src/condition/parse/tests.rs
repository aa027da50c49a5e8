use super::*;

const COLUMNS: [&str; 16] = [
    "Sex",
    "Pclass",
    "Age",
    "Cabin",
    "Name",
    "Country",
    "Order Date",
    "Unit price",
    "Hours over time",
    "Total (EUR)",
    "Região",
    "Preço",
    "Status",
    "Title",
    "Is active",
    "E",
];

fn read(text: &str) -> Result<Conditions, Fault> {
    let headings: Vec<Heading> =
        COLUMNS.iter().map(|name| Heading { name: (*name).to_owned(), leaf: (*name).to_owned() }).collect();
    let held: Vec<&[&str]> = COLUMNS
        .iter()
        .map(|name| match *name {
            "Status" => &["missing"] as &[&str],
            _ => &[],
        })
        .collect();
    parsed(&[text.to_owned()], &headings, "Sheet", &Sample::of(&held))
}

fn parsed(
    conditions: &[String],
    headings: &[Heading],
    sheet: &str,
    sample: &Sample,
) -> Result<Conditions, Fault> {
    parse(conditions, Context { headings, sheet, sample, asks_for_row: false })
}

fn shown(condition: &Condition, tests: &[Test]) -> String {
    let joined = |all: &[Condition], word: &str| {
        let parts: Vec<String> = all.iter().map(|it| shown(it, tests)).collect();
        format!("({})", parts.join(word))
    };
    match condition {
        Condition::Test(at) => tests[*at].shown.clone(),
        Condition::All(all) => joined(all, " and "),
        Condition::Any(any) => joined(any, " | "),
        Condition::Not(other) => format!("not {}", shown(other, tests)),
    }
}

fn check(text: &str) -> String {
    match read(text) {
        Ok(read) => shown(&read.condition, &read.tests),
        Err(Fault::UnreadableFilter { why, .. }) => format!("? {why}"),
        Err(fault) => format!("? {fault}"),
    }
}

fn check_all(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter(|(text, read)| check(text) != *read)
        .map(|(text, read)| format!("{text}\n   is {}\n   not {read}", check(text)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn signs() {
    check_all(&[
        ("Age = 20", "Age = 20"),
        ("Age == 20", "Age = 20"),
        ("Age>=20", "Age >= 20"),
        ("Unit price<>'5 > 3'", "not Unit price = 5 > 3"),
        ("Age != 20", "not Age = 20"),
        ("\"Hours over time\" < 3", "Hours over time < 3"),
        ("Hours over time = 3", "Hours over time = 3"),
        ("Total (EUR) > 3", "Total (EUR) > 3"),
        ("10 < Age", "Age > 10"),
        ("10 <= Age < 20", "(Age >= 10 and Age < 20)"),
        ("Cabin =", "Cabin is empty"),
        ("Name > M", "Name > M"),
        ("B > 2", "Pclass > 2"),
        ("Unti price > 2", "Unit price > 2"),
    ]);
}

#[test]
fn parses_comparison_words() {
    check_all(&[
        ("Country is Portugal", "Country = Portugal"),
        ("Country IS NOT Portugal", "not Country = Portugal"),
        ("Country isn't Portugal", "not Country = Portugal"),
        ("Age is more than 30", "Age > 30"),
        ("Age over 30 years", "Age > 30"),
        ("Age is at least 30", "Age >= 30"),
        ("Age is not more than 30", "Age <= 30"),
        ("Unit price no more than 10", "Unit price <= 10"),
        ("Order Date is before 2024-05-01", "Order Date < 2024-05-01"),
        ("Order Date after March 2024", "Order Date > March 2024"),
        ("Order Date is in 2024", "Order Date = 2024 or in 2024"),
        ("Order Date since 2024", "Order Date >= 2024"),
        ("País é Portugal", "? there is no column \"País\""),
        ("Região é Norte", "Região = Norte"),
        ("Região não é Norte", "not Região = Norte"),
        ("Preço é maior que 10", "Preço > 10"),
        ("Preço menor do que 10", "Preço < 10"),
        ("Preço acima dos 10", "Preço > 10"),
        ("Preço igual ou superior a 10", "Preço >= 10"),
        ("Age até 8", "Age <= 8"),
        ("Name contém Silva", "Name contains Silva"),
        ("Name doesn't contain Silva", "not Name contains Silva"),
        ("Name starts with Mac", "Name starts with Mac"),
        ("Name começa por A", "Name starts with A"),
        ("Name ends with son", "Name ends with son"),
        ("the Name contains \"Mrs and Miss\"", "Name contains Mrs and Miss"),
        ("Order Date depois de 2024-01-01", "Order Date > 2024-01-01"),
        ("Unit price is over 1.5 million", "Unit price > 1500000"),
        ("Pclass is 2 or higher", "Pclass >= 2"),
        ("Pclass é 2 ou menos", "Pclass <= 2"),
        ("where Sex is male", "Sex = male"),
        ("Is active is yes", "Is active = yes"),
        ("Status is on hold", "Status = hold or on hold"),
    ]);
}

#[test]
fn parses_conditions_on_empty_cells() {
    check_all(&[
        ("Cabin is empty", "Cabin is empty"),
        ("Cabin is not empty", "not Cabin is empty"),
        ("Cabin is null", "Cabin is empty"),
        ("Cabin is not null", "not Cabin is empty"),
        ("Cabin isn't blank", "not Cabin is empty"),
        ("Cabin is missing", "Cabin is empty"),
        ("Cabin está vazio", "Cabin is empty"),
        ("Cabin não está vazia", "not Cabin is empty"),
        ("Cabin em branco", "Cabin is empty"),
        ("Cabin has a value", "not Cabin is empty"),
        ("Cabin is filled in", "not Cabin is empty"),
        ("without Cabin", "Cabin is empty"),
        ("with a Cabin", "not Cabin is empty"),
        ("has no Cabin", "Cabin is empty"),
        ("sem Cabin", "Cabin is empty"),
        ("do not have a Cabin", "Cabin is empty"),
        ("have no Cabin given", "Cabin is empty"),
        ("sem Cabin registada", "Cabin is empty"),
        ("Cabin = \"empty\"", "Cabin = empty"),
        ("Name is missing person", "Name = missing person"),
        // The column contains that word as a value.
        ("Status is missing", "Status = missing"),
    ]);
    assert!(!read("Status is missing").unwrap().notes.is_empty());
}

#[test]
fn ranges() {
    check_all(&[
        ("Age between 20 and 30", "(Age >= 20 and Age <= 30)"),
        ("Age is between 20 and 30 inclusive", "(Age >= 20 and Age <= 30)"),
        ("Age not between 20 and 30", "(Age < 20 | Age > 30)"),
        ("Age from 20 to 30", "(Age >= 20 and Age <= 30)"),
        ("Age entre 20 e 30", "(Age >= 20 and Age <= 30)"),
        ("Age de 20 a 30", "(Age >= 20 and Age <= 30)"),
        ("Age is 20 to 30", "(Age >= 20 and Age <= 30)"),
        (
            "Order Date between 2024-01-01 and 2024-03-31 and Sex is male",
            "((Order Date >= 2024-01-01 and Order Date <= 2024-03-31) and Sex = male)",
        ),
        ("Age between 20 and old", "? \"old\" is neither a number nor a date"),
        ("Age between 20", "? \"20\" is not two values with \"and\" between them"),
    ]);
}

#[test]
fn parses_value_lists_and_conjunctions() {
    check_all(&[
        ("Sex is male and Pclass is 1", "(Sex = male and Pclass = 1)"),
        ("Sex é male e Pclass é 1", "(Sex = male and Pclass = 1)"),
        ("Sex is male, Pclass is 1", "(Sex = male and Pclass = 1)"),
        ("Sex = male && Age > 30", "(Sex = male and Age > 30)"),
        ("Sex is male or Pclass is 1", "(Sex = male | Pclass = 1)"),
        ("Sex is male and Pclass is 1 or 2", "(Sex = male and Pclass = 1 or 2 or 1 or 2)"),
        ("Country is Portugal or Spain", "Country = Portugal or Spain or Portugal or Spain"),
        (
            "Country is Portugal, Spain or France",
            "Country = Portugal or Spain or France or Portugal, Spain or France",
        ),
        ("Country in (Portugal, Spain)", "Country = Portugal or Spain"),
        ("Pclass in (1,2)", "Pclass = 1 or 2"),
        ("Country is one of Portugal, Spain and France", "Country = Portugal or Spain or France"),
        ("Country not in (Portugal, Spain)", "not Country = Portugal or Spain"),
        ("Country is not Portugal or Spain", "not Country = Portugal or Spain or Portugal or Spain"),
        ("Country is neither Portugal nor Spain", "not Country = Portugal or Spain or Portugal nor Spain"),
        ("Title = Pride and Prejudice", "Title = Pride and Prejudice"),
        ("Title = Pride and Prejudice and Age > 3", "(Title = Pride and Prejudice and Age > 3)"),
        ("Age over 20 and under 30", "(Age > 20 and Age < 30)"),
        ("Age > 20 and < 30", "(Age > 20 and Age < 30)"),
        ("(Sex is male or Pclass = 1) and Age > 3", "((Sex = male | Pclass = 1) and Age > 3)"),
        ("not (Sex is male or Pclass = 1)", "not (Sex = male | Pclass = 1)"),
        ("Name contains Miss or Mrs", "Name contains Miss or Mrs or Miss or Mrs"),
        ("Cabin is empty and Age is not empty", "(Cabin is empty and not Age is empty)"),
        ("Cabin is empty or Age > 60", "(Cabin is empty | Age > 60)"),
        ("Sex is male and without Cabin", "(Sex = male and Cabin is empty)"),
        ("Unit price > 1,000", "Unit price > 1,000"),
    ]);
}

#[test]
fn parse_errors_quote_the_invalid_part() {
    check_all(&[
        ("", "? it is empty"),
        ("Age", "? no comparison follows the column \"Age\""),
        ("Age old people", "? \"old people\" behind the column \"Age\" is no comparison"),
        ("= 5", "? there is no column \"= 5\""),
        ("Age >", "? nothing follows \">\""),
        ("Height > 5", "? there is no column \"Height\""),
        ("Age > 5 and", "? nothing follows \"and\""),
        ("Age is above average", "? \"average\" is neither a number nor a date"),
        ("Age > 30 bananas", "? \"30 bananas\" is neither a number nor a date"),
        ("Sex is male and Height > 3", "? there is no column \"Height\""),
        ("(Sex is male", "? a \")\" is missing"),
        ("Sex is male)", "? \")\" is not understood"),
        ("Order Date before Christmas", "? \"Christmas\" is neither a number nor a date"),
    ]);
    let deep = "(".repeat(2000);
    assert!(check(&deep).starts_with("? "));
    assert!(check(&"Age > 1 and ".repeat(1000)).starts_with("? "));
}

/// Returns the condition for a description of rows in a table of people.
fn described(text: &str) -> String {
    const TABLE: [(&str, &[&str]); 7] = [
        ("Name", &["Ana Silva", "Rui Costa", "Eva Reis", "Ivo Sousa"]),
        ("City", &["Porto", "Lisbon", "Porto", "Lisbon"]),
        ("Department", &["IT", "Sales", "IT", "Support"]),
        ("Age", &["31", "62", "45", "28"]),
        ("Children", &["0", "2", "1", "0"]),
        ("Smoker", &["yes", "no", "no", "yes"]),
        ("Joined", &["2020-01-05", "2021-03-09", "2019-11-30", "2022-07-01"]),
    ];
    let heading = |it: &(&str, &[&str])| Heading { name: it.0.to_owned(), leaf: it.0.to_owned() };
    let headings: Vec<Heading> = TABLE.iter().map(heading).collect();
    let sample = Sample::of(&TABLE.map(|it| it.1));
    match parsed(&[text.to_owned()], &headings, "Sheet", &sample) {
        Ok(read) => shown(&read.condition, &read.tests),
        Err(Fault::UnreadableFilter { why, .. }) => format!("? {why}"),
        Err(fault) => format!("? {fault}"),
    }
}

#[test]
fn parses_row_descriptions() {
    let unknown =
        |word: &str| format!("? \"{word}\" is neither a column nor a value that its first rows hold");
    for (text, read) in [
        (
            "smokers from Porto",
            "? ".to_owned() + "\"smokers\" is neither a column nor a value that its first rows hold",
        ),
        ("Smoker from Porto", "(Smoker = yes and City = Porto)".to_owned()),
        ("not Smoker de Porto", "(not Smoker = yes and City = Porto)".to_owned()),
        ("Smoker over 50", "(Smoker = yes and Age > 50)".to_owned()),
        ("the IT Department", "Department = IT".to_owned()),
        ("work in Sales or in Support", "Department = Sales or Support".to_owned()),
        ("moram em Porto", "City = Porto".to_owned()),
        ("neither Sales nor Support", "not Department = Sales or Support".to_owned()),
        ("Name from Porto", "City = Porto".to_owned()),
        ("2 or more Children", "Children >= 2".to_owned()),
        ("1 Children or fewer", "Children <= 1".to_owned()),
        ("with Children in Lisbon", "(not Children = 0 and City = Lisbon)".to_owned()),
        ("with no Children in Lisbon", "(Children = 0 and City = Lisbon)".to_owned()),
        ("people under 30", "Age < 30".to_owned()),
        ("registered after 2021-01-01", "Joined > 2021-01-01".to_owned()),
        ("have no recorded City", "City is empty".to_owned()),
        ("without a known City", "City is empty".to_owned()),
        ("with a known City", "not City is empty".to_owned()),
        ("sem City registada", "City is empty".to_owned()),
        ("employees from Porto", "City = Porto".to_owned()),
        ("funcionários que não têm City", "not not City is empty".to_owned()),
        ("employees that lack a City", "City is empty".to_owned()),
        // The rows have names, so the noun by itself means all of them.
        ("employees", "()".to_owned()),
        ("not employees from Porto", unknown("employees")),
        ("employees and students from Porto", unknown("students")),
        // A noun for a part of the rows is a condition.
        ("smokers", unknown("smokers")),
        ("victims from Porto", unknown("victims")),
        // Without an object, the verb is a condition.
        ("paid", unknown("paid")),
        ("Porto and paid", unknown("paid")),
        ("or Porto", unknown("or")),
        ("divorced people under 30", unknown("divorced")),
        ("under 30 kg", unknown("under")),
        ("(Porto) and (Lisbon)", "? no row can have both \"City = Porto\" and \"City = Lisbon\"".to_owned()),
    ] {
        assert_eq!(described(text), read, "{text}");
    }
}

#[test]
fn nouns_for_rows_need_evidence() {
    const CARS: [(&str, &[&str]); 4] = [
        ("model", &["a4", "a4", "passat", "passat"]),
        ("cyl", &["4", "6", "4", "8"]),
        ("disp", &["1.8", "2.8", "1.8", "3.6"]),
        ("class", &["compact", "compact", "midsize", "midsize"]),
    ];
    let heading = |it: &(&str, &[&str])| Heading { name: it.0.to_owned(), leaf: it.0.to_owned() };
    let headings: Vec<Heading> = CARS.iter().map(heading).collect();
    let read = |conditions: &[&str], sheet: &str| {
        let conditions: Vec<String> = conditions.iter().map(|it| (*it).to_owned()).collect();
        let read = parsed(&conditions, &headings, sheet, &Sample::of(&CARS.map(|it| it.1))).ok()?;
        Some((shown(&read.condition, &read.tests), read.notes.len()))
    };
    let some = |condition: &str, notes: usize| Some((condition.to_owned(), notes));
    assert_eq!(read(&["cars with 4 cylinders"], "data"), some("cyl = 4", 1));
    assert_eq!(read(&["carros com 8 cilindros (cyl)"], "data"), some("cyl = 8", 1));
    assert_eq!(read(&["cars", "compact"], "data"), some("class = compact", 1));
    // The condition in parentheses defines the words before it.
    assert_eq!(read(&["small cars (class compact)"], "data"), some("class = compact", 0));
    assert_eq!(read(&["small ones with 4 cylinders (class compact)"], "data"), None);
    assert_eq!(read(&["autos (class compact)"], "data"), some("class = compact", 0));
    // Nothing says that the rows are cars, cities or owners.
    assert_eq!(read(&["cars"], "data"), None);
    assert_eq!(read(&["cars"], "mtcars"), some("()", 1));
    assert_eq!(read(&["automobiles"], "cars93"), some("()", 1));
    assert_eq!(read(&["vehicles with 4 cylinders"], "cars93"), some("cyl = 4", 1));
    // The table says that its rows are other things.
    assert_eq!(read(&["houses with 4 cylinders"], "cars93"), None);
    assert_eq!(read(&["(cars) and (compact)"], "data"), some("class = compact", 1));
    assert_eq!(read(&["car"], "mtcars"), None);
    assert_eq!(read(&["cities with 4 cylinders"], "data"), None);
    assert_eq!(read(&["owners with 4 cylinders"], "data"), None);
}

#[test]
fn adjectives_and_nouns_match_cell_values() {
    const WEATHER: [(&str, &[&str]); 3] = [
        ("date", &["2012-01-01", "2012-01-02", "2012-01-03"]),
        ("sky", &["rain", "sun", "fog"]),
        ("year", &["2010", "2011", "2012"]),
    ];
    let heading = |it: &(&str, &[&str])| Heading { name: it.0.to_owned(), leaf: it.0.to_owned() };
    let headings: Vec<Heading> = WEATHER.iter().map(heading).collect();
    for (text, wanted) in [
        ("rainy days", Some("sky = rain")),
        ("sunny days", Some("sky = sun")),
        ("foggy", Some("sky = fog")),
        ("chuva (rain)", Some("sky = rain")),
        ("chuva (hail)", None),
        ("snowy days", None),
    ] {
        let read = parsed(&[text.to_owned()], &headings, "Sheet", &Sample::of(&WEATHER.map(|it| it.1)));
        let read = read.ok().map(|it| shown(&it.condition, &it.tests));
        assert_eq!(read.as_deref(), wanted, "{text}");
    }
    // Only the column of years contains the number.
    let read = parsed(
        &["the 2010 fog".to_owned()],
        &headings[1..],
        "Sheet",
        &Sample::of(&[WEATHER[1].1, WEATHER[2].1]),
    );
    let read = read.unwrap();
    assert_eq!(shown(&read.condition, &read.tests), "(year = 2010 and sky = fog)");
    // A range of two years refers to a column of years if no column contains dates.
    let years: Vec<Heading> = headings[1..].to_vec();
    let sample = Sample::of(&[WEATHER[1].1, WEATHER[2].1]);
    let read = parsed(&["between 2010 and 2011".to_owned()], &years, "Sheet", &sample).unwrap();
    assert_eq!(shown(&read.condition, &read.tests), "(year >= 2010 and year <= 2011)");
    let read = parsed(&["from 2010 to 2011 with fog".to_owned()], &years, "Sheet", &sample).unwrap();
    assert_eq!(shown(&read.condition, &read.tests), "((year >= 2010 and year <= 2011) and sky = fog)");
    // All values joined with "and" request a figure each.
    let read = parsed(&["rain, sun and fog".to_owned()], &years, "Sheet", &sample).unwrap();
    assert_eq!(read.listed, Some((0, vec!["rain".to_owned(), "sun".to_owned(), "fog".to_owned()])));
}

#[test]
fn texts_in_parentheses_define_the_words_before_them() {
    const PEOPLE: [(&str, &[&str]); 7] = [
        ("sex", &["male", "female", "male", "female"]),
        ("airco", &["yes", "no", "no", "no"]),
        ("hand", &["Left", "Right", "Right", "Right"]),
        ("smoke", &["Never", "Occas", "Never", "Regul"]),
        ("exer", &["Some", "Freq", "Freq", "Some"]),
        ("temp", &["90", "80", "70", "95"]),
        ("wind", &["3", "4", "9", "10"]),
    ];
    let headings: Vec<Heading> =
        PEOPLE.iter().map(|it| Heading { name: it.0.to_owned(), leaf: it.0.to_owned() }).collect();
    for (text, wanted) in [
        ("windier than 8 (wind over 8)", Some("wind > 8")),
        ("stormier than 30 km/h (wind over 8)", Some("wind > 8")),
        ("temp over 30 (wind over 8)", Some("(temp > 30 and wind > 8)")),
        ("left-handed writers (hand Left)", Some("hand = Left")),
        ("at least 90 degrees (temp) with wind under 8", Some("(temp >= 90 and wind < 8)")),
        ("air conditioning (airco yes)", Some("airco = yes")),
        ("have a way to keep cool (airco yes)", Some("airco = yes")),
        ("rich people who have a way to keep cool (airco yes)", None),
        ("airco no", Some("airco = no")),
        ("older than two hours (wind over 8)", Some("wind > 8")),
        ("mais de oito (wind over 8)", Some("wind > 8")),
        ("at 3 or 4 wind", Some("wind = 3 or 4")),
        ("no air conditioning (airco no)", Some("airco = no")),
        ("not left-handed (hand Left)", None),
        ("not with Left hands (hand Left)", Some("not hand = Left")),
        ("Freq for exercise (exer)", Some("exer = Freq")),
        ("who never smoke", Some("smoke = Never")),
        ("never smoke (smoke Never)", Some("smoke = Never")),
        // The word beside the parentheses is a value by itself, so that the first one says something else.
        ("women (sex female)", Some("sex = female")),
        ("rich women (sex female)", None),
        ("tall and left-handed (hand Left)", None),
    ] {
        let sample = Sample::of(&PEOPLE.map(|it| it.1));
        let read = parsed(&[text.to_owned()], &headings, "Sheet", &sample);
        let read = read.ok().map(|it| shown(&it.condition, &it.tests).to_lowercase());
        assert_eq!(read, wanted.map(str::to_lowercase), "{text}");
    }
}

#[test]
fn empty_cells_in_plain_words() {
    const ANIMALS: [(&str, &[&str]); 3] = [
        ("name", &["Cheetah", "Cow", "Dog"]),
        ("conservation", &["lc", "nt", "vu"]),
        ("luggage room", &["3", "4", "5"]),
    ];
    let headings: Vec<Heading> =
        ANIMALS.iter().map(|it| Heading { name: it.0.to_owned(), leaf: it.0.to_owned() }).collect();
    for (text, wanted) in [
        ("have no conservation status filled in", Some("conservation is empty")),
        ("have no conservation status filled", Some("conservation is empty")),
        ("have no conservation status", Some("conservation is empty")),
        ("have a conservation status", Some("not conservation is empty")),
        ("have no figure for luggage room", Some("luggage room is empty")),
        ("with no information about the conservation", Some("conservation is empty")),
        ("whose conservation value isn't empty", Some("not conservation is empty")),
        ("have no figure", None),
        ("without missing conservation", Some("not conservation is empty")),
        ("conservation status lc", Some("conservation = lc")),
        ("hold the conservation status lc", Some("conservation = lc")),
        ("name contains the word eet", Some("name contains eet")),
    ] {
        let sample = Sample::of(&ANIMALS.map(|it| it.1));
        let read = parsed(&[text.to_owned()], &headings, "Sheet", &sample);
        let read = read.ok().map(|it| shown(&it.condition, &it.tests));
        assert_eq!(read.as_deref(), wanted, "{text}");
    }
}
