use std::fmt;

use serde::{Deserialize, Serialize};

use crate::failure::{Cause, Failure};
use crate::signature::{Effect, Reach, Signature};

/// A permission of an agent's API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// Look at pages, definitions and runs.
    Observe,
    /// Act on pages and send messages to other people.
    Act,
    /// Read and change files.
    Files,
    /// Use this machine: its programs, windows, devices and power, and scripts.
    System,
    /// Change settings and keys.
    Admin,
}

impl Permission {
    /// All permissions.
    pub const ALL: [Self; 5] = [Self::Observe, Self::Act, Self::Files, Self::System, Self::Admin];

    /// Returns the name of the permission.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Observe => "observe",
            Self::Act => "act",
            Self::Files => "files",
            Self::System => "system",
            Self::Admin => "admin",
        }
    }

    /// Returns the permission that a verb requires. A verb without a declared reach requires the highest.
    pub fn of(signature: &Signature) -> Self {
        match signature.reach {
            Some(Reach::Files) => Self::Files,
            Some(Reach::Machine | Reach::Code) => Self::System,
            Some(Reach::Engine) | None => Self::Admin,
            Some(Reach::Nothing | Reach::Page | Reach::Credentials | Reach::Browser)
            | Some(Reach::Memory | Reach::People) => match signature.effect {
                Effect::Observe => Self::Observe,
                Effect::Change | Effect::Send => Self::Act,
            },
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A set of permissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permissions(u8);

impl Permissions {
    /// Returns all permissions, which the user of this machine has.
    pub fn all() -> Self {
        Permission::ALL.into_iter().collect()
    }

    /// Parses a comma-separated list of names.
    pub fn parse(list: &str) -> Result<Self, Failure> {
        let names = list.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty());
        let permissions: Self = names
            .map(|name| {
                Permission::ALL.into_iter().find(|it| it.as_str() == name).ok_or_else(|| {
                    Failure::new(Cause::InvalidParameter, format!("there is no scope \"{name}\""))
                        .about("scopes")
                        .hint(format!("The scopes are {}.", Self::all()))
                })
            })
            .collect::<Result<_, _>>()?;
        if permissions.0 == 0 {
            let failure = Failure::new(Cause::InvalidParameter, "a key needs at least one scope");
            return Err(failure.about("scopes").hint(format!("The scopes are {}.", Self::all())));
        }
        Ok(permissions)
    }

    /// Whether the set includes a permission.
    pub fn includes(self, permission: Permission) -> bool {
        self.0 & permission.bit() != 0
    }

    /// Returns the permissions in their order.
    pub fn iter(self) -> impl Iterator<Item = Permission> {
        Permission::ALL.into_iter().filter(move |permission| self.includes(*permission))
    }

    /// Rejects a verb that requires a permission outside this set.
    pub fn check(self, signature: &Signature) -> Result<(), Failure> {
        let needed = Permission::of(signature);
        if self.includes(needed) {
            return Ok(());
        }
        let message = format!("this key may not call {}: it has no scope \"{needed}\"", signature.words());
        Err(Failure::new(Cause::Forbidden, message).hint(format!(
            "Create a key with it: `lemmascope keys create <agent> --scopes {self},{needed}`."
        )))
    }
}

impl FromIterator<Permission> for Permissions {
    fn from_iter<T: IntoIterator<Item = Permission>>(permissions: T) -> Self {
        Self(permissions.into_iter().fold(0, |bits, permission| bits | permission.bit()))
    }
}

impl fmt::Display for Permissions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Permission::as_str).collect();
        f.write_str(&names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_and_formats_permission_lists() {
        assert_eq!(Permissions::parse("act, observe").unwrap().to_string(), "observe,act");
        assert_eq!(Permissions::parse("observe,act,files,system,admin").unwrap(), Permissions::all());
        for bad in ["", " ,", "observe,everything", "Observe"] {
            assert_eq!(Permissions::parse(bad).unwrap_err().field.as_deref(), Some("scopes"), "{bad}");
        }
    }

    #[test]
    fn verb_reach_determines_required_permission() {
        let look = Signature::observe("lab.look", "");
        let press = Signature::change("lab.press", "");
        for (signature, permission) in [
            (look.clone().reach(Reach::Page), Permission::Observe),
            (press.clone().reach(Reach::Page), Permission::Act),
            (look.clone().reach(Reach::Files), Permission::Files),
            (press.clone().reach(Reach::Code), Permission::System),
            (look.clone().reach(Reach::Engine), Permission::Admin),
            (look, Permission::Admin),
        ] {
            assert_eq!(Permission::of(&signature), permission);
            assert!(Permissions::from_iter([permission]).check(&signature).is_ok());
            let others = Permission::ALL.into_iter().filter(|other| *other != permission);
            assert!(Permissions::from_iter(others).check(&signature).is_err());
        }
    }
}
