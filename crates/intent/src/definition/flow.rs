use super::{Span, Spanned};

/// The form in which a definition is written. In every form, its steps define its behavior.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Shape {
    /// A list of steps.
    #[default]
    Steps,
    /// A flow: a sequence of pages.
    Flow(Vec<Page>),
    /// A sequence of other intents.
    Composition,
}

/// A page of a flow.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Its name, which is also the name of its checkpoint.
    pub name: Spanned<String>,
    /// The URL glob of the page, in which `*` matches any text.
    pub url_pattern: Spanned<String>,
    /// The pages that may follow it.
    pub next: Vec<Spanned<String>>,
    /// Its location in the source.
    pub span: Span,
}
