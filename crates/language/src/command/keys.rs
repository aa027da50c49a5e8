//! Keys and key combinations: `enter`, `control+shift+a`, `f5`.

use std::fmt;

const MODIFIERS: [&str; 4] = ["control", "shift", "alt", "meta"];

const NAMED: [&str; 16] = [
    "enter",
    "tab",
    "escape",
    "space",
    "backspace",
    "delete",
    "insert",
    "home",
    "end",
    "pageup",
    "pagedown",
    "arrowup",
    "arrowdown",
    "arrowleft",
    "arrowright",
    "capslock",
];

/// Common alternative spellings.
const ALIASES: [(&str, &str); 11] = [
    ("ctrl", "control"),
    ("esc", "escape"),
    ("return", "enter"),
    ("del", "delete"),
    ("cmd", "meta"),
    ("command", "meta"),
    ("option", "alt"),
    ("up", "arrowup"),
    ("down", "arrowdown"),
    ("left", "arrowleft"),
    ("right", "arrowright"),
];

/// The reason why a text is not a key or combination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoKey(String);

impl fmt::Display for NoKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoKey {}

/// A key, or modifiers and a key, in the given order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    keys: Vec<String>,
}

impl Keys {
    /// Parses a combination. The error names the invalid part, or the reason why the whole is invalid.
    pub fn parse(text: &str) -> Result<Self, NoKey> {
        let mut keys = Vec::new();
        let mut rest = text;
        // `+` is a separator, but also a key: alone, or after a separator.
        let plus = rest == "+" || rest.ends_with("++");
        if plus {
            rest = rest.strip_suffix('+').unwrap_or(rest);
            rest = rest.strip_suffix('+').unwrap_or(rest);
        }
        if !(plus && rest.is_empty()) {
            // A combination has at most five parts; a longer one fails at the sixth.
            for part in rest.split('+') {
                keys.push(key(part)?);
                if keys.len() > MODIFIERS.len() + 1 {
                    return Err(NoKey("a combination is at most four modifiers and a key".into()));
                }
            }
        }
        if plus {
            keys.push("+".to_owned());
        }
        let (Some(_), modifiers) = (keys.last(), keys.get(..keys.len().saturating_sub(1)).unwrap_or(&[]))
        else {
            return Err(NoKey("no key is named".into()));
        };
        if let Some(other) = modifiers.iter().find(|key| !MODIFIERS.contains(&key.as_str())) {
            return Err(NoKey(format!(
                "`{other}` is no modifier; only control, shift, alt and meta combine"
            )));
        }
        if let Some(twice) =
            keys.iter().enumerate().find(|(at, key)| keys.iter().take(*at).any(|k| k == *key))
        {
            return Err(NoKey(format!("`{}` is named twice", twice.1)));
        }
        Ok(Self { keys })
    }

    /// Returns the keys in press order; the last one is the main key.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }
}

/// Returns the canonical name of a key.
fn key(part: &str) -> Result<String, NoKey> {
    let mut chars = part.chars();
    match (chars.next(), chars.next()) {
        (None, _) => return Err(NoKey("a `+` joins nothing".into())),
        (Some(' '), None) => return Ok("space".into()),
        (Some('\t'), None) => return Ok("tab".into()),
        (Some('\n'), None) => return Ok("enter".into()),
        (Some(c), None) if c.is_whitespace() || c.is_control() || c == '\u{feff}' => {
            return Err(NoKey("that character is no key".into()));
        }
        (Some(c), None) => {
            // A letter whose lower-case form has several characters would no longer be a single key.
            let mut lower = c.to_lowercase();
            let one = if lower.len() == 1 { lower.next().unwrap_or(c) } else { c };
            return Ok(one.to_string());
        }
        _ => {}
    }
    let name = part.to_ascii_lowercase();
    if let Some((_, to)) = ALIASES.iter().find(|(from, _)| *from == name) {
        return Ok((*to).to_owned());
    }
    let function = name
        .strip_prefix('f')
        .is_some_and(|n| !n.starts_with('0') && n.parse().is_ok_and(|n: u8| (1..=12).contains(&n)));
    if function || NAMED.contains(&name.as_str()) || MODIFIERS.contains(&name.as_str()) {
        return Ok(name);
    }
    Err(NoKey(format!("{} is no key", super::error::quoted(part))))
}

impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.keys.join("+"))
    }
}
