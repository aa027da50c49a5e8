//! Attacks by the operator of a repository, or by a man in the middle.

use std::path::Path;
use std::time::{Duration, Instant};

use lemmascope_repository::{
    Bundle, ContentHash, Installation, Installed, Item, ItemKind, ItemPath, Location, Repository,
    RepositoryError,
};

use crate::server::{Reply, serve};
use crate::world::{World, bundle, pack};

/// Returns the error for a repository with one pack, whose objects an attacker has changed.
async fn altered(change: impl Fn(&Path, &ContentHash)) -> RepositoryError {
    let world = World::new();
    let listing = world.publish(&world.folder(), "ana", "shop", "1.0.0").await.unwrap();
    change(&world.path("shared"), &listing.address());
    world.fetch(&world.folder(), "shop").await.map(|_| ()).unwrap_err()
}

fn object(folder: &Path, hash: &ContentHash) -> std::path::PathBuf {
    let hash = hash.to_string();
    folder.join("objects").join(&hash[..2]).join(hash)
}

#[tokio::test]
async fn rejects_altered_content() {
    let order = ContentHash::of(b"1.0.0");
    let error = altered(|folder, _| std::fs::write(object(folder, &order), "9.9.9").unwrap()).await;
    assert!(matches!(error, RepositoryError::Hash(_)), "{error}");
    let error = altered(|folder, _| std::fs::write(object(folder, &order), "1.0.0 and more").unwrap()).await;
    assert!(matches!(error, RepositoryError::TooLarge { .. }), "{error}");
    let error = altered(|folder, listing| {
        let path = object(folder, listing);
        let text = std::fs::read_to_string(&path).unwrap().replace("1.0.0", "2.0.0");
        std::fs::write(path, text).unwrap();
    })
    .await;
    assert!(matches!(error, RepositoryError::Hash(_)), "{error}");
}

#[tokio::test]
async fn rejects_symlinks_and_missing_objects() {
    let order = ContentHash::of(b"1.0.0");
    let error = altered(|folder, _| {
        let path = object(folder, &order);
        std::fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", path).unwrap();
    })
    .await;
    assert!(matches!(error, RepositoryError::NoFile(_)), "{error}");
    let error = altered(|folder, listing| std::fs::remove_file(object(folder, listing)).unwrap()).await;
    assert!(matches!(error, RepositoryError::Unusable { .. }), "{error}");
    let error = altered(|folder, listing| {
        std::fs::remove_file(object(folder, listing).with_extension("minisig")).unwrap();
    })
    .await;
    assert!(matches!(error, RepositoryError::Unsigned(_)), "{error}");
}

#[tokio::test]
async fn rejects_changed_author_keys() {
    let world = World::new();
    let first = world.publish(&world.folder(), "ana", "shop", "1.0.0").await.unwrap();
    let fetched = world.fetch(&world.folder(), "shop").await.unwrap();
    world.authors().accept("ana", &fetched.key).unwrap();
    assert_eq!(first, fetched.listing);
    // Another person operates a repository with another key under the same name.
    let eve = World::new();
    eve.publish(&eve.folder(), "ana", "shop", "2.0.0").await.unwrap();
    let error = world.fetch(&eve.folder(), "shop").await.unwrap_err();
    assert!(matches!(error, RepositoryError::UnknownKey { .. }), "{error}");
    assert!(error.remedy().contains("--key"), "{}", error.remedy());
    // The index contains ana's key, but the listing is signed with another one.
    let index = |world: &World| std::fs::read_to_string(world.path("shared/index.json")).unwrap();
    let key = |world: &World| world.author("ana").public().to_string();
    std::fs::write(eve.path("shared/index.json"), index(&eve).replace(&key(&eve), &key(&world))).unwrap();
    let error = world.fetch(&eve.folder(), "shop").await.unwrap_err();
    assert!(matches!(error, RepositoryError::UnknownKey { .. }), "{error}");
    // The user has another key of the author than the repository.
    let given = eve.author("ana").public().clone();
    let wanted = lemmascope_repository::Wanted { key: Some(&given), ..pack("shop") };
    let error =
        Repository::open(&world.folder()).await.unwrap().fetch(&wanted, &eve.authors()).await.unwrap_err();
    assert!(matches!(error, RepositoryError::UnknownKey { .. }), "{error}");
}

#[tokio::test]
async fn rejects_substituted_bundle_of_same_author() {
    let world = World::new();
    let at = world.folder();
    let shop = world.publish(&at, "ana", "shop", "1.0.0").await.unwrap().address().to_string();
    let mail = world.publish(&at, "ana", "mail", "3.0.0").await.unwrap().address().to_string();
    let path = world.path("shared/index.json");
    let index = std::fs::read_to_string(&path).unwrap().replace(&shop, &mail);
    std::fs::write(path, index).unwrap();
    let error = world.fetch(&at, "shop").await.unwrap_err();
    assert!(matches!(error, RepositoryError::Hash(_)), "{error}");
}

#[tokio::test]
async fn rejects_downgrades_of_installed_packs() {
    let world = World::new();
    let at = world.folder();
    let first = world.publish(&at, "ana", "shop", "1.0.0").await.unwrap();
    let old = std::fs::read(world.path("shared/index.json")).unwrap();
    let second = world.publish(&at, "ana", "shop", "1.1.0").await.unwrap();
    let file = world.path("sharing/installed.json");
    let mut installed = Installed::open(&file).unwrap();
    installed.admit(&second).unwrap();
    let installation = Installation {
        folder: "shop".into(),
        version: second.item.version.clone(),
        listing: second.address().to_string(),
        source: at.to_string(),
        effects: String::new(),
    };
    installed.record(ItemKind::Pack, "shop", Some("ana"), installation.clone()).unwrap();
    // The repository reverts to an earlier valid index.
    std::fs::write(world.path("shared/index.json"), old).unwrap();
    let replayed = world.fetch(&at, "shop").await.unwrap();
    assert_eq!(replayed.listing, first);
    let installed = Installed::open(&file).unwrap();
    let error = installed.admit(&replayed.listing).unwrap_err();
    assert!(matches!(error, RepositoryError::Older { .. }), "{error}");
    installed.admit(&second).unwrap();
    let changed = bundle("other").listing(second.item.clone());
    assert!(matches!(installed.admit(&changed), Err(RepositoryError::Changed { .. })));
    assert_eq!(installed.all(ItemKind::Pack).collect::<Vec<_>>(), [("shop", Some("ana"), &installation)]);
}

#[tokio::test]
async fn endless_http_responses_are_aborted() {
    let world = World::new();
    let began = Instant::now();
    for reply in [
        Reply::Endless,
        Reply::Bytes("200 OK", vec![b'['; 20 << 20]),
        Reply::Bytes("200 OK", vec![b'['; 1 << 20]),
        Reply::Bytes("200 OK\r\nContent-Encoding: gzip", b"\x1f\x8b".to_vec()),
        Reply::Bytes("200 OK", b"{\"lemmascope_index\":".to_vec()),
        Reply::Bytes("500 No", Vec::new()),
        Reply::Bytes("302 Found\r\nLocation: file:///etc/passwd", Vec::new()),
        Reply::Bytes("302 Found\r\nLocation: index.json", Vec::new()),
    ] {
        let served = serve(world.path("shared"), &[("index.json", reply)]);
        let error = Repository::open(&served).await.map(|_| ()).unwrap_err();
        assert!(!error.remedy().is_empty(), "{error}");
    }
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[tokio::test]
async fn git_runs_no_hooks_or_external_programs() {
    let world = World::new();
    let at = world.git();
    let mark = world.path("mark");
    for hook in ["post-checkout", "pre-push", "reference-transaction", "post-index-change"] {
        // Git copies hooks from a template into clones.
        let path = world.path("shared.git").join("hooks").join(hook);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, format!("#!/bin/sh\ntouch {}-{hook}\n", mark.display())).unwrap();
    }
    world.publish(&at, "ana", "shop", "1.0.0").await.unwrap();
    world.fetch(&at, "shop").await.unwrap();
    for hook in ["post-checkout", "pre-push", "post-index-change"] {
        assert!(!world.path(&format!("mark-{hook}")).exists(), "{hook}");
    }
    let helper = format!("ext::touch {}", mark.display());
    for address in [helper.as_str(), "git+ftp://example.com/a", "--upload-pack=touch"] {
        assert!(Location::read(address, Path::new("/")).is_err(), "{address}");
    }
    // Even for a manually constructed location, git rejects the protocol.
    let error = Repository::open(&Location::Git(helper)).await.map(|_| ()).unwrap_err();
    assert!(matches!(error, RepositoryError::Unusable { .. }), "{error}");
    assert!(!mark.exists());
}

#[test]
fn rejects_directories_with_symlinks_or_excessive_size() {
    let world = World::new();
    let folder = world.path("pack");
    std::fs::create_dir_all(folder.join("intents")).unwrap();
    std::fs::write(folder.join("pack.yaml"), "pack: shop\n").unwrap();
    std::fs::create_dir(folder.join(".git")).unwrap();
    std::fs::write(folder.join(".git/config"), "hidden").unwrap();
    let read = || Bundle::of_folder(&folder);
    assert_eq!(read().unwrap().files().count(), 1);
    let bad = folder.join("intents/x.yaml");
    std::os::unix::fs::symlink("/etc/passwd", &bad).unwrap();
    assert!(matches!(read(), Err(RepositoryError::NoFile(_))));
    std::fs::remove_file(&bad).unwrap();
    std::os::unix::fs::symlink("/etc", folder.join("more")).unwrap();
    assert!(matches!(read(), Err(RepositoryError::NoFile(_))));
    std::fs::remove_file(folder.join("more")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&bad).status().unwrap().success());
    assert!(matches!(read(), Err(RepositoryError::NoFile(_))));
    std::fs::remove_file(&bad).unwrap();
    std::fs::File::create(&bad).unwrap().set_len(1 << 40).unwrap();
    assert!(matches!(read(), Err(RepositoryError::TooLarge { .. })));
    std::fs::remove_file(&bad).unwrap();
    let deep = folder.join("a/".repeat(20));
    std::fs::create_dir_all(&deep).unwrap();
    assert!(matches!(read(), Err(RepositoryError::Path { .. })));
    assert!(
        ItemPath::read("..").is_err()
            && Item::new(ItemKind::Pack, "..", semver::Version::new(1, 0, 0), "a").is_err()
    );
}
