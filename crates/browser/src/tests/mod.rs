//! Tests of sessions and the scanner against a real browser.

mod appearance;
mod attaching;
mod filling;
mod profiles;
mod proxying;
mod rescanning;
mod small_proxy;

use std::collections::BTreeMap;
use std::time::Duration;

use lemmascope_intent::{Context, Value};

use crate::driver::Tab;
use crate::testing::configured;

const LIMIT: Duration = Duration::from_secs(30);

/// Creates the context of a call with these settings.
fn context(session: &str, settings: &[(&str, Value)]) -> Context {
    let settings: BTreeMap<String, Value> =
        settings.iter().map(|(key, value)| (key.to_string(), value.clone())).collect();
    let mut cx = Context::new(session, "/tmp");
    cx.settings = std::sync::Arc::new(move |key| settings.get(key).cloned().or_else(|| configured(key)));
    cx
}

async fn evaluate(tab: &Tab, expression: &str) -> serde_json::Value {
    tab.evaluate(&tab.main_frame().unwrap(), expression, LIMIT).await.unwrap()
}

async fn visit(tab: &Tab, url: &str) {
    tab.navigate(url, None, LIMIT).await.unwrap();
    assert!(tab.wait(LIMIT, |state| state.lifecycle.loaded).await, "{url} loads");
}
