//! Finds the values of a sentence: which words belong to which parameter, and how they are converted.

mod fault;
mod filter;
mod named;
mod noun;
mod option;
mod stretch;
mod topic;
mod value;

use std::ops::Range;

use lemmascope_intent::{Format, Number, Object, Parameter, Type, Value};

use super::edges::Edges;
use super::lexicon::Lexicon;
use super::speakable::Speakable;
use super::tokenized::{Tokenized, is_article};
use super::value_words;
use crate::literal::{Found, Kind};
use crate::words::{Tongue, Word};

pub(super) use fault::fault;
pub(super) use noun::is_noun;
pub(super) use option::is_contradicted;
use value::number;

/// The context in which a sentence is interpreted.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'a> {
    /// The names of existing objects.
    pub lexicon: &'a Lexicon,
    /// The objects that were mentioned last, by kind.
    pub mentioned: &'a [(Format, String)],
}

/// Prepositions of place, which do not precede a text unless an example contains them.
const PLACING: [&str; 10] = ["in", "on", "at", "em", "no", "na", "nos", "nas", "num", "numa"];
/// Prepositions of accompaniment, which precede neither a text nor a name unless an example contains them.
const ACCOMPANYING: [&str; 4] = ["with", "without", "com", "sem"];
/// Words that introduce a name.
const NAMING: [&str; 10] =
    ["as", "called", "named", "name", "como", "chamado", "chamada", "nome", "para", "to"];

/// The values of a sentence.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Filled {
    pub(super) values: Object,
    /// Required parameters without a value.
    pub(super) missing: Vec<String>,
    /// Parameters with an invalid value, with reasons.
    pub(super) invalid: Vec<(String, String)>,
    /// Parameters with an unresolved reference.
    pub(super) unbound: Vec<String>,
    /// Ambiguous parameters, with the candidates.
    pub(super) several: Vec<(String, Vec<String>)>,
    /// Names in no value: files, paths, URLs, quoted texts.
    pub(super) left: Vec<String>,
    /// The words of the values, each with whether it is free text.
    pub(super) spans: Vec<(Range<usize>, bool)>,
    /// The words of values that are names of objects, with their parameters.
    pub(super) names: Vec<(Range<usize>, String)>,
    /// The indices of the words that name one of the few values of a parameter.
    pub(super) chosen: Vec<usize>,
}

/// Finds the values of a sentence, given tagged words.
pub(super) fn fill(
    speakable: &Speakable,
    heard: &Tokenized<'_>,
    spans: &[(Range<usize>, usize)],
    around: &Surroundings<'_>,
    edges: &Edges,
) -> Filled {
    let mut filling = Filling {
        speakable,
        heard,
        around,
        edges,
        taken: vec![false; heard.words.len()],
        filled: Filled::default(),
    };
    filling.take_objects();
    filling.take_options();
    filling.take_filters();
    for (range, parameter) in filling.joined(spans) {
        if !is_misplaced(speakable, heard, &range, parameter) {
            filling.take_span(range, parameter);
        }
    }
    for parameter in &speakable.parameters {
        if !filling.is_given(parameter) {
            filling.look_for(parameter);
        }
    }
    filling.give_back();
    filling.finish()
}

/// Whether a file name was assigned to an option of an action on files: `c.txt` is not an encoding.
fn is_misplaced(
    speakable: &Speakable,
    heard: &Tokenized<'_>,
    range: &Range<usize>,
    parameter: usize,
) -> bool {
    let declared = &speakable.parameters[parameter];
    let takes_file = |it: &Parameter| it.format.is_some_and(|format| format.takes(Format::File));
    let is_option = !declared.required && declared.format.is_none();
    let is_file = matches!(heard.literal_at(range.clone()), Some(Kind::File | Kind::Path));
    is_option && is_file && speakable.parameters.iter().any(takes_file)
}

/// Returns the values in an answer to the question for these parameters: those with a matching form, or else
/// the whole sentence as the value of the first parameter.
pub(super) fn answer(
    speakable: &Speakable,
    wanted: &[String],
    heard: &Tokenized<'_>,
    around: &Surroundings<'_>,
    edges: &Edges,
) -> Option<Object> {
    let asked: Vec<Parameter> = wanted.iter().filter_map(|name| speakable.parameter(name).cloned()).collect();
    let asked = speakable.with_parameters(asked);
    let by_look = fill(&asked, heard, &[], around, edges).values;
    if !by_look.is_empty() && (by_look.len() == wanted.len() || heard.plain().len() > by_look.len()) {
        return Some(by_look);
    }
    let (first, last) = (*heard.matters.first()?, *heard.matters.last()?);
    // "The Hours column" is a column, whatever else is requested.
    let is_of =
        |it: &Parameter| heard.words.iter().any(|word| is_noun(it.format, &word.folded, &heard.things));
    let named = asked.parameters.iter().position(is_of);
    let which = named.unwrap_or_else(|| suited(&asked.parameters, heard, first..last + 1, around));
    let whole = fill(&asked, heard, &[(first..last + 1, which)], around, edges).values;
    let values = if whole.is_empty() { by_look } else { whole };
    (!values.is_empty()).then_some(values)
}

/// Selects the parameter for an answer: the one with an existing object of that name, or else the first one
/// with free text. A file is recognized by its form.
fn suited(
    asked: &[Parameter],
    heard: &Tokenized<'_>,
    words: Range<usize>,
    around: &Surroundings<'_>,
) -> usize {
    let said = heard.text(words);
    let is_there =
        |it: &Parameter| it.format.is_some_and(|format| !around.lexicon.meant(said, format).is_empty());
    let is_file = |it: &Parameter| it.format.is_some_and(|format| format.takes(Format::File));
    let there = asked.iter().position(is_there);
    let free = asked.iter().position(|it| !is_file(it) || heard.files().next().is_some());
    there.or(free).unwrap_or_default()
}

/// Assigns a single name without any cue to the first required name: "rename a.txt" states the object, and
/// not the new name.
pub(super) fn first_of_its_kind(
    mut spans: Vec<(Range<usize>, usize)>,
    speakable: &Speakable,
    heard: &Tokenized<'_>,
) -> Vec<(Range<usize>, usize)> {
    let [(range, parameter)] = spans.as_mut_slice() else { return spans };
    let names = [Format::File, Format::Folder, Format::Path, Format::Title];
    let is_named = |it: &Parameter| it.required && it.format.is_some_and(|format| names.contains(&format));
    let before = range.start.checked_sub(1).map(|at| heard.words[at].folded.as_str());
    let first = speakable.parameters.iter().position(is_named).filter(|first| first < parameter);
    if let Some(first) = first
        && speakable.parameters.get(*parameter).is_some_and(is_named)
        && before.and_then(|word| speakable.led_by(word)) != Some(*parameter)
    {
        *parameter = first;
    }
    spans
}

/// Swaps two names that were assigned to each other's parameter, according to the words before them: "rename
/// a.txt to b.txt".
pub(super) fn put_right(
    mut spans: Vec<(Range<usize>, usize)>,
    speakable: &Speakable,
    heard: &Tokenized<'_>,
) -> Vec<(Range<usize>, usize)> {
    let led = |range: &Range<usize>| {
        let before = range.start.checked_sub(1).map(|at| heard.words[at].folded.as_str());
        before.and_then(|word| speakable.led_by(word))
    };
    let is_name =
        |parameter: usize| speakable.parameters.get(parameter).is_some_and(|it| it.format.is_some());
    for one in 0..spans.len() {
        for other in one + 1..spans.len() {
            let (first, second) = (spans[one].1, spans[other].1);
            // The search for cue words scans all examples, so it is the last check.
            let is_turned = || led(&spans[other].0) == Some(first) && led(&spans[one].0) == Some(second);
            if first != second && is_name(first) && is_name(second) && is_turned() {
                (spans[one].1, spans[other].1) = (second, first);
            }
        }
    }
    spans
}

struct Filling<'a> {
    speakable: &'a Speakable,
    heard: &'a Tokenized<'a>,
    around: &'a Surroundings<'a>,
    edges: &'a Edges,
    taken: Vec<bool>,
    filled: Filled,
}

impl Filling<'_> {
    fn is_given(&self, parameter: &Parameter) -> bool {
        self.filled.values.contains_key(&parameter.name)
            || self.filled.unbound.contains(&parameter.name)
            || self.filled.several.iter().any(|(name, _)| *name == parameter.name)
    }

    fn take_span(&mut self, range: Range<usize>, parameter: usize) {
        if self.is_level_for_change(&range, parameter) {
            return;
        }
        let speakable = self.speakable;
        let Some(parameter) = speakable.parameters.get(parameter) else { return };
        let parameter = self.named_before(&range, parameter).unwrap_or(parameter);
        // Of the words around a name that restricts a listing, none is a further name.
        if speakable.lists && range.clone().any(|at| self.taken[at]) {
            return;
        }
        // "… and compose a waltz" is not the text of a file: a conjunction between requests does not
        // introduce an optional text.
        let before = range.start.checked_sub(1).map(|at| self.heard.words[at].form.as_str());
        let is_joined = before.is_some_and(|word| matches!(word, "and" | "then" | "e" | "depois"));
        let is_text = parameter.kind == Type::String && parameter.format.is_none();
        if is_joined && is_text && !parameter.required && !self.is_quoted(&range) {
            return;
        }
        if parameter.kind == Type::Object && self.is_given(parameter) {
            return;
        }
        let range = self.listed(self.trimmed(range, parameter), parameter);
        if let Some(name) = self.definite(&range, parameter) {
            return self.give(parameter, name, range);
        }
        let range = self.of_number(self.untaken(self.whole_name(range, parameter)), parameter);
        if range.is_empty()
            || self.is_noun_of_number(&range)
            || self.taken[range.clone()].iter().any(|taken| *taken)
            || self.is_fragment(&range)
            || self.is_nothing(&range, parameter)
        {
            return;
        }
        if self.is_guessed(&range, parameter) {
            return;
        }
        if let Some(value) = self.value(parameter, range.clone()) {
            self.give(parameter, value, range);
        }
    }

    /// Whether a number after "to" was assigned to a parameter that takes none after it: "turn it down to 20" is not by 20.
    fn is_level_for_change(&self, range: &Range<usize>, parameter: usize) -> bool {
        let Some(declared) = self.speakable.parameters.get(parameter) else { return false };
        let before = range.start.checked_sub(1).map(|at| self.heard.words[at].folded.as_str());
        let is_to = before.filter(|word| matches!(*word, "to" | "para" | "ate"));
        declared.kind == Type::Number && is_to.is_some_and(|word| !self.edges.leads(&declared.name, word))
    }

    /// Limits the name of a numbered object to its number: `#6` in "card #6 urgent".
    fn of_number(&self, range: Range<usize>, parameter: &Parameter) -> Range<usize> {
        let words = &self.heard.words;
        let written = words.get(range.start + 1).map(|word| &self.heard.sentence[word.span.clone()]);
        let is_numbered = words.get(range.start).is_some_and(|word| word.folded == "#")
            && written.is_some_and(|number| number.chars().all(|sign| sign.is_ascii_digit()));
        let is_one = parameter.kind != Type::Array && parameter.format.is_some();
        if is_numbered && is_one { range.start..range.end.min(range.start + 2) } else { range }
    }

    /// Whether the words are only the noun before the number of an object: "card" in "card #6".
    fn is_noun_of_number(&self, range: &Range<usize>) -> bool {
        let words = &self.heard.words;
        let is_noun = self.heard.things.kind_of_word(&words[range.start].folded).is_some();
        range.len() == 1 && is_noun && words.get(range.end).is_some_and(|next| next.folded == "#")
    }

    /// Whether a value would start inside a token that is written as one: the `txt` of `what?.txt`.
    fn is_fragment(&self, range: &Range<usize>) -> bool {
        let start = self.heard.words[range.start].span.start;
        self.heard.sentence[..start].ends_with('.')
    }

    fn is_quoted(&self, range: &Range<usize>) -> bool {
        let first = self.heard.words.get(range.start).and_then(|word| self.heard.literal(word));
        first.is_some_and(|found| found.quoted)
    }

    /// Resolves a definite noun to the object that was mentioned last: "delete the file".
    fn definite(&self, range: &Range<usize>, parameter: &Parameter) -> Option<Value> {
        let before = range.start.checked_sub(1)?;
        if range.len() != 1 || self.taken[range.start] || !self.is_pronoun(before..range.end) {
            return None;
        }
        self.mentioned(parameter.format?, range.clone()).map(Value::from)
    }

    fn give(&mut self, parameter: &Parameter, value: Value, range: Range<usize>) {
        self.taken[range.clone()].fill(true);
        let is_text = matches!(parameter.kind, Type::String | Type::Any | Type::Object);
        let chosen =
            value_words::value_of(&self.speakable.name, &parameter.name, self.heard.text(range.clone()));
        let is_open = !self.speakable.is_closed(&parameter.name) && chosen.is_none();
        if chosen.is_some() {
            self.filled.chosen.extend(range.clone());
        }
        let is_free = is_text && parameter.format.is_none() && is_open;
        if parameter.format.is_some_and(|format| !format.is_measure()) {
            self.filled.names.push((range.clone(), parameter.name.clone()));
        }
        if !self.is_misled(parameter, &range, is_free) && !self.is_shapeless_path(parameter, &range) {
            self.filled.spans.push((range, is_free));
        }
        match self.filled.values.get_mut(&parameter.name) {
            Some(known) if *known == value => {}
            // A repeated parameter has both values.
            Some(Value::List(known)) => match value {
                Value::List(more) => known.extend(more),
                value => known.push(value),
            },
            Some(known) => *known = Value::List(vec![known.clone(), value]),
            None => drop(self.filled.values.insert(parameter.name.clone(), value)),
        }
    }

    /// Whether the word before a value introduces something else: "on recycled paper" is not the text of a
    /// file, and "with a signature" not a folder. The value then does not explain these words.
    fn is_misled(&self, parameter: &Parameter, range: &Range<usize>, is_free: bool) -> bool {
        let is_article = |word: &Word| match self.heard.tongue {
            Tongue::English => matches!(word.folded.as_str(), "the" | "a" | "an" | "my" | "your"),
            Tongue::Portuguese => is_article(word),
        };
        let before = self.heard.words[..range.start].iter().rev().find(|word| !is_article(word));
        let Some(before) = before.filter(|_| self.heard.literal(&self.heard.words[range.start]).is_none())
        else {
            return false;
        };
        let leading: &[&str] = if is_free { &PLACING } else { &ACCOMPANYING };
        leading.contains(&before.folded.as_str()) && !self.edges.leads(&parameter.name, &before.folded)
    }

    /// Whether words without the form of a path stand for a file that need not be named: "a screenshot in 3D" is not
    /// saved as "3D", unless a word such as "as" introduces the name.
    fn is_shapeless_path(&self, parameter: &Parameter, range: &Range<usize>) -> bool {
        let is_path = matches!(parameter.format, Some(Format::File | Format::Path));
        let said = self.heard.text(range.clone());
        let is_literal = self.heard.found_at(range.clone()).is_some();
        let before = range.start.checked_sub(1).map_or("", |at| self.heard.words[at].folded.as_str());
        is_path
            && !parameter.required
            && !is_literal
            && !said.contains(['.', '/'])
            && !NAMING.contains(&before)
            && self.around.lexicon.meant(said, Format::Path).is_empty()
    }

    /// Searches the remaining words for a value.
    fn look_for(&mut self, parameter: &Parameter) {
        if self.take_chosen(parameter) {
            return;
        }
        if self.speakable.is_closed(&parameter.name) {
            return;
        }
        if let Some(range) = self.named_behind(parameter) {
            if let Some(value) = self.value(parameter, range.clone()) {
                self.give(parameter, value, range);
            }
            return;
        }
        if let Some(range) = self.topic(parameter)
            && let Some(value) = self.value(parameter, range.clone())
        {
            return self.give(parameter, value, range);
        }
        if !parameter.required {
            return;
        }
        if let Some(at) = self.find_literal(parameter) {
            if let Some(value) = self.value(parameter, at..at + 1) {
                self.give(parameter, value, at..at + 1);
            }
            return;
        }
        if let Some(format) = parameter.format.filter(|format| *format != Format::Title) {
            self.look_for_name(parameter, format);
        }
    }

    /// Takes one of the few values of a parameter. Returns whether the sentence names one.
    fn take_chosen(&mut self, parameter: &Parameter) -> bool {
        let Some((value, words)) = self.chosen(parameter) else { return false };
        self.filled.values.insert(parameter.name.clone(), value);
        self.filled.chosen.extend(&words);
        if self.speakable.lists {
            words.iter().for_each(|at| self.taken[*at] = true);
        }
        self.filled.spans.extend(words.into_iter().map(|at| (at..at + 1, false)));
        true
    }

    fn find_literal(&self, parameter: &Parameter) -> Option<usize> {
        let suits = |found: &Found| match (parameter.kind, parameter.format) {
            (Type::Number, format) => {
                number(found, format).is_some()
                    || Number::parse(&self.heard.sentence[found.span.clone()]).is_some()
            }
            (Type::String, Some(Format::Url)) => found.value.kind() == Kind::Url,
            (Type::String, Some(Format::Date)) => found.value.kind() == Kind::Date,
            (Type::String, Some(Format::Time)) => found.value.kind() == Kind::Time,
            (Type::String, Some(Format::Duration)) => found.value.kind() == Kind::Duration,
            (Type::String, Some(Format::Column)) => found.quoted && found.value.kind() != Kind::File,
            (Type::String, Some(_)) => matches!(found.value.kind(), Kind::File | Kind::Path) || found.quoted,
            (Type::String, None) if parameter.name == "email" => found.value.kind() == Kind::Email,
            (Type::String | Type::Any, None) => found.quoted,
            _ => false,
        };
        let free = self.heard.words.iter().enumerate().filter(|(at, _)| !self.taken[*at]);
        free.filter_map(|(at, word)| Some((at, self.heard.literal(word)?)))
            .find(|(_, found)| suits(found))
            .map(|it| it.0)
    }

    /// Searches for the name of an existing object.
    fn look_for_name(&mut self, parameter: &Parameter, format: Format) {
        let free: Vec<usize> = self.heard.matters.iter().copied().filter(|at| !self.taken[*at]).collect();
        let folded: Vec<&str> = free.iter().map(|at| self.heard.words[*at].folded.as_str()).collect();
        let found = self.around.lexicon.find(&folded, format);
        // In "delete a file", the article does not mean `a.txt`.
        let is_article =
            |range: &Range<usize>| range.len() == 1 && is_article(&self.heard.words[free[range.start]]);
        if let Some((name, range)) = found.filter(|(_, range)| !is_article(range)) {
            let value = Value::from(name);
            let range = free[range.start]..free[range.end - 1] + 1;
            self.give(parameter, value, range);
            return;
        }
        if let Some((name, range)) = self.known_part(parameter, format) {
            return self.give(parameter, Value::from(name), range);
        }
        // "The file" is not a name unless a file was mentioned before; "it" always refers to something.
        let definite = free.iter().find_map(|at| Some((*at, self.definite(&(*at..*at + 1), parameter)?)));
        if let Some((at, name)) = definite {
            return self.give(parameter, name, at..at + 1);
        }
        if let Some(at) = self.beside_noun(format, &free) {
            return self.give(parameter, Value::from(self.plain_text(at..at + 1)), at..at + 1);
        }
        let pronoun = free.iter().find(|at| self.is_pronoun(**at..**at + 1)).copied();
        if let Some(at) = pronoun {
            match self.mentioned(format, at..at + 1) {
                Some(name) => self.give(parameter, Value::from(name), at..at + 1),
                None => self.filled.unbound.push(parameter.name.clone()),
            }
        }
    }

    /// Returns the words that a cue introduces and that only one existing thing has in its name: "to progress" for the
    /// column "Work in progress".
    fn known_part(&self, parameter: &Parameter, format: Format) -> Option<(String, Range<usize>)> {
        if !matches!(format, Format::Kind(_)) {
            return None;
        }
        let words = &self.heard.words;
        let is_start = |at: &usize| {
            *at > 0 && !self.taken[*at] && self.edges.leads(&parameter.name, &words[at - 1].folded)
        };
        (1..words.len()).filter(is_start).find_map(|start| {
            let end = (start..words.len())
                .find(|at| self.taken[*at] || (*at > start && words[*at].pause.is_some()));
            let range = start..end.unwrap_or(words.len());
            match self.around.lexicon.meant(self.heard.text(range.clone()), format).as_slice() {
                [_] => Some((self.plain_text(range.clone()), range)),
                _ => None,
            }
        })
    }

    /// Reassigns the name of an existing object from a free-text parameter to a required name parameter.
    fn give_back(&mut self) {
        let wanting = self.speakable.parameters.iter().filter(|it| it.required && it.default.is_none());
        for parameter in wanting {
            let Some(format) = parameter.format.filter(|_| !self.is_given(parameter)) else { continue };
            let texts = self.speakable.parameters.iter().filter(|it| !it.required && it.format.is_none());
            let found = texts.into_iter().find_map(|it| {
                let said = self.filled.values.get(&it.name)?.as_text()?;
                match self.around.lexicon.meant(said, format).as_slice() {
                    [only] => Some((it.name.clone(), Value::from(*only))),
                    _ => None,
                }
            });
            if let Some((text, name)) = found {
                self.filled.values.shift_remove(&text);
                self.filled.values.insert(parameter.name.clone(), name);
            }
        }
    }

    /// Returns the names in no value. A repeated name is in the value of its first occurrence; an ambiguous
    /// misspelling waits for the answer to a question.
    fn left(&self) -> Vec<String> {
        if !self.filled.several.is_empty() {
            return Vec::new();
        }
        let names = self.heard.words.iter().enumerate().filter_map(|(at, word)| {
            let found = self.heard.literal(word).filter(|found| found.value.kind().is_name())?;
            Some((at, found.value.text()))
        });
        let (used, free): (Vec<_>, Vec<_>) = names.partition(|(at, _)| self.taken[*at]);
        let is_used = |name: &String| used.iter().any(|(_, other)| other == name);
        let said = |name: &String| self.filled.values.values().any(|value| value.to_string().contains(name));
        free.into_iter().map(|(_, name)| name).filter(|name| !is_used(name) && !said(name)).collect()
    }

    fn finish(mut self) -> Filled {
        // A value that equals the default can be omitted; a figure that was stated stays.
        for parameter in &self.speakable.parameters {
            if parameter.default.is_some()
                && !matches!(parameter.kind, Type::Number)
                && self.filled.values.get(&parameter.name) == parameter.default.as_ref()
            {
                self.filled.values.shift_remove(&parameter.name);
            }
        }
        let parameters = self.speakable.parameters.iter();
        for parameter in parameters.filter(|it| it.required && it.default.is_none()) {
            if !self.is_given(parameter) {
                self.filled.missing.push(parameter.name.clone());
            }
        }
        let given = self.speakable.parameters.iter();
        let given = given.filter_map(|it| Some((it, self.filled.values.get(&it.name)?)));
        let invalid = given.filter_map(|(it, value)| Some((it.name.clone(), fault(it, value)?))).collect();
        let left = self.left();
        Filled { invalid, left, ..self.filled }
    }
}
