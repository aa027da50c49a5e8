//! What is learned from sessions, and what becomes of it.

use lemmascope_intent::Status;

use crate::world::{Answer, World};

const PROPOSAL: &str = "discovered intent proposal";

/// Writes a review in a separate session. What comes back is the answer to the last command.
async fn review(world: &World, session: &str, words: [&str; 2], stars: u32, text: &str) -> Answer {
    *world.heard.here.lock().unwrap() = Some("https://shop.test/1".into());
    world.say_as(session, &format!("click {:?}", words[0])).await.ok();
    world.say_as(session, "wait visible \"Title\"").await.ok();
    world.say_as(session, &format!("click \"{stars} stars\"")).await.ok();
    world.say_as(session, &format!("type \"text\" {text:?}")).await.ok();
    world.say_as(session, &format!("click {:?}", words[1])).await.ok()
}

async fn reviews(world: &World) -> Answer {
    let first = review(world, "s1", ["Write a review", "Submit Review"], 5, "Great product!").await;
    let second = review(world, "s2", ["Write a review", "Submit"], 4, "Good quality").await;
    for early in [first, second] {
        assert!(!early.text.contains(PROPOSAL), "{}", early.text);
    }
    review(world, "s3", ["Leave a Review", "Post Review"], 5, "Amazing!").await
}

pub(crate) async fn a_sequence_of_three_sessions_is_proposed_saved_and_exported(world: World) {
    let world = world.with_pages().await;
    let told = reviews(&world).await;
    let proposal = "\
# discovered intent proposal
Intent Learner has identified a repeated pattern:

  intent: write_review
  confidence: 0.89
  observations: 3

  inferred parameters:
    - rating: number (values seen: 4, 5)
    - text: string (variable content)

  inferred steps:
    1. click { text_contains: [review, write] }
    2. click { class_contains: star, index: $rating }
    3. type { role: textarea } $text
    4. click { text_contains: [submit, post], role: submit }

  Accept? [yes / no / refine]
";
    assert!(told.text.contains(proposal), "{}", told.text);
    assert_eq!(told.json[PROPOSAL]["intent"], "write_review", "{}", told.json);
    assert!(world.say_as("s9", "learn status").await.ok().text.contains("write_review (confidence 0.89"));
    // The first three sessions know it by now; an answer is one to what was shown in its session.
    let saved = world.say_as("s3", "yes").await.ok();
    assert!(saved.text.contains("Intent 'write_review' saved to discovered intents."), "{}", saved.text);
    assert!(saved.text.contains("write_review <rating> <text>"), "{}", saved.text);
    world.heard.take();
    world.say_as("s3", "write_review --rating 2 --text \"So so\"").await.ok();
    let done = world.heard.take();
    assert_eq!(done.len(), 4, "{done:?}");
    assert!(done[1].contains(r#""class_contains":"star","index":2"#), "{done:?}");
    world.say_as("s4", "learn show write_review").await.fails("TARGET_NOT_FOUND");
    // Before it was replayed it is the session's.
    let refused = world.say_as("s3", "export write_review").await.fails("INTENT_UNAVAILABLE");
    assert!(refused.text.contains("learn test write_review"), "{}", refused.text);
    let tested = world.say_as("s3", "learn test write_review").await.ok();
    assert!(tested.text.contains("✓ Step 4: click [3] \"Buy\""), "{}", tested.text);
    let done = world.heard.take();
    assert!(done[0].starts_with("goto {\"url\":\"https://shop.test/1\"}"), "{done:?}");
    assert!(done[1].contains("learn-test-") && done[3].contains("Amazing!"), "the latest values: {done:?}");
    world.say_as("s3", "export write_review").await.ok();
    let file = std::fs::read_to_string(world.place.intents().join("write_review.yaml")).unwrap();
    assert!(file.contains("target: { class_contains: star, index: $rating }"), "{file}");
    world.say_as("s7", "write_review 1 \"From the file\"").await.ok();
}

pub(crate) async fn a_proposal_is_refined_in_a_dialogue(world: World) {
    let world = world.with_pages().await;
    reviews(&world).await;
    let say = async |line: &str| world.say_as("s3", line).await;
    let shown = say("refine").await.ok();
    assert!(
        shown.text.contains("# Current definition:\nintent: write_review\nparameters:\n  - rating: number")
    );
    assert!(shown.text.contains("cancel                    Drop the changes"), "{}", shown.text);
    let added = say("add param title:string --optional").await.ok();
    assert!(added.text.contains("  - title: string (optional)"), "{}", added.text);
    say("add param title:string").await.fails("PARAMETER_INVALID");
    say("remove param text").await.fails("PARAMETER_INVALID");
    let asked = say("edit step 3").await.ok();
    assert!(asked.text.contains("Step 3: type { role: textarea } $text\nNew definition:"), "{}", asked.text);
    let updated = say("type { pattern: review_form.body } $text").await.ok();
    assert!(updated.text.contains("Updated step 3: type { pattern: review_form.body } $text"));
    let failed = say("edit step 3 tpye x $text").await.fails("DEFINITION_INVALID");
    assert!(failed.text.contains("did you mean"), "{}", failed.text);
    say("edit step 9").await.fails("PARAMETER_INVALID");
    say("add step 4").await.ok();
    assert!(say("type \"Title\" $title").await.ok().text.contains("Added step 4"));
    say("add step 1 hover the moon").await.fails("DEFINITION_INVALID");
    assert!(say("remove step 1").await.ok().text.contains("  1. click { class_contains: star"));
    say("add step 1 click \"Write a review\"").await.ok();
    world.heard.take();
    let tested = say("test --rating 3 --text \"Test review\" --title Fine").await.ok();
    assert!(tested.text.contains("✓ Step 5"), "{}", tested.text);
    let done = world.heard.take().join("\n");
    assert!(done.contains("\"index\":3") && done.contains("Test review") && done.contains("Fine"), "{done}");
    *world.heard.gone.lock().unwrap() = Some("submit".into());
    let tested = say("test --rating 3 --text x --title y").await;
    assert_eq!(tested.report.status, Status::Error);
    assert!(tested.text.contains("✗"), "{}", tested.text);
    let saved = say("save").await.ok();
    assert!(saved.text.starts_with("ok save write_review"), "{}", saved.text);
    assert!(saved.text.contains("write_review <rating> <text> [--title <string>]"), "{}", saved.text);
    say("refine cancel").await.fails("TARGET_NOT_FOUND");
}

pub(crate) async fn the_settings_decide_what_is_learned(mut world: World) {
    for (key, value, is_proposed) in [
        ("intent_learner.enabled", "false", false),
        ("intent_engine.learning.enabled", "false", false),
        ("intent_learner.min_observations", "4", false),
        ("intent_learner.min_confidence", "0.9", false),
        ("intent_learner.learn_from", "failed_intents", false),
        ("intent_engine.learning.auto_propose", "false", false),
        ("intent_learner.learn_from", "direct_commands", true),
    ] {
        world = world.with_pages().await;
        world.say(&format!("config set {key} {value}")).await.ok();
        let told = reviews(&world).await;
        assert_eq!(told.text.contains(PROPOSAL), is_proposed, "{key}: {}", told.text);
        let listed = world.say("learn show").await.ok().text.contains("intent: write_review");
        assert_eq!(listed, is_proposed || key.ends_with("auto_propose"), "{key}");
        world.say(&format!("config reset {key}")).await.ok();
    }
    world = world.with_pages().await;
    world.say("config set intent_learner.auto_accept true").await.ok();
    let told = reviews(&world).await;
    assert!(told.text.contains("Intent 'write_review' accepted for this session."), "{}", told.text);
    world.say_as("s3", "write_review 5 x --dry-run").await.ok();
    let status = world.say("learn status").await.ok();
    assert!(status.text.contains("0 open, 1 saved, 0 discarded"), "{}", status.text);
}

pub(crate) async fn what_is_secret_or_excluded_is_not_kept(world: World) {
    let mut world = world.with_pages().await;
    world.say("config set intent_learner.persistence user").await.ok();
    world.say("config set intent_learner.exclude_fields iban").await.ok();
    for session in ["s1", "s2", "s3"] {
        world.say_as(session, "click \"Pay by transfer\"").await.ok();
        world.say_as(session, "type \"IBAN\" \"PT50 0002\"").await.ok();
        world.say_as(session, "type \"Password\" \"hunter2\"").await.ok();
        world.say_as(session, "click \"Submit payment\"").await.ok();
    }
    world.reopen().await;
    let shown = world.say("learn show").await.ok();
    assert!(shown.text.contains("- iban: secret (not recorded)"), "{}", shown.text);
    assert!(shown.text.contains("- password: secret (not recorded)"), "{}", shown.text);
    assert!(!shown.text.contains("hunter2") && !shown.text.contains("PT50"), "{}", shown.text);
    let tested = world.say("learn test pay_by_transfer").await;
    assert!(tested.text.contains("iban"), "its values have to be given: {}", tested.text);
}

pub(crate) async fn what_is_learned_for_a_user_survives_a_restart(world: World) {
    let mut world = world.with_pages().await;
    world.say("config set intent_learner.persistence user").await.ok();
    review(&world, "s1", ["Write a review", "Submit"], 5, "Great").await;
    world.reopen().await;
    review(&world, "s2", ["Write a review", "Submit"], 4, "Good").await;
    world.reopen().await;
    let told = review(&world, "s3", ["Write a review", "Submit"], 3, "Fine").await;
    assert!(told.text.contains("intent: write_review"), "{}", told.text);
    world.say_as("s3", "yes").await.fails("INTENT_UNAVAILABLE");
    world.say_as("s3", "learn test write_review").await.ok();
    world.say_as("s3", "learn save write_review").await.ok();
    world.say_as("s4", "write_review 5 Again").await.ok();
    world.reopen().await;
    world.say_as("s5", "write_review 5 Again").await.ok();
    world.say_as("s5", "export write_review").await.ok();
    let refused = world.say_as("s5", "learn show write_review").await.fails("TARGET_NOT_FOUND");
    assert!(refused.text.contains("There are no proposals"), "{}", refused.text);
}

pub(crate) async fn what_all_owners_share_needs_a_replay(world: World) {
    let world = world.with_pages().await;
    world.say("config set intent_learner.persistence global").await.ok();
    reviews(&world).await;
    world.say("learn save write_review").await.fails("INTENT_UNAVAILABLE");
    world.say("learn test write_review").await.ok();
    world.say("learn save write_review").await.ok();
    world.say_as("elsewhere", "write_review 5 Again").await.ok();
    world.say("learn discard write_review").await.fails("TARGET_NOT_FOUND");
}

pub(crate) async fn a_failure_and_its_repair_by_hand_are_learned(world: World) {
    let world = world.with_pages().await;
    world.intent(
        "redeem",
        "parameters:\n  - name: coupon\n    type: string\n    required: true\nsteps:\n  - action: click\n    target: { text: \"Redeem now\" }\n",
    );
    *world.heard.gone.lock().unwrap() = Some("Redeem now".into());
    let mut told = None;
    for (session, coupon) in [("s1", "spring"), ("s2", "summer"), ("s3", "autumn")] {
        let failed = world.say_as(session, &format!("redeem {coupon}")).await;
        assert_eq!(failed.report.status, Status::Error, "{}", failed.text);
        world.say_as(session, "click \"More options\"").await.ok();
        world.say_as(session, &format!("type \"Voucher\" {coupon}")).await.ok();
        told = Some(world.say_as(session, "click \"Use voucher\"").await.ok());
    }
    let told = told.unwrap();
    assert!(
        told.text.contains("  intent: redeem_repaired") && told.text.contains("  repairs: redeem"),
        "{}",
        told.text
    );
    world.say_as("s3", "yes").await.ok();
    world.heard.take();
    world.say_as("s3", "redeem_repaired winter").await.ok();
    let done = world.heard.take().join("\n");
    assert!(done.contains("Redeem now") && done.contains("winter") && done.contains("Use voucher"), "{done}");
}

pub(crate) async fn verbs_without_things_are_learned_with_all_their_arguments(world: World) {
    let mut told = None;
    for (session, name, count) in [("s1", "north", 2), ("s2", "south", 3), ("s3", "west", 2)] {
        let line = format!("lab.change {name} --count {count} --data '{{\"k\": \"it\\u0027s $5\"}}'");
        world.say_as(session, &line).await.ok();
        told = Some(world.say_as(session, &format!("lab.change \"{name} report\"")).await.ok());
    }
    let told = told.unwrap();
    assert!(told.text.contains("- count: number (values seen: 2, 3)"), "{}", told.text);
    let saved = world.say_as("s3", "yes").await.ok();
    let name = saved.report.summary.clone().unwrap();
    world.lab.take_calls();
    let usage = &saved.json["usage"][0];
    world.say_as("s3", &format!("{name} --name east --count 9 --name_2 \"east report\"")).await.ok();
    assert_eq!(world.lab.take_calls(), ["change east", "change east report"], "{usage}");
    world.say_as("s3", &format!("learn test {name}")).await.ok();
    assert_eq!(world.lab.take_calls(), ["change west", "change west report"]);
}

pub(crate) async fn hostile_names_stay_texts(world: World) {
    let world = world.with_pages().await;
    let hostile = "$rating } , fallback: { text: Delete all } # \\\" \u{F8FE}0 or click 'x'";
    let mut told = None;
    for session in ["s1", "s2", "s3"] {
        let name = serde_json::Value::from(hostile).to_string();
        world.say_as(session, &format!("click {name}")).await.ok();
        told = Some(world.say_as(session, "click \"Save it\"").await.ok());
    }
    assert!(told.unwrap().text.contains(PROPOSAL));
    let saved = world.say_as("s3", "yes").await.ok();
    let name = saved.report.summary.clone().unwrap();
    world.heard.take();
    world.say_as("s3", &name).await.ok();
    let done = world.heard.take();
    assert_eq!(done.len(), 2, "{done:?}");
    let plain = hostile.replace('\u{F8FE}', "");
    assert!(done[0].contains(serde_json::Value::from(plain).to_string().as_str()), "{done:?}");
}

pub(crate) async fn what_was_undone_is_not_learned(mut world: World) {
    world.say("config set intent_learner.persistence user").await.ok();
    let does = async |world: &World, session: &str, name: &str| {
        world.say_as(session, &format!("lab.change {name} --count 2")).await.ok();
        world.say_as(session, &format!("lab.change \"{name} report\"")).await.ok()
    };
    does(&world, "s1", "north").await;
    does(&world, "s2", "south").await;
    world.say_as("s2", "undo").await.ok();
    let told = does(&world, "s3", "west").await;
    assert!(!told.text.contains(PROPOSAL), "only two of them were not undone: {}", told.text);
    // Nor is it learned again from the store.
    world.reopen().await;
    let status = world.say("learn status").await.ok();
    assert!(status.text.contains("proposals: 0 open"), "{}", status.text);
    let told = does(&world, "s4", "east").await;
    assert!(told.text.contains("observations: 3"), "{}", told.text);
    world.say_as("s4", "undo").await.ok();
    let shown = world.say_as("s4", "learn show").await.ok();
    assert!(shown.text.contains("Nothing is proposed"), "{}", shown.text);
    // What was done again counts again.
    world.say_as("s4", "redo").await.ok();
    let shown = world.say_as("s4", "learn show").await.ok();
    assert!(shown.text.contains("observations: 3"), "{}", shown.text);
}

pub(crate) async fn a_draft_survives_a_restart(world: World) {
    let mut world = world.with_pages().await;
    reviews(&world).await;
    world.say_as("s3", "refine").await.ok();
    world.say_as("s3", "add param title:string --optional").await.ok();
    world.say_as("s3", "edit step 1").await.ok();
    world.reopen().await;
    // The first line is the step that was asked for before.
    let updated = world.say_as("s3", "click \"Write it\"").await.ok();
    assert!(updated.text.contains("Updated step 1: click \"Write it\""), "{}", updated.text);
    world.reopen().await;
    world.say_as("s4", "refine save").await.fails("TARGET_NOT_FOUND");
    let saved = world.say_as("s3", "save").await.ok();
    assert!(saved.text.contains("[--title <string>]"), "{}", saved.text);
    world.reopen().await;
    world.say_as("s3", "refine cancel").await.fails("TARGET_NOT_FOUND");
    world.say_as("s3", "write_review 5 Again").await.ok();
}

pub(crate) async fn what_is_shown_once_is_defined(world: World) {
    let world = world.with_pages().await;
    world.say_as("s1", "learn record stop").await.fails("INTENT_UNAVAILABLE");
    world.say_as("s1", "learn record").await.ok();
    world.say_as("s1", "learn record").await.fails("INTENT_UNAVAILABLE");
    world.say_as("s1", "learn record stop").await.fails("INTENT_UNAVAILABLE");
    world.say_as("s1", "click \"Write a review\"").await.ok();
    world.say_as("s1", "type \"text\" \"Great product!\"").await.ok();
    world.say_as("s1", "type \"Password\" \"hunter2\"").await.ok();
    world.say_as("s2", "click \"Something else\"").await.ok();
    world.say_as("s1", "click \"Submit\"").await.ok();
    let shown = world.say_as("s1", "learn record show").await.ok();
    assert!(shown.text.contains("1. click") && !shown.text.contains("Something else"), "{}", shown.text);
    let stopped = world.say_as("s1", "learn record stop tell_it").await.ok();
    assert!(stopped.text.contains("tell_it <password> [--text <string>]"), "{}", stopped.text);
    let source = stopped.json["definition"]["source"].as_str().unwrap();
    assert!(source.contains("default: \"Great product!\"") && !source.contains("hunter2"), "{source}");
    world.say_as("s1", "learn record show").await.fails("INTENT_UNAVAILABLE");
    world.heard.take();
    world.say_as("s1", "tell_it tulip").await.ok();
    let done = world.heard.take().join("\n");
    assert!(done.contains("Great product!") && done.contains("Submit"), "{done}");
    world.say_as("s1", "export tell_it").await.fails("INTENT_UNAVAILABLE");
    world.say_as("s1", "learn record").await.ok();
    world.say_as("s1", "learn record cancel").await.ok();
    world.say_as("s1", "learn record cancel").await.fails("INTENT_UNAVAILABLE");
}
