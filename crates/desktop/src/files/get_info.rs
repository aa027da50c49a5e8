use std::os::unix::ffi::OsStrExt;

use lemmascope_intent::{Args, Failure, Format, Outcome, Parameter, Signature, Type, Value};

use super::call_scope::CallScope;
use super::format::{amount, kind, modified, object, size};
use super::handle;
use super::resolved_path::Reach;

pub(super) fn signature() -> Signature {
    Signature::observe("files.get_info", "Show the metadata of a file or folder.")
        .aliases(&["stat"])
        .parameter(Parameter::required("path", Type::String, "The file or folder.").format(Format::Path))
        .returns(Type::Object)
        .examples(&["files.get_info report.pdf"])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::SEE)?;
    let found = place.find()?;
    let shown = place.shown.as_str();
    let mut info = object([
        ("path", shown.into()),
        ("type", kind(&found).into()),
        ("size", size(&found)),
        ("modified", modified(&found)),
        ("permissions", permissions(found.st_mode).into()),
    ]);
    if handle::kind(&found).is_symlink() {
        let target = rustix::fs::readlinkat(place.dir(), place.name(), Vec::new())
            .map_err(|error| place.fault(error))?;
        let target = std::ffi::OsStr::from_bytes(target.to_bytes()).to_string_lossy().into_owned();
        info.insert("target".into(), Value::from(target));
    }
    Ok(Outcome::found(info).line(format!("get_info \"{shown}\" ({})", amount(&found))))
}

/// Formats permissions: `rw-r--r--`.
fn permissions(mode: u32) -> String {
    let letter = |shift: u32, letter: char| if mode & (1 << shift) != 0 { letter } else { '-' };
    (0..9).rev().map(|shift| letter(shift, ['x', 'w', 'r'][shift as usize % 3])).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn formats_permissions_like_ls() {
        assert_eq!(super::permissions(0o100_644), "rw-r--r--");
        assert_eq!(super::permissions(0o750), "rwxr-x---");
    }
}
