//! Installing and updating: fetched, verified, shown, agreed to, and only then written.

use std::fs::File;
use std::path::{Path, PathBuf};

use lemmascope_engine::PackEffects;
use lemmascope_intent::{Cause, Failure, Report};
use lemmascope_repository::{
    Bundle, Installation, Installed, ItemKind, Listing, Location, PublicKey, Repository, RepositoryError,
    Sealed, Signer, Wanted, item_name, one_line,
};

use super::Job;
use super::keys::told;
use crate::confirmation::Person;

/// What is to be installed, verified as far as it is signed.
struct Offer {
    bundle: Bundle,
    /// Its listing with who signed it; none where nobody has.
    signed: Option<Signed>,
    /// Where it comes from, as it is recorded.
    source: String,
    kind: ItemKind,
}

struct Signed {
    listing: Listing,
    sealed: Sealed,
    signer: Signer,
    /// The key, which is remembered where it is seen for the first time.
    key: Option<PublicKey>,
}

impl Job<'_> {
    pub(super) async fn install_pack(&self) -> Result<Report, Failure> {
        let named = self.required("pack");
        let key = self.given("key").map(PublicKey::read).transpose()?;
        let path = self.place.workspace.join(named);
        let is_place = self.given("source").is_none() && (named.contains('/') || path.exists());
        let offer = match is_place {
            true => self.offer_from_path(&path, key.as_ref())?,
            false => {
                let location = self.repository(self.given("source"))?;
                self.fetched(&location, ItemKind::Pack, named, self.given("author"), key.as_ref()).await?
            }
        };
        self.install(offer)
    }

    pub(super) async fn install_intent(&self) -> Result<Report, Failure> {
        let key = self.given("key").map(PublicKey::read).transpose()?;
        let location = self.repository(self.given("source"))?;
        let name = self.required("name");
        let offer =
            self.fetched(&location, ItemKind::Intent, name, self.given("author"), key.as_ref()).await?;
        self.install(offer)
    }

    /// Fetches newer versions of what was installed from repositories.
    pub(super) async fn update(&self) -> Result<Report, Failure> {
        let named = self.given("name");
        let installed = Installed::open(&self.record())?;
        let kinds = [ItemKind::Pack, ItemKind::Intent];
        let all = kinds.iter().flat_map(|kind| installed.all(*kind).map(move |it| (*kind, it)));
        let wanted: Vec<_> = all
            .filter(|(_, (name, author, _))| {
                named.is_none_or(|named| named == *name)
                    && self.given("author").is_none_or(|wanted| *author == Some(wanted))
            })
            .collect();
        if let (Some(named), true) = (named, wanted.is_empty()) {
            let message = format!("no pack \"{named}\" was installed");
            return Err(Failure::new(Cause::TargetNotFound, message)
                .hint("`packs` lists the packs; `pack install` installs one."));
        }
        let mut lines = Vec::new();
        let mut report = self.report(named.unwrap_or("all"));
        for (kind, (name, author, before)) in wanted {
            match self.updated(kind, name, author, before).await {
                Ok(line) => lines.push(format!("{name}: {line}")),
                Err(failure) if named.is_some() => return Err(failure),
                Err(failure) => {
                    report.status = lemmascope_intent::Status::Partial;
                    lines.push(format!("{name}: {failure}"));
                }
            }
        }
        if lines.is_empty() {
            report.result = "Nothing was installed from a repository.".into();
        }
        Ok(report.section("packs", lines))
    }

    async fn updated(
        &self,
        kind: ItemKind,
        name: &str,
        author: Option<&str>,
        before: &Installation,
    ) -> Result<String, Failure> {
        let Some(author) = author else {
            return Ok("it is not signed; install it again from its source".into());
        };
        let location = match self.given("source") {
            Some(named) => self.repository(Some(named))?,
            None => Location::read(&before.source, &self.place.workspace)?,
        };
        if let Location::Folder(path) = &location
            && (path.is_file() || lemmascope_engine::manifest_file(path).is_some())
        {
            let offer = self.offer_from_path(path, None)?;
            return self.install(offer).map(|report| report.result.to_string());
        }
        let repository = Repository::open(&location).await?;
        let wanted = Wanted { kind, name, author: Some(author), key: None };
        if repository.latest(&wanted)? == before.version && self.folder(&before.folder).is_dir() {
            return Ok(format!("{} is the latest version", before.version));
        }
        let offer = self.fetched(&location, kind, name, Some(author), None).await?;
        self.install(offer).map(|report| report.result.to_string())
    }

    fn offer_from_path(&self, path: &Path, key: Option<&PublicKey>) -> Result<Offer, Failure> {
        let (bundle, sealed) = match path.is_dir() {
            true => (Bundle::of_folder(path)?, Sealed::beside(path)?),
            false => {
                let file = File::open(path).map_err(|error| {
                    Failure::new(Cause::TargetNotFound, format!("{} cannot be read: {error}", path.display()))
                        .hint("Name a folder, a zip archive, or a pack of a repository.")
                })?;
                Bundle::of_archive(file)?
            }
        };
        let signed = match sealed {
            None if key.is_some() => return Err(RepositoryError::Unsigned(path.display().to_string()).into()),
            None => None,
            Some(sealed) => {
                let (listing, signer) = self.verified(&bundle, &sealed, key)?;
                Some(Signed { listing, sealed, signer, key: key.cloned() })
            }
        };
        let kind = signed.as_ref().map_or(ItemKind::Pack, |signed| signed.listing.item.kind);
        Ok(Offer { bundle, signed, source: path.display().to_string(), kind })
    }

    async fn fetched(
        &self,
        location: &Location,
        kind: ItemKind,
        name: &str,
        author: Option<&str>,
        key: Option<&PublicKey>,
    ) -> Result<Offer, Failure> {
        let wanted = Wanted { kind, name, author, key };
        let fetched = Repository::open(location).await?.fetch(&wanted, &self.authors()).await?;
        let signed = Signed {
            listing: fetched.listing,
            sealed: fetched.sealed,
            signer: fetched.signer,
            key: Some(fetched.key),
        };
        Ok(Offer { bundle: fetched.bundle, signed: Some(signed), source: location.to_string(), kind })
    }

    /// The folder that a pack is installed into.
    fn folder(&self, name: &str) -> PathBuf {
        let own = self.place.home.join("packs");
        let folders = self.pack_folders();
        // A relative folder of packs belongs to a project, and not to the person.
        let paths = self.configuration.texts("intent_engine.packs.pack_paths");
        let of_person = paths.iter().zip(&folders).find(|(path, _)| path.starts_with(['~', '/']));
        let folder = match folders.contains(&own) {
            true => own,
            false => of_person.map_or(own, |(_, folder)| folder.clone()),
        };
        folder.join(name)
    }

    fn install(&self, offer: Offer) -> Result<Report, Failure> {
        let staged = tempfile::tempdir().map_err(|error| {
            Failure::new(Cause::PermissionDenied, format!("no temporary folder can be made: {error}"))
        })?;
        let name = item_name(&name_of(&offer)?)?;
        let looked_at = staged.path().join(&name);
        offer.bundle.install(&looked_at, None)?;
        let effects = self.effects(&looked_at)?;
        let author = offer.signed.as_ref().map(|signed| signed.listing.item.author.clone());
        let version = effects.version.clone().unwrap_or(semver::Version::new(0, 0, 0));
        let mut installed = Installed::open(&self.record())?;
        if let Some(Signed { listing, .. }) = &offer.signed {
            installed.admit(listing)?;
            if listing.item.name != name || listing.item.version != version {
                return Err(RepositoryError::Signature(format!(
                    "{name} {version}, signed as {}",
                    listing.item
                ))
                .into());
            }
        }
        let folder = self.folder(&name);
        let before = installed.get(offer.kind, &name, author.as_deref()).cloned();
        let is_there = folder.symlink_metadata().is_ok();
        if is_there && before.is_none() {
            let message = format!("there is another pack \"{name}\" in {}", folder.display());
            return Err(
                Failure::new(Cause::AlreadyExists, message).hint("Remove it first, if you do not need it.")
            );
        }
        let digest = effects.digest();
        let is_same = is_there && before.as_ref().is_some_and(|before| before.effects == digest);
        if !is_same {
            self.agree(&offer, &effects, before.is_some() && is_there)?;
        }
        offer.bundle.install(&folder, offer.signed.as_ref().map(|signed| &signed.sealed))?;
        if let Some(Signed { listing, key: Some(key), signer: Signer::New, .. }) = &offer.signed {
            self.authors().accept(&listing.item.author, key)?;
        }
        let installation = Installation {
            folder: name.clone(),
            version: version.clone(),
            listing: offer.signed.as_ref().map(|it| it.listing.address().to_string()).unwrap_or_default(),
            source: offer.source.clone(),
            effects: digest,
        };
        installed.record(offer.kind, &name, author.as_deref(), installation)?;
        let mut report = self.report(format!("{name} {version}"));
        report.result = match is_same {
            true => format!("{version} was installed; it does what the version before did").into(),
            false => format!("{version} was installed").into(),
        };
        report.hints.push("`packs` lists it; it is loaded on pages of its domains.".into());
        Ok(report.section("effects", effects.lines().iter().map(|line| one_line(line)).collect()))
    }

    /// Has the person agree to what a pack would do.
    fn agree(&self, offer: &Offer, effects: &PackEffects, is_update: bool) -> Result<(), Failure> {
        let told = question(offer, effects, is_update);
        let Some(mut person) = Person::at_terminal() else {
            let mut failure =
                Failure::new(Cause::Forbidden, "installing needs the yes of a person at a terminal")
                    .hint(format!("Run it in a terminal: `lemmascope {}`.", self.line));
            failure.context.extend(told);
            return Err(failure);
        };
        match person.agrees(&told.join("\n"), "install it")? {
            true => Ok(()),
            false => Err(Failure::new(
                Cause::Cancelled,
                "the code was not entered correctly; nothing is installed",
            )),
        }
    }
}

/// The name under which it is installed: what was signed, or what it calls itself.
fn name_of(offer: &Offer) -> Result<String, Failure> {
    if let Some(signed) = &offer.signed {
        return Ok(signed.listing.item.name.clone());
    }
    let text = ["pack.yaml", "pack.yml", "pack.json"].iter().find_map(|file| offer.bundle.file(file));
    let manifest = text.and_then(|text| std::str::from_utf8(text).ok());
    let rules = lemmascope_intent::definition::Rules { allow_execute: true, ..Default::default() };
    let read = manifest.and_then(|text| lemmascope_intent::PackManifest::read(text, &rules).manifest);
    match read.and_then(|manifest| manifest.pack) {
        Some(name) => Ok(name.value),
        None => Err(Failure::new(
            Cause::PackLoadFailed,
            format!("{} has no pack.yaml with its name", offer.source),
        )
        .hint("Write `pack: NAME` into its pack.yaml.")),
    }
}

fn question(offer: &Offer, effects: &PackEffects, is_update: bool) -> Vec<String> {
    let version = effects.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
    let kind = offer.kind.as_str();
    let whose = match &offer.signed {
        None => "unsigned".to_string(),
        Some(signed) => {
            let key = signed.key.as_ref().filter(|_| signed.signer == Signer::New);
            let key = key.map(|key| format!(" ({key})")).unwrap_or_default();
            format!("signed by {}, {}{key}", signed.listing.item.author, told(signed.signer))
        }
    };
    let mut lines = vec![format!("{kind} {}{version}, {whose}", effects.name)];
    if is_update {
        lines.push("It does something else than the version that is installed.".into());
    }
    lines.extend(effects.lines().iter().map(|line| format!("  {line}")));
    let shown = |line: &String| {
        let indent = line.len() - line.trim_start().len();
        format!("{}{}", &line[..indent], one_line(line))
    };
    lines.iter().map(shown).collect()
}
