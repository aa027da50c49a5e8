use lemmascope_intent::Context;

/// When to take a new snapshot after an action, in order to report its changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Rescan {
    /// Unless the page is so large that the scan would take longer than the action; then the reports of the
    /// frames are used.
    #[default]
    Auto,
    Always,
    /// The next command takes a snapshot itself.
    Never,
}

impl Rescan {
    /// Reads the setting.
    pub(super) fn of(cx: &Context) -> Self {
        let setting = cx.setting("intent_engine.verification.rescan_after_action");
        match setting.as_ref().and_then(|word| word.as_text()) {
            Some("always") => Self::Always,
            Some("never") => Self::Never,
            _ => Self::Auto,
        }
    }

    /// Whether to take a snapshot after an action.
    pub(super) fn is_due(self, is_large: bool, navigated: bool) -> bool {
        match self {
            Self::Auto => navigated || !is_large,
            Self::Always => true,
            Self::Never => false,
        }
    }
}
