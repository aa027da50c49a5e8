//! Decompresses streams within limits.

use std::borrow::Cow;
use std::io::Read as _;

use flate2::read::ZlibDecoder;
use hayro_syntax::Filter;
use hayro_syntax::object::Stream;

use crate::Fault;
use crate::limits::{Budget, too_large};

/// The maximum compression ratio of deflate.
const DEFLATE: u64 = 1032;

/// Decompresses a stream; returns nothing if it is unreadable.
///
/// The PDF library decompresses without a limit, so the size of a stream that could exceed the limit is
/// measured first.
pub(super) fn unfold<'a>(stream: &Stream<'a>, budget: &mut Budget) -> Result<Option<Cow<'a, [u8]>>, Fault> {
    let folds = stream.filters().iter().filter(|filter| matches!(filter, Filter::FlateDecode)).count();
    if folds > 0 {
        let raw = stream.raw_data();
        let most = u32::try_from(folds).ok().and_then(|folds| DEFLATE.checked_pow(folds));
        let most = most.and_then(|most| most.checked_mul(raw.len() as u64));
        if most.is_none_or(|most| most > budget.next_part_limit()) {
            count(raw, folds, budget.next_part_limit())?;
        }
    }
    let Ok(bytes) = stream.decoded_data() else { return Ok(None) };
    budget.spend(bytes.len() as u64)?;
    Ok(Some(bytes))
}

/// Decompresses without storing the final result, and fails if it exceeds the limit.
fn count(raw: Cow<'_, [u8]>, folds: usize, limit: u64) -> Result<(), Fault> {
    let mut bytes = raw.into_owned();
    for fold in 1..=folds {
        let mut inside = ZlibDecoder::new(bytes.as_slice()).take(limit + 1);
        let mut next = Vec::new();
        let unfolded = if fold == folds {
            std::io::copy(&mut inside, &mut std::io::sink()).unwrap_or(0)
        } else {
            inside.read_to_end(&mut next).map_or(0, |read| read as u64)
        };
        if unfolded > limit {
            return Err(too_large("a compressed part of it, unfolded,", limit));
        }
        bytes = next;
    }
    Ok(())
}
