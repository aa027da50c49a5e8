use std::collections::HashMap;

use lemmascope_intent::{NameShape, ThingKind};

use super::token::Token;
use crate::literal::has_extension;
use crate::stance::lemma;
use crate::words::{Tongue, fold, words};

/// The role of a word or a phrase in a sentence about objects and containers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Create,
    /// A wish; its object is created if it is new.
    Wish,
    Put,
    /// A move to a container or a person.
    Send,
    /// A mention of an object for the following clause: "take a.txt and …", "there is a.txt; …".
    Mention,
    /// A mention with a preposition before several objects: "of a.txt and b.txt, …".
    Among,
    /// An exclusion of an object: "but keep c.txt".
    Keep,
    Delete,
    Move,
    Copy,
    Rename,
    /// A renaming of the object that was mentioned last.
    RenameIt,
    /// Reads the object of the preceding goal: "show me what it says".
    ReadIt,
    /// Lists the destination of the preceding goal: "show me what is there".
    ListIt,
    /// The purpose of a new object, which becomes its name: "one for January".
    For,
    Write,
    Append,
    Read,
    List,
    /// A request for a list of existing objects, which are stated after it.
    Enumerate,
    /// A request to find objects by words.
    Seek,
    /// A noun for a kind of object.
    Thing,
    /// A noun for a kind of container.
    Container,
    Article,
    Another,
    /// A description of a new object.
    Fresh,
    Named,
    /// A distributive word before several names: "each".
    Each,
    /// A reference to the inside of each of several containers.
    InEach,
    /// An object in each of several containers: "each with".
    EachWith,
    Content,
    /// An attribute of objects in a domain: "label", "due date".
    Attribute,
    Inside,
    /// A reference to the inside of the last container.
    Within,
    /// The same in one word, at the end of a clause.
    Enclosed,
    To,
    As,
    From,
    It,
    /// A reference to several objects.
    They,
    Original,
    Originals,
    Copied,
    /// All of several objects with exceptions: "all except b.txt".
    Except,
    /// The remaining ones of several objects: "the rest".
    Others,
    /// The first two of several objects.
    FirstTwo,
    Some,
    /// A marker of the clause that is executed first.
    Foremost,
    Filler,
    First,
    Second,
    Last,
    /// A known place, identified by its words.
    Place,
    /// One of several places with letters.
    Drive,
    /// The trash.
    Trash,
    Here,
    There,
    Boundary,
}

impl Role {
    /// Whether words of this role state an action, and start with a verb.
    fn is_done(self) -> bool {
        matches!(
            self,
            Self::Create
                | Self::Put
                | Self::Delete
                | Self::Move
                | Self::Copy
                | Self::Rename
                | Self::RenameIt
                | Self::ReadIt
                | Self::ListIt
                | Self::Write
                | Self::Append
                | Self::Read
                | Self::List
                | Self::Mention
                | Self::Send
                | Self::Keep
        )
    }

    /// The roles of general words. Domains define the words for kinds and places.
    const GENERAL: [(&'static str, Self); 52] = [
        ("create", Self::Create),
        ("wish", Self::Wish),
        ("put", Self::Put),
        ("send", Self::Send),
        ("mention", Self::Mention),
        ("among", Self::Among),
        ("keep", Self::Keep),
        ("except", Self::Except),
        ("others", Self::Others),
        ("first_two", Self::FirstTwo),
        ("in_each", Self::InEach),
        ("each_with", Self::EachWith),
        ("delete", Self::Delete),
        ("move", Self::Move),
        ("copy", Self::Copy),
        ("rename", Self::Rename),
        ("rename_it", Self::RenameIt),
        ("read_it", Self::ReadIt),
        ("list_it", Self::ListIt),
        ("for", Self::For),
        ("write", Self::Write),
        ("append", Self::Append),
        ("read", Self::Read),
        ("list", Self::List),
        ("enumerate", Self::Enumerate),
        ("seek", Self::Seek),
        ("article", Self::Article),
        ("another", Self::Another),
        ("fresh", Self::Fresh),
        ("named", Self::Named),
        ("each", Self::Each),
        ("content", Self::Content),
        ("inside", Self::Inside),
        ("within", Self::Within),
        ("enclosed", Self::Enclosed),
        ("to", Self::To),
        ("as", Self::As),
        ("from", Self::From),
        ("it", Self::It),
        ("they", Self::They),
        ("original", Self::Original),
        ("originals", Self::Originals),
        ("copied", Self::Copied),
        ("some", Self::Some),
        ("foremost", Self::Foremost),
        ("filler", Self::Filler),
        ("first", Self::First),
        ("second", Self::Second),
        ("last", Self::Last),
        ("here", Self::Here),
        ("there", Self::There),
        ("boundary", Self::Boundary),
    ];
}

/// The phrases of a language: the longest first for each role.
#[derive(Debug, Clone)]
pub(super) struct Vocabulary {
    roles: HashMap<Role, Vec<Phrase>>,
    kinds: Vec<&'static ThingKind>,
    /// The sorts of objects, those with the longest words first.
    sorts: Vec<Sort>,
    tongue: Tongue,
}

/// Words for objects whose names have certain extensions.
#[derive(Debug, Clone)]
pub(super) struct Sort {
    words: Phrase,
    /// The extensions.
    pub(super) extensions: Vec<&'static str>,
    /// Whether the words are plural.
    pub(super) is_plural: bool,
}

impl Sort {
    /// Whether the objects have any extension.
    pub(super) fn is_general(&self) -> bool {
        self.extensions.is_empty()
    }
}

/// Words that have a role together.
#[derive(Debug, Clone)]
struct Phrase {
    words: Vec<String>,
    /// The infinitive of the first word, if it is a verb. Its other forms have the role as well.
    verb: Option<String>,
    /// The kind of object that they state.
    kind: Option<&'static ThingKind>,
    /// Whether they are plural.
    is_plural: bool,
    /// Their gender, in a language with genders.
    gender: Option<&'static str>,
    /// The place that they name.
    place: Option<&'static str>,
}

/// A noun at the start of some tokens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Noun {
    pub(super) kind: &'static ThingKind,
    pub(super) is_plural: bool,
    /// The number of its tokens.
    pub(super) length: usize,
}

impl Phrase {
    fn new(text: &str, role: Role) -> Self {
        let words: Vec<String> = words(text).into_iter().map(|word| word.form).collect();
        let first = words.first().map(|word| fold(word)).filter(|_| role.is_done());
        Self {
            verb: first.as_deref().and_then(lemma),
            words,
            kind: None,
            is_plural: false,
            gender: None,
            place: None,
        }
    }

    fn begins(&self, tokens: &[Token]) -> bool {
        let is_meant = |(at, (word, token)): (usize, (&String, &Token))| {
            let is_form = at == 0 && self.verb.is_some() && self.verb == token.verb;
            token.literal.is_none() && (is_word(word, token) || is_form)
        };
        self.words.len() <= tokens.len() && self.words.iter().zip(tokens).enumerate().all(is_meant)
    }
}

impl Vocabulary {
    /// Creates the vocabulary from the general words of a language, and the words for kinds and places of the
    /// domains.
    pub(super) fn new(tongue: Tongue, kinds: &[&'static ThingKind], texts: &[&'static str]) -> Self {
        let nouns: Vec<KindWord> = texts.iter().flat_map(|text| kind_words(text, kinds)).collect();
        let mut sorts: Vec<Sort> = texts.iter().flat_map(|text| sorts(text)).collect();
        sorts.sort_by_key(|sort| std::cmp::Reverse(sort.words.words.len()));
        let mut vocabulary = Self { roles: HashMap::new(), kinds: kinds.to_vec(), sorts, tongue };
        for (name, phrases) in lines(general(tongue)) {
            let Some((_, role)) = Role::GENERAL.into_iter().find(|(known, _)| *known == name) else {
                continue;
            };
            let phrases = phrases.iter().flat_map(|phrase| spelt_out(phrase, &nouns));
            vocabulary.add(role, phrases.map(|(text, kind)| Phrase { kind, ..Phrase::new(&text, role) }));
        }
        for noun in &nouns {
            let KindWord { is_plural, gender, .. } = *noun;
            let kind = Some(noun.kind);
            let phrase = |role| Phrase { kind, is_plural, gender, ..Phrase::new(noun.text, role) };
            vocabulary.add(Role::Thing, [phrase(Role::Thing)]);
            if noun.kind.is_container() {
                vocabulary.add(Role::Container, [phrase(Role::Container)]);
            }
        }
        for (name, phrases) in texts.iter().flat_map(|text| lines(text)).filter(|(name, _)| is_place(name)) {
            let role = match name {
                DRIVE => Role::Drive,
                TRASH => Role::Trash,
                _ => Role::Place,
            };
            vocabulary
                .add(role, phrases.iter().map(|it| Phrase { place: Some(name), ..Phrase::new(it, role) }));
        }
        for (_, phrases) in texts.iter().flat_map(|text| lines(text)).filter(|(name, _)| *name == ATTRIBUTE) {
            vocabulary.add(Role::Attribute, phrases.iter().map(|it| Phrase::new(it, Role::Attribute)));
        }
        vocabulary
    }

    fn add(&mut self, role: Role, phrases: impl IntoIterator<Item = Phrase>) {
        let known = self.roles.entry(role).or_default();
        known.extend(phrases.into_iter().filter(|phrase| !phrase.words.is_empty()));
        known.sort_by_key(|phrase| std::cmp::Reverse(phrase.words.len()));
    }

    /// Returns the language.
    pub(super) fn tongue(&self) -> Tongue {
        self.tongue
    }

    /// Returns the kinds of objects, in the order of the domains.
    pub(super) fn kinds(&self) -> &[&'static ThingKind] {
        &self.kinds
    }

    /// Returns the first kind whose names have the form of this one, for objects without a noun.
    pub(super) fn kind_of_name(&self, name: &str) -> Option<&'static ThingKind> {
        self.kinds.iter().copied().find(|kind| kind.names == NameShape::File && has_extension(name))
    }

    /// Returns the first kind whose content is a text.
    pub(super) fn kind_with_text(&self) -> Option<&'static ThingKind> {
        self.kinds.iter().copied().find(|kind| kind.has_text)
    }

    fn phrase(&self, role: Role, tokens: &[Token]) -> Option<&Phrase> {
        self.roles.get(&role)?.iter().find(|phrase| phrase.begins(tokens))
    }

    /// Returns the number of tokens of the longest phrase with this role at the start.
    pub(super) fn begins(&self, role: Role, tokens: &[Token]) -> Option<usize> {
        self.phrase(role, tokens).map(|phrase| phrase.words.len())
    }

    /// Returns the noun at the start.
    pub(super) fn noun(&self, tokens: &[Token]) -> Option<Noun> {
        let phrase = self.phrase(Role::Thing, tokens)?;
        Some(Noun { kind: phrase.kind?, is_plural: phrase.is_plural, length: phrase.words.len() })
    }

    /// Returns the sort of objects whose words are at the start, and the number of its tokens.
    pub(super) fn sort(&self, tokens: &[Token]) -> Option<(&Sort, usize)> {
        let sort = self.sorts.iter().find(|sort| sort.words.begins(tokens))?;
        Some((sort, sort.words.words.len()))
    }

    /// Returns the kind that a single word without accents states, and whether the word is plural.
    pub(super) fn kind_of_word(&self, folded: &str) -> Option<(&'static ThingKind, bool)> {
        let phrases = self.roles.get(&Role::Thing)?;
        let is_said = |phrase: &&Phrase| matches!(phrase.words.as_slice(), [only] if fold(only) == folded);
        let found = phrases.iter().find(is_said)?;
        Some((found.kind?, found.is_plural))
    }

    /// Returns the first plural noun for a kind, with its gender.
    pub(super) fn plural_of(&self, kind: &ThingKind) -> Option<(String, Option<&'static str>)> {
        self.word_for(kind, true)
    }

    /// Returns the first singular noun for a kind, with its gender.
    pub(super) fn singular_of(&self, kind: &ThingKind) -> Option<(String, Option<&'static str>)> {
        self.word_for(kind, false)
    }

    /// Returns the singular noun with its article: "the card", "o cartão".
    pub(super) fn noun_with_article(&self, kind: &ThingKind) -> Option<String> {
        let (word, gender) = self.singular_of(kind)?;
        Some(match gender {
            Some("f") => format!("a {word}"),
            Some(_) => format!("o {word}"),
            None => format!("the {word}"),
        })
    }

    /// Returns the first noun for a kind, preferably a single word.
    fn word_for(&self, kind: &ThingKind, is_plural: bool) -> Option<(String, Option<&'static str>)> {
        let is_meant = |phrase: &&Phrase| {
            phrase.is_plural == is_plural && phrase.kind.is_some_and(|it| it.name == kind.name)
        };
        let mut found = self.roles.get(&Role::Thing)?.iter().filter(is_meant);
        let found = found.clone().find(|phrase| phrase.words.len() == 1).or_else(|| found.next())?;
        Some((found.words.join(" "), found.gender))
    }

    /// Returns the kind that the longest phrase with this role states.
    pub(super) fn kind(&self, role: Role, tokens: &[Token]) -> Option<&'static ThingKind> {
        self.phrase(role, tokens)?.kind
    }

    /// Returns the place at the start, and the number of its tokens.
    pub(super) fn place(&self, tokens: &[Token]) -> Option<(&'static str, usize)> {
        let phrase = self.phrase(Role::Place, tokens)?;
        Some((phrase.place?, phrase.words.len()))
    }

    /// Whether a text is a phrase with this role.
    pub(super) fn is(&self, role: Role, text: &str) -> bool {
        let said = fold(&text.to_lowercase());
        self.roles
            .get(&role)
            .is_some_and(|phrases| phrases.iter().any(|phrase| fold(&phrase.words.join(" ")) == said))
    }

    /// Whether a word without accents is part of the name of a place.
    pub(super) fn is_word_of_place(&self, word: &str) -> bool {
        self.is_word_of(Role::Place, word)
    }

    /// Whether a word without accents is part of the name of an attribute.
    pub(super) fn is_word_of_attribute(&self, word: &str) -> bool {
        self.is_word_of(Role::Attribute, word)
    }

    fn is_word_of(&self, role: Role, word: &str) -> bool {
        let phrases = self.roles.get(&role).into_iter().flatten();
        phrases.flat_map(|phrase| &phrase.words).any(|known| fold(known) == word)
    }

    /// Returns every word that has a role, without accents.
    pub(super) fn words(&self) -> impl Iterator<Item = String> {
        let phrases = self.roles.values().flatten().chain(self.sorts.iter().map(|sort| &sort.words));
        phrases.flat_map(|phrase| &phrase.words).map(|word| fold(word))
    }

    /// Returns the longest phrase with any of several roles, and its role.
    pub(super) fn begins_any(&self, roles: &[Role], tokens: &[Token]) -> Option<(Role, usize)> {
        let found = roles.iter().filter_map(|role| self.begins(*role, tokens).map(|length| (*role, length)));
        // The longest match wins; of equally long ones, the first.
        found.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }
}

/// The name of the places with letters.
const DRIVE: &str = "DRIVE";
/// The name of the line with the attributes of objects.
const ATTRIBUTE: &str = "attribute";
/// The name of the trash; moving to it is a deletion.
const TRASH: &str = "TRASH";

fn general(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::English => include_str!("english.txt"),
        Tongue::Portuguese => include_str!("portuguese.txt"),
    }
}

/// Returns the lines of a word list: a name and its phrases.
fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let lines = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':'));
    lines.map(|(name, phrases)| (name.trim(), phrases.split(',').map(str::trim).collect()))
}

fn is_place(name: &str) -> bool {
    name.chars().all(|c| c.is_uppercase() || c == '_')
}

/// A noun for a kind of object, as a domain declares it.
struct KindWord {
    text: &'static str,
    kind: &'static ThingKind,
    gender: Option<&'static str>,
    is_plural: bool,
}

/// Returns the sorts of objects in the word list of a domain: `sort jpg png: photo/photos`, or `sort *` for
/// all extensions.
fn sorts(text: &'static str) -> Vec<Sort> {
    let mut found = Vec::new();
    for (name, phrases) in lines(text) {
        let Some(extensions) = name.strip_prefix("sort ") else { continue };
        let extensions: Vec<&str> = extensions.split_whitespace().filter(|it| *it != "*").collect();
        let sort = |text, is_plural| {
            let words = Phrase::new(text, Role::Thing);
            Sort { words, extensions: extensions.clone(), is_plural }
        };
        for phrase in phrases {
            let (singular, plural) = phrase.split_once('/').map_or((phrase, None), |(it, s)| (it, Some(s)));
            // Of two equal forms, the plural counts.
            found.extend(plural.map(|text| sort(text, true)));
            found.push(sort(singular, false));
        }
    }
    found
}

/// Returns the nouns in the word list of a domain.
fn kind_words(text: &'static str, kinds: &[&'static ThingKind]) -> Vec<KindWord> {
    let mut found = Vec::new();
    for (name, phrases) in lines(text) {
        let (name, gender) = name.split_once(' ').map_or((name, None), |(name, gender)| (name, Some(gender)));
        let Some(kind) = kinds.iter().copied().find(|kind| kind.name == name) else { continue };
        for phrase in phrases {
            let (singular, plural) = phrase.split_once('/').map_or((phrase, None), |(it, s)| (it, Some(s)));
            found.push(KindWord { text: singular, kind, gender, is_plural: false });
            found.extend(plural.map(|text| KindWord { text, kind, gender, is_plural: true }));
        }
    }
    found
}

/// Expands the placeholder of a phrase to each possible noun, with the kind that it states; a phrase without
/// a placeholder is returned unchanged.
fn spelt_out(phrase: &str, nouns: &[KindWord]) -> Vec<(String, Option<&'static ThingKind>)> {
    let parts = phrase.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    let Some((before, (slot, behind))) = parts else { return vec![(phrase.to_string(), None)] };
    let (what, gender) = slot.split_once(' ').map_or((slot, None), |(what, gender)| (what, Some(gender)));
    let is_meant = |noun: &&KindWord| {
        noun.is_plural == what.ends_with('s')
            && (noun.kind.is_container() || what.starts_with("thing"))
            && (gender.is_none() || noun.gender == gender)
    };
    let spelt = |noun: &KindWord| (format!("{before}{}{behind}", noun.text), Some(noun.kind));
    nouns.iter().filter(is_meant).map(spelt).collect()
}

/// Whether a token matches a word. Users omit accents, but "à" and "a" are distinct words, and so are "pôr"
/// and "por".
fn is_word(word: &str, token: &Token) -> bool {
    let is_near = |said: &str| word.chars().count() > 2 && word != "pôr" && fold(word) == said;
    *word == *token.form
        || is_near(&token.folded)
        || (token.folded.starts_with('⟨') && is_near(&token.written))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::token::tokens;

    #[test]
    fn vocabulary_lines_and_roles_correspond() {
        for tongue in [Tongue::English, Tongue::Portuguese] {
            let names: Vec<&str> = lines(general(tongue)).map(|(name, _)| name).collect();
            for (name, _) in Role::GENERAL {
                assert!(names.contains(&name), "{name}");
            }
            let known = |name: &&str| Role::GENERAL.iter().any(|(known, _)| known == name);
            assert!(names.iter().all(known));
        }
    }

    const SHELF: ThingKind = ThingKind {
        name: "shelf",
        contains: &["book"],
        names: NameShape::Words,
        has_text: false,
        default_name: None,
    };

    #[test]
    fn domain_words_extend_nouns_places_and_phrases() {
        static KIND: ThingKind = SHELF;
        let text = "shelf f: estante/estantes\nshelf m: armário/armários\nCELLAR: cave\n";
        let vocabulary = Vocabulary::new(Tongue::Portuguese, &[&KIND], &[text]);
        let begins = |role, text: &str| vocabulary.begins(role, &tokens(text, &words(text), |_| None));
        assert_eq!(begins(Role::Container, "estantes novas"), Some(1));
        assert_eq!(begins(Role::Within, "dentro dessa estante"), Some(3));
        assert_eq!(begins(Role::Within, "dentro desse armário"), Some(3));
        assert_ne!(begins(Role::Within, "dentro dessa armário"), Some(3));
        assert_eq!(begins(Role::Place, "cave"), Some(1));
        let text = "estantes";
        let noun = vocabulary.noun(&tokens(text, &words(text), |_| None)).unwrap();
        assert_eq!((noun.kind.name, noun.is_plural, noun.length), ("shelf", true, 1));
    }
}
