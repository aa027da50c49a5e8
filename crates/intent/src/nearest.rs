/// Returns the known name that most likely was meant, if any is similar enough to be worth suggesting.
pub fn nearest<'a, I>(given: &str, known: I) -> Option<&'a str>
where
    I: IntoIterator<Item = &'a str>,
{
    nearest_few(given, known, 1).pop()
}

/// Returns the known names that most likely were meant, the likeliest first; at most `most`, without
/// duplicates.
pub fn nearest_few<'a, I>(given: &str, known: I, most: usize) -> Vec<&'a str>
where
    I: IntoIterator<Item = &'a str>,
{
    // The comparison takes quadratic time, and a misspelt name is never this long.
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
    // Of equally similar names, the later one wins.
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
    fn finds_nearest_name_within_distance() {
        let known = ["parameters", "steps", "success", "options"];
        assert_eq!(nearest("paramaters", known), Some("parameters"));
        assert_eq!(nearest("step", known), Some("steps"));
        assert_eq!(nearest("zzzzzzzz", known), None);
        assert_eq!(nearest(&"steps".repeat(100_000), known), None);
    }
}
