//! Mirroring of changes on the server into the local database.

use std::collections::HashMap;

use serde_json::{Value as Json, json};

use super::project::{Project, Task, list, optional, paragraphs, text};
use super::rpc::Rpc;
use crate::embedded::Writing;
use crate::error::BoardError;
use crate::limits;
use crate::model::{
    Card, CardFields, CardId, CardPatch, Column, ColumnId, Comment, CommentId, Edit, Effect, Status, Step,
};

/// Applies all differences to the local database, each with an event.
pub(super) async fn follow(mut writing: Writing<'_>, rpc: &Rpc, project: &Project) -> Result<(), BoardError> {
    writing.follow_elsewhere();
    let mut is_changed = columns(&mut writing, project).await?;
    let cards = writing.cards().await?;
    let known: HashMap<CardId, &Card> = cards.iter().map(|card| (card.id, card)).collect();
    let there: HashMap<CardId, &Task> = project.tasks.iter().map(|task| (task.id, task)).collect();
    for card in cards.iter().filter(|card| !there.contains_key(&card.id)) {
        writing.forget_card(card.id).await?;
        is_changed = true;
    }
    for task in &project.tasks {
        self::task(&mut writing, task, known.get(&task.id).copied()).await?;
    }
    is_changed |= comments(&mut writing, rpc, &project.tasks, &known).await?;
    is_changed |= !writing.effects().is_empty();
    // The cards are still ordered as before, unless something has changed.
    let cards = if is_changed { writing.cards().await? } else { cards };
    order(&mut writing, project, &cards).await?;
    match is_changed || !writing.effects().is_empty() {
        true => writing.commit_followed().await,
        false => writing.rollback().await,
    }
}

async fn columns(writing: &mut Writing<'_>, project: &Project) -> Result<bool, BoardError> {
    let known: Vec<Column> = writing.columns().to_vec();
    let gone = known.iter().filter(|column| project.columns.iter().all(|there| there.id != column.id));
    for column in gone {
        writing.forget_column(column).await?;
    }
    for column in &project.columns {
        // Kanboard cannot archive columns.
        let archived = known.iter().any(|known| known.id == column.id && known.archived);
        writing.follow_column(&Column { archived, ..column.clone() }).await?;
    }
    Ok(known != writing.columns())
}

async fn task(writing: &mut Writing<'_>, task: &Task, known: Option<&Card>) -> Result<(), BoardError> {
    let is_closed = task.fields.status == Status::Done;
    let card = match known {
        None => {
            writing.issue(Some(task.id.0));
            let fields = task.fields.clone();
            let made = edit(writing, Edit::CreateCard { column: task.column, place: None, fields }).await;
            writing.issue(None);
            made?;
            writing.card(task.id).await?
        }
        // A deleted card is a closed task. A person has reopened it.
        Some(card) if !card.is_live() => {
            if is_closed {
                return Ok(());
            }
            edit(writing, Edit::RestoreCard { card: card.id, place: None }).await?;
            writing.card(task.id).await?
        }
        Some(card) => card.clone(),
    };
    let mut fields = card.fields;
    if card.column != task.column {
        edit(writing, Edit::MoveCard { card: task.id, column: task.column, place: None }).await?;
        fields = writing.card(task.id).await?.fields;
    }
    let patch = difference(&fields, &task.fields);
    if !patch.is_empty() {
        edit(writing, Edit::UpdateCard { card: task.id, patch }).await?;
    }
    Ok(())
}

/// Returns the differing fields. Labels are compared without order, because Kanboard does not order them.
fn difference(here: &CardFields, there: &CardFields) -> CardPatch {
    let mut patch = CardPatch::between(here, there);
    let sorted = |labels: &[String]| {
        let mut labels = labels.to_vec();
        labels.sort();
        labels
    };
    if sorted(&here.labels) == sorted(&there.labels) {
        patch.labels = None;
    }
    patch
}

/// Reads the comments of tasks whose number of comments has changed. An edited comment is not noticed.
async fn comments(
    writing: &mut Writing<'_>,
    rpc: &Rpc,
    tasks: &[Task],
    known: &HashMap<CardId, &Card>,
) -> Result<bool, BoardError> {
    let of = |task: &Task| known.get(&task.id).map_or(&[] as &[Comment], |card| card.comments.as_slice());
    let is_other = |task: &&Task| {
        let is_live = known.get(&task.id).is_none_or(|card| card.is_live());
        is_live && of(task).len() != task.comments.min(limits::COMMENTS)
    };
    let tasks: Vec<&Task> = tasks.iter().filter(is_other).collect();
    let calls: Vec<(&'static str, Json)> =
        tasks.iter().map(|task| ("getAllComments", json!({"task_id": task.id.0}))).collect();
    let answers = rpc.read_all(&calls).await?;
    let mut is_changed = false;
    for (task, answer) in tasks.iter().zip(answers) {
        let there: Vec<(i64, &Json)> = list(&answer)
            .filter_map(|comment| Some((optional(comment, "id")?, comment)))
            .take(limits::COMMENTS)
            .collect();
        for comment in of(task).iter().filter(|comment| there.iter().all(|(id, _)| *id != comment.id.0)) {
            writing.forget_comment(comment.id).await?;
            is_changed = true;
        }
        for (id, comment) in there {
            if of(task).iter().any(|known| known.id.0 == id) {
                continue;
            }
            let written = paragraphs(text(comment, "comment"));
            let written = if written.trim().is_empty() { "(empty)".to_string() } else { written };
            writing.issue(Some(id));
            let added = edit(writing, Edit::AddComment { card: task.id, text: written }).await;
            writing.issue(None);
            added?;
            let at = optional(comment, "date_creation").unwrap_or_default().saturating_mul(1000);
            writing.sign_comment(CommentId(id), text(comment, "username"), at).await?;
            is_changed = true;
        }
    }
    Ok(is_changed)
}

/// Reorders the open cards of each column as on the server. Closed cards keep their places, because the
/// server does not order them.
async fn order(writing: &mut Writing<'_>, project: &Project, cards: &[Card]) -> Result<(), BoardError> {
    let mut here: HashMap<ColumnId, Vec<&Card>> = HashMap::new();
    for card in cards.iter().filter(|card| card.is_live()) {
        here.entry(card.column).or_default().push(card);
    }
    let mut there: HashMap<ColumnId, Vec<CardId>> = HashMap::new();
    for task in project.tasks.iter().filter(|task| task.fields.status == Status::Active) {
        there.entry(task.column).or_default().push(task.id);
    }
    for column in &project.columns {
        let (Some(here), Some(there)) = (here.get(&column.id), there.get(&column.id)) else { continue };
        let is_open = |card: &&&Card| card.fields.status == Status::Active;
        if here.iter().filter(is_open).map(|card| card.id).eq(there.iter().copied()) {
            continue;
        }
        let mut open = there.iter().copied();
        let wanted: Vec<CardId> =
            here.iter()
                .map(|card| {
                    if card.fields.status == Status::Active {
                        open.next().unwrap_or(card.id)
                    } else {
                        card.id
                    }
                })
                .collect();
        let mut now: Vec<CardId> = here.iter().map(|card| card.id).collect();
        for (at, card) in wanted.into_iter().enumerate() {
            if now.get(at) == Some(&card) {
                continue;
            }
            let place = i64::try_from(at + 1).ok();
            edit(writing, Edit::MoveCard { card, column: column.id, place }).await?;
            now.retain(|other| *other != card);
            now.insert(at.min(now.len()), card);
        }
    }
    Ok(())
}

async fn edit(writing: &mut Writing<'_>, edit: Edit) -> Result<(), BoardError> {
    let effect: Option<Effect> = writing.perform(&Step::from(edit)).await?;
    match effect {
        Some(effect) => writing.keep(effect).await,
        None => Ok(()),
    }
}
