//! Converts the words of a value.

use std::ops::Range;

use lemmascope_intent::{Format, Number, Parameter, Type, Value, is_pronoun};

use super::Filling;
use super::noun::is_noun;
use crate::literal::{Found, Kind, Value as Literal};
use crate::reader::lexicon::is_part;
use crate::reader::tokenized::is_article;
use crate::reader::value_words;
use crate::words::{Tongue, fold, is_object};

impl Filling<'_> {
    /// Converts words into the value of a parameter; returns nothing if that is impossible. An unresolved
    /// reference is recorded.
    pub(super) fn value(&mut self, parameter: &Parameter, range: Range<usize>) -> Option<Value> {
        let intent = &self.speakable.name;
        let said = self.heard.text(range.clone());
        let found = self.heard.found_at(range.clone());
        let chosen = value_words::value_of(intent, &parameter.name, said);
        if chosen.is_some() || self.speakable.is_closed(&parameter.name) {
            return chosen.and_then(|value| parameter.kind.read(value));
        }
        match parameter.kind {
            // "at 15" may be a time of day, but is a number for a numeric parameter.
            Type::Number => {
                let literal = found.and_then(|found| number(found, parameter.format));
                literal.or_else(|| Number::parse(said.trim()).map(Value::Number))
            }
            Type::Boolean => parameter.kind.read(said),
            Type::Array => Some(Value::List(self.items(range))),
            Type::Object => match parameter.kind.read(said) {
                Some(object) => Some(object),
                None => Some(Value::from(self.plain_text(range))),
            },
            Type::String | Type::Any => self.text(parameter, range),
        }
    }

    pub(super) fn text(&mut self, parameter: &Parameter, range: Range<usize>) -> Option<Value> {
        let literal = self.heard.found_at(range.clone()).map(|found| &found.value);
        match (parameter.format, literal) {
            (Some(Format::Date), Some(literal)) if literal.kind() == Kind::Date => {
                return Some(literal.plain());
            }
            (Some(Format::Time), Some(literal)) if literal.kind() == Kind::Time => {
                return Some(literal.plain());
            }
            (Some(Format::Duration), Some(Literal::Duration(_))) => return literal.map(Literal::plain),
            (Some(Format::Date | Format::Time | Format::Duration), _) => return None,
            _ => {}
        }
        // "An hour from now" is not a file name.
        let is_when = |at: usize| {
            let found = self.heard.words.get(at).and_then(|word| self.heard.literal(word));
            found.is_some_and(|it| !it.quoted && matches!(it.value.kind(), Kind::Duration | Kind::Time))
        };
        if parameter.format.is_some() && !parameter.required && range.clone().any(is_when) {
            return None;
        }
        let said = self.plain_text(range.clone());
        let Some(format) = parameter.format else {
            let is_exact =
                parameter.name.contains("password") && !matches!(literal, Some(Literal::Quoted(_)));
            return Some(Value::from(if is_exact { self.exact_text(range) } else { said }));
        };
        if self.is_pronoun(range.clone()) {
            return match self.mentioned(format, range) {
                Some(name) => Some(Value::from(name)),
                // "That window" is the active one, which is the default.
                None if format == Format::Window => None,
                None => {
                    self.filled.unbound.push(parameter.name.clone());
                    None
                }
            };
        }
        let meant = self.around.lexicon.meant(&said, format);
        let is_named = !meant.is_empty();
        // "The card Alpha and the card Beta" are two objects.
        if matches!(format, Format::Kind(_)) && !is_named && self.names_another(range.clone(), format) {
            self.filled.unbound.push(parameter.name.clone());
            return None;
        }
        // "Show me both" contains no name.
        if !is_named && is_several(&said) && self.heard.found_at(range.clone()).is_none() {
            self.filled.unbound.push(parameter.name.clone());
            return None;
        }
        if is_named && meant.iter().all(|name| self.is_known_by_part(&said, name, format)) {
            return Some(Value::from(said));
        }
        let meant = if is_named { meant } else { self.near(&said, format) };
        match meant.as_slice() {
            [] => Some(Value::from(said)),
            // The object of a change is never guessed.
            [only] if is_named || !self.speakable.changes || format == Format::Item => {
                Some(Value::from(*only))
            }
            // A domain that defines kinds has further criteria for objects with the same name.
            _ if matches!(format, Format::Kind(_)) => Some(Value::from(said)),
            several => {
                let several = several.iter().take(8).map(ToString::to_string).collect();
                self.filled.several.push((parameter.name.clone(), several));
                None
            }
        }
    }

    /// Whether another object of the same kind follows after a conjunction.
    fn names_another(&self, range: Range<usize>, format: Format) -> bool {
        let words = &self.heard.words[range];
        let joins =
            |at: usize| matches!(words[at].form.as_str(), "and" | "e") || words[at].pause == Some(',');
        let is_kind = |at: usize| {
            let next = at + 1 + usize::from(words.get(at + 1).is_some_and(is_article));
            words.get(next).is_some_and(|word| is_noun(Some(format), &word.folded, &self.heard.things))
        };
        (1..words.len()).any(|at| joins(at) && is_kind(at))
    }

    /// Whether a text is a part of the name of an application or a window. The verbs also search by partial
    /// and alternative names, and know which match was used last, so the text is passed verbatim.
    pub(super) fn is_known_by_part(&self, said: &str, name: &str, format: Format) -> bool {
        let kinds = [Format::Application, Format::Window].into_iter().filter(|kind| format.takes(*kind));
        let is_one = kinds.into_iter().any(|kind| self.around.lexicon.meant(said, kind).contains(&name));
        is_one && is_part(said, name)
    }

    /// Returns the names that a text may misspell. Applications, and names without an extension for `open`,
    /// are resolved by the verbs, which know several names of each.
    pub(super) fn near(&self, said: &str, format: Format) -> Vec<&str> {
        let is_near = match format {
            Format::Item => said.contains('.'),
            Format::File | Format::Spreadsheet | Format::Document | Format::Folder | Format::Path => {
                !self.speakable.makes()
            }
            Format::Column => true,
            _ => false,
        };
        if is_near { self.around.lexicon.near(said, format) } else { Vec::new() }
    }

    /// Returns the object that was mentioned last and that a parameter with this format accepts. A noun among
    /// the words determines whether it is a file or a folder.
    pub(super) fn mentioned(&self, format: Format, words: Range<usize>) -> Option<String> {
        // "Move them to Done" refers to several objects.
        if matches!(format, Format::Kind(_)) && is_plural(self.heard.text(words.clone())) {
            return None;
        }
        let with_noun = words.start..(words.end + 1).min(self.heard.words.len());
        let says = |kind: Format| {
            let words = &self.heard.words[with_noun.clone()];
            words.iter().any(|word| is_noun(Some(kind), &word.folded, &self.heard.things))
        };
        let (is_file, is_folder) = (says(Format::File), says(Format::Folder));
        let suits = |kind: Format| match kind {
            Format::File => is_file || !is_folder,
            Format::Folder => is_folder || !is_file,
            _ => !is_file && !is_folder,
        };
        let latest = self.around.mentioned.iter().rev();
        latest.into_iter().find(|(kind, _)| format.takes(*kind) && suits(*kind)).map(|(_, name)| name.clone())
    }

    /// Whether words refer to something mentioned before.
    pub(super) fn is_pronoun(&self, range: Range<usize>) -> bool {
        let words = &self.heard.words[range];
        let said: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
        let hangs = |word| self.heard.tongue == Tongue::Portuguese && is_object(word, self.heard.sentence);
        is_pronoun(&said.join(" ")) || matches!(words, [only] if hangs(only))
    }

    /// Returns words as a text, without surrounding quotation marks.
    pub(super) fn plain_text(&self, range: Range<usize>) -> String {
        match self.heard.found_at(range.clone()) {
            Some(found) if found.quoted || matches!(found.value, Literal::File(_) | Literal::Path(_)) => {
                found.value.text()
            }
            _ => self.heard.text(range).trim().to_string(),
        }
    }

    /// Returns a word with all adjacent symbols, for values that must be verbatim.
    pub(super) fn exact_text(&self, range: Range<usize>) -> String {
        let (Some(first), Some(last)) =
            (self.heard.words.get(range.start), self.heard.words.get(range.end - 1))
        else {
            return String::new();
        };
        let rest = &self.heard.sentence[last.span.end..];
        let end = last.span.end + rest.find(char::is_whitespace).unwrap_or(rest.len());
        let text = self.heard.sentence[first.span.start..end].trim_end_matches([',', ';']);
        // If the sentence starts with a capital letter, a final period ends the sentence.
        let is_prose = self.heard.sentence.trim_start().chars().next().is_some_and(char::is_uppercase);
        let is_last = self.heard.sentence[end..].trim().is_empty();
        let text = if is_prose && is_last { text.strip_suffix('.').unwrap_or(text) } else { text };
        text.to_string()
    }

    /// Returns the items of a list, separated by commas and "and".
    pub(super) fn items(&self, range: Range<usize>) -> Vec<Value> {
        let mut items = Vec::new();
        let mut start = range.start;
        for at in range.clone() {
            let word = &self.heard.words[at];
            let joins = matches!(word.form.as_str(), "and" | "e");
            if (word.pause.is_some() || joins) && at > start {
                items.push(Value::from(self.plain_text(start..at)));
                start = at;
            }
            if joins {
                start = at + 1;
            }
        }
        if start < range.end {
            items.push(Value::from(self.plain_text(start..range.end)));
        }
        items
    }
}

/// Whether a pronoun is plural.
fn is_plural(said: &str) -> bool {
    let said = fold(&said.to_lowercase());
    ["them", "these", "those", "os", "as", "los", "las", "nos", "nas", "eles", "elas", "esses", "essas"]
        .contains(&said.as_str())
}

/// Whether words refer to several objects mentioned before.
fn is_several(said: &str) -> bool {
    let said = fold(&said.to_lowercase());
    matches!(
        said.as_str(),
        "both"
            | "both of them"
            | "them both"
            | "all of them"
            | "them all"
            | "ambos"
            | "ambas"
            | "os dois"
            | "as duas"
    )
}

/// Converts a literal into a number, in the unit of a parameter.
pub(super) fn number(found: &Found, format: Option<Format>) -> Option<Value> {
    match (&found.value, format) {
        (Literal::Duration(lapse), Some(Format::Minutes)) => {
            Number::from_f64(lapse.duration().as_secs_f64() / 60.0).map(Value::Number)
        }
        (Literal::Number(_) | Literal::Percent(_) | Literal::Ordinal(_), _) => Some(found.value.plain()),
        (Literal::Quantity(quantity), None) => Some(Value::Number(quantity.amount)),
        _ => None,
    }
}
