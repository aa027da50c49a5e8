use lemmascope_intent::{Context, Credentials};

use crate::engine::Engine;

impl Engine {
    /// Opens what is kept to sign in with.
    pub(crate) fn credentials(&self) -> Credentials {
        Context::new("", "").credentials
    }
}
