use std::collections::HashSet;
use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use lemmascope_intent::{Cause, Context, Failure};
use tempfile::NamedTempFile;

/// The files that this engine's commands have written: they may write them again, and no other.
static WRITTEN: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

/// Where a command is to write. Relative paths start at the workspace; `{timestamp}` is the moment, so that what is written
/// each time something happens does not meet what was written before.
pub(super) fn destination(cx: &Context, path: &str) -> Result<PathBuf, Failure> {
    let path = path.trim().replace("{timestamp}", &moment());
    let given = Path::new(&path);
    if given.as_os_str().is_empty() || given.file_name().is_none() {
        return Err(Failure::new(Cause::InvalidParameter, "the path names no file"));
    }
    let leaves = given.is_absolute() || given.components().any(|part| part == Component::ParentDir);
    if cx.is_sandboxed() && leaves {
        return Err(Failure::new(Cause::OutsideRoots, "the path leads out of the workspace")
            .hint("A definition that is not trusted writes into the workspace alone."));
    }
    Ok(cx.workspace.join(given))
}

/// Milliseconds since 1970, which sort as the moments do.
fn moment() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis().to_string()
}

/// The first of `name.png`, `name-2.png`, … that is not there yet.
pub(super) fn unused(cx: &Context, name: &str, ending: &str) -> PathBuf {
    let numbered = (2..10_000).map(|number| format!("{name}-{number}.{ending}"));
    let mut names = std::iter::once(format!("{name}.{ending}")).chain(numbered);
    let free = names.find(|name| !cx.workspace.join(name).exists());
    cx.workspace.join(free.unwrap_or_else(|| format!("{name}.{ending}")))
}

/// Writes a file, all of it or nothing. A file that somebody else has put there is left alone.
pub(super) async fn write(path: PathBuf, content: Vec<u8>) -> Result<PathBuf, Failure> {
    let done = tokio::task::spawn_blocking(move || write_now(&path, &content).map(|()| path)).await;
    done.map_err(|error| Failure::new(Cause::Failed, format!("the file could not be written: {error}")))?
}

fn write_now(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let mut draft = draft(path)?;
    draft.write_all(content).map_err(|error| refused(path, &error))?;
    keep(draft, path)
}

/// A file beside the one that is to be written, which only its owner may read. It is gone unless it is kept.
pub(super) fn draft(path: &Path) -> Result<NamedTempFile, Failure> {
    let written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !written.contains(path) && path.symlink_metadata().is_ok() {
        return Err(Failure::new(Cause::AlreadyExists, format!("{} is there already", path.display()))
            .hint("Give another path; files that others have written are not replaced."));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|error| refused(path, &error))?;
    NamedTempFile::new_in(folder).map_err(|error| refused(path, &error))
}

/// Gives a draft its name.
pub(super) fn keep(draft: NamedTempFile, path: &Path) -> Result<(), Failure> {
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    let own = written.contains(path);
    let kept = if own { draft.persist(path) } else { draft.persist_noclobber(path) };
    kept.map_err(|error| refused(path, &error.error))?;
    written.insert(path.to_path_buf());
    Ok(())
}

/// Says that a file is one of those that may be written again: it can be seen that it is of the same kind.
pub(super) fn recognise(path: &Path) {
    WRITTEN.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf());
}

pub(super) fn refused(path: &Path, error: &std::io::Error) -> Failure {
    let cause = match error.kind() {
        ErrorKind::PermissionDenied => Cause::PermissionDenied,
        ErrorKind::StorageFull => Cause::DiskFull,
        ErrorKind::AlreadyExists => Cause::AlreadyExists,
        _ => Cause::Failed,
    };
    Failure::new(cause, format!("{} could not be written: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn writes_its_own_files_again_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let cx = Context::new("test", folder.path());
        let path = destination(&cx, "out/a.png").unwrap();
        write(path.clone(), b"one".to_vec()).await.unwrap();
        write(path.clone(), b"two".to_vec()).await.unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        let other = folder.path().join("b.png");
        std::fs::write(&other, "theirs").unwrap();
        let failure = write(other.clone(), b"ours".to_vec()).await.unwrap_err();
        assert_eq!(failure.cause, Cause::AlreadyExists);
        assert_eq!(std::fs::read(&other).unwrap(), b"theirs");
        assert_eq!(unused(&cx, "b", "png"), folder.path().join("b-2.png"));
    }

    #[test]
    fn what_is_not_trusted_stays_in_the_workspace() {
        let cx = Context {
            sandbox: Some(std::sync::Arc::new(lemmascope_intent::Sandbox::of_page())),
            ..Context::new("test", "/work")
        };
        for path in ["/etc/passwd", "../a.png", "a/../../b.png", "", "..", "a/.."] {
            assert!(destination(&cx, path).is_err(), "{path}");
        }
        assert!(destination(&cx, "a/b.png").is_ok());
    }
}
