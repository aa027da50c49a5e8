//! The tests of channels. Everything that the database must do is written once and run on SQLite and PostgreSQL.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "the whole program is a test, and so are the functions that bear no attribute"
)]

#[path = "../../../store/tests/support/postgres.rs"]
#[allow(unreachable_pub, reason = "other crates include the file as well")]
mod cluster;

mod contacts;
mod desk;
mod exchanges;
mod gateway;
mod names;

macro_rules! on_both {
    ($($module:ident: $($test:ident)*;)*) => {
        mod on_sqlite {$(
            mod $module {$(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    crate::$module::$test(crate::desk::Backend::sqlite()).await;
                }
            )*}
        )*}
        mod on_postgres {$(
            mod $module {$(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    crate::$module::$test(crate::desk::Backend::postgres()).await;
                }
            )*}
        )*}
    };
}

on_both! {
    contacts:
        contacts_are_added_listed_and_removed
        an_owner_sees_no_contact_of_another
        a_confirmed_choice_is_remembered_until_it_is_revoked
        a_choice_that_has_become_ambiguous_is_asked_about_again
        a_choice_goes_with_its_contact
        names_that_deceive_are_neither_aliases_nor_remembered
        two_processes_see_each_others_contacts
        many_writers_lose_no_contact;
    exchanges:
        every_exchange_goes_as_it_is_written;
}
