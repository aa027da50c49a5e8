use std::process::Stdio;
use std::time::Duration;

use lemmascope_intent::{Args, Call, Cause, Context, Failure, Need, Outcome, Parameter, Signature, Type};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::Command;

use super::super::screen::Screen;
use super::super::telling::{call, integer, object};
use super::former::Holder;
use super::holder::{Held, Job};
use super::reading::{Content, LONGEST, content};
use crate::system::settings::Settings;

/// The timeout for the holder to start.
const PATIENCE: Duration = Duration::from_secs(10);

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.clipboard.write", "Put a text on the clipboard.")
        .parameter(Parameter::required("text", Type::String, "The text.").unrecorded())
        .returns(Type::Object)
        .needs(&[Need::Display])
        .examples(&[r#"system.clipboard.write "see you at eight""#])
}

pub(in super::super) async fn act(
    settings: &Settings,
    args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let text = args.text("text")?.to_string();
    if text.is_empty() || text.len() > LONGEST {
        let problem = if text.is_empty() { "is empty" } else { "is larger than a clipboard takes" };
        return Err(Failure::new(Cause::InvalidParameter, format!("parameter \"text\" {problem}"))
            .hint("Give the text that is to be pasted.")
            .about("text"));
    }
    let count = text.chars().count();
    // Unreadable content cannot be restored, but must not prevent copying.
    let former = match Screen::with(settings, |screen| Ok(content(screen).ok())).await? {
        Some(Content::Text(former)) => Some(former),
        Some(Content::Nothing | Content::Other(_)) | None => None,
    };
    let job = Job { display: settings.display.clone().unwrap_or_default(), text: text.clone(), former };
    let held = hold(settings, &job).await?;
    let holder = Holder { window: held.window, mark: held.mark };
    let is_there = Screen::with(settings, move |screen| {
        holder.still(screen)?;
        Ok(matches!(content(screen)?, Content::Text(now) if now == text))
    });
    if !is_there.await? {
        return Err(Failure::new(Cause::NoEffect, "the text did not arrive on the clipboard")
            .hint("Another program has taken the clipboard; try again.")
            .verdict("no_effect"));
    }
    let told = object([("characters", integer(count as u64))]);
    Ok(Outcome::found(told).line(format!("copy {count} characters")).undo(way_back(holder)))
}

/// Returns the call that restores the previous content. It contains no text, because stored calls are
/// persisted and the text may be a password.
pub(super) fn way_back(holder: Holder) -> Call {
    call(
        "system.clipboard.restore",
        [("holder", integer(holder.window.into())), ("mark", integer(holder.mark.into()))],
    )
}

/// Starts a process that keeps a text on the clipboard until another program copies something.
async fn hold(settings: &Settings, job: &Job) -> Result<Held, Failure> {
    let failed = |why: &str| {
        Failure::new(Cause::Failed, format!("a process that keeps the text could not be started: {why}"))
            .hint("Check the limits of this user, and try again.")
    };
    let Some((program, arguments)) = settings.holder.split_first() else {
        return Err(failed("it is not known how"));
    };
    let mut child = Command::new(program)
        .args(arguments)
        .env_clear()
        .envs(settings.environment.iter().map(|(name, value)| (name, value)))
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed(&error.to_string()))?;
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(failed("it takes nothing"));
    };
    let written = serde_json::to_vec(job).map_err(|error| failed(&error.to_string()))?;
    let mut line = String::new();
    let mut out = BufReader::new(stdout);
    let started = async {
        stdin.write_all(&written).await?;
        drop(stdin);
        out.read_line(&mut line).await
    };
    match tokio::time::timeout(PATIENCE, started).await {
        Ok(Ok(_)) => serde_json::from_str(&line).map_err(|_| failed("it ended without an answer")),
        Ok(Err(error)) => Err(failed(&error.to_string())),
        Err(_) => {
            let _gone = child.start_kill();
            Err(failed("it does not answer"))
        }
    }
}
