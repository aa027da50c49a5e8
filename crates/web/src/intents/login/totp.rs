//! Time-based one-time codes (RFC 6238).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use lemmascope_intent::{Cause, Failure, Secret};
use sha1::Sha1;
use sha2::{Sha256, Sha512};
use url::Url;
use zeroize::Zeroizing;

/// A code generator.
pub(crate) struct TotpGenerator {
    key: Zeroizing<Vec<u8>>,
    hash: Hash,
    digits: u32,
    period: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hash {
    Sha1,
    Sha256,
    Sha512,
}

impl TotpGenerator {
    /// Parses an `otpauth://totp/…` URL, or a base 32 secret as sites display it: in groups, in any case.
    pub(crate) fn read(secret: &Secret) -> Result<Self, Failure> {
        let text = secret.expose().trim();
        let mut generator = Self { key: Zeroizing::default(), hash: Hash::Sha1, digits: 6, period: 30 };
        if !text.to_ascii_lowercase().starts_with("otpauth:") {
            generator.key = key(text)?;
            return Ok(generator);
        }
        let url = Url::parse(text).map_err(|_| unreadable("the otpauth address cannot be read"))?;
        if url.host_str().is_some_and(|kind| !kind.eq_ignore_ascii_case("totp")) {
            return Err(unreadable("its codes do not follow from the time"));
        }
        for (name, value) in url.query_pairs() {
            match name.as_ref() {
                "secret" => generator.key = key(&value)?,
                "algorithm" => {
                    generator.hash = match value.to_ascii_uppercase().replace('-', "").as_str() {
                        "SHA1" => Hash::Sha1,
                        "SHA256" => Hash::Sha256,
                        "SHA512" => Hash::Sha512,
                        _ => return Err(unreadable("its algorithm is not known")),
                    }
                }
                "digits" => {
                    let digits = value.parse().ok().filter(|digits| (6..=8).contains(digits));
                    generator.digits = digits.ok_or_else(|| unreadable("its codes have 6 to 8 digits"))?;
                }
                "period" => {
                    let period = value.parse().ok().filter(|period| (1..=300).contains(period));
                    generator.period = period.ok_or_else(|| unreadable("its period cannot be read"))?;
                }
                _ => {}
            }
        }
        if generator.key.is_empty() { Err(unreadable("it has no secret")) } else { Ok(generator) }
    }

    /// Returns the current code.
    pub(crate) fn now(&self) -> Result<Secret, Failure> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        self.at(since.as_secs())
    }

    /// Returns the code at a time, in Unix seconds.
    fn at(&self, seconds: u64) -> Result<Secret, Failure> {
        let count = (seconds / self.period).to_be_bytes();
        let digest = match self.hash {
            Hash::Sha1 => digest::<Hmac<Sha1>>(&self.key, &count),
            Hash::Sha256 => digest::<Hmac<Sha256>>(&self.key, &count),
            Hash::Sha512 => digest::<Hmac<Sha512>>(&self.key, &count),
        }?;
        // The last four bits are the offset of the four bytes that become the code.
        let offset = usize::from(digest.last().copied().unwrap_or(0) & 0x0f);
        let bytes = digest.get(offset..offset + 4).unwrap_or(&[0; 4]);
        let number = bytes.iter().fold(0u32, |number, byte| number << 8 | u32::from(*byte)) & 0x7fff_ffff;
        let width = self.digits as usize;
        Ok(Secret::new(format!("{:0width$}", number % 10u32.pow(self.digits))))
    }
}

fn digest<M: Mac + KeyInit>(key: &[u8], count: &[u8]) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let mut mac = <M as KeyInit>::new_from_slice(key).map_err(|_| unreadable("its secret cannot be used"))?;
    mac.update(count);
    Ok(Zeroizing::new(mac.finalize().into_bytes().to_vec()))
}

fn key(text: &str) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let plain: Zeroizing<String> = Zeroizing::new(
        text.chars()
            .filter(|c| !c.is_whitespace() && *c != '-' && *c != '=')
            .map(|c| c.to_ascii_uppercase())
            .collect(),
    );
    let key = BASE32_NOPAD.decode(plain.as_bytes()).ok().filter(|key| !key.is_empty());
    key.map(Zeroizing::new).ok_or_else(|| unreadable("it is not base 32"))
}

fn unreadable(why: &str) -> Failure {
    Failure::new(Cause::InvalidParameter, format!("the secret for one-time codes cannot be used: {why}"))
        .hint("Keep it again as the otpauth: address or in base 32, as the site shows it.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(secret: &str, seconds: u64) -> String {
        TotpGenerator::read(&Secret::new(secret.into())).unwrap().at(seconds).unwrap().expose().to_string()
    }

    #[test]
    fn totp_codes_match_rfc_6238_vectors() {
        let sha1 = BASE32_NOPAD.encode(b"12345678901234567890");
        let sha256 = BASE32_NOPAD.encode(b"12345678901234567890123456789012");
        let sha512 = BASE32_NOPAD.encode(b"1234567890123456789012345678901234567890123456789012345678901234");
        let of =
            |secret: &str, hash: &str| format!("otpauth://totp/a?secret={secret}&digits=8&algorithm={hash}");
        for (seconds, one, two, three) in [
            (59, "94287082", "46119246", "90693936"),
            (1_111_111_109, "07081804", "68084774", "25091201"),
            (20_000_000_000, "65353130", "77737706", "47863826"),
        ] {
            assert_eq!(code(&of(&sha1, "SHA1"), seconds), one);
            assert_eq!(code(&of(&sha256, "SHA256"), seconds), two);
            assert_eq!(code(&of(&sha512, "SHA512"), seconds), three);
        }
    }

    #[test]
    fn parses_totp_secrets_with_spaces_and_padding() {
        let plain = code("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 59);
        assert_eq!(plain, "287082");
        assert_eq!(code(" gezd gnbv gy3t qojq-gezd gnbv gy3t qojq== ", 59), plain);
        for wrong in [
            "",
            "not base 32!",
            "otpauth://totp/a",
            "otpauth://hotp/a?secret=GEZDGNBV",
            "otpauth://totp/a?secret=GEZDGNBV&digits=60",
            "otpauth://totp/a?secret=GEZDGNBV&period=0",
            "otpauth://totp/a?secret=GEZDGNBV&algorithm=MD5",
        ] {
            let refused = TotpGenerator::read(&Secret::new(wrong.into())).err().unwrap();
            assert_eq!(refused.cause, Cause::InvalidParameter, "{wrong}");
            assert!(wrong.is_empty() || !refused.message.contains(wrong), "{wrong}");
        }
    }
}
