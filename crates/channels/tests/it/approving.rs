use serde_json::{Value as Json, json};

use crate::desk::{Backend, Desk};

pub(crate) async fn an_intent_is_approved_or_rejected_by_its_recipient(backend: Backend) {
    let desk = backend.open();
    for (action, status, event) in
        [("approve", "COMPLETED", "intent.approved"), ("reject", "FAILED", "intent.rejected")]
    {
        let id = desk.submit("ana", "intent.request.v1", "bob", json!({})).await;
        desk.until("ana", &id, "DELIVERED").await;
        let (code, decided) =
            desk.post("bob", &format!("/v1/inbox/{id}/{action}"), json!({"comment": "because"})).await;
        assert_eq!((code, &decided["thread"]["status"]), (200, &json!(status)), "{decided}");
        assert_eq!(decided["thread"]["result"], json!({"decision": action, "comment": "because"}));
        assert_eq!(desk.events("ana", &id).await.last().unwrap(), event);
        let (code, _) = desk.post("bob", &format!("/v1/inbox/{id}/{action}"), json!({})).await;
        assert_eq!(code, 409);
    }
    let (code, _) = desk.post("bob", "/v1/approvals/nothing/decision", json!({"decision": "approve"})).await;
    assert_eq!(code, 404);
}

/// Submits an intent from ana to bob whose workflow waits for the decision of this agent.
async fn waiting_for(desk: &Desk, decider: &str) -> (String, String) {
    let template = json!({"steps": [
        {"approval": {"question": "May it go out?", "by": format!("agent://{decider}")}},
        {"tool": {"intent": "board.list_cards"}},
    ]});
    let name = format!("ask-{decider}");
    let (status, stored) =
        desk.post("ana", "/v1/macros", json!({"macro_id": name, "template": template})).await;
    assert_eq!(status, 200, "{stored}");
    let payload = json!({"workflow": {"workflow_macro_id": name}});
    let id = desk.submit("ana", "intent.release.v1", "bob", payload).await;
    desk.until("ana", &id, "WAITING_FOR_HUMAN").await;
    let (_, inbox) = desk.get(decider, "/v1/inbox").await;
    let thread = inbox["threads"].as_array().unwrap().iter().find(|it| it["thread_id"] == json!(id)).unwrap();
    assert_eq!(thread["approval"]["question"], "May it go out?", "{thread}");
    assert_eq!(thread["approval"]["decides"], json!(format!("agent://{decider}")));
    (id.clone(), thread["approval"]["approval_id"].as_str().unwrap().to_string())
}

/// Only the named agent can decide, over every route, and finds the approval in the inbox.
pub(crate) async fn only_whoever_is_named_decides(backend: Backend) {
    let desk = backend.open();
    let agents = ["ana", "bob", "carla", "eve"];
    for (round, decider) in ["ana", "bob", "carla"].into_iter().enumerate() {
        let (id, approval) = waiting_for(&desk, decider).await;
        let thread = format!("/v1/inbox/{id}");
        let by_id = format!("/v1/approvals/{approval}/decision");
        for agent in agents.into_iter().filter(|agent| *agent != decider) {
            for (path, body) in [
                (format!("{thread}/approve"), json!({})),
                (format!("{thread}/reject"), json!({})),
                (by_id.clone(), json!({"decision": "approve"})),
                (by_id.clone(), json!({"decision": "reject"})),
            ] {
                let (status, refused) = desk.post(agent, &path, body).await;
                assert_eq!((status, &refused["error"]["code"]), (403, &json!("FORBIDDEN")), "{agent} {path}");
            }
        }
        assert_eq!(desk.until("ana", &id, "WAITING_FOR_HUMAN").await["status"], "WAITING");
        // An agent that only decides can read the thread, but not act on it.
        if decider == "carla" {
            for path in [thread.clone(), format!("/v1/intents/{id}"), format!("/v1/intents/{id}/events")] {
                assert_eq!(desk.get("carla", &path).await.0, 200, "{path}");
                assert_eq!(desk.get("eve", &path).await.0, 403, "{path}");
            }
            for (path, body) in [
                (format!("{thread}/reply"), json!({"message": "hello"})),
                (format!("{thread}/delegate"), json!({"delegate_to": "agent://eve"})),
                (format!("/v1/intents/{id}/resolve"), json!({"status": "CANCELED"})),
            ] {
                assert_eq!(desk.post("carla", &path, body).await.0, 403, "{path}");
            }
        }
        let (path, body) = match round % 2 {
            0 => (by_id.clone(), json!({"decision": "approve", "comment": "fine"})),
            _ => (format!("{thread}/approve"), json!({"comment": "fine"})),
        };
        let (status, decided) = desk.post(decider, &path, body).await;
        assert_eq!(status, 200, "{decided}");
        desk.until("ana", &id, "COMPLETED").await;
        let (status, again) = desk.post(decider, &by_id, json!({"decision": "reject"})).await;
        assert_eq!((status, &again["error"]["code"]), (409, &json!("ALREADY_DECIDED")), "{again}");
    }
    // The decider is notified of later changes.
    let changes = desk
        .wait_for("the changes", || async {
            let (_, changes) = desk.get("carla", "/v1/inbox/changes").await;
            let threads: Vec<Json> = changes["changes"].as_array().unwrap().clone();
            threads.last().filter(|it| it["thread"]["status"] == "COMPLETED").cloned()
        })
        .await;
    assert_eq!(changes["thread"]["from_agent"], "agent://ana");
    assert_eq!(desk.get("eve", "/v1/inbox/changes").await.1["changes"], json!([]));
    desk.close().await;
}
