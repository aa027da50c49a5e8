//! The trace context of a request, from the W3C header `traceparent`.

use std::fmt;
use std::hash::{BuildHasher, RandomState};

use axum::http::HeaderMap;

/// The id of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TraceId(u128);

/// The id of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SpanId(u64);

impl TraceId {
    pub(super) fn random() -> Self {
        Self((u128::from(random()) << 64) | u128::from(random()))
    }
}

impl SpanId {
    pub(super) fn random() -> Self {
        Self(random())
    }
}

impl fmt::Display for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Display for SpanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Returns a random number other than zero, which is not a valid id. It is not secret, so the seed of a hash
/// table is sufficient.
fn random() -> u64 {
    RandomState::new().hash_one(std::time::Instant::now()).max(1)
}

/// The parent span of a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parent {
    pub(super) trace: TraceId,
    pub(super) span: SpanId,
    /// Whether the sender records the trace.
    pub(super) is_sampled: bool,
}

/// Parses the header. Returns `None` if it is missing or invalid.
pub(super) fn parent(headers: &HeaderMap) -> Option<Parent> {
    let header = headers.get("traceparent")?.to_str().ok()?;
    let mut parts = header.split('-');
    let (version, trace, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let version = hexadecimal(version, 2).filter(|version| *version != 0xff)?;
    // Later versions may have additional parts.
    if version == 0 && parts.next().is_some() {
        return None;
    }
    let trace = hexadecimal(trace, 32).filter(|trace| *trace != 0)?;
    let span = hexadecimal(span, 16).filter(|span| *span != 0)?;
    let is_sampled = hexadecimal(flags, 2)? & 1 == 1;
    Some(Parent { trace: TraceId(trace), span: SpanId(u64::try_from(span).ok()?), is_sampled })
}

fn hexadecimal(text: &str, length: usize) -> Option<u128> {
    let is_written =
        text.len() == length && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    is_written.then(|| u128::from_str_radix(text, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn read(header: &'static str) -> Option<Parent> {
        parent(&HeaderMap::from_iter([("traceparent".parse().unwrap(), HeaderValue::from_static(header))]))
    }

    #[test]
    fn parses_traceparent_header() {
        let found = read("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01").unwrap();
        assert_eq!(found.trace.to_string(), "0af7651916cd43dd8448eb211c80319c");
        assert_eq!((found.span.to_string().as_str(), found.is_sampled), ("b7ad6b7169203331", true));
        assert!(!read("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00").unwrap().is_sampled);
        assert!(read("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more").is_some());
    }

    #[test]
    fn ignores_invalid_traceparent_header() {
        for header in [
            "",
            "00",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
            "00-+af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        ] {
            assert_eq!(read(header), None, "{header}");
        }
    }
}
