use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lemmascope_intent::{Args, Failure, Object, Outcome, Parameter, Signature, Type, Value};

use super::open_tab;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.picture", "Take a picture of the page for an observer.")
        .parameter(Parameter::optional(
            "after",
            Type::String,
            "The mark of the last picture. Waits some seconds for another one.",
        ))
        .returns(Type::Object)
        .internal()
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let tab = open_tab(visit)?;
    let after = args.optional_text("after");
    let Some(picture) = visit.sessions.live_views.next(&tab, after).await? else {
        return Ok(Outcome::found(Object::new()));
    };
    let value = Object::from_iter([
        ("media_type".to_string(), Value::from("image/jpeg")),
        ("data".to_string(), STANDARD.encode(picture.data.as_slice()).into()),
        ("mark".to_string(), picture.mark.into()),
    ]);
    Ok(Outcome::found(value))
}
