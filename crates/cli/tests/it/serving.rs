//! `lemmascope serve` and `lemmascope mcp` as processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use crate::desk::Desk;

const PROGRAM: &str = env!("CARGO_BIN_EXE_lemmascope");

/// A server that is stopped at the end of the test, even if the test fails.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    pub(crate) token: String,
}

impl Server {
    pub(crate) fn start(desk: &Desk) -> Self {
        Self::start_with(desk, &[])
    }

    pub(crate) fn start_with(desk: &Desk, arguments: &[&str]) -> Self {
        let mut command = desk.command(PROGRAM);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--json"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        let address = said["url"].as_str().unwrap().trim_start_matches("http://").to_string();
        let token = std::fs::read_to_string(said["token_file"].as_str().unwrap()).unwrap().trim().to_string();
        Self { child, address, token }
    }

    /// Returns the status line and the body of a response.
    pub(crate) fn ask(&self, method: &str, path: &str, key: &str, body: &str) -> (String, String) {
        let (head, body) = self.exchange(method, path, key, body);
        (head.lines().next().unwrap().to_string(), body)
    }

    /// Returns the head and the body of a response.
    pub(crate) fn exchange(&self, method: &str, path: &str, key: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {key}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n{body}",
            self.address
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        // A picture is not text, but its content is irrelevant here.
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_string(), body.to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

#[test]
fn shell_and_http_clients_share_one_engine() {
    let desk = Desk::new();
    // The server takes over from an idle engine.
    desk.lemmascope(&["files.create_folder", "before"]);
    let mut server = Server::start(&desk);
    let body = json!({"parameters": {"path": "a.txt", "content": "hello"}}).to_string();
    let (status, report) = server.ask("POST", "/v1/intents/files.create_file", &server.token, &body);
    assert!(status.contains("200"), "{status} {report}");
    assert!(desk.work().join("a.txt").exists());
    assert!(desk.lemmascope(&["status"]).out.contains(&server.address));
    assert!(desk.lemmascope(&["undo"]).out.contains("ok undo"));
    assert!(!desk.work().join("a.txt").exists());
    let made = desk.lemmascope(&["keys", "create", "scout", "--json"]).out;
    let made: Value = serde_json::from_str(&made).unwrap();
    let key = made["key"].as_str().unwrap();
    let (_, me) = server.ask("GET", "/v1/me", key, "");
    assert!(me.contains(r#""owner":"scout""#), "{me}");
    let second = desk.lemmascope(&["serve", "--listen", "127.0.0.1:0"]);
    assert!(second.out.contains("a server runs already"), "{}", second.out);
    desk.lemmascope(&["stop"]);
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn answers_sentences_in_their_language() {
    let desk = Desk::new();
    let server = Server::start(&desk);
    for (text, reply) in [
        ("create a card Fix login bug in Backlog", "Created 'Fix login bug' in Backlog"),
        ("cria um cartão Página Inicial em Backlog", "Criei 'Página Inicial' em Backlog"),
    ] {
        let body = json!({"text": text}).to_string();
        let (status, report) = server.ask("POST", "/v1/sentences", &server.token, &body);
        assert!(status.contains("200") && report.contains(reply), "{status} {report}");
    }
}

#[test]
fn public_server_requires_a_key() {
    let desk = Desk::new();
    let refused = desk.lemmascope(&["serve", "--listen", "0.0.0.0:0"]);
    assert!(
        refused.out.contains("there is no key") && refused.out.contains("keys create"),
        "{}",
        refused.out
    );
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = desk.lemmascope(&["serve", "--listen", &address]);
    assert!(refused.out.contains("cannot listen on"), "{}", refused.out);
}

#[test]
fn mcp_client_shares_the_engine_of_the_shell() {
    let desk = Desk::new();
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"},
    }});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "act", "arguments": {"commands": "files.create_file a.txt --content hello"},
    }});
    let mut child = desk.command(PROGRAM);
    let mut child = child.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    write!(input, "{hello}\n{ready}\n{call}\n").unwrap();
    let mut answers = BufReader::new(output).lines().map(|line| line.unwrap());
    let answer = answers.find(|line| line.contains(r#""id":2"#)).unwrap();
    assert!(answer.contains("ok files.create_file"), "{answer}");
    drop(input);
    assert!(child.wait().unwrap().success());
    assert!(desk.lemmascope(&["undo"]).out.contains("ok undo"));
    assert!(!desk.work().join("a.txt").exists());
}
