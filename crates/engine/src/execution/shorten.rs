/// The maximum length of a text in a log line, in characters.
pub(super) const LONGEST: usize = 80;

/// Truncates a text for a log line.
pub(super) fn shorten(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_string();
    }
    text.chars().take(longest).chain(['…']).collect()
}
