use std::collections::HashSet;

use lemmascope_browser::page::Snapshot;
use lemmascope_browser::reading::{REPLIES, is_error};

use crate::intents::lines::tidy;

/// What a page says now that it did not say before.
#[derive(Debug, Default)]
pub(super) struct Reply {
    /// What stands where messages stand: alerts, toasts, dialogs, errors of fields.
    pub(super) messages: Vec<String>,
    /// The same for a page that was loaded again and says again what it said before.
    repeated: Vec<String>,
    /// All that a new dialog says, its fields and buttons included.
    dialogs: Vec<String>,
    /// Headings and the title.
    headings: Vec<String>,
    /// Whatever else is new.
    lines: Vec<String>,
}

/// Where pages put their messages.
const MESSAGES: &[&str] = &["form_error", "notification_toast", "modal_dialog"];

impl Reply {
    /// `known`: the lines that there were before; `dialogs`: what the page said by the browser's own dialogs.
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
            // A dialog is named by its heading; what it has to say stands below.
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

    /// The first text that speaks of this: a message, a heading, or any line of a page that has no more than so many
    /// new ones. A page that says much speaks of everything.
    pub(super) fn speaks_of(&self, topic: &str, most: usize) -> Option<&String> {
        let rest: &[String] = if self.lines.len() <= most { &self.lines } else { &[] };
        let mut said = self.messages.iter().chain(rest).chain(&self.headings).chain(&self.dialogs);
        said.find(|text| REPLIES.mentions(text, topic))
    }

    /// What the page says is wrong, in words that are known. `everywhere`: the form still stands, so that whatever
    /// appeared may be about it.
    pub(super) fn complaint(&self, everywhere: bool) -> Option<String> {
        let is_wrong = |text: &&String| REPLIES.mentions(text, "refused") || is_error(text);
        // "Error" alone is a heading; what it is about stands below.
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

    /// The same in words that nobody here knows: a message that is new, or that a page that was loaded again repeats.
    pub(super) fn remark(&self) -> Option<String> {
        let is_calm = |text: &&String| !REPLIES.mentions(text, "under_way");
        self.messages.iter().find(is_calm).or(self.repeated.first()).cloned()
    }

    /// Whatever appeared beside a form that still stands, be it in words that nobody here knows.
    pub(super) fn anything(&self) -> Option<String> {
        let says =
            |text: &&String| text.split_whitespace().count() >= 2 && !REPLIES.mentions(text, "under_way");
        self.lines.iter().find(says).filter(|_| self.lines.len() <= 8).cloned()
    }

    /// Whether it says that it goes on by itself.
    pub(super) fn is_under_way(&self) -> bool {
        let mut said = self.messages.iter().chain(&self.lines);
        said.any(|text| REPLIES.mentions(text, "under_way"))
    }
}
