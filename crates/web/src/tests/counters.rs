//! Tests numbers that have buttons for plus and minus and no field to type into.

use lemmascope_intent::{Cause, Context, Failure, Outcome};
use serde_json::json;

use crate::testing::{Agent, perform};

async fn fill(agent: &Agent, given: serde_json::Value) -> (String, Result<Outcome, Failure>) {
    let cx = Context::new(&agent.session, "/tmp");
    let result = agent.call_in_context(&cx, "fill_form", given).await;
    let sections = cx.logbook.take().sections;
    (sections.into_iter().flat_map(|section| section.lines).collect::<Vec<_>>().join("\n"), result)
}

async fn script(agent: &Agent, script: &str) -> String {
    agent.call("execute", json!({"script": script})).await.unwrap().value.to_string()
}

/// A product page. `stepper` is the counter; each press changes `n` within its bounds, and is counted.
fn product(stepper: &str, behaviour: &str) -> String {
    format!(
        "<title>Mug - Shop</title><main><h1>Blue mug</h1><div class=price>$12.00</div>{stepper}
        <button id=cart onclick='cart.dataset.n = n'>Add to cart</button></main>
        <script>var n = 1, presses = 0;
        const show = () => {{ const it = document.querySelector('.n'); if ('value' in it) it.value = n; else it.textContent = n; }};
        const by = (step) => {{ presses++; {behaviour} }}; show()</script>"
    )
}

const PLAIN: &str = "n = Math.max(1, n + step); show()";

#[test]
fn quantity_of_product_is_set_with_buttons() {
    let steppers = [
        "<div><button onclick='by(-1)'>−</button><span class=n>1</span><button onclick='by(1)'>+</button></div>",
        "<div>Quantity <button aria-label='Decrease quantity' onclick='by(-1)'><svg width=9 height=9></svg></button>
          <span class=n>1</span><button aria-label='Increase quantity' onclick='by(1)'><svg width=9 height=9></svg></button></div>",
        "<div class=qty><a href='javascript:by(-1)' class='qty-minus'><i class='icon icon-minus' style='display:inline-block;width:9px;height:9px'></i></a>
          <input class=n readonly value=1 size=2><a href='javascript:by(1)' class='qty-plus'><i class='icon icon-plus' style='display:inline-block;width:9px;height:9px'></i></a></div>",
        "<div><span style='cursor:pointer' role=button tabindex=0 onclick='by(1)'>Mais</span><output class=n>1</output>
          <span style='cursor:pointer' role=button tabindex=0 onclick='by(-1)'>Menos</span></div>",
        "<form onsubmit='return false'><input type=button value='-' onclick='by(-1)'><b class=n>1</b><input type=button value='+' onclick='by(1)'></form>",
    ];
    perform(|agent| async move {
        for stepper in steppers {
            agent.open(&product(stepper, PLAIN)).await;
            let data = json!({"data": {"quantity": 4}, "target": {"pattern": "product_page"}});
            let (told, result) = fill(&agent, data).await;
            assert!(result.is_ok(), "{stepper} {result:?} {told}");
            assert_eq!(script(&agent, "return n + '|' + presses").await, "4|3", "{stepper}");
            assert!(told.ends_with("← \"4\""), "{told}");
            let data = json!({"data": {"quantity": "2"}, "target": {"pattern": "product_page"}});
            assert!(fill(&agent, data).await.1.is_ok());
            assert_eq!(script(&agent, "return n + '|' + presses").await, "2|5", "{stepper}");
        }
    });
}

#[test]
fn counting_stops_at_the_limit_and_says_so() {
    let stepper = "<div><button onclick='by(-1)'>−</button><span class=n>1</span><button id=up onclick='by(1)'>+</button><p role=status id=says></p></div>";
    let cases = [
        // The number stays, and nothing else happens.
        ("n = Math.min(3, n + step); show()", "3|3"),
        // The page says why.
        ("if (n + step > 3) says.textContent = 'Only three in stock'; else n += step; show()", "3|3"),
        // The button is disabled.
        ("n += step; up.disabled = n === 3; show()", "3|2"),
        // The server refuses it a moment later.
        ("n += step; show(); if (n > 3) setTimeout(() => { n = 3; show() }, 150)", "3|"),
        // The steps are too large, so the last press is reversed.
        ("n += 2 * step; show()", "3|"),
    ];
    perform(|agent| async move {
        for (behaviour, end) in cases {
            agent.open(&product(stepper, behaviour)).await;
            let data = json!({"data": {"quantity": 4}, "target": {"pattern": "product_page"}});
            let (told, result) = fill(&agent, data).await;
            let failure = result.unwrap_err();
            assert_eq!(failure.cause, Cause::VerificationFailed, "{behaviour} {told}");
            assert!(told.contains("it shows 3"), "{behaviour} {told}");
            let state = script(&agent, "return n + '|' + presses").await;
            assert!(state.starts_with(end), "{behaviour} {state}");
        }
    });
}

const TRIP: &str = "<title>Trip</title><main><h1>Guests</h1>
    <div class=row><div>Adults <small>Ages 13 or above</small></div><div><button onclick='by(0,-1)'>−</button><span>1</span><button onclick='by(0,1)'>+</button></div></div>
    <div class=row><div>Crianças</div><div><button onclick='by(1,-1)'>−</button><span>0</span><button onclick='by(1,1)'>+</button></div></div>
    <div class=row><div>Pets</div><div><button onclick='by(2,-1)'>−</button><span>0</span><button onclick='by(2,1)'>+</button></div></div>
    <button>Search</button></main>
    <script>const n = [1, 0, 0]; const by = (at, step) => { n[at] = Math.max(0, n[at] + step); document.querySelectorAll('.row span')[at].textContent = n[at] }</script>";

#[test]
fn counters_are_filled_by_their_labels() {
    perform(|agent| async move {
        agent.open(TRIP).await;
        let (told, result) = fill(&agent, json!({"data": {"adults": 3, "crianças": 2}})).await;
        assert!(result.is_ok(), "{result:?} {told}");
        assert_eq!(script(&agent, "return n.join()").await, "3,2,0");
        // None of several counters is the one that has no such name.
        let (_, result) = fill(&agent, json!({"data": {"quantity": 3}})).await;
        assert_eq!(result.unwrap_err().cause, Cause::TargetNotFound);
        assert_eq!(script(&agent, "return n.join()").await, "3,2,0");
    });
}

#[test]
fn typed_number_is_counted_and_other_buttons_take_no_text() {
    perform(|agent| async move {
        agent.open(TRIP).await;
        let target = json!({"text": "+", "near": {"text": "Adults"}});
        let result = agent.call("type", json!({"target": target, "text": "5"})).await;
        assert!(result.is_ok(), "{result:?}");
        assert_eq!(script(&agent, "return n.join()").await, "5,0,0");
        for (target, text) in [("Search", "5"), ("Search", "x")] {
            let target = json!({"text": target, "match": "exact"});
            let result = agent.call("type", json!({"target": target, "text": text})).await;
            assert_eq!(result.unwrap_err().cause, Cause::InvalidParameter);
        }
        let result = agent.call("type", json!({"target": target, "text": "many"})).await;
        assert_eq!(result.unwrap_err().cause, Cause::InvalidParameter);
        assert_eq!(script(&agent, "return n.join()").await, "5,0,0");
    });
}

#[test]
fn votes_pagers_and_cart_rows_are_no_counters_of_a_product() {
    let page = "<title>Mug</title><main><h1>Blue mug</h1><div>$12.00</div>
        <div><a href='#p'>‹</a> <span>2</span> <a href='#n'>›</a></div>
        <ul><li>Red mug $9.00 <button onclick='presses++'>Remove</button> 2</li><li>Green mug $9.00 <button onclick='presses++'>Remove</button> 1</li></ul>
        <button>Add to cart</button></main><script>var presses = 0</script>";
    perform(|agent| async move {
        agent.open(page).await;
        let data = json!({"data": {"quantity": 4}, "target": {"pattern": "product_page"}});
        let (_, result) = fill(&agent, data).await;
        assert_eq!(result.unwrap_err().cause, Cause::TargetNotFound);
        assert_eq!(script(&agent, "return presses").await, "0");
    });
}

#[test]
fn sentences_get_the_buttons_of_a_counter_only() {
    perform(|agent| async move {
        let stepper = "<div>Quantity <button onclick='by(-1)'>−</button> <span class=n>1</span> <button onclick='by(1)'>+</button></div>";
        agent.open(&product(stepper, PLAIN)).await;
        let outcome = agent.call("things", json!({})).await.unwrap();
        let things = outcome.value.as_list().unwrap().iter().filter_map(|it| it.as_object());
        let counting: Vec<String> = things
            .filter(|it| it.contains_key("counter"))
            .map(|it| format!("{} {}", it["names"], it["count_step"]))
            .collect();
        assert_eq!(counting, ["[\"−\"] -1", "[\"+\"] 1"]);
    });
}
