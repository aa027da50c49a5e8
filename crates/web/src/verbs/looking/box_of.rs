use lemmascope_browser::session::{LookOptions, stale};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Failure, Number, Object, Outcome, Signature, Type, Value};

use crate::verbs::parameters::target;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.box", "Show the position and size of an element, relative to the viewport.")
        .command("box <target>")
        .aliases(&["get box"])
        .parameter(target())
        .returns(Type::Object)
        .examples(&["box 5", "box \"Sign in\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let found = visit.target(&mut session, args, "target", &Rules::default()).await?;
    let again = Value::from(i64::from(found.id.0));
    let rules = Rules { hidden: true, ..Rules::default() };
    let elements = session.find_all(&again, &rules, &LookOptions::default()).await?;
    let element = elements.first().ok_or_else(|| stale(found.id))?;
    let b = &element.bounds;
    let number =
        |length: f64| Number::from_f64((length * 10.0).round() / 10.0).map_or(Value::Null, Value::Number);
    let mut place: Object = [("x", b.x), ("y", b.y), ("width", b.width), ("height", b.height)]
        .into_iter()
        .map(|(side, length)| (side.to_string(), number(length)))
        .collect();
    place.insert("visible".into(), element.visibility.in_viewport.into());
    Ok(Outcome::found(place).line(format!("box {}", found.shown())))
}
