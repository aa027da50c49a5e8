use serde_json::{Value as Json, json};

use crate::desk::{Backend, Desk};
use crate::engine::Recorder;

fn template() -> Json {
    json!({
        "parameters": [{"name": "card"}, {"name": "pause", "type": "number", "default": 0.05}],
        "steps": [
            {"tool": {"intent": "board.move_card", "parameters": {"card": "{card}", "column": "Done"}}},
            {"id": "ask", "approval": {"question": "Is {card} really done?"}, "on_failure": "tell"},
            {"delay": {"seconds": "{pause}"}},
            {"tool": {"sentence": "dangerous archive of {card}"}, "on_success": "end", "on_failure": "tell"},
            {"id": "tell", "notification": {"to": "agent://bob", "message": "{card} was not approved"}},
        ],
    })
}

async fn store(desk: &Desk, template: Json) -> Json {
    let (status, stored) =
        desk.post("ana", "/v1/macros", json!({"macro_id": "close", "template": template})).await;
    assert_eq!(status, 200, "{stored}");
    stored["macro"].clone()
}

fn naming(params: Json) -> Json {
    json!({"workflow": {"workflow_macro_id": "close", "workflow_macro_params": params}})
}

pub(crate) async fn the_steps_of_a_macro_are_taken(backend: Backend) {
    let desk = backend.open();
    assert_eq!(store(&desk, template()).await["version"], 1);
    assert_eq!(store(&desk, template()).await["version"], 1);
    let (_, preview) =
        desk.post("ana", "/v1/macros/close/preview", json!({"params": {"card": "Login"}})).await;
    assert_eq!(preview["workflow"]["steps"].as_array().unwrap().len(), 5);
    let mut dry = naming(json!({"card": "Login"}));
    dry["workflow"]["dry_run"] = json!(true);
    let body =
        json!({"intent_type": "intent.close.v1", "to_agent": "agent://lemmascope/work", "payload": dry});
    let (_, shown) = desk.post("ana", "/v1/intents", body).await;
    assert_eq!(shown["workflow"], preview["workflow"]);
    assert!(shown.get("intent_id").is_none());

    let id = desk
        .submit("ana", "intent.close.v1", "agent://lemmascope/work", naming(json!({"card": "Login"})))
        .await;
    // The version is pinned when the intent is accepted.
    let mut other = template();
    other["steps"][0]["tool"]["intent"] = json!("board.delete_card");
    assert_eq!(store(&desk, other).await["version"], 2);
    desk.until("ana", &id, "WAITING_FOR_HUMAN").await;
    desk.post("ana", &format!("/v1/inbox/{id}/approve"), json!({})).await;
    // The plan of the last step needs a separate confirmation.
    desk.wait_for("the second question", || async {
        let waits = desk.events("ana", &id).await.iter().filter(|event| *event == "intent.waiting").count();
        (waits == 3).then_some(())
    })
    .await;
    desk.post("ana", &format!("/v1/inbox/{id}/approve"), json!({})).await;
    let intent = desk.until("ana", &id, "COMPLETED").await;
    assert_eq!((&intent["result"]["macro_id"], &intent["result"]["version"]), (&json!("close"), &json!(1)));
    assert_eq!(intent["result"]["steps"].as_array().unwrap().len(), 4);
    assert_eq!(
        Recorder::done(&backend.journal()),
        [
            r#"ana work board.move_card {"card":"Login","column":"Done"}"#,
            "ana work dangerous archive of Login"
        ]
    );
    // An older version can be selected.
    let mut pinned = naming(json!({"card": "A"}));
    pinned["workflow"]["workflow_macro_version"] = json!(1);
    pinned["workflow"]["dry_run"] = json!(true);
    let body =
        json!({"intent_type": "intent.close.v1", "to_agent": "agent://lemmascope/work", "payload": pinned});
    assert_eq!(desk.post("ana", "/v1/intents", body).await.1["workflow"]["version"], 1);
}

pub(crate) async fn a_failed_step_takes_its_own_way(backend: Backend) {
    let desk = backend.open();
    store(&desk, template()).await;
    let id = desk
        .submit("ana", "intent.close.v1", "agent://lemmascope/work", naming(json!({"card": "Login"})))
        .await;
    desk.until("ana", &id, "WAITING_FOR_HUMAN").await;
    desk.post("ana", &format!("/v1/inbox/{id}/reject"), json!({})).await;
    let intent = desk.until("ana", &id, "COMPLETED").await;
    let steps: Vec<bool> = intent["result"]["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["ok"].as_bool().unwrap())
        .collect();
    assert_eq!(steps, [true, false, true]);
    let told = desk
        .wait_for("the notification", || async {
            let (_, inbox) = desk.get("bob", "/v1/inbox").await;
            Some(inbox["threads"][0].clone()).filter(|thread| thread["status"] == "DELIVERED")
        })
        .await;
    assert_eq!(told["payload"]["message"], "Login was not approved");
    // A failed step without a successor for failures fails the intent.
    store(&desk, json!({"steps": [{"tool": {"sentence": "broken"}}, {"tool": {"sentence": "never"}}]})).await;
    let id = desk.submit("ana", "intent.close.v1", "agent://lemmascope/work", naming(json!({}))).await;
    desk.until("ana", &id, "FAILED").await;
    assert!(!Recorder::done(&backend.journal()).iter().any(|line| line.contains("never")));
}

pub(crate) async fn a_bad_parameter_refuses_the_intent(backend: Backend) {
    let desk = backend.open();
    store(&desk, template()).await;
    let workflow = |workflow: Json| json!({"workflow": workflow});
    for (payload, field) in [
        (workflow(json!({"workflow_macro_id": "nothing"})), "payload.workflow.workflow_macro_id"),
        (naming(json!({})), "payload.workflow.workflow_macro_params.card"),
        (naming(json!({"card": 7})), "payload.workflow.workflow_macro_params.card"),
        (naming(json!({"card": "a", "x": 1})), "payload.workflow.workflow_macro_params.x"),
        (
            workflow(
                json!({"workflow_macro_id": "close", "workflow_macro_version": 9, "workflow_macro_params": {"card": "a"}}),
            ),
            "payload.workflow.workflow_macro_version",
        ),
        (
            workflow(json!({"workflow_macro_id": "close", "workflow_owner_agent": "agent://eve"})),
            "payload.workflow.workflow_owner_agent",
        ),
    ] {
        let body = json!({"intent_type": "intent.close.v1", "to_agent": "bob", "payload": payload});
        let (status, refused) = desk.post("ana", "/v1/intents", body).await;
        assert!([422, 403].contains(&status), "{refused}");
        assert_eq!(refused["error"]["field"], field);
    }
    // Macros of other owners cannot be used without a share.
    let body =
        json!({"intent_type": "intent.close.v1", "to_agent": "bob", "payload": naming(json!({"card": "a"}))});
    assert_eq!(desk.post("eve", "/v1/intents", body).await.0, 422);
    assert_eq!(desk.get("eve", "/v1/macros/close").await.0, 404);
}

/// An agent with a share can read and use a macro with its own permissions, until the owner revokes the
/// share.
pub(crate) async fn a_macro_is_shared_and_taken_back(backend: Backend) {
    let desk = backend.open();
    store(&desk, template()).await;
    let mut payload = naming(json!({"card": "Login"}));
    payload["workflow"]["workflow_owner_agent"] = json!("agent://ana");
    let body =
        json!({"intent_type": "intent.close.v1", "to_agent": "agent://lemmascope/work", "payload": payload});
    let preview = json!({"owner_agent": "ana", "params": {"card": "Login"}});
    let looks = "/v1/macros/close?owner_agent=agent://ana";
    for agent in ["bob", "eve"] {
        let (status, refused) = desk.post(agent, "/v1/intents", body.clone()).await;
        assert_eq!(
            (status, &refused["error"]["field"]),
            (403, &json!("payload.workflow.workflow_owner_agent"))
        );
        assert_eq!(desk.get(agent, looks).await.0, 404);
        assert_eq!(desk.post(agent, "/v1/macros/close/preview", preview.clone()).await.0, 404);
        // An agent cannot share a macro of another owner.
        assert_eq!(desk.post(agent, "/v1/macros/close/shares", json!({"agent": agent})).await.0, 404);
    }
    for _ in 0..2 {
        let (status, shared) = desk.post("ana", "/v1/macros/close/shares", json!({"agent": "bob"})).await;
        assert_eq!((status, &shared["share"]["agent"]), (200, &json!("agent://bob")), "{shared}");
    }
    assert_eq!(desk.post("ana", "/v1/macros/none/shares", json!({"agent": "bob"})).await.0, 404);
    assert_eq!(desk.post("ana", "/v1/macros/close/shares", json!({"agent": "ana"})).await.0, 422);
    let (_, shares) = desk.get("ana", "/v1/macros/close/shares").await;
    assert_eq!(shares["shares"].as_array().unwrap().len(), 1);
    assert_eq!(desk.get("bob", looks).await.1["macro"]["owner_agent"], "agent://ana");
    assert_eq!(desk.get("bob", "/v1/macros").await.1["macros"][0]["macro_id"], "close");
    assert_eq!(desk.post("bob", "/v1/macros/close/preview", preview.clone()).await.0, 200);
    let (status, accepted) = desk.post("bob", "/v1/intents", body.clone()).await;
    assert_eq!(status, 200, "{accepted}");
    desk.until("bob", accepted["intent_id"].as_str().unwrap(), "WAITING_FOR_HUMAN").await;
    // The step was executed on behalf of the agent that used the macro.
    assert_eq!(
        Recorder::done(&backend.journal()),
        [r#"bob work board.move_card {"card":"Login","column":"Done"}"#]
    );
    assert_eq!(desk.post("eve", "/v1/intents", body.clone()).await.0, 403);
    let revoked =
        |agent: &'static str| desk.post("ana", "/v1/macros/close/shares/revoke", json!({"agent": agent}));
    assert_eq!(revoked("bob").await.0, 200);
    assert_eq!(revoked("bob").await.0, 404);
    assert_eq!(desk.post("bob", "/v1/intents", body).await.0, 403);
    assert_eq!(desk.get("bob", "/v1/macros").await.1["macros"], json!([]));
    desk.close().await;
}
