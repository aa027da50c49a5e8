use std::sync::Arc;

use crate::failure::Failure;
use crate::future::BoxFuture;
use crate::secret::Secret;

/// What one signs in with, at one place and nowhere else.
#[derive(Debug, Clone)]
pub struct Credential {
    /// The name that it is asked for by.
    pub name: String,
    /// The origin that it may be given to: `https://example.com`, with the port where that is not the usual one.
    pub origin: String,
    /// Who signs in.
    pub username: String,
    /// With which password.
    pub password: Secret,
    /// The secret of which one-time codes are made, as an `otpauth:` address or in base 32.
    pub totp: Option<Secret>,
}

/// Finds a credential by its name.
pub type Credentials = Arc<dyn Fn(String) -> BoxFuture<'static, Result<Credential, Failure>> + Send + Sync>;
