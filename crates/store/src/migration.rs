//! Migrations: each crate provides its own, and every database runs each of them once.

use std::collections::HashSet;

use sea_query::{
    ColumnDef, Expr, ExprTrait, IndexCreateStatement, IndexDropStatement, Query, SchemaBuilder, Table,
    TableAlterStatement, TableCreateStatement, TableDropStatement, TableRenameStatement,
};

use crate::{Statement, Store, StoreError};

/// A step in the history of a schema. A released migration never changes; later ones follow it.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// A unique name in the whole program, by convention `crate/number what`: `engine/1 runs`.
    pub name: &'static str,
    /// Its statements, which run in order in one transaction.
    pub statements: fn() -> Vec<SchemaStatement>,
}

/// A statement of a migration. SQLite supports a single change per `ALTER TABLE` statement.
#[derive(Clone, Debug)]
pub enum SchemaStatement {
    /// `CREATE TABLE`
    CreateTable(Box<TableCreateStatement>),
    /// `ALTER TABLE`
    AlterTable(Box<TableAlterStatement>),
    /// `ALTER TABLE … RENAME TO`
    RenameTable(Box<TableRenameStatement>),
    /// `DROP TABLE`
    DropTable(Box<TableDropStatement>),
    /// `CREATE INDEX`
    CreateIndex(Box<IndexCreateStatement>),
    /// `DROP INDEX`
    DropIndex(Box<IndexDropStatement>),
    /// A change of rows together with the schema.
    Rows(Statement),
}

macro_rules! schema_statement_from {
    ($($builder:ident => $variant:ident),*) => {$(
        impl From<$builder> for SchemaStatement {
            fn from(builder: $builder) -> Self {
                SchemaStatement::$variant(Box::new(builder))
            }
        }
        impl From<&mut $builder> for SchemaStatement {
            fn from(builder: &mut $builder) -> Self {
                builder.clone().into()
            }
        }
    )*};
}

schema_statement_from!(
    TableCreateStatement => CreateTable, TableAlterStatement => AlterTable, TableRenameStatement => RenameTable,
    TableDropStatement => DropTable, IndexCreateStatement => CreateIndex, IndexDropStatement => DropIndex
);

impl From<Statement> for SchemaStatement {
    fn from(statement: Statement) -> Self {
        SchemaStatement::Rows(statement)
    }
}

impl SchemaStatement {
    pub(crate) fn build(&self, dialect: impl SchemaBuilder) -> String {
        match self {
            SchemaStatement::CreateTable(statement) => statement.build(dialect),
            SchemaStatement::AlterTable(statement) => statement.build(dialect),
            SchemaStatement::RenameTable(statement) => statement.build(dialect),
            SchemaStatement::DropTable(statement) => statement.build(dialect),
            SchemaStatement::CreateIndex(statement) => statement.build(dialect),
            SchemaStatement::DropIndex(statement) => statement.build(dialect),
            // Row statements have bound values, so they are rendered on execution.
            SchemaStatement::Rows(_) => String::new(),
        }
    }
}

/// Applies missing migrations. Unknown names in the database come from a newer build and are ignored.
pub(crate) async fn apply(store: &Store, migrations: &[Migration]) -> Result<(), StoreError> {
    let mut names = HashSet::new();
    if let Some(twice) = migrations.iter().find(|migration| !names.insert(migration.name)) {
        let source = StoreError::Duplicate { reason: "two migrations have this name".to_owned() };
        return Err(StoreError::Migration { name: twice.name.to_owned(), source: Box::new(source) });
    }
    // The first check takes no lock: in the common case the database is up to date and should not wait for a
    // writer.
    let applied = applied(store).await?;
    for migration in migrations.iter().filter(|migration| !applied.contains(migration.name)) {
        apply_migration(store, migration).await.map_err(|error| attribute_to_migration(migration, error))?;
    }
    Ok(())
}

/// Returns the names of the applied migrations. A new database lacks the table and returns a `Query` error.
pub(crate) async fn applied(store: &Store) -> Result<HashSet<String>, StoreError> {
    match store.fetch_all(Query::select().column(NAME).from(TABLE)).await {
        Ok(rows) => rows.iter().map(|row| row.text(NAME).map(str::to_owned)).collect(),
        Err(StoreError::Query { .. }) => Ok(HashSet::new()),
        Err(error) => Err(error),
    }
}

const TABLE: &str = "schema_migrations";
const NAME: &str = "name";
const APPLIED_AT: &str = "applied_at";

async fn apply_migration(store: &Store, migration: &Migration) -> Result<(), StoreError> {
    let mut transaction = store.begin().await?;
    transaction.lock_migrations().await?;
    transaction
        .define(
            &Table::create()
                .table(TABLE)
                .if_not_exists()
                .col(ColumnDef::new(NAME).text().not_null().primary_key())
                .col(ColumnDef::new(APPLIED_AT).big_integer().not_null())
                .into(),
        )
        .await?;
    // Another process may have applied it while this one waited for the lock.
    let done = Query::select().column(NAME).from(TABLE).and_where(Expr::col(NAME).eq(migration.name)).take();
    if transaction.fetch_optional(done).await?.is_none() {
        for statement in (migration.statements)() {
            transaction.define(&statement).await?;
        }
        let now = jiff::Timestamp::now().as_millisecond();
        let record = Query::insert()
            .into_table(TABLE)
            .columns([NAME, APPLIED_AT])
            .values_panic([migration.name.into(), now.into()])
            .take();
        transaction.execute(record).await?;
    }
    transaction.commit().await
}

/// Wraps an error in the migration that caused it. Errors with another cause, such as a full disk, are
/// returned unchanged.
fn attribute_to_migration(migration: &Migration, error: StoreError) -> StoreError {
    match error {
        StoreError::Query { .. }
        | StoreError::Duplicate { .. }
        | StoreError::Constraint { .. }
        | StoreError::Value { .. }
        | StoreError::Column { .. } => {
            StoreError::Migration { name: migration.name.to_owned(), source: Box::new(error) }
        }
        other => other,
    }
}
