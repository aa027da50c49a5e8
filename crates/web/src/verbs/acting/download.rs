use std::fs::File;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use lemmascope_browser::address;
use lemmascope_browser::driver::{Button, Download, DownloadState, Tab, move_to};
use lemmascope_browser::files::Files;
use lemmascope_browser::session::WebSession;
use lemmascope_browser::targets::Rules;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Cause, Change, Failure, Notation, Outcome, Parameter, Signature, Type, Value};
use serde_json::json;

use super::click::click;
use crate::verbs::parameters::{optional_target, timeout};
use crate::verbs::visit::Visit;

/// The timeout for a download to begin.
const BEGINNING: Duration = Duration::from_secs(5);

pub(super) fn signature() -> Signature {
    Signature::change("web.download", "Download the target of a link or a URL.")
        .command("download <target|--url>")
        .aliases(&["download <target> <output>"])
        .lasting()
        .parameter(optional_target("The link or button that starts the download."))
        .parameter(
            Parameter::optional("url", Type::String, "The address, instead.")
                .written(Notation::Url)
                .beside_action(),
        )
        .parameter(
            Parameter::optional("output", Type::String, "Where it goes, in the session's folder.")
                .written(Notation::Path)
                .beside_action(),
        )
        .parameter(timeout())
        .returns(Type::Object)
        .examples(&["download \"Invoice\"", "download 7 --output invoice.pdf"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let folder = session.downloads(visit.sessions, visit.cx);
    let output = args.optional_text("output").map(|output| place(visit, &folder, output)).transpose()?;
    if let Some(output) = output.as_ref().filter(|output| !output.starts_with(&folder)) {
        visit.files().exists(output).await?;
    }
    let (download, mut outcome) = match (args.get("target"), args.optional_text("url")) {
        (Some(_), _) => by_click(visit, &mut session, args).await?,
        (None, Some(url)) => by_address(visit, &mut session, url).await?,
        (None, None) => {
            return Err(Failure::new(Cause::MissingParameter, "the link or URL to download is missing")
                .hint("Name a link, or give its address."));
        }
    };
    let mut path = download.path.clone().ok_or_else(|| failed(&download))?;
    if let Some(output) = output {
        path = keep(&visit.files(), &folder, &path, output).await?;
    }
    let shown =
        format!("download {} ({})", quote(&download.suggested, 100).trim_matches('"'), path.display());
    outcome.changes = vec![Change::Added(shown)];
    let fields = [
        ("path", Value::from(path.to_string_lossy().into_owned())),
        ("name", Value::from(download.suggested)),
        ("url", Value::from(download.url)),
        ("bytes", Value::from(i64::try_from(download.received).unwrap_or(i64::MAX))),
    ];
    outcome.value =
        Value::Object(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect());
    Ok(outcome.verdict("changed"))
}

async fn by_click(
    visit: &Visit<'_>,
    session: &mut WebSession,
    args: &Args,
) -> Result<(Download, Outcome), Failure> {
    let found = visit.target(session, args, "target", &Rules::default()).await?;
    let tab = session.tab()?;
    let before = tab.state().downloads.len();
    let line = format!("download {}", found.shown());
    let aftermath = click(visit, session, &found, Button::Left, 1, false).await?;
    let nothing = aftermath.verdict.is_none();
    let outcome = aftermath.welcome(line.clone());
    let mut tabs = vec![tab.clone()];
    tabs.extend(session.tabs().into_iter().filter(|one| one.id() != tab.id()));
    let download = match begun(
        &tab,
        before,
        if nothing { Duration::ZERO } else { BEGINNING.min(visit.limit()) },
    )
    .await
    {
        Some(place) => finish(visit, &tab, place).await?,
        None => {
            return Err(Failure::new(Cause::NoEffect, format!("nothing was downloaded after {line}"))
                .hint("The link may open a page; give its address with `goto`.")
                .verdict("no_effect"));
        }
    };
    Ok((download, outcome))
}

/// Downloads a URL: through a link in the page if it is of the same origin, which also downloads files that
/// the browser would display; otherwise in a separate tab.
async fn by_address(
    visit: &Visit<'_>,
    session: &mut WebSession,
    url: &str,
) -> Result<(Download, Outcome), Failure> {
    let url = address::complete(url)?;
    visit.admit(&url).await?;
    let line = format!("download {}", quote(&url, 200).trim_matches('"'));
    let tab = session.tab()?;
    let before = tab.state().downloads.len();
    let frame = tab.main_frame()?;
    let link = "(url) => { if (new URL(url).origin !== location.origin) return false; const link = document.createElement('a'); \
                link.href = url; link.download = ''; link.click(); return true; }";
    let clicked = tab.call(&frame, link, json!([url]), Duration::from_secs(5)).await?;
    if clicked == serde_json::Value::Bool(true)
        && let Some(place) = begun(&tab, before, BEGINNING.min(visit.limit())).await
    {
        let download = finish(visit, &tab, place).await?;
        return Ok((download, Outcome::default().line(line)));
    }
    let other = session.context()?.new_tab("about:blank").await?;
    let opened = other.navigate(&url, None, visit.limit()).await;
    let place = match &opened {
        Ok(()) => begun(&other, 0, Duration::from_millis(500)).await,
        Err(_) => None,
    };
    let done = match place {
        Some(place) => finish(visit, &other, place).await,
        None => Err(opened.err().unwrap_or_else(|| {
            Failure::new(Cause::NoEffect, format!("{} is a page, not a download", quote(&url, 120)))
                .hint("Open it with `goto`; keep it with `pdf` or `html`.")
                .verdict("no_effect")
        })),
    };
    let _ = other.close().await;
    Ok((done?, Outcome::default().line(line)))
}

/// Returns the index of a download that has begun after the first `before` ones.
async fn begun(tab: &Tab, before: usize, limit: Duration) -> Option<usize> {
    tab.wait(limit, |state| state.downloads.len() > before).await.then_some(before)
}

async fn finish(visit: &Visit<'_>, tab: &Tab, place: usize) -> Result<Download, Failure> {
    let is_over = |download: &Download| download.state != DownloadState::Running;
    let over = tab.wait(visit.limit(), |state| state.downloads.get(place).is_some_and(is_over)).await;
    let download = tab.state().downloads.get(place).cloned();
    match download {
        Some(download) if over && download.state == DownloadState::Complete => Ok(download),
        Some(download) if over => Err(failed(&download)),
        Some(download) => {
            let shown = quote(&download.suggested, 100);
            Err(Failure::new(Cause::Timeout, format!("the download of {shown} did not end in time"))
                .hint("Give it longer with --timeout; it goes on meanwhile.")
                .verdict("timeout"))
        }
        None => Err(Failure::new(Cause::Failed, "the download was lost")),
    }
}

fn failed(download: &Download) -> Failure {
    Failure::new(Cause::Failed, format!("the download of {} failed", quote(&download.suggested, 100)))
}

/// Resolves the output path: in the session's download folder, or below the workspace.
fn place(visit: &Visit<'_>, folder: &Path, output: &str) -> Result<PathBuf, Failure> {
    let outside = || outside(output);
    let given = Path::new(output);
    if given.components().any(|part| matches!(part, Component::ParentDir)) || output.trim().is_empty() {
        return Err(outside());
    }
    let is_inside = |path: &Path| {
        path.starts_with(folder) || (!visit.cx.is_sandboxed() && path.starts_with(&visit.cx.workspace))
    };
    let base = if visit.cx.is_sandboxed() { folder } else { visit.cx.workspace.as_path() };
    let path = base.join(given);
    if is_inside(&path) { Ok(path) } else { Err(outside()) }
}

/// Moves a download to its destination. In the session's download folder it is only renamed.
async fn keep(files: &Files, folder: &Path, from: &Path, to: PathBuf) -> Result<PathBuf, Failure> {
    let at = |failure: Failure| failure.context(format!("The download is in {}.", from.display()));
    let fault = |error: std::io::Error| {
        Failure::new(Cause::PermissionDenied, format!("{} cannot be written: {error}", to.display()))
    };
    if to.starts_with(folder) {
        let name = to.file_name().filter(|_| to.parent() == Some(folder));
        let name = name.ok_or_else(|| at(outside(&to.to_string_lossy())))?;
        let to = folder.join(name);
        move_to(from, &to).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                at(Failure::new(Cause::AlreadyExists, format!("{} is there already", to.display()))
                    .hint("Choose another name."))
            }
            _ => at(fault(error)),
        })?;
        return Ok(to);
    }
    let is_folder = files.is_folder(&to).await;
    let to = if is_folder { to.join(from.file_name().unwrap_or_default()) } else { to.clone() };
    if files.exists(&to).await.map_err(at)? {
        return Err(at(Failure::new(Cause::AlreadyExists, format!("{} is there already", to.display()))
            .hint("Choose another name.")));
    }
    let content = File::open(from).map_err(|error| at(fault(error)))?;
    files.put(&to, content.into()).await.map_err(at)?;
    // A leftover is in the engine's own folder.
    let _ = std::fs::remove_file(from);
    Ok(to)
}

fn outside(output: &str) -> Failure {
    Failure::new(Cause::OutsideRoots, format!("{} is not in the session's folder", quote(output, 120)))
        .hint("Give a name, or a path below the folder that you are in.")
}
