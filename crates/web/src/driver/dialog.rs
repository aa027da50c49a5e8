use std::fmt;

/// The kinds of dialogs that a page can open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DialogKind {
    Alert,
    Confirm,
    Prompt,
    /// The question whether to leave the page.
    BeforeUnload,
}

impl fmt::Display for DialogKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alert => "alert",
            Self::Confirm => "confirm",
            Self::Prompt => "prompt",
            Self::BeforeUnload => "beforeunload",
        })
    }
}

/// A dialog that stands open and keeps the page from going on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OpenDialog {
    pub(crate) kind: DialogKind,
    pub(crate) message: String,
    /// What a prompt suggests.
    pub(crate) default: String,
}

impl OpenDialog {
    /// How one gets on.
    pub(crate) fn hint(&self) -> &'static str {
        match self.kind {
            DialogKind::BeforeUnload => "`dialog accept` leaves the page, `dialog dismiss` stays on it.",
            _ => "Answer it with `dialog accept` or `dialog dismiss`.",
        }
    }
}

/// A dialog that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AnsweredDialog {
    pub(crate) dialog: OpenDialog,
    pub(crate) accepted: bool,
}

/// What becomes of a dialog when it opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum DialogPolicy {
    /// An alert asks nothing and is accepted at once; the others are left for somebody to answer.
    #[default]
    Ask,
    Accept,
    Dismiss,
}

impl DialogPolicy {
    /// The answer that is given without asking anybody.
    pub(crate) fn answer(self, kind: DialogKind) -> Option<bool> {
        match (self, kind) {
            (Self::Accept, _) | (Self::Ask, DialogKind::Alert) => Some(true),
            (Self::Dismiss, _) => Some(false),
            (Self::Ask, _) => None,
        }
    }
}
