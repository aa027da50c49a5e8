//! Parses questions about the figures in a spreadsheet. The columns of the file determine which words are the
//! column, the groups and the condition.
//!
//! No word is ignored: everything except operations, columns, the file, nouns for rows and stop words becomes
//! part of the condition verbatim, and the spreadsheet crate rejects a condition that it does not understand.

mod assembly;
mod names;
mod permutation;
mod redundancy;
mod terms;
#[cfg(test)]
mod tests;
mod units;

use lemmascope_intent::{Format, Parameter, Type, Value};

use self::assembly::{Assembly, Question};
use self::names::Names;
use self::units::{Kind, Reader, Unit, WORDS, is_cardinal, number};
use super::slots::{Filled, Surroundings};
use super::speakable::Speakable;
use super::tokenized::Tokenized;
use super::value_words;
use crate::literal::{Kind as LiteralKind, mask};
use crate::words::{Tongue, Word};

/// The maximum number of words of a question.
const MOST_WORDS: usize = 80;

/// The parameters of an intent that calculates with columns of a spreadsheet.
struct Roles<'a> {
    path: &'a Parameter,
    op: &'a Parameter,
    column: &'a Parameter,
    by: &'a Parameter,
    condition: &'a Parameter,
}

impl<'a> Roles<'a> {
    fn of(speakable: &'a Speakable) -> Option<Self> {
        let find = |fits: &dyn Fn(&Parameter) -> bool| speakable.parameters.iter().find(|it| fits(it));
        Some(Self {
            path: find(&|it| it.required && it.format == Some(Format::Spreadsheet))?,
            op: find(&|it| it.required && it.format.is_none() && it.kind == Type::String)?,
            column: find(&|it| it.required && it.format == Some(Format::Column))?,
            by: find(&|it| !it.required && it.format == Some(Format::Column))?,
            condition: find(&|it| !it.required && it.format.is_none() && it.name == "where")?,
        })
    }
}

/// Returns the values of a question about a spreadsheet with known columns; none if the sentence is not such
/// a question.
pub(super) fn figures(
    speakable: &Speakable,
    heard: &Tokenized<'_>,
    around: &Surroundings<'_>,
) -> Option<Filled> {
    let roles = Roles::of(speakable)?;
    let path = file(heard, around)?;
    let names = Names::new(around.lexicon.of(Format::Column), &path);
    if names.is_empty() {
        return None;
    }
    let kept: Vec<_> = heard.literals.iter().filter(|it| it.value.kind().is_name()).cloned().collect();
    let words = mask(heard.sentence, &kept);
    // Other parameters, such as the sheet, are parsed elsewhere.
    let has_more = (0..words.len()).any(|at| {
        WORDS.begins("sheet", &words[at..]).is_some() && WORDS.begins("file", &words[at..]).is_none()
    });
    if words.len() > MOST_WORDS || has_more {
        return None;
    }
    let operation = (speakable.name.as_str(), roles.op.name.as_str());
    let reader = Reader { heard, words: &words, names: &names, operation };
    let assembly = Assembly::new(&reader);
    if assembly.has_other_request() {
        return None;
    }
    // Several figures, each for another column, are several questions without a common operation.
    let is_paired = assembly.is_paired();
    if assembly.is_several() && !is_paired {
        return None;
    }
    let mut question = assembly.question();
    question.operation = question.operation.filter(|_| !is_paired);
    Some(filled(&question, &roles, path, &reader))
}

/// Splits a question for several figures of a spreadsheet, each for another column, into requests: "the sum
/// of rent and the average of total in budget.csv".
pub(super) fn paired(speakable: &Speakable, heard: &Tokenized<'_>, around: &Surroundings<'_>) -> Vec<String> {
    let Some((roles, path)) = Roles::of(speakable).zip(file(heard, around)) else { return Vec::new() };
    let names = Names::new(around.lexicon.of(Format::Column), &path);
    let kept: Vec<_> = heard.literals.iter().filter(|it| it.value.kind().is_name()).cloned().collect();
    let words = mask(heard.sentence, &kept);
    if names.is_empty() || words.len() > MOST_WORDS {
        return Vec::new();
    }
    let operation = (speakable.name.as_str(), roles.op.name.as_str());
    let reader = Reader { heard, words: &words, names: &names, operation };
    let source = if heard.tongue == Tongue::English { "in" } else { "em" };
    let texts = Assembly::new(&reader).pairs();
    texts
        .into_iter()
        .map(|(pair, rest)| format!("{pair} {rest} {source} {path}").replace("  ", " "))
        .collect()
}

/// Whether words start with an operation, or with the words of a question for figures.
pub(super) fn is_operation(words: &[Word]) -> bool {
    let folded: Vec<&str> = words.iter().take(4).map(|word| word.folded.as_str()).collect();
    value_words::is_begun(&folded)
        || WORDS.begins("much", words).is_some()
        || WORDS.begins("filler", words).is_some()
}

/// Whether a column name of the spreadsheet starts here, followed by nothing that could be another request:
/// "by town and type".
pub(super) fn is_column(heard: &Tokenized<'_>, around: &Surroundings<'_>, at: usize) -> bool {
    let Some(path) = file(heard, around) else { return false };
    let names = Names::new(around.lexicon.of(Format::Column), &path);
    let Some((_, length, likeness)) = names.at(&heard.words[at..]) else { return false };
    let behind = &heard.words[at + length..];
    let goes_on = |role: &str| WORDS.begins(role, behind).is_some();
    let is_end = behind.first().is_none_or(|word| word.pause.is_some());
    likeness > names::Likeness::Akin
        && (is_end || ["filler", "where", "joint", "group"].iter().any(|it| goes_on(it)))
}

fn filled(question: &Question, roles: &Roles<'_>, path: String, reader: &Reader<'_>) -> Filled {
    let mut filled = Filled::default();
    let mut give = |parameter: &Parameter, value: Option<String>| match value {
        Some(value) => drop(filled.values.insert(parameter.name.clone(), Value::from(value))),
        None if parameter.required => filled.missing.push(parameter.name.clone()),
        None => {}
    };
    give(roles.op, question.operation.clone());
    give(roles.column, question.column.clone());
    give(roles.path, Some(path));
    give(roles.condition, question.condition.clone());
    give(roles.by, question.by.clone());
    if question.lacks_group {
        filled.missing.push(roles.by.name.clone());
    }
    // All words are explained.
    let whole = 0..reader.heard.words.len();
    filled.spans.push((whole, true));
    filled
}

/// Returns the spreadsheet, if the sentence names only one and no other file.
fn file(heard: &Tokenized<'_>, around: &Surroundings<'_>) -> Option<String> {
    let files =
        heard.literals.iter().filter(|it| matches!(it.value.kind(), LiteralKind::File | LiteralKind::Path));
    let mut files: Vec<String> = files.map(|it| it.value.text()).collect();
    files.dedup();
    let [said] = files.as_slice() else { return None };
    let extension = said.rsplit_once('.').map(|(_, extension)| extension.to_lowercase())?;
    if !Format::Spreadsheet.extensions().contains(&extension.as_str()) {
        return None;
    }
    let mut meant = around.lexicon.meant(said, Format::Spreadsheet);
    if meant.is_empty() {
        meant = around.lexicon.near(said, Format::Spreadsheet);
    }
    match meant.as_slice() {
        [] => Some(said.clone()),
        [only] => Some(only.to_string()),
        _ => None,
    }
}
