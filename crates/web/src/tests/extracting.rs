//! Tests the extraction of data.

use lemmascope_intent::Cause;
use serde_json::{Value as Json, json};

use crate::testing::{Agent, perform};

async fn got(agent: &Agent, verb: &str, given: Json) -> Json {
    serde_json::to_value(agent.call(verb, given).await.unwrap().value).unwrap()
}

#[test]
fn extracts_links_images_and_metadata() {
    perform(|agent| async move {
        agent
            .open(
                "<html lang=pt><title>T</title><meta name=description content='About, \"it\"'>
                 <base href='https://a.example/x/'><a href='y?z=1'>  Read
                 more </a><a href='/q' style='display:none'>no</a>
                 <nav><a href='#top' aria-label='To the top'></a></nav>
                 <img src='data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==' alt='A cat' width=30 height=20>",
            )
            .await;
        let links = got(&agent, "extract_links", json!({})).await;
        assert_eq!(
            links,
            json!([{"text": "Read more", "url": "https://a.example/x/y?z=1"},
                   {"text": "To the top", "url": "https://a.example/x/#top"}])
        );
        let within = got(&agent, "extract_links", json!({"selector": "nav", "format": "csv"})).await;
        assert_eq!(within, "text,url\nTo the top,https://a.example/x/#top");
        let images = got(&agent, "extract_images", json!({})).await;
        assert_eq!((&images[0]["alt"], &images[0]["width"]), (&json!("A cat"), &json!(30)));
        let meta = got(&agent, "extract_meta", json!({})).await;
        assert_eq!((&meta["description"], &meta["language"]), (&json!("About, \"it\""), &json!("pt")));
    });
}

#[test]
fn extracts_tables_with_headers_and_rowspans() {
    perform(|agent| async move {
        agent
            .open(
                "<table><caption>Prices</caption><tr><th>Item<th>Size<th>Price
                 <tr><td rowspan=2>Pot<td>S<td>£1.50<tr><td>L<td>£2, or less
                 <tr style='display:none'><td>x<td>y<td>z</table>
                 <table role=presentation><tr><td>layout</table>
                 <div role=table aria-label=Grid><div role=row><span role=cell>a</span><span role=cell>b</span></div></div>",
            )
            .await;
        let tables = got(&agent, "extract_tables", json!({})).await;
        assert_eq!(tables[0]["caption"], "Prices");
        assert_eq!(tables[0]["rows"][1], json!({"Item": "Pot", "Size": "L", "Price": "£2, or less"}));
        assert_eq!(tables[1]["rows"], json!([["a", "b"]]));
        assert_eq!(tables.as_array().unwrap().len(), 2);
        let csv = got(&agent, "extract_tables", json!({"selector": "caption, table", "format": "csv"})).await;
        assert!(
            csv.as_str().unwrap().starts_with("Item,Size,Price\nPot,S,£1.50\nPot,L,\"£2, or less\""),
            "{csv}"
        );
        let rows = got(&agent, "extract", json!({"from": "table"})).await;
        assert_eq!(rows[0]["Size"], "S");
    });
}

#[test]
fn extracted_text_includes_shadow_roots_but_no_secrets() {
    perform(|agent| async move {
        agent
            .open(
                "<p>Light</p><div id=open></div><div id=shut></div><input type=password value=hunter2 name=pw>
                 <p style='display:none'>unseen</p>
                 <script>
                 document.querySelector('#open').attachShadow({mode: 'open'}).innerHTML = '<p>Within</p>';
                 document.querySelector('#shut').attachShadow({mode: 'closed'}).innerHTML = '<button>Locked</button>';
                 </script>",
            )
            .await;
        agent.call("observe", json!({})).await.unwrap();
        let text = got(&agent, "extract_text", json!({})).await;
        let text = text.as_str().unwrap();
        assert!(text.contains("Light") && text.contains("Within") && text.contains("Locked"), "{text}");
        assert!(!text.contains("unseen"), "{text}");
        let html = got(&agent, "html", json!({})).await;
        let html = html.as_str().unwrap();
        assert!(html.contains("Within") && html.contains("Locked"), "{html}");
        assert!(!html.contains("hunter2"), "{html}");
        let value = agent.call("extract", json!({"from": "value", "selector": "[name=pw]"})).await.unwrap();
        assert_eq!(value.value, lemmascope_intent::Value::Null);
        let attribute = json!({"from": "attribute", "selector": "[name=pw]", "attribute": "value"});
        assert!(agent.call("extract", attribute).await.is_err());
    });
}

#[test]
fn extracts_matches_and_single_values() {
    perform(|agent| async move {
        agent
            .open(
                "<h2><a href='https://a.example/1'>One</a></h2><h2 class=x>Two</h2><input id=q value='cats'>
                   <select id=s><option value=1>a<option value=2 selected>b</select>",
            )
            .await;
        let matches = got(&agent, "extract_matches", json!({"target": {"selector": "h2"}})).await;
        assert_eq!(
            matches,
            json!([{"tag": "h2", "text": "One"}, {"tag": "h2", "text": "Two", "class": "x"}])
        );
        let paths =
            got(&agent, "extract_matches", json!({"target": {"xpath": "//h2/a"}, "format": "text"})).await;
        assert_eq!(paths, "a  One  https://a.example/1");
        let inner =
            got(&agent, "extract_matches", json!({"target": {"selector": "a"}, "selector": "h2"})).await;
        assert_eq!(inner[0]["url"], "https://a.example/1");
        for (from, more, value) in [
            ("text", json!({"selector": "h2"}), json!("One")),
            ("value", json!({"target": {"selector": "#q"}}), json!("cats")),
            ("value", json!({"selector": "#s"}), json!("2")),
            ("count", json!({"target": {"selector": "h2"}}), json!(2)),
            ("count", json!({"selector": ".none"}), json!(0)),
            ("attribute", json!({"selector": "h2 a", "attribute": "href"}), json!("https://a.example/1")),
        ] {
            let mut given = more;
            given["from"] = json!(from);
            assert_eq!(got(&agent, "extract", given.clone()).await, value, "{given}");
        }
        let wrong = agent.call("extract", json!({"from": "moon"})).await.unwrap_err();
        assert_eq!(wrong.cause, Cause::InvalidParameter);
        let items = got(&agent, "elements", json!({"selector": "h2", "max": 1})).await;
        assert_eq!(items.as_array().unwrap().len(), 1);
        assert!(items[0]["id"].is_u64());
    });
}
