//! Parses the text of a condition into tests of columns.
//!
//! The parser knows the columns of the table, so that a column name may contain a comparison (`Hours over
//! time`), and a value an `and` (`Pride and Prejudice`). It ignores nothing: text that is neither a column
//! nor a value is an error that quotes it.

mod apposition;
mod columns;
mod comparing;
mod described;
mod measure;
mod tokens;
mod values;

use self::measure::is_ordered;
use self::tokens::{Kind, Token, tokens};
use crate::condition::comparison::{Comparison, Test};
use crate::condition::words::{ANDS, ORS};
use crate::condition::{Condition, Conditions, Sample};
use crate::fault::Fault;
use crate::folding::{folded, shortened};
use crate::layout::Heading;
use crate::lookup::Names;

/// The maximum length of a condition.
const LONGEST: usize = 4_000;

/// The maximum nesting depth.
const DEEPEST: usize = 16;

/// The maximum number of tests per row.
const MOST_TESTS: usize = 64;

/// The maximum number of words in a column name.
const LONGEST_NAME: usize = 16;

/// The maximum number of words in a phrase.
const LONGEST_PHRASE: usize = 6;

/// The table that conditions refer to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'c> {
    pub(crate) headings: &'c [Heading],
    pub(crate) sheet: &'c str,
    /// The values of the columns in the first rows.
    pub(crate) sample: &'c Sample,
    /// Whether the request is for one row, so that a noun in the singular refers to it.
    pub(crate) asks_for_row: bool,
}

/// Parses conditions that all have to hold.
pub(crate) fn parse(conditions: &[String], context: Context<'_>) -> Result<Conditions, Fault> {
    let mut read = Conditions::none();
    let names = Names::new(context.headings);
    if let Some(text) = conditions.iter().find(|it| it.len() > LONGEST) {
        let why = format!("it is longer than {LONGEST} bytes");
        return Err(Fault::UnreadableFilter { text: shortened(text, 60), why, columns: Vec::new() });
    }
    let texts: Vec<&str> = conditions.iter().flat_map(|it| conjuncts(it)).collect();
    let mut all = Vec::new();
    for text in &texts {
        let mut parser = Parser::new(text, context, &names, &mut read);
        let plain = parser.without_paraphrases();
        if let Some(plain) = &plain {
            parser = Parser::new(plain, context, &names, &mut read);
        }
        // "How many cars … are compact": beside another condition, a noun for the rows adds none.
        if texts.len() > 1 && parser.is_only_entity() {
            parser.note_entity(0);
            continue;
        }
        let parsed = parser.whole();
        all.push(parsed.map_err(|fault| quoting(text, fault))?);
    }
    read.condition = match all.len() {
        1 => all.remove(0),
        _ => Condition::All(all),
    };
    match contradiction(&read.condition, &read.tests) {
        Some((one, other)) => Err(Fault::UnreadableFilter {
            text: shortened(&conditions.join(" and "), 200),
            why: format!("no row can have both \"{one}\" and \"{other}\""),
            columns: Vec::new(),
        }),
        None => Ok(read),
    }
}

/// Returns two conjunctive tests for different values of the same column. A request for "women and men" means
/// either, or two figures.
fn contradiction(condition: &Condition, tests: &[Test]) -> Option<(String, String)> {
    fn required<'t>(condition: &Condition, tests: &'t [Test], all: &mut Vec<&'t Test>) {
        match condition {
            Condition::Test(at) => all.extend(tests.get(*at)),
            Condition::All(parts) => parts.iter().for_each(|it| required(it, tests, all)),
            Condition::Any(_) | Condition::Not(_) => {}
        }
    }
    let mut all = Vec::new();
    required(condition, tests, &mut all);
    all.retain(|it| it.comparison == Comparison::Equal);
    let is_same = |one: &str, other: &str| {
        let number = |it: &str| it.trim().parse::<f64>().ok();
        folded(one) == folded(other) || number(one).is_some_and(|it| number(other) == Some(it))
    };
    let is_other = |one: &Test, other: &Test| {
        let meets = |it: &str| other.values().any(|own| is_same(it, own));
        one.column == other.column && !one.values().any(meets)
    };
    all.iter().enumerate().find_map(|(at, one)| {
        let other = all[at + 1..].iter().find(|other| is_other(one, other))?;
        Some((one.shown.clone(), other.shown.clone()))
    })
}

/// Returns a fault with the condition as it was given.
fn quoting(said: &str, fault: Fault) -> Fault {
    match fault {
        Fault::UnreadableFilter { why, columns, .. } => {
            Fault::UnreadableFilter { text: shortened(said.trim(), 200), why, columns }
        }
        other => other,
    }
}

/// Splits a conjunction of parenthesized conditions: `(cars) and (no luggage room)`.
fn conjuncts(text: &str) -> Vec<&str> {
    let whole = vec![text];
    let mut parts = Vec::new();
    let mut rest = text.trim();
    loop {
        let Some(end) = closing(rest) else { return whole };
        parts.push(rest[1..end].trim());
        rest = rest[end + 1..].trim_start();
        if rest.is_empty() {
            break;
        }
        let Some(next) = rest.strip_prefix("and ") else { return whole };
        rest = next.trim_start();
    }
    if parts.len() > 1 && parts.iter().all(|it| !it.is_empty()) { parts } else { whole }
}

/// Returns the place of the parenthesis that closes the one at the start of a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return (letter == ')').then_some(at);
        }
    }
    None
}

struct Parser<'p> {
    text: &'p str,
    tokens: Vec<Token>,
    headings: &'p [Heading],
    names: &'p Names,
    sheet: &'p str,
    sample: &'p Sample,
    read: &'p mut Conditions,
    /// The column of the preceding test, which the next one may omit.
    last: Option<usize>,
    depth: usize,
    asks_for_row: bool,
}

impl<'p> Parser<'p> {
    fn new(text: &'p str, context: Context<'p>, names: &'p Names, read: &'p mut Conditions) -> Self {
        Self {
            text,
            tokens: tokens(text),
            headings: context.headings,
            names,
            sheet: context.sheet,
            sample: context.sample,
            read,
            last: None,
            depth: 0,
            asks_for_row: context.asks_for_row,
        }
    }
}

impl Parser<'_> {
    /// Parses the whole text, as comparisons of columns or as a description of rows.
    fn whole(&mut self) -> Result<Condition, Fault> {
        let before = self.read.tests.len();
        let compared = self.comparisons();
        if compared.is_ok() && self.read.tests[before..].iter().all(|it| self.is_plain(it)) {
            return compared;
        }
        let tests = self.read.tests.split_off(before);
        self.last = None;
        match (self.description(), compared) {
            (Ok(described), _) => Ok(described),
            // No row would satisfy the test, and every row its negation.
            (Err(vague), Ok(_)) if tests.iter().any(|it| self.is_impossible(it) || self.is_crowded(it)) => {
                self.read.tests.truncate(before);
                Err(vague)
            }
            (Err(_), Ok(compared)) => {
                self.read.tests.truncate(before);
                self.read.tests.extend(tests);
                Ok(compared)
            }
            (Err(vague), Err(fault)) => {
                self.read.tests.truncate(before);
                // A text without column and comparison is a description.
                let is_named = (0..self.tokens.len()).any(|at| {
                    self.column_by_name(at).is_some()
                        || self.sign(at).is_some()
                        || self.is_one(at, &["is", "are", "é", "contains"])
                });
                Err(if is_named { fault } else { vague })
            }
        }
    }

    /// Whether the values of a test are unambiguous. A value of several words that no sample row contains may
    /// include more than the value, and a value that only occurs in another column may belong to that one.
    fn is_plain(&self, test: &Test) -> bool {
        let is_other = |it: &str| {
            let is_foreign = || !self.sample.holders(it).is_empty();
            self.is_impossible(test)
                || !is_ordered(it)
                    && (it.trim().contains(char::is_whitespace)
                        || self.sample.is_numeric(test.column)
                        || test.comparison == Comparison::Equal && is_foreign())
        };
        !test.values().any(is_other) || test.values().any(|it| self.sample.holds(test.column, it))
    }

    /// Whether an unquoted value that no sample row contains includes a column name, and is therefore more
    /// than a value.
    fn is_crowded(&self, test: &Test) -> bool {
        let is_quoted = self.tokens.iter().any(|it| it.kind == Kind::Quoted);
        let has_name =
            |it: &str| it.split_whitespace().skip(1).any(|word| word.len() > 2 && self.names.has(word));
        !is_quoted && !self.is_plain(test) && test.values().any(has_name)
    }

    /// Whether no cell can pass a test: the column is boolean and the value is not, or the column contains
    /// names and the value is a number.
    fn is_impossible(&self, test: &Test) -> bool {
        let (column, comparison) = (test.column, test.comparison);
        let compares = comparison == Comparison::Equal || comparison.orders();
        let is_neither = |it: &str| !self.sample.holds(column, it) && !Sample::is_truth(it);
        match () {
            () if self.sample.truths(column).is_some() => compares && test.values().all(is_neither),
            () if self.sample.names_rows(column) => comparison.orders() && test.values().all(is_ordered),
            () => false,
        }
    }

    fn comparisons(&mut self) -> Result<Condition, Fault> {
        self.depth = 0;
        let (condition, at) = self.alternatives(0)?;
        match at < self.tokens.len() {
            true => Err(self.fault(format!("\"{}\" is not understood", self.rest(at)))),
            false => Ok(condition),
        }
    }

    /// Parses `a or b`, each of which may be `c and d`.
    fn alternatives(&mut self, at: usize) -> Result<(Condition, usize), Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fault("it has too many parentheses".to_owned()));
        }
        let mut any = Vec::new();
        let (first, mut at) = self.both(at)?;
        any.push(first);
        while self.is_one(at, ORS) {
            let (next, end) = self.both(at + 1)?;
            any.push(next);
            at = end;
        }
        self.depth -= 1;
        Ok((if any.len() == 1 { any.remove(0) } else { Condition::Any(any) }, at))
    }

    fn both(&mut self, at: usize) -> Result<(Condition, usize), Fault> {
        let mut all = Vec::new();
        let (first, mut at) = self.clause(at)?;
        all.push(first);
        while self.is_one(at, ANDS) || self.kind(at) == Some(Kind::Comma) {
            // A comma may precede the conjunction.
            let next =
                if self.kind(at) == Some(Kind::Comma) && self.is_one(at + 1, ANDS) { at + 2 } else { at + 1 };
            if self.kind(at) == Some(Kind::Comma) && self.is_one(at + 1, ORS) {
                return Err(self.fault(format!("\"{}\" is not understood", self.rest(at))));
            }
            let (clause, end) = self.clause(next)?;
            all.push(clause);
            at = end;
        }
        Ok((if all.len() == 1 { all.remove(0) } else { Condition::All(all) }, at))
    }

    /// Parses a test or a parenthesized expression.
    fn clause(&mut self, at: usize) -> Result<(Condition, usize), Fault> {
        let Some(_) = self.tokens.get(at) else {
            return Err(self.fault(match at {
                0 => "it is empty".to_owned(),
                _ => format!("nothing follows \"{}\"", self.slice(at - 1, at)),
            }));
        };
        if let Some(flipped) = self.flipped(at) {
            return flipped;
        }
        if let Some(found) = self.subject(at) {
            let (column, next, denial) = found?;
            self.last = Some(column);
            return self.tested(column, next, denial);
        }
        let mut open = at;
        let mut negated = false;
        while self.is_one(open, &["not", "nao", "!"]) && !negated {
            (open, negated) = (open + 1, true);
        }
        if self.kind(open) == Some(Kind::Open) {
            let (inner, end) = self.alternatives(open + 1)?;
            if self.kind(end) != Some(Kind::Close) {
                let what = self.rest(end);
                return Err(self.fault(match what.is_empty() {
                    true => "a \")\" is missing".to_owned(),
                    false => format!("\"{what}\" is not understood"),
                }));
            }
            return Ok((if negated { Condition::Not(Box::new(inner)) } else { inner }, end + 1));
        }
        match (self.last, self.comparator(at)) {
            (Some(column), Some(_)) => self.tested(column, at, Denial::None),
            _ => Err(self.no_column(at)),
        }
    }

    /// Returns the text between two tokens, as a column name.
    fn name(&self, at: usize, end: usize) -> String {
        match &self.tokens[at..end] {
            [only] if only.kind == Kind::Quoted => only.word.clone(),
            _ => self.slice(at, end).to_owned(),
        }
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|it| it.kind)
    }

    fn is_one(&self, at: usize, words: &[&str]) -> bool {
        let plain = self.tokens.get(at).filter(|it| matches!(it.kind, Kind::Word | Kind::Sign));
        plain.is_some_and(|it| words.contains(&it.word.as_str()))
    }

    /// Returns the text from a token up to another one.
    fn slice(&self, at: usize, end: usize) -> &str {
        let (Some(first), Some(last)) =
            (self.tokens.get(at), end.checked_sub(1).and_then(|it| self.tokens.get(it)))
        else {
            return "";
        };
        self.text.get(first.start..last.end).unwrap_or_default()
    }

    fn rest(&self, at: usize) -> String {
        shortened(self.slice(at, self.tokens.len()), 80)
    }

    fn fault(&self, why: String) -> Fault {
        Fault::UnreadableFilter { text: shortened(self.text.trim(), 200), why, columns: Vec::new() }
    }
}

/// The meaning of the words before a column for its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Denial {
    None,
    With,
    Without,
}

fn negated(condition: Condition, denied: bool) -> Condition {
    if denied { Condition::Not(Box::new(condition)) } else { condition }
}

#[cfg(test)]
mod tests;
