use std::time::Duration;

use futures_util::future::join_all;
use lemmascope_intent::{Cause, Failure};
use serde_json::{Value, json};

use super::frame::FrameId;
use super::tab::Tab;
use super::web_storage::{StorageArea, StorageItems, placeholder_url, stored};

/// The timeout for reading a storage. Only a hanging page exceeds it.
const ANSWER: Duration = Duration::from_secs(3);

/// The timeout for opening an empty page.
const EMPTY_PAGE_TIMEOUT: Duration = Duration::from_secs(15);

/// The maximum depth of nested frames that is followed. Real pages nest frames less deeply.
const DEEPEST: usize = 10;

/// The contents of the storages of an open page or frame.
///
/// Browsers partition the storage of a frame by the sites that embed it. So a frame is identified by the
/// origins of its ancestors too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorageContents {
    /// The origin of the page or frame.
    pub origin: String,
    /// The origins of the ancestor pages, the outermost first; empty for a page, and for a frame of the
    /// page's own origin.
    pub within: Vec<String>,
    /// The entries of its `localStorage`.
    pub local: StorageItems,
    /// The entries of its `sessionStorage`.
    pub session: StorageItems,
}

const READ: &str = "() => {
  const read = (shelf) => {
    try { return Object.fromEntries(Object.entries(globalThis[shelf])); } catch { return {}; }
  };
  return { origin: globalThis.origin, local: read('localStorage'), session: read('sessionStorage') };
}";

const ADD_IFRAME: &str = "(url) => {
  const frame = document.createElement('iframe');
  frame.src = url;
  document.documentElement.append(frame);
}";

impl Tab {
    /// Reads the storages of the page and of all its frames. Skips frames that have no origin or do not
    /// answer.
    pub async fn holdings(&self) -> Vec<StorageContents> {
        let frames = self.frames();
        let answers = frames.iter().map(|frame| async {
            match frame.ready {
                true => self.call(&frame.id, READ, json!([]), ANSWER).await.unwrap_or_default(),
                false => Value::Null,
            }
        });
        let answers = join_all(answers).await;
        let origin_of = |at: usize| answers[at].get("origin").and_then(Value::as_str);
        let frame_index = |id: &FrameId| frames.iter().position(|frame| frame.id == *id);
        let mut held: Vec<StorageContents> = Vec::new();
        for (at, answer) in answers.iter().enumerate() {
            let Some(origin) = origin_of(at).filter(|origin| origin.contains("://")) else { continue };
            let mut chain = vec![origin];
            let mut inner = at;
            while let Some(outer) = frames[inner].parent.as_ref().and_then(frame_index) {
                chain.push(origin_of(outer).unwrap_or_default());
                inner = outer;
            }
            chain.reverse();
            // A document that a page writes into a frame has the page's origin, and adds nothing to the
            // chain.
            chain.dedup();
            chain.pop();
            if chain.len() > DEEPEST || chain.iter().any(|origin| !origin.contains("://")) {
                continue;
            }
            let within: Vec<String> = chain.into_iter().map(str::to_string).collect();
            if held.iter().any(|other| other.origin == origin && other.within == within) {
                continue;
            }
            let read = |shelf| answer.get(shelf).map(stored).unwrap_or_default();
            held.push(StorageContents {
                origin: origin.into(),
                within,
                local: read("local"),
                session: read("session"),
            });
        }
        held
    }

    /// Writes values into the storages of an origin, as partitioned for a frame inside the named pages. The
    /// tab navigates away for it.
    pub async fn put_back(&self, held: &StorageContents) -> Result<(), Failure> {
        let (outermost, inner) = match held.within.split_first() {
            Some((outermost, inner)) => (outermost, [inner, std::slice::from_ref(&held.origin)].concat()),
            None => (&held.origin, Vec::new()),
        };
        if inner.len() > DEEPEST {
            return Err(Failure::new(Cause::InvalidParameter, "frames do not go that deep"));
        }
        self.open_placeholder_page(outermost).await?;
        let mut frame = self.main_frame()?;
        for origin in &inner {
            frame = self.nest(&frame, origin).await?;
        }
        for (shelf, values) in [(StorageArea::Local, &held.local), (StorageArea::Session, &held.session)] {
            if !values.is_empty() {
                self.write_frame_storage(&frame, shelf, values).await?;
            }
        }
        Ok(())
    }

    /// Opens a frame with an empty page of the given origin.
    async fn nest(&self, outer: &FrameId, origin: &str) -> Result<FrameId, Failure> {
        let url = placeholder_url(origin)?;
        self.admit(&url, false)?;
        self.stand_in(&url, true).await?;
        let nested = async {
            self.call(outer, ADD_IFRAME, json!([url]), EMPTY_PAGE_TIMEOUT).await?;
            let mut found = None;
            self.wait(EMPTY_PAGE_TIMEOUT, |state| {
                let frame = state.frames.iter().find(|frame| frame.url == url && frame.isolated.is_some());
                found = frame.map(|frame| frame.id.clone());
                found.is_some() || state.closed
            })
            .await;
            found.ok_or_else(|| {
                Failure::new(Cause::Timeout, format!("no frame of {origin} could be opened in time"))
            })
        };
        let nested = nested.await;
        self.stand_in(&url, false).await?;
        nested
    }
}
