//! The values of a sentence: which words are a value of which parameter, and what they come to.

use std::ops::Range;

use lemmascope_intent::{Format, Number, Object, Parameter, Type, Value, is_pronoun};

use super::edges::Edges;
use super::heard::{Heard, is_article};
use super::lexicon::{Lexicon, is_part};
use super::pairs::{objects, pairs};
use super::speakable::Speakable;
use super::value_words;
use crate::literal::{Found, Kind, Value as Literal};
use crate::words::{Tongue, is_object};

/// What is known while a sentence is read.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'a> {
    /// The names of things that there are.
    pub lexicon: &'a Lexicon,
    /// What was spoken of last, by what it is.
    pub mentioned: &'a [(Format, String)],
}

/// The values of a sentence.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Filled {
    pub(super) values: Object,
    /// Required parameters that have no value.
    pub(super) missing: Vec<String>,
    /// Parameters whose value cannot be used, and why.
    pub(super) invalid: Vec<(String, String)>,
    /// Parameters that are given by a word for something that is not known.
    pub(super) unbound: Vec<String>,
    /// Parameters that may be one of several things that there are.
    pub(super) several: Vec<(String, Vec<String>)>,
}

/// Finds the values of a sentence, from the words that were taken to be some.
pub(super) fn fill(
    speakable: &Speakable,
    heard: &Heard<'_>,
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
    for (range, parameter) in filling.joined(spans) {
        filling.take_span(range, parameter);
    }
    for parameter in &speakable.parameters {
        if !filling.is_given(parameter) {
            filling.look_for(parameter);
        }
    }
    filling.finish()
}

/// The values of a sentence that answers the question for these parameters: those that look like one, and otherwise all that
/// was said, as the first.
pub(super) fn answer(
    speakable: &Speakable,
    wanted: &[String],
    heard: &Heard<'_>,
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
    // "The Hours column" is a column, whatever else is asked for.
    let is_of =
        |it: &Parameter| heard.words.iter().any(|word| nouns(it.format).contains(&word.folded.as_str()));
    let which = asked.parameters.iter().position(is_of).unwrap_or_default();
    let whole = fill(&asked, heard, &[(first..last + 1, which)], around, edges).values;
    let values = if whole.is_empty() { by_look } else { whole };
    (!values.is_empty()).then_some(values)
}

/// "Rename a.txt" says what is renamed, and not what to: a lone name, before which nothing says what it is, is that of the
/// first thing that has to be named.
pub(super) fn first_of_its_kind(
    mut spans: Vec<(Range<usize>, usize)>,
    speakable: &Speakable,
    heard: &Heard<'_>,
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

struct Filling<'a> {
    speakable: &'a Speakable,
    heard: &'a Heard<'a>,
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

    /// Parameters that take named values get the objects of the sentence, each the one that its name or a word for it stands
    /// before, or else the next; what is only said in words is looked for at the end of the sentence.
    fn take_objects(&mut self) {
        let wanting: Vec<&Parameter> =
            self.speakable.parameters.iter().filter(|it| it.kind == Type::Object).collect();
        if wanting.is_empty() {
            return;
        }
        let mut objects = objects(self.heard.sentence);
        let before = |start: usize| {
            let word = self.heard.words.iter().rev().find(|word| word.span.end <= start);
            word.map(|word| word.folded.clone()).unwrap_or_default()
        };
        let leads = |parameter: &Parameter, word: &str| {
            parameter.name == word || self.edges.leads(&parameter.name, word)
        };
        let mut given: Vec<(&Parameter, Object)> = Vec::new();
        for parameter in &wanting {
            let own = objects.iter().position(|(start, _)| leads(parameter, &before(*start)));
            if let Some(at) = own.or_else(|| (!objects.is_empty() && wanting.len() == 1).then_some(0)) {
                given.push((*parameter, objects.remove(at).1));
            }
        }
        let said = self.heard.words.iter().rposition(|word| PAIRING.contains(&word.folded.as_str()));
        if given.is_empty()
            && let ([only], Some(said)) = (wanting.as_slice(), said)
        {
            let end = self.heard.matters.last().map_or(0, |last| last + 1);
            let words = said + 1..end.max(said + 1);
            given.extend(pairs(self.heard.text(words)).map(|pairs| (*only, pairs)));
        }
        for (parameter, object) in given {
            self.filled.values.insert(parameter.name.clone(), Value::Object(object));
        }
    }

    /// Two stretches of one free text with a word or two between them are one text.
    fn joined(&self, spans: &[(Range<usize>, usize)]) -> Vec<(Range<usize>, usize)> {
        let mut joined: Vec<(Range<usize>, usize)> = Vec::new();
        for (range, parameter) in spans {
            let is_free = self.speakable.parameters.get(*parameter).is_some_and(|it| {
                let is_text = it.format.is_none_or(|format| format == Format::Window);
                it.kind == Type::String && is_text && !it.description.is_empty()
            });
            match joined.last_mut() {
                Some((before, same)) if is_free && same == parameter && range.start <= before.end + 2 => {
                    before.end = range.end
                }
                _ => joined.push((range.clone(), *parameter)),
            }
        }
        joined
    }

    fn take_span(&mut self, range: Range<usize>, parameter: usize) {
        let Some(parameter) = self.speakable.parameters.get(parameter) else { return };
        if parameter.kind == Type::Object && self.is_given(parameter) {
            return;
        }
        let range = self.listed(self.trimmed(range, parameter), parameter);
        if let Some(name) = self.definite(&range, parameter) {
            return self.give(parameter, name, range);
        }
        let range = self.whole_name(range, parameter);
        if range.is_empty()
            || self.taken[range.clone()].iter().any(|taken| *taken)
            || self.is_nothing(&range, parameter)
        {
            return;
        }
        if let Some(value) = self.value(parameter, range.clone()) {
            self.give(parameter, value, range);
        }
    }

    /// All files that are named one after the other, where a list of them is wanted.
    fn listed(&self, mut range: Range<usize>, parameter: &Parameter) -> Range<usize> {
        if parameter.kind != Type::Array || range.is_empty() {
            return range;
        }
        let words = &self.heard.words;
        let is_file = |at: usize| {
            let found = words.get(at).and_then(|word| self.heard.literal(word));
            found.is_some_and(|it| matches!(it.value.kind(), Kind::File | Kind::Path))
        };
        let joins = |at: usize| words.get(at).is_some_and(|word| matches!(word.form.as_str(), "and" | "e"));
        let is_parted = |at: usize| words.get(at).is_some_and(|word| word.pause == Some(','));
        if !is_file(range.start) || !is_file(range.end - 1) {
            return range;
        }
        loop {
            let next = if joins(range.end) { range.end + 1 } else { range.end };
            if !is_file(next) || (next == range.end && !is_parted(next)) {
                break;
            }
            range.end = next + 1;
        }
        loop {
            let is_joined = range.start > 0 && joins(range.start - 1);
            let before = range.start.checked_sub(if is_joined { 2 } else { 1 });
            let Some(before) = before.filter(|at| is_file(*at) && (is_joined || is_parted(range.start)))
            else {
                break;
            };
            range.start = before;
        }
        range
    }

    /// The words of the name of something that there is, where those that were taken for a value are a part of it.
    fn whole_name(&self, range: Range<usize>, parameter: &Parameter) -> Range<usize> {
        let Some(format) = parameter.format else { return range };
        let folded: Vec<&str> = self.heard.words.iter().map(|word| word.folded.as_str()).collect();
        let found = self.around.lexicon.find(&folded, format).map(|(_, found)| found);
        let holds = |found: &Range<usize>| found.start <= range.start && found.end >= range.end;
        found.filter(|found| !range.is_empty() && holds(found)).unwrap_or(range)
    }

    /// "Delete the file" is about the file that was spoken of last, if one was.
    fn definite(&self, range: &Range<usize>, parameter: &Parameter) -> Option<Value> {
        let before = range.start.checked_sub(1)?;
        if range.len() != 1 || self.taken[range.start] || !self.is_pronoun(before..range.end) {
            return None;
        }
        self.mentioned(parameter.format?, range.clone()).map(Value::from)
    }

    /// Whether words stand for something that was spoken of before.
    fn is_pronoun(&self, range: Range<usize>) -> bool {
        let words = &self.heard.words[range];
        let said: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
        let hangs = |word| self.heard.tongue == Tongue::Portuguese && is_object(word, self.heard.sentence);
        is_pronoun(&said.join(" ")) || matches!(words, [only] if hangs(only))
    }

    /// "Delete a file": a word for a kind of thing names none.
    fn is_nothing(&self, range: &Range<usize>, parameter: &Parameter) -> bool {
        let word = &self.heard.words[range.start];
        let is_noun = nouns(parameter.format).contains(&word.folded.as_str());
        let is_beside =
            self.edges.is_beside(&parameter.name, &word.folded) && !self.is_pronoun(range.clone());
        let before = range.start.checked_sub(1).map(|at| self.heard.words[at].folded.as_str());
        // "Uma pasta chamada nova" says that this is its name, "uma pasta nova" does not.
        let is_led = before.is_some_and(|word| {
            self.edges.leads(&parameter.name, word) && !nouns(Some(Format::Path)).contains(&word)
        });
        let is_new = parameter.format.is_some() && !is_led && NEW.contains(&word.folded.as_str());
        range.len() == 1 && self.heard.literal(word).is_none() && (is_noun || is_beside || is_new)
    }

    fn give(&mut self, parameter: &Parameter, value: Value, range: Range<usize>) {
        self.taken[range].fill(true);
        match self.filled.values.get_mut(&parameter.name) {
            Some(known) if *known == value => {}
            // Said twice, it is both.
            Some(Value::List(known)) => match value {
                Value::List(more) => known.extend(more),
                value => known.push(value),
            },
            Some(known) => *known = Value::List(vec![known.clone(), value]),
            None => drop(self.filled.values.insert(parameter.name.clone(), value)),
        }
    }

    /// The words of a value without what only introduces it: articles before it, and the word for what it is.
    fn trimmed(&self, mut range: Range<usize>, parameter: &Parameter) -> Range<usize> {
        let word = |at: usize| &self.heard.words[at];
        range.end = range.end.min(self.heard.words.len());
        if range.is_empty() {
            return range;
        }
        if let Some(at) = self.literal_in(&range, parameter) {
            return at..at + 1;
        }
        range = self.edges.trimmed(&parameter.name, range, self.heard);
        range.end = self.end_of_file(&range, parameter).unwrap_or(range.end);
        let nouns = nouns(parameter.format);
        while range.len() > 1 && parameter.format.is_some() && is_article(word(range.start)) {
            range.start += 1;
        }
        while range.len() > 1 && nouns.contains(&word(range.start).folded.as_str()) {
            range.start += 1;
        }
        while range.len() > 1 && nouns.contains(&word(range.end - 1).folded.as_str()) {
            range.end -= 1;
        }
        range
    }

    /// Where the name of a file ends: its extension is the last of it, and words may only stand before.
    fn end_of_file(&self, range: &Range<usize>, parameter: &Parameter) -> Option<usize> {
        parameter.format.filter(|format| format.takes(Format::File) && parameter.kind != Type::Array)?;
        let is_file = |at: &usize| {
            self.heard.literal(&self.heard.words[*at]).is_some_and(|it| it.value.kind() == Kind::File)
        };
        range.clone().find(is_file).map(|at| at + 1)
    }

    /// What stands for itself among words is the value, and the words around it are not: a quoted text, an address, a path.
    fn literal_in(&self, range: &Range<usize>, parameter: &Parameter) -> Option<usize> {
        if !matches!(parameter.kind, Type::String | Type::Any) || range.len() < 2 {
            return None;
        }
        let suits = |found: &Found| {
            found.quoted
                || match (found.value.kind(), parameter.format) {
                    (Kind::Url, Some(Format::Url)) | (Kind::Path, Some(_)) => true,
                    (Kind::Path, None) => parameter.name == "executable",
                    _ => false,
                }
        };
        let mut found =
            range.clone().filter(|at| self.heard.literal(&self.heard.words[*at]).is_some_and(suits));
        match (found.next(), found.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// What words come to as a value of a parameter; nothing if they cannot be one. Words for something else leave a note.
    fn value(&mut self, parameter: &Parameter, range: Range<usize>) -> Option<Value> {
        let intent = &self.speakable.name;
        let said = self.heard.text(range.clone());
        let found = self.heard.found_at(range.clone());
        let chosen = value_words::value_of(intent, &parameter.name, said);
        if chosen.is_some() || self.speakable.is_closed(&parameter.name) {
            return chosen.and_then(|value| parameter.kind.read(value));
        }
        match parameter.kind {
            // "at 15" may be a time of day, and is a number where one is wanted.
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

    fn text(&mut self, parameter: &Parameter, range: Range<usize>) -> Option<Value> {
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
        let said = self.plain_text(range.clone());
        let Some(format) = parameter.format else {
            let is_exact =
                parameter.name.contains("password") && !matches!(literal, Some(Literal::Quoted(_)));
            return Some(Value::from(if is_exact { self.exact_text(range) } else { said }));
        };
        if self.is_pronoun(range.clone()) {
            return match self.mentioned(format, range) {
                Some(name) => Some(Value::from(name)),
                // "That window" is the one in front, which need not be named.
                None if format == Format::Window => None,
                None => {
                    self.filled.unbound.push(parameter.name.clone());
                    None
                }
            };
        }
        let meant = self.around.lexicon.meant(&said, format);
        let is_named = !meant.is_empty();
        if is_named && meant.iter().all(|name| self.is_known_by_part(&said, name, format)) {
            return Some(Value::from(said));
        }
        let meant = if is_named { meant } else { self.near(&said, format) };
        match meant.as_slice() {
            [] => Some(Value::from(said)),
            // What a change is done to is never guessed.
            [only] if is_named || !self.speakable.changes || format == Format::Item => {
                Some(Value::from(*only))
            }
            several => {
                let several = several.iter().take(8).map(ToString::to_string).collect();
                self.filled.several.push((parameter.name.clone(), several));
                None
            }
        }
    }

    /// Whether what was said is some words of the name of an application or a window. The verbs know those by a part of their
    /// names too, and by others, and which of several was used last; so what was said stands.
    fn is_known_by_part(&self, said: &str, name: &str, format: Format) -> bool {
        let kinds = [Format::Application, Format::Window].into_iter().filter(|kind| format.takes(*kind));
        let is_one = kinds.into_iter().any(|kind| self.around.lexicon.meant(said, kind).contains(&name));
        is_one && is_part(said, name)
    }

    /// The names that what was said is a misspelling of. Applications, and whatever is opened without an extension, are found
    /// by the verbs themselves, which know more names of them than one.
    fn near(&self, said: &str, format: Format) -> Vec<&str> {
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

    /// What was spoken of last that a parameter of this format takes; where one of these words says whether it is a file or
    /// a folder, it is that.
    fn mentioned(&self, format: Format, words: Range<usize>) -> Option<String> {
        let with_noun = words.start..(words.end + 1).min(self.heard.words.len());
        let says = |kind: Format| {
            let words = &self.heard.words[with_noun.clone()];
            words.iter().any(|word| nouns(Some(kind)).contains(&word.folded.as_str()))
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

    /// Words as a text: without the quotation marks around them.
    fn plain_text(&self, range: Range<usize>) -> String {
        match self.heard.found_at(range.clone()) {
            Some(found) if found.quoted || matches!(found.value, Literal::File(_) | Literal::Path(_)) => {
                found.value.text()
            }
            _ => self.heard.text(range).trim().to_string(),
        }
    }

    /// A word with all signs that stand at it, for what must be exactly as it was said.
    fn exact_text(&self, range: Range<usize>) -> String {
        let (Some(first), Some(last)) =
            (self.heard.words.get(range.start), self.heard.words.get(range.end - 1))
        else {
            return String::new();
        };
        let rest = &self.heard.sentence[last.span.end..];
        let end = last.span.end + rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.heard.sentence[first.span.start..end].trim_end_matches([',', ';']).to_string()
    }

    /// The items of a list: words between commas and "and".
    fn items(&self, range: Range<usize>) -> Vec<Value> {
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

    /// Looks for a value among the words that are no value yet.
    fn look_for(&mut self, parameter: &Parameter) {
        let intent = &self.speakable.name;
        if value_words::has_choices(intent, &parameter.name) {
            let meant = self.heard.meant();
            let folded: Vec<&str> = meant.iter().map(|(_, word)| *word).collect();
            if let Some((value, _)) = value_words::choose(intent, &parameter.name, &folded)
                && let Some(value) = parameter.kind.read(value)
            {
                self.filled.values.insert(parameter.name.clone(), value);
                return;
            }
            if self.speakable.is_closed(&parameter.name) {
                return;
            }
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

    /// Looks for the name of something that there is.
    fn look_for_name(&mut self, parameter: &Parameter, format: Format) {
        let free: Vec<usize> = self.heard.matters.iter().copied().filter(|at| !self.taken[*at]).collect();
        let folded: Vec<&str> = free.iter().map(|at| self.heard.words[*at].folded.as_str()).collect();
        if let Some((name, range)) = self.around.lexicon.find(&folded, format) {
            let value = Value::from(name);
            let range = free[range.start]..free[range.end - 1] + 1;
            self.give(parameter, value, range);
            return;
        }
        // "The file" names nothing unless one was spoken of; "it" has to be something.
        let definite = free.iter().find_map(|at| Some((*at, self.definite(&(*at..*at + 1), parameter)?)));
        if let Some((at, name)) = definite {
            return self.give(parameter, name, at..at + 1);
        }
        let pronoun = free.iter().find(|at| self.is_pronoun(**at..**at + 1)).copied();
        if let Some(at) = pronoun {
            match self.mentioned(format, at..at + 1) {
                Some(name) => self.give(parameter, Value::from(name), at..at + 1),
                None => self.filled.unbound.push(parameter.name.clone()),
            }
        }
    }

    fn finish(mut self) -> Filled {
        // What is so anyway need not be said.
        for parameter in &self.speakable.parameters {
            if parameter.default.is_some()
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
        Filled { invalid, ..self.filled }
    }
}

/// Why a value cannot be one of a parameter, where that is plain.
pub(super) fn fault(parameter: &Parameter, value: &Value) -> Option<String> {
    if let (Some((least, most)), Some(number)) = (parameter.within, value.as_number()) {
        let number = number.as_f64();
        return match () {
            () if number < least as f64 => Some(format!("Is less than {least}")),
            () if number > most as f64 => Some(format!("Is more than {most}")),
            () => None,
        };
    }
    let (text, format) = (value.as_text()?, parameter.format?);
    if format == Format::Title && text.chars().any(|sign| sign.is_control() || "<>:\"|?*".contains(sign)) {
        return Some("Contains invalid characters for filename".into());
    }
    let extension = text.rsplit_once('.').map(|(_, extension)| extension.to_lowercase())?;
    let known = format.extensions();
    (!known.is_empty() && !known.contains(&extension.as_str()))
        .then(|| format!("Is not a .{} file", known.join(", .")))
}

/// A literal as a number, in the unit that a parameter counts in.
fn number(found: &Found, format: Option<Format>) -> Option<Value> {
    match (&found.value, format) {
        (Literal::Duration(lapse), Some(Format::Minutes)) => {
            Number::from_f64(lapse.duration().as_secs_f64() / 60.0).map(Value::Number)
        }
        (Literal::Number(_) | Literal::Percent(_) | Literal::Ordinal(_), _) => Some(found.value.plain()),
        (Literal::Quantity(quantity), None) => Some(Value::Number(quantity.amount)),
        _ => None,
    }
}

/// Words after which values are said together with their names.
const PAIRING: [&str; 6] = ["with", "using", "com", "usando", "these", "estes"];

/// "A new folder", "uma pasta nova": what is only said to be new has no name yet.
const NEW: [&str; 8] = ["new", "empty", "blank", "novo", "nova", "vazio", "vazia", "limpa"];

/// Words that say what a name of this kind is a name of, and are no part of it.
pub(super) fn nouns(format: Option<Format>) -> &'static [&'static str] {
    match format {
        Some(Format::Column) => {
            &["column", "columns", "coluna", "colunas", "field", "campo", "values", "valores"]
        }
        Some(Format::Window) => &["window", "janela"],
        Some(Format::Folder) => &["folder", "directory", "pasta", "diretorio", "dir"],
        Some(Format::File | Format::Spreadsheet | Format::Document) => &[
            "file",
            "ficheiro",
            "arquivo",
            "document",
            "documento",
            "spreadsheet",
            "planilha",
            "workbook",
            "pdf",
        ],
        Some(Format::Path) => &["file", "ficheiro", "arquivo", "folder", "pasta", "directory", "diretorio"],
        Some(Format::Application) => {
            &["app", "application", "program", "aplicacao", "aplicativo", "programa", "window", "janela"]
        }
        Some(Format::Item) => &[
            "app",
            "application",
            "program",
            "aplicacao",
            "aplicativo",
            "programa",
            "file",
            "ficheiro",
            "arquivo",
            "folder",
            "pasta",
            "directory",
            "diretorio",
        ],
        _ => &[],
    }
}
