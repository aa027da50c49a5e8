//! The tables of the engine.

use lemmascope_store::query::{ColumnDef, Expr, Index, Query, Table, TableCreateStatement};
use lemmascope_store::{Migration, SchemaStatement};

/// All migrations, oldest first. A released migration must never change.
pub(crate) const MIGRATIONS: &[Migration] =
    &[RUNS, SEALED, PENDING, WAITING, OWNED, SHARED, SPOKEN, SERVED, LOOKS, RECORDS];

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
            // Few steps are undone, and every change looks for them.
            Index::create().name("step_undone").table("step").col("session").col("undone").to_owned().into(),
            // A run is resumed from the last time it passed a checkpoint; a loop passes the same one many
            // times.
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
            // Separate from the checkpoints, because it is much larger and has a shorter lifetime.
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
            // `undo` or `redo` while it is in progress.
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

const OWNED: Migration = Migration {
    name: "engine/5 owners of runs, checkpoints and credentials",
    statements: || {
        let owner = || ColumnDef::new("owner").text().not_null().default("local").to_owned();
        let columns = ["name", "origin", "sealed", "added", "changed"];
        let kept =
            Query::select().columns(columns).expr(Expr::val("local")).from("credential_unowned").take();
        let mut copied = Query::insert();
        copied.into_table("credential").columns(columns.into_iter().chain(["owner"]));
        // The only possible error is a mismatch between the numbers of expressions and columns, and they are
        // equal here.
        let _sound = copied.select_from(kept);
        vec![
            Table::alter().table("run").add_column(owner()).to_owned().into(),
            Table::alter().table("checkpoint").add_column(owner()).to_owned().into(),
            Table::rename().table("credential", "credential_unowned").to_owned().into(),
            table("credential", &["owner", "name"], &["origin"])
                .col(ColumnDef::new("sealed").blob().not_null())
                .col(ColumnDef::new("added").big_integer().not_null())
                .col(ColumnDef::new("changed").big_integer().not_null())
                .to_owned()
                .into(),
            SchemaStatement::Rows(copied.into()),
            Table::drop().table("credential_unowned").to_owned().into(),
        ]
    },
};

const SHARED: Migration = Migration {
    name: "engine/6 leases of sessions, events of runs",
    statements: || {
        vec![
            table("lease", &["session"], &["process"])
                .col(ColumnDef::new("term").big_integer().not_null())
                .col(ColumnDef::new("renewed").big_integer().not_null())
                .to_owned()
                .into(),
            // The process that executes the run.
            Table::alter().table("run").add_column(ColumnDef::new("process").text()).to_owned().into(),
            Index::create()
                .name("step_pending")
                .table("step")
                .col("session")
                .col("pending")
                .to_owned()
                .into(),
            Table::create()
                .table("event")
                .col(ColumnDef::new("run").text().not_null())
                .col(ColumnDef::new("number").big_integer().not_null())
                .col(ColumnDef::new("at").big_integer().not_null())
                .col(ColumnDef::new("event").text().not_null())
                .primary_key(Index::create().col("run").col("number"))
                .to_owned()
                .into(),
        ]
    },
};

const SPOKEN: Migration = Migration {
    name: "engine/7 states of sessions",
    statements: || {
        vec![
            table("session_state", &["session"], &["state"])
                .col(ColumnDef::new("version").big_integer().not_null())
                .col(ColumnDef::new("changed").big_integer().not_null())
                .to_owned()
                .into(),
        ]
    },
};

const SERVED: Migration = Migration {
    name: "engine/8 keys, requests that are answered once, reports of runs",
    statements: || {
        vec![
            table("api_key", &["id"], &["agent", "hash", "scopes"])
                .col(ColumnDef::new("created").big_integer().not_null())
                .col(ColumnDef::new("expires").big_integer())
                .col(ColumnDef::new("revoked").big_integer())
                .to_owned()
                .into(),
            table("request", &["owner", "key"], &["digest", "process"])
                .col(ColumnDef::new("begun").big_integer().not_null())
                .col(ColumnDef::new("status").big_integer())
                .col(ColumnDef::new("answer").blob())
                .to_owned()
                .into(),
            Index::create().name("request_by_age").table("request").col("begun").to_owned().into(),
            Table::alter().table("run").add_column(ColumnDef::new("report").blob()).to_owned().into(),
            Table::alter()
                .table("run")
                .add_column(ColumnDef::new("cancelled").big_integer())
                .to_owned()
                .into(),
            Index::create().name("run_by_owner").table("run").col("owner").col("started").to_owned().into(),
        ]
    },
};

const LOOKS: Migration = Migration {
    name: "engine/9 events of runs that only looked",
    statements: || {
        vec![
            // A read-only run is one row, which is written and deleted as a whole.
            Table::alter().table("run").add_column(ColumnDef::new("events").text()).to_owned().into(),
        ]
    },
};

const RECORDS: Migration = Migration {
    name: "engine/10 approvals and tasks",
    statements: || {
        let integer = |name: &'static str| ColumnDef::new(name).big_integer().not_null().to_owned();
        vec![
            table("sealed_record", &["kind", "owner", "id"], &["process"])
                .col(integer("is_active"))
                .col(integer("version"))
                .col(integer("created"))
                .col(ColumnDef::new("sealed").blob().not_null())
                .to_owned()
                .into(),
            Index::create()
                .name("sealed_record_by_age")
                .table("sealed_record")
                .col("kind")
                .col("version")
                .to_owned()
                .into(),
        ]
    },
};

/// Returns a table with these text columns, of which `key` is the primary key.
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
