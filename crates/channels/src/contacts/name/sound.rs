//! A rough form of how a word in Latin letters sounds, the same for its spellings in several languages.

/// Letters that are read together, the longer ones first.
const GROUPS: &[(&str, &str)] = &[
    ("shch", "S"), ("tsch", "C"), ("sch", "S"), ("tch", "C"), ("sh", "S"), ("ch", "C"), ("cz", "C"), ("zh", "Z"),
    ("kh", "h"), ("ph", "f"), ("th", "t"), ("gh", "g"), ("ck", "k"), ("qu", "k"), ("ts", "s"), ("tz", "s"), ("dj", "j"),
    ("ou", "u"), ("oo", "u"), ("eo", "o"), ("ee", "i"), ("ie", "i"), ("iy", "i"), ("yi", "i"), ("ey", "i"), ("ei", "i"), ("ij", "i"),
    ("ae", "e"), ("oe", "o"), ("ue", "u"), ("yu", "iu"), ("ya", "ia"),
];

/// How a word sounds, roughly.
pub(super) fn sound(word: &str) -> String {
    let mut sound = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        if let Some((group, read)) = GROUPS.iter().find(|(group, _)| rest.starts_with(group)) {
            push(&mut sound, read);
            rest = rest.get(group.len()..).unwrap_or_default();
            continue;
        }
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
        let next = rest.chars().next();
        match first {
            'c' if matches!(next, Some('e' | 'i' | 'y')) => push(&mut sound, "s"),
            'c' | 'q' => push(&mut sound, "k"),
            'x' => push(&mut sound, "ks"),
            'w' => push(&mut sound, "v"),
            'z' => push(&mut sound, "s"),
            'y' => push(&mut sound, "i"),
            // Silent, but at the beginning.
            'h' if !sound.is_empty() && !matches!(next, Some('a' | 'e' | 'i' | 'o' | 'u' | 'y')) => {}
            other => push(&mut sound, other.encode_utf8(&mut [0; 4])),
        }
    }
    sound
}

/// Doubled letters sound like one.
fn push(sound: &mut String, read: &str) {
    for letter in read.chars() {
        if !sound.ends_with(letter) {
            sound.push(letter);
        }
    }
}

/// The consonants of a sound, with `a` for a vowel at its beginning. Letters that stand for long vowels where vowels are not written
/// are left out too.
pub(super) fn consonants(sound: &str) -> String {
    let mut left = String::new();
    for (at, letter) in sound.chars().enumerate() {
        match letter {
            'a' | 'e' | 'i' | 'o' | 'u' if at == 0 => left.push('a'),
            'a' | 'e' | 'i' | 'o' | 'u' => {}
            'v' if at > 0 => {}
            other if left.ends_with(other) => {}
            other => left.push(other),
        }
    }
    left
}
