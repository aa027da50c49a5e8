//! Resolution of column names. Ignores case and accents. Words that only one title contains mean that column. Any
//! other name leads to a question, and is never replaced by a similar one.

use lemmascope_intent::{Cause, Language, fold};

use super::question::{Question, alternatives, either};
use crate::model::{Column, Snapshot};

/// Returns the visible column with this name.
pub(crate) fn find_column<'s>(
    snapshot: &'s Snapshot,
    name: &str,
    language: Language,
) -> Result<&'s Column, Question> {
    find(snapshot, name, language, false)
}

/// Returns the archived column with this name.
pub(super) fn find_archived<'s>(
    snapshot: &'s Snapshot,
    name: &str,
    language: Language,
) -> Result<&'s Column, Question> {
    find(snapshot, name, language, true)
}

fn find<'s>(
    snapshot: &'s Snapshot,
    name: &str,
    language: Language,
    archived: bool,
) -> Result<&'s Column, Question> {
    let columns: Vec<&Column> =
        snapshot.columns.iter().filter(|column| column.archived == archived).collect();
    let wanted = bare(name);
    let named = |column: &&&Column| bare(&column.title) == wanted;
    let abbreviated = |column: &&&Column| !wanted.is_empty() && initials(&column.title) == wanted;
    let found = columns.iter().find(named).or_else(|| columns.iter().find(abbreviated));
    let found = found.or_else(|| {
        let is_begun = |column: &&&Column| BEGUN.contains(&bare(&column.title).as_str());
        let mut begun = columns.iter().filter(is_begun).filter(|_| BEGUN.contains(&wanted.as_str()));
        begun.next().filter(|_| begun.next().is_none())
    });
    if let Some(found) = found {
        return Ok(found);
    }
    let parts: Vec<&Column> =
        columns.iter().copied().filter(|column| is_part(&wanted, &bare(&column.title))).collect();
    if let [only] = parts.as_slice() {
        return Ok(only);
    }
    let is_ambiguous = !parts.is_empty();
    let possible = if is_ambiguous { parts } else { columns };
    let titles: Vec<String> = possible.iter().map(|column| column.title.clone()).collect();
    let choice = alternatives(language, &titles);
    let (finding, question) = match titles.is_empty() {
        false if is_ambiguous => (
            either(
                language,
                format!("Several columns contain '{name}'."),
                format!("Há várias colunas com '{name}'."),
            ),
            either(
                language,
                format!("Several columns contain '{name}'. Which one do you mean: {choice}?"),
                format!("Há várias colunas com '{name}'. A qual te referes: {choice}?"),
            ),
        ),
        false => (
            not_found(name, language),
            either(
                language,
                format!("There is no column '{name}'. Which one do you mean: {choice}?"),
                format!("Não há nenhuma coluna '{name}'. A qual te referes: {choice}?"),
            ),
        ),
        true => (
            not_found(name, language),
            either(
                language,
                format!("There is no archived column '{name}'. Which column do you mean?"),
                format!("Não há nenhuma coluna arquivada '{name}'. A que coluna te referes?"),
            ),
        ),
    };
    Err(Question {
        cause: if is_ambiguous { Cause::TargetAmbiguous } else { Cause::TargetNotFound },
        finding,
        question,
        candidates: titles,
        suggestions: vec![
            either(language, "List all columns".into(), "Listar todas as colunas".into()),
            either(language, format!("Create a column '{name}'"), format!("Criar uma coluna '{name}'")),
        ],
        field: "column",
    })
}

fn not_found(name: &str, language: Language) -> String {
    either(
        language,
        format!("I found no column '{name}'."),
        format!("Não encontrei nenhuma coluna '{name}'."),
    )
}

/// Names of the column for work that was begun. They mean the only column that has one of them.
const BEGUN: [&str; 8] = [
    "in progress",
    "work in progress",
    "doing",
    "ongoing",
    "started",
    "em curso",
    "em andamento",
    "em progresso",
];

/// Whether a name is some of the consecutive words of a title.
fn is_part(wanted: &str, title: &str) -> bool {
    let (wanted, title): (Vec<&str>, Vec<&str>) = (wanted.split(' ').collect(), title.split(' ').collect());
    let has_letters = wanted.iter().any(|word| word.chars().count() > 2);
    has_letters && title.windows(wanted.len()).any(|words| words == wanted)
}

/// Normalizes a name: "the Done column" becomes `done`.
fn bare(name: &str) -> String {
    let folded = fold(name);
    let words: Vec<&str> = folded
        .split(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\''))
        .filter(|word| !word.is_empty())
        .collect();
    let is_empty = |word: &&str| matches!(*word, "the" | "a" | "o" | "column" | "coluna");
    let kept: Vec<&str> = words.iter().copied().filter(|word| !is_empty(word)).collect();
    if kept.is_empty() { words.join(" ") } else { kept.join(" ") }
}

/// Returns the initials of a title, such as `wip` for "Work in progress", or `None` for a single word.
fn initials(title: &str) -> String {
    let folded = fold(title);
    let words: Vec<&str> = folded.split_whitespace().collect();
    match words.len() {
        0 | 1 => String::new(),
        _ => words.iter().filter_map(|word| word.chars().next()).collect(),
    }
}
