//! Words that stand for something that was spoken of before, or for where one is, spelt out: "copia-a" is "copia a pasta obras"
//! where that folder was spoken of last, "in here" is "in the folder ./".
//!
//! A sentence that is spelt out reads like one in which everything has its name, so whatever is known of such sentences holds for
//! it too.

use std::ops::Range;

use super::tokenized::Tokenized;
use crate::literal::Kind;
use crate::words::{Hanging, Tongue, Word, hanging, made_of};

/// Something that was spoken of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referent {
    /// Its name or its path.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// What words of reference may stand for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Referents {
    /// What was spoken of last.
    pub thing: Option<Referent>,
    /// The file that was spoken of last.
    pub file: Option<Referent>,
    /// The folder that was spoken of last.
    pub folder: Option<Referent>,
    /// The things that were made or changed together last.
    pub several: Vec<Referent>,
}

/// A sentence in which what is referred to has its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpeltOut {
    /// The sentence.
    pub sentence: String,
    /// Whether it speaks of where one is.
    pub is_here: bool,
    /// Whether the words stand for something for sure. The English "it" and "that" may also say nothing: "what time is it".
    pub is_sure: bool,
}

/// Spells out what a sentence refers to; nothing where it refers to nothing that is known.
pub fn spell_out(heard: &Tokenized<'_>, referents: &Referents) -> Option<SpeltOut> {
    let scan = Scan { heard, words: &heard.words, referents };
    let mut replaced: Vec<(Range<usize>, String)> = Vec::new();
    let (mut is_here, mut is_sure, mut is_all_idle) = (false, false, true);
    let mut at = 0;
    while at < scan.words.len() {
        let found = match heard.tongue {
            Tongue::English => scan.english(at),
            Tongue::Portuguese => scan.portuguese(at),
        };
        let Some(Found { length, text, kind }) = found else {
            at += 1;
            continue;
        };
        let last = at + length - 1;
        is_here |= kind == FoundKind::Here;
        is_sure |= matches!(kind, FoundKind::Here | FoundKind::Sure);
        is_all_idle &= kind == FoundKind::Idle;
        replaced.push((scan.words[at].span.start..scan.words[last].span.end, text));
        at = last + 1;
    }
    if is_all_idle {
        return None;
    }
    let mut sentence = String::with_capacity(heard.sentence.len() + 32);
    let mut end = 0;
    for (span, text) in replaced {
        sentence.push_str(&heard.sentence[end..span.start]);
        sentence.push_str(&text);
        end = span.end;
    }
    sentence.push_str(&heard.sentence[end..]);
    Some(SpeltOut { sentence, is_here, is_sure })
}

/// Words that refer to something.
struct Found {
    /// How many.
    length: usize,
    /// What stands in their place.
    text: String,
    kind: FoundKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FoundKind {
    /// They stand for something that was spoken of.
    Sure,
    /// They may.
    Perhaps,
    /// They stand for where one is.
    Here,
    /// They refer to nothing, and are only written out beside others that do.
    Idle,
}

impl Found {
    fn new(length: usize, text: String) -> Self {
        Self { length, text, kind: FoundKind::Sure }
    }

    fn perhaps(self) -> Self {
        Self { kind: FoundKind::Perhaps, ..self }
    }

    fn here(length: usize, text: &str) -> Self {
        Self { length, text: text.into(), kind: FoundKind::Here }
    }
}

struct Scan<'a> {
    heard: &'a Tokenized<'a>,
    words: &'a [Word],
    referents: &'a Referents,
}

/// What is referred to, as far as the words say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Thing,
    File,
    Folder,
    Several,
}

const FILE_NOUNS: [&str; 6] = ["file", "document", "note", "ficheiro", "arquivo", "documento"];
const FOLDER_NOUNS: [&str; 5] = ["folder", "directory", "pasta", "diretorio", "diretoria"];
/// Words after which "this" and "that" are about something, and no name follows.
const ENGLISH_ENDS: [&str; 15] = [
    "", "to", "into", "in", "on", "from", "for", "with", "as", "and", "then", "too", "now", "please", "again",
];

impl Scan<'_> {
    /// A word without accents, and nothing behind the last.
    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.folded.as_str())
    }

    /// The same, where no mark parts it from the word before it.
    fn next(&self, at: usize) -> &str {
        self.words.get(at).filter(|word| word.pause.is_none()).map_or("", |word| word.folded.as_str())
    }

    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// What the noun at this place is of.
    fn noun(&self, at: usize) -> Option<What> {
        match self.next(at) {
            word if FILE_NOUNS.contains(&word) => Some(What::File),
            word if FOLDER_NOUNS.contains(&word) => Some(What::Folder),
            _ => None,
        }
    }

    /// Whether something is named at this place, so that the noun before it does not refer.
    fn is_named(&self, at: usize) -> bool {
        let word = self.words.get(at).filter(|word| word.pause.is_none());
        let is_name = |word: &Word| self.heard.literal(word).is_some_and(|it| it.value.kind().is_name());
        word.is_some_and(|word| is_name(word) || NAMING.contains(&word.folded.as_str()))
    }

    /// Whether a file or a path is named before this word: that is what the word refers to.
    fn is_named_before(&self, at: usize) -> bool {
        let is_file = |word: &Word| {
            let found = self.heard.literal(word);
            found.is_some_and(|it| matches!(it.value.kind(), Kind::File | Kind::Path))
        };
        self.words[..at].iter().any(is_file)
    }

    /// The name of what is referred to, with the word for what it is where that helps to read it.
    fn name(&self, what: What) -> Option<String> {
        let referents = self.referents;
        let one = match what {
            What::Thing => referents.thing.as_ref(),
            What::File => referents.file.as_ref(),
            What::Folder => referents.folder.as_ref(),
            What::Several => {
                let joint = if self.heard.tongue == Tongue::English { " and " } else { " e " };
                let names: Vec<String> = referents.several.iter().map(|it| self.noted(it)).collect();
                return (names.len() > 1).then(|| names.join(joint));
            }
        };
        one.map(|it| self.noted(it))
    }

    fn noted(&self, referent: &Referent) -> String {
        let name = match referent.name.contains(char::is_whitespace) {
            true => format!("\"{}\"", referent.name),
            false => referent.name.clone(),
        };
        match (referent.is_folder, self.heard.tongue) {
            (false, _) => name,
            (true, Tongue::English) => format!("the folder {name}"),
            (true, Tongue::Portuguese) => format!("a pasta {name}"),
        }
    }

    fn english(&self, at: usize) -> Option<Found> {
        let (word, next) = (self.word(at), self.next(at + 1));
        let reference = |length: usize, what: What| {
            let is_known = self.is_named_before(at) && what != What::Folder;
            let name = self.name(what).filter(|_| !is_known);
            name.map(|name| Found::new(length, name))
        };
        match word {
            "here" if at > 0 && self.before(at) == "in" => Some(Found::here(1, "the folder ./")),
            "here" if at > 0 => Some(Found::here(1, "in the folder ./")),
            "this" if FOLDER_NOUNS.contains(&next) && !self.is_named(at + 2) => {
                Some(Found::here(2, "the folder ./"))
            }
            "the" | "that" | "this" | "same" if self.noun(at + 1).is_some() && !self.is_named(at + 2) => {
                // "The file" may be any; it is left to who reads.
                self.noun(at + 1).filter(|_| word != "the").and_then(|what| reference(2, what))
            }
            "it" if at > 0 => reference(1, What::Thing).map(Found::perhaps),
            "its" if !next.is_empty() => self.name(What::Thing).map(|name| {
                let noun = &self.heard.sentence[self.words[at + 1].span.clone()];
                Found::new(2, format!("the {noun} of {name}"))
            }),
            "that" | "this" if at > 0 && next == "one" => reference(2, What::Thing),
            "that" | "this" if at > 0 && ENGLISH_ENDS.contains(&next) => {
                reference(1, What::Thing).map(Found::perhaps)
            }
            "there" if at > 0 && !IS.contains(&self.before(at)) => {
                let name = self.name(What::Folder)?;
                let is_led = ["in", "to", "into", "from", "inside"].contains(&self.before(at));
                Some(Found::new(1, if is_led { name } else { format!("in {name}") }))
            }
            "them" | "these" | "those" if at > 0 => {
                let is_both =
                    next == "both" || FILE_NOUNS.iter().any(|noun| next.strip_suffix('s') == Some(noun));
                reference(if is_both { 2 } else { 1 }, What::Several)
            }
            "both" if at > 0 => {
                let length = if next == "of" && self.next(at + 2) == "them" { 3 } else { 1 };
                reference(length, What::Several)
            }
            _ => None,
        }
    }

    fn portuguese(&self, at: usize) -> Option<Found> {
        if let Some(found) = self.clitic(at) {
            return Some(found);
        }
        let form = self.words[at].form.as_str();
        // A contraction is its preposition and the rest: "nela" is "em ela".
        let (preposition, rest) = match made_of(form) {
            Some([preposition, rest]) => (*preposition, *rest),
            _ => ("", self.word(at)),
        };
        let led = |name: String| match (preposition, name.strip_prefix("a pasta ")) {
            ("", _) => name,
            ("em", Some(folder)) => format!("na pasta {folder}"),
            ("de", Some(folder)) => format!("da pasta {folder}"),
            (preposition, _) => format!("{preposition} {name}"),
        };
        let is_known = self.is_named_before(at) && preposition.is_empty();
        let reference = |length: usize, what: What| {
            let name = self.name(what).filter(|_| !is_known);
            name.map(|name| Found::new(length, led(name)))
        };
        let here = match preposition {
            "de" => "da pasta ./",
            "em" => "na pasta ./",
            "a" => "à pasta ./",
            _ => "a pasta ./",
        };
        match rest {
            _ if ["pro", "pra", "pros", "pras"].contains(&form) => {
                let text = format!("para {}", if form == "pra" { "" } else { rest });
                Some(Found { length: 1, text: text.trim_end().into(), kind: FoundKind::Idle })
            }
            "aqui" | "ca" => {
                let length = if self.next(at + 1) == "dentro" { 2 } else { 1 };
                let is_place = at > 0 && (form != "cá" || length == 2);
                is_place.then(|| Found::here(length, if preposition == "de" { here } else { "na pasta ./" }))
            }
            "este" | "esta" if FOLDER_NOUNS.contains(&self.next(at + 1)) && !self.is_named(at + 2) => {
                Some(Found::here(2, here))
            }
            "este" | "esta" | "esse" | "essa" | "aquele" | "aquela" => match self.noun(at + 1) {
                Some(_) if self.is_named(at + 2) => None,
                Some(what) => reference(2, what),
                // "Esta" without an accent may be the verb.
                None if self.is_last(at) && (at > 0 || !preposition.is_empty()) => reference(1, What::Thing),
                None => None,
            },
            "isso" | "isto" | "aquilo" if at > 0 => reference(1, What::Thing),
            "ele" | "ela" if at > 0 || !preposition.is_empty() => match preposition {
                "em" => reference(1, self.container(rest)),
                // "Dentro dela" is inside a folder.
                "de" if self.before(at) == "dentro" => reference(1, What::Folder),
                _ => reference(1, What::Thing),
            },
            "eles" | "elas" | "ambos" | "ambas" if at > 0 => reference(1, What::Several),
            "la" | "ali" | "ai" if form != "la" => self.there(at),
            _ => None,
        }
    }

    /// "Nela" is in the folder; "nele" is in the file, where that is what was spoken of last.
    fn container(&self, pronoun: &str) -> What {
        let last = self.referents.thing.as_ref();
        match (pronoun, last.is_some_and(|it| it.is_folder), &self.referents.folder) {
            ("ele", false, _) | (_, false, None) => What::Thing,
            _ => What::Folder,
        }
    }

    /// "Lá dentro", "tem lá", "para lá": the folder. Elsewhere the word says nothing.
    fn there(&self, at: usize) -> Option<Found> {
        let is_inside = self.next(at + 1) == "dentro";
        let is_led = ["ha", "tem", "esta", "estao", "existe", "existem"].contains(&self.before(at));
        let is_to = ["para", "pra"].contains(&self.before(at));
        let name = self.name(What::Folder).filter(|_| is_inside || is_led || is_to)?;
        let length = if is_inside { 2 } else { 1 };
        Some(Found::new(length, if is_to { name } else { format!("n{name}") }))
    }

    /// Whether nothing follows that a word could go with.
    fn is_last(&self, at: usize) -> bool {
        PORTUGUESE_ENDS.contains(&self.next(at + 1))
    }

    /// A verb with a pronoun that hangs on it: "apagá-lo" is "apagar" and what it stands for.
    fn clitic(&self, at: usize) -> Option<Found> {
        let pronoun = self.words.get(at + 1)?;
        let verb = &self.words[at];
        let hanging = hanging(verb, pronoun, self.heard.sentence)?;
        if self.is_named_before(at) {
            return None;
        }
        let written = &self.heard.sentence[verb.span.clone()];
        let verb = hanging.verb.as_deref().unwrap_or(written);
        let text = match hanging.pronoun {
            Hanging::One => format!("{verb} {}", self.name(What::Thing)?),
            Hanging::Several => {
                format!("{verb} {}", self.name(What::Several).or_else(|| self.name(What::Thing))?)
            }
            Hanging::OneForMe => format!("{verb} {}", self.name(What::Thing)?),
            Hanging::Recipient => format!("{verb} a {}", self.name(What::Thing)?),
        };
        Some(Found::new(2, text))
    }
}

/// Words after which a name comes.
const NAMING: [&str; 6] = ["called", "named", "titled", "chamado", "chamada", "intitulado"];
/// Words before which "there" only says that something is.
const IS: [&str; 8] = ["is", "are", "was", "were", "'s", "be", "been", "if"];
const PORTUGUESE_ENDS: [&str; 15] =
    ["", "para", "pra", "pro", "em", "no", "na", "por", "com", "e", "tambem", "agora", "ja", "outra", "de"];

#[cfg(test)]
mod tests {
    use super::*;

    fn spelt(sentence: &str) -> String {
        let file = Referent { name: "notes.txt".into(), is_folder: false };
        let folder = Referent { name: "obras".into(), is_folder: true };
        let several = ["um.txt", "dois.txt"].map(|name| Referent { name: name.into(), is_folder: false });
        let referents = Referents {
            thing: Some(file.clone()),
            file: Some(file),
            folder: Some(folder),
            several: several.into(),
        };
        let now = jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0);
        let heard = Tokenized::new(sentence, now);
        spell_out(&heard, &referents).map_or_else(|| sentence.to_string(), |spelt| spelt.sentence)
    }

    #[test]
    fn what_was_spoken_of_gets_its_name() {
        for (said, wanted) in [
            ("what does it say?", "what does notes.txt say?"),
            ("delete that file", "delete notes.txt"),
            ("put a file b.txt in there", "put a file b.txt in the folder obras"),
            ("what is its size", "what is the size of notes.txt"),
            ("move them both to archive", "move um.txt and dois.txt to archive"),
            ("copia-o para o arquivo", "copia notes.txt para o arquivo"),
            ("quero apagá-lo agora", "quero apagar notes.txt agora"),
            ("podes movê-los para aí dentro", "podes mover um.txt e dois.txt para a pasta obras"),
            ("lê-mo em voz alta por favor", "lê notes.txt em voz alta por favor"),
            ("qual é o tamanho dele?", "qual é o tamanho de notes.txt?"),
            ("o que está escrito nele?", "o que está escrito em notes.txt?"),
            ("apaga ele por favor", "apaga notes.txt por favor"),
            ("lê ele pra mim", "lê notes.txt pra mim"),
            ("cria um ficheiro nela", "cria um ficheiro na pasta obras"),
            ("lê o conteúdo daquele ficheiro", "lê o conteúdo de notes.txt"),
            ("põe-no na pasta", "põe notes.txt na pasta"),
        ] {
            assert_eq!(spelt(said), wanted, "{said}");
        }
    }

    #[test]
    fn where_one_is_gets_its_name() {
        for (said, wanted) in [
            ("list this folder", "list the folder ./"),
            ("show me everything in here", "show me everything in the folder ./"),
            ("lista os ficheiros desta pasta", "lista os ficheiros da pasta ./"),
            ("o que há nesta pasta", "o que há na pasta ./"),
            ("mostra tudo o que está aqui dentro", "mostra tudo o que está na pasta ./"),
        ] {
            assert_eq!(spelt(said), wanted, "{said}");
        }
    }

    #[test]
    fn what_refers_to_nothing_stays() {
        for said in [
            "what files are there in archive",
            "create a file that says hello",
            "read a.txt and delete it",
            "está tudo bem com isto.txt",
            "create a file in this folder called plans",
        ] {
            assert_eq!(spelt(said), said);
        }
    }
}
