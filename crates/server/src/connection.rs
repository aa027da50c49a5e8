//! Connections: limited in number, with timeouts for slow clients, and drained on shutdown.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use lemmascope_intent::Cancellation;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::dispatch;
use crate::domain_routes;
use crate::service::Service;

/// The timeout for the head of a request, and for an idle connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);
/// The delay after a failed `accept`, which keeps the loop from spinning.
const PAUSE: Duration = Duration::from_millis(50);
/// The time that cancelled requests have to respond.
const GRACE: Duration = Duration::from_secs(5);

/// Serves connections until it is cancelled. Then, requests in progress get time to finish; after that they
/// are cancelled, and leave their checkpoints.
pub async fn serve(listener: TcpListener, service: Arc<Service>, shutdown: Cancellation) {
    let router = dispatch::router(&service);
    let background = domain_routes::spawn_background_tasks(&service, &shutdown);
    let free = Arc::new(Semaphore::new(service.limits.connections));
    let connections = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &free) => accepted,
            () = shutdown.cancelled() => break,
        };
        match accepted {
            Ok((stream, permit)) => {
                let (router, watcher) = (router.clone(), connections.watcher());
                let connected = service.metrics.connected();
                tokio::spawn(async move {
                    converse(stream, router, watcher).await;
                    drop((permit, connected));
                });
            }
            Err(error) => {
                tracing::warn!(target: "lemmascope::http", %error, "a connection could not be accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    service.drain();
    let began = Instant::now();
    let mut ending = std::pin::pin!(connections.shutdown());
    if tokio::time::timeout(service.limits.drain, &mut ending).await.is_err() {
        service.stop.cancel();
        let _ended = tokio::time::timeout(GRACE, ending).await;
    }
    for work in background {
        let _ended = tokio::time::timeout(GRACE, work).await;
    }
    // Asynchronous runs have no connection.
    service.engine.finish_runs(service.limits.drain.saturating_sub(began.elapsed())).await;
    if let Some(telemetry) = &service.telemetry {
        telemetry.flush().await;
    }
}

async fn accept(
    listener: &TcpListener,
    free: &Arc<Semaphore>,
) -> std::io::Result<(TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    let permit = Arc::clone(free).acquire_owned().await.map_err(std::io::Error::other)?;
    let (stream, _) = listener.accept().await?;
    Ok((stream, permit))
}

async fn converse(stream: TcpStream, router: Router, watcher: hyper_util::server::graceful::Watcher) {
    let _small_answers_matter = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // A disconnected client, or one that does not speak HTTP, is not an error of the server.
    let _ended = watcher.watch(connection).await;
}
