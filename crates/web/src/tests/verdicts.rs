//! What actions say they came to.

use serde_json::json;

use crate::testing::{perform, stage, target_of, told};

#[test]
fn explores() {
    perform(|agent| async move {
        for (page, targets) in [
            ("/moving", vec!["Stop the van"]),
            ("/moving", vec!["Stop the van"]),
            ("/polling", vec!["Speed it up"]),
            ("/polling", vec!["Speed it up"]),
            ("/polling", vec!["Speed it up"]),
        ] {
            agent.visit("trouble", page).await;
            if page == "/moving" {
            let f = agent.call("execute", json!({"script": "document.getAnimations().map(a=>a.playState+' '+a.currentTime+' '+a.pending).join()+document.visibilityState"})).await.unwrap().value;
            println!("{f}");
            }
            for target in targets {
                let t = std::time::Instant::now();
                println!("{page} {target}: {} {:?}", told(&agent.on("click", target).await), t.elapsed());
            }
        }
    });
}
