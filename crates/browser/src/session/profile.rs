use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use lemmascope_intent::{Cause, Context, Failure, Seals, Secret};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use super::Sessions;
use super::profile_folder::{Claim, ProfileFolder};
use crate::driver::{BrowserContext, Cookie, StorageContents, StorageItems, origin_of};

/// The interval for saving a profile between commands, since pages renew their login sessions by themselves.
const INTERVAL: Duration = Duration::from_secs(10);

/// A named profile in use: cookies and local storage that persist beyond the browser.
///
/// Browser contexts keep site data in memory, so the encrypted file is the only copy on disk. It is written
/// after each command that changed something, at intervals, and when the session is closed.
pub(crate) struct Profile {
    name: String,
    claim: Claim,
    seals: Seals,
    saved: Mutex<Contents>,
}

/// The content of the encrypted file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Contents {
    cookies: Vec<Cookie>,
    storage: Vec<Storage>,
}

/// The local storage of an origin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Storage {
    origin: String,
    /// The origins of the ancestor pages of a frame, whose storage the browser partitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    within: Vec<String>,
    local: StorageItems,
}

/// A task that saves a profile at intervals until it is dropped.
pub(super) struct Saver(JoinHandle<()>);

impl Saver {
    /// Aborts the task, and waits until it has released its references.
    pub(super) async fn end(mut self) {
        self.0.abort();
        let _ended = (&mut self.0).await;
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Profile {
    /// Opens the profile of that name for a session.
    pub(super) fn open(sessions: &Sessions, cx: &Context, name: &str) -> Result<Arc<Self>, Failure> {
        let folder = ProfileFolder::of_session(&sessions.settings.saved_profiles, &cx.session);
        let claim = folder.claim(name, &cx.session)?;
        let damaged = |failure: Failure| {
            let hint = failure.hint.clone().unwrap_or_default();
            let failure = Failure {
                message: format!("the profile \"{name}\" cannot be opened: {}", failure.message),
                ..failure
            };
            failure.hint(format!("{hint} `profile delete {name}` resets it.").trim())
        };
        let contents = match claim.read()? {
            None => Contents::default(),
            Some(sealed) => {
                let text = cx.seals.open(&encryption_key_name(name), &sealed).map_err(damaged)?;
                serde_json::from_str(text.expose())
                    .map_err(|_| damaged(Failure::new(Cause::Failed, "it cannot be read")))?
            }
        };
        let seals = cx.seals.clone();
        Ok(Arc::new(Self { name: name.into(), claim, seals, saved: Mutex::new(contents) }))
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Restores the content into a new context.
    pub(super) async fn restore(&self, context: &BrowserContext) -> Result<(), Failure> {
        let contents = self.saved.lock().await.clone();
        if !contents.cookies.is_empty() && context.set_cookies(&contents.cookies).await.is_err() {
            // A cookie that the browser rejects must not prevent the others from being set.
            for cookie in &contents.cookies {
                if let Err(failure) = context.set_cookies(std::slice::from_ref(cookie)).await {
                    tracing::debug!(%failure, "a cookie of a profile could not be set");
                }
            }
        }
        if contents.storage.is_empty() {
            return Ok(());
        }
        let tab = context.new_tab("about:blank").await?;
        for Storage { origin, within, local } in contents.storage {
            let held = StorageContents { origin, within, local, session: StorageItems::new() };
            // An origin that must not be visited now keeps its content in the profile.
            if let Err(failure) = tab.put_back(&held).await {
                tracing::debug!(%failure, "the storage of an origin could not be put back");
            }
        }
        tab.close().await?;
        context.take_unsaved_origins();
        Ok(())
    }

    /// Saves the content of the context. With `settle`, the storage of pages that were left is read too,
    /// which opens a tab temporarily; the caller then needs exclusive access to the session.
    pub(super) async fn save(&self, context: &BrowserContext, settle: bool) -> Result<(), Failure> {
        let mut saved = self.saved.lock().await;
        let cookies = context.cookies().await?;
        let tabs = context.tabs();
        let held = join_all(tabs.iter().map(|tab| tab.holdings())).await.concat();
        let open: BTreeSet<String> = tabs.iter().filter_map(|tab| origin_of(&tab.state().url)).collect();
        let mut storage: BTreeMap<(String, Vec<String>), StorageItems> = saved
            .storage
            .iter()
            .map(|it| ((it.origin.clone(), it.within.clone()), it.local.clone()))
            .collect();
        for StorageContents { origin, within, local, .. } in held {
            storage.insert((origin, within), local);
        }
        if settle {
            let unsaved = context.take_unsaved_origins();
            let left: Vec<String> = unsaved.difference(&open).cloned().collect();
            for origin in &left {
                storage.remove(&(origin.clone(), Vec::new()));
            }
            for (origin, local) in context.local_storage(&left).await? {
                storage.insert((origin, Vec::new()), local);
            }
            context.take_unsaved_origins();
            context.mark_unsaved(open);
        }
        storage.retain(|_, local| !local.is_empty());
        let storage =
            storage.into_iter().map(|((origin, within), local)| Storage { origin, within, local }).collect();
        let contents = Contents { cookies, storage };
        if *saved == contents {
            return Ok(());
        }
        let text = serde_json::to_string(&contents).map_err(|error| {
            Failure::new(Cause::Failed, format!("the profile could not be saved: {error}"))
        })?;
        self.claim.write(&self.seals.seal(&encryption_key_name(&self.name), &Secret::new(text))?)?;
        *saved = contents;
        Ok(())
    }

    /// Starts to save at intervals.
    pub(super) fn save_at_intervals(self: &Arc<Self>, context: &BrowserContext) -> Saver {
        let (profile, context) = (Arc::clone(self), context.clone());
        Saver(tokio::spawn(async move {
            loop {
                tokio::time::sleep(INTERVAL).await;
                if !context.browser().is_alive() {
                    return;
                }
                if let Err(failure) = profile.save(&context, false).await {
                    tracing::debug!(%failure, "a profile could not be saved");
                }
            }
        }))
    }
}

/// The key name under which a profile is encrypted.
fn encryption_key_name(name: &str) -> String {
    format!("browser profile {name}")
}
