//! Pictures of a session: a single one, or a stream that follows its changes.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::{Stream, stream};
use lemmascope_engine::{Engine, Request};
use lemmascope_intent::{Failure, Operation, Value};
use tokio::time::Instant;

use crate::service::Service;

/// The media type of pictures.
pub(crate) const MEDIA_TYPE: &str = "image/jpeg";
/// The media type of a stream of pictures.
pub(crate) const STREAM_TYPE: &str = "multipart/x-mixed-replace; boundary=picture";
/// The default duration of a stream.
pub(crate) const USUAL: Duration = Duration::from_secs(30);
/// The maximum duration of a stream. The client then opens another one, for which its key is checked again.
pub(crate) const LONGEST: Duration = Duration::from_secs(60);
/// The delay while nothing changes, for domains that do not wait for a change themselves.
const PAUSE: Duration = Duration::from_millis(100);

/// Takes a picture of the request's session, in Base64. It starts no run, and does not wait for one.
pub(crate) async fn take(engine: &Engine, request: &Request) -> Result<String, Failure> {
    Ok(look(engine, request, None).await?.map(|picture| picture.data).unwrap_or_default())
}

/// Decodes a picture in Base64.
pub(crate) fn decoded(data: &str) -> Vec<u8> {
    STANDARD.decode(data).unwrap_or_default()
}

struct Picture {
    data: String,
    mark: Option<String>,
}

async fn look(engine: &Engine, request: &Request, after: Option<&str>) -> Result<Option<Picture>, Failure> {
    let after = after.map(|mark| ("after", Value::from(mark)));
    let looked = engine.look_on(Operation::Picture, after.as_slice(), request).await?;
    let text = |name: &str| looked.as_object().and_then(|it| Some(it.get(name)?.as_text()?.to_string()));
    Ok(text("data").map(|data| Picture { data, mark: text("mark") }))
}

/// A stream of pictures. The next picture is taken when the client has read the previous one, so a slow
/// client gets fewer pictures, but never an outdated one.
pub(crate) struct Pictures {
    service: Arc<Service>,
    request: Request,
    until: Instant,
    next: Option<Picture>,
    mark: Option<String>,
}

impl Pictures {
    /// Takes the first picture.
    pub(crate) async fn begin(
        service: &Arc<Service>,
        request: Request,
        limit: Duration,
    ) -> Result<Self, Failure> {
        let next = look(&service.engine, &request, None).await?;
        Ok(Self { service: Arc::clone(service), request, until: Instant::now() + limit, next, mark: None })
    }

    pub(crate) fn into_stream(self) -> impl Stream<Item = Result<Bytes, Infallible>> + Send {
        stream::unfold(self, |mut pictures| async move {
            let picture = pictures.wait().await?;
            pictures.mark = picture.mark;
            Some((Ok(part(&picture.data)), pictures))
        })
    }

    /// Returns the next picture, or `None` after the time limit, when the page is closed, or when the server
    /// stops.
    async fn wait(&mut self) -> Option<Picture> {
        let stop = self.service.stop.clone();
        loop {
            if let Some(picture) = self.next.take() {
                return Some(picture);
            }
            if self.service.is_draining() {
                return None;
            }
            // Without a mark, the domain cannot wait for a different picture.
            if self.mark.is_none() {
                tokio::time::sleep(PAUSE).await;
            }
            let looking = look(&self.service.engine, &self.request, self.mark.as_deref());
            self.next = tokio::select! {
                looked = looking => looked.ok()?,
                () = tokio::time::sleep_until(self.until) => return None,
                () = stop.cancelled() => return None,
            };
        }
    }
}

fn part(data: &str) -> Bytes {
    let picture = decoded(data);
    let head =
        format!("--picture\r\nContent-Type: {MEDIA_TYPE}\r\nContent-Length: {}\r\n\r\n", picture.len());
    [head.as_bytes(), &picture, b"\r\n"].concat().into()
}
