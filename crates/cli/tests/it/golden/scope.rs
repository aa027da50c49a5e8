//! Sentences whose restrictions, exclusions and second requests decide what may be done, executed for real on a board and on
//! files.
//!
//! `scope/developed.txt` and `scope/kept.txt` were written before the code, and the second one was kept aside until the code
//! was written. `missed_scope.txt` has what goes otherwise.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::talk::furnish;
use super::{compare, folder, refusal};
use crate::desk::Desk;

/// The required fraction of sentences that go as they are meant.
const RIGHT: f64 = 0.9;

/// The commands that create the cards.
const SETUP: &str = "board column add Review
board add \"Fix login bug\" --column Backlog --assignee Ana --label bug --priority high
board add \"Search page\" --column Backlog --assignee Marta
board add \"Write the docs\" --column Ready --assignee Ana --day 2020-01-10
board add \"Upgrade database\" --column \"Work in progress\" --assignee Bob --label bug
board add \"Corrigir login\" --column Review --assignee Ana
board add \"Design logo\" --column Done --assignee Marta
board add Checkout --column Backlog --label urgent
board add \"Página inicial\" --column Ready --day 2020-01-10
";

/// What there is: the cards by number, and the names of the files.
#[derive(Clone, PartialEq)]
struct State {
    cards: BTreeMap<u64, Json>,
    files: BTreeSet<String>,
}

#[test]
fn requests_keep_to_their_scope() {
    let (mut missed, mut harm) = (String::new(), Vec::new());
    let (mut right, mut all) = (0, 0);
    let mut kept: Option<(Desk, State)> = None;
    let talks =
        ["developed", "kept"].into_iter().flat_map(|file| read(file).into_iter().map(move |it| (file, it)));
    for (number, (file, turns)) in talks.enumerate() {
        let (desk, first) = kept.take().unwrap_or_else(|| {
            let desk = furnished();
            let state = State::of(&desk);
            (desk, state)
        });
        let mut before = first.clone();
        for (said, wanted) in turns {
            let done = desk.lemmascope(&["--session", &format!("talk{number}"), "--json", "say", &said]);
            let answer: Json = serde_json::from_str(&done.out).unwrap_or_default();
            let turn = Turn { answer, now: State::of(&desk), before };
            let is = |parts: &str| parts.split(" ; ").all(|part| turn.is(part.trim()));
            let is_right = wanted.split(" | ").any(is);
            all += 1;
            right += u32::from(is_right);
            if !is_right {
                missed.push_str(&format!("{file}\t{said}\t{wanted}\t{}\n", turn.seen()));
            }
            if wanted.starts_with("asks") && !wanted.contains(" | ") && turn.now != turn.before {
                harm.push(format!("{said}: {}", turn.seen()));
            }
            before = turn.now;
        }
        // Conversations that change nothing share what there is.
        kept = (before == first).then_some((desk, first));
    }
    compare("missed_scope.txt", &missed, &format!("{right} of {all} as they are meant"));
    assert!(harm.is_empty(), "something was changed that nobody asked for: {harm:#?}");
    assert!(f64::from(right) >= RIGHT * f64::from(all), "{right} of {all}");
}

fn furnished() -> Desk {
    let mut desk = Desk::new();
    desk.know("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere".into());
    desk.without_browser();
    furnish(&desk.work());
    let done = desk.feed(&["run", "-"], SETUP);
    assert_eq!(done.code, 0, "{done:?}");
    desk
}

impl State {
    fn of(desk: &Desk) -> Self {
        let shown = desk.lemmascope(&["--session", "look", "--json", "board", "export"]);
        let shown: Json = serde_json::from_str(&shown.out).unwrap();
        let cards = shown["result"]["cards"].as_array().cloned().unwrap_or_default().into_iter();
        let cards = cards.filter(|card| card["deleted"] == false);
        let mut files = BTreeSet::new();
        let mut folders = vec![desk.work()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                files.insert(path.strip_prefix(desk.work()).unwrap().display().to_string());
                folders.extend(path.is_dir().then_some(path));
            }
        }
        Self { cards: cards.map(|card| (card["id"].as_u64().unwrap(), card)).collect(), files }
    }
}

/// What came of a sentence.
struct Turn {
    answer: Json,
    before: State,
    now: State,
}

impl Turn {
    /// Whether a part of an expectation holds.
    fn is(&self, wanted: &str) -> bool {
        let (is_ok, is_same) = (self.answer["status"] == "ok", self.now == self.before);
        let is_asked = self.answer["status"] == "ask" || refusal(&self.answer).is_some();
        let (first, rest) = wanted.split_once(' ').unwrap_or((wanted, ""));
        let numbers = || rest.split(' ').filter_map(|it| it.parse::<u64>().ok()).collect::<Vec<u64>>();
        match first {
            "asks" => return is_asked && is_same,
            "asks:" => return is_asked && is_same && self.answer.to_string().contains(rest),
            "shows" => return is_ok && is_same,
            "lists" => return is_ok && is_same && self.listed() == Some(numbers()),
            "searches" => {
                let actions = self.answer["plan_graph"]["actions"].as_array().map_or(1, Vec::len);
                return self.answer["reading"]["parameters"]["query"] == rest && actions == 1;
            }
            "gone" => {
                return self.gone() == numbers() && self.changed().is_empty() && self.created().is_empty();
            }
            "changed" => {
                return self.changed() == numbers() && self.gone().is_empty() && self.created().is_empty();
            }
            "created" => {
                let mut titles: Vec<&str> = rest.split(", ").collect();
                titles.sort_unstable();
                return self.created() == titles && self.gone().is_empty();
            }
            "has" => return self.now.files.contains(rest),
            "lacks" => return !self.now.files.contains(rest),
            _ => {}
        }
        let (card, value) = wanted.split_once('=').unwrap_or_else(|| panic!("{wanted}"));
        let (card, field) = card.rsplit_once(' ').unwrap();
        let is_card = |it: &&Json| it["title"] == card || format!("#{}", it["id"]) == card;
        let text = |it: &Json| it[field].as_str().unwrap_or_default().to_lowercase();
        self.now.cards.values().find(is_card).is_some_and(|it| text(it) == value.to_lowercase())
    }

    /// The cards that a listing shows.
    fn listed(&self) -> Option<Vec<u64>> {
        let result = &self.answer["result"];
        let own = result["columns"].as_array();
        let of_goals =
            || result.as_object().map(|goals| goals.values().filter_map(|it| it["columns"].as_array()));
        let columns: Vec<&Json> = match own {
            Some(columns) => columns.iter().collect(),
            None => of_goals()?.flatten().collect(),
        };
        let cards = columns.into_iter().filter_map(|it| it["cards"].as_array()).flatten();
        let mut cards: Vec<u64> = cards.filter_map(|card| card["id"].as_u64()).collect();
        cards.sort_unstable();
        Some(cards)
    }

    fn gone(&self) -> Vec<u64> {
        self.before.cards.keys().filter(|id| !self.now.cards.contains_key(id)).copied().collect()
    }

    fn changed(&self) -> Vec<u64> {
        let is_changed = |(id, card): &(&u64, &Json)| self.before.cards.get(id).is_some_and(|it| it != *card);
        self.now.cards.iter().filter(is_changed).map(|(id, _)| *id).collect()
    }

    fn created(&self) -> Vec<&str> {
        let new = self.now.cards.iter().filter(|(id, _)| !self.before.cards.contains_key(id));
        let mut titles: Vec<&str> = new.filter_map(|(_, card)| card["title"].as_str()).collect();
        titles.sort_unstable();
        titles
    }

    /// What was answered, and what was changed.
    fn seen(&self) -> String {
        let code = self.answer["code"].as_str().or(self.answer["intent"].as_str()).unwrap_or_default();
        let status = self.answer["status"].as_str().unwrap_or_default();
        let files: Vec<&String> = self.now.files.symmetric_difference(&self.before.files).collect();
        let listed = self.listed().map(|it| format!(" lists {it:?}")).unwrap_or_default();
        format!(
            "{status} {code}{listed} changed {:?} gone {:?} created {:?} files {files:?}",
            self.changed(),
            self.gone(),
            self.created()
        )
    }
}

/// The conversations of a file: sentences, each with what is expected.
fn read(file: &str) -> Vec<Vec<(String, String)>> {
    let text = std::fs::read_to_string(folder().join("scope").join(format!("{file}.txt"))).unwrap();
    let mut talks: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for line in text.lines().filter(|line| !line.starts_with("# ") && *line != "#") {
        match line.strip_prefix("> ") {
            Some(said) => talks.last_mut().unwrap().push((said.into(), String::new())),
            None if line.trim().is_empty() => talks.push(Vec::new()),
            None => talks.last_mut().unwrap().last_mut().unwrap().1 = line.trim().into(),
        }
    }
    talks.retain(|talk| !talk.is_empty());
    talks
}
