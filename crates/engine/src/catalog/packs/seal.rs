//! The seal of a pack: the signed listing of its files. Each file is compared with the listing when it is
//! read, so that only signed content is loaded.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lemmascope_intent::Diagnostic;
use lemmascope_repository::{
    Authors, LISTING_FILE, Listing, PublicKey, RepositoryError, SIGNATURE_FILE, Sealed, verify,
};

use super::bounded_file::{Stamp, stamp};
use super::{Origin, failed};

const OFFICIAL_KEY: &str = include_str!("official.pub");

/// Returns the key that official packs are signed with. A test parses it; without a key, no pack is official.
pub fn official_key() -> Option<PublicKey> {
    PublicKey::read(OFFICIAL_KEY).ok()
}

/// The listing of a pack, and its signer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PackSeal {
    pub(crate) signer: Origin,
    listing: Listing,
}

/// The keys whose packs get more trust than unsigned ones.
#[derive(Debug, Clone)]
pub(crate) struct Signers {
    official: Vec<PublicKey>,
    own: Vec<PublicKey>,
}

impl Signers {
    /// Returns the key of the project, and those of the user in this home folder.
    pub(crate) fn of_home(home: &Path) -> Self {
        let own = Authors::in_home(home).own_keys();
        Self { official: official_key().into_iter().collect(), own }
    }

    fn who(&self, key: &PublicKey) -> Origin {
        match self.official.contains(key) {
            true => Origin::Official,
            false => Origin::Own,
        }
    }
}

impl PackSeal {
    /// Reads the seal beside the files of the pack with this name, if it has one.
    fn read(folder: &Path, name: &str, signers: &Signers) -> Result<Option<Arc<Self>>, RepositoryError> {
        let Some(sealed) = Sealed::beside(folder)? else { return Ok(None) };
        let (signer, listing) = match verify(&sealed, signers.official.iter().chain(&signers.own)) {
            Ok((listing, key)) => (signers.who(key), listing),
            // The signature was verified at installation; the listing still records the installed files.
            Err(RepositoryError::UnknownKey { .. }) => (Origin::Folder, Listing::read(&sealed.listing)?),
            Err(error) => return Err(error),
        };
        match listing.item.name == name {
            true => Ok(Some(Arc::new(Self { signer, listing }))),
            false => Err(RepositoryError::Signature(format!("{name}, which was signed as {}", listing.item))),
        }
    }

    /// Rejects a file of the pack whose content differs from the signed one.
    pub(crate) fn admit(&self, folder: &Path, file: &Path, source: &str) -> Result<(), Diagnostic> {
        let path = file.strip_prefix(folder).unwrap_or(file).to_string_lossy();
        if self.listing.has(&path, source.as_bytes()) {
            return Ok(());
        }
        Err(failed(
            0..0,
            format!("{path} is not as {} has signed it", self.listing.item.author),
            format!(
                "Install the pack again, or sign it yourself: `lemmascope pack sign {}`.",
                folder.display()
            ),
        ))
    }
}

/// Returns the origin of a pack, according to its signer.
pub(crate) fn signer(seal: Option<&Arc<PackSeal>>) -> Origin {
    seal.map_or(Origin::Folder, |seal| seal.signer)
}

/// The seals that were read, by the folders of their packs.
#[derive(Default)]
pub(super) struct Seals {
    read: BTreeMap<PathBuf, (Stamps, Read)>,
}

type Stamps = [Option<Stamp>; 2];
type Read = Result<Option<Arc<PackSeal>>, Diagnostic>;

impl Seals {
    /// Returns the seal of a pack, and reads it again if its files have changed.
    pub(super) fn of(&mut self, folder: &Path, name: &str, signers: &Signers) -> Read {
        let stamps = [LISTING_FILE, SIGNATURE_FILE].map(|file| stamp(&folder.join(file)));
        if stamps == [None, None] {
            self.read.remove(folder);
            return Ok(None);
        }
        if let Some((_, read)) = self.read.get(folder).filter(|(known, _)| *known == stamps) {
            return read.clone();
        }
        let read = PackSeal::read(folder, name, signers)
            .map_err(|error| failed(0..0, error.to_string(), error.remedy()));
        self.read.insert(folder.into(), (stamps, read.clone()));
        read
    }
}

#[cfg(test)]
mod tests {
    use lemmascope_repository::{AuthorKey, Bundle, Item, ItemKind};

    use super::*;

    fn write(folder: &Path, name: &str, text: &str) {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join(name), text).unwrap();
    }

    fn sign(folder: &Path, key: &AuthorKey, name: &str) {
        let item = Item::new(ItemKind::Pack, name, semver::Version::new(1, 0, 0), &key.author).unwrap();
        let listing = Bundle::of_folder(folder).unwrap().listing(item);
        key.open(None).unwrap().sign(&listing).unwrap().write(folder).unwrap();
    }

    #[test]
    fn reads_public_key_of_the_project() {
        assert_eq!(Signers::of_home(Path::new("/nowhere")).official.len(), 1);
    }

    #[test]
    fn signer_is_identified_by_key_only() {
        let place = tempfile::tempdir().unwrap();
        let key = |author: &str| AuthorKey::generate(&place.path().join("keys"), author, None).unwrap();
        let (project, own, other) = (key("project"), key("own"), key("other"));
        let signers = Signers { official: vec![project.public.clone()], own: vec![own.public.clone()] };
        let folder = place.path().join("shop");
        write(&folder, "pack.yaml", "pack: shop\n");
        let read = |signers: &Signers| PackSeal::read(&folder, "shop", signers);
        assert_eq!(read(&signers).unwrap(), None);
        for (key, expected) in [(&project, Origin::Official), (&own, Origin::Own), (&other, Origin::Folder)] {
            sign(&folder, key, "shop");
            let seal = read(&signers).unwrap().unwrap();
            assert_eq!(seal.signer, expected);
            let admit = |file: &str, text: &str| seal.admit(&folder, &folder.join(file), text);
            assert!(admit("pack.yaml", "pack: shop\n").is_ok());
            assert!(admit("pack.yaml", "pack: shop \n").unwrap_err().message.contains("not as"));
            assert!(admit("more.yaml", "intent: more\n").is_err());
        }
        // A signature of the project with a changed listing, and with another name.
        sign(&folder, &project, "shop");
        let text = std::fs::read_to_string(folder.join(LISTING_FILE)).unwrap();
        write(&folder, LISTING_FILE, &text.replace("version 1.0.0", "version 1.0.1"));
        assert!(matches!(read(&signers), Err(RepositoryError::Signature(_))));
        sign(&folder, &project, "mail");
        assert!(matches!(read(&signers), Err(RepositoryError::Signature(_))));
        std::fs::remove_file(folder.join(SIGNATURE_FILE)).unwrap();
        assert!(matches!(read(&signers), Err(RepositoryError::Unsigned(_))));
    }

    #[test]
    fn rereads_seal_after_file_changes() {
        let place = tempfile::tempdir().unwrap();
        let key = AuthorKey::generate(&place.path().join("keys"), "ana", None).unwrap();
        let signers = Signers { official: Vec::new(), own: vec![key.public.clone()] };
        let folder = place.path().join("shop");
        write(&folder, "pack.yaml", "pack: shop\n");
        let mut seals = Seals::default();
        assert_eq!(seals.of(&folder, "shop", &signers), Ok(None));
        sign(&folder, &key, "shop");
        let first = seals.of(&folder, "shop", &signers).unwrap().unwrap();
        assert!(Arc::ptr_eq(&first, &seals.of(&folder, "shop", &signers).unwrap().unwrap()));
        write(&folder, LISTING_FILE, "other");
        assert!(seals.of(&folder, "shop", &signers).is_err());
    }
}
