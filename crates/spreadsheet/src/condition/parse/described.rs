//! Rows as people describe them: "male passengers over 30 from Lisbon". The column is often left out, since a value that only
//! one column holds says which it is. Nothing is passed over but words without content; what is neither a column nor a value
//! that the first rows hold is an error.

use crate::condition::Condition;
use crate::condition::comparison::Comparison;
use crate::condition::words::{ANDS, Role};
use crate::fault::Fault;
use crate::lookup;
use crate::period;

use super::{Kind, ORS, Parser, RANGE, is_ordered, measured, negated};

/// How many words a value may have.
const LONGEST_VALUE: usize = 6;

/// How many words may stand between a number and the column that it is of.
const FURTHEST: usize = 4;

/// Words without content.
const IDLE: &[&str] = &[
    "the",
    "a",
    "an",
    "o",
    "os",
    "as",
    "um",
    "uma",
    "of",
    "in",
    "on",
    "at",
    "from",
    "for",
    "to",
    "with",
    "by",
    "who",
    "that",
    "which",
    "whose",
    "where",
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "has",
    "have",
    "had",
    "did",
    "do",
    "does",
    "there",
    "their",
    "its",
    "de",
    "do",
    "da",
    "dos",
    "das",
    "em",
    "no",
    "na",
    "nos",
    "nas",
    "ao",
    "aos",
    "com",
    "que",
    "onde",
    "cujo",
    "cuja",
    "cujos",
    "cujas",
    "é",
    "sao",
    "foi",
    "foram",
    "era",
    "eram",
    "tem",
    "ha",
    "houve",
    "column",
    "coluna",
    "field",
    "campo",
    "value",
    "valor",
    "together",
    "juntos",
    "juntas",
    "inclusive",
    "only",
    "apenas",
    "so",
    "rows",
    "linhas",
    "row",
    "linha",
    "para",
    "pela",
    "pelo",
    "estao",
    "esta",
    "called",
    "chamado",
    "chamada",
    "named",
    "having",
    "being",
    "both",
    "all",
    "todos",
    "todas",
    "year",
    "ano",
    "month",
    "mes",
    "during",
    "durante",
];

const NOT: &[&str] = &[
    "not",
    "nao",
    "non",
    "never",
    "except",
    "excluding",
    "exceto",
    "excepto",
    "without",
    "sem",
    "didn't",
    "don't",
    "doesn't",
    "isn't",
    "aren't",
    "wasn't",
    "weren't",
];

/// Words between a value and the column that it is in.
const INSIDE: &[&str] = &["in", "on", "em", "no", "na", "nos", "nas", "as"];

/// Words that compare times.
const TIMED: &[&str] =
    &["before", "after", "since", "until", "till", "antes", "depois", "desde", "ate", "apos", "a"];

/// Values that people call otherwise.
const SYNONYMS: &[&[&str]] = &[
    &["female", "f", "woman", "women", "females", "mulher", "mulheres", "feminino", "feminina"],
    &["male", "m", "man", "men", "males", "homem", "homens", "masculino", "masculina"],
];

/// A part of a description.
struct Part {
    condition: Condition,
    /// The column and the values, where it says that a cell is one of them.
    equal: Option<(usize, Vec<String>)>,
    negated: bool,
    /// Whether "or" stands before it.
    alternative: bool,
}

impl Parser<'_> {
    /// Reads all tokens as a description.
    pub(super) fn description(&mut self) -> Result<Condition, Fault> {
        let mut parts: Vec<Part> = Vec::new();
        let (mut at, mut denied, mut joint) = (0, false, Joint::None);
        while at < self.tokens.len() {
            if self.kind(at) == Some(Kind::Comma) || (self.is_one(at, ANDS) && !self.is_copula(at)) {
                joint = if joint == Joint::Or { joint } else { Joint::And };
                at += 1;
            } else if self.is_one(at, ORS) {
                joint = Joint::Or;
                at += 1;
            } else if self.is_one(at, NOT) {
                denied = !denied;
                at += 1;
            } else if let Some((condition, equal, end)) = self.described(at, denied)? {
                let part = Part { condition, equal, negated: denied, alternative: joint == Joint::Or };
                self.join(&mut parts, part, joint)?;
                (at, denied, joint) = (end, false, Joint::None);
            } else if self.is_one(at, IDLE) {
                at += 1;
            } else {
                return Err(self.unknown(at));
            }
        }
        if parts.is_empty() || denied || joint != Joint::None {
            return Err(self.unknown(self.tokens.len().saturating_sub(1)));
        }
        let mut any: Vec<Vec<Condition>> = vec![Vec::new()];
        for part in parts {
            if part.alternative {
                any.push(Vec::new());
            }
            if let Some(last) = any.last_mut() {
                last.push(part.condition);
            }
        }
        let all = |mut all: Vec<Condition>| if all.len() == 1 { all.remove(0) } else { Condition::All(all) };
        let mut any: Vec<Condition> = any.into_iter().map(all).collect();
        Ok(if any.len() == 1 { any.remove(0) } else { Condition::Any(any) })
    }

    /// Adds a part. "Engineering and Finance" are two values that a cell may be.
    fn join(&mut self, parts: &mut Vec<Part>, part: Part, joint: Joint) -> Result<(), Fault> {
        if let (Some(last), Some((column, more))) = (parts.last_mut(), &part.equal)
            && let Some((own, values)) = &mut last.equal
            && own == column
            && joint != Joint::None
            && (!part.negated || last.negated)
        {
            values.extend(more.iter().cloned());
            let (column, values) = (*column, values.clone());
            let denied = last.negated;
            let test = self.test(column, Comparison::Equal, &values)?;
            if let Some(last) = parts.last_mut() {
                last.condition = negated(test, denied);
            }
            return Ok(());
        }
        parts.push(part);
        Ok(())
    }

    /// One part of a description that begins here.
    #[expect(clippy::type_complexity, reason = "the parts of one result, taken apart at once")]
    fn described(
        &mut self,
        at: usize,
        denied: bool,
    ) -> Result<Option<(Condition, Option<(usize, Vec<String>)>, usize)>, Fault> {
        if self.kind(at) == Some(Kind::Open) {
            return self.enclosed(at, denied).map(|it| it.map(|(condition, end)| (condition, None, end)));
        }
        if let Some((column, end)) = self.column_by_name(at) {
            self.last = Some(column);
            return self.of_column(column, end, denied);
        }
        // "An unknown age"
        if let Some((role @ (Role::Empty | Role::Filled), next)) = self.phrase(at)
            && let Some((column, end)) = self.column_by_name(next)
        {
            let test = self.test(column, Comparison::Empty, &[])?;
            return Ok(Some((negated(test, denied ^ (role == Role::Filled)), None, end)));
        }
        if let Some((condition, end)) = self.turned(at, denied)? {
            return Ok(Some((condition, None, end)));
        }
        self.bare_value(at, denied)
    }

    /// What stands in parentheses is a condition of its own.
    fn enclosed(&mut self, at: usize, denied: bool) -> Result<Option<(Condition, usize)>, Fault> {
        let mut depth = 0_usize;
        for end in at..self.tokens.len() {
            match self.kind(end) {
                Some(Kind::Open) => depth += 1,
                Some(Kind::Close) => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let inner = self.slice(at + 1, end).to_owned();
                let condition = self.within(&inner)?;
                return Ok(Some((negated(condition, denied), end + 1)));
            }
        }
        Ok(None)
    }

    /// A text as a condition of its own.
    fn within(&mut self, text: &str) -> Result<Condition, Fault> {
        if self.depth >= super::DEEPEST {
            return Err(self.fault("it has too many parentheses".to_owned()));
        }
        let mut inner = Parser {
            text,
            tokens: super::tokens(text),
            headings: self.headings,
            names: self.names,
            sheet: self.sheet,
            sample: self.sample,
            read: &mut *self.read,
            last: None,
            depth: self.depth + 1,
        };
        inner.whole()
    }

    /// A column, and behind it a comparison, a value, or nothing where the column says whether something is so.
    #[expect(clippy::type_complexity, reason = "the parts of one result, taken apart at once")]
    fn of_column(
        &mut self,
        column: usize,
        at: usize,
        denied: bool,
    ) -> Result<Option<(Condition, Option<(usize, Vec<String>)>, usize)>, Fault> {
        // A class that is called "A" is no article.
        if let Some((value, end)) = self.value_of(column, at).filter(|(_, end)| !self.is_plain_word(at, *end))
        {
            let test = self.test(column, Comparison::Equal, std::slice::from_ref(&value))?;
            return Ok(Some((negated(test, denied), Some((column, vec![value])), end)));
        }
        let (mut next, mut deny) = (at, denied);
        if let Some((comparator, behind)) = self.comparator(at) {
            let denies = denied ^ comparator.negated;
            match comparator.role {
                Role::Compare(Comparison::Equal) | Role::Copula => (next, deny) = (behind, denies),
                role => {
                    if let Some((condition, end)) = self.compared(column, role, behind, denies)? {
                        return Ok(Some((condition, None, end)));
                    }
                }
            }
        }
        while next < self.tokens.len()
            && (self.is_one(next, IDLE) || self.is_one(next, NOT) || self.kind(next) == Some(Kind::Sign))
        {
            match self.sign(next) {
                Some((Comparison::Equal, negated)) => deny ^= negated,
                Some(_) => return Ok(None),
                None if self.is_one(next, NOT) => deny = !deny,
                None => {}
            }
            next += 1;
        }
        if let Some((value, end)) = self.value_of(column, next) {
            let test = self.test(column, Comparison::Equal, std::slice::from_ref(&value))?;
            return Ok(Some((negated(test, deny), (deny == denied).then(|| (column, vec![value])), end)));
        }
        match self.sample.truths(column) {
            Some(truths) => {
                let test = self.test(column, Comparison::Equal, &truths)?;
                Ok(Some((negated(test, denied), None, at)))
            }
            None => Ok(None),
        }
    }

    /// Whether a value is a word without content in lower case, which is one by chance.
    fn is_plain_word(&self, at: usize, end: usize) -> bool {
        let is_lower = !self.slice(at, end).contains(char::is_uppercase);
        end == at + 1 && is_lower && (self.is_one(at, IDLE) || self.is_one(at, NOT) || self.is_one(at, ANDS))
    }

    /// The longest value of a column that begins here, or a number where it holds numbers.
    fn value_of(&self, column: usize, at: usize) -> Option<(String, usize)> {
        let most = self.tokens.len().min(at + LONGEST_VALUE);
        let held = (at + 1..=most).rev().map(|end| (self.name(at, end), end));
        let found = held.into_iter().find_map(|(text, end)| Some((self.called(column, &text)?, end)));
        found.or_else(|| {
            let (value, end) = self.ordered_value(at).filter(|_| self.sample.is_numeric(column))?;
            Some((value, end))
        })
    }

    /// The value of a column that a text is, or is another word for.
    fn called(&self, column: usize, text: &str) -> Option<String> {
        if self.sample.holds(column, text) {
            return Some(text.to_owned());
        }
        let said = crate::folding::folded(text);
        let others = SYNONYMS.iter().filter(|group| group.contains(&said.as_str())).flat_map(|it| it.iter());
        let other = others.into_iter().find(|it| self.sample.holds(column, it)).map(|it| (*it).to_owned());
        other.or_else(|| {
            let single = said.strip_suffix('s').filter(|it| it.len() > 2)?;
            self.sample.holds(column, single).then(|| single.to_owned())
        })
    }

    /// The longest number or date that begins here.
    fn ordered_value(&self, at: usize) -> Option<(String, usize)> {
        let most = self.tokens.len().min(at + FURTHEST);
        (at + 1..=most).rev().find_map(|end| {
            let plain = self.tokens[at..end].iter().all(|it| matches!(it.kind, Kind::Word | Kind::Quoted));
            let value = measured(&spelt(&self.name(at, end)));
            (plain && is_ordered(&value)).then_some((value, end))
        })
    }

    /// What a comparison other than with a single value says of a column, and where that ends.
    fn compared(
        &mut self,
        column: usize,
        role: Role,
        at: usize,
        deny: bool,
    ) -> Result<Option<(Condition, usize)>, Fault> {
        match role {
            Role::Empty | Role::Filled => {
                let test = self.test(column, Comparison::Empty, &[])?;
                Ok(Some((negated(test, deny ^ (role == Role::Filled)), at)))
            }
            Role::Compare(comparison) if comparison.orders() => {
                let Some((value, end)) = self.ordered_value(at) else { return Ok(None) };
                let comparison = if deny { comparison.opposite().unwrap_or(comparison) } else { comparison };
                Ok(Some((self.test(column, comparison, &[value])?, end)))
            }
            Role::Between => {
                let Some((low, high, end)) = self.ends(at) else { return Ok(None) };
                self.between(column, &low, &high, deny).map(|it| Some((it, end)))
            }
            Role::Compare(comparison) => {
                let end = self.value_end(at);
                let Ok(value) = self.value(at, end) else { return Ok(None) };
                let test = self.test(column, comparison, &[value])?;
                Ok(Some((negated(test, deny), end)))
            }
            Role::OneOf | Role::Preposition if self.kind(at) == Some(Kind::Open) => {
                let (values, end) = self.bracketed(at)?;
                let test = self.test(column, Comparison::Equal, &values)?;
                Ok(Some((negated(test, deny), end)))
            }
            _ => Ok(None),
        }
    }

    /// The two ends of a range that begins here.
    fn ends(&self, at: usize) -> Option<(String, String, usize)> {
        let (low, joint) = (at + 1..self.tokens.len().min(at + FURTHEST)).find_map(|joint| {
            let low = measured(&spelt(&self.name(at, joint)));
            (self.is_one(joint, RANGE) && is_ordered(&low)).then_some((low, joint))
        })?;
        let (high, end) = self.ordered_value(joint + 1)?;
        Some((low, high, end))
    }

    /// `more than 3 children`, `8 cylinders`, `30 to 40 years`, `after 2024-05-01`: a comparison before its column, or without
    /// one where only one column has dates.
    fn turned(&mut self, at: usize, denied: bool) -> Result<Option<(Condition, usize)>, Fault> {
        let comparator = self.comparator(at).filter(|(it, _)| {
            matches!(it.role, Role::Between) || matches!(it.role, Role::Compare(role) if role.orders())
        });
        let (role, next, deny) = match comparator {
            Some((comparator, next)) => (comparator.role, next, denied ^ comparator.negated),
            None => (Role::Compare(Comparison::Equal), at, denied),
        };
        let is_range = self.ends(next).filter(|_| !matches!(role, Role::Compare(it) if it.orders()));
        let end = match (&is_range, self.ordered_value(next)) {
            (Some((_, _, end)), _) => *end,
            (None, Some((_, end))) => end,
            (None, None) => return Ok(None),
        };
        let value = self.ordered_value(next).map(|it| it.0);
        let named = (end..self.tokens.len().min(end + FURTHEST))
            .take_while(|it| *it == end || self.is_one(it - 1, IDLE))
            .find_map(|it| self.column_by_name(it))
            .filter(|(column, _)| self.sample.truths(*column).is_none());
        // A year is a date where a word for time stands before it.
        let is_timed = self.follows_preposition(at) || (comparator.is_some() && self.is_one(at, TIMED));
        let is_date = |it: &String| match is_year(it) {
            true => is_timed,
            false => period::read(it).is_some(),
        };
        let (column, end) = match (named, self.last) {
            (Some((column, end)), _) => (column, end),
            (None, Some(last)) if comparator.is_some() && self.follows_joint(at) => (last, end),
            (None, _) => match self.sample.dated().as_slice() {
                [only] if value.as_ref().is_some_and(is_date) => (*only, end),
                _ => return Ok(None),
            },
        };
        self.last = Some(column);
        match (is_range, role, value) {
            (Some((low, high, _)), _, _) => self.between(column, &low, &high, deny).map(|it| Some((it, end))),
            (None, Role::Compare(comparison), Some(value)) => {
                let turned = if deny { comparison.opposite() } else { None };
                let test = self.test(column, turned.unwrap_or(comparison), &[value])?;
                Ok(Some((negated(test, deny && turned.is_none()), end)))
            }
            _ => Ok(None),
        }
    }

    fn follows_joint(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|it| self.is_one(it, ANDS) || self.is_one(it, ORS))
    }

    fn follows_preposition(&self, at: usize) -> bool {
        at.checked_sub(1)
            .is_some_and(|it| self.is_one(it, &["in", "em", "during", "durante", "of", "de", "year", "ano"]))
    }

    /// A value that only one column holds, or one before the column that it is in.
    #[expect(clippy::type_complexity, reason = "the parts of one result, taken apart at once")]
    fn bare_value(
        &mut self,
        at: usize,
        denied: bool,
    ) -> Result<Option<(Condition, Option<(usize, Vec<String>)>, usize)>, Fault> {
        let most = self.tokens.len().min(at + LONGEST_VALUE);
        for end in (at + 1..=most).rev() {
            let text = self.name(at, end);
            let is_idle = end == at + 1 && self.is_one(at, IDLE);
            let is_number = is_ordered(&text) && self.kind(at) != Some(Kind::Quoted);
            if is_idle || self.tokens[at..end].iter().any(|it| matches!(it.kind, Kind::Open | Kind::Close)) {
                continue;
            }
            let inside = self.column_behind(end);
            if let Some((column, behind)) = inside
                && let Some(value) = self.called(column, &text)
            {
                let test = self.test(column, Comparison::Equal, std::slice::from_ref(&value))?;
                return Ok(Some((negated(test, denied), Some((column, vec![value])), behind)));
            }
            let columns = self.sample.columns().filter(|it| self.called(*it, &text).is_some());
            let exact: Vec<usize> = self.sample.holders(&text);
            let columns: Vec<usize> = if exact.is_empty() { columns.collect() } else { exact };
            match columns.as_slice() {
                [] => {}
                _ if is_number => {}
                [only] => {
                    let value = self.called(*only, &text).unwrap_or(text);
                    let test = self.test(*only, Comparison::Equal, std::slice::from_ref(&value))?;
                    self.last = Some(*only);
                    return Ok(Some((negated(test, denied), Some((*only, vec![value])), end)));
                }
                several => {
                    let names: Vec<String> = several
                        .iter()
                        .map(|it| format!("\"{}\"", lookup::name(*it, self.headings)))
                        .collect();
                    return Err(
                        self.fault(format!("\"{text}\" is a value of several columns: {}", names.join(", ")))
                    );
                }
            }
        }
        // "Silva in the name" is a part of one.
        for end in at + 1..=most.min(at + 3) {
            let is_word = !self.is_one(at, IDLE) && self.is_one(end, INSIDE);
            if let Some((column, behind)) = self.column_behind(end).filter(|_| is_word)
                && !self.sample.is_numeric(column)
            {
                let text = self.name(at, end);
                let test = self.test(column, Comparison::Contains, &[text])?;
                return Ok(Some((negated(test, denied), None, behind)));
            }
        }
        Ok(None)
    }

    /// The column that a value is said to be in: `… in the name`.
    fn column_behind(&self, at: usize) -> Option<(usize, usize)> {
        if !self.is_one(at, INSIDE) {
            return None;
        }
        let next = (at + 1..at + 3).find(|it| !self.is_one(*it, IDLE))?;
        self.column_by_name(next)
    }

    /// Whether a word joins what stands around it; with its accent it is a verb.
    fn is_copula(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|it| it.word == "é")
    }

    fn unknown(&self, at: usize) -> Fault {
        let what = self.slice(at, at + 1);
        if what.is_empty() {
            return self.fault("it is empty".to_owned());
        }
        self.fault(format!("\"{what}\" is neither a column nor a value that its first rows hold"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joint {
    None,
    And,
    Or,
}

fn is_year(value: &str) -> bool {
    value.len() == 4 && value.parse::<u32>().is_ok_and(|it| (1900..2100).contains(&it))
}

/// Numbers that are written as words.
fn spelt(value: &str) -> String {
    const NUMBERS: [&[&str]; 11] = [
        &["zero"],
        &["one", "um", "uma", "first", "1st", "primeiro", "primeira"],
        &["two", "dois", "duas", "second", "2nd", "segundo", "segunda"],
        &["three", "tres", "três", "third", "3rd", "terceiro", "terceira"],
        &["four", "quatro"],
        &["five", "cinco"],
        &["six", "seis"],
        &["seven", "sete"],
        &["eight", "oito"],
        &["nine", "nove"],
        &["ten", "dez"],
    ];
    let lower = value.trim().to_lowercase();
    let found = NUMBERS.iter().position(|it| it.contains(&lower.as_str()));
    found.map_or_else(|| value.to_owned(), |number| number.to_string())
}
