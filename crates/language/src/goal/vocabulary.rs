use std::collections::HashMap;
use std::sync::LazyLock;

use super::token::Token;
use crate::stance::lemma;
use crate::words::{Tongue, fold, words};

/// What a word or a phrase does in a sentence about files and places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Create,
    /// Somebody needs or wants what follows, which is then made if it is a new file or folder.
    Wish,
    Put,
    /// Something goes to a folder, or to somebody.
    Send,
    /// Something is named so that the next part can say what is done with it: "take a.txt and …", "there is a.txt; …".
    Mention,
    /// The same by a word that stands before several: "of a.txt and b.txt, …".
    Among,
    /// Something else is left as it is: "but keep c.txt".
    Keep,
    Delete,
    Move,
    Copy,
    Rename,
    /// What was spoken of last gets another name.
    RenameIt,
    /// Reads the file of the goal before: "show me what it says".
    ReadIt,
    /// Lists the destination of the goal before: "show me what is there".
    ListIt,
    /// For what something is made, which is its name: "one for January".
    For,
    Write,
    Append,
    Read,
    List,
    Folder,
    File,
    Article,
    Another,
    /// What is said of something that has just been made.
    Fresh,
    Named,
    /// One of what was said for each of the names that follow.
    Each,
    /// A phrase for inside of each of several that were spoken of.
    InEach,
    /// What each of several that were spoken of has in it: "each with".
    EachWith,
    Content,
    Inside,
    /// A phrase for inside of what was spoken of last.
    Within,
    /// The same in one word, at the end of a part.
    Enclosed,
    To,
    As,
    From,
    It,
    /// Several that were spoken of.
    They,
    Original,
    Copied,
    /// All of several but what follows: "all except b.txt".
    Except,
    /// What several have that are not spoken of otherwise: "the rest".
    Others,
    /// The first two of several.
    FirstTwo,
    Some,
    /// The part that these words lead is done before all others.
    Foremost,
    Filler,
    First,
    Second,
    Last,
    Drive,
    Workspace,
    Desktop,
    Documents,
    Downloads,
    /// Where one throws away what one does not want any more.
    Trash,
    Here,
    There,
    Boundary,
}

impl Role {
    /// Whether words of this role say what is done, and begin with a verb.
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

    const ALL: [(&'static str, Self); 57] = [
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
        ("folder", Self::Folder),
        ("file", Self::File),
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
        ("copied", Self::Copied),
        ("some", Self::Some),
        ("foremost", Self::Foremost),
        ("filler", Self::Filler),
        ("first", Self::First),
        ("second", Self::Second),
        ("last", Self::Last),
        ("drive", Self::Drive),
        ("WORKSPACE", Self::Workspace),
        ("DESKTOP", Self::Desktop),
        ("DOCUMENTS", Self::Documents),
        ("DOWNLOADS", Self::Downloads),
        ("trash", Self::Trash),
        ("here", Self::Here),
        ("there", Self::There),
        ("boundary", Self::Boundary),
    ];
}

/// The phrases of one tongue: for each role, the longest first.
pub(super) struct Vocabulary(HashMap<Role, Vec<Phrase>>, Tongue);

/// Words that have a role together.
struct Phrase {
    words: Vec<String>,
    /// The verb that the first of them is a form of. Its other forms have the role as well.
    verb: Option<String>,
}

impl Phrase {
    fn new(words: Vec<String>, role: Role) -> Self {
        let first = words.first().map(|word| fold(word)).filter(|_| role.is_done());
        Self { verb: first.as_deref().and_then(lemma), words }
    }

    fn begins(&self, tokens: &[Token]) -> bool {
        let is_meant = |(at, (word, token)): (usize, (&String, &Token))| {
            let is_form = at == 0 && self.verb.is_some() && self.verb == token.verb;
            token.literal.is_none() && (is_word(word, token) || is_form)
        };
        self.words.len() <= tokens.len() && self.words.iter().zip(tokens).enumerate().all(is_meant)
    }
}

static ENGLISH: LazyLock<Vocabulary> =
    LazyLock::new(|| Vocabulary::read(include_str!("english.txt"), Tongue::English));
static PORTUGUESE: LazyLock<Vocabulary> =
    LazyLock::new(|| Vocabulary::read(include_str!("portuguese.txt"), Tongue::Portuguese));

impl Vocabulary {
    /// The vocabulary of a tongue.
    pub(super) fn of(tongue: Tongue) -> &'static Self {
        match tongue {
            Tongue::English => &ENGLISH,
            Tongue::Portuguese => &PORTUGUESE,
        }
    }

    fn read(text: &str, tongue: Tongue) -> Self {
        let mut roles: HashMap<Role, Vec<Phrase>> = HashMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((name, phrases)) = line.split_once(':') else { continue };
            let Some((_, role)) = Role::ALL.into_iter().find(|(known, _)| *known == name) else { continue };
            let phrases =
                phrases.split(',').map(|phrase| words(phrase).into_iter().map(|word| word.form).collect());
            let phrases = phrases.filter(|phrase: &Vec<String>| !phrase.is_empty());
            let known = roles.entry(role).or_default();
            known.extend(phrases.map(|words| Phrase::new(words, role)));
            known.sort_by_key(|phrase| std::cmp::Reverse(phrase.words.len()));
        }
        Self(roles, tongue)
    }

    /// The tongue that it is of.
    pub(super) fn tongue(&self) -> Tongue {
        self.1
    }

    /// How many tokens the longest phrase of this role has that the tokens begin with.
    pub(super) fn begins(&self, role: Role, tokens: &[Token]) -> Option<usize> {
        let phrases = self.0.get(&role)?;
        phrases.iter().find(|phrase| phrase.begins(tokens)).map(|phrase| phrase.words.len())
    }

    /// Whether a text is a phrase of this role.
    pub(super) fn is(&self, role: Role, text: &str) -> bool {
        let said = fold(&text.to_lowercase());
        self.0
            .get(&role)
            .is_some_and(|phrases| phrases.iter().any(|phrase| fold(&phrase.words.join(" ")) == said))
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
    phrases.flatten().flat_map(|phrase| &phrase.words).any(|known| fold(known) == word)
}

/// People leave accents out, but "à" and "a" are two words, and so are "pôr" and "por".
fn is_word(word: &str, token: &Token) -> bool {
    let is_near = |said: &str| word.chars().count() > 2 && word != "pôr" && fold(word) == said;
    *word == *token.form
        || is_near(&token.folded)
        || (token.folded.starts_with('⟨') && is_near(&token.written))
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
