use lemmascope_browser::driver::{Cookie, Tab};
use lemmascope_browser::session::WebSession;
use lemmascope_intent::{Args, Cause, Failure, Object, Outcome, Parameter, Signature, Type, Value};

use super::cookie_jar::is_sent_to_host;
use super::kept_page::KeptPage;
use super::storage_restore::put_back;
use crate::verbs::parameters::switch;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.restore", "Restore a stored page.")
        .lasting()
        .parameter(Parameter::required("state", Type::String, "The stored page.").unrecorded())
        .parameter(switch("whole", "Also when the page seems to be there."))
        .returns(Type::Object)
        .internal()
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let kept = KeptPage::read(args.text("state")?)?;
    let mut session = visit.page().await?;
    let is_same = session.context()?.id() == kept.context;
    let tabs = restore_tabs(&kept, is_same, &session).await?;
    if let Some(tab) = tabs.get(kept.current)
        && session.tab()?.id() != tab.id()
    {
        tab.activate().await?;
        session.turn_to(tab.clone());
    }
    if is_same && !args.flag("whole") {
        // The same browser still runs, so its data is newer than the kept data.
        let stayed = kept.is_at(&session.tab()?.state().url);
        if !stayed {
            go(visit, &mut session, &kept).await?;
        }
        if kept.is_at(&session.tab()?.state().url) {
            let opened = reopen(visit, &kept, &tabs, &mut session).await;
            let line = match (stayed, opened) {
                (true, 0) => None,
                (true, opened) => Some(format!("restore {}", counted(opened, "tab"))),
                (false, _) => Some(format!("goto {}", KeptPage::shown(&kept.url))),
            };
            return Ok(restore_outcome(line, false));
        }
    }
    let cookies = kept.state.cookies.len();
    let kept = restore_cookies_and_storage(kept, &session).await?;
    go(visit, &mut session, &kept).await?;
    session.keep().await;
    let here = session.tab()?.state().url.clone();
    if !kept.is_at(&here) {
        return Err(Failure::new(
            Cause::CheckpointInvalid,
            format!("{} leads to {} now", KeptPage::shown(&kept.url), KeptPage::shown(&here)),
        ));
    }
    reopen(visit, &kept, &tabs, &mut session).await;
    let mut what = counted(cookies, "cookie");
    if tabs.len() > 1 {
        what.push_str(&format!(", {}", counted(tabs.len(), "tab")));
    }
    Ok(restore_outcome(Some(format!("restore {} ({what})", KeptPage::shown(&kept.url))), true))
}

/// Returns a tab for each kept one in order: the same ones if the browser still has them. State of an earlier
/// version has no tabs, so the current tab is used.
async fn restore_tabs(kept: &KeptPage, is_same: bool, session: &WebSession) -> Result<Vec<Tab>, Failure> {
    let open: Vec<Tab> = session.tabs().into_iter().filter(|tab| !tab.state().closed).collect();
    let here = session.tab()?;
    // The initial tab of a new browser becomes the first one; otherwise the current tab stays the current
    // one.
    let begins_with = if open.len() == 1 { 0 } else { kept.current };
    let mut tabs = Vec::with_capacity(kept.tabs.len());
    for (place, tab) in kept.tabs.iter().enumerate() {
        let known = open.iter().find(|known| is_same && known.id() == tab.id).cloned();
        let known = known.or_else(|| (!is_same && place == begins_with).then(|| here.clone()));
        tabs.push(match known {
            Some(known) => known,
            None => session.context()?.new_tab("about:blank").await?,
        });
    }
    Ok(tabs)
}

/// Opens the pages of the other tabs where necessary. A failure is only reported, since the run continues in
/// the current tab. Returns how many were opened.
async fn reopen(visit: &Visit<'_>, kept: &KeptPage, tabs: &[Tab], session: &mut WebSession) -> usize {
    let mut opened = 0;
    for (place, (tab, was)) in tabs.iter().zip(&kept.tabs).enumerate() {
        let is_there = KeptPage::is_same_location(&was.url, &tab.state().url);
        if place == kept.current || is_there || was.url == "about:blank" {
            continue;
        }
        match tab.navigate(&was.url, None, visit.limit()).await {
            Ok(()) => opened += 1,
            Err(failure) => session.notice(&[format!(
                "the tab with {} could not be opened again: {}",
                KeptPage::shown(&was.url),
                failure.message
            )]),
        }
    }
    opened
}

/// Restores the kept cookies and storage, replacing those of the same site. Returns the rest of the state.
async fn restore_cookies_and_storage(mut kept: KeptPage, session: &WebSession) -> Result<KeptPage, Failure> {
    let context = session.context()?.clone();
    let host = url::Url::parse(&kept.url)
        .ok()
        .and_then(|url| url.host_str().map(str::to_string))
        .unwrap_or_default();
    let is_kept = |cookie: &Cookie| {
        let same = |other: &&Cookie| {
            (&other.name, &other.domain, &other.path) == (&cookie.name, &cookie.domain, &cookie.path)
        };
        kept.state.cookies.iter().any(|other| same(&other))
    };
    for cookie in
        context.cookies().await?.iter().filter(|cookie| is_sent_to_host(cookie, &host) && !is_kept(cookie))
    {
        context.delete_cookie(cookie).await?;
    }
    context.set_cookies(&kept.state.cookies).await?;
    let origins = std::mem::take(&mut kept.state.origins);
    let frames = std::mem::take(&mut kept.state.frames);
    let tab = session.tab()?;
    let _leave = tab.leave().await?;
    put_back(&context, &tab, origins, frames).await?;
    Ok(kept)
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Opens the page and waits until it is loaded.
async fn go(visit: &Visit<'_>, session: &mut WebSession, kept: &KeptPage) -> Result<(), Failure> {
    let before = session.before_leaving();
    let tab = session.tab()?;
    let _leave = tab.leave().await?;
    tab.navigate(&kept.url, None, visit.limit()).await?;
    session.arrive(before, visit.until(), String::new()).await.map(drop)
}

fn restore_outcome(line: Option<String>, whole: bool) -> Outcome {
    let mut fields = Object::from([("whole".to_string(), Value::from(whole))]);
    if let Some(line) = line {
        fields.insert("line".into(), line.into());
    }
    Outcome::found(fields)
}
