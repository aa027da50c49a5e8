/// A label of a word: zero is none, the first word of slot n is 2n + 1, a further one 2n + 2.
pub(crate) type Label = u16;
