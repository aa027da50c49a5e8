use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;

use jiff::civil::Date;
use lemmascope_intent::{
    Args, Failure, Format, Object, Outcome, Parameter, Shown, Signature, Type, Value, fold,
};
use rustix::fs::Stat;

use super::call_scope::CallScope;
use super::fault::invalid;
use super::format::{kind, modified, object, size};
use super::handle;
use super::resolved_path::Reach;

/// The limits of a search below a folder: levels, and entries that are read.
const DEEPEST: usize = 12;
const MOST: usize = 50_000;

pub(super) fn signature() -> Signature {
    let signature = Signature::observe("files.list_directory", "List the entries of a folder.")
        .aliases(&["ls --path=.", "dir --path=."])
        .known_as(&["list files", "tree"])
        .everyday("files")
        .parameter(Parameter::required("path", Type::String, "The folder.").format(Format::Folder))
        .parameter(Parameter::defaulted(
            "include_hidden",
            false,
            Type::Boolean,
            "Include entries that begin with a dot.",
        ))
        .parameter(Parameter::optional("extensions", Type::Array, "Only files with one of these extensions."))
        .parameter(Parameter::optional(
            "name",
            Type::String,
            "Only entries with all of these words in their names, in subfolders, too.",
        ))
        .parameter(
            Parameter::optional(
                "changed",
                Type::String,
                "Only files that were last changed on this day or in these days, in subfolders, too.",
            )
            .format(Format::Date),
        )
        .returns(Type::Array)
        .examples(&["files.list_directory .", "files.list_directory ~/Documents --name invoice"]);
    let shows =
        Some(Shown { kind: Format::Path, at: &["name"], within: Some("path"), kind_at: Some("type") });
    Signature { lists: Some(Format::Path), shows, ..signature }
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::READ)?;
    place.find()?;
    let folder = handle::open_folder(place.dir(), place.name()).map_err(|error| place.fault(error))?;
    let names = handle::names(folder.as_fd()).map_err(|error| place.fault(error))?;
    let mut search = Search { site, wanted: Wanted::of(site, args)?, left: MOST, found: Vec::new() };
    search.list(&folder, names, "", 0)?;
    let count = match search.found.len() {
        1 => "1 entry".to_string(),
        count => format!("{count} entries"),
    };
    let limit = if search.left == 0 { format!(", of the first {MOST}") } else { String::new() };
    let line = format!("list_directory \"{}\" ({count}{limit})", place.shown);
    Ok(Outcome::found(search.found.into_iter().map(Value::from).collect::<Vec<_>>()).line(line))
}

struct Search<'a> {
    site: &'a CallScope,
    wanted: Wanted,
    /// The number of entries that may still be read.
    left: usize,
    found: Vec<Object>,
}

impl Search<'_> {
    fn list(
        &mut self,
        folder: &OwnedFd,
        names: Vec<std::ffi::OsString>,
        above: &str,
        depth: usize,
    ) -> Result<(), Failure> {
        self.site.go_on()?;
        for name in names {
            if name.as_bytes().starts_with(b".") && !self.wanted.includes_hidden {
                continue;
            }
            if self.left == 0 {
                return Ok(());
            }
            self.left -= 1;
            // An entry that was removed since the names were read is not listed.
            let Ok(Some(found)) = handle::stat(folder.as_fd(), &name) else { continue };
            let said = name.to_string_lossy();
            if self.wanted.takes(&said, &found, &self.site.now) {
                self.found.push(object([
                    ("name", format!("{above}{said}").into()),
                    ("type", kind(&found).into()),
                    ("size", size(&found)),
                    ("modified", modified(&found)),
                ]));
            }
            // A folder that cannot be read contains nothing that could be found.
            if self.wanted.is_deep()
                && handle::is_folder(&found)
                && depth < DEEPEST
                && !self.site.protected.begins_at(handle::id(&found))
                && let Ok(inner) = handle::open_folder(folder.as_fd(), &name)
                && let Ok(names) = handle::names(inner.as_fd())
            {
                self.list(&inner, names, &format!("{above}{said}/"), depth + 1)?;
            }
        }
        Ok(())
    }
}

/// The entries to list.
struct Wanted {
    includes_hidden: bool,
    /// The extensions, in lower case and without their dots.
    extensions: Vec<String>,
    /// The words of the name, without accents.
    words: Vec<String>,
    /// The first and the last day on which the files were changed.
    changed: Option<(Date, Date)>,
}

impl Wanted {
    fn of(site: &CallScope, args: &Args) -> Result<Self, Failure> {
        let extensions = args.get("extensions").and_then(Value::as_list).unwrap_or_default();
        let extensions = extensions.iter().filter_map(Value::as_text);
        let day = |text: &str| match text {
            "today" => Ok(site.now.date()),
            text => text.parse::<Date>().map_err(|_| {
                let hint = "Give a date such as 2026-01-31.";
                invalid(format!("\"{text}\" is not a date"), hint).about("changed")
            }),
        };
        let changed = args.optional_text("changed").map(|text| {
            let (first, last) = text.split_once('/').unwrap_or((text, text));
            Ok::<_, Failure>((day(first)?, day(last)?))
        });
        let words = args.optional_text("name").map(fold).unwrap_or_default();
        Ok(Self {
            includes_hidden: args.flag("include_hidden"),
            extensions: extensions.map(|it| it.trim_start_matches(['*', '.']).to_lowercase()).collect(),
            words: words.split_whitespace().map(str::to_lowercase).collect(),
            changed: changed.transpose()?,
        })
    }

    /// Whether subfolders are searched as well.
    fn is_deep(&self) -> bool {
        !self.words.is_empty() || self.changed.is_some()
    }

    fn takes(&self, name: &str, found: &Stat, now: &jiff::Zoned) -> bool {
        let is_file = handle::kind(found).is_file();
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
        let has_extension = || extension.is_some_and(|extension| self.extensions.contains(&extension));
        let folded = fold(name).to_lowercase();
        let is_changed = |(first, last): (Date, Date)| {
            let moment = jiff::Timestamp::from_second(found.st_mtime as _);
            is_file
                && moment
                    .is_ok_and(|it| (first..=last).contains(&it.to_zoned(now.time_zone().clone()).date()))
        };
        (self.extensions.is_empty() || is_file && has_extension())
            && self.words.iter().all(|word| folded.contains(word.as_str()))
            && self.changed.is_none_or(is_changed)
    }
}
