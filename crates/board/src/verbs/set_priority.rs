use lemmascope_intent::{Args, Cause, Failure, Format, Notation, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;
use crate::model::Priority;

pub(super) fn signature() -> Signature {
    Signature::change("board.set_priority", "Set the priority of a card.")
        .command("board priority <identifier> <priority>")
        .parameter(
            Parameter::required(
                "identifier",
                Type::String,
                "The card: its number, its title or a part of the title.",
            )
            .format(Format::Kind(kinds::CARD)),
        )
        .parameter(
            Parameter::required("priority", Type::String, "How much it matters.")
                .written(Notation::Choice(&["none", "low", "medium", "high"])),
        )
        .returns(Type::Object)
        .examples(&[r#"board priority 5 high"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    let name = args.text("priority")?;
    let found = Priority::ALL.into_iter().find(|priority| priority.as_str() == name);
    let priority = found.ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("there is no priority \"{name}\""))
            .about("priority")
            .instead(Priority::ALL.map(Priority::as_str))
    })?;
    Ok(Action::SetPriority { identifier: args.text("identifier")?.into(), priority })
}
