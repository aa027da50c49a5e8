use std::fmt;

/// The address of an agent, in its normalized form: `agent://NAME`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address(String);

/// The scheme of addresses.
const SCHEME: &str = "agent://";
/// The prefix of the addresses of this engine, after the scheme.
const ENGINE: &str = "lemmascope/";
/// The minimum length of an address, in characters.
const SHORTEST: usize = 3;
/// The maximum length of an address, in bytes.
const LONGEST: usize = 512;

impl Address {
    /// Returns the address of the owner of a key.
    pub fn for_owner(owner: &str) -> Self {
        Self(format!("{SCHEME}{owner}"))
    }

    /// Parses an address. A bare name is the address of the agent with that name.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let text = text.trim();
        if text.chars().count() < SHORTEST {
            return Err("must have at least 3 characters");
        }
        if text.len() > LONGEST {
            return Err("is longer than 512 bytes");
        }
        if text.chars().any(|it| it.is_control() || it.is_whitespace()) {
            return Err("has white space or a control character in it");
        }
        let name = text.strip_prefix(SCHEME).unwrap_or(text);
        match name.is_empty() {
            true => Err("has no name after agent://"),
            false => Ok(Self(format!("{SCHEME}{name}"))),
        }
    }

    /// Returns the sender's session in which this engine executes an intent, if the address is one of this
    /// engine.
    pub fn engine_session(&self) -> Option<&str> {
        self.0.strip_prefix(SCHEME)?.strip_prefix(ENGINE).filter(|name| !name.is_empty())
    }

    /// Returns the name of the owner, if the address is one of an owner of keys.
    pub fn owner(&self) -> Option<&str> {
        self.0.strip_prefix(SCHEME).filter(|name| !name.contains('/'))
    }

    /// Returns the address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
