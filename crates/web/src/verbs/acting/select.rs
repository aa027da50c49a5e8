use std::time::Duration;

use lemmascope_intent::{Args, Cause, Failure, Outcome, Parameter, Signature, Type, Value};
use serde::Deserialize;
use serde_json::json;

use super::pick::pick;
use super::uses::{Use, require};
use crate::observation::quote;
use crate::page::Element;
use crate::session::{Found, Readiness, WebSession, read_answer, stale};
use crate::target::Rules;
use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

const LIMIT: Duration = Duration::from_secs(5);

pub(super) fn signature() -> Signature {
    Signature::change("web.select", "Choose from a list, by value, text or place.")
        .lasting()
        .parameter(target())
        .parameter(Parameter::required("value", Type::Any, "What is chosen; a list where several can be."))
        .parameter(timeout())
        .examples(&["select \"Country\" \"Portugal\"", "select 3 2"])
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Chosen {
    problem: String,
    native: bool,
    missing: String,
    options: Vec<String>,
    count: usize,
    same: bool,
    chosen: String,
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let wanted = args.get("value").cloned().unwrap_or_default();
    let mut session = visit.page().await?;
    let rules = Rules { suits: Some(&is_list), ..Rules::default() };
    let found = visit.target(&mut session, args, "target", &rules).await?;
    require(&session, &found, Use::Choice).await?;
    let aim = session.aim(&found, Readiness { enabled: true, ..Readiness::SHOWN }, visit.patience()).await?;
    let line = format!("select {} {}", found.shown(), quote(&wanted.to_string(), 80));
    if aim.what.tag == "select" {
        choose(&mut session, &found, &wanted, line).await
    } else {
        pick(visit, &mut session, &found, &wanted, line).await
    }
}

pub(super) fn is_list(element: &Element) -> bool {
    matches!(element.kind, "select" | "combobox" | "listbox")
}

/// In a list of the browser's own.
async fn choose(
    session: &mut WebSession,
    found: &Found,
    wanted: &Value,
    line: String,
) -> Result<Outcome, Failure> {
    let tab = session.tab()?;
    let watch = session.watch(Some(found)).await?;
    let arguments = json!([found.key, serde_json::to_value(wanted).unwrap_or_default()]);
    let mut chosen = Chosen::default();
    let aftermath = session
        .conclude_soon(watch, async {
            chosen = read_answer(tab.call(&found.frame, "lemmascope.choose", arguments, LIMIT).await?)?;
            match chosen.problem.as_str() {
                "" => Ok(()),
                "gone" => Err(stale(found.id)),
                "disabled" => Err(Failure::new(
                    Cause::ElementDisabled,
                    format!("{} in {} is disabled", quote(&chosen.missing, 80), found.shown()),
                )
                .verdict("disabled")),
                _ => Err(no_option(found, &chosen.missing, &chosen.options, chosen.count)),
            }
        })
        .await?;
    if chosen.same {
        return Ok(Outcome::default().line(format!("{line} (already chosen)")));
    }
    let mut outcome = aftermath.welcome(line);
    outcome.verdict = outcome.verdict.or(Some("changed"));
    Ok(outcome)
}

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
