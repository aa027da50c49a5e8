use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::failure::GatewayFailure;

/// The rate limits of owners and endpoints.
pub(super) struct Rates(Option<DefaultKeyedRateLimiter<(String, &'static str)>>);

/// The number of tracked owners and endpoints beyond which idle ones are forgotten.
const TIDY: usize = 10_000;

impl Rates {
    /// Creates a limit of requests per minute; zero means no limit.
    pub(super) fn per_minute_limit(requests: u32) -> Self {
        Self(NonZeroU32::new(requests).map(|requests| RateLimiter::keyed(Quota::per_minute(requests))))
    }

    /// Rejects a request beyond the limit.
    pub(super) fn admit(&self, owner: &str, endpoint: &'static str) -> Result<(), GatewayFailure> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        if limiter.len() > TIDY {
            limiter.retain_recent();
        }
        limiter.check_key(&(owner.to_string(), endpoint)).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            let failure = GatewayFailure::new(429, "RATE_LIMITED", "too many requests to this endpoint");
            GatewayFailure { retry_after: Some(wait.as_secs() + 1), ..failure }
                .hint("Wait, or have channels.rate raised.")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_rate_per_owner_and_endpoint() {
        let rates = Rates::per_minute_limit(2);
        for (owner, endpoint) in [("ana", "a"), ("ana", "b"), ("bob", "a")] {
            assert!(rates.admit(owner, endpoint).is_ok() && rates.admit(owner, endpoint).is_ok());
            let refused = rates.admit(owner, endpoint).unwrap_err();
            assert!(
                refused.status == 429 && refused.retry_after.is_some_and(|wait| (1..=31).contains(&wait))
            );
        }
        let unlimited = Rates::per_minute_limit(0);
        assert!((0..1000).all(|_| unlimited.admit("ana", "a").is_ok()));
    }
}
