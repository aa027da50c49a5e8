//! Tests the live picture of a page.

use lemmascope_intent::Value;
use serde_json::json;

use crate::testing::{Agent, perform};

const PAGE: &str = "<title>Traffic</title><button onclick=\"document.body.style.background = \
    document.body.style.background === 'red' ? 'green' : 'red'\">Switch</button>";

/// Returns the picture and its marker; `None` if the page is unchanged.
async fn picture(agent: &Agent, after: Option<&str>) -> Option<(String, String)> {
    let given = after.map_or(json!({}), |mark| json!({"after": mark}));
    let found = agent.call("picture", given).await.unwrap().value;
    let text = |name: &str| found.as_object()?.get(name).and_then(Value::as_text).map(str::to_string);
    Some((text("data")?, text("mark")?))
}

#[test]
fn page_change_produces_new_picture() {
    perform(|agent| async move {
        agent.open(PAGE).await;
        let (data, mut mark) = picture(&agent, None).await.unwrap();
        assert!(data.starts_with("/9j/"), "a JPEG");
        // Skips pending pictures.
        while let Some((_, next)) = picture(&agent, Some(&mark)).await {
            mark = next;
        }
        for _ in 0..3 {
            let (changed, switched) = tokio::join!(picture(&agent, Some(&mark)), agent.on("click", "Switch"));
            switched.unwrap();
            let (_, next) = changed.expect("another picture");
            assert_ne!(next, mark);
            mark = next;
        }
        // A marker of another tab is ignored, and the current picture is returned.
        let (_, other) = picture(&agent, Some("1-elsewhere")).await.unwrap();
        assert!(!other.ends_with("elsewhere"));
    });
}
