use lemmascope_intent::{Args, Change, Failure, Object, Outcome, Parameter, Signature, Type};

use super::cookie_jar::goes_to;
use super::state_file::{Origin, State, items};
use crate::driver::{Cookie, Shelf, is_under};
use crate::session::WebSession;
use crate::verbs::parameters::switch;
use crate::verbs::visit::Visit;
use crate::verbs::writing;

pub(super) fn signature() -> Signature {
    Signature::change("web.state_save", "Save cookies and storage to a file that only you can read.")
        .lasting()
        .parameter(Parameter::required("path", Type::String, "Where to write it."))
        .parameter(switch("cookies_only", "Without storage."))
        .parameter(Parameter::optional("domain", Type::String, "Only of this domain and what is under it."))
        .parameter(switch("include_session", "Also what goes when the tab is closed."))
        .returns(Type::Object)
        .examples(&["state save auth.json", "state save auth.json --domain example.com --include-session"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let path = writing::destination(visit.cx, args.text("path")?)?;
    let domain = args.optional_text("domain").map(|domain| domain.trim_start_matches('.').to_lowercase());
    let session = visit.page().await?;
    let state = gather(&session, domain.as_deref(), args).await?;
    if path.exists() && State::is_at(&path) {
        writing::recognise(&path);
    }
    let counts = (state.cookies.len(), state.origins.len());
    let mut text = serde_json::to_vec_pretty(&state)
        .map_err(|error| Failure::new(lemmascope_intent::Cause::Failed, error.to_string()))?;
    text.push(b'\n');
    let path = writing::write(path, text).await?;
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
        domain.is_none_or(|domain| is_under(host, domain) || goes_to(cookie, domain))
    };
    let cookies = context.cookies().await?.into_iter().filter(is_meant).collect();
    if args.flag("cookies_only") {
        return Ok(State { cookies, origins: Vec::new() });
    }
    let origins: Vec<String> = context.origins().into_iter().filter(|origin| is_of(origin, domain)).collect();
    let stored = context.local_storage(&origins).await?;
    let mut origins: Vec<Origin> = stored
        .into_iter()
        .map(|(origin, stored)| Origin { origin, local_storage: items(stored), session_storage: Vec::new() })
        .collect();
    if args.flag("include_session") {
        let tab = session.tab()?;
        let url = tab.state().url.clone();
        let here = url::Url::parse(&url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        if let Some(here) =
            here.map(|url| url.origin().ascii_serialization()).filter(|here| is_of(here, domain))
        {
            let stored = items(tab.read_shelf(Shelf::Session).await?);
            match origins.iter_mut().find(|origin| origin.origin == here) {
                Some(origin) => origin.session_storage = stored,
                None if stored.is_empty() => {}
                None => origins.push(Origin { origin: here, session_storage: stored, ..Origin::default() }),
            }
        }
    }
    Ok(State { cookies, origins })
}

fn is_of(origin: &str, domain: Option<&str>) -> bool {
    let host = url::Url::parse(origin).ok().and_then(|url| url.host_str().map(str::to_string));
    match (domain, host) {
        (None, _) => true,
        (Some(domain), Some(host)) => is_under(&host, domain),
        (Some(_), None) => false,
    }
}
