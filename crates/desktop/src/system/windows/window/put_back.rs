use lemmascope_intent::{Args, Cause, Failure, Need, Outcome, Parameter, Signature, Type};

use crate::system::windows::standing::Standing;
use crate::system::windows::verb::Visit;

/// The signature of the undo and redo call that restores window states.
pub(in crate::system::windows) fn signature() -> Signature {
    Signature::change("system.window.put_back", "Restore the positions of windows.")
        .parameter(Parameter::required("windows", Type::Array, "How each stood."))
        .parameter(Parameter::optional("active", Type::Number, "The previously active window."))
        .parameter(Parameter::optional("desktop", Type::Number, "The virtual desktop that was shown."))
        .needs(&[Need::Display])
        .internal()
}

pub(in crate::system::windows) fn act(visit: &Visit, args: &Args) -> Result<Outcome, Failure> {
    let standing = Standing::read(args)?;
    let present = standing.present(&visit.desk)?;
    let again = Standing::of(&visit.desk, &present)?.call();
    visit.promise(&again)?;
    let gone = standing.put_back(&visit.desk)?;
    if !gone.is_empty() && present.is_empty() {
        return Err(Failure::new(
            Cause::TargetNotFound,
            format!("{} has been closed since", gone.join(", ")),
        ));
    }
    let names: Vec<&str> = present.iter().map(|client| client.name()).collect();
    let line = match gone.is_empty() {
        true => format!("window.put_back {}", names.join(", ")),
        false => format!("window.put_back {} (closed since: {})", names.join(", "), gone.join(", ")),
    };
    Ok(Outcome::default().line(line.trim_end().to_string()).undo(again))
}
