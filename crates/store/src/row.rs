//! Result rows, independent of the database.

use std::sync::Arc;

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Column, Row as _, TypeInfo, ValueRef};

use crate::StoreError;

/// A result row. Columns are accessed by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The column names, shared by all rows of a result.
    names: Arc<[String]>,
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq)]
enum Cell {
    Null,
    Boolean(bool),
    Integer(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Row {
    /// Returns a non-null text.
    pub fn text(&self, column: &str) -> Result<&str, StoreError> {
        present(column, self.optional_text(column)?)
    }

    /// Returns a text, or `None` for null.
    pub fn optional_text(&self, column: &str) -> Result<Option<&str>, StoreError> {
        match self.cell(column)? {
            Cell::Null => Ok(None),
            Cell::Text(text) => Ok(Some(text)),
            other => Err(wrong(column, "a text", other)),
        }
    }

    /// Returns a non-null bigint, which is also the type of `COUNT`. A `SUM` is numeric in PostgreSQL and has
    /// to be cast to bigint in the statement.
    pub fn integer(&self, column: &str) -> Result<i64, StoreError> {
        present(column, self.optional_integer(column)?)
    }

    /// Returns a bigint, or `None` for null.
    pub fn optional_integer(&self, column: &str) -> Result<Option<i64>, StoreError> {
        match self.cell(column)? {
            Cell::Null => Ok(None),
            Cell::Integer(number) => Ok(Some(*number)),
            other => Err(wrong(column, "an integer", other)),
        }
    }

    /// Returns a non-null boolean.
    pub fn boolean(&self, column: &str) -> Result<bool, StoreError> {
        present(column, self.optional_boolean(column)?)
    }

    /// Returns a boolean, or `None` for null. SQLite stores booleans as the integers 0 and 1.
    pub fn optional_boolean(&self, column: &str) -> Result<Option<bool>, StoreError> {
        match self.cell(column)? {
            Cell::Null => Ok(None),
            Cell::Boolean(truth) => Ok(Some(*truth)),
            Cell::Integer(0) => Ok(Some(false)),
            Cell::Integer(1) => Ok(Some(true)),
            other => Err(wrong(column, "a boolean", other)),
        }
    }

    /// Returns a non-null double.
    pub fn real(&self, column: &str) -> Result<f64, StoreError> {
        present(column, self.optional_real(column)?)
    }

    /// Returns a double, or `None` for null.
    pub fn optional_real(&self, column: &str) -> Result<Option<f64>, StoreError> {
        match self.cell(column)? {
            Cell::Null => Ok(None),
            Cell::Real(number) => Ok(Some(*number)),
            other => Err(wrong(column, "a double", other)),
        }
    }

    /// Returns a non-null blob.
    pub fn bytes(&self, column: &str) -> Result<&[u8], StoreError> {
        present(column, self.optional_bytes(column)?)
    }

    /// Returns a blob, or `None` for null.
    pub fn optional_bytes(&self, column: &str) -> Result<Option<&[u8]>, StoreError> {
        match self.cell(column)? {
            Cell::Null => Ok(None),
            Cell::Bytes(bytes) => Ok(Some(bytes)),
            other => Err(wrong(column, "a blob", other)),
        }
    }

    /// Returns the JSON value in a non-null text column.
    pub fn json(&self, column: &str) -> Result<serde_json::Value, StoreError> {
        present(column, self.optional_json(column)?)
    }

    /// Returns the JSON value in a text column, or `None` for null.
    pub fn optional_json(&self, column: &str) -> Result<Option<serde_json::Value>, StoreError> {
        let Some(text) = self.optional_text(column)? else { return Ok(None) };
        serde_json::from_str(text).map(Some).map_err(|error| StoreError::Column {
            name: column.to_owned(),
            problem: format!("does not hold JSON: {error}"),
        })
    }

    fn cell(&self, column: &str) -> Result<&Cell, StoreError> {
        let position = self.names.iter().position(|name| name == column);
        position.and_then(|at| self.cells.get(at)).ok_or_else(|| StoreError::Column {
            name: column.to_owned(),
            problem: format!("is not in the row; it has {}", self.names.join(", ")),
        })
    }
}

/// Converts the rows of a SQLite result.
pub(crate) fn from_sqlite(rows: &[SqliteRow]) -> Result<Vec<Row>, StoreError> {
    collect(rows, |row, at, name| {
        let value = row.try_get_raw(at).map_err(|error| unreadable(name, error))?;
        if value.is_null() {
            return Ok(Cell::Null);
        }
        // SQLite types values, not columns: the type of the stored value counts.
        let kind = value.type_info().name().to_owned();
        match kind.as_str() {
            "INTEGER" | "BOOLEAN" => row.try_get_unchecked(at).map(Cell::Integer),
            "REAL" => row.try_get_unchecked(at).map(Cell::Real),
            "TEXT" => row.try_get_unchecked(at).map(Cell::Text),
            "BLOB" => row.try_get_unchecked(at).map(Cell::Bytes),
            other => return Err(unportable_type(name, other)),
        }
        .map_err(|error| unreadable(name, error))
    })
}

/// Converts the rows of a PostgreSQL result.
pub(crate) fn from_postgres(rows: &[PgRow]) -> Result<Vec<Row>, StoreError> {
    collect(rows, |row, at, name| {
        let value = row.try_get_raw(at).map_err(|error| unreadable(name, error))?;
        if value.is_null() {
            return Ok(Cell::Null);
        }
        let kind = value.type_info().name().to_owned();
        match kind.as_str() {
            "BOOL" => row.try_get(at).map(Cell::Boolean),
            "INT2" => row.try_get::<i16, _>(at).map(|number| Cell::Integer(number.into())),
            "INT4" => row.try_get::<i32, _>(at).map(|number| Cell::Integer(number.into())),
            "INT8" => row.try_get(at).map(Cell::Integer),
            "FLOAT4" => row.try_get::<f32, _>(at).map(|number| Cell::Real(number.into())),
            "FLOAT8" => row.try_get(at).map(Cell::Real),
            "TEXT" | "VARCHAR" | "CHAR" | "NAME" => row.try_get(at).map(Cell::Text),
            "BYTEA" => row.try_get(at).map(Cell::Bytes),
            other => return Err(unportable_type(name, other)),
        }
        .map_err(|error| unreadable(name, error))
    })
}

fn collect<R: sqlx::Row>(
    rows: &[R],
    cell: impl Fn(&R, usize, &str) -> Result<Cell, StoreError>,
) -> Result<Vec<Row>, StoreError> {
    let Some(first) = rows.first() else { return Ok(Vec::new()) };
    let names: Arc<[String]> = first.columns().iter().map(|column| column.name().to_owned()).collect();
    rows.iter()
        .map(|row| {
            let cells =
                names.iter().enumerate().map(|(at, name)| cell(row, at, name)).collect::<Result<_, _>>()?;
            Ok(Row { names: Arc::clone(&names), cells })
        })
        .collect()
}

fn present<T>(column: &str, value: Option<T>) -> Result<T, StoreError> {
    value.ok_or_else(|| StoreError::Column { name: column.to_owned(), problem: "is null".to_owned() })
}

fn wrong(column: &str, wanted: &str, found: &Cell) -> StoreError {
    let found = match found {
        Cell::Null => "null",
        Cell::Boolean(_) => "a boolean",
        Cell::Integer(_) => "an integer",
        Cell::Real(_) => "a double",
        Cell::Text(_) => "a text",
        Cell::Bytes(_) => "a blob",
    };
    StoreError::Column { name: column.to_owned(), problem: format!("is not {wanted} but {found}") }
}

fn unportable_type(column: &str, kind: &str) -> StoreError {
    StoreError::Column {
        name: column.to_owned(),
        problem: format!("is of the type {kind}, which only one database has; cast it in the statement"),
    }
}

fn unreadable(column: &str, error: sqlx::Error) -> StoreError {
    StoreError::Column { name: column.to_owned(), problem: format!("cannot be read: {error}") }
}
