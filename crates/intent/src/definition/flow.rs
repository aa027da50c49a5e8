use super::{Span, Spanned};

/// What a definition is made of. However it is written, its steps say what it does.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Shape {
    /// Steps.
    #[default]
    Steps,
    /// Pages that follow one another.
    Flow(Vec<Page>),
    /// Other intents, one after the other.
    Composition,
}

/// A page of a flow.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Its name, which is also that of the checkpoint there.
    pub name: Spanned<String>,
    /// The addresses that it has, with `*` for anything.
    pub url_pattern: Spanned<String>,
    /// The pages that may follow.
    pub next: Vec<Spanned<String>>,
    /// Where it stands.
    pub span: Span,
}
