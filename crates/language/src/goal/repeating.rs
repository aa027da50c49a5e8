//! Requests about several objects at once, and clauses that omit more than their verb: the noun, or
//! everything but the site.

use std::ops::Range;

use lemmascope_intent::NameShape;

use super::carrying::frame;
use super::clause::Clause;
use super::name::DETERMINERS;
use super::scanner::is_count;
use super::splitter::Splitter;
use super::token::Token;
use super::vocabulary::{Noun, Role};
use crate::stance::{is_verb_form, is_verb_of_requests};

/// The maximum number of words that are carried over together with the noun.
const MOST_WITH_NOUN: usize = 4;

/// Prepositions before a site.
const ON: [&str; 10] = ["on", "in", "at", "via", "no", "na", "nos", "nas", "em", "pelo"];

/// Pronouns that replace a noun of the preceding clause.
const PRONOUNS: [&[&str]; 4] = [&["the", "one"], &["that", "one"], &["the", "ones"], &["that", "of"]];

impl Splitter<'_> {
    /// Expands "label cards #1 and #5 urgent" into a request for each object that the first clause lists.
    /// Also returns the token after the list.
    pub(super) fn repeated(&self, parts: &[Range<usize>]) -> Option<(Vec<Clause>, usize)> {
        let (at, noun) = self.plural_noun()?;
        let mut end = at + noun.length;
        let mut items: Vec<Range<usize>> = Vec::new();
        loop {
            items.push(end..end + self.item(end)?);
            end = items.last()?.end;
            let is_parted = self.tokens.get(end)?.pause == Some(',');
            let joint = self.vocabulary.begins(Role::Boundary, &self.tokens[end..]);
            match joint {
                Some(length) if self.item(end + length).is_some() => end += length,
                _ if is_parted && self.item(end).is_some() => {}
                _ => break,
            }
        }
        // The text that applies to all objects ends where the next clause starts.
        let behind = parts.iter().map(|part| part.start).find(|start| *start > end);
        let last = parts.iter().rfind(|part| part.start <= end)?.end;
        let said = self.tokens.get(end..last).filter(|said| !said.is_empty())?;
        if items.len() < 2 || self.tokens[end].pause.is_some() {
            return None;
        }
        let (word, _) = self.vocabulary.singular_of(noun.kind)?;
        let start = if self.is_plural_article(at - 1) { at - 1 } else { at };
        let article = if start < at { self.tokens[start].form.trim_end_matches('s') } else { "" };
        let request = |item: &Range<usize>| {
            let (verb, name) = (self.said(&self.tokens[..start]), self.said(&self.tokens[item.clone()]));
            let words = [verb, article, &word, name, self.said(said)];
            words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
        };
        let requests: Vec<String> = items.iter().map(request).collect();
        let acts: Vec<_> = requests.iter().map(|it| (self.ears.acts)(it)).collect::<Option<_>>()?;
        let is_alike = acts
            .windows(2)
            .all(|two| two[0].intent == two[1].intent && two[0].values.len() == two[1].values.len());
        // Each word after the list must be part of every request.
        let is_of_each = acts[0].values.len() > 1;
        let clause = |(item, request): (&Range<usize>, String)| Clause {
            tokens: item.clone(),
            thing: None,
            request: Some(request),
        };
        let clauses = items.iter().zip(requests).map(clause).collect();
        (is_alike && is_of_each).then_some((clauses, behind.unwrap_or(self.tokens.len())))
    }

    /// Returns the first plural noun after a verb, for objects whose names are any words.
    fn plural_noun(&self) -> Option<(usize, Noun)> {
        (1..self.tokens.len()).find_map(|at| {
            let noun = self.vocabulary.noun(&self.tokens[at..])?;
            let is_meant = noun.is_plural && noun.kind.names == NameShape::Words;
            is_meant.then_some((at, noun))
        })
    }

    fn is_plural_article(&self, at: usize) -> bool {
        matches!(
            self.tokens[at].form.as_str(),
            "the" | "os" | "as" | "dos" | "das" | "nos" | "nas" | "aos" | "às"
        )
    }

    /// Returns the number of tokens of a literal name: a number, a quoted text.
    fn item(&self, at: usize) -> Option<usize> {
        let token = self.tokens.get(at)?;
        let is_numbered =
            is_sign(token) && self.tokens.get(at + 1).is_some_and(|next| is_count(&next.folded));
        if is_numbered { Some(2) } else { token.literal.is_some().then_some(1) }
    }

    /// Completes a clause that consists of another site only: "search for lasagne on google and on youtube".
    pub(super) fn on_other_site(&self, before: &Clause, tokens: &Range<usize>) -> Option<String> {
        let part = &self.tokens[tokens.clone()];
        let is_led = part.first().is_some_and(|first| ON.contains(&first.folded.as_str()));
        let words = if is_led { &part[1..] } else { part };
        let own = self.request(before);
        let site = (self.ears.site)(&format!("on {}", self.said(words)))?;
        let is_alone = words.len() <= 2 && (self.ears.site)(&own).is_some_and(|other| other != site);
        if !is_alone || self.begins_request(part) && words.len() > 1 {
            return None;
        }
        let spoken: Vec<&str> = own.split_whitespace().collect();
        let on = (1..spoken.len()).rev().find(|at| {
            ON.contains(&spoken[*at])
                && spoken.len() - at <= 3
                && (self.ears.site)(&spoken[*at..].join(" ")).is_some()
        })?;
        let text = format!("{} {} {}", spoken[..on].join(" "), spoken[on], self.said(words));
        (self.ears.acts)(&text).is_some_and(|act| act.is_query).then_some(text)
    }

    /// Completes a clause that omits the verb and the noun of the preceding one: "reserva a sala Rigel para
    /// terça e a Deneb para quinta".
    pub(super) fn with_noun(&self, before: &Clause, tokens: &Range<usize>) -> Option<String> {
        let own = self.request(before);
        let act = (self.ears.acts)(&own).filter(|act| act.values.len() > 1)?;
        let part = &self.tokens[tokens.clone()];
        let is_led = part.first().is_some_and(|first| {
            self.vocabulary.begins(Role::Article, part).is_some() && first.literal.is_none()
        });
        let rest = self.said(if is_led { &part[1..] } else { part });
        let lead: Vec<&str> = own.split_whitespace().take(MOST_WITH_NOUN).collect();
        (2..=lead.len()).map(|count| format!("{} {rest}", lead[..count].join(" "))).find(|text| {
            (self.ears.acts)(text).is_some_and(|next| {
                next.intent == act.intent
                    && next.values.len() == act.values.len()
                    && frame(&own, &act.values) == frame(text, &next.values)
            })
        })
    }

    /// Completes a clause with a verb that omits the noun: "delete card #3 and show me #4", "switch off the
    /// one in the hall".
    pub(super) fn with_noun_of(&self, before: &Clause, tokens: &Range<usize>) -> Option<String> {
        let part = &self.tokens[tokens.clone()];
        let text = self.named_again(before, part).or_else(|| self.for_pronoun(before, part))?;
        (self.ears.acts)(&text).is_some().then_some(text)
    }

    /// Inserts the noun of the preceding clause before a number.
    fn named_again(&self, before: &Clause, part: &[Token]) -> Option<String> {
        let number = part.iter().position(is_sign).filter(|at| *at > 0)?;
        if (0..part.len()).any(|at| self.vocabulary.noun(&part[at..]).is_some()) {
            return None;
        }
        let earlier = &self.tokens[before.tokens.clone()];
        let noun = (0..earlier.len()).find_map(|at| self.vocabulary.noun(&earlier[at..]))?;
        let (word, _) =
            self.vocabulary.singular_of(noun.kind).filter(|_| noun.kind.names == NameShape::Words)?;
        Some(format!("{} {word} {}", self.said(&part[..number]), self.said(&part[number..])))
    }

    /// Replaces "the one" by the noun of the preceding clause that has the same preposition after it.
    fn for_pronoun(&self, before: &Clause, part: &[Token]) -> Option<String> {
        let says = |at: usize, words: &[&str]| {
            words
                .iter()
                .enumerate()
                .all(|(next, word)| part.get(at + next).is_some_and(|it| it.folded == *word))
        };
        let (at, length) = (1..part.len()).find_map(|at| {
            let found = PRONOUNS.iter().find(|words| says(at, words))?;
            Some((at, found.len()))
        })?;
        let preposition = part.get(at + length)?;
        let own = self.request(before);
        let spoken: Vec<&str> = own.split_whitespace().collect();
        let end = (2..spoken.len()).find(|at| spoken[*at].eq_ignore_ascii_case(&preposition.folded))?;
        let start = (1..end).rev().find(|at| DETERMINERS.contains(&spoken[*at]))?;
        let noun = spoken[start..end].join(" ");
        Some(format!("{} {noun} {}", self.said(&part[..at]), self.said(&part[at + length..])))
    }

    /// Whether a clause starts with a request verb and its object: "atribua ele ao Pedro", "label it urgent".
    pub(super) fn bids_by_form(&self, tokens: &[Token]) -> bool {
        let [first, second, ..] = tokens else { return false };
        let joints = [
            Role::Article,
            Role::Another,
            Role::Inside,
            Role::To,
            Role::From,
            Role::For,
            Role::Filler,
            Role::Content,
        ];
        let is_noun =
            self.vocabulary.noun(tokens).is_some() || self.vocabulary.begins_any(&joints, tokens).is_some();
        // "The archive and backup folders": the noun at the end applies to all names.
        let noun = self.vocabulary.noun(&tokens[1..]).filter(|noun| noun.length + 1 < tokens.len());
        let has_object = second.is_object
            || second.literal.is_some()
            || DETERMINERS.contains(&second.folded.as_str())
            || noun.is_some();
        let led = ["ele", "ela", "eles", "elas", "no", "na", "nos", "nas", "ao", "aos"];
        let is_led = led.contains(&second.folded.as_str());
        let is_verb = is_verb_form(&first.written) || is_verb_of_requests(&first.written, self.ears.begins);
        let has_object = has_object || is_led && !(self.ears.begins)(&first.written);
        first.literal.is_none() && !is_noun && has_object && second.pause.is_none() && is_verb
    }
}

/// Whether a token is the sign before a number: `#4`.
pub(super) fn is_sign(token: &Token) -> bool {
    token.folded == "#"
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use lemmascope_intent::ThingKind;

    use crate::goal::{Act, Antecedents, Ears, Topic, interpret, sample};
    use crate::reader::Tokenized;

    /// Returns the requests of the clauses of a sentence, with a test grammar.
    fn requests(sentence: &str) -> Vec<String> {
        let things = sample();
        let heard = Tokenized::new(sentence, date(2026, 1, 5).at(9, 0, 0, 0)).about(&things);
        let begins = |word: &str| ["label", "etiqueta", "tag"].contains(&word);
        let acts = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            let is_act =
                words.len() > 3 && begins(words[0]) && !text.contains(" and ") && !text.contains(" e ");
            let values = words.iter().rev().take(2).map(ToString::to_string).collect();
            is_act.then(|| Act { intent: words[0].to_string(), values, is_query: false })
        };
        let understands = |text: &str| acts(text).map(|_| Topic::Other);
        let ears = Ears {
            begins: &begins,
            understands: &understands,
            acts: &acts,
            exists: &|_| false,
            kind: &|_| None::<&'static ThingKind>,
            about: &|_| None,
            site: &|_| None,
            holds: &|_, _| false,
            ends_in_text: &|_| false,
        };
        let literal = |word: &crate::words::Word| heard.literal(word).and_then(crate::literal::Found::named);
        let words = heard.request_words();
        let found =
            interpret(sentence, &words, heard.tongue, &things, literal, &ears, &Antecedents::default());
        let said = |goal: &crate::goal::Goal| {
            goal.request.clone().unwrap_or_else(|| sentence[goal.said.clone()].to_string())
        };
        found.meta.goals.iter().map(said).collect()
    }

    #[test]
    fn expands_request_for_several_items() {
        assert_eq!(
            requests("label books #1 and #5 urgent"),
            ["label book #1 urgent", "label book #5 urgent"]
        );
        assert_eq!(
            requests("label the books #1, #2 and #5 urgent and tag book #7 later"),
            [
                "label the book #1 urgent",
                "label the book #2 urgent",
                "label the book #5 urgent",
                "tag book #7 later"
            ]
        );
        assert_eq!(
            requests("etiqueta os livros #1 e #2 urgente"),
            ["etiqueta o livro #1 urgente", "etiqueta o livro #2 urgente"]
        );
        assert_eq!(requests("label book #5 urgent"), ["label book #5 urgent"]);
    }
}
