//! Signatures according to the Standard Webhooks specification.

use data_encoding::BASE64;
use hmac::{Hmac, KeyInit, Mac};
use lemmascope_intent::Secret;
use sha2::Sha256;

/// The prefix of a secret in text form.
const PREFIX: &str = "whsec_";
/// The allowed numbers of bytes of a secret.
const LENGTHS: std::ops::RangeInclusive<usize> = 24..=64;

/// Decodes a secret in text form: base64 after `whsec_`.
pub(super) fn key(secret: &Secret) -> Option<Vec<u8>> {
    let text = secret.expose();
    let text = text.strip_prefix(PREFIX).unwrap_or(text);
    BASE64.decode(text.as_bytes()).ok().filter(|key| LENGTHS.contains(&key.len()))
}

/// Returns the text form of random bytes.
pub(super) fn written(bytes: &[u8]) -> Secret {
    Secret::new(format!("{PREFIX}{}", BASE64.encode(bytes)))
}

/// Returns the value of `webhook-signature` for a message.
pub(super) fn sign(key: &[u8], id: &str, timestamp: i64, body: &str) -> Option<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    Some(format!("v1,{}", BASE64.encode(&mac.finalize().into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification.
    #[test]
    fn signature_matches_specification_example() {
        let secret = Secret::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into());
        let signed = sign(
            &key(&secret).unwrap(),
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            "{\"test\": 2432232314}",
        );
        assert_eq!(signed.as_deref(), Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }

    #[test]
    fn rejects_short_webhook_secrets() {
        assert!(key(&written(&[7; 32])).is_some());
        for bad in ["", "whsec_", "whsec_c2hvcnQ=", "not base64 at all, this one"] {
            assert!(key(&Secret::new(bad.into())).is_none(), "{bad}");
        }
    }
}
