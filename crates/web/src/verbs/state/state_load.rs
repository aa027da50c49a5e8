use lemmascope_intent::{Args, Change, Failure, Notation, Object, Outcome, Parameter, Signature, Type};

use super::state_file::State;
use super::storage_restore::put_back;
use crate::verbs::output_file;
use crate::verbs::parameters::switch;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.state_load", "Load cookies and storage from a file, replacing the current ones.")
        .command("state load <path>")
        .lasting()
        .parameter(Parameter::required("path", Type::String, "Where it is.").written(Notation::Path))
        .parameter(switch("merge", "Keep the current entries."))
        .parameter(switch("cookies_only", "Without storage."))
        .returns(Type::Object)
        .examples(&["state load auth.json", "state load auth.json --merge"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let path = output_file::destination(visit.cx, args.text("path")?)?;
    let shown = path.display().to_string();
    let state = State::read(&visit.files(), &path).await?;
    let mut session = visit.page().await?;
    let context = session.context()?.clone();
    let with_storage = !args.flag("cookies_only");
    if !args.flag("merge") {
        context.clear_cookies().await?;
        if with_storage {
            context.clear_local_storage().await?;
        }
    }
    context.set_cookies(&state.cookies).await?;
    let (cookies, origins) = (state.cookies.len(), state.origins.len());
    if with_storage {
        let tab = session.tab()?;
        let url = tab.state().url.clone();
        let _leave = tab.leave().await?;
        if put_back(&context, &tab, state.origins, state.frames).await? {
            let back = if url.is_empty() { "about:blank" } else { &url };
            tab.navigate(back, None, visit.limit()).await?;
        }
    }
    session.keep().await;
    let result = Object::from([
        ("cookies".to_string(), (cookies as i64).into()),
        ("origins".to_string(), (if with_storage { origins as i64 } else { 0 }).into()),
    ]);
    Ok(Outcome::found(result).line(format!("state load {shown}")).change(Change::Added(format!(
        "{cookies} cookie{} from {shown}",
        if cookies == 1 { "" } else { "s" }
    ))))
}
