//! Stored credentials: by name, sealed, and bound to one origin each.

mod given;
mod origin;

use std::sync::Arc;

use lemmascope_intent::{Cause, Credential, Credentials, Failure, Owner, Secret, nearest};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::ledger::{Ledger, SealedCredential};
use crate::vault::{Locked, Vault};

pub use given::Given;
pub(crate) use origin::Origin;

/// The sealed data.
#[derive(Serialize)]
struct Contents<'a> {
    username: &'a str,
    password: &'a str,
    totp: Option<&'a str>,
}

/// The opened data. Each text moves into a secret without a copy.
#[derive(Deserialize)]
struct Opened {
    username: String,
    password: String,
    totp: Option<String>,
}

/// Returns a function that opens the credentials of an owner.
pub(crate) fn opener(ledger: Ledger, vault: Vault, owner: Owner) -> Credentials {
    Arc::new(move |name| {
        let (ledger, vault, owner) = (ledger.clone(), vault.clone(), owner.clone());
        Box::pin(async move { unseal(&vault, find(&ledger, &owner, &name).await?) })
    })
}

/// Returns the stored credential with a name. If there is none, the failure suggests the most similar name.
pub(crate) async fn find(ledger: &Ledger, owner: &Owner, name: &str) -> Result<SealedCredential, Failure> {
    if let Some(found) = ledger.credential(owner, name).await? {
        return Ok(found);
    }
    let known = ledger.credentials(owner).await?;
    let names = || known.iter().map(|credential| credential.name.as_str());
    let failure = Failure::new(
        Cause::TargetNotFound,
        format!("no credentials are stored under the name \"{}\"", shown(name)),
    );
    Err(failure.hint(match nearest(name, names()) {
        Some(meant) => format!("Did you mean {meant}?"),
        None if known.is_empty() => {
            "Keep them with `lemmascope credentials add <name> --origin <url>`.".to_string()
        }
        None => format!("There are: {}.", names().collect::<Vec<_>>().join(", ")),
    }))
}

/// Seals credentials for this name and origin.
pub(crate) fn seal(
    vault: &Vault,
    owner: &Owner,
    name: &str,
    origin: &Origin,
    given: &Given,
) -> Result<Vec<u8>, Failure> {
    let contents = Contents {
        username: &given.username,
        password: given.password.expose(),
        totp: given.totp.as_ref().map(Secret::expose),
    };
    let text = serde_json::to_vec(&contents).map(Zeroizing::new);
    let text = text.map_err(|_| Failure::new(Cause::Failed, "it could not be sealed"))?;
    vault.seal(&belonging(owner, name, origin.as_str()), &text)
}

/// Opens a stored credential.
pub(crate) fn unseal(vault: &Vault, kept: SealedCredential) -> Result<Credential, Failure> {
    let SealedCredential { owner, name, origin, sealed, .. } = kept;
    let again = format!("Give them again: `lemmascope credentials add {name} --origin {origin} --replace`.");
    let locked = |locked| match locked {
        Locked::OtherKey => Failure::new(
            Cause::PermissionDenied,
            format!(
                "the credentials \"{name}\" were sealed with another key than the one in {}",
                vault.key_file()
            ),
        )
        .hint(format!("Restore the key, if there is a backup. {again}")),
        Locked::Altered => Failure::new(
            Cause::PermissionDenied,
            format!("the credentials \"{name}\" were altered, or stored for another name or origin"),
        )
        .hint(again.clone()),
        Locked::Unusable(failure) => failure,
    };
    let text = vault.open(&belonging(&owner, &name, &origin), &sealed).map_err(locked)?;
    let opened: Opened = serde_json::from_slice(&text).map_err(|_| locked(Locked::Altered))?;
    Ok(Credential {
        username: opened.username,
        password: Secret::new(opened.password),
        totp: opened.totp.map(Secret::new),
        name,
        origin,
    })
}

/// Returns the associated data of a sealed credential: it cannot be opened for another owner, name, or
/// origin.
fn belonging<'a>(owner: &'a Owner, name: &'a str, origin: &'a str) -> Vec<&'a str> {
    match owner.is_local() {
        true => vec!["credential", name, origin],
        false => vec!["credential", owner.as_str(), name, origin],
    }
}

/// The maximum length of a name.
const LONGEST: usize = 100;

/// Rejects invalid names.
pub(crate) fn admit(name: &str) -> Result<(), Failure> {
    let sound = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '@' | '+');
    match !name.is_empty() && name.len() <= LONGEST && name.chars().all(sound) {
        true => Ok(()),
        false => Err(Failure::new(Cause::InvalidParameter, "that is no name for credentials")
            .hint("Use letters, digits, and . _ - @ + between them.")),
    }
}

/// Sanitizes an arbitrary name for display.
fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}
