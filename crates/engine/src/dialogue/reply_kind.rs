//! Classification of replies to a question: the answer, without the words around it, or a reply that is not
//! an answer and must never become the value.

use std::collections::HashSet;
use std::sync::LazyLock;

use lemmascope_intent::{Format, Parameter, Type};
use lemmascope_language::literal::{literals, mask};
use lemmascope_language::reader::Speakable;
use lemmascope_language::words::{Word, tongue, words};

use super::phrases::Phrases;
use super::reply_phrases;
use super::understand::now;

const REPLIES: &str = include_str!("replies.txt");

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(REPLIES));

/// The words under `[clause]`, with their accents: "é" is a verb, and "e" is not.
static CLAUSE: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let lines = REPLIES.lines().skip_while(|line| *line != "[clause]").skip(1);
    lines.take_while(|line| !line.starts_with('[')).map(str::trim).collect()
});

/// A reply that does not answer the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aside {
    /// Thanks, a greeting, praise.
    Courtesy,
    /// A question about the question: its reason, or the possible answers.
    AskBack,
    /// A statement that the answer is not known, or not yet.
    NotKnown,
    /// Any other reply.
    NoAnswer,
}

/// The type of answer that a question expects, as far as people phrase it differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A name for a new thing.
    NewName,
    /// An existing thing, by its name.
    Thing,
    /// A location for a thing.
    Place,
    /// A number.
    Number,
    /// An enumerated value, a date, a time, or a list.
    Fixed,
    /// Free text, such as the content of a file or a search query.
    Text,
}

/// The number of words from which a value is a text rather than a name.
const TEXT: usize = 4;

impl Wanted {
    /// Returns the type of answer for a parameter of a request.
    pub(super) fn of(parameter: &Parameter, speakable: Option<&Speakable>) -> Self {
        let is_beside_thing = || {
            let others = speakable.into_iter().flat_map(|it| &it.parameters);
            let is_path = |it: &&Parameter| matches!(it.format, Some(Format::Path | Format::File));
            others.filter(|it| it.name != parameter.name && it.required).any(|it| is_path(&it))
        };
        match (parameter.kind, parameter.format) {
            (Type::Number, _) => Self::Number,
            (Type::Boolean | Type::Array | Type::Object, _) => Self::Fixed,
            (_, Some(Format::Date | Format::Time | Format::Duration | Format::Minutes)) => Self::Fixed,
            (_, Some(Format::Title)) => Self::NewName,
            (_, Some(Format::Path | Format::Folder)) if is_beside_thing() => Self::Place,
            (_, Some(_)) => Self::Thing,
            (_, None) if speakable.is_some_and(|it| takes_text(it, &parameter.name)) => Self::Text,
            (_, None) => Self::NewName,
        }
    }

    /// Returns the headings of the phrases that only introduce such an answer.
    fn headings(self) -> &'static [&'static str] {
        match self {
            Self::NewName => &["naming"],
            Self::Number => &["setting"],
            Self::Place => &["placing"],
            Self::Thing | Self::Fixed | Self::Text => &[],
        }
    }
}

/// Whether some values of a parameter in the examples are texts rather than names.
fn takes_text(speakable: &Speakable, parameter: &str) -> bool {
    speakable.examples.iter().any(|example| {
        let mut own = example.slots.iter().filter(|slot| slot.parameter == parameter);
        own.any(|slot| example.text[slot.range.clone()].split_whitespace().count() >= TEXT)
    })
}

/// An answer without the words around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Given<'s> {
    /// The words that may be the value.
    pub(super) text: &'s str,
    /// The strength of the phrase that introduces them.
    pub(super) introduced: Introduced,
}

/// The strength of the phrase that introduces an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(super) enum Introduced {
    /// No introduction.
    No,
    /// A phrase that may also begin a request: "I want".
    Perhaps,
    /// A phrase that only introduces an answer: "call it".
    Surely,
}

/// Returns the number of words that introduce a name for a new thing: "call it".
pub(super) fn names(words: &[Word]) -> Option<usize> {
    PHRASES.begins("naming", words)
}

/// Returns the answer without its introduction and closing words. At least one word remains.
pub(super) fn given(sentence: &str, wanted: Wanted) -> Given<'_> {
    let words = words_of(sentence);
    let mut introduced = Introduced::No;
    let (mut start, mut end) = (0, words.len());
    loop {
        let rest = &words[start..];
        let pauses = |length: &usize| rest.get(*length).is_some_and(|word| word.pause.is_some());
        let surely = PHRASES.begins_any(wanted.headings(), rest);
        let perhaps = reply_phrases::introduces(rest);
        let hesitates = PHRASES.begins("hesitate", rest);
        let leads_in = PHRASES.begins_any(&["lead in", "unknown", "courtesy"], rest).filter(pauses);
        let found = [
            (surely, Introduced::Surely),
            (perhaps, Introduced::Perhaps),
            (hesitates, Introduced::No),
            (leads_in, Introduced::No),
        ];
        let longest = found
            .into_iter()
            .filter_map(|(length, how)| Some((length?, how)))
            .filter(|(length, _)| start + length < words.len())
            .reduce(|best, other| if other.0 > best.0 { other } else { best });
        let Some((length, how)) = longest else { break };
        start += length;
        if how > introduced {
            introduced = how;
        }
    }
    while let Some(length) = PHRASES.ends("after", &words[start..end]).filter(|it| start + it < end) {
        end -= length;
    }
    let text = match (words.get(start), words.get(end.wrapping_sub(1))) {
        // Text after the last word belongs to the answer, unless words were removed there.
        (Some(first), Some(_)) if end == words.len() => sentence[first.span.start..].trim_end(),
        (Some(first), Some(last)) => &sentence[first.span.start..last.span.end],
        _ => sentence,
    };
    Given { text, introduced }
}

/// Returns a sentence without leading hesitation and transition words.
pub(super) fn led_in(sentence: &str) -> &str {
    let words = words_of(sentence);
    let mut start = 0;
    loop {
        let rest = &words[start..];
        let pauses = |length: &usize| rest.get(*length).is_some_and(|word| word.pause.is_some());
        let length = PHRASES.begins_any(&["lead in", "hesitate"], rest).filter(pauses);
        match length {
            Some(length) => start += length,
            None => break,
        }
    }
    words.get(start).map_or(sentence, |word| &sentence[word.span.start..])
}

/// Returns the words of a sentence, with each quoted text as one word.
fn words_of(sentence: &str) -> Vec<Word> {
    let mut quoted = literals(sentence, tongue(sentence), now());
    quoted.retain(|found| found.quoted);
    mask(sentence, &quoted)
}

/// Classifies a sentence that does not answer any question, whatever the question asks for.
pub(super) fn aside(sentence: &str) -> Option<Aside> {
    let words = words(sentence);
    let is_all = |heading: &str| PHRASES.are_all(&[heading, "hesitate", "after", "courtesy"], &words);
    let begins_unknown = || {
        let at = (0..words.len()).find(|at| PHRASES.begins("hesitate", &words[..*at]) == Some(*at));
        let rest = &words[at.unwrap_or_default()..];
        let length = PHRASES.begins("unknown", rest)?;
        let is_vague = length >= 2 || PHRASES.begins("vague", rest).is_some();
        // "I don't know, maybe plans" ends with an answer.
        (is_vague && rest.get(length).is_none_or(|word| word.pause.is_none())).then_some(())
    };
    match () {
        () if words.is_empty() => None,
        () if PHRASES.are_all(&["ask back", "hesitate", "courtesy"], &words) && asks(&words) => {
            Some(Aside::AskBack)
        }
        () if PHRASES.are_all(&["courtesy", "after"], &words) => Some(Aside::Courtesy),
        () if is_all("unknown") || begins_unknown().is_some() => Some(Aside::NotKnown),
        () if PHRASES.are_all(&["hesitate"], &words) => Some(Aside::NotKnown),
        () => None,
    }
}

fn asks(words: &[Word]) -> bool {
    (0..words.len()).any(|at| PHRASES.begins("ask back", &words[at..]).is_some())
}

/// Whether words are a clause rather than a name: they contain a pronoun, a verb or a negation.
pub(super) fn is_clause(text: &str) -> bool {
    words(text).iter().any(|word| CLAUSE.contains(word.form.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_introductory_words_from_answer() {
        let name = |said| given(said, Wanted::NewName).text;
        for said in [
            "Contas",
            "call it Contas",
            "Call it Contas, please.",
            "chama-se Contas",
            "chama-lhe Contas, por favor",
            "o nome é Contas",
            "the name is Contas",
            "it should be Contas",
            "it should be called Contas",
            "Contas, please",
            "hmm, maybe Contas",
            "I think Contas",
            "not sure, maybe Contas",
            "talvez Contas",
            "dá-lhe o nome de Contas",
            "let's call it Contas I think",
            "pode ser Contas",
            "yes, call it Contas",
            "a pasta deve chamar-se Contas",
        ] {
            assert_eq!(name(said).trim_end_matches('.'), "Contas", "{said}");
        }
        assert_eq!(given("use 40", Wanted::Number).text, "40");
        assert_eq!(given("mete a 40, por favor", Wanted::Number).text, "40");
        assert_eq!(given("put it in archive", Wanted::Place).text, "in archive");
        assert_eq!(given("call it \"well, well\"", Wanted::NewName).text, "\"well, well\"");
    }

    #[test]
    fn keeps_introductory_words_of_other_questions() {
        assert_eq!(given("call it plan.md", Wanted::Thing).text, "call it plan.md");
        assert_eq!(given("call it plan.md", Wanted::NewName).introduced, Introduced::Surely);
        assert_eq!(given("I want to delete a.txt", Wanted::NewName).introduced, Introduced::Perhaps);
        assert_eq!(given("plans", Wanted::NewName).introduced, Introduced::No);
    }

    #[test]
    fn classifies_courtesies_questions_and_evasions() {
        for said in ["thanks", "Thank you so much!", "obrigado", "ok, great", "bom dia", "muito obrigada"] {
            assert_eq!(aside(said), Some(Aside::Courtesy), "{said}");
        }
        for said in ["why do you ask?", "porquê?", "what are my options?", "hmm, why?", "para quê?"] {
            assert_eq!(aside(said), Some(Aside::AskBack), "{said}");
        }
        for said in [
            "I don't know",
            "no idea",
            "não sei",
            "hmm",
            "whatever",
            "tanto faz",
            "I don't know what to call it",
            "something shorter",
        ] {
            assert_eq!(aside(said), Some(Aside::NotKnown), "{said}");
        }
        for said in ["plans", "I don't know, maybe plans", "thanks.txt", "good plans", "why.txt"] {
            assert_eq!(aside(said), None, "{said}");
        }
    }

    #[test]
    fn clauses_are_not_names() {
        for said in ["you tell me", "it is not that", "isso não é comigo", "because"] {
            assert!(is_clause(said), "{said}");
        }
        for said in ["to do list", "pão e manteiga", "May report", "contas de casa"] {
            assert!(!is_clause(said), "{said}");
        }
    }
}
