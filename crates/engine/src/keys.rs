//! API keys of agents: random, stored as hashes, and compared in constant time.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use lemmascope_intent::{Cause, Failure, Owner, Permissions, Secret};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::engine::Engine;
use crate::ledger::StoredKey;
use crate::request::Grant;
use crate::vault::random;

/// The prefix of every key, so that secret scanners find leaked keys.
const PREFIX: &str = "lsk";
/// The number of random bytes in an id.
const ID: usize = 8;
/// The number of random bytes in a secret.
const SECRET: usize = 32;

/// Creates an agent's key. Returns its stored form, and the key itself, which is shown only once.
pub(crate) fn new_key(
    agent: &Owner,
    scopes: Permissions,
    created: i64,
    expires: Option<i64>,
) -> Result<(StoredKey, Secret), Failure> {
    let secret = random_token()?;
    let id = hex(&random::<ID>().ok_or_else(exhausted)?);
    let stored = StoredKey {
        agent: agent.as_str().into(),
        hash: hash(secret.expose()),
        scopes: scopes.to_string(),
        created,
        expires,
        revoked: None,
        id,
    };
    let key = Secret::new(format!("{PREFIX}_{}_{}", stored.id, secret.expose()));
    Ok((stored, key))
}

/// Returns a random token, as long as the secret of a key. It never starts with a hyphen, because a program
/// that receives it as an argument would take it for an option.
pub fn random_token() -> Result<Secret, Failure> {
    loop {
        let bytes = Zeroizing::new(random::<SECRET>().ok_or_else(exhausted)?);
        let token = URL_SAFE_NO_PAD.encode(bytes.as_slice());
        if !token.starts_with('-') {
            return Ok(Secret::new(token));
        }
    }
}

/// Splits a key into its id and its secret.
fn parts(key: &str) -> Option<(&str, &str)> {
    key.strip_prefix(PREFIX)?.strip_prefix('_')?.split_once('_')
}

fn exhausted() -> Failure {
    Failure::new(Cause::Failed, "the system has no random numbers")
}

fn hash(secret: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(secret.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Engine {
    /// Whether any key is valid.
    pub async fn has_valid_key(&self) -> Result<bool, Failure> {
        Ok(self.ledger.keys().await?.iter().any(|key| key.is_valid(now())))
    }

    /// Returns the grant of the caller that presents a key, or `None` if the key is not valid.
    pub async fn authenticate(&self, key: &str) -> Result<Option<Grant>, Failure> {
        let Some((id, secret)) = parts(key) else { return Ok(None) };
        let Some(stored) = self.ledger.key(id).await? else { return Ok(None) };
        let is_same: bool = hash(secret).as_bytes().ct_eq(stored.hash.as_bytes()).into();
        if !is_same || !stored.is_valid(now()) {
            return Ok(None);
        }
        let granted = stored.grant();
        Ok(granted.map(|(owner, permissions)| Grant { owner, permissions, key: Some(stored.id) }))
    }
}

/// Returns the current time in seconds since 1970.
pub(crate) fn now() -> i64 {
    jiff::Timestamp::now().as_second()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_hash_of_api_key_only() {
        let agent = Owner::new("scout").unwrap();
        let scopes = Permissions::parse("observe").unwrap();
        let (stored, key) = new_key(&agent, scopes, 0, None).unwrap();
        let (id, secret) = parts(key.expose()).unwrap();
        assert_eq!((id, hash(secret)), (stored.id.as_str(), stored.hash.clone()));
        assert!(!format!("{stored:?}").contains(secret));
        let (other, _) = new_key(&agent, scopes, 0, None).unwrap();
        assert_ne!((stored.id, stored.hash), (other.id, other.hash));
        for odd in ["", "lsk", "lsk_", "lsk_x", "_a_b", "Bearer lsk_a_b"] {
            assert_eq!(parts(odd), None, "{odd}");
        }
    }
    #[test]
    fn tokens_never_start_with_a_hyphen() {
        // One in 64 would.
        for _ in 0..2_000 {
            assert!(!random_token().unwrap().expose().starts_with('-'));
        }
    }
}
