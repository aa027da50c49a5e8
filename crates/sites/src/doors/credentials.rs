//! The valid credentials.

/// The result of an attempt to sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Welcome,
    CodeNeeded,
    Expired,
    Locked,
    Unverified,
    Broken,
    Throttled,
    Puzzled,
    Warned,
    Wrong,
}

/// The password of all users.
pub(super) const PASSWORD: &str = "open-sesame-42";

const CALLERS: &[(&str, Answer)] = &[
    ("robin", Answer::Welcome),
    ("robin@example.com", Answer::Welcome),
    ("+351912345678", Answer::Welcome),
    ("casey@example.com", Answer::CodeNeeded),
    ("alex@example.com", Answer::Expired),
    ("morgan@example.com", Answer::Locked),
    ("sam@example.com", Answer::Unverified),
    ("kim@example.com", Answer::Broken),
    ("lee@example.com", Answer::Throttled),
    ("jo@example.com", Answer::Puzzled),
    ("pat@example.com", Answer::Warned),
];

pub(super) fn is_known(user: &str) -> bool {
    CALLERS.iter().any(|(name, _)| *name == user.trim())
}

/// The credentials of the user with numeric input only, on a keypad.
const BY_DIGITS: (&str, &str) = ("19740042", "290418");

pub(super) fn check(user: &str, password: &str) -> Answer {
    if (user.trim(), password) == BY_DIGITS {
        return Answer::Welcome;
    }
    match CALLERS.iter().find(|(name, _)| *name == user.trim()) {
        Some((_, answer)) if password == PASSWORD => *answer,
        _ => Answer::Wrong,
    }
}
