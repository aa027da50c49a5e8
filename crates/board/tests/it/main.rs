//! The tests of boards. The requirements of a store are written once and run for each implementation.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "the whole program is a test, and so are the functions that bear no attribute"
)]

#[path = "../../../store/tests/support/postgres.rs"]
#[allow(unreachable_pub, reason = "other crates include the file as well")]
mod cluster;

mod backend;
mod desk;
mod documents;
mod exchanges;
mod history;
mod kanboard;
mod lists;
mod model;
mod promises;
mod schema;
mod storing;
mod traps;
mod writers;

macro_rules! on_kanboard {
    ($($module:ident: $($test:ident)*;)*) => {
        mod on_kanboard {$(
            mod $module {$(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    let name = concat!(stringify!($module), "-", stringify!($test));
                    crate::$module::$test(crate::backend::Backend::kanboard(name).await).await;
                }
            )*}
        )*}
    };
}

on_kanboard! {
    documents:
        a_board_goes_to_another_store_and_back;
    promises:
        later_actions_know_what_earlier_ones_make
        comments_are_removed_by_their_words
        a_new_card_is_meant_before_an_older_one_of_its_title
        a_failed_action_says_what_became_of_each
        answers_say_what_holds
        a_board_is_its_owner_s_until_it_is_shared;
    traps:
        an_error_that_means_success_creates_one_task
        a_batch_that_the_server_refuses_midway_leaves_nothing_behind
        what_others_do_on_the_server_is_followed
        only_members_are_assigned
        a_column_keeps_its_limit_when_it_is_renamed
        a_card_that_a_batch_makes_is_used_in_it;
    storing:
        cards_are_created_moved_updated_and_deleted
        places_have_no_gap_and_no_duplicate
        a_card_that_enters_done_is_done
        a_batch_is_all_or_nothing
        a_repeated_batch_is_applied_once
        a_stale_edit_is_refused
        columns_are_created_renamed_and_archived
        columns_are_moved
        boards_are_created_and_archived
        a_purged_card_is_gone
        every_change_is_an_event
        hostile_values_are_refused;
    history:
        every_edit_is_undone_and_redone
        an_undo_of_what_somebody_else_has_changed_is_refused
        the_history_is_of_one_user_and_bounded
        it_survives_a_restart;
    writers:
        two_processes_see_each_other;
    model:
        random_histories_go_as_a_plain_model_does;
    lists:
        a_card_is_created_with_everything_at_once
        all_cards_of_a_column_are_moved_and_deleted;
    exchanges:
        the_examples_of_the_contract
        envelopes_that_are_not_as_the_schema_says_are_refused
        several_actions_are_one_unit
        cards_are_found_by_what_people_write
        every_verb_speaks_both_languages
        only_who_did_it_takes_it_back;
}

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
    documents:
        a_board_goes_to_another_store_and_back
        a_large_import_is_one_step
        a_document_that_cannot_be_read_changes_nothing
        deleted_cards_are_purged_after_a_while;
    promises:
        later_actions_know_what_earlier_ones_make
        comments_are_removed_by_their_words
        a_new_card_is_meant_before_an_older_one_of_its_title
        a_failed_action_says_what_became_of_each
        answers_say_what_holds
        a_board_is_its_owner_s_until_it_is_shared;
    traps:
        a_card_that_a_batch_makes_is_used_in_it;
    storing:
        a_new_store_has_a_board_with_the_default_columns
        cards_are_created_moved_updated_and_deleted
        places_have_no_gap_and_no_duplicate
        a_card_that_enters_done_is_done
        a_batch_is_all_or_nothing
        a_repeated_batch_is_applied_once
        a_stale_edit_is_refused
        columns_are_created_renamed_and_archived
        columns_are_moved
        boards_are_created_and_archived
        a_purged_card_is_gone
        every_change_is_an_event
        hostile_values_are_refused;
    history:
        every_edit_is_undone_and_redone
        an_undo_of_what_somebody_else_has_changed_is_refused
        the_history_is_of_one_user_and_bounded
        it_survives_a_restart;
    writers:
        many_writers_lose_nothing
        two_processes_see_each_other;
    model:
        random_histories_go_as_a_plain_model_does;
    lists:
        a_card_is_created_with_everything_at_once
        lists_are_filtered
        all_cards_of_a_column_are_moved_and_deleted;
    exchanges:
        the_examples_of_the_contract
        envelopes_that_are_not_as_the_schema_says_are_refused
        several_actions_are_one_unit
        cards_are_found_by_what_people_write
        every_verb_speaks_both_languages
        only_who_did_it_takes_it_back;
}
