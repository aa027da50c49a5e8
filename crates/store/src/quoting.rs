//! Keeps SQLite from taking a misspelt column for a text.

use std::borrow::Cow;

/// The same statement with its names in backticks.
///
/// SQLite reads a name in double quotes as a text when there is no such column: a misspelt column would compare
/// as its own name, and one that another process has just added would be named wrongly. Names in backticks are
/// names only. Values are bound and never part of the statement, so single quotes stand only in the few
/// constants of a schema, which are left as they are.
pub(crate) fn names_only(sql: String) -> String {
    // An escaped quote inside a name would need unescaping; nobody names a column so.
    if sql.contains('`') || sql.contains("\"\"") {
        return sql;
    }
    // Every second part lies between single quotes, and a doubled single quote makes an empty part.
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
    fn names_change_their_quotes_and_texts_do_not() {
        for (sql, expected) in [
            (r#"SELECT "a"."b" FROM "a""#, "SELECT `a`.`b` FROM `a`"),
            (r#"INSERT INTO "a" VALUES ('say "hi"', "b")"#, r#"INSERT INTO `a` VALUES ('say "hi"', `b`)"#),
            (r#"SELECT 'it''s "x"', "b""#, r#"SELECT 'it''s "x"', `b`"#),
            (r#"SELECT "odd""name""#, r#"SELECT "odd""name""#),
        ] {
            assert_eq!(names_only(sql.to_owned()), expected);
        }
    }
}
