//! Resolution of actions into edits. All references are resolved before the first edit is made.

use lemmascope_intent::{Cause, Language, fold};

use super::card_reference::{find_card, find_deleted};
use super::claim::{Claim, Filter, Holder, Tag};
use super::column_reference::{find_archived, find_column};
use super::comment_reference::find_comment;
use super::overlay::Overlay;
use super::question::{Question, alternatives, either};
use super::{Action, Criteria, NewCard, Updates};
use crate::model::{Card, CardFields, CardId, CardPatch, Column, ColumnId, Edit, Guard, Snapshot, Step};

/// The resolved form of actions.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    /// The edits, in order.
    pub(crate) steps: Vec<Step>,
    /// The expected result of each action, for verification.
    pub(crate) claims: Vec<Claim>,
    /// For each action, the number of edits up to its end.
    pub(crate) ends: Vec<usize>,
    /// The expected board, if anything changes.
    pub(crate) planned: Option<Snapshot>,
}

impl Resolved {
    /// Returns the index of the action to which an edit belongs.
    pub(crate) fn action_of(&self, step: usize) -> Option<usize> {
        self.ends.iter().position(|end| step < *end)
    }
}

/// Resolves actions. `me` is the calling user, if known.
pub(crate) fn resolve(
    actions: &[Action],
    snapshot: &Snapshot,
    me: Option<&str>,
    language: Language,
) -> Result<Resolved, Question> {
    let mut resolving =
        Resolving { overlay: Overlay::new(snapshot), me, language, resolved: Resolved::default() };
    for action in actions {
        let claim = resolving.action(action)?;
        resolving.resolved.claims.push(claim);
        resolving.resolved.ends.push(resolving.resolved.steps.len());
    }
    let Resolving { overlay, mut resolved, .. } = resolving;
    resolved.planned = overlay.into_changed();
    Ok(resolved)
}

/// Whether a name refers to the calling user.
fn is_me(name: &str) -> bool {
    const WORDS: [&str; 10] =
        ["me", "my", "mine", "myself", "mim", "meu", "meus", "minha", "minhas", "comigo"];
    WORDS.contains(&fold(name.trim()).as_str())
}

/// Words for "no user", without accents.
const NOBODY: [&str; 8] =
    ["nobody", "no one", "noone", "no assignee", "unassigned", "ninguem", "sem responsavel", "nenhum"];

/// Words for "no label", without accents.
const UNLABELLED: [&str; 6] = ["none", "no label", "unlabelled", "unlabeled", "sem etiqueta", "nenhuma"];

struct Resolving<'s> {
    overlay: Overlay<'s>,
    me: Option<&'s str>,
    language: Language,
    resolved: Resolved,
}

impl Resolving<'_> {
    fn action(&mut self, action: &Action) -> Result<Claim, Question> {
        Ok(match action {
            Action::CreateCard(card) => self.create(std::slice::from_ref(card))?,
            Action::BulkCreate { cards } => self.create(cards)?,
            Action::MoveCard { identifier, to_column, place } => {
                let (card, column) = (self.card(identifier)?.id, self.column(to_column)?.id);
                self.push(Edit::MoveCard { card, column, place: *place });
                Claim::Moved(vec![card], column)
            }
            Action::BulkMove { identifiers, to_column } => {
                let column = self.column(to_column)?.id;
                let cards = self.cards(identifiers)?;
                for card in &cards {
                    self.push(Edit::MoveCard { card: *card, column, place: None });
                }
                Claim::Moved(cards, column)
            }
            Action::MoveAll { column, to_column } => {
                let (from, column) = (self.column(column)?.id, self.column(to_column)?.id);
                let cards = self.cards_of(from);
                for card in &cards {
                    self.push(Edit::MoveCard { card: *card, column, place: None });
                }
                match cards.is_empty() {
                    true => Claim::Listed(Filter { column: Some(from), ..Filter::default() }),
                    false => Claim::Moved(cards, column),
                }
            }
            Action::ClearColumn { column } => {
                let column = self.column(column)?.id;
                let cards = self.cards_of(column);
                for card in &cards {
                    self.push(Edit::DeleteCard { card: *card });
                }
                match cards.is_empty() {
                    true => Claim::Listed(Filter { column: Some(column), ..Filter::default() }),
                    false => Claim::Cleared(cards, column),
                }
            }
            Action::UpdateCard { identifier, updates } => {
                self.update(std::slice::from_ref(identifier), updates)?
            }
            Action::BulkUpdate { identifiers, updates } => self.update(identifiers, updates)?,
            Action::DeleteCard { identifier } => {
                let card = self.card(identifier)?;
                let (id, title) = (card.id, card.fields.title.clone());
                self.push(Edit::DeleteCard { card: id });
                Claim::Deleted(id, title)
            }
            Action::ListCards(criteria) => Claim::Listed(self.filter(criteria, false)?),
            Action::SearchCards(criteria) => Claim::Listed(self.filter(criteria, true)?),
            Action::AddComment { identifier, comment } => {
                let card = self.card(identifier)?.id;
                self.push(Edit::AddComment { card, text: comment.clone() });
                Claim::Commented(card, comment.clone())
            }
            Action::RemoveComment { identifier, comment } => {
                let card = self.card(identifier)?;
                let comment = find_comment(card, comment.as_deref(), self.language)?;
                let (card, comment) = (card.id, comment.clone());
                self.push(Edit::RemoveComment { card, comment: comment.clone() });
                Claim::CommentRemoved(card, comment)
            }
            Action::AssignCard { identifier, assignee } => {
                let card = self.card(identifier)?.id;
                let assignee = assignee.as_deref().map(|name| self.user(name)).transpose()?;
                self.patch(card, CardPatch { assignee: Some(assignee.clone()), ..CardPatch::default() });
                Claim::Assigned(card, assignee)
            }
            Action::SetDueDate { identifier, due } => {
                let card = self.card(identifier)?.id;
                self.patch(card, CardPatch { due: Some(*due), ..CardPatch::default() });
                Claim::Due(card, *due)
            }
            Action::AddLabel { identifier, label } => {
                let (card, label) = (self.card(identifier)?.clone(), label.trim());
                let mut labels = card.fields.labels.clone();
                if !labels.iter().any(|known| fold(known) == fold(label)) {
                    labels.push(label.into());
                }
                self.relabel(&card, labels);
                Claim::Labelled(card.id, label.into())
            }
            Action::RemoveLabel { identifier, label } => {
                let card = self.card(identifier)?.clone();
                let mut labels = card.fields.labels.clone();
                labels.retain(|known| fold(known) != fold(label.trim()));
                self.relabel(&card, labels);
                Claim::Unlabelled(card.id, label.trim().into())
            }
            Action::SetPriority { identifier, priority } => {
                let card = self.card(identifier)?.id;
                self.patch(card, CardPatch { priority: Some(*priority), ..CardPatch::default() });
                Claim::Prioritized(card, *priority)
            }
            Action::RestoreCard { identifier } => {
                let card = find_deleted(self.overlay.board(), identifier, self.language)?.id;
                self.push(Edit::RestoreCard { card, place: None });
                Claim::Restored(card)
            }
            Action::CreateColumn { title } => {
                self.push(Edit::CreateColumn { title: title.trim().into() });
                Claim::ColumnCreated(title.trim().into())
            }
            Action::RenameColumn { column, title } => {
                let column = self.column(column)?.id;
                self.push(Edit::RenameColumn { column, title: title.trim().into() });
                Claim::ColumnRenamed(column, title.trim().into())
            }
            Action::MoveColumn { column, place } => {
                let column = self.column(column)?.id;
                let place = self.place_among_all(column, *place);
                self.push(Edit::MoveColumn { column, place });
                Claim::ColumnMoved(column)
            }
            Action::ArchiveColumn { column } => {
                let column = self.column(column)?.id;
                self.push(Edit::ArchiveColumn { column, archived: true });
                Claim::ColumnArchived(column, true)
            }
            Action::RestoreColumn { column } => {
                let column = find_archived(self.overlay.board(), column, self.language)?.id;
                self.push(Edit::ArchiveColumn { column, archived: false });
                Claim::ColumnArchived(column, false)
            }
            Action::IfUnchanged { version, action } => {
                let first = self.resolved.steps.len();
                let claim = self.action(action)?;
                self.bind(first, *version);
                claim
            }
        })
    }

    /// Binds the first change of a card to the version that the caller has seen. Later changes of the same
    /// batch see the result of the first.
    fn bind(&mut self, first: usize, version: i64) {
        let (earlier, steps) = self.resolved.steps.split_at_mut(first);
        let Some(step) = steps.first_mut() else { return };
        let Some(card) = step.edit.card() else { return };
        if earlier.iter().all(|step| step.edit.card() != Some(card)) {
            step.guard = Some(Guard::Version(card, version));
        }
    }

    fn create(&mut self, cards: &[NewCard]) -> Result<Claim, Question> {
        let mut made = Vec::new();
        for card in cards {
            let column = match &card.column {
                Some(name) => self.column(name)?.id,
                None => self
                    .overlay
                    .board()
                    .visible()
                    .next()
                    .map(|column| column.id)
                    .ok_or_else(|| self.no_column())?,
            };
            let title = card.title.trim().to_string();
            let same = self.overlay.board().live().filter(|other| fold(&other.fields.title) == fold(&title));
            made.push((title.clone(), column, same.map(|other| other.id).collect()));
            let description = card.description.clone().unwrap_or_default();
            let fields = CardFields {
                title,
                description,
                assignee: card.assignee.as_deref().map(|name| self.user(name)).transpose()?,
                due: card.due,
                priority: card.priority.unwrap_or_default(),
                labels: card.label.iter().map(|label| label.trim().to_string()).collect(),
                ..CardFields::default()
            };
            self.push(Edit::CreateCard { column, place: None, fields });
        }
        Ok(Claim::Created(made))
    }

    fn update(&mut self, identifiers: &[String], updates: &Updates) -> Result<Claim, Question> {
        let cards = self.cards(identifiers)?;
        let assignee = match &updates.assignee {
            Some(Some(name)) => Some(Some(self.user(name)?)),
            other => other.clone(),
        };
        let patch = CardPatch {
            title: updates.title.as_ref().map(|title| title.trim().to_string()),
            description: updates.description.clone(),
            assignee,
            due: updates.due,
            labels: None,
            priority: updates.priority,
            status: updates.status,
        };
        for card in &cards {
            self.patch(*card, patch.clone());
        }
        Ok(Claim::Updated(cards, patch))
    }

    fn filter(&self, criteria: &Criteria, is_search: bool) -> Result<Filter, Question> {
        let column = criteria.column.as_ref().map(|name| self.column(name)).transpose()?;
        let assignee = match criteria.assignee.as_deref() {
            // If the calling user is unknown, the filter matches all, as the contract defines.
            Some(name) if is_me(name) => self.me.map(|me| Holder::User(me.into())),
            Some(name) if NOBODY.contains(&fold(name).as_str()) => Some(Holder::Nobody),
            Some(name) => Some(Holder::User(name.trim_start_matches('@').into())),
            None => None,
        };
        let label = criteria.label.as_deref().map(|label| match UNLABELLED.contains(&fold(label).as_str()) {
            true => Tag::Nothing,
            false => Tag::Label(label.trim().into()),
        });
        Ok(Filter {
            query: criteria.query.clone(),
            column: column.map(|column| column.id),
            status: criteria.status,
            assignee,
            label,
            priority: criteria.priority,
            due: criteria.due,
            is_search,
        })
    }

    fn cards(&self, identifiers: &[String]) -> Result<Vec<CardId>, Question> {
        let mut cards: Vec<CardId> = Vec::new();
        for identifier in identifiers {
            let card = self.card(identifier)?.id;
            if !cards.contains(&card) {
                cards.push(card);
            }
        }
        Ok(cards)
    }

    /// Returns the cards of a column, in order.
    fn cards_of(&self, column: ColumnId) -> Vec<CardId> {
        self.overlay.board().cards_in(column).map(|card| card.id).collect()
    }

    fn card(&self, identifier: &str) -> Result<&Card, Question> {
        find_card(self.overlay.board(), identifier, self.language)
    }

    fn column(&self, name: &str) -> Result<&Column, Question> {
        find_column(self.overlay.board(), name, self.language)
    }

    /// Returns the name of a user; "me" is the calling user.
    fn user(&self, name: &str) -> Result<String, Question> {
        let name = name.trim().trim_start_matches('@');
        match (is_me(name), self.me) {
            (false, _) => self.known_user(name),
            (true, Some(me)) => Ok(me.to_string()),
            (true, None) => Err(Question {
                cause: Cause::MissingParameter,
                finding: either(
                    self.language,
                    "I do not know who you are.".into(),
                    "Não sei quem és.".into(),
                ),
                question: either(
                    self.language,
                    "What is your user name? The setting board.user keeps it.".into(),
                    "Qual é o teu nome de utilizador? A definição board.user guarda-o.".into(),
                ),
                candidates: Vec::new(),
                suggestions: Vec::new(),
                field: "assignee",
            }),
        }
    }

    /// Converts the place of a column among the visible ones into its place among all columns.
    fn place_among_all(&self, column: ColumnId, place: i64) -> i64 {
        let board = self.overlay.board();
        let mut others: Vec<&Column> = board.columns.iter().filter(|other| other.id != column).collect();
        others.sort_by_key(|other| other.place);
        let before = usize::try_from(place.max(1) - 1).unwrap_or(usize::MAX);
        let right = others.iter().enumerate().filter(|(_, other)| !other.archived).nth(before);
        // A column at the right end stays to the left of archived columns behind it.
        let at = right
            .map(|(at, _)| at)
            .or_else(|| others.iter().rposition(|other| !other.archived).map(|last| last + 1));
        i64::try_from(at.unwrap_or_default()).unwrap_or(i64::MAX - 1) + 1
    }

    fn no_column(&self) -> Question {
        Question {
            cause: Cause::TargetNotFound,
            finding: either(
                self.language,
                "The board has no columns.".into(),
                "O quadro não tem colunas.".into(),
            ),
            question: either(
                self.language,
                "Which column do you want to create?".into(),
                "Que coluna queres criar?".into(),
            ),
            candidates: Vec::new(),
            suggestions: Vec::new(),
            field: "column",
        }
    }

    fn push(&mut self, edit: Edit) {
        self.overlay.note(&edit);
        self.resolved.steps.push(edit.into());
    }

    fn patch(&mut self, card: CardId, patch: CardPatch) {
        self.push(Edit::UpdateCard { card, patch });
    }

    /// Changes labels. The edit replaces the list, so its guard requires that no other writer has changed the
    /// labels in between.
    fn relabel(&mut self, card: &Card, labels: Vec<String>) {
        let before = CardPatch { labels: Some(card.fields.labels.clone()), ..CardPatch::default() };
        let guard = Guard::Fields { card: card.id, fields: before, column: None, comments: None };
        let patch = CardPatch { labels: Some(labels), ..CardPatch::default() };
        // The effect of an earlier action of the envelope on the labels is known.
        let is_known = self.resolved.steps.iter().any(|step| match &step.edit {
            Edit::UpdateCard { card: of, patch } => *of == card.id && patch.labels.is_some(),
            _ => card.id.is_placeholder(),
        });
        let edit = Edit::UpdateCard { card: card.id, patch };
        self.overlay.note(&edit);
        self.resolved.steps.push(Step { guard: (!is_known).then_some(guard), edit });
    }

    /// Returns the user with this name, if the store restricts assignees.
    fn known_user(&self, name: &str) -> Result<String, Question> {
        let Some(users) = &self.overlay.board().users else { return Ok(name.to_string()) };
        let folded = fold(name);
        let by_name = users.iter().find(|user| fold(&user.name) == folded);
        let found = by_name.or_else(|| users.iter().find(|user| fold(&user.shown) == folded));
        found.map(|user| user.name.clone()).ok_or_else(|| {
            let names: Vec<String> = users.iter().map(|user| user.name.clone()).collect();
            let choice = alternatives(self.language, &names);
            Question {
                cause: Cause::TargetNotFound,
                finding: either(
                    self.language,
                    format!("'{name}' is not a member of the board."),
                    format!("'{name}' não é membro do quadro."),
                ),
                question: either(
                    self.language,
                    format!("'{name}' is not a member of the board. Who do you mean: {choice}?"),
                    format!("'{name}' não é membro do quadro. A quem te referes: {choice}?"),
                ),
                candidates: names,
                suggestions: Vec::new(),
                field: "assignee",
            }
        })
    }
}
