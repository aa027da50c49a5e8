//! Actions into edits. Every reference is resolved before the first edit is made.

use lemmascope_intent::{Cause, Language, fold};

use super::card_reference::{find_card, find_deleted};
use super::column_reference::{find_archived, find_column};
use super::question::{Question, either};
use super::{Action, Criteria, NewCard, Updates};
use crate::model::{
    Card, CardFields, CardId, CardPatch, Column, ColumnId, Day, Edit, Guard, Priority, Snapshot, Status, Step,
};

/// Everything that actions come down to.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    /// The edits, in order.
    pub(crate) steps: Vec<Step>,
    /// The claim of each action, to be verified afterwards.
    pub(crate) claims: Vec<Claim>,
}

/// What holds after an action.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Claim {
    /// So many cards were made, in the order of the steps. Each has the ids of those that had its title before.
    Created(Vec<(String, ColumnId, Vec<CardId>)>),
    Moved(Vec<CardId>, ColumnId),
    Updated(Vec<CardId>, CardPatch),
    Deleted(CardId, String),
    Listed(Filter),
    Commented(CardId, String),
    Assigned(CardId, Option<String>),
    Due(CardId, Option<Day>),
    Labelled(CardId, String),
    Unlabelled(CardId, String),
    Prioritized(CardId, Priority),
    Restored(CardId),
    ColumnCreated(String),
    ColumnRenamed(ColumnId, String),
    ColumnArchived(ColumnId, bool),
}

/// Criteria whose references are resolved.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Filter {
    pub(crate) query: Option<String>,
    pub(crate) column: Option<ColumnId>,
    pub(crate) status: Option<Status>,
    pub(crate) assignee: Option<String>,
    /// Whether it is a search, which also looks into comments.
    pub(crate) is_search: bool,
}

/// Resolves actions. `me` is the user who asks, if that is known.
pub(crate) fn resolve(
    actions: &[Action],
    snapshot: &Snapshot,
    me: Option<&str>,
    language: Language,
) -> Result<Resolved, Question> {
    let mut resolving = Resolving { snapshot, me, language, resolved: Resolved::default() };
    for action in actions {
        let claim = resolving.action(action)?;
        resolving.resolved.claims.push(claim);
    }
    Ok(resolving.resolved)
}

struct Resolving<'s> {
    snapshot: &'s Snapshot,
    me: Option<&'s str>,
    language: Language,
    resolved: Resolved,
}

impl<'s> Resolving<'s> {
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
            Action::UpdateCard { identifier, updates } => {
                self.update(std::slice::from_ref(identifier), updates)?
            }
            Action::BulkUpdate { identifiers, updates } => self.update(identifiers, updates)?,
            Action::DeleteCard { identifier } => {
                let card = self.card(identifier)?;
                self.push(Edit::DeleteCard { card: card.id });
                Claim::Deleted(card.id, card.fields.title.clone())
            }
            Action::ListCards(criteria) => Claim::Listed(self.filter(criteria, false)?),
            Action::SearchCards(criteria) => Claim::Listed(self.filter(criteria, true)?),
            Action::AddComment { identifier, comment } => {
                let card = self.card(identifier)?.id;
                self.push(Edit::AddComment { card, text: comment.clone() });
                Claim::Commented(card, comment.clone())
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
                let label = label.trim();
                let card = self.card(identifier)?;
                let mut labels = card.fields.labels.clone();
                if !labels.iter().any(|known| fold(known) == fold(label)) {
                    labels.push(label.into());
                }
                self.relabel(card, labels);
                Claim::Labelled(card.id, label.into())
            }
            Action::RemoveLabel { identifier, label } => {
                let card = self.card(identifier)?;
                let mut labels = card.fields.labels.clone();
                labels.retain(|known| fold(known) != fold(label.trim()));
                self.relabel(card, labels);
                Claim::Unlabelled(card.id, label.trim().into())
            }
            Action::SetPriority { identifier, priority } => {
                let card = self.card(identifier)?.id;
                self.patch(card, CardPatch { priority: Some(*priority), ..CardPatch::default() });
                Claim::Prioritized(card, *priority)
            }
            Action::RestoreCard { identifier } => {
                let card = find_deleted(self.snapshot, identifier, self.language)?.id;
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
            Action::ArchiveColumn { column } => {
                let column = self.column(column)?.id;
                self.push(Edit::ArchiveColumn { column, archived: true });
                Claim::ColumnArchived(column, true)
            }
            Action::RestoreColumn { column } => {
                let column = find_archived(self.snapshot, column, self.language)?.id;
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

    /// Binds the first change of a card to the version that was seen. Later ones of the same batch find what this one made.
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
                None => {
                    self.snapshot.visible().next().map(|column| column.id).ok_or_else(|| self.no_column())?
                }
            };
            let title = card.title.trim().to_string();
            let same = self.snapshot.live().filter(|other| fold(&other.fields.title) == fold(&title));
            made.push((title.clone(), column, same.map(|other| other.id).collect()));
            let description = card.description.clone().unwrap_or_default();
            let fields = CardFields { title, description, ..CardFields::default() };
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
            // Without a known user it filters nothing, as the contract says.
            Some("me") => self.me.map(str::to_string),
            other => other.map(str::to_string),
        };
        Ok(Filter {
            query: criteria.query.clone(),
            column: column.map(|column| column.id),
            status: criteria.status,
            assignee,
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

    fn card(&self, identifier: &str) -> Result<&'s Card, Question> {
        find_card(self.snapshot, identifier, self.language)
    }

    fn column(&self, name: &str) -> Result<&'s Column, Question> {
        find_column(self.snapshot, name, self.language)
    }

    /// The name of a user; "me" is the one who asks.
    fn user(&self, name: &str) -> Result<String, Question> {
        let name = name.trim().trim_start_matches('@');
        match (matches!(fold(name).as_str(), "me" | "mim" | "myself"), self.me) {
            (false, _) => Ok(name.to_string()),
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
        self.resolved.steps.push(edit.into());
    }

    fn patch(&mut self, card: CardId, patch: CardPatch) {
        self.push(Edit::UpdateCard { card, patch });
    }

    /// Labels are read, changed and written, so nobody else may have written them in between.
    fn relabel(&mut self, card: &Card, labels: Vec<String>) {
        let before = CardPatch { labels: Some(card.fields.labels.clone()), ..CardPatch::default() };
        let guard = Guard::Fields { card: card.id, fields: before, column: None, comments: None };
        let patch = CardPatch { labels: Some(labels), ..CardPatch::default() };
        // Of two labels in one envelope the second is added to the first.
        let earlier = self.resolved.steps.iter().rev().find_map(|step| match &step.edit {
            Edit::UpdateCard { card: of, patch } if *of == card.id => patch.labels.clone(),
            _ => None,
        });
        let (guard, patch) = match earlier {
            None => (Some(guard), patch),
            Some(earlier) => {
                let gone = |label: &String| card.fields.labels.contains(label);
                let wanted = patch.labels.unwrap_or_default();
                let mut labels: Vec<String> =
                    earlier.into_iter().filter(|label| !gone(label) || wanted.contains(label)).collect();
                labels.extend(wanted.into_iter().filter(|label| !gone(label)).collect::<Vec<_>>());
                labels.dedup();
                (None, CardPatch { labels: Some(labels), ..CardPatch::default() })
            }
        };
        self.resolved.steps.push(Step { guard, edit: Edit::UpdateCard { card: card.id, patch } });
    }
}

/// The cards that a filter lets through, in the order of the board.
pub(crate) fn matching_cards<'s>(snapshot: &'s Snapshot, filter: &Filter) -> Vec<&'s Card> {
    let query = filter.query.as_deref().map(fold);
    let assignee = filter.assignee.as_deref().map(fold);
    let holds = |card: &&Card| {
        let fields = &card.fields;
        let found = query.as_ref().is_none_or(|query| {
            let has = |text: &str| fold(text).contains(query.as_str());
            has(&fields.title)
                || has(&fields.description)
                || (filter.is_search && card.comments.iter().any(|comment| has(&comment.text)))
        });
        found
            && filter.column.is_none_or(|column| card.column == column)
            && filter.status.is_none_or(|status| fields.status == status)
            && assignee.as_ref().is_none_or(|wanted| {
                fields.assignee.as_deref().is_some_and(|assignee| fold(assignee) == *wanted)
            })
    };
    snapshot.live().filter(holds).collect()
}
