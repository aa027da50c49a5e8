//! The fixture: an author with a key, a user who installs, and a repository.

use std::path::PathBuf;
use std::process::Command;

use lemmascope_repository::{
    AuthorKey, Authors, Bundle, FetchedBundle, Item, ItemKind, ItemPath, Listing, Location, Repository,
    RepositoryError, SigningKey, Wanted,
};

pub(crate) struct World {
    folder: tempfile::TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn folder(&self) -> Location {
        Location::read("shared", self.folder.path()).unwrap()
    }

    /// Returns a bare git repository.
    pub(crate) fn git(&self) -> Location {
        let path = self.path("shared.git");
        if !path.exists() {
            let done =
                Command::new("git").args(["init", "--quiet", "--bare", "-b", "main"]).arg(&path).status();
            assert!(done.unwrap().success());
        }
        Location::read(&format!("git+file://{}", path.display()), self.folder.path()).unwrap()
    }

    /// Returns the key of an author, on the author's own machine.
    pub(crate) fn author(&self, name: &str) -> SigningKey {
        let keys = self.path("keys");
        let key = AuthorKey::of(&keys, name).or_else(|_| AuthorKey::generate(&keys, name, None)).unwrap();
        key.open(None).unwrap()
    }

    /// Returns the user's key store of authors.
    pub(crate) fn authors(&self) -> Authors {
        Authors::new(&self.path("accepted"), &self.path("own"))
    }

    pub(crate) async fn publish(
        &self,
        location: &Location,
        author: &str,
        name: &str,
        version: &str,
    ) -> Result<Listing, RepositoryError> {
        let key = self.author(author);
        let item = Item::new(ItemKind::Pack, name, version.parse().unwrap(), author)?;
        Repository::publish(location, &bundle(version), item, "Orders from the shop", &key).await
    }

    pub(crate) async fn fetch(
        &self,
        location: &Location,
        name: &str,
    ) -> Result<FetchedBundle, RepositoryError> {
        Repository::open(location).await?.fetch(&pack(name), &self.authors()).await
    }
}

pub(crate) fn pack(name: &str) -> Wanted<'_> {
    Wanted { kind: ItemKind::Pack, name, author: None, key: None }
}

pub(crate) fn bundle(text: &str) -> Bundle {
    let files = [("pack.yaml", "pack: shop\n"), ("intents/order.yaml", text)];
    Bundle::of_files(files.map(|(path, text)| (ItemPath::read(path).unwrap(), text.into()))).unwrap()
}
