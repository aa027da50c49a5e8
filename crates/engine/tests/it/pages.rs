//! Commands for pages: their calls and their reports.

use lemmascope_engine::Reply;
use lemmascope_intent::Cancellation;

use crate::page::margined;
use crate::secrets::holds;
use crate::world::World;

pub(crate) async fn a_command_is_told_by_its_own_name_with_its_verdict(world: World) {
    let world = world.with_pages().await;
    let answer = world.say("click \"Buy\" near \"Shirt\"").await.ok();
    assert_eq!(
        answer.text,
        "ok click\n\n# actions\nclick [3] \"Buy\"\n\n# changes\n+ [9] text \"Thanks\"\n\n# result\nverdict: changed\n"
    );
    assert_eq!((&answer.json["verdict"], &answer.json["intent"]), (&"changed".into(), &"click".into()));
    assert_eq!(
        world.heard.take(),
        [
            r#"click {"target":{"text":"Buy","relations":[{"relation":"near","target":{"text":"Shirt"}}]}} 10s main"#
        ]
    );
}

pub(crate) async fn a_view_is_the_whole_answer_of_who_looks(world: World) {
    let world = world.with_pages().await;
    world.intent("login", "triggers: { patterns: [login_form] }\nparameters:\n  - { name: username, type: string, required: true }\nsteps: [{ action: click, target: { role: submit } }]");
    world.intent(
        "buy",
        "triggers: { patterns: [cart_summary] }\nsteps: [{ action: click, target: { role: submit } }]",
    );
    world.intent("elsewhere", "triggers: { patterns: [login_form], urls: ['b.com/*'] }\nsteps: [{ action: click, target: { role: submit } }]");
    world.intent("anywhere", "steps: [{ try: { steps: [{ action: click, target: { role: submit } }], catch: [{ checkpoint: a }] } }]");
    world.intent("offline", "steps: [{ action: lab.look, name: x }]");
    let seen = "@ a.com/login \"Sign in\"\n\n[1] input/email \"Email\"\n\n# patterns\n- login_form: email=[1]\n\n\
                # available intents\n- login <username>: ready\n- anywhere: ready\n\n\
                # unavailable intents\n- buy: unavailable (no cart_summary)\n- elsewhere: unavailable (not at b.com/*)\n";
    let answer = world.say("observe --json").await.ok();
    assert_eq!(answer.text, seen);
    let intents = serde_json::json!([
        { "intent": "login", "usage": "login <username>", "ready": true },
        { "intent": "anywhere", "usage": "anywhere", "ready": true },
    ]);
    let whole = serde_json::json!({ "url": "https://a.com/login", "intents": intents, "omitted": 0 });
    assert_eq!(answer.json, whole);
    let opened = world.say("goto a.com").await.ok();
    assert_eq!(
        opened.text,
        format!(
            "ok goto \"https://a.com\"\n\n# actions\ngoto the page\n\n# result\nverdict: navigated\n\n{seen}"
        )
    );
    assert_eq!(opened.json["view"], whole);
    assert_eq!(opened.json["status"], "ok");
}

pub(crate) async fn a_time_limit_is_for_the_call_and_told_to_it(world: World) {
    let world = world.with_pages().await;
    world.say("wait visible email --timeout 20s").await.ok();
    world.say("goto a.com --timeout 90s").await.ok();
    let heard = world.heard.take();
    assert_eq!(
        heard[0],
        format!(r#"wait_visible {{"target":{{"role":"email"}},"timeout":"20s"}} {}s main"#, margined(20))
    );
    // The remaining time is counted from the start of the run.
    assert!(
        heard[1].contains(r#""timeout":"1m 30s""#) || heard[1].contains(r#""timeout":"90s""#),
        "{}",
        heard[1]
    );
    world.intent("patient", "steps: [{ action: click, target: { text: OK, match: exact }, timeout: 15s }]");
    world.say("patient").await.ok();
    assert_eq!(
        world.heard.take(),
        [format!(
            r#"click {{"target":{{"text":"OK","match":"exact"}},"timeout":"15s"}} {}s main"#,
            margined(15)
        )]
    );
}

pub(crate) async fn a_verb_knows_its_trust_and_the_settings(world: World) {
    let world = world.with_pages().await;
    crate::world::write_intent(
        &world.place.packs().join("p/peek.yaml"),
        "peek",
        "steps: [{ action: click, target: { text: OK } }]",
    );
    world.intent("trusted", "steps: [{ action: click, target: { text: OK } }]");
    world.intent("through", "steps: [{ action: intent, name: p/peek }]");
    for (line, sandboxed) in [("p/peek", true), ("trusted", false), ("through", true)] {
        world.say(line).await.ok();
        assert_eq!(world.heard.take()[0].ends_with(" sandboxed"), sandboxed, "{line}");
    }
    world.say("config set intent_engine.execution.step_timeout 33s").await.ok();
    assert!(world.say("wait visible email").await.ok().text.ends_with("# result\n33s\n"));
}

pub(crate) async fn a_click_is_not_asked_about_and_not_taken_back(world: World) {
    let world = world.with_pages().await;
    world.say("lab.change a").await.ok();
    world.say("click 3").await.ok();
    world.say("type 3 hello").await.ok();
    let refused = world.say("undo").await.fails("STEP_FAILED");
    assert_eq!(refused.message(), "type [3] cannot be undone");
    assert_eq!(refused.report.context, ["nor can click [3] \"Buy\""]);
    assert_eq!(refused.hint(), "Repeat `undo` to undo the change before: change \"a\"");
    assert_eq!(world.lab.things(), ["a"]);
    world.say("undo").await.ok();
    assert_eq!(world.lab.things(), [""; 0]);
    world.say("redo").await.ok();
    assert_eq!(world.lab.things(), ["a"]);
    world.intent(
        "both",
        "steps: [{ action: click, target: { id: 3 } }, { action: lab.change, name: b }, { action: click, target: { id: 3 } }]",
    );
    world.say("both").await.ok();
    let partly = world.say("undo").await.ok();
    assert_eq!(partly.report.context, ["not undone: click [3] \"Buy\""; 2]);
    assert_eq!(world.lab.things(), ["a"]);
}

pub(crate) async fn what_is_typed_is_not_written_down(world: World) {
    let mut world = world.with_pages().await;
    world.say("type 3 hunter2").await.ok();
    world.say("type password hunter2").await.ok();
    world.say("goto https://ann:hunter2@a.com/").await.ok();
    let said = world.said.lock().unwrap().clone();
    assert!(!said.contains("hunter2"), "{said}");
    world.reopen().await;
    assert!(world.heard.take().iter().any(|line| line.contains("hunter2")), "the verb was told");
    world.engine.close().await;
    assert_eq!(holds(world.place.folder.path(), b"hunter2"), None);
}

pub(crate) async fn sessions_are_opened_entered_and_closed(world: World) {
    let world = world.with_pages().await;
    assert_eq!(world.say("sessions").await.ok().text, "ok sessions\n\n# sessions\nmain (tabs: 2)\n");
    world.heard.take();
    let go = async |line: &str| match world.submit("main", line, &Cancellation::default()).await {
        Reply::Moved { report, session } => (report.status.as_str(), session),
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(go("session new work --mode headed").await, ("ok", "work".into()));
    assert!(
        world.heard.take().contains(&r#"session_new {"name":"work","mode":"headed"} 30s work"#.to_string())
    );
    world.say("session new work").await.fails("STEP_FAILED");
    assert_eq!(go("session work").await, ("ok", "work".into()));
    let here = world.say_as("work", "session").await.ok();
    assert_eq!(here.text, "ok session\n\n# result\nname: work\n");
    world.say_as("work", "define mine\n  steps: [{ action: lab.look, name: x }]").await.ok();
    world.say("session close work").await.ok();
    assert_eq!(world.say("sessions").await.ok().json["sessions"][0]["current"], true);
    world.say("session close work").await.fails("TARGET_NOT_FOUND");
    world.say_as("work", "run mine").await.fails("INTENT_NOT_FOUND");
    assert_eq!(go("session close main").await, ("ok", "default".into()));
    for bad in ["../x", "a/b", ".hidden"] {
        world.say(&format!("session new \"{bad}\"")).await.fails("PARAMETER_INVALID");
        world.say_as(bad, "sessions").await.fails("PARAMETER_INVALID");
    }
}

pub(crate) async fn what_was_opened_is_put_away_at_the_end(world: World) {
    let mut world = world.with_pages().await;
    world.say("goto a.com").await.ok();
    world.heard.take();
    world.reopen().await;
    assert_eq!(world.heard.take(), ["closed"]);
}
