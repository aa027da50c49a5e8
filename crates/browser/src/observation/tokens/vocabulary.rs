/// The vocabulary of the encoding as a hash table, as written by `benches/tokens/vocabulary.mjs`: the offset
/// of each bucket in three bytes, then the tokens of each bucket, each with its length, rank and bytes.
/// Lookups read the embedded bytes directly, which needs no load time and no memory except the pages that are
/// read.
static BYTES: &[u8] = include_bytes!("vocabulary.bin");

const BUCKETS: usize = 1 << 16;

/// Returns the rank of a token, or `None` for other byte strings. Of two possible merges, the one with the
/// lower rank comes first.
pub(super) fn rank(token: &[u8]) -> Option<u32> {
    let bucket = hash_bucket(token);
    let (start, end) = (number(3 * bucket)?, number(3 * (bucket + 1))?);
    let tokens = 3 * (BUCKETS + 1);
    let mut bucket = BYTES.get(tokens + start as usize..tokens + end as usize)?;
    while let [length, one, two, three, rest @ ..] = bucket {
        let (here, others) = rest.split_at_checked(usize::from(*length))?;
        if here == token {
            return Some(u32::from_le_bytes([*one, *two, *three, 0]));
        }
        bucket = others;
    }
    None
}

fn number(at: usize) -> Option<u32> {
    match BYTES.get(at..at + 3) {
        Some([one, two, three]) => Some(u32::from_le_bytes([*one, *two, *three, 0])),
        _ => None,
    }
}

/// Hashes by FNV-1a, folded to 16 bits.
fn hash_bucket(token: &[u8]) -> usize {
    let hash =
        token.iter().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    ((hash ^ (hash >> 16)) & 0xffff) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vocabulary_has_every_byte_and_common_words() {
        assert!((0..=u8::MAX).all(|byte| rank(&[byte]).is_some()));
        assert_eq!(rank(b"!"), Some(0));
        assert!(rank(b" button").is_some());
        assert_eq!(rank(b"qzxvqzxv"), None);
        assert_eq!(rank(&[b'a'; 300]), None);
    }
}
