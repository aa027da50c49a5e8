/// An operation that the engine calls by its meaning. A [`Domain`](crate::Domain) declares which of its verbs
/// or intents implements it, so that the engine need not know their names. Each variant lists the parameters
/// that the engine passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Observes the current state. Its view has a [`Situation`](crate::Situation).
    Observe,
    /// Navigates to a URL: `url`. The engine calls the first verb that a domain declares; all of them leave
    /// the current page.
    Visit,
    /// Searches the current site: `query`, and `platform` for another site.
    Search,
    /// Opens a file, a folder or an application by name: `query`.
    Open,
    /// Scrolls an element into view: `target`.
    Reveal,
    /// Lists the things in a container: `path`, and `extensions` or `name` for some of them. Returns objects with
    /// `name` and `type`.
    List,
    /// Writes a text to a file: `path`, `content`, and `overwrite` if it may already exist.
    Write,
    /// Fills in the fields of a form: `data`, an object with values by field name.
    Fill,
    /// Clears a field: `target`.
    Clear,
    /// Presses a key. In a definition, a key without effect is no failure, because the element that it closes
    /// may already be closed.
    PressKey,
    /// Lists the elements that a selector matches: `selector` and `max`.
    Elements,
    /// Extracts a value: `from` is the source, `target` the element.
    Extract,
    /// Runs a JavaScript function of a pack in the page: `name`, `function` and `params`, which is passed to
    /// it. Its reach is [`Reach::Code`](crate::Reach::Code).
    RunFunction,
    /// Evaluates a JavaScript condition of a pack in the page: `name` and `function`. Its reach is
    /// [`Reach::Code`](crate::Reach::Code).
    AskFunction,
    /// Sends a message: its first parameter for the name of a thing is the recipient, and its first free text is the
    /// text.
    Message,
    /// Finds remembered facts: `keys`, and `minutes` for their maximum age (0 for no limit).
    Recall,
    /// Opens a session: `name` and `mode`.
    OpenSession,
    /// Closes a session: `name`.
    CloseSession,
    /// Lists the sessions: objects with `name` and more.
    ListSessions,
    /// Takes a screenshot without waiting for running actions: an object with `media_type`, `data` (base 64)
    /// and `mark`. With `after`, the mark of an earlier picture, it waits for a different picture, and
    /// returns an empty object if nothing changes for some seconds.
    Picture,
    /// Forwards mouse and keyboard input of a user: `kind` (click, move, scroll, text, key), `x`, `y`, `dx`
    /// and `dy` as fractions of the picture, `text`, `key`. With `record`, the logbook receives it as a
    /// [`Gesture`](crate::Gesture).
    Input,
}

impl Operation {
    /// Returns the operation as a verb phrase, for messages.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Observe => "observe the current state",
            Self::Visit => "go to an address",
            Self::Search => "search a site",
            Self::Open => "open something by its name",
            Self::Reveal => "bring an element into view",
            Self::List => "list a container",
            Self::Write => "write a file",
            Self::Fill => "fill a form",
            Self::Clear => "empty a field",
            Self::PressKey => "press a key",
            Self::Elements => "list elements",
            Self::Extract => "extract a value",
            Self::RunFunction => "run a function in a page",
            Self::AskFunction => "ask a function in a page",
            Self::Message => "send a message",
            Self::Recall => "recall facts",
            Self::OpenSession => "open a session",
            Self::CloseSession => "close a session",
            Self::ListSessions => "list sessions",
            Self::Picture => "take a picture",
            Self::Input => "use mouse and keyboard",
        }
    }
}
