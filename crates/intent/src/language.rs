/// A language in which people write sentences, and are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Portuguese.
    Portuguese,
}
