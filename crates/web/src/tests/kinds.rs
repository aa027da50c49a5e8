//! Tests that a verb refuses an element of the wrong kind without changing it.

use lemmascope_intent::Cause;
use serde_json::{Value as Json, json};

use crate::testing::perform;

const PAGE: &str = "<!doctype html><body><form onsubmit='return false' id=f>
<button id=button type=button>Button</button> <a id=link href=#followed>Link</a> <input id=submit type=submit value=Send>
<input id=checkbox type=checkbox aria-label=Box> <input id=radio type=radio aria-label=Radio name=r>
<input id=text aria-label=Text value=before> <textarea id=area aria-label=Area>before</textarea>
<select id=list aria-label=List><option>One<option>Two</select> <input id=file type=file aria-label=File>
<div id=tab role=tab tabindex=0 aria-selected=false>Tab</div> <div id=switch role=switch tabindex=0 aria-checked=false>Switch</div>
<div id=drawn role=button tabindex=0>Drawn</div> <span id=hand style='cursor:pointer' onclick='1'>Hand</span>
<h2 id=heading>Heading</h2> <input id=range type=range aria-label=Range></form>
<script>
  window.seen = [];
  for (const name of ['mousedown', 'click', 'keydown', 'input', 'change', 'submit', 'beforeinput'])
    document.addEventListener(name, (event) => window.seen.push(name + ' ' + event.target.id), true);
</script>";

#[test]
fn verbs_reject_wrong_element_kinds_without_effect() {
    perform(|agent| async move {
        let text = json!({"text": "typed"});
        let none = json!({});
        let one = json!({"value": "Two"});
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        std::fs::write(&file, "x").unwrap();
        let files = json!({"files": file});
        let cases: [(&str, &Json, &[&str]); 6] = [
            (
                "type",
                &text,
                &[
                    "button", "link", "submit", "checkbox", "radio", "list", "file", "tab", "switch",
                    "drawn", "hand", "heading",
                ],
            ),
            (
                "clear",
                &none,
                &[
                    "button", "link", "submit", "checkbox", "radio", "list", "file", "tab", "switch",
                    "drawn", "hand", "heading",
                ],
            ),
            (
                "select",
                &one,
                &[
                    "button", "link", "submit", "checkbox", "radio", "text", "area", "file", "tab", "switch",
                    "drawn", "hand", "heading", "range",
                ],
            ),
            (
                "check",
                &none,
                &[
                    "button", "link", "submit", "text", "area", "list", "file", "tab", "drawn", "hand",
                    "heading", "range",
                ],
            ),
            (
                "uncheck",
                &none,
                &[
                    "button", "link", "submit", "text", "area", "list", "file", "tab", "drawn", "hand",
                    "heading", "range",
                ],
            ),
            ("upload", &files, &["text", "area", "list", "checkbox", "radio", "tab", "switch", "range"]),
        ];
        agent.open(PAGE).await;
        for (verb, given, wrong) in cases {
            for id in wrong {
                let mut arguments = given.clone();
                arguments["target"] = json!({"selector": format!("#{id}")});
                let answer = agent.call(verb, arguments).await;
                let failure = answer.err().unwrap_or_else(|| panic!("{verb} took {id}"));
                assert_eq!(failure.cause, Cause::InvalidParameter, "{verb} {id}: {}", failure.message);
                assert!(failure.hint.is_some(), "{verb} {id}");
                let seen =
                    agent.call("execute", json!({"script": "return window.seen.join()"})).await.unwrap();
                assert_eq!(seen.value.to_string(), "", "{verb} {id}");
            }
        }
        // The right kinds are accepted.
        for (verb, given, right) in [
            ("type", json!({"text": "typed"}), &["text", "area"][..]),
            ("clear", json!({}), &["text", "area"]),
            ("select", json!({"value": "Two"}), &["list"]),
            ("check", json!({}), &["checkbox", "radio"]),
            ("uncheck", json!({}), &["checkbox"]),
            ("type", json!({"text": "70"}), &["range"]),
        ] {
            for id in right {
                let mut arguments = given.clone();
                arguments["target"] = json!({"selector": format!("#{id}")});
                let answer = agent.call(verb, arguments).await;
                assert!(answer.is_ok(), "{verb} {id}: {}", crate::testing::told(&answer));
            }
        }
    });
}
