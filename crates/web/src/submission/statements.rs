//! The texts of a page with their positions, and those that respond to a form.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::future::join_all;
use lemmascope_browser::driver::{DialogKind, FrameId};
use lemmascope_browser::page::Snapshot;
use lemmascope_browser::reading::{REPLIES, Tone};
use lemmascope_browser::session::{WebSession, read_answer};
use lemmascope_browser::text::words_of_identifier;
use serde::Deserialize;
use serde_json::json;

const LIMIT: Duration = Duration::from_secs(5);
const MOST_FRAMES: usize = 12;
/// The maximum distance between a form and a text about it, in pixels.
const NEAR: u32 = 160;
/// The maximum distance between a field and a text about it, in pixels.
const BESIDE: u32 = 60;

/// Identifiers of messages, refusals and confirmations in the source.
const MESSAGE: &[&str] = &[
    "message",
    "messages",
    "msg",
    "notice",
    "notices",
    "notification",
    "notifications",
    "toast",
    "toaster",
    "flash",
    "alert",
    "snackbar",
    "snack",
    "feedback",
    "growl",
    "noty",
    "callout",
    "errorlist",
    "mensagem",
    "aviso",
];
const REFUSAL: &[&str] = &[
    "error",
    "errors",
    "errorlist",
    "invalid",
    "danger",
    "fail",
    "failed",
    "failure",
    "fehler",
    "erreur",
    "erro",
];
const CONFIRMATION: &[&str] =
    &["success", "successful", "ok", "valid", "positive", "confirmation", "erfolg", "sucesso"];

/// The minimum number of letters of a text whose color is meaningful.
const SHORTEST: usize = 4;

/// A text of a page with its position.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct Statement {
    pub(super) text: String,
    /// The `aria-live` value: `assertive` or `polite`.
    pub(super) live: String,
    dialog: bool,
    floating: bool,
    /// Whether it is in the navigation, the footer or an aside.
    edge: bool,
    /// Whether it is in a row or a list item.
    pub(super) item: bool,
    /// Whether it is the name of a button or a link.
    control: bool,
    pub(super) heading: bool,
    /// The classes and ids of its element and the closest ancestors.
    called: String,
    hue: String,
    /// Whether it is the name of the submit button.
    sender: bool,
    /// The preceding field, its distance, and whether the submit button precedes the text too.
    field: Option<u32>,
    beside: Option<u32>,
    sent: bool,
    /// The distance of the form, and whether the text is in it.
    away: Option<u32>,
    within: bool,
}

impl Statement {
    /// Creates it from the message of a browser dialog.
    fn from_dialog(text: &str) -> Self {
        Self { text: text.trim().to_string(), dialog: true, live: "assertive".into(), ..Self::default() }
    }

    fn is_called(&self, names: &[&str]) -> bool {
        words_of_identifier(&self.called).iter().any(|word| names.contains(&word.as_str()))
    }

    /// Returns how likely its position is that of a message: 0 for the page itself.
    pub(super) fn weight(&self) -> u8 {
        let is_message = !self.live.is_empty()
            || self.dialog
            || self.is_called(MESSAGE)
            || self.is_called(REFUSAL)
            || self.is_called(CONFIRMATION);
        let is_near = self.within || self.away.is_some_and(|away| away <= NEAR);
        match () {
            () if self.sender => 2,
            () if self.control => 0,
            () if is_message => 3,
            () if self.edge => 0,
            () if self.floating || (!self.hue.is_empty() && !self.item) => 2,
            () if self.item => u8::from(is_near),
            () if is_near => 2,
            () => 1,
        }
    }

    /// Returns its tone: by explicit words, by identifiers, by grammar, and by color, in this order.
    pub(super) fn tone(&self) -> Tone {
        let said = Tone::of(&self.text);
        if said.yes == Tone::EXPRESS || said.no == Tone::EXPRESS {
            return said;
        }
        match (self.is_called(REFUSAL), self.is_called(CONFIRMATION)) {
            (true, false) => return Tone { yes: 0, no: said.no.max(Tone::PLAIN) },
            (false, true) if said.no < Tone::PLAIN => return Tone { yes: said.yes.max(Tone::PLAIN), no: 0 },
            _ if said.yes >= Tone::PLAIN || said.no >= Tone::PLAIN => return said,
            _ => {}
        }
        // The letter of an avatar and the number of a badge are colored too.
        let is_said = !self.control && self.text.chars().filter(|c| c.is_alphabetic()).count() >= SHORTEST;
        match self.hue.as_str() {
            "red" if is_said => Tone { yes: 0, no: Tone::FAINT },
            "green" if is_said => Tone { yes: Tone::FAINT, no: 0 },
            _ => said,
        }
    }

    /// Whether it only says that the process continues.
    pub(super) fn is_under_way(&self) -> bool {
        REPLIES.mentions(&self.text, "under_way")
    }

    /// Returns the field that it is about, by its position: directly after the field and before the submit
    /// button.
    pub(super) fn field(&self) -> Option<u32> {
        let is_beside = self.beside.is_some_and(|beside| beside <= BESIDE);
        self.field.filter(|_| is_beside && !self.sent && !self.heading && !self.dialog && !self.floating)
    }

    /// Whether a tone counts at its position: outside of message areas, it has to be plain.
    fn counts(&self, strength: u8) -> bool {
        match self.weight() {
            0 => false,
            1 => strength >= Tone::PLAIN,
            _ => strength >= Tone::FAINT,
        }
    }

    pub(super) fn reports_success(&self) -> bool {
        let tone = self.tone();
        tone.is_yes() && self.counts(tone.yes)
    }

    pub(super) fn reports_failure(&self) -> bool {
        let tone = self.tone();
        tone.is_no() && self.counts(tone.no)
    }

    /// Returns its rank compared to other texts.
    pub(super) fn rank(&self) -> u8 {
        let tone = self.tone();
        self.weight() * 2 + tone.yes.max(tone.no).min(Tone::PLAIN)
    }

    /// Returns the text with all numbers replaced by the same one.
    fn skeleton(&self) -> String {
        let mut skeleton = String::with_capacity(self.text.len());
        for character in self.text.chars() {
            match character.is_ascii_digit() {
                true if skeleton.ends_with('0') => {}
                true => skeleton.push('0'),
                false => skeleton.push(character),
            }
        }
        skeleton
    }

    /// Returns the only number in it, unless it belongs to a time, a date or a measure.
    fn count(&self) -> Option<u64> {
        let mut numbers = self.text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        let (number, None) = (numbers.next()?, numbers.next()) else { return None };
        number.parse().ok()
    }
}

/// The texts of a page.
#[derive(Debug, Clone, Default)]
pub(super) struct Statements(Vec<Statement>);

impl Statements {
    /// Reads the texts of all frames. `fields` are those of the observed form, and `sender` is its submit
    /// button, as indexes into the page's elements.
    pub(super) async fn of(
        session: &WebSession,
        page: &Snapshot,
        fields: &[usize],
        sender: Option<usize>,
    ) -> Self {
        let Ok(tab) = session.tab() else { return Self::default() };
        let asked = page.frames.iter().enumerate().take(MOST_FRAMES).map(|(place, frame)| {
            let key = |at: &usize| page.elements.get(*at).filter(|it| it.frame == place).map(|it| it.key);
            let keys: Vec<u32> = fields.iter().filter_map(key).collect();
            let arguments = json!([keys, sender.as_ref().and_then(key)]);
            let (tab, frame) = (&tab, FrameId(frame.id.clone()));
            async move { tab.call(&frame, "lemmascope.statements", arguments, LIMIT).await }
        });
        let answers = join_all(asked).await;
        let told =
            answers.into_iter().filter_map(|answer| answer.and_then(read_answer::<Vec<Statement>>).ok());
        Self(told.flatten().filter(|statement| statement.text.chars().any(char::is_alphanumeric)).collect())
    }

    /// Returns the texts that occur more often than before. A text that differs only in its numbers is a
    /// clock or counter, and is ignored.
    pub(super) fn since<'s>(&'s self, before: &Self) -> Vec<&'s Statement> {
        let mut known: HashMap<&str, usize> = HashMap::new();
        for statement in &before.0 {
            *known.entry(statement.text.as_str()).or_default() += 1;
        }
        let skeletons: Vec<String> = before.0.iter().map(Statement::skeleton).collect();
        let mut fresh = Vec::new();
        for statement in &self.0 {
            if let Some(left) = known.get_mut(statement.text.as_str()).filter(|left| **left > 0) {
                *left -= 1;
            } else if !skeletons.contains(&statement.skeleton())
                || statement.text == statement.skeleton()
                || statement.tone() != Tone::default()
            {
                fresh.push(statement);
            }
        }
        fresh
    }

    /// Returns a text whose number has increased: likes, members, entries.
    pub(super) fn increased_counter(&self, before: &Self) -> Option<&Statement> {
        self.0.iter().filter(|now| !now.edge && now.weight() < 3).find(|now| {
            let Some(count) = now.count() else { return false };
            let skeleton = now.skeleton();
            let mut was =
                before.0.iter().filter(|was| was.skeleton() == skeleton).filter_map(Statement::count);
            matches!((was.next(), was.next()), (Some(was), None) if was < count && count - was < 1000)
        })
    }

    /// Returns a text that contains another.
    pub(super) fn say(&self, text: &str) -> Option<&Statement> {
        self.0.iter().find(|statement| statement.text.contains(text))
    }
}

/// Returns the messages of the browser dialogs after the first `since` ones, open ones last.
pub(super) fn dialogs_since(session: &WebSession, since: u64) -> Vec<Statement> {
    let Ok(tab) = session.tab() else { return Vec::new() };
    let state = tab.state();
    let open = state.dialog.iter();
    let new = usize::try_from(state.dialogs_opened.saturating_sub(since)).unwrap_or(usize::MAX);
    let answered = new.saturating_sub(open.len()).min(state.dialogs.len());
    let answered = state.dialogs.iter().rev().take(answered).rev().map(|one| &one.dialog);
    let said = answered.chain(open).filter(|dialog| dialog.kind != DialogKind::BeforeUnload);
    said.map(|dialog| Statement::from_dialog(&dialog.message)).filter(|one| !one.text.is_empty()).collect()
}
