use serde_json::{Value as Json, json};

use crate::desk::Backend;
use crate::engine::Recorder;

fn ask(question: &str) -> Json {
    let at = crate::lifecycle::written(0);
    json!({"question": question, "requested_by": "agent://ana", "requested_at": at})
}

pub(crate) async fn a_question_is_answered_by_the_engine(backend: Backend) {
    let desk = backend.open();
    let id = desk
        .submit("ana", "intent.ask.v1", "agent://lemmascope/work", ask("move the login card to done"))
        .await;
    let intent = desk.until("ana", &id, "COMPLETED").await;
    assert_eq!(intent["result"]["answer"], "did move the login card to done");
    assert_eq!(intent["result"]["status"], "answered");
    assert_eq!(intent["result"]["responded_by"], "agent://lemmascope/work");
    assert_eq!(
        desk.events("ana", &id).await[2..],
        ["intent.delivered", "intent.in_progress", "intent.replied", "intent.completed"]
    );
    assert_eq!(Recorder::done(&backend.journal()), ["ana work move the login card to done"]);
    let call = json!({"intent": "board.move_card", "parameters": {"card": "Login"}});
    let id = desk.submit("ana", "board.do.v1", "agent://lemmascope/work", call).await;
    desk.until("ana", &id, "COMPLETED").await;
    assert_eq!(Recorder::done(&backend.journal())[1], r#"ana work board.move_card {"card":"Login"}"#);
}

pub(crate) async fn a_plan_that_needs_a_confirmation_waits_for_it(backend: Backend) {
    let desk = backend.open();
    let send = async || {
        let id = desk.submit("ana", "intent.ask.v1", "agent://lemmascope/work", ask("dangerous thing")).await;
        desk.until("ana", &id, "WAITING_FOR_HUMAN").await;
        let (_, events) = desk.get("ana", &format!("/v1/intents/{id}/events")).await;
        let waiting = events["events"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(waiting["data"]["digest"], "digest-1");
        (id, waiting["data"]["approval_id"].as_str().unwrap().to_string())
    };
    let (id, approval) = send().await;
    assert_eq!(Recorder::done(&backend.journal()), [""; 0]);
    let decide = format!("/v1/approvals/{approval}/decision");
    assert_eq!(desk.post("eve", &decide, json!({"decision": "approve"})).await.0, 403);
    assert_eq!(desk.post("ana", &decide, json!({"decision": "maybe"})).await.0, 422);
    let (status, decided) = desk.post("ana", &decide, json!({"decision": "approve", "comment": "go"})).await;
    assert_eq!((status, &decided["approval"]["decision"]), (200, &json!("approve")));
    assert_eq!(
        (&decided["approval"]["approval_id"], &decided["approval"]["comment"]),
        (&json!(approval), &json!("go"))
    );
    assert!(decided["approval"]["decided_at"].is_string());
    desk.until("ana", &id, "COMPLETED").await;
    assert_eq!(Recorder::done(&backend.journal()), ["ana work dangerous thing"]);
    assert_eq!(desk.post("ana", &decide, json!({"decision": "reject"})).await.0, 409);

    let (id, approval) = send().await;
    let (_, rejected) = desk.post("ana", &format!("/v1/inbox/{id}/reject"), json!({"comment": "no"})).await;
    assert_eq!(
        (&rejected["thread"]["status"], &rejected["thread"]["reason"]),
        (&json!("CANCELED"), &json!("no"))
    );
    let decide = format!("/v1/approvals/{approval}/decision");
    assert_eq!(desk.post("ana", &decide, json!({"decision": "approve"})).await.0, 409);
    assert_eq!(Recorder::done(&backend.journal()).len(), 1);
}

pub(crate) async fn a_question_of_the_engine_is_answered_by_the_sender(backend: Backend) {
    let desk = backend.open();
    let id = desk.submit("ana", "intent.ask.v1", "agent://lemmascope/work", ask("unclear")).await;
    desk.until("ana", &id, "WAITING_FOR_AGENT").await;
    let (_, thread) = desk.get("ana", &format!("/v1/inbox/{id}")).await;
    let asked = &thread["thread"]["timeline"][4]["data"]["payload"];
    assert_eq!(
        (&asked["status"], &asked["clarification_question"]),
        (&json!("needs_clarification"), &json!("Which one?"))
    );
    desk.post("ana", &format!("/v1/inbox/{id}/reply"), json!({"message": "the second"})).await;
    let intent = desk.until("ana", &id, "COMPLETED").await;
    assert_eq!(intent["result"]["answer"], "did the second");
}

pub(crate) async fn what_the_engine_refuses_fails(backend: Backend) {
    let desk = backend.open();
    for (question, reason) in [("broken", "TARGET_NOT_FOUND"), ("unreadable", "PARAMETER_INVALID")] {
        let id = desk.submit("ana", "intent.ask.v1", "agent://lemmascope/work", ask(question)).await;
        let intent = desk.until("ana", &id, "FAILED").await;
        assert!(intent["reason"].as_str().unwrap().starts_with(reason), "{intent}");
        assert_eq!(intent["result"]["status"], "declined");
    }
    let id = desk.submit("ana", "intent.note.v1", "agent://lemmascope/work", json!({"text": "x"})).await;
    assert!(desk.until("ana", &id, "FAILED").await["reason"].as_str().unwrap().starts_with("INVALID_INPUT"));
}
