use lemmascope_intent::{Args, Cause, Failure, Object, Outcome, Parameter, Signature, Type, Value};

use super::cookie_jar::goes_to;
use super::kept_page::KeptPage;
use super::putting_back::put_back;
use crate::driver::Cookie;
use crate::session::WebSession;
use crate::verbs::parameters::switch;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.restore", "Go back to a page that was kept.")
        .lasting()
        .parameter(Parameter::required("state", Type::String, "What was kept.").unrecorded())
        .parameter(switch("whole", "Also when the page seems to be there."))
        .returns(Type::Object)
        .internal()
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let kept = KeptPage::read(args.text("state")?)?;
    let mut session = visit.page().await?;
    let is_same = session.context()?.id() == kept.context;
    if is_same && !args.flag("whole") {
        // The browser that it was kept in goes on: what that holds is newer than what was kept.
        if kept.is_at(&session.tab()?.state().url) {
            return Ok(told(None, false));
        }
        go(visit, &mut session, &kept).await?;
        if kept.is_at(&session.tab()?.state().url) {
            return Ok(told(Some(format!("goto {}", KeptPage::shown(&kept.url))), false));
        }
    }
    let url = kept.url.clone();
    let cookies = kept.state.cookies.len();
    let context = session.context()?.clone();
    let host =
        url::Url::parse(&url).ok().and_then(|url| url.host_str().map(str::to_string)).unwrap_or_default();
    let is_kept = |cookie: &Cookie| {
        let same = |other: &&Cookie| {
            (&other.name, &other.domain, &other.path) == (&cookie.name, &cookie.domain, &cookie.path)
        };
        kept.state.cookies.iter().any(|other| same(&other))
    };
    for cookie in context.cookies().await?.iter().filter(|cookie| goes_to(cookie, &host) && !is_kept(cookie))
    {
        context.delete_cookie(cookie).await?;
    }
    context.set_cookies(&kept.state.cookies).await?;
    let kept = {
        let KeptPage { url, context: id, mut state } = kept;
        let (origins, frames) = (std::mem::take(&mut state.origins), std::mem::take(&mut state.frames));
        let tab = session.tab()?;
        let _leave = tab.leave();
        put_back(&context, &tab, origins, frames).await?;
        KeptPage { url, context: id, state }
    };
    go(visit, &mut session, &kept).await?;
    session.keep().await;
    let here = session.tab()?.state().url.clone();
    if !kept.is_at(&here) {
        return Err(Failure::new(
            Cause::CheckpointInvalid,
            format!("{} leads to {} now", KeptPage::shown(&kept.url), KeptPage::shown(&here)),
        ));
    }
    let plural = if cookies == 1 { "" } else { "s" };
    Ok(told(Some(format!("restore {} ({cookies} cookie{plural})", KeptPage::shown(&url))), true))
}

/// Opens the page and waits until it is there.
async fn go(visit: &Visit<'_>, session: &mut WebSession, kept: &KeptPage) -> Result<(), Failure> {
    let before = session.before_leaving();
    let tab = session.tab()?;
    let _leave = tab.leave();
    tab.navigate(&kept.url, None, visit.limit()).await?;
    session.arrive(before, visit.until(), String::new()).await.map(drop)
}

fn told(line: Option<String>, whole: bool) -> Outcome {
    let mut fields = Object::from([("whole".to_string(), Value::from(whole))]);
    if let Some(line) = line {
        fields.insert("line".into(), line.into());
    }
    Outcome::found(fields)
}
