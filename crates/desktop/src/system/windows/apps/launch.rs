use std::time::Duration;

use lemmascope_intent::{
    Args, Cause, Context, Failure, Format, Notation, Outcome, Parameter, Risk, Signature, Type, Value,
};

use crate::opening::{Catalog, Memory, Start, Target};
use crate::system::settings::Settings;
use crate::system::windows::arrival::{Wait, launch};
use crate::system::windows::verb::timeout;

pub(in crate::system::windows) fn signature() -> Signature {
    Signature::change("system.apps.launch", "Start an application by its name.")
        .parameter(Parameter::required("app", Type::String, "Its name.").format(Format::Application))
        .parameter(Parameter::optional("args", Type::Array, "Further arguments."))
        .parameter(Parameter::optional(
            "url",
            Type::String,
            "An address that it is to open: http, https, mailto, or a file in the allowed folders.",
        ))
        .parameter(Parameter::optional(
            "wait_for_window",
            Type::Boolean,
            "Whether a window must appear; by default, a window is awaited and reported.",
        ))
        .parameter(
            Parameter::defaulted("timeout", "10s", Type::String, "How long a window may take.")
                .written(Notation::Duration),
        )
        .returns(Type::Object)
        .risk(Risk::Medium)
        .examples(&["system.apps.launch firefox --url https://example.org"])
}

pub(in crate::system::windows) async fn act(
    settings: &Settings,
    args: Args,
    cx: &Context,
) -> Result<Outcome, Failure> {
    let app = args.text("app")?;
    let more = texts(&args, "args")?;
    if cx.is_sandboxed() && !more.is_empty() {
        return Err(Failure::new(
            Cause::Forbidden,
            "a definition that is not trusted gives an application no arguments",
        )
        .hint("Trust the definition, or leave args out.")
        .about("args"));
    }
    let targets: Vec<Target> = match args.optional_text("url") {
        Some(url) => vec![target(settings, url, cx).await?],
        None => Vec::new(),
    };
    let reading = settings.clone();
    let read = tokio::task::spawn_blocking(move || (Catalog::read(&reading), Memory::read(&reading))).await;
    let (catalog, memory) =
        read.map_err(|_| Failure::new(Cause::Failed, "looking for applications broke off"))?;
    let now = jiff::Timestamp::now().as_second();
    let found = catalog.called(app, &memory, now).map_err(|failure| failure.about("app"))?;
    if matches!(targets.first(), Some(Target::Url(_))) && !found.takes_urls() {
        return Err(Failure::new(Cause::InvalidParameter, format!("{} opens no addresses", found.label()))
            .hint("Name a browser, or an application for that address.")
            .about("url"));
    }
    let start = Start::entry(settings, found.entry, found.action, &targets, &more)?;
    let wait = match args.get("wait_for_window").and_then(Value::as_bool) {
        Some(true) => Wait::Window,
        Some(false) => Wait::Process,
        None => Wait::IfPossible,
    };
    let limit = timeout(&args, Duration::from_secs(10), cx.limit)?;
    let arrival = launch(settings, start, wait, limit, cx).await?;
    memory.remember(settings, &found.key(), now);
    Ok(arrival.outcome(arrival.told(), format!("apps.launch \"{}\": {}", found.label(), arrival.says())))
}

/// Returns a list parameter as texts.
pub(super) fn texts(args: &Args, name: &str) -> Result<Vec<String>, Failure> {
    let Some(Value::List(items)) = args.get(name) else { return Ok(Vec::new()) };
    let texts: Option<Vec<String>> = items
        .iter()
        .map(|item| match item {
            Value::Text(text) => Some(text.to_string()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        })
        .collect();
    texts.filter(|texts| !texts.iter().any(|text| text.contains('\0'))).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("\"{name}\" is not a list of texts"))
            .hint("Give texts, as [--new, notes.txt].")
            .about(name)
    })
}

/// Returns the target of a URL with a permitted scheme. Other schemes may trigger arbitrary handlers.
async fn target(settings: &Settings, url: &str, cx: &Context) -> Result<Target, Failure> {
    let refused = |message: String| {
        Failure::new(Cause::InvalidParameter, message)
            .hint("Give an address that begins with https://, http:// or mailto:, or a file in the allowed folders.")
            .about("url")
    };
    if url.chars().any(|letter| letter.is_control() || letter == ' ') {
        return Err(refused("the address has spaces or control characters in it".into()));
    }
    let scheme = url.split(':').next().unwrap_or_default().to_lowercase();
    match scheme.as_str() {
        "http" | "https" if url[scheme.len()..].starts_with("://") => Ok(Target::Url(url.to_string())),
        "mailto" => Ok(Target::Url(url.to_string())),
        "file" => {
            let path = url[scheme.len()..].strip_prefix("://").filter(|path| path.starts_with('/'));
            let path =
                path.and_then(decoded).ok_or_else(|| refused("that is not the address of a file".into()))?;
            let item = settings.files.look(&path, cx).await.map_err(|failure| failure.about("url"))?;
            Ok(Target::File(item.path))
        }
        _ => Err(refused(format!("addresses that begin with \"{scheme}:\" are not opened"))),
    }
}

/// Decodes the path of a `file:` URL.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let pair = [rest.next()?, rest.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&pair).ok()?, 16).ok()?);
            }
            b'?' | b'#' => return None,
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok().filter(|path| !path.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn decodes_percent_encoded_url_paths() {
        assert_eq!(decoded("/a%20b/%C3%A9").as_deref(), Some("/a b/é"));
        for broken in ["/a%2", "/a%zz", "/a%", "/a?b", "/a#b", "/%00", "/%ff"] {
            assert_eq!(decoded(broken), None, "{broken}");
        }
    }
}
