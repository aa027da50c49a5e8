use futures_util::future::join_all;
use lemmascope_browser::driver::{Cookie, StorageContents, is_under};
use lemmascope_browser::session::WebSession;
use lemmascope_intent::{Args, Change, Failure, Notation, Object, Outcome, Parameter, Signature, Type};

use super::cookie_jar::is_sent_to_host;
use super::state_file::{FrameStorage, Origin, State, items};
use crate::verbs::output_file;
use crate::verbs::parameters::switch;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.state_save", "Save cookies and storage to a file that only you can read.")
        .command("state save <path>")
        .lasting()
        .parameter(Parameter::required("path", Type::String, "Where to write it.").written(Notation::Path))
        .parameter(switch("cookies_only", "Without storage."))
        .parameter(
            Parameter::optional("domain", Type::String, "Only of this domain and its subdomains.")
                .written(Notation::Name),
        )
        .parameter(switch("include_session", "Include the session storage of all open tabs."))
        .returns(Type::Object)
        .examples(&["state save auth.json", "state save auth.json --domain example.com --include-session"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let path = output_file::destination(visit.cx, args.text("path")?)?;
    let domain = args.optional_text("domain").map(|domain| domain.trim_start_matches('.').to_lowercase());
    let files = visit.files();
    if files.exists(&path).await? && State::read(&files, &path).await.is_ok() {
        files.recognise(&path).await?;
    }
    files.claim(&path).await?;
    let session = visit.page().await?;
    let state = gather(&session, domain.as_deref(), args).await?;
    let counts = (state.cookies.len(), state.origins.len());
    let mut text = serde_json::to_vec_pretty(&state)
        .map_err(|error| Failure::new(lemmascope_intent::Cause::Failed, error.to_string()))?;
    text.push(b'\n');
    files.write(&path, text).await?;
    let result = Object::from([
        ("path".to_string(), path.display().to_string().into()),
        ("cookies".to_string(), (counts.0 as i64).into()),
        ("origins".to_string(), (counts.1 as i64).into()),
    ]);
    Ok(Outcome::found(result)
        .line(format!("state save {}", path.display()))
        .change(Change::Added(path.display().to_string())))
}

async fn gather(session: &WebSession, domain: Option<&str>, args: &Args) -> Result<State, Failure> {
    let context = session.context()?;
    let is_meant = |cookie: &Cookie| {
        let host = cookie.domain.trim_start_matches('.');
        domain.is_none_or(|domain| is_under(host, domain) || is_sent_to_host(cookie, domain))
    };
    let cookies = context.cookies().await?.into_iter().filter(is_meant).collect();
    if args.flag("cookies_only") {
        return Ok(State { cookies, ..State::default() });
    }
    let origins: Vec<String> = context.origins().into_iter().filter(|origin| is_of(origin, domain)).collect();
    let stored = context.local_storage(&origins).await?;
    let mut origins: Vec<Origin> = stored
        .into_iter()
        .map(|(origin, stored)| Origin { origin, local_storage: items(stored), session_storage: Vec::new() })
        .collect();
    let mut frames: Vec<FrameStorage> = Vec::new();
    let with_session = args.flag("include_session");
    for StorageContents { origin, within, local, session } in holdings(session).await {
        if !is_of(&origin, domain) {
            continue;
        }
        let session = items(if with_session { session } else { Default::default() });
        let home = origins.iter_mut().find(|other| other.origin == origin);
        if within.is_empty() {
            match home {
                // Of several tabs with the same site, the current one takes precedence.
                Some(home) if home.session_storage.is_empty() => home.session_storage = session,
                Some(_) => {}
                None if session.is_empty() => {}
                None => origins.push(Origin { origin, session_storage: session, ..Origin::default() }),
            }
            continue;
        }
        // A frame of the same site shares the site's storage.
        let local = items(local);
        let local = if home.is_some_and(|home| home.local_storage == local) { Vec::new() } else { local };
        let is_known = frames.iter().any(|guest| guest.within == within && guest.stored.origin == origin);
        let is_empty = local.is_empty() && session.is_empty();
        if !is_known && !is_empty {
            let stored = Origin { origin, local_storage: local, session_storage: session };
            frames.push(FrameStorage { within, stored });
        }
    }
    Ok(State { cookies, origins, frames })
}

/// Reads the storage of all open pages and frames, those of the current tab first.
pub(super) async fn holdings(session: &WebSession) -> Vec<StorageContents> {
    let current = session.tab().ok();
    let mut tabs = session.tabs();
    tabs.sort_by_key(|tab| current.as_ref().is_none_or(|current| current.id() != tab.id()));
    join_all(tabs.iter().map(|tab| tab.holdings())).await.concat()
}

fn is_of(origin: &str, domain: Option<&str>) -> bool {
    let host = url::Url::parse(origin).ok().and_then(|url| url.host_str().map(str::to_string));
    match (domain, host) {
        (None, _) => true,
        (Some(domain), Some(host)) => is_under(&host, domain),
        (Some(_), None) => false,
    }
}
