use lemmascope_intent::{Args, Call, Change, Failure, Format, Outcome, Parameter, Signature, Type};

use super::call_scope::CallScope;
use super::create_file;
use super::fault::{already_exists, fault};
use super::format::{amount, bytes, integer, object};
use super::handle;
use super::leftovers;
use super::making::{Making, write_file};
use super::resolved_path::{Reach, ResolvedPath};
use super::temporary;
use super::{unchanged, versions};

pub(super) fn signature() -> Signature {
    Signature::change("files.write_file", "Write a file, keeping its earlier version.")
        .known_as(&["write", "save"])
        .removes()
        .parameter(Parameter::required("path", Type::String, "The file.").format(Format::File))
        .parameter(Parameter::required("content", Type::String, "The content."))
        .parameter(Parameter::defaulted("overwrite", false, Type::Boolean, "Replace an existing file."))
        .parameter(Parameter::defaulted("create_if_missing", true, Type::Boolean, "Create it if need be."))
        .returns(Type::Object)
        .examples(&[r#"files.write_file notes/todo.txt "buy bread" --overwrite"#])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::WRITE)?;
    leftovers::sweep(site, &place);
    let content = args.text("content")?;
    site.screen(place.name(), content.as_bytes())?;
    let Some(found) = place.look()? else {
        if !args.flag("create_if_missing") {
            return Err(place.not_found());
        }
        place.need_folder()?;
        let undo = Making::file(&place, content.as_bytes())?.appear(site)?;
        return Ok(create_file::outcome(&place, content.as_bytes(), "write_file", undo));
    };
    if handle::is_folder(&found) {
        return Err(fault(&place.shown, rustix::io::Errno::ISDIR));
    }
    if site.repeated() && create_file::holds(&place, &found, content.as_bytes())? {
        return Ok(match versions::of_this_step(site) {
            Some(version) => {
                let before = versions::look(site, &version)?.map_or_else(String::new, |stat| amount(&stat));
                rewritten(&place, content, &before, versions::restoration(&place, &version))
            }
            // If the content is unchanged, nothing was lost, and there is nothing to undo.
            None if args.flag("overwrite") => {
                Outcome { changes: Vec::new(), ..rewritten(&place, content, "", None) }
            }
            None => create_file::outcome(
                &place,
                content.as_bytes(),
                "write_file",
                create_file::discarding(&place),
            ),
        });
    }
    if !args.flag("overwrite") {
        return Err(already_exists(&place.shown));
    }
    let temporary = temporary::name();
    write_file(place.dir(), &temporary, content.as_bytes(), Some(&found))
        .map_err(|error| place.fault(error))?;
    let undo = versions::replace(site, &place, &temporary, |replaced| {
        unchanged::knowing(replaced.restoration(), Some(content.as_bytes()))
    })?;
    Ok(rewritten(&place, content, &amount(&found), undo))
}

fn rewritten(place: &ResolvedPath, content: &str, before: &str, undo: Option<Call>) -> Outcome {
    let shown = &place.shown;
    let length = content.len() as u64;
    let change = Change::Altered { what: shown.clone(), before: before.into(), after: bytes(length) };
    Outcome {
        undo,
        ..Outcome::found(object([("path", shown.as_str().into()), ("bytes", integer(length))]))
            .line(format!("write_file \"{shown}\" ({})", bytes(length)))
            .change(change)
    }
}
