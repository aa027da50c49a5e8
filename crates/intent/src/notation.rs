/// How a value is written, in a command line and in a step of a definition. A parameter states it where its type does not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Notation {
    /// An element.
    Target,
    /// An element, or the page itself (`viewport`, in a definition).
    Area,
    /// A form, or an element in it. In a definition a bare name is a pattern, and any other bare text a selector.
    Form,
    /// An id or a text, nothing else.
    TextOrId,
    /// A text: quoted, or one word.
    Text,
    /// A text in which a definition replaces nothing.
    Script,
    /// A text that may be several unquoted words.
    Phrase,
    /// One of these words, or a phrase.
    WordOrPhrase(&'static [&'static str]),
    /// A text or the index of an option.
    TextOrIndex,
    /// A CSS selector as a text; a command also reads `css(…)`.
    Selector,
    /// A CSS or XPath target and no other.
    Css,
    /// A whole number between bounds.
    Number(u64, u64),
    /// Milliseconds as a number, which may have a fraction; the unit may be written.
    Millis,
    /// A number of pixels, which may be negative or have a fraction; in a definition also `page`.
    Amount,
    /// A length of time.
    Duration,
    /// A JSON object.
    Json,
    /// Any JSON.
    AnyJson,
    /// A key combination.
    Keys,
    /// One key, or `all`.
    Key,
    /// An address.
    Url,
    /// A path in the file system.
    Path,
    /// A name or setting, kept as it is.
    Name,
    /// The words of a command.
    Command,
    /// A word that is printed in lower case.
    Word,
    /// An HTTP method, which is printed in upper case.
    Method,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// This word and no other.
    Literal(&'static str),
}

impl Notation {
    /// The largest whole number that a floating-point number holds exactly.
    pub const LARGEST: u64 = 1 << 53;
    /// Any whole number.
    pub const COUNT: Self = Self::Number(0, Self::LARGEST);
    /// A whole number from 1.
    pub const POSITIVE: Self = Self::Number(1, Self::LARGEST);

    /// Whether it describes an element of a page.
    pub fn is_element(self) -> bool {
        matches!(self, Self::Target | Self::Area | Self::Form | Self::TextOrId | Self::Css)
    }
}
