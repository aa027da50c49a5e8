use std::time::Duration;

use lemmascope_intent::{Cause, Failure};

use super::WebSession;
use crate::driver::{Key, KeyStroke, Modifiers, Tab, needs_shift, stroke};
use crate::text::quote;

/// The length from which a text is inserted as a whole; only its last character is typed as a key.
const LONG: usize = 300;

/// A key with its modifiers: `control+shift+a`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chord {
    modifiers: Vec<KeyStroke>,
    key: KeyStroke,
    held: Modifiers,
}

impl Chord {
    /// Parses a key combination. Key names are case-insensitive.
    pub fn read(text: &str) -> Result<Self, Failure> {
        let invalid = |what: &str| {
            Failure::new(Cause::InvalidParameter, format!("there is no key {}", quote(what, 40))).hint(
                "Keys are enter, tab, escape, space, backspace, delete, home, end, pageup, pagedown, arrowup …, \
                 f1 … f12 and single characters, joined by + with control, shift, alt and meta.",
            )
        };
        let text = text.trim();
        // `+` itself is a key, alone or at the end of a combination.
        let (before, last) = match text.strip_suffix('+') {
            Some(before) => (before.trim_end().strip_suffix('+').unwrap_or(before), "+"),
            None => match text.rsplit_once('+') {
                Some((before, last)) => (before, last.trim()),
                None => ("", text),
            },
        };
        let mut held = Modifiers::default();
        let mut modifiers = Vec::new();
        for name in before.split('+').map(str::trim).filter(|name| !name.is_empty()) {
            let key = stroke(name).ok_or_else(|| invalid(name))?;
            if !hold(&mut held, &key, true) {
                return Err(invalid(text));
            }
            modifiers.push(key);
        }
        let mut key = stroke(last).ok_or_else(|| invalid(last))?;
        let character = last.chars().next().filter(|_| last.chars().count() == 1);
        if held.shift
            && let Some(character) = character.filter(char::is_ascii_lowercase)
        {
            key = stroke(&character.to_ascii_uppercase().to_string()).unwrap_or(key);
        }
        held.shift |= character.is_some_and(needs_shift);
        Ok(Self { modifiers, key, held })
    }

    /// Presses the keys in order and releases them in reverse order.
    pub async fn press(&self, tab: &Tab, already: Modifiers) -> Result<(), Failure> {
        let mut now = already;
        for key in &self.modifiers {
            hold(&mut now, key, true);
            tab.key(Key::Down { stroke: key.clone(), modifiers: now }).await?;
        }
        let with = join(now, self.held);
        tab.key(Key::Down { stroke: self.key.clone(), modifiers: with }).await?;
        tab.key(Key::Up { stroke: self.key.clone(), modifiers: with }).await?;
        for key in self.modifiers.iter().rev() {
            hold(&mut now, key, false);
            tab.key(Key::Up { stroke: key.clone(), modifiers: join(now, already) }).await?;
        }
        Ok(())
    }
}

/// Types a text key by key, with a delay between the keys.
pub async fn type_text(tab: &Tab, text: &str, delay: Duration) -> Result<(), Failure> {
    let mut rest = text;
    if delay.is_zero()
        && text.chars().count() > LONG
        && let Some((last, _)) = text.char_indices().next_back()
    {
        tab.insert_text(&text[..last]).await?;
        rest = &text[last..];
    }
    for (place, character) in rest.chars().enumerate() {
        if place > 0 && !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        let name = match character {
            '\n' | '\r' => "enter".to_string(),
            '\t' => "tab".to_string(),
            other => other.to_string(),
        };
        match stroke(&name).filter(|key| !key.code.is_empty()) {
            Some(key) => {
                let modifiers = Modifiers { shift: needs_shift(character), ..Modifiers::default() };
                tab.key(Key::Down { stroke: key.clone(), modifiers }).await?;
                tab.key(Key::Up { stroke: key, modifiers }).await?;
            }
            // Characters without a key, such as é, 漢 or an emoji, are inserted.
            None => tab.insert_text(&name).await?,
        }
    }
    Ok(())
}

impl WebSession {
    /// The modifier keys that are held down.
    pub fn modifiers(&self) -> Modifiers {
        let mut modifiers = Modifiers::default();
        for key in self.held.iter().filter_map(|name| stroke(name)) {
            hold(&mut modifiers, &key, true);
        }
        modifiers
    }
}

/// Presses or releases a modifier. Returns whether the key is one.
fn hold(modifiers: &mut Modifiers, key: &KeyStroke, down: bool) -> bool {
    match key.key.as_str() {
        "Control" => modifiers.control = down,
        "Shift" => modifiers.shift = down,
        "Alt" => modifiers.alt = down,
        "Meta" => modifiers.meta = down,
        _ => return false,
    }
    true
}

fn join(one: Modifiers, other: Modifiers) -> Modifiers {
    Modifiers {
        alt: one.alt || other.alt,
        control: one.control || other.control,
        meta: one.meta || other.meta,
        shift: one.shift || other.shift,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_key_combinations() {
        let key = |text: &str| Chord::read(text).map(|chord| (chord.key.key, chord.held.bits()));
        assert_eq!(key("Enter").unwrap(), ("Enter".into(), 0));
        assert_eq!(key("control+a").unwrap(), ("a".into(), 2));
        assert_eq!(key("control + shift + k").unwrap(), ("K".into(), 10));
        assert_eq!(key("?").unwrap(), ("?".into(), 8));
        assert_eq!(key("+").unwrap(), ("+".into(), 8));
        assert_eq!(key("control++").unwrap(), ("+".into(), 10));
        assert!(key("a+b").is_err());
        assert!(key("enterr").is_err());
        assert!(key("").is_err());
    }
}
