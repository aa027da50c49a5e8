use lemmascope_engine::{Engine, Request};
use lemmascope_intent::{Failure, Operation};

/// The media type of pictures.
pub(crate) const MEDIA_TYPE: &str = "image/jpeg";

/// Takes a picture of what is open in the session of a request, in Base64. It makes no run, and waits for none.
pub(crate) async fn take(engine: &Engine, request: &Request) -> Result<String, Failure> {
    let picture = engine.look_on(Operation::Picture, &[], request).await?;
    let data = picture.as_object().and_then(|picture| picture.get("data")?.as_text());
    Ok(data.unwrap_or_default().to_string())
}
