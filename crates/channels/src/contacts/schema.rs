//! The tables of contacts.

use lemmascope_store::Migration;
use lemmascope_store::query::ColumnDef;

use crate::store::{index, table};

/// All migrations, oldest first. A released migration must never change.
pub(crate) const MIGRATIONS: &[Migration] = &[CONTACTS];

pub(super) const CONTACT: &str = "contact";
pub(super) const ALIAS: &str = "contact_alias";
pub(super) const CONFIRMATION: &str = "contact_confirmation";
/// The table with a row for each owner, whose generation changes with every change of the owner's contacts.
pub(super) const BOOK: &str = "contact_book";

const CONTACTS: Migration = Migration {
    name: "channels/contacts/1 contacts, aliases, confirmations",
    statements: || {
        let id = || ColumnDef::new("id").big_integer().primary_key().auto_increment().to_owned();
        vec![
            table(CONTACT, &["owner", "agent"], &["created_at", "updated_at"]).col(id()).to_owned().into(),
            index(CONTACT, &["owner", "agent"]).unique().to_owned().into(),
            // `folded` is the form of the alias for exact comparison.
            table(ALIAS, &["alias", "folded"], &["contact"]).col(id()).to_owned().into(),
            index(ALIAS, &["contact", "folded"]).unique().to_owned().into(),
            table(
                CONFIRMATION,
                &["owner", "folded", "query", "agent", "alias", "considered"],
                &["confirmed_at", "expires_at"],
            )
            .col(id())
            .to_owned()
            .into(),
            index(CONFIRMATION, &["owner", "folded"]).unique().to_owned().into(),
            table(BOOK, &[], &["generation"])
                .col(ColumnDef::new("owner").text().not_null().primary_key())
                .to_owned()
                .into(),
        ]
    },
};
