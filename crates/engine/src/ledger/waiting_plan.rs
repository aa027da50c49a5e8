use lemmascope_intent::Failure;
use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Query};
use serde_json::Value as Json;

use super::{Ledger, failure, insert};

/// A request whose plan waits for confirmation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WaitingPlan {
    /// The request.
    pub request: Json,
    /// The time after which a confirmation is too late, in seconds since 1970.
    pub expires: i64,
}

impl Ledger {
    /// Stores the request whose plan waits for confirmation in a session, in place of an earlier one.
    pub(crate) async fn keep_waiting_plan(
        &self,
        session: &str,
        waiting: &WaitingPlan,
    ) -> Result<(), Failure> {
        let mut insert = insert(
            "waiting_plan",
            [
                ("session", session.into()),
                ("request", waiting.request.to_string().into()),
                ("expires", waiting.expires.into()),
            ],
        );
        insert.on_conflict(OnConflict::column("session").update_columns(["request", "expires"]).to_owned());
        self.store.execute(insert).await.map_err(failure).map(drop)
    }

    /// Returns the request whose plan waits for confirmation in a session.
    pub(crate) async fn waiting_plan(&self, session: &str) -> Result<Option<WaitingPlan>, Failure> {
        let mut select = Query::select();
        select
            .columns(["request", "expires"])
            .from("waiting_plan")
            .and_where(Expr::col("session").eq(session));
        let row = self.store.fetch_optional(select).await.map_err(failure)?;
        let read = |row: lemmascope_store::Row| {
            Ok(WaitingPlan { request: row.json("request")?, expires: row.integer("expires")? })
        };
        row.map(read).transpose().map_err(failure)
    }

    /// Deletes the request whose plan waits for confirmation in a session.
    pub(crate) async fn drop_waiting_plan(&self, session: &str) -> Result<(), Failure> {
        let mut delete = Query::delete();
        delete.from_table("waiting_plan").and_where(Expr::col("session").eq(session));
        self.store.execute(delete).await.map_err(failure).map(drop)
    }
}
