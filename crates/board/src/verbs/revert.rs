use lemmascope_intent::{
    Args, Cause, Context, Failure, Notation, Outcome, Owner, Parameter, Signature, Type, Value,
};

use super::reverting;
use crate::error::BoardError;
use crate::model::{Batch, Board, Operation, OperationId, inverse};
use crate::shown;
use crate::site::{Site, author};
use crate::store::Store;

/// The number of later operations that are searched for an earlier undo.
const LOOKED_BACK: u64 = 50;

/// Reverts operations, last first. Also serves as undo of an undo, because the result is an operation too.
pub(super) fn signature() -> Signature {
    Signature::change("board.revert", "Undo operations on a board.")
        .parameter(
            Parameter::required(
                "operations",
                Type::Array,
                "The operations, in the order in which they were made.",
            )
            .written(Notation::Json),
        )
        .returns(Type::Object)
        .internal()
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let store = site.store(cx).await?;
    let given = args.get("operations").and_then(Value::as_list).unwrap_or_default();
    let author = author(cx);
    let mut found = Vec::new();
    for id in given {
        let id = OperationId(id.as_number().and_then(|number| number.as_i64()).unwrap_or_default());
        found.push(own(store.as_ref(), id, cx, &author).await?);
    }
    let mut done: Vec<Operation> = Vec::new();
    for operation in found.iter().rev() {
        match revert(store.as_ref(), operation, cx, &author, found.len()).await {
            Ok(reverted) => done.push(reverted),
            Err(failure) if done.is_empty() => return Err(failure),
            Err(failure) => {
                site.tell_of_changes();
                let parts = format!("{} of {} parts were taken back", done.len(), found.len());
                return Err(failure.effect_unknown().context(parts));
            }
        }
    }
    site.tell_of_changes();
    outcome(site, cx, &done).await
}

/// Returns an operation that this author may revert.
async fn own(store: &dyn Store, id: OperationId, cx: &Context, author: &str) -> Result<Operation, Failure> {
    let found = store.operation(id).await?.ok_or(BoardError::NoOperation(id))?;
    let owner = Owner::of_session(&cx.session);
    let may_see = |board: &Board| board.id == found.board && board.is_open_to(owner.as_str());
    if !store.boards().await?.iter().any(may_see) {
        return Err(BoardError::NoOperation(id).into());
    }
    match found.author == author {
        true => Ok(found),
        false => Err(Failure::new(Cause::Forbidden, format!("it was done by {}", found.author))
            .hint("Only the user who made the change can undo it.")),
    }
}

async fn revert(
    store: &dyn Store,
    operation: &Operation,
    cx: &Context,
    author: &str,
    parts: usize,
) -> Result<Operation, Failure> {
    // An earlier attempt may have reverted it: the process died before it was reported, or a part could not
    // be undone.
    if cx.unsettled || parts > 1 {
        let far = LOOKED_BACK.max(u64::try_from(parts).unwrap_or_default().saturating_mul(2));
        let later = store.history(operation.board, author, far).await?;
        if let Some(done) = later.into_iter().find(|later| later.reverts == Some(operation.id)) {
            return Ok(done);
        }
    }
    let key = match (cx.idempotency_key.as_str(), parts) {
        ("", _) => String::new(),
        (key, 1) => key.to_string(),
        (key, _) => format!("{key}/{}", operation.id.0),
    };
    let batch = Batch {
        board: operation.board,
        author: author.to_string(),
        key,
        steps: inverse(operation),
        reverts: Some(operation.id),
    };
    Ok(store.apply(&batch).await?)
}

async fn outcome(site: &Site, cx: &Context, done: &[Operation]) -> Result<Outcome, Failure> {
    let Some(board) = done.first().map(|operation| operation.board) else {
        return Err(Failure::new(Cause::MissingParameter, "parameter \"operations\" names no operation")
            .about("operations"));
    };
    let now = site.store(cx).await?.snapshot(board).await?;
    let effects = done.iter().flat_map(|operation| &operation.effects);
    let ids = done.iter().map(|operation| Value::from(operation.id.0)).collect();
    let outcome = Outcome::found(Value::List(ids)).undo(reverting(done));
    Ok(effects.flat_map(|effect| shown::changes(effect, &now)).fold(outcome, Outcome::change))
}
