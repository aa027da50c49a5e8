use lemmascope_browser::driver::{Frame, Tab};
use lemmascope_browser::session::{Found, WebSession};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Cause, Failure, Outcome, Signature, Type, Value};

use super::frame_list::{frame_value, short_name};
use crate::verbs::parameters::target;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.frame", "Switch to a frame, by its element, name or URL.")
        .command("frame <target>")
        .lasting()
        .parameter(target())
        .returns(Type::Object)
        .examples(&["frame f1", "frame \"payment\"", "frame 7", "frame css(\"iframe.editor\")"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let tab = session.tab()?;
    let frames = tab.frames();
    let place = match named(&session, &frames, args.get("target")) {
        Some(place) => place,
        None => {
            let found = visit.target(&mut session, args, "target", &Rules::default()).await?;
            inside(&tab, &frames, &found).await?
        }
    };
    enter(&mut session, &frames, place)
}

fn enter(session: &mut WebSession, frames: &[Frame], place: usize) -> Result<Outcome, Failure> {
    session.scope = (place > 0).then(|| frames[place].id.clone());
    let value = frame_value(session, frames, &frames[place]);
    Ok(Outcome::found(value).line(format!("frame {}", short_name(session, frames, &frames[place]))))
}

/// Returns the frame with this short name or name, or the only one whose URL contains the text.
fn named(session: &WebSession, frames: &[Frame], target: Option<&Value>) -> Option<usize> {
    let text = match target? {
        Value::Text(text) => text.as_str(),
        Value::Object(fields) if !fields.contains_key("relations") => fields.get("text")?.as_text()?,
        _ => return None,
    };
    let by_name = frames.iter().position(|frame| frame.parent.is_some() && frame.name == text);
    let shown = || frames.iter().position(|frame| short_name(session, frames, frame) == text.to_lowercase());
    if let Some(place) = by_name.or_else(shown) {
        return Some(place);
    }
    let mut held =
        frames.iter().enumerate().filter(|(_, frame)| frame.parent.is_some() && frame.url.contains(text));
    match (held.next(), held.next()) {
        (Some((place, _)), None) if text.len() > 2 => Some(place),
        _ => None,
    }
}

/// Returns the frame of a frame element.
async fn inside(tab: &Tab, frames: &[Frame], found: &Found) -> Result<usize, Failure> {
    for (place, frame) in frames.iter().enumerate() {
        if frame.parent.as_ref() == Some(&found.frame)
            && tab.frame_owner(&frame.id).await.ok() == Some(found.key)
        {
            return Ok(place);
        }
    }
    Err(Failure::new(Cause::TargetNotFound, format!("{} is not a frame", found.shown()))
        .hint("`frames` lists the frames; `frame f1` goes into the first."))
}
