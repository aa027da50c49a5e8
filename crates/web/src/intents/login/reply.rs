use std::collections::HashSet;

use lemmascope_browser::page::Snapshot;
use lemmascope_browser::reading::{REPLIES, is_error};

use crate::intents::lines::tidy;

/// The new texts of a page after submission.
#[derive(Debug, Default)]
pub(super) struct Reply {
    /// Texts in message areas: alerts, toasts, dialogs, field errors.
    pub(super) messages: Vec<String>,
    /// Messages that a reloaded page repeats.
    repeated: Vec<String>,
    /// All texts of a new dialog, including its fields and buttons.
    dialogs: Vec<String>,
    /// Headings and the title.
    headings: Vec<String>,
    /// All other new texts.
    lines: Vec<String>,
}

/// The patterns that contain messages.
const MESSAGES: &[&str] = &["form_error", "notification_toast", "modal_dialog"];

impl Reply {
    /// Reads the new texts. `known` are the lines before submission, `dialogs` the messages of browser
    /// dialogs.
    pub(super) fn read(
        before: &Snapshot,
        known: &HashSet<String>,
        after: &Snapshot,
        lines: &[String],
        dialogs: &[String],
    ) -> Self {
        let is_new = |text: &str| !known.contains(&tidy(text));
        let mut reply = Self { messages: dialogs.to_vec(), ..Self::default() };
        for pattern in after.patterns.iter().filter(|one| MESSAGES.contains(&one.name.as_str())) {
            let says = pattern.says.clone().unwrap_or_default();
            let was_said =
                before.patterns.iter().any(|one| one.name == pattern.name && one.says == pattern.says);
            if says.trim().is_empty() {
                continue;
            }
            if !was_said && is_new(&says) {
                reply.messages.push(tidy(&says));
            } else if before.document != after.document && pattern.name == "form_error" {
                reply.repeated.push(tidy(&says));
            }
            // The name of a dialog is its heading; the message follows below.
            if pattern.name == "modal_dialog"
                && !was_said
                && let Some(region) = after.regions.get(pattern.region)
                && !region.text.is_empty()
            {
                reply.dialogs.push(tidy(&region.text));
            }
        }
        let loud = |aria: &str| matches!(aria, "alert" | "status" | "alertdialog" | "log");
        for element in after.elements.iter().filter(|one| one.visibility.is_visible()) {
            let text = if element.name.is_empty() { &element.text } else { &element.name };
            if text.trim().is_empty() || !is_new(text) {
                continue;
            }
            if element.kind == "alert" || loud(&element.aria) {
                reply.messages.push(tidy(text));
            } else if element.kind == "heading" {
                reply.headings.push(tidy(text));
            }
        }
        if before.title != after.title {
            reply.headings.push(tidy(&after.title));
        }
        reply.lines = lines.iter().filter(|line| !known.contains(*line)).cloned().collect();
        reply
    }

    /// Returns the first text about a topic: a message, a heading, or any line of a page with at most `most`
    /// new ones. A page with many texts mentions every topic by chance.
    pub(super) fn message_about(&self, topic: &str, most: usize) -> Option<&String> {
        let rest: &[String] = if self.lines.len() <= most { &self.lines } else { &[] };
        let mut said = self.messages.iter().chain(rest).chain(&self.headings).chain(&self.dialogs);
        said.find(|text| REPLIES.mentions(text, topic))
    }

    /// Returns the text that reports an error in known words. `everywhere`: the form is still visible, so any
    /// new text may be about it.
    pub(super) fn complaint(&self, everywhere: bool) -> Option<String> {
        let is_wrong = |text: &&String| REPLIES.mentions(text, "refused") || is_error(text);
        // "Error" alone is a heading; the message follows below.
        let is_told = |text: &&String| text.split_whitespace().count() > 2;
        let is_plain = |text: &&String| is_told(text) && REPLIES.mentions(text, "refused");
        let lines: &[String] = if everywhere { &self.lines } else { &[] };
        let messages = || self.messages.iter();
        let said = messages().find(is_plain);
        let said = said.or_else(|| lines.iter().find(is_plain));
        let said = said.or_else(|| messages().find(|text| is_wrong(text) && is_told(text)));
        let said = said.or_else(|| messages().find(is_wrong));
        let said = said.or_else(|| lines.iter().find(is_wrong));
        said.or_else(|| self.dialogs.iter().find(is_wrong)).cloned()
    }

    /// Returns a message in unknown words: a new one, or one that a reloaded page repeats.
    pub(super) fn remark(&self) -> Option<String> {
        let is_calm = |text: &&String| !REPLIES.mentions(text, "under_way");
        self.messages.iter().find(is_calm).or(self.repeated.first()).cloned()
    }

    /// Returns any new text beside a form that is still visible, even in unknown words.
    pub(super) fn anything(&self) -> Option<String> {
        let says =
            |text: &&String| text.split_whitespace().count() >= 2 && !REPLIES.mentions(text, "under_way");
        self.lines.iter().find(says).filter(|_| self.lines.len() <= 8).cloned()
    }

    /// Whether a text says that the process continues by itself.
    pub(super) fn is_under_way(&self) -> bool {
        let mut said = self.messages.iter().chain(&self.lines);
        said.any(|text| REPLIES.mentions(text, "under_way"))
    }
}
