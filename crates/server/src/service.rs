use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use lemmascope_engine::Engine;
use lemmascope_intent::{BackgroundWork, Cancellation, Doors, Failure, Page, Route};

use crate::gate::{Gate, Token};
use crate::metrics::Metrics;
use crate::settings::Limits;
use crate::telemetry::Telemetry;

/// The parts of a service.
pub struct Setup {
    /// The engine.
    pub engine: Arc<Engine>,
    /// The interfaces of its domains for a server.
    pub doors: Doors,
    /// The token of the person at this machine.
    pub token: Token,
    /// The working directory: relative paths are resolved against it.
    pub workspace: PathBuf,
    /// The version of the program.
    pub version: &'static str,
    /// The limits.
    pub limits: Limits,
    /// The address of the trace collector, or empty.
    pub telemetry: String,
}

/// An engine with an HTTP interface.
pub struct Service {
    pub(crate) engine: Arc<Engine>,
    pub(crate) routes: Vec<Arc<Route>>,
    pub(crate) pages: Vec<&'static Page>,
    pub(crate) background: Vec<BackgroundWork>,
    pub(crate) gate: Gate,
    pub(crate) workspace: PathBuf,
    pub(crate) version: &'static str,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    pub(crate) telemetry: Option<Telemetry>,
    pub(crate) began: Instant,
    /// Cancels the remaining requests after the drain period.
    pub(crate) stop: Cancellation,
    is_draining: AtomicBool,
}

impl Service {
    /// Creates a service. Fails if the address of the trace collector is invalid.
    pub fn new(setup: Setup) -> Result<Arc<Self>, Failure> {
        Ok(Arc::new(Self {
            telemetry: Telemetry::new(&setup.telemetry, setup.version)?,
            gate: Gate::new(setup.token, &setup.limits),
            engine: setup.engine,
            routes: setup.doors.routes.into_iter().map(Arc::new).collect(),
            pages: setup.doors.pages,
            background: setup.doors.background,
            workspace: setup.workspace,
            version: setup.version,
            limits: setup.limits,
            metrics: Metrics::default(),
            began: Instant::now(),
            stop: Cancellation::default(),
            is_draining: AtomicBool::new(false),
        }))
    }

    /// Whether the server rejects new work.
    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Rejects new work from now on.
    pub(crate) fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }
}
