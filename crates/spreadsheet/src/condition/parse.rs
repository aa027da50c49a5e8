//! From the words of a condition to tests of columns.
//!
//! A condition is read with the columns of the table at hand, so a name with a comparison in it (`Hours over time`) is a
//! name, and a value with an `and` in it (`Pride and Prejudice`) is a value. Nothing is passed over: a part that is
//! neither is an error that names it.

mod described;

use crate::condition::comparison::{Comparison, Test};
use crate::condition::words::{ANDS, FILLERS, JOINED, ORS, PHRASES, RANGE, Role, WITH, WITHOUT};
use crate::condition::{Condition, Conditions, Sample};
use crate::fault::Fault;
use crate::folding::{folded, shortened};
use crate::layout::Heading;
use crate::lookup::{self, Names};
use crate::number;
use crate::period;

/// Longer conditions are not read.
const LONGEST: usize = 4_000;

/// Conditions within conditions.
const DEEPEST: usize = 16;

/// More tests are not asked of every row.
const MOST_TESTS: usize = 64;

/// How many words the name of a column may have.
const LONGEST_NAME: usize = 16;

/// How many words a phrase may have.
const LONGEST_PHRASE: usize = 6;

/// Reads conditions that all have to hold. The sample tells what the columns hold, as far as the first rows show.
pub(crate) fn parse(
    conditions: &[String],
    headings: &[Heading],
    sheet: &str,
    sample: &Sample,
) -> Result<Conditions, Fault> {
    let mut read = Conditions::none();
    let names = Names::new(headings);
    let mut all = Vec::new();
    for text in conditions {
        if text.len() > LONGEST {
            let why = format!("it is longer than {LONGEST} bytes");
            return Err(Fault::UnreadableFilter { text: shortened(text, 60), why, columns: Vec::new() });
        }
        let mut parser = Parser {
            text,
            tokens: tokens(text),
            headings,
            names: &names,
            sheet,
            sample,
            read: &mut read,
            last: None,
            depth: 0,
        };
        all.push(parser.whole()?);
    }
    read.condition = match all.len() {
        1 => all.remove(0),
        _ => Condition::All(all),
    };
    Ok(read)
}

/// A word, a sign, or what stands in quotes.
#[derive(Debug)]
struct Token {
    start: usize,
    end: usize,
    /// Folded; of a quoted text, what stands between the quotes.
    word: String,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Quoted,
    Sign,
    Open,
    Close,
    Comma,
}

struct Parser<'p> {
    text: &'p str,
    tokens: Vec<Token>,
    headings: &'p [Heading],
    names: &'p Names,
    sheet: &'p str,
    sample: &'p Sample,
    read: &'p mut Conditions,
    /// The column of the test before, which the next may leave out.
    last: Option<usize>,
    depth: usize,
}

/// How a cell is to be compared.
#[derive(Debug, Clone, Copy)]
struct Comparator {
    role: Role,
    negated: bool,
    /// Whether it was written as a sign.
    sign: bool,
    /// Where the last phrase of it begins, which may belong to the value.
    phrase: usize,
}

impl Parser<'_> {
    /// All of the text: comparisons of columns, or else a description of rows.
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
            (Err(_), Ok(compared)) => {
                self.read.tests.truncate(before);
                self.read.tests.extend(tests);
                Ok(compared)
            }
            (Err(vague), Err(fault)) => {
                self.read.tests.truncate(before);
                // Who names no column and compares nothing describes rows.
                let is_named = (0..self.tokens.len()).any(|at| {
                    self.column_by_name(at).is_some()
                        || self.sign(at).is_some()
                        || self.is_one(at, &["is", "are", "é", "contains"])
                });
                Err(if is_named { fault } else { vague })
            }
        }
    }

    /// Whether the values of a test need no other reading: what is several words long and in none of the first rows may be a
    /// value and more.
    fn is_plain(&self, test: &Test) -> bool {
        let is_other = |it: &str| {
            !is_ordered(it)
                && (it.trim().contains(char::is_whitespace) || self.sample.is_numeric(test.column))
        };
        !test.values().any(is_other) || test.values().any(|it| self.sample.holds(test.column, it))
    }

    fn comparisons(&mut self) -> Result<Condition, Fault> {
        self.depth = 0;
        let (condition, at) = self.alternatives(0)?;
        match at < self.tokens.len() {
            true => Err(self.fault(format!("\"{}\" is not understood", self.rest(at)))),
            false => Ok(condition),
        }
    }

    /// `a or b`, each of which may be `c and d`.
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
            // A comma before the word that joins.
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

    /// One test, or what stands in parentheses.
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

    /// The column that a clause begins with, what stands behind it, and whether the words before it deny what follows.
    fn subject(&self, at: usize) -> Option<Result<(usize, usize, Denial), Fault>> {
        if let Some(found) = self.column(at) {
            return Some(found.map(|(column, next)| (column, next, Denial::None)));
        }
        let (mut next, mut denial) = (at, Denial::None);
        while next < at + LONGEST_PHRASE {
            if self.is_one(next, WITHOUT) {
                denial = Denial::Without;
            } else if self.is_one(next, WITH) {
                denial = if denial == Denial::Without { denial } else { Denial::With };
            } else if !self.is_one(next, FILLERS) {
                break;
            }
            next += 1;
            if let Some(found) = self.column(next) {
                return Some(found.map(|(column, end)| (column, end, denial)));
            }
        }
        None
    }

    /// The column that is named here, by its whole name or, before a comparison, in any way that a column may be named.
    fn column(&self, at: usize) -> Option<Result<(usize, usize), Fault>> {
        let most = self.tokens.len().min(at + LONGEST_NAME);
        for end in (at + 1..=most).rev() {
            if self.is_name(at, end) {
                let found = lookup::find(&self.name(at, end), self.headings, self.sheet);
                return Some(found.map(|(column, _)| (column, end)));
            }
        }
        for end in at + 1..most {
            if self.kind(at) == Some(Kind::Open) || self.comparator(end).is_none() {
                continue;
            }
            match lookup::find(&self.name(at, end), self.headings, self.sheet) {
                Ok((column, _)) => return Some(Ok((column, end))),
                Err(fault @ Fault::AmbiguousColumn { .. }) => return Some(Err(fault)),
                Err(_) => {}
            }
        }
        None
    }

    /// Whether the text between two tokens is the whole name of a column. A sign at its edge belongs to it only if the name
    /// has it too.
    fn is_name(&self, at: usize, end: usize) -> bool {
        let name = self.name(at, end);
        let edge = |it: Option<Kind>| matches!(it, Some(Kind::Sign | Kind::Comma));
        let loose = edge(self.kind(at)) || edge(self.kind(end - 1)) || self.kind(at) == Some(Kind::Open);
        let balanced = name.matches('(').count() == name.matches(')').count();
        if loose || !balanced { self.names.has_exactly(&name) } else { self.names.has(&name) }
    }

    /// The text between two tokens as the name of a column.
    fn name(&self, at: usize, end: usize) -> String {
        match &self.tokens[at..end] {
            [only] if only.kind == Kind::Quoted => only.word.clone(),
            _ => self.slice(at, end).to_owned(),
        }
    }

    /// The comparison that is written here, and where it ends.
    fn comparator(&self, at: usize) -> Option<(Comparator, usize)> {
        let mut found = Comparator { role: Role::Copula, negated: false, sign: false, phrase: at };
        let mut next = at;
        for _ in 0..LONGEST_PHRASE {
            if let Some((comparison, negated)) = self.sign(next) {
                found.negated ^= negated;
                let role = Role::Compare(comparison);
                return Some((Comparator { role, sign: true, phrase: next, ..found }, next + 1));
            }
            let Some((role, end)) = self.phrase(next) else { break };
            match role {
                Role::Copula => {}
                Role::Not => found.negated = !found.negated,
                // At the end only: a missing person is somebody.
                Role::Empty | Role::Filled if !self.is_end(end) => break,
                _ => return Some((Comparator { role, phrase: next, ..found }, end)),
            }
            next = end;
        }
        (next > at)
            .then_some((Comparator { role: Role::Compare(Comparison::Equal), phrase: next, ..found }, next))
    }

    fn sign(&self, at: usize) -> Option<(Comparison, bool)> {
        let token = self.tokens.get(at).filter(|it| it.kind == Kind::Sign)?;
        Some(match token.word.as_str() {
            "=" | "==" => (Comparison::Equal, false),
            "!=" | "<>" | "≠" => (Comparison::Equal, true),
            "<" => (Comparison::Less, false),
            "<=" | "≤" => (Comparison::AtMost, false),
            ">" => (Comparison::Greater, false),
            ">=" | "≥" => (Comparison::AtLeast, false),
            _ => return None,
        })
    }

    /// The longest phrase that begins here.
    fn phrase(&self, at: usize) -> Option<(Role, usize)> {
        let most = self.tokens.len().min(at + LONGEST_PHRASE);
        for end in (at + 1..=most).rev() {
            if self.tokens[at..end].iter().any(|it| it.kind != Kind::Word) {
                continue;
            }
            let words: Vec<&str> = self.tokens[at..end].iter().map(|it| it.word.as_str()).collect();
            let said = words.join(" ");
            let known = PHRASES.iter().find(|(_, phrases)| phrases.iter().any(|it| is_phrase(&said, it)));
            if let Some((role, _)) = known {
                return Some((*role, end));
            }
        }
        None
    }

    /// The tests of a column, from its comparison on.
    fn tested(&mut self, column: usize, at: usize, denial: Denial) -> Result<(Condition, usize), Fault> {
        let name = lookup::name(column, self.headings);
        let Some((comparator, at)) = self.comparator(at) else {
            if self.is_end(at) && denial != Denial::None {
                // Who "has not survived" is no empty cell, where the column says yes or no.
                if let Some(truths) = self.sample.truths(column) {
                    let test = self.test(column, Comparison::Equal, &truths)?;
                    return Ok((negated(test, denial == Denial::Without), at));
                }
                // "No children" are 0 where the cells say so, and an empty cell where they do not.
                if self.sample.is_numeric(column) && self.sample.holds(column, "0") {
                    if self.sample.has_gaps(column) {
                        return Err(
                            self.fault(format!("\"{name}\" has both empty cells and 0: say which is meant"))
                        );
                    }
                    let zero = self.test(column, Comparison::Equal, &["0".to_owned()])?;
                    return Ok((negated(zero, denial == Denial::With), at));
                }
                let empty = self.test(column, Comparison::Empty, &[])?;
                return Ok((negated(empty, denial == Denial::With), at));
            }
            let what = self.rest(at);
            return Err(self.fault(match what.is_empty() {
                true => format!("no comparison follows the column \"{name}\""),
                false => format!("\"{what}\" behind the column \"{name}\" is no comparison"),
            }));
        };
        let deny = comparator.negated ^ (denial == Denial::Without);
        match comparator.role {
            Role::Empty | Role::Filled => self.emptiness(column, comparator, at, deny),
            Role::Between => {
                let (low, high, end) = self.range(at)?;
                self.between(column, &low, &high, deny).map(|it| (it, end))
            }
            Role::OneOf => {
                let (values, end) = self.values(at, true, true)?;
                let test = self.test(column, Comparison::Equal, &values)?;
                Ok((negated(test, deny), end))
            }
            Role::Compare(comparison) if comparison.orders() => {
                self.ordered(column, comparison, comparator.sign, at, deny)
            }
            Role::Compare(Comparison::Equal) | Role::Preposition | Role::Copula | Role::Not => {
                self.equal(column, comparator, at, deny)
            }
            Role::Compare(comparison) => {
                let (values, end) = self.values(at, false, deny)?;
                let test = self.test(column, comparison, &values)?;
                Ok((negated(test, deny), end))
            }
        }
    }

    /// `is empty`, unless the column holds that very word.
    fn emptiness(
        &mut self,
        column: usize,
        comparator: Comparator,
        at: usize,
        deny: bool,
    ) -> Result<(Condition, usize), Fault> {
        let word = self.slice(comparator.phrase, at).to_owned();
        if self.sample.holds(column, &word) {
            let name = lookup::name(column, self.headings);
            self.read.notes.push(format!(
                "\"{word}\" was taken for a value that \"{name}\" holds, and not for the absence of a value"
            ));
            let test = self.test(column, Comparison::Equal, &[word])?;
            return Ok((negated(test, deny), at));
        }
        let test = self.test(column, Comparison::Empty, &[])?;
        Ok((negated(test, deny ^ (comparator.role == Role::Filled)), at))
    }

    fn ordered(
        &mut self,
        column: usize,
        comparison: Comparison,
        sign: bool,
        at: usize,
        deny: bool,
    ) -> Result<(Condition, usize), Fault> {
        let end = self.value_end(at);
        // `from 20 to 30` is a range.
        if comparison == Comparison::AtLeast
            && let Ok((low, high, end)) = self.range(at)
            && self.is_end(end)
            && is_ordered(&low)
            && is_ordered(&high)
        {
            return self.between(column, &low, &high, deny).map(|it| (it, end));
        }
        let value = measured(&self.value(at, end)?);
        let comparison = if deny { comparison.opposite().unwrap_or(comparison) } else { comparison };
        let test =
            Test::new(column, &lookup::name(column, self.headings), comparison, std::slice::from_ref(&value));
        // Words may have an order too, but who says "above average" does not mean the alphabet.
        let wordy = value.starts_with(|it: char| it.is_ascii_digit()) || !sign;
        if !test.is_ordered() && wordy {
            return Err(self.fault(format!("\"{value}\" is neither a number nor a date")));
        }
        let test = self.test(column, comparison, &[value])?;
        // `75 or later`, `30 or more`
        Ok((test, end))
    }

    fn equal(
        &mut self,
        column: usize,
        comparator: Comparator,
        at: usize,
        deny: bool,
    ) -> Result<(Condition, usize), Fault> {
        if comparator.sign && self.is_end(at) {
            // `Note =` asks for cells that hold nothing.
            let test = self.test(column, Comparison::Empty, &[])?;
            return Ok((negated(test, deny), at));
        }
        if let Some((comparison, value, end)) = self.or_beyond(at) {
            let comparison = if deny { comparison.opposite().unwrap_or(comparison) } else { comparison };
            return Ok((self.test(column, comparison, &[value])?, end));
        }
        if let Ok((low, high, end)) = self.range(at)
            && self.is_end(end)
            && !self.range_is_conjunction(at, end)
            && is_ordered(&low)
            && is_ordered(&high)
        {
            return self.between(column, &low, &high, deny).map(|it| (it, end));
        }
        let list = comparator.role == Role::Preposition && self.kind(at) == Some(Kind::Open);
        let (mut values, end) = self.values(at, list, deny)?;
        // The preposition may be a part of the value: `on hold`.
        if comparator.role == Role::Preposition && !list {
            values.push(self.slice(comparator.phrase, end).to_owned());
        }
        let test = self.test(column, Comparison::Equal, &values)?;
        Ok((negated(test, deny), end))
    }

    /// `75 or later`, `30 or more`, `10 ou menos`
    fn or_beyond(&self, at: usize) -> Option<(Comparison, String, usize)> {
        const MORE: &[&str] =
            &["more", "later", "above", "higher", "over", "greater", "after", "older", "mais"];
        const MORE_STILL: &[&str] = &["superior", "acima", "maior", "depois", "up", "upwards"];
        const LESS: &[&str] = &["less", "fewer", "earlier", "below", "lower", "under", "before", "younger"];
        const LESS_STILL: &[&str] = &["menos", "inferior", "abaixo", "menor", "antes", "down"];
        let joint = (at + 1..self.tokens.len().min(at + 5))
            .find(|it| self.is_one(*it, ORS) || self.is_one(*it, ANDS))?;
        let comparison = if self.is_one(joint + 1, MORE) || self.is_one(joint + 1, MORE_STILL) {
            Comparison::AtLeast
        } else if self.is_one(joint + 1, LESS) || self.is_one(joint + 1, LESS_STILL) {
            Comparison::AtMost
        } else {
            return None;
        };
        let value = measured(self.slice(at, joint));
        (is_ordered(&value) && self.is_end(joint + 2)).then_some((comparison, value, joint + 2))
    }

    /// `10 < Price`
    fn flipped(&mut self, at: usize) -> Option<Result<(Condition, usize), Fault>> {
        let (comparison, deny) = self.sign(at + 1).filter(|_| !self.is_name(at, at + 1))?;
        let (column, end) = self.column_by_name(at + 2)?;
        let value = self.name(at, at + 1);
        let turned = match comparison {
            Comparison::Less => Comparison::Greater,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::Greater => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
            other => other,
        };
        self.last = Some(column);
        let first = match self.test(column, turned, &[value]) {
            Ok(test) => negated(test, deny),
            Err(fault) => return Some(Err(fault)),
        };
        // `10 < Price < 20`
        if self.sign(end).is_some() {
            let second = self.tested(column, end, Denial::None);
            return Some(second.map(|(second, end)| (Condition::All(vec![first, second]), end)));
        }
        Some(Ok((first, end)))
    }

    fn column_by_name(&self, at: usize) -> Option<(usize, usize)> {
        let most = self.tokens.len().min(at + LONGEST_NAME);
        (at + 1..=most).rev().find_map(|end| {
            let named = self.is_name(at, end).then(|| self.name(at, end))?;
            Some((lookup::find(&named, self.headings, self.sheet).ok()?.0, end))
        })
    }

    fn between(&mut self, column: usize, low: &str, high: &str, deny: bool) -> Result<Condition, Fault> {
        let (low, high) = (measured(low), measured(high));
        for value in [&low, &high] {
            if !is_ordered(value) {
                return Err(self.fault(format!("\"{value}\" is neither a number nor a date")));
            }
        }
        let at_least = if deny { Comparison::Less } else { Comparison::AtLeast };
        let at_most = if deny { Comparison::Greater } else { Comparison::AtMost };
        let both = vec![self.test(column, at_least, &[low])?, self.test(column, at_most, &[high])?];
        Ok(if deny { Condition::Any(both) } else { Condition::All(both) })
    }

    /// The two ends of a range.
    fn range(&self, at: usize) -> Result<(String, String, usize), Fault> {
        let joint = (at + 1..self.tokens.len().min(at + 8)).find(|it| self.is_one(*it, RANGE));
        let joint = joint.ok_or_else(|| {
            self.fault(format!("\"{}\" is not two values with \"and\" between them", self.rest(at)))
        })?;
        let mut end = self.value_end(joint + 1);
        let low = self.value(at, joint)?;
        let high = self.value(joint + 1, end)?;
        // `both included` says what holds anyway.
        while self.kind(end) == Some(Kind::Comma) && self.is_inclusive(end + 1) {
            end = self.value_end(end + 1);
        }
        Ok((low, without_inclusive(&high), end))
    }

    fn is_inclusive(&self, at: usize) -> bool {
        self.is_one(at, &["both", "inclusive", "included", "ambos", "inclusivo", "incluidos"])
    }

    /// Whether what looks like a range is two values that "and" joins.
    fn range_is_conjunction(&self, at: usize, end: usize) -> bool {
        (at..end).any(|it| self.is_one(it, ANDS))
    }

    /// The values that a cell may equal, and where they end. `list` is true where a list is announced; `denied` where the
    /// cell may be none of them, so that "and" joins them as well.
    fn values(&self, at: usize, list: bool, denied: bool) -> Result<(Vec<String>, usize), Fault> {
        if list && self.kind(at) == Some(Kind::Open) {
            return self.bracketed(at);
        }
        let mut values = Vec::new();
        let (mut start, mut next) = (at, at);
        let mut joined = false;
        loop {
            let end = self.value_end(next);
            let separates = self.is_one(end, ORS)
                || self.kind(end) == Some(Kind::Comma)
                || (self.is_one(end, ANDS) && (list || denied || joined));
            let goes_on = end < self.tokens.len() && !self.starts_clause(end + 1) && end > next;
            if self.kind(end) == Some(Kind::Close) || !goes_on {
                values.push(self.value(start, end)?);
                next = end;
                break;
            }
            if separates {
                values.push(self.value(start, end)?);
                joined = true;
                // A comma and the word behind it separate once.
                let comma = self.kind(end) == Some(Kind::Comma);
                let word = comma && (self.is_one(end + 1, ORS) || self.is_one(end + 1, ANDS));
                next = end + 1 + usize::from(word);
                while self.is_one(next, &["not", "nao"]) && denied {
                    next += 1;
                }
                start = next;
            } else {
                next = end + 1;
            }
        }
        // What was parted may be one value all the same: "Now or Never".
        if values.len() > 1 && !list {
            values.push(self.value(at, next)?);
        }
        Ok((values, next))
    }

    /// `(C, Q)`
    fn bracketed(&self, at: usize) -> Result<(Vec<String>, usize), Fault> {
        let close = (at..self.tokens.len()).find(|it| self.kind(*it) == Some(Kind::Close));
        let close = close.ok_or_else(|| self.fault("a \")\" is missing".to_owned()))?;
        let mut values = Vec::new();
        let mut start = at + 1;
        for end in at + 1..=close {
            let separates = end == close
                || self.kind(end) == Some(Kind::Comma)
                || self.is_one(end, ORS)
                || self.is_one(end, ANDS);
            if separates {
                if end > start {
                    let value = self.value(start, end)?;
                    let quoted = end - start == 1 && self.kind(start) == Some(Kind::Quoted);
                    match quoted {
                        true => values.push(value),
                        false => values.extend(
                            value
                                .split([',', ';'])
                                .map(str::trim)
                                .filter(|it| !it.is_empty())
                                .map(str::to_owned),
                        ),
                    }
                }
                start = end + 1;
            }
        }
        match values.is_empty() {
            true => Err(self.fault("nothing is listed in the parentheses".to_owned())),
            false => Ok((values, close + 1)),
        }
    }

    /// Where a value ends at the latest: at the next word that joins, at a closing parenthesis, or at the end.
    fn value_end(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for (end, token) in self.tokens.iter().enumerate().skip(at) {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => return end,
                Kind::Close => depth -= 1,
                Kind::Comma if depth == 0 => return end,
                Kind::Word | Kind::Sign
                    if depth == 0 && end > at && (self.is_one(end, ANDS) || self.is_one(end, ORS)) =>
                {
                    return end;
                }
                _ => {}
            }
        }
        self.tokens.len()
    }

    fn value(&self, at: usize, end: usize) -> Result<String, Fault> {
        if at >= end || at >= self.tokens.len() {
            let before = at.checked_sub(1).map_or("", |it| self.slice(it, it + 1));
            return Err(self.fault(format!("nothing follows \"{before}\"")));
        }
        Ok(self.name(at, end))
    }

    /// Whether a clause begins here, so that what stands before is at its end.
    fn starts_clause(&self, at: usize) -> bool {
        if at >= self.tokens.len() {
            return true;
        }
        if self.kind(at) == Some(Kind::Open)
            || (self.is_one(at, &["not", "nao"]) && self.kind(at + 1) == Some(Kind::Open))
        {
            return true;
        }
        let named = self.subject(at).is_some_and(|found| {
            found.is_err()
                || found.is_ok_and(|(_, next, denial)| {
                    self.comparator(next).is_some() || (denial != Denial::None && self.is_end(next))
                })
        });
        if named || self.compares(at) {
            return true;
        }
        // The column may be left out before a comparison, though a mere copula is a word of many values.
        self.comparator(at).is_some_and(|(comparator, _)| {
            comparator.sign
                || comparator.negated
                || matches!(
                    comparator.role,
                    Role::Compare(_) | Role::Between | Role::OneOf | Role::Preposition
                ) && comparator.role != Role::Compare(Comparison::Equal)
                || matches!(comparator.role, Role::Empty | Role::Filled)
        })
    }

    /// Whether a comparison is made before the next word that joins, so that what it begins with is meant to be a column.
    fn compares(&self, at: usize) -> bool {
        let end = self.value_end(at);
        (at + 1..end).any(|it| {
            let phrase = self.phrase(it).is_some_and(|(role, behind)| match role {
                Role::Compare(comparison) => comparison != Comparison::Equal,
                Role::Between => true,
                Role::Empty | Role::Filled => behind == end,
                Role::Copula => {
                    self.is_one(it, &["is", "are", "was", "were", "é", "sao", "esta", "estao", "foi"])
                }
                _ => false,
            });
            self.sign(it).is_some() || (phrase && it + 1 < end.max(it + 2))
        })
    }

    /// Whether a clause can end here.
    fn is_end(&self, at: usize) -> bool {
        at >= self.tokens.len()
            || matches!(self.kind(at), Some(Kind::Close | Kind::Comma))
            || self.is_one(at, ANDS)
            || self.is_one(at, ORS)
    }

    fn test(&mut self, column: usize, comparison: Comparison, values: &[String]) -> Result<Condition, Fault> {
        if self.read.tests.len() >= MOST_TESTS {
            return Err(self.fault(format!("it has more than {MOST_TESTS} comparisons")));
        }
        let name = lookup::name(column, self.headings);
        self.read.tests.push(Test::new(column, &name, comparison, values));
        Ok(Condition::Test(self.read.tests.len() - 1))
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|it| it.kind)
    }

    fn is_one(&self, at: usize, words: &[&str]) -> bool {
        let plain = self.tokens.get(at).filter(|it| matches!(it.kind, Kind::Word | Kind::Sign));
        plain.is_some_and(|it| words.contains(&it.word.as_str()))
    }

    /// The text from one token to before another.
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

    /// What stands where a column should.
    fn no_column(&self, at: usize) -> Fault {
        let end = (at + 1..self.tokens.len()).find(|it| self.comparator(*it).is_some());
        let asked = end.map_or_else(|| self.rest(at), |end| self.slice(at, end).to_owned());
        let all = (0..self.headings.len()).take(50).map(|it| lookup::name(it, self.headings));
        Fault::UnreadableFilter {
            text: shortened(self.text.trim(), 200),
            why: format!("there is no column \"{asked}\""),
            columns: all.collect(),
        }
    }
}

/// What the words before a column say about its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Denial {
    None,
    With,
    Without,
}

fn negated(condition: Condition, denied: bool) -> Condition {
    if denied { Condition::Not(Box::new(condition)) } else { condition }
}

/// Whether words are a phrase, with an article joined to its last preposition or without.
fn is_phrase(said: &str, phrase: &str) -> bool {
    if said == phrase || folded(phrase) == said {
        return true;
    }
    let (head, last) = phrase.rsplit_once(' ').unwrap_or(("", phrase));
    let Some((_, joined)) = JOINED.iter().find(|(preposition, _)| *preposition == last) else { return false };
    let Some(rest) = said.strip_prefix(head).map(str::trim_start) else { return false };
    // One letter alone is too little to be a preposition with an article.
    (!head.is_empty() || last == "em") && joined.contains(&rest)
}

/// Whether a value has an order: a number, a day, a longer time.
fn is_ordered(value: &str) -> bool {
    let value = measured(value);
    number::read(&value).is_some() || period::read(&value).is_some()
}

/// A number without the word behind it that says what it is a number of, and with the word that multiplies it.
fn measured(value: &str) -> String {
    const UNITS: &[&str] = &[
        "years",
        "year",
        "yrs",
        "anos",
        "ano",
        "days",
        "day",
        "dias",
        "dia",
        "hours",
        "horas",
        "euros",
        "euro",
        "dollars",
        "dollar",
        "reais",
        "real",
        "pounds",
        "units",
        "unidades",
        "km",
        "kg",
        "cm",
        "mm",
        "m",
        "g",
        "percent",
        "points",
        "pontos",
        "items",
        "itens",
        "inclusive",
        "times",
        "vezes",
        "old",
        "people",
        "pessoas",
    ];
    const TIMES: &[(&[&str], u32)] = &[
        (&["thousand", "mil", "k"], 3),
        (&["million", "millions", "milhao", "milhoes"], 6),
        (&["billion", "billions", "bilhao", "bilhoes"], 9),
    ];
    let value = value.trim();
    if number::read(value).is_some() || period::read(value).is_some() {
        return value.to_owned();
    }
    let folded = folded(value);
    let mut words: Vec<&str> = folded.split(' ').collect();
    while words.len() > 1 && words.last().is_some_and(|it| UNITS.contains(it)) {
        words.pop();
    }
    while words.len() > 1 && matches!(words[0], "the" | "o" | "a" | "dia" | "day" | "of" | "de") {
        words.remove(0);
    }
    let times = words.last().and_then(|last| TIMES.iter().find(|(names, _)| names.contains(last)));
    if let (Some((_, zeros)), [number, _]) = (times, words.as_slice())
        && let Some(number) = number::read(number).and_then(|it| it.point.or(it.comma))
    {
        return (number.nearest() * 10_f64.powi(*zeros as i32)).to_string();
    }
    let short = words.join(" ");
    let reads = number::read(&short).is_some() || period::read(&short).is_some();
    if reads { short } else { value.to_owned() }
}

fn without_inclusive(value: &str) -> String {
    let words = ["inclusive", "included", "both included", "inclusivo"];
    let found = words.iter().find_map(|word| value.trim().strip_suffix(word));
    found.unwrap_or(value).trim().trim_end_matches(',').to_owned()
}

/// Words, signs, quoted texts and parentheses.
fn tokens(text: &str) -> Vec<Token> {
    const SIGNS: [&str; 13] = ["!=", "<>", "<=", ">=", "==", "&&", "||", "≠", "≤", "≥", "=", "<", ">"];
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(letter) = text.get(at..).and_then(|it| it.chars().next()) {
        let rest = &text[at..];
        if letter.is_whitespace() {
            at += letter.len_utf8();
            continue;
        }
        let closing = match letter {
            '"' | '\'' => Some(letter),
            '\u{201c}' => Some('\u{201d}'),
            '«' => Some('»'),
            _ => None,
        };
        let quoted = closing.and_then(|it| rest[letter.len_utf8()..].find(it).map(|end| (it, end)));
        if let Some((closing, length)) = quoted {
            let start = at + letter.len_utf8();
            let end = start + length + closing.len_utf8();
            let word = text[start..start + length].to_owned();
            tokens.push(Token { start: at, end, word, kind: Kind::Quoted });
            at = end;
            continue;
        }
        let sign = SIGNS.iter().find(|it| rest.starts_with(**it));
        let (length, kind) = match (sign, letter) {
            (Some(sign), _) => (sign.len(), Kind::Sign),
            (None, '(') => (1, Kind::Open),
            (None, ')') => (1, Kind::Close),
            (None, ',' | ';') => (1, Kind::Comma),
            _ => (word_length(rest, &SIGNS), Kind::Word),
        };
        let word = match &text[at..at + length] {
            // With its accent it is a verb, without it "and".
            verb @ ("é" | "É") => verb.to_lowercase(),
            word => folded(word),
        };
        tokens.push(Token { start: at, end: at + length, word, kind });
        at += length;
    }
    tokens
}

/// How long the word is that a text begins with. A comma within it belongs to it, as in `1,234`.
fn word_length(text: &str, signs: &[&str]) -> usize {
    for (at, letter) in text.char_indices().skip(1) {
        let rest = &text[at..];
        let comma = matches!(letter, ',' | ';')
            && rest[1..].chars().next().is_none_or(|it| it.is_whitespace() || it == ')');
        if letter.is_whitespace()
            || matches!(letter, '(' | ')')
            || comma
            || signs.iter().any(|sign| rest.starts_with(sign))
        {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests;
