use std::sync::Arc;

use lemmascope_channels::Settings;
use lemmascope_channels::gateway::TaskTiming;
use serde_json::json;

use crate::desk::Backend;
use crate::engine::Recorder;

const MANY: usize = 60;

pub(crate) async fn several_processes_share_the_work(backend: Backend) {
    // A long lease, so that no process is considered dead on a busy machine.
    let patient = |settings: Settings| Settings {
        pace: TaskTiming { lease: TaskTiming::default().lease, ..settings.pace },
        ..settings
    };
    let open = || Arc::new(backend.open_with(patient));
    let desks = [open(), open(), open()];
    let mut asked = tokio::task::JoinSet::new();
    for number in 0..MANY {
        let desk = Arc::clone(&desks[number % desks.len()]);
        asked.spawn(async move {
            desk.submit(
                "ana",
                "board.do.v1",
                "agent://lemmascope/work",
                json!({"line": format!("do {number}")}),
            )
            .await
        });
    }
    let ids = asked.join_all().await;
    for id in &ids {
        desks[0].until("ana", id, "COMPLETED").await;
        let events = desks[0].events("ana", id).await;
        assert_eq!(events.iter().filter(|event| *event == "intent.delivered").count(), 1);
    }
    let mut done = Recorder::done(&backend.journal());
    done.sort();
    done.dedup();
    assert_eq!(done.len(), MANY);
    assert_eq!(Recorder::done(&backend.journal()).len(), MANY);
}
