use lemmascope_intent::{Args, Cause, Failure, Parameter, Type, Value};

/// The default step in percent.
const USUAL: i64 = 10;

/// The parameter for the direction of a change.
pub(super) fn direction() -> Parameter {
    Parameter::required("direction", Type::String, "up or down.")
}

/// The parameter for the size of a step.
pub(super) fn by() -> Parameter {
    Parameter::defaulted("by", USUAL, Type::Number, "By how much, in percent, from 1 to 100.").within(1, 100)
}

/// Returns the level after the step, within the range.
pub(super) fn stepped(from: i64, lowest: i64, args: &Args) -> Result<f64, Failure> {
    let wrong = |name: &str, must: &str| {
        Failure::new(Cause::InvalidParameter, format!("parameter \"{name}\" must be {must}")).about(name)
    };
    let by = args.get("by").and_then(Value::as_number).map_or(USUAL as f64, |by| by.as_f64());
    if !(1.0..=100.0).contains(&by) {
        return Err(wrong("by", "from 1 to 100").hint("Give it in percent, such as 10."));
    }
    let level = match args.text("direction")? {
        "up" => from as f64 + by,
        "down" => from as f64 - by,
        _ => return Err(wrong("direction", "up or down").hint("Say which way, such as up.")),
    };
    Ok(level.clamp(lowest as f64, 100.0))
}
