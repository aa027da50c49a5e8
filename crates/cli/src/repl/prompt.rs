use std::borrow::Cow;

use reedline::{Prompt, PromptEditMode, PromptHistorySearch, ValidationResult, Validator};

use crate::script::is_definition;

/// The prompt.
pub(super) struct Arrow;

impl Prompt for Arrow {
    fn render_prompt_left(&self) -> Cow<'_, str> {
        Cow::Borrowed("lemmascope")
    }

    fn render_prompt_right(&self) -> Cow<'_, str> {
        Cow::Borrowed("")
    }

    fn render_prompt_indicator(&self, _mode: PromptEditMode) -> Cow<'_, str> {
        Cow::Borrowed("> ")
    }

    fn render_prompt_multiline_indicator(&self) -> Cow<'_, str> {
        Cow::Borrowed("  ")
    }

    fn render_prompt_history_search_indicator(&self, search: PromptHistorySearch) -> Cow<'_, str> {
        Cow::Owned(format!("search {}: ", search.term))
    }
}

/// Validates that the input is complete: a definition ends at a blank line, any other input after one line.
pub(super) struct Whole;

impl Validator for Whole {
    fn validate(&self, line: &str) -> ValidationResult {
        if is_definition(line) && !line.ends_with("\n\n") && !line.ends_with("\n") {
            return ValidationResult::Incomplete;
        }
        ValidationResult::Complete
    }
}
