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
        every_kind_comes_back_as_it_went
        a_column_that_is_missing_or_of_another_kind_is_an_error
        what_one_database_cannot_keep_neither_takes
        a_generated_id_is_given_back
        a_broken_rule_is_told_from_a_bad_statement
        a_common_table_expression_can_be_read;
    transactions:
        a_batch_is_all_or_nothing
        a_transaction_is_kept_only_when_committed
        read_and_change_loses_no_update
        readers_do_not_wait_for_an_open_transaction;
    migrations:
        each_is_applied_once_and_in_order
        simultaneous_openers_apply_once
        a_failing_migration_leaves_nothing
        a_name_used_twice_is_refused
        a_table_is_altered_and_filled;
    writers:
        everything_is_written_in_order
        a_bad_statement_is_reported_and_its_neighbours_kept
        a_cancelled_flush_leaves_the_error_for_the_next
        dropping_the_writer_commits_the_rest
        a_full_queue_makes_the_sender_wait
        closing_one_store_leaves_another_open;
}
