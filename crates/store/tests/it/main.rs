//! Tests of the store. Those that apply to both databases are written once and run on each of them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "the whole program is a test, and so are the functions that bear no attribute"
)]

#[path = "../support/postgres.rs"]
#[allow(unreachable_pub, reason = "other crates include the file as well")]
mod cluster;

mod backend;
mod migrations;
mod postgres;
mod rows;
mod sqlite;
mod sqlite_damage;
mod sqlite_places;
mod transactions;
mod writers;

macro_rules! on_both {
    ($($module:ident: $($test:ident)*;)*) => {
        mod on_sqlite {$(
            mod $module {$(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    crate::$module::$test(crate::backend::Backend::sqlite()).await;
                }
            )*}
        )*}
        mod on_postgres {$(
            mod $module {$(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    crate::$module::$test(crate::backend::Backend::postgres()).await;
                }
            )*}
        )*}
    };
}

on_both! {
    rows:
        values_round_trip
        missing_or_mistyped_column_is_an_error
        unportable_values_are_rejected
        insert_returns_generated_id
        distinguishes_constraint_from_query_errors
        reads_common_table_expression;
    transactions:
        batch_is_atomic
        only_committed_transactions_persist
        locked_reads_prevent_lost_updates
        open_transaction_does_not_block_readers;
    migrations:
        migrations_are_applied_once_in_order
        concurrent_opens_apply_migrations_once
        failed_migration_is_rolled_back
        duplicate_migration_name_is_rejected
        migration_alters_and_fills_table;
    writers:
        writer_preserves_order
        failed_statement_does_not_affect_its_group
        cancelled_flush_preserves_error
        dropped_writer_commits_remaining_statements
        full_queue_blocks_sender
        closing_one_store_does_not_close_another;
}
