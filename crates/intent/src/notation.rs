/// The notation of a value in a command line and in a step of a definition. A parameter states it if its type
/// does not imply it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Notation {
    /// An element.
    Target,
    /// An element, or the page itself (`viewport`, in a definition).
    Area,
    /// A form, or an element in a form. In a definition, a bare name is a pattern, and any other bare text a
    /// selector.
    Form,
    /// An ID or a text, nothing else.
    TextOrId,
    /// A text, quoted or a single word.
    Text,
    /// A text in which a definition does not resolve references.
    Script,
    /// A text that may consist of several unquoted words.
    Phrase,
    /// One of these words, or a phrase.
    WordOrPhrase(&'static [&'static str]),
    /// A text or the index of an option.
    TextOrIndex,
    /// A CSS selector as a text; a command also accepts `css(…)`.
    Selector,
    /// Only a CSS or XPath target.
    Css,
    /// An integer in this inclusive range.
    Number(u64, u64),
    /// A number of milliseconds, which may have a fraction and an explicit unit.
    Millis,
    /// A number of pixels, which may be negative or have a fraction; in a definition also `page`.
    Amount,
    /// A duration.
    Duration,
    /// A JSON object.
    Json,
    /// Any JSON value.
    AnyJson,
    /// A key combination.
    Keys,
    /// One key, or `all`.
    Key,
    /// A URL.
    Url,
    /// A file path.
    Path,
    /// A name or setting, kept verbatim.
    Name,
    /// The words of a command, verbatim.
    Command,
    /// A word, printed in lower case.
    Word,
    /// An HTTP method, printed in upper case.
    Method,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Only this word.
    Literal(&'static str),
}

impl Notation {
    /// The largest integer that a 64-bit float represents exactly.
    pub const LARGEST: u64 = 1 << 53;
    /// Any non-negative integer.
    pub const COUNT: Self = Self::Number(0, Self::LARGEST);
    /// A positive integer.
    pub const POSITIVE: Self = Self::Number(1, Self::LARGEST);

    /// Whether it describes an element of a page.
    pub fn is_element(self) -> bool {
        matches!(self, Self::Target | Self::Area | Self::Form | Self::TextOrId | Self::Css)
    }
}
