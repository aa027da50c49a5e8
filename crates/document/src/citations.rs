//! Citations inside a sentence: `(Brown et al., 1993)`, `[12, 13]`.

/// Removes the citations from a sentence, and changes nothing else. A sentence whose subject is a citation
/// keeps them, because it would make no sense otherwise.
pub(crate) fn dropped(sentence: &str) -> String {
    let mut kept = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(open) = rest.find(['(', '[']) {
        let close = if rest[open..].starts_with('(') { ')' } else { ']' };
        let Some(length) = rest[open..].find(close) else { break };
        let end = open + length + 1;
        kept.push_str(&rest[..open]);
        let inside = &rest[open + 1..end - 1];
        let cited = if close == ')' { is_author_year_citation(inside) } else { is_numeric_citation(inside) };
        if cited && !kept.trim().is_empty() {
            kept.truncate(kept.trim_end().len());
            rest = &rest[end..];
        } else {
            kept.push_str(&rest[open..end]);
            rest = &rest[end..];
        }
    }
    kept.push_str(rest);
    kept
}

/// Whether the sentence still contains a citation, and is therefore about the work of others.
pub(crate) fn cites(sentence: &str) -> bool {
    sentence.contains("et al.")
        || sentence.split(['(', '[']).skip(1).any(|part| part.split([')', ']']).next().is_some_and(is_year))
}

/// Whether the text has a name and a year in each part: `Brown et al., 1993; see also Ney, 2000`.
fn is_author_year_citation(inside: &str) -> bool {
    if inside.len() > 400 {
        return false;
    }
    let mut years = 0;
    for part in inside.split(';') {
        let part = part.trim();
        let year = part
            .split([',', ' '])
            .any(|word| is_year(word.trim_matches(|letter: char| !letter.is_alphanumeric())));
        let named = part.chars().any(|letter| letter.is_uppercase());
        if !year || !named {
            return false;
        }
        years += 1;
    }
    // `(May 3, 1990)` is a date, not a citation.
    let name = inside.split_whitespace().next().unwrap_or("");
    years > 0
        && (inside.contains(',') || inside.contains("et al"))
        && !is_month(name)
        && !inside.contains(" in ")
}

fn is_month(word: &str) -> bool {
    const MONTHS: &[&str] = &[
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "fev", "abr",
        "mai", "ago", "set", "out", "dez",
    ];
    let start: String = word.to_lowercase().chars().take(3).collect();
    word.len() < 10 && MONTHS.contains(&start.as_str())
}

/// `1993`, `2000a`
fn is_year(word: &str) -> bool {
    let digits = word.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    digits.len() == 4
        && word.len() <= 5
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.starts_with('1') || digits.starts_with('2'))
}

/// `12`, `3, 4`, `5-7`
fn is_numeric_citation(inside: &str) -> bool {
    !inside.is_empty()
        && inside.len() < 40
        && inside.bytes().any(|byte| byte.is_ascii_digit())
        && inside
            .chars()
            .all(|letter| letter.is_ascii_digit() || matches!(letter, ',' | ' ' | '-' | '–' | ';'))
        && inside.split([',', ';', '-', '–']).all(|number| number.trim().len() <= 3)
}

#[cfg(test)]
mod tests {
    use super::dropped;

    #[test]
    fn removes_only_citations() {
        for (said, left) in [
            ("Words are aligned (Brown et al., 1993; Ney et al., 2000).", "Words are aligned."),
            ("It was shown before [3, 4] and again [5].", "It was shown before and again."),
            (
                "Statistical machine translation (MT) is used.",
                "Statistical machine translation (MT) is used.",
            ),
            ("Brown et al. (1993) describe it.", "Brown et al. (1993) describe it."),
            ("It was signed (May 3, 1990) there.", "It was signed (May 3, 1990) there."),
            ("[1] is the first.", "[1] is the first."),
            ("An array [1990] stays.", "An array [1990] stays."),
            ("Unclosed (Brown, 1993", "Unclosed (Brown, 1993"),
        ] {
            assert_eq!(dropped(said), left);
        }
    }
}
