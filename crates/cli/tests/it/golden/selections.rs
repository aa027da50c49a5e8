//! Sentences about all files of a sort: "delete all the PDFs in downloads".
//!
//! `selections.txt` was written before the code; its second half was kept aside until the code was written. Steps are in the
//! notation of `lists.txt`, in any order. `ask` stands for a sentence that must not be planned.

use super::{actual_plans, compare, configure_drive, planned, read_plans, steps};
use crate::desk::Desk;

/// The required fraction of correct plans.
const RIGHT: f64 = 0.9;

#[test]
fn files_are_selected_by_their_sort() {
    let desk = Desk::new();
    configure_drive(&desk);
    furnish(&desk);
    let plans = read_plans("selections.txt");
    let (mut missed, mut wrong) = (String::new(), Vec::new());
    let seen = actual_plans(&desk, plans.iter().map(|(sentence, _)| sentence.as_str()));
    for ((sentence, wanted), seen) in plans.iter().zip(&seen) {
        let (mut seen, mut wanted) = (steps(seen), wanted.clone());
        seen.sort();
        wanted.sort();
        if seen != wanted {
            missed.push_str(&format!("{sentence}\t{}\n", seen.join(" | ")));
        }
        if seen != wanted && seen != ["ask"] {
            wrong.push(sentence.as_str());
        }
    }
    let right = plans.len() - missed.lines().count();
    compare("missed_selections.txt", &missed, &format!("{right} of {} plans as they are meant", plans.len()));
    assert!(wrong.is_empty(), "planned otherwise than they are meant: {wrong:?}");
    assert!(right as f64 >= RIGHT * plans.len() as f64, "{right} of {}", plans.len());
}

/// Removing several files at once is confirmed, although each can be restored.
#[test]
fn removals_of_a_selection_are_confirmed() {
    let desk = Desk::new();
    furnish(&desk);
    let done = desk.lemmascope(&["--json", "say", "delete all the photos"]);
    let answer: serde_json::Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(answer["status"], "ask", "{answer}");
    assert!(desk.work().join("dog.png").exists());
    let code = answer["plan_digest"].as_str().or(answer["digest"].as_str()).unwrap_or_default().to_string();
    let done = desk.lemmascope(&["say", "delete all the photos", "--confirm", &code]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(!desk.work().join("dog.png").exists() && desk.work().join("report.pdf").exists());
    let done = desk.lemmascope(&["undo"]);
    assert_eq!(done.code, 0, "{done:?}");
    for name in ["beach.jpg", "dog.png", "cat.jpeg"] {
        assert!(desk.work().join(name).exists(), "{name}");
    }
    let plan = planned(&desk, ["move all the photos to pictures"]);
    assert_eq!(plan[0]["status"], "ok", "a move can be undone: {plan:?}");
}

fn furnish(desk: &Desk) {
    for name in [
        "report.pdf",
        "invoice.pdf",
        "thesis.pdf",
        "notes.txt",
        "a.txt",
        "draft.md",
        "old.log",
        "beach.jpg",
        "dog.png",
        "cat.jpeg",
        "song.mp3",
        "budget.csv",
        "reports/q1.pdf",
        "reports/q2.pdf",
        "reports/chart.png",
        "archive/.keep",
        "pictures/.keep",
    ] {
        desk.write(name, "x");
    }
    let home = desk.user_home();
    for name in [
        "Downloads/file1.pdf",
        "Downloads/pic.png",
        "Downloads/IMG_1.jpg",
        "Downloads/movie.mp4",
        "Downloads/old.iso",
        "Documents/letter.pdf",
    ] {
        let path = home.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "x").unwrap();
    }
    std::fs::create_dir_all(desk.home()).unwrap();
    let path = desk.home().join("config.yaml");
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let roots = ["Downloads", "Documents"].map(|name| format!("{:?}", home.join(name).display().to_string()));
    let work = format!("{:?}", desk.work().display().to_string());
    std::fs::write(path, format!("{before}files:\n  roots: [{work}, {}]\n", roots.join(", "))).unwrap();
}
