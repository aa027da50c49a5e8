//! Conversations that are executed for real: answers, what is none, corrections and references.
//!
//! `talk/answers.txt` and `talk/corrections.txt` were written by a person who had not seen the code, `talk/own.txt` by who wrote
//! it. Each conversation is held in a session and a separate folder; what is expected of a sentence is compared with the
//! answer and with the files that there are afterwards. `missed_talk.txt` says what goes otherwise.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::{compare, folder, refusal};
use crate::desk::Desk;

/// So many of all sentences have to go as they are meant.
const RIGHT: f64 = 0.95;

const FILES: [&str; 12] = [
    "notes.txt",
    "todo.txt",
    "a.txt",
    "b.txt",
    "c.txt",
    "draft.md",
    "old.log",
    "budget.csv",
    "report.pdf",
    "thesis.md",
    "photo.jpg",
    "invoice.pdf",
];

/// One sentence of a conversation.
struct Turn {
    said: String,
    wanted: String,
}

/// What there is in a folder: the text of each file, nothing for a folder.
type Disk = BTreeMap<PathBuf, Option<Vec<u8>>>;

#[test]
fn executed_conversations_match_expected_outcomes() {
    let mut desk = Desk::new();
    desk.know("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere".into());
    desk.without_browser();
    let (mut missed, mut harm) = (String::new(), Vec::new());
    let (mut right, mut all) = (0, 0);
    for file in ["own", "answers", "corrections"] {
        for (number, turns) in read(file).iter().enumerate() {
            let talk = Conversation::begin(&desk, &format!("{file}{number}"));
            let mut before = talk.disk();
            for turn in turns {
                let earlier = talk.disk();
                let answer = talk.say(&turn.said);
                let outcome = Outcome { answer, earlier, before, now: talk.disk(), root: talk.root.clone() };
                all += 1;
                if outcome.is(&turn.wanted) {
                    right += 1;
                } else {
                    missed.push_str(&format!("{file}\t{}\t{}\t{}\n", turn.said, turn.wanted, outcome.seen()));
                }
                if outcome.acts_on_no_answer(&turn.wanted) {
                    harm.push(format!("{}: {}", turn.said, outcome.seen()));
                }
                before = outcome.earlier;
            }
        }
    }
    compare("missed_talk.txt", &missed, &format!("{right} of {all} as they are meant"));
    assert!(harm.is_empty(), "something was done with what is no answer: {harm:#?}");
    assert!(f64::from(right) >= RIGHT * f64::from(all), "{right} of {all}");
}

/// Puts the files and folders into a folder that the sentences of these sets speak of.
pub(super) fn furnish(root: &Path) {
    for name in ["archive", "reports", "pictures", "backup"] {
        std::fs::create_dir_all(root.join(name)).unwrap();
    }
    for name in FILES {
        let text = match name.rsplit_once('.').unwrap().1 {
            "csv" => "Month,Rent,Total\nMay,500,900\nJune,520,950\n".to_string(),
            _ => format!("This is {name}. The meeting began at nine. Everybody was there.\n"),
        };
        std::fs::write(root.join(name), text).unwrap();
    }
}

/// A conversation in a separate folder.
struct Conversation<'a> {
    desk: &'a Desk,
    session: String,
    root: PathBuf,
}

impl<'a> Conversation<'a> {
    fn begin(desk: &'a Desk, session: &str) -> Self {
        let root = desk.work().join(session);
        furnish(&root);
        Self { desk, session: session.into(), root }
    }

    /// Says something; a line of the command language goes as it is.
    fn say(&self, said: &str) -> Json {
        let mut command = self.desk.command(env!("CARGO_BIN_EXE_lemmascope"));
        command.current_dir(&self.root).args(["--session", &self.session, "--json"]);
        let output = match said.starts_with("goal:") {
            true => command.arg(said).output().unwrap(),
            false => command.args(["say", said]).output().unwrap(),
        };
        serde_json::from_slice(&output.stdout).unwrap_or_default()
    }

    fn disk(&self) -> Disk {
        let mut disk = Disk::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let text = if path.is_dir() { None } else { Some(std::fs::read(&path).unwrap()) };
                if text.is_none() {
                    folders.push(path.clone());
                }
                disk.insert(path.strip_prefix(&self.root).unwrap().to_path_buf(), text);
            }
        }
        disk
    }
}

/// What came of a sentence.
struct Outcome {
    answer: Json,
    /// What there was before it, and before the sentence before it.
    earlier: Disk,
    before: Disk,
    now: Disk,
    root: PathBuf,
}

impl Outcome {
    fn reading(&self) -> &Json {
        &self.answer["reading"]
    }

    /// Whether something was executed, or would have been on a machine that has what it takes.
    fn is_done(&self) -> bool {
        let is_lacking = self.answer["code"] == "INTENT_UNAVAILABLE" && !self.answer["reading"].is_null();
        is_lacking || self.answer["status"] == "ok"
    }

    fn is_asked(&self) -> bool {
        refusal(&self.answer).is_some() || self.answer["status"] == "ask"
    }

    fn is_unchanged(&self) -> bool {
        self.earlier == self.now
    }

    /// Whether it came as it is expected.
    fn is(&self, wanted: &str) -> bool {
        let (first, rest) = wanted.split_once(' ').unwrap_or((wanted, ""));
        match first {
            "asks" if rest == "again" => self.is_asked() && self.is_unchanged(),
            "asks" => {
                let missing = self.answer["missing"].as_array();
                let asked = missing.is_some_and(|missing| missing.iter().any(|it| it == rest));
                let invalid = self.answer["invalid"].as_array();
                let refused = invalid.is_some_and(|it| it.iter().any(|it| it["field"] == rest));
                (asked || refused || self.answer["code"] == "CONTEXT_REQUIRED") && self.is_unchanged()
            }
            "not" => self.is_asked() && self.is_unchanged() || self.is_own_command(),
            "cancelled" => self.answer["intent"] == "cancel" && self.is_unchanged(),
            "nothing" => self.now == self.before || self.now == self.earlier && self.nothing_to_undo(),
            "left" => self.is_unchanged() && !self.is_done(),
            "undoes" => self.has_executed(rest.trim_start_matches("and does ")),
            "does" | "does-other" => self.has_executed(rest),
            _ => panic!("{wanted}"),
        }
    }

    /// Nothing had been done that could be undone.
    fn nothing_to_undo(&self) -> bool {
        self.before == self.earlier
    }

    /// A command of the engine's own was executed instead: undo, help.
    fn is_own_command(&self) -> bool {
        ["undo", "redo", "help"].iter().any(|command| self.answer["intent"] == *command)
    }

    fn has_executed(&self, wanted: &str) -> bool {
        if wanted.contains(" ; ") {
            let wanted: Vec<&str> = wanted.split(" ; ").map(|it| it.trim_start_matches("does ")).collect();
            let actions = self.answer["plan_graph"]["actions"].as_array().cloned().unwrap_or_default();
            let is = |(action, wanted): (&Json, &&str)| {
                self.matches_call(&action["tool"], &action["args"], wanted)
            };
            return self.is_done() && actions.len() == wanted.len() && actions.iter().zip(&wanted).all(is);
        }
        let reading = self.reading();
        let is_file = wanted.starts_with("files.") || wanted.starts_with("create_file");
        let is_done = self.is_done() || !is_file && self.answer["status"] == "error";
        is_done && self.matches_call(&reading["intent"], &reading["parameters"], wanted)
    }

    fn matches_call(&self, tool: &Json, given: &Json, wanted: &str) -> bool {
        // The intent that copies files into a folder copies one as the verb does.
        if tool == "copy_files" && wanted.starts_with("files.copy ") {
            let given = json!({"source": given["files"][0], "destination": given["folder"]});
            return self.matches_call(&json!("files.copy"), &given, wanted);
        }
        let mut words = parts(wanted).into_iter();
        let name = words.next().unwrap_or_default();
        let same = |name: &str| name.replace("files.create_file", "create_file");
        if tool.as_str().map(same) != Some(same(&name)) {
            return false;
        }
        let mut wanted: BTreeMap<String, String> = BTreeMap::new();
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((&word, ""));
            wanted.insert(name.to_string(), self.plain(value));
        }
        let given = given.as_object().cloned().unwrap_or_default();
        let text = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let given: BTreeMap<String, String> =
            given.iter().map(|(name, value)| (name.clone(), self.plain(&text(value)))).collect();
        joined(given) == joined(wanted)
    }

    /// A path from the folder of the conversation, a number without a point.
    fn plain(&self, value: &str) -> String {
        let root = self.root.display().to_string();
        let value = value.replace(&format!("{root}/"), "");
        let value = if value == root { ".".to_string() } else { value };
        let value =
            value.trim_end_matches('/').trim_start_matches("./").trim_end_matches(".0").to_lowercase();
        // A place that everybody has is its name.
        Path::new(&value).strip_prefix(home(&self.root)).map_or(value.clone(), |it| it.display().to_string())
    }

    /// Something was done although what was said is no answer.
    fn acts_on_no_answer(&self, wanted: &str) -> bool {
        let is_no_answer = wanted.starts_with("asks again") || wanted.starts_with("not taken");
        is_no_answer && !self.is_unchanged() && !self.is_own_command()
    }

    /// The same as expected, in words.
    fn seen(&self) -> String {
        let reading = self.reading();
        let head = match (self.is_done(), refusal(&self.answer)) {
            (false, Some(code)) => {
                format!("asks {code} {}", self.answer["missing"])
            }
            (false, None) => format!("{} {}", self.answer["status"], self.answer["intent"]),
            (true, _) => format!("does {}", self.answer["intent"]),
        };
        let parameters = json!(reading["parameters"]).to_string();
        format!("{head} {} {}", reading["intent"], self.plain_text(&parameters)).replace('"', "")
    }

    fn plain_text(&self, text: &str) -> String {
        let root = self.root.display().to_string();
        text.replace(&format!("{root}/"), "").replace(&root, ".")
    }
}

fn home(root: &Path) -> PathBuf {
    let above = root.ancestors().nth(2).unwrap_or(root);
    above.join("home")
}

/// A folder and a title are the path of a file, whichever way it is given.
fn joined(mut values: BTreeMap<String, String>) -> BTreeMap<String, String> {
    if let Some(title) = values.remove("title") {
        let folder = values.remove("path").filter(|it| it != ".");
        let path = folder.map_or(title.clone(), |folder| format!("{folder}/{title}"));
        values.insert("path".into(), path);
    }
    values
}

/// The words of an expectation; what stands between double quotes is one with what is before it.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut is_quoted = false;
    for sign in text.chars() {
        match sign {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => parts.push(String::new()),
            sign => parts.last_mut().unwrap().push(sign),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn read(file: &str) -> Vec<Vec<Turn>> {
    let path = folder().join("talk").join(format!("{file}.txt"));
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut talks: Vec<Vec<Turn>> = vec![Vec::new()];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(said) = line.strip_prefix("> ") {
            talks.last_mut().unwrap().push(Turn { said: said.into(), wanted: String::new() });
        } else if line.trim().is_empty() {
            talks.push(Vec::new());
        } else {
            let turn = talks.last_mut().and_then(|talk| talk.last_mut()).unwrap();
            turn.wanted = line.trim().into();
        }
    }
    talks.retain(|talk| !talk.is_empty());
    talks
}
