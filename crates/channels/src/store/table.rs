use lemmascope_store::query::{ColumnDef, Index, IndexCreateStatement, Table, TableCreateStatement};

/// Returns a table with these text and integer columns, all of them not null. The caller adds the key and
/// nullable columns.
pub(crate) fn table(
    name: &'static str,
    texts: &[&'static str],
    numbers: &[&'static str],
) -> TableCreateStatement {
    let mut table = Table::create();
    table.table(name);
    for text in texts {
        table.col(ColumnDef::new(*text).text().not_null());
    }
    for number in numbers {
        table.col(ColumnDef::new(*number).big_integer().not_null());
    }
    table
}

/// Returns an index on these columns.
pub(crate) fn index(table: &'static str, columns: &[&'static str]) -> IndexCreateStatement {
    let mut index = Index::create();
    index.name(format!("{table}_by_{}", columns.join("_"))).table(table);
    for column in columns {
        index.col(*column);
    }
    index
}
