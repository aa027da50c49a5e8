//! What `observe` and its kind say of real pages.

use serde_json::json;

use crate::testing::{Agent, perform};

async fn shown(agent: &Agent, options: serde_json::Value) -> String {
    let view = agent.call("observe", options).await.unwrap().view.unwrap();
    let mut text = format!("{}\n\n{}\n", view.head, view.lines.join("\n"));
    for section in &view.sections {
        text.push_str(&format!("\n# {}\n{}\n", section.name, section.lines.join("\n")));
    }
    text
}

#[test]
fn tries() {
    perform(|agent| async move {
        agent.visit("shop", "/").await;
        println!("{}", shown(&agent, json!({})).await);
        println!("{}", shown(&agent, json!({"budget": 300})).await);
        agent.visit("account", "/").await;
        println!("{}", shown(&agent, json!({})).await);
        agent.visit("frames", "/").await;
        println!("{}", shown(&agent, json!({"positions": true})).await);
        for verb in [
            "extract_links",
            "extract_images",
            "extract_tables",
            "extract_meta",
            "extract_text",
            "title",
            "text",
            "html",
        ] {
            let got = agent.call(verb, json!({})).await;
            let text = got.map(|o| o.value.to_string()).unwrap_or_else(|f| format!("{f:?}"));
            println!("{verb}: {}", text.chars().take(600).collect::<String>());
        }
    });
}
