//! The gateway: it accepts intents, delivers them, and stores their state.
//!
//! Reading order: a submission and its validation, acceptance, the journal of an intent, tasks and their
//! worker, the actions of participants, and the routes.

mod failure;
mod rate;
mod schema;
mod status;
mod submission;
mod validation;

mod acceptance;
mod journal;
mod task;

mod bus;
mod delivery;
mod execution;
mod webhooks;
mod worker;
mod workflow;

mod actions;
mod approvals;
mod dead_letters;
mod event_stream;
mod inbox;
mod macros;
mod retention;
mod schemas;

mod routes;

use lemmascope_store::Store as Database;
use serde_json::Value as Json;
use tokio::sync::watch;

pub use bus::BusSettings;
pub(crate) use bus::check as check_bus;
pub use failure::GatewayFailure;
pub(crate) use failure::refusal;
pub use macros::Template;
pub use routes::read_submission;
pub use submission::{Accepted, Submission, Trace};
pub use task::TaskTiming;

pub(crate) use routes::routes;
pub(crate) use schema::MIGRATIONS;
pub(crate) use worker::work;

use self::acceptance::IntentAcceptor;
use self::bus::Bus;
use self::rate::Rates;
use self::schemas::Compiled;
use self::validation::NewIntent;
use self::webhooks::{Callbacks, Caller};
use crate::fault::Fault;
use crate::settings::Settings;
use crate::site::Site;

/// The gateway with its open resources.
pub(crate) struct Gateway {
    database: Database,
    acceptance: IntentAcceptor,
    schemas: Compiled,
    rates: Rates,
    callbacks: Callbacks,
    caller: Caller,
    /// The bus for deliveries; without one, intents are delivered from the database.
    bus: Option<Bus>,
    payload_limit: usize,
    pace: TaskTiming,
    fault: Fault,
    /// Changes with every intent that changes in this process.
    changed: watch::Sender<u64>,
    /// Changes when the workers of this process may have a new task.
    wake: watch::Sender<u64>,
}

impl Gateway {
    pub(crate) fn open(database: Database, settings: &Settings) -> Result<Self, GatewayFailure> {
        let callbacks = Callbacks::new(settings.private_callbacks.clone());
        Ok(Self {
            acceptance: IntentAcceptor::begin(database.clone(), settings.fault.clone()),
            schemas: Compiled::default(),
            rates: Rates::per_minute_limit(settings.rate),
            caller: Caller::new(callbacks.clone())?,
            callbacks,
            bus: settings.bus.clone().map(|bus| Bus::new(bus, settings.pace)),
            payload_limit: settings.payload_limit,
            pace: settings.pace,
            fault: settings.fault.clone(),
            changed: watch::Sender::new(0),
            wake: watch::Sender::new(0),
            database,
        })
    }

    /// Notifies waiting callers that an intent has changed.
    fn announce(&self) {
        self.changed.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Notifies the workers that there may be a task.
    fn wake(&self) {
        self.wake.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Accepts an intent durably.
    async fn accept(&self, sender: &str, submission: Submission) -> Result<Accepted, GatewayFailure> {
        let mut intent = NewIntent::of(sender, submission, self.payload_limit)?;
        self.schemas.check(&self.database, &intent.intent_type, &intent.payload).await?;
        intent.workflow = macros::compiled(&self.database, &intent).await?;
        let accepted = self.acceptance.accept(intent).await?;
        if !accepted.repeated {
            self.announce();
            self.wake();
        }
        Ok(accepted)
    }
}

/// Submits an intent on behalf of a sender, the owner of a key. The intent is durable when this returns.
pub async fn submit(site: &Site, sender: &str, submission: Submission) -> Result<Accepted, GatewayFailure> {
    site.gateway().await?.accept(sender, submission).await
}

/// Returns the threads in the inbox of an agent, latest first.
pub(crate) async fn threads(site: &Site, agent: &str, most: u64) -> Result<Vec<Json>, GatewayFailure> {
    inbox::threads(&site.gateway().await?.database, agent, most).await
}

/// Returns a thread of an agent, and marks it as read by its recipient.
pub(crate) async fn thread(site: &Site, agent: &str, id: &str) -> Result<Json, GatewayFailure> {
    let gateway = site.gateway().await?;
    let intent = actions::acknowledge(&gateway, agent, id).await?;
    inbox::thread(&gateway.database, &intent, agent).await
}

/// Returns the receipt for a status of an intent: `accepted`, `running`, `done` or `failed`.
pub fn receipt(status: &str) -> &'static str {
    let waiting = Some("WAITING_FOR_AGENT");
    status::Status::parse(status, waiting).map_or("accepted", status::Status::receipt)
}
