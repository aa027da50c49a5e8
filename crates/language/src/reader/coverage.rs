//! Determines which words of a sentence its interpretation explains. An action with effects is only executed
//! if no remaining word could add to the request.

use std::ops::Range;
use std::sync::LazyLock;

use lemmascope_intent::Format;

use super::lexicon::Lexicon;
use super::listing::is_of_listing;
use super::reader::Reader;
use super::slots::{Filled, is_noun};
use super::template::Match;
use super::tokenized::{Tokenized, is_article};
use super::vocabulary::Vocabulary;
use crate::goal::{Part, unnameable};
use crate::literal::Kind;
use crate::stance::{CueKind, Draft, is_request_form, is_verb, is_verb_of_requests, lemma};
use crate::words::{Phrases, Tongue, Word, hangs};

/// Function words, and words that do not affect the action.
static IDLE: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("idle.txt")]));

/// The number of consecutive unexplained words that are significant.
const MANY: usize = 2;

/// Whether a word is significant: neither a function word nor one that does not affect the action.
pub fn has_meaning(word: &Word) -> bool {
    !(is_article(word) || IDLE.has("function", &word.folded) || IDLE.has("idle", &word.folded))
}

/// The maximum distance between the noun for an attribute and its value, in words.
const ATTRIBUTE_REACH: usize = 3;

/// Prepositions of place, possession or purpose.
const PREPOSITIONS: [&str; 24] = [
    "in", "on", "of", "from", "at", "for", "inside", "under", "by", "em", "no", "na", "nos", "nas", "de",
    "do", "da", "dos", "das", "num", "numa", "pelo", "with", "com",
];

/// Prepositions and question words after a conjunction, which are no verbs although an article or a pronoun follows.
const QUALIFIERS: [&str; 22] = [
    "half", "such", "quite", "rather", "many", "about", "against", "between", "behind", "like", "without",
    "beyond", "among", "why", "when", "whether", "because", "while", "not", "only", "even", "never",
];

/// Verbs that introduce a request for a list.
const TELLING: [&str; 26] = [
    "tell",
    "show",
    "see",
    "know",
    "want",
    "like",
    "look",
    "find",
    "check",
    "let",
    "need",
    "wonder",
    "dizer",
    "mostrar",
    "ver",
    "saber",
    "querer",
    "gostar",
    "ser",
    "precisar",
    "poder",
    "ir",
    "deixar",
    "olhar",
    "espreitar",
    "adorar",
];

/// Words before the base form of a verb.
const BASE_LEADS: [&str; 20] = [
    "to", "how", "can", "could", "should", "would", "will", "must", "may", "might", "do", "does", "not", "i",
    "you", "we", "they", "who", "that", "which",
];

/// Portuguese prepositions that have the form of a verb.
const LEADING: [&str; 6] = ["para", "pela", "pelo", "sobre", "entre", "como"];

/// Words that start a set of objects.
const QUANTIFIERS: [&str; 9] =
    ["all", "every", "everything", "each", "todos", "todas", "tudo", "cada", "toda"];

/// Words that distribute an action over several objects.
const DISTRIBUTIVES: [&str; 3] = ["each", "every", "cada"];

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
pub(super) fn joint_before(words: &[Word], verb: usize) -> Option<usize> {
    let lead = (0..verb).rev().take_while(|at| CONNECTIVES.contains(&words[*at].folded.as_str()));
    let first = lead.last().unwrap_or(verb);
    let joint = first.checked_sub(1).filter(|at| is_joint(&words[*at].form));
    // Some of these words join clauses themselves.
    joint.or_else(|| (first..verb).rev().find(|at| *at > 0 && is_joint(&words[*at].form)))
}

/// Words that a new clause may follow.
const BEGINNINGS: [&str; 14] =
    ["and", "or", "then", "to", "but", "also", "e", "ou", "depois", "para", "mas", "tambem", "entao", "o"];

/// The explanation of the words of a sentence by an interpretation.
pub(super) struct Coverage<'a> {
    reader: &'a Reader,
    class: usize,
    heard: &'a Tokenized<'a>,
    filled: &'a Filled,
    matched: Option<&'a Match>,
    /// Other possible interpretations.
    rivals: &'a [usize],
}

impl<'a> Coverage<'a> {
    /// Creates the coverage of a sentence by a speakable.
    pub(super) fn new(
        reader: &'a Reader,
        class: usize,
        heard: &'a Tokenized<'a>,
        filled: &'a Filled,
        matched: Option<&'a Match>,
        rivals: &'a [usize],
    ) -> Self {
        Self { reader, class, heard, filled, matched, rivals }
    }

    /// Whether words that usually cancel or postpone a request are part of it: words of an example, or of a
    /// value. A name may only start with such words: "create a folder plans tomorrow" does not name it "plans
    /// tomorrow".
    pub(super) fn is_part(&self, words: &Range<usize>, kind: CueKind) -> bool {
        let overlaps = |range: &Range<usize>| range.start < words.end && words.start < range.end;
        // An imperative example does not cover a statement with the same words: "atribuí o cartão".
        let is_alike = || {
            self.matched.is_none_or(|matched| {
                let example = self.reader.tokenize(&matched.sentence, self.heard.now);
                self.reader.draft(&example).mood() == self.reader.draft(self.heard).mood()
            })
        };
        let is_example = (kind != CueKind::Mood || is_alike())
            && self.matched.is_some_and(|matched| !matched.slots.iter().any(|(range, _)| overlaps(range)));
        let spans = &self.filled.spans;
        // A text extends to the next value.
        let runs_on = |range: &Range<usize>| {
            range.start <= words.start
                && !spans.iter().any(|(next, _)| range.end <= next.start && next.start <= words.start)
        };
        let holds = |(range, is_free): &(Range<usize>, bool)| {
            // "In ten minutes" contains a value for a time parameter.
            let is_name = self.filled.names.iter().any(|(name, _)| name == range);
            let is_inside = !is_name && words.start <= range.start && range.end <= words.end;
            let is_within = range.start <= words.start && words.end <= range.end;
            let is_named = is_inside || (is_within && (words.start == range.start || self.is_literal(range)));
            // A time, a condition or a negation is a name only after "called" and similar words.
            let is_bare = words.start <= range.start
                && range.end <= words.end
                && kind != CueKind::Mood
                && self.heard.found_at(range.clone()).is_none()
                && !self.is_announced(range);
            // The subject and the verb of a statement may look like values: "Ana has assigned …", "diminuí o
            // brilho".
            let is_text =
                kind != CueKind::Mood || *is_free && is_within || self.is_literal(range) && is_within;
            (is_named && !is_bare && is_text) || (*is_free && runs_on(range))
        };
        let vocabulary = &self.reader.learnt.vocabulary;
        let is_behind = (0..words.start).any(|at| self.is_own_word(at));
        let is_said = words.clone().all(|at| vocabulary.has(self.class, &self.heard.words[at].folded));
        // "Without a label" is a value itself.
        let is_chosen = kind == CueKind::Negation && words.clone().any(|at| self.filled.chosen.contains(&at));
        is_example
            || is_chosen
            || spans.iter().any(holds)
            || (is_behind && vocabulary.is_usual(self.class, kind) && is_said)
            || (kind == CueKind::Negation && self.denies_other(words))
    }

    /// Whether a word such as "called" introduces a value.
    fn is_announced(&self, range: &Range<usize>) -> bool {
        let before = range.start.checked_sub(1).map(|at| self.heard.words[at].folded.as_str());
        let names = [
            "called",
            "named",
            "titled",
            "chamado",
            "chamada",
            "chamados",
            "chamadas",
            "nome",
            "name",
            "titulo",
            "title",
            "entitled",
            "intitulado",
            "intitulada",
            "para",
            "to",
            "as",
            "como",
        ];
        before.is_some_and(|word| names.contains(&word))
    }

    /// Whether a negated action would not be executed anyway: "move the mouse there, but don't click". A
    /// negation at the start of the sentence always counts.
    fn denies_other(&self, words: &Range<usize>) -> bool {
        let behind = self.heard.words.get(words.end..).unwrap_or_default();
        let verb = behind.iter().take(2).find(|word| is_verb(word));
        let is_behind = (0..words.start).any(|at| self.is_own_word(at));
        let vocabulary = &self.reader.learnt.vocabulary;
        is_behind && verb.is_some_and(|verb| !vocabulary.has(self.class, &verb.folded))
    }

    /// Whether a word is a verb of the action: one that the examples contain and that requests start with.
    fn is_own_word(&self, at: usize) -> bool {
        let meant = self.heard.meant_at(at);
        let is_head = is_verb(&self.heard.words[at]) || self.reader.begins(meant);
        is_head && !self.is_idle(at) && self.reader.learnt.vocabulary.has(self.class, meant)
    }

    fn is_literal(&self, range: &Range<usize>) -> bool {
        self.heard.literal_at(range.clone()).is_some_and(Kind::is_name)
    }

    /// Whether names are in no value, except those in background clauses.
    pub(super) fn leaves_names(&self, draft: &Draft) -> bool {
        let said: String = draft.asides().map(|range| self.heard.text(range.clone())).collect();
        self.filled.left.iter().any(|name| !said.contains(name.as_str()))
    }

    /// Whether existing objects in a list are in no value: an action on one of several must not ignore the
    /// others.
    pub(super) fn leaves_listed(&self, lexicon: &Lexicon) -> bool {
        let words = &self.heard.words;
        let joins = |at: usize| {
            words.get(at).is_some_and(|word| matches!(word.form.as_str(), "and" | "e" | "or" | "ou"))
        };
        let is_parted = |at: usize| words.get(at).is_some_and(|word| word.pause == Some(','));
        (1..words.len()).any(|at| {
            let is_listed = is_parted(at) || joins(at - 1) || is_parted(at + 1) || joins(at + 1);
            let is_left = !self.is_in_value(at) && !self.is_explained(at);
            let name = words[at].folded.as_str();
            is_listed && is_left && lexicon.meant(name, Format::Path).contains(&name)
        })
    }

    /// Returns further requests that are joined to the interpreted one and unexplained: "… and make me a cup
    /// of tea". An observation may ignore other words, but not these.
    pub(super) fn other_requests(&self, draft: &Draft) -> Vec<String> {
        let words = &self.heard.words;
        let is_aside = |at: usize| draft.asides().any(|range| range.contains(&at));
        let end =
            |at: usize| (at + 1..words.len()).find(|at| words[*at].pause.is_some()).unwrap_or(words.len());
        let begins = |at: &usize| {
            let is_joined = joint_before(words, *at).is_some();
            let word = &words[*at];
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

    fn vocabulary(&self) -> &Vocabulary {
        &self.reader.learnt.vocabulary
    }

    /// Returns requests inside a free-text value, after a conjunction: "search for cheap tents and buy the
    /// cheapest". Coordinated verbs belong to the text: "how to wash and dry a coat".
    pub(super) fn swallowed_requests(&self) -> Vec<String> {
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
            let is_known = self.vocabulary().has(self.class, &words[at].folded) && !is_pronoun;
            let has_object = next.is_some_and(|next| determiners.contains(&next.folded.as_str()));
            // "Order pizza", "marca mesa": requests begin with the verb, and an object follows.
            let is_begun = || next.is_some_and(has_meaning) && self.reader.begins(&words[at].folded);
            let is_for_me = words[at - 1].folded == "me"
                && self.heard.tongue == Tongue::Portuguese
                && !self.reader.learnt.spelling.is_common(&words[at].folded);
            let is_verb = is_request_form(&words[at].folded) && (has_object || is_begun());
            is_bare && !is_known && (is_verb || is_for_me || has_object && self.is_unknown_verb(at))
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

    /// Returns the unexplained parts of the sentence verbatim. For major actions any word counts; otherwise a
    /// part counts if it contains a verb, a name or a number.
    pub(super) fn unexplained(&self, draft: &Draft, is_grave: bool) -> Vec<String> {
        let words = &self.heard.words;
        let aside = |at: usize| draft.asides().any(|range| range.contains(&at));
        let mut stretches: Vec<Range<usize>> = Vec::new();
        for at in (0..words.len()).filter(|at| !aside(*at) && !self.is_explained(*at)) {
            match stretches.last_mut() {
                // Function words between two such words belong to the part.
                Some(last) if (last.end..at).all(|between| self.is_idle(between)) => last.end = at + 1,
                _ => stretches.push(at..at + 1),
            }
        }
        let counts = |range: &Range<usize>| {
            let said = range.clone().filter(|at| !self.is_explained(*at)).count();
            is_grave
                || said >= MANY
                || self.is_apart(range.start)
                || range.clone().any(|at| self.is_weighty(at))
        };
        stretches.into_iter().filter(counts).map(|range| self.heard.text(range).to_string()).collect()
    }

    /// Whether all words of a sentence are nouns for things, restrictions by values, or words that introduce a list.
    pub(super) fn is_only_restricted(&self, draft: &Draft) -> bool {
        let words = &self.heard.words;
        let is_open = |at: usize| {
            !self.heard.is_polite(at)
                && has_meaning(&words[at])
                && !self.is_value(at)
                && !self.is_thing(at)
                && !self.is_participle(at)
                && !is_of_listing(&words[at].folded)
                && !self.vocabulary().has(self.class, &words[at].folded)
        };
        let begins = |at: &usize| {
            let is_first = !self.is_value(*at) && is_request_form(&words[*at].folded);
            is_first && !is_of_listing(&words[*at].folded) && has_meaning(&words[*at])
        };
        let has_verb = (0..words.len()).any(|at| begins(&at));
        !has_verb
            && !(0..words.len()).any(is_open)
            && self.other_requests(draft).is_empty()
            && self.dropped_restrictions(draft).is_empty()
    }

    fn is_value(&self, at: usize) -> bool {
        self.filled.spans.iter().any(|(range, _)| range.contains(&at))
    }

    fn is_thing(&self, at: usize) -> bool {
        self.heard.things.kind_of_word(&self.heard.words[at].folded).is_some()
    }

    /// Whether a word states an attribute whose value follows: "tagged bug".
    fn is_participle(&self, at: usize) -> bool {
        let words = &self.heard.words;
        self.heard.things.is_attribute_form(&words[at].folded)
            && (at + 1..words.len().min(at + ATTRIBUTE_REACH)).any(|at| self.is_value(at))
    }

    /// Returns the parts of a request for a list that no value expresses: "the cards blocked by legal". Without them,
    /// the list would be longer than requested.
    pub(super) fn dropped_restrictions(&self, draft: &Draft) -> Vec<String> {
        let words = &self.heard.words;
        // The noun for an attribute belongs to the value beside it.
        let is_left = |at: usize| {
            let beside = at.saturating_sub(ATTRIBUTE_REACH)..words.len().min(at + ATTRIBUTE_REACH + 1);
            self.heard.things.is_attribute(&words[at].folded) && !beside.clone().any(|at| self.is_value(at))
        };
        let is_example = |at: usize| {
            self.matched.is_some_and(|matched| !matched.slots.iter().any(|(range, _)| range.contains(&at)))
        };
        let is_aside = |at: usize| draft.asides().any(|range| range.contains(&at));
        let is_dropped = |at: &usize| {
            !is_aside(*at)
                && !is_example(*at)
                && !self.is_participle(*at)
                && (is_left(*at) || !self.is_explained(*at) && !self.is_thing(*at))
                && !self.is_value(*at)
        };
        let mut stretches: Vec<Range<usize>> = Vec::new();
        for at in (0..words.len()).filter(is_dropped) {
            match stretches.last_mut() {
                Some(last) if (last.end..at).all(|between| self.is_idle(between)) => last.end = at + 1,
                _ => stretches.push(at..at + 1),
            }
        }
        // Words before the request, and clauses without any part of it, introduce it or state a reason.
        let is_of_list = |at: usize| self.is_value(at) || self.is_thing(at);
        let restricts = |range: &Range<usize>| {
            let is_behind = (0..range.start).any(|at| self.is_own_word(at) || is_of_list(at));
            let is_before_noun =
                words.get(range.end).is_some_and(|next| next.pause.is_none()) && self.is_thing(range.end);
            let start = (1..=range.start).rev().find(|at| words[*at].pause.is_some());
            let end = (range.end..words.len()).find(|at| words[*at].pause.is_some()).unwrap_or(words.len());
            let is_apart = start.is_some_and(|start| !(start..end).any(is_of_list));
            // "My brother usually moves the files": another verb comes first.
            let is_other_verb = |word: &Word| {
                let verb = lemma(&word.folded).unwrap_or_else(|| word.folded.clone());
                is_verb(word) && !TELLING.contains(&verb.as_str())
            };
            let said = &words[range.clone()];
            let has_date = said
                .iter()
                .any(|word| self.heard.literal(word).is_some_and(|found| found.value.kind() == Kind::Date));
            let is_other = !is_behind && (has_date || said.iter().any(is_other_verb));
            (is_behind || is_before_noun || is_other) && !is_apart
        };
        let restrictions = stretches.into_iter().filter(restricts);
        restrictions.map(|range| self.heard.text(range).to_string()).collect()
    }

    /// Whether a word can be part of the value that contains it. An unquoted name ends at a pause or a
    /// conjunction: "archive and print it" is a folder and another request.
    fn is_in_value(&self, at: usize) -> bool {
        if self.is_listed_apart(at) {
            return false;
        }
        let holds = |(range, is_free): &(Range<usize>, bool)| {
            let is_one = !self.heard.text(range.clone()).contains(char::is_whitespace) && !self.is_set(range);
            if self.is_numbered(range.start) && !self.is_list(range) {
                return range.contains(&at) && at <= range.start + 1;
            }
            let is_whole = *is_free || self.is_list(range) || is_one;
            range.contains(&at) && (is_whole || self.end_of_name(range).is_none_or(|end| at < end))
        };
        self.filled.spans.iter().any(holds)
    }

    /// Whether a word is the number of an object, and thus its complete name: `#4`.
    fn is_numbered(&self, at: usize) -> bool {
        let number = self.heard.words.get(at + 1).map(|word| &self.heard.sentence[word.span.clone()]);
        self.heard.words[at].folded == "#"
            && number.is_some_and(|number| number.chars().all(|sign| sign.is_ascii_digit()))
    }

    /// Whether a word is a name that "and" joins to the value of another parameter: "rename a.txt and b.txt"
    /// does not state new names.
    fn is_listed_apart(&self, at: usize) -> bool {
        let names = &self.filled.names;
        let Some((own, parameter)) = names.iter().find(|(range, _)| range.contains(&at)) else {
            return false;
        };
        let mut before = own.start;
        let mut is_joined = self.heard.words[before].pause == Some(',');
        while let Some(word) = before.checked_sub(1).map(|at| &self.heard.words[at]) {
            match word.form.as_str() {
                "and" | "e" => is_joined = true,
                "de" | "do" | "da" | "dos" | "das" | "of" => {}
                _ if is_article(word) => {}
                _ => break,
            }
            before -= 1;
        }
        is_joined && names.iter().any(|(range, other)| range.end == before && other != parameter)
    }

    /// Returns the end of the name at the start of a range, if it ends before the range.
    fn end_of_name(&self, range: &Range<usize>) -> Option<usize> {
        let words = &self.heard.words[range.clone()];
        let part = |word: &'a Word| Part {
            folded: &word.folded,
            is_literal: self.heard.literal(word).is_some_and(|found| found.value.kind().is_name()),
            is_parted: word.pause.is_some(),
        };
        let end = unnameable(&words.iter().map(part).collect::<Vec<_>>(), self.heard.tongue);
        // The name of an existing object does not continue after a conjunction.
        let speakable = &self.reader.speakables()[self.class];
        let parameter = self.filled.names.iter().find(|(name, _)| name == range).map(|(_, name)| name);
        let declared = speakable.parameters.iter().find(|it| Some(&it.name) == parameter);
        let is_there = declared.is_some_and(|it| it.format != Some(Format::Title)) && !speakable.makes();
        let ends_in_name = words.last().is_some_and(|word| part(word).is_literal);
        let joint =
            words.iter().skip(1).position(|word| matches!(word.form.as_str(), "and" | "e")).map(|at| at + 1);
        if is_there && self.is_set(range) {
            return Some(range.start);
        }
        end.or(joint.filter(|_| is_there && !ends_in_name)).map(|end| range.start + end)
    }

    /// Whether a range of words is a set of objects, and not a name: "all the invoices".
    fn is_set(&self, range: &Range<usize>) -> bool {
        let words = &self.heard.words[range.clone()];
        let is_literal = |word: &Word| self.heard.literal(word).is_some();
        words.first().is_some_and(|word| QUANTIFIERS.contains(&word.folded.as_str()) && !is_literal(word))
            && words.last().is_some_and(|word| !is_literal(word))
    }

    /// Whether the words are several names for a list parameter.
    fn is_list(&self, range: &Range<usize>) -> bool {
        let parameter = self.filled.names.iter().find(|(name, _)| name == range).map(|(_, name)| name);
        let is_list = |name: &String| self.filled.values.get(name).is_some_and(|it| it.as_list().is_some());
        match parameter {
            Some(name) => is_list(name) && range.len() > 1,
            None => self.filled.values.keys().any(is_list) && range.len() > 1,
        }
    }

    fn is_explained(&self, at: usize) -> bool {
        let word = &self.heard.words[at];
        let meant = self.heard.meant_at(at);
        let vocabulary = &self.reader.learnt.vocabulary;
        let takes = |format| is_noun(format, meant, &self.heard.things);
        let speakable = &self.reader.speakables()[self.class];
        self.heard.is_polite(at)
            || self.is_in_value(at)
            || self.is_idle(at)
            || !self.is_figure(at)
                && (vocabulary.has(self.class, meant) || vocabulary.has(self.class, &word.folded))
            || speakable.parameters.iter().any(|it| it.name == meant || takes(it.format))
    }

    /// Whether a word is a date, a time or a number in digits. Examples contain these in other positions, or
    /// in words ("today"), which explains none.
    fn is_figure(&self, at: usize) -> bool {
        let word = &self.heard.words[at];
        let is_literal = self.heard.literal(word).is_some_and(|found| !found.value.kind().is_name());
        is_literal && self.heard.sentence[word.span.clone()].contains(|sign: char| sign.is_ascii_digit())
    }

    fn is_idle(&self, at: usize) -> bool {
        let word = &self.heard.words[at];
        if lemma(&word.folded).is_some_and(|lemma| IDLE.has("generic", &lemma)) {
            return true;
        }
        self.heard.literal(word).is_none() && !has_meaning(word)
    }

    /// Whether a word is in a clause, between pauses and conjunctions, without any value. The first clause is
    /// that of the request itself.
    fn is_apart(&self, at: usize) -> bool {
        let parts = |at: usize| {
            let word = &self.heard.words[at];
            word.pause.is_some()
                || matches!(word.form.as_str(), "and" | "then" | "e" | "depois" | "but" | "mas")
        };
        let Some(start) = (1..=at).rev().find(|at| parts(*at)) else { return false };
        let end = (at + 1..self.heard.words.len()).find(|at| parts(*at)).unwrap_or(self.heard.words.len());
        !(start..end).any(|at| self.is_in_value(at))
    }

    /// Whether the sentence names the action explicitly: with a verb from the examples, or the words of an
    /// example. Statistical similarity is not sufficient for actions that delete, overwrite, send or pay.
    pub(super) fn has_own_word(&self) -> bool {
        let is_example = self.matched.is_some_and(|matched| matched.words > 0);
        let is_own = |at: usize| {
            let vocabulary = &self.reader.learnt.vocabulary;
            self.is_own_word(at) && vocabulary.is_own(self.class, self.heard.meant_at(at), self.rivals)
        };
        is_example || (0..self.heard.words.len()).any(|at| !self.is_in_value(at) && is_own(at))
    }

    /// Whether the sentence begins with a verb that no request begins with: "frame it", "sing me a song", "canta-me uma
    /// canção". A likeness of its other words does not make it a request.
    pub(super) fn has_foreign_verb(&self) -> bool {
        let words = &self.heard.words;
        let is_first = |at: &usize| !self.heard.is_polite(*at) && has_meaning(&words[*at]);
        let Some(at) = (0..words.len()).find(is_first).filter(|_| self.matched.is_none()) else {
            return false;
        };
        let (verb, Some(next)) = (&words[at], words.get(at + 1).filter(|next| next.pause.is_none())) else {
            return false;
        };
        let is_object = match self.heard.tongue {
            Tongue::English => matches!(next.folded.as_str(), "it" | "them" | "me" | "us" | "him" | "her"),
            Tongue::Portuguese => hangs(next, self.heard.sentence),
        };
        let begins = |word: &str| self.reader.begins(word);
        is_object
            && self.heard.literal(verb).is_none()
            && !self.is_in_value(at)
            && !begins(self.heard.meant_at(at))
            && !is_verb_of_requests(&verb.folded, &begins)
            && !lemma(&verb.folded).is_some_and(|verb| is_verb_of_requests(&verb, &begins))
    }

    /// Whether a word is significant by itself: a verb at the start of a clause, a name, a number, a relative
    /// clause.
    fn is_weighty(&self, at: usize) -> bool {
        let word = &self.heard.words[at];
        let before = at.checked_sub(1).map(|at| self.heard.words[at].folded.as_str());
        let is_begun = word.pause.is_some() || before.is_some_and(|word| BEGINNINGS.contains(&word));
        // The first verb may be one without any example, but not one with another meaning.
        let has_own_word_behind = || (at + 1..self.heard.words.len()).any(|at| self.is_own_word(at));
        let is_other_request = before.is_none() && (self.is_of_rival(word) || has_own_word_behind());
        let is_number = self.heard.literal(word).is_some_and(|found| found.value.kind() != Kind::Ordinal);
        is_number
            || DISTRIBUTIVES.contains(&word.folded.as_str())
            || self.is_of_rival_thing(word)
            || self.is_led_by_preposition(at)
            || self.is_object(at)
            || (is_begun || is_other_request) && is_verb(word)
            || before.is_some_and(|word| matches!(word, "that" | "which" | "who" | "que"))
            || self.is_name(word, at)
    }

    /// Whether a word belongs to the object of another interpretation: "enable the heating" is not about the
    /// alarm.
    fn is_of_rival_thing(&self, word: &Word) -> bool {
        let vocabulary = &self.reader.learnt.vocabulary;
        self.rivals.iter().any(|class| vocabulary.has(*class, &word.folded))
    }

    /// Whether requests of another possible interpretation start with a word.
    fn is_of_rival(&self, word: &Word) -> bool {
        let vocabulary = &self.reader.learnt.vocabulary;
        self.reader.begins(&word.folded)
            && self.rivals.iter().any(|class| vocabulary.has(*class, &word.folded))
    }

    /// Whether a word follows the verb of the action, without any following value: "close whatsapp" is not
    /// about the active window.
    fn is_object(&self, at: usize) -> bool {
        let before = (0..at).rev().find(|at| !is_article(&self.heard.words[*at]));
        let is_behind_verb = before.is_some_and(|verb| self.is_own_word(verb));
        is_behind_verb && self.filled.spans.is_empty()
    }

    /// Whether a word follows a preposition of place, possession or purpose: "in the kitchen", "do vizinho".
    fn is_led_by_preposition(&self, at: usize) -> bool {
        let words = &self.heard.words;
        let before = (0..at).rev().map(|at| &words[at]).find(|word| !is_article(word));
        before.is_some_and(|word| PREPOSITIONS.contains(&word.folded.as_str())) && words[at].pause.is_none()
    }

    /// Whether a word is capitalized like a name, in a sentence that is not capitalized as a whole.
    fn is_name(&self, word: &Word, at: usize) -> bool {
        let written = |word: &Word| &self.heard.sentence[word.span.clone()];
        let is_capital = |word: &Word| written(word).starts_with(char::is_uppercase);
        // Values are capitalized as names, and the first word of any sentence is capitalized.
        let others: Vec<&Word> = (1..self.heard.words.len())
            .filter(|other| *other != at && !self.is_in_value(*other))
            .map(|other| &self.heard.words[other])
            .collect();
        let is_shouted =
            others.len() > 1 && others.iter().filter(|word| is_capital(word)).count() * 2 > others.len();
        let is_code = written(word).contains(|sign: char| sign.is_ascii_digit());
        at > 0 && (is_capital(word) && !is_shouted || is_code) && word.folded != "i"
    }
}
