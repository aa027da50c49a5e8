use std::path::{Component, Path, PathBuf};

use super::anchor::Anchor;

/// The locations of anchors on this machine, for a session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// The working directory of the session.
    pub workspace: PathBuf,
    /// The places that domains define, by name.
    pub named: Vec<(String, PathBuf)>,
    /// The drives, by letter.
    pub drives: Vec<(char, PathBuf)>,
}

/// The error for a place that does not exist on this machine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchPlace {
    /// The drive does not exist.
    #[error("there is no drive {0} on this machine")]
    Drive(char),
    /// The named place does not exist.
    #[error("there is no {0} on this machine")]
    Named(String),
}

impl Places {
    /// Resolves a name relative to its container, or else to its anchor. This is the only function that joins
    /// the path of a container and a name.
    pub fn resolve(
        &self,
        target: &str,
        base: &Anchor,
        parent: Option<&Path>,
    ) -> Result<PathBuf, NoSuchPlace> {
        let start = match parent {
            Some(parent) => parent.to_path_buf(),
            None => self.base(base)?,
        };
        let target = Path::new(target);
        // An absolute path that the user wrote is used as is.
        let mut path = if target.is_absolute() { PathBuf::new() } else { start };
        for part in target.components().filter(|part| *part != Component::CurDir) {
            path.push(part);
        }
        Ok(path)
    }

    /// Returns the path of an anchor.
    pub fn base(&self, anchor: &Anchor) -> Result<PathBuf, NoSuchPlace> {
        Ok(match anchor {
            Anchor::Workspace => self.workspace.clone(),
            Anchor::Named(name) => {
                let place = self.named.iter().find(|(known, _)| **known == **name);
                place.map(|(_, path)| path.clone()).ok_or_else(|| NoSuchPlace::Named(name.to_lowercase()))?
            }
            Anchor::Drive(letter) => {
                let drive = self.drives.iter().find(|(known, _)| known == letter);
                drive.map(|(_, path)| path.clone()).ok_or(NoSuchPlace::Drive(*letter))?
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Places {
        Places {
            workspace: "/srv/ana".into(),
            named: vec![("DESKTOP".into(), "/home/ana/Desktop".into())],
            ..Places::default()
        }
    }

    #[test]
    fn resolves_names_against_anchor_directories() {
        let places = places();
        let space = places.resolve("space", &Anchor::Workspace, None).unwrap();
        assert_eq!(space, Path::new("/srv/ana/space"));
        let file = places.resolve("a/b.txt", &Anchor::named("DESKTOP"), Some(&space)).unwrap();
        assert_eq!(file, Path::new("/srv/ana/space/a/b.txt"));
        assert_eq!(
            places.resolve("x", &Anchor::named("DESKTOP"), None).unwrap(),
            Path::new("/home/ana/Desktop/x")
        );
        assert_eq!(places.resolve("/tmp/x", &Anchor::named("DESKTOP"), None).unwrap(), Path::new("/tmp/x"));
    }

    #[test]
    fn missing_drive_is_an_error() {
        assert_eq!(places().resolve("x", &Anchor::Drive('D'), None), Err(NoSuchPlace::Drive('D')));
    }
}
