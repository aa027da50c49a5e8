//! Questions about figures in plain sentences, for files whose figures another program has computed.
//!
//! `figures/make.py` generates the files, and `figures/answers.py` computes the answers in
//! `figures/sentences.txt` with pandas. Each sentence is sent in a separate session. `missed_figures.txt`
//! lists the unanswered ones. No answer may be wrong.

use serde_json::{Value as Json, json};

use super::{compare, folder};
use crate::desk::Desk;

/// The required fraction of correct answers.
const RIGHT: f64 = 0.96;
/// The relative tolerance for equal figures.
const TOLERANCE: f64 = 1e-5;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Verdict {
    Right,
    /// The answer contains a wrong figure.
    Wrong,
    /// The answer is a question or a refusal.
    Unanswered,
}

#[test]
fn figures_are_correct_or_rejected() {
    let mut desk = Desk::new();
    desk.know("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere".into());
    desk.without_browser();
    for entry in std::fs::read_dir(folder().join("figures")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "csv") {
            std::fs::copy(&path, desk.work().join(path.file_name().unwrap())).unwrap();
        }
    }
    let text = std::fs::read_to_string(folder().join("figures/sentences.txt")).unwrap();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    assert!(lines.len() > 400, "{}", lines.len());
    let (mut right, mut missed) = (0, String::new());
    for (number, line) in lines.iter().enumerate() {
        let &[_, said, wanted] = line.as_slice() else { panic!("{line:?}") };
        let session = format!("s{number}");
        let done = desk.lemmascope(&["--session", &session, "--json", "say", said]);
        let answer: Json = serde_json::from_str(&done.out).unwrap_or_default();
        match judge(&answer, wanted) {
            Verdict::Right => right += 1,
            verdict => {
                let mut read = answer["reading"]["parameters"].clone();
                if let Some(fields) = read.as_object_mut() {
                    fields.remove("path");
                }
                missed.push_str(&format!("{verdict:?}\t{said}\t{wanted}\t{read}\n").to_lowercase());
            }
        }
    }
    let wrong = missed.lines().filter(|line| line.starts_with("wrong")).count();
    let told = format!("{right} of {} right, {wrong} wrong", lines.len());
    compare("missed_figures.txt", &missed, &told);
    assert!(f64::from(right) >= RIGHT * lines.len() as f64 && wrong == 0, "{told}");
}

/// Compares an answer with the expected figures: several are separated by semicolons, those of groups and
/// rows follow their names. `ask` and `refuse` expect none.
fn judge(answer: &Json, wanted: &str) -> Verdict {
    let result = &answer["result"];
    let is_told = answer["status"] == "ok" && (result.is_object() || result.is_array());
    match wanted {
        "ask" | "refuse" if is_told => Verdict::Wrong,
        "ask" | "refuse" => Verdict::Right,
        _ if !is_told => Verdict::Unanswered,
        // The answer to "how many columns" is the list of columns.
        _ if result.as_array().is_some_and(|it| it.len().to_string() == wanted) => Verdict::Right,
        _ if is_same(result, wanted) => Verdict::Right,
        _ => Verdict::Wrong,
    }
}

fn is_same(result: &Json, wanted: &str) -> bool {
    let wanted: Vec<&str> = wanted.split("; ").collect();
    let figures = ["figures", "columns"].iter().find_map(|it| result[it].as_array());
    let figures: Vec<Json> = figures.cloned().unwrap_or_else(|| vec![result.clone()]);
    let mut told: Vec<(Option<String>, Json)> = Vec::new();
    for figure in &figures {
        let named = |list: &str, name: &str, value: &str| -> Vec<(Option<String>, Json)> {
            let items = figure[list].as_array().cloned().unwrap_or_default();
            items.iter().map(|it| (Some(shown(&it[name])), it[value].clone())).collect()
        };
        let lists = [
            named("groups", "key", "value"),
            named("found", "name", "value"),
            named("values", "value", "rows"),
        ];
        match lists.into_iter().find(|list| !list.is_empty()) {
            Some(list) => told.extend(list),
            None => told.push((None, figure["value"].clone())),
        }
    }
    let is_named = wanted.iter().all(|it| it.contains('='));
    if is_named {
        let split: Vec<(&str, &str)> = wanted.iter().map(|it| it.rsplit_once('=').unwrap()).collect();
        let has = |(name, figure): &(&str, &str)| {
            told.iter().any(|(key, value)| key.as_deref() == Some(*name) && is_near(value, figure))
        };
        // Of the most frequent values, the first is the answer.
        let is_first = split.len() == 1 && told.first().is_some_and(|it| it.0.as_deref() == Some(split[0].0));
        return split.iter().all(has) && (told.len() == split.len() || is_first);
    }
    let names: Vec<String> = told.iter().filter_map(|it| it.0.clone()).collect();
    let is_list = names.len() == wanted.len() && wanted.iter().all(|it| names.iter().any(|name| name == it));
    let are_near =
        told.len() == wanted.len() && told.iter().zip(&wanted).all(|(it, wanted)| is_near(&it.1, wanted));
    is_list
        || (names.is_empty() && are_near)
        || (wanted.len() == 1 && names.len() == 1 && is_near(&json!(names[0]), wanted[0]))
}

fn shown(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

fn is_near(value: &Json, wanted: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    match (number(&shown(value)), number(wanted)) {
        (Some(one), Some(other)) => (one - other).abs() <= TOLERANCE * one.abs().max(other.abs()),
        _ => shown(value) == wanted,
    }
}
