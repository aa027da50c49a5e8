use super::super::said::{Said, plain_words};
use super::super::thing::Span;

/// What a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// A number of things: "how many".
    Count,
    /// A value: "what is".
    Value,
    /// The rows that fit: "which".
    Which,
    /// A price: "how much is".
    Price,
    /// A person: "who is".
    Person,
    /// A date or time: "when is".
    Time,
    /// A state: "is".
    State,
    /// Whether something exists: "is there".
    There,
}

/// The openings of questions, each with its role.
const OPENINGS: [(&str, Asked); 8] = [
    ("ask_count", Asked::Count),
    ("ask_there", Asked::There),
    ("ask_price", Asked::Price),
    ("ask_time", Asked::Time),
    ("ask_person", Asked::Person),
    ("ask_value", Asked::Value),
    ("ask_which", Asked::Which),
    ("ask_state", Asked::State),
];

/// The maximum number of words of a question.
const MOST_WORDS: usize = 30;

/// A question: what it asks for, and the words that say about what.
pub(super) struct Query<'a> {
    pub(super) said: &'a Said<'a>,
    pub(super) asked: Asked,
    /// The words after the opening.
    pub(super) body: Span,
}

impl<'a> Query<'a> {
    /// Reads a question.
    pub(super) fn of(said: &'a Said<'a>) -> Option<Self> {
        let end = said.words.len();
        let start = said.skip(&["filler", "ask_polite"], 0..end);
        let found = OPENINGS
            .iter()
            .filter_map(|(role, asked)| Some((*asked, said.role(role, start..end)?)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best });
        let (asked, length) = found.or_else(|| {
            // "A caixa está marcada?"
            let is_asked = said.sentence.trim_end().ends_with('?');
            let has_verb = (start + 1..end).any(|at| said.role("ask_state", at..end).is_some());
            (is_asked && has_verb).then_some((Asked::State, 0))
        })?;
        let body = start + length..end;
        // A further sentence or clause would be a second request.
        let is_single = body.clone().skip(1).all(|at| !said.is_parted(at));
        (is_single && !body.is_empty() && body.len() <= MOST_WORDS).then_some(Self { said, asked, body })
    }

    /// Returns the number of words of the idle phrase at the start of these words.
    pub(super) fn idle(&self, words: Span) -> Option<usize> {
        self.said.role("ask_idle", words)
    }

    /// Returns these words for the comparison with texts of the page; a quotation counts with its content.
    pub(super) fn words(&self, span: Span) -> Vec<String> {
        span.flat_map(|at| match self.said.quotation(at) {
            Some(quoted) => plain_words(quoted),
            None => vec![self.said.words[at].folded.clone()],
        })
        .collect()
    }

    /// Returns the words from the first to the last one that carries meaning.
    pub(super) fn phrase(&self) -> Vec<String> {
        let mut span = self.said.skip(&["ask_idle"], self.body.clone())..self.body.end;
        while let Some(start) = (span.clone()).find(|at| self.idle(*at..span.end) == Some(span.end - at)) {
            span.end = start;
        }
        self.words(span)
    }

    /// Returns the words that carry meaning.
    pub(super) fn meant(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut at = self.body.start;
        while at < self.body.end {
            match self.idle(at..self.body.end) {
                Some(length) => at += length,
                None => {
                    words.extend(self.words(at..at + 1));
                    at += 1;
                }
            }
        }
        words
    }
}
