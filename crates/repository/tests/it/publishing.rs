use lemmascope_repository::{ItemKind, Location, Repository, RepositoryError, Signer, Wanted};

use crate::server::serve;
use crate::world::{World, bundle, pack};

/// Publishes to one location, and fetches from another one with the same content.
async fn round_trip(world: &World, to: &Location, from: &Location) {
    world.publish(to, "ana", "shop", "1.0.0").await.unwrap();
    world.publish(to, "ana", "shop", "1.10.0").await.unwrap();
    world.publish(to, "bea", "mail", "0.2.0").await.unwrap();
    let repository = Repository::open(from).await.unwrap();
    let found = repository.search(ItemKind::Pack, "ord shop");
    assert_eq!(
        found.iter().map(|it| it.item.to_string()).collect::<Vec<_>>(),
        ["pack shop 1.10.0 of ana", "pack mail 0.2.0 of bea"]
    );
    assert_eq!(found[0].description, "Orders from the shop");
    assert!(repository.search(ItemKind::Pack, "flight").is_empty());
    assert!(repository.search(ItemKind::Intent, "shop").is_empty());
    let fetched = repository.fetch(&pack("shop"), &world.authors()).await.unwrap();
    assert_eq!((fetched.signer, &fetched.bundle), (Signer::New, &bundle("1.10.0")));
    world.authors().accept("ana", &fetched.key).unwrap();
    let fetched = repository.fetch(&pack("shop"), &world.authors()).await.unwrap();
    assert_eq!(fetched.signer, Signer::Known);
    let folder = world.path("packs/shop");
    fetched.bundle.install(&folder, Some(&fetched.sealed)).unwrap();
    assert_eq!(std::fs::read_to_string(folder.join("intents/order.yaml")).unwrap(), "1.10.0");
    fetched.bundle.install(&folder, Some(&fetched.sealed)).unwrap();
    assert_eq!(std::fs::read_dir(world.path("packs")).unwrap().count(), 1, "nothing is left beside it");
}

#[tokio::test]
async fn publishes_in_a_directory() {
    let world = World::new();
    round_trip(&world, &world.folder(), &world.folder()).await;
}

#[tokio::test]
async fn publishes_in_a_git_remote() {
    let world = World::new();
    round_trip(&world, &world.git(), &world.git()).await;
}

#[tokio::test]
async fn reads_published_pack_over_http() {
    let world = World::new();
    let served = serve(world.path("shared"), &[]);
    round_trip(&world, &world.folder(), &served).await;
    let error = world.publish(&served, "ana", "shop", "2.0.0").await.unwrap_err();
    assert!(matches!(error, RepositoryError::ReadOnly(_)), "{error}");
}

#[tokio::test]
async fn version_is_published_once_with_one_key() {
    let world = World::new();
    let at = world.folder();
    world.publish(&at, "ana", "shop", "1.0.0").await.unwrap();
    for version in ["1.0.0", "0.9.0"] {
        let error = world.publish(&at, "ana", "shop", version).await.unwrap_err();
        assert!(matches!(error, RepositoryError::Published { .. }), "{error}");
    }
    // Another person uses the name ana.
    let other = World::new();
    let error = other.publish(&at, "ana", "mail", "1.0.0").await.unwrap_err();
    assert!(matches!(error, RepositoryError::AuthorTaken(_)), "{error}");
    world.publish(&at, "bea", "shop", "1.0.0").await.unwrap();
    let error = world.fetch(&at, "shop").await.unwrap_err();
    assert_eq!(error.to_string(), "several authors have published shop: ana, bea");
    let wanted = Wanted { author: Some("bea"), ..pack("shop") };
    let fetched = Repository::open(&at).await.unwrap().fetch(&wanted, &world.authors()).await.unwrap();
    assert_eq!(fetched.listing.item.author, "bea");
    let error = world.fetch(&at, "flights").await.unwrap_err();
    assert!(matches!(error, RepositoryError::NotFound(_)), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_publications_all_succeed() {
    let world = std::sync::Arc::new(World::new());
    for at in [world.folder(), world.git()] {
        world.publish(&at, "ana", "first", "1.0.0").await.unwrap();
        let both = ["one", "two"].map(|name| {
            let (world, at) = (std::sync::Arc::clone(&world), at.clone());
            tokio::spawn(async move { world.publish(&at, "ana", name, "1.0.0").await.unwrap() })
        });
        for task in both {
            task.await.unwrap();
        }
        let repository = Repository::open(&at).await.unwrap();
        assert_eq!(repository.search(ItemKind::Pack, "orders").len(), 3, "{at}");
    }
}
