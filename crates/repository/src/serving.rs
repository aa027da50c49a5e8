//! Serves the repository in a folder over HTTP: only its index and its objects, readable by everybody.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lemmascope_intent::{
    Cause, Failure, Route, RouteAnswer, RouteCall, RouteMethod, RouteRefusal, RouteSchema,
};

use crate::bundle::{LARGEST_LISTING, read_file};
use crate::error::RepositoryError;
use crate::hash::ContentHash;
use crate::index::{INDEX_FILE, LARGEST_INDEX};
use crate::repository::object_path;

/// The tag in the API documentation.
const TAG: &str = "repository";
/// The cache policy for objects, which are named by their hash and never change.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// The cache policy for the index, which clients revalidate on each request.
const ASK: &str = "public, no-cache";

/// Returns the routes that serve the repository in a folder.
pub fn routes(folder: &Path) -> Vec<Route> {
    let folder: Arc<Path> = folder.into();
    let of_index = Arc::clone(&folder);
    let index = Route::new(
        RouteMethod::Get,
        "/repository/index.json",
        "getRepositoryIndex",
        "The index of the repository that is served",
        move |call| {
            let folder = Arc::clone(&of_index);
            Box::pin(async move {
                answer(call, folder.join(INDEX_FILE), LARGEST_INDEX, "application/json", ASK).await
            })
        },
    );
    let object = Route::new(
        RouteMethod::Get,
        "/repository/objects/{prefix}/{object}",
        "getRepositoryObject",
        "An object of the repository that is served, or its signature",
        move |call| {
            let folder = Arc::clone(&folder);
            Box::pin(async move {
                let name = call.part("object").to_string();
                let hash = name.strip_suffix(".minisig").unwrap_or(&name);
                // Only a valid hash becomes a path.
                let path = ContentHash::read(hash).map(|hash| object_path(&hash));
                let path = path.filter(|path| path.starts_with(&format!("objects/{}/", call.part("prefix"))));
                let Some(path) = path else { return Err(missing()) };
                let end = if name.ends_with(".minisig") { ".minisig" } else { "" };
                let path = folder.join(format!("{path}{end}"));
                answer(call, path, LARGEST_LISTING, "application/octet-stream", FOREVER).await
            })
        },
    );
    let open = |route: Route, media| route.tag(TAG).open().answers(RouteSchema::Media(media));
    vec![open(index, "application/json"), open(object, "application/octet-stream")]
}

async fn answer(
    call: RouteCall,
    path: PathBuf,
    limit: u64,
    media: &str,
    caching: &str,
) -> Result<RouteAnswer, RouteRefusal> {
    let read = tokio::task::spawn_blocking(move || read_file(&path, limit, "object")).await;
    let bytes = match read {
        Ok(Ok(bytes)) => bytes,
        // A link or a pipe in the folder was not published.
        Ok(Err(RepositoryError::File { error, .. })) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(Failure::new(Cause::Unavailable, "the repository cannot be read just now").into());
        }
        Ok(Err(_)) | Err(_) => return Err(missing()),
    };
    let tag = format!("\"{}\"", ContentHash::of(&bytes));
    let headers = vec![("etag", tag.clone()), ("cache-control", caching.to_string())];
    let has_it = call.headers.get("if-none-match").is_some_and(|known| {
        known
            .split(',')
            .map(|known| known.trim().trim_start_matches("W/"))
            .any(|known| known == tag || known == "*")
    });
    Ok(match has_it {
        true => RouteAnswer::NotModified { headers },
        false => RouteAnswer::Bytes { media: media.into(), bytes, headers },
    })
}

fn missing() -> RouteRefusal {
    Failure::new(Cause::TargetNotFound, "there is no such object in the repository")
        .hint("The index names the listings, and each listing its files.")
        .into()
}
