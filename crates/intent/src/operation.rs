/// An operation that the engine calls by its meaning. A [`Domain`](crate::Domain) states which of its verbs or intents carries one
/// out, so the engine needs no name of theirs. Each variant names the parameters that the engine gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Observes the current state afresh. Its view has a [`Situation`](crate::Situation).
    Observe,
    /// Goes to an address: `url`. The first verb that a domain states is the one that is called; all of them leave the current
    /// place.
    Visit,
    /// Searches the current site: `query`, and `platform` for another site.
    Search,
    /// Opens a file, a folder or an application by name: `query`.
    Open,
    /// Brings an element into view: `target`.
    Reveal,
    /// Writes a text to a file: `path`, `content`, and `overwrite` where it may be there already.
    Write,
    /// Fills the fields of a form: `data`, an object of values by the names of the fields.
    Fill,
    /// Empties a field: `target`.
    Clear,
    /// Presses a key. A key without effect is no failure in a definition: what it closes may be closed already.
    PressKey,
    /// Lists the elements that a selector matches: `selector` and `max`.
    Elements,
    /// Reads a value: `from` says which, `target` of what.
    Extract,
    /// Runs a function of a pack in the page: `name` and `function`, and `params`, which it gets. Its reach is that of code.
    RunFunction,
    /// Asks a function of a pack in the page whether something holds: `name` and `function`. Its reach is that of code.
    AskFunction,
    /// Finds remembered facts: `keys`, and `minutes` for how long ago at most (0: ever).
    Recall,
    /// Opens a session: `name` and `mode`.
    OpenSession,
    /// Closes a session: `name`.
    CloseSession,
    /// Lists the sessions: objects with `name` and more.
    ListSessions,
    /// Takes a picture of what is open, without waiting for what is being done: an object with `media_type`, `data` (base 64) and `mark`.
    /// With `after`, the mark of an earlier picture, it waits for another one, and gives an empty object where nothing changes for some
    /// seconds.
    Picture,
    /// Uses mouse and keyboard for a person: `kind` (click, move, scroll, text, key), `x`, `y`, `dx` and `dy` as
    /// parts of the picture, `text`, `key`. With `record`, the logbook gets it as a [`Gesture`](crate::Gesture).
    Input,
}

impl Operation {
    /// The operation as a verb phrase, for messages.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Observe => "observe the current state",
            Self::Visit => "go to an address",
            Self::Search => "search a site",
            Self::Open => "open something by its name",
            Self::Reveal => "bring an element into view",
            Self::Write => "write a file",
            Self::Fill => "fill a form",
            Self::Clear => "empty a field",
            Self::PressKey => "press a key",
            Self::Elements => "list elements",
            Self::Extract => "extract a value",
            Self::RunFunction => "run a function in a page",
            Self::AskFunction => "ask a function in a page",
            Self::Recall => "recall facts",
            Self::OpenSession => "open a session",
            Self::CloseSession => "close a session",
            Self::ListSessions => "list sessions",
            Self::Picture => "take a picture",
            Self::Input => "use mouse and keyboard",
        }
    }
}
