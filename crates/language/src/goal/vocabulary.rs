use std::collections::HashMap;
use std::sync::LazyLock;

use super::token::Token;
use crate::words::{Tongue, fold};

/// What a word or a phrase does in a sentence about files and places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Create,
    Put,
    Delete,
    Move,
    Copy,
    Rename,
    Write,
    Append,
    Read,
    List,
    Folder,
    File,
    Article,
    Another,
    Named,
    Content,
    Inside,
    /// A phrase for inside of what was spoken of last.
    Within,
    To,
    As,
    From,
    It,
    Original,
    Copied,
    Some,
    Filler,
    First,
    Drive,
    Workspace,
    Desktop,
    Documents,
    Downloads,
    Here,
    Boundary,
}

impl Role {
    const ALL: [(&'static str, Self); 34] = [
        ("create", Self::Create),
        ("put", Self::Put),
        ("delete", Self::Delete),
        ("move", Self::Move),
        ("copy", Self::Copy),
        ("rename", Self::Rename),
        ("write", Self::Write),
        ("append", Self::Append),
        ("read", Self::Read),
        ("list", Self::List),
        ("folder", Self::Folder),
        ("file", Self::File),
        ("article", Self::Article),
        ("another", Self::Another),
        ("named", Self::Named),
        ("content", Self::Content),
        ("inside", Self::Inside),
        ("within", Self::Within),
        ("to", Self::To),
        ("as", Self::As),
        ("from", Self::From),
        ("it", Self::It),
        ("original", Self::Original),
        ("copied", Self::Copied),
        ("some", Self::Some),
        ("filler", Self::Filler),
        ("first", Self::First),
        ("drive", Self::Drive),
        ("WORKSPACE", Self::Workspace),
        ("DESKTOP", Self::Desktop),
        ("DOCUMENTS", Self::Documents),
        ("DOWNLOADS", Self::Downloads),
        ("here", Self::Here),
        ("boundary", Self::Boundary),
    ];
}

/// The phrases of one tongue: for each role, each phrase as its words, the longest first.
pub(super) struct Vocabulary(HashMap<Role, Vec<Vec<String>>>);

static ENGLISH: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::read(include_str!("english.txt")));
static PORTUGUESE: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::read(include_str!("portuguese.txt")));

impl Vocabulary {
    /// The vocabulary of a tongue.
    pub(super) fn of(tongue: Tongue) -> &'static Self {
        match tongue {
            Tongue::English => &ENGLISH,
            Tongue::Portuguese => &PORTUGUESE,
        }
    }

    fn read(text: &str) -> Self {
        let mut roles: HashMap<Role, Vec<Vec<String>>> = HashMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((name, phrases)) = line.split_once(':') else { continue };
            let Some((_, role)) = Role::ALL.into_iter().find(|(known, _)| *known == name) else { continue };
            let phrases =
                phrases.split(',').map(|phrase| phrase.split_whitespace().map(str::to_string).collect());
            let known = roles.entry(role).or_default();
            known.extend(phrases.filter(|phrase: &Vec<String>| !phrase.is_empty()));
            known.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
        }
        Self(roles)
    }

    /// How many tokens the longest phrase of this role has that the tokens begin with.
    pub(super) fn begins(&self, role: Role, tokens: &[Token]) -> Option<usize> {
        let phrases = self.0.get(&role)?;
        let is_there = |phrase: &&Vec<String>| {
            phrase.len() <= tokens.len()
                && phrase
                    .iter()
                    .zip(tokens)
                    .all(|(word, token)| token.literal.is_none() && is_word(word, token))
        };
        phrases.iter().find(is_there).map(Vec::len)
    }

    /// The same for the first of several roles.
    pub(super) fn begins_any(&self, roles: &[Role], tokens: &[Token]) -> Option<(Role, usize)> {
        let found = roles.iter().filter_map(|role| self.begins(*role, tokens).map(|length| (*role, length)));
        // The longest counts; of those as long, the first.
        found.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }
}

/// Every word that has a role, so that none of them is taken for another that is misspelt.
pub(crate) fn all_words() -> impl Iterator<Item = String> {
    let texts = [include_str!("english.txt"), include_str!("portuguese.txt")];
    let lines = texts.into_iter().flat_map(str::lines).filter_map(|line| line.split_once(':'));
    lines.flat_map(|(_, phrases)| phrases.split([',', ' '])).filter(|word| !word.is_empty()).map(fold)
}

/// Whether a word without accents is in the name of a place that everybody has.
pub(crate) fn is_word_of_place(word: &str) -> bool {
    let roles = [Role::Workspace, Role::Desktop, Role::Documents, Role::Downloads];
    let phrases =
        [&*ENGLISH, &*PORTUGUESE].into_iter().flat_map(|it| roles.iter().filter_map(|role| it.0.get(role)));
    phrases.flatten().flatten().any(|known| fold(known) == word)
}

/// People leave accents out, but "à" and "a" are two words.
fn is_word(word: &str, token: &Token) -> bool {
    *word == *token.form || (word.chars().count() > 2 && fold(word) == token.folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_names_a_role_and_every_role_has_a_line() {
        for text in [include_str!("english.txt"), include_str!("portuguese.txt")] {
            let names: Vec<&str> =
                text.lines().filter_map(|line| line.split_once(':')).map(|it| it.0).collect();
            for (name, _) in Role::ALL {
                assert!(names.contains(&name), "{name}");
            }
            let known = |name: &&str| Role::ALL.iter().any(|(known, _)| known == name);
            assert!(names.iter().filter(|name| !name.starts_with('#')).all(known));
        }
    }
}
