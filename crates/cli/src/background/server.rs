use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use lemmascope_engine::{Engine, Grant, Request};
use lemmascope_intent::{Cancellation, Cause, Event, Failure};
use tokio::io::BufReader;
use tokio::net::{UnixListener, UnixStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

use super::message::{Ask, Say, Started, read, write};
use super::socket;
use crate::answer::Answer;
use crate::compose::{self, Opened};
use crate::environment::Environment;
use crate::mcp;

/// Runs the background engine of a home until it is idle or stopped.
pub(crate) async fn serve(place: Environment) -> Result<(), Failure> {
    // Creates a separate terminal session, so that closing the terminal of the first command does not end the
    // engine.
    let _already = rustix::process::setsid();
    let right = match socket::claim(&place) {
        Ok(Some(right)) => right,
        Ok(None) => return announce(&Started::Busy),
        Err(error) => return refuse(&io_failure(&place, &error)),
    };
    let Opened { engine, notices, .. } = match compose::open(&place, &[]).await {
        Ok(opened) => opened,
        Err(failure) => return refuse(&failure),
    };
    let host = match Host::new(&place, &right, engine, None) {
        Ok(host) => host,
        Err(failure) => return refuse(&failure),
    };
    announce(&Started::Ready { notices })?;
    host.accept_commands(&Cancellation::default()).await?;
    host.close().await;
    Ok(())
}

/// An engine that accepts commands on the socket of its home.
pub(crate) struct Host {
    place: Environment,
    listener: UnixListener,
    server: Arc<Server>,
}

impl Host {
    /// Listens on the socket of a home. With an HTTP address in `serving`, runs until it is stopped;
    /// otherwise, also exits after the idle timeout.
    pub(crate) fn new(
        place: &Environment,
        right: &socket::Right,
        engine: Arc<Engine>,
        serving: Option<String>,
    ) -> Result<Self, Failure> {
        let listener = socket::listen(place, right).map_err(|error| io_failure(place, &error))?;
        let server = Server {
            engine,
            build: place.build(),
            serving,
            began: Instant::now(),
            connected: AtomicUsize::new(0),
            busy: AtomicUsize::new(0),
            stop: Notify::new(),
        };
        Ok(Self { place: place.clone(), listener, server: Arc::new(server) })
    }

    /// Stops accepting commands, and closes the engine.
    pub(crate) async fn close(self) {
        drop(self.listener);
        let _gone = std::fs::remove_file(socket::path(&self.place));
        self.server.engine.close().await;
    }

    /// Accepts commands until a client, a signal or `stop` ends it.
    pub(crate) async fn accept_commands(&self, stop: &Cancellation) -> Result<(), Failure> {
        let (server, listener) = (&self.server, &self.listener);
        let failed = |error: std::io::Error| io_failure(&self.place, &error);
        let mut asked_to_end = signal(SignalKind::terminate()).map_err(failed)?;
        let mut interrupted = signal(SignalKind::interrupt()).map_err(failed)?;
        let mut last = Instant::now();
        let mut reserve = reserve_descriptor();
        loop {
            let idle = server.engine.duration("background.idle_timeout");
            tokio::select! {
                accepted = listener.accept() => {
                    match accepted {
                        Ok((stream, _)) => {
                            last = Instant::now();
                            tokio::spawn(Arc::clone(server).converse(stream));
                        }
                        // No file descriptor is left. The reserved one is closed to accept one more client
                        // and report the error.
                        Err(_) => {
                            drop(reserve.take());
                            if let Ok(Ok((mut stream, _))) = timeout(PATIENCE, listener.accept()).await {
                                let _gone = write(&mut stream, &Say::Exhausted).await;
                            }
                            reserve = reserve_descriptor();
                            // Without a reserve `accept` fails at once; the delay keeps the loop from spinning.
                            if reserve.is_none() {
                                tokio::time::sleep(PATIENCE).await;
                            }
                        }
                    }
                }
                () = server.stop.notified() => return Ok(()),
                () = stop.cancelled() => return Ok(()),
                _ = asked_to_end.recv() => return Ok(()),
                _ = interrupted.recv() => return Ok(()),
                () = tokio::time::sleep_until((last + idle).into()), if server.serving.is_none() => {
                    if server.connected.load(Ordering::SeqCst) == 0 {
                        return Ok(());
                    }
                    last = Instant::now();
                }
            }
        }
    }
}

/// The timeout for a pending client, and the delay between attempts, while no descriptor is left.
const PATIENCE: Duration = Duration::from_millis(100);

/// Reserves a file descriptor, which is closed when the process has none left.
fn reserve_descriptor() -> Option<std::fs::File> {
    std::fs::File::open("/dev/null").ok()
}

struct Server {
    engine: Arc<Engine>,
    build: String,
    /// The address of its HTTP interface, if it has one.
    serving: Option<String>,
    began: Instant,
    /// The number of connected clients.
    connected: AtomicUsize,
    /// The number of requests in progress.
    busy: AtomicUsize,
    stop: Notify,
}

impl Server {
    /// Serves a client until it disconnects.
    async fn converse(self: Arc<Self>, stream: UnixStream) {
        // The permissions of the socket already exclude other users; this check holds even if a person
        // changed them.
        if !socket::is_ours(&stream) {
            return;
        }
        let (reader, mut writer) = stream.into_split();
        let mut reader = BufReader::new(reader);
        self.connected.fetch_add(1, Ordering::SeqCst);
        while let Ok(Some(ask)) = read::<_, Ask>(&mut reader).await {
            let heard = match ask {
                Ask::Submit { line, session, workspace, json, beside } => {
                    let cancellation = Cancellation::default();
                    let (events, mut happening) = mpsc::unbounded_channel();
                    let mut request = Request::new(line, &Grant::local(), session, workspace);
                    request.events = Arc::new(move |event: Event| drop(events.send(event)));
                    request.cancellation = cancellation.clone();
                    request.by_person = beside.by_person;
                    request.at_terminal = beside.at_terminal;
                    request.given = beside.given;
                    self.busy.fetch_add(1, Ordering::SeqCst);
                    let work = self.engine.submit(request);
                    tokio::pin!(work);
                    let mut is_heard = true;
                    let reply = loop {
                        let mut is_called_off = false;
                        tokio::select! {
                            reply = &mut work => break reply,
                            Some(event) = happening.recv() => {
                                // The client has disconnected, so the request is cancelled.
                                if write(&mut writer, &Say::Event(event)).await.is_err() {
                                    cancellation.cancel();
                                }
                            }
                            // While a request is in progress, a client sends nothing except a cancellation,
                            // or closes the connection.
                            more = tokio::io::AsyncBufReadExt::fill_buf(&mut reader), if is_heard => {
                                let more = more.unwrap_or_default();
                                is_called_off = more.starts_with(Ask::CANCEL);
                                is_heard = is_called_off;
                                if more.is_empty() {
                                    cancellation.cancel();
                                }
                            }
                        }
                        if is_called_off {
                            is_heard = matches!(read::<_, Ask>(&mut reader).await, Ok(Some(Ask::Cancel)));
                            cancellation.cancel();
                        }
                    };
                    self.busy.fetch_sub(1, Ordering::SeqCst);
                    // The last events may still be in the queue.
                    while let Ok(event) = happening.try_recv() {
                        let _gone = write(&mut writer, &Say::Event(event)).await;
                    }
                    write(&mut writer, &Say::Answer(Answer::format_reply(&reply, json))).await
                }
                // The line was completed before it could be cancelled.
                Ask::Cancel => Ok(()),
                Ask::Mcp { workspace, profile } => {
                    let engine = Arc::clone(&self.engine);
                    mcp::server(engine, workspace, profile).converse(reader, writer).await;
                    break;
                }
                Ask::Callables => write(&mut writer, &Say::Callables(self.engine.callables())).await,
                Ask::Status => {
                    let say = Say::Status {
                        pid: std::process::id(),
                        build: self.build.clone(),
                        intents: self.engine.intent_count(),
                        seconds: self.began.elapsed().as_secs(),
                        busy: self.busy.load(Ordering::SeqCst),
                        serving: self.serving.clone(),
                    };
                    write(&mut writer, &say).await
                }
                Ask::Stop => {
                    let said = write(&mut writer, &Say::Leaving).await;
                    self.stop.notify_one();
                    said
                }
            };
            if heard.is_err() {
                break;
            }
        }
        self.connected.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Reports the result of the start to the command that started this process and waits for this line.
fn announce(started: &Started) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let line = serde_json::to_string(started).unwrap_or_default();
    let _gone = writeln!(out, "{line}").and_then(|()| out.flush());
    Ok(())
}

fn refuse(failure: &Failure) -> Result<(), Failure> {
    announce(&Started::Failed {
        message: failure.message.clone(),
        hint: failure.hint.clone(),
        context: failure.context.clone(),
        code: failure.code().as_str().into(),
    })
}

fn io_failure(place: &Environment, error: &std::io::Error) -> Failure {
    let cause = match error.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => Cause::DiskFull,
        _ => Cause::PermissionDenied,
    };
    Failure::new(cause, format!("the background engine cannot listen in {}: {error}", place.home.display()))
        .hint("Set LEMMASCOPE_HOME to a folder that can be written to, or use --foreground.")
}
