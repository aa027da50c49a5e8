use lemmascope_intent::{Args, Change, Failure, Need, Object, Outcome, Parameter, Signature, Type, Value};

use super::{meant, shown};
use crate::system::windows::standing::Standing;
use crate::system::windows::verb::Visit;

pub(in crate::system::windows) fn signature() -> Signature {
    Signature::change("system.virtual_desktop.switch", "Go to a virtual desktop.")
        .parameter(Parameter::required("n", Type::Number, "Its number, from 1.").within(1, 100))
        .returns(Type::Object)
        .needs(&[Need::Display])
        .examples(&["system.virtual_desktop.switch 2"])
}

pub(in crate::system::windows) fn act(visit: &Visit, args: &Args) -> Result<Outcome, Failure> {
    let desk = &visit.desk;
    let wanted = meant(desk, args)?;
    let (count, before) = shown(desk)?;
    let undo = Standing::of(desk, &[])?.call();
    visit.promise(&undo)?;
    desk.go_to(wanted)?;
    let mut told = Object::new();
    told.insert("n".into(), Value::from(i64::from(wanted) + 1));
    told.insert("count".into(), Value::from(i64::from(count)));
    let outcome = Outcome::found(told).line(format!("virtual_desktop.switch {}", wanted + 1));
    Ok(match before == wanted {
        true => outcome,
        false => outcome.undo(undo).change(Change::Altered {
            what: "virtual desktop".into(),
            before: (before + 1).to_string(),
            after: (wanted + 1).to_string(),
        }),
    })
}
