//! Determines whether a part of a sentence is a goal, by itself or together with the preceding one.

use std::ops::Range;

use lemmascope_intent::ThingKind;

use super::clause::Clause;
use super::ears::{Ears, Topic};
use super::name::DETERMINERS;
use super::repeating::is_sign;
use super::scanner::is_count;
use super::sharing::goes_on;
use super::stretch::Stretch;
use super::thing_clause::{Action, Container, Place, Target, ThingClause};
use super::token::Token;
use super::vocabulary::{Role, Vocabulary};
use crate::stance::{is_request_form, is_verb_form, lemma};
use crate::words::{Opening, fold, opening};

/// The maximum number of potential clause boundaries in an unquoted text.
const MOST_OF_TEXT: usize = 2;

pub(super) struct Splitter<'a> {
    pub(super) sentence: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) ears: &'a Ears<'a>,
}

impl Splitter<'_> {
    pub(super) fn clause(
        &self,
        range: Range<usize>,
        before: Option<&Clause>,
        inside: Option<&Container>,
    ) -> Clause {
        let tokens = &self.tokens[range.clone()];
        let before = before.and_then(|clause| clause.thing.as_ref());
        let is_first = range.start == 0;
        let mut thing = ThingClause::read(self.sentence, tokens, self.vocabulary, before, is_first)
            .filter(|thing| {
                // "The contents of archive, backup and reports": an existing object is another list item.
                let is_one_more =
                    |before: &ThingClause| before.action == Action::LIST && self.names_existing(tokens);
                thing.has_verb
                    || self.goes_where_known(thing, before)
                    || before.is_some_and(|before| {
                        inside.is_some() || goes_on(thing, before) || is_one_more(before)
                    })
            })
            .filter(|thing| {
                (before.is_some() && !thing.has_verb && !is_indefinite(tokens))
                    || !self.is_bare(thing, tokens)
            })
            .filter(|thing| {
                let is_title = before.is_some_and(|before| before.goes_on_with(self.sentence, tokens));
                thing.has_verb
                    || is_title
                    || self.goes_where_known(thing, before)
                    || !self.begins_request(tokens)
            })
            .filter(|thing| {
                // A clause with "it" after one about named objects is about named objects as well.
                let is_reference = matches!(thing.target, Target::It | Target::They | Target::Picked(_));
                before.is_some() && is_reference || !self.is_about_something_else(thing, tokens)
            });
        let is_open = |thing: &ThingClause| {
            let is_it = |place: &Place| place.container == Some(Container::It);
            thing.place.is_none()
                || inside == Some(&Container::Each) && thing.place.as_ref().is_some_and(is_it)
        };
        if let (Some(thing), Some(container)) = (thing.as_mut().filter(|thing| is_open(thing)), inside) {
            thing.place =
                Some(Place { anchor: None, container: Some(container.clone()), ..Place::default() });
        }
        Clause { tokens: range, thing, request: None }
    }

    /// Whether a clause is another request, and not a name in a list: "… and open thesis.md".
    pub(super) fn begins_request(&self, tokens: &[Token]) -> bool {
        let is_filler = self.vocabulary.begins_any(&[Role::Filler, Role::Inside, Role::To], tokens).is_some();
        tokens.first().filter(|first| first.literal.is_none() && tokens.len() > 1).is_some_and(|first| {
            // The word before spelling correction, because an apparent misspelling may be a name here.
            let written = fold(&self.sentence[first.span.clone()].to_lowercase());
            let is_bidding =
                || lemma(&written).is_some_and(|it| it.ends_with('r')) && is_request_form(&written);
            let is_base = (self.ears.begins)(&written) || is_bidding();
            !is_filler
                && first.form != "por"
                && (is_verb_form(&written) && is_base || self.bids_by_form(tokens))
        })
    }

    /// Whether a clause is another object of a move to an existing container, whatever else its name means:
    /// "move login and search to done".
    fn goes_where_known(&self, thing: &ThingClause, before: Option<&ThingClause>) -> bool {
        let is_moved = before.is_some_and(|before| before.action == Action::MOVE && before.to.is_none());
        let to = thing.to.as_ref().and_then(|to| to.container.as_ref());
        let is_known = |name: &String| (self.ears.kind)(name).is_some_and(ThingKind::is_container);
        is_moved && thing.names_one() && matches!(to, Some(Container::Named(name)) if is_known(name))
    }

    /// Whether a clause starts with a name or a determiner.
    fn is_nominal(&self, tokens: &[Token]) -> bool {
        let is_article = self.vocabulary.begins(Role::Article, tokens).is_some() && tokens.len() > 1;
        is_article || tokens.first().is_some_and(|first| first.literal.is_some())
    }

    /// Whether a clause is a request, supported or not: "sing me a song".
    pub(super) fn is_other_request(tokens: &[Token]) -> bool {
        let [first, second, ..] = tokens else { return false };
        let is_object = DETERMINERS.contains(&second.folded.as_str()) || second.literal.is_some();
        first.literal.is_none()
            && (is_request_form(&first.folded) || bids_something(first, second))
            && is_object
    }

    /// Whether a clause creates something that is not a named object: "make me a coffee".
    fn is_bare(&self, thing: &ThingClause, tokens: &[Token]) -> bool {
        // "Faz um pix pro dono": a bare name says where only if something is called so.
        let is_there = |container: &Container| match container {
            Container::Named(name) => (self.ears.exists)(name),
            _ => true,
        };
        let says_where = thing.place.as_ref().is_some_and(|place| {
            let container = place.container.as_ref();
            place.anchor.is_some() || container.is_some_and(|it| !place.is_doubtful || is_there(it))
        });
        let is_known = || (self.ears.understands)(self.said(tokens)) == Some(Topic::Things);
        thing.action == Action::CREATE
            && !thing.is_plain()
            && !thing.is_announced
            && !says_where
            && !is_known()
    }

    /// Whether the verb of an action on objects is used for another topic, such as putting the volume at
    /// thirty.
    fn is_about_something_else(&self, thing: &ThingClause, tokens: &[Token]) -> bool {
        if self.describes_only(thing) || self.is_misplaced(thing) {
            return true;
        }
        let is_plain = thing.is_plain() || !thing.has_verb;
        !is_plain
            && match (self.ears.understands)(self.said(tokens)) {
                Some(topic) => topic == Topic::Other,
                None => self.changes_unknown(thing),
            }
    }

    /// Whether a place in a clause says more than where: "to pictures very slowly", or is a file: "the first half of
    /// a.txt".
    fn is_misplaced(&self, thing: &ThingClause) -> bool {
        let named = |place: &Option<Place>| match place.as_ref().and_then(|place| place.container.clone()) {
            Some(Container::Named(name)) => Some(name),
            _ => None,
        };
        let is_text = |name: &String| self.vocabulary.kind_of_name(name).is_some_and(|kind| kind.has_text);
        let goes_on = |name: &String| {
            let words: Vec<&str> = name.split_whitespace().collect();
            let begins = |count: usize| (self.ears.exists)(&words[..count].join(" "));
            words.len() > 1 && !(self.ears.exists)(name) && (1..words.len()).any(begins)
        };
        let (place, to) = (named(&thing.place), named(&thing.to));
        place.as_ref().is_some_and(is_text) || place.iter().chain(&to).any(goes_on)
    }

    /// Whether a clause changes an object that it only describes: "delete the one that is here", "move everything".
    fn describes_only(&self, thing: &ThingClause) -> bool {
        let Target::Named(name) = &thing.target else { return false };
        let first = name.split_whitespace().next().map(|word| fold(&word.to_lowercase()));
        let changes = matches!(thing.action, Action::MOVE | Action::COPY | Action::DELETE | Action::RENAME);
        changes
            && first.is_some_and(|word| DESCRIBING.contains(&word.as_str()))
            && !thing.names_file()
            && !(self.ears.exists)(name)
    }

    /// Whether a clause changes an object that neither exists nor is described as one: "move the dog to the park".
    fn changes_unknown(&self, thing: &ThingClause) -> bool {
        let Target::Named(name) = &thing.target else { return false };
        matches!(thing.action, Action::MOVE | Action::COPY | Action::DELETE | Action::RENAME)
            && !(self.ears.exists)(name)
    }

    /// Whether a clause is a goal: by itself, or with the verb of the preceding clause, which completes its
    /// request.
    pub(super) fn settle(&self, clause: &mut Clause, before: Option<&Clause>) -> bool {
        let tokens = &self.tokens[clause.tokens.clone()];
        if clause.thing.is_none() && before.is_none() {
            clause.request = self.in_singular(tokens);
        }
        if let Some(before) = before.filter(|_| clause.thing.is_none() && clause.request.is_none()) {
            clause.request = self.on_other_site(before, &clause.tokens);
            if clause.request.is_none() && self.is_level(tokens) {
                clause.request = self.carried_change(before, &clause.tokens);
            }
        }
        if clause.thing.is_none() && clause.request.is_none() {
            // An existing name is another list item, even if requests may start with the same word.
            let named = before.filter(|_| self.names_existing(tokens));
            clause.request = named.and_then(|before| self.carried_alike(before, &clause.tokens));
            if clause.request.is_none() && !self.is_request(tokens) {
                clause.request = before.and_then(|before| {
                    self.with_noun_of(before, &clause.tokens).or_else(|| self.carried(before, &clause.tokens))
                });
            }
        }
        clause.thing.is_some() || clause.request.is_some() || self.is_request(tokens)
    }

    /// Whether a clause and some of the following parts write an unquoted text: "…, write rice and beans in
    /// it".
    pub(super) fn writes(&self, start: usize, behind: &[Stretch], before: &Clause) -> bool {
        let writes =
            |thing: &ThingClause| matches!(thing.action, Action::WRITE | Action::APPEND) && thing.has_verb;
        let is_read =
            |end: usize| self.clause(start..end, Some(before), None).thing.as_ref().is_some_and(writes);
        behind.iter().take(MOST_OF_TEXT).any(|stretch| is_read(stretch.tokens.end))
    }

    /// Whether a clause is a request by itself.
    fn is_request(&self, tokens: &[Token]) -> bool {
        // "… e me mostra o a.txt": the beneficiary comes first.
        let is_led = matches!(tokens, [first, second, ..] if matches!(first.folded.as_str(), "me" | "nos" | "lhe") && is_verb_form(&second.folded));
        let begins = tokens.get(usize::from(is_led)).is_some_and(|first| {
            // "… e resuma o report.pdf": a Portuguese imperative that no example starts with.
            let is_bidding = || {
                first.literal.is_none()
                    && is_request_form(&first.folded)
                    && lemma(&first.folded).is_some_and(|verb| verb.ends_with('r'))
            };
            (self.ears.begins)(&first.folded) || is_bidding() || self.bids_by_form(tokens)
        });
        // "O que há em reports" does not start with an article.
        let is_question = matches!(tokens, [first, second, ..] if opening(&first.folded, Some(&second.folded)) == Opening::Question);
        let is_bidden = (begins && !self.is_nominal(tokens) || is_question)
            && !is_statement(tokens)
            && (self.ears.understands)(self.said(tokens)).is_some();
        is_bidden || self.is_level(tokens)
    }

    /// Whether a clause without a verb sets a value: "the volume at 10".
    fn is_level(&self, tokens: &[Token]) -> bool {
        // "The card #2" is a name.
        let is_figure = |at: &usize| {
            is_count(&tokens[*at].folded) && !at.checked_sub(1).is_some_and(|at| is_sign(&tokens[at]))
        };
        let has_figure = (0..tokens.len()).any(|at| is_figure(&at));
        self.is_nominal(tokens) && has_figure && (self.ears.acts)(self.said(tokens)).is_some()
    }

    pub(super) fn said(&self, tokens: &[Token]) -> &str {
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => &self.sentence[first.span.start..last.span.end],
            _ => "",
        }
    }
}

/// Whether a word before an article is an imperative, known or not: "… e beija a noiva". Prepositions are
/// excluded.
fn bids_something(first: &Token, second: &Token) -> bool {
    let is_article = matches!(second.form.as_str(), "the" | "my" | "o" | "a" | "os" | "as" | "um" | "uma");
    let is_form = first.folded.ends_with(['a', 'e']) || matches!(second.form.as_str(), "the" | "my");
    let is_letters = first.folded.len() > 3 && first.folded.chars().all(char::is_alphabetic);
    is_article && is_form && is_letters && !PREPOSITIONS.contains(&first.folded.as_str())
}

/// Words that stand for an object, or for many, and are no names.
const DESCRIBING: [&str; 34] = [
    "one",
    "ones",
    "over",
    "here",
    "is",
    "that",
    "which",
    "whatever",
    "everything",
    "all",
    "every",
    "anything",
    "first",
    "second",
    "last",
    "two",
    "other",
    "others",
    "rest",
    "que",
    "qual",
    "quais",
    "tudo",
    "todos",
    "todas",
    "aquele",
    "aquela",
    "aqueles",
    "aquelas",
    "primeiro",
    "segundo",
    "ultimo",
    "outro",
    "outros",
];

/// Words that precede articles and are not imperatives.
const PREPOSITIONS: [&str; 44] = [
    "about", "above", "after", "against", "along", "also", "among", "around", "before", "behind", "below",
    "beside", "besides", "between", "beyond", "both", "during", "even", "from", "inside", "into", "just",
    "like", "near", "onto", "only", "over", "past", "plus", "since", "than", "then", "through", "under",
    "until", "upon", "with", "within", "without", "sobre", "entre", "onde", "ante", "para",
];

/// Whether a clause creates something indefinite: "faz um café".
fn is_indefinite(tokens: &[Token]) -> bool {
    tokens.get(1).is_some_and(|token| matches!(token.folded.as_str(), "a" | "an" | "um" | "uma" | "me"))
}

/// Whether a clause is a statement, which is not a request unless it is a question: "… where Country is Spain
/// and Total is over 4".
fn is_statement(tokens: &[Token]) -> bool {
    let [first, second, ..] = tokens else { return false };
    let is_said_to_be =
        ["is", "are", "was", "were", "é", "são", "está", "estão"].contains(&second.form.as_str());
    is_said_to_be && opening(&first.folded, Some(&second.folded)) != Opening::Question
}
