//! The gateway: accepts intents, delivers them, and keeps what becomes of them.
//!
//! Reading order: a submission and its validation, acceptance, the journal of an intent, tasks and the worker that does them, what
//! participants do, and the routes.

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
mod following;
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
pub use task::Pace;

pub(crate) use routes::routes;
pub(crate) use schema::MIGRATIONS;
pub(crate) use worker::work;

use self::acceptance::Acceptance;
use self::bus::Bus;
use self::rate::Rates;
use self::schemas::Compiled;
use self::validation::NewIntent;
use self::webhooks::{Callbacks, Caller};
use crate::fault::Fault;
use crate::settings::Settings;
use crate::site::Site;

/// The gateway with everything that it has open.
pub(crate) struct Gateway {
    database: Database,
    acceptance: Acceptance,
    schemas: Compiled,
    rates: Rates,
    callbacks: Callbacks,
    caller: Caller,
    /// The bus by which intents are delivered; without one they are delivered from the database.
    bus: Option<Bus>,
    payload_limit: usize,
    pace: Pace,
    fault: Fault,
    /// Changes whenever an intent of this process does.
    changed: watch::Sender<u64>,
    /// Changes whenever there may be something to do for the workers of this process.
    wake: watch::Sender<u64>,
}

impl Gateway {
    pub(crate) fn open(database: Database, settings: &Settings) -> Result<Self, GatewayFailure> {
        let callbacks = Callbacks::new(settings.private_callbacks.clone());
        Ok(Self {
            acceptance: Acceptance::begin(database.clone(), settings.fault.clone()),
            schemas: Compiled::default(),
            rates: Rates::a_minute(settings.rate),
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

    /// Says that an intent has changed.
    fn announce(&self) {
        self.changed.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Says that there may be something to do.
    fn wake(&self) {
        self.wake.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Makes an intent durable.
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

/// Hands an intent to the gateway on behalf of a sender, the owner of a key. When it returns, the intent is durable.
pub async fn submit(site: &Site, sender: &str, submission: Submission) -> Result<Accepted, GatewayFailure> {
    site.gateway().await?.accept(sender, submission).await
}

/// The threads in the inbox of an agent, the latest first.
pub(crate) async fn threads(site: &Site, agent: &str, most: u64) -> Result<Vec<Json>, GatewayFailure> {
    inbox::threads(&site.gateway().await?.database, agent, most).await
}

/// A thread of an agent. Its recipient has read it with that.
pub(crate) async fn thread(site: &Site, agent: &str, id: &str) -> Result<Json, GatewayFailure> {
    let gateway = site.gateway().await?;
    let intent = actions::acknowledge(&gateway, agent, id).await?;
    inbox::thread(&gateway.database, &intent, agent).await
}

/// The word of a receipt for a status of an intent: `accepted`, `running`, `done` or `failed`.
pub fn receipt(status: &str) -> &'static str {
    let waiting = Some("WAITING_FOR_AGENT");
    status::Status::parse(status, waiting).map_or("accepted", status::Status::receipt)
}
