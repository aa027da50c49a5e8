//! The Model Context Protocol from a client's perspective.

use std::sync::Arc;

use lemmascope_engine::Grant;
use lemmascope_server::{McpServer, Profile};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf};

use crate::world::{World, read};

/// A client at the other end of a stream.
struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    next: u64,
    /// The messages other than responses.
    aside: Vec<Value>,
    /// The answer to a question for the person.
    answer: Value,
}

impl Client {
    fn connect(world: &World) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let engine = Arc::clone(&world.engine);
        let server = McpServer::new(engine, world.work(), "0.0.0", Profile::Small, Some(Grant::local()));
        let (reader, writer) = tokio::io::split(theirs);
        tokio::spawn(server.converse(reader, writer));
        let (reader, writer) = tokio::io::split(ours);
        let lines = BufReader::new(reader).lines();
        Self { lines, writer, next: 0, aside: Vec::new(), answer: json!({}) }
    }

    async fn new(world: &World, version: &str, capabilities: Value) -> Self {
        let mut client = Self::connect(world);
        let hello = json!({
            "protocolVersion": version, "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "0"},
        });
        let welcome = client.call("initialize", hello).await;
        assert_eq!(welcome["protocolVersion"], version);
        assert!(welcome["instructions"].as_str().unwrap().len() < 2000);
        client.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        client
    }

    async fn send(&mut self, message: Value) {
        self.writer.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn exchange(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        loop {
            let line = self.lines.next_line().await.unwrap().unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            if message["method"] == "elicitation/create" {
                let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": self.answer});
                self.send(answer).await;
            }
            self.aside.push(message);
        }
    }

    async fn call(&mut self, method: &str, params: Value) -> Value {
        let message = self.exchange(method, params).await;
        assert!(message.get("error").is_none(), "{message}");
        message["result"].clone()
    }

    async fn tool(&mut self, name: &str, arguments: Value) -> Value {
        self.call("tools/call", json!({"name": name, "arguments": arguments})).await
    }

    fn has_heard(&self, method: &str) -> bool {
        self.aside.iter().any(|message| message["method"] == method)
    }
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_and_calls_all_general_tools() {
    let world = World::new().await;
    for version in ["2024-11-05", "2025-06-18"] {
        let mut client = Client::new(&world, version, json!({})).await;
        let tools = client.call("tools/list", json!({})).await;
        let names: Vec<&str> =
            tools["tools"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["observe", "act", "run_intent", "say", "define", "plan"]);
        for tool in tools["tools"].as_array().unwrap() {
            assert!(
                tool["annotations"]["readOnlyHint"].is_boolean() && tool["outputSchema"].is_object(),
                "{tool}"
            );
        }
        assert!(tools.to_string().len() < 6000, "the list costs an agent about a token for each four bytes");
        let seen = client.tool("observe", json!({})).await;
        assert!(text(&seen).contains("@ bench"), "{seen}");
        let acted = client
            .tool("act", json!({"commands": "lab.mark one\nlab.mark two\nlab.nothing\nlab.mark three"}))
            .await;
        assert!(text(&acted).contains("mark \"two\"") && !text(&acted).contains("three"), "{acted}");
        assert_eq!(
            (&acted["isError"], &acted["structuredContent"]["status"]),
            (&json!(true), &json!("error"))
        );
        let name = format!("{version}.txt");
        let run = client
            .tool("run_intent", json!({"name": "files.create_file", "parameters": {"path": name}}))
            .await;
        assert_eq!(run["structuredContent"]["status"], "ok", "{run}");
        let said = client.tool("say", json!({"text": format!("delete {name}")})).await;
        assert!(said["structuredContent"]["status"].is_string(), "{said}");
        let plan = client.tool("plan", json!({"intent": "lab.mark", "parameters": {"note": "x"}})).await;
        assert!(text(&plan).contains("dry run"), "{plan}");
        let missing = client.tool("act", json!({})).await;
        assert_eq!(missing["structuredContent"]["code"], "PARAMETER_MISSING", "{missing}");
        let unknown = client.exchange("tools/call", json!({"name": "nothing"})).await;
        assert!(unknown["error"]["code"].is_number(), "{unknown}");
        let unknown = client.exchange("no/such/method", json!({})).await;
        assert_eq!(unknown["error"]["code"], -32601);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn latest_protocol_version_needs_no_handshake() {
    let world = World::new().await;
    let mut client = Client::connect(&world);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = client.call("server/discover", json!({"_meta": meta})).await;
    assert!(found["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")), "{found}");
    let arguments = json!({"commands": "lab.mark new"});
    let params = json!({"name": "act", "arguments": arguments, "_meta": meta});
    let acted = client.call("tools/call", params).await;
    assert!(text(&acted).contains("mark \"new\""), "{acted}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn latest_protocol_version_asks_between_two_calls() {
    let world = World::new().await;
    let mut client = Client::connect(&world);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    });
    client.call("server/discover", json!({"_meta": meta})).await;
    let commands = "lab.mark before\nlab.mail \"in rounds\"\nlab.mark after";
    let call = json!({"name": "act", "arguments": {"commands": commands}, "_meta": meta});
    let again = |asked: &Value, answer: Value| {
        let mut call = call.clone();
        call["requestState"] = asked["requestState"].clone();
        call["inputResponses"] = json!({"person": answer});
        call
    };
    let asked = client.call("tools/call", call.clone()).await;
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let form = &asked["inputRequests"]["person"];
    assert_eq!(form["method"], "elicitation/create", "{asked}");
    assert!(form["params"]["message"].as_str().unwrap().contains("in rounds"), "{asked}");
    let declined = client.call("tools/call", again(&asked, json!({"action": "decline"}))).await;
    assert!(text(&declined).contains("the person declined"), "{declined}");
    let agreed = json!({"action": "accept", "content": {"agree": true}});
    let sent = client.call("tools/call", again(&asked, agreed)).await;
    assert!(text(&sent).contains("mail \"in rounds\" sent"), "{sent}");
    // The result contains the command before the question, which was executed once.
    assert!(text(&sent).contains("mark \"before\"") && text(&sent).contains("mark \"after\""), "{sent}");
    let (_, runs) = world.get("/v1/runs").await;
    let marks = runs["runs"].as_array().unwrap().iter().filter(|run| run["parameters"]["note"] == "before");
    assert_eq!(marks.count(), 1, "{runs}");
    for (state, answer) in [("{}", json!({"action": "accept"})), ("\u{7}", json!({})), ("[1]", json!(4))] {
        let forged = again(&json!({"requestState": state}), answer);
        let refused = client.exchange("tools/call", forged).await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn defined_intent_becomes_a_tool_with_notification() {
    let world = World::new().await;
    let mut client = Client::new(&world, "2025-06-18", json!({})).await;
    client.call("tools/list", json!({})).await;
    let definition = "description: Mark it.\nparameters:\n  - {name: note, type: string, required: true}\nsteps:\n  - action: lab.mark\n    note: $note\n";
    let defined = client.tool("define", json!({"name": "mark_it", "definition": definition})).await;
    assert_eq!(defined["structuredContent"]["status"], "ok", "{defined}");
    let tools = client.call("tools/list", json!({})).await;
    assert!(client.has_heard("notifications/tools/list_changed"));
    let own = tools["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "mark_it").unwrap();
    assert_eq!(own["inputSchema"]["required"], json!(["note"]), "{own}");
    let bare = "steps:\n  - action: lab.mark\n    note: x\n";
    client.tool("define", json!({"name": "mark_bare", "definition": bare})).await;
    for tool in client.call("tools/list", json!({})).await["tools"].as_array().unwrap() {
        assert!(!tool["description"].as_str().unwrap().is_empty(), "{tool}");
    }
    let called = client.tool("mark_it", json!({"note": "here"})).await;
    assert!(text(&called).contains("mark \"here\""), "{called}");
    let resources = client.call("resources/list", json!({})).await;
    assert!(resources.to_string().contains("lemmascope://definitions/mark_it"), "{resources}");
    let source = client.call("resources/read", json!({"uri": "lemmascope://definitions/mark_it"})).await;
    assert!(source.to_string().contains("lab.mark"), "{source}");
    let seen =
        client.call("resources/read", json!({"uri": "lemmascope://sessions/default/observation"})).await;
    assert!(seen.to_string().contains("@ bench"), "{seen}");
    let picture =
        client.call("resources/read", json!({"uri": "lemmascope://sessions/default/screenshot"})).await;
    let contents = &picture["contents"][0];
    assert_eq!(
        (&contents["blob"], &contents["mimeType"]),
        (&json!("/9j/"), &json!("image/jpeg")),
        "{picture}"
    );
    for uri in ["lemmascope://sessions//screenshot", "lemmascope://sessions/a/b/screenshot", "lemmascope://x"]
    {
        let unknown = client.exchange("resources/read", json!({"uri": uri})).await;
        assert!(unknown["error"]["code"].is_number(), "{unknown}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn user_confirms_by_elicitation_or_digest() {
    let world = World::new().await;
    let mail = json!({"name": "lab.mail", "parameters": {"note": "hi"}});
    // A client without forms gets the code.
    let mut plain = Client::new(&world, "2025-06-18", json!({})).await;
    let asked = plain.tool("run_intent", mail.clone()).await;
    assert_eq!(asked["structuredContent"]["status"], "ask", "{asked}");
    let mut agreed = mail.clone();
    agreed["confirm"] = asked["structuredContent"]["digest"].clone();
    let sent = plain.tool("run_intent", agreed).await;
    assert!(text(&sent).contains("mail \"hi\" sent"), "{sent}");
    // A client with forms asks the person.
    let mut client = Client::new(&world, "2025-06-18", json!({"elicitation": {}})).await;
    client.answer = json!({"action": "decline"});
    let declined = client.tool("run_intent", mail.clone()).await;
    assert_eq!(declined["structuredContent"]["status"], "error");
    assert!(text(&declined).contains("the person declined"), "{declined}");
    client.answer = json!({"action": "cancel"});
    let undecided = client.tool("run_intent", mail.clone()).await;
    assert_eq!(undecided["structuredContent"]["status"], "ask");
    client.answer = json!({"action": "accept", "content": {"agree": true}});
    let sent = client.tool("run_intent", mail).await;
    assert!(text(&sent).contains("mail \"hi\" sent"), "{sent}");
    let sent = client.tool("act", json!({"commands": "lab.mail \"by a line\""})).await;
    assert!(text(&sent).contains("mail \"by a line\" sent"), "{sent}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sends_progress_and_cancels_calls() {
    let world = World::new().await;
    let mut client = Client::new(&world, "2025-06-18", json!({})).await;
    let params =
        json!({"name": "act", "arguments": {"commands": "lab.mark x"}, "_meta": {"progressToken": "p"}});
    client.call("tools/call", params).await;
    client.call("ping", json!({})).await;
    assert!(client.has_heard("notifications/progress"), "{:?}", client.aside);
    client.next += 1;
    let id = client.next;
    let params =
        json!({"name": "run_intent", "arguments": {"name": "lab.stir"}, "_meta": {"progressToken": "q"}});
    client.send(json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})).await;
    // The first progress notification reports that the run has begun.
    while client.aside.iter().all(|message| message["params"]["progressToken"] != "q") {
        let line = client.lines.next_line().await.unwrap().unwrap();
        client.aside.push(serde_json::from_str(&line).unwrap());
    }
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    client.send(cancel).await;
    // The session is free again when the run has stopped.
    let next = client.tool("act", json!({"commands": "lab.mark after"})).await;
    assert!(text(&next).contains("mark \"after\""), "{next}");
    let runs = world.engine.runs(&lemmascope_intent::Owner::local(), None, None, 10).await.unwrap();
    assert!(runs.iter().any(|run| run.intent == "lab.stir" && run.status == "cancelled"), "{runs:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_messages_do_not_stop_the_server() {
    let world = World::new().await;
    let mut client = Client::new(&world, "2025-06-18", json!({})).await;
    for line in ["{", "[]", "5", "{\"jsonrpc\": \"2.0\"}", "{\"id\": 99}", "\u{0}"] {
        client.writer.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }
    let seen = client.tool("observe", json!({})).await;
    assert!(text(&seen).contains("@ bench"), "{seen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http_transport_offers_tools_to_key_owners() {
    let world = World::new().await;
    let key = world.key("scout", "observe").await;
    let send = |session: Option<String>, message: Value| {
        let mut request = world
            .bare(Method::POST, "/mcp")
            .bearer_auth(&key)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(message.to_string());
        if let Some(session) = session {
            request = request.header("mcp-session-id", session);
        }
        request.send()
    };
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"},
    }});
    let welcome = send(None, hello).await.unwrap();
    assert!(welcome.status().is_success(), "{:?}", read(welcome).await);
    let session = welcome.headers().get("mcp-session-id").map(|id| id.to_str().unwrap().to_string());
    drop(welcome);
    send(session.clone(), json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await.unwrap();
    let act = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": {"name": "act", "arguments": {"commands": "lab.mark x"}}});
    let answer = send(session.clone(), act).await.unwrap().text().await.unwrap();
    assert!(answer.contains("no scope"), "{answer}");
    let look = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call",
        "params": {"name": "observe", "arguments": {}}});
    let answer = send(session, look).await.unwrap().text().await.unwrap();
    assert!(answer.contains("@ bench"), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn progress_increases_and_ends_before_the_result() {
    let world = World::new().await;
    let mut client = Client::new(&world, "2025-06-18", json!({})).await;
    for commands in ["lab.mark one", "lab.mark one\nlab.mark two\nlab.mark three"] {
        client.aside.clear();
        let params =
            json!({"name": "act", "arguments": {"commands": commands}, "_meta": {"progressToken": "p"}});
        client.call("tools/call", params).await;
        let values: Vec<f64> = client
            .aside
            .iter()
            .filter(|message| message["method"] == "notifications/progress")
            .map(|message| message["params"]["progress"].as_f64().unwrap())
            .collect();
        assert_eq!(values.len(), 2 * commands.lines().count(), "{:?}", client.aside);
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{values:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mcp_session_is_bound_to_its_owner() {
    let world = World::new().await;
    let send = |method: Method, key: String, session: Option<String>, message: Value| {
        let mut request = world
            .bare(method, "/mcp")
            .bearer_auth(key)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(message.to_string());
        if let Some(session) = session {
            request = request.header("mcp-session-id", session);
        }
        request.send()
    };
    let (hers, his) = (world.key("anna", "observe").await, world.key("otto", "observe").await);
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"},
    }});
    let welcome = send(Method::POST, hers.clone(), None, hello).await.unwrap();
    let session = welcome.headers()["mcp-session-id"].to_str().unwrap().to_string();
    drop(welcome);
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    for (method, message) in
        [(Method::POST, list.clone()), (Method::GET, json!(null)), (Method::DELETE, json!(null))]
    {
        let refused = send(method.clone(), his.clone(), Some(session.clone()), message).await.unwrap();
        // Ending a session that does not exist is allowed and has no effect.
        assert!(method == Method::DELETE || refused.status() == 404, "{method} {}", refused.status());
    }
    let listed = send(Method::POST, hers.clone(), Some(session.clone()), list).await.unwrap();
    assert!(listed.status().is_success(), "the owner still has the session");
    drop(listed);
    let ended = send(Method::DELETE, hers, Some(session), json!(null)).await.unwrap();
    assert_eq!(ended.status(), 204);
}
