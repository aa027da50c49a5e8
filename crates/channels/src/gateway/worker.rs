//! The background work: due tasks are leased and executed.

use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{Cancellation, Submit};
use lemmascope_store::query::{Expr, ExprTrait, Query};
use tokio::task::JoinSet;

use super::bus::Bus;
use super::failure::GatewayFailure;
use super::schema::KEY;
use super::task::{self, Kind, Task, milliseconds};
use super::{Gateway, bus, delivery, execution, retention, webhooks};
use crate::fault::Step;
use crate::site::Site;
use crate::store::now;

/// A group of kinds of tasks with its own concurrency limit, so that slow tasks do not block fast ones.
struct Lane {
    kinds: &'static [Kind],
    most: usize,
}

/// Deliveries, which share a transaction if they are due at the same time.
const DELIVERIES: Lane = Lane { kinds: &[Kind::Deliver], most: 64 };
/// Calls of webhooks, and tasks that are due at a certain time.
const CALLS: Lane = Lane { kinds: &[Kind::Callback, Kind::Deadline, Kind::Reminder], most: 16 };
/// Executions by the engine.
const EXECUTIONS: Lane = Lane { kinds: &[Kind::Execute, Kind::Workflow], most: 8 };

/// The time that tasks in progress have to finish when the server shuts down.
const LEAVING: Duration = Duration::from_secs(5);

/// Executes due tasks until it is cancelled.
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
    let lane = |lane: Lane| run_lane(&gateway, &engine, &cancellation, lane);
    let consuming = async {
        if let Some(bus) = &gateway.bus {
            bus::run_consumer(&gateway, bus, &cancellation).await;
        }
    };
    let tidying = run_retention(&gateway, &engine, &cancellation);
    tokio::join!(lane(DELIVERIES), lane(CALLS), lane(EXECUTIONS), consuming, tidying);
}

async fn run_lane(gateway: &Arc<Gateway>, engine: &Arc<dyn Submit>, cancellation: &Cancellation, lane: Lane) {
    let stop = Cancellation::default();
    let mut begun: JoinSet<()> = JoinSet::new();
    let mut wake = gateway.wake.subscribe();
    while !cancellation.is_cancelled() {
        wake.mark_unchanged();
        let tasks = match next(gateway, &lane, lane.most.saturating_sub(begun.len())).await {
            Ok(tasks) => tasks,
            Err(failure) => {
                tracing::error!(reason = %failure.reason, "tasks could not be leased");
                Vec::new()
            }
        };
        if tasks.is_empty() {
            tokio::select! {
                _ = wake.changed() => {}
                () = tokio::time::sleep(gateway.pace.poll) => {}
                Some(_) = begun.join_next(), if !begun.is_empty() => {}
                () = cancellation.cancelled() => {}
            }
            continue;
        }
        if lane.kinds == DELIVERIES.kinds {
            match &gateway.bus {
                Some(bus) => publish(gateway, bus, tasks).await,
                None => deliver(gateway, &tasks).await,
            }
            continue;
        }
        for task in tasks {
            let (gateway, engine, stop) = (Arc::clone(gateway), Arc::clone(engine), stop.clone());
            begun.spawn(async move {
                let done = held(&gateway, &task, carry_out(&gateway, &engine, &task, &stop)).await;
                conclude(&gateway, &task, done).await;
            });
        }
    }
    let ended = async { while begun.join_next().await.is_some() {} };
    if tokio::time::timeout(LEAVING, ended).await.is_err() {
        stop.cancel();
        let ended = async { while begun.join_next().await.is_some() {} };
        let _left = tokio::time::timeout(LEAVING, ended).await;
    }
}

async fn next(gateway: &Gateway, lane: &Lane, most: usize) -> Result<Vec<Task>, GatewayFailure> {
    if most == 0 || !task::has_due_task(&gateway.database, lane.kinds).await? {
        return Ok(Vec::new());
    }
    let most = u64::try_from(most).unwrap_or(1);
    let tasks = task::lease(&gateway.database, lane.kinds, most, &gateway.pace).await?;
    if !tasks.is_empty() {
        gateway.fault.at(Step::AfterLeasing);
    }
    Ok(tasks)
}

/// Renews the lease of a task while the work continues. The renewals run in a separate task: a future that is
/// not polled while the work blocks could hold the connection for which the work waits.
async fn held(
    gateway: &Arc<Gateway>,
    task: &Task,
    work: impl Future<Output = Result<(), GatewayFailure>>,
) -> Result<(), GatewayFailure> {
    let (renewing, held) = (Arc::clone(gateway), task.clone());
    // Dropping the set aborts its tasks.
    let mut renewals = JoinSet::new();
    renewals.spawn(async move {
        loop {
            tokio::time::sleep(renewing.pace.lease / 3).await;
            // Without the lease, the outcome is not recorded; the new holder takes care of it.
            let _held = task::renew(&renewing.database, &held, &renewing.pace).await;
        }
    });
    let done = work.await;
    drop(renewals);
    done
}

/// Delivers intents in a shared transaction. If it fails, retries them one by one.
async fn deliver(gateway: &Gateway, tasks: &[Task]) {
    if tasks.len() > 1 && delivery::deliver(gateway, tasks).await.is_ok() {
        return;
    }
    for task in tasks {
        let done = delivery::deliver(gateway, std::slice::from_ref(task)).await;
        conclude(gateway, task, done).await;
    }
}

/// Publishes leased tasks. They stay in the outbox until they are delivered, and are published again if the
/// bus loses them.
async fn publish(gateway: &Gateway, bus: &Bus, tasks: Vec<Task>) {
    let (tasks, given_up): (Vec<Task>, Vec<Task>) =
        tasks.into_iter().partition(|task| task.attempts <= gateway.pace.attempts);
    for task in &given_up {
        let reason = "the bus has not delivered it, although it was published again and again";
        conclude(gateway, task, Err(GatewayFailure::new(504, "UNDELIVERED", reason))).await;
    }
    gateway.fault.at(Step::BeforePublishing);
    if let Err(failure) = bus.publish(&tasks).await {
        for task in &tasks {
            conclude(gateway, task, Err(failure.clone())).await;
        }
        return;
    }
    gateway.fault.at(Step::AfterPublishing);
    let due = now() + milliseconds(gateway.pace.lease.saturating_mul(2));
    if let Err(error) = task::give_back(&gateway.database, &tasks, due).await {
        tracing::warn!(%error, "published tasks could not be released; their lease expires");
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

/// Records a failure: the task is retried later, or becomes a dead letter.
async fn conclude(gateway: &Gateway, task: &Task, done: Result<(), GatewayFailure>) {
    let Err(failure) = done else { return };
    tracing::warn!(task = task.id, kind = task.kind.as_str(), reason = %failure.reason, "a task failed");
    let noted: Result<(), GatewayFailure> = async {
        if failure.status == 503 {
            return Ok(task::retry(&gateway.database, task, &failure.reason, &gateway.pace).await?);
        }
        let mut transaction = gateway.database.begin().await?;
        task::fail(&mut transaction, task, &failure.reason, &gateway.pace).await?;
        Ok(transaction.commit().await?)
    }
    .await;
    if let Err(failure) = noted {
        // The lease expires, and the task is then retried.
        tracing::warn!(task = task.id, reason = %failure.reason, "the failure of a task could not be noted");
    }
}

async fn run_retention(gateway: &Gateway, engine: &Arc<dyn Submit>, cancellation: &Cancellation) {
    while !cancellation.is_cancelled() {
        match retention::purge(gateway, engine.as_ref()).await {
            Ok((0, 0)) => {}
            Ok((threads, notices)) => {
                tracing::info!(threads, notices, "old threads and notices were removed")
            }
            Err(error) => tracing::warn!(%error, "old threads and notices could not be removed"),
        }
        if let Err(failure) = tidy(gateway).await {
            tracing::warn!(reason = %failure.reason, "old keys could not be forgotten");
        }
        tokio::select! {
            () = tokio::time::sleep(gateway.pace.tidying) => {}
            () = cancellation.cancelled() => {}
        }
    }
}

async fn tidy(gateway: &Gateway) -> Result<(), GatewayFailure> {
    let old = Query::delete()
        .from_table(KEY)
        .and_where(Expr::col("created_at").lt(now() - milliseconds(gateway.pace.keys)))
        .take();
    gateway.database.execute(old).await?;
    Ok(())
}
