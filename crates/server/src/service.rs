use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use lemmascope_engine::Engine;
use lemmascope_intent::Cancellation;

use crate::gate::{Gate, Token};
use crate::metrics::Metrics;
use crate::settings::Limits;

/// The parts of a service.
pub struct Setup {
    /// The engine.
    pub engine: Arc<Engine>,
    /// The token of the person at this machine.
    pub token: Token,
    /// The folder that relative paths start from.
    pub workspace: PathBuf,
    /// The version of the program.
    pub version: &'static str,
    /// The bounds.
    pub limits: Limits,
}

/// An engine behind an HTTP interface.
pub struct Service {
    pub(crate) engine: Arc<Engine>,
    pub(crate) gate: Gate,
    pub(crate) workspace: PathBuf,
    pub(crate) version: &'static str,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    pub(crate) began: Instant,
    /// Cancels the requests that are still under way when the server has waited long enough for them.
    pub(crate) stop: Cancellation,
    is_draining: AtomicBool,
}

impl Service {
    /// A service of these parts.
    pub fn new(setup: Setup) -> Arc<Self> {
        Arc::new(Self {
            gate: Gate::new(setup.token, &setup.limits),
            engine: setup.engine,
            workspace: setup.workspace,
            version: setup.version,
            limits: setup.limits,
            metrics: Metrics::default(),
            began: Instant::now(),
            stop: Cancellation::default(),
            is_draining: AtomicBool::new(false),
        })
    }

    /// Whether the server takes no new work any more.
    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Takes no new work from here on.
    pub(crate) fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }
}
