//! The database of a test, and its tables.

use lemmascope_store::query::{
    ColumnDef, Expr, ExprTrait, ForeignKey, ForeignKeyAction, InsertStatement, Query, SelectStatement, Table,
};
use lemmascope_store::{Migration, Row, Store};

pub(crate) struct Backend {
    pub(crate) url: String,
    _folder: Option<tempfile::TempDir>,
}

impl Backend {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("store.db").display());
        Backend { url, _folder: Some(folder) }
    }

    pub(crate) fn postgres() -> Self {
        Backend { url: crate::cluster::database(), _folder: None }
    }

    pub(crate) async fn open(&self) -> Store {
        open(&self.url).await
    }
}

pub(crate) async fn open(url: &str) -> Store {
    let opened = Store::open(url, &[NOTES]).await.unwrap();
    assert_eq!(opened.notice, None);
    opened.store
}

pub(crate) const NOTES: Migration = Migration {
    name: "test/1 notes",
    statements: || {
        vec![
            Table::create()
                .table("note")
                .col(ColumnDef::new("id").big_integer().primary_key().auto_increment())
                .col(ColumnDef::new("label").text().not_null().unique_key())
                .col(ColumnDef::new("amount").big_integer())
                .col(ColumnDef::new("done").boolean())
                .col(ColumnDef::new("weight").double())
                .col(ColumnDef::new("data").text())
                .col(ColumnDef::new("picture").blob())
                .into(),
            Table::create()
                .table("remark")
                .col(ColumnDef::new("id").big_integer().primary_key().auto_increment())
                .col(ColumnDef::new("note").big_integer().not_null())
                .foreign_key(
                    ForeignKey::create()
                        .from("remark", "note")
                        .to("note", "id")
                        .on_delete(ForeignKeyAction::Cascade),
                )
                .into(),
        ]
    },
};

pub(crate) fn note(label: impl Into<String>) -> InsertStatement {
    Query::insert().into_table("note").columns(["label"]).values_panic([label.into().into()]).take()
}

pub(crate) fn labels() -> SelectStatement {
    Query::select().column("label").from("note").order_by("id", lemmascope_store::query::Order::Asc).take()
}

pub(crate) fn find(label: &str) -> SelectStatement {
    Query::select().columns(["id", "amount"]).from("note").and_where(Expr::col("label").eq(label)).take()
}

pub(crate) async fn all_labels(store: &Store) -> Vec<String> {
    texts(&store.fetch_all(labels()).await.unwrap(), "label")
}

pub(crate) fn texts(rows: &[Row], column: &str) -> Vec<String> {
    rows.iter().map(|row| row.text(column).unwrap().to_owned()).collect()
}
