/// A language of sentences and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Portuguese.
    Portuguese,
}
