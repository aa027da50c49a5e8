//! The edits that import a document into a board, and the parts that the board cannot store.

use std::collections::HashMap;

use lemmascope_intent::fold;

use super::Document;
use crate::limits;
use crate::model::{CardFields, CardId, ColumnId, Edit, Snapshot, Status};

/// The plan of an import.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// The columns to create first.
    pub(crate) columns: Vec<Edit>,
    /// The cards, in batches of the size that a store accepts. They refer to columns by title, all of which
    /// exist by then.
    pub(crate) cards: Vec<(Vec<PlannedCard>, usize)>,
    /// The columns to archive at the end.
    pub(crate) archived: Vec<String>,
    /// The parts that cannot be stored, one line each.
    pub(crate) lost: Vec<String>,
}

/// A card, with its column by title.
#[derive(Debug)]
pub(crate) struct PlannedCard {
    column: String,
    fields: CardFields,
    comments: Vec<(Option<String>, String, i64)>,
    deleted: bool,
}

/// Plans the import of a document into a board.
pub(crate) fn plan(document: &Document, now: &Snapshot) -> Plan {
    let mut plan = Plan::default();
    let has = |title: &str| now.columns.iter().any(|column| fold(&column.title) == fold(title));
    for column in &document.columns {
        if !has(&column.title) {
            plan.columns.push(Edit::CreateColumn { title: column.title.clone() });
            if column.archived {
                plan.archived.push(column.title.clone());
            }
            if column.completes {
                let line = format!("cards that enter the new column {} do not become done", column.title);
                plan.lost.push(line);
            }
        }
    }
    let mut strangers: Vec<&str> = Vec::new();
    let mut batch = (Vec::new(), 0);
    for card in &document.cards {
        let assignee = card.assignee.as_ref().and_then(|name| match &now.users {
            None => Some(name.clone()),
            Some(users) => {
                let found = users.iter().find(|user| fold(&user.name) == fold(name));
                if found.is_none() && !strangers.contains(&name.as_str()) {
                    strangers.push(name);
                }
                found.map(|user| user.name.clone())
            }
        });
        let fields = CardFields {
            title: card.title.clone(),
            description: card.description.clone(),
            assignee,
            due: card.due_date,
            labels: card.labels.clone(),
            priority: card.priority,
            status: card.status,
        };
        let comments: Vec<_> =
            card.comments.iter().map(|it| (it.author.clone(), it.text.clone(), it.at)).collect();
        // The card, its status, its deletion, and its comments.
        let edits = 3 + comments.len();
        if batch.1 + edits > limits::BATCH && !batch.0.is_empty() {
            plan.cards.push(std::mem::take(&mut batch));
        }
        batch.1 += edits;
        let (column, deleted) = (card.column.clone(), card.deleted);
        batch.0.push(PlannedCard { column, fields, comments, deleted });
    }
    if !batch.0.is_empty() {
        plan.cards.push(batch);
    }
    if !strangers.is_empty() {
        plan.lost.push(format!("assignees that are no members: {}", strangers.join(", ")));
    }
    if document.cards.iter().any(|card| card.id > 0) {
        plan.lost.push("the ids of cards: they have new ones".into());
    }
    if now.users.is_some() && document.cards.iter().any(|card| !card.comments.is_empty()) {
        plan.lost.push("the authors of comments who are no members, and when comments were written".into());
    }
    plan
}

impl Plan {
    /// Returns the complete plan as one batch, if a store accepts it.
    pub(crate) fn at_once(&self, now: &Snapshot) -> Option<Result<Vec<Edit>, String>> {
        let cards = match self.cards.as_slice() {
            [] => &[],
            [(cards, edits)] if self.columns.len() + edits + self.archived.len() <= limits::BATCH => {
                cards.as_slice()
            }
            _ => return None,
        };
        let mut columns = columns(now);
        for (at, edit) in self.columns.iter().enumerate() {
            if let Edit::CreateColumn { title } = edit {
                columns.insert(fold(title), ColumnId::made_after(at));
            }
        }
        let archived = self.archived.iter().filter_map(|title| columns.get(&fold(title)));
        let archived: Vec<Edit> =
            archived.map(|column| Edit::ArchiveColumn { column: *column, archived: true }).collect();
        let cards = edits(cards, now, &columns);
        Some(cards.map(|cards| [self.columns.clone(), cards, archived].concat()))
    }
}

/// Returns the columns of a board by their folded titles.
pub(crate) fn columns(now: &Snapshot) -> HashMap<String, ColumnId> {
    now.columns.iter().rev().map(|column| (fold(&column.title), column.id)).collect()
}

/// Returns the edits that create these cards. Fails with the title of a column that does not exist.
pub(crate) fn edits(
    cards: &[PlannedCard],
    now: &Snapshot,
    columns: &HashMap<String, ColumnId>,
) -> Result<Vec<Edit>, String> {
    let mut edits = Vec::new();
    for (at, card) in cards.iter().enumerate() {
        let column = *columns.get(&fold(&card.column)).ok_or_else(|| card.column.clone())?;
        let id = CardId::made_after(at);
        edits.push(Edit::CreateCard { column, place: None, fields: card.fields.clone() });
        if card.fields.status == Status::Active && now.column(column).is_some_and(|column| column.completes) {
            let patch = crate::model::CardPatch { status: Some(Status::Active), ..Default::default() };
            edits.push(Edit::UpdateCard { card: id, patch });
        }
        edits.extend(card.comments.iter().map(|(author, text, at)| Edit::KeepComment {
            card: id,
            author: author.clone(),
            text: text.clone(),
            at: *at,
        }));
        if card.deleted {
            edits.push(Edit::DeleteCard { card: id });
        }
    }
    Ok(edits)
}
