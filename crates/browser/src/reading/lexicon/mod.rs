//! Multilingual phrases for the purposes of fields and buttons, from tables beside the code that are parsed
//! once.

mod filler;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::bounded_cache::BoundedCache;
use crate::text::{is_unspaced, words_of, words_of_identifier};
use filler::{COMPOUND_PARTS, is_empty};

pub use filler::is_empty as is_filler;

/// The purposes of fields.
pub static FIELDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(include_str!("fields.txt")));

/// The actions of buttons and links.
pub static ACTIONS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(include_str!("actions.txt")));

/// The responses of pages to login and logout attempts.
pub static REPLIES: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(include_str!("replies.txt")));
/// The answers to prompts of a page (such as cookie banners), and phrases for empty results.
pub static ANSWERS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(include_str!("answers.txt")));

/// The minimum length of a stem, because shorter ones occur in unrelated words by chance.
const SHORTEST_STEM: usize = 5;

/// The maximum number of cached texts, enough for a long page.
const REMEMBERED: usize = 12_000;

/// The maximum length of an identifier word that is split. Longer ones are generated.
const LONGEST_COMPOUND: usize = 48;

const WEAK: f32 = 0.38;

/// The strength of a phrase that has its meaning only alone, when other words qualify it: a "project name" is
/// not a person's name.
pub(crate) const QUALIFIED: f32 = 0.3;

/// A role that a phrase indicates.
#[derive(Debug, Clone, Copy)]
struct RoleIndication {
    role: u16,
    strength: f32,
    /// The strength in identifiers, where the table states it separately.
    in_identifiers: Option<f32>,
    /// Whether the phrase applies to identifiers only.
    only_identifiers: bool,
    /// Whether the phrase loses its meaning beside unknown words: in visible texts, and in identifiers.
    alone: bool,
    alone_in_identifiers: bool,
}

/// A table of phrases and the roles that they indicate.
pub struct Lexicon {
    roles: Vec<&'static str>,
    phrases: HashMap<String, Vec<RoleIndication>>,
    /// The number of words of the longest phrase that begins with a given word.
    longest: HashMap<String, usize>,
    unspaced: Vec<(String, RoleIndication)>,
    vocabulary: HashSet<String>,
    /// Words that also match inside longer words.
    stems: HashSet<String>,
    /// The length of the longest word of the vocabulary and the stems.
    longest_word: usize,
    texts: BoundedCache<Evidence>,
    identifiers: BoundedCache<Evidence>,
}

/// The strength with which a text indicates each role: strongest first, each role once.
pub type Evidence = Vec<(&'static str, f32)>;

impl Lexicon {
    fn read(table: &'static str) -> Self {
        let mut lexicon = Self {
            roles: Vec::new(),
            phrases: HashMap::new(),
            longest: HashMap::new(),
            unspaced: Vec::new(),
            vocabulary: COMPOUND_PARTS.split_ascii_whitespace().map(str::to_owned).collect(),
            stems: HashSet::new(),
            longest_word: 0,
            texts: BoundedCache::new(REMEMBERED),
            identifiers: BoundedCache::new(REMEMBERED),
        };
        for line in table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line.split_once(' ') {
                None => lexicon.roles.push(line),
                Some((language, phrases)) => {
                    for phrase in phrases.split('|') {
                        lexicon.add(phrase.trim(), language == "id");
                    }
                }
            }
        }
        let words = lexicon.vocabulary.iter().chain(&lexicon.stems);
        lexicon.longest_word = words.map(String::len).max().unwrap_or(0);
        lexicon
    }

    fn add(&mut self, phrase: &str, only_identifiers: bool) {
        let Some(role) = self.roles.len().checked_sub(1).and_then(|last| u16::try_from(last).ok()) else {
            return;
        };
        let (phrase, alone) = phrase.strip_suffix('!').map_or((phrase, false), |phrase| (phrase, true));
        let (phrase, strength) = match phrase.strip_suffix('?') {
            Some(weak) => (weak, WEAK),
            None => (phrase, 1.0),
        };
        let words = words_of_identifier(phrase);
        if words.is_empty() {
            return;
        }
        let sense = RoleIndication {
            role,
            strength,
            in_identifiers: only_identifiers.then_some(strength),
            only_identifiers,
            alone,
            alone_in_identifiers: alone,
        };
        if phrase.chars().any(is_unspaced) {
            self.unspaced.push((words.concat(), sense));
            return;
        }
        for word in words.iter().filter(|word| word.len() >= 3 && word.is_ascii()) {
            self.vocabulary.insert(word.clone());
        }
        if only_identifiers && words.len() == 1 && words[0].len() >= SHORTEST_STEM && strength >= 1.0 {
            self.stems.insert(words[0].clone());
        }
        let longest = self.longest.entry(words[0].clone()).or_default();
        *longest = words.len().max(*longest);
        let known = self.phrases.entry(words.join(" ")).or_default();
        match known.iter_mut().find(|known| known.role == role) {
            Some(known) => {
                // The identifier rules apply only to identifiers, the others to texts in any language that
                // has the phrase. A phrase that is weak in identifiers stays weak there, whatever its
                // strength in texts.
                if only_identifiers {
                    let known_strength = known.in_identifiers.unwrap_or_default();
                    known.in_identifiers = Some(known_strength.max(strength));
                } else if known.only_identifiers {
                    (known.alone, known.strength) = (alone, strength);
                } else {
                    known.alone &= alone;
                    known.strength = known.strength.max(strength);
                }
                known.only_identifiers &= only_identifiers;
                known.alone_in_identifiers &= alone;
            }
            None => known.push(sense),
        }
    }

    /// Returns the evidence of a visible text.
    pub fn text(&self, text: &str) -> Evidence {
        self.texts.answer(text, |text| self.evidence(&words_of(text), false))
    }

    /// Returns the evidence of a name, id or class in the source.
    pub fn identifier(&self, identifier: &str) -> Evidence {
        self.identifiers.answer(identifier, |identifier| {
            let mut words = Vec::new();
            for word in words_of_identifier(identifier) {
                self.split_compound(word, &mut words);
            }
            self.evidence(&words, true)
        })
    }

    /// Returns the evidence of an identifier whose last words repeat the label of its field: the words before
    /// them name the object that the field belongs to. `card-assignee`, labelled "Assignee", is the assignee
    /// of a card and not a card.
    pub fn identifier_with_label(&self, identifier: &str, label: &str) -> Evidence {
        let own = words_of_identifier(identifier);
        let label = words_of(label);
        let said = own.iter().rev().take_while(|word| label.contains(word)).count();
        let (context, rest) = own.split_at(own.len() - said);
        if said == 0 || context.is_empty() || context.iter().all(|word| is_empty(word) || is_number(word)) {
            return self.identifier(identifier);
        }
        let mut words = Vec::new();
        for word in context {
            self.split_compound(word.clone(), &mut words);
        }
        let named = words.len();
        words.extend(rest.iter().cloned());
        self.evidence_after(&words, true, named)
    }

    /// Returns the phrases and identifiers that indicate a role with full strength.
    pub(crate) fn phrases(&self, role: &str) -> Vec<String> {
        let place = self.roles.iter().position(|known| *known == role);
        let is_it = |sense: &RoleIndication| Some(usize::from(sense.role)) == place && sense.strength >= 1.0;
        let spaced =
            self.phrases.iter().filter(|(_, senses)| senses.iter().any(is_it)).map(|(phrase, _)| phrase);
        let unspaced = self.unspaced.iter().filter(|(_, sense)| is_it(sense)).map(|(phrase, _)| phrase);
        let mut phrases: Vec<String> = spaced.chain(unspaced).cloned().collect();
        phrases.sort_unstable();
        phrases
    }

    /// Whether a text mentions a role at all, even in the middle of a sentence.
    pub fn mentions(&self, text: &str, role: &str) -> bool {
        self.says(text, role) > 0.0
    }

    /// Returns the strength with which a text indicates a role.
    pub fn says(&self, text: &str, role: &str) -> f32 {
        self.text(text).iter().find(|(known, _)| *known == role).map_or(0.0, |(_, strength)| *strength)
    }

    fn evidence(&self, words: &[String], is_identifier: bool) -> Evidence {
        self.evidence_after(words, is_identifier, 0)
    }

    /// Returns the evidence of the phrases that end after the first `first` words.
    fn evidence_after(&self, words: &[String], is_identifier: bool, first: usize) -> Evidence {
        let mut found: Vec<(u16, f32)> = Vec::new();
        let told = words.iter().filter(|word| !is_empty(word) && !is_number(word)).count().max(1);
        let mut note = |role: u16, strength: f32| match found.iter_mut().find(|(known, _)| *known == role) {
            Some((_, strongest)) => *strongest = strongest.max(strength),
            None => found.push((role, strength)),
        };
        let mut at = 0;
        while at < words.len() {
            let Some((length, roles)) = self.longest_phrase_at(words, at, is_identifier) else {
                at += 1;
                continue;
            };
            if at + length <= first {
                at += length;
                continue;
            }
            // A filler word such as "your" may begin a phrase, but not at the cost of a longer phrase after
            // it.
            let told_by = |at: usize, length: usize| {
                words[at..at + length].iter().filter(|word| !is_empty(word)).count()
            };
            if is_empty(&words[at])
                && at + 1 < words.len()
                && let Some((longer, _)) = self.longest_phrase_at(words, at + 1, is_identifier)
                && told_by(at + 1, longer) > told_by(at, length)
            {
                at += 1;
                continue;
            }
            // A phrase that makes up the whole text counts in full; a mention in a sentence counts little.
            let phrase = &words[at..at + length];
            let of_it = phrase.iter().filter(|word| !is_empty(word) && !is_number(word)).count().max(1);
            #[expect(clippy::cast_precision_loss, reason = "small counts")]
            let share = (of_it as f32 / told as f32).min(1.0);
            let mut weight = if is_identifier { 0.7 + 0.3 * share } else { 0.45 + 0.55 * share };
            if told > 14 {
                weight *= 0.6;
            }
            // If a label names two things, the first is usually meant: "E-mail or phone". In an identifier it
            // is the last: `feedback[email]`.
            if is_identifier {
                let rest = &words[at + length..];
                if rest.iter().any(|word| !is_empty(word) && !is_number(word)) {
                    weight *= 0.85;
                }
            } else if at > 0 {
                weight *= 0.97;
            }
            for sense in roles.iter().filter(|sense| is_identifier || !sense.only_identifiers) {
                let alone = if is_identifier { sense.alone_in_identifiers } else { sense.alone };
                let left = if alone && of_it < told { QUALIFIED } else { 1.0 };
                let in_identifiers = sense.in_identifiers.filter(|_| is_identifier);
                let strength = in_identifiers.unwrap_or(sense.strength);
                note(sense.role, strength * weight * left);
            }
            at += length;
        }
        for run in words.iter().filter(|word| word.chars().any(is_unspaced)) {
            let mut best: Vec<&(String, RoleIndication)> = self
                .unspaced
                .iter()
                .filter(
                    |(phrase, sense)| if sense.alone { run == phrase } else { run.contains(phrase.as_str()) },
                )
                .collect();
            best.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
            let longest = best.first().map_or(0, |(phrase, _)| phrase.len());
            for (phrase, sense) in best {
                #[expect(clippy::cast_precision_loss, reason = "small counts")]
                let share = phrase.len() as f32 / run.len() as f32;
                if phrase.len() == longest || share > 0.4 {
                    note(sense.role, sense.strength * (0.5 + 0.5 * share));
                }
            }
        }
        found.sort_by(|one, other| other.1.total_cmp(&one.1));
        found
            .into_iter()
            .filter_map(|(role, strength)| Some((*self.roles.get(usize::from(role))?, strength)))
            .collect()
    }

    fn longest_phrase_at(
        &self,
        words: &[String],
        at: usize,
        is_identifier: bool,
    ) -> Option<(usize, &[RoleIndication])> {
        let is_said =
            |roles: &&Vec<RoleIndication>| is_identifier || roles.iter().any(|sense| !sense.only_identifiers);
        // Most words begin no phrase; for the others the length of the longest phrase is known.
        let longest = self.longest.get(&words[at]).copied().unwrap_or(0).min(words.len() - at);
        let found = (1..=longest).rev().find_map(|length| {
            let roles = if length == 1 {
                self.phrases.get(&words[at])
            } else {
                self.phrases.get(&words[at..at + length].join(" "))
            };
            Some((length, roles.filter(is_said)?.as_slice()))
        });
        if !is_identifier || found.is_some_and(|(length, _)| length > 1) {
            return found;
        }
        // A phrase of one word may be written as two.
        let two = words.get(at..at + 2).and_then(|two| self.phrases.get(&two.concat()));
        two.map(|roles| (2, roles.as_slice())).or(found)
    }

    /// Splits a compound word into known words: `useremail`, `txtfirstname`.
    fn split_compound(&self, word: String, into: &mut Vec<String>) {
        if word.len() < 6
            || word.len() > LONGEST_COMPOUND
            || !word.is_ascii()
            || self.vocabulary.contains(&word)
        {
            into.push(word);
            return;
        }
        // Dynamic programming finds the split into the fewest known words.
        let mut best: Vec<Option<(usize, usize)>> = vec![None; word.len() + 1];
        best[0] = Some((0, 0));
        for end in 2..=word.len() {
            for start in end.saturating_sub(self.longest_word)..end - 1 {
                let Some((count, _)) = best[start] else { continue };
                if best[end].is_none_or(|(known, _)| count + 1 < known)
                    && self.vocabulary.contains(&word[start..end])
                {
                    best[end] = Some((count + 1, start));
                }
            }
        }
        if best[word.len()].is_some() {
            let mut parts = Vec::new();
            let mut end = word.len();
            while end > 0 {
                let Some((_, start)) = best[end] else { break };
                parts.push(word[start..end].to_owned());
                end = start;
            }
            into.extend(parts.into_iter().rev());
            return;
        }
        match self.find_stem(&word) {
            Some(stem) => {
                into.push(stem.to_owned());
                into.push("#".to_owned());
            }
            None => into.push(word),
        }
    }

    /// Returns the longest stem that a word contains.
    fn find_stem<'word>(&self, word: &'word str) -> Option<&'word str> {
        (SHORTEST_STEM..=word.len().min(self.longest_word)).rev().find_map(|length| {
            (0..=word.len() - length)
                .map(|start| &word[start..start + length])
                .find(|part| self.stems.contains(*part))
        })
    }

    #[cfg(test)]
    fn roles(&self) -> &[&'static str] {
        &self.roles
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::ROLES;

    const LONGEST_PHRASE: usize = 8;

    #[test]
    fn lexicon_tables_are_well_formed() {
        for (name, table) in [
            ("fields", include_str!("fields.txt")),
            ("actions", include_str!("actions.txt")),
            ("answers", include_str!("answers.txt")),
        ] {
            let mut role = "";
            let mut languages: Vec<&str> = Vec::new();
            for (at, line) in table.lines().enumerate() {
                let place = format!("{name}.txt:{}", at + 1);
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let Some((language, phrases)) = line.split_once(' ') else {
                    assert!(name == "answers" || ROLES.contains(&line), "{place}: {line:?} is no role");
                    role = line;
                    languages.clear();
                    continue;
                };
                assert!(!role.is_empty(), "{place}: a line before any role");
                assert!(language.len() == 2, "{place}: {language:?} is no language");
                assert!(
                    !languages.contains(&language) || language == "id",
                    "{place}: {language} for {role} twice"
                );
                languages.push(language);
                for phrase in phrases.split('|').map(str::trim) {
                    assert!(!phrase.is_empty(), "{place}: an empty phrase");
                    let words = words_of_identifier(phrase.trim_end_matches(['?', '!']));
                    assert!(!words.is_empty() && words.len() <= LONGEST_PHRASE, "{place}: {phrase:?}");
                    let folded = crate::text::fold(phrase);
                    assert!(phrase == folded || !phrase.is_ascii(), "{place}: {phrase:?} is not folded");
                }
            }
        }
        let tables = [("replies", include_str!("replies.txt")), ("tone", include_str!("tone.txt"))];
        for (name, (at, line)) in
            tables.iter().flat_map(|(name, table)| table.lines().enumerate().map(move |line| (name, line)))
        {
            let place = format!("{name}.txt:{}", at + 1);
            let Some((language, phrases)) = line.split_once(' ').filter(|_| !line.starts_with('#')) else {
                continue;
            };
            assert!(language.len() == 2, "{place}: {language:?} is no language");
            for phrase in phrases.split('|').map(str::trim) {
                let words = words_of_identifier(phrase);
                assert!(!words.is_empty() && words.len() <= LONGEST_PHRASE, "{place}: {phrase:?}");
                let folded = crate::text::fold(phrase);
                assert!(phrase == folded || !phrase.is_ascii(), "{place}: {phrase:?} is not folded");
            }
        }
        assert!(FIELDS.roles().len() > 40 && ACTIONS.roles().len() > 15);
    }

    #[track_caller]
    fn first(text: &str) -> &'static str {
        FIELDS.text(text).first().map_or("", |(role, _)| role)
    }

    #[test]
    fn labels_suggest_roles_in_many_languages() {
        assert_eq!(first("E-Mail-Adresse *"), "email");
        assert_eq!(first("Confirme a senha"), "confirm_password");
        assert_eq!(first("Nombre de usuario"), "username");
        assert_eq!(first("Code postal"), "postal_code");
        assert_eq!(first("Имя пользователя"), "username");
        assert_eq!(first("メールアドレス（必須）"), "email");
        assert_eq!(first("Name on card"), "card_name");
        assert_eq!(first("Company name"), "organization");
        assert_eq!(first("Xyzzy"), "");
    }

    #[test]
    fn prefix_of_identifier_does_not_determine_role() {
        let strongest = |evidence: Evidence| evidence.first().map_or(0.0, |(_, strength)| *strength);
        assert!(strongest(FIELDS.identifier("card-assignee")) < 0.5);
        assert!(strongest(FIELDS.identifier("card_user_story")) < 0.6);
        assert!(FIELDS.identifier_with_label("email-template", "Template").is_empty());
        let number = FIELDS.identifier_with_label("card_number", "Number");
        assert_eq!(number.first().map(|(role, _)| *role), Some("card_number"));
        let email = FIELDS.identifier_with_label("billing_email", "Email");
        assert_eq!(email.first().map(|(role, _)| *role), Some("email"));
    }

    #[test]
    fn identifiers_suggest_roles_without_word_separators() {
        let first = |id: &str| FIELDS.identifier(id).first().map_or("", |(role, _)| *role);
        assert_eq!(first("txtUserEmail"), "email");
        assert_eq!(first("usernamecreateaccount"), "username");
        assert_eq!(first("customerfirstname"), "first_name");
        assert_eq!(first("j_password"), "password");
        assert_eq!(first("shippingAddress.address1"), "street");
        assert_eq!(first("fakeusernameremembered"), "username");
    }
}
