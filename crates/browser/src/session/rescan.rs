use lemmascope_intent::Context;

/// When a page is looked at again after an action, to tell what the action changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Rescan {
    /// Unless the page is so large that the look would take longer than the action; then what it tells of itself does.
    #[default]
    Auto,
    Always,
    /// The next command looks by itself.
    Never,
}

impl Rescan {
    /// What the setting says now.
    pub(super) fn of(cx: &Context) -> Self {
        let setting = cx.setting("intent_engine.verification.rescan_after_action");
        match setting.as_ref().and_then(|word| word.as_text()) {
            Some("always") => Self::Always,
            Some("never") => Self::Never,
            _ => Self::Auto,
        }
    }

    /// Whether to look, after an action that led to another page or not.
    pub(super) fn is_due(self, is_large: bool, navigated: bool) -> bool {
        match self {
            Self::Auto => navigated || !is_large,
            Self::Always => true,
            Self::Never => false,
        }
    }
}
