//! Decides whether a sentence gives the requested value.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Format, Object, Parameter, Value};
use lemmascope_language::literal::Kind as Literal;
use lemmascope_language::reader::{Asking, Decision, Lexicon, Reader, Reading, Tokenized};

use super::graph::parted;
use super::reply_kind::{Aside, Given, Introduced, Wanted, is_clause};

/// The confidence from which a sentence is a request, although a question is open.
const SURE: f64 = 0.9;

/// Whether a sentence begins like a request, and has more than one word.
pub(super) fn begins(heard: &Tokenized<'_>, reader: &Reader) -> bool {
    let first = heard.request_words().first().map(|word| word.folded.clone());
    heard.words.len() > 1 && first.is_some_and(|first| reader.begins(&first))
}

pub(super) fn is_sure_of_another(anew: &Reading, asked: &Reading) -> bool {
    anew.decision == Decision::Act && anew.confidence >= SURE && anew.intent != asked.intent
}

/// Whether the reply to a question for values is something else: another request, or a sentence that begins
/// like one.
pub(super) fn is_request(
    anew: &Reading,
    asked: &Reading,
    wanted: &[String],
    heard: &Tokenized<'_>,
    reader: &Reader,
) -> bool {
    let is_unclear = matches!(
        anew.code,
        Some(ErrorCode::LowConfidence | ErrorCode::IntentParseFailed | ErrorCode::AmbiguousIntent)
    );
    match anew.decision {
        _ if !begins(heard, reader) => false,
        Decision::Act => is_sure_of_another(anew, asked),
        // "Para a pasta arquivo" begins like a request, but names a destination.
        _ if reader.leads(wanted, heard) => false,
        // Two words may be a name, even if the first one can begin a request. A clause that begins with "I"
        // does not begin with a verb.
        _ if is_unclear => heard.words.len() > 2 && !is_clause(&heard.words[0].form),
        _ => true,
    }
}

/// Whether a sentence repeats the request with another subject: "move b.txt to the archive" as the reply to a
/// question about a.txt.
pub(super) fn is_changed(anew: &Reading, asked: &Reading, wanted: &[String], heard: &Tokenized<'_>) -> bool {
    let name = |value: &Value| value.as_text().map(|text| parted(text).1);
    let is_said = |value: &Value| name(value).is_some_and(|name| heard.sentence.contains(&name));
    let mut others = anew.parameters.iter().filter(|(name, _)| !wanted.contains(name));
    anew.intent == asked.intent
        && others.any(|(of, value)| {
            asked.parameters.get(of).is_some_and(|own| name(own) != name(value) && is_said(value))
        })
}

/// Whether a sentence is another request with a subject of its own: "move b.txt to the bin" as the reply to a
/// question about a.txt. "Put it in the archive" has no other subject.
pub(super) fn is_about_another(anew: &Reading, asked: &Reading, heard: &Tokenized<'_>) -> bool {
    let is_named = |value: &Value| {
        let name = value.as_text().map(|text| parted(text).1);
        let is_own = |own: &Value| own.as_text().map(|text| parted(text).1) == name;
        let literals = heard.literals.iter().filter(|found| found.value.kind().is_name());
        let is_said = |name: &String| {
            literals.into_iter().any(|found| heard.sentence[found.span.clone()].contains(name.as_str()))
        };
        !asked.parameters.values().any(is_own) && name.as_ref().is_some_and(is_said)
    };
    is_sure_of_another(anew, asked) && anew.parameters.values().any(is_named)
}

/// Whether a sentence of several words names another file than the request, although no file was asked for:
/// "average Hours in timesheet.xlsx" as the reply to a question about a column of employees.csv.
pub(super) fn names_another_file(
    parameters: &[Parameter],
    wanted: &[String],
    request: &Reading,
    heard: &Tokenized<'_>,
) -> bool {
    let files = || parameters.iter().filter(|it| it.format.is_some_and(|format| format.takes(Format::File)));
    // Another parameter without the format of something that exists may be a name for a new file.
    let mut asked = parameters.iter().filter(|it| wanted.contains(&it.name));
    let is_of_file =
        asked.all(|it| it.format.is_some_and(|it| it != Format::Title && !it.takes(Format::File)));
    if heard.words.len() < 2 || !is_of_file {
        return false;
    }
    let given = files().filter_map(|it| request.parameters.get(&it.name)?.as_text());
    let own: Vec<String> = given.map(|path| parted(path).1).collect();
    let mut named = heard.literals.iter().filter(|it| it.value.kind() == Literal::File);
    !own.is_empty() && named.any(|it| !own.contains(&parted(&heard.sentence[it.span.clone()]).1))
}

/// Returns the values of a sentence that repeats the request with the missing value: "move it to the
/// archive". Earlier values are kept.
pub(super) fn more_of(anew: &Reading, asked: &Reading, wanted: &[String]) -> Option<Object> {
    let is_same = anew.intent == asked.intent
        && matches!(anew.code, None | Some(ErrorCode::MissingParameters))
        && wanted.iter().any(|name| anew.parameters.contains_key(name));
    let own = anew
        .parameters
        .iter()
        .filter(|(name, _)| wanted.contains(name) || !asked.parameters.contains_key(*name));
    is_same.then(|| own.map(|(name, value)| (name.clone(), value.clone())).collect())
}

/// Returns the reason why words cannot be the requested value, if they cannot.
pub(super) fn no_value(
    kind: Wanted,
    given: &Given<'_>,
    whole: &Tokenized<'_>,
    heard: &Tokenized<'_>,
    lexicon: &Lexicon,
    asked: Option<&Parameter>,
    reader: &Reader,
) -> Option<Aside> {
    let is_known = |format: Format| !lexicon.meant(given.text, format).is_empty();
    let is_named = heard.literals.iter().any(|found| found.value.kind().is_name())
        || asked.and_then(|it| it.format).is_some_and(is_known);
    match kind {
        Wanted::Text => None,
        _ if joins_request(whole, reader) => Some(Aside::NoAnswer),
        _ if is_denied(heard) => Some(Aside::NoAnswer),
        // An unquoted name does not continue after a punctuation mark: "b.txt, oh, that exists".
        _ if is_parted(heard) && given.introduced != Introduced::Surely => Some(Aside::NoAnswer),
        // A name may have a question mark: "notes.txt?"
        _ if whole.asking() == Asking::Surely => Some(Aside::AskBack),
        _ if given.introduced == Introduced::Surely || is_named => None,
        _ if whole.asking() == Asking::Perhaps && heard.words.len() > 1 => Some(Aside::AskBack),
        Wanted::Number | Wanted::Fixed => None,
        Wanted::NewName | Wanted::Thing | Wanted::Place => is_clause(given.text).then_some(Aside::NoAnswer),
    }
}

/// Whether several words were taken for the name of an existing thing, but no thing has that name. They
/// describe the thing, or mean something else.
pub(super) fn is_unknown(
    kind: Wanted,
    given: &Given<'_>,
    values: &Object,
    heard: &Tokenized<'_>,
    lexicon: &Lexicon,
    asked: Option<&Parameter>,
) -> bool {
    let is_there = |name: &str| !lexicon.meant(name, Format::Item).is_empty();
    let is_literal = heard.literals.iter().any(|found| found.value.kind().is_name());
    // Moving a thing to a location that does not exist would rename it. A file that does not exist is
    // requested again, instead of failing later.
    let has_names = |format: Format| lexicon.of(format).next().is_some();
    let is_checked = match kind {
        Wanted::Place => has_names(Format::Item),
        _ => {
            asked.and_then(|it| it.format).is_some_and(|it| it != Format::Item && it.takes(Format::File))
                && has_names(Format::File)
        }
    };
    let is_described = |value: &Value| {
        let text = value.as_text().unwrap_or_default();
        let is_name = text.contains(' ') || is_checked && !text.contains(['/', '.']);
        is_name && !is_there(text) && heard.anchor_of(text).is_none()
    };
    matches!(kind, Wanted::Thing | Wanted::Place)
        && given.introduced != Introduced::Surely
        && !is_literal
        && asked.is_none_or(|asked| values.get(&asked.name).is_some_and(is_described))
}

/// Whether a request follows after an "and": "call it plans and delete a.txt".
fn joins_request(heard: &Tokenized<'_>, reader: &Reader) -> bool {
    let joints = ["and", "then", "e", "depois"];
    let last = heard.words.len().saturating_sub(1);
    (1..last).any(|at| {
        let is_joined = joints.contains(&heard.words[at - 1].folded.as_str());
        is_joined && reader.begins(&heard.words[at].folded)
    })
}

/// Whether a punctuation mark separates the words of an answer.
fn is_parted(heard: &Tokenized<'_>) -> bool {
    (1..heard.words.len()).any(|at| heard.words[at].pause.is_some() && !heard.is_polite(at))
}

fn is_denied(heard: &Tokenized<'_>) -> bool {
    heard.words.iter().any(|word| ["not", "nao", "except", "neither"].contains(&word.folded.as_str()))
}
