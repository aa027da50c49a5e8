use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use lemmascope_intent::{Cause, Context, Failure};

use super::visit::Visit;

/// Resolves an output path. Relative paths start at the workspace; `{timestamp}` is replaced with the current
/// time, so that repeated outputs have different names.
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
    Ok(if given.starts_with("~") { given.to_path_buf() } else { cx.workspace.join(given) })
}

/// Returns the milliseconds since 1970, which sort chronologically.
fn moment() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis().to_string()
}

/// Returns the first free name of `name.png`, `name-2.png`, …
pub(super) async fn unused(visit: &Visit<'_>, name: &str, ending: &str) -> Result<PathBuf, Failure> {
    let files = visit.files();
    let numbered = (2..10_000).map(|number| format!("{name}-{number}.{ending}"));
    for name in std::iter::once(format!("{name}.{ending}")).chain(numbered) {
        let path = visit.cx.workspace.join(name);
        if !files.exists(&path).await? {
            return Ok(path);
        }
    }
    Err(Failure::new(Cause::AlreadyExists, format!("there are too many files called {name}"))
        .hint("Give a path."))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lemmascope_intent::Sandbox;

    use super::*;

    #[test]
    fn untrusted_context_writes_only_inside_workspace() {
        let cx = Context { sandbox: Some(Arc::new(Sandbox::of_page())), ..Context::new("test", "/work") };
        for path in ["/etc/passwd", "../a.png", "a/../../b.png", "", "..", "a/.."] {
            assert!(destination(&cx, path).is_err(), "{path}");
        }
        assert!(destination(&cx, "a/b.png").is_ok());
    }
}
