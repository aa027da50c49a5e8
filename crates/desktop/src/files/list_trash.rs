use std::os::fd::AsFd;

use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type, Value};

use super::call_scope::CallScope;
use super::fault::fault;
use super::format::{kind, object, size};
use super::handle;
use super::note::{self, Note};
use super::trash_dir;

pub(super) fn signature() -> Signature {
    Signature::observe("files.list_trash", "List the entries of the trash.")
        .parameter(Parameter::defaulted(
            "others",
            false,
            Type::Boolean,
            "Include entries that other programs moved to the trash.",
        ))
        .returns(Type::Array)
        .examples(&["files.list_trash"])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let mut entries = Vec::new();
    for (path, bin) in trash_dir::all(site)? {
        for name in note::noted(bin.info.as_fd()).map_err(|error| fault("the trash", error))? {
            site.go_on()?;
            // The specification ignores a `.trashinfo` file without an item; one that cannot be parsed is not
            // from this program.
            let Some(note) = Note::read(&bin, &name) else { continue };
            let Ok(Some(found)) = handle::stat(bin.files.as_fd(), &name) else { continue };
            if !note.ours && !args.flag("others") {
                continue;
            }
            let text = |text: std::borrow::Cow<'_, str>| Value::from(text.into_owned());
            entries.push(Value::from(object([
                ("name", text(name.to_string_lossy())),
                ("path", text(note.original.to_string_lossy())),
                ("deleted", note.deleted.map_or(Value::Null, |date| date.to_string().into())),
                ("type", kind(&found).into()),
                ("size", size(&found)),
                ("ours", note.ours.into()),
                ("trash", path.as_ref().map_or(Value::Null, |path| text(path.to_string_lossy()))),
            ])));
        }
    }
    let count = match entries.len() {
        1 => "1 entry".to_string(),
        count => format!("{count} entries"),
    };
    Ok(Outcome::found(entries).line(format!("list_trash ({count})")))
}
