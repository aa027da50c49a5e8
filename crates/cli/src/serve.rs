//! `lemmascope serve`: the engine of this home, with an HTTP interface in addition to its socket.

use std::fs::OpenOptions;
use std::io::{IsTerminal, Read, Write};
use std::net::SocketAddr;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use lemmascope_engine::{Engine, random_token};
use lemmascope_intent::{Cancellation, Cause, Failure, Secret};
use lemmascope_server::{Limits, Service, Setup, Token};
use serde_json::json;
use tokio::net::TcpListener;

use crate::answer::notice;
use crate::arguments::LogFormat;
use crate::background::{self, Host, Right};
use crate::compose::{self, Opened};
use crate::environment::Environment;

/// The delay between two attempts to take over a home while another engine is stopping.
const PAUSE: Duration = Duration::from_millis(50);
const ATTEMPTS: usize = 200;

/// The options of the server.
pub(crate) struct Asked {
    /// The address, if it overrides the configuration.
    pub(crate) listen: Option<String>,
    /// The folder of a repository to serve.
    pub(crate) repository: Option<PathBuf>,
    /// The format of the log.
    pub(crate) log: LogFormat,
    /// Whether the address is printed as JSON.
    pub(crate) json: bool,
}

/// Serves until it is stopped.
pub(crate) async fn run(place: &Environment, flags: &[String], asked: Asked) -> Result<(), Failure> {
    let Asked { listen, repository, log, json } = asked;
    let repository = repository.map(|folder| place.workspace.join(folder));
    if let Some(folder) = repository.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(Failure::new(Cause::TargetNotFound, format!("{} is no folder", folder.display()))
            .hint("Publish to it first: `lemmascope publish NAME --to DIR`."));
    }
    write_log(log);
    let configuration = compose::configuration(place, flags)?;
    let address = listen.unwrap_or_else(|| configuration.text("server.listen"));
    let cannot = |error: std::io::Error| cannot_listen(&address, &error);
    let listener = TcpListener::bind(&address).await.map_err(cannot)?;
    let bound = listener.local_addr().map_err(cannot)?;
    let right = take_over(place).await?;
    let Opened { engine, mut doors, notices } = compose::open(place, flags).await?;
    doors.routes.extend(repository.iter().flat_map(|folder| lemmascope_repository::routes(folder)));
    notices.iter().for_each(|text| notice(text));
    if !bound.ip().is_loopback() {
        require_api_key(&engine, &bound).await?;
    }
    let token = token(place)?;
    let mut limits = Limits::of(&configuration);
    limits.hosts.push(bound.ip().to_string());
    let url = format!("http://{bound}");
    let host = Host::new(place, &right, Arc::clone(&engine), Some(url.clone()))?;
    let service = Service::new(Setup {
        engine,
        doors,
        token: Token::new(token.clone()),
        workspace: place.workspace.clone(),
        version: env!("CARGO_PKG_VERSION"),
        limits,
        telemetry: configuration.text("server.telemetry"),
    })?;
    let address = AddressFile::write(place, &url)?;
    announce(&url, &token, place, json);
    let shutdown = Cancellation::default();
    let serving = tokio::spawn(lemmascope_server::serve(listener, service, shutdown.clone()));
    let ended = host.accept_commands(&shutdown).await;
    // Requests in progress finish first, because they need the engine.
    shutdown.cancel();
    let _ended = serving.await;
    host.close().await;
    address.remove();
    ended
}

/// The file with the address of the server, beside its token, for clients on this machine. A server that was
/// killed leaves the file, and the next one overwrites it.
struct AddressFile(PathBuf);

impl AddressFile {
    fn write(place: &Environment, url: &str) -> Result<Self, Failure> {
        let path = place.home.join("address");
        let written = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path);
        written.and_then(|mut file| writeln!(file, "{url}")).map_err(|error| {
            Failure::new(Cause::PermissionDenied, format!("{} cannot be written: {error}", path.display()))
                .hint("Remove the file, or make the folder writable.")
        })?;
        Ok(Self(path))
    }

    fn remove(self) {
        let _gone = std::fs::remove_file(self.0);
    }
}

fn write_log(log: LogFormat) {
    let subscriber = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_max_level(tracing_subscriber::filter::LevelFilter::INFO);
    match log {
        LogFormat::Text => subscriber.init(),
        LogFormat::Json => subscriber.json().init(),
    }
}

/// Takes over the home. Stops an idle background engine, so that shell commands and clients of the server
/// share one engine.
async fn take_over(place: &Environment) -> Result<Right, Failure> {
    for _attempt in 0..ATTEMPTS {
        let claimed = background::claim(place).map_err(|error| {
            Failure::new(Cause::PermissionDenied, format!("{} cannot be used: {error}", place.home.display()))
                .hint("Set LEMMASCOPE_HOME to a folder that is yours alone.")
        })?;
        if let Some(right) = claimed {
            return Ok(right);
        }
        if let Some(mut client) = background::running(place).await?
            && let Ok(running) = client.status().await
        {
            if let Some(url) = running.serving {
                return Err(Failure::new(Cause::AlreadyExists, format!("a server runs already at {url}"))
                    .hint("`lemmascope stop` stops it."));
            }
            if running.busy > 0 {
                return Err(Failure::new(Cause::Conflict, "the background engine is executing a request")
                    .hint("Try again when it is done, or `lemmascope stop` it."));
            }
            client.stop().await?;
            notice("the background engine was stopped, with the pages that it had open");
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(Failure::new(Cause::Unavailable, "another engine uses this home and does not answer")
        .hint("Try `lemmascope stop`."))
}

/// Fails if the server is reachable from other machines and no API key exists.
async fn require_api_key(engine: &Engine, bound: &SocketAddr) -> Result<(), Failure> {
    if engine.has_valid_key().await? {
        return Ok(());
    }
    engine.close().await;
    Err(Failure::new(
        Cause::Forbidden,
        format!("{bound} can be reached from other machines, and there is no key"),
    )
    .hint("Create one with `lemmascope keys create AGENT`, or listen on 127.0.0.1."))
}

fn cannot_listen(address: &str, error: &std::io::Error) -> Failure {
    Failure::new(Cause::Unavailable, format!("the server cannot listen on {address}: {error}"))
        .hint("Give another address with --listen, as in 127.0.0.1:8080; port 0 takes a free one.")
}

/// Returns the token of the person at this machine, and creates it if it does not exist.
fn token(place: &Environment) -> Result<Secret, Failure> {
    let path = token_file(place);
    let failed = |error: std::io::Error| {
        Failure::new(
            Cause::PermissionDenied,
            format!("the token in {} cannot be used: {error}", path.display()),
        )
        .hint("Remove the file; the server then makes another token.")
    };
    match std::fs::File::open(&path) {
        Ok(file) => {
            if file.metadata().map_err(failed)?.mode() & 0o077 != 0 {
                return Err(failed(std::io::Error::other("others can read it")));
            }
            let mut text = String::new();
            file.take(1000).read_to_string(&mut text).map_err(failed)?;
            match text.trim() {
                text if text.len() >= 32 => Ok(Secret::new(text.into())),
                _ => Err(failed(std::io::Error::other("it is too short"))),
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let token = random_token()?;
            let mut file =
                OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).map_err(failed)?;
            writeln!(file, "{}", token.expose()).map_err(failed)?;
            Ok(token)
        }
        Err(error) => Err(failed(error)),
    }
}

fn token_file(place: &Environment) -> PathBuf {
    place.home.join("token")
}

/// Prints the address of the server. The token is printed on a terminal only, because other output may be
/// logged.
fn announce(url: &str, token: &Secret, place: &Environment, json: bool) {
    let mut out = std::io::stdout().lock();
    let file = token_file(place).display().to_string();
    let is_terminal = out.is_terminal();
    let text = match (json, is_terminal) {
        (true, _) => format!("{}\n", json!({"url": url, "token_file": file})),
        (false, true) => format!(
            "console  {url}/?token={}\nHTTP     {url}/docs\nMCP      {url}/mcp\nA2A      {url}/a2a\ntoken    {file}\n\nCtrl-C stops the server.\n",
            token.expose()
        ),
        (false, false) => {
            format!(
                "console  {url}/\nHTTP     {url}/docs\nMCP      {url}/mcp\nA2A      {url}/a2a\ntoken    {file}\n"
            )
        }
    };
    let _gone = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
