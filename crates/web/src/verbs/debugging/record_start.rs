use std::path::Path;
use std::sync::mpsc::sync_channel;

use lemmascope_browser::driver::Viewer;
use lemmascope_browser::files::unwritten;
use lemmascope_browser::session::Recording;
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type};
use tempfile::NamedTempFile;

use super::motion_jpeg::MotionJpegWriter;
use crate::verbs::output_file;
use crate::verbs::visit::Visit;

/// The maximum number of queued pictures. If the disk is slower than the page, pictures are dropped.
const WAITING: usize = 32;

pub(super) fn signature() -> Signature {
    Signature::change(
        "web.record_start",
        "Start a video recording of the tab, as an AVI file of JPEG images.",
    )
    .command("record start <path>")
    .aliases(&["video start"])
    .lasting()
    .parameter(
        Parameter::required("path", Type::String, "Where the film is written, such as film.avi.")
            .written(Notation::Path),
    )
    .parameter(
        Parameter::optional("quality", Type::String, "low, medium, high, or from 1 to 100.")
            .written(Notation::Word),
    )
    .examples(&["record start film.avi", "record start film.avi --quality high"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let path = output_file::destination(visit.cx, args.text("path")?)?;
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("avi")) {
        return Err(Failure::new(Cause::InvalidParameter, "a film is written as an AVI file")
            .hint("Give a path that ends in .avi."));
    }
    let quality = quality(args.optional_text("quality").unwrap_or("medium"))?;
    let mut session = visit.page().await?;
    if session.recordings.recording.is_some() {
        return Err(Failure::new(Cause::AlreadyExists, "a film is being made already")
            .hint("End it with `record stop`."));
    }
    let files = visit.files();
    files.claim(&path).await?;
    // The file is written in the engine's own folder, and moved to its destination when it is complete.
    let draft = draft(&visit.sessions.settings.profiles).map_err(|error| unwritten(&path, &error))?;
    let (give, take) = sync_channel::<(Vec<u8>, f64)>(WAITING);
    let end = path.clone();
    let runtime = tokio::runtime::Handle::current();
    let film = tokio::task::spawn_blocking(move || {
        let mut film = MotionJpegWriter::begin(draft).map_err(|error| unwritten(&end, &error))?;
        while let Ok((picture, at)) = take.recv() {
            film.add(picture, at).map_err(|error| unwritten(&end, &error))?;
        }
        let (draft, pictures, seconds) = film.end().map_err(|error| unwritten(&end, &error))?;
        let film = draft.reopen().map_err(|error| unwritten(&end, &error))?;
        runtime.block_on(files.put(&end, film.into()))?;
        Ok((pictures, seconds))
    });
    let tab = session.tab()?;
    let taker = Box::new(move |picture, at| {
        let _ = give.try_send((picture, at));
    });
    tab.start_screencast(Viewer::Recording, quality, taker).await?;
    let line = format!("record start {}", path.display());
    session.recordings.recording = Some(Recording { tab, path, film });
    Ok(Outcome::default().line(line))
}

fn draft(folder: &Path) -> std::io::Result<NamedTempFile> {
    std::fs::create_dir_all(folder)?;
    NamedTempFile::new_in(folder)
}

fn quality(text: &str) -> Result<u8, Failure> {
    match text.to_lowercase().as_str() {
        "low" => Ok(40),
        "medium" => Ok(70),
        "high" => Ok(90),
        number => number.parse().ok().filter(|quality| (1..=100).contains(quality)).ok_or_else(|| {
            Failure::new(Cause::InvalidParameter, format!("there is no quality \"{text}\""))
                .hint("It is low, medium, high, or a number from 1 to 100.")
        }),
    }
}
