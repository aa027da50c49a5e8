use std::fmt;

use crate::failure::{Cause, Failure};

/// The owner of sessions and of all their data: runs, conversations, checkpoints, the journal, credentials,
/// facts. No data of one owner is visible to another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Owner(String);

/// The user of this machine.
const LOCAL: &str = "local";
/// The separator between the owner and the name in a session ID. Neither can contain it.
const SEPARATOR: char = '~';
/// The maximum length of an owner's name.
const LONGEST: usize = 100;

impl Owner {
    /// Returns the user of this machine.
    pub fn local() -> Self {
        Self(LOCAL.into())
    }

    /// Returns the owner with that name.
    pub fn new(name: &str) -> Result<Self, Failure> {
        let sound = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '@' | '+');
        if !name.is_empty() && name.len() <= LONGEST && !name.starts_with('.') && name.chars().all(sound) {
            return Ok(Self(name.into()));
        }
        Err(Failure::new(Cause::InvalidParameter, "the name of the owner is not valid")
            .hint("Use ASCII letters, digits, and . _ - @ + between them."))
    }

    /// Returns the owner of the session with that ID.
    pub fn of_session(id: &str) -> Self {
        id.split_once(SEPARATOR).map_or_else(Self::local, |(owner, _)| Self(owner.into()))
    }

    /// Returns the ID of the owner's session with that name. It is unique across owners, and valid as a
    /// folder name. For the user of this machine, the ID is the name.
    pub fn session(&self, name: &str) -> String {
        match self.is_local() {
            true => name.into(),
            false => format!("{}{SEPARATOR}{name}", self.0),
        }
    }

    /// Returns the name of the session with that ID, if the owner owns it.
    pub fn session_name<'a>(&self, id: &'a str) -> Option<&'a str> {
        match id.split_once(SEPARATOR) {
            Some((owner, name)) => (owner == self.0).then_some(name),
            None => self.is_local().then_some(id),
        }
    }

    /// Whether it is the user of this machine.
    pub fn is_local(&self) -> bool {
        self.0 == LOCAL
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn session_id_contains_owner_and_name() {
        let ana = Owner::new("ana").unwrap();
        for owner in [Owner::local(), ana.clone()] {
            let id = owner.session("main");
            assert_eq!(Owner::of_session(&id), owner);
            assert_eq!(owner.session_name(&id), Some("main"));
        }
        assert_eq!(Owner::local().session("main"), "main");
        assert_eq!(ana.session_name("main"), None);
        assert_eq!(Owner::local().session_name(&ana.session("main")), None);
        assert_eq!(Owner::new("an").unwrap().session_name(&ana.session("main")), None);
    }

    #[test]
    fn rejects_ambiguous_owner_names() {
        for name in ["", "a~b", "../x", ".x", "a b", "a/b", &"x".repeat(101)] {
            assert!(Owner::new(name).is_err(), "{name}");
        }
    }
}
