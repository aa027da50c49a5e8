use std::path::{Path, PathBuf};

use lemmascope_browser::page::Element;
use lemmascope_browser::session::{Found, Readiness, WebSession, no_effect};
use lemmascope_browser::targets::Rules;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type, Value};

use super::suitability::{Use, require};
use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.upload", "Upload files into a file field.")
        .command("upload <target> <files>…")
        .aliases(&["upload file", "file upload"])
        .everyday("acting")
        .lasting()
        .parameter(target())
        .parameter(
            Parameter::required("files", Type::Any, "A path, or a list of them.").written(Notation::Path),
        )
        .parameter(timeout())
        .returns(Type::Array)
        .examples(&["upload \"Photo\" photo.jpg"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let files = file_paths(visit, &names(args)?).await?;
    let mut session = visit.page().await?;
    let takes_files = |element: &Element| element.kind == "file";
    let rules = Rules { hidden: true, suits: Some(&takes_files), ..Rules::default() };
    let found = visit.target(&mut session, args, "target", &rules).await?;
    require(&session, &found, Use::Files).await?;
    give(visit, &mut session, &found, files).await
}

/// Sets the files of a file input, with the usual file permissions.
pub(crate) async fn set_input_files(
    visit: &Visit<'_>,
    session: &mut WebSession,
    found: &Found,
    names: &[String],
) -> Result<Outcome, Failure> {
    let files = file_paths(visit, names).await?;
    give(visit, session, found, files).await
}

async fn give(
    visit: &Visit<'_>,
    session: &mut WebSession,
    found: &Found,
    files: Vec<PathBuf>,
) -> Result<Outcome, Failure> {
    let field = session.file_field(found).await?;
    if files.len() > 1 && !field.multiple {
        return Err(Failure::new(Cause::InvalidParameter, format!("{} takes one file", found.shown()))
            .hint("Give it one, or upload them one after the other."));
    }
    let key = field.key;
    // File inputs are mostly hidden behind a custom button, so they need not be visible.
    let readiness = Readiness { force: true, ..Readiness::SHOWN };
    session.aim(found, readiness, visit.patience()).await?;
    let names: Vec<String> = files
        .iter()
        .filter_map(|file| file.file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let line = format!("upload {} {}", found.shown(), quote(&names.join(", "), 120));
    let tab = session.tab()?;
    let watch = session.watch(Some(found)).await?;
    let frame = found.frame.clone();
    let given = session.hand_out(visit.sessions, &visit.files(), &files).await?;
    let aftermath = session.conclude(watch, async move { tab.set_files(&frame, key, &given).await }).await?;
    if aftermath.verdict.is_none() {
        return Err(no_effect(&line));
    }
    let paths = files.iter().map(|file| Value::from(file.to_string_lossy().into_owned())).collect::<Vec<_>>();
    Ok(Outcome { value: paths.into(), ..aftermath.welcome(line) })
}

fn names(args: &Args) -> Result<Vec<String>, Failure> {
    let given: Vec<&Value> = match args.get("files") {
        Some(Value::List(items)) => items.iter().collect(),
        Some(one) => vec![one],
        None => Vec::new(),
    };
    let text = |value: &Value| value.as_text().map(str::to_owned);
    given
        .into_iter()
        .map(|value| text(value).ok_or_else(|| Failure::new(Cause::InvalidParameter, "a path is a text")))
        .collect()
}

/// Resolves the files, provided that they exist and that the call may upload them.
pub(crate) async fn file_paths(visit: &Visit<'_>, names: &[String]) -> Result<Vec<PathBuf>, Failure> {
    if visit.cx.is_sandboxed() {
        return Err(Failure::new(Cause::Forbidden, "an untrusted definition cannot upload files")
            .hint("Trust the pack, or upload by a command of your own."));
    }
    let door = visit.files();
    let mut files = Vec::with_capacity(names.len());
    for name in names {
        files.push(door.locate(Path::new(name)).await?);
    }
    if files.is_empty() { Err(Failure::new(Cause::MissingParameter, "no file is named")) } else { Ok(files) }
}
