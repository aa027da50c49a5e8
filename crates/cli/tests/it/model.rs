//! Summaries in the words of a language model, and sentences that one helps with: `at_a_model/*.txt`, with what a real small one
//! answered in the `.jsonl` beside each.
//!
//! The answers are recorded, since fetching and building such a model takes longer than all tests. `make test-model` serves it
//! and plays the same against it; with `UPDATE_GOLDEN=1` it records again.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};

use crate::desk::Desk;
use crate::transcripts::play;

/// Where a real model is asked, if one is: `127.0.0.1:8000`.
const REAL: &str = "LEMMASCOPE_TEST_MODEL";

/// No browser is started, whatever the model proposes.
const NO_BROWSER: &str = "web:\n  browser: /nowhere/chromium\n";

#[test]
fn summaries_in_the_words_of_a_model() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("document/tests/it");
    let mut desk = Desk::new();
    desk.know("document", document.display().to_string());
    check("summaries", &desk);
}

#[test]
fn sentences_with_the_help_of_a_model() {
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

/// Stands where the model is asked: passes on to a real one and writes down what it says, or says what was written down.
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
        // It ends with the process.
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

    /// Writes down what was said, where a person wants that.
    fn keep(&self) {
        if std::env::var_os(REAL).is_some() && std::env::var_os("UPDATE_GOLDEN").is_some() {
            let lines: String = self.exchanges.lock().unwrap().iter().map(|it| format!("{it}\n")).collect();
            std::fs::write(&self.path, lines).unwrap();
        }
    }
}

/// What was answered to the same question. The requests that are offered with a sentence change whenever an example of one
/// does; it is the same question where the same is said, and the same is known to be wrong with the last answer.
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
    // When and under which number it was said differs from run to run, and what went wrong from machine to machine.
    if let Some(answer) = answer.as_object_mut() {
        answer.retain(|name, _| name == "choices");
    }
    (head.split(' ').nth(1).unwrap().parse().unwrap(), answer)
}

/// The first line and the JSON of a request or of an answer.
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
