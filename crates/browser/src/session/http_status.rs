/// Describes an HTTP status that is not a success, or returns `None` for a success. `is_challenged` says
/// whether the server requires HTTP authentication.
pub(super) fn describe_status(status: u16, is_challenged: bool) -> Option<String> {
    let words = match status {
        200..=299 | 304 => return None,
        401 if is_challenged => {
            "the server asks for a name and a password: login <username> <password>, or login as <name>"
        }
        401 => "one has to sign in first",
        403 => "the server denies access",
        404 => "there is no such page",
        410 => "the page is gone for good",
        429 => "the server was asked too often",
        400..=499 => "the server refuses it",
        500..=599 => "the server has failed",
        _ => "not the page that was asked for",
    };
    Some(format!("status: {status} ({words})"))
}
