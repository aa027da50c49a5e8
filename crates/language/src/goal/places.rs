use std::path::{Component, Path, PathBuf};

use super::anchor::Anchor;

/// Where the anchors are on this machine, for one session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Where the session works.
    pub workspace: PathBuf,
    /// The folder behind the windows.
    pub desktop: PathBuf,
    /// The folder for documents.
    pub documents: PathBuf,
    /// The folder that downloads go to.
    pub downloads: PathBuf,
    /// The drives there are, by their letters.
    pub drives: Vec<(char, PathBuf)>,
}

/// A place that this machine does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no drive {0} on this machine")]
pub struct NoSuchDrive(pub char);

impl Places {
    /// Where a name leads, from the folder that it is in or else from its anchor. This is the only place where a folder and a
    /// name are put together.
    pub fn resolve(&self, target: &str, base: Anchor, parent: Option<&Path>) -> Result<PathBuf, NoSuchDrive> {
        let start = match parent {
            Some(parent) => parent.to_path_buf(),
            None => self.base(base)?,
        };
        let target = Path::new(target);
        // A path that the person wrote out in full is where it says.
        let mut path = if target.is_absolute() { PathBuf::new() } else { start };
        for part in target.components().filter(|part| *part != Component::CurDir) {
            path.push(part);
        }
        Ok(path)
    }

    /// Where an anchor is.
    pub fn base(&self, anchor: Anchor) -> Result<PathBuf, NoSuchDrive> {
        Ok(match anchor {
            Anchor::Workspace => self.workspace.clone(),
            Anchor::Desktop => self.desktop.clone(),
            Anchor::Documents => self.documents.clone(),
            Anchor::Downloads => self.downloads.clone(),
            Anchor::Drive(letter) => {
                let drive = self.drives.iter().find(|(known, _)| *known == letter);
                drive.map(|(_, path)| path.clone()).ok_or(NoSuchDrive(letter))?
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Places {
        Places { workspace: "/srv/ana".into(), desktop: "/home/ana/Desktop".into(), ..Places::default() }
    }

    #[test]
    fn a_name_is_put_together_with_where_it_is_once() {
        let places = places();
        let space = places.resolve("space", Anchor::Workspace, None).unwrap();
        assert_eq!(space, Path::new("/srv/ana/space"));
        let file = places.resolve("a/b.txt", Anchor::Desktop, Some(&space)).unwrap();
        assert_eq!(file, Path::new("/srv/ana/space/a/b.txt"));
        assert_eq!(places.resolve("x", Anchor::Desktop, None).unwrap(), Path::new("/home/ana/Desktop/x"));
        assert_eq!(places.resolve("/tmp/x", Anchor::Desktop, None).unwrap(), Path::new("/tmp/x"));
    }

    #[test]
    fn a_drive_that_is_not_there_is_no_folder() {
        assert_eq!(places().resolve("x", Anchor::Drive('D'), None), Err(NoSuchDrive('D')));
    }
}
