/// At most so many tokens of the o200k_base encoding a text has.
pub(crate) fn estimate(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>().div_ceil(2)
}
