//! The recorded requests and responses, in order.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::real::Real;

pub(crate) struct Tape {
    port: u16,
    source: Source,
    state: Mutex<State>,
}

enum Source {
    Real { url: String, token: String, file: PathBuf },
    Recorded(Vec<(Json, Json)>),
}

#[derive(Default)]
struct State {
    recorded: String,
    next: usize,
    fails_after: Option<String>,
    refused: Option<String>,
}

impl Tape {
    pub(super) async fn serve(name: &str, real: Option<&Real>) -> Arc<Self> {
        let file =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/kanboard").join(format!("{name}.jsonl"));
        let source = match real {
            Some(real) => Source::Real { url: real.url.clone(), token: real.token.clone(), file },
            None => {
                let tape = std::fs::read_to_string(&file).unwrap_or_else(|error| {
                    panic!("{error}: run scripts/record-kanboard to make {}", file.display())
                });
                let exchange = |line: &str| {
                    let mut line: Json = serde_json::from_str(line).unwrap();
                    (line["asked"].take(), line["answered"].take())
                };
                Source::Recorded(tape.lines().map(exchange).collect())
            }
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let tape = Arc::new(Self { port, source, state: Mutex::default() });
        let served = Arc::clone(&tape);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let tape = Arc::clone(&served);
                tokio::spawn(async move { tape.exchange(stream).await });
            }
        });
        tape
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/jsonrpc.php", self.port)
    }

    pub(crate) fn token(&self) -> String {
        match &self.source {
            Source::Real { token, .. } => token.clone(),
            Source::Recorded(_) => "recorded".into(),
        }
    }

    pub(super) fn fail_after(&self, method: &str) {
        self.state.lock().unwrap().fails_after = Some(method.into());
    }

    pub(super) fn refuse(&self, method: &str) {
        self.state.lock().unwrap().refused = Some(method.into());
    }

    async fn exchange(&self, mut stream: TcpStream) {
        let Some(asked) = request(&mut stream).await else { return };
        let method = asked["method"].as_str().unwrap_or_default().to_string();
        let locked =
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": 0, "message": "database is locked"}});
        let refused = json!({"jsonrpc": "2.0", "id": 1, "result": false});
        let answer = match self.state.lock().unwrap().refused.as_deref() == Some(method.as_str()) {
            true => Some(refused),
            false => None,
        };
        let answer = match answer {
            Some(answer) => answer,
            None => self.answer(&asked).await,
        };
        let fails = {
            let mut state = self.state.lock().unwrap();
            state.fails_after.take_if(|after| *after == method).is_some()
        };
        let body = if fails { locked } else { answer }.to_string();
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        let _gone = stream.write_all(format!("{head}{body}").as_bytes()).await;
    }

    async fn answer(&self, asked: &Json) -> Json {
        match &self.source {
            Source::Real { url, token, .. } => {
                let request = reqwest::Client::new().post(url).basic_auth("jsonrpc", Some(token)).json(asked);
                let mut answer: Json = request.send().await.unwrap().json().await.unwrap();
                trim(&mut answer);
                let line = json!({"asked": normal(asked), "answered": answer});
                writeln!(self.state.lock().unwrap().recorded, "{line}").unwrap();
                answer
            }
            Source::Recorded(exchanges) => {
                let mut state = self.state.lock().unwrap();
                let at = state.next;
                state.next += 1;
                match exchanges.get(at) {
                    Some((wanted, answer)) if *wanted == normal(asked) => answer.clone(),
                    Some((wanted, _)) => {
                        eprintln!("the tape has {wanted} at {at}, and not {}", normal(asked));
                        json!({"error": {"code": -32601, "message": "not what the tape has"}})
                    }
                    None => {
                        eprintln!("the tape ends before {}", normal(asked));
                        json!({"error": {"code": -32601, "message": "the tape has ended"}})
                    }
                }
            }
        }
    }
}

impl Drop for Tape {
    fn drop(&mut self) {
        if let (Source::Real { file, .. }, false) = (&self.source, std::thread::panicking()) {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, &self.state.get_mut().unwrap().recorded).unwrap();
        }
    }
}

/// Reads the body of a request.
async fn request(stream: &mut TcpStream) -> Option<Json> {
    let mut read = Vec::new();
    let mut part = [0; 8192];
    loop {
        let length = stream.read(&mut part).await.ok()?;
        read.extend_from_slice(&part[..length]);
        let Some(end) = read.windows(4).position(|it| it == b"\r\n\r\n") else {
            if length == 0 {
                return None;
            }
            continue;
        };
        let head = String::from_utf8_lossy(&read[..end]).to_ascii_lowercase();
        let expected: usize =
            head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok())?;
        if read.len() >= end + 4 + expected {
            return serde_json::from_slice(&read[end + 4..]).ok();
        }
        if length == 0 {
            return None;
        }
    }
}

/// Normalizes a request by removing values that differ between runs.
fn normal(asked: &Json) -> Json {
    let mut asked = asked.clone();
    let requests = match &mut asked {
        Json::Array(requests) => requests.as_mut_slice(),
        request => std::slice::from_mut(request),
    };
    for request in requests {
        if let Some(reference) = request.pointer_mut("/params/reference") {
            *reference = "*".into();
        }
    }
    asked
}

/// The fields of a task that the store reads.
const OF_TASKS: [&str; 16] = [
    "id",
    "project_id",
    "column_id",
    "swimlane_id",
    "position",
    "title",
    "description",
    "is_active",
    "date_due",
    "priority",
    "owner_id",
    "assignee_username",
    "assignee_name",
    "nb_comments",
    "tags",
    "reference",
];

/// Removes values that are not read or that differ between runs.
fn trim(answer: &mut Json) {
    match answer {
        Json::Object(object) => {
            let is_task = object.contains_key("column_id");
            object.retain(|name, value| {
                if is_task && !OF_TASKS.contains(&name.as_str()) {
                    return false;
                }
                if matches!(name.as_str(), "reference" | "task_id" | "hide_in_dashboard" | "email") {
                    return false;
                }
                let is_unused = name.starts_with("recurrence_")
                    || name.starts_with("category_")
                    || name.starts_with("color")
                    || name.starts_with("external_")
                    || (name.starts_with("nb_") && name != "nb_comments")
                    || matches!(
                        name.as_str(),
                        "url"
                            | "token"
                            | "password"
                            | "avatar_path"
                            | "api_access_token"
                            | "swimlane_name"
                            | "project_name"
                            | "column_name"
                    )
                    || (value.is_null() && name != "result");
                !is_unused
            });
            object.values_mut().for_each(trim);
        }
        Json::Array(items) => items.iter_mut().for_each(trim),
        _ => {}
    }
}
