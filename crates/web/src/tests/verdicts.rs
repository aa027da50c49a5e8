//! What actions say they came to.

use crate::testing::{perform, told};

#[test]
fn explores() {
    perform(|agent| async move {
        for (page, targets) in [
            ("/covered", vec!["Book courier", "Hide the notice", "Book courier"]),
            ("/late", vec!["Print label"]),
            ("/disabled", vec!["Continue to payment"]),
            ("/fleeting", vec!["Take the offer", "Choose Saturday"]),
            ("/twins", vec!["Track"]),
            ("/dialogs", vec!["Show notice", "Remind me", "Cancel pickup", "Show notice"]),
        ] {
            agent.visit("trouble", page).await;
            for target in targets {
                let t = std::time::Instant::now();
                println!("{page} {target}: {} {:?}", told(&agent.on("click", target).await), t.elapsed());
            }
        }
    });
    perform(|agent| async move {
        for (page, targets) in [
            ("/tabs", vec!["Invoice 2026-114", "Waybill", "Open preview", "Chat with us"]),
            ("/downloads", vec!["Shipments (CSV)", "Withdrawn report"]),
            ("/downloads", vec!["Rates (text)", "Archive (2 MB)", "Export as JSON"]),
            ("/slow", vec!["Plan route", "Open the report"]),
            ("/quiet", vec!["Ping driver"]),
            ("/moving", vec!["Stop the van", "Stop the tram"]),
            ("/sticky", vec!["#c3 button", ".clause button"]),
            ("/scroller", vec!["Choose Porto", "Choose Lisbon"]),
            ("/clock", vec!["Hold van V-12"]),
            ("/polling", vec!["Speed it up"]),
            ("/through", vec!["Locate me", "Show depots"]),
            ("/snap", vec!["Visit departure"]),
            ("/wrapped", vec!["general conditions of carriage for private senders and recipients"]),
        ] {
            agent.visit("trouble", page).await;
            for target in targets {
                let t = std::time::Instant::now();
                println!("{page} {target}: {} {:?}", told(&agent.on("click", target).await), t.elapsed());
            }
        }
    });
    perform(|agent| async move {
        for (page, targets) in
            [("/cross", vec![]), ("/nested", vec![]), ("/closed", vec![]), ("/mixed", vec!["x"])]
        {
            println!("{page} {}", told(&Ok(agent.visit("frames", page).await)));
            let _: Vec<&str> = targets;
        }
    });
}
