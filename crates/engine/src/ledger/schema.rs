//! The tables of the engine.

use lemmascope_store::Migration;
use lemmascope_store::query::{ColumnDef, Index, Table, TableCreateStatement};

/// All migrations, oldest first. A migration that has been released is never changed.
pub(crate) const MIGRATIONS: &[Migration] = &[RUNS, SEALED, PENDING, WAITING];

const RUNS: Migration = Migration {
    name: "engine/1 runs, steps, checkpoints, settings",
    statements: || {
        vec![
            table("run", &["id"], &["session", "intent", "version", "parameters", "workspace", "status"])
                .col(ColumnDef::new("continues").text())
                .col(ColumnDef::new("started").big_integer().not_null())
                .col(ColumnDef::new("finished").big_integer())
                .to_owned()
                .into(),
            table("step", &["run", "position"], &["session", "capability", "state", "line"])
                .col(ColumnDef::new("number").big_integer().not_null())
                .col(ColumnDef::new("arguments").text())
                .col(ColumnDef::new("undo").text())
                .col(ColumnDef::new("redo").text())
                .col(ColumnDef::new("undone").big_integer())
                .to_owned()
                .into(),
            Index::create()
                .name("step_by_session")
                .table("step")
                .col("session")
                .col("number")
                .to_owned()
                .into(),
            // What was undone is little beside what was done, and every change looks for it.
            Index::create().name("step_undone").table("step").col("session").col("undone").to_owned().into(),
            // A run is continued from the last time it passed a checkpoint; a loop passes one many times.
            table("checkpoint", &["run", "name"], &["session", "intent", "position"])
                .col(ColumnDef::new("made").big_integer().not_null())
                .to_owned()
                .into(),
            Index::create()
                .name("checkpoint_by_intent")
                .table("checkpoint")
                .col("intent")
                .col("name")
                .to_owned()
                .into(),
            table("setting", &["key"], &["value"]).into(),
        ]
    },
};

const SEALED: Migration = Migration {
    name: "engine/2 credentials, what is kept with checkpoints",
    statements: || {
        vec![
            table("credential", &["name"], &["origin"])
                .col(ColumnDef::new("sealed").blob().not_null())
                .col(ColumnDef::new("added").big_integer().not_null())
                .col(ColumnDef::new("changed").big_integer().not_null())
                .to_owned()
                .into(),
            // Apart from the checkpoints, since it is much larger and does not live as long.
            table("kept", &["run", "name", "domain"], &[])
                .col(ColumnDef::new("sealed").blob().not_null())
                .col(ColumnDef::new("made").big_integer().not_null())
                .to_owned()
                .into(),
            Index::create().name("kept_by_age").table("kept").col("made").to_owned().into(),
            Index::create().name("checkpoint_by_age").table("checkpoint").col("made").to_owned().into(),
        ]
    },
};

const PENDING: Migration = Migration {
    name: "engine/3 what was broken off",
    statements: || {
        vec![
            // `undo` or `redo`, while that is under way.
            Table::alter().table("step").add_column(ColumnDef::new("pending").text()).to_owned().into(),
        ]
    },
};

const WAITING: Migration = Migration {
    name: "engine/4 plans that wait for a yes",
    statements: || {
        vec![
            table("waiting_plan", &["session"], &["request"])
                .col(ColumnDef::new("expires").big_integer().not_null())
                .to_owned()
                .into(),
        ]
    },
};

/// A table with these texts, the first of which identify a row.
fn table(name: &'static str, key: &[&'static str], texts: &[&'static str]) -> TableCreateStatement {
    let mut table = Table::create();
    table.table(name);
    let mut primary = Index::create();
    for column in key {
        table.col(ColumnDef::new(*column).text().not_null());
        primary.col(*column);
    }
    for column in texts {
        table.col(ColumnDef::new(*column).text().not_null());
    }
    table.primary_key(&mut primary);
    table
}
