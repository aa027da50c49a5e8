//! The HTTP interface.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::world::{World, read};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unauthenticated_clients_get_public_endpoints_only() {
    let world = World::new().await;
    for open in ["/health", "/ready", "/openapi.json", "/docs", "/.well-known/agent-card.json"] {
        assert_eq!(world.bare(Method::GET, open).send().await.unwrap().status(), StatusCode::OK, "{open}");
    }
    for (header, value) in [("x", "y"), ("authorization", "Bearer wrong"), ("authorization", "Basic dDp0")] {
        let response = world.bare(Method::GET, "/v1/runs").header(header, value).send().await.unwrap();
        assert_eq!(response.headers()["content-type"], "application/problem+json");
        assert!(response.headers().contains_key("www-authenticate"));
        let (status, problem) = read(response).await;
        assert_eq!((status, &problem["code"]), (StatusCode::UNAUTHORIZED, &json!("UNAUTHORIZED")));
    }
    for protocol in ["/mcp", "/a2a"] {
        let refused = world.bare(Method::POST, protocol).body("{}").send().await.unwrap();
        assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_unknown_hosts_and_origins() {
    let world = World::new().await;
    for (header, value, code) in [
        ("host", "evil.example", "HOST_REFUSED"),
        ("origin", "https://evil.example", "ORIGIN_REFUSED"),
        ("origin", "null", "ORIGIN_REFUSED"),
    ] {
        let (_, problem) =
            read(world.request(Method::GET, "/v1/me").header(header, value).send().await.unwrap()).await;
        assert_eq!(problem["code"], code);
    }
    let preflight =
        world.bare(Method::OPTIONS, "/v1/me").header("origin", "https://evil.example").send().await.unwrap();
    assert!(!preflight.headers().contains_key("access-control-allow-origin"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_requests_get_problem_documents() {
    let world = World::new().await;
    let send = |method, path: &str, kind: &str, body: &str| {
        world.request(method, path).header("content-type", kind).body(body.to_string()).send()
    };
    let json_type = "application/json";
    let docs = world.get("/docs").await.1.as_str().unwrap().to_string();
    for (method, path, kind, body, status, code) in [
        (Method::POST, "/v1/commands", json_type, "{", 400, "JSON_INVALID"),
        (Method::POST, "/v1/commands", json_type, "", 400, "JSON_INVALID"),
        (Method::POST, "/v1/commands", "text/plain", "{}", 415, "MEDIA_TYPE_UNSUPPORTED"),
        (Method::POST, "/v1/commands", json_type, "{}", 422, "PARAMETER_INVALID"),
        (Method::POST, "/v1/commands", json_type, "[]", 422, "PARAMETER_INVALID"),
        (Method::POST, "/v1/commands", json_type, r#"{"line": 5}"#, 422, "PARAMETER_INVALID"),
        (Method::POST, "/v1/commands", json_type, r#"{"line": "undo", "more": 1}"#, 422, "PARAMETER_INVALID"),
        (Method::POST, "/v1/commands", json_type, r#"{"line": "clik 5"}"#, 422, "UNKNOWN_COMMAND"),
        (
            Method::POST,
            "/v1/commands",
            json_type,
            r#"{"line": "undo", "session": "../x"}"#,
            422,
            "PARAMETER_INVALID",
        ),
        (Method::POST, "/v1/intents/lab.nothing", json_type, "{}", 404, "INTENT_NOT_FOUND"),
        (Method::POST, "/v1/intents/lab.mark", json_type, "{}", 422, "PARAMETER_MISSING"),
        (Method::DELETE, "/v1/commands", json_type, "", 405, "METHOD_NOT_ALLOWED"),
        (Method::GET, "/v1/nothing", json_type, "", 404, "PATH_NOT_FOUND"),
        (Method::GET, "/v1/runs/none", json_type, "", 404, "TARGET_NOT_FOUND"),
        (Method::GET, "/v1/runs?limit=0", json_type, "", 422, "PARAMETER_INVALID"),
        (Method::GET, "/v1/runs?odd=1", json_type, "", 422, "PARAMETER_INVALID"),
    ] {
        let (got, problem) = read(send(method, path, kind, body).await.unwrap()).await;
        assert_eq!((got.as_u16(), problem["code"].as_str()), (status, Some(code)), "{path} {body} {problem}");
        assert_eq!(problem["status"], status);
        let anchor = problem["type"].as_str().unwrap().strip_prefix("/docs#").unwrap();
        assert!(docs.contains(&format!("id=\"{anchor}\"")), "{anchor}");
    }
    let large = format!(r#"{{"line": "{}"}}"#, "x".repeat(200_000));
    let (status, _) = read(send(Method::POST, "/v1/commands", json_type, &large).await.unwrap()).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_undoes_and_looks_up_an_intent() {
    let world = World::new().await;
    let body = json!({"parameters": {"path": "a.txt", "content": "hello"}});
    let (status, report) = world.post("/v1/intents/files.create_file", body).await;
    assert_eq!((status, &report["status"]), (StatusCode::OK, &json!("ok")), "{report}");
    assert_eq!(std::fs::read_to_string(world.work().join("a.txt")).unwrap(), "hello");
    let run = report["run"].as_str().unwrap();
    let (_, shown) = world.get(&format!("/v1/runs/{run}")).await;
    assert_eq!(shown["report"]["changes"], json!(["+ a.txt"]), "{shown}");
    let (_, journal) = world.get("/v1/journal").await;
    assert_eq!(journal["entries"][0]["verb"], "files.create_file");
    let (status, undone) = world.post("/v1/journal/undo", json!({})).await;
    assert_eq!((status, &undone["status"]), (StatusCode::OK, &json!("ok")), "{undone}");
    assert!(!world.work().join("a.txt").exists());
    world.post("/v1/journal/redo", json!({})).await;
    assert!(world.work().join("a.txt").exists());
    let (_, said) = world.post("/v1/sentences", json!({"text": "rename a.txt to b.txt"})).await;
    assert_eq!(said["intent"], "files.rename", "{said}");
    // A failed run is a regular result; a plan has no effect.
    let (status, failed) = world.post("/v1/commands", json!({"line": "files.delete_file gone.txt"})).await;
    assert_eq!((status, failed["status"].as_str()), (StatusCode::OK, Some("error")), "{failed}");
    let plan = json!({"intent": "files.delete_file", "parameters": {"path": "b.txt"}});
    let (_, planned) = world.post("/v1/plans", plan).await;
    assert!(planned["plan"].is_array() && world.work().join("b.txt").exists(), "{planned}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_idempotency_key_replays_the_response() {
    let world = World::new().await;
    let send = |line: &'static str| {
        let body = json!({"line": line}).to_string();
        let request = world.request(Method::POST, "/v1/commands").header("idempotency-key", "once");
        request.header("content-type", "application/json").body(body).send()
    };
    let first = read(send("files.create_file a.txt").await.unwrap()).await;
    assert_eq!(first.1["status"], "ok", "{}", first.1);
    let again = send("files.create_file a.txt").await.unwrap();
    assert_eq!(again.headers()["idempotency-replayed"], "true");
    assert_eq!(read(again).await, first);
    let (status, problem) = read(send("files.create_file b.txt").await.unwrap()).await;
    assert_eq!((status.as_u16(), &problem["code"]), (422, &json!("IDEMPOTENCY_KEY_REUSED")));
    assert!(!world.work().join("b.txt").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replayed_response_includes_headers() {
    let world = World::new().await;
    let send = |path: &'static str, key: &'static str| {
        let request = world.request(Method::POST, path).header("idempotency-key", key);
        request.header("prefer", "respond-async").header("content-type", "application/json").body("{}").send()
    };
    for (path, key, header) in [
        ("/v1/intents/lab.nothing", "a-problem", "content-type"),
        ("/v1/intents/lab.stir", "a-run", "location"),
    ] {
        let first = send(path, key).await.unwrap();
        let again = send(path, key).await.unwrap();
        assert_eq!(again.headers()["idempotency-replayed"], "true");
        assert_eq!(again.headers()[header], first.headers()[header], "{path}");
        assert_eq!(read(again).await, read(first).await);
    }
    let odd = world.request(Method::POST, "/v1/journal/undo").header("idempotency-key", "two words");
    assert_eq!(odd.send().await.unwrap().status(), StatusCode::BAD_REQUEST);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn event_stream_resumes_by_event_id() {
    let world = World::new().await;
    let (_, report) = world.post("/v1/commands", json!({"line": "lab.mark one"})).await;
    let path = format!("/v1/runs/{}/events", report["run"].as_str().unwrap());
    let all = world.request(Method::GET, &path).send().await.unwrap();
    assert_eq!(all.headers()["content-type"], "text/event-stream");
    let all = all.text().await.unwrap();
    let ids = |stream: &str| -> Vec<String> {
        stream.lines().filter_map(|line| line.strip_prefix("id: ")).map(str::to_string).collect()
    };
    assert_eq!(ids(&all), ["1", "2", "3", "4"], "{all}");
    assert!(all.contains("event: run_started") && all.contains("event: run_finished"), "{all}");
    let rest = world.request(Method::GET, &path).header("last-event-id", "2").send().await.unwrap();
    assert_eq!(ids(&rest.text().await.unwrap()), ["3", "4"]);
    let none = world.request(Method::GET, &format!("{path}?after=4")).send().await.unwrap();
    assert_eq!(none.status(), StatusCode::NO_CONTENT);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asynchronous_run_is_followed_and_cancelled() {
    let world = World::new().await;
    let request = world.request(Method::POST, "/v1/intents/lab.stir").header("prefer", "respond-async");
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::ACCEPTED);
    let location = response.headers()["location"].to_str().unwrap().to_string();
    let (_, shown) = world.get(&location).await;
    assert_eq!(shown["status"], "running");
    let follow = world.request(Method::GET, &format!("{location}/events")).send().await.unwrap();
    let (_, cancelled) = world.post(&format!("{location}/cancel"), json!({})).await;
    assert_eq!(cancelled["cancelled"], true);
    // The stream ends with the run.
    assert!(follow.text().await.unwrap().contains("run_finished"));
    let (_, shown) = world.get(&location).await;
    assert_eq!(
        (&shown["status"], &shown["report"]["code"]),
        (&json!("cancelled"), &json!("CANCELLED")),
        "{shown}"
    );
    let (_, again) = world.post(&format!("{location}/cancel"), json!({})).await;
    assert_eq!(again["cancelled"], false);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_is_limited_to_its_runs_and_scopes() {
    let world = World::new().await;
    let (_, mine) = world.post("/v1/commands", json!({"line": "lab.mark mine"})).await;
    let key = world.key("scout", "observe,act").await;
    let get = |path: String| world.bare(Method::GET, &path).bearer_auth(&key).send();
    let post = |path: &str, body: Value| {
        let request = world.bare(Method::POST, path).bearer_auth(&key);
        request.header("content-type", "application/json").body(body.to_string()).send()
    };
    let (_, me) = read(get("/v1/me".into()).await.unwrap()).await;
    assert_eq!((&me["owner"], &me["scopes"]), (&json!("scout"), &json!(["observe", "act"])));
    let (_, runs) = read(get("/v1/runs".into()).await.unwrap()).await;
    assert_eq!(runs["runs"], json!([]));
    let run = mine["run"].as_str().unwrap();
    for path in [format!("/v1/runs/{run}"), format!("/v1/runs/{run}/events")] {
        assert_eq!(get(path).await.unwrap().status(), StatusCode::NOT_FOUND);
    }
    let cancel = post(&format!("/v1/runs/{run}/cancel"), json!({})).await.unwrap();
    assert_eq!(cancel.status(), StatusCode::NOT_FOUND);
    read(post("/v1/commands", json!({"line": "lab.mark hers"})).await.unwrap()).await;
    let (_, undone) = read(post("/v1/journal/undo", json!({})).await.unwrap()).await;
    assert!(!undone.to_string().contains("mine"), "{undone}");
    let files = json!({"parameters": {"path": "a.txt"}});
    let (status, problem) = read(post("/v1/intents/files.create_file", files).await.unwrap()).await;
    assert_eq!((status, &problem["cause"]), (StatusCode::FORBIDDEN, &json!("forbidden")), "{problem}");
    assert!(!world.work().join("a.txt").exists());
    for path in ["/v1/keys", "/v1/settings"] {
        let (status, problem) = read(get(path.into()).await.unwrap()).await;
        assert_eq!((status, &problem["code"]), (StatusCode::FORBIDDEN, &json!("SCOPE_MISSING")));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn confirmed_plan_runs_with_its_digest() {
    let world = World::new().await;
    let call = json!({"parameters": {"note": "hello"}});
    let (_, asked) = world.post("/v1/intents/lab.mail", call.clone()).await;
    assert_eq!(asked["status"], "ask", "{asked}");
    let mut agreed = call;
    agreed["confirm"] = asked["digest"].clone();
    let (_, sent) = world.post("/v1/intents/lab.mail", agreed).await;
    assert_eq!(sent["actions"][0]["line"], "mail \"hello\" sent", "{sent}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn user_approves_plans_of_agents() {
    let world = World::new().await;
    let (scout, other) = (world.key("scout", "observe,act").await, world.key("other", "observe,act").await);
    let ask = |method: Method, path: &str, key: &str, body: Value| {
        let request = world.bare(method, path).bearer_auth(key);
        request.header("content-type", "application/json").body(body.to_string()).send()
    };
    let mail = |note: &str| json!({"parameters": {"note": note}, "session": "post"});
    for note in ["one", "one", "two", "three"] {
        let (_, asked) =
            read(ask(Method::POST, "/v1/intents/lab.mail", &scout, mail(note)).await.unwrap()).await;
        assert_eq!(asked["status"], "ask", "{asked}");
    }
    // The same plan is pending once. Its owner and the person see it; other agents do not.
    let (_, seen) = world.get("/v1/approvals").await;
    let waiting = seen["approvals"].as_array().unwrap();
    assert_eq!(waiting.len(), 3, "{seen}");
    assert_eq!((&waiting[0]["owner"], &waiting[0]["session"]), (&json!("scout"), &json!("post")));
    assert!(waiting[0]["question"].as_str().unwrap().contains("one"), "{seen}");
    for (key, count) in [(&scout, 3), (&other, 0)] {
        let (_, seen) = read(ask(Method::GET, "/v1/approvals", key, json!({})).await.unwrap()).await;
        assert_eq!(seen["approvals"].as_array().unwrap().len(), count, "{seen}");
    }
    let path = |at: usize| format!("/v1/approvals/{}", waiting[at]["approval"].as_str().unwrap());
    let own = ask(Method::POST, &path(0), &scout, json!({"agree": true})).await.unwrap();
    assert_eq!(own.status(), StatusCode::FORBIDDEN);
    // An approval executes the plan as a run of the agent, a rejection does not, and neither leads to another
    // question.
    let (_, sent) = world.post(&path(0), json!({"agree": true})).await;
    assert_eq!(sent["actions"][0]["line"], "mail \"one\" sent", "{sent}");
    let (_, runs) = read(ask(Method::GET, "/v1/runs", &scout, json!({})).await.unwrap()).await;
    assert_eq!(runs["runs"][0]["run"], sent["run"], "{runs}");
    let (_, declined) = world.post(&path(1), json!({"agree": false})).await;
    assert_eq!(declined["summary"], "declined", "{declined}");
    for at in [0, 1] {
        let (status, _) = world.post(&path(at), json!({"agree": true})).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
    // A plan that its owner has confirmed otherwise is no longer pending.
    let mut agreed = mail("three");
    agreed["confirm"] = waiting[2]["digest"].clone();
    read(ask(Method::POST, "/v1/intents/lab.mail", &scout, agreed).await.unwrap()).await;
    assert_eq!(world.get("/v1/approvals").await.1["approvals"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn checks_defines_calls_and_deletes_a_definition() {
    let world = World::new().await;
    let steps = "steps:\n  - action: lab.mark\n    note: x\n";
    let source = json!({"source": format!("intent: twice\nversion: 1\n{steps}")});
    let (_, checked) = world.post("/v1/definition-checks", source).await;
    assert_eq!(checked["valid"], true, "{checked}");
    let (_, faulty) =
        world.post("/v1/definition-checks", json!({"source": "intent: x\nversion: 1\nsteps: 5"})).await;
    assert_eq!(
        (&faulty["valid"], faulty["faults"][0]["line"].as_u64()),
        (&json!(false), Some(3)),
        "{faulty}"
    );
    let define =
        world.request(Method::PUT, "/v1/definitions/twice").header("content-type", "application/json");
    let (status, defined) =
        read(define.body(json!({"steps": steps}).to_string()).send().await.unwrap()).await;
    assert_eq!(status, StatusCode::OK, "{defined}");
    let (_, called) = world.post("/v1/intents/twice", json!({})).await;
    assert_eq!(called["status"], "ok", "{called}");
    let (_, shown) = world.get("/v1/definitions/twice").await;
    assert!(shown["source"].as_str().unwrap().contains("lab.mark"), "{shown}");
    read(world.request(Method::DELETE, "/v1/definitions/twice").send().await.unwrap()).await;
    assert_eq!(world.get("/v1/definitions/twice").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shutdown_finishes_open_requests() {
    let world = World::new().await;
    let stirring = world.request(Method::POST, "/v1/intents/lab.stir").header("prefer", "respond-async");
    let location = stirring.send().await.unwrap().headers()["location"].to_str().unwrap().to_string();
    let waiting = tokio::spawn(world.request(Method::GET, &format!("{location}/events")).send());
    let stream = waiting.await.unwrap().unwrap();
    let url = world.url.clone();
    let (_, _) = world.post(&format!("{location}/cancel"), json!({})).await;
    world.stop().await;
    assert!(stream.text().await.unwrap().contains("run_finished"));
    assert!(reqwest::get(format!("{url}/health")).await.is_err(), "it listens no more");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shutdown_cancels_unfinished_runs() {
    let world = World::new().await;
    let stirring = world.request(Method::POST, "/v1/intents/lab.stir").header("prefer", "respond-async");
    assert_eq!(stirring.send().await.unwrap().status(), StatusCode::ACCEPTED);
    let engine = std::sync::Arc::clone(&world.engine);
    world.stop().await;
    let runs = engine.runs(&lemmascope_intent::Owner::local(), None, None, 1).await.unwrap();
    assert_eq!(runs[0].status, "cancelled", "{runs:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_setting_returns_404_with_suggestions() {
    let world = World::new().await;
    let path = "/v1/settings/intent_engine.execution.step_timout";
    let change = world
        .request(Method::PUT, path)
        .header("content-type", "application/json")
        .body("{\"value\": \"5s\"}");
    for request in [change, world.request(Method::DELETE, path)] {
        let (status, problem) = read(request.send().await.unwrap()).await;
        assert_eq!(
            (status, &problem["code"]),
            (StatusCode::NOT_FOUND, &json!("TARGET_NOT_FOUND")),
            "{problem}"
        );
        assert_eq!(problem["instead"][0], "intent_engine.execution.step_timeout", "{problem}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn timestamps_are_milliseconds_everywhere() {
    let world = World::new().await;
    let before = jiff::Timestamp::now().as_millisecond();
    let (_, made) =
        world.post("/v1/intents/files.create_file", json!({"parameters": {"path": "a.txt"}})).await;
    assert_eq!(made["status"], "ok", "{made}");
    world.key("scout", "observe").await;
    let after = jiff::Timestamp::now().as_millisecond();
    let (runs, journal, keys) =
        (world.get("/v1/runs").await.1, world.get("/v1/journal").await.1, world.get("/v1/keys").await.1);
    for (moment, slack) in [
        (&runs["runs"][0]["started"], 0),
        (&journal["entries"][0]["at"], 0),
        (&keys["keys"][0]["created"], 1000),
    ] {
        let moment = moment.as_i64().unwrap();
        assert!((before - slack..=after).contains(&moment), "{moment} is not from {before} to {after}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn non_utf8_path_is_rejected() {
    let world = World::new().await;
    let (status, problem) = world.get("/v1/runs/%ff").await;
    assert_eq!((status.as_u16(), &problem["code"]), (400, &json!("PATH_INVALID")), "{problem}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn console_login_stores_token_in_cookie() {
    let world = World::new().await;
    let asked = world.bare(Method::GET, "/").send().await.unwrap();
    assert!(asked.headers()["content-security-policy"].to_str().unwrap().contains("script-src 'self'"));
    let wrong = world.bare(Method::GET, "/?token=wrong").send().await.unwrap();
    assert_eq!(wrong.headers()["location"], "/console/login.html#refused");
    assert!(!wrong.headers().contains_key("set-cookie"));
    let shown = world.bare(Method::GET, &format!("/?token={}", crate::world::TOKEN)).send().await.unwrap();
    assert_eq!(
        (shown.status(), &shown.headers()["location"]),
        (StatusCode::SEE_OTHER, &"/".parse().unwrap())
    );
    let cookie = shown.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_string();
    let me = world.bare(Method::GET, "/v1/me").header("cookie", &cookie).send().await.unwrap();
    assert_eq!(read(me).await.1["owner"], "local");
    // A page of another origin can make the browser send the cookie, but the request is rejected.
    let forged = world.bare(Method::POST, "/v1/journal/undo").header("cookie", &cookie);
    let forged = forged.header("origin", "http://evil.example").send().await.unwrap();
    assert_eq!(forged.status(), StatusCode::FORBIDDEN);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn read_requests_keep_the_pending_question() {
    let world = World::new().await;
    std::fs::write(world.work().join("a.txt"), "").unwrap();
    for path in ["/v1/sessions", "/v1/settings", "/v1/keys", "/v1/journal", "/v1/runs", "/v1/definitions"] {
        let (_, asked) = world.post("/v1/sentences", json!({"text": "rename a.txt"})).await;
        assert_eq!(asked["status"], "ask", "{asked}");
        assert_eq!(world.get(path).await.0, StatusCode::OK);
        world.post("/v1/intents/files.exists", json!({"parameters": {"path": "a.txt"}})).await;
        let (_, done) = world.post("/v1/sentences", json!({"text": "b.txt"})).await;
        assert_eq!(done["status"], "ok", "after {path}: {done}");
        world.post("/v1/journal/undo", json!({})).await;
    }
}
