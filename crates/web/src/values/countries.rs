use std::collections::HashMap;
use std::sync::LazyLock;

use lemmascope_browser::text::words_of_identifier;

/// The country codes by all names of each country.
static CODES: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let mut codes = HashMap::new();
    for line in include_str!("countries.txt").lines().filter(|line| !line.starts_with('#')) {
        let Some((code, names)) = line.split_once(' ') else { continue };
        codes.insert(code.to_ascii_lowercase(), code);
        for name in names.split('|') {
            codes.entry(plain(name)).or_insert(code);
        }
    }
    codes
});

fn plain(name: &str) -> String {
    let words = words_of_identifier(&name.to_lowercase());
    if words.len() < 2 {
        return words.concat();
    }
    words.into_iter().filter(|word| !matches!(word.as_str(), "the" | "and" | "of" | "de" | "da")).collect()
}

/// Returns the code of a country by its name.
pub(super) fn country(name: &str) -> Option<&'static str> {
    let plain = plain(name);
    CODES.get(&plain).filter(|_| !plain.is_empty()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_country_names_and_codes() {
        for name in [
            "US",
            "usa",
            "United States",
            "Estados Unidos",
            "the United States of America",
            "Vereinigte Staaten",
        ] {
            assert_eq!(country(name), Some("US"), "{name}");
        }
        assert_eq!(country("DE"), Some("DE"));
        for name in ["PT", "Portugal", "PRT", "Portogallo"] {
            assert_eq!(country(name), Some("PT"), "{name}");
        }
        assert_eq!(country("UK"), Some("GB"));
        assert_eq!(country("Atlantis"), None);
        assert_eq!(country(""), None);
    }
}
