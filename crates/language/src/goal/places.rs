use std::path::{Component, Path, PathBuf};

use super::anchor::Anchor;

/// Where the anchors are on this machine, for one session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Where the session works.
    pub workspace: PathBuf,
    /// The places that domains have names for, by these names.
    pub named: Vec<(String, PathBuf)>,
    /// The drives there are, by their letters.
    pub drives: Vec<(char, PathBuf)>,
}

/// A place that this machine does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchPlace {
    /// There is no drive of that letter.
    #[error("there is no drive {0} on this machine")]
    Drive(char),
    /// There is no place of that name.
    #[error("there is no {0} on this machine")]
    Named(String),
}

impl Places {
    /// Where a name leads, from the container that it is in or else from its anchor. This is the only place where the path of a
    /// container and a name are joined.
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
        // A path that the person wrote out in full is where it says.
        let mut path = if target.is_absolute() { PathBuf::new() } else { start };
        for part in target.components().filter(|part| *part != Component::CurDir) {
            path.push(part);
        }
        Ok(path)
    }

    /// Where an anchor is.
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
    fn a_name_is_put_together_with_where_it_is_once() {
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
    fn a_drive_that_is_not_there_is_no_folder() {
        assert_eq!(places().resolve("x", &Anchor::Drive('D'), None), Err(NoSuchPlace::Drive('D')));
    }
}
