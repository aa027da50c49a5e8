//! The retention period of deleted cards.

use lemmascope_intent::{Value, parse_duration};

use crate::embedded::now;
use crate::error::BoardError;
use crate::store::Store;

/// Purges the cards that were deleted before the configured retention period, and returns their number.
pub(crate) async fn purge(
    store: &dyn Store,
    setting: &(dyn Fn(&str) -> Option<Value> + Sync),
) -> Result<u64, BoardError> {
    let kept = setting("board.keep_deleted");
    let kept = kept.as_ref().and_then(|value| value.as_text()).and_then(parse_duration).unwrap_or_default();
    if kept.is_zero() {
        return Ok(0);
    }
    let before = now().saturating_sub(i64::try_from(kept.as_millis()).unwrap_or(i64::MAX));
    let mut purged = 0;
    for board in store.boards().await? {
        purged += store.purge(board.id, before).await?;
    }
    Ok(purged)
}
