//! Tests the list that `web.things` creates for sentences about a page: scripted controls, appearances, list
//! items, and values without secrets.

use lemmascope_intent::{Object, Outcome, Value};
use serde_json::json;

use crate::testing::{Agent, perform};

async fn things(agent: &Agent, page: &str) -> Vec<Object> {
    agent.open(page).await;
    let Outcome { value, .. } = agent.call("things", json!({})).await.unwrap();
    value.as_list().unwrap().iter().filter_map(|it| it.as_object().cloned()).collect()
}

fn texts(thing: &Object, field: &str) -> Vec<String> {
    let listed = thing.get(field).and_then(Value::as_list).unwrap_or_default();
    listed.iter().filter_map(|it| it.as_text().map(str::to_string)).collect()
}

fn text<'t>(thing: &'t Object, field: &str) -> &'t str {
    thing.get(field).and_then(Value::as_text).unwrap_or_default()
}

#[test]
fn lists_script_clickable_element_with_its_list_item() {
    perform(|agent| async move {
        let page = "<ul id=posts><li><b>Ana</b> <i class='icon-heart'></i></li><li><b>Rui</b> <i class='icon-heart'></i></li></ul>
            <p id=plain>Nothing listens to this.</p><style>i{display:inline-block;width:9px;height:9px}</style>
            <script>for (const icon of document.querySelectorAll('i')) icon.addEventListener('click', () => {})</script>";
        let things = things(&agent, page).await;
        let hearts: Vec<&Object> =
            things.iter().filter(|it| texts(it, "aliases").contains(&"heart".to_string())).collect();
        assert_eq!(hearts.iter().map(|it| text(it, "context")).collect::<Vec<_>>(), ["Ana", "Rui"]);
        let is_pressed = |it: &&Object| it.contains_key("target") && text(it, "kind") != "scroller";
        assert_eq!(things.iter().filter(is_pressed).count(), 2, "{things:?}");
    });
}

#[test]
fn lists_svg_shape_colors_and_collapsed_items() {
    perform(|agent| async move {
        let page = "<svg id=s width=90 height=50><circle cx=20 cy=20 r=9 fill='#00f'/><rect x=40 y=5 width=20 height=20 fill='crimson'/></svg>
            <div><span class=head>Fruit</span><ul style='display:none'><li>Mango</li></ul></div>
            <script>for (const one of document.querySelectorAll('circle, rect, .head, li')) one.onclick = () => {}</script>";
        let things = things(&agent, page).await;
        let looks: Vec<String> =
            things.iter().map(|it| texts(it, "looks").join(" ")).filter(|it| it.contains("c")).collect();
        assert!(looks.contains(&"blue circle".to_string()), "{looks:?}");
        assert!(looks.contains(&"red rectangle square".to_string()), "{looks:?}");
        let named =
            |name: &str| things.iter().find(|it| texts(it, "names").contains(&name.to_string())).unwrap();
        assert_eq!(named("Mango").get("behind"), named("Fruit").get("target"));
        assert!(named("Fruit").get("target").is_some());
    });
}

#[test]
fn clicks_svg_shape() {
    perform(|agent| async move {
        let page = "<svg width=90 height=50><circle cx=20 cy=20 r=9 fill='#00f'/><g><rect x=40 y=5 width=20 height=20 fill='crimson'/></g></svg>
            <script>for (const one of document.querySelectorAll('circle, rect')) one.onclick = () => document.title = one.tagName</script>";
        for (look, title) in [("blue circle", "circle"), ("red rectangle square", "rect")] {
            let things = things(&agent, page).await;
            let thing = things.iter().find(|it| texts(it, "looks").join(" ") == look).unwrap();
            let target = serde_json::to_value(&thing["target"]).unwrap();
            agent.call("click", json!({ "target": target })).await.unwrap();
            let seen = agent.call("title", json!({})).await.unwrap();
            assert_eq!(seen.value.as_text(), Some(title));
        }
    });
}

#[test]
fn omits_values_with_sensitive_labels() {
    perform(|agent| async move {
        let page = "<p>API key: sk-9912</p><p>Account: 7781</p><dl><dt>Senha</dt><dd>azul</dd><dt>Cidade</dt><dd>Faro</dd></dl>
            <table><tr><th>Name<th>Card number<th>City</tr><tr><td>Ana<td>4111<td>Lyon</tr></table>";
        let things = things(&agent, page).await;
        let values: Vec<&str> =
            things.iter().map(|it| text(it, "value")).filter(|it| !it.is_empty()).collect();
        for open in ["7781", "Faro", "Lyon"] {
            assert!(values.contains(&open), "{values:?}");
        }
        for secret in ["sk-9912", "azul", "4111"] {
            assert!(values.iter().all(|it| !it.contains(secret)), "{values:?}");
        }
    });
}

#[test]
fn selects_text_that_occurs_once() {
    perform(|agent| async move {
        agent.open("<div id=e contenteditable>Monkeys like <i>ripe</i> bananas, ripe or not</div>").await;
        let select = |text: &str| json!({"target": {"selector": "#e"}, "text": text});
        assert!(agent.call("select_text", select("like ripe bananas")).await.is_ok());
        let seen = agent.call("execute", json!({"script": "return String(getSelection())"})).await.unwrap();
        assert_eq!(seen.value.to_string(), "like ripe bananas");
        assert!(agent.call("select_text", select("ripe")).await.is_err(), "it is there twice");
        assert!(agent.call("select_text", select("cherries")).await.is_err(), "it is not there");
        agent.call("select_text", json!({"target": {"selector": "#e"}})).await.unwrap();
        let seen = agent.call("execute", json!({"script": "return String(getSelection())"})).await.unwrap();
        assert_eq!(seen.value.to_string(), "Monkeys like ripe bananas, ripe or not");
    });
}
