//! Requests to send a message: the recipient and the text. The text is content, whatever it says: "tell Marta: do not
//! forget the milk" requests a message, and forbids nothing.
//!
//! The grammar knows the general words: verbs of telling, prepositions, words before a text. The caller knows the
//! recipients, and which verb sends.

use std::ops::Range;
use std::sync::LazyLock;

use crate::reader::Tokenized;
use crate::stance::{is_infinitive, is_request_form};
use crate::words::{Phrases, Tongue, Word};

static ENGLISH: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("english.txt")]));
static PORTUGUESE: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("portuguese.txt")]));

/// The maximum number of words in a name.
const LONGEST_NAME: usize = 4;

/// A request to send a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The recipient, as it is said.
    pub recipient: String,
    /// The text.
    pub text: String,
    /// The place of the request in the sentence, in bytes. The text is at its end.
    pub span: Range<usize>,
    /// The place of the text in the sentence, in bytes.
    pub text_span: Range<usize>,
}

impl Message {
    /// Whether the sentence is nothing but this request.
    pub fn is_whole(&self, sentence: &str) -> bool {
        sentence[..self.span.start].trim().is_empty()
    }

    /// Returns the sentence with the text between quotation marks, so that no parser takes it for a part of the
    /// request. Returns nothing if the text contains all kinds of quotation marks.
    pub fn quoted(&self, sentence: &str) -> Option<String> {
        let (open, close) = QUOTES.into_iter().find(|(open, close)| !self.text.contains([*open, *close]))?;
        Some(format!("{}{open}{}{close}", &sentence[..self.text_span.start], self.text))
    }
}

const QUOTES: [(char, char); 3] = [('"', '"'), ('“', '”'), ('«', '»')];

/// Finds the request to send a message in a sentence: the sentence itself, or its last clause. `is_known` returns
/// whether a recipient has this name.
pub fn message(heard: &Tokenized<'_>, is_known: &dyn Fn(&str) -> bool) -> Option<Message> {
    let starts = (0..heard.words.len()).filter(|at| *at == 0 || is_start(&heard.words, *at));
    // The text may be in another language than the request.
    starts.flat_map(|at| [(at, Tongue::English), (at, Tongue::Portuguese)]).find_map(|(start, tongue)| {
        let phrases = if tongue == Tongue::English { &*ENGLISH } else { &*PORTUGUESE };
        let mut scan = Scan { heard, phrases, tongue, is_known, at: start };
        scan.skip_lead_in();
        scan.message(start)
    })
}

/// Whether another request may start at a word: after a pause, or after a conjunction. What follows a colon may be
/// the words of another person: "Rui: tell Ana …".
fn is_start(words: &[Word], at: usize) -> bool {
    let is_joined = matches!(words[at - 1].form.as_str(), "and" | "then" | "e" | "depois");
    is_joined || matches!(words[at].pause, Some(',' | ';' | '.' | '!'))
}

/// The recipient, and the first word of the text.
type Parsed = Option<(String, usize)>;

struct Scan<'a> {
    heard: &'a Tokenized<'a>,
    phrases: &'static Phrases,
    tongue: Tongue,
    is_known: &'a dyn Fn(&str) -> bool,
    at: usize,
}

impl Scan<'_> {
    fn rest(&self) -> &[Word] {
        self.heard.words.get(self.at..).unwrap_or_default()
    }

    /// Takes a phrase with a role, if there is no pause inside it.
    fn take(&mut self, role: &str) -> bool {
        let length = self.phrases.begins(role, self.rest());
        let length = length.filter(|length| self.rest()[1..*length].iter().all(|word| word.pause.is_none()));
        self.at += length.unwrap_or_default();
        length.is_some()
    }

    /// Takes a phrase that directly follows the preceding words.
    fn take_next(&mut self, role: &str) -> bool {
        self.rest().first().is_some_and(|word| word.pause.is_none()) && self.take(role)
    }

    fn skip_lead_in(&mut self) {
        while self.at < self.heard.words.len() {
            if self.heard.is_polite(self.at) {
                self.at += 1;
            } else if !self.take("lead_in") {
                break;
            }
        }
    }

    /// Parses the request at this position.
    fn message(&mut self, start: usize) -> Option<Message> {
        let at = self.at;
        let forms: [fn(&mut Self) -> Parsed; 4] =
            [Self::telling, Self::letting_know, Self::sending, Self::addressing];
        forms.into_iter().find_map(|form| {
            self.at = at;
            let is_weak = self.phrases.begins("weak", self.rest()).is_some();
            let (recipient, text) = form(self)?;
            let is_open = !is_weak || (self.is_known)(&recipient);
            self.found(start, recipient, text).filter(|_| is_open)
        })
    }

    /// "Tell Bob that …", "avisa o Rui que …": the recipient is the object.
    fn telling(&mut self) -> Parsed {
        let asks = self.rest().first().is_some_and(|word| ASKING.contains(&word.folded.as_str()));
        if !self.take("tell") {
            return None;
        }
        let recipient = self.recipient()?;
        if self.is_colon() || self.is_quoted() {
            return Some((recipient, self.at));
        }
        // The Portuguese conjunction is a part of the question: "pergunta ao Rui se está livre".
        let before = self.at;
        if asks && self.take_next("whether") {
            let text = if self.tongue == Tongue::English { self.at } else { before };
            return self.is_plain(self.at).then_some((recipient, text));
        }
        if self.take_next("that") {
            return self.is_plain(self.at).then_some((recipient, self.at));
        }
        let bare = self.at;
        let is_led = self.take_next("bare");
        let first = self.rest().first()?;
        // "To" and "para" precede the action that the recipient is to do.
        let says = |at: usize, words: &[&str]| {
            self.heard.words.get(at).is_some_and(|word| words.contains(&word.folded.as_str()))
        };
        let is_deed = says(bare, &["to", "para", "not"]);
        let is_done = is_request_form(&first.folded) || is_infinitive(&first.folded);
        let text = if says(bare, &["to", "para"]) { bare + 1 } else { bare };
        (is_led && (!is_deed || is_done) && self.is_plain(self.at)).then_some((recipient, text))
    }

    /// "Let Marta know that …".
    fn letting_know(&mut self) -> Parsed {
        if !self.take("let") {
            return None;
        }
        let recipient = self.recipient()?;
        if !self.take_next("know") {
            return None;
        }
        let is_led = self.is_colon() || self.is_quoted() || self.take_next("that");
        (is_led && (self.is_colon() || self.is_plain(self.at))).then_some((recipient, self.at))
    }

    /// "Send Bob a message: …", "manda uma mensagem ao Rui a dizer que …": the message is announced, before or after
    /// the recipient.
    fn sending(&mut self) -> Parsed {
        if !self.take("send") {
            return None;
        }
        let start = self.at;
        let recipient = match self.take_next("announcement") {
            true if self.take_next("to") => self.named()?,
            true => return None,
            false => {
                self.at = start;
                let recipient = self.recipient()?;
                if !self.take_next("announcement") {
                    return None;
                }
                recipient
            }
        };
        let is_colon = self.is_colon();
        let is_led = is_colon || self.is_quoted() || self.take_next("that");
        (is_led && (is_colon || self.is_plain(self.at))).then_some((recipient, self.at))
    }

    /// "Send Ana: …", "escreve ao Rui: …": a colon announces the text.
    fn addressing(&mut self) -> Parsed {
        if !self.take("address") {
            return None;
        }
        let recipient = self.recipient()?;
        self.is_colon().then_some((recipient, self.at))
    }

    /// Takes a recipient, with a preposition if there is one.
    fn recipient(&mut self) -> Option<String> {
        self.take_next("to");
        self.named()
    }

    /// Takes the name of a recipient: a known name, or capitalized words.
    fn named(&mut self) -> Option<String> {
        let is_noun = |word: &Word| self.heard.things.kind_of_word(&word.folded).is_some();
        while self
            .rest()
            .first()
            .is_some_and(|word| word.pause.is_none() && (is_owner(word) || is_noun(word)))
        {
            self.at += 1;
        }
        let words = self.rest();
        let most = words.iter().skip(1).take_while(|word| word.pause.is_none()).count() + 1;
        let most = most.min(LONGEST_NAME).min(words.len());
        if words.is_empty() || words[0].pause.is_some() {
            return None;
        }
        let at = self.at;
        let text = |length: usize| self.heard.text(at..at + length);
        let known = (1..=most).rev().find(|length| (self.is_known)(text(*length)));
        let is_name = |word: &&Word| {
            let written = &self.heard.sentence[word.span.clone()];
            written.starts_with(char::is_uppercase)
                && word.folded != "i"
                && self.heard.literal(word).is_none()
                && self.heard.things.kind_of_word(&word.folded).is_none()
        };
        let capital = words[..most].iter().take_while(is_name).count();
        let length = known.or(Some(capital).filter(|length| *length > 0))?;
        let name = text(length).to_string();
        self.at += length;
        Some(name)
    }

    fn is_colon(&self) -> bool {
        self.rest().first().is_some_and(|word| word.pause == Some(':'))
    }

    /// Whether the rest of the sentence is a quoted text.
    fn is_quoted(&self) -> bool {
        matches!(self.rest(), [only] if self.heard.literal(only).is_some_and(|found| found.quoted))
    }

    /// Whether a text without a mark before it contains no further request: "… that I am late and delete a.txt".
    fn is_plain(&self, start: usize) -> bool {
        let words = &self.heard.words;
        let is_joint = |word: &Word| {
            matches!(word.form.as_str(), "and" | "then" | "also" | "e" | "depois" | "também" | "tambem")
        };
        let is_object = |word: &Word| {
            let determiners = ["the", "a", "my", "it", "them", "o", "a", "os", "as", "um", "uma"];
            self.heard.literal(word).is_some()
                || determiners.contains(&word.folded.as_str())
                || self.heard.things.kind_of_word(&word.folded).is_some()
        };
        !(start + 1..words.len().saturating_sub(1)).any(|at| {
            is_joint(&words[at - 1]) && is_request_form(&words[at].folded) && is_object(&words[at + 1])
        })
    }

    fn found(&self, start: usize, recipient: String, text: usize) -> Option<Message> {
        let words = &self.heard.words;
        let sentence = self.heard.sentence;
        let (before, first) = (words.get(text.checked_sub(1)?)?, words.get(text)?);
        let from = before.span.end.min(first.span.start);
        let said = &sentence[from..];
        let led =
            said.len() - said.trim_start_matches(|c: char| c.is_whitespace() || c == ':' || c == ',').len();
        let said = said[led..].trim_end();
        let quoted = QUOTES.iter().find_map(|(open, close)| said.strip_prefix(*open)?.strip_suffix(*close));
        let quoted = quoted.filter(|text| !QUOTES.iter().any(|(open, close)| text.contains([*open, *close])));
        let text = quoted.unwrap_or(said).trim();
        (!text.is_empty()).then(|| Message {
            recipient,
            text: text.to_string(),
            span: words[start].span.start..sentence.len(),
            text_span: from + led..sentence.len(),
        })
    }
}

/// Verbs of asking.
const ASKING: [&str; 4] = ["ask", "pergunta", "pergunte", "perguntes"];

/// Whether a word before the noun for a recipient states whose it is.
fn is_owner(word: &Word) -> bool {
    matches!(word.folded.as_str(), "my" | "our" | "the" | "o" | "a" | "meu" | "minha" | "nosso" | "nossa")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sentence: &str) -> Option<(String, String)> {
        let heard = Tokenized::new(sentence, jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0));
        let is_known = |name: &str| ["ana silva", "marta", "bob"].contains(&name.to_lowercase().as_str());
        message(&heard, &is_known).map(|it| (it.recipient, it.text))
    }

    #[test]
    fn reads_message_text_verbatim() {
        for (said, name, text) in [
            ("tell Marta: do not forget the milk", "Marta", "do not forget the milk"),
            ("Please tell marta: never open it!", "marta", "never open it!"),
            ("send a message to Marta: buy milk", "Marta", "buy milk"),
            ("send Ana Silva a message: if it rains, stay home", "Ana Silva", "if it rains, stay home"),
            ("message Bob saying I deleted the old files", "Bob", "I deleted the old files"),
            ("tell Bob that I will not come tomorrow", "Bob", "I will not come tomorrow"),
            ("let Marta know that it is not at five", "Marta", "it is not at five"),
            ("ask Rui whether he is free", "Rui", "he is free"),
            ("tell Rui not to wait", "Rui", "not to wait"),
            ("tell Bob to call me", "Bob", "call me"),
            ("send Rui the message \"not yet\"", "Rui", "not yet"),
            ("send Rui: tomorrow at nine", "Rui", "tomorrow at nine"),
            ("diz à Marta: não te esqueças do leite", "Marta", "não te esqueças do leite"),
            ("diz ao Bob para não apagar o ficheiro", "Bob", "não apagar o ficheiro"),
            ("avisa o Rui que não vou", "Rui", "não vou"),
            ("manda uma mensagem ao Rui a dizer que apaguei tudo", "Rui", "apaguei tudo"),
            ("mande uma mensagem para a Marta dizendo que não vou", "Marta", "não vou"),
            ("escreve ao Bob: ontem apaguei o relatório", "Bob", "ontem apaguei o relatório"),
            ("pergunta à Marta se vem", "Marta", "se vem"),
            ("move a.txt to archive and tell Bob: done", "Bob", "done"),
        ] {
            assert_eq!(read(said), Some((name.into(), text.into())), "{said}");
        }
    }

    #[test]
    fn rejects_text_with_a_further_request() {
        for sentence in [
            "Ask Bob whether he's done and delete b.txt",
            "pergunta ao Bob se já acabou e apaga o b.txt",
            "Text Bob that I'm running late; also turn the wifi off.",
        ] {
            assert_eq!(read(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn rejects_sentences_that_send_nothing() {
        for said in [
            "don't tell Bob: it is a secret",
            "never send Bob a message: the deal is off",
            "não digas à Marta: cheguei tarde",
            "Bob told Marta: do not forget the milk",
            "Rui: tell Ana: hello",
            "I told Marta that I deleted the files",
            "should I tell Bob that it is late?",
            "tell me that again",
            "send Bob that file",
            "send report.pdf to Bob",
            "tell Bob about the party",
            "tell Bob that I am late and delete the file",
            "write hello to notes.txt",
        ] {
            assert_eq!(read(said), None, "{said}");
        }
    }

    #[test]
    fn quotes_text_with_unused_quotation_marks() {
        let quoted = |sentence: &str| {
            let heard = Tokenized::new(sentence, jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0));
            message(&heard, &|_| false)?.quoted(sentence)
        };
        assert_eq!(quoted("tell Bob: hi").as_deref(), Some("tell Bob: \"hi\""));
        assert_eq!(quoted("tell Bob: say \"hi\"").as_deref(), Some("tell Bob: “say \"hi\"”"));
        assert_eq!(quoted("tell Bob: \"hi\"").as_deref(), Some("tell Bob: \"hi\""));
    }
}
