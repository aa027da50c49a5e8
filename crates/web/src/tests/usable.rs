//! Tests that all usable elements are listed and can be used.

use lemmascope_intent::Cause;
use serde_json::json;

use crate::testing::{Agent, perform, told};

async fn lines(agent: &Agent) -> Vec<String> {
    agent.call("observe", json!({})).await.unwrap().view.unwrap().lines
}

async fn script(agent: &Agent, script: &str) -> String {
    agent.call("execute", json!({"script": script})).await.unwrap().value.to_string()
}

const MARK: &str = "event.stopPropagation(); document.title = event.currentTarget.className";

#[test]
fn icons_in_clickable_row_are_separate_controls() {
    perform(|agent| async move {
        let row = |name: &str| {
            format!(
                "<div class=row style='cursor:pointer;width:400px' onmousedown='1'><i class='icon star' style='display:inline-block;width:16px;height:16px'></i>
                 <b>{name}</b> <span class='icon-trash' style='display:inline-block;width:16px;height:16px'></span></div>"
            )
        };
        let page = format!(
            "{}{}<script>for (const one of document.querySelectorAll('.row, .icon, .icon-trash')) one.addEventListener('click', (event) => {{ {MARK} }})</script>",
            row("Ann"),
            row("Bob")
        );
        agent.open(&page).await;
        for (wanted, class) in [("trash", "icon-trash"), ("star", "icon star")] {
            let clicked = agent.call("click", json!({"target": {"text": wanted, "near": "Bob"}})).await;
            assert!(clicked.is_ok(), "{wanted}: {} in {:?}", told(&clicked), lines(&agent).await);
            assert_eq!(script(&agent, "return document.title").await, class);
        }
        agent.on("click", "Bob").await.unwrap();
        assert_eq!(script(&agent, "return document.title").await, "row");
    });
}

#[test]
fn lists_calendar_arrows_without_href_or_pointer_cursor() {
    perform(|agent| async move {
        agent
            .open(
                "<div class=cal><a class='cal-prev' data-handler=prev title=Prev style='display:inline-block;width:20px;height:20px'><span>«</span></a>
                 <span>March 2026</span><span class='cal-next' style='display:inline-block;width:20px;height:20px'></span></div>
                 <p class=next-steps>What comes next is explained in a long text that nobody clicks on.</p>
                 <script>for (const one of document.querySelectorAll('.cal-prev, .cal-next')) one.addEventListener('click', () => document.title = one.className)</script>",
            )
            .await;
        for (wanted, class) in [("Prev", "cal-prev"), ("next", "cal-next")] {
            let clicked = agent.call("click", json!({"target": {"text": wanted}})).await;
            assert!(clicked.is_ok(), "{wanted}: {} in {:?}", told(&clicked), lines(&agent).await);
            assert_eq!(script(&agent, "return document.title").await, class);
        }
        assert!(!lines(&agent).await.iter().any(|line| line.contains("What comes next")));
    });
}

#[test]
fn select_sets_hidden_native_list_behind_replacement() {
    perform(|agent| async move {
        for hidden in [
            "display:none",
            "opacity:0;position:absolute;width:1px;height:1px",
            "visibility:hidden;position:absolute",
        ] {
            agent
                .open(&format!(
                    "<label for=c>Country</label><select id=c style='{hidden}' onchange='document.title=this.value'><option value=es>Spain<option value=pt>Portugal</select>
                     <div class='select2' style='width:200px;height:30px;border:1px solid'>Spain</div>"
                ))
                .await;
            let chosen =
                agent.call("select", json!({"target": {"text": "Country"}, "value": "Portugal"})).await;
            assert!(chosen.is_ok(), "{hidden}: {} in {:?}", told(&chosen), lines(&agent).await);
            assert_eq!(script(&agent, "return document.title").await, "pt", "{hidden}");
        }
        // A hidden native list without a custom replacement stays hidden.
        agent.open("<select style='display:none' id=x><option>One</select><p>Nothing here to choose from at all, in a long text</p>").await;
        assert!(!lines(&agent).await.iter().any(|line| line.contains("select")));
    });
}

#[test]
fn clicks_element_scrolled_out_of_container() {
    perform(|agent| async move {
        let rows: String = ["Apples", "Beans"]
            .iter()
            .copied()
            .map(str::to_string)
            .chain((0..60).map(|at| format!("Row {at}")))
            .map(|name| format!("<p><button onclick='document.title=this.textContent'>{name}</button></p>"))
            .collect();
        agent.open(&format!("<div style='height:200px;overflow:auto'>{rows}</div>")).await;
        agent.on("click", "Row 55").await.unwrap();
        let clicked = agent.on("click", "Apples").await;
        assert!(clicked.is_ok(), "{}", told(&clicked));
        assert_eq!(script(&agent, "return document.title").await, "Apples");
    });
}

#[test]
fn select_sets_adds_and_removes_multiple_options() {
    perform(|agent| async move {
        agent.open("<label>Colours <select multiple id=s><option selected>Red<option>Green<option>Blue<option>Black</select></label><label>One <select id=o><option>a<option>b</select></label>").await;
        let chosen = "return [...s.selectedOptions].map(one => one.value).join()";
        for (value, how, expected) in [
            (json!(["Green", "Blue"]), None, "Green,Blue"),
            (json!(["Black"]), Some("add"), "Green,Blue,Black"),
            (json!("Green"), Some("remove"), "Blue,Black"),
            (json!("Red"), None, "Red"),
        ] {
            let mut given = json!({"target": {"text": "Colours"}, "value": value});
            if let Some(how) = how {
                given[how] = json!(true);
            }
            let done = agent.call("select", given).await;
            assert!(done.is_ok(), "{}", told(&done));
            assert_eq!(script(&agent, chosen).await, expected);
        }
        for wrong in [json!({"value": ["a", "b"]}), json!({"value": "b", "add": true})] {
            let mut given = wrong.clone();
            given["target"] = json!({"text": "One"});
            let failure = agent.call("select", given).await.unwrap_err();
            assert_eq!(failure.cause, Cause::InvalidParameter, "{wrong}");
            assert_eq!(script(&agent, "return o.value").await, "a");
        }
    });
}

#[test]
fn reads_full_field_values() {
    perform(|agent| async move {
        let long = "word ".repeat(300);
        agent.open(&format!("<label>Story <textarea id=t>{long}</textarea></label><label>Size <select><option>S<option selected>M</select></label><label>Pin <input type=password value=hunter2></label>")).await;
        let text = |name: &str| json!({"target": {"text": name}});
        assert_eq!(agent.call("text", text("Story")).await.unwrap().value.to_string(), long);
        assert_eq!(agent.call("text", text("Size")).await.unwrap().value.to_string(), "M");
        assert!(!agent.call("text", text("Pin")).await.unwrap().value.to_string().contains("hunter2"));
        let view = agent.call("observe", json!({"full": true})).await.unwrap().view.unwrap();
        let data = serde_json::to_value(&view.data).unwrap();
        let values = data["elements"].as_array().unwrap().iter().filter_map(|one| one["value"].as_str());
        assert!(values.map(str::len).max().unwrap() > 1400);
    });
}

#[test]
fn type_parses_human_dates_and_times() {
    perform(|agent| async move {
        agent.open("<label>Time <input type=time id=t></label><label>Day <input type=date id=d></label><label>Month <input type=month id=m></label>").await;
        for (field, id, text, expected) in [
            ("Time", "t", "8:22 AM", "08:22"),
            ("Time", "t", "8:22 pm", "20:22"),
            ("Time", "t", "14:05", "14:05"),
            ("Day", "d", "31 December 2026", "2026-12-31"),
            ("Day", "d", "2026-02-03", "2026-02-03"),
            ("Month", "m", "12/2027", "2027-12"),
        ] {
            let typed = agent.call("type", json!({"target": {"text": field}, "text": text})).await;
            assert!(typed.is_ok(), "{text}: {}", told(&typed));
            assert_eq!(script(&agent, &format!("return {id}.value")).await, expected, "{text}");
        }
        let wrong = agent.call("type", json!({"target": {"text": "Time"}, "text": "soon"})).await;
        assert_eq!(wrong.unwrap_err().cause, Cause::TypeFailed);
    });
}

#[test]
fn typing_without_clearing_appends() {
    perform(|agent| async move {
        agent.open("<input id=i value=one aria-label=Field>").await;
        for (given, expected) in [
            (json!({"clear": false, "text": "-two"}), "one-two"),
            (json!({"append": true, "text": "-three"}), "one-two-three"),
            (json!({"text": "new", "delay": 0.5}), "new"),
            (json!({"clear": true, "text": "last"}), "last"),
        ] {
            let mut given = given;
            given["target"] = json!({"text": "Field"});
            agent.call("type", given).await.unwrap();
            assert_eq!(script(&agent, "return i.value").await, expected);
        }
    });
}

#[test]
fn scrolls_named_container_in_direction() {
    perform(|agent| async move {
        let lines: String = (0..80).map(|at| format!("<p>Message {at}</p>")).collect();
        agent.open(&format!("<div id=b role=region aria-label=Messages style='height:150px;overflow:auto'>{lines}</div><div style='height:3000px'></div>")).await;
        let scroll = |direction: &str, amount: f64| json!({"target": {"text": "Messages"}, "direction": direction, "amount": amount});
        agent.call("scroll", scroll("down", 300.0)).await.unwrap();
        assert_eq!(script(&agent, "return b.scrollTop + ' ' + scrollY").await, "300 0");
        agent.call("scroll", scroll("up", 100.0)).await.unwrap();
        agent.call("scroll", scroll("down", -50.0)).await.unwrap();
        assert_eq!(script(&agent, "return b.scrollTop").await, "150");
    });
}
