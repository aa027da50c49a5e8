use lemmascope_intent::{Cause, Failure};

/// The X11 keysym of a key.
pub(super) type Keysym = u32;

pub(super) const SHIFT: Keysym = 0xffe1;
pub(super) const CAPS_LOCK: Keysym = 0xffe5;

/// Keys by their common names.
const NAMED: &[(&str, Keysym)] = &[
    ("enter", 0xff0d),
    ("return", 0xff0d),
    ("tab", 0xff09),
    ("escape", 0xff1b),
    ("esc", 0xff1b),
    ("space", 0x20),
    ("backspace", 0xff08),
    ("delete", 0xffff),
    ("del", 0xffff),
    ("insert", 0xff63),
    ("home", 0xff50),
    ("end", 0xff57),
    ("pageup", 0xff55),
    ("pagedown", 0xff56),
    ("arrowleft", 0xff51),
    ("arrowup", 0xff52),
    ("arrowright", 0xff53),
    ("arrowdown", 0xff54),
    ("left", 0xff51),
    ("up", 0xff52),
    ("right", 0xff53),
    ("down", 0xff54),
    ("printscreen", 0xff61),
    ("print", 0xff61),
    ("pause", 0xff13),
    ("scrolllock", 0xff14),
    ("numlock", 0xff7f),
    ("capslock", CAPS_LOCK),
    ("menu", 0xff67),
    ("contextmenu", 0xff67),
    ("plus", 0x2b),
    ("minus", 0x2d),
    ("super", 0xffeb),
    ("win", 0xffeb),
    ("ctrl", 0xffe3),
    ("alt", 0xffe9),
    ("shift", SHIFT),
];

/// Modifier keys by their common names.
const MODIFIERS: &[(&str, Keysym)] = &[
    ("ctrl", 0xffe3),
    ("control", 0xffe3),
    ("shift", SHIFT),
    ("alt", 0xffe9),
    ("option", 0xffe9),
    ("altgr", 0xfe03),
    ("super", 0xffeb),
    ("win", 0xffeb),
    ("windows", 0xffeb),
    ("meta", 0xffeb),
    ("cmd", 0xffeb),
];

/// A key with its modifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chord {
    pub(super) key: Keysym,
    pub(super) held: Vec<Keysym>,
    /// The combination for display.
    pub(super) shown: String,
}

impl Chord {
    /// Parses `Enter`, `F5`, `a` or `Ctrl+Shift+T`, with additional modifiers.
    pub(super) fn read(written: &str, more: &[String]) -> Result<Self, Failure> {
        // The last key may be the plus itself: `Ctrl++`.
        let (before, last) = match written.trim() {
            "+" => ("", "+"),
            keys => match keys.strip_suffix("++") {
                Some(before) => (before, "+"),
                None => keys.rsplit_once('+').unwrap_or(("", keys)),
            },
        };
        let held = before.split('+').filter(|name| !name.is_empty()).chain(more.iter().map(String::as_str));
        let mut held: Vec<Keysym> = held.map(modifier).collect::<Result<_, _>>()?;
        held.dedup();
        let mut key = key(last)?;
        // `Ctrl+S` means the key labeled S; an upper case letter requires Shift.
        if !held.is_empty() && (0x41..=0x5a).contains(&key) {
            key += 0x20;
        }
        let mut names: Vec<&str> = before.split('+').filter(|name| !name.is_empty()).map(str::trim).collect();
        names.extend(more.iter().map(|name| name.trim()));
        names.push(last.trim());
        Ok(Self { key, held, shown: names.join("+") })
    }
}

/// Returns the keysym for a character. Control characters have none, except line breaks and tabs.
pub(super) fn of_letter(letter: char) -> Option<Keysym> {
    match letter {
        '\n' | '\r' => Some(0xff0d),
        '\t' => Some(0xff09),
        ' '..='~' | '\u{a0}'..='\u{ff}' => Some(letter.into()),
        letter if letter.is_control() => None,
        letter => Some(0x0100_0000 | u32::from(letter)),
    }
}

fn key(written: &str) -> Result<Keysym, Failure> {
    let mut letters = written.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return of_letter(letter).ok_or_else(|| unknown(written));
    }
    let plain = plain(written);
    let function = plain.strip_prefix('f').and_then(|number| number.parse::<u32>().ok());
    match function.filter(|number| (1..=24).contains(number)) {
        Some(number) => Ok(0xffbd + number),
        None => {
            NAMED.iter().find(|(name, _)| *name == plain).map(|(_, key)| *key).ok_or_else(|| unknown(written))
        }
    }
}

fn modifier(written: &str) -> Result<Keysym, Failure> {
    let plain = plain(written);
    MODIFIERS.iter().find(|(name, _)| *name == plain).map(|(_, key)| *key).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("\"{}\" is no key that is held", shown(written)))
            .hint("The modifier keys are Ctrl, Shift, Alt, AltGr and Super.")
            .about("modifiers")
    })
}

fn unknown(written: &str) -> Failure {
    let plain = plain(written);
    let near = lemmascope_intent::nearest(&plain, NAMED.iter().map(|(name, _)| *name));
    Failure::new(Cause::InvalidParameter, format!("there is no key \"{}\"", shown(written)))
        .hint("Give a letter, or a name such as Enter, Escape, ArrowUp, PageDown or F5.")
        .about("key")
        .instead(near.map(str::to_string))
}

/// Normalizes a key name: `Page_Down` and `page-down` are equal.
fn plain(written: &str) -> String {
    let letters = written.chars().filter(|it| !matches!(it, ' ' | '_' | '-'));
    letters.flat_map(char::to_lowercase).take(40).collect()
}

fn shown(written: &str) -> String {
    written.chars().filter(|it| !it.is_control()).take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(written: &str) -> (Keysym, Vec<Keysym>) {
        let chord = Chord::read(written, &[]).unwrap();
        (chord.key, chord.held)
    }

    #[test]
    fn parses_key_names_and_chords() {
        assert_eq!(read("Enter"), (0xff0d, vec![]));
        assert_eq!(read("F5"), (0xffc2, vec![]));
        assert_eq!(read("Page_Up"), (0xff55, vec![]));
        assert_eq!(read("S"), (0x53, vec![]));
        assert_eq!(read("Ctrl+S"), (0x73, vec![0xffe3]));
        assert_eq!(read("ctrl + shift + ArrowUp"), (0xff52, vec![0xffe3, 0xffe1]));
        assert_eq!(read("+"), (0x2b, vec![]));
        assert_eq!(read("Ctrl++"), (0x2b, vec![0xffe3]));
        assert_eq!(read("ç"), (0xe7, vec![]));
        assert_eq!(Chord::read("Tab", &["alt".into()]).unwrap().shown, "alt+Tab");
    }

    #[test]
    fn rejects_unknown_keys() {
        for written in ["", "Entre", "F0", "F25", "Hyper+x", "Ctrl+", "\u{7}", &"x".repeat(100_000)] {
            assert_eq!(Chord::read(written, &[]).unwrap_err().cause, Cause::InvalidParameter, "{written}");
        }
        assert_eq!(Chord::read("Entr", &[]).unwrap_err().instead, ["enter"]);
    }

    #[test]
    fn maps_printable_characters_to_keysyms() {
        assert_eq!(of_letter('€'), Some(0x0100_20ac));
        assert_eq!(of_letter('😀'), Some(0x0101_f600));
        assert_eq!(of_letter('\u{1b}'), None);
    }
}
