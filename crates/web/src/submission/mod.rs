//! What has become of a form that was sent: confirmed, refused, or that it cannot be told.

mod form;

mod button;

mod complaints;
mod form_tracking;
mod statements;
mod traffic;

mod outcome;
mod report;

use std::sync::Arc;
use std::time::Duration;

use lemmascope_browser::page::{ElementId, Snapshot};
use lemmascope_browser::session::{Deadline, LookOptions, WebSession};
use lemmascope_intent::{Failure, Logbook, Outcome};

use self::complaints::complaints;
use self::form_tracking::find_form_after_submission;
use self::outcome::{End, SubmissionEvidence};
use self::report::SubmittedForm;
use self::statements::{Statements, dialogs_since};
use self::traffic::{is_under_way, page_response_since};

pub(crate) use button::submit_button;
pub(crate) use form::{Form, forms, forms_without_fields, has_focus, is_list, is_shown};
pub(crate) use outcome::field_name;

/// A page that has been at rest for so long after a form was sent has said what it has to say.
const REST: Duration = Duration::from_millis(700);
/// How long a page may take to draw what it was answered, and how long an answer is waited for that need not come.
const DRAWING: Duration = Duration::from_millis(250);
const SETTLING: Duration = Duration::from_millis(2500);

/// A form that is about to be sent, with what the page says before.
pub(crate) struct Submission {
    before: Arc<Snapshot>,
    form: Form,
    /// The button that sends it, as an index into the elements of the page.
    button: Option<usize>,
    texts: Statements,
    /// The number of the last request, and of dialogs.
    since: u64,
    dialogs: u64,
}

impl Submission {
    /// Remembers the page before the form is sent.
    pub(crate) async fn begin(
        session: &WebSession,
        before: &Arc<Snapshot>,
        form: Form,
    ) -> Result<Self, Failure> {
        let button = form.sender.or_else(|| {
            let id = submit_button(before, &form)?;
            before.elements.iter().position(|element| element.id == id)
        });
        let (since, dialogs) = {
            let tab = session.tab()?;
            let state = tab.state();
            (state.requests.back().map_or(0, |request| request.number), state.dialogs_opened)
        };
        let texts = Statements::of(session, before, &form.fields, button).await;
        Ok(Self { before: Arc::clone(before), form, button, texts, since, dialogs })
    }

    /// The form that a button sends, or that the focus is in where a key sends it, if the page has one that is more than a
    /// search. `sender`: the button.
    pub(crate) async fn by(
        session: &mut WebSession,
        sender: Option<ElementId>,
    ) -> Result<Option<Self>, Failure> {
        let seen = session.look(&LookOptions::default()).await?;
        let is_sent = |form: &Form| match sender {
            Some(sender) => submit_button(&seen, form) == Some(sender),
            None => form.is_form && has_focus(&seen, form),
        };
        let form = forms(&seen).into_iter().find(|form| is_sent(form) && !is_search(&seen, form));
        let Some(mut form) = form else { return Ok(None) };
        form.sender = sender.and_then(|id| seen.elements.iter().position(|element| element.id == id));
        Self::begin(session, &seen, form).await.map(Some)
    }

    /// Waits until the page has said what became of the form, and reports it. `is_changed`: whether anything happened at all.
    pub(crate) async fn conclude(
        self,
        session: &mut WebSession,
        logbook: &Logbook,
        is_changed: bool,
        until: Deadline,
    ) -> Result<Outcome, Failure> {
        match self.end(session, is_changed, until).await? {
            Ok((after, end)) => self.sent(session, logbook, &after).conclude(end),
            Err(blocked) => report::blocked(logbook, &dialogs_since(session, self.dialogs), blocked),
        }
    }

    /// The same for an action that reports its effect itself: what the page says is noted.
    pub(crate) async fn note(
        self,
        session: &mut WebSession,
        logbook: &Logbook,
        until: Deadline,
    ) -> Result<(), Failure> {
        // What a dialog of the browser says is among the changes.
        match self.end(session, true, until).await? {
            Ok((after, end)) if self.is_evident(&end) => self.sent(session, logbook, &after).note(end),
            _ => {}
        }
        Ok(())
    }

    /// The same for a step of several: it fails if the form was refused, so that no following step relies on it.
    pub(crate) async fn require(
        self,
        session: &mut WebSession,
        logbook: &Logbook,
        line: &str,
        until: Deadline,
    ) -> Result<(), Failure> {
        match self.end(session, true, until).await? {
            Ok((after, end)) if self.is_evident(&end) => {
                self.sent(session, logbook, &after).require(end, line)
            }
            _ => Ok(()),
        }
    }

    /// Whether something was submitted at all. Empty fields beside a button, without a form around them, may have
    /// nothing to do with it, so that an unclear outcome is not worth a report.
    fn is_evident(&self, end: &End) -> bool {
        let is_filled = |at: &usize| {
            self.before.elements.get(*at).is_some_and(|field| {
                matches!(field.kind, "input" | "textarea" | "editor")
                    && field.value.as_deref().is_some_and(|value| !value.is_empty())
            })
        };
        !matches!(end, End::Unclear { .. }) || self.form.is_form || self.form.fields.iter().any(is_filled)
    }

    /// Whether the focus is in a field of one line, where the enter key sends the form.
    pub(crate) fn is_sent_by_enter(&self) -> bool {
        let fields = self.form.fields.iter().filter_map(|at| self.before.elements.get(*at));
        fields.filter(|field| field.state.focused).any(|field| field.kind == "input")
    }

    fn sent<'a>(
        &'a self,
        session: &'a WebSession,
        logbook: &'a Logbook,
        after: &'a Snapshot,
    ) -> SubmittedForm<'a> {
        SubmittedForm { session, logbook, before: &self.before, after, since: self.since }
    }

    /// What became of it and the page then; a failure within when a dialog of the browser keeps the page from answering, since
    /// it is all that can be known.
    async fn end(
        &self,
        session: &mut WebSession,
        is_changed: bool,
        until: Deadline,
    ) -> Result<Result<(Arc<Snapshot>, End), Failure>, Failure> {
        let mut settling: Option<Deadline> = None;
        let mut was_at_rest = false;
        loop {
            if let Err(blocked) = session.refuse_dialog() {
                return Ok(Err(blocked));
            }
            let after = session.look(&LookOptions::default()).await?;
            let again = find_form_after_submission(&self.before, &after, &self.form);
            let complaints = complaints(session, &self.before, &after, &self.form).await;
            let (fields, sender) = current_fields(&self.before, &after, again.as_ref(), self.button);
            let now = Statements::of(session, &after, &fields, sender).await;
            let evidence = SubmissionEvidence {
                before: &self.before,
                after: &after,
                form: &self.form,
                again,
                complaints: &complaints,
                is_changed,
                answer: page_response_since(session, self.since),
                texts: (&self.texts, &now),
                dialogs: &dialogs_since(session, self.dialogs),
            };
            let end = evidence.end();
            // What is concluded from what is there or not is concluded once the page has come to rest.
            if end.is_inferred() {
                let settling = settling.get_or_insert_with(|| Deadline::within(until.left().min(SETTLING)));
                if settling.is_over() || (!is_under_way(session) && !session.is_unsettled(DRAWING).await) {
                    return Ok(Ok((after, end)));
                }
                session.wait_for_change(Deadline::within(settling.left().min(DRAWING))).await.ok();
                continue;
            }
            // What has come between the look and the question whether it is at rest is looked at once more.
            let is_at_rest = end.is_open() && !is_under_way(session) && !session.is_unsettled(REST).await;
            if !end.is_open() || until.is_over() || (is_at_rest && was_at_rest) {
                return Ok(Ok((after, end)));
            }
            was_at_rest = is_at_rest;
            session.wait_for_change(until).await.ok();
        }
    }
}

/// Whether the form is a search.
pub(crate) fn is_search(snapshot: &Snapshot, form: &Form) -> bool {
    let mut own = snapshot.patterns.iter().filter(|pattern| pattern.region == form.region);
    own.any(|pattern| pattern.name == "search_form")
}

/// Returns the fields of the form and its submit button on the current page.
fn current_fields(
    before: &Snapshot,
    after: &Snapshot,
    again: Option<&Form>,
    button: Option<usize>,
) -> (Vec<usize>, Option<usize>) {
    let Some(form) = again else { return (Vec::new(), None) };
    if before.document != after.document {
        let id = submit_button(after, form);
        let place = id.and_then(|id| after.elements.iter().position(|element| element.id == id));
        return (form.fields.clone(), place);
    }
    let place = |at: usize| {
        let id = before.elements.get(at)?.id;
        after.elements.iter().position(|element| element.id == id)
    };
    (form.fields.iter().filter_map(|at| place(*at)).collect(), button.and_then(place))
}
