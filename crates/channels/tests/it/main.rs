//! The tests of channels. The behavior of the gateway is tested once and run on each database.
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

mod approving;
mod contacts;
mod desk;
mod engine;
mod exchanges;
mod executing;
mod killed;
mod lifecycle;
mod names;
mod nats;
mod receiver;
mod retaining;
mod sending;
mod sharing;
mod webhooks;
mod workflows;

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

/// Runs the tests of the gateway with deliveries over a bus.
mod by_nats {
    use crate::desk::Backend;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_intent_is_accepted_and_delivered() {
        crate::sending::an_intent_is_accepted_and_delivered(Backend::sqlite().with_bus()).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_steps_of_a_macro_are_taken() {
        crate::workflows::the_steps_of_a_macro_are_taken(Backend::sqlite().with_bus()).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn several_processes_share_the_work() {
        crate::sharing::several_processes_share_the_work(Backend::postgres().with_bus()).await;
    }
}

on_both! {
    sending:
        an_intent_is_accepted_and_delivered
        a_repeated_submission_is_one_intent
        many_at_once_with_one_key_are_one_intent
        bad_submissions_are_refused_with_their_field
        an_agent_sees_its_own_only
        a_trace_goes_through
        payloads_fit_the_schema_of_their_type
        too_many_requests_are_refused;
    lifecycle:
        a_terminal_status_is_final
        events_are_followed_and_resumed
        a_deadline_ends_an_intent
        a_recipient_is_reminded
        a_thread_is_answered_delegated_and_tidied
        changes_are_read_once_in_order;
    approving:
        an_intent_is_approved_or_rejected_by_its_recipient
        only_whoever_is_named_decides;
    executing:
        a_question_is_answered_by_the_engine
        a_plan_that_needs_a_confirmation_waits_for_it
        a_question_of_the_engine_is_answered_by_the_sender
        what_the_engine_refuses_fails;
    webhooks:
        a_delivery_is_signed_and_acknowledged
        notices_begin_with_the_first_event
        a_receiver_that_fails_becomes_a_dead_letter_and_is_redriven
        private_addresses_are_not_called;
    workflows:
        the_steps_of_a_macro_are_taken
        a_failed_step_takes_its_own_way
        a_macro_is_shared_and_taken_back
        a_bad_parameter_refuses_the_intent;
    retaining:
        what_has_ended_is_removed_when_the_settings_say_so
        nothing_is_removed_unless_the_settings_say_so;
    sharing:
        several_processes_share_the_work;
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
