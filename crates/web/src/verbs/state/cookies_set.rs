use lemmascope_browser::driver::Cookie;
use lemmascope_intent::{Args, Cause, Change, Failure, Notation, Outcome, Parameter, Signature, Type};

use super::cookie_jar::host;
use crate::verbs::parameters::switch;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.cookies_set", "Set a cookie for the open page's site.")
        .command("cookies set <name> <value>")
        .aliases(&["cookie set", "set cookie"])
        .lasting()
        .parameter(Parameter::required("name", Type::String, "Its name.").written(Notation::Name))
        .parameter(Parameter::required("value", Type::String, "The value.").named_by_previous().unrecorded())
        .parameter(
            Parameter::optional("domain", Type::String, "The domain, with its subdomains.")
                .written(Notation::Name),
        )
        .parameter(Parameter::optional("path", Type::String, "The path.").written(Notation::Name))
        .parameter(switch("http_only", "Hidden from the page's scripts."))
        .examples(&["cookies set theme dark"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let name = args.text("name")?;
    let value = args.text("value")?;
    check(name, value)?;
    let mut session = visit.tab().await?;
    let url = session.tab()?.state().url.clone();
    let domain = match args.optional_text("domain") {
        Some(domain) => format!(".{}", domain.trim_start_matches('.')),
        None => host(&session).filter(|_| url.starts_with("http")).ok_or_else(|| {
            Failure::new(Cause::Unavailable, "no page is open that the cookie could belong to")
                .hint("Open one first: goto <url>.")
        })?,
    };
    let cookie = Cookie {
        name: name.into(),
        value: value.into(),
        domain: domain.clone(),
        path: args.optional_text("path").unwrap_or("/").into(),
        http_only: args.flag("http_only"),
        secure: url.starts_with("https:"),
        ..Cookie::default()
    };
    let context = session.context()?.clone();
    let before = context.cookies().await?;
    context.set_cookies(std::slice::from_ref(&cookie)).await?;
    session.keep().await;
    let what = format!("cookie {name} ({domain})");
    let was_there = before.iter().any(|other| other.name == name && other.domain == domain);
    let change = match was_there {
        true => Change::Altered { what, before: "…".into(), after: "…".into() },
        false => Change::Added(what),
    };
    Ok(Outcome::default().line(format!("cookies set {name}")).change(change))
}

/// Refuses characters at which a browser would cut the cookie.
fn check(name: &str, value: &str) -> Result<(), Failure> {
    let is_bad = |c: char| c == ';' || c.is_control();
    if name.is_empty() || name.contains(|c| is_bad(c) || c == '=') || value.contains(is_bad) {
        return Err(Failure::new(Cause::InvalidParameter, "a cookie cannot hold that")
            .hint("Neither its name nor its value has semicolons or control characters in it."));
    }
    if name.len() + value.len() > 4096 {
        return Err(Failure::new(Cause::InvalidParameter, "a cookie holds at most 4096 bytes"));
    }
    Ok(())
}
