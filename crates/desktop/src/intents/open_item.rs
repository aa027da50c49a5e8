use std::time::Duration;

use lemmascope_intent::{Args, Cause, Context, Failure, Format, Outcome, Parameter, Risk, Signature, Type};

use super::Settings;
use crate::files::Item;
use crate::opening::{
    Called, Candidate, Catalog, Choice, Kind, Likeness, Memory, Said, Start, Tier, ambiguous, application_of,
    choose, file_manager,
};
use crate::system::windows::{Wait, launch};

/// The timeout for a window to appear. An office suite takes long to start for the first time.
const PATIENCE: Duration = Duration::from_secs(15);

pub(super) fn signature() -> Signature {
    Signature::change("desktop.open_item", "Open a file, a folder or an application by its name.")
        .known_as(&["open", "xdg-open", "launch", "start"])
        .parameter(
            Parameter::required("query", Type::String, "Its name or a part of it, or its path.")
                .format(Format::Item),
        )
        .parameter(Parameter::defaulted("type", "auto", Type::String, "file, application, folder or auto."))
        .returns(Type::Object)
        .risk(Risk::Medium)
        .examples(&["desktop.open_item budget.xlsx", "desktop.open_item Firefox --type application"])
}

/// The request for an item.
struct Asked<'a> {
    query: &'a str,
    said: Said,
    /// The requested type; `None` if it has to be determined.
    wanted: Option<Kind>,
    now: i64,
}

/// The item that was found.
enum Found<'a> {
    Application(Called<'a>),
    Item(Item),
}

pub(super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let query = args.text("query")?.trim();
    let now = jiff::Timestamp::now().as_second();
    let asked = Asked { query, said: Said::new(query), wanted: wanted(&args)?, now };
    let system = std::sync::Arc::clone(&settings.system);
    let read = tokio::task::spawn_blocking(move || (Catalog::read(&system), Memory::read(&system))).await;
    let (catalog, memory) =
        read.map_err(|_| Failure::new(Cause::Failed, "looking for applications broke off"))?;
    let found =
        find(settings, &catalog, &memory, &asked, cx).await.map_err(|failure| failure.about("query"))?;
    let (start, label, kind, key) = match &found {
        Found::Application(called) => {
            let start = Start::entry(&settings.system, called.entry, called.action, &[], &[])?;
            (start, called.label(), Kind::Application, called.key())
        }
        Found::Item(item) if item.is_folder => {
            let start = file_manager(&settings.system, &catalog, &item.path)?;
            (start, item.shown.clone(), Kind::Folder, key(item))
        }
        Found::Item(item) => {
            let head = settings.files.beginning(item, cx).await?;
            let start = application_of(&settings.system, &catalog, &item.path, &head, item.runs)?;
            (start, item.shown.clone(), Kind::File, key(item))
        }
    };
    let limit = PATIENCE.min(cx.limit.saturating_sub(Duration::from_secs(1)));
    let arrival = launch(&settings.system, start, Wait::IfPossible, limit, cx).await?;
    memory.remember(&settings.system, &key, now);
    let mut told = lemmascope_intent::Object::new();
    told.insert("opened".into(), label.as_str().into());
    told.insert("type".into(), kind.to_string().into());
    if let Found::Item(item) = &found {
        told.insert("path".into(), item.path.to_string_lossy().into_owned().into());
    }
    told.extend(arrival.told());
    cx.logbook.result(told.clone());
    Ok(arrival.outcome(told, format!("open_item \"{label}\" ({kind}): {}", arrival.says())))
}

fn wanted(args: &Args) -> Result<Option<Kind>, Failure> {
    match args.optional_text("type").unwrap_or("auto") {
        "auto" => Ok(None),
        "file" => Ok(Some(Kind::File)),
        "folder" => Ok(Some(Kind::Folder)),
        "application" => Ok(Some(Kind::Application)),
        other => Err(Failure::new(Cause::InvalidParameter, format!("\"{other}\" is not a type"))
            .hint("Use file, application, folder or auto.")
            .about("type")),
    }
}

async fn find<'a>(
    settings: &Settings,
    catalog: &'a Catalog,
    memory: &Memory,
    asked: &Asked<'_>,
    cx: &Context,
) -> Result<Found<'a>, Failure> {
    let Asked { query, ref said, wanted, now } = *asked;
    if let Some(item) = at_path(settings, query, wanted, cx).await? {
        return Ok(Found::Item(item));
    }
    let mut candidates = Vec::new();
    let mut found = Vec::new();
    if wanted.is_none_or(|kind| kind == Kind::Application) {
        for called in catalog.candidates(said) {
            candidates.push(Candidate {
                label: catalog.label(&called),
                kind: Kind::Application,
                likeness: called.likeness,
                opened: memory.last(&called.key()),
                used: None,
            });
            found.push(Found::Application(called));
        }
    }
    let mut nearest: Vec<String> = Vec::new();
    let mut complete = true;
    if wanted != Some(Kind::Application) {
        let rating = said.clone();
        let fits = move |is_folder: bool| match wanted {
            Some(Kind::Folder) => is_folder,
            Some(Kind::File) => !is_folder,
            _ => true,
        };
        let rate = move |name: &str, is_folder: bool| match likeness(&rating, name, is_folder) {
            _ if !fits(is_folder) => f64::MIN,
            Some(likeness) => rank(likeness),
            None => rating.resemblance(name) - 1.0,
        };
        let findings = settings.files.search(rate, cx).await?;
        complete = findings.complete;
        for (rating, item) in findings.items {
            match likeness(said, &item.name, item.is_folder).filter(|_| fits(item.is_folder)) {
                Some(likeness) => {
                    candidates.push(Candidate {
                        label: item.shown.clone(),
                        kind: if item.is_folder { Kind::Folder } else { Kind::File },
                        likeness,
                        opened: memory.last(&key(&item)),
                        used: Some(item.used),
                    });
                    found.push(Found::Item(item));
                }
                None if rating > -0.3 && nearest.len() < 3 => nearest.push(item.shown),
                None => {}
            }
        }
    }
    match choose(&candidates, now) {
        Choice::One(index) => Ok(found.swap_remove(index)),
        Choice::Several(several) => {
            Err(ambiguous(query, several.into_iter().map(|index| &candidates[index])))
        }
        Choice::None => {
            if wanted.is_none_or(|kind| kind == Kind::Application) {
                nearest.extend(catalog.nearest(said));
            }
            Err(nothing(query, wanted, nearest, complete))
        }
    }
}

/// Returns the item at the path, if the query is a path. A bare word may be the name of anything.
async fn at_path(
    settings: &Settings,
    query: &str,
    wanted: Option<Kind>,
    cx: &Context,
) -> Result<Option<Item>, Failure> {
    let is_path = query.contains('/') || query.starts_with('~');
    let may_be = match wanted {
        Some(Kind::Application) => false,
        Some(_) => true,
        None => is_path || query.contains('.'),
    };
    if !may_be {
        return Ok(None);
    }
    match settings.files.look(query, cx).await {
        Ok(item) if wanted.is_none_or(|kind| (kind == Kind::Folder) == item.is_folder) => Ok(Some(item)),
        Ok(item) => {
            let is = if item.is_folder { "folder, not a file" } else { "file, not a folder" };
            match is_path {
                true => Err(Failure::new(Cause::InvalidParameter, format!("\"{}\" is a {is}", item.shown))
                    .hint("Leave the type out, or name another.")),
                false => Ok(None),
            }
        }
        Err(failure) if is_path => Err(failure),
        Err(_) => Ok(None),
    }
}

fn likeness(said: &Said, name: &str, is_folder: bool) -> Option<Likeness> {
    if is_folder { said.likeness(name) } else { said.likeness_of_file(name) }
}

/// Combines the tier and the similarity of a match into one number.
fn rank(likeness: Likeness) -> f64 {
    let tier = match likeness.tier {
        Tier::Fuzzy => 1.0,
        Tier::Word => 2.0,
        Tier::Prefix => 3.0,
        Tier::Exact => 4.0,
    };
    tier + likeness.nearness / 2.0
}

fn key(item: &Item) -> String {
    format!("item {}", item.path.display())
}

fn nothing(query: &str, wanted: Option<Kind>, nearest: Vec<String>, complete: bool) -> Failure {
    let what = wanted.map_or("file, folder or application".to_string(), |kind| kind.to_string());
    let failure = Failure::new(Cause::TargetNotFound, format!("no {what} is called \"{query}\""));
    let failure = match complete {
        true => failure,
        false => {
            failure.context("there is more in the allowed folders than was looked through; give the path")
        }
    };
    match nearest.is_empty() {
        true => failure.hint("Check the name. Files are looked for in the allowed folders (`files.roots`)."),
        false => failure.hint(format!("Did you mean {}?", nearest.join(", "))).instead(nearest),
    }
}
