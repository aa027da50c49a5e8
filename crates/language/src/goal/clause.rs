//! Where one goal of a sentence ends and the next begins.
//!
//! A comma or an "and" is a boundary only where both sides are goals: "create a file bread and butter.txt" has one,
//! "create a folder bread and open butter.txt" has two.

use std::ops::Range;

use lemmascope_intent::ThingKind;

use super::name::DETERMINERS;
use super::repeating::is_sign;
use super::scanner::is_count;
use super::sharing::{drop_headers, goes_on, is_header, send_all, share_destinations, share_places};
use super::thing_clause::{Action, Container, Place, Target, ThingClause};
use super::token::Token;
use super::vocabulary::{Role, Vocabulary};
use crate::stance::{is_request_form, is_verb_form, lemma};
use crate::words::{Opening, fold, opening};

/// A text that is not in quotes goes on over so many words that may part goals.
const MOST_OF_TEXT: usize = 2;

/// A part of a sentence that wants one thing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clause {
    /// Its tokens.
    pub(super) tokens: Range<usize>,
    /// What it wants done with a thing, if that is what it wants.
    pub(super) thing: Option<ThingClause>,
    /// The whole request, where the part leaves out words that stand in the part before it.
    pub(super) request: Option<String>,
}

/// What the other readers know of a part of a sentence.
pub struct Ears<'a> {
    /// Whether a word is one that requests begin with.
    pub begins: &'a dyn Fn(&str) -> bool,
    /// What a text is about, if it is a request by itself.
    pub understands: &'a dyn Fn(&str) -> Option<Topic>,
    /// The action that a text asks for, if it is a request of which nothing is left open.
    pub acts: &'a dyn Fn(&str) -> Option<Act>,
    /// Whether there is a thing of that name.
    pub exists: &'a dyn Fn(&str) -> bool,
    /// The kind of the things that there are of that name, where it is one whose names are any words.
    pub kind: &'a dyn Fn(&str) -> Option<&'static ThingKind>,
    /// The thing that a request names whose names are any words, and its kind.
    pub about: &'a dyn Fn(&str) -> Option<(String, &'static ThingKind)>,
    /// The site that a search is made on.
    pub site: &'a dyn Fn(&str) -> Option<String>,
    /// Whether a text is a request that has some other text, which stands in it, as a part of what is written or looked for.
    pub holds: &'a dyn Fn(&str, &str) -> bool,
    /// Whether a text is a request that ends in something that is written or looked for, which may go on.
    pub ends_in_text: &'a dyn Fn(&str) -> bool,
}

/// A request of which nothing is left open.
#[derive(Debug, Clone, PartialEq)]
pub struct Act {
    /// The intent.
    pub intent: String,
    /// The values, as text.
    pub values: Vec<String>,
    /// Whether it looks for words on a page.
    pub is_query: bool,
}

/// What a request is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Things with names in containers.
    Things,
    /// Anything else.
    Other,
}

/// A stretch of tokens between two places where a boundary may be.
#[derive(Debug, Clone, PartialEq)]
struct Stretch {
    tokens: Range<usize>,
    /// The container of the stretch before it that it is inside of: "a folder with a file a.txt", "folders a and b, each with a
    /// file c.txt".
    inside: Option<Container>,
}

/// The parts of a sentence.
pub(super) fn clauses(
    sentence: &str,
    tokens: &[Token],
    vocabulary: &Vocabulary,
    ears: &Ears<'_>,
) -> Vec<Clause> {
    let splitter = Splitter { sentence, tokens, vocabulary, ears };
    let mut stretches = stretches(sentence, tokens, vocabulary);
    let mut found: Vec<Clause> = Vec::new();
    let mut start = 0;
    let parts: Vec<Range<usize>> = stretches.iter().map(|it| it.tokens.clone()).collect();
    let is_of_things =
        parts.first().is_some_and(|first| splitter.clause(first.clone(), None, None).thing.is_some());
    if let Some((repeated, behind)) =
        Some(()).filter(|()| !is_of_things).and_then(|()| splitter.repeated(&parts))
    {
        stretches.retain(|it| it.tokens.start >= behind);
        start = stretches.first().map_or(tokens.len(), |first| first.tokens.start);
        found = repeated;
        if stretches.is_empty() {
            return found;
        }
    }
    let first = start;
    let mut inside = None;
    for (at, pair) in stretches.windows(2).enumerate() {
        let [left, right] = pair else { break };
        // "On the desktop, create …" says first where.
        if start == first && ThingClause::is_place(sentence, &tokens[start..left.tokens.end], vocabulary) {
            continue;
        }
        let mut left = splitter.clause(start..left.tokens.end, found.last(), inside.as_ref());
        let is_settled = splitter.settle(&mut left, found.last());
        if !splitter.shares_end(&mut left, &right.tokens) && !is_settled {
            continue;
        }
        let mut next = splitter.clause(right.tokens.clone(), Some(&left), right.inside.as_ref());
        let holds = left.thing.as_ref().is_some_and(makes_container);
        let is_goal = splitter.settle(&mut next, Some(&left))
            || splitter.writes(right.tokens.start, &stretches[at + 2..], &left);
        if is_goal && (right.inside.is_none() || holds) && !is_left_open(&left, &next) {
            found.push(left);
            start = right.tokens.start;
            inside.clone_from(&right.inside);
        }
    }
    let end = stretches.last().map_or(tokens.len(), |last| last.tokens.end);
    let mut last = splitter.clause(start..end, found.last(), inside.as_ref());
    // What is no goal and goes on behind the end of a sentence is more than one part, and none of them is passed over.
    let is_long = splitter.tokens[last.tokens.clone()]
        .iter()
        .skip(1)
        .any(|token| token.pause.is_some_and(|mark| ".;?!".contains(mark)));
    if !splitter.settle(&mut last, found.last()) && is_long {
        return vec![Clause { tokens: 0..tokens.len(), thing: None, request: None }];
    }
    // What has no name is made only beside something else that is made.
    if found.is_empty() && is_unnamed(&last) {
        last.thing = None;
    }
    found.push(last);
    // What is only named, or only left alone, asks for nothing by itself.
    let is_idle = |clause: &Clause| {
        clause.thing.as_ref().is_some_and(|thing| matches!(thing.action, Action::Mention | Action::Keep))
    };
    if found.iter().all(is_idle) {
        found = vec![Clause { tokens: 0..tokens.len(), thing: None, request: None }];
    }
    if !bring_forward(&mut found, tokens, vocabulary) {
        return vec![Clause { tokens: 0..tokens.len(), thing: None, request: None }];
    }
    splitter.share_values(&mut found);
    send_all(&mut found);
    share_destinations(&mut found);
    drop_headers(&mut found);
    share_places(&mut found);
    found
}

/// Moves a part that is to be done before all others to the front: "…, but first copy c.txt". One that speaks of "them" cannot
/// be moved, since what they are is said later; the parts then have no order.
fn bring_forward(clauses: &mut [Clause], tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let is_led = |clause: &Clause| {
        let start = clause.tokens.start;
        let is_foremost =
            |length: usize| vocabulary.begins(Role::Foremost, &tokens[start - length..start]) == Some(length);
        let is_first =
            tokens.get(start).is_some_and(|it| matches!(it.folded.as_str(), "first" | "primeiro" | "antes"));
        let is_contrast =
            start.checked_sub(1).is_some_and(|at| matches!(tokens[at].folded.as_str(), "but" | "mas"));
        (1..=start).any(is_foremost) || is_first && is_contrast
    };
    let is_named = |clause: &Clause| {
        clause.thing.as_ref().is_none_or(|thing| thing.has_verb && matches!(thing.target, Target::Named(_)))
    };
    let Some(at) = (1..clauses.len()).rev().find(|at| is_led(&clauses[*at])) else { return true };
    // What follows it belongs to it: "but first copy c.txt and d.txt".
    let is_movable = at + 1 == clauses.len() && is_named(&clauses[at]);
    if is_movable {
        clauses[..=at].rotate_right(1);
    }
    is_movable
}

pub(super) struct Splitter<'a> {
    pub(super) sentence: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) ears: &'a Ears<'a>,
}

impl Splitter<'_> {
    fn clause(&self, range: Range<usize>, before: Option<&Clause>, inside: Option<&Container>) -> Clause {
        let tokens = &self.tokens[range.clone()];
        let before = before.and_then(|clause| clause.thing.as_ref());
        let is_first = range.start == 0;
        let mut thing = ThingClause::read(self.sentence, tokens, self.vocabulary, before, is_first)
            .filter(|thing| {
                // "The contents of archive, backup and reports": what exists is one more.
                let is_one_more =
                    |before: &ThingClause| before.action == Action::LIST && self.names_existing(tokens);
                thing.has_verb
                    || self.goes_where_known(thing, before)
                    || before.is_some_and(|before| {
                        inside.is_some() || goes_on(thing, before) || is_one_more(before)
                    })
            })
            .filter(|thing| (before.is_some() && !is_indefinite(tokens)) || !self.is_bare(thing, tokens))
            .filter(|thing| {
                let is_title = before.is_some_and(|before| before.goes_on_with(self.sentence, tokens));
                thing.has_verb
                    || is_title
                    || self.goes_where_known(thing, before)
                    || !self.begins_request(tokens)
            })
            .filter(|thing| {
                // What follows on a part about things and speaks of "it" is about things.
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

    /// "… and open thesis.md" is another request, and no name that goes on with a list.
    pub(super) fn begins_request(&self, tokens: &[Token]) -> bool {
        let is_filler = self.vocabulary.begins_any(&[Role::Filler, Role::Inside, Role::To], tokens).is_some();
        tokens.first().filter(|first| first.literal.is_none() && tokens.len() > 1).is_some_and(|first| {
            // As it was written: what looks like a slip may be a name here.
            let written = fold(&self.sentence[first.span.clone()].to_lowercase());
            let is_bidding =
                || lemma(&written).is_some_and(|it| it.ends_with('r')) && is_request_form(&written);
            let is_base = (self.ears.begins)(&written) || is_bidding();
            !is_filler
                && first.form != "por"
                && (is_verb_form(&written) && is_base || self.bids_by_form(tokens))
        })
    }

    /// "Move login and search to done": whether a part names one more of what is moved, whatever its name means otherwise, and where
    /// they all go is a container that there is.
    fn goes_where_known(&self, thing: &ThingClause, before: Option<&ThingClause>) -> bool {
        let is_moved = before.is_some_and(|before| before.action == Action::MOVE && before.to.is_none());
        let to = thing.to.as_ref().and_then(|to| to.container.as_ref());
        let is_known = |name: &String| (self.ears.kind)(name).is_some_and(ThingKind::is_container);
        is_moved && thing.names_one() && matches!(to, Some(Container::Named(name)) if is_known(name))
    }

    /// Whether a part begins with a name, or with a word that stands before one.
    fn is_nominal(&self, tokens: &[Token]) -> bool {
        let is_article = self.vocabulary.begins(Role::Article, tokens).is_some() && tokens.len() > 1;
        is_article || tokens.first().is_some_and(|first| first.literal.is_some())
    }

    /// "Sing me a song" is a request, whether or not anything here can do it.
    pub(super) fn is_other_request(tokens: &[Token]) -> bool {
        let [first, second, ..] = tokens else { return false };
        let is_object = DETERMINERS.contains(&second.folded.as_str()) || second.literal.is_some();
        first.literal.is_none()
            && (is_request_form(&first.folded) || bids_something(first, second))
            && is_object
    }

    /// "Make me a coffee": something is made, and nothing says that it is a thing with a name.
    fn is_bare(&self, thing: &ThingClause, tokens: &[Token]) -> bool {
        let says_where =
            thing.place.as_ref().is_some_and(|place| place.anchor.is_some() || place.container.is_some());
        let is_known = || (self.ears.understands)(self.said(tokens)) == Some(Topic::Things);
        thing.action == Action::CREATE
            && !thing.is_plain()
            && !thing.is_announced
            && !says_where
            && !is_known()
    }

    /// Words for actions on things are said of other matters too: one puts the volume at thirty.
    fn is_about_something_else(&self, thing: &ThingClause, tokens: &[Token]) -> bool {
        let is_plain = thing.is_plain() || !thing.has_verb;
        !is_plain && (self.ears.understands)(self.said(tokens)) == Some(Topic::Other)
    }

    /// Whether a part is a goal: by itself, or with the verb of the part before it, which becomes its request.
    fn settle(&self, clause: &mut Clause, before: Option<&Clause>) -> bool {
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
            // A name that exists is one more of a list, whatever else requests it may begin.
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

    /// "…, write rice and beans in it": whether a part and some of the stretches behind it write a text that is not in quotes.
    fn writes(&self, start: usize, behind: &[Stretch], before: &Clause) -> bool {
        let writes =
            |thing: &ThingClause| matches!(thing.action, Action::WRITE | Action::APPEND) && thing.has_verb;
        let is_read =
            |end: usize| self.clause(start..end, Some(before), None).thing.as_ref().is_some_and(writes);
        behind.iter().take(MOST_OF_TEXT).any(|stretch| is_read(stretch.tokens.end))
    }

    /// Whether a part is a request by itself.
    fn is_request(&self, tokens: &[Token]) -> bool {
        // "… e me mostra o a.txt": for whom it is done comes first.
        let is_led = matches!(tokens, [first, second, ..] if matches!(first.folded.as_str(), "me" | "nos" | "lhe") && is_verb_form(&second.folded));
        let begins = tokens.get(usize::from(is_led)).is_some_and(|first| {
            // "… e resuma o report.pdf": a Portuguese form that no example begins with.
            let is_bidding = || {
                first.literal.is_none()
                    && is_request_form(&first.folded)
                    && lemma(&first.folded).is_some_and(|verb| verb.ends_with('r'))
            };
            (self.ears.begins)(&first.folded) || is_bidding() || self.bids_by_form(tokens)
        });
        // "O que há em reports" begins with no article.
        let is_question = matches!(tokens, [first, second, ..] if opening(&first.folded, Some(&second.folded)) == Opening::Question);
        let is_bidden = (begins && !self.is_nominal(tokens) || is_question)
            && !is_statement(tokens)
            && (self.ears.understands)(self.said(tokens)).is_some();
        is_bidden || self.is_level(tokens)
    }

    /// "The volume at 10" needs no verb: a figure says what is wanted.
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

/// "… e beija a noiva": a word before an article that is no preposition bids, whether or not anybody knows the verb.
fn bids_something(first: &Token, second: &Token) -> bool {
    let is_article = matches!(second.form.as_str(), "the" | "my" | "o" | "a" | "os" | "as" | "um" | "uma");
    let is_form = first.folded.ends_with(['a', 'e']) || matches!(second.form.as_str(), "the" | "my");
    let is_letters = first.folded.len() > 3 && first.folded.chars().all(char::is_alphabetic);
    is_article && is_form && is_letters && !PREPOSITIONS.contains(&first.folded.as_str())
}

/// Words that an article stands behind, and that bid nothing.
const PREPOSITIONS: [&str; 44] = [
    "about", "above", "after", "against", "along", "also", "among", "around", "before", "behind", "below",
    "beside", "besides", "between", "beyond", "both", "during", "even", "from", "inside", "into", "just",
    "like", "near", "onto", "only", "over", "past", "plus", "since", "than", "then", "through", "under",
    "until", "upon", "with", "within", "without", "sobre", "entre", "onde", "ante", "para",
];

/// Whether a part makes "a" something: "faz um café".
fn is_indefinite(tokens: &[Token]) -> bool {
    tokens.get(1).is_some_and(|token| matches!(token.folded.as_str(), "a" | "an" | "um" | "uma" | "me"))
}

fn is_unnamed(clause: &Clause) -> bool {
    clause.thing.as_ref().is_some_and(|thing| thing.target == Target::Unnamed)
}

/// Whether a part would make something without a name although nothing else is made inside it, or beside it.
fn is_left_open(left: &Clause, next: &Clause) -> bool {
    let makes = |clause: &Clause| clause.thing.as_ref().is_some_and(|thing| thing.action == Action::CREATE);
    let goes_inside = next
        .thing
        .as_ref()
        .and_then(|thing| thing.place.as_ref())
        .is_some_and(|place| place.container == Some(Container::It));
    let is_listed = is_header(left) && next.thing.as_ref().is_some_and(|thing| !thing.has_verb);
    // "… and b.txt too, to archive": where it goes is said behind a word that parts.
    let goes = |thing: &ThingClause| matches!(thing.action, Action::MOVE | Action::COPY);
    let is_destination = match (&left.thing, &next.thing) {
        (Some(left), Some(next)) => {
            goes(left)
                && left.to.is_none()
                && !next.has_verb
                && next.to.is_some()
                && next.target == left.target
        }
        _ => false,
    };
    (is_unnamed(left) && !goes_inside && !is_listed) || (is_unnamed(next) && !makes(left)) || is_destination
}

/// "… where Country is Spain and Total is over 4": who says of something what it is asks for nothing, but for questions.
fn is_statement(tokens: &[Token]) -> bool {
    let [first, second, ..] = tokens else { return false };
    let is_said_to_be =
        ["is", "are", "was", "were", "é", "são", "está", "estão"].contains(&second.form.as_str());
    is_said_to_be && opening(&first.folded, Some(&second.folded)) != Opening::Question
}

fn makes_container(clause: &ThingClause) -> bool {
    clause.action == Action::CREATE && clause.kind.is_none_or(ThingKind::is_container)
}

/// Stretches of tokens between pauses and words that may part goals.
fn stretches(sentence: &str, tokens: &[Token], vocabulary: &Vocabulary) -> Vec<Stretch> {
    // "Three cards: one, two, three": behind a colon all are names, and so is what is written as one.
    let listed = tokens.iter().position(|token| token.pause == Some(':')).unwrap_or(tokens.len());
    let is_title = |at: usize| at > 0 && sentence[tokens[at].span.clone()].starts_with(char::is_uppercase);
    let mut found = Vec::new();
    let mut start = 0;
    let mut inside = None;
    let mut at = 0;
    let mut close = |start: usize, end: usize, inside: Option<Container>| {
        let tokens = without_fillers(tokens, start..end, vocabulary);
        if !tokens.is_empty() {
            found.push(Stretch { tokens, inside });
        }
    };
    while at < tokens.len() {
        // "And, inside it, a file": where it is belongs to what comes.
        let is_place = [Role::Within, Role::Enclosed]
            .into_iter()
            .any(|role| at > start && vocabulary.begins(role, &tokens[start..at]) == Some(at - start));
        // "And another one, b.txt, saying hello" is one thing.
        let is_bare = start >= listed || is_title(start);
        let is_another = !is_bare && vocabulary.begins(Role::Another, &tokens[start..at]) == Some(at - start);
        // "Another one, Pay the rent, in Backlog": where it is belongs to it.
        let is_apposed = !is_bare
            && tokens[at].pause == Some(',')
            && vocabulary
                .begins(Role::Another, &tokens[start..])
                .is_some_and(|length| tokens.get(start + length).is_some_and(|name| name.pause == Some(',')))
            && vocabulary.begins_any(&[Role::Inside, Role::To], &tokens[at..]).is_some();
        let is_text = tokens[start..at].last().is_some_and(|last| last.literal.is_some())
            && vocabulary
                .begins(Role::Content, &tokens[at..])
                .is_some_and(|_| brings_more(tokens, at, vocabulary).is_none());
        if at > start && tokens[at].pause.is_some() && !is_place && !is_another && !is_apposed && !is_text {
            close(start, at, inside);
            // "Folders a and b, with a file in each", "…, each with a file".
            let each = vocabulary.begins(Role::EachWith, &tokens[at..]);
            let more = brings_more(tokens, at, vocabulary);
            at += each.or(more).unwrap_or(0);
            inside = each.map(|_| Container::Each).or(more.map(|_| Container::It));
            start = at;
            continue;
        }
        // "Next to it" parts nothing.
        // A column may be called "Next".
        let is_name = is_title(at) && tokens[at].pause.is_none();
        let boundary = vocabulary.begins(Role::Boundary, &tokens[at..]).filter(|_| !is_name);
        let filler = vocabulary.begins(Role::Filler, &tokens[at..]);
        if let Some(length) = filler.filter(|length| *length > 1 && boundary.is_some_and(|it| it < *length)) {
            at += length;
            continue;
        }
        if let Some(length) = boundary {
            close(start, at, inside);
            at += length;
            (start, inside) = (at, None);
            continue;
        }
        if let Some(length) = vocabulary.begins(Role::EachWith, &tokens[at..]).filter(|_| at > start) {
            close(start, at, inside);
            at += length;
            (start, inside) = (at, Some(Container::Each));
            continue;
        }
        if let Some(length) = brings_more(&tokens[start..], at - start, vocabulary).filter(|_| at > start) {
            close(start, at, inside);
            at += length;
            (start, inside) = (at, Some(Container::It));
            continue;
        }
        at += 1;
    }
    close(start, tokens.len(), inside);
    found
}

/// A stretch without the phrases around it that add nothing: "while you're there", "já agora". Words that add nothing are
/// nothing by themselves; next to others a single one may belong to them.
fn without_fillers(tokens: &[Token], range: Range<usize>, vocabulary: &Vocabulary) -> Range<usize> {
    let filler = |at: usize| vocabulary.begins(Role::Filler, &tokens[at..range.end]);
    let (mut start, mut end) = (range.start, range.end);
    while let Some(length) =
        filler(start).filter(|length| start < end && (*length > 1 || start + length == end))
    {
        start += length;
    }
    // "Copy it there too" says where.
    let is_there = |at: usize| vocabulary.begins(Role::There, &tokens[at..range.end]).is_some();
    let begins_last = |at: &usize| {
        !is_there(*at) && filler(*at).is_some_and(|length| length > 1 && at + length == range.end)
    };
    if let Some(last) = (start + 1..end).find(begins_last) {
        end = last;
    }
    start..end.max(start)
}

/// "with a file", "com uma pasta", "a folder containing css and js": what follows is made as well. Returns how many tokens lead
/// to it.
fn brings_more(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<usize> {
    let (before, rest) = tokens.split_at(at);
    let (role, length) = vocabulary.begins_any(&[Role::Named, Role::Content], rest)?;
    let behind = &rest[length..];
    if role != Role::Content || behind.is_empty() {
        return None;
    }
    let has = |role: Role| (0..before.len()).any(|at| vocabulary.begins(role, &before[at..]).is_some());
    let noun = |rest: &[Token]| vocabulary.noun(rest);
    let mut nouns = (0..before.len()).filter_map(|at| noun(&before[at..]));
    let is_container = has(Role::Container) && nouns.all(|it| it.kind.is_container()) && has(Role::Create);
    let article = vocabulary.begins_any(&[Role::Article, Role::Another], behind).map(|(_, length)| length);
    let article = article.or((is_container && is_count(&behind[0].folded)).then_some(1));
    // "with subfolders a and b" needs no article.
    let is_plural = noun(behind).is_some_and(|noun| noun.is_plural);
    // A container has other things in it, and no text.
    let is_bare = article.is_none() && !is_verb_form(&behind[0].folded);
    let is_listed = (1..behind.len()).any(|at| {
        behind[at].pause == Some(',') || vocabulary.begins(Role::Boundary, &behind[at..]) == Some(1)
    });
    let is_thing = is_plural || article.is_some_and(|length| noun(&behind[length..]).is_some());
    let is_list = is_container && is_bare && is_listed && length == 1;
    (length == 1 && is_thing || is_list).then_some(length)
}
