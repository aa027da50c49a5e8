/// The known name that was most likely meant, if any is near enough to be worth saying.
pub fn nearest<'a, I>(given: &str, known: I) -> Option<&'a str>
where
    I: IntoIterator<Item = &'a str>,
{
    nearest_few(given, known, 1).pop()
}

/// The known names that were most likely meant, the likeliest first; at most so many, each once.
pub fn nearest_few<'a, I>(given: &str, known: I, most: usize) -> Vec<&'a str>
where
    I: IntoIterator<Item = &'a str>,
{
    // The comparison is quadratic, and nobody mistypes a name as long as this.
    const LONGEST: usize = 100;
    if given.len() > LONGEST {
        return Vec::new();
    }
    let given = given.to_lowercase();
    let mut near: Vec<(&str, f64)> = known
        .into_iter()
        .map(|name| (name, strsim::jaro_winkler(&given, &name.to_lowercase())))
        .filter(|(name, score)| *score >= 0.75 || strsim::damerau_levenshtein(&given, name) <= 2)
        .collect();
    // Of two that are equally near, the later one.
    near.reverse();
    near.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in near {
        if names.len() < most && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant_or_nothing() {
        let known = ["parameters", "steps", "success", "options"];
        assert_eq!(nearest("paramaters", known), Some("parameters"));
        assert_eq!(nearest("step", known), Some("steps"));
        assert_eq!(nearest("zzzzzzzz", known), None);
        assert_eq!(nearest(&"steps".repeat(100_000), known), None);
    }
}
