//! Singular forms of words, in English and Portuguese.

/// Returns the word itself and its possible singular forms.
pub(crate) fn singulars(word: &str) -> Vec<String> {
    const ENDINGS: [(&str, &str); 9] = [
        ("ies", "y"),
        ("oes", "ao"),
        ("aes", "ao"),
        ("ais", "al"),
        ("eis", "el"),
        ("ns", "m"),
        ("es", ""),
        ("es", "e"),
        ("s", ""),
    ];
    let mut forms = vec![word.to_string()];
    for (ending, instead) in ENDINGS {
        if let Some(stem) =
            word.strip_suffix(ending).filter(|stem| stem.len() >= 2 && !stem.ends_with('s') || ending == "es")
        {
            forms.push(format!("{stem}{instead}"));
        }
    }
    forms
}

/// Whether two words are the same up to number.
pub(crate) fn is_alike(one: &str, other: &str) -> bool {
    one == other || {
        let others = singulars(other);
        singulars(one).iter().any(|it| others.contains(it))
    }
}
