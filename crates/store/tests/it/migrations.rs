//! Checks that every database runs every migration once.

use lemmascope_store::query::{ColumnDef, Index, Query, Table};
use lemmascope_store::{Migration, Statement, Store, StoreError};

use crate::backend::{Backend, NOTES, all_labels, note, texts};

const FIRST: Migration = Migration { name: "test/first", statements: || vec![table("first").into()] };
const SECOND: Migration = Migration {
    name: "test/second",
    statements: || {
        vec![
            table("second").into(),
            Index::create().name("second_key").table("second").col("key").unique().into(),
        ]
    },
};

fn table(name: &'static str) -> lemmascope_store::query::TableCreateStatement {
    Table::create().table(name).col(ColumnDef::new("key").text()).take()
}

async fn applied(store: &Store) -> Vec<String> {
    let mut select = Query::select();
    select
        .column("name")
        .from("schema_migrations")
        .order_by("applied_at", lemmascope_store::query::Order::Asc);
    select.order_by("name", lemmascope_store::query::Order::Asc);
    texts(&store.fetch_all(select).await.unwrap(), "name")
}

pub(crate) async fn migrations_are_applied_once_in_order(backend: Backend) {
    let older = Store::open(&backend.url, &[FIRST]).await.unwrap().store;
    assert_eq!(applied(&older).await, ["test/first"]);
    let newer = Store::open(&backend.url, &[FIRST, SECOND]).await.unwrap().store;
    assert_eq!(applied(&newer).await, ["test/first", "test/second"]);
    // The older program opens the database of the newer one, and a migration of another crate is added later.
    let older = Store::open(&backend.url, &[NOTES, FIRST]).await.unwrap().store;
    older.execute(note("a")).await.unwrap();
    assert_eq!(applied(&older).await, ["test/first", "test/second", "test/1 notes"]);
}

pub(crate) async fn concurrent_opens_apply_migrations_once(backend: Backend) {
    let openers: Vec<_> = (0..8)
        .map(|opener| {
            let url = backend.url.clone();
            tokio::spawn(async move {
                let store = Store::open(&url, &[NOTES, FIRST, SECOND]).await?.store;
                store.execute(note(format!("{opener}"))).await.map(drop)
            })
        })
        .collect();
    for opener in openers {
        opener.await.unwrap().unwrap();
    }
    let store = backend.open().await;
    assert_eq!(all_labels(&store).await.len(), 8);
    assert_eq!(applied(&store).await.len(), 3);
}

pub(crate) async fn failed_migration_is_rolled_back(backend: Backend) {
    const BROKEN: Migration = Migration {
        name: "test/broken",
        statements: || vec![table("half").into(), table("first").into(), table("never").into()],
    };
    let error = Store::open(&backend.url, &[FIRST, BROKEN]).await.unwrap_err();
    let StoreError::Migration { name, source } = &error else { panic!("{error:?}") };
    assert_eq!(name, "test/broken");
    assert!(source.to_string().contains("first"), "{source}");
    let store = Store::open(&backend.url, &[FIRST]).await.unwrap().store;
    assert_eq!(applied(&store).await, ["test/first"]);
    assert!(store.fetch_all(Query::select().column("key").from("half")).await.is_err());
}

pub(crate) async fn duplicate_migration_name_is_rejected(backend: Backend) {
    let error = Store::open(&backend.url, &[FIRST, NOTES, FIRST]).await.unwrap_err();
    assert!(matches!(&error, StoreError::Migration { name, .. } if name == "test/first"), "{error:?}");
}

pub(crate) async fn migration_alters_and_fills_table(backend: Backend) {
    const GROWN: Migration = Migration {
        name: "test/2 notes have a colour",
        statements: || {
            let insert =
                Query::insert().into_table("note").columns(["label"]).values_panic(["new".into()]).take();
            vec![
                Table::alter()
                    .table("note")
                    .add_column(ColumnDef::new("colour").text().default("red"))
                    .into(),
                Statement::from(insert).into(),
            ]
        },
    };
    backend.open().await.execute(note("old")).await.unwrap();
    let store = Store::open(&backend.url, &[NOTES, GROWN]).await.unwrap().store;
    let rows = store.fetch_all(Query::select().column("colour").from("note")).await.unwrap();
    assert_eq!(texts(&rows, "colour"), ["red", "red"]);
    assert_eq!(all_labels(&store).await, ["old", "new"]);
}
