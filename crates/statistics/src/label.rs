/// A label of a word: zero is none, 2n + 1 the first word of slot n, and 2n + 2 any further word of it.
pub(crate) type Label = u16;
