//! Further requests of a sentence that its interpretation does not explain.

use std::ops::Range;

use super::{Coverage, MANY, PREPOSITIONS, has_meaning};
use crate::reader::tokenized::is_article;
use crate::stance::{Draft, Voice, is_request_form, is_verb, voice};
use crate::words::{Tongue, Word, hangs};

/// Prepositions and question words after a conjunction, which are no verbs although an article or a pronoun follows.
const QUALIFIERS: [&str; 22] = [
    "half", "such", "quite", "rather", "many", "about", "against", "between", "behind", "like", "without",
    "beyond", "among", "why", "when", "whether", "because", "while", "not", "only", "even", "never",
];

/// Words before the base form of a verb.
const BASE_LEADS: [&str; 20] = [
    "to", "how", "can", "could", "should", "would", "will", "must", "may", "might", "do", "does", "not", "i",
    "you", "we", "they", "who", "that", "which",
];

/// Portuguese prepositions that have the form of a verb.
const LEADING: [&str; 6] = ["para", "pela", "pelo", "sobre", "entre", "como"];

/// Whether a word coordinates two requests.
fn is_joint(form: &str) -> bool {
    matches!(form, "and" | "then" | "e" | "depois")
}

/// Words that add something else to a request.
const ADDING: [&str; 3] = ["plus", "mais", "&"];

/// Words between a conjunction and the verb of a second request: "and after that book …", "e que o envies".
const CONNECTIVES: [&str; 34] = [
    "que",
    "o",
    "a",
    "os",
    "as",
    "lhe",
    "lhes",
    "me",
    "te",
    "nos",
    "after",
    "that",
    "this",
    "afterwards",
    "also",
    "please",
    "finally",
    "later",
    "next",
    "just",
    "em",
    "seguida",
    "disso",
    "isso",
    "seguir",
    "tambem",
    "por",
    "favor",
    "ainda",
    "agora",
    "logo",
    "fim",
    "then",
    "depois",
];

/// Returns the index of the conjunction that joins the clause of a verb to the one before it.
pub(in crate::reader) fn joint_before(words: &[Word], verb: usize) -> Option<usize> {
    let lead = (0..verb).rev().take_while(|at| CONNECTIVES.contains(&words[*at].folded.as_str()));
    let first = lead.last().unwrap_or(verb);
    let joint = first.checked_sub(1).filter(|at| is_joint(&words[*at].form));
    // Some of these words join clauses themselves.
    joint.or_else(|| (first..verb).rev().find(|at| *at > 0 && is_joint(&words[*at].form)))
}

impl Coverage<'_> {
    /// Returns further requests that are joined to the interpreted one and unexplained: "… and make me a cup
    /// of tea". An observation may ignore other words, but not these.
    pub(in crate::reader) fn other_requests(&self, draft: &Draft) -> Vec<String> {
        let words = &self.heard.words;
        let is_aside = |at: usize| draft.asides().any(|range| range.contains(&at));
        let end =
            |at: usize| (at + 1..words.len()).find(|at| words[*at].pause.is_some()).unwrap_or(words.len());
        let begins = |at: &usize| {
            let word = &words[*at];
            // "…, lava a louça": a comma separates requests as well.
            let is_listed = matches!(word.pause, Some(',' | ';'))
                && words.get(at + 1).is_some_and(is_article)
                && is_verb(word)
                && !self.vocabulary().has(self.class, &word.folded);
            let is_joined = joint_before(words, *at).is_some() || is_listed;
            let is_request = self.heard.literal(word).is_none() && is_request_form(&word.folded);
            // A verb of the examples explains a word as part of the first request. A general verb only does with an
            // object that is explained: "make me a cup of tea".
            let is_empty = || !self.vocabulary().has(self.class, &word.folded) && !self.is_in_value(*at);
            let is_general = || {
                self.is_idle(*at)
                    && is_empty()
                    && (at + 1..end(*at)).any(|it| !self.is_explained(it) && has_meaning(&words[it]))
            };
            let is_known = match self.matched {
                Some(_) => self.is_explained(*at) && !is_general(),
                None => self.heard.is_polite(*at) || self.is_in_value(*at),
            };
            is_joined && is_request && at + 1 < words.len() && !is_known && !is_aside(*at)
        };
        // "Print it, and then list the folder": the first one is also a separate request.
        let is_joined = |at: &usize| is_joint(&words[at - 1].form) || words[at - 1].form == "me";
        let is_second = (1..words.len()).filter(is_joined).any(|at| self.is_own_word(at));
        let first = (0..words.len()).find(|at| !self.heard.is_polite(*at)).filter(|at| {
            let is_verb = self.heard.literal(&words[*at]).is_none() && is_request_form(&words[*at].folded);
            // "Enter 09/10/2012 as the date" does not ask for the date.
            let is_left = |at: usize| self.heard.literal(&words[at]).is_some() && !self.is_explained(at);
            let is_other = self.matched.is_none()
                && self.reader.begins(&words[*at].folded)
                && (0..words.len()).any(is_left);
            (is_second && is_verb || is_other) && !self.is_explained(*at) && !is_aside(*at)
        });
        let others = (1..words.len()).filter(begins);
        let found: Vec<usize> = first.into_iter().chain(others).collect();
        if found.is_empty() {
            return self.joined_leftovers(draft);
        }
        found.into_iter().map(|at| self.heard.text(at..end(at)).to_string()).collect()
    }

    /// Returns the parts behind conjunctions that have several words, none of which the interpretation explains: "…
    /// plus a hard copy on my desk".
    fn joined_leftovers(&self, draft: &Draft) -> Vec<String> {
        let words = &self.heard.words;
        let is_aside = |at: usize| draft.asides().any(|range| range.contains(&at));
        let joins = |at: &usize| is_joint(&words[*at].form) || ADDING.contains(&words[*at].form.as_str());
        let mut joints: Vec<usize> = (1..words.len()).filter(joins).collect();
        joints.push(words.len());
        let parts = joints.windows(2).map(|pair| pair[0] + 1..pair[1]);
        let parts = parts.map(|part| {
            let end = part.clone().find(|at| words[*at].pause.is_some() && *at > part.start);
            part.start..end.unwrap_or(part.end)
        });
        let is_left = |part: &Range<usize>| {
            let left = part.clone().filter(|at| !self.is_explained(*at) && has_meaning(&words[*at]));
            let is_free = !part.clone().any(|at| self.is_in_value(at) || is_aside(at));
            is_free && left.count() >= MANY
        };
        parts.filter(is_left).map(|part| self.heard.text(part).to_string()).collect()
    }

    /// Returns requests inside a free-text value, after a conjunction: "search for cheap tents and buy the
    /// cheapest". Coordinated verbs belong to the text: "how to wash and dry a coat".
    pub(in crate::reader) fn swallowed_requests(&self) -> Vec<String> {
        let words = &self.heard.words;
        let determiners = [
            "the", "a", "an", "it", "them", "me", "one", "those", "these", "my", "this", "that", "o", "os",
            "as", "um", "uma", "isso", "meu", "minha",
        ];
        let is_joined = |at: usize| joint_before(words, at).is_some();
        let is_done = |at: usize| {
            let next = words.get(at + 1).filter(|next| next.pause.is_none());
            let is_bare = self.heard.literal(&words[at]).is_none();
            // "Text them": the examples may have the word as a noun.
            let is_pronoun = next.is_some_and(|next| matches!(next.folded.as_str(), "them" | "it"));
            let has_object = next.is_some_and(|next| determiners.contains(&next.folded.as_str()));
            // "Have a pizza delivered": a general verb says nothing about the text.
            let is_causative = matches!(words[at].folded.as_str(), "have" | "get") && self.is_caused(at);
            let is_known =
                self.vocabulary().has(self.class, &words[at].folded) && !is_pronoun && !is_causative;
            // "Dá-lhe de comer"
            let is_hanging = self.heard.tongue == Tongue::Portuguese
                && is_request_form(&words[at].folded)
                && next.is_some_and(|next| hangs(next, self.heard.sentence));
            // "Order pizza", "marca mesa": requests begin with the verb, and an object follows.
            let is_begun = || next.is_some_and(has_meaning) && self.reader.begins(&words[at].folded);
            let is_for_me = words[at - 1].folded == "me"
                && self.heard.tongue == Tongue::Portuguese
                && !self.reader.learnt.spelling.is_common(&words[at].folded);
            let is_verb = is_request_form(&words[at].folded) && (has_object || is_begun());
            is_bare
                && !is_known
                && (is_verb
                    || is_for_me
                    || is_causative
                    || is_hanging
                    || has_object && self.is_unknown_verb(at))
        };
        let is_quoted =
            |range: &Range<usize>| self.heard.found_at(range.clone()).is_some_and(|found| found.quoted);
        // "… and order flowers": a complete value that is an imperative is not a name.
        let bids = |range: &Range<usize>| {
            let first = &words[range.start];
            let is_small = self.heard.sentence[first.span.clone()].starts_with(char::is_lowercase);
            let is_joined = range.start > 1 && is_joint(&words[range.start - 1].form);
            let is_long = range.len() > 1 && self.heard.found_at(range.clone()).is_none();
            is_joined && is_long && is_small && is_request_form(&first.folded)
        };
        let whole = self.filled.spans.iter().map(|(range, _)| range).filter(|range| bids(range));
        let whole: Vec<String> = whole.map(|range| self.heard.text(range.clone()).to_string()).collect();
        let texts = self.filled.spans.iter().filter(|(range, is_free)| *is_free && !is_quoted(range));
        let texts = texts.map(|(range, _)| range);
        let within = texts.filter_map(|range| {
            let end = (range.end..words.len()).find(|at| words[*at].pause.is_some()).unwrap_or(words.len());
            let at = (range.start + 1..end).find(|at| is_joined(*at) && is_done(*at))?;
            // "It shipped and translate it": a coordinated imperative does not follow a statement.
            let joint = joint_before(words, at);
            let is_of_base = |verb: usize| {
                let (word, next) =
                    (&words[verb], words.get(verb + 1).map_or("", |next| next.folded.as_str()));
                let before = verb.checked_sub(1).map_or("", |before| words[before].folded.as_str());
                // In "train times to Leeds", the word is a noun.
                let is_meant =
                    Some(verb + 1) == joint || determiners.contains(&next) || BASE_LEADS.contains(&before);
                is_meant && is_verb(word) && is_request_form(&word.folded)
            };
            // "Para" is a form of "parar" as well.
            let is_of_any =
                |verb: usize| is_verb(&words[verb]) && !LEADING.contains(&words[verb].folded.as_str());
            let is_first = !(range.start..at).any(|verb| match self.heard.tongue {
                Tongue::English => is_of_base(verb),
                Tongue::Portuguese => is_of_any(verb),
            });
            let start = joint.map_or(at, |joint| joint + 1);
            is_first.then(|| self.heard.text(start..end).to_string())
        });
        within.chain(whole).collect()
    }

    /// Whether a participle follows the object of a verb: "have a pizza delivered".
    fn is_caused(&self, verb: usize) -> bool {
        let words = &self.heard.words;
        let end = (verb + 1..words.len()).find(|at| words[*at].pause.is_some()).unwrap_or(words.len());
        (verb + 3..end).any(|at| voice(&words[at].folded) == Some(Voice::Done))
    }

    /// Whether a word that no example contains precedes an article like a verb: "and pet the dog".
    fn is_unknown_verb(&self, at: usize) -> bool {
        let word = &self.heard.words[at];
        let is_small = self.heard.sentence[word.span.clone()].chars().all(char::is_lowercase);
        let next = self.heard.words.get(at + 1).filter(|next| next.pause.is_none());
        let next = next.map_or("", |next| next.folded.as_str());
        // Only a verb or a preposition precedes "them".
        let is_common = self.reader.learnt.spelling.is_common(&word.folded) && next != "them";
        self.heard.tongue == Tongue::English
            && is_small
            && matches!(next, "the" | "my" | "it" | "them" | "a" | "an")
            && !self.is_idle(at)
            && !PREPOSITIONS.contains(&word.folded.as_str())
            && !QUALIFIERS.contains(&word.folded.as_str())
            && !is_common
            && !crate::stance::all_words().any(|known| known == word.folded)
    }
}
