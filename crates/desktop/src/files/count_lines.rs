use std::io::{BufRead as _, BufReader};

use lemmascope_intent::{Args, Failure, Notation, Outcome, Parameter, Signature, Type};
use rustix::fs::OFlags;

use super::call_scope::CallScope;
use super::format::integer;
use super::handle;
use super::resolved_path::Reach;

pub(super) fn signature() -> Signature {
    Signature::observe("files.count_lines", "Count the lines of a file.")
        .command("count lines <path>")
        .parameter(Parameter::required("path", Type::String, "The file.").written(Notation::Path))
        .parameter(Parameter::defaulted("blank", true, Type::Boolean, "Also those with nothing in them."))
        .returns(Type::Number)
        .examples(&["count lines notes/todo.txt", "count lines notes/todo.txt --no-blank"])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::READ)?;
    place.find()?;
    let (file, _) =
        handle::open_file(place.dir(), place.name(), OFlags::RDONLY).map_err(|error| place.fault(error))?;
    let mut count = 0;
    for line in BufReader::new(file).split(b'\n') {
        let line = line.map_err(|error| place.fault(error))?;
        site.go_on()?;
        count += u64::from(args.flag("blank") || !line.trim_ascii().is_empty());
    }
    Ok(Outcome::found(integer(count)).line(format!("count_lines \"{}\" ({count})", place.shown)))
}
