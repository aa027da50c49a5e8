//! Sentences that must not be executed: those that are not requests, requests of which a part is impossible,
//! and opposites.
//!
//! Each sentence is sent with `--plan` in a folder with the files that it mentions; a plan is what would be
//! executed. `golden/missed_refraining.txt` lists the unexpected results.

use serde_json::Value as Json;

use super::talk::furnish;
use super::{compare, folder, planned, refusal};
use crate::desk::Desk;

/// The required fraction of unusually phrased requests that are planned.
const REQUESTS: f64 = 0.78;
/// The allowed fraction of sentences without a request that are planned.
const REFRAINED: f64 = 0.01;
/// The allowed fraction of partly impossible requests that are planned.
const HALVES: f64 = 0.03;

struct Line {
    file: &'static str,
    wanted: String,
    said: String,
}

#[test]
fn unrequested_actions_are_not_planned() {
    let desk = Desk::new();
    furnish(&desk.work());
    let lines: Vec<Line> =
        ["refrained", "requests", "halves", "opposites"].into_iter().flat_map(read).collect();
    let answers = planned(&desk, lines.iter().map(|line| line.said.as_str()));
    let mut missed = String::new();
    let mut counts = [("refrained", 0, 0), ("requests", 0, 0), ("halves", 0, 0), ("opposites", 0, 0)];
    for (line, answer) in lines.iter().zip(&answers) {
        let is_right = match line.file {
            "requests" => has_plan(answer),
            "refrained" if line.wanted == "question" => !changes(answer),
            "refrained" | "halves" => !has_plan(answer),
            _ => respects_negation(&line.wanted, answer),
        };
        let count = counts.iter_mut().find(|(file, _, _)| *file == line.file).unwrap();
        count.1 += 1;
        count.2 += u32::from(is_right);
        if !is_right {
            missed.push_str(&format!("{}\t{}\t{}\n", line.file, line.said, seen(answer)));
        }
    }
    let told: Vec<String> =
        counts.iter().map(|(file, all, right)| format!("{file} {right} of {all}")).collect();
    compare("missed_refraining.txt", &missed, &told.join(", "));
    let share = |file: &str| {
        let (_, all, right) = counts.iter().find(|(name, _, _)| *name == file).unwrap();
        f64::from(*right) / f64::from(*all)
    };
    assert!(share("refrained") >= 1.0 - REFRAINED && share("halves") >= 1.0 - HALVES, "{told:?}");
    assert!(share("requests") >= REQUESTS, "{told:?}");
}

fn has_plan(answer: &Json) -> bool {
    answer["status"] == "ok" && answer["plan"].is_array()
}

/// Whether a plan has changes, rather than only observations.
fn changes(answer: &Json) -> bool {
    let lines = answer["plan"].as_array().cloned().unwrap_or_default();
    lines.iter().filter_map(Json::as_str).any(|line| line.contains("(change)") || line.contains("(send)"))
}

/// Whether the expected intent is planned or asked about, and its opposite is not planned.
fn respects_negation(wanted: &str, answer: &Json) -> bool {
    let planned = if has_plan(answer) { answer["intent"].as_str().unwrap_or_default() } else { "" };
    match wanted.split_once(' ').unwrap() {
        ("do", intent) => planned.is_empty() || planned == intent,
        (_, never) => !planned.contains(never),
    }
}

fn seen(answer: &Json) -> String {
    let code = refusal(answer);
    match has_plan(answer) {
        true => format!("{} {}", answer["intent"].as_str().unwrap(), answer["plan"][0]),
        false => code.or(answer["intent"].as_str()).unwrap_or_default().to_string(),
    }
}

fn read(file: &'static str) -> Vec<Line> {
    let text = std::fs::read_to_string(folder().join(format!("{file}.txt"))).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.split('\t').skip(1).map(str::to_string);
            Line { file, wanted: parts.next().unwrap(), said: parts.next().unwrap() }
        })
        .collect()
}
