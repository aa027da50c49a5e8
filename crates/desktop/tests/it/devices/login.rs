//! Tests locking, sleep and shutdown. logind cannot run in a test, and the machine must stay on, so a fake
//! service on a private bus records the calls.

use std::sync::{Arc, Mutex};

use serde_json::json;
use tokio::runtime::Runtime;
use zbus::{Connection, interface};

use crate::seat::Seat;

#[derive(Default)]
struct Notes {
    told: Vec<String>,
    planned: bool,
    inhibitors: Vec<(String, String, String, String, u32, u32)>,
}

type Shared = Arc<Mutex<Notes>>;

struct Manager(Shared);

#[interface(name = "org.freedesktop.login1.Manager")]
impl Manager {
    fn suspend(&self, interactive: bool) {
        self.0.lock().unwrap().told.push(format!("suspend {interactive}"));
    }

    fn schedule_shutdown(&self, kind: String, at: u64) -> zbus::fdo::Result<()> {
        let mut notes = self.0.lock().unwrap();
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        let minutes = (at as f64 / 1e6 - now.as_secs_f64()) / 60.0;
        if minutes > 1000.0 {
            return Err(zbus::fdo::Error::AccessDenied("not you".into()));
        }
        notes.told.push(format!("{kind} in {minutes:.0}"));
        notes.planned = true;
        Ok(())
    }

    fn cancel_scheduled_shutdown(&self) -> bool {
        std::mem::take(&mut self.0.lock().unwrap().planned)
    }

    fn list_inhibitors(&self) -> Vec<(String, String, String, String, u32, u32)> {
        self.0.lock().unwrap().inhibitors.clone()
    }
}

struct Session(Shared);

#[interface(name = "org.freedesktop.login1.Session")]
impl Session {
    fn lock(&self) {
        self.0.lock().unwrap().told.push("lock".into());
    }

    #[zbus(property)]
    fn id(&self) -> String {
        "2".into()
    }
}

/// A seat whose system bus has a fake logind.
struct Machine {
    seat: Seat,
    notes: Shared,
    _service: (Connection, Runtime),
}

impl Machine {
    fn new() -> Self {
        let seat = Seat::empty().bus();
        let notes = Shared::default();
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let address = seat.settings().session_bus.unwrap();
        let (manager, session) = (Manager(Arc::clone(&notes)), Session(Arc::clone(&notes)));
        let connection = runtime.block_on(async {
            zbus::connection::Builder::address(address.as_str())
                .serve_at("/org/freedesktop/login1", manager)
                .serve_at("/org/freedesktop/login1/session/auto", session)
                .name("org.freedesktop.login1")
                .build()
                .await
                .unwrap()
        });
        Self { seat, notes, _service: (connection, runtime) }
    }

    fn try_call(
        &self,
        verb: &str,
        arguments: serde_json::Value,
    ) -> Result<lemmascope_intent::Outcome, lemmascope_intent::Failure> {
        let mut settings = self.seat.settings();
        settings.system_bus = settings.session_bus.take().unwrap();
        self.seat.try_call_of(&lemmascope_desktop::system::domain(settings), verb, arguments)
    }

    fn told(&self) -> Vec<String> {
        std::mem::take(&mut self.notes.lock().unwrap().told)
    }
}

#[test]
fn lock_and_sleep_call_the_login_manager() {
    let machine = Machine::new();
    machine.try_call("system.power.lock", json!({})).unwrap();
    machine.try_call("system.power.sleep", json!({})).unwrap();
    assert_eq!(machine.told(), ["lock", "suspend false"]);
}

#[test]
fn scheduled_shutdown_can_be_cancelled() {
    let machine = Machine::new();
    let done = machine.try_call("system.power.shutdown", json!({ "delay": 10 })).unwrap();
    assert_eq!(machine.told(), ["poweroff in 10"]);
    assert_eq!(done.line.as_deref(), Some("shut down in 10 minutes"));
    let undo = done.undo.unwrap();
    assert_eq!(undo.capability, "system.power.cancel_shutdown");
    let undone = machine.try_call(&undo.capability, json!({})).unwrap();
    assert_eq!(undone.undo, None, "nothing plans a shutdown without asking");
    assert!(!machine.notes.lock().unwrap().planned);
    let nothing = machine.try_call(&undo.capability, json!({})).unwrap_err();
    assert_eq!(nothing.cause.as_str(), "target_not_found");
    for delay in [json!(-1), json!(1.5), json!(100_000_000)] {
        let refused = machine.try_call("system.power.shutdown", json!({ "delay": delay })).unwrap_err();
        assert_eq!(refused.cause.as_str(), "invalid_parameter");
    }
    let denied = machine.try_call("system.power.shutdown", json!({ "delay": 2000 })).unwrap_err();
    assert_eq!(denied.cause.as_str(), "permission_denied", "{denied:?}");
}

#[test]
fn reports_blocking_inhibitors() {
    let machine = Machine::new();
    let inhibitor = |what: &str, who: &str, mode: &str| {
        (what.to_string(), who.to_string(), "burning a\nCD".to_string(), mode.to_string(), 1000, 7)
    };
    machine.notes.lock().unwrap().inhibitors =
        vec![inhibitor("sleep:shutdown", "Burner", "block"), inhibitor("sleep", "Net", "delay")];
    for verb in ["system.power.sleep", "system.power.shutdown"] {
        let failure = machine.try_call(verb, json!({})).unwrap_err();
        assert_eq!(
            (failure.cause.as_str(), failure.message.as_str()),
            ("conflict", "Burner is in the way: burning a CD")
        );
    }
    assert_eq!(machine.told(), [""; 0]);
    machine.notes.lock().unwrap().inhibitors.remove(0);
    machine.try_call("system.power.sleep", json!({})).unwrap();
}

#[test]
fn sleep_and_shutdown_require_confirmation() {
    let domain = Seat::empty().domain();
    let asks: Vec<&str> = domain
        .capabilities
        .iter()
        .map(|capability| capability.signature())
        .filter(|signature| signature.warning.is_some() && signature.asks())
        .map(|signature| signature.name)
        .collect();
    assert_eq!(asks, ["system.power.sleep", "system.power.shutdown"]);
}
