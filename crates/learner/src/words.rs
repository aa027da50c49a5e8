//! Words of names, and names made of words.

/// Words that say nothing of what a control does. English and Portuguese.
const FILLERS: &[&str] = &[
    "a", "an", "the", "your", "my", "our", "to", "of", "for", "in", "on", "at", "and", "or", "with", "this",
    "that", "it", "please", "now", "here", "o", "os", "as", "um", "uma", "de", "do", "da", "dos", "das", "e",
    "ou", "em", "no", "na", "para", "por", "com", "seu", "sua", "meu", "minha", "este", "esta",
];

/// The words of a text in lower case.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The words that say something.
pub(crate) fn content_words(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|word| !FILLERS.contains(&word.as_str())).collect()
}

/// A text in the form in which two spellings of it are equal.
pub(crate) fn folded(text: &str) -> String {
    words(text).join(" ")
}

/// The longest name that is made.
const LONGEST: usize = 40;

/// A name for a parameter or an intent, of the first words that say something: letters, digits and `_`, beginning with a
/// letter. Nothing where no word is left.
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

/// A text with spaces at the humps of camel case, and accents taken off Latin letters.
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
    // One word, although it is written with a hyphen.
    spaced.replace("E-mail", "Email").replace("e-mail", "email").replace("E-Mail", "Email")
}

/// A letter without its accent.
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
    fn names_are_of_the_words_that_say_something() {
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
