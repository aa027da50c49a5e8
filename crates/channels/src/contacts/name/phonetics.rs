//! A rough phonetic code of words in Latin letters, which is the same for spellings in several languages.

/// Letter groups with a common sound, longer ones first.
const GROUPS: &[(&str, &str)] = &[
    ("shch", "S"),
    ("tsch", "C"),
    ("sch", "S"),
    ("tch", "C"),
    ("sh", "S"),
    ("ch", "C"),
    ("cz", "C"),
    ("zh", "Z"),
    ("kh", "h"),
    ("ph", "f"),
    ("th", "t"),
    ("gh", "g"),
    ("ck", "k"),
    ("qu", "k"),
    ("ts", "s"),
    ("tz", "s"),
    ("dj", "j"),
    ("ou", "u"),
    ("oo", "u"),
    ("eo", "o"),
    ("ee", "i"),
    ("ie", "i"),
    ("iy", "i"),
    ("yi", "i"),
    ("ey", "i"),
    ("ei", "i"),
    ("ij", "i"),
    ("ae", "e"),
    ("oe", "o"),
    ("ue", "u"),
    ("yu", "iu"),
    ("ya", "ia"),
];

/// Returns the phonetic code of a word.
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
            // Silent, except at the beginning.
            'h' if !sound.is_empty() && !matches!(next, Some('a' | 'e' | 'i' | 'o' | 'u' | 'y')) => {}
            other => push(&mut sound, other.encode_utf8(&mut [0; 4])),
        }
    }
    sound
}

/// Adds the sounds. Repeated sounds collapse into one.
fn push(sound: &mut String, read: &str) {
    for letter in read.chars() {
        if !sound.ends_with(letter) {
            sound.push(letter);
        }
    }
}

/// Returns the consonants of a word, with `a` for an initial vowel, in two forms. In scripts without vowels,
/// the letter for v also denotes a long vowel, and the second form omits it.
pub(super) fn consonants(word: &str) -> [String; 2] {
    let mut left = String::new();
    // In these scripts aspirates are separate consonants, so an h is silent only at the end.
    let word = word.strip_suffix('h').unwrap_or(word);
    let read = phonetic_code_with_h(word);
    for (at, letter) in read.chars().enumerate() {
        match letter {
            'a' | 'e' | 'i' | 'o' | 'u' if at == 0 => left.push('a'),
            'a' | 'e' | 'i' | 'o' | 'u' => {}
            other if left.ends_with(other) => {}
            other => left.push(other),
        }
    }
    let mut short = String::new();
    for (at, letter) in left.chars().enumerate().filter(|(at, letter)| *at == 0 || *letter != 'v') {
        if at == 0 || !short.ends_with(letter) {
            short.push(letter);
        }
    }
    [left, short]
}

/// Returns the phonetic code, with every h that is not part of a letter group.
fn phonetic_code_with_h(word: &str) -> String {
    let mut read = String::new();
    let mut rest = word;
    while let Some(at) = rest.find('h') {
        let (before, after) = rest.split_at(at);
        let is_group = before.ends_with(['k', 's', 'c', 'g', 't', 'p', 'z']);
        match is_group {
            true => {
                read.push_str(&sound(before.get(..before.len() - 1).unwrap_or_default()));
                let group = format!("{}h", before.get(before.len() - 1..).unwrap_or_default());
                read.push_str(&sound(&group));
            }
            false => {
                read.push_str(&sound(before));
                read.push('h');
            }
        }
        rest = after.get(1..).unwrap_or_default();
    }
    read.push_str(&sound(rest));
    read
}
