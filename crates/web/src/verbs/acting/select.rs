use std::time::Duration;

use lemmascope_browser::page::Element;
use lemmascope_browser::session::{Found, Readiness, WebSession, read_answer, stale};
use lemmascope_browser::targets::Rules;
use lemmascope_browser::text::quote;
use lemmascope_intent::{
    Args, Cause, Failure, Handling, Manner, Notation, Outcome, Parameter, Signature, Type, Value,
};
use serde::Deserialize;
use serde_json::json;

use super::calendar::pick_day_as_action;
use super::no_option::no_option;
use super::pick::pick;
use super::suitability::{Use, day_to_pick, require};
use crate::verbs::parameters::{switch, target, timeout};
use crate::verbs::visit::Visit;

const LIMIT: Duration = Duration::from_secs(5);

pub(super) fn signature() -> Signature {
    Signature::change("web.select", "Select options of a list, by value, text or index.")
        .command("select <target> <value>…")
        .aliases(&["select option", "select dropdown option"])
        .known_as(&["choose", "pick"])
        .everyday("acting")
        .exclusive("add", "remove")
        .lasting()
        .handles(Handling { manner: Manner::Choose, thing: "target", value: Some("value") })
        .parameter(target())
        .parameter(
            Parameter::required(
                "value",
                Type::Any,
                "The option to select; a list if several can be selected.",
            )
            .written(Notation::TextOrIndex),
        )
        .parameter(switch("add", "Add to the selected options of a multiple list."))
        .parameter(switch("remove", "In a list of several, no longer."))
        .parameter(timeout())
        .examples(&[
            "select \"Country\" \"Portugal\"",
            "select 3 2",
            "select \"Colours\" \"Red\" \"Blue\" --add",
        ])
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct SelectResult {
    problem: String,
    native: bool,
    missing: String,
    options: Vec<String>,
    count: usize,
    same: bool,
    chosen: String,
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let wanted = match args.get("value").cloned().unwrap_or_default() {
        Value::List(mut items) if items.len() == 1 => items.remove(0),
        other => other,
    };
    let how = match (args.flag("add"), args.flag("remove")) {
        (true, true) => {
            return Err(Failure::new(Cause::InvalidParameter, "options are added or removed, not both"));
        }
        (true, false) => How::Add,
        (false, true) => How::Remove,
        (false, false) => How::Replace,
    };
    let mut session = visit.page().await?;
    let rules = Rules { suits: Some(&is_list), ..Rules::default() };
    let found = visit.target(&mut session, args, "target", &rules).await?;
    let line = format!("select {} {}", found.shown(), quoted(&wanted));
    if let Some(text) = wanted.as_text()
        && let Some(date) = day_to_pick(&session, &found, text).await?
    {
        return pick_day_as_action(visit, &mut session, &found, date, line).await;
    }
    require(&session, &found, Use::Choice).await?;
    let aim = session.aim(&found, Readiness { enabled: true, ..Readiness::SHOWN }, visit.patience()).await?;
    if aim.what.tag == "select" {
        choose(&mut session, &found, &wanted, how, line).await
    } else if how == How::Remove {
        Err(Failure::new(Cause::InvalidParameter, format!("{} is no list of the browser", found.shown()))
            .hint("Click the option, or the cross beside it, to remove it."))
    } else {
        pick(visit, &mut session, &found, &wanted, line).await
    }
}

pub(super) fn is_list(element: &Element) -> bool {
    matches!(element.kind, "select" | "combobox" | "listbox")
}

/// The treatment of the options that are selected already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    Replace,
    Add,
    Remove,
}

/// Quotes the wanted options.
fn quoted(wanted: &Value) -> String {
    match wanted {
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(|item| quote(&item.to_string(), 80)).collect();
            items.join(" ")
        }
        one => quote(&one.to_string(), 80),
    }
}

/// Chooses in a native list.
async fn choose(
    session: &mut WebSession,
    found: &Found,
    wanted: &Value,
    how: How,
    line: String,
) -> Result<Outcome, Failure> {
    let tab = session.tab()?;
    let watch = session.watch(Some(found)).await?;
    let how = match how {
        How::Replace => "replace",
        How::Add => "add",
        How::Remove => "remove",
    };
    let arguments = json!([found.key, serde_json::to_value(wanted).unwrap_or_default(), how]);
    let mut chosen = SelectResult::default();
    let aftermath = session
        .conclude_soon(watch, async {
            chosen = read_answer(tab.call(&found.frame, "lemmascope.choose", arguments, LIMIT).await?)?;
            match chosen.problem.as_str() {
                "" => Ok(()),
                "gone" => Err(stale(found.id)),
                "single" => Err(Failure::new(
                    Cause::InvalidParameter,
                    format!("{} takes one option at a time", found.shown()),
                )
                .hint("Choose one, without --add or --remove; a text of several words goes in quotes.")),
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
