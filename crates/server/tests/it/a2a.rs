//! The Agent2Agent protocol from a client's perspective.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{TOKEN, World, read};

/// Sends a JSON-RPC request with a key.
async fn request(world: &World, key: &str, method: &str, params: Value) -> reqwest::Response {
    let body = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
    let request =
        world.bare(Method::POST, "/a2a").bearer_auth(key).header("content-type", "application/json");
    request.body(body.to_string()).send().await.unwrap()
}

async fn exchange(world: &World, method: &str, params: Value) -> Value {
    let (_, answer) = read(request(world, TOKEN, method, params).await).await;
    assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(7)), "{answer}");
    answer
}

async fn call(world: &World, method: &str, params: Value) -> Value {
    let answer = exchange(world, method, params).await;
    assert!(answer.get("error").is_none(), "{answer}");
    answer["result"].clone()
}

fn message(parts: Value) -> Value {
    json!({"message": {"messageId": "m", "role": "ROLE_USER", "parts": parts}})
}

/// Returns the results in a stream.
fn events(stream: &str) -> Vec<Value> {
    let events = stream.lines().filter_map(|line| line.strip_prefix("data: "));
    events.map(|event| serde_json::from_str::<Value>(event).unwrap()["result"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_card_lists_url_and_skills() {
    let world = World::new().await;
    let steps = json!({"steps": "description: Mark it.\nsteps:\n  - action: lab.mark\n    note: x\n"});
    let define =
        world.request(Method::PUT, "/v1/definitions/mark_it").header("content-type", "application/json");
    assert!(define.body(steps.to_string()).send().await.unwrap().status().is_success());
    let (_, card) = read(world.bare(Method::GET, "/.well-known/agent-card.json").send().await.unwrap()).await;
    let url = format!("{}/a2a", world.url);
    assert_eq!((&card["url"], &card["supportedInterfaces"][0]["url"]), (&json!(url), &json!(url)));
    assert_eq!(card["supportedInterfaces"][0]["protocolVersion"], "1.0");
    assert_eq!(card["protocolVersion"], "0.3.0");
    let skills = card["skills"].as_array().unwrap();
    assert!(
        skills.iter().any(|skill| skill["id"] == "mark_it" && skill["description"] == "Mark it."),
        "{card}"
    );
    assert!(skills.iter().all(|skill| skill["tags"].is_array() && skill["name"].is_string()), "{card}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_protocol_versions_create_tasks() {
    let world = World::new().await;
    let parts = json!([{"data": {"intent": "files.create_file", "parameters": {"path": "a.txt"}}}]);
    let sent = call(&world, "SendMessage", message(parts)).await;
    let task = &sent["task"];
    assert_eq!(task["status"]["state"], "TASK_STATE_COMPLETED", "{sent}");
    assert_eq!(task["artifacts"][0]["parts"][1]["data"]["changes"], json!(["+ a.txt"]), "{sent}");
    let (id, context) = (&task["id"], &task["contextId"]);
    let said = json!({"message": {
        "kind": "message", "messageId": "m2", "role": "user", "contextId": context,
        "parts": [{"kind": "text", "text": "rename a.txt to b.txt"}],
    }});
    let said = call(&world, "message/send", said).await;
    assert_eq!((&said["kind"], &said["status"]["state"]), (&json!("task"), &json!("completed")), "{said}");
    assert_eq!((&said["contextId"], said["history"][0]["role"].as_str()), (context, Some("user")), "{said}");
    assert!(world.work().join("b.txt").exists());
    let got = call(&world, "GetTask", json!({"id": id, "historyLength": 0})).await;
    assert_eq!((&got["id"], &got["history"]), (id, &json!([])), "{got}");
    assert_eq!(call(&world, "tasks/get", json!({"id": id})).await["status"]["state"], "completed");
    let listed = call(&world, "ListTasks", json!({"contextId": context, "pageSize": 1})).await;
    assert_eq!((&listed["totalSize"], &listed["nextPageToken"]), (&json!(2), &json!("1")), "{listed}");
    let rest = call(&world, "ListTasks", json!({"pageToken": "1", "status": "TASK_STATE_COMPLETED"})).await;
    assert_eq!((&rest["tasks"][0]["id"], &rest["nextPageToken"]), (id, &json!("")), "{rest}");
    let failed =
        json!([{"data": {"intent": "files.delete_file", "parameters": {"path": "gone.txt"}}}, {"text": "x"}]);
    let failed = call(&world, "SendMessage", message(failed)).await;
    assert_eq!(failed["task"]["status"]["state"], "TASK_STATE_FAILED", "{failed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stream_ends_with_the_task() {
    let world = World::new().await;
    let parts = json!([{"data": {"intent": "lab.mark", "parameters": {"note": "x"}}}]);
    let stream = request(&world, TOKEN, "SendStreamingMessage", message(parts.clone())).await;
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    let events_of_one = events(&stream.text().await.unwrap());
    assert!(events_of_one[0]["task"]["id"].is_string(), "{events_of_one:?}");
    let last = events_of_one.last().unwrap();
    assert_eq!(last["statusUpdate"]["status"]["state"], "TASK_STATE_COMPLETED", "{last}");
    assert!(events_of_one.iter().any(|it| it["artifactUpdate"]["artifact"]["parts"][0]["text"].is_string()));
    let stream = request(&world, TOKEN, "message/stream", message(parts)).await;
    let events_of_three = events(&stream.text().await.unwrap());
    let last = events_of_three.last().unwrap();
    assert_eq!((&last["kind"], &last["final"]), (&json!("status-update"), &json!(true)), "{last}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn task_resumes_with_the_answer() {
    let world = World::new().await;
    let parts = json!([{"data": {"intent": "lab.mail", "parameters": {"note": "hi"}}}]);
    let asked = call(&world, "SendMessage", message(parts)).await["task"].clone();
    assert_eq!(asked["status"]["state"], "TASK_STATE_INPUT_REQUIRED", "{asked}");
    let digest = &asked["status"]["message"]["parts"][1]["data"]["digest"];
    let answer = |parts: Value| {
        let mut answer = message(parts);
        answer["message"]["taskId"] = asked["id"].clone();
        answer
    };
    // An unrelated answer leaves the question open.
    let unclear = exchange(&world, "SendMessage", answer(json!([{"text": "hm"}]))).await;
    assert_eq!(unclear["error"]["code"], -32602, "{unclear}");
    let sent =
        call(&world, "SendMessage", answer(json!([{"data": {"confirm": digest}}]))).await["task"].clone();
    assert_eq!(
        (&sent["id"], sent["status"]["state"].as_str()),
        (&asked["id"], Some("TASK_STATE_COMPLETED")),
        "{sent}"
    );
    assert!(
        sent["artifacts"][0]["parts"][0]["text"].as_str().unwrap().contains("mail \"hi\" sent"),
        "{sent}"
    );
    let over = exchange(&world, "SendMessage", answer(json!([{"data": {"confirm": digest}}]))).await;
    assert_eq!(over["error"]["code"], -32004, "{over}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_owner_follows_and_cancels_a_task() {
    let world = World::new().await;
    let mut stir = message(json!([{"data": {"intent": "lab.stir"}}]));
    stir["configuration"] = json!({"returnImmediately": true});
    let begun = call(&world, "SendMessage", stir).await["task"].clone();
    let id = json!({"id": begun["id"]});
    let key = world.key("scout", "observe,act").await;
    for method in ["GetTask", "tasks/get", "CancelTask", "SubscribeToTask", "tasks/resubscribe"] {
        let (_, refused) = read(request(&world, &key, method, id.clone()).await).await;
        assert_eq!(refused["error"]["code"], -32001, "{method} {refused}");
    }
    let followed = request(&world, TOKEN, "tasks/resubscribe", id.clone()).await;
    let cancelled = call(&world, "CancelTask", id.clone()).await;
    assert_eq!(cancelled["status"]["state"], "TASK_STATE_CANCELED", "{cancelled}");
    let events = events(&followed.text().await.unwrap());
    assert_eq!(events.last().unwrap()["status"]["state"], "canceled", "{events:?}");
    assert_eq!(exchange(&world, "tasks/cancel", id.clone()).await["error"]["code"], -32002);
    assert_eq!(exchange(&world, "SubscribeToTask", id).await["error"]["code"], -32004);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn key_is_limited_to_its_scopes() {
    let world = World::new().await;
    let key = world.key("scout", "observe").await;
    let parts = json!([{"data": {"intent": "files.create_file", "parameters": {"path": "a.txt"}}}]);
    let (_, refused) = read(request(&world, &key, "SendMessage", message(parts)).await).await;
    assert_eq!(refused["result"]["task"]["status"]["state"], "TASK_STATE_FAILED", "{refused}");
    assert!(refused.to_string().contains("no scope") && !world.work().join("a.txt").exists(), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_requests_get_protocol_errors() {
    let world = World::new().await;
    for (method, params, code) in [
        ("no/such", json!({}), -32601),
        ("GetTask", json!({}), -32602),
        ("GetTask", json!({"id": "none"}), -32001),
        ("SendMessage", json!({}), -32602),
        ("SendMessage", message(json!([])), -32602),
        ("SendMessage", message(json!([{"text": " "}])), -32602),
        ("SendMessage", message(json!([{"data": {"no": "intent"}}])), -32602),
        ("SendMessage", message(json!([{"raw": "AAAA", "mediaType": "image/png"}])), -32005),
        ("message/send", message(json!([{"kind": "file", "file": {"bytes": "AAAA"}}])), -32005),
        ("SendMessage", json!({"message": {"contextId": "../x", "parts": [{"text": "hi"}]}}), -32602),
        ("SendMessage", json!({"message": {"taskId": "none", "parts": [{"text": "hi"}]}}), -32001),
        ("tasks/pushNotificationConfig/set", json!({}), -32003),
        ("CreateTaskPushNotificationConfig", json!({}), -32003),
        ("GetExtendedAgentCard", json!({}), -32007),
    ] {
        let answer = exchange(&world, method, params).await;
        assert_eq!(answer["error"]["code"], code, "{method} {answer}");
    }
    let send = |body: &str, version: &str| {
        world.request(Method::POST, "/a2a").header("a2a-version", version).body(body.to_string()).send()
    };
    for (body, version, code) in [
        ("{", "1.0", -32700),
        ("[]", "1.0", -32600),
        (r#"{"jsonrpc": "2.0", "id": 1}"#, "1.0", -32600),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": "GetTask"}"#, "9.1", -32009),
    ] {
        let (_, answer) = read(send(body, version).await.unwrap()).await;
        assert_eq!(answer["error"]["code"], code, "{body} {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_on_one_database_share_tasks() {
    let (first, second) = World::pair().await;
    // A task that has ended, and that contains confidential input.
    let parts = json!([{"data": {"intent": "lab.mark", "parameters": {"note": "x", "password": "hunter2"}}}]);
    let refused = call(&first, "SendMessage", message(parts)).await["task"].clone();
    assert_eq!(refused["status"]["state"], "TASK_STATE_FAILED", "{refused}");
    let got = call(&second, "GetTask", json!({"id": refused["id"]})).await;
    assert_eq!((&got["status"], &got["artifacts"]), (&refused["status"], &refused["artifacts"]), "{got}");
    assert!(!got["history"].to_string().contains("hunter2"), "{got}");
    let listed = call(&second, "ListTasks", json!({})).await;
    assert_eq!((&listed["totalSize"], &listed["tasks"][0]["id"]), (&json!(1), &refused["id"]), "{listed}");

    // A question is answered on the other server, once.
    let mail = json!([{"data": {"intent": "lab.mail", "parameters": {"note": "hi"}}}]);
    let asked = call(&first, "SendMessage", message(mail.clone())).await["task"].clone();
    let digest = &asked["status"]["message"]["parts"][1]["data"]["digest"];
    let mut answer = message(json!([{"data": {"confirm": digest}}]));
    answer["message"]["taskId"] = asked["id"].clone();
    let sent = call(&second, "SendMessage", answer.clone()).await["task"].clone();
    assert_eq!(sent["status"]["state"], "TASK_STATE_COMPLETED", "{sent}");
    let over = exchange(&first, "SendMessage", answer).await;
    assert_eq!(over["error"]["code"], -32004, "{over}");
    let got = call(&first, "GetTask", json!({"id": asked["id"]})).await;
    assert_eq!(
        (&got["status"]["state"], &got["history"]),
        (&sent["status"]["state"], &sent["history"]),
        "{got}"
    );

    // A question is cancelled on the other server.
    let asked = call(&first, "SendMessage", message(mail)).await["task"].clone();
    let dropped = call(&second, "CancelTask", json!({"id": asked["id"]})).await;
    assert_eq!(dropped["status"]["state"], "TASK_STATE_CANCELED", "{dropped}");
    assert_eq!(exchange(&first, "CancelTask", json!({"id": asked["id"]})).await["error"]["code"], -32002);

    // Work is followed and cancelled on the other server, however long a busy machine takes for it.
    let mut stir = message(json!([{"data": {"intent": "lab.stir", "timeout": "2m"}}]));
    stir["configuration"] = json!({"returnImmediately": true});
    let begun = call(&first, "SendMessage", stir).await["task"].clone();
    let id = json!({"id": begun["id"]});
    let followed = request(&second, TOKEN, "SubscribeToTask", id.clone()).await;
    // It can be cancelled as soon as its run is in the store.
    let owner = lemmascope_intent::Owner::local();
    while !second.engine.tasks(&owner).await.unwrap()[0].document["run"].is_string() {
        tokio::task::yield_now().await;
    }
    let cancelled = call(&second, "CancelTask", id).await;
    assert_eq!(cancelled["status"]["state"], "TASK_STATE_CANCELED", "{cancelled}");
    let events = events(&followed.text().await.unwrap());
    assert_eq!(
        events.last().unwrap()["statusUpdate"]["status"]["state"],
        "TASK_STATE_CANCELED",
        "{events:?}"
    );
}
