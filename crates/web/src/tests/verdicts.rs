//! Tests the verdicts of actions, on pages that are each misleading in one way.

use std::fmt::Write;

use lemmascope_intent::{Context, Value};
use serde_json::{Value as Json, json};

use crate::testing::{Agent, perform, stage, target_of, told};

/// Appends the result of a command, without details that differ between runs.
async fn row(agent: &Agent, table: &mut String, verb: &str, arguments: Json) {
    let result = agent.call(verb, arguments.clone()).await;
    let mut text = told(&result);
    if let Err(failure) = &result {
        for line in
            failure.hint.iter().map(|hint| format!("hint: {hint}")).chain(failure.context.iter().cloned())
        {
            let _ = write!(text, "\n{line}");
        }
    }
    let shown = command(verb, &arguments);
    let _ = writeln!(table, "> {shown}\n{}\n", steady(&text));
}

fn command(verb: &str, arguments: &Json) -> String {
    let fields = arguments.as_object().unwrap().iter().map(|(name, value)| match (name.as_str(), value) {
        ("target", value) => value.get("text").or(value.get("selector")).unwrap_or(value).to_string(),
        (name, Json::Bool(true)) => format!("--{name}"),
        (name, value) => format!("--{name} {value}"),
    });
    std::iter::once(verb.to_string()).chain(fields).collect::<Vec<_>>().join(" ")
}

/// Replaces ports and folders, which differ between runs.
fn steady(text: &str) -> String {
    let mut text = text.to_string();
    for site in stage().sites.names() {
        text = text.replace(&format!(":{}", stage().sites.port(site)), ":PORT");
    }
    let lines = text.lines().map(|line| match (line.find("(/"), line.contains("download ")) {
        (Some(start), true) => {
            let name = line.rsplit('/').next().unwrap_or_default();
            format!("{}(FOLDER/{name}", &line[..start])
        }
        _ => line.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Opens a page of a site and runs commands on it.
async fn page(agent: &Agent, table: &mut String, site: &str, path: &str, commands: &[(&str, Json)]) {
    agent.visit(site, path).await;
    let _ = writeln!(table, "## {site} {path}\n");
    for (verb, arguments) in commands {
        row(agent, table, verb, arguments.clone()).await;
    }
}

fn on(target: &str) -> Json {
    json!({"target": target_of(target)})
}

#[test]
fn every_click_has_its_verdict() {
    perform(|agent| async move {
        let table = &mut String::new();
        page(
            &agent,
            table,
            "trouble",
            "/dead",
            &[("click", on("Send report")), ("click", on("Send the report"))],
        )
        .await;
        page(
            &agent,
            table,
            "trouble",
            "/covered",
            &[
                ("click", on("Book courier")),
                ("click", json!({"target": target_of("Book courier"), "force": true})),
                ("click", on("Hide the notice")),
            ],
        )
        .await;
        page(&agent, table, "trouble", "/late", &[("click", on("Print label"))]).await;
        page(
            &agent,
            table,
            "trouble",
            "/disabled",
            &[("click", json!({"target": target_of("Continue to payment"), "timeout": "300ms"}))],
        )
        .await;
        page(
            &agent,
            table,
            "trouble",
            "/fleeting",
            &[("click", on("Take the offer")), ("click", on("Choose Saturday"))],
        )
        .await;
        page(&agent, table, "trouble", "/quiet", &[("click", on("Ping driver"))]).await;
        page(&agent, table, "trouble", "/clock", &[("click", on("Hold van V-12"))]).await;
        agent.visit("trouble", "/polling").await;
        // The rhythm of polling is known only after several requests, which takes a while on a busy machine.
        agent.call("wait_items", json!({"selector": "#log li", "n": 5})).await.unwrap();
        let _ = writeln!(table, "## trouble /polling\n");
        row(&agent, table, "click", on("Speed it up")).await;
        page(
            &agent,
            table,
            "trouble",
            "/moving",
            &[
                ("click", json!({"target": target_of("Stop the tram"), "timeout": "500ms"})),
                ("click", on("Stop the van")),
            ],
        )
        .await;
        page(
            &agent,
            table,
            "trouble",
            "/through",
            &[("click", on("Locate me")), ("click", on("Show depots"))],
        )
        .await;
        page(&agent, table, "trouble", "/wrapped", &[("click", on("help"))]).await;
        insta::assert_snapshot!(table);
    });
}

#[test]
fn dialogs_tabs_and_downloads_are_told() {
    perform(|agent| async move {
        let table = &mut String::new();
        page(
            &agent,
            table,
            "trouble",
            "/dialogs",
            &[
                ("click", on("Show notice")),
                ("click", on("Cancel pickup")),
                ("click", on("Show notice")),
                ("dialog_accept", json!({})),
            ],
        )
        .await;
        page(&agent, table, "trouble", "/tabs", &[("click", on("Invoice 2026-114"))]).await;
        page(
            &agent,
            table,
            "trouble",
            "/downloads",
            &[("click", on("Shipments (CSV)")), ("click", on("Withdrawn report"))],
        )
        .await;
        insta::assert_snapshot!(table);
    });
}

#[test]
fn frames_and_closed_roots_are_like_any_part_of_the_page() {
    perform(|agent| async move {
        let table = &mut String::new();
        page(
            &agent,
            table,
            "frames",
            "/cross",
            &[("click", on("Reserve seat")), ("click", on("Ask the box office"))],
        )
        .await;
        page(
            &agent,
            table,
            "frames",
            "/closed",
            &[
                ("click", on("Join the patrons")),
                ("type", json!({"target": target_of("E-mail"), "text": "ann@example.com"})),
                ("click", on("Join the patrons")),
            ],
        )
        .await;
        page(&agent, table, "frames", "/nested", &[("click", on("Preview card"))]).await;
        insta::assert_snapshot!(table);
    });
}

#[test]
fn element_ids_are_never_reused() {
    perform(|agent| async move {
        agent.visit("trouble", "/stale").await;
        let first = agent.on("click", "Assign PW-1040").await.unwrap();
        let id = first.line.unwrap().split(' ').nth(1).unwrap().to_string();
        assert_eq!(agent.on("click", "Refresh queue").await.unwrap().verdict, Some("changed"));
        let failure = agent.on("click", &id).await.unwrap_err();
        assert_eq!((failure.code().as_str(), failure.verdict), ("TARGET_STALE", Some("stale")));
        assert_eq!(agent.on("click", "Assign PW-1040").await.unwrap().verdict, Some("changed"));
        // The id is also stale on another page, where ids restart.
        agent.visit("trouble", "/stale").await;
        let failure = agent.on("click", "[4000]").await.unwrap_err();
        assert_eq!(failure.verdict, Some("stale"));
    });
}

#[test]
fn click_on_ambiguous_name_fails_only_in_strict_mode() {
    perform(|agent| async move {
        agent.visit("trouble", "/twins").await;
        let mut cx = Context::new(&agent.session, "/tmp");
        cx.settings = std::sync::Arc::new(|key| {
            (key == "intent_engine.resolution.strict_mode").then(|| Value::from(true))
        });
        let failure = agent.call_in_context(&cx, "click", on("Track")).await.unwrap_err();
        assert_eq!((failure.code().as_str(), failure.verdict), ("TARGET_AMBIGUOUS", Some("ambiguous")));
        assert_eq!(agent.on("click", "Track").await.unwrap().verdict, Some("changed"));
    });
}

#[test]
fn rescan_setting_controls_detail_of_reported_changes() {
    const GROWING: &str = "<title>List</title><button onclick=\"document.title = 'More'; \
        document.body.append(Object.assign(document.createElement('button'), {textContent: 'New'}))\">Add</button>";
    perform(|agent| async move {
        let click = async |when: &'static str| {
            agent.open(GROWING).await;
            let mut cx = Context::new(&agent.session, "/tmp");
            cx.settings = std::sync::Arc::new(move |key| {
                (key == "intent_engine.verification.rescan_after_action").then(|| Value::from(when))
            });
            told(&agent.call_in_context(&cx, "click", on("Add")).await)
        };
        for when in ["auto", "always"] {
            let changed = click(when).await;
            assert!(changed.contains("+ [2] button \"New\""), "{when}: {changed}");
        }
        let changed = click("never").await;
        assert!(changed.starts_with("ok changed click [1] \"Add\"\n+ change in <"), "{changed}");
    });
}

#[test]
fn report_names_other_matching_elements() {
    perform(|agent| async move {
        agent.visit("trouble", "/twins").await;
        let clicked = told(&agent.on("click", "Track").await);
        let note = clicked.lines().nth(1).unwrap();
        assert!(note.starts_with("+ note: 2 fit \"Track\": took ["), "{clicked}");
        assert!(note.contains("], also ["), "{clicked}");
    });
}

#[test]
fn click_retries_when_layout_shifts() {
    perform(|agent| async move {
        agent.visit("trouble", "/shifting").await;
        let clicked = agent.on("click", "Book Tuesday").await;
        assert!(told(&clicked).contains("\"Tuesday is yours.\""), "{}", told(&clicked));
        assert!(!told(&clicked).contains("cancelled"), "{}", told(&clicked));
    });
}

#[test]
fn hover_effects_are_not_counted_as_click_effects() {
    perform(|agent| async move {
        // A page from a server, because the script sends a request.
        agent.visit("docs", "/guide/install").await;
        let page = "document.body.innerHTML = `<button id=dead>Dead</button><p><button id=menu>Menu</button><p><button id=ask>Ask</button>`;
             dead.onmouseover = () => { fetch('/hovered'); dead.title = 'Dead indeed'; };
             menu.onpointerdown = () => { document.body.append('Open'); };
             ask.onmouseover = () => fetch('/near'); ask.onclick = () => fetch('/asked');
             return true;";
        agent.call("execute", json!({"script": page})).await.unwrap();
        let dead = agent.on("click", "#dead").await.unwrap_err();
        assert_eq!(dead.verdict, Some("no_effect"), "{dead}");
        let menu = agent.on("click", "#menu").await.unwrap();
        assert_eq!(menu.verdict, Some("changed"));
        let asked = told(&agent.on("click", "#ask").await);
        assert!(asked.contains("/asked") && !asked.contains("/near"), "{asked}");
    });
}

#[test]
fn websocket_message_is_an_effect() {
    perform(|agent| async move {
        agent.visit("trouble", "/dead").await;
        let open = "new Promise((done) => {
            const socket = new WebSocket(`ws://${location.host}/desk`);
            socket.onopen = () => done(true);
            const button = document.createElement('button');
            button.textContent = 'Honk';
            button.onclick = () => socket.send('honk');
            document.querySelector('main').append(button);
        })";
        agent.call("execute", json!({ "script": open })).await.unwrap();
        let clicked = agent.on("click", "Honk").await;
        assert!(told(&clicked).starts_with("ok changed"), "{}", told(&clicked));
        assert!(told(&clicked).contains("+ message to ws://"), "{}", told(&clicked));
    });
}

#[test]
fn intercepted_click_names_covering_element_by_id_and_text() {
    perform(|agent| async move {
        let cover = "position: fixed; inset: 0; background: white";
        let button = "<button onclick=\"this.textContent = 'Done'\">Reach me</button>";
        for (html, words) in [
            (format!("<div id=promo style='{cover}' onclick='this.remove()'>Half price today</div>"), "Half price today"),
            (format!("<div id=promo style='{cover}' onclick='this.remove()' aria-label='A poster'></div>"), "A poster"),
            (format!("<div id=promo style='{cover}' onclick='this.remove()'><img alt='A poster'></div>"), "A poster"),
            (format!("<custom-veil style='{cover}; display: block'>Please wait</custom-veil><script>
                document.querySelector('custom-veil').addEventListener('click', (e) => e.target.remove())</script>"), "Please wait"),
        ] {
            agent.open(&format!("{button}{html}")).await;
            let failure = agent.on("click", "Reach me").await.unwrap_err();
            assert_eq!(failure.verdict, Some("intercepted"));
            let (_, by) = failure.message.split_once("is covered by ").unwrap();
            assert!(by.contains(words), "{by}");
            let id = by.split(' ').next().unwrap();
            assert!(id.starts_with('[') && id.ends_with(']'), "{by}");
            // From then on, the id refers to it.
            assert_eq!(agent.on("click", id).await.unwrap().verdict, Some("changed"), "{by}");
            assert_eq!(agent.on("click", "Reach me").await.unwrap().verdict, Some("changed"));
        }
    });
}
