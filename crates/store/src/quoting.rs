//! Prevents SQLite from interpreting a misspelt column as a text.

use std::borrow::Cow;

/// Quotes the names of a statement in backticks.
///
/// SQLite interprets a double-quoted name as a text if the column does not exist: a misspelt column would
/// compare as its own name, and one that another process has just added would be misnamed. A name in
/// backticks is always a name. Values are bound and never part of the statement, so single quotes occur only
/// in the few constants of a schema, which are not changed.
pub(crate) fn quote_with_backticks(sql: String) -> String {
    // An escaped quote inside a name would need unescaping; no column has such a name.
    if sql.contains('`') || sql.contains("\"\"") {
        return sql;
    }
    // Every second part is inside single quotes, and a doubled single quote results in an empty part.
    let parts = sql.split('\'').enumerate();
    let parts = parts.map(|(at, part)| match at % 2 {
        0 => Cow::Owned(part.replace('"', "`")),
        _ => Cow::Borrowed(part),
    });
    parts.collect::<Vec<_>>().join("'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requotes_identifiers_but_not_string_literals() {
        for (sql, expected) in [
            (r#"SELECT "a"."b" FROM "a""#, "SELECT `a`.`b` FROM `a`"),
            (r#"INSERT INTO "a" VALUES ('say "hi"', "b")"#, r#"INSERT INTO `a` VALUES ('say "hi"', `b`)"#),
            (r#"SELECT 'it''s "x"', "b""#, r#"SELECT 'it''s "x"', `b`"#),
            (r#"SELECT "odd""name""#, r#"SELECT "odd""name""#),
        ] {
            assert_eq!(quote_with_backticks(sql.to_owned()), expected);
        }
    }
}
