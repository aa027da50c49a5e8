use lemmascope_intent::{Args, Failure, Format, Outcome, Parameter, Signature, Type};

use super::call_scope::CallScope;
use super::fault::invalid;
use super::relocate::{back, carry, outcome};
use super::resolved_path::Reach;

pub(super) fn signature() -> Signature {
    Signature::change("files.rename", "Give a file or a folder another name.")
        .parameter(
            Parameter::required("path", Type::String, "The file or folder to rename.").format(Format::Path),
        )
        .parameter(
            Parameter::required("new_name", Type::String, "Its new name, without a folder.")
                .format(Format::Title),
        )
        .returns(Type::Object)
        .examples(&["files.rename notes.txt ideas.txt"])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let source = site.place(args, "path", Reach::TAKE)?;
    let name = args.text("new_name")?;
    check_name(name)?;
    let target = site.sibling(&source, name, args.is_secret("new_name"))?;
    if site.repeated() && source.look()?.is_none() && target.look()?.is_some() {
        return Ok(outcome("rename", &source, &target, back(&source, &target, None)));
    }
    source.find()?;
    if source.name() == target.name() {
        return Err(invalid(format!("\"{}\" has that name already", source.shown), "Choose another name."));
    }
    site.screen_name(&source, target.name())?;
    let undo = carry(site, &source, &target, false, None)?;
    Ok(outcome("rename", &source, &target, undo))
}

fn check_name(name: &str) -> Result<(), Failure> {
    let problem = if name.trim().is_empty() {
        "is empty"
    } else if name.contains('/') || name == "." || name == ".." {
        "is a path, not a name"
    } else if name.contains('\0') {
        "holds a NUL character"
    } else if name.len() > 255 {
        "is longer than 255 bytes"
    } else {
        return Ok(());
    };
    Err(invalid(
        format!("parameter \"new_name\" {problem}"),
        "Give a name alone; files.move changes the folder.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_single_path_components() {
        assert!(check_name("a b.txt").is_ok());
        for name in ["", " ", "a/b", "..", ".", "a\0", &"x".repeat(256)] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
    }
}
