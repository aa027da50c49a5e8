use std::fmt;

/// The kinds of dialogs that a page can open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogKind {
    /// An `alert`: a message to acknowledge.
    Alert,
    /// A `confirm`: a yes-or-no question.
    Confirm,
    /// A `prompt`: a request for a text.
    Prompt,
    /// A `beforeunload` dialog, which asks whether to leave the page.
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

/// An open dialog, which blocks the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenDialog {
    /// The kind of dialog.
    pub kind: DialogKind,
    /// The text that it shows.
    pub message: String,
    /// The default value of a prompt.
    pub(crate) default: String,
}

impl OpenDialog {
    /// A hint on how to answer the dialog.
    pub(crate) fn hint(&self) -> &'static str {
        match self.kind {
            DialogKind::BeforeUnload => "`dialog accept` leaves the page, `dialog dismiss` stays on it.",
            _ => "Answer it with `dialog accept` or `dialog dismiss`.",
        }
    }
}

/// A dialog that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredDialog {
    /// The dialog while it was open.
    pub dialog: OpenDialog,
    pub(crate) accepted: bool,
}

/// The policy for newly opened dialogs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DialogPolicy {
    /// Accepts alerts at once and leaves the other kinds for the user to answer.
    #[default]
    Ask,
    /// Accepts all dialogs at once.
    Accept,
    /// Dismisses all dialogs at once.
    Dismiss,
}

impl DialogPolicy {
    /// Returns the automatic answer for a dialog, or `None` if the user has to answer.
    pub fn answer(self, kind: DialogKind) -> Option<bool> {
        match (self, kind) {
            (Self::Accept, _) | (Self::Ask, DialogKind::Alert) => Some(true),
            (Self::Dismiss, _) => Some(false),
            (Self::Ask, _) => None,
        }
    }
}
