//! A statement of the query builder, rendered and bound for either dialect.

use sea_query::{
    DeleteStatement, InsertStatement, OptionEnum, PostgresQueryBuilder, QueryBuilder, SelectStatement,
    SqliteQueryBuilder, UpdateStatement, Value, Values, WithQuery,
};
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, Encode, Type};

use crate::{StoreError, quoting};

/// A statement of [`sea_query`] that reads or changes rows.
///
/// The builders convert by value, or by reference (cloned) at the end of a method chain.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `SELECT`; runs in parallel with writers.
    Select(Box<SelectStatement>),
    /// `INSERT`, with or without `RETURNING`.
    Insert(Box<InsertStatement>),
    /// `UPDATE`, with or without `RETURNING`.
    Update(Box<UpdateStatement>),
    /// `DELETE`, with or without `RETURNING`.
    Delete(Box<DeleteStatement>),
    /// `WITH … `; uses the write connection, because it may change rows.
    With(Box<WithQuery>),
}

macro_rules! statement_from {
    ($($builder:ident => $variant:ident),*) => {$(
        impl From<$builder> for Statement {
            fn from(builder: $builder) -> Self {
                Statement::$variant(Box::new(builder))
            }
        }
        impl From<&$builder> for Statement {
            fn from(builder: &$builder) -> Self {
                builder.clone().into()
            }
        }
        impl From<&mut $builder> for Statement {
            fn from(builder: &mut $builder) -> Self {
                builder.clone().into()
            }
        }
    )*};
}

statement_from!(
    SelectStatement => Select, InsertStatement => Insert, UpdateStatement => Update, DeleteStatement => Delete,
    WithQuery => With
);

impl Statement {
    pub(crate) fn is_read_only(&self) -> bool {
        matches!(self, Statement::Select(_))
    }

    pub(crate) fn for_sqlite(&self) -> Result<(String, SqliteArguments), StoreError> {
        let (sql, values) = self.build(SqliteQueryBuilder);
        Ok((quoting::quote_with_backticks(sql), arguments(values)?))
    }

    pub(crate) fn for_postgres(&self) -> Result<(String, PgArguments), StoreError> {
        let (sql, values) = self.build(PostgresQueryBuilder);
        Ok((sql, arguments(values)?))
    }

    fn build(&self, dialect: impl QueryBuilder) -> (String, Values) {
        match self {
            Statement::Select(select) => select.build(dialect),
            Statement::Insert(insert) => insert.build(dialect),
            Statement::Update(update) => update.build(dialect),
            Statement::Delete(delete) => delete.build(dialect),
            Statement::With(with) => with.build(dialect),
        }
    }
}

/// Converts the values of a statement for a driver. Integers are bound as bigint and floats as double, so
/// that both databases use the same few types.
fn arguments<A>(values: Values) -> Result<A, StoreError>
where
    A: Arguments,
    for<'q> Option<i64>: Encode<'q, A::Database> + Type<A::Database>,
    for<'q> Option<f64>: Encode<'q, A::Database> + Type<A::Database>,
    for<'q> Option<bool>: Encode<'q, A::Database> + Type<A::Database>,
    for<'q> Option<String>: Encode<'q, A::Database> + Type<A::Database>,
    for<'q> Option<Vec<u8>>: Encode<'q, A::Database> + Type<A::Database>,
{
    let mut bound = A::default();
    bound.reserve(values.0.len(), 0);
    for value in values {
        #[allow(unreachable_patterns, reason = "another crate's features may add variants to the enum")]
        match value {
            Value::Bool(value) => bound.add(value),
            Value::TinyInt(value) => bound.add(value.map(i64::from)),
            Value::SmallInt(value) => bound.add(value.map(i64::from)),
            Value::Int(value) => bound.add(value.map(i64::from)),
            Value::BigInt(value) => bound.add(value),
            Value::TinyUnsigned(value) => bound.add(value.map(i64::from)),
            Value::SmallUnsigned(value) => bound.add(value.map(i64::from)),
            Value::Unsigned(value) => bound.add(value.map(i64::from)),
            Value::BigUnsigned(value) => bound.add(value.map(bigint).transpose()?),
            Value::Float(value) => bound.add(value.map(f64::from).map(number).transpose()?),
            Value::Double(value) => bound.add(value.map(number).transpose()?),
            Value::String(value) => bound.add(value.map(text).transpose()?),
            Value::Char(value) => bound.add(value.map(String::from).map(text).transpose()?),
            Value::Enum(OptionEnum::Some(value)) => bound.add(Some(text(value.value.into_owned())?)),
            Value::Enum(OptionEnum::None(_)) => bound.add(None::<String>),
            Value::Bytes(value) => bound.add(value),
            _ => return Err(refused("only text, bigint, boolean, double and blob are portable")),
        }
        .map_err(|error| StoreError::Value { reason: error.to_string() })?;
    }
    Ok(bound)
}

fn bigint(value: u64) -> Result<i64, StoreError> {
    i64::try_from(value).map_err(|_| refused("the number is larger than a bigint"))
}

/// Rejects NaN, which SQLite would silently convert to null.
fn number(value: f64) -> Result<f64, StoreError> {
    if value.is_nan() { Err(refused("a double cannot be NaN")) } else { Ok(value) }
}

/// Rejects NUL characters for both databases, because PostgreSQL does not support them, and the difference
/// would only show in production.
fn text(value: String) -> Result<String, StoreError> {
    if value.contains('\0') { Err(refused("a text cannot contain the character NUL")) } else { Ok(value) }
}

fn refused(reason: &str) -> StoreError {
    StoreError::Value { reason: reason.to_owned() }
}
