//! The codes of problems and their meanings, for the page to which the `type` of a problem links.

/// The codes with their descriptions: those of all interfaces, then those of lines, then those of HTTP.
pub(crate) const CODES: &[(&str, &str)] = &[
    ("INTENT_NOT_FOUND", "There is no intent or verb of that name."),
    ("INTENT_UNAVAILABLE", "The intent cannot run here and now, or is not permitted."),
    ("PARAMETER_MISSING", "A required parameter was not given."),
    ("PARAMETER_INVALID", "A value does not fit its schema, or is not allowed."),
    ("TARGET_NOT_FOUND", "The run, session, key, setting, file or element does not exist."),
    ("TARGET_AMBIGUOUS", "Several things fit the target."),
    ("TARGET_STALE", "The target was removed from the page."),
    ("STEP_FAILED", "A step failed."),
    ("TIMEOUT", "A step or the whole intent took too long."),
    ("CANCELLED", "The request or its run was cancelled."),
    ("VERIFICATION_FAILED", "The steps ran, and the outcome was not verified."),
    ("CHECKPOINT_INVALID", "The checkpoint does not exist, or the run cannot continue from it."),
    ("PACK_LOAD_FAILED", "A pack could not be loaded."),
    ("DEFINITION_INVALID", "A definition does not keep to its format."),
    ("UNKNOWN_COMMAND", "The first word of the line is neither a command nor an intent."),
    ("MISSING_ARGUMENT", "The line lacks an argument that its command needs."),
    ("INVALID_VALUE", "A duration, number, key, URL, choice or JSON in the line is not valid."),
    ("UNTERMINATED_STRING", "A quote in the line is not closed."),
    ("UNEXPECTED_INPUT", "The line has something that its command does not take."),
    ("CONFLICTING_OPTIONS", "Two options of the line exclude each other."),
    ("UNAUTHORIZED", "The request shows no valid token or key."),
    ("SCOPE_MISSING", "The key lacks the scope that the endpoint needs."),
    ("RATE_LIMITED", "The owner sends more requests than server.rate allows."),
    ("TOO_MANY_SESSIONS", "The owner has too many sessions of the Model Context Protocol."),
    ("HOST_MISSING", "The request has no Host header."),
    ("HOST_REFUSED", "The Host header names another server; server.hosts lists the names that are accepted."),
    ("ORIGIN_REFUSED", "A web page of another origin made the request; server.origins lists the others."),
    ("PATH_NOT_FOUND", "There is nothing at this path."),
    ("PATH_INVALID", "The path is not text in UTF-8."),
    (
        "METHOD_NOT_ALLOWED",
        "The path does not support this method; the Allow header lists the supported ones.",
    ),
    ("MEDIA_TYPE_UNSUPPORTED", "The body is not declared as JSON."),
    ("JSON_INVALID", "The body is not JSON."),
    ("BODY_TOO_LARGE", "The body is larger than server.max_body."),
    ("BODY_TIMEOUT", "The body did not arrive in time."),
    (
        "IDEMPOTENCY_KEY_INVALID",
        "The Idempotency-Key is empty, too long, or has characters that ASCII does not show.",
    ),
    ("IDEMPOTENCY_KEY_REUSED", "The Idempotency-Key came with another request before."),
    ("REQUEST_UNDER_WAY", "A request with the same Idempotency-Key is being executed."),
    ("REQUEST_INTERRUPTED", "The process that executed the same request ended before it completed."),
    ("ANSWER_UNREADABLE", "The stored answer to the same request is sealed with another key."),
    ("STORE_UNAVAILABLE", "The database cannot be reached."),
    ("STOPPING", "The server is stopping, and takes no new work."),
    ("INTERNAL", "A fault in Lemmascope broke the request off."),
];

#[cfg(test)]
mod tests {
    use lemmascope_intent::Code;

    use super::*;

    #[test]
    fn documents_every_engine_error_code() {
        for code in Code::ALL {
            assert!(CODES.iter().any(|(known, _)| *known == code.as_str()), "{code}");
        }
    }
}
