//! The keys of the person: creation, and signing of packs.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use lemmascope_intent::{Cause, Failure, Report, Secret};
use lemmascope_repository::{
    AuthorKey, Bundle, Item, ItemKind, PublicKey, RepositoryError, Sealed, Signer, SigningKey, verify,
};

use super::Job;
use crate::credential_prompt::read_hidden;

impl Job<'_> {
    pub(super) fn make_key(&self) -> Result<Report, Failure> {
        let account = self.place.user_home.file_name().map(|name| name.to_string_lossy().into_owned());
        let author = self.given("author").map(str::to_string).or(account).unwrap_or_default();
        let is_open = self.command.has("no_passphrase") || self.command.has("no-passphrase");
        let passphrase = match is_open {
            true => None,
            false => Some(new_passphrase()?),
        };
        crate::environment::make_private(&self.keys()).map_err(|error| {
            Failure::new(
                Cause::PermissionDenied,
                format!("{} cannot be made: {error}", self.keys().display()),
            )
        })?;
        let key = AuthorKey::generate(&self.keys(), &author, passphrase.as_ref())?;
        let mut report = self.report(key.author.clone());
        report.result = format!("public key: {}", key.public).into();
        report.hints.push(format!(
            "Back up {}: without it, nobody can publish as {}.",
            self.keys().join(format!("{}.key", key.author)).display(),
            key.author
        ));
        Ok(report)
    }

    pub(super) fn sign(&self) -> Result<Report, Failure> {
        let folder = self.find_pack_folder(self.required("folder"))?;
        let key = self.own_key()?;
        let (name, version) = self.named(&folder)?;
        let item = Item::new(ItemKind::Pack, &name, version, &key.author)?;
        let listing = Bundle::of_folder(&folder)?.listing(item);
        open(&key)?.sign(&listing)?.write(&folder)?;
        let mut report = self.report(format!("{}", listing.item));
        report.result = format!("{} files, {}", listing.files().len(), listing.address()).into();
        Ok(report)
    }

    pub(super) fn verify(&self) -> Result<Report, Failure> {
        let folder = self.find_pack_folder(self.required("folder"))?;
        let unsigned = || RepositoryError::Unsigned(folder.display().to_string());
        let sealed = Sealed::beside(&folder)?.ok_or_else(unsigned)?;
        let given = self.given("key").map(PublicKey::read).transpose()?;
        let (listing, signer) = self.verified(&Bundle::of_folder(&folder)?, &sealed, given.as_ref())?;
        let (name, _) = self.named(&folder)?;
        if name != listing.item.name {
            return Err(
                RepositoryError::Signature(format!("{name}, which was signed as {}", listing.item)).into()
            );
        }
        let mut report = self.report(listing.item.to_string());
        report.result = format!("signed by {}, {}", listing.item.author, told(signer)).into();
        Ok(report)
    }

    /// Verifies the signature of a bundle, and that the bundle has the signed content. The key is the given
    /// one, or the known one of the author.
    pub(super) fn verified(
        &self,
        bundle: &Bundle,
        sealed: &Sealed,
        given: Option<&PublicKey>,
    ) -> Result<(lemmascope_repository::Listing, Signer), Failure> {
        let official = lemmascope_engine::official_key();
        if let Some(official) = official.as_ref().filter(|_| given.is_none())
            && let Ok((listing, _)) = verify(sealed, [official])
        {
            return same(bundle, listing).map(|listing| (listing, Signer::Known));
        }
        let said = lemmascope_repository::Listing::read(&sealed.listing)?.item;
        let (key, signer) = self.authors().judge(&said.to_string(), &said.author, given)?;
        let (listing, _) = verify(sealed, [&key])?;
        same(bundle, listing).map(|listing| (listing, signer))
    }

    /// Returns the key of the person: the only one, or that of the given author.
    pub(super) fn own_key(&self) -> Result<AuthorKey, Failure> {
        if let Some(author) = self.given("author") {
            return Ok(AuthorKey::of(&self.keys(), author)?);
        }
        let mut keys = AuthorKey::all(&self.keys());
        match (keys.pop(), keys.is_empty()) {
            (Some(key), true) => Ok(key),
            (None, _) => Err(RepositoryError::Key("there is none".into()).into()),
            (Some(last), false) => {
                let authors = keys.into_iter().chain([last]).map(|key| key.author);
                Err(RepositoryError::Ambiguous { name: "your key".into(), authors: authors.collect() }.into())
            }
        }
    }

    fn find_pack_folder(&self, named: &str) -> Result<PathBuf, Failure> {
        let folder = self.place.workspace.join(named);
        match lemmascope_engine::manifest_file(&folder) {
            Some(_) => Ok(folder),
            None => {
                let message = format!("there is no pack at {}: it has no pack.yaml", folder.display());
                Err(Failure::new(Cause::TargetNotFound, message).hint("Name the folder with its pack.yaml."))
            }
        }
    }

    /// Returns the name and the version of the pack in a folder.
    pub(super) fn named(&self, folder: &Path) -> Result<(String, semver::Version), Failure> {
        let effects = self.effects(&std::path::absolute(folder).unwrap_or_else(|_| folder.into()))?;
        match effects.version {
            Some(version) => Ok((effects.name, version)),
            None => {
                Err(Failure::new(Cause::PackLoadFailed, format!("the pack {} has no version", effects.name))
                    .hint("Write `version: 1.0.0` into its pack.yaml."))
            }
        }
    }
}

/// Checks that the bundle contains exactly the files of the listing, and returns the listing.
fn same(
    bundle: &Bundle,
    listing: lemmascope_repository::Listing,
) -> Result<lemmascope_repository::Listing, Failure> {
    let changed = bundle.files().find(|(path, bytes)| !listing.has(path.as_str(), bytes));
    if let Some((path, _)) = changed {
        return Err(RepositoryError::Hash(path.to_string()).into());
    }
    match listing.files().iter().find(|file| bundle.file(file.path.as_str()).is_none()) {
        Some(missing) => Err(RepositoryError::Hash(format!("{}, which is missing,", missing.path)).into()),
        None => Ok(listing),
    }
}

/// Describes the trust in a signer.
pub(super) fn told(signer: Signer) -> &'static str {
    match signer {
        Signer::Own => "which is you",
        Signer::Known => "whose key is known",
        Signer::New => "whose key is seen for the first time",
    }
}

/// Opens a key, with its passphrase if it has one.
pub(super) fn open(key: &AuthorKey) -> Result<SigningKey, Failure> {
    let passphrase = match key.is_sealed()? {
        true => Some(asked(&format!("Passphrase of the key of {} (it is not shown): ", key.author))?),
        false => None,
    };
    Ok(key.open(passphrase.as_ref())?)
}

fn new_passphrase() -> Result<Secret, Failure> {
    let first = asked("Passphrase for the new key (it is not shown): ")?;
    if first.expose().is_empty() {
        return Err(Failure::new(Cause::InvalidParameter, "the passphrase is empty, and no key was made")
            .hint("`--no-passphrase` makes a key without one."));
    }
    let second = asked("The same again: ")?;
    match first == second {
        true => Ok(first),
        false => Err(Failure::new(Cause::InvalidParameter, "the passphrases differ, and no key was made")),
    }
}

fn asked(prompt: &str) -> Result<Secret, Failure> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::new(
            Cause::Unavailable,
            "a passphrase must be entered at a terminal, and there is none",
        )
        .hint("Run it in a terminal. `pack keygen --no-passphrase` makes a key that opens without one."));
    }
    read_hidden(prompt)
}
