//! Queries of doors about runs: owners can list, look up, follow and cancel their runs.

use std::time::Duration;

use lemmascope_intent::{Cause, Failure, Owner};

use crate::engine::Engine;
use crate::ledger::{Begun, RunSummary};
use crate::sessions::Follower;
use crate::vault::{SEALED_ANSWER, SEALED_REPORT};

/// The time that a cancelled run has to record its end.
const GRACE: Duration = Duration::from_secs(5);
/// The maximum number of runs in a listing.
const MOST: u64 = 200;
/// The time for which responses are stored for idempotency, in microseconds.
const ANSWERS: i64 = 24 * 60 * 60 * 1_000_000;

/// The state of an earlier request with the same idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Earlier {
    /// No earlier request. This one is now recorded as begun.
    None,
    /// The key belongs to a different request.
    Other,
    /// The same request is being executed.
    UnderWay,
    /// The process that executed the same request ended before the request did.
    Interrupted,
    /// The same request was completed.
    Answered {
        /// The HTTP status.
        status: u16,
        /// The body.
        body: String,
    },
    /// The same request was completed, but its response was sealed with another key.
    Unreadable,
}

impl Engine {
    /// Returns the runs of an owner, latest first: of one session or of all. With `before`, in milliseconds
    /// since 1970, only earlier runs.
    pub async fn runs(
        &self,
        owner: &Owner,
        session: Option<&str>,
        before: Option<i64>,
        most: u64,
    ) -> Result<Vec<RunSummary>, Failure> {
        let session = session.map(|session| owner.session(session));
        self.ledger.runs(owner, session.as_deref(), before, most.min(MOST)).await
    }

    /// Returns a run of an owner.
    pub async fn run(&self, owner: &Owner, id: &str) -> Result<RunSummary, Failure> {
        // A caller that has seen the last event expects the final status.
        self.live_runs.concluded(id).await;
        let Some((mut run, sealed)) = self.ledger.summary(owner, id).await? else {
            return self.live_runs.summary(owner, id).ok_or_else(|| unknown(id));
        };
        // A report that was sealed with another key is omitted; the run is still returned.
        let opened = sealed.and_then(|sealed| self.vault.open(&[SEALED_REPORT, id], &sealed).ok());
        run.report = opened.and_then(|report| serde_json::from_slice(&report).ok());
        Ok(run)
    }

    /// Follows the events of an owner's run from the one after number `after` to the end of the run.
    pub async fn follow(&self, owner: &Owner, run: &str, after: u64) -> Result<Follower, Failure> {
        self.live_runs.follow(&self.ledger, owner, run, after).await
    }

    /// Cancels a run of an owner, in this process or in another one on the same database. Returns whether the
    /// run is in progress; another process stops it within a few seconds.
    pub async fn cancel_run(&self, owner: &Owner, id: &str) -> Result<bool, Failure> {
        if self.live_runs.cancel(id, Some(owner)) {
            return Ok(true);
        }
        match self.run(owner, id).await?.status.as_str() {
            "running" => self.ledger.request_cancel(owner, id).await,
            _ => Ok(false),
        }
    }

    /// Waits up to `patience` for the runs of this process to end. Cancels the remaining runs, and gives them
    /// a few seconds to record their progress.
    pub async fn finish_runs(&self, patience: Duration) {
        if tokio::time::timeout(patience, self.live_runs.idle()).await.is_err() {
            self.live_runs.cancel_all();
            let _ended = tokio::time::timeout(GRACE, self.live_runs.idle()).await;
        }
    }

    /// Checks that the store responds.
    pub async fn check_store(&self) -> Result<(), Failure> {
        self.ledger.settings().await.map(drop)
    }

    /// Records that a request with this idempotency key begins, unless the key is already known. The digest
    /// identifies the request, so that reuse of the key for another one is detected.
    pub async fn begin_once(&self, owner: &Owner, key: &str, digest: &str) -> Result<Earlier, Failure> {
        self.ledger.forget_requests(self.ledger.tick() - ANSWERS).await?;
        let sealed_for = [SEALED_ANSWER, owner.as_str(), key];
        Ok(match self.ledger.begin_once(owner, key, digest).await? {
            Begun::First => Earlier::None,
            Begun::Other => Earlier::Other,
            Begun::UnderWay => Earlier::UnderWay,
            Begun::Interrupted => Earlier::Interrupted,
            Begun::Answered { status, sealed } => match self.vault.open(&sealed_for, &sealed) {
                Ok(body) => Earlier::Answered { status, body: String::from_utf8_lossy(&body).into_owned() },
                Err(_) => Earlier::Unreadable,
            },
        })
    }

    /// Records the response to a request that has begun.
    pub async fn answer_once(
        &self,
        owner: &Owner,
        key: &str,
        status: u16,
        body: &str,
    ) -> Result<(), Failure> {
        let sealed = self.vault.seal(&[SEALED_ANSWER, owner.as_str(), key], body.as_bytes())?;
        self.ledger.answer_once(owner, key, status, sealed).await
    }

    /// Forgets a request that had no effect, so that it can be sent again.
    pub async fn forget_once(&self, owner: &Owner, key: &str) -> Result<(), Failure> {
        self.ledger.forget_once(owner, key).await
    }
}

fn unknown(id: &str) -> Failure {
    Failure::new(Cause::TargetNotFound, format!("there is no run \"{id}\""))
}
