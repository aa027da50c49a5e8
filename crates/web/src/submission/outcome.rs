//! Determines the outcome of a submitted form, by comparing the page before and after, and by its texts.

use lemmascope_browser::page::{Element, ElementId, Snapshot};
use lemmascope_browser::reading::{Tone, is_error, is_success};
use lemmascope_browser::text::quote;

use super::complaints::Complaint;
use super::form::{Form, forms};
use super::statements::{Statement, Statements};
use super::traffic::Answer;

/// The maximum number of texts on an error page.
const MOST_TEXTS: usize = 6;
/// The maximum number of new texts on a page that is about the form, unless a message stands out.
const BRIEF: usize = 40;
/// The maximum number of texts in one report.
const MAX_REPORTED_TEXTS: usize = 6;
const MOST_QUOTED: usize = 3;

/// The outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// Another page was loaded, possibly with a message.
    Left {
        says: Option<String>,
    },
    /// The page confirms the submission.
    Accepted {
        says: String,
    },
    /// The form is gone, or empty again.
    Gone,
    /// Other fields have replaced it.
    NextStep {
        fields: Vec<ElementId>,
    },
    /// The submission was refused, with messages for fields and for the form.
    Refused {
        complaints: Vec<Complaint>,
        says: Vec<String>,
    },
    /// The page has changed, but no text explains the change. `stands_out`: whether a text is prominent.
    Unclear {
        says: Vec<String>,
        stands_out: bool,
    },
    /// Another page was loaded with the same form, and without a confirmation.
    FormRedisplayed {
        says: Option<String>,
    },
    Nothing,
}

impl End {
    /// Whether the page may still show a message, since none has appeared yet.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Self::Nothing | Self::Unclear { .. })
    }

    /// Whether it was inferred without a message, so that a later response may change it.
    pub(super) fn is_inferred(&self) -> bool {
        matches!(
            self,
            Self::Gone
                | Self::NextStep { .. }
                | Self::Left { says: None }
                | Self::FormRedisplayed { says: None }
        )
    }
}

/// The evidence for the outcome.
pub(super) struct SubmissionEvidence<'a> {
    pub(super) before: &'a Snapshot,
    pub(super) after: &'a Snapshot,
    pub(super) form: &'a Form,
    /// The form after submission.
    pub(super) again: Option<Form>,
    pub(super) complaints: &'a [Complaint],
    /// Whether anything has changed at all.
    pub(super) is_changed: bool,
    pub(super) answer: Answer,
    /// The texts of the page before and now, and the messages of browser dialogs.
    pub(super) texts: (&'a Statements, &'a Statements),
    pub(super) dialogs: &'a [Statement],
}

impl SubmissionEvidence<'_> {
    pub(super) fn end(&self) -> End {
        let is_new_page = self.is_new_page();
        let has_left = is_new_page || self.before.url != self.after.url;
        let is_there = self.again.is_some();
        let fresh = self.fresh();
        let is_brief = fresh.len() <= BRIEF;
        let is_heard = |statement: &&&Statement| is_brief || statement.weight() >= 2;
        let best = |says: fn(&Statement) -> bool| {
            let said = fresh.iter().filter(is_heard).filter(|statement| says(statement));
            // A heading is evidence that a message follows.
            said.rev().max_by_key(|statement| (statement.rank(), !statement.heading)).copied()
        };
        let yes = best(Statement::reports_success);
        let no = best(Statement::reports_failure);
        // A text in a message area takes precedence over one elsewhere that says the opposite.
        let (yes, no) = match (yes, no) {
            (Some(yes), Some(no)) if yes.rank() > no.rank() => (Some(yes), None),
            (Some(yes), Some(no)) if yes.rank() < no.rank() => (None, Some(no)),
            both => both,
        };
        let remarks = self.remarks(&fresh);
        if is_there && let Some(refused) = self.refusal(&fresh, &remarks, yes, no) {
            return refused;
        }
        if let (Some(yes), Some(no)) = (yes, no) {
            let says = vec![yes.text.clone(), no.text.clone()];
            return End::Unclear { says, stands_out: true };
        }
        // The heading of the new page may report a failure.
        let denies = fresh.iter().any(|it| it.heading && it.tone().is_no() && it.tone().no >= Tone::EXPRESS);
        if let Some(no) = no.filter(|no| !has_left || no.weight() >= 2 || is_there || denies) {
            return End::Refused { complaints: Vec::new(), says: self.rejection_messages(&fresh, no) };
        }
        let plain = fresh.iter().find(|statement| statement.weight() == 3 && !statement.is_under_way());
        if has_left && !is_there {
            if self.is_error_page() {
                let says = self.neutral(&fresh).unwrap_or_else(|| self.after.title.clone());
                return End::Refused { complaints: Vec::new(), says: vec![says] };
            }
            return End::Left { says: yes.or(plain.copied()).map(|statement| statement.text.clone()) };
        }
        if let Some(yes) = yes {
            return End::Accepted { says: yes.text.clone() };
        }
        if let Some(says) = self.counted().or_else(|| self.submitted_text_on_page()) {
            return End::Accepted { says };
        }
        let message = self.neutral(&fresh);
        if !is_there {
            let fields = self.new_fields();
            return match message {
                _ if !fields.is_empty() => End::NextStep { fields },
                Some(says) => End::Accepted { says },
                None => End::Gone,
            };
        }
        if let (true, Some(form)) = (is_new_page, &self.again) {
            return self.outcome_of_redisplayed_form(form, message);
        }
        let fields = self.new_fields();
        if fields.len() >= 2 && self.hidden_fields() {
            return End::NextStep { fields };
        }
        if self.is_emptied() {
            return message.map_or(End::Gone, |says| End::Accepted { says });
        }
        if let Some(count) = self.texts.1.increased_counter(self.texts.0).filter(|_| fresh.is_empty()) {
            return End::Accepted { says: count.text.clone() };
        }
        // Error texts beside fields are validation messages if the page stays. Neutral texts are only quoted.
        if remarks.iter().any(|remark| self.is_field_error(remark)) {
            return End::Refused { complaints: remarks, says: Vec::new() };
        }
        if !remarks.is_empty() {
            let says = remarks.into_iter().map(|remark| remark.says).take(MOST_QUOTED).collect();
            return End::Unclear { says, stands_out: true };
        }
        if !self.is_changed && fresh.is_empty() {
            return End::Nothing;
        }
        End::Unclear { says: self.quoted(&fresh), stands_out: plain.is_some() }
    }

    fn is_new_page(&self) -> bool {
        self.before.document != self.after.document
    }

    /// Returns the new texts of the page in document order.
    fn fresh(&self) -> Vec<&Statement> {
        let (before, after) = self.texts;
        let written: Vec<&str> = self.written().map(|(_, value)| value.trim()).collect();
        let is_own = |statement: &&Statement| !written.contains(&statement.text.trim());
        self.dialogs.iter().chain(after.since(before).into_iter().filter(is_own)).collect()
    }

    /// Returns the refusal of a form that is still visible: messages for its fields, and for the form.
    fn refusal(
        &self,
        fresh: &[&Statement],
        remarks: &[Complaint],
        yes: Option<&Statement>,
        no: Option<&Statement>,
    ) -> Option<End> {
        // A confirmation by the page takes precedence over the browser's validation of its fields.
        let is_taken = yes.is_some() && no.is_none();
        let is_begun_anew = no.is_none() && self.is_emptied() && !fresh.is_empty();
        let mut complaints = self.complaints.to_vec();
        complaints.retain(|complaint| !complaint.is_native || !(is_taken || is_begun_anew));
        let said = self.errors(fresh, no);
        if complaints.is_empty() && said.is_empty() && !is_taken && !is_begun_anew {
            complaints = self.newly_invalid_fields();
        }
        let is_wrong = match (yes, no) {
            (Some(_), Some(_)) => complaints.iter().any(|complaint| !complaint.is_native),
            _ => !complaints.is_empty() || !said.is_empty(),
        };
        if !is_wrong || (is_taken && complaints.is_empty()) || is_begun_anew {
            return None;
        }
        let says = without(said, &complaints, remarks);
        Some(End::Refused { complaints: add_field_messages(complaints, &says, remarks.to_vec()), says })
    }

    /// Returns the texts that refuse the form as a whole, the plainest first.
    fn rejection_messages(&self, fresh: &[&Statement], no: &Statement) -> Vec<String> {
        let is_as_loud =
            |statement: &&&Statement| statement.reports_failure() && statement.rank() + 2 >= no.rank();
        let mut said: Vec<String> = Vec::new();
        for statement in fresh.iter().filter(is_as_loud) {
            if !said.iter().any(|known| known.contains(&statement.text)) {
                said.push(statement.text.clone());
            }
        }
        said.truncate(MAX_REPORTED_TEXTS);
        said
    }

    /// Returns the error messages for the form.
    fn errors(&self, fresh: &[&Statement], no: Option<&Statement>) -> Vec<String> {
        let mut said = no.map(|no| self.rejection_messages(fresh, no)).unwrap_or_default();
        // On a reloaded page, an earlier error is shown again.
        let is_wrong = |text: &str| {
            let shown = fresh.iter().find(|statement| {
                statement.text.contains(text) || (statement.text.len() > 8 && text.contains(&statement.text))
            });
            let tone = shown.map_or_else(|| Tone::of(text), |statement| statement.tone());
            tone.is_no() && (shown.is_some() || self.is_new_page())
        };
        let patterns = self.after.patterns.iter().filter(|pattern| pattern.name == "form_error");
        for text in patterns.filter_map(|pattern| pattern.says.clone()) {
            let is_known = said.iter().any(|known| known.contains(&text) || text.contains(known.as_str()));
            if !is_known && is_wrong(&text) {
                said.push(text);
            }
        }
        said.truncate(MAX_REPORTED_TEXTS);
        said
    }

    /// Returns a neutral text: a message, a heading, or a text in the main content.
    fn neutral(&self, fresh: &[&Statement]) -> Option<String> {
        let said = fresh.iter().filter(|it| it.weight() > 0 && !it.is_under_way());
        said.rev().max_by_key(|it| (it.weight() == 3, it.heading, it.weight())).map(|it| it.text.clone())
    }

    /// Returns the most relevant new texts.
    fn quoted(&self, fresh: &[&Statement]) -> Vec<String> {
        let mut said: Vec<&&Statement> = fresh.iter().filter(|it| it.weight() > 0).collect();
        said.sort_by_key(|statement| std::cmp::Reverse(statement.weight()));
        said.into_iter().take(MOST_QUOTED).map(|statement| statement.text.clone()).collect()
    }

    /// Returns the label of a cart whose count has changed.
    fn counted(&self) -> Option<String> {
        let counts = |snapshot: &Snapshot| {
            let carts = snapshot.elements.iter().filter(|it| it.role == Some("cart"));
            let said = carts.filter(|it| it.visibility.is_visible()).map(|it| it.name.trim().to_string());
            said.filter(|name| name.chars().any(|c| c.is_ascii_digit())).collect::<Vec<String>>()
        };
        let before = counts(self.before);
        counts(self.after).into_iter().find(|says| !before.contains(says))
    }

    /// Determines the outcome when the same form is on the new page, without a message.
    fn outcome_of_redisplayed_form(&self, form: &Form, message: Option<String>) -> End {
        let is_taken = match self.answer {
            Answer::Page => false,
            Answer::Redirected => message.is_some() || self.written().next().is_none() || self.is_kept(form),
            Answer::Unknown => self.before.url != self.after.url || message.is_some(),
        };
        if is_taken { End::Left { says: message } } else { End::FormRedisplayed { says: message } }
    }

    /// Returns the fields with content, and the content.
    fn written(&self) -> impl Iterator<Item = (&Element, &str)> {
        let fields = self.form.fields.iter().filter_map(|at| self.before.elements.get(*at));
        fields.filter_map(|element| {
            let value = element.value.as_deref().filter(|value| !value.trim().is_empty())?;
            matches!(element.kind, "input" | "textarea" | "editor").then_some((element, value))
        })
    }

    /// Returns the content of a field that has appeared on the page, for example as a comment or a new entry.
    fn submitted_text_on_page(&self) -> Option<String> {
        let (before, after) = self.texts;
        self.written().filter(|(element, _)| !element.secret).find_map(|(_, value)| {
            let line = value.lines().map(str::trim).find(|line| line.chars().count() >= 3)?;
            // A text beside a field is a message about its content, and not a new entry.
            let shown = after.say(line).filter(|shown| !shown.tone().is_no() && shown.field().is_none())?;
            before.say(line).is_none().then(|| shown.text.clone())
        })
    }

    /// Whether all content is in the fields of the new page, as after it was saved.
    fn is_kept(&self, form: &Form) -> bool {
        self.written().filter(|(element, _)| !element.secret).all(|(element, value)| {
            let name = element.attributes.get("name");
            form.fields
                .iter()
                .filter_map(|at| self.after.elements.get(*at))
                .any(|now| now.attributes.get("name") == name && now.value.as_deref() == Some(value))
        })
    }

    /// Returns the fields that the page has marked as invalid without a message.
    fn newly_invalid_fields(&self) -> Vec<Complaint> {
        let fields = self.form.fields.iter().filter_map(|at| self.before.elements.get(*at));
        let marked = fields.filter(|was| {
            let now = self.after.element(was.id);
            !was.state.invalid && now.is_some_and(|now| now.state.invalid && now.visibility.is_visible())
        });
        let says = || "marked as not valid".to_string();
        marked.map(|was| Complaint { field: was.id, says: says(), is_native: false }).collect()
    }

    /// Returns the new texts beside the fields of the form, when the page does not associate them explicitly.
    fn remarks(&self, fresh: &[&Statement]) -> Vec<Complaint> {
        let beside = fresh.iter().filter(|it| !it.tone().is_yes() && it.live != "polite" && !it.item);
        let remarks = beside.filter_map(|it| {
            let key = it.field()?;
            let field = self.after.elements.iter().find(|element| element.key == key)?;
            let is_short = (3..=200).contains(&it.text.chars().count());
            is_short.then(|| Complaint { field: field.id, says: it.text.clone(), is_native: false })
        });
        remarks.take(12).collect()
    }

    /// Whether a text beside a field reports an error: by its words, or because the page marks the field.
    fn is_field_error(&self, remark: &Complaint) -> bool {
        let is_marked = self.after.element(remark.field).is_some_and(|field| field.state.invalid);
        is_marked || Tone::of(&remark.says).is_no() || is_error(&remark.says)
    }

    /// Whether the new page is only an error message.
    fn is_error_page(&self) -> bool {
        let texts = self.after.elements.iter().filter(|element| {
            element.visibility.is_visible() && matches!(element.kind, "heading" | "text" | "alert")
        });
        let texts: Vec<&str> = texts
            .map(|element| if element.name.is_empty() { &element.text } else { &element.name })
            .map(String::as_str)
            .collect();
        let is_wrong = |text: &str| is_error(text) && !is_success(text);
        texts.len() <= MOST_TEXTS
            && !texts.iter().any(|text| is_success(text))
            && is_wrong(&self.after.title)
            && forms(self.after).is_empty()
    }

    /// Whether the fields are empty again, as after a submission without a navigation.
    fn is_emptied(&self) -> bool {
        let mut filled = 0;
        let mut emptied = 0;
        for at in &self.form.fields {
            let Some(element) = self.before.elements.get(*at) else { continue };
            if !matches!(element.kind, "input" | "textarea" | "editor")
                || element.value.as_deref().is_none_or(str::is_empty)
            {
                continue;
            }
            filled += 1;
            let now = self.after.element(element.id);
            if now.is_some_and(|now| now.value.as_deref().is_none_or(str::is_empty)) {
                emptied += 1;
            }
        }
        filled > 0 && emptied == filled
    }

    fn new_fields(&self) -> Vec<ElementId> {
        let fresh = forms(self.after).into_iter().flat_map(|form| form.fields);
        let fresh = fresh.filter_map(|at| self.after.elements.get(at));
        fresh
            .filter(|element| {
                element.visibility.is_visible()
                    && self.before.element(element.id).is_none_or(|was| !was.visibility.is_visible())
            })
            .map(|element| element.id)
            .collect()
    }

    /// Whether fields of the form are no longer visible.
    fn hidden_fields(&self) -> bool {
        let shown = self.form.fields.iter().filter_map(|at| self.before.elements.get(*at));
        let mut shown = shown.filter(|element| element.visibility.is_visible());
        shown.any(|element| self.after.element(element.id).is_none_or(|now| !now.visibility.is_visible()))
    }
}

/// Removes the messages for single fields from those for the form.
fn without(mut says: Vec<String>, complaints: &[Complaint], remarks: &[Complaint]) -> Vec<String> {
    says.retain(|text| {
        let is_told = |one: &Complaint| one.says.contains(text.as_str()) || text.contains(&one.says);
        !complaints.iter().any(is_told) && !remarks.iter().any(|remark| remark.says == *text)
    });
    says
}

/// Adds the texts beside fields that are not among the messages yet.
fn add_field_messages(
    mut complaints: Vec<Complaint>,
    says: &[String],
    remarks: Vec<Complaint>,
) -> Vec<Complaint> {
    for remark in remarks {
        let is_told = |text: &String| text.contains(&remark.says) || remark.says.contains(text.as_str());
        if !says.iter().any(is_told) && !complaints.iter().any(|known| is_told(&known.says)) {
            complaints.push(remark);
        }
    }
    complaints
}

/// Formats a field: `[4] "Email"`.
pub(crate) fn field_name(snapshot: &Snapshot, id: ElementId) -> String {
    let name = snapshot.element(id).map(|element| element.name.clone()).unwrap_or_default();
    if name.trim().is_empty() { id.to_string() } else { format!("{id} {}", quote(&name, 60)) }
}
