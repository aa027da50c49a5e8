//! Conversations about the cards of a board, executed for real.
//!
//! `talk/board.txt` was written before the reader was looked at. Each conversation is held on a separate board, which another
//! session looks at after each sentence; what is expected holds of the board then. `missed_board.txt` says what goes otherwise.

use serde_json::Value as Json;

use super::{compare, folder};
use crate::desk::Desk;

/// So many of all sentences have to go as they are meant.
const RIGHT: f64 = 0.75;

/// The cards that there are, each with its column.
const CARDS: [(&str, &str); 7] = [
    ("Fix login bug", "Backlog"),
    ("Improve search", "Backlog"),
    ("Write the docs", "Ready"),
    ("Página inicial", "Ready"),
    ("Enviar convites", "Backlog"),
    ("Upgrade database", "Work in progress"),
    ("Design logo", "Done"),
];

#[test]
fn board_conversations_match_expected_outcomes() {
    let (mut missed, mut harm) = (String::new(), Vec::new());
    let (mut right, mut all) = (0, 0);
    for turns in read() {
        let mut before = Vec::new();
        for ((said, wanted), turn) in turns.iter().zip(held(&turns)) {
            let before = std::mem::replace(&mut before, turn.cards.clone());
            let before = if before.is_empty() { turn.first.clone() } else { before };
            let is_right = wanted.split(" ; ").all(|part| turn.is(part, &before));
            all += 1;
            right += u32::from(is_right);
            if !is_right {
                missed.push_str(&format!("{said}\t{wanted}\t{}\n", turn.seen(&before)));
            }
            if matches!(wanted.as_str(), "asks" | "nothing" | "shows") && turn.cards != before {
                harm.push(format!("{said}: {}", turn.seen(&before)));
            }
        }
    }
    compare("missed_board.txt", &missed, &format!("{right} of {all} as they are meant"));
    assert!(harm.is_empty(), "something was changed that nobody asked for: {harm:#?}");
    assert!(f64::from(right) >= RIGHT * f64::from(all), "{right} of {all}");
}

/// What came of a sentence.
struct Turn {
    answer: Json,
    /// The cards before the conversation, and after the sentence.
    first: Vec<Json>,
    cards: Vec<Json>,
}

/// Holds a conversation on a new board.
fn held(turns: &[(String, String)]) -> Vec<Turn> {
    let desk = Desk::new();
    desk.without_browser();
    for (title, column) in CARDS {
        desk.lemmascope(&["--session", "look", "board", "add", title, "--column", column]);
    }
    let shown = || cards(&answer(&desk, &["--session", "look", "--json", "board", "export"]));
    let first = shown();
    assert_eq!(first.len(), CARDS.len());
    let turn = |(said, _): &(String, String)| {
        let answer = answer(&desk, &["--session", "talk", "--json", "say", said]);
        Turn { answer, first: first.clone(), cards: shown() }
    };
    turns.iter().map(turn).collect()
}

fn answer(desk: &Desk, arguments: &[&str]) -> Json {
    serde_json::from_str(&desk.lemmascope(arguments).out).unwrap_or_default()
}

/// The cards of a board that was shown, without those that are deleted, and without times.
fn cards(shown: &Json) -> Vec<Json> {
    let cards = shown["result"]["cards"].as_array().cloned().unwrap_or_default();
    let mut cards: Vec<Json> = cards.into_iter().filter(|card| card["deleted"] == false).collect();
    cards.sort_by_key(|card| card["id"].as_u64());
    cards
}

impl Turn {
    /// Whether an expectation holds.
    fn is(&self, wanted: &str, before: &[Json]) -> bool {
        let is_ok = self.answer["status"] == "ok";
        match wanted {
            "asks" => return !is_ok && self.cards == before,
            "nothing" => return self.cards == before,
            "shows" => return is_ok && self.cards == before,
            _ => {}
        }
        let card = |title: &str| self.cards.iter().find(|card| card["title"] == title);
        if let Some(count) = wanted.strip_prefix("cards ") {
            return self.cards.len() == count.parse::<usize>().unwrap();
        }
        if let Some(title) = wanted.strip_suffix(" gone") {
            return card(title).is_none();
        }
        let holds = |part: &str, is: &dyn Fn(&Json, &str) -> bool| {
            wanted.split_once(part).map(|(title, value)| card(title).is_some_and(|card| is(card, value)))
        };
        let text = |name: &'static str| {
            move |card: &Json, value: &str| {
                card[name].as_str().unwrap_or_default().to_lowercase().contains(&value.to_lowercase())
            }
        };
        let found = holds(" @ ", &|card, value| card["column"] == value)
            .or_else(|| holds(" assigned ", &text("assignee")))
            .or_else(|| holds(" priority ", &text("priority")))
            .or_else(|| holds(" described ", &text("description")))
            .or_else(|| holds(" labelled ", &|card, value| card["labels"].to_string().contains(value)))
            .or_else(|| holds(" commented ", &|card, value| card["comments"].to_string().contains(value)));
        found.unwrap_or_else(|| panic!("{wanted}"))
    }

    /// What was answered, and what was changed.
    fn seen(&self, before: &[Json]) -> String {
        let name = |card: &Json| {
            format!(
                "{} {} @ {}",
                card["id"],
                card["title"].as_str().unwrap(),
                card["column"].as_str().unwrap()
            )
        };
        let changed = self.cards.iter().filter(|card| !before.contains(card)).map(name);
        let gone = before.iter().filter(|card| !self.cards.iter().any(|it| it["id"] == card["id"]));
        let changed: Vec<String> = changed.chain(gone.map(|card| format!("{} gone", card["id"]))).collect();
        let answered = self.answer["code"].as_str().or(self.answer["intent"].as_str()).unwrap_or_default();
        format!("{} {answered} {}", self.answer["status"].as_str().unwrap_or_default(), changed.join(", "))
            .trim()
            .to_string()
    }
}

fn read() -> Vec<Vec<(String, String)>> {
    let text = std::fs::read_to_string(folder().join("talk/board.txt")).unwrap();
    let mut talks: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix("> ") {
            Some(said) => talks.last_mut().unwrap().push((said.into(), String::new())),
            None if line.trim().is_empty() => talks.push(Vec::new()),
            None => talks.last_mut().unwrap().last_mut().unwrap().1 = line.trim().into(),
        }
    }
    talks.retain(|talk| !talk.is_empty());
    talks
}
