use lemmascope_browser::reading::is_results;
use lemmascope_intent::fold;

/// The token for a decimal point.
const POINT: &str = "point";

/// Removes the query and URLs from a line, because numbers in them are not counts.
pub(super) fn without(line: &str, query: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().filter(|word| !word.contains("://")).collect();
    let (folded, query) = (fold(&words.join(" ")), fold(query));
    if query.is_empty() { folded } else { folded.replace(&query, " ") }
}

/// Returns the number of results that a line states.
pub(super) fn stated(line: &str) -> Option<u64> {
    let words = tokens(line);
    let speaks: Vec<usize> = (0..words.len()).filter(|at| is_results(&words[*at])).collect();
    for at in speaks {
        let is_part = |at: Option<usize>| at.and_then(|at| words.get(at)).is_some_and(|word| word == POINT);
        let is_whole = |at: usize| !is_part(at.checked_sub(1)) && !is_part(Some(at + 1));
        let number = |at: usize| words.get(at).filter(|_| is_whole(at)).and_then(|word| count(word));
        // "About 57 results", "57 Treffer", "57 search results".
        let ahead = at.checked_sub(1).and_then(number).or_else(|| at.checked_sub(2).and_then(number));
        if ahead.is_some() {
            return ahead;
        }
        // "Results 1–10 of 57", "Results: 57", "検索結果 57 件".
        let behind = (at + 1..words.len().min(at + 6)).filter_map(number).max();
        if behind.is_some() {
            return behind;
        }
    }
    None
}

/// Splits a line into words and numbers; digit group separators do not split a number.
fn tokens(line: &str) -> Vec<String> {
    let characters: Vec<char> = line.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for (at, character) in characters.iter().copied().enumerate() {
        let digit =
            |at: Option<usize>| at.and_then(|at| characters.get(at)).is_some_and(char::is_ascii_digit);
        let groups = matches!(character, ',' | '.' | '\u{a0}' | '\u{202f}' | '\'' | '’')
            && digit(at.checked_sub(1))
            && (1..=3).all(|more| digit(Some(at + more)))
            && !digit(Some(at + 4));
        if groups {
            continue;
        }
        let changes = word.chars().last().is_some_and(|last| last.is_numeric() != character.is_numeric());
        if !character.is_alphanumeric() || changes {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            // The digits after a decimal point belong to the number, since durations are not counts.
            if matches!(character, '.' | ',') && digit(at.checked_sub(1)) && digit(Some(at + 1)) {
                words.push(POINT.into());
            }
        }
        if character.is_alphanumeric() {
            word.push(character);
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

fn count(word: &str) -> Option<u64> {
    word.chars().all(|c| c.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::super::evidence::SAYS_NOTHING;
    use super::*;
    use lemmascope_browser::reading::ANSWERS;

    #[test]
    fn parses_result_count_from_line() {
        for (line, count) in [
            ("about 1,234 results (0.35 seconds)", Some(1234)),
            ("results 1–10 of 57", Some(57)),
            ("57 treffer fur", Some(57)),
            ("12.345 ergebnisse", Some(12345)),
            ("0 results", Some(0)),
            ("検索結果 57 件", Some(57)),
            ("showing 1-10 of 57 results", Some(57)),
            ("the best results of your life", None),
            ("published in 2024", None),
            ("search took 0.05 seconds", None),
            ("found in 0,05 segundos", None),
            ("search 12 archives", None),
        ] {
            assert_eq!(stated(&fold(line)), count, "{line}");
        }
    }

    #[test]
    fn result_count_ignores_numbers_in_query() {
        assert_eq!(stated(&without("3 results for 2024", "2024")), Some(3));
        assert_eq!(stated(&without("Results for 2024", "2024")), None);
    }

    #[test]
    fn recognizes_no_results_messages_in_many_languages() {
        for line in [
            "No results for “xyzzy”",
            "We could not find anything like that.",
            "Your search did not match any documents.",
            "Nenhum resultado encontrado",
            "Leider wurden keine Ergebnisse gefunden",
            "Aucun résultat pour votre recherche",
            "Ничего не найдено",
            "検索結果はありません",
            "没有找到相关内容",
        ] {
            assert!(ANSWERS.says(line, "no_results") >= SAYS_NOTHING, "{line}");
        }
        assert!(ANSWERS.says("Results for your search", "no_results") < SAYS_NOTHING);
    }
}
