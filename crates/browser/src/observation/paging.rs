use super::tokens::count_tokens;

/// Returns the page with the given number, counted from 1, of a text that may exceed its token budget, with a
/// note about the rest. Pages end at a line break where possible.
pub fn text_page(text: &str, budget: usize, number: usize) -> Option<String> {
    if number == 1 && count_tokens(text) <= budget {
        return Some(text.to_string());
    }
    let room = budget.saturating_sub(count_tokens(&note(text.len(), number)) + 2).max(1);
    let mut rest = text;
    for at in 1.. {
        if rest.is_empty() {
            return None;
        }
        let (page, after) = rest.split_at(fitting(rest, room));
        rest = after;
        if at == number {
            let page = page.trim_end_matches('\n');
            return Some(match rest.trim() {
                "" => page.to_string(),
                left => format!("{page}\n{}", note(left.chars().count(), number)),
            });
        }
    }
    None
}

fn note(left: usize, number: usize) -> String {
    format!("… {left} more characters: text --page {}", number + 1)
}

/// Returns the number of bytes that fit, at least one character.
fn fitting(text: &str, room: usize) -> usize {
    // A token rarely exceeds 16 bytes, so longer candidates need not be counted.
    let longest = text.len().min(room.saturating_mul(16).max(64));
    let (mut low, mut high) = (0, longest);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        let end = boundary(text, middle);
        if count_tokens(&text[..end]) <= room {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    let end = boundary(text, low);
    if end == text.len() {
        return end;
    }
    match text[..end].rfind('\n') {
        Some(line) if line > 0 => line + 1,
        _ if end == 0 => text.chars().next().map_or(0, char::len_utf8),
        _ => end,
    }
}

fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_pages_fit_token_budget_and_cover_whole_text() {
        let text: String = (0..500).map(|line| format!("Line {line} says something of its own.\n")).collect();
        let mut all = String::new();
        let mut pages = 0;
        for number in 1.. {
            let Some(page) = text_page(&text, 300, number) else { break };
            assert!(count_tokens(&page) <= 300, "{number}");
            pages += 1;
            for line in page.lines().filter(|line| !line.starts_with('…')) {
                all.push_str(line);
                all.push('\n');
            }
        }
        assert_eq!(all, text);
        assert!(pages > 5);
        assert_eq!(text_page("short", 300, 1).as_deref(), Some("short"));
        assert_eq!(text_page("short", 300, 2), None);
        assert!(text_page(&"漢".repeat(1000), 1, 3).is_some());
    }
}
