use lemmascope_browser::session::Found;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Failure};

/// Returns the failure for a missing option, with the most similar ones as a hint.
pub(super) fn no_option(found: &Found, wanted: &str, options: &[String], count: usize) -> Failure {
    let mut near: Vec<(f64, &String)> = options
        .iter()
        .map(|option| (strsim::jaro_winkler(&option.to_lowercase(), &wanted.to_lowercase()), option))
        .collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    let shown: Vec<String> = near.iter().take(8).map(|(_, option)| quote(option, 60)).collect();
    Failure::new(Cause::TargetNotFound, format!("{} has no option {}", found.shown(), quote(wanted, 80)))
        .hint(format!("Of its {count} options these are nearest: {}.", shown.join(", ")))
        .verdict("not_found")
}
