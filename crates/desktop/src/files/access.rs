use std::fs::File;
use std::sync::Arc;

use lemmascope_intent::{Args, Capability, Cause, Context, Failure, Outcome, Signature};
use rustix::fs::OFlags;

use super::call_scope::CallScope;
use super::create_file;
use super::handle;
use super::resolved_path::Reach;
use super::screening::Rest;
use super::search::{self, Findings, Item};
use super::settings::Settings;
use super::verb::{Act, Verb, behind_a_wall};
use super::wall::Power;

/// The only access to files, for the verbs of this domain and for others that read or create files.
#[derive(Debug, Clone)]
pub struct Access {
    settings: Arc<Settings>,
    rest: Arc<Rest>,
}

impl From<Settings> for Access {
    fn from(settings: Settings) -> Self {
        Self { settings: Arc::new(settings), rest: Arc::default() }
    }
}

/// An open file inside the roots, for callers that need more than its text.
pub(crate) struct Opened {
    pub(crate) file: File,
    /// The path for display.
    pub(crate) shown: String,
    /// The file name.
    pub(crate) name: String,
}

impl Access {
    /// Creates a verb that uses this access.
    pub(super) fn verb(&self, signature: Signature, act: Act) -> Arc<dyn Capability> {
        Arc::new(Verb::new(
            signature.reach(lemmascope_intent::Reach::Files),
            act,
            Arc::clone(&self.settings),
            Arc::clone(&self.rest),
        ))
    }

    /// Creates a verb that moves files to the trash.
    pub(super) fn taking_verb(&self, signature: Signature, act: Act) -> Arc<dyn Capability> {
        Arc::new(
            Verb::new(
                signature.reach(lemmascope_intent::Reach::Files),
                act,
                Arc::clone(&self.settings),
                Arc::clone(&self.rest),
            )
            .taking(),
        )
    }

    /// Creates a file from a title, a folder and content.
    pub(crate) async fn create_titled(&self, args: Args, cx: &Context) -> Result<Outcome, Failure> {
        self.at_site(Power::Change, cx, move |site| create_file::act_titled(site, &args)).await
    }

    /// Opens the file that a parameter names.
    pub(crate) async fn open(
        &self,
        args: &Args,
        parameter: &'static str,
        cx: &Context,
    ) -> Result<Opened, Failure> {
        let args = args.clone();
        let opened = self.at_site(Power::Look, cx, move |site| {
            let place = site.place(&args, parameter, Reach::READ)?;
            place.find()?;
            let opened = handle::open_file(place.dir(), place.name(), OFlags::RDONLY);
            let (file, _) = opened.map_err(|error| place.fault(error))?;
            let name = place.name().to_string_lossy().into_owned();
            Ok(Opened { file, shown: place.shown.clone(), name })
        });
        opened.await.map_err(|failure| failure.about(parameter))
    }

    /// Creates a new file at the path in a parameter, as `files.create_file` does.
    pub(crate) async fn create(
        &self,
        args: &Args,
        parameter: &'static str,
        content: Vec<u8>,
        cx: &Context,
    ) -> Result<Outcome, Failure> {
        let args = args.clone();
        let made = self.at_site(Power::Change, cx, move |site| {
            let place = site.place(&args, parameter, Reach::WRITE)?;
            create_file::create_at(site, &place, &content, true)
        });
        made.await.map_err(|failure| failure.about(parameter))
    }

    /// Returns the item at a path.
    pub(crate) async fn look(&self, path: &str, cx: &Context) -> Result<Item, Failure> {
        let args = Args::new([("path".to_string(), path.into())].into_iter().collect());
        self.at_site(Power::Look, cx, move |site| search::look(site, &args)).await
    }

    /// Reads the beginning of the file at a path, for detection of its type.
    pub(crate) async fn beginning(&self, item: &Item, cx: &Context) -> Result<Vec<u8>, Failure> {
        let path = item.path.clone();
        self.at_site(Power::Look, cx, move |site| search::beginning(site, &path)).await
    }

    /// Searches the roots for the items with the highest rating.
    pub(crate) async fn search(
        &self,
        rate: impl Fn(&str, bool) -> f64 + Send + 'static,
        cx: &Context,
    ) -> Result<Findings, Failure> {
        self.at_site(Power::Look, cx, move |site| search::search(site, &rate)).await
    }

    pub(super) async fn at_site<T: Send + 'static>(
        &self,
        power: Power,
        cx: &Context,
        act: impl FnOnce(&CallScope) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let (settings, rest) = (Arc::clone(&self.settings), Arc::clone(&self.rest));
        behind_a_wall(power, settings, rest, cx.into(), act).await.unwrap_or_else(|| {
            Err(Failure::new(Cause::Failed, "working with the file broke off").effect_unknown())
        })
    }
}
