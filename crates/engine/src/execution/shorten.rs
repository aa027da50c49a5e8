/// How long a text of a log line is at most.
pub(super) const LONGEST: usize = 80;

/// A log line is for reading; a text of any length is told by its beginning.
pub(super) fn shorten(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_string();
    }
    text.chars().take(longest).chain(['…']).collect()
}
