//! The recorder of the console in a real browser: a person performs a task once on the live picture, and gets
//! its definition.

use lemmascope_sites::{Answer, Server as Pages};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::console::Person;
use crate::desk::Desk;
use crate::serving::Server;

fn page(path: &str) -> Option<Answer> {
    (path == "/order").then(|| Answer::Page(include_str!("recorder/order.html").into()))
}

/// A person at the live picture of a served session.
struct PictureUser<'a> {
    person: Person<'a>,
    served: &'a Desk,
}

impl PictureUser<'_> {
    /// Presses an element of the session's page by clicking its position in the picture.
    fn press(&self, name: &str) {
        let told = self.served.lemmascope(&["observe", "--full", "--json"]);
        let seen: Value = serde_json::from_str(&told.out).unwrap();
        let elements = seen["elements"].as_array().unwrap_or_else(|| panic!("{}", told.out));
        let named = elements.iter().find(|element| element["name"] == name && element["type"] != "text");
        let found = named.unwrap_or_else(|| panic!("{name} is not there: {}", told.out));
        let side = |name: &str| found["box"][name].as_f64().unwrap();
        let (x, y) = (side("x") + side("width") / 2.0, side("y") + side("height") / 2.0);
        // The picture has the resolution of the page. It is hidden for a moment if a new one takes too long.
        let click = format!(
            "const picture = document.getElementById('picture'), box = picture.getBoundingClientRect(); \
             if (picture.hidden || picture.naturalWidth === 0) return 'away'; \
             const place = {{ clientX: box.left + box.width * {x} / picture.naturalWidth, \
             clientY: box.top + box.height * {y} / picture.naturalHeight, bubbles: true }}; \
             document.getElementById('stage').dispatchEvent(new MouseEvent('click', place)); return 'pressed'"
        );
        let presses = |_: &usize| self.person.does(&["execute", &click]).contains("pressed");
        assert!((0..50).find(presses).is_some(), "there is no picture");
    }

    /// Presses a field until it has the focus, because a press during a change of the picture may miss it.
    fn focuses(&self, name: &str) {
        let has_focus = |_: usize| {
            let seen = self.served.lemmascope(&["observe"]).out;
            seen.lines().any(|line| line.contains(name) && line.contains("focused"))
        };
        let takes_focus = |_: usize| {
            self.press(name);
            (0..20).any(has_focus)
        };
        assert!((0..5).any(takes_focus), "{name} does not take the focus");
    }

    fn types(&self, text: &str) {
        self.person.does(&["focus", "#stage"]);
        for key in text.chars() {
            let key = if key == ' ' { "space".to_string() } else { key.to_string() };
            self.person.does(&["press", &key]);
        }
    }

    fn presses(&self, key: &str) {
        self.person.does(&["focus", "#stage"]);
        self.person.does(&["press", key]);
    }

    /// Waits until the recorded steps contain this text.
    fn wait_for_step(&self, step: &str) {
        self.person.wait_for_text("#recorded-steps", step);
    }
}

#[test]
fn recorded_page_actions_become_a_definition() {
    let runtime = Runtime::new().unwrap();
    let pages = runtime.block_on(Pages::start(page)).unwrap();
    let (served, own) = (Desk::new(), Desk::new());
    served.with_time();
    own.with_time();
    let server = Server::start(&served);
    let person = Person { desk: &own };
    person.does(&["goto", &format!("http://{}/", server.address)]);
    person.does(&[&format!("type Token \"{}\"", server.token)]);
    person.does(&["click", "Sign in"]);
    person.sends(&format!("goto {}", pages.url("/order")), "Place the order");
    // The button appears with the first picture.
    person.wait_for_text(".session-head", "Record");
    person.does(&["click", "Record"]);
    person.wait_for_text("#recording", "Carry the task out once");

    let hands = PictureUser { person, served: &served };
    hands.focuses("Your name");
    hands.wait_for_step("click");
    hands.types("ann b");
    hands.wait_for_step("$who");
    hands.focuses("Password");
    hands.types("hunter2");
    hands.wait_for_step("$pin");
    hands.focuses("Color");
    hands.presses("arrowdown");
    hands.presses("enter");
    hands.wait_for_step("$color");
    hands.press("It is a gift");
    hands.wait_for_step("check");
    hands.press("Subscribe to the newsletter");
    hands.wait_for_step("newsletter");
    hands.press("Place the order");
    hands.wait_for_step("Place the order");
    let page = served.lemmascope(&["text"]).out;
    assert!(page.contains("ann b ordered a Green mug as a gift, with 7 secret characters"), "{page}");

    // The typed text becomes a parameter, and the secret is not recorded.
    hands.person.does(&["click", "Stop and edit"]);
    hands.person.wait_for_text(".fault-list", "No faults");
    let source = hands.person.does(&["execute", "return document.querySelector('textarea.source').value"]);
    for part in ["ann b", "Green", "$who", "$pin", "$color", "It is a gift", "Place the order"] {
        assert!(source.contains(part), "{part} is not in {source}");
    }
    assert!(!source.contains("hunter2") && !source.contains("arrowdown"), "{source}");
    // The person names, checks and saves the definition, which then repeats the task with other values.
    let named = "const source = document.querySelector('textarea.source'); \
                 source.value = source.value.replace(/^intent: .*/, 'intent: order_mug'); \
                 source.dispatchEvent(new Event('input', { bubbles: true })); return true";
    hands.person.does(&["execute", named]);
    hands.person.wait_for_text(".fault-list", "No faults");
    hands.person.does(&["click", "Define in this session"]);
    hands.person.wait_for_text(".editor", "order_mug is defined");
    let again = |values: Value| {
        served.lemmascope(&["goto", &pages.url("/order")]);
        let body = json!({"parameters": values}).to_string();
        let (_, answer) = server.ask("POST", "/v1/intents/order_mug", &server.token, &body);
        (answer, served.lemmascope(&["text"]).out)
    };
    let (answer, page) = again(json!({"pin": "1234"}));
    assert!(page.contains("ann b ordered a Green mug as a gift, with 4 secret"), "{answer} {page}");
    let (answer, page) = again(json!({"pin": "12345", "who": "Cy", "color": "Blue"}));
    assert!(page.contains("Cy ordered a Blue mug as a gift, with 5 secret"), "{answer} {page}");
    let (answer, _) = again(json!({}));
    assert!(answer.contains("MISSING") && answer.contains("pin"), "{answer}");
}

#[test]
fn recording_of_commands_omits_undone_ones() {
    let desk = Desk::new();
    desk.without_browser();
    let told = desk.lemmascope(&["learn", "record", "stop"]);
    assert!(told.code != 0 && told.out.contains("not being recorded"), "{}", told.out);
    desk.lemmascope(&["learn", "record"]);
    for line in [
        &["files.create_folder", "reports"][..],
        &["files.create_folder", "mistake"],
        &["undo"],
        &["files.create_file", "reports/a.txt", "hello"],
    ] {
        let done = desk.lemmascope(line);
        assert_eq!(done.code, 0, "{line:?}: {}", done.out);
    }
    let shown = desk.lemmascope(&["learn", "record", "show"]).out;
    assert!(shown.contains("1. files.create_folder") && !shown.contains("mistake"), "{shown}");
    let stopped = desk.lemmascope(&["learn", "record", "stop", "set_up"]).out;
    assert!(stopped.starts_with("ok learn record stop set_up"), "{stopped}");
    std::fs::remove_dir_all(desk.work().join("reports")).unwrap();
    let again = desk.lemmascope(&["set_up"]);
    assert_eq!(again.code, 0, "{}", again.out);
    assert_eq!(std::fs::read_to_string(desk.work().join("reports/a.txt")).unwrap().trim(), "hello");
}
