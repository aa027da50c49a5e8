//! Questions about the rows of tables and the items of lists.

use super::super::superlative::{is_money, sole_number};
use super::super::table::Table;
use super::Answer;
use super::query::{Asked, Query};
use super::table_words::{TableWords, is_key, is_of_role, is_price, only};

/// The maximum number of words of a cell or a header in a question.
const LONGEST_RUN: usize = 8;
/// The maximum number of values in an answer.
const MOST_VALUES: usize = 20;

/// Answers a question with the rows of a table. Of several tables, the one that the question describes best answers it.
pub(super) fn answer(query: &Query<'_>, tables: &[Table]) -> Option<Answer> {
    let mut best: Option<(usize, Answer)> = None;
    let mut is_tied = false;
    for table in tables {
        let words = TableWords::of(table);
        let Some(seen) = (Scan { query, words: &words }).seen() else { continue };
        let Some(answer) = seen.answer(query.asked, table, &words) else { continue };
        let answer = Answer { is_specific: !seen.conditions.is_empty(), ..answer };
        let weight = seen.weight();
        // Rows of nothing in particular are those of the only table.
        let tabular = tables.iter().filter(|other| !other.headers.is_empty()).count();
        if weight == 0 && (tabular > 1 || (tabular == 1 && table.headers.is_empty())) {
            continue;
        }
        match &best {
            Some((other, _)) if *other > weight => {}
            Some((other, known)) if *other == weight => is_tied |= *known != answer,
            _ => (best, is_tied) = (Some((weight, answer)), false),
        }
    }
    best.filter(|_| !is_tied).map(|(_, answer)| answer)
}

/// The end of a column that a superlative means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extreme {
    Least,
    Most,
}

/// A value of a question.
struct Condition {
    /// The columns that have it, each with its rows.
    columns: Vec<(usize, Vec<usize>)>,
    /// The column that the question names for it: "with status paid", but not "the manager of Rui".
    named: Option<usize>,
}

/// What a question says about a table.
#[derive(Default)]
struct Seen {
    conditions: Vec<Condition>,
    /// The column that the last words name.
    last: Option<usize>,
    /// The columns that it names.
    heads: Vec<usize>,
    is_named: bool,
    /// Whether it names rows or columns as such: "rows".
    is_generic: bool,
    counts_columns: bool,
    extreme: Option<Extreme>,
    /// Whether the superlative is one of prices: "cheapest".
    is_price: bool,
}

struct Scan<'a> {
    query: &'a Query<'a>,
    words: &'a TableWords,
}

impl Scan<'_> {
    /// Reads the words of the question; `None` if the table does not explain all of them.
    fn seen(&self) -> Option<Seen> {
        let (mut seen, mut at, end) = (Seen::default(), self.query.body.start, self.query.body.end);
        while at < end {
            let longest = LONGEST_RUN.min(end - at);
            let before = seen.conditions.len();
            let length = (1..=longest).rev().find(|length| self.explain(&mut seen, at, *length))?;
            let is_owner = self.query.said.role("ask_of", at..at + length) == Some(length);
            if is_owner || seen.conditions.len() > before {
                seen.last = None;
            }
            at += length;
        }
        Some(seen)
    }

    /// Explains a number of words, if the table or the grammar of questions does.
    fn explain(&self, seen: &mut Seen, at: usize, length: usize) -> bool {
        let run = self.query.words(at..at + length);
        if run.is_empty() {
            return false;
        }
        let role = |role: &str| self.query.said.role(role, at..self.query.body.end) == Some(length);
        if length == 1 && self.query.idle(at..at + 1).is_some() {
            return true;
        }
        if let Some(column) = self.words.header(&run) {
            if !seen.heads.contains(&column) {
                seen.heads.push(column);
            }
            seen.last = Some(column);
            return true;
        }
        if self.words.is_named(&run) {
            seen.is_named = true;
            return true;
        }
        let equal = self.words.columns_where(|cell| cell == run.as_slice());
        if !equal.is_empty() {
            seen.add(equal);
            return true;
        }
        let extremes = [
            ("cheapest", Extreme::Least, true),
            ("dearest", Extreme::Most, true),
            ("smallest", Extreme::Least, false),
            ("largest", Extreme::Most, false),
            ("earliest", Extreme::Least, false),
            ("latest", Extreme::Most, false),
        ];
        if let Some((_, extreme, is_price)) = extremes.into_iter().find(|(name, _, _)| role(name)) {
            let is_first = seen.extreme.is_none();
            (seen.extreme, seen.is_price) = (Some(extreme), is_price);
            return is_first;
        }
        if role("ask_idle") {
            return true;
        }
        if role("grid_column") && self.query.asked == Asked::Count {
            seen.counts_columns = true;
            return true;
        }
        if role("entry") || role("ask_table") {
            seen.is_generic = true;
            return true;
        }
        // "From" in "from Ana" is no part of a text.
        let begins_idly = self.query.idle(at..at + 1).is_some();
        let is_part = |cell: &[String]| cell.windows(length).any(|part| part == run);
        let partly = self.words.columns_where(is_part);
        if !partly.is_empty() && !begins_idly {
            seen.add(partly);
            return true;
        }
        false
    }
}

impl Seen {
    fn add(&mut self, columns: Vec<(usize, Vec<usize>)>) {
        let named = self.last.filter(|last| columns.iter().any(|(column, _)| column == last));
        self.conditions.push(Condition { columns, named });
    }

    /// How specific the description is.
    fn weight(&self) -> usize {
        self.conditions.len() + self.heads.len() + usize::from(self.is_named)
    }

    fn answer(&self, asked: Asked, table: &Table, words: &TableWords) -> Option<Answer> {
        let is_list = table.headers.is_empty();
        // The items of a list are asked for by its name, the price of one by its own.
        let is_priced = asked == Asked::Price && !self.conditions.is_empty();
        if is_list && !self.is_named && !self.is_generic && !is_priced {
            return None;
        }
        if self.counts_columns {
            let is_all = self.conditions.is_empty() && self.heads.iter().all(|head| *head == 0);
            return is_all.then(|| Answer::count(words.columns(), table.headers.iter().cloned()));
        }
        if asked == Asked::State {
            return self.state(table);
        }
        let mut heads: Vec<usize> = self.heads.clone();
        heads.retain(|head| !self.conditions.iter().any(|condition| condition.named == Some(*head)));
        let (mut rows, given) = self.rows(asked, &heads, table)?;
        if let Some(extreme) = self.extreme {
            let column = match self.is_price {
                true => heads
                    .iter()
                    .copied()
                    .find(|head| is_price(words, *head))
                    .or_else(|| only(words, is_price)),
                false => heads.iter().copied().find(|head| *head != 0),
            };
            rows = match column {
                Some(column) => extreme.rows(table, &rows, |row| row.get(column))?,
                None => extreme.rows(table, &rows, |row| price(row).filter(|_| is_list && self.is_price))?,
            };
            if asked == Asked::Which {
                heads.retain(|head| Some(*head) != column);
            }
        }
        let quoted = |rows: &[usize]| rows.iter().map(|row| table.line(*row)).collect::<Vec<_>>();
        match asked {
            Asked::Count => {
                let is_noun = heads.iter().all(|head| *head == 0 || is_key(table, *head));
                let is_of_rows = is_noun && self.extreme.is_none();
                is_of_rows.then(|| Answer::count(rows.len(), quoted(&rows)))
            }
            Asked::Which if heads.iter().all(|head| *head == 0) => {
                let is_some = !rows.is_empty() && rows.len() <= MOST_VALUES;
                let says = !self.conditions.is_empty() || self.extreme.is_some();
                (is_some && says).then(|| Answer::texts(quoted(&rows), []))
            }
            Asked::There => {
                let says =
                    !self.conditions.is_empty() && (self.is_named || self.is_generic || !heads.is_empty());
                says.then(|| Answer::is(!rows.is_empty(), quoted(&rows)))
            }
            Asked::Price if is_list => {
                let [row] = rows.as_slice() else { return None };
                let price = price(&table.rows[*row]).filter(|_| !self.conditions.is_empty())?;
                Some(Answer::texts(vec![price.clone()], quoted(&rows)))
            }
            // "What is the cheapest product?"
            Asked::Value if self.extreme.is_some() && heads.iter().all(|head| *head == 0) => {
                (rows.len() <= MOST_VALUES).then(|| Answer::texts(quoted(&rows), []))
            }
            _ => {
                // "Who is Rita?" is not answered with her name.
                let column = value_column(asked, &heads, words).filter(|column| !given.contains(column))?;
                let is_some = !rows.is_empty() && rows.len() <= MOST_VALUES;
                let is_single = rows.len() == 1 || !self.conditions.is_empty();
                let values = || {
                    let cells = rows.iter().filter_map(|row| table.rows[*row].get(column));
                    cells.filter(|cell| !cell.trim().is_empty()).cloned().collect::<Vec<_>>()
                };
                (is_some && is_single).then(values).filter(|values| !values.is_empty()).map(|mut values| {
                    let is_same = values.iter().all(|value| *value == values[0]);
                    if is_same {
                        values.truncate(1);
                    }
                    Answer::texts(values, quoted(&rows))
                })
            }
        }
    }

    /// Tells whether the row that the first conditions identify meets the last one: "is order 1001 paid?"
    fn state(&self, table: &Table) -> Option<Answer> {
        let (last, identity) = self.conditions.split_last()?;
        let rows_of = |condition: &Condition| match condition.columns.as_slice() {
            [(_, rows)] => Some(rows.clone()),
            columns => {
                let named = columns.iter().find(|(column, _)| Some(*column) == condition.named);
                named.map(|(_, rows)| rows.clone())
            }
        };
        let mut rows: Vec<usize> = (0..table.rows.len()).collect();
        for condition in identity {
            let own = rows_of(condition)?;
            rows.retain(|row| own.contains(row));
        }
        let [row] = rows.as_slice() else { return None };
        let is_so = rows_of(last)?.contains(row);
        (!identity.is_empty()).then(|| Answer::is(is_so, [table.line(*row)]))
    }

    /// Returns the rows that meet all conditions, and the columns of the conditions; `None` if a value occurs in several columns and nothing tells which is meant.
    fn rows(&self, asked: Asked, heads: &[usize], table: &Table) -> Option<(Vec<usize>, Vec<usize>)> {
        let mut rows: Vec<usize> = (0..table.rows.len()).collect();
        let mut used = Vec::new();
        for Condition { columns, named } in &self.conditions {
            let is_named = |(column, _): &&(usize, Vec<usize>)| Some(*column) == *named;
            // What is asked for is not what is given.
            let given: Vec<&(usize, Vec<usize>)> =
                columns.iter().filter(|(column, _)| *column == 0 || !heads.contains(column)).collect();
            // "Eva's city" is that of the row Eva.
            let titles = || {
                given.first().filter(|(column, _)| asked != Asked::Count && *column == 0 && is_key(table, 0))
            };
            let (column, own) = match (columns.iter().find(is_named), given.as_slice()) {
                (Some(named), _) => named,
                (None, [only]) => only,
                (None, _) => titles()?,
            };
            rows.retain(|row| own.contains(row));
            used.push(*column);
        }
        Some((rows, used))
    }
}

impl Extreme {
    /// Returns the rows with the smallest or largest number in a cell; `None` if a row has no single number there.
    fn rows<'t>(
        self,
        table: &'t Table,
        rows: &[usize],
        cell: impl Fn(&'t [String]) -> Option<&'t String>,
    ) -> Option<Vec<usize>> {
        let numbers: Option<Vec<f64>> =
            rows.iter().map(|row| sole_number(cell(&table.rows[*row])?)).collect();
        let numbers = numbers.filter(|numbers| !numbers.is_empty())?;
        let best = numbers.iter().copied().reduce(|one, other| match self {
            Self::Least => one.min(other),
            Self::Most => one.max(other),
        })?;
        Some(rows.iter().zip(&numbers).filter(|(_, number)| **number == best).map(|(row, _)| *row).collect())
    }
}

/// Returns the column whose values are asked for.
fn value_column(asked: Asked, heads: &[usize], words: &TableWords) -> Option<usize> {
    let named: Vec<usize> = match heads {
        [head] => vec![*head],
        heads => heads.iter().copied().filter(|head| *head != 0).collect(),
    };
    match named.as_slice() {
        [column] => return Some(*column),
        [] => {}
        _ => return None,
    }
    match asked {
        Asked::Price => only(words, is_price),
        Asked::Person => only(words, |words, head| is_of_role(words, head, "person")),
        Asked::Time => only(words, |words, head| is_of_role(words, head, "time")),
        _ => None,
    }
}

/// Returns the only amount of money of a list item.
fn price(row: &[String]) -> Option<&String> {
    let mut prices = row.iter().filter(|cell| is_money(cell));
    prices.next().filter(|_| prices.next().is_none())
}
