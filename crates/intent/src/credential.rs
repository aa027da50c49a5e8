use std::sync::Arc;

use crate::failure::Failure;
use crate::future::BoxFuture;
use crate::secret::Secret;

/// A credential for a single origin.
#[derive(Debug, Clone)]
pub struct Credential {
    /// The name under which it is stored.
    pub name: String,
    /// The only origin that may receive it: `https://example.com`, with the port if it is not the default.
    pub origin: String,
    /// The username.
    pub username: String,
    /// The password.
    pub password: Secret,
    /// The TOTP secret, as an `otpauth:` URI or in base 32.
    pub totp: Option<Secret>,
}

/// Looks up a credential by its name.
pub type Credentials = Arc<dyn Fn(String) -> BoxFuture<'static, Result<Credential, Failure>> + Send + Sync>;
