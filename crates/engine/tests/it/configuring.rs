//! The configuration and its origins.

use lemmascope_engine::configuration::{Configuration, read_file};

use crate::world::World;

pub(crate) async fn what_is_set_is_kept(mut world: World) {
    let key = "intent_engine.execution.default_timeout";
    let answer = world.say(&format!("config set {key} 60s")).await.ok();
    assert_eq!(answer.text, format!("ok config set {key}\n\n# changes\n~ {key}: 30s → 60s\n"));
    world.reopen().await;
    let shown = world.say(&format!("config show {key}")).await.ok();
    assert_eq!(shown.text, format!("ok config show\n\n# settings\n{key}: \"60s\" (set)\n"));
    let all = world.say("config show intent_engine.execution").await.ok();
    assert_eq!(all.json["settings"].as_object().unwrap().len(), 6);
    let reset = world.say("config reset intent_engine.execution").await.ok();
    assert_eq!(reset.text, format!("ok config reset\n\n# reset\n{key}: 30s\n"));
    world.reopen().await;
    assert!(world.say(&format!("config show {key}")).await.ok().text.contains("\"30s\" (default)"));
    assert!(world.say("config reset intent_engine").await.ok().text.contains("Nothing had been set."));
}

pub(crate) async fn numbers_and_lists_can_be_set(mut world: World) {
    for (key, text, shown) in [
        ("intent_engine.execution.max_retries", "7", "7"),
        ("intent_learner.min_confidence", "0.5", "0.5"),
        ("intent_engine.learning.enabled", "false", "false"),
        ("intent_engine.resolution.tier_priority", "core,user", "[\"core\",\"user\"]"),
        ("intent_engine.resolution.tier_priority", "'[\"pack\", \"user\"]'", "[\"pack\",\"user\"]"),
        ("intent_learner.exclude_fields", "pin", "[\"pin\"]"),
    ] {
        world.say(&format!("config set {key} {text}")).await.ok();
        world.reopen().await;
        let answer = world.say(&format!("config show {key}")).await.ok();
        assert!(answer.text.ends_with(&format!("{key}: {shown} (set)\n")), "{}", answer.text);
        assert_eq!(answer.json["settings"][key]["from"], "set");
    }
}

pub(crate) async fn a_bad_key_or_value_names_what_was_meant(world: World) {
    for (line, code, told) in [
        (
            "config set intent_engine.execution.step_timout 5s",
            "TARGET_NOT_FOUND",
            "Did you mean intent_engine.execution.step_timeout?",
        ),
        ("config show intent_engin", "TARGET_NOT_FOUND", "Did you mean intent_engine?"),
        ("config reset intent_engine.executio", "TARGET_NOT_FOUND", "Did you mean intent_engine.execution?"),
        ("config set intent_engine.execution.step_timeout soon", "PARAMETER_INVALID", "a duration such as"),
        ("config set intent_engine.execution.step_timeout 2h", "PARAMETER_INVALID", "at most 1h"),
        (
            "config set intent_engine.execution.max_retries many",
            "PARAMETER_INVALID",
            "a whole number from 0 to 20",
        ),
        (
            "config set intent_engine.execution.max_retries 21",
            "PARAMETER_INVALID",
            "a whole number from 0 to 20",
        ),
        ("config set intent_engine.learning.enabled perhaps", "PARAMETER_INVALID", "true or false"),
        ("config set intent_learner.min_confidence 2", "PARAMETER_INVALID", "a number from 0 to 1"),
        ("config set pack_trust.local full", "INTENT_UNAVAILABLE", "in config.yaml"),
        (
            "config set intent_engine.resolution.tier_priority user,usr",
            "PARAMETER_INVALID",
            "did you mean user?",
        ),
        ("config set intent_engine.resolution.tier_priority user,user", "PARAMETER_INVALID", "each once"),
    ] {
        let answer = world.say(line).await.fails(code);
        assert!(answer.text.contains(told), "{line}: {}", answer.text);
    }
    let shown = world.say("config show intent_engine").await.ok();
    assert!(!shown.text.contains("(set)"), "nothing of that was kept: {}", shown.text);
}

pub(crate) async fn the_store_is_not_set_at_run_time(world: World) {
    let answer =
        world.say("config set store.url postgres://ann:s3cret@host/db").await.fails("INTENT_UNAVAILABLE");
    assert!(answer.hint().contains("LEMMASCOPE_STORE__URL"), "{}", answer.text);
    assert!(!answer.text.contains("s3cret"));
    assert!(!world.say("config show store.url").await.ok().text.contains("(set)"));
}

pub(crate) async fn the_environment_wins(mut world: World) {
    let key = "intent_engine.execution.max_retries";
    let configuration = &mut world.place.configuration;
    assert_eq!(read_file("intent_engine:\n  execution:\n    max_retries: 4\n", configuration), []);
    let variables = [("LEMMASCOPE_INTENT_ENGINE__EXECUTION__MAX_RETRIES".to_string(), "5".to_string())];
    assert_eq!(configuration.put_environment(variables, &[]), []);
    world.reopen().await;
    let answer = world.say(&format!("config set {key} 6")).await.ok();
    assert_eq!(answer.hint(), "It is stored, but the environment overrides it.");
    let shown = async |world: &World| {
        let told = world.say(&format!("config show {key}")).await.ok().json["settings"][key].clone();
        format!("{} {}", told["value"], told["from"])
    };
    assert_eq!(shown(&world).await, "5 \"environment\"");
    world.place.configuration.put_flag(&format!("{key}=7")).unwrap();
    world.reopen().await;
    assert_eq!(shown(&world).await, "7 \"flag\"");
    let mut plain = Configuration::default();
    assert_eq!(read_file("intent_engine: { execution: { max_retries: 4 } }", &mut plain), []);
    plain.put(
        "store.url",
        lemmascope_engine::configuration::Origin::File,
        world.place.configuration.text("store.url").into(),
    );
    world.place.configuration = plain;
    world.reopen().await;
    assert_eq!(shown(&world).await, "6 \"set\"");
    world.say("config reset intent_engine").await.ok();
    assert_eq!(shown(&world).await, "4 \"file\"");
}

pub(crate) async fn logs_can_be_left_out(world: World) {
    world.say("config set intent_engine.logging.log_actions false").await.ok();
    assert_eq!(world.say("lab.change a").await.text, "ok lab.change \"a\"\n\n# changes\n+ a\n");
    world.say("config set intent_engine.logging.log_changes false").await.ok();
    assert_eq!(world.say("lab.change b").await.text, "ok lab.change \"b\"\n");
}
