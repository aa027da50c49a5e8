use lemmascope_intent::{
    Args, Change, Context, Failure, Notation, Object, Outcome, Parameter, Signature, Type, Value,
};
use serde_json::Value as Json;

use super::reverting;
use crate::document::{Document, columns, edits, plan};
use crate::error::BoardError;
use crate::model::{Batch, Board, Edit, Operation, Snapshot};
use crate::site::{Site, author, texts};

pub(super) fn signature() -> Signature {
    Signature::change(
        "board.import_board",
        "Import the cards and missing columns of a document into a board.",
    )
    .command("board import <document>")
    .parameter(
        Parameter::required("document", Type::Object, "The output of `board export`; CSV as {\"text\": …}.")
            .written(Notation::Json),
    )
    .returns(Type::Object)
    .examples(&[r#"board import '{"text": "title,column\nFix login,Backlog\n"}'"#])
}

pub(super) async fn import(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let given = args.get("document").cloned().unwrap_or_default();
    let given: Json = serde_json::to_value(&given).unwrap_or_default();
    let document = Document::read(&given)?;
    let board = site.board(cx, args.optional_text("board")).await?;
    let store = site.store(cx).await?;
    let plan = plan(&document, &*store.snapshot(board.id).await?);
    let mut done: Vec<Operation> = Vec::new();
    let result = carry_out(site, cx, &board, &plan, &mut done).await;
    site.tell_of_changes();
    if let Err(failure) = result {
        return Err(match done.is_empty() {
            true => failure,
            // A retry must not import the existing cards again.
            false => failure.effect_unknown().context("a part of the cards was imported"),
        });
    }
    let mut value = Object::new();
    value.insert("board".into(), board.name.as_str().into());
    value.insert("cards".into(), Value::from(i64::try_from(document.len()).unwrap_or(i64::MAX)));
    value.insert("notHeld".into(), texts(&plan.lost));
    if !plan.lost.is_empty() {
        cx.logbook.section("not held", plan.lost.clone(), Value::Null);
    }
    let change = Change::Added(format!("{} cards in board \"{}\"", document.len(), board.name));
    let outcome = Outcome::found(value).line(format!("import_board \"{}\"", board.name)).change(change);
    Ok(match done.as_slice() {
        [] => outcome,
        parts => outcome.undo(reverting(parts)),
    })
}

async fn carry_out(
    site: &Site,
    cx: &Context,
    board: &Board,
    plan: &crate::document::Plan,
    done: &mut Vec<Operation>,
) -> Result<(), Failure> {
    let store = site.store(cx).await?;
    let mut part = 0;
    let mut apply = async |steps: Vec<Edit>| -> Result<(), Failure> {
        if steps.is_empty() {
            return Ok(());
        }
        part += 1;
        let key = match cx.idempotency_key.as_str() {
            "" => String::new(),
            key => format!("{key}/{part}"),
        };
        let steps = steps.into_iter().map(Into::into).collect();
        let batch = Batch { board: board.id, author: author(cx), key, steps, reverts: None };
        done.push(store.apply(&batch).await?);
        Ok(())
    };
    let nowhere =
        |title| BoardError::Invalid { field: "column", reason: format!("\"{title}\" is in no column") };
    if let Some(edits) = plan.at_once(&*store.snapshot(board.id).await?) {
        return apply(edits.map_err(nowhere)?).await;
    }
    apply(plan.columns.clone()).await?;
    for (cards, _) in &plan.cards {
        let now = store.snapshot(board.id).await?;
        let edits = edits(cards, &now, &columns(&now)).map_err(nowhere)?;
        apply(edits).await?;
    }
    let now: std::sync::Arc<Snapshot> = store.snapshot(board.id).await?;
    let archived = now.columns.iter().filter(|column| plan.archived.contains(&column.title));
    apply(archived.map(|column| Edit::ArchiveColumn { column: column.id, archived: true }).collect()).await
}
