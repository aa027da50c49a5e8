use lemmascope_browser::observation::{Observation, Options, count_tokens, render, render_delta};
use lemmascope_browser::page::Snapshot;
use lemmascope_browser::session::{LookOptions, WebSession};
use lemmascope_browser::settings;
use lemmascope_intent::{
    Args, Cause, Failure, Notation, Outcome, Parameter, Room, Section, Signature, Type, Value, View,
};

use crate::verbs::looking::situation::situation;
use crate::verbs::parameters::{count, switch, timeout};
use crate::verbs::visit::Visit;

/// The number of tokens that are reserved for the available intents.
const RESERVE: usize = 150;
/// The factor for the default budget of a full observation.
const FULL: usize = 4;

pub(super) fn signature() -> Signature {
    Signature::observe("web.observe", "List the interactive elements of the page.")
        .command("observe")
        .aliases(&["scan", "snapshot", "take snapshot"])
        .known_as(&["find", "inspect", "get value", "get attr"])
        .everyday("looking")
        .exclusive("full", "minimal")
        .parameter(switch("full", "Everything that is worth naming; as JSON with selectors and attributes."))
        .parameter(switch("minimal", "Only fields and main actions."))
        .parameter(switch("viewport", "Only elements in the viewport."))
        .parameter(switch("hidden", "Include hidden elements."))
        .parameter(switch("positions", "With places and sizes."))
        .parameter(Parameter::optional("near", Type::String, "Only elements near this text."))
        .parameter(
            Parameter::optional("budget", Type::Number, "The most tokens that the answer may have.")
                .written(Notation::POSITIVE),
        )
        .parameter(
            Parameter::optional(
                "page",
                Type::Number,
                "Which page of a list that is too long for its budget.",
            )
            .written(Notation::POSITIVE),
        )
        .parameter(switch("delta", "Only changes since the last observation."))
        .parameter(timeout())
        .parameter(switch("json", "As one object."))
        .examples(&["observe", "observe --near \"Price\" --budget 500", "observe --delta"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    if args.flag("full") && args.flag("minimal") {
        return Err(Failure::new(Cause::InvalidParameter, "an observation is full or minimal, not both"));
    }
    let asked = count(args, "budget")?;
    let page = count(args, "page")?;
    let mut session = visit.page().await?;
    let wanted = LookOptions { hidden: args.flag("hidden"), full: args.flag("full"), selectors: Vec::new() };
    let snapshot = session.look(&wanted).await?;
    let usual = settings::count(visit.cx, "web.observe_budget");
    let options = Options {
        full: args.flag("full"),
        minimal: args.flag("minimal"),
        viewport: args.flag("viewport"),
        hidden: args.flag("hidden"),
        positions: args.flag("positions"),
        near: args.optional_text("near").map(str::to_string),
        budget: Some(asked.unwrap_or(if args.flag("full") { FULL * usual } else { usual })),
        budget_is_asked: asked.is_some(),
        page: page.unwrap_or(1),
        frame: scope(&session, &snapshot),
        reserve: RESERVE,
    };
    let before = session.shown.clone().filter(|_| args.flag("delta"));
    let shown = match &before {
        Some(before) => render_delta(before, &snapshot, &options),
        None => render(&snapshot, &options)?,
    };
    let view = view(shown, &snapshot, &options);
    session.shown = Some(snapshot);
    Ok(Outcome::default().view(view))
}

fn view(shown: Observation, snapshot: &Snapshot, options: &Options) -> View {
    let section =
        |(name, lines): (&str, Vec<String>)| Section { name: name.into(), lines, data: Value::Null };
    let reserve = |budget: usize| options.reserve.min(budget / 4);
    View {
        head: shown.head,
        lines: shown.lines,
        sections: shown.sections.into_iter().map(section).collect(),
        data: shown.data,
        situation: (options.page <= 1).then(|| situation(snapshot)),
        // A full observation lists all intents, including unavailable ones.
        room: shown.remaining.filter(|_| options.budget_is_asked || !options.full).map(|left| Room {
            left,
            data: options.budget.filter(|_| options.budget_is_asked).map(reserve),
            cost: |line| count_tokens(line) + 1,
        }),
        alone: false,
    }
}

/// Returns the frame to which the session is restricted.
fn scope(session: &WebSession, snapshot: &Snapshot) -> Option<usize> {
    let scope = session.scope.as_ref()?;
    snapshot.frames.iter().position(|frame| frame.id == scope.as_str())
}
