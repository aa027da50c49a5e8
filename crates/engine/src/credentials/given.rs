use lemmascope_intent::{Cause, Failure, Secret};
use serde::Deserialize;

/// The credentials that a person gives outside of the line.
#[derive(Debug, Clone)]
pub struct Given {
    /// The username.
    pub username: String,
    /// The password.
    pub password: Secret,
    /// The secret for one-time codes.
    pub totp: Option<Secret>,
}

/// The maximum length of each value; no site accepts more.
const LONGEST: usize = 4096;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    username: Option<String>,
    password: String,
    totp: Option<String>,
}

impl Given {
    /// Parses standard input: a JSON object with `username`, `password` and `totp`, or the password on the
    /// first line and, if requested, the secret for one-time codes on the second. A password that begins with
    /// a brace must be given as JSON.
    pub fn read(text: &str, username: Option<&str>, totp: bool) -> Result<Self, Failure> {
        if text.trim_start().starts_with('{') {
            let written: Written = serde_json::from_str(text).map_err(|error| {
                // Reports only the position, because the text contains a password.
                let place = format!("line {}, column {}", error.line(), error.column());
                Failure::new(
                    Cause::InvalidParameter,
                    format!("the JSON on standard input cannot be read ({place})"),
                )
                .hint(r#"Give {"username": …, "password": …} and, for one-time codes, "totp"."#)
            })?;
            let username = username.map(str::to_string).or(written.username).unwrap_or_default();
            let (password, secret) = (Secret::new(written.password), written.totp.map(Secret::new));
            return Self { username, password, totp: secret }.checked(totp);
        }
        let mut lines = text.lines();
        let mut line = || Secret::new(lines.next().unwrap_or_default().to_string());
        let password = line();
        let totp_secret = totp.then(line);
        Self { username: username.unwrap_or_default().to_string(), password, totp: totp_secret }.checked(totp)
    }

    /// Checks that the credentials are complete and valid.
    pub fn checked(self, totp: bool) -> Result<Self, Failure> {
        let bad = |what: &str, hint: &str| Err(Failure::new(Cause::MissingParameter, what).hint(hint));
        let too_long = |text: &str| text.len() > LONGEST;
        if self.username.trim().is_empty() {
            return bad("the username is missing", "Add --username <name>.");
        }
        if self.password.expose().is_empty() {
            return bad(
                "the password is missing",
                "Type it when you are asked for it, or give it on the first line of standard input.",
            );
        }
        if totp && self.totp.is_none() {
            return bad(
                "the secret of the one-time codes is missing",
                "Give it as \"totp\", or leave --totp out.",
            );
        }
        if let Some(secret) = &self.totp
            && !is_totp_secret(secret.expose())
        {
            return Err(Failure::new(Cause::InvalidParameter, "that is no secret of one-time codes")
                .hint("The site shows it beside its QR code: letters and the digits 2 to 7, or an address that begins with otpauth://totp/."));
        }
        let totp = self.totp.as_ref().map(Secret::expose).unwrap_or_default();
        if too_long(&self.username) || too_long(self.password.expose()) || too_long(totp) {
            return Err(Failure::new(Cause::InvalidParameter, "the credentials are too long"));
        }
        Ok(self)
    }
}

/// Whether one-time codes can be derived from a text: base 32, optionally with spaces and dashes, or an
/// `otpauth` URL.
fn is_totp_secret(text: &str) -> bool {
    let is_base32 = |text: &str| {
        let letters = |c: char| c.is_ascii_alphabetic() || ('2'..='7').contains(&c);
        let kept: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        let bare = kept.trim_end_matches('=');
        !bare.is_empty() && bare.chars().all(letters)
    };
    match text.trim().strip_prefix("otpauth://totp/") {
        Some(rest) => {
            let query = rest.split_once('?').map_or("", |(_, query)| query);
            query.split('&').filter_map(|pair| pair.strip_prefix("secret=")).any(is_base32)
        }
        None => is_base32(text.trim()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_password_from_line_or_json() {
        let given = Given::read("hunter2\nmore\n", Some("ann"), false).unwrap();
        assert_eq!((given.username.as_str(), given.password.expose()), ("ann", "hunter2"));
        assert!(given.totp.is_none());
        let given = Given::read(" pass word \r\nJBSW Y3DP\r\n", Some("ann"), true).unwrap();
        assert_eq!(given.password.expose(), " pass word ", "spaces may belong to it");
        assert_eq!(given.totp.unwrap().expose(), "JBSW Y3DP");
        let json =
            r#"{"username": "ann", "password": "{\"", "totp": "otpauth://totp/x?secret=JBSWY3DP&issuer=x"}"#;
        let given = Given::read(json, None, false).unwrap();
        assert_eq!((given.username.as_str(), given.password.expose()), ("ann", "{\""));
        assert!(given.totp.is_some());
        assert_eq!(Given::read(json, Some("bob"), true).unwrap().username, "bob", "the option goes before");
    }

    #[test]
    fn credential_errors_do_not_contain_the_secret() {
        for (text, username, totp, told) in [
            ("", Some("ann"), false, "the password is missing"),
            ("\nhunter2", Some("ann"), false, "the password is missing"),
            ("hunter2", None, false, "the username is missing"),
            ("hunter2", Some("ann"), true, "that is no secret"),
            ("hunter2\nhunter2!", Some("ann"), true, "that is no secret"),
            (r#"{"password": "hunter2"}"#, None, false, "the username is missing"),
            (r#"{"username": "ann"}"#, None, false, "the JSON on standard input cannot be read"),
            (r#"{"username": "ann", "pass": "hunter2"}"#, None, false, "the JSON on standard input"),
            (r#"{"username": "ann", "password": 5}"#, None, false, "the JSON on standard input"),
            (
                r#"{"username": "ann", "password": "x"}"#,
                None,
                true,
                "the secret of the one-time codes is missing",
            ),
            ("{hunter2", Some("ann"), false, "the JSON on standard input"),
        ] {
            let failure = Given::read(text, username, totp).unwrap_err();
            assert!(failure.message.starts_with(told), "{text}: {failure}");
            assert!(!format!("{failure:?}").contains("hunter2"), "{text}");
        }
        let long = "x".repeat(LONGEST + 1);
        assert!(Given::read(&long, Some("ann"), false).is_err());
    }

    #[test]
    fn recognizes_totp_secrets() {
        for good in [
            "JBSWY3DPEHPK3PXP",
            "jbsw y3dp ehpk-3pxp",
            "JBSWY3DP======",
            "otpauth://totp/a:b?secret=JBSWY3DP",
        ] {
            assert!(is_totp_secret(good), "{good}");
        }
        for bad in
            ["", "====", "123456", "JBSWY3D!", "otpauth://totp/a:b", "otpauth://hotp/a?secret=JBSWY3DP"]
        {
            assert!(!is_totp_secret(bad), "{bad}");
        }
    }
}
