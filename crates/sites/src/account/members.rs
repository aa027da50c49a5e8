//! The members.

/// A user with an account.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) email: &'static str,
    pub(super) name: &'static str,
    password: &'static str,
    /// The code that is requested after the password.
    pub(super) code: Option<&'static str>,
    locked: bool,
}

/// The result of an attempt to sign in.
#[derive(Debug, Clone, Copy)]
pub(super) enum Answer {
    Welcome,
    CodeNeeded,
    Wrong,
    Locked,
}

const MEMBERS: &[Member] = &[
    Member { email: "ada@example.com", name: "Ada", password: "correct-horse", code: None, locked: false },
    Member {
        email: "grace@example.com",
        name: "Grace",
        password: "wonderful-code",
        code: Some("314159"),
        locked: false,
    },
    Member { email: "mallory@example.com", name: "Mallory", password: "let-me-in", code: None, locked: true },
];

pub(super) fn find(email: &str) -> Option<&'static Member> {
    MEMBERS.iter().find(|member| member.email.eq_ignore_ascii_case(email))
}

pub(super) fn check(email: &str, password: &str) -> Answer {
    match find(email) {
        Some(member) if member.locked => Answer::Locked,
        Some(member) if member.password != password => Answer::Wrong,
        Some(Member { code: Some(_), .. }) => Answer::CodeNeeded,
        Some(_) => Answer::Welcome,
        None => Answer::Wrong,
    }
}
