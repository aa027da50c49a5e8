//! Time-based one-time codes (TOTP).

use std::time::{SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

/// The shared secret: `MRXW64TTFVXWMLLPMFVS2NBS` in base 32.
const SECRET: &[u8] = b"doors-of-oak-42";

const PERIOD: u64 = 30;

/// Whether it is the code of the current or the previous period, since users type slowly.
pub(super) fn is_right(code: &str) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs()) / PERIOD;
    [now, now.saturating_sub(1)].iter().any(|count| code_of(*count).is_some_and(|right| right == code))
}

fn code_of(count: u64) -> Option<String> {
    let mut mac = Hmac::<Sha1>::new_from_slice(SECRET).ok()?;
    mac.update(&count.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let offset = usize::from(digest.last()? & 0x0f);
    let bytes: [u8; 4] = digest.get(offset..offset + 4)?.try_into().ok()?;
    Some(format!("{:06}", (u32::from_be_bytes(bytes) & 0x7fff_ffff) % 1_000_000))
}
