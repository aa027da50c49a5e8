//! Clear sentences for which this machine lacks a tool.

use lemmascope_engine::Reply;
use lemmascope_intent::{Cancellation, Cause};
use serde_json::Value as Json;

use crate::lab::Act;
use crate::world::World;

async fn refused(world: &World, sentence: &str) -> Json {
    let line = format!("say {}", serde_json::json!(sentence));
    match world.submit("main", &line, &Cancellation::default()).await {
        Reply::Refused { document, .. } => *document,
        other => panic!("{sentence}: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_missing_verb_without_acting() {
    let world = World::on_sqlite().await;
    for (sentence, said) in [
        ("levitate the elephant", "This needs lab.levitate, which is not there on this machine"),
        ("faz levitar o elefante", "Isto precisa de lab.levitate, que não existe nesta máquina"),
    ] {
        let document = refused(&world, sentence).await;
        assert_eq!(document["error"]["code"], "UNSUPPORTED_OPERATION", "{document}");
        assert_eq!(document["error"]["message"], said);
    }
    assert_eq!(world.lab.take_calls(), [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asks_before_using_similar_verb() {
    let world = World::on_sqlite().await;
    let document = refused(&world, "gaze through the telescope").await;
    assert_eq!(document["error"]["code"], "LOW_CONFIDENCE", "{document}");
    assert!(document["suggestions"].to_string().contains("the sample"), "{document}");
    assert_eq!(world.lab.take_calls(), [] as [&str; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unavailable_verb_yields_error_document() {
    let world = World::on_sqlite().await;
    world.say("say \"inspect the sample a1\"").await.ok();
    assert_eq!(world.lab.take_calls(), ["look a1"]);
    world.lab.script("a1", &[Act::Fail(Cause::Unavailable)]);
    let document = refused(&world, "inspect the sample a1").await;
    assert_eq!(document["error"]["code"], "UNSUPPORTED_OPERATION", "{document}");
    assert_eq!(document["error"]["details"]["userInput"], "inspect the sample a1");
}
