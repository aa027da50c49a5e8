//! Whether the cells of a column are numbers, or codes that are made of digits.
//!
//! A single cell does not tell: `4E099` may be a power of ten, `00123` a number that was filled up, `123 TL` an amount of
//! money. The cells beside it do: codes are beside other codes, numbers beside fractions and negative ones.

use crate::decimal::Decimal;
use crate::folding::folded;
use crate::number::{self, Form, Mark, is_code};
use crate::value::{Measure, Value};

/// Longer texts are sentences rather than codes.
const LONGEST_CODE: usize = 32;

/// A whole number of so many digits is a code where all of a column have that many: bar codes, cards, accounts.
const LONG_CODE: usize = 13;

/// So many characters have nine digits in groups of three, as telephone numbers are written.
const TELEPHONE: usize = 11;

/// How the cells of a column are written, counted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shapes {
    /// Cells that hold no number, but a value.
    others: u64,
    /// Numbers of any form.
    numbers: u64,
    /// Numbers that no code is: with decimals, below zero, in percent.
    fractions: u64,
    /// Money by a sign, and by letters.
    money: u64,
    worded: u64,
    powers: u64,
    odd_powers: u64,
    padded: u64,
    spaced: u64,
    /// Texts that are digits behind a zero.
    zeros: u64,
    /// Texts of letters and digits, or of several groups of digits.
    codes: u64,
    /// Numbers that the file stores as such.
    stored: u64,
    /// How long the shortest and the longest whole number is.
    width: Width,
    /// Codes, to be shown.
    shown: Vec<(u64, String)>,
}

/// How long numbers are.
#[derive(Debug, Clone, Copy)]
struct Width {
    least: usize,
    most: usize,
}

impl Default for Width {
    fn default() -> Width {
        Width { least: usize::MAX, most: 0 }
    }
}

impl Width {
    /// How long all are, where they are as long as one another.
    fn even(self) -> Option<usize> {
        (self.least == self.most).then_some(self.most)
    }
}

/// How many codes are shown.
const SHOWN: usize = 3;

impl Shapes {
    /// Takes a cell. `length` is that of its text, none where the file stores a number.
    #[inline]
    pub(crate) fn take(&mut self, value: &Value<'_>, row: u64, length: Option<usize>) {
        let Value::Number { number, unit, form, .. } = value else {
            return self.other(value, row);
        };
        self.numbers += 1;
        // One fraction tells that the whole numbers beside it are no codes, however long they are.
        if self.fractions > 0 && *form == Form::Plain && *unit == Measure::None && length.is_some() {
            return;
        }
        match number {
            Decimal::Exact { mantissa, scale: 0 } if *mantissa >= 0 => {
                let length = length.unwrap_or_else(|| digits(*mantissa));
                self.width.least = self.width.least.min(length);
                self.width.most = self.width.most.max(length);
            }
            // A long number may still be a code, a fraction is none.
            Decimal::Near(number) if number.fract() == 0.0 && *number >= 0.0 => {}
            _ => self.fractions += u64::from(matches!(form, Form::Plain)),
        }
        if length.is_none() {
            self.stored += 1;
        }
        if *form != Form::Plain || *unit != Measure::None {
            self.form(*form, *unit);
        }
    }

    fn other(&mut self, value: &Value<'_>, row: u64) {
        match value {
            Value::Text(text, _) => self.text(text, row),
            Value::Empty | Value::Missing(_) => {}
            _ => self.others += 1,
        }
    }

    /// Cells that hold a value.
    fn cells(&self) -> u64 {
        self.numbers + self.others
    }

    fn form(&mut self, form: Form, unit: Measure<'_>) {
        match form {
            Form::Worded => self.worded += 1,
            Form::Power => self.powers += 1,
            Form::OddPower => self.odd_powers += 1,
            Form::Padded => self.padded += 1,
            Form::Spaced => self.spaced += 1,
            Form::Plain => {}
        }
        match unit {
            Measure::Marked(Mark::Money(_)) if form != Form::Worded => self.money += 1,
            Measure::Stored(_) | Measure::Duration | Measure::Marked(Mark::Percent) => self.fractions += 1,
            _ => {}
        }
    }

    fn text(&mut self, text: &str, row: u64) {
        self.others += 1;
        let text = text.trim();
        // A number that is read as a text here, since the column was found to be one of codes.
        let form = number::read(text).map(|it| it.form);
        let is_code = match form {
            Some(form @ (Form::Worded | Form::Power | Form::OddPower)) => {
                self.form(form, Measure::None);
                form != Form::Worded
            }
            _ if is_code(text) => {
                self.zeros += 1;
                true
            }
            _ if is_code_shaped(text) => {
                self.codes += 1;
                true
            }
            _ => false,
        };
        if is_code && self.shown.len() < SHOWN {
            self.shown.push((row, crate::folding::shortened(text, 40)));
        }
    }

    pub(crate) fn merge(&mut self, other: Shapes) {
        self.others += other.others;
        self.numbers += other.numbers;
        self.fractions += other.fractions;
        self.money += other.money;
        self.worded += other.worded;
        self.powers += other.powers;
        self.odd_powers += other.odd_powers;
        self.padded += other.padded;
        self.spaced += other.spaced;
        self.zeros += other.zeros;
        self.codes += other.codes;
        self.stored += other.stored;
        self.width.least = self.width.least.min(other.width.least);
        self.width.most = self.width.most.max(other.width.most);
        self.shown.extend(other.shown);
        self.shown.sort();
        self.shown.truncate(SHOWN);
    }

    /// Whether letters beside numbers are money: where nearly all cells are amounts.
    pub(crate) fn is_worded(&self) -> bool {
        self.worded == 0 || (self.worded + self.money) * 10 >= self.cells() * 9
    }

    /// Whether `12E3` is a number: where no codes are beside it, and most are written as programs write them.
    pub(crate) fn has_powers(&self) -> bool {
        let powers = self.powers + self.odd_powers;
        let among_codes = (self.codes + self.zeros) * 20 >= powers && self.codes + self.zeros > 0;
        let odd = self.odd_powers * 2 > powers && self.fractions == 0;
        powers == 0 || !(among_codes || odd)
    }

    /// Why the whole column is one of codes, where it is: its digits mean nothing when they are added up.
    pub(crate) fn codes(&self) -> Option<&'static str> {
        let whole = self.fractions == 0 && self.money == 0;
        let even = self.width.even().unwrap_or_default();
        let alike = |count: u64| count == self.numbers && self.numbers > 2;
        // What is stored as a number is one whatever is beside it, and one such text in a thousand is a slip.
        if self.zeros > 0 && self.stored == 0 && self.zeros * 1000 >= self.numbers {
            return Some("some begin with a zero");
        }
        if !self.has_powers() {
            return Some("there are letters or signs among the digits");
        }
        if self.codes > 0 && self.codes * 20 >= self.cells() && whole {
            return Some("there are letters or signs among the digits");
        }
        if self.padded > 0 && even > 2 && whole && self.stored == 0 {
            return Some("they are filled up with zeros");
        }
        if alike(self.spaced) && even >= TELEPHONE && whole {
            return Some("they are written as telephone numbers are");
        }
        let long = even >= LONG_CODE && self.stored == 0 && self.numbers > 2;
        (long && whole).then_some("whole numbers that all have the same many digits")
    }

    /// Whether the cells could be codes by another sign: whole numbers without a currency.
    pub(crate) fn is_whole(&self) -> bool {
        self.fractions == 0 && self.money == 0 && self.worded == 0
    }

    /// How many digits all whole numbers have, where they have the same number.
    pub(crate) fn even_width(&self) -> Option<usize> {
        self.width.even()
    }

    /// A few codes.
    pub(crate) fn shown(&self) -> Vec<String> {
        self.shown.iter().map(|(_, text)| text.clone()).collect()
    }
}

fn digits(number: i64) -> usize {
    number.checked_ilog10().map_or(1, |it| it as usize + 1)
}

/// Whether a text that is no number is written as codes are: `4E1A2`, `A/5 21171`, `555-1234`.
fn is_code_shaped(text: &str) -> bool {
    let text = text.trim();
    if text.len() > LONGEST_CODE || text.len() < 2 || text.split_whitespace().count() > 3 {
        return false;
    }
    let (mut digits, mut letters, mut other) = (0_usize, 0_usize, false);
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            digits += 1;
        } else if letter.is_alphabetic() {
            letters += 1;
        } else if !matches!(letter, '-' | '/' | '.' | '_' | '+' | '(' | ')' | '#' | ':' | ' ') {
            other = true;
        }
    }
    if digits == 0 || other || digits * 4 < digits + letters || is_quantity(text) {
        return false;
    }
    // `Qtr 1` and `Note 3` are words with a number.
    let word = text.split_whitespace().next().unwrap_or_default();
    let wordy = word.len() < text.len() && word.chars().all(char::is_alphabetic);
    if wordy && word.chars().any(char::is_lowercase) {
        return false;
    }
    // Without letters, a group of three digits at least: `10-20` is a range.
    let groups = || text.split(|it: char| !it.is_ascii_digit()).map(str::len);
    letters > 0 || (groups().filter(|it| *it > 0).count() > 1 && groups().any(|it| it > 2))
}

/// Whether a text is a number with a word behind it that says what it is a number of: `12 kg`, `5 pcs`, `30s`, `2nd`.
fn is_quantity(text: &str) -> bool {
    let end = text.find(|it: char| !(it.is_ascii_digit() || matches!(it, '.' | ',' | '-' | '+')));
    let (number, word) = text.split_at(end.unwrap_or(text.len()));
    let spaced = word.starts_with(' ');
    let word = word.trim();
    let letters = word.chars().all(|it| it.is_alphabetic() || matches!(it, '.' | '/' | '²' | '³'));
    let small = word.chars().all(|it| !it.is_uppercase());
    number::read(number).is_some() && !word.is_empty() && letters && (spaced || small)
}

/// Whether a column is called as codes are: `Order ID`, `zip_code`, `PassengerId`, `CEP`, `Telefone`.
pub(crate) fn is_code_name(heading: &str) -> bool {
    const WORDS: &[&str] = &[
        "id",
        "ids",
        "code",
        "codes",
        "codigo",
        "codigos",
        "cod",
        "zip",
        "zipcode",
        "postcode",
        "postcodes",
        "cep",
        "phone",
        "telephone",
        "tel",
        "telefone",
        "telemovel",
        "celular",
        "fax",
        "nif",
        "nipc",
        "cpf",
        "cnpj",
        "ssn",
        "isbn",
        "issn",
        "ean",
        "gtin",
        "sku",
        "iban",
        "barcode",
        "serial",
        "uuid",
        "guid",
        "identifier",
        "identificador",
        "imei",
        "niss",
        "rg",
        "matricula",
        "postal",
    ];
    let mut words = String::new();
    let mut before_small = false;
    for letter in heading.chars() {
        // `PassengerId` is two words.
        if letter.is_uppercase() && before_small {
            words.push(' ');
        }
        before_small = letter.is_lowercase();
        words.push(if letter.is_alphanumeric() { letter } else { ' ' });
    }
    let words = folded(&words);
    let mut words = words.split(' ');
    let (first, last) = (words.next().unwrap_or_default(), words.next_back());
    // A code comes last in English, and first in Portuguese.
    let named = |word: &str| WORDS.contains(&word);
    match last {
        None => named(first),
        Some(last) => named(last) || matches!(first, "codigo" | "cod" | "id" | "telefone" | "zip" | "postal"),
    }
}

#[cfg(test)]
mod tests;
