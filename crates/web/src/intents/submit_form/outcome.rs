//! What has become of a form that was sent: told from how the page looks before and after.

use crate::intents::Lines;
use crate::intents::form::{Form, forms};
use crate::observation::quote;
use crate::page::{Element, ElementId, Snapshot};
use crate::reading::{is_done, is_error, is_success};

/// A page that says more than this is about something else than an error.
const MOST_TEXTS: usize = 6;

/// How much of what is new on a page is read for whether a form was taken.
const MOST_LINES: usize = 12;

/// What a page says against a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Complaint {
    pub(super) field: ElementId,
    pub(super) says: String,
}

/// What has become of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// Another page came. It may say something.
    Left {
        says: Option<String>,
    },
    /// The page says that it was taken.
    Accepted {
        says: String,
    },
    /// The form is gone, or empty again.
    Gone,
    /// Other fields have come in its place.
    NextStep {
        fields: Vec<ElementId>,
    },
    /// It is not taken: by field, and as a whole.
    Refused {
        complaints: Vec<Complaint>,
        says: Vec<String>,
    },
    /// Something is different, but nothing says what it means.
    Unclear {
        says: Option<String>,
    },
    /// Another page came, and it has the same form again without saying that it was taken.
    CameBack {
        says: Option<String>,
    },
    Nothing,
}

/// How the server answered a form that was sent as forms are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// With a page of its own: as those do that ask again.
    Page,
    /// By leading on to another address: as those do that have taken it.
    LedOn,
    /// It was only asked for a page, as a search does, or nothing is known of it.
    Unknown,
}

/// What can be seen of it.
pub(super) struct Sight<'a> {
    pub(super) before: &'a Snapshot,
    pub(super) after: &'a Snapshot,
    pub(super) form: &'a Form,
    pub(super) complaints: &'a [Complaint],
    /// Whether anything has happened at all.
    pub(super) is_changed: bool,
    pub(super) answer: Answer,
    /// What could be read before, and what can be read now.
    pub(super) lines: (&'a Lines, &'a Lines),
}

impl Sight<'_> {
    pub(super) fn end(&self) -> End {
        let is_new_page = self.before.document != self.after.document;
        let has_left = is_new_page || self.before.url != self.after.url;
        let again = self.same_form();
        let says = self.errors();
        let is_there = again.is_some();
        // A form that is empty again after a message was taken, whatever the browser would say of its empty fields.
        let is_begun_anew = says.is_empty() && self.is_emptied() && self.message().is_some();
        let marked = self.newly_marked();
        let complaints =
            if self.complaints.is_empty() && says.is_empty() { marked } else { self.complaints.to_vec() };
        let is_wrong = !complaints.is_empty() || !says.is_empty();
        let remarks = again.as_ref().map(|form| self.remarks(form)).unwrap_or_default();
        if is_there && is_wrong && !is_begun_anew {
            let complaints = with_remarks(complaints, &says, remarks);
            return End::Refused { complaints, says };
        }
        let message = self.message();
        if let (Some(text), true) = (&message, is_there)
            && is_error(text)
            && !is_success(text)
        {
            return End::Refused { complaints: Vec::new(), says: vec![text.clone()] };
        }
        if has_left && !is_there {
            return match (says.first(), &message) {
                (Some(_), None) if !is_new_page => End::Refused { complaints: Vec::new(), says },
                (_, message) if self.is_error_page() => {
                    let says = message.clone().unwrap_or_else(|| self.after.title.clone());
                    End::Refused { complaints: Vec::new(), says: vec![says] }
                }
                _ => End::Left { says: message },
            };
        }
        let is_taken = |text: &String| is_success(text) || (is_there && is_new_page && is_done(text));
        if let Some(says) = message.clone().filter(|text| is_taken(text) || !is_there || self.is_emptied()) {
            return End::Accepted { says };
        }
        if let Some(count) = self.counted() {
            return End::Accepted { says: message.unwrap_or(count) };
        }
        if !is_there {
            let fields = self.new_fields();
            return if fields.is_empty() { End::Gone } else { End::NextStep { fields } };
        }
        if let (true, Some(form)) = (is_new_page, &again) {
            return self.came_back(form, message);
        }
        let fields = self.new_fields();
        if fields.len() >= 2 && self.hidden_fields() {
            return End::NextStep { fields };
        }
        if self.is_emptied() {
            return End::Gone;
        }
        // A page that stays and writes something beside its fields objects to what is in them.
        if !remarks.is_empty() && !message.as_deref().is_some_and(is_success) {
            return End::Refused { complaints: remarks, says: Vec::new() };
        }
        if self.is_changed { End::Unclear { says: message } } else { End::Nothing }
    }

    /// What a cart says of itself, where it counts something else than before.
    fn counted(&self) -> Option<String> {
        let counts = |snapshot: &Snapshot| {
            let carts = snapshot.elements.iter().filter(|it| it.role == Some("cart"));
            let said = carts.filter(|it| it.visibility.is_visible()).map(|it| it.name.trim().to_string());
            said.filter(|name| name.chars().any(|c| c.is_ascii_digit())).collect::<Vec<String>>()
        };
        let before = counts(self.before);
        counts(self.after).into_iter().find(|says| !before.contains(says))
    }

    /// What it means that the same form is on the page that came, where no message that stands out tells it.
    fn came_back(&self, form: &Form, message: Option<String>) -> End {
        let (before, after) = self.lines;
        let fresh = after.since(before).filter(|line| (3..=200).contains(&line.chars().count()));
        let fresh: Vec<&str> = fresh.take(MOST_LINES).collect();
        let is_taken = |line: &&&str| (is_success(line) || is_done(line)) && !is_error(line);
        if let Some(says) = fresh.iter().find(is_taken) {
            return End::Accepted { says: (*says).to_string() };
        }
        let is_wrong = |line: &&&str| is_error(line) && !is_success(line);
        if let (Answer::Page, Some(says)) = (self.answer, fresh.iter().find(is_wrong)) {
            return End::Refused { complaints: Vec::new(), says: vec![(*says).to_string()] };
        }
        let message = message.or_else(|| fresh.first().map(|line| (*line).to_string()));
        let is_taken = match self.answer {
            Answer::Page => self.is_shown_elsewhere(),
            Answer::LedOn => {
                message.is_some()
                    || self.is_shown_elsewhere()
                    || self.written().next().is_none()
                    || self.is_kept(form)
            }
            Answer::Unknown => self.before.url != self.after.url || message.is_some(),
        };
        if is_taken { End::Left { says: message } } else { End::CameBack { says: message } }
    }

    /// The fields that had something written in them, with what it was.
    fn written(&self) -> impl Iterator<Item = (&Element, &str)> {
        let fields = self.form.fields.iter().filter_map(|at| self.before.elements.get(*at));
        fields.filter_map(|element| {
            let value = element.value.as_deref().filter(|value| !value.trim().is_empty())?;
            matches!(element.kind, "input" | "textarea" | "editor").then_some((element, value))
        })
    }

    /// Whether what was written stands on the page that came, as a comment or a new entry does, and did not before.
    fn is_shown_elsewhere(&self) -> bool {
        let (before, after) = self.lines;
        self.written().filter(|(element, _)| !element.secret).any(|(_, value)| {
            let line = value.lines().map(str::trim).find(|line| line.chars().count() >= 3);
            line.is_some_and(|line| after.say(line) && !before.say(line))
        })
    }

    /// Whether all that was written is in the fields of the page that came: as it is where it was stored.
    fn is_kept(&self, form: &Form) -> bool {
        self.written().filter(|(element, _)| !element.secret).all(|(element, value)| {
            let name = element.attributes.get("name");
            form.fields
                .iter()
                .filter_map(|at| self.after.elements.get(*at))
                .any(|now| now.attributes.get("name") == name && now.value.as_deref() == Some(value))
        })
    }

    /// The form after it was sent: the same elements, or on another page one with the same fields.
    fn same_form(&self) -> Option<Form> {
        let is_kept = |at: &usize| {
            self.before.elements.get(*at).is_some_and(|element| {
                self.after.element(element.id).is_some_and(|now| now.visibility.is_visible())
            })
        };
        let entries: Vec<usize> = self
            .form
            .fields
            .iter()
            .copied()
            .filter(|at| self.before.elements[*at].visibility.is_visible())
            .collect();
        let sender = self.form.sender.and_then(|at| self.before.elements.get(at));
        if self.before.document == self.after.document {
            let is_there = match (entries.is_empty(), self.form.sender) {
                (true, Some(sender)) => is_kept(&sender),
                _ => entries.iter().any(is_kept),
            };
            return is_there.then(|| self.form.clone());
        }
        if let (true, Some(sender)) = (entries.is_empty(), sender) {
            let is_again = |element: &Element| {
                element.kind == sender.kind && element.name == sender.name && element.visibility.is_visible()
            };
            return self.after.elements.iter().any(is_again).then(Form::default);
        }
        let names = |snapshot: &Snapshot, form: &Form| {
            form.fields
                .iter()
                .filter_map(|at| snapshot.elements[*at].attributes.get("name").cloned())
                .filter(|name| !name.is_empty())
                .collect::<Vec<String>>()
        };
        let wanted = names(self.before, self.form);
        forms(self.after).into_iter().find(|form| {
            let own = names(self.after, form);
            let common = wanted.iter().filter(|name| own.contains(name)).count();
            !wanted.is_empty() && common * 2 > wanted.len()
        })
    }

    /// Fields that were marked as wrong when the form was sent, by a page that says nothing else about it.
    fn newly_marked(&self) -> Vec<Complaint> {
        let fields = self.form.fields.iter().filter_map(|at| self.before.elements.get(*at));
        let marked = fields.filter(|was| {
            let now = self.after.element(was.id);
            !was.state.invalid && now.is_some_and(|now| now.state.invalid && now.visibility.is_visible())
        });
        marked.map(|was| Complaint { field: was.id, says: "marked as not valid".into() }).collect()
    }

    /// Where the fields of the form stand on the page as it is now.
    fn places(&self, form: &Form) -> Vec<usize> {
        let mut places = match self.before.document == self.after.document {
            true => {
                let ids = form.fields.iter().filter_map(|at| self.before.elements.get(*at)).map(|it| it.id);
                ids.filter_map(|id| self.after.elements.iter().position(|now| now.id == id)).collect()
            }
            false => form.fields.clone(),
        };
        places.sort_unstable();
        places
    }

    /// What the form says now beside its fields and did not say before, where the page does not say what belongs to what.
    fn remarks(&self, form: &Form) -> Vec<Complaint> {
        let before = self.before.elements.iter();
        let known: Vec<&str> =
            before.flat_map(|element| [element.name.as_str(), element.text.as_str()]).collect();
        let fields = self.places(form);
        let (Some(first), Some(last)) = (fields.first(), fields.last()) else { return Vec::new() };
        let mut remarks: Vec<Complaint> = Vec::new();
        let near = self.after.elements.iter().enumerate().skip(*first).take(last - first + 4);
        for (at, element) in near {
            let text = if element.name.is_empty() { &element.text } else { &element.name };
            let is_remark = matches!(element.kind, "text" | "alert")
                && element.visibility.is_visible()
                && (3..=200).contains(&text.chars().count())
                && !known.contains(&text.as_str())
                && !is_success(text);
            let field = fields.iter().rev().find(|field| **field < at);
            if let (true, Some(field)) = (is_remark, field.and_then(|at| self.after.elements.get(*at))) {
                remarks.push(Complaint { field: field.id, says: text.clone() });
            }
        }
        remarks.truncate(12);
        remarks
    }

    /// Whether the page that came has nothing to say but what went wrong.
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

    /// Whether what was filled in is empty again, as after it was sent without leaving the page.
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

    /// Whether fields of the form no longer show.
    fn hidden_fields(&self) -> bool {
        let shown = self.form.fields.iter().filter_map(|at| self.before.elements.get(*at));
        let mut shown = shown.filter(|element| element.visibility.is_visible());
        shown.any(|element| self.after.element(element.id).is_none_or(|now| !now.visibility.is_visible()))
    }

    /// What the page says is wrong, without what it says of single fields.
    fn errors(&self) -> Vec<String> {
        let patterns = self.after.patterns.iter().filter(|pattern| pattern.name == "form_error");
        let mut said: Vec<String> = Vec::new();
        for text in patterns.filter_map(|pattern| pattern.says.clone()) {
            let is_known = self
                .complaints
                .iter()
                .any(|complaint| complaint.says.contains(&text) || text.contains(&complaint.says));
            if !is_known && !said.contains(&text) {
                said.push(text);
            }
        }
        said.truncate(6);
        said
    }

    /// What the page says now that it did not say before.
    fn message(&self) -> Option<String> {
        // A form that has come back on another page says only what the page before did not say.
        let is_new_page = self.before.document != self.after.document && self.same_form().is_none();
        let known: Vec<&str> = if !is_new_page {
            self.before
                .elements
                .iter()
                .flat_map(|element| [element.name.as_str(), element.text.as_str()])
                .collect()
        } else {
            Vec::new()
        };
        let fresh = self.after.elements.iter().filter(|element| {
            matches!(element.kind, "text" | "alert" | "heading" | "dialog") && element.visibility.is_visible()
        });
        let texts: Vec<(&str, bool)> = fresh
            .filter_map(|element| {
                let text =
                    if element.name.is_empty() { element.text.as_str() } else { element.name.as_str() };
                let is_short = (3..=400).contains(&text.chars().count());
                let is_live =
                    element.kind == "alert" || matches!(element.aria.as_str(), "status" | "alert" | "log");
                (is_short && !known.contains(&text)).then_some((text, is_live))
            })
            .collect();
        let is_taken = |text: &str| is_success(text) || (!is_new_page && is_done(text));
        let success = texts.iter().find(|(text, _)| is_taken(text) && !is_error(text));
        // A page that merely came says many things; one that stayed says what is new.
        let other =
            texts.iter().find(|(_, is_live)| *is_live).or_else(|| texts.first().filter(|_| !is_new_page));
        let error = texts.iter().find(|(text, is_live)| is_error(text) && (*is_live || !is_new_page));
        success.or(error).or(other).map(|(text, _)| (*text).to_string())
    }
}

/// The complaints, and what is said beside the fields that is not said by them already.
fn with_remarks(mut complaints: Vec<Complaint>, says: &[String], remarks: Vec<Complaint>) -> Vec<Complaint> {
    for remark in remarks {
        let is_told = |text: &String| text.contains(&remark.says) || remark.says.contains(text.as_str());
        if !says.iter().any(is_told) && !complaints.iter().any(|known| is_told(&known.says)) {
            complaints.push(remark);
        }
    }
    complaints
}

/// `[4] "Email"`.
pub(super) fn field_name(snapshot: &Snapshot, id: ElementId) -> String {
    let name = snapshot.element(id).map(|element| element.name.clone()).unwrap_or_default();
    if name.trim().is_empty() { id.to_string() } else { format!("{id} {}", quote(&name, 60)) }
}
