//! Resolves ellipsis: clauses that omit the verb of the preceding clause.

use std::ops::Range;

use lemmascope_intent::NameShape;

use super::clause::Clause;
use super::ears::Act;
use super::name::DETERMINERS;
use super::scanned_name::QUOTES;
use super::scanner::is_count;
use super::splitter::Splitter;
use super::thing_clause::ThingClause;
use super::token::Token;
use super::vocabulary::Role;
use crate::stance::is_verb_form;
use crate::words::{Opening, fold, opening};

/// The maximum number of words that are carried over.
const MOST_CARRIED: usize = 6;

/// The maximum number of words in a verb with its particles.
const MOST_OF_VERB: usize = 3;

/// Words that introduce a statement.
const STATEMENTS: [&[&str]; 3] = [&["that"], &["de", "que"], &["que"]];

/// Words that belong to the preceding verb, or to no noun.
const PARTICLES: [&str; 24] = [
    "me", "us", "up", "down", "on", "off", "out", "over", "for", "to", "at", "into", "nos", "por", "para",
    "pra", "em", "no", "na", "ao", "a", "pelo", "pela", "in",
];

/// Particles that follow the object of a verb.
const ENDS: [&str; 5] = ["up", "down", "on", "off", "out"];

/// Prepositions that introduce the complement of a noun: "the weather in Braga".
const COMPLEMENTS: [&str; 24] = [
    "in", "to", "of", "for", "from", "near", "at", "by", "about", "em", "no", "na", "nos", "nas", "de", "do",
    "da", "dos", "das", "para", "perto", "sobre", "em", "between",
];

impl Splitter<'_> {
    /// Returns the complete request of a clause that omits the verb of the preceding clause: "set the volume
    /// to 30 and the brightness to 60". The noun of the preceding clause is carried over only if the same
    /// action applies to another object.
    pub(super) fn carried(&self, before: &Clause, tokens: &Range<usize>) -> Option<String> {
        let part = &self.tokens[tokens.clone()];
        let said = self.said(part);
        let first = part.first();
        let is_about_files = before.thing.as_ref().is_some_and(ThingClause::is_plain);
        let is_dependent = part.iter().any(|token| token.literal.is_none() && is_reference(token));
        // "…, I have to work" is a reason with its own verb.
        let is_said_of_somebody =
            first.is_some_and(|first| is_verb(first) || matches!(first.folded.as_str(), "i" | "eu"));
        let is_request = self.begins_request(part)
            || (is_said_of_somebody && part.len() > 1)
            || first.is_some_and(|first| matches!(first.folded.as_str(), "vai" | "va"))
            || Self::is_other_request(part);
        if let Some(request) = self.carried_statement(before, tokens) {
            return Some(request);
        }
        // "In documents? Show me both." is more than an elliptical clause.
        let is_several = part.iter().skip(1).any(|token| token.pause.is_some_and(|it| ".?!;".contains(it)));
        if is_several || is_about_files || said.is_empty() || is_dependent || is_request {
            return None;
        }
        // "Remember that Ana and Rui are coming" is one request.
        let whole = self.said(&self.tokens[before.tokens.start..tokens.end]);
        let left = self.said(&self.tokens[before.tokens.clone()]);
        let is_text = (self.ears.holds)(whole, said) || (self.ears.ends_in_text)(left);
        if is_text && !self.is_other_query(before, part) && !self.is_parallel(before, part) {
            return None;
        }
        let verb = self.lead(before);
        // "Search Google for shoes and hats": the site is carried over together with the verb.
        let place = |text: &str| (self.ears.site)(text);
        if let Some(site) = place(left).filter(|_| place(said).is_none()) {
            let texts = (2..=verb.len()).map(|count| format!("{} {said}", verb[..count].join(" ")));
            return texts
                .filter(|text| place(text).as_ref() == Some(&site))
                .find(|text| (self.ears.acts)(text).is_some_and(|act| act.is_query));
        }
        let bare =
            |count: &usize| verb[1..*count].iter().all(|word| PARTICLES.contains(&fold(word).as_str()));
        (1..=verb.len())
            .rev()
            .filter(bare)
            .map(|count| format!("{} {said}", verb[..count].join(" ")))
            .find(|it| (self.ears.acts)(it).is_some())
            .or_else(|| self.carried_alike(before, tokens))
            .or_else(|| self.with_noun(before, tokens))
    }

    /// Completes a clause that is a request by itself, with a number as the value, but continues a preceding
    /// verb: "raise the brightness by 15 and the volume by 5". A relative change must not become an absolute
    /// one.
    pub(super) fn carried_change(&self, before: &Clause, tokens: &Range<usize>) -> Option<String> {
        let part = &self.tokens[tokens.clone()];
        let has_figure = |tokens: &[Token]| tokens.iter().any(|token| is_count(&token.folded));
        let left = &self.tokens[before.tokens.clone()];
        let is_led = before.request.is_some() || self.begins_request(left);
        if before.thing.is_some() || !is_led || !has_figure(left) || !has_figure(part) {
            return None;
        }
        let verb = self.lead(before).into_iter().next()?;
        let text = format!("{verb} {}", self.said(part));
        (self.ears.acts)(&text).is_some_and(|act| act.values.len() > 1).then_some(text)
    }

    /// Repeats the action of the preceding clause for another object: "show me the contents of archive,
    /// backup and reports". The clause consists of the value only.
    pub(super) fn carried_alike(&self, before: &Clause, tokens: &Range<usize>) -> Option<String> {
        if before.thing.as_ref().is_some_and(ThingClause::is_plain) {
            return None;
        }
        let intent = (self.ears.acts)(&self.request(before))?.intent;
        let part = &self.tokens[tokens.clone()];
        let (said, thing) = (self.said(part), self.said(self.thing(part)));
        let is_value = |act: &Act| {
            let is_said = |value: &String| [said, thing].iter().any(|it| is_same(value, it));
            act.intent == intent && act.values.iter().any(is_said)
        };
        let verb = self.lead(before);
        let texts = (1..=verb.len()).flat_map(|count| {
            let lead = verb[..count].join(" ");
            [format!("{lead} {said}"), format!("{lead} {thing}")]
        });
        texts.into_iter().find(|text| (self.ears.acts)(text).as_ref().is_some_and(is_value))
    }

    /// Whether a clause has the same structure as the preceding one, with a value for each of its values:
    /// "assign card #3 to Marta and card #5 to Rui". Its values are then not part of the preceding text.
    fn is_parallel(&self, before: &Clause, part: &[Token]) -> bool {
        let (own, verb) = (self.request(before), self.lead(before));
        let Some(verb) = verb.first() else { return false };
        let other = format!("{verb} {}", self.said(part));
        let Some((one, next)) = (self.ears.acts)(&own).zip((self.ears.acts)(&other)) else { return false };
        let is_same = one.intent == next.intent && one.values.len() == next.values.len();
        is_same && one.values.len() > 1 && frame(&own, &one.values) == frame(&other, &next.values)
    }

    /// Rewrites a plural noun before a name into the singular: a request for one of several named objects, as
    /// in "archive the columns Ready …".
    pub(super) fn in_singular(&self, tokens: &[Token]) -> Option<String> {
        let noun = (1..tokens.len()).find_map(|at| {
            let noun = self.vocabulary.noun(&tokens[at..])?;
            let is_meant =
                noun.is_plural && noun.kind.names == NameShape::Words && at + noun.length < tokens.len();
            is_meant.then_some((at, noun))
        });
        let (at, noun) = noun?;
        let (word, _) = self.vocabulary.singular_of(noun.kind)?;
        let article = match tokens[at - 1].form.as_str() {
            "os" | "as" | "dos" | "das" | "nos" | "nas" | "aos" | "às" => {
                tokens[at - 1].form.trim_end_matches('s')
            }
            _ => &self.sentence[tokens[at - 1].span.clone()],
        };
        let verb = self.said(&tokens[..at - 1]);
        let text = format!("{verb} {article} {word} {}", self.said(&tokens[at + noun.length..]));
        (self.ears.acts)(text.trim()).is_some().then(|| text.trim().to_string())
    }

    /// Whether a clause omits the particle of its verb, which follows the next clause: "turn the volume and
    /// the brightness down".
    pub(super) fn shares_end(&self, left: &mut Clause, right: &Range<usize>) -> bool {
        let right = &self.tokens[right.clone()];
        let Some(last) = right.last().filter(|last| ENDS.contains(&last.form.as_str()) && right.len() > 1)
        else {
            return false;
        };
        let own = self.request(left);
        if left.thing.is_some() || (self.ears.acts)(&own).is_some() {
            return false;
        }
        let verb = own.split_whitespace().next().unwrap_or_default();
        let completed = format!("{own} {}", last.form);
        let (one, other) =
            ((self.ears.acts)(&completed), (self.ears.acts)(&format!("{verb} {}", self.said(right))));
        let is_meant = one.zip(other).is_some_and(|(one, other)| one != other);
        if is_meant {
            left.request = Some(completed);
        }
        is_meant
    }

    /// Copies values to clauses that omit them, from the next clause, which omits its verb: "set the volume
    /// and the brightness to 50".
    pub(super) fn share_values(&self, clauses: &mut [Clause]) {
        for at in (1..clauses.len()).rev() {
            let (before, behind) = clauses.split_at_mut(at);
            let (Some(before), [behind, ..]) = (before.last_mut(), behind) else { continue };
            if before.thing.is_none()
                && behind.thing.is_none()
                && let Some(request) = self.completed(before, behind)
            {
                before.request = Some(request);
            }
        }
    }

    /// Completes a clause with the smallest number of final words of the next clause that provide all of its
    /// values.
    fn completed(&self, before: &Clause, behind: &Clause) -> Option<String> {
        let own = self.request(before);
        let words = &self.tokens[behind.tokens.clone()];
        if self.begins_request(words) || (self.ears.acts)(&own).is_some() {
            return None;
        }
        let given = (self.ears.acts)(&self.request(behind))?;
        let has_figure = |token: &Token| token.literal.is_some() || is_count(&token.folded);
        let is_same = |act: &Act| act.intent != given.intent && act.values == given.values;
        (1..words.len())
            .rev()
            .map(|at| &words[at..])
            .filter(|tail| tail.iter().any(has_figure))
            .map(|tail| format!("{own} {}", self.said(tail)))
            .find(|it| (self.ears.acts)(it).as_ref().is_some_and(is_same))
    }

    /// Whether a clause is exactly the name of an existing object, or certainly a name.
    pub(super) fn names_existing(&self, tokens: &[Token]) -> bool {
        match self.thing(tokens) {
            [only] if only.literal.is_some() => true,
            thing => !thing.is_empty() && (self.ears.exists)(self.said(thing)),
        }
    }

    /// Returns a clause without initial prepositions and articles.
    fn thing<'t>(&self, tokens: &'t [Token]) -> &'t [Token] {
        let roles = [Role::Another, Role::Inside, Role::To, Role::From, Role::Article, Role::Thing];
        let mut thing = tokens;
        let is_by = |token: &Token| matches!(token.form.as_str(), "por" | "pelo" | "pela");
        while thing.len() > 1 && is_by(&thing[0]) {
            thing = &thing[1..];
        }
        while thing.len() > 1
            && thing[0].literal.is_none()
            && let Some((_, length)) =
                self.vocabulary.begins_any(&roles, thing).filter(|it| it.1 < thing.len())
        {
            thing = &thing[length..];
        }
        // "The archive and backup folders".
        let is_kind = |last: &[Token]| self.vocabulary.noun(last).is_some();
        match thing.split_last_chunk::<1>() {
            Some((name, last)) if !name.is_empty() && last[0].literal.is_none() && is_kind(last) => name,
            _ => thing,
        }
    }

    /// Returns the complete request of a clause.
    pub(super) fn request(&self, clause: &Clause) -> String {
        match &clause.request {
            Some(request) => request.clone(),
            None => self.said(&self.tokens[clause.tokens.clone()]).to_string(),
        }
    }

    /// Returns the words of a clause before the first value.
    fn lead(&self, clause: &Clause) -> Vec<String> {
        let is_value =
            |word: &&str| word.contains(|c: char| c.is_numeric() || c == '.' || c == '"' || c == '/');
        let request = self.request(clause);
        let words = request.split_whitespace().take(MOST_CARRIED).take_while(|it| !is_value(it));
        words.map(str::to_string).collect()
    }

    /// Whether a clause that may continue a search text is a separate search: "look up trains to Porto and
    /// the weather in Braga". Both have their own complement, and the second one is a noun with an article or
    /// in the plural.
    fn is_other_query(&self, before: &Clause, part: &[Token]) -> bool {
        let left = &self.tokens[before.tokens.clone()];
        let Some(act) = (self.ears.acts)(&self.request(before)).filter(|act| act.is_query) else {
            return false;
        };
        let site = |tokens: &[Token]| (self.ears.site)(self.said(tokens));
        if let (Some(one), Some(other)) = (site(left), site(part)) {
            return one != other;
        }
        // A quoted text is the complete search text.
        if matches!(self.thing(part), [only] if self.sentence[only.span.clone()].starts_with(QUOTES)) {
            return true;
        }
        // "Search for shoes and also for hats": the preposition of the verb is repeated.
        let lead = left.iter().position(|token| COMPLEMENTS.contains(&token.folded.as_str()));
        let is_led_again = lead.zip(part.first()).is_some_and(|(lead, first)| {
            let same = |token: &&Token| token.folded == first.folded;
            lead <= MOST_OF_VERB && same(&&left[lead]) && left.iter().filter(same).count() == 1
        });
        if is_led_again && part.len() > 1 {
            return true;
        }
        let is_complement = |token: &Token| COMPLEMENTS.contains(&token.folded.as_str());
        let has_complement =
            |tokens: &[Token]| tokens.len() > 2 && tokens[1..tokens.len() - 1].iter().any(is_complement);
        let text = act.values.iter().find(|value| self.request(before).ends_with(value.as_str()));
        let words = text.map_or(0, |text| text.split_whitespace().count());
        let query = &left[left.len() - words.min(left.len())..];
        // "Receita de bolo e receita de pudim" are two of the same kind.
        let is_same_kind = query.len() > 1
            && part.len() > 1
            && query.first().zip(part.first()).is_some_and(|(one, other)| {
                one.folded == other.folded
                    && !DETERMINERS.contains(&one.folded.as_str())
                    && !is_complement(one)
            });
        if is_same_kind {
            return true;
        }
        let is_question = query.first().is_some_and(|first| {
            opening(&first.folded, query.get(1).map(|it| it.folded.as_str())) == Opening::Question
        });
        let is_plural = |tokens: &[Token]| {
            tokens
                .iter()
                .take_while(|token| !is_complement(token))
                .last()
                .is_some_and(|head| head.folded.ends_with('s'))
        };
        let is_noun = part.first().is_some_and(|first| {
            !is_complement(first)
                && (DETERMINERS.contains(&first.folded.as_str()) || is_plural(part) && is_plural(query))
        });
        is_noun && !is_question && has_complement(query) && has_complement(part)
    }

    /// Completes a statement that starts like the preceding one: "remember that Ana is coming and that Rui is
    /// not".
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
        // Only the statement is remembered.
        let statement = self.said(&self.tokens[tokens.start + lead_words.len()..tokens.end]);
        let act = (self.ears.acts)(&request)?;
        act.values.iter().any(|value| is_same(value, statement)).then_some(request)
    }
}

/// Returns the words of a request outside its values, without articles.
pub(super) fn frame(request: &str, values: &[String]) -> Vec<String> {
    let mut text = fold(&request.to_lowercase());
    for value in values {
        let value = fold(&value.trim_matches('"').to_lowercase());
        text = text.replacen(&value, " ", 1);
    }
    let is_word = |word: &&str| !matches!(*word, "the" | "a" | "an" | "o" | "as" | "os" | "#");
    text.split_whitespace().filter(is_word).map(str::to_string).collect()
}

/// Whether a word is a verb form; "pôr" without its accent is a preposition.
fn is_verb(token: &Token) -> bool {
    is_verb_form(&token.folded) && token.form != "por"
}

/// Whether a word refers to something mentioned before.
fn is_reference(token: &Token) -> bool {
    matches!(token.folded.as_str(), "it" | "them" | "isso" | "nela" | "nele" | "dela" | "dele")
}

/// Whether a value equals a text, with or without quotes.
fn is_same(value: &str, said: &str) -> bool {
    let plain = |text: &str| fold(&text.trim_matches(['"', '“', '”', '«', '»', '\'']).to_lowercase());
    plain(value) == plain(said)
}
