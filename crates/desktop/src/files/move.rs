use lemmascope_intent::{Args, Failure, Format, Outcome, Parameter, Signature, Type};

use super::call_scope::CallScope;
use super::copy::{destination, is_same};
use super::fault::invalid;
use super::relocate::{back, carry, outcome};
use super::resolved_path::Reach;
use super::versions;

pub(super) fn signature() -> Signature {
    Signature::change("files.move", "Move a file or a folder.")
        .aliases(&["mv"])
        .everyday("files")
        .parameter(
            Parameter::required("source", Type::String, "The file or folder to move.").format(Format::Path),
        )
        .parameter(
            Parameter::required("destination", Type::String, "Its new path, or the folder for it.")
                .format(Format::Folder),
        )
        .parameter(Parameter::defaulted("overwrite", false, Type::Boolean, "Replace an existing file."))
        .returns(Type::Object)
        .examples(&["files.move report.pdf archive/"])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let source = site.place(args, "source", Reach::TAKE)?;
    let target = destination(site, args, &source)?;
    if site.repeated() && source.look()?.is_none() {
        // On repetition, a folder that was already moved to the new name looks like the folder to move it
        // into.
        let named = site.place(args, "destination", Reach::TAKE)?;
        let there = if target.look()?.is_some() { target } else { named };
        if there.look()?.is_some() {
            let undo = back(&source, &there, versions::of_this_step(site).as_deref());
            return Ok(outcome("move", &source, &there, undo));
        }
        return Err(source.not_found());
    }
    source.find()?;
    if is_same(&source, &target)? {
        return Err(invalid(format!("\"{}\" is there already", source.shown), "Choose another destination."));
    }
    site.screen_name(&source, target.name())?;
    let undo = carry(site, &source, &target, args.flag("overwrite"), None)?;
    Ok(outcome("move", &source, &target, undo))
}
