//! The relationships between the parts of a package.

use lemmascope_package::xml::{Event, Scanner};

use super::error::WorkbookError;
use super::package::Package;

/// The relationships of a part.
pub(super) struct Relations(Vec<Relation>);

struct Relation {
    id: String,
    kind: String,
    part: String,
}

/// The target of a sheet relationship.
pub(super) enum Target<'a> {
    /// A worksheet in this part.
    Cells(&'a str),
    /// A chart or macro sheet.
    Other,
    /// No target. Spreadsheet programs open such a file without the sheet.
    Nowhere,
}

pub(super) fn no_sheet_found() -> WorkbookError {
    WorkbookError::broken("it does not say where its sheets are")
}

/// The maximum number of relationships.
const MOST: usize = 100_000;

/// Reads the relationships of a part.
pub(super) fn relations(package: &mut Package, part: &str) -> Result<Relations, WorkbookError> {
    let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
    let mut found = Vec::new();
    let Some(content) = package.part(&format!("{folder}/_rels/{name}.rels"))? else {
        return Err(no_sheet_found());
    };
    let mut scanner = Scanner::new(content);
    loop {
        match scanner.next_event()? {
            Event::Open(tag) if tag.name == b"Relationship" => {
                let (Some(id), Some(kind), Some(target)) =
                    (tag.get("Id"), tag.get("Type"), tag.get("Target"))
                else {
                    continue;
                };
                // The relationship types of the two editions of the standard differ before the last slash.
                let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                found.push(Relation { id: id.into_owned(), kind, part: resolved(folder, &target) });
                if found.len() > MOST {
                    return Err(WorkbookError::TooLarge(format!("it refers to more than {MOST} parts")));
                }
            }
            Event::End => return Ok(Relations(found)),
            _ => {}
        }
    }
}

impl Relations {
    /// Returns the target of a relationship ID.
    pub(super) fn sheet(&self, id: &str) -> Target<'_> {
        match self.0.iter().find(|it| it.id == id) {
            Some(found) if found.kind == "worksheet" => Target::Cells(&found.part),
            Some(_) => Target::Other,
            None => Target::Nowhere,
        }
    }

    /// Returns the only part of a type.
    pub(super) fn of_kind(&self, kind: &str) -> Option<&str> {
        self.0.iter().find(|it| it.kind == kind).map(|it| &*it.part)
    }
}

fn resolved(folder: &str, target: &str) -> String {
    let target = target.replace('\\', "/");
    if let Some(absolute) = target.strip_prefix('/') {
        return absolute.to_owned();
    }
    let mut path: Vec<&str> = folder.split('/').filter(|it| !it.is_empty()).collect();
    for step in target.split('/') {
        match step {
            ".." => drop(path.pop()),
            "." | "" => {}
            _ => path.push(step),
        }
    }
    path.join("/")
}

#[cfg(test)]
mod tests {
    use super::resolved;

    #[test]
    fn resolves_relationship_targets() {
        assert_eq!(resolved("xl", "worksheets/sheet1.xml"), "xl/worksheets/sheet1.xml");
        assert_eq!(resolved("xl", "/xl/worksheets/sheet1.xml"), "xl/worksheets/sheet1.xml");
        assert_eq!(resolved("xl/a", "..\\./b.xml"), "xl/b.xml");
        assert_eq!(resolved("", "../../b.xml"), "b.xml");
    }
}
