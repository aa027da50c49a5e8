use lemmascope_intent::fold;

/// Normalizes a text for comparison: folds case and accents, collapses white space, and drops invisible
/// characters.
pub fn comparable(text: &str) -> String {
    let blank = |c: char| if c.is_whitespace() || c.is_control() { ' ' } else { c };
    let seen: String = text.chars().filter(|c| !is_unseen(*c)).map(blank).collect();
    fold(&seen).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character is invisible. Texts that differ only in such characters look the same.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_accents_case_and_invisible_characters() {
        assert_eq!(comparable("  Prénom\u{200b} \n DU  Ⅳ "), "prenom du iv");
    }
}
