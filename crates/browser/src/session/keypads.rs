//! Finds pads of buttons on which a PIN or a code is entered.

use std::time::Duration;

use lemmascope_intent::Failure;
use serde::Deserialize;
use serde_json::json;

use super::WebSession;
use super::scanner_response::read;
use crate::driver::FrameId;
use crate::page::{Element, ElementId, Snapshot};
use crate::text::words_of;

const LIMIT: Duration = Duration::from_secs(5);
/// The maximum number of buttons that are queried.
const MOST: usize = 200;
/// The minimum number of buttons with one character.
const LEAST: usize = 10;
/// The minimum number of letters that are entered, as on a hexadecimal pad.
const FEWEST_LETTERS: usize = 6;

/// A pad of buttons with one character each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keypad {
    /// Its frame.
    pub frame: FrameId,
    /// The origin of its document.
    pub origin: String,
    /// The scanner's keys of the pad, and of the part of the page that contains it with its display.
    pad: u32,
    scope: u32,
    /// The text around it.
    pub label: String,
    /// The buttons with their characters.
    pub keys: Vec<(ElementId, u32, char)>,
    /// The other buttons beside it: clear, delete, confirm.
    pub others: Vec<ElementId>,
    /// The read-only fields that show the entry.
    pub displays: Vec<ElementId>,
    /// The number of characters that the page shows as entered, if it shows them.
    pub length: Option<usize>,
    /// Whether the page masks the entry.
    pub is_secret: bool,
}

impl Keypad {
    /// Whether it is the same pad in another snapshot.
    pub fn is(&self, other: &Self) -> bool {
        self.frame == other.frame && (self.pad == other.pad || self.scope == other.scope)
    }

    /// Whether an element is one of its buttons or displays.
    pub fn has(&self, id: ElementId) -> bool {
        self.displays.contains(&id) || self.keys.iter().any(|(key, ..)| *key == id)
    }

    /// Returns the button for a character, with the scanner's key.
    pub fn key(&self, character: char) -> Option<(ElementId, u32)> {
        let find = |is: &dyn Fn(char) -> bool| {
            let mut keys = self.keys.iter().filter(|(.., own)| is(*own));
            keys.next().map(|(id, key, _)| (*id, *key)).filter(|_| keys.next().is_none())
        };
        find(&|own| own == character).or_else(|| find(&|own| own.eq_ignore_ascii_case(&character)))
    }

    /// Whether a text can be entered on it.
    pub fn takes(&self, text: &str) -> bool {
        !text.is_empty() && text.chars().all(|character| self.key(character).is_some())
    }
}

#[derive(Debug, Deserialize)]
struct Described {
    pad: u32,
    scope: u32,
    label: String,
    origin: String,
    keys: Vec<(u32, char)>,
    others: Vec<u32>,
    displays: Vec<u32>,
    length: Option<usize>,
    secret: bool,
}

impl WebSession {
    /// Returns the keypads of a page.
    pub async fn keypads(&self, snapshot: &Snapshot) -> Result<Vec<Keypad>, Failure> {
        let tab = self.tab()?;
        let mut found = Vec::new();
        for (at, view) in snapshot.frames.iter().enumerate() {
            let is_button = |element: &&Element| {
                element.frame == at
                    && element.interactive
                    && element.visibility.is_visible()
                    && matches!(element.kind, "button" | "link" | "image")
            };
            let own = || snapshot.elements.iter().filter(|element| element.frame == at);
            let buttons = || own().filter(is_button).take(MOST);
            let entries: Vec<(u32, char)> =
                buttons().filter_map(|element| Some((element.key, character(element)?))).collect();
            let frame = tab.frames().into_iter().find(|frame| view.id == frame.id.as_str());
            let Some(frame) = frame.filter(|_| entries.len() >= LEAST) else { continue };
            let others = buttons().filter(|element| character(element).is_none());
            let others: Vec<(u32, &str)> = others.map(|it| (it.key, it.name.trim())).collect();
            let answer = tab.call(&frame.id, "lemmascope.keypads", json!([entries, others]), LIMIT).await?;
            let id = |key: u32| own().find(|element| element.key == key).map(|element| element.id);
            let ids = |keys: &[u32]| keys.iter().filter_map(|key| id(*key)).collect();
            for one in read::<Vec<Described>>(answer)? {
                let keys = one.keys.iter().filter_map(|(key, character)| Some((id(*key)?, *key, *character)));
                let mut keys: Vec<(ElementId, u32, char)> = keys.collect();
                let mut others: Vec<ElementId> = ids(&one.others);
                // Single letters beside the digits are functions, such as C for clear.
                let is_letter = |(.., character): &(ElementId, u32, char)| !character.is_numeric();
                if keys.iter().filter(|key| is_letter(key)).count() < FEWEST_LETTERS {
                    others.extend(keys.iter().filter(|key| is_letter(key)).map(|(id, ..)| *id));
                    keys.retain(|key| !is_letter(key));
                }
                found.push(Keypad {
                    frame: frame.id.clone(),
                    origin: one.origin,
                    pad: one.pad,
                    scope: one.scope,
                    label: one.label,
                    keys,
                    others,
                    displays: ids(&one.displays),
                    length: one.length,
                    is_secret: one.secret,
                });
            }
        }
        Ok(found)
    }
}

/// Returns the character that a button enters: of "5", "5 JKL", "Digit 5".
fn character(element: &Element) -> Option<char> {
    let of = |text: &str| {
        let mut letters = text.trim().chars();
        if let (Some(only), None) = (letters.next(), letters.next()) {
            return Some(only).filter(|it| it.is_alphanumeric());
        }
        let words = words_of(text);
        let digit = |word: &String| {
            let mut digits = word.chars().filter(char::is_ascii_digit);
            digits.next().filter(|_| word.len() == 1)
        };
        let is_word = |word: &String| word.chars().all(char::is_alphabetic);
        match words.as_slice() {
            [first, rest] if is_word(rest) && (3..=4).contains(&rest.len()) => digit(first),
            [first, rest] if is_word(first) => digit(rest),
            _ => None,
        }
    };
    of(&element.name).or_else(|| of(&element.text))
}
