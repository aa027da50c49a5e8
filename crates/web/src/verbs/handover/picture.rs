use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lemmascope_browser::driver::{ImageFormat, Screenshot};
use lemmascope_intent::{Args, Failure, Object, Outcome, Signature, Type, Value};

use super::open_tab;
use crate::verbs::visit::Visit;

/// Good enough to read, and a tenth of the size of a lossless picture.
const QUALITY: u8 = 60;

pub(super) fn signature() -> Signature {
    Signature::observe("web.picture", "Take a picture of the page for an observer.")
        .returns(Type::Object)
        .internal()
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let tab = open_tab(visit)?;
    let options = Screenshot { format: ImageFormat::Jpeg, quality: Some(QUALITY), ..Screenshot::default() };
    let picture = tab.screenshot(&options).await?;
    let value = Object::from_iter([
        ("media_type".to_string(), Value::from("image/jpeg")),
        ("data".to_string(), STANDARD.encode(picture).into()),
    ]);
    Ok(Outcome::found(value))
}
