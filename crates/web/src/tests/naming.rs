//! Tests targets by name.

use lemmascope_intent::Cause;
use serde_json::json;

use crate::testing::{perform, told};

const MARK: &str = "onclick='event.stopPropagation(); document.title = this.id || this.textContent'";

#[test]
fn resolves_target_by_id_or_name_attribute_last() {
    perform(|agent| async move {
        agent
            .open(
                "<form><label>Voucher <input id=coupon-code></label><input name=zipCode placeholder='12345'>
                 <button data-testid=apply-it type=button>OK</button></form><p>An apply-it text</p>",
            )
            .await;
        for (wanted, id) in
            [("coupon-code", "id"), ("coupon_code", "id"), ("Coupon code", "id"), ("zipcode", "name")]
        {
            let typed = agent.call("type", json!({"target": {"text": wanted}, "text": "x"})).await;
            assert!(typed.is_ok(), "{wanted}: {}", told(&typed));
            let notes = told(&typed);
            assert!(notes.contains(&format!("is the {id} of [")), "{wanted}: {notes}");
        }
        // A visible name takes precedence.
        agent.open("<input id=total aria-label=Sum><label>Total <input id=other></label>").await;
        let typed = agent.call("type", json!({"target": {"text": "total"}, "text": "x"})).await.unwrap();
        let said = told(&Ok(typed));
        assert!(!said.contains("note:"), "{said}");
        let read = agent.call("execute", json!({"script": "return other.value"})).await.unwrap();
        assert_eq!(read.value.to_string(), "x");
    });
}

#[test]
fn prefers_whole_name_over_partial_match() {
    perform(|agent| async move {
        for (page, wanted, clicked) in [
            (
                format!(
                    "<div id=box {MARK} style='cursor:pointer;width:300px'><span {MARK}>Reply</span> <span {MARK}>Forward</span></div>"
                ),
                "Reply",
                "Reply",
            ),
            (
                format!(
                    "<div id=box {MARK} style='cursor:pointer;width:300px'><span {MARK}>Reply</span> <span {MARK}>Forward</span></div>"
                ),
                "Forward",
                "Forward",
            ),
            (format!("<button {MARK}>Submit</button><div {MARK}>s</div>"), "s", "s"),
            (
                format!("<button {MARK}>-1</button><button {MARK}>1</button><button {MARK}>11</button>"),
                "1",
                "1",
            ),
            (
                format!(
                    "<button {MARK}>10</button><button {MARK}>1.0</button><button {MARK}>Page 1 of 2</button>"
                ),
                "1",
                "Page 1 of 2",
            ),
            (format!("<a href=# {MARK}>Save and close</a><a href=# {MARK}>Save</a>"), "save", "Save"),
        ] {
            agent.open(&page).await;
            let got = agent.call("click", json!({"target": {"text": wanted}})).await;
            assert!(got.is_ok(), "{wanted} on {page}: {}", told(&got));
            let read = agent.call("execute", json!({"script": "return document.title"})).await.unwrap();
            assert_eq!(read.value.to_string(), clicked, "{wanted} on {page}");
        }
        agent.open("<button>Submit</button><button>12</button>").await;
        for none in ["s", "1", "b"] {
            let got = agent.call("click", json!({"target": {"text": none}, "timeout": "300ms"})).await;
            assert_eq!(got.unwrap_err().cause, Cause::TargetNotFound, "{none}");
        }
    });
}

#[test]
fn every_listed_role_resolves_as_target() {
    perform(|agent| async move {
        agent
            .open(
                "<nav aria-label=Pages><a href=#1 rel=prev>«</a> <a href=#2>2</a> <a href=#3 rel=next>»</a></nav>
                 <div role=dialog aria-label=Offer><button aria-label='Dismiss this'>×</button><button>No, thanks</button></div>
                 <label>How many <input type=number name=qty></label><button title='Remove the item'>🗑</button>",
            )
            .await;
        let lines = agent.call("observe", json!({})).await.unwrap().view.unwrap().lines;
        let mut tried = 0;
        for line in &lines {
            let Some((id, rest)) = line.split_once("] ") else { continue };
            let kind = rest.split(' ').next().unwrap_or_default();
            let Some((_, role)) = kind.split_once('/') else { continue };
            let found = agent.call("box", json!({"target": {"text": role}})).await;
            let said = told(&found);
            assert!(said.contains(&format!("{id}]")), "{role} of {line}: {said}");
            tried += 1;
        }
        assert!(tried >= 4, "{lines:?}");
    });
}

#[test]
fn similar_words_of_other_meaning_assign_no_role() {
    perform(|agent| async move {
        agent
            .open(
                "<html lang=en><form><label>Genre <select><option>Rock<option>Jazz</select></label>
                 <label>Last reward <input></label><label>First visit <input></label><label>Middle lane <input></label></form>
                 <form><label>Gender <select><option>Male<option>Female</select></label>
                 <label>Last name <input></label><label>First <input></label><label>Last <input></label></form>",
            )
            .await;
        let lines = agent.call("observe", json!({})).await.unwrap().view.unwrap().lines.join("\n");
        for (label, role) in [
            ("Genre", "gender"),
            ("Last reward", "last_name"),
            ("First visit", "first_name"),
            ("Middle lane", "middle_name"),
        ] {
            assert!(!lines.contains(&format!("/{role} \"{label}\"")), "{lines}");
        }
        for (label, role) in
            [("Gender", "gender"), ("Last name", "last_name"), ("First", "first_name"), ("Last", "last_name")]
        {
            assert!(lines.contains(&format!("/{role} \"{label}\"")), "{lines}");
        }
    });
}
