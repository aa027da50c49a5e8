//! The tables of boards.

use lemmascope_store::Migration;
use lemmascope_store::query::{ColumnDef, Index, Table, TableCreateStatement};

/// All migrations, oldest first. A released migration must never change.
pub(crate) const MIGRATIONS: &[Migration] = &[BOARDS, OWNERS];

pub(crate) const BOARD: &str = "board";
pub(super) const COLUMN: &str = "board_column";
pub(crate) const CARD: &str = "board_card";
pub(super) const COMMENT: &str = "board_comment";
pub(super) const OPERATION: &str = "board_operation";
pub(super) const EVENT: &str = "board_event";

const BOARDS: Migration = Migration {
    name: "board/1 boards, columns, cards, comments, operations, events",
    statements: || {
        vec![
            // `number` is the number of the last event, `generation` is incremented when cards are purged,
            // and `folded` is the normalized name, which includes the owner.
            table(BOARD, &["name"], &["number", "generation"])
                .col(ColumnDef::new("folded").text().not_null().unique_key())
                .col(ColumnDef::new("archived").boolean().not_null())
                .to_owned()
                .into(),
            table(COLUMN, &["title"], &["board", "place"])
                .col(ColumnDef::new("archived").boolean().not_null())
                .col(ColumnDef::new("completes").boolean().not_null())
                .to_owned()
                .into(),
            index(COLUMN, &["board"]).into(),
            // `position` orders the cards of a column, and is null for a deleted card. `number` is the number
            // of the last event that wrote the row, including changes of its position.
            table(
                CARD,
                &["title", "description", "labels", "changed_by"],
                &["board", "lane", "priority", "version", "number", "created_at", "changed_at"],
            )
            .col(ColumnDef::new("position").big_integer())
            .col(ColumnDef::new("assignee").text())
            .col(ColumnDef::new("due").text())
            .col(ColumnDef::new("done").boolean().not_null())
            .col(ColumnDef::new("deleted_at").big_integer())
            .to_owned()
            .into(),
            index(CARD, &["lane", "position"]).unique().to_owned().into(),
            index(CARD, &["board", "number"]).into(),
            table(COMMENT, &["author", "text"], &["card", "at"])
                .col(ColumnDef::new("removed").boolean().not_null())
                .to_owned()
                .into(),
            index(COMMENT, &["card"]).into(),
            table(OPERATION, &["author", "key", "effects"], &["board", "at"])
                .col(ColumnDef::new("reverts").big_integer())
                .to_owned()
                .into(),
            index(OPERATION, &["board", "author", "id"]).into(),
            index(OPERATION, &["board", "author", "key"]).into(),
            table(EVENT, &["kind", "author"], &["board", "number", "at"])
                .col(ColumnDef::new("card").big_integer())
                .to_owned()
                .into(),
            index(EVENT, &["board", "number"]).unique().to_owned().into(),
        ]
    },
};

/// Assigns existing boards to the person at this machine.
const OWNERS: Migration = Migration {
    name: "board/2 owners and members of boards",
    statements: || {
        let column = |column: &mut ColumnDef| Table::alter().table(BOARD).add_column(column).take().into();
        vec![
            column(ColumnDef::new("owner").text().not_null().default("local")),
            column(ColumnDef::new("members").text().not_null().default("[]")),
        ]
    },
};

/// Returns a table with an id, and these text and integer columns.
fn table(name: &'static str, texts: &[&'static str], numbers: &[&'static str]) -> TableCreateStatement {
    let mut table = Table::create();
    table.table(name).col(ColumnDef::new("id").big_integer().primary_key().auto_increment());
    for text in texts {
        table.col(ColumnDef::new(*text).text().not_null());
    }
    for number in numbers {
        table.col(ColumnDef::new(*number).big_integer().not_null());
    }
    table.take()
}

fn index(table: &'static str, columns: &[&'static str]) -> lemmascope_store::query::IndexCreateStatement {
    let mut index = Index::create();
    index.name(format!("{table}_by_{}", columns.join("_"))).table(table);
    for column in columns {
        index.col(*column);
    }
    index.take()
}
