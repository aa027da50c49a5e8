use lemmascope_intent::{Args, Cause, Context, Failure, Outcome, Owner, Parameter, Signature, Type, Value};

use super::reverting;
use crate::error::BoardError;
use crate::model::{Batch, Board, Operation, OperationId, inverse};
use crate::shown;
use crate::site::{Site, author};

/// How far back it is looked whether an operation was taken back already.
const LOOKED_BACK: u64 = 50;

/// Takes an operation back, and so does undo and redo: what was taken back is an operation too.
pub(super) fn signature() -> Signature {
    Signature::change("board.revert", "Take an operation on a board back.")
        .parameter(Parameter::required("operation", Type::Number, "The operation."))
        .returns(Type::Object)
        .internal()
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let store = site.store(cx).await?;
    let id = OperationId(args.optional_integer("operation").unwrap_or_default());
    let found = store.operation(id).await?.ok_or(BoardError::NoOperation(id))?;
    let owner = Owner::of_session(&cx.session);
    let may_see = |board: &Board| board.id == found.board && board.is_open_to(owner.as_str());
    if !store.boards().await?.iter().any(may_see) {
        return Err(BoardError::NoOperation(id).into());
    }
    let author = author(cx);
    if found.author != author {
        return Err(Failure::new(Cause::Forbidden, format!("it was done by {}", found.author))
            .hint("Who did it can take it back."));
    }
    // A process may have died after it took the operation back, and before it said so.
    if cx.unsettled {
        let later = store.history(found.board, &author, LOOKED_BACK).await?;
        if let Some(done) = later.iter().find(|operation| operation.reverts == Some(id)) {
            return outcome(site, cx, done).await;
        }
    }
    let batch = Batch {
        board: found.board,
        author,
        key: cx.idempotency_key.clone(),
        steps: inverse(&found),
        reverts: Some(id),
    };
    let done = store.apply(&batch).await?;
    site.tell_of_changes();
    outcome(site, cx, &done).await
}

async fn outcome(site: &Site, cx: &Context, operation: &Operation) -> Result<Outcome, Failure> {
    let now = site.store(cx).await?.snapshot(operation.board).await?;
    let changes = operation.effects.iter().flat_map(|effect| shown::changes(effect, &now));
    let outcome = Outcome::found(Value::from(operation.id.0)).undo(reverting(operation));
    Ok(changes.fold(outcome, Outcome::change))
}
