use serde::{Deserialize, Serialize};

use crate::selection::{Wanted, Worth};
use crate::summary::sentences;
use crate::{Document, Fault, Length};

/// The maximum total length of the passages: enough for the essential content of a document, and cheap to
/// send.
const LETTERS: usize = 6000;

const INSTRUCTIONS: &str = include_str!("instructions.txt");

/// The prompt for a model.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Prompt {
    /// The instructions.
    pub instructions: String,
    /// The passages, and the requested form of the answer.
    pub request: String,
    /// The passages against which the answer is checked.
    pub passages: Passages,
}

/// The sentences that a summary may cite.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Passages {
    /// The language code of the document, or `und` if unknown.
    pub language: String,
    /// The title of the document.
    pub title: Option<String>,
    /// In the order of the document.
    pub passages: Vec<Passage>,
}

/// A sentence of the document.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Passage {
    /// The number by which the model cites it.
    pub id: usize,
    /// Its 1-based pages.
    pub pages: Vec<usize>,
    /// Its text.
    pub text: String,
}

/// Returns the prompt for a summary: the most significant sentences from all parts of the document, and the
/// form of the answer.
///
/// # Errors
///
/// If the document has no text, or no sentences.
pub fn prompt(document: &Document, length: Length) -> Result<Prompt, Fault> {
    let prose = sentences(document)?;
    let taken =
        Worth::of(&prose).select(Wanted { words: LETTERS / 5, sentences: 80, variety: 0.5, spread: 0.9 });
    let mut passages = Vec::new();
    let mut letters = 0;
    for at in taken {
        let unit = &prose.units[at];
        letters += unit.text.chars().count();
        if letters > LETTERS && !passages.is_empty() {
            break;
        }
        let text = unit.text.chars().take(LETTERS).collect();
        passages.push(Passage { id: passages.len() + 1, pages: unit.pages.clone(), text });
    }
    let passages = Passages { language: document.language.clone(), title: document.title.clone(), passages };
    Ok(Prompt { instructions: INSTRUCTIONS.into(), request: request(&passages, length), passages })
}

fn request(passages: &Passages, length: Length) -> String {
    let mut request = String::from("<passages>\n");
    for passage in &passages.passages {
        let line = serde_json::json!({"id": passage.id, "pages": passage.pages, "text": passage.text});
        // Escaped so that no passage can close the element that contains it.
        request.push_str(&line.to_string().replace('<', "\\u003c"));
        request.push('\n');
    }
    request.push_str("</passages>\n");
    request.push_str(match length {
        Length::Short => "Write a summary of at most 150 words, in three to eight sentences.",
        Length::Bullets => {
            "Write four to seven sentences, each about another topic, in the order of the document."
        }
        Length::Tweet => "Write one sentence of at most 280 characters that says what the document is about.",
    });
    let language = match passages.language.as_str() {
        "en" => "English",
        "pt" => "Portuguese",
        "es" => "Spanish",
        "fr" => "French",
        "de" => "German",
        "it" => "Italian",
        "nl" => "Dutch",
        _ => "the language of the passages",
    };
    request.push_str(&format!(" Write in {language}."));
    request
}
