//! The work in the background: tasks that are due are leased and done.

use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{Cancellation, Submit};
use lemmascope_store::query::{Expr, ExprTrait, Query};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::failure::GatewayFailure;
use super::schema::KEY;
use super::task::{self, Kind, Task, milliseconds};
use super::{Gateway, delivery, execution, webhooks};
use crate::fault::Step;
use crate::site::Site;
use crate::store::now;

/// The most tasks that are done at a time, beside deliveries.
const MOST: usize = 32;
/// The most deliveries that share a transaction.
const DELIVERIES: usize = 64;
/// How long keys of submissions are remembered.
const KEYS: Duration = Duration::from_secs(48 * 3600);
/// How often old keys are forgotten.
const TIDYING: Duration = Duration::from_secs(3600);
/// How long work that was begun may go on when the server ends.
const LEAVING: Duration = Duration::from_secs(5);

/// Does what is due, until it is cancelled.
pub(crate) async fn work(site: Arc<Site>, engine: Arc<dyn Submit>, cancellation: Cancellation) {
    let gateway = loop {
        match site.gateway().await {
            Ok(gateway) => break gateway,
            Err(failure) => tracing::error!(reason = %failure.reason, "the gateway cannot begin its work"),
        }
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(5)) => {}
            () = cancellation.cancelled() => return,
        }
    };
    let stop = Cancellation::default();
    let mut begun: JoinSet<()> = JoinSet::new();
    let mut tidied: Option<Instant> = None;
    while !cancellation.is_cancelled() {
        if tidied.is_none_or(|at| at.elapsed() > TIDYING) {
            tidied = Some(Instant::now());
            if let Err(failure) = tidy(&gateway).await {
                tracing::warn!(reason = %failure.reason, "old keys could not be forgotten");
            }
        }
        let found = match next(&gateway, MOST.saturating_sub(begun.len())).await {
            Ok(tasks) => tasks,
            Err(failure) => {
                tracing::error!(reason = %failure.reason, "tasks could not be leased");
                Vec::new()
            }
        };
        if found.is_empty() {
            tokio::select! {
                () = gateway.wake.notified() => {}
                () = tokio::time::sleep(gateway.pace.poll) => {}
                Some(_) = begun.join_next(), if !begun.is_empty() => {}
                () = cancellation.cancelled() => {}
            }
            continue;
        }
        let (deliveries, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|task| task.kind == Kind::Deliver);
        for task in others {
            let (gateway, engine, stop) = (Arc::clone(&gateway), Arc::clone(&engine), stop.clone());
            begun.spawn(async move {
                let done = carry_out(&gateway, &engine, &task, &stop).await;
                conclude(&gateway, &task, done).await;
                gateway.wake.notify_one();
            });
        }
        deliver(&gateway, &deliveries).await;
        while begun.try_join_next().is_some() {}
    }
    let ended = async { while begun.join_next().await.is_some() {} };
    if tokio::time::timeout(LEAVING, ended).await.is_err() {
        stop.cancel();
        let ended = async { while begun.join_next().await.is_some() {} };
        let _left = tokio::time::timeout(LEAVING, ended).await;
    }
}

async fn next(gateway: &Gateway, most: usize) -> Result<Vec<Task>, GatewayFailure> {
    if most == 0 || !task::is_any_due(&gateway.database).await? {
        return Ok(Vec::new());
    }
    let most = u64::try_from(most.max(DELIVERIES)).unwrap_or(1);
    let tasks = task::lease(&gateway.database, most, &gateway.pace).await?;
    if !tasks.is_empty() {
        gateway.fault.at(Step::AfterLeasing);
    }
    Ok(tasks)
}

/// Deliveries share a transaction. What one of them fails for does not concern the others.
async fn deliver(gateway: &Gateway, tasks: &[Task]) {
    if tasks.is_empty() {
        return;
    }
    if tasks.len() > 1 && delivery::deliver(gateway, tasks).await.is_ok() {
        return;
    }
    for task in tasks {
        let done = delivery::deliver(gateway, std::slice::from_ref(task)).await;
        conclude(gateway, task, done).await;
    }
}

async fn carry_out(
    gateway: &Arc<Gateway>,
    engine: &Arc<dyn Submit>,
    task: &Task,
    stop: &Cancellation,
) -> Result<(), GatewayFailure> {
    match task.kind {
        Kind::Deliver => delivery::deliver(gateway, std::slice::from_ref(task)).await,
        Kind::Execute => execution::execute(gateway, engine, task, stop).await,
        Kind::Callback => webhooks::call(gateway, engine, task).await,
        Kind::Deadline => delivery::time_out(gateway, task).await,
        Kind::Reminder => delivery::remind(gateway, task).await,
        Kind::Workflow => super::workflow::advance(gateway, engine, task, stop).await,
    }
}

/// Notes a failure: the task is tried again later, or is a dead letter.
async fn conclude(gateway: &Gateway, task: &Task, done: Result<(), GatewayFailure>) {
    let Err(failure) = done else { return };
    tracing::warn!(task = task.id, kind = task.kind.as_str(), reason = %failure.reason, "a task failed");
    let noted: Result<(), GatewayFailure> = async {
        let mut transaction = gateway.database.begin().await?;
        task::fail(&mut transaction, task, &failure.reason, &gateway.pace).await?;
        Ok(transaction.commit().await?)
    }
    .await;
    if let Err(failure) = noted {
        // The lease ends by itself, and the task is tried again then.
        tracing::warn!(task = task.id, reason = %failure.reason, "the failure of a task could not be noted");
    }
}

async fn tidy(gateway: &Gateway) -> Result<(), GatewayFailure> {
    let old = Query::delete()
        .from_table(KEY)
        .and_where(Expr::col("created_at").lt(now() - milliseconds(KEYS)))
        .take();
    gateway.database.execute(old).await?;
    Ok(())
}
