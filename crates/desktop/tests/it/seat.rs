//! A seat for tests: a virtual display, a window manager, a message bus and a sound server, separate for each
//! test. They come from Debian packages (`scripts/prepare desktop`) and end with the test.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use lemmascope_desktop::{files, system};
use lemmascope_intent::{Args, Call, Context, Domain, Failure, Object, Outcome, Value};
use serde_json::Value as Json;
use tempfile::TempDir;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt, CreateWindowAux, WindowClass};
use x11rb::rust_connection::RustConnection;

/// The environment of a test. Its programs end with it, in reverse order.
pub(crate) struct Seat {
    sound: Option<Running>,
    bus: Option<(Running, String)>,
    manager: Option<Running>,
    server: Option<(Running, String)>,
    base: TempDir,
    runtime: tokio::runtime::Runtime,
    calls: AtomicU64,
}

/// The size of the screen.
pub(crate) const SCREEN: (u16, u16) = (1024, 768);

impl Seat {
    /// Creates a seat with folders only: no display, bus or sound.
    pub(crate) fn empty() -> Self {
        let base = tempfile::tempdir().unwrap();
        for folder in ["work", "home", "outside", "run", "share/applications", "state", "kernel"] {
            fs::create_dir_all(base.path().join(folder)).unwrap();
        }
        Self {
            sound: None,
            bus: None,
            manager: None,
            server: None,
            base,
            runtime: tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap(),
            calls: AtomicU64::new(0),
        }
    }

    /// Creates a seat with a display and a window manager.
    pub(crate) fn with_windows() -> Self {
        Self::empty().display().manager()
    }

    /// Adds a display without a window manager.
    pub(crate) fn display(mut self) -> Self {
        let size = format!("{}x{}x24", SCREEN.0, SCREEN.1);
        let mut server = Running::start(
            Command::new("Xvfb")
                .args(["-displayfd", "1", "-screen", "0", &size, "-nolisten", "tcp", "-noreset"])
                .stdout(Stdio::piped()),
        );
        let number = server.first_line();
        self.server = Some((server, format!(":{number}")));
        self
    }

    /// Adds a window manager.
    pub(crate) fn manager(mut self) -> Self {
        let folder = self.at("openbox");
        fs::create_dir_all(&folder).unwrap();
        // Otherwise it would read the configuration of the user who runs the tests.
        let configuration = folder.join("rc.xml");
        fs::write(&configuration, CONFIGURATION).unwrap();
        let mut openbox = self.command("openbox");
        openbox.args(["--sm-disable", "--config-file"]).arg(&configuration);
        self.manager = Some(Running::start(&mut openbox));
        let (connection, root) = self.connect();
        // It announces itself before it is ready, and ignores windows that appear in between. So a window is
        // opened until it is managed.
        let list = atom(&connection, "_NET_CLIENT_LIST");
        let listed = |id: u32| {
            let property = connection.get_property(false, root, list, 0u32, 0, 100).unwrap().reply().unwrap();
            property.value32().is_some_and(|mut ids| ids.any(|other| other == id))
        };
        let id = connection.generate_id().unwrap();
        let (plain, aux) = (WindowClass::INPUT_OUTPUT, CreateWindowAux::new());
        connection.create_window(0, id, root, 0, 0, 10, 10, 0, plain, 0, &aux).unwrap().check().unwrap();
        let mut looks = 0;
        wait_for("the window manager", || {
            if looks % 20 == 0 {
                connection.unmap_window(id).unwrap().check().unwrap();
                connection.map_window(id).unwrap().check().unwrap();
            }
            looks += 1;
            listed(id)
        });
        connection.destroy_window(id).unwrap().check().unwrap();
        wait_for("the window manager to let go", || !listed(id));
        self
    }

    /// Adds a session bus.
    pub(crate) fn bus(mut self) -> Self {
        let mut bus = Running::start(
            self.command("dbus-daemon")
                .args(["--session", "--nofork", "--nopidfile", "--print-address=1"])
                .arg(format!("--address=unix:dir={}", self.at("run").display()))
                .stdout(Stdio::piped()),
        );
        let address = bus.first_line();
        self.bus = Some((bus, address));
        self
    }

    /// Adds a sound server with a null output.
    pub(crate) fn sound(mut self) -> Self {
        let native = self.at("run/pulse/native");
        fs::create_dir_all(native.parent().unwrap()).unwrap();
        let mut server = self.command("pulseaudio");
        server
            .args(["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes"])
            .arg("--load=module-null-sink sink_name=nowhere")
            .arg(format!("--load=module-native-protocol-unix auth-anonymous=1 socket={}", native.display()));
        self.sound = Some(Running::start(&mut server));
        wait_for("the sound server", || {
            let asked = self.command("pactl").args(["get-default-sink"]).stdout(Stdio::piped()).output();
            asked.is_ok_and(|output| output.stdout.starts_with(b"nowhere"))
        });
        self
    }

    /// Returns a path in the test's folder.
    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.base.path().join(path)
    }

    pub(crate) fn write(&self, path: &str, content: &str) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), content).unwrap();
    }

    /// The name of the display.
    pub(crate) fn display_name(&self) -> Option<&str> {
        self.server.as_ref().map(|(_, name)| name.as_str())
    }

    /// Returns the environment of programs: only values of the test, and the search path.
    pub(crate) fn environment(&self) -> Vec<(OsString, OsString)> {
        let mut variables: Vec<(OsString, OsString)> = vec![
            ("PATH".into(), std::env::var_os("PATH").unwrap_or_default()),
            ("HOME".into(), self.at("home").into()),
            ("XDG_RUNTIME_DIR".into(), self.at("run").into()),
            ("XDG_DATA_HOME".into(), self.at("share").into()),
            ("LC_ALL".into(), "C.UTF-8".into()),
        ];
        if let Some(display) = self.display_name() {
            variables.push(("DISPLAY".into(), display.into()));
        }
        if let Some((_, address)) = &self.bus {
            variables.push(("DBUS_SESSION_BUS_ADDRESS".into(), address.into()));
        }
        variables
    }

    /// Creates a command that runs at this seat without output.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .envs(self.environment())
            .current_dir(self.base.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// Returns the settings of the verbs.
    pub(crate) fn settings(&self) -> system::Settings {
        let programs: Vec<PathBuf> =
            std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
        let files = files::Settings {
            roots: vec![".".into()],
            protected: Vec::new(),
            home: self.at("home"),
            trash: self.at("share/Trash"),
            versions: self.at("state/versions"),
            programs: programs.clone(),
        };
        system::Settings {
            display: self.display_name().map(str::to_string),
            session_bus: self.bus.as_ref().map(|(_, address)| address.clone()),
            system_bus: format!("unix:path={}", self.at("run/system_bus").display()),
            runtime: Some(self.at("run")),
            kernel: self.at("kernel"),
            data: vec![self.at("share")],
            programs,
            holder: Vec::new(),
            home: self.at("home"),
            environment: self.environment(),
            languages: Vec::new(),
            state: self.at("state"),
            files: files.into(),
        }
    }

    /// Returns the verbs for this machine.
    pub(crate) fn domain(&self) -> Domain {
        system::domain(self.settings())
    }

    /// Connects to the display, and returns its root window.
    pub(crate) fn connect(&self) -> (RustConnection, u32) {
        let (connection, screen) = RustConnection::connect(self.display_name()).unwrap();
        let root = connection.setup().roots[screen].root;
        (connection, root)
    }

    /// Calls a system verb as the engine does: with checked arguments and defaults.
    pub(crate) fn try_call(&self, verb: &str, arguments: Json) -> Result<Outcome, Failure> {
        self.try_call_of(&self.domain(), verb, arguments)
    }

    /// Calls a verb of a domain as the engine does.
    pub(crate) fn try_call_of(
        &self,
        domain: &Domain,
        verb: &str,
        arguments: Json,
    ) -> Result<Outcome, Failure> {
        let Value::Object(arguments) = Value::from(arguments) else { panic!("not an object") };
        let capability = domain
            .capabilities
            .iter()
            .find(|capability| capability.signature().name == verb)
            .unwrap_or_else(|| panic!("there is no {verb}"));
        let signature = capability.signature();
        let mut checked = Object::new();
        for parameter in &signature.parameters {
            let given = arguments.get(&parameter.name).cloned();
            assert!(given.is_some() || !parameter.required, "{verb} needs {}", parameter.name);
            if let Some(value) = given.or_else(|| parameter.default.clone()) {
                checked.insert(parameter.name.clone(), value);
            }
        }
        for given in arguments.keys() {
            assert!(checked.contains_key(given), "{verb} takes no {given}");
        }
        let cx = Context {
            idempotency_key: format!("step-{}", self.calls.fetch_add(1, Ordering::Relaxed)),
            ..Context::new("test", self.at("work"))
        };
        self.runtime.block_on(capability.call(Args::new(checked), &cx))
    }

    pub(crate) fn call(&self, verb: &str, arguments: Json) -> Outcome {
        self.try_call(verb, arguments).unwrap_or_else(|failure| panic!("{verb}: {failure:?}"))
    }

    pub(crate) fn fail(&self, verb: &str, arguments: Json) -> Failure {
        match self.try_call(verb, arguments) {
            Ok(outcome) => panic!("{verb} should have failed: {outcome:?}"),
            Err(failure) => failure,
        }
    }

    /// Replays a call that was serialized to JSON and parsed, as after a restart.
    pub(crate) fn replay(&self, call: &Call) -> Outcome {
        let read: Json = serde_json::from_str(&serde_json::to_string(call).unwrap()).unwrap();
        self.call(read["capability"].as_str().unwrap(), read["arguments"].clone())
    }

    /// The test's folder.
    pub(crate) fn base(&self) -> &Path {
        self.base.path()
    }
}

/// A process that is killed when the value is dropped.
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn();
        Self(child.unwrap_or_else(|error| panic!("{program}: {error}; run scripts/prepare desktop")))
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Whether it has exited by itself.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }

    /// Returns its first line of output.
    fn first_line(&mut self) -> String {
        let mut line = String::new();
        BufReader::new(self.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(!line.trim().is_empty(), "it ended without a word");
        line.trim().to_string()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _gone = self.0.kill();
        let _gone = self.0.wait();
    }
}

/// Waits until a condition is satisfied.
pub(crate) fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < Duration::from_secs(60), "waited in vain for {what}");
        std::thread::park_timeout(Duration::from_millis(10));
    }
}

/// Returns the atom of a name.
pub(crate) fn atom(connection: &RustConnection, name: &str) -> u32 {
    connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom
}

/// The configuration: four desktops, click to focus, no menus.
const CONFIGURATION: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
  <placement><policy>Smart</policy></placement>
  <desktops><number>4</number><firstdesk>1</firstdesk></desktops>
</openbox_config>
"#;

#[test]
fn seat_provides_the_requested_services() {
    let seat = Seat::with_windows().bus().sound();
    let (connection, _) = seat.connect();
    assert_eq!(connection.setup().roots[0].width_in_pixels, SCREEN.0);
    let mut names = seat.command("dbus-send");
    names.args([
        "--session",
        "--print-reply",
        "--dest=org.freedesktop.DBus",
        "/",
        "org.freedesktop.DBus.GetId",
    ]);
    assert!(names.status().unwrap().success());
    assert!(seat.base().join("run/pulse/native").exists());
}
