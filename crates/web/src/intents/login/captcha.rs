use crate::page::Snapshot;

/// Names of those who tell people from programs on behalf of other sites, as they stand in the addresses of their frames.
const KEEPERS: &[&str] = &[
    "recaptcha",
    "hcaptcha",
    "turnstile",
    "challenges.cloudflare.com",
    "arkoselabs",
    "funcaptcha",
    "geetest",
    "captcha",
];

/// The smallest side of a frame in which something is asked; those that only watch are smaller.
const SMALLEST: f64 = 40.0;

/// Whether a page shows a puzzle of somebody whose trade that is.
pub(super) fn shows(page: &Snapshot) -> bool {
    page.frames.iter().skip(1).any(|frame| {
        let url = frame.url.to_ascii_lowercase();
        let address = url.split(['?', '#']).next().unwrap_or_default();
        let is_keeper = KEEPERS.iter().any(|keeper| address.contains(keeper));
        is_keeper
            && !url.contains("size=invisible")
            && frame.clip.width >= SMALLEST
            && frame.clip.height >= SMALLEST
    })
}
