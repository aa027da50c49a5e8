use lemmascope_intent::Failure;
use lemmascope_store::query::{Expr, ExprTrait, Query};
use serde_json::Value as Json;

use super::{Ledger, Receipt, Record, failure};

/// The persistent state of a session: its conversation, and the intents that it has defined.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SessionState {
    /// The state.
    pub state: Json,
    /// The version, which reveals whether another process has changed the state.
    pub version: i64,
}

impl Ledger {
    /// Returns the state of a session if its version differs from the known one.
    pub(crate) async fn session_state(
        &self,
        session: &str,
        known: i64,
    ) -> Result<Option<SessionState>, Failure> {
        let mut select = Query::select();
        select
            .columns(["state", "version"])
            .from("session_state")
            .and_where(Expr::col("session").eq(session))
            .and_where(Expr::col("version").ne(known));
        let row = self.store.fetch_optional(select).await.map_err(failure)?;
        let read = |row: lemmascope_store::Row| {
            Ok(SessionState { state: row.json("state")?, version: row.integer("version")? })
        };
        row.map(read).transpose().map_err(failure)
    }

    /// Stores the state of a session in place of an earlier one, in a group commit.
    pub(crate) fn keep_session_state(&self, session: &str, state: SessionState) -> Receipt {
        self.commit(Record::State { session: session.into(), state, changed: self.tick() })
    }

    /// Deletes the state of a session that has ended.
    pub(crate) async fn drop_session_state(&self, session: &str) -> Result<(), Failure> {
        let mut delete = Query::delete();
        delete.from_table("session_state").and_where(Expr::col("session").eq(session));
        self.store.execute(delete).await.map_err(failure).map(drop)
    }
}
