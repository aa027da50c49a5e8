//! Determines the exact words of a value: without introductory words, and with all words that belong to it.

use std::ops::Range;

use lemmascope_intent::{Format, Parameter, Type};

use super::Filling;
use super::noun::is_noun;
use crate::literal::{Found, Kind};
use crate::reader::tokenized::is_article;

impl Filling<'_> {
    /// Joins two parts of the same free text if only a word or two are between them.
    pub(super) fn joined(&self, spans: &[(Range<usize>, usize)]) -> Vec<(Range<usize>, usize)> {
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
                Some((before, same)) if self.is_rest_of_name(before, *same, range, *parameter) => {
                    before.end = range.end;
                }
                _ => joined.push((range.clone(), *parameter)),
            }
        }
        joined
    }

    /// Whether a word belongs to the preceding new name instead of an optional text, because it directly
    /// follows the name without a cue: "called Summer party".
    fn is_rest_of_name(
        &self,
        before: &Range<usize>,
        named: usize,
        range: &Range<usize>,
        parameter: usize,
    ) -> bool {
        let declared = |at: usize| self.speakable.parameters.get(at);
        let is_name = declared(named).is_some_and(|it| it.format == Some(Format::Title));
        let is_text = declared(parameter)
            .is_some_and(|it| it.kind == Type::String && it.format.is_none() && !it.required);
        let follows = range.start == before.end && self.heard.words[range.start].pause.is_none();
        let is_literal =
            [before.start, range.start].iter().any(|at| self.heard.literal(&self.heard.words[*at]).is_some());
        is_name && is_text && follows && !is_literal
    }

    /// Extends a value to all consecutive file names, for a list parameter.
    pub(super) fn listed(&self, mut range: Range<usize>, parameter: &Parameter) -> Range<usize> {
        if parameter.kind != Type::Array || range.is_empty() {
            return range;
        }
        let words = &self.heard.words;
        let is_file = |at: usize| {
            let found = words.get(at).and_then(|word| self.heard.literal(word));
            found.is_some_and(|it| matches!(it.value.kind(), Kind::File | Kind::Path))
        };
        let joins =
            |at: usize| words.get(at).is_some_and(|word| matches!(word.form.as_str(), "and" | "e" | "como"));
        let is_parted = |at: usize| words.get(at).is_some_and(|word| word.pause == Some(','));
        let files: Vec<usize> = range.clone().filter(|at| is_file(*at)).collect();
        let (Some(first), Some(last)) = (files.first(), files.last()) else { return range };
        range = *first..last + 1;
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

    /// Extends a value to the complete name of an existing object or a known place that contains it.
    pub(super) fn whole_name(&self, range: Range<usize>, parameter: &Parameter) -> Range<usize> {
        let Some(format) = parameter.format.filter(|_| !range.is_empty()) else { return range };
        if let Some(place) = self.whole_place(&range, format) {
            return place;
        }
        let folded: Vec<&str> = self.heard.words.iter().map(|word| word.folded.as_str()).collect();
        let found = self.around.lexicon.find(&folded, format).map(|(_, found)| found);
        let holds = |found: &Range<usize>| found.start <= range.start && found.end >= range.end;
        found.filter(holds).unwrap_or(range)
    }

    /// Extends a value to a known place: "área de trabalho" is a place, but "trabalho" is not.
    fn whole_place(&self, range: &Range<usize>, format: Format) -> Option<Range<usize>> {
        let words = &self.heard.words;
        let is_part = |at: usize| self.heard.things.is_word_of_place(&words[at].folded);
        if !(format.takes(Format::Folder) || format.takes(Format::Path)) || !range.clone().all(is_part) {
            return None;
        }
        let start = (0..range.start).rev().take_while(|at| is_part(*at)).last().unwrap_or(range.start);
        let end =
            (range.end..words.len()).take_while(|at| is_part(*at)).last().map_or(range.end, |at| at + 1);
        let wider =
            (start..=range.start).flat_map(|first| (range.end..=end).rev().map(move |end| first..end));
        let is_free = |words: &Range<usize>| !self.taken[words.clone()].iter().any(|taken| *taken);
        wider
            .filter(is_free)
            .filter(|words| self.heard.anchor_of(self.heard.text(words.clone())).is_some())
            .max_by_key(Range::len)
    }

    /// Ends a range before words of other values, and removes conjunctions at its end.
    pub(super) fn untaken(&self, mut range: Range<usize>) -> Range<usize> {
        let Some(end) = range.clone().find(|at| self.taken[*at]).filter(|end| *end > range.start) else {
            return range;
        };
        range.end = end;
        let joins = |at: usize| matches!(self.heard.words[at].form.as_str(), "and" | "e" | "but" | "mas");
        while range.len() > 1 && joins(range.end - 1) {
            range.end -= 1;
        }
        range
    }

    /// Whether a value is only a noun for a kind, and not a name: "delete a file".
    pub(super) fn is_nothing(&self, range: &Range<usize>, parameter: &Parameter) -> bool {
        let word = &self.heard.words[range.start];
        let is_kind = is_noun(parameter.format, &word.folded, &self.heard.things);
        let is_beside =
            self.edges.is_beside(&parameter.name, &word.folded) && !self.is_pronoun(range.clone());
        let before = range.start.checked_sub(1).map(|at| self.heard.words[at].folded.as_str());
        // "Uma pasta chamada nova" states a name, "uma pasta nova" does not.
        let is_led = before.is_some_and(|word| {
            self.edges.leads(&parameter.name, word)
                && !is_noun(Some(Format::Path), word, &self.heard.things)
                && !NEW.contains(&word)
        });
        let is_new = parameter.format.is_some() && !is_led && NEW.contains(&word.folded.as_str());
        range.len() == 1 && self.heard.literal(word).is_none() && (is_kind || is_beside || is_new)
    }

    /// Removes introductory words from a value: articles, and the noun for its kind.
    pub(super) fn trimmed(&self, mut range: Range<usize>, parameter: &Parameter) -> Range<usize> {
        let word = |at: usize| &self.heard.words[at];
        range.end = range.end.min(self.heard.words.len());
        if range.is_empty() {
            return range;
        }
        let literal = self.literal_in(&range, parameter).or_else(|| self.file_in(&range, parameter));
        if let Some(at) = literal {
            return at..at + 1;
        }
        range = self.edges.trimmed(&parameter.name, range, self.heard);
        range.end = self.end_of_file(&range, parameter).unwrap_or(range.end);
        let is_noun = |at: usize| is_noun(parameter.format, &word(at).folded, &self.heard.things);
        while range.len() > 1 && parameter.format.is_some() && is_article(word(range.start)) {
            range.start += 1;
        }
        while range.len() > 1 && is_noun(range.start) {
            range.start += 1;
        }
        while range.len() > 1 && is_noun(range.end - 1) {
            range.end -= 1;
        }
        range
    }

    /// Returns the existing file name among other words: "every odd line of todo.txt" is about todo.txt.
    fn file_in(&self, range: &Range<usize>, parameter: &Parameter) -> Option<usize> {
        let format = parameter.format.filter(|format| format.takes(Format::File) && range.len() > 1)?;
        let is_there =
            |words: Range<usize>| !self.around.lexicon.meant(self.heard.text(words), format).is_empty();
        let is_file = |at: &usize| {
            let found = self.heard.literal(&self.heard.words[*at]);
            found.is_some_and(|found| found.value.kind() == Kind::File)
        };
        let only = range.clone().find(is_file)?;
        (parameter.kind != Type::Array && !is_there(range.clone()) && is_there(only..only + 1))
            .then_some(only)
    }

    /// Returns the end of a file name: its extension is last, and words may only precede it.
    pub(super) fn end_of_file(&self, range: &Range<usize>, parameter: &Parameter) -> Option<usize> {
        let is_file = |format: &Format| format.takes(Format::File) || *format == Format::Title;
        parameter.format.filter(|format| is_file(format) && parameter.kind != Type::Array)?;
        let is_file = |at: &usize| {
            self.heard.literal(&self.heard.words[*at]).is_some_and(|it| it.value.kind() == Kind::File)
        };
        range.clone().find(is_file).map(|at| at + 1)
    }

    /// Returns the literal among other words, which is the value by itself: a quoted text, a URL, a path.
    pub(super) fn literal_in(&self, range: &Range<usize>, parameter: &Parameter) -> Option<usize> {
        if !matches!(parameter.kind, Type::String | Type::Any) || range.len() < 2 {
            return None;
        }
        let suits = |found: &Found| {
            found.quoted
                || match (found.value.kind(), parameter.format) {
                    (Kind::Url, Some(Format::Url)) | (Kind::Path, Some(_)) => true,
                    (Kind::Email, None) => parameter.name.contains("email"),
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
}

/// Words for new objects, which are not names: "a new folder", "uma pasta nova".
const NEW: [&str; 8] = ["new", "empty", "blank", "novo", "nova", "vazio", "vazia", "limpa"];
