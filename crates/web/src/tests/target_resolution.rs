//! Tests which element a target resolves to, on real pages.

use std::sync::Arc;

use lemmascope_intent::{Cause, Context, Value};
use serde_json::{Value as Json, json};

use crate::testing::{Agent, perform};

/// Returns the description of the element that a target resolves to.
async fn meant(agent: &Agent, target: Json) -> String {
    match agent.call("box", json!({ "target": target })).await {
        Ok(outcome) => outcome.line.unwrap_or_default().trim_start_matches("box ").to_string(),
        Err(failure) => format!("{:?}: {}", failure.cause, failure.message),
    }
}

#[test]
fn resolves_targets_by_text_role_pattern_and_id() {
    perform(|agent| async move {
        agent.visit("shop", "/p/boston-fern").await;
        for (target, wanted) in [
            (json!("Add to cart"), "[21] \"Add to cart\""),
            (json!("add TO cart"), "[21] \"Add to cart\""),
            (json!({"role": "search"}), "[2] \"Search\""),
            (json!({"role": "quantity"}), "[19] \"Quantity\""),
            (json!({"role": "select", "text": "Colour"}), "[17] \"Colour\""),
            (json!({"pattern": "product_page.buy_now"}), "[22] \"Buy now\""),
            (
                json!({"pattern": "cart_summary.checkout", "fallback": {"text": "Buy now"}}),
                "[22] \"Buy now\"",
            ),
            (
                json!({"text_contains": ["wish list", "wishlist"], "role": "button"}),
                "[23] \"♡ Add to wishlist\"",
            ),
            (json!({"id": 20}), "[20] \"One more\""),
            (json!({"text": "House plants", "inside": {"role": "footer"}}), "[28] \"House plants\""),
            (json!({"role": "button", "after": "Quantity"}), "[20] \"One more\""),
            (json!({"role": "button", "before": "Quantity"}), "[18] \"One less\""),
            (json!({"role": "email", "near": "Subscribe"}), "[25] \"Your e-mail address\""),
        ] {
            assert_eq!(meant(&agent, target.clone()).await, wanted, "{target}");
        }
        let typo = agent.call("box", json!({"target": "Add to card"})).await.unwrap_err();
        assert_eq!((typo.cause, typo.verdict), (Cause::TargetNotFound, Some("not_found")));
        assert!(typo.hint.unwrap().contains("[21] button/add_cart \"Add to cart\""));
        assert!(meant(&agent, json!({"id": 999})).await.starts_with("ElementStale"));
    });
}

#[test]
fn near_selects_among_identical_cards() {
    perform(|agent| async move {
        let card = |name: &str| {
            format!("<li style='width:200px;float:left'><h3>{name}</h3><p>text</p><button>Add</button></li>")
        };
        let list = |names: &[&str]| names.iter().map(|name| card(name)).collect::<String>();
        agent
            .open(&format!(
                "<section aria-label=Results><h2>Results</h2><ul>{}</ul></section><div style='clear:both'></div>
                 <aside aria-label='Seen before'><ul>{}</ul></aside>",
                list(&["Red shirt", "Blue shirt", "Green hat"]),
                list(&["Blue shirt"])
            ))
            .await;
        let all = agent.call("elements", json!({"selector": "button"})).await.unwrap().value;
        let id = |at: usize| match all.as_list().and_then(|all| all[at].as_object()) {
            Some(item) => format!("[{}] \"Add\"", item["id"]),
            None => String::new(),
        };
        let near = |what: &str| json!({"text": "Add", "near": what});
        assert_eq!(meant(&agent, near("Red shirt")).await, id(0));
        assert_eq!(meant(&agent, near("Green hat")).await, id(2));
        let chained = json!({"text": "Add", "relations": [
            {"relation": "near", "target": {"text": "Blue shirt"}},
            {"relation": "inside", "target": {"text": "Seen before"}}]});
        assert_eq!(meant(&agent, chained).await, id(3));
        let first = json!({"text": "Add", "near": {"text": "Blue shirt", "inside": "Results"}});
        assert_eq!(meant(&agent, first).await, id(1));
    });
}

#[test]
fn contains_selects_row_by_its_text() {
    perform(|agent| async move {
        agent
            .open(
                "<table><tr><td>Ann<td><button>Edit</button><tr><td>Bob<td><button>Edit</button></table>
                 <article><h2>Blue shirt</h2><button>Add</button></article><article><h2>Hat</h2></article>",
            )
            .await;
        let holding = |selector: &str, text: &str| json!({"selector": selector, "contains": text});
        assert!(meant(&agent, holding("tr", "Bob")).await.ends_with("\"Bob Edit\""));
        assert!(meant(&agent, holding("article", "Blue shirt")).await.contains("Blue shirt"));
        assert!(meant(&agent, holding("tr", "Hat")).await.starts_with("TargetNotFound"));
    });
}

#[test]
fn ambiguous_target_fails_only_in_strict_mode() {
    perform(|agent| async move {
        agent
            .open("<button>Open</button><button>Open</button><button style='display:none'>Open</button>")
            .await;
        assert_eq!(meant(&agent, json!("Open")).await, "[1] \"Open\"");
        let strict =
            |key: &str| (key == "intent_engine.resolution.strict_mode").then_some(Value::Boolean(true));
        let cx = Context { settings: Arc::new(strict), ..Context::new(&agent.session, "/tmp") };
        let failure = agent.call_in_context(&cx, "box", json!({"target": "Open"})).await.unwrap_err();
        assert_eq!((failure.cause, failure.verdict), (Cause::TargetAmbiguous, Some("ambiguous")));
        assert_eq!(failure.context, ["[1] button \"Open\"", "[2] button \"Open\""]);
    });
}

#[test]
fn hidden_element_is_reported_as_not_visible() {
    perform(|agent| async move {
        agent.open("<button style='display:none' id=x>Pay</button><p>Nothing to do</p>").await;
        let hidden = agent.call("box", json!({"target": {"selector": "#x"}})).await.unwrap_err();
        assert_eq!(hidden.cause, Cause::ElementNotVisible);
        assert!(hidden.message.contains("hidden"), "{}", hidden.message);
        // An unlisted element is found by its text too.
        let found = meant(&agent, json!("Nothing to do")).await;
        assert!(found.ends_with("\"Nothing to do\""), "{found}");
    });
}

#[test]
fn heals_stored_target_after_page_rebuild() {
    perform(|agent| async move {
        let page = |id: &str, label: &str| {
            format!(
                "<h1>Profile</h1><label>Name <input name=name></label><button id={id}>{label}</button><a href=/x>Cancel</a>"
            )
        };
        agent.open(&page("save-1", "Save")).await;
        let stored = json!({"role": "button", "name": "Save", "selector": "#save-1",
            "signals": {"kind": "button", "before": ["Name", "Profile"], "after": ["Cancel"]}});
        agent.open(&page("btn-77", "Save changes")).await;
        let clicked = agent.call("click", json!({"target": stored})).await;
        let line = match &clicked {
            Ok(outcome) => outcome.line.clone().unwrap_or_default(),
            Err(failure) => failure.message.clone(),
        };
        assert!(line.contains("\"Save changes\""), "{clicked:?}");
        agent.open("<h1>Profile</h1><button>Delete everything</button>").await;
        let stored = json!({"role": "button", "name": "Save", "selector": "#save-1"});
        let gone = agent.call("click", json!({"target": stored})).await.unwrap_err();
        assert_eq!(gone.cause, Cause::TargetNotFound);
    });
}

#[test]
fn prefers_closest_name_over_partial_matches() {
    perform(|agent| async move {
        for (page, wanted, name) in [
            ("<button>Add to cart</button><a href=#c>Cart 2</a>", "Cart", "Cart 2"),
            (
                "<button>Add to cart</button><a href=#c>Cart (2)</a><a href=#h>Cart help</a>",
                "cart",
                "Cart (2)",
            ),
            (
                "<a href=#1>Sign in with Google</a><a href=#2>How to sign in</a><button>Sign in</button>",
                "sign in",
                "Sign in",
            ),
            (
                "<a href=#1>How to sign in</a><button>Sign in or register</button>",
                "Sign in",
                "Sign in or register",
            ),
            ("<a href=#1>Inbox rules</a><a href=#2>Inbox 14</a>", "Inbox", "Inbox 14"),
            ("<h2>Search</h2><p>Research</p><button>Search products</button>", "Search", "Search products"),
            ("<a href=#1>Designing</a><a href=#2>The sign</a>", "sign", "The sign"),
            ("<h1>Checkout</h1><button>Proceed to checkout</button>", "Checkout", "Proceed to checkout"),
            (
                "<button>Save as a draft for later</button><button>Save changes</button>",
                "Save",
                "Save changes",
            ),
            ("<button disabled>Next</button><a href=#2>Next page</a>", "Next", "Next"),
        ] {
            agent.open(page).await;
            let hovered = agent.call("hover", json!({"target": {"text": wanted}})).await;
            let clicked = match hovered {
                Ok(_) => agent.call("click", json!({"target": {"text": wanted}, "timeout": "300ms"})).await,
                failed => failed,
            };
            let said = crate::testing::told(&clicked);
            assert!(said.contains(&format!("\"{name}\"")), "{wanted} on {page}: {said}");
        }
    });
}
