use super::input::KeyStroke;

/// The named keys: the accepted name, `key`, `code`, `keyCode`, and the inserted text.
const NAMED: &[(&str, &str, &str, u32, &str)] = &[
    ("enter", "Enter", "Enter", 13, "\r"),
    ("tab", "Tab", "Tab", 9, ""),
    ("escape", "Escape", "Escape", 27, ""),
    ("space", " ", "Space", 32, " "),
    ("backspace", "Backspace", "Backspace", 8, ""),
    ("delete", "Delete", "Delete", 46, ""),
    ("insert", "Insert", "Insert", 45, ""),
    ("home", "Home", "Home", 36, ""),
    ("end", "End", "End", 35, ""),
    ("pageup", "PageUp", "PageUp", 33, ""),
    ("pagedown", "PageDown", "PageDown", 34, ""),
    ("arrowup", "ArrowUp", "ArrowUp", 38, ""),
    ("arrowdown", "ArrowDown", "ArrowDown", 40, ""),
    ("arrowleft", "ArrowLeft", "ArrowLeft", 37, ""),
    ("arrowright", "ArrowRight", "ArrowRight", 39, ""),
    ("f1", "F1", "F1", 112, ""),
    ("f2", "F2", "F2", 113, ""),
    ("f3", "F3", "F3", 114, ""),
    ("f4", "F4", "F4", 115, ""),
    ("f5", "F5", "F5", 116, ""),
    ("f6", "F6", "F6", 117, ""),
    ("f7", "F7", "F7", 118, ""),
    ("f8", "F8", "F8", 119, ""),
    ("f9", "F9", "F9", 120, ""),
    ("f10", "F10", "F10", 121, ""),
    ("f11", "F11", "F11", 122, ""),
    ("f12", "F12", "F12", 123, ""),
    ("control", "Control", "ControlLeft", 17, ""),
    ("shift", "Shift", "ShiftLeft", 16, ""),
    ("alt", "Alt", "AltLeft", 18, ""),
    ("meta", "Meta", "MetaLeft", 91, ""),
];

/// The character keys of a US keyboard: `code`, `keyCode`, and the character without and with Shift.
const PRINTED: &[(&str, u32, char, char)] = &[
    ("KeyA", 65, 'a', 'A'),
    ("KeyB", 66, 'b', 'B'),
    ("KeyC", 67, 'c', 'C'),
    ("KeyD", 68, 'd', 'D'),
    ("KeyE", 69, 'e', 'E'),
    ("KeyF", 70, 'f', 'F'),
    ("KeyG", 71, 'g', 'G'),
    ("KeyH", 72, 'h', 'H'),
    ("KeyI", 73, 'i', 'I'),
    ("KeyJ", 74, 'j', 'J'),
    ("KeyK", 75, 'k', 'K'),
    ("KeyL", 76, 'l', 'L'),
    ("KeyM", 77, 'm', 'M'),
    ("KeyN", 78, 'n', 'N'),
    ("KeyO", 79, 'o', 'O'),
    ("KeyP", 80, 'p', 'P'),
    ("KeyQ", 81, 'q', 'Q'),
    ("KeyR", 82, 'r', 'R'),
    ("KeyS", 83, 's', 'S'),
    ("KeyT", 84, 't', 'T'),
    ("KeyU", 85, 'u', 'U'),
    ("KeyV", 86, 'v', 'V'),
    ("KeyW", 87, 'w', 'W'),
    ("KeyX", 88, 'x', 'X'),
    ("KeyY", 89, 'y', 'Y'),
    ("KeyZ", 90, 'z', 'Z'),
    ("Digit0", 48, '0', ')'),
    ("Digit1", 49, '1', '!'),
    ("Digit2", 50, '2', '@'),
    ("Digit3", 51, '3', '#'),
    ("Digit4", 52, '4', '$'),
    ("Digit5", 53, '5', '%'),
    ("Digit6", 54, '6', '^'),
    ("Digit7", 55, '7', '&'),
    ("Digit8", 56, '8', '*'),
    ("Digit9", 57, '9', '('),
    ("Minus", 189, '-', '_'),
    ("Equal", 187, '=', '+'),
    ("BracketLeft", 219, '[', '{'),
    ("BracketRight", 221, ']', '}'),
    ("Backslash", 220, '\\', '|'),
    ("Semicolon", 186, ';', ':'),
    ("Quote", 222, '\'', '"'),
    ("Backquote", 192, '`', '~'),
    ("Comma", 188, ',', '<'),
    ("Period", 190, '.', '>'),
    ("Slash", 191, '/', '?'),
    ("Space", 32, ' ', ' '),
];

/// Returns the key for a name (`enter`) or a single character (`a`, `é`), or `None` for other words.
pub fn stroke(name: &str) -> Option<KeyStroke> {
    let lower = name.to_ascii_lowercase();
    let lower = match lower.as_str() {
        "return" => "enter",
        "esc" => "escape",
        "del" => "delete",
        "up" => "arrowup",
        "down" => "arrowdown",
        "left" => "arrowleft",
        "right" => "arrowright",
        "ctrl" => "control",
        "cmd" | "command" => "meta",
        "option" => "alt",
        other => other,
    };
    if let Some((_, key, code, number, text)) = NAMED.iter().find(|(name, ..)| *name == lower) {
        let location = u8::from(code.ends_with("Left") && !code.starts_with("Arrow"));
        let text = (!text.is_empty()).then(|| text.to_string());
        return Some(KeyStroke { key: key.to_string(), code, number: *number, text, location });
    }
    let mut characters = name.chars();
    let (character, None) = (characters.next()?, characters.next()) else { return None };
    let (code, number) = PRINTED
        .iter()
        .find(|(_, _, plain, shifted)| *plain == character || *shifted == character)
        .map_or(("", 0), |(code, number, ..)| (*code, *number));
    Some(KeyStroke { key: name.into(), code, number, text: Some(name.into()), location: 0 })
}

/// Whether the character needs Shift on a US keyboard.
pub(crate) fn needs_shift(character: char) -> bool {
    PRINTED.iter().any(|(_, _, plain, shifted)| *shifted == character && plain != shifted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_keys_by_name_and_character() {
        assert_eq!(stroke("Enter").unwrap().text.as_deref(), Some("\r"));
        assert_eq!(stroke("a").unwrap().code, "KeyA");
        let capital = stroke("A").unwrap();
        assert_eq!((capital.code, capital.key.as_str()), ("KeyA", "A"));
        assert_eq!(stroke("+").unwrap().code, "Equal");
        assert_eq!(stroke("é").unwrap().code, "");
        assert_eq!(stroke("arrowleft").unwrap().location, 0);
        assert_eq!(stroke("control").unwrap().location, 1);
        assert_eq!(stroke("nosuchkey"), None);
        assert_eq!(stroke(""), None);
        assert!(needs_shift('?') && !needs_shift('/') && !needs_shift(' '));
    }
}
