//! The board page in real browsers, which two engines drive as two persons.

use serde_json::Value;

use crate::console::Person;
use crate::desk::Desk;
use crate::serving::Server;

/// The board on the server.
struct Board<'a>(&'a Server);

impl Board<'_> {
    fn look(&self) -> Value {
        let (status, body) = self.0.ask("GET", "/v1/boards/1", &self.0.token, "");
        assert!(status.contains("200"), "{status} {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// Returns the titles of a column, from the top.
    fn column(&self, title: &str) -> Vec<String> {
        let board = self.look();
        let cards = board["cards"].as_array().unwrap();
        let named = |id: &Value| cards.iter().find(|card| card["id"] == *id).unwrap()["title"].clone();
        let column = board["columns"].as_array().unwrap().iter().find(|it| it["title"] == title).unwrap();
        let ids = column["cards"].as_array().unwrap();
        ids.iter().map(|id| named(id).as_str().unwrap().to_string()).collect()
    }

    /// Polls until a column has these cards.
    fn becomes(&self, title: &str, cards: &[&str]) {
        let is_so = |_: &usize| self.column(title) == cards;
        assert!((0..2000).find(is_so).is_some(), "{title}: {:?}", self.column(title));
    }
}

const BACKLOG: &str = ".column:nth-child(1)";
const READY: &str = ".column:nth-child(2)";
const PROGRESS: &str = ".column:nth-child(3)";
const DONE: &str = ".column:nth-child(4)";

fn opened(person: &Person<'_>, server: &Server) {
    person.does(&["goto", &format!("http://{}/?token={}", server.address, server.token)]);
    person.does(&["goto", &format!("http://{}/board", server.address)]);
    person.does(&["wait", "exists", DONE]);
    person.wait_for_text(DONE, "Nothing is done yet");
}

#[test]
fn two_browser_windows_edit_one_board() {
    let (served, own, theirs) = (Desk::new(), Desk::new(), Desk::new());
    for desk in [&served, &own, &theirs] {
        desk.with_time();
    }
    let server = Server::start(&served);
    let board = Board(&server);
    let (person, other) = (Person { desk: &own }, Person { desk: &theirs });
    opened(&person, &server);
    opened(&other, &server);

    // A card is created at the end of a column, and appears in the other window.
    person.does(&["click", ".column:nth-child(1) .add"]);
    person.does(&["type", ".quick-add textarea", "Learn to whistle", "--enter"]);
    other.wait_for_text(BACKLOG, "Learn to whistle");
    // So do changes by the shell, and by a separate process on the same database.
    served.lemmascope(&["board", "add", "Auth tests", "--column", "Ready"]);
    other.wait_for_text(READY, "Auth tests");
    served.lemmascope(&["--foreground", "board", "add", "Auth flow", "--column", "Ready"]);
    person.wait_for_text(READY, "Auth flow");

    // Drag and drop: to another column, and to another place in the same one.
    person.does(&["drag", ".card[data-card='1']", "to", ".column:nth-child(3) .column-head"]);
    board.becomes("Work in progress", &["Learn to whistle"]);
    other.wait_for_text(PROGRESS, "Learn to whistle");
    person.does(&["drag", ".card[data-card='3']", "to", ".column:nth-child(2) .column-head"]);
    board.becomes("Ready", &["Auth flow", "Auth tests"]);

    // The details of a card: input is saved when the field loses the focus.
    person.does(&["click", ".card[data-card='1'] .card-title"]);
    person.does(&["type", "#card-description", "With two fingers"]);
    person.does(&["type", "#card-comment", "It takes a week."]);
    person.does(&["press", "control+enter"]);
    person.wait_for_text("#card-dialog", "It takes a week.");
    other.wait_for_text(".card[data-card='1'] .card-foot", "1");
    assert_eq!(board.look()["cards"].as_array().unwrap()[2]["description"], "With two fingers");
    person.does(&["press", "escape"]);

    // Input is kept while others change the same card. The outdated edit is rejected, and both versions are
    // shown.
    other.does(&["focus", ".card[data-card='1'] .card-title"]);
    other.does(&["press", "f2"]);
    other.does(&["type", ".card-rename", "Whistle loudly"]);
    person.does(&["focus", ".card[data-card='1'] .card-title"]);
    person.does(&["press", "f2"]);
    person.does(&["type", ".card-rename", "Whistle softly", "--enter"]);
    board.becomes("Work in progress", &["Whistle softly"]);
    other.does(&["press", "enter"]);
    other.wait_for_text("#notices", "Nothing was overwritten");
    other.wait_for_text("#notices", "Whistle loudly");
    board.becomes("Work in progress", &["Whistle softly"]);
    other.does(&["click", "#notices .quiet"]);
    board.becomes("Work in progress", &["Whistle loudly"]);
    person.wait_for_text(PROGRESS, "Whistle loudly");

    // A sentence leads to a question, which a button answers.
    person.does(&["click", "#chat-toggle"]);
    person.does(&["type", "#message", "move auth to Done", "--enter"]);
    person.wait_for_text("#conversation", "Which one do you mean");
    person.does(&["click", ".suggestions button:nth-child(1)"]);
    person.wait_for_text("#conversation", "Moved 'Auth flow' to Done.");
    board.becomes("Done", &["Auth flow"]);
    other.wait_for_text(DONE, "Auth flow");

    // Undo and redo.
    person.does(&["click", "#undo"]);
    board.becomes("Done", &[]);
    person.does(&["click", "#redo"]);
    board.becomes("Done", &["Auth flow"]);
    person.does(&["click", "#undo"]);
    board.becomes("Ready", &["Auth flow", "Auth tests"]);

    // Keys move a card, and its new position is announced.
    person.does(&["click", "#chat-close"]);
    person.does(&["focus", ".card[data-card='2'] .card-title"]);
    person.does(&["press", "space"]);
    person.does(&["press", "right"]);
    person.wait_for_text("#announcements", "Work in progress, 2 of 2");
    person.does(&["press", "up"]);
    assert_eq!(board.column("Ready"), ["Auth flow", "Auth tests"]);
    person.does(&["press", "space"]);
    board.becomes("Work in progress", &["Auth tests", "Whistle loudly"]);
    person.wait_for_text("#announcements", "Moved 'Auth tests' to Work in progress.");

    // The filter hides exactly the cards that do not match.
    person.does(&["type", "#filter-text", "whistle"]);
    person.wait_for_text("#filter-count", "1 card");
    person.wait_for_text(READY, "No card matches the filter");
}
