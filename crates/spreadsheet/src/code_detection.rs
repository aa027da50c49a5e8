//! Distinguishes numbers from codes that consist of digits.
//!
//! A single cell is ambiguous: `4E099` may be a power of ten, `00123` a zero-padded number, `123 TL` an
//! amount of money. The other cells of the column decide: codes occur with codes, numbers with fractions and
//! negative numbers.

use crate::decimal::Decimal;
use crate::folding::folded;
use crate::number::{self, Form, Mark, is_code};
use crate::value::{Measure, Value};

/// The maximum length of a code; longer texts are sentences.
const LONGEST_CODE: usize = 32;

/// The minimum number of digits of integers that are codes if all of a column have the same length: bar
/// codes, cards, accounts.
const LONG_CODE: usize = 13;

/// The length of nine digits in groups of three, the form of telephone numbers.
const TELEPHONE: usize = 11;

/// The forms of the cells of a column, counted.
#[derive(Debug, Clone, Default)]
pub(crate) struct ShapeCounts {
    /// Cells with a value that is not a number.
    others: u64,
    /// Numbers of any form.
    numbers: u64,
    /// Numbers that cannot be codes: with decimals, negative, percentages.
    fractions: u64,
    /// Amounts of money, with a symbol and in letters.
    money: u64,
    worded: u64,
    powers: u64,
    odd_powers: u64,
    padded: u64,
    spaced: u64,
    /// Texts of digits with a leading zero.
    zeros: u64,
    /// Texts of letters and digits, or of several groups of digits.
    codes: u64,
    /// Numbers that the file stores as numbers.
    stored: u64,
    /// The lengths of the shortest and the longest integer.
    width: Width,
    /// Examples of codes.
    shown: Vec<(u64, String)>,
}

/// The lengths of numbers.
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
    /// Returns the length of all numbers, if it is the same.
    fn even(self) -> Option<usize> {
        (self.least == self.most).then_some(self.most)
    }
}

/// The number of examples.
const SHOWN: usize = 3;

impl ShapeCounts {
    /// Counts a cell. `length` is that of its text, none if the file stores a number.
    #[inline]
    pub(crate) fn take(&mut self, value: &Value<'_>, row: u64, length: Option<usize>) {
        let Value::Number { number, unit, form, .. } = value else {
            return self.other(value, row);
        };
        self.numbers += 1;
        // One fraction proves that the integers of the column are not codes, however long they are.
        if self.fractions > 0 && *form == Form::Plain && *unit == Measure::None && length.is_some() {
            return;
        }
        match number {
            Decimal::Exact { mantissa, scale: 0 } if *mantissa >= 0 => {
                let length = length.unwrap_or_else(|| digits(*mantissa));
                self.width.least = self.width.least.min(length);
                self.width.most = self.width.most.max(length);
            }
            // A long integer may be a code, but a fraction is not.
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

    /// Returns the number of cells with a value.
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
        // A number that was interpreted as text, because the column contains codes.
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

    pub(crate) fn merge(&mut self, other: ShapeCounts) {
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

    /// Whether letters next to numbers are currencies, which is the case if nearly all cells are amounts.
    pub(crate) fn allows_currency_words(&self) -> bool {
        self.worded == 0 || (self.worded + self.money) * 10 >= self.cells() * 9
    }

    /// Whether `12E3` is a number, which is the case if the column contains no codes and most powers have the
    /// notation of programs.
    pub(crate) fn allows_exponents(&self) -> bool {
        let powers = self.powers + self.odd_powers;
        let among_codes = (self.codes + self.zeros) * 20 >= powers && self.codes + self.zeros > 0;
        let odd = self.odd_powers * 2 > powers && self.fractions == 0;
        powers == 0 || !(among_codes || odd)
    }

    /// Returns the reason why the whole column contains codes, whose sum is meaningless; nothing if it does
    /// not.
    pub(crate) fn codes(&self) -> Option<&'static str> {
        let whole = self.fractions == 0 && self.money == 0;
        let even = self.width.even().unwrap_or_default();
        let alike = |count: u64| count == self.numbers && self.numbers > 2;
        // A stored number is a number whatever the other cells are, and one such text in a thousand is a
        // mistake.
        if self.zeros > 0 && self.stored == 0 && self.zeros * 1000 >= self.numbers {
            return Some("some begin with a zero");
        }
        if !self.allows_exponents() {
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

    /// Whether the cells may be codes on other evidence: integers without a currency.
    pub(crate) fn is_whole(&self) -> bool {
        self.fractions == 0 && self.money == 0 && self.worded == 0
    }

    /// Returns the number of digits of all integers, if it is the same.
    pub(crate) fn common_digit_count(&self) -> Option<usize> {
        self.width.even()
    }

    /// Returns examples of codes.
    pub(crate) fn shown(&self) -> Vec<String> {
        self.shown.iter().map(|(_, text)| text.clone()).collect()
    }
}

fn digits(number: i64) -> usize {
    number.checked_ilog10().map_or(1, |it| it as usize + 1)
}

/// Whether a text that is not a number has the form of a code: `4E1A2`, `A/5 21171`, `555-1234`.
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
    // Without letters, a code has a group of at least three digits: `10-20` is a range.
    let groups = || text.split(|it: char| !it.is_ascii_digit()).map(str::len);
    letters > 0 || (groups().filter(|it| *it > 0).count() > 1 && groups().any(|it| it > 2))
}

/// Whether a text is a number with a unit: `12 kg`, `5 pcs`, `30s`, `2nd`.
fn is_quantity(text: &str) -> bool {
    let end = text.find(|it: char| !(it.is_ascii_digit() || matches!(it, '.' | ',' | '-' | '+')));
    let (number, word) = text.split_at(end.unwrap_or(text.len()));
    let spaced = word.starts_with(' ');
    let word = word.trim();
    let letters = word.chars().all(|it| it.is_alphabetic() || matches!(it, '.' | '/' | '²' | '³'));
    let small = word.chars().all(|it| !it.is_uppercase());
    number::read(number).is_some() && !word.is_empty() && letters && (spaced || small)
}

/// Whether a column has the name of a code: `Order ID`, `zip_code`, `PassengerId`, `CEP`, `Telefone`.
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
    // The word for a code is last in English, and first in Portuguese.
    let named = |word: &str| WORDS.contains(&word);
    match last {
        None => named(first),
        Some(last) => named(last) || matches!(first, "codigo" | "cod" | "id" | "telefone" | "zip" | "postal"),
    }
}

#[cfg(test)]
mod tests;
