//! Words in names, and names made of words.

/// Words that do not describe the function of a control, in English and Portuguese.
const FILLERS: &[&str] = &[
    "a", "an", "the", "your", "my", "our", "to", "of", "for", "in", "on", "at", "and", "or", "with", "this",
    "that", "it", "please", "now", "here", "o", "os", "as", "um", "uma", "de", "do", "da", "dos", "das", "e",
    "ou", "em", "no", "na", "para", "por", "com", "seu", "sua", "meu", "minha", "este", "esta",
];

/// Returns the words of a text in lower case.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Returns the content words of a text.
pub(crate) fn content_words(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|word| !FILLERS.contains(&word.as_str())).collect()
}

/// Folds a text for comparison.
pub(crate) fn folded(text: &str) -> String {
    words(text).join(" ")
}

/// The maximum length of a generated name.
const LONGEST: usize = 40;

/// Returns a name for a parameter or an intent, made of the first content words: letters, digits and `_`,
/// starting with a letter. Returns nothing if no word is left.
pub(crate) fn identifier(text: &str, most: usize) -> Option<String> {
    let mut name = String::new();
    let spaced = spaced(text);
    let usable = content_words(&spaced).into_iter().filter_map(|word| {
        let word: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
        (!word.is_empty()).then_some(word)
    });
    for word in usable.skip_while(|word| word.starts_with(|c: char| c.is_ascii_digit())).take(most) {
        if name.len() + word.len() >= LONGEST {
            break;
        }
        if !name.is_empty() {
            name.push('_');
        }
        name.push_str(&word);
    }
    (!name.is_empty()).then_some(name)
}

/// Inserts spaces at camel-case boundaries, and removes accents from Latin letters.
fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    let mut after_lower = false;
    for c in text.chars() {
        if c.is_uppercase() && after_lower {
            spaced.push(' ');
        }
        after_lower = c.is_lowercase() || c.is_numeric();
        spaced.push(plain(c));
    }
    // A single word despite the hyphen.
    spaced.replace("E-mail", "Email").replace("e-mail", "email").replace("E-Mail", "Email")
}

/// Returns a letter without its accent.
fn plain(c: char) -> char {
    match c {
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'Á' | 'À' | 'Â' | 'Ã' | 'Ä' | 'Å' => 'A',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'É' | 'È' | 'Ê' | 'Ë' => 'E',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'Í' | 'Ì' | 'Î' | 'Ï' => 'I',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' => 'o',
        'Ó' | 'Ò' | 'Ô' | 'Õ' | 'Ö' => 'O',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'Ú' | 'Ù' | 'Û' | 'Ü' => 'U',
        'ç' => 'c',
        'Ç' => 'C',
        'ñ' => 'n',
        'Ñ' => 'N',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derives_identifiers_from_content_words() {
        for (text, name) in [
            ("Write a review", Some("write_review")),
            ("reviewText", Some("review_text")),
            ("Your e-mail address", Some("email_address")),
            ("Avaliação do produto", Some("avaliacao_produto")),
            ("3 stars", Some("stars")),
            ("♡", None),
            ("the", None),
            ("評価", None),
        ] {
            assert_eq!(identifier(text, 3).as_deref(), name, "{text}");
        }
    }
}
