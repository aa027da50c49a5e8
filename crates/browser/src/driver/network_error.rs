use lemmascope_intent::{Cause, Failure};

/// The browser's error codes for failed navigations (prefixes), with a message and a hint for each.
const KNOWN: &[(&str, &str, &str)] = &[
    ("NAME_NOT_RESOLVED", "there is no host of that name", "Check how the address is written."),
    ("NAME_RESOLUTION_FAILED", "there is no host of that name", "Check how the address is written."),
    ("UNKNOWN_HOST", "there is no host of that name", "Check how the address is written."),
    (
        "UNKNOWN_PROXY_HOST",
        "nothing answers at that address, or there is no such host",
        "Check how the address is written, its port, and whether the server runs.",
    ),
    ("NET_RESET", "the server broke the connection off", "Try again."),
    ("NET_INTERRUPT", "the server broke the connection off", "Try again."),
    ("NET_TIMEOUT", "the server does not answer", "Try again later, or check the address."),
    ("NET_EMPTY_RESPONSE", "the server sent nothing", "Check whether the address takes http or https."),
    ("NET_ERROR_RESPONSE", "the server answered with an error and no page", "Check the address."),
    ("OFFLINE", "there is no network", "Check the connection."),
    ("REDIRECT_LOOP", "the address leads in a circle", "Delete the site's cookies and try again."),
    ("MALFORMED_URI", "the address is not valid", "Check how the address is written."),
    ("UNKNOWN_PROTOCOL", "addresses of that kind cannot be opened", "Use http or https."),
    (
        "PROXY_CONNECTION_REFUSED",
        "nothing answers at that address, or there is no such host",
        "Check how the address is written, its port, and whether the server runs.",
    ),
    (
        "PROXY_BAD_GATEWAY",
        "the proxy does not reach that address",
        "Check how the address is written, and the proxy.",
    ),
    ("deniedPortAccess", "browsers do not connect to that port", "Use another port."),
    ("SSL_ERROR", "no secure connection can be negotiated", "Check the server."),
    (
        "SEC_ERROR",
        "the server's certificate is not trusted",
        "Check the address; a certificate may have run out.",
    ),
    ("CONNECTION_REFUSED", "nothing answers at that address", "Check the port, and whether the server runs."),
    ("CONNECTION_RESET", "the server broke the connection off", "Try again."),
    ("CONNECTION_CLOSED", "the server broke the connection off", "Try again."),
    ("CONNECTION_ABORTED", "the connection was interrupted", "Try again."),
    ("CONNECTION_TIMED_OUT", "the server does not answer", "Try again later, or check the address."),
    ("TIMED_OUT", "the server does not answer", "Try again later, or check the address."),
    ("EMPTY_RESPONSE", "the server sent nothing", "Check whether the address takes http or https."),
    ("INTERNET_DISCONNECTED", "there is no network", "Check the connection."),
    ("NETWORK_CHANGED", "the network changed meanwhile", "Try again."),
    ("ADDRESS_UNREACHABLE", "the address cannot be reached", "Check the address and the network."),
    ("ADDRESS_INVALID", "the address is not valid", "Check how the address is written."),
    ("SSL_PROTOCOL_ERROR", "the server does not speak https", "Try the address with http://."),
    ("SSL_VERSION_OR_CIPHER_MISMATCH", "no secure connection can be negotiated", "Check the server."),
    (
        "CERT_",
        "the server's certificate is not trusted",
        "Check the address; a certificate may have run out.",
    ),
    ("TOO_MANY_REDIRECTS", "the address leads in a circle", "Delete the site's cookies and try again."),
    ("INVALID_RESPONSE", "the server's answer makes no sense", "Check whether it is a web server."),
    ("INVALID_HTTP_RESPONSE", "the server's answer makes no sense", "Check whether it is a web server."),
    ("UNSAFE_PORT", "browsers do not connect to that port", "Use another port."),
    ("FILE_NOT_FOUND", "there is no such file", "Check the path."),
    ("ACCESS_DENIED", "access is denied", "Check the permissions."),
    ("UNKNOWN_URL_SCHEME", "addresses of that kind cannot be opened", "Use http or https."),
    ("DISALLOWED_URL_SCHEME", "addresses of that kind cannot be opened", "Use http or https."),
    ("BLOCKED_BY_CLIENT", "an `intercept` blocks it", "Lift it with `intercept clear`."),
    ("BLOCKED_BY_RESPONSE", "the site does not allow itself to be shown here", "Open it in a separate tab."),
    // With an allow list, the SOCKS proxy that connects for the browser reports only that it failed.
    (
        "SOCKS_CONNECTION_",
        "nothing answers at that address, or there is no such host",
        "Check how the address is written, its port, and whether the server runs.",
    ),
    ("PROXY_CONNECTION_FAILED", "the proxy does not answer", "Check the proxy."),
    ("ABORTED", "the navigation was called off", "The server may have answered with nothing to show."),
    ("HTTP_RESPONSE_CODE_FAILURE", "the server answered with an error and no page", "Check the address."),
];

/// Converts an error of Chromium (`net::ERR_…`) or Firefox (`NS_ERROR_…`) into a readable failure.
pub(crate) fn failure(error: &str, url: &str, status: Option<u16>) -> Failure {
    let name = error.trim_start_matches("net::").trim_start_matches("ERR_").trim_start_matches("NS_ERROR_");
    let known = KNOWN.iter().find(|(start, ..)| name.starts_with(start));
    let (words, hint) =
        known.map_or(("the page could not be loaded", "Try again."), |(_, words, hint)| (*words, *hint));
    // The browser follows redirects itself, so a status from 400 means a response without a page.
    let words = match status.filter(|status| *status >= 400) {
        Some(status) => format!("the server answered {status} and sent no page"),
        None => words.to_string(),
    };
    Failure::new(Cause::Failed, format!("{url} cannot be opened: {words}"))
        .hint(hint)
        .context(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_known_network_errors() {
        let failure = failure("net::ERR_NAME_NOT_RESOLVED", "https://nope.test/", None);
        assert_eq!(failure.message, "https://nope.test/ cannot be opened: there is no host of that name");
        assert!(super::failure("net::ERR_CERT_DATE_INVALID", "x", None).message.contains("certificate"));
        assert!(super::failure("net::ERR_NEVER_HEARD_OF", "x", None).context[0].contains("NEVER_HEARD_OF"));
    }
}
