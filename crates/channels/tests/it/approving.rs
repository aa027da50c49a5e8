use serde_json::json;

use crate::desk::Backend;

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
