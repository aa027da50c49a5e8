//! Where one goal of a sentence ends and the next begins.
//!
//! A comma or an "and" is a boundary only where both sides are goals: "create a file bread and butter.txt" has one,
//! "create a folder bread and open butter.txt" has two.

use std::ops::Range;

use super::file::{Action, Container, FileClause, Object, Place, Target};
use super::name::DETERMINERS;
use super::scanner::is_count;
use super::sharing::{
    drop_headers, is_for_all, is_header, is_other_destination, send_all, share_destinations, share_places,
};
use super::token::Token;
use super::vocabulary::{Role, Vocabulary};
use crate::stance::{is_request_form, is_verb_form, lemma};
use crate::words::{Opening, fold, opening};

/// A part of a sentence that wants one thing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clause {
    /// Its tokens.
    pub(super) tokens: Range<usize>,
    /// What it wants done with files, if that is what it wants.
    pub(super) file: Option<FileClause>,
    /// The whole request, where the part leaves out words that stand in the part before it.
    pub(super) request: Option<String>,
}

/// What the other readers know of a part of a sentence.
pub struct Ears<'a> {
    /// Whether a word is one that requests begin with.
    pub begins: &'a dyn Fn(&str) -> bool,
    /// What a text is about, if it is a request by itself.
    pub understands: &'a dyn Fn(&str) -> Option<Topic>,
    /// Whether a text is a request of which nothing is left open.
    pub acts: &'a dyn Fn(&str) -> bool,
    /// Whether a text is a request that has some other text, which stands in it, as a part of what is written or looked for.
    pub holds: &'a dyn Fn(&str, &str) -> bool,
    /// Whether a text is a request that ends in something that is written or looked for, which may go on.
    pub ends_in_text: &'a dyn Fn(&str) -> bool,
}

/// What a request is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Files and folders.
    Files,
    /// Anything else.
    Other,
}

/// A stretch of tokens between two places where a boundary may be.
#[derive(Debug, Clone, PartialEq)]
struct Stretch {
    tokens: Range<usize>,
    /// The folder of the stretch before it that it is inside of: "a folder with a file a.txt", "folders a and b, each with a
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
    let stretches = stretches(tokens, vocabulary);
    let mut found: Vec<Clause> = Vec::new();
    let mut start = 0;
    let mut inside = None;
    for pair in stretches.windows(2) {
        let [left, right] = pair else { break };
        // "On the desktop, create …" says first where.
        if start == 0 && FileClause::is_place(sentence, &tokens[start..left.tokens.end], vocabulary) {
            continue;
        }
        let mut left = splitter.clause(start..left.tokens.end, found.last(), inside.as_ref());
        if let Some(before) = found.last().filter(|_| !splitter.is_goal(&left)) {
            left.request = splitter.carried(before, &left.tokens);
        }
        if !splitter.is_goal(&left) {
            continue;
        }
        let mut next = splitter.clause(right.tokens.clone(), Some(&left), right.inside.as_ref());
        let holds = left.file.as_ref().is_some_and(makes_folder);
        if !splitter.is_goal(&next) {
            next.request = splitter.carried(&left, &right.tokens);
        }
        if splitter.is_goal(&next) && (right.inside.is_none() || holds) && !is_left_open(&left, &next) {
            found.push(left);
            start = right.tokens.start;
            inside.clone_from(&right.inside);
        }
    }
    let mut last = splitter.clause(start..tokens.len(), found.last(), inside.as_ref());
    if let Some(before) = found.last().filter(|_| !splitter.is_goal(&last)) {
        last.request = splitter.carried(before, &last.tokens);
    }
    // What has no name is made only beside something else that is made.
    if found.is_empty() && is_unnamed(&last) {
        last.file = None;
    }
    found.push(last);
    // What is only named, or only left alone, asks for nothing by itself.
    let is_idle = |clause: &Clause| {
        clause.file.as_ref().is_some_and(|file| matches!(file.action, Action::Mention | Action::Keep))
    };
    if found.iter().all(is_idle) {
        found = vec![Clause { tokens: 0..tokens.len(), file: None, request: None }];
    }
    send_all(&mut found);
    share_destinations(&mut found);
    drop_headers(&mut found);
    share_places(&mut found);
    found
}

struct Splitter<'a> {
    sentence: &'a str,
    tokens: &'a [Token],
    vocabulary: &'a Vocabulary,
    ears: &'a Ears<'a>,
}

impl Splitter<'_> {
    fn clause(&self, range: Range<usize>, before: Option<&Clause>, inside: Option<&Container>) -> Clause {
        let tokens = &self.tokens[range.clone()];
        let before = before.and_then(|clause| clause.file.as_ref());
        let is_first = range.start == 0;
        let mut file = FileClause::read(self.sentence, tokens, self.vocabulary, before, is_first)
            .filter(|file| {
                file.has_verb || before.is_some_and(|before| inside.is_some() || goes_on(file, before))
            })
            .filter(|file| (before.is_some() && !is_indefinite(tokens)) || !self.is_bare(file, tokens))
            .filter(|file| file.has_verb || !self.begins_request(tokens))
            .filter(|file| {
                // What follows on a part about files and speaks of "it" is about files.
                let is_reference = matches!(file.target, Target::It | Target::They | Target::Picked(_));
                before.is_some() && is_reference || !self.is_about_something_else(file, tokens)
            });
        let is_open = |file: &FileClause| {
            let is_it = |place: &Place| place.folder == Some(Container::It);
            file.place.is_none() || inside == Some(&Container::Each) && file.place.as_ref().is_some_and(is_it)
        };
        if let (Some(file), Some(folder)) = (file.as_mut().filter(|file| is_open(file)), inside) {
            file.place = Some(Place { anchor: None, folder: Some(folder.clone()), ..Place::default() });
        }
        Clause { tokens: range, file, request: None }
    }

    /// "… and open thesis.md" is another request, and no name that goes on with a list.
    fn begins_request(&self, tokens: &[Token]) -> bool {
        let is_filler = self.vocabulary.begins_any(&[Role::Filler, Role::Inside, Role::To], tokens).is_some();
        tokens.first().filter(|first| first.literal.is_none() && tokens.len() > 1).is_some_and(|first| {
            // As it was written: what looks like a slip may be a name here.
            let written = fold(&self.sentence[first.span.clone()].to_lowercase());
            let is_bidding =
                || lemma(&written).is_some_and(|it| it.ends_with('r')) && is_request_form(&written);
            let is_base = (self.ears.begins)(&written) || is_bidding();
            !is_filler && is_verb_form(&written) && is_base
        })
    }

    /// Whether a part begins with a name, or with a word that stands before one.
    fn is_nominal(&self, tokens: &[Token]) -> bool {
        let is_article = self.vocabulary.begins(Role::Article, tokens).is_some() && tokens.len() > 1;
        is_article || tokens.first().is_some_and(|first| first.literal.is_some())
    }

    /// "Sing me a song" is a request, whether or not anything here can do it.
    fn is_other_request(tokens: &[Token]) -> bool {
        let [first, second, ..] = tokens else { return false };
        let is_object = DETERMINERS.contains(&second.folded.as_str()) || second.literal.is_some();
        first.literal.is_none() && is_request_form(&first.folded) && is_object
    }

    /// "Make me a coffee": something is made, and nothing says that it is a file or a folder.
    fn is_bare(&self, file: &FileClause, tokens: &[Token]) -> bool {
        let says_where =
            file.place.as_ref().is_some_and(|place| place.anchor.is_some() || place.folder.is_some());
        let is_known = || (self.ears.understands)(self.said(tokens)) == Some(Topic::Files);
        file.action == Action::Create && !file.is_plain() && !file.is_announced && !says_where && !is_known()
    }

    /// Words that files are spoken of with are said of other things too: one puts the volume at thirty.
    fn is_about_something_else(&self, file: &FileClause, tokens: &[Token]) -> bool {
        let is_plain = file.is_plain() || !file.has_verb;
        !is_plain && (self.ears.understands)(self.said(tokens)) == Some(Topic::Other)
    }

    fn is_goal(&self, clause: &Clause) -> bool {
        let tokens = &self.tokens[clause.tokens.clone()];
        clause.file.is_some()
            || clause.request.is_some()
            || tokens.first().is_some_and(|first| (self.ears.begins)(&first.folded))
                && !self.is_nominal(tokens)
                && !is_statement(tokens)
                && (self.ears.understands)(self.said(tokens)).is_some()
    }

    /// The whole of a request that leaves out its verb, which stands in the part before it: "set the volume to 30 and the
    /// brightness to 60". No more of that part is carried over than is needed.
    fn carried(&self, before: &Clause, tokens: &Range<usize>) -> Option<String> {
        let said = self.said(&self.tokens[tokens.clone()]);
        let is_about_files = before.file.as_ref().is_some_and(FileClause::is_plain);
        let is_dependent =
            self.tokens[tokens.clone()].iter().any(|token| token.literal.is_none() && is_reference(token));
        // "…, I have to work" says why, and has a verb of its own.
        let is_said_of_somebody = self.tokens[tokens.clone()]
            .first()
            .is_some_and(|first| is_verb_form(&first.folded) || matches!(first.folded.as_str(), "i" | "eu"));
        let is_request = self.begins_request(&self.tokens[tokens.clone()])
            || (is_said_of_somebody && tokens.len() > 1)
            || self.tokens[tokens.clone()]
                .first()
                .is_some_and(|first| matches!(first.folded.as_str(), "vai" | "va"))
            || Self::is_other_request(&self.tokens[tokens.clone()]);
        if let Some(request) = self.carried_statement(before, tokens) {
            return Some(request);
        }
        if is_about_files || said.is_empty() || is_dependent || is_request {
            return None;
        }
        // "Remember that Ana and Rui are coming" is one request.
        let whole = self.said(&self.tokens[before.tokens.start..tokens.end]);
        let left = self.said(&self.tokens[before.tokens.clone()]);
        if (self.ears.holds)(whole, said) || (self.ears.ends_in_text)(left) {
            return None;
        }
        let verb = match &before.request {
            Some(request) => request.clone(),
            None => self.said(&self.tokens[before.tokens.clone()]).to_string(),
        };
        // No value of the part before is carried over, only what leads to one.
        let is_value =
            |word: &&str| word.contains(|c: char| c.is_numeric() || c == '.' || c == '"' || c == '/');
        let words: Vec<&str> =
            verb.split_whitespace().take(MOST_CARRIED).take_while(|it| !is_value(it)).collect();
        (1..=words.len())
            .map(|count| format!("{} {said}", words[..count].join(" ")))
            .find(|it| (self.ears.acts)(it))
    }

    /// "Remember that Ana is coming and that Rui is not": what begins as the statement before it does is one more.
    fn carried_statement(&self, before: &Clause, tokens: &Range<usize>) -> Option<String> {
        let lead = |tokens: &[Token]| {
            let is_led = |lead: &&[&str]| {
                lead.len() < tokens.len() && lead.iter().zip(tokens).all(|(word, token)| token.form == *word)
            };
            STATEMENTS.into_iter().find(is_led)
        };
        let lead_words = lead(&self.tokens[tokens.clone()])?;
        let start = before
            .tokens
            .clone()
            .find(|at| lead(&self.tokens[*at..before.tokens.end]) == Some(lead_words))?;
        let verb = match &before.request {
            Some(request) => {
                let (verb, _) = request.split_once(&lead_words.join(" "))?;
                verb.trim().to_string()
            }
            None => self.said(&self.tokens[before.tokens.start..start]).to_string(),
        };
        let request = format!("{verb} {}", self.said(&self.tokens[tokens.clone()]));
        (self.ears.acts)(&request).then_some(request)
    }

    fn said(&self, tokens: &[Token]) -> &str {
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => &self.sentence[first.span.start..last.span.end],
            _ => "",
        }
    }
}

/// Whether a part makes "a" something: "faz um café".
fn is_indefinite(tokens: &[Token]) -> bool {
    tokens.get(1).is_some_and(|token| matches!(token.folded.as_str(), "a" | "an" | "um" | "uma" | "me"))
}

/// So many words of a part of a sentence are carried over to the next at most.
const MOST_CARRIED: usize = 6;

/// Words that lead to a statement.
const STATEMENTS: [&[&str]; 3] = [&["that"], &["de", "que"], &["que"]];

/// Whether a word stands for something that was spoken of.
fn is_reference(token: &Token) -> bool {
    matches!(token.folded.as_str(), "it" | "them" | "isso" | "nela" | "nele" | "dela" | "dele")
}

fn is_unnamed(clause: &Clause) -> bool {
    clause.file.as_ref().is_some_and(|file| file.target == Target::Unnamed)
}

/// Whether a part would make something without a name although nothing else is made inside it, or beside it.
fn is_left_open(left: &Clause, next: &Clause) -> bool {
    let makes = |clause: &Clause| clause.file.as_ref().is_some_and(|file| file.action == Action::Create);
    let goes_inside = next
        .file
        .as_ref()
        .and_then(|file| file.place.as_ref())
        .is_some_and(|place| place.folder == Some(Container::It));
    let is_listed = is_header(left) && next.file.as_ref().is_some_and(|file| !file.has_verb);
    // "… and b.txt too, to archive": where it goes is said behind a word that parts.
    let goes = |file: &FileClause| matches!(file.action, Action::Move | Action::Copy);
    let is_destination = match (&left.file, &next.file) {
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

/// Whether a part without a verb goes on with what the part before it does: it says where, or what kind of thing, or is
/// one more of several.
fn goes_on(next: &FileClause, before: &FileClause) -> bool {
    let is_one_more = match (&next.target, &before.target) {
        (Target::Named(next), Target::Named(before)) => has_extension(next) && has_extension(before),
        _ => false,
    };
    // "a file bread, butter and jam.txt on the desktop" is one file.
    let says_where = next.place.is_some() && (before.place.is_some() || before.object.is_none());
    // "Inside it math and physics": a bare name goes on with bare names.
    let is_bare = |file: &FileClause| !file.has_verb && file.object.is_none() && !file.is_announced;
    let goes_on_bare = is_bare(before) && is_bare(next) && before.place.is_some();
    // "Move the first to archive and the second to backup"
    let is_pick = matches!(next.target, Target::Picked(_)) && next.to.is_some();
    let is_list = before.is_plural || is_one_more || goes_on_bare || is_pick;
    match before.action {
        Action::Create => says_where || next.is_led || next.object.is_some() || next.is_announced || is_list,
        Action::Rename => next.new_name.is_some(),
        Action::Write | Action::Append => next.content.is_some(),
        Action::Mention | Action::Keep => is_list,
        Action::Move => is_list || is_for_all(next),
        Action::Copy => {
            is_list || is_for_all(next) || is_other_destination(next, before) || next.target == before.target
        }
        Action::Delete | Action::Read | Action::List => is_list || next.object.is_some(),
    }
}

pub(super) fn has_extension(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, end)| {
        !stem.is_empty() && (1..=5).contains(&end.len()) && end.chars().all(char::is_alphanumeric)
    })
}

fn makes_folder(clause: &FileClause) -> bool {
    clause.action == Action::Create && clause.object != Some(Object::File)
}

/// Stretches of tokens between pauses and words that may part goals.
fn stretches(tokens: &[Token], vocabulary: &Vocabulary) -> Vec<Stretch> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut inside = None;
    let mut at = 0;
    let mut close = |start: usize, end: usize, inside: Option<Container>| {
        if end > start {
            found.push(Stretch { tokens: start..end, inside });
        }
    };
    while at < tokens.len() {
        // "And, inside it, a file": where it is belongs to what comes.
        let is_place = [Role::Within, Role::Enclosed]
            .into_iter()
            .any(|role| at > start && vocabulary.begins(role, &tokens[start..at]) == Some(at - start));
        // "And another one, b.txt, saying hello" is one thing.
        let is_another = vocabulary.begins(Role::Another, &tokens[start..at]) == Some(at - start);
        let is_text = tokens[start..at].last().is_some_and(|last| last.literal.is_some())
            && vocabulary
                .begins(Role::Content, &tokens[at..])
                .is_some_and(|_| brings_more(tokens, at, vocabulary).is_none());
        if at > start && tokens[at].pause.is_some() && !is_place && !is_another && !is_text {
            close(start, at, inside);
            // "Folders a and b, with a file in each", "…, each with a file".
            let each = vocabulary.begins(Role::EachWith, &tokens[at..]);
            let more = brings_more(tokens, at, vocabulary);
            at += each.or(more).unwrap_or(0);
            inside = each.map(|_| Container::Each).or(more.map(|_| Container::It));
            start = at;
            continue;
        }
        if let Some(length) = vocabulary.begins(Role::Boundary, &tokens[at..]) {
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
    let is_folder = has(Role::Folder) && !has(Role::File) && has(Role::Create);
    let noun =
        |rest: &[Token]| vocabulary.begins_any(&[Role::Folder, Role::File], rest).map(|(_, length)| length);
    let article = vocabulary.begins_any(&[Role::Article, Role::Another], behind).map(|(_, length)| length);
    let article = article.or((is_folder && is_count(&behind[0].folded)).then_some(1));
    // "with subfolders a and b" needs no article.
    let is_plural = noun(behind).is_some_and(|length| behind[length - 1].folded.ends_with('s'));
    // A folder has other things in it, and no text.
    let is_bare = article.is_none() && !is_verb_form(&behind[0].folded);
    let is_listed = (1..behind.len()).any(|at| {
        behind[at].pause == Some(',') || vocabulary.begins(Role::Boundary, &behind[at..]) == Some(1)
    });
    let is_thing = is_plural || article.is_some_and(|length| noun(&behind[length..]).is_some());
    let is_list = is_folder && is_bare && is_listed && length == 1;
    (length == 1 && is_thing || is_list).then_some(length)
}
