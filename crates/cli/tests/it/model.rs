//! Summaries by a language model, and sentences with the help of one: `at_a_model/*.txt`, with the recorded
//! answers of a real small model in the `.jsonl` file beside each.
//!
//! The answers are recorded, because downloading and building such a model takes longer than all tests. `make
//! test-model` serves the model and runs the same sessions against it; with `UPDATE_GOLDEN=1` it records them
//! again.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};

use crate::desk::Desk;
use crate::transcripts::play;

/// The address of a real model, if one is used: `127.0.0.1:8000`.
const REAL: &str = "LEMMASCOPE_TEST_MODEL";

/// Prevents the start of a browser, regardless of the proposals.
const NO_BROWSER: &str = "web:\n  browser: /nowhere/chromium\n";

#[test]
fn summaries_by_a_model_match_recordings() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("document/tests/it");
    let mut desk = Desk::new();
    desk.know("document", document.display().to_string());
    check("summaries", &desk);
}

#[test]
fn sentences_read_by_a_model_match_recordings() {
    check("sentences", &Desk::new());
}

fn check(name: &str, desk: &Desk) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/at_a_model");
    let model = Model::start(folder.join(format!("{name}.jsonl")));
    std::fs::create_dir_all(desk.home()).unwrap();
    let configuration =
        format!("model:\n  url: http://{}/v1\n  name: smollm2\n  timeout: 10m\n{NO_BROWSER}", model.address);
    std::fs::write(desk.home().join("config.yaml"), configuration).unwrap();
    play(&folder.join(format!("{name}.txt")), desk, |text| text);
    model.keep();
}

/// A substitute for the model: forwards requests to a real one and records the answers, or replays the
/// recorded ones.
struct Model {
    address: String,
    path: PathBuf,
    exchanges: Arc<Mutex<Vec<Json>>>,
}

impl Model {
    fn start(path: PathBuf) -> Self {
        let real = std::env::var(REAL).ok();
        let known = match &real {
            Some(_) => Vec::new(),
            None => std::fs::read_to_string(&path)
                .unwrap()
                .lines()
                .map(|it| serde_json::from_str(it).unwrap())
                .collect(),
        };
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let exchanges = Arc::new(Mutex::new(known));
        let kept = Arc::clone(&exchanges);
        // The thread ends with the process.
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let asked = body_of(&mut BufReader::new(&stream)).1;
                let (status, answer) = match &real {
                    Some(real) => {
                        let (status, answer) = forward(real, &asked);
                        kept.lock()
                            .unwrap()
                            .push(json!({"asked": asked, "status": status, "answered": answer}));
                        (status, answer)
                    }
                    None => recorded(&kept.lock().unwrap(), &asked),
                };
                let body = answer.to_string();
                write!(
                    stream,
                    "HTTP/1.1 {status} -\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
                    body.len()
                )
                .unwrap();
            }
        });
        Self { address, path, exchanges }
    }

    /// Saves the recorded answers, if requested.
    fn keep(&self) {
        if std::env::var_os(REAL).is_some() && std::env::var_os("UPDATE_GOLDEN").is_some() {
            let lines: String = self.exchanges.lock().unwrap().iter().map(|it| format!("{it}\n")).collect();
            std::fs::write(&self.path, lines).unwrap();
        }
    }
}

/// Returns the recorded answer to a request. The offered requests in a prompt change with every example, so
/// two prompts are equal if they have the same sentence and the same fault of the previous answer.
fn recorded(exchanges: &[Json], asked: &Json) -> (u64, Json) {
    let said = |asked: &Json| {
        let material = asked.pointer("/messages/1/content").and_then(Json::as_str).unwrap_or_default();
        let lines = material.lines().filter_map(|line| serde_json::from_str::<Json>(line).ok());
        let own: Vec<Json> =
            lines.filter(|line| line.get("sentence").is_none() || line.get("answer").is_none()).collect();
        let of = |name: &str| own.iter().find_map(|line| line.get(name).cloned());
        let sentence = (of("sentence"), of("question"));
        let format = asked.pointer("/response_format/type").cloned();
        let is_repair = of("what_is_wrong_with_the_last_answer").is_some();
        (sentence != (None, None)).then_some((sentence, is_repair, format))
    };
    let same = exchanges.iter().find(|exchange| exchange["asked"] == *asked);
    let like =
        || exchanges.iter().find(|exchange| said(asked).is_some() && said(&exchange["asked"]) == said(asked));
    match same.or_else(like) {
        Some(exchange) => (exchange["status"].as_u64().unwrap(), exchange["answered"].clone()),
        None => (404, json!({"error": "nobody has asked that before: `UPDATE_GOLDEN=1 make test-model`"})),
    }
}

fn forward(real: &str, asked: &Json) -> (u64, Json) {
    let mut stream = TcpStream::connect(real).unwrap();
    let body = asked.to_string();
    write!(
        stream,
        "POST /v1/chat/completions HTTP/1.1\r\nhost: {real}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let (head, mut answer) = body_of(&mut BufReader::new(stream));
    // Times and numbers differ between runs, and error details between machines.
    if let Some(answer) = answer.as_object_mut() {
        answer.retain(|name, _| name == "choices");
    }
    (head.split(' ').nth(1).unwrap().parse().unwrap(), answer)
}

/// Reads the first line and the JSON body of a request or of a response.
fn body_of(reader: &mut impl BufRead) -> (String, Json) {
    let (mut first, mut length) = (String::new(), 0);
    reader.read_line(&mut first).unwrap();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    (first, serde_json::from_slice(&body).unwrap())
}
