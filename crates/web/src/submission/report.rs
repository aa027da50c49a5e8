//! How it is reported what has become of a form: confirmed, refused, or that it cannot be told.

use lemmascope_browser::observation::{Extent, changes};
use lemmascope_browser::page::Snapshot;
use lemmascope_browser::session::WebSession;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Failure, Logbook, Object, Outcome, Value};

use super::complaints::Complaint;
use super::outcome::{End, field_name};
use super::statements::Statement;
use super::traffic::script_response_since;

/// How much of what a page says is quoted.
const LONGEST: usize = 200;
/// The maximum number of changes in one report.
const MOST_CHANGES: usize = 20;

/// A form that was sent, and the page before and after.
pub(super) struct SubmittedForm<'a> {
    pub(super) session: &'a WebSession,
    pub(super) logbook: &'a Logbook,
    pub(super) before: &'a Snapshot,
    pub(super) after: &'a Snapshot,
    /// The number of the last request before it was sent.
    pub(super) since: u64,
}

/// Lines with their names.
type NamedLines = Vec<(&'static str, String)>;

/// What has become of a form, with the page's own word for it.
enum Judgement {
    Confirmed {
        told: NamedLines,
        verdict: &'static str,
    },
    Refused {
        complaints: Vec<Complaint>,
        says: Vec<String>,
    },
    /// The server gave a page with a status that says no, and that says nothing of the form.
    Failed(u16),
    /// The server refused what a script sent it.
    NotTaken(NamedLines),
    Unclear {
        says: Vec<String>,
        text: &'static str,
    },
    NoEffect,
}

impl SubmittedForm<'_> {
    /// What became of the page.
    fn verdict(&self) -> &'static str {
        let has_moved = self.before.document != self.after.document || self.before.url != self.after.url;
        if has_moved { "navigated" } else { "changed" }
    }

    fn judge(&self, end: End) -> Judgement {
        let status = self.session.tab().ok().and_then(|tab| tab.state().status());
        let is_new_page = self.before.document != self.after.document;
        let status = status.filter(|status| *status >= 400 && is_new_page);
        let request = script_response_since(self.session, self.since);
        let is_failed = request.as_ref().is_some_and(|request| !request.is_taken);
        let is_taken = request.as_ref().is_some_and(|request| request.is_taken);
        let sent = request.map(|request| ("Request", request.shown));
        let verdict = self.verdict();
        let confirmed = |told: Option<(&'static str, String)>, verdict| Judgement::Confirmed {
            told: told.into_iter().collect(),
            verdict,
        };
        match (end, status) {
            (_, Some(status @ 500..)) => Judgement::Failed(status),
            (End::Refused { complaints, says }, _) => Judgement::Refused { complaints, says },
            (_, Some(status)) => Judgement::Failed(status),
            (end @ (End::Nothing | End::Unclear { .. }), None) if is_failed => {
                let says = if let End::Unclear { says, .. } = end { says } else { Vec::new() };
                Judgement::NotTaken(says.into_iter().next().map(message).into_iter().chain(sent).collect())
            }
            (End::Nothing, None) if is_taken => confirmed(sent, "changed"),
            (End::Nothing, None) => Judgement::NoEffect,
            (End::Left { says }, None) => confirmed(says.map(message), "navigated"),
            (End::Accepted { says }, None) => confirmed(Some(message(says)), verdict),
            (End::Gone, None) => confirmed(None, verdict),
            (End::NextStep { fields }, None) => {
                let named: Vec<String> =
                    fields.iter().take(8).map(|id| field_name(self.after, *id)).collect();
                confirmed(Some(("Next step", named.join(", "))), verdict)
            }
            // A server that took what a script sent it is believed, unless the page has something to say to it.
            (End::Unclear { says, stands_out: false }, None) if is_taken => {
                let told = says.into_iter().next().map(message).into_iter().chain(sent).collect();
                Judgement::Confirmed { told, verdict }
            }
            (End::Unclear { says, .. }, None) => {
                let text = match says.is_empty() {
                    true => "the form is still there, and nothing says that it was sent",
                    false => "it is unknown whether the form was accepted",
                };
                Judgement::Unclear { says, text }
            }
            (End::FormRedisplayed { says }, None) => {
                let text = "the form is shown again, without a confirmation";
                Judgement::Unclear { says: says.into_iter().collect(), text }
            }
        }
    }

    /// Reports what has become of the form.
    pub(super) fn conclude(&self, end: End) -> Result<Outcome, Failure> {
        let verdict = self.verdict();
        match self.judge(end) {
            Judgement::Confirmed { told, verdict } => {
                self.tell_changes();
                tell(self.logbook, told);
                let value: Object = [("outcome".to_string(), Value::from(verdict))].into_iter().collect();
                Ok(Outcome { value: value.into(), verdict: Some(verdict), ..Outcome::default() })
            }
            Judgement::Refused { complaints, says } => {
                let (lines, data) = self.refusal(&complaints, &says);
                self.logbook.section("result", lines, data.into());
                Err(Failure::new(Cause::VerificationFailed, "the form was not accepted")
                    .hint("Correct the reported fields and submit it again.")
                    .verdict(verdict))
            }
            Judgement::Failed(status) => Err(self.failed(status)),
            Judgement::NotTaken(told) => {
                tell(self.logbook, told);
                Err(Failure::new(Cause::VerificationFailed, "the server did not accept the form")
                    .hint("Look at the page with `observe`, and at `requests`.")
                    .verdict(verdict))
            }
            Judgement::Unclear { says, text } => Err(self.unclear(says, text).verdict(verdict)),
            Judgement::NoEffect => Err(Failure::new(Cause::NoEffect, "nothing happened")
                .hint("The page did not react: look again with `observe`, or wait until it is ready.")
                .verdict("no_effect")),
        }
    }

    /// Notes what has become of the form beside what an action reports itself, which has taken place either way.
    pub(super) fn note(&self, end: End) {
        if let Some(noted) = self.noted(end) {
            self.tell_noted(noted);
        }
    }

    /// Notes the outcome of a form that a step of several has sent, with the line of the step. Fails if the form
    /// was refused, since the following steps rely on it.
    pub(super) fn require(&self, end: End, line: &str) -> Result<(), Failure> {
        let Some(noted) = self.noted(end) else { return Ok(()) };
        if noted.word != "refused" {
            self.logbook.did(line);
            self.tell_noted(noted);
            return Ok(());
        }
        self.logbook.failed(line);
        self.tell_changes();
        let failure = Failure::new(Cause::VerificationFailed, "the form was not accepted")
            .hint("Correct the reported fields and submit it again.")
            .verdict(self.verdict());
        Err(noted.lines.into_iter().fold(failure, Failure::context))
    }

    /// Returns the outcome as a word with the page's texts; `None` if nothing happened.
    fn noted(&self, end: End) -> Option<Noted> {
        let (word, lines, data) = match self.judge(end) {
            Judgement::NoEffect => return None,
            Judgement::Confirmed { told, .. } => {
                ("confirmed".to_string(), visible_text_lines(told), Vec::new())
            }
            Judgement::Refused { complaints, says } => {
                let (lines, data) = self.refusal(&complaints, &says);
                ("refused".into(), lines, data)
            }
            Judgement::Failed(status) => {
                ("refused".into(), visible_text_lines(vec![("Status", status.to_string())]), Vec::new())
            }
            Judgement::NotTaken(told) => ("refused".into(), visible_text_lines(told), Vec::new()),
            Judgement::Unclear { says, text } => {
                let says = says.into_iter().map(message).collect();
                (format!("cannot tell ({text})"), visible_text_lines(says), Vec::new())
            }
        };
        Some(Noted { word, lines, data })
    }

    fn tell_noted(&self, Noted { word, lines, data }: Noted) {
        let outcome = word.split(" (").next().unwrap_or_default().replace(' ', "_");
        let data: Object = [
            ("submission".to_string(), Value::from(outcome)),
            ("lines".to_string(), lines.iter().cloned().map(Value::from).collect::<Vec<_>>().into()),
            ("says".to_string(), data.into()),
        ]
        .into_iter()
        .collect();
        let lines = [format!("Submission: {word}")].into_iter().chain(lines).collect();
        self.logbook.section("result", lines, data.into());
    }

    fn tell_changes(&self) {
        self.logbook.changed(changes(self.before, self.after, Extent::Brief).into_iter().take(MOST_CHANGES));
    }

    /// What is said against the form as a whole and against single fields, as lines and as data.
    fn refusal(&self, complaints: &[Complaint], says: &[String]) -> (Vec<String>, Vec<Value>) {
        let fields = complaints.iter().map(|complaint| {
            // What it was called before: some put what is wrong with a field into its label.
            let known = if self.before.document == self.after.document { self.before } else { self.after };
            (field_name(known, complaint.field), complaint.says.clone())
        });
        let forms = says.iter().map(|says| ("Form error".to_string(), says.clone()));
        let told: Vec<(String, String)> = forms.chain(fields).collect();
        // As lines of its own: what is said of a password is no secret, however its field is called.
        let lines = told.iter().map(|(name, says)| format!("{name}: {}", quote(says, LONGEST))).collect();
        let data = told.into_iter().map(|(name, says)| {
            let fields = [("of".to_string(), Value::from(name)), ("says".to_string(), Value::from(says))];
            Value::Object(fields.into_iter().collect())
        });
        (lines, data.collect())
    }

    fn failed(&self, status: u16) -> Failure {
        self.logbook.changed(changes(self.before, self.after, Extent::Brief));
        let heading = self.after.elements.iter().find(|element| element.kind == "heading");
        let heading = heading.map(|heading| message(heading.name.clone()));
        tell(self.logbook, [("Status", status.to_string())].into_iter().chain(heading));
        let whose = if status >= 500 { "the server failed" } else { "the server refused it" };
        Failure::new(Cause::VerificationFailed, format!("{whose} with status {status}"))
            .hint("Look at the page with `observe`; the form may have to be filled in again.")
            .verdict("navigated")
    }

    /// The failure for an unclear outcome. Its hint does not advise to submit again, since that may submit twice.
    fn unclear(&self, says: Vec<String>, text: &str) -> Failure {
        self.tell_changes();
        let says: Vec<String> = says.iter().map(|says| quote(says, LONGEST)).collect();
        tell(self.logbook, (!says.is_empty()).then(|| ("Message", says.join(" · "))));
        Failure::new(Cause::VerificationFailed, text)
            .hint("Look at the page with `observe`: for the entered values, or for error messages.")
            .effect_unknown()
    }
}

/// The outcome of a form, with the texts of the page.
struct Noted {
    word: String,
    lines: Vec<String>,
    data: Vec<Value>,
}

fn visible_text_lines(told: NamedLines) -> Vec<String> {
    told.into_iter().map(|(name, says)| format!("{name}: {says}")).collect()
}

/// Reports a dialog of the browser that is open and asks something. `said`: what it and those before it say.
pub(super) fn blocked(logbook: &Logbook, said: &[Statement], blocked: Failure) -> Result<Outcome, Failure> {
    let lines = said.iter().map(|statement| ("Dialog", quote(&statement.text, LONGEST)));
    tell(logbook, lines);
    Err(blocked.effect_unknown())
}

fn message(says: String) -> (&'static str, String) {
    ("Message", quote(&says, LONGEST))
}

fn tell(logbook: &Logbook, lines: impl IntoIterator<Item = (&'static str, String)>) {
    let result: Object =
        lines.into_iter().map(|(name, says)| (name.to_string(), Value::from(says))).collect();
    if !result.is_empty() {
        logbook.result(result);
    }
}
