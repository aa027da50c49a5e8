//! What actions say they came to.

use crate::testing::{perform, told};

#[test]
fn tells_a_dead_button_from_a_live_one() {
    perform(|agent| async move {
        let t = std::time::Instant::now();
        println!("{}", told(&Ok(agent.visit("trouble", "/dead").await)));
        println!("{:?}", t.elapsed());
        for target in ["Report a problem", "Send report"] {
            let t = std::time::Instant::now();
            println!("{}", told(&agent.on("click", target).await));
            println!("{:?}", t.elapsed());
        }
    });
}
