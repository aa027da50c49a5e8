use lemmascope_browser::driver::Frame;
use lemmascope_browser::session::WebSession;
use lemmascope_browser::text::tame;
use lemmascope_intent::{Object, Value};

/// Returns the nesting depth of a frame.
fn depth(frames: &[Frame], frame: &Frame) -> i64 {
    let mut depth = 0;
    let mut parent = frame.parent.as_ref();
    while let Some(id) = parent {
        depth += 1;
        parent = frames.iter().find(|frame| frame.id == *id).and_then(|frame| frame.parent.as_ref());
        if depth > 100 {
            break;
        }
    }
    depth
}

/// Returns the short name of a frame: `main`, or `f1` as in observations.
pub(super) fn short_name(session: &WebSession, frames: &[Frame], frame: &Frame) -> String {
    let seen = session.last_look();
    let shown = seen.and_then(|seen| seen.frames.iter().position(|view| view.id == frame.id.as_str()));
    match shown.or_else(|| frames.iter().position(|one| one.id == frame.id)) {
        Some(place) if place > 0 => format!("f{place}"),
        _ => "main".into(),
    }
}

/// Converts a frame for display.
pub(super) fn frame_value(session: &WebSession, frames: &[Frame], frame: &Frame) -> Value {
    let is_current = match &session.scope {
        Some(scope) => *scope == frame.id,
        None => frame.parent.is_none(),
    };
    let mut fields = Object::from([
        ("frame".to_string(), short_name(session, frames, frame).into()),
        ("depth".to_string(), depth(frames, frame).into()),
        ("name".to_string(), tame(&frame.name, 80).into()),
        ("url".to_string(), tame(&frame.url, 300).into()),
    ]);
    if is_current {
        fields.insert("current".into(), true.into());
    }
    fields.into()
}
