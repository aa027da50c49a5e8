//! Round trips of values.

use lemmascope_store::StoreError;
use lemmascope_store::query::{CommonTableExpression, Expr, ExprTrait, Query, WithClause};
use serde_json::json;

use crate::backend::{Backend, all_labels, labels, note, texts};

pub(crate) async fn values_round_trip(backend: Backend) {
    let store = backend.open().await;
    let columns = ["label", "amount", "done", "weight", "data", "picture"];
    let data = json!({"nested": ["ü", 1.5, null, {"a\u{0}b": true}]});
    let mut insert = Query::insert();
    insert.into_table("note").columns(columns);
    insert.values_panic([
        "Grüße, 世界 'quoted' \"twice\" $1 ?".into(),
        i64::MIN.into(),
        true.into(),
        (-0.1f64).into(),
        data.to_string().into(),
        vec![0u8, 255, 10].into(),
    ]);
    insert.values_panic([
        "empty".into(),
        None::<i64>.into(),
        None::<bool>.into(),
        None::<f64>.into(),
        None::<String>.into(),
        None::<Vec<u8>>.into(),
    ]);
    insert.values_panic([
        "".into(),
        i64::MAX.into(),
        false.into(),
        f64::INFINITY.into(),
        "null".into(),
        Vec::<u8>::new().into(),
    ]);
    assert_eq!(store.execute(insert).await.unwrap(), 3);

    let all = Query::select()
        .columns(columns)
        .from("note")
        .order_by("id", lemmascope_store::query::Order::Asc)
        .take();
    let rows = store.fetch_all(all).await.unwrap();
    let [full, empty, edge] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!(full.text("label").unwrap(), "Grüße, 世界 'quoted' \"twice\" $1 ?");
    assert_eq!(full.integer("amount").unwrap(), i64::MIN);
    assert!(full.boolean("done").unwrap());
    assert_eq!(full.real("weight").unwrap(), -0.1);
    assert_eq!(full.json("data").unwrap(), data);
    assert_eq!(full.bytes("picture").unwrap(), [0, 255, 10]);

    assert_eq!(empty.optional_integer("amount").unwrap(), None);
    assert_eq!(empty.optional_boolean("done").unwrap(), None);
    assert_eq!(empty.optional_real("weight").unwrap(), None);
    assert_eq!(empty.optional_json("data").unwrap(), None);
    assert_eq!(empty.optional_bytes("picture").unwrap(), None);

    assert_eq!(edge.text("label").unwrap(), "");
    assert_eq!(edge.optional_integer("amount").unwrap(), Some(i64::MAX));
    assert_eq!(edge.optional_boolean("done").unwrap(), Some(false));
    assert_eq!(edge.real("weight").unwrap(), f64::INFINITY);
    assert_eq!(edge.json("data").unwrap(), json!(null));
    assert!(edge.bytes("picture").unwrap().is_empty());
}

pub(crate) async fn missing_or_mistyped_column_is_an_error(backend: Backend) {
    let store = backend.open().await;
    store.execute(note("one")).await.unwrap();
    let select = Query::select().columns(["label", "amount", "done"]).from("note").take();
    let row = store.fetch_optional(select).await.unwrap().unwrap();
    for (error, said) in [
        (row.text("lable").unwrap_err(), "the column `lable` is not in the row; it has label, amount, done"),
        (row.integer("label").unwrap_err(), "the column `label` is not an integer but a text"),
        (row.integer("amount").unwrap_err(), "the column `amount` is null"),
        (row.json("label").unwrap_err(), "the column `label` does not hold JSON"),
    ] {
        assert!(matches!(error, StoreError::Column { .. }) && error.to_string().starts_with(said), "{error}");
    }
    let nothing = labels().and_where(Expr::col("label").eq("none")).take();
    assert!(store.fetch_optional(nothing).await.unwrap().is_none());
}

pub(crate) async fn unportable_values_are_rejected(backend: Backend) {
    let store = backend.open().await;
    for (column, value) in
        [("label", "a\0b".into()), ("amount", u64::MAX.into()), ("weight", f64::NAN.into())]
    {
        let insert = Query::insert().into_table("note").columns([column]).values_panic([value]).take();
        let error = store.execute(insert).await.unwrap_err();
        assert!(matches!(error, StoreError::Value { .. }), "{column}: {error:?}");
    }
}

pub(crate) async fn insert_returns_generated_id(backend: Backend) {
    let store = backend.open().await;
    let first = store.insert_returning_id(note("a")).await.unwrap();
    let second = store.insert_returning_id(note("b")).await.unwrap();
    assert!(second > first);
    let two = note("c").values_panic(["d".into()]).take();
    assert!(matches!(store.insert_returning_id(two).await, Err(StoreError::Column { .. })));
    // An update with `RETURNING` uses the write connection.
    let update = Query::update().table("note").value("amount", 7).returning_col("amount").take();
    let rows = store.fetch_all(update).await.unwrap();
    assert!(rows.iter().all(|row| row.integer("amount").unwrap() == 7) && rows.len() == 4);
}

pub(crate) async fn distinguishes_constraint_from_query_errors(backend: Backend) {
    let store = backend.open().await;
    store.execute(note("a")).await.unwrap();
    assert!(matches!(store.execute(note("a")).await, Err(StoreError::Duplicate { .. })));
    let orphan = Query::insert().into_table("remark").columns(["note"]).values_panic([99.into()]).take();
    assert!(matches!(store.execute(orphan).await, Err(StoreError::Constraint { .. })));
    let unlabelled = Query::insert().into_table("note").columns(["amount"]).values_panic([1.into()]).take();
    assert!(matches!(store.execute(unlabelled).await, Err(StoreError::Constraint { .. })));
    for bad in [
        Query::select().column("label").from("nowhere").take(),
        // SQLite would interpret these names as texts.
        Query::select().column("lable").from("note").take(),
        labels().and_where(Expr::col("lable").eq("lable")).take(),
    ] {
        let error = store.fetch_all(bad).await.unwrap_err();
        assert!(matches!(&error, StoreError::Query { sql, .. } if sql.starts_with("SELECT")), "{error:?}");
    }
    assert_eq!(all_labels(&store).await, ["a"], "the connection is usable after an error");
}

pub(crate) async fn reads_common_table_expression(backend: Backend) {
    let store = backend.open().await;
    store.execute(note("a")).await.unwrap();
    let table = CommonTableExpression::new().query(labels()).table_name("chosen").to_owned();
    let with = WithClause::new().cte(table).to_owned();
    let query = Query::select().column("label").from("chosen").take().with(with);
    assert_eq!(texts(&store.fetch_all(query).await.unwrap(), "label"), ["a"]);
}
