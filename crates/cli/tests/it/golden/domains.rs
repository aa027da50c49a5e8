//! Lists about the things of all domains: cards and columns, devices, windows, pages, searches, figures,
//! facts, files, and user-defined intents.
//!
//! The sentences of `lists_of_domains.txt` were written without knowledge of the code, and the last forty
//! were held out during the development. A step is written as in `lists.txt` if it is about a file, a summary
//! or a figure; any other as its verb with all values by name. Blocks that are separated by `or` are
//! equivalent plans. `missed_lists_of_domains.txt` lists the wrong plans.

use serde_json::Value as Json;

use super::{compare, configure_drive, line, planned, read_plans, talk};
use crate::desk::Desk;

/// The required fraction of correct plans.
const RIGHT: f64 = 0.9;

/// The user-defined intents: names, parameters and sentences.
const DEFINED: [(&str, &[&str], &[&str]); 4] = [
    (
        "water",
        &["plant"],
        &[
            "water the [fern](plant)",
            "water the [cactus](plant) please",
            "give the [palm](plant) some water",
            "please water my [roses](plant)",
            "the [ivy](plant) needs water, water it",
            "rega o [feto](plant)",
            "rega a [palmeira](plant) por favor",
            "dá água ao [cato](plant)",
            "regue o [alecrim](plant)",
            "regue as [rosas](plant) por favor",
        ],
    ),
    (
        "lamp_on",
        &["room"],
        &[
            "switch on the lamp in the [attic](room)",
            "turn on the lamp in the [study](room)",
            "lamp on in the [garage](room)",
            "switch the [cellar](room) lamp on",
            "turn the lamp in the [office](room) on",
            "acende a luz do [sótão](room)",
            "acende a luz da [garagem](room)",
            "liga a luz da [cave](room)",
            "acenda a luz do [escritório](room)",
            "ligue a lâmpada da [varanda](room)",
        ],
    ),
    (
        "lamp_off",
        &["room"],
        &[
            "switch off the lamp in the [attic](room)",
            "turn off the lamp in the [study](room)",
            "lamp off in the [garage](room)",
            "switch the [cellar](room) lamp off",
            "turn the lamp in the [office](room) off",
            "apaga a luz do [sótão](room)",
            "apaga a luz da [garagem](room)",
            "desliga a luz da [cave](room)",
            "apague a luz do [escritório](room)",
            "desligue a lâmpada da [varanda](room)",
        ],
    ),
    (
        "book_room",
        &["room", "day"],
        &[
            "book the [Orion](room) room for [Tuesday](day)",
            "book the [Lyra](room) room on [Thursday](day)",
            "reserve the [Draco](room) room for [Wednesday](day)",
            "please book [Hydra](room) for [Saturday](day)",
            "I need the [Cygnus](room) room on [Sunday](day)",
            "reserva a sala [Orion](room) para [terça](day)",
            "reserva a sala [Lyra](room) na [quinta](day)",
            "marca a sala [Draco](room) para [quarta](day)",
            "reserve a sala [Hydra](room) para [sábado](day)",
            "preciso da sala [Cygnus](room) no [domingo](day)",
        ],
    ),
];

#[test]
fn lists_of_every_domain_match_expected_plans() {
    let desk = Desk::new();
    configure_drive(&desk);
    talk::furnish(&desk.work());
    for (name, parameters, examples) in DEFINED {
        let parameters: String = parameters
            .iter()
            .map(|it| format!("  - name: {it}\n    type: string\n    required: true\n"))
            .collect();
        let examples: String = examples.iter().map(|it| format!("  - {it:?}\n")).collect();
        let steps = "steps:\n  - action: system.state.time\n";
        desk.define(
            name,
            &format!("intent: {name}\nversion: 1.0\nparameters:\n{parameters}examples:\n{examples}{steps}"),
        );
    }
    let plans = read_plans("lists_of_domains.txt");
    let answers = planned(&desk, plans.iter().map(|(sentence, _)| sentence.as_str()));
    let mut missed = String::new();
    for ((sentence, wanted), answer) in plans.iter().zip(&answers) {
        let seen = steps(answer, &desk);
        if !wanted.split(|line| line == "or").any(|plan| plan == seen) {
            missed.push_str(&format!("{sentence}\t{}\n", seen.join(" | ")));
        }
    }
    let right = plans.len() - missed.lines().count();
    let told = format!("{right} of {} plans as they are meant", plans.len());
    compare("missed_lists_of_domains.txt", &missed, &told);
    assert!(right as f64 >= RIGHT * plans.len() as f64, "{told}");
}

/// Returns the steps of a plan in the notation of the file, or `ask` without a plan.
fn steps(answer: &Json, desk: &Desk) -> Vec<String> {
    if !answer["plan"].is_array() {
        return vec!["ask".into()];
    }
    match answer["plan_graph"]["actions"].as_array() {
        Some(actions) => actions.iter().map(|action| step(action, desk)).collect(),
        None => {
            let reading = &answer["reading"];
            vec![step(&serde_json::json!({"tool": reading["intent"], "args": reading["parameters"]}), desk)]
        }
    }
}

fn step(action: &Json, desk: &Desk) -> String {
    let tool = action["tool"].as_str().unwrap_or_default();
    if tool.starts_with("files.") || ["create_file", "summarize_doc", "analyze_spreadsheet"].contains(&tool) {
        return line(action, desk);
    }
    let work = format!("{}/", desk.work().display());
    let text = |value: &Json| match value {
        Json::String(text) => text.replace(&work, ""),
        Json::Array(items) => items.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    };
    let values = action["args"].as_object();
    let mut values: Vec<String> =
        values.into_iter().flatten().map(|(name, value)| format!("{name}={}", text(value))).collect();
    values.sort();
    format!("{tool} {}", values.join("; ")).trim_end().to_string()
}
