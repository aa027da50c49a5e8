//! The engine's tests. What must hold on both databases is written once and run on each of them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "the whole program is a test, and so are the functions that bear no attribute"
)]

#[path = "../../../store/tests/support/postgres.rs"]
#[allow(unreachable_pub, reason = "other crates include the file as well")]
mod cluster;

mod lab;
mod packs;
mod page;
mod world;

mod choosing;
mod composing;
mod configuring;
mod conversing;
mod credentials;
mod damage;
mod failing;
mod files;
mod flow;
mod following;
mod granting;
mod hooks;
mod keeping;
mod lacking;
mod learning;
mod owning;
mod pages;
mod planning;
mod reloading;
mod resuming;
mod secrets;
mod sessions;
mod shapes;
mod sharing;
mod signing;
mod stopping;
mod things;
mod tiers;
mod trusting;
mod undoing;
mod verifying;

macro_rules! on_both {
    ($($module:ident: $($test:ident)*;)*) => {
        mod on_sqlite {$(
            mod $module {$(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    crate::$module::$test(crate::world::World::on_sqlite().await).await;
                }
            )*}
        )*}
        mod on_postgres {$(
            mod $module {$(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    crate::$module::$test(crate::world::World::on_postgres().await).await;
                }
            )*}
        )*}
    };
}

on_both! {
    shapes:
        ok_tells_actions_changes_and_result
        error_tells_how_far_it_came
        partial_tells_completed_from_failed
        a_question_tells_the_plan
        one_verb_is_a_run_of_its_own
        every_code_can_be_met;
    granting:
        a_key_speaks_for_its_agent_until_it_is_revoked
        a_rotated_key_overlaps_with_the_old_one
        a_scope_permits_the_verbs_of_its_reach
        a_call_by_name_is_the_same_as_its_line
        runs_are_listed_looked_up_and_cancelled_by_their_owner;
    owning:
        an_undo_is_of_ones_own_changes
        sessions_and_what_they_define_are_ones_own
        credentials_are_ones_own
        checkpoints_and_runs_are_ones_own;
    sharing:
        an_undo_that_is_under_way_is_not_repaired_by_another_engine
        an_undo_waits_until_another_engine_is_done
        other_sessions_and_looks_wait_for_nobody
        an_approval_is_decided_once_by_whichever_engine;
    following:
        the_events_of_a_run_stay_with_it
        a_run_is_followed_while_it_goes_on;
    learning:
        a_sequence_of_three_sessions_is_proposed_saved_and_exported
        a_proposal_is_refined_in_a_dialogue
        verbs_without_things_are_learned_with_all_their_arguments
        hostile_names_stay_texts
        the_settings_decide_what_is_learned
        what_is_secret_or_excluded_is_not_kept
        what_is_learned_for_a_user_survives_a_restart
        what_all_owners_share_needs_a_replay
        a_failure_and_its_repair_by_hand_are_learned
        what_was_undone_is_not_learned
        a_draft_survives_a_restart
        what_is_shown_once_is_defined;
    conversing:
        what_was_done_by_a_command_is_corrected_in_a_sentence
        more_of_the_same_takes_nothing_back
        what_cannot_be_taken_back_is_told_before_anything_is_done
        a_yes_is_the_persons_and_to_what_was_asked_last
        a_yes_to_a_goal_is_one_to_the_plan_that_was_shown
        a_yes_to_a_plan_of_several_goals_reads_nothing_again
        a_plan_can_be_agreed_to_after_a_restart
        a_question_can_be_answered_after_a_restart
        what_was_done_can_be_corrected_after_a_restart
        another_engine_goes_on_with_a_conversation
        a_plan_with_a_secret_is_not_stored
        a_plan_that_is_another_after_a_restart_is_shown_again
        a_question_is_over_when_something_else_is_said_although_the_engine_restarts
        a_correction_that_fails_leaves_what_was_done
        a_correction_that_stops_halfway_leaves_what_was_done
        what_is_no_answer_never_becomes_the_value
        a_plan_that_is_modified_is_shown_again_and_not_carried_out;
    flow:
        a_branch_goes_one_way
        a_known_loop_stops_at_its_maximum
        a_loop_that_is_only_known_on_the_way_asks_for_its_items
        a_try_falls_back
        parallel_one_by_one
        parallel_at_once
        the_first_of_several_stops_the_others
        an_intent_runs_another_with_parameters_of_its_own
        a_wait_ends_when_its_condition_holds;
    composing:
        a_composition_runs_its_parts_and_hands_on_what_they_find
        what_a_composition_lacks_is_told_when_it_is_defined
        steps_name_what_they_return
        an_intent_inside_recovers_too;
    failing:
        what_passes_is_tried_again
        what_has_waited_itself_is_not_tried_again
        what_does_not_pass_is_not
        a_definition_names_what_is_tried_again
        a_step_says_how_often_it_is_tried_again
        a_wait_is_tried_again_where_the_definition_says_so
        a_request_says_how_often
        what_may_have_happened_is_not_repeated
        on_error_decides
        recovery_follows_a_failure
        a_panic_is_a_failed_step
        a_panic_ends_one_request_only;
    stopping:
        a_late_step_is_told_to_stop
        a_late_look_is_repeated_and_a_late_change_is_not
        a_step_that_was_done_too_late_can_be_undone
        an_intent_has_its_time
        an_intent_inside_another_has_its_own_time
        a_wait_has_its_time
        the_deadline_cuts_a_pause_short
        huge_times_are_no_trouble
        calling_off_ends_a_call
        calling_off_ends_a_pause;
    verifying:
        success_is_what_the_definition_says
        failure_is_recognized
        nothing_is_verified_on_request
        data_is_extracted
        what_cannot_be_extracted_makes_it_partial;
    resuming:
        after_a_failed_run
        in_a_loop
        in_an_arm_of_a_branch
        in_a_try_and_in_its_catch
        in_an_intent_inside
        in_a_parallel_block
        in_a_loop_that_has_shrunk
        after_the_process_was_killed
        every_step_can_be_a_checkpoint
        what_was_sent_is_not_sent_again
        what_may_have_been_sent_is_refused
        what_was_certainly_not_sent_is_sent
        another_version_is_refused
        a_run_that_has_ended_is_not_resumed
        a_run_that_is_under_way_is_not_resumed
        an_unknown_name_is_refused_with_the_known
        a_place_that_is_gone_is_refused
        secrets_are_given_again
        what_was_named_is_known_again;
    keeping:
        what_was_open_is_put_back_first
        what_is_still_there_is_left_alone
        what_held_before_the_checkpoint_must_hold
        a_condition_is_asked_with_the_values_of_its_place
        sessions_go_back_to_what_was_theirs
        another_key_opens_nothing
        what_was_altered_opens_nothing
        it_is_forgotten_when_it_is_of_no_use
        the_hint_says_what_was_completed;
    credentials:
        what_is_kept_is_found_by_its_name
        a_program_can_see_them_and_not_change_them
        a_copy_opens_nowhere_else
        a_lost_key_is_told
        what_is_written_tells_nothing;
    planning:
        a_dry_run_does_nothing_and_tells_everything
        the_digest_follows_the_plan
        what_cannot_be_taken_back_is_asked_about
        what_is_warned_of_is_agreed_to_by_an_answer_alone
        recovery_is_part_of_what_is_agreed_to
        a_plan_has_an_end;
    undoing:
        a_run_is_taken_back_and_done_again
        after_the_engine_was_opened_again
        a_conflict_half_way_is_partial
        something_new_forgets_what_could_be_redone
        sessions_undo_their_own
        a_stubborn_undo_is_reported;
    sessions:
        sessions_run_side_by_side_and_each_in_order
        what_a_session_defines_is_its_own
        what_a_session_defines_outlives_the_engine
        a_circle_cannot_be_defined
        two_engines_share_a_store;
    configuring:
        what_is_set_is_kept
        numbers_and_lists_can_be_set
        a_bad_key_or_value_names_what_was_meant
        the_store_is_not_set_at_run_time
        the_environment_wins
        logs_can_be_left_out;
    files:
        the_core_definitions_do_their_work
        they_are_taken_back_after_a_restart
        a_copy_goes_on_where_it_stopped;
    secrets:
        the_canary_is_nowhere
        the_look_of_a_secret_counts_unless_it_is_switched_off;
    pages:
        a_command_is_told_by_its_own_name_with_its_verdict
        a_view_is_the_whole_answer_of_who_looks
        a_time_limit_is_for_the_call_and_told_to_it
        a_verb_knows_its_trust_and_the_settings
        a_click_is_not_asked_about_and_not_taken_back
        what_is_typed_is_not_written_down
        sessions_are_opened_entered_and_closed
        what_was_opened_is_put_away_at_the_end;
}
