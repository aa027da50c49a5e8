/// The kind of match between a name and a request, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tier {
    /// One or a few letters differ.
    Fuzzy,
    /// The name contains the words or word beginnings, or has these initials.
    Word,
    /// The name begins with the text.
    Prefix,
    /// The name equals the text.
    Exact,
}

/// The similarity of a name to a request.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Likeness {
    pub(crate) tier: Tier,
    /// The similarity within the tier, from 0 to 1.
    pub(crate) nearness: f64,
}

impl Likeness {
    pub(crate) fn total_cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.tier.cmp(&other.tier).then(self.nearness.total_cmp(&other.nearness))
    }
}

/// The maximum length of names that are compared letter by letter.
const LONGEST: usize = 300;

/// A request, prepared for comparison with many names.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    folded: String,
    words: Vec<String>,
    /// The text without separators between words.
    joined: String,
}

impl Said {
    pub(crate) fn new(text: &str) -> Self {
        let folded = fold(text);
        let words = words(&folded);
        Self { joined: words.concat(), folded, words }
    }

    /// Returns the similarity of a name, if any.
    pub(crate) fn likeness(&self, name: &str) -> Option<Likeness> {
        let name = fold(name);
        if self.joined.is_empty() || name.is_empty() || name.len() > LONGEST || self.folded.len() > LONGEST {
            return None;
        }
        if name == self.folded {
            return Some(Likeness { tier: Tier::Exact, nearness: 1.0 });
        }
        let of_name = words(&name);
        let joined = of_name.concat();
        if joined == self.joined {
            return Some(Likeness { tier: Tier::Exact, nearness: 0.98 });
        }
        let share = ratio(self.joined.len(), joined.len());
        if joined.starts_with(&self.joined) {
            return Some(Likeness { tier: Tier::Prefix, nearness: share });
        }
        if let Some(weight) = self.by_words(&of_name) {
            return Some(Likeness { tier: Tier::Word, nearness: weight * (0.5 + 0.5 * share) });
        }
        if is_initials(&self.joined, &of_name) {
            return Some(Likeness { tier: Tier::Word, nearness: 0.6 });
        }
        let misspelt = of_name.iter().map(String::as_str).chain([joined.as_str()]);
        let nearest = misspelt.filter_map(|name| self.misspelt(name)).max_by(f64::total_cmp)?;
        Some(Likeness { tier: Tier::Fuzzy, nearness: nearest * (0.5 + 0.5 * share.min(1.0)) })
    }

    /// Returns the similarity of a file name, whose extension is optional in the request.
    pub(crate) fn likeness_of_file(&self, name: &str) -> Option<Likeness> {
        let whole = self.likeness(name);
        let stem = match name.rsplit_once('.') {
            Some((stem, ending)) if !stem.is_empty() && ending.len() <= 8 => self.likeness(stem),
            _ => None,
        };
        // A request with the extension prefers an exact match.
        let stem = stem.map(|found| Likeness { nearness: found.nearness * 0.9, ..found });
        match (whole, stem) {
            (Some(whole), Some(stem)) => Some(if stem.total_cmp(&whole).is_gt() { stem } else { whole }),
            (one, other) => one.or(other),
        }
    }

    /// Returns the similarity for suggestions, from 0 to 1.
    pub(crate) fn resemblance(&self, name: &str) -> f64 {
        let folded = fold(name);
        if folded.len() > LONGEST || self.folded.len() > LONGEST {
            return 0.0;
        }
        strsim::jaro_winkler(&self.folded, &folded)
    }

    /// Matches if all requested words are words of the name or beginnings of them; whole words weigh more.
    fn by_words(&self, name: &[String]) -> Option<f64> {
        let mut weight = 0.0;
        for said in &self.words {
            weight += match name.iter().any(|word| word == said) {
                true => 1.0,
                false if said.len() >= 2 && name.iter().any(|word| word.starts_with(said.as_str())) => 0.7,
                false => return None,
            };
        }
        Some(weight / ratio_base(self.words.len()))
    }

    /// Allows one error for every four letters, up to three.
    fn misspelt(&self, name: &str) -> Option<f64> {
        let letters = self.joined.chars().count();
        let allowed = (letters / 4).min(3);
        if allowed == 0 || name.chars().count().abs_diff(letters) > allowed {
            return None;
        }
        let slips = strsim::damerau_levenshtein(&self.joined, name);
        (slips <= allowed).then(|| 1.0 - ratio(slips, letters))
    }
}

/// Normalizes case and accents, and trims white space.
pub(crate) fn fold(text: &str) -> String {
    lemmascope_intent::fold(text).trim().into()
}

fn words(folded: &str) -> Vec<String> {
    folded
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_string)
        .collect()
}

/// Whether the letters consist of the beginnings of two or more consecutive words: `vscode` for Visual Studio
/// Code.
fn is_initials(letters: &str, words: &[String]) -> bool {
    if words.len() < 2 || words.len() > 12 || letters.len() < 2 || letters.len() > 40 {
        return false;
    }
    // `reached` contains the numbers of letters that the words so far can account for.
    let letters: Vec<char> = letters.chars().collect();
    let mut reached = vec![0];
    for word in words {
        let word: Vec<char> = word.chars().collect();
        let mut next = Vec::new();
        for start in reached {
            let common = letters[start..].iter().zip(&word).take_while(|(one, other)| one == other).count();
            // Only whole words or first letters count, because beginnings of any length would match too much.
            for used in [1, common].into_iter().filter(|used| *used == 1 && common > 0 || *used == word.len())
            {
                if !next.contains(&(start + used)) {
                    next.push(start + used);
                }
            }
        }
        reached = next;
    }
    reached.contains(&letters.len())
}

fn ratio(part: usize, whole: usize) -> f64 {
    let part = u32::try_from(part).unwrap_or(u32::MAX);
    f64::from(part) / ratio_base(whole)
}

fn ratio_base(whole: usize) -> f64 {
    f64::from(u32::try_from(whole.max(1)).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tier(said: &str, name: &str) -> Option<Tier> {
        Said::new(said).likeness(name).map(|likeness| likeness.tier)
    }

    #[test]
    fn ranks_name_matches_by_tier() {
        assert_eq!(tier("Firefox", "firefox"), Some(Tier::Exact));
        assert_eq!(tier("calculadora", "Calculádora"), Some(Tier::Exact));
        assert_eq!(tier("text-editor", "Text Editor"), Some(Tier::Exact));
        assert_eq!(tier("fire", "Firefox"), Some(Tier::Prefix));
        assert_eq!(tier("editor", "Text Editor"), Some(Tier::Word));
        assert_eq!(tier("office writer", "LibreOffice Writer"), None);
        assert_eq!(tier("vs code", "Visual Studio Code"), Some(Tier::Word));
        assert_eq!(tier("gimp", "GNU Image Manipulation Program"), Some(Tier::Word));
        assert_eq!(tier("libreofice", "LibreOffice"), Some(Tier::Fuzzy));
        assert_eq!(tier("firfox", "Firefox"), Some(Tier::Fuzzy));
    }

    #[test]
    fn does_not_match_different_names() {
        assert_eq!(tier("gimp", "gvim"), None);
        assert_eq!(tier("gimp", "GVim"), None);
        assert_eq!(tier("vi", "Evince"), None);
        assert_eq!(tier("", "Firefox"), None);
        assert_eq!(tier("...", "Firefox"), None);
        assert_eq!(tier("cat", "concatenate"), None);
        assert_eq!(tier(&"a".repeat(10_000), "a"), None);
    }

    #[test]
    fn matches_file_names_without_extension() {
        let near = |said: &str, name: &str| Said::new(said).likeness_of_file(name).unwrap();
        assert_eq!(near("budget", "Budget.xlsx").tier, Tier::Exact);
        assert!(near("budget.xlsx", "budget.xlsx") > near("budget", "budget.xlsx"));
        assert!(near("budget", "budget.xlsx") > near("budget", "budget 2024.xlsx"));
        assert_eq!(near("budget 2024", "annual-budget_2024.ods").tier, Tier::Word);
    }
}
