//! The formats of texts that configure a browser, shared by settings, flags and verb parameters.

use lemmascope_intent::{Cause, Failure, Form};

use crate::driver::Proxy;

/// The largest width or height of a viewport, in CSS pixels.
const LARGEST_SIDE: u32 = 10_000;
/// The maximum length of a profile name.
const LONGEST_NAME: usize = 64;

/// The size of a viewport: `1280x720`, or `1280x720@2` with the number of device pixels for each CSS pixel.
pub(crate) const VIEWPORT: Form =
    Form { wanted: "a size such as 1280x720 or 1280x720@2", accepts: |text| read_viewport(text).is_some() };

/// A language tag: `pt-BR`, `de`, `zh-Hant-TW`.
pub(crate) const LOCALE: Form =
    Form { wanted: "a language tag such as pt-BR, de or en-GB", accepts: is_language_tag };

/// The name of a time zone. The browser decides whether it exists.
pub(crate) const TIMEZONE: Form = Form {
    wanted: "the name of a time zone such as America/Sao_Paulo or UTC",
    accepts: |text| {
        let sound = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '+');
        text.len() <= 64 && text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(sound)
    },
};

/// The value of the `User-Agent` header.
pub(crate) const USER_AGENT: Form = Form {
    wanted: "a text of visible ASCII characters and spaces, at most 512",
    accepts: |text| text.len() <= 512 && text.bytes().all(|byte| (b' '..=b'~').contains(&byte)),
};

/// The address of a proxy.
pub(crate) const PROXY: Form = Form {
    wanted: "the address of a proxy such as http://127.0.0.1:3128, https://proxy.example or socks5://127.0.0.1:1080",
    accepts: |text| Proxy::parse(text).is_some(),
};

/// The name of a profile. It becomes part of a file name.
pub(crate) const PROFILE: Form = Form {
    wanted: "a name of ASCII letters, digits and . _ - that begins with a letter or a digit, at most 64",
    accepts: |text| {
        let sound = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        text.len() <= LONGEST_NAME
            && text.starts_with(|c: char| c.is_ascii_alphanumeric())
            && text.chars().all(sound)
    },
};

/// Refuses a non-empty text that does not match the format; the failure names the parameter or setting.
pub(crate) fn check(form: Form, name: &str, text: &str) -> Result<(), Failure> {
    match text.is_empty() || (form.accepts)(text) {
        true => Ok(()),
        false => Err(Failure::new(Cause::InvalidParameter, format!("{name} must be {}", form.wanted))
            .about(name)
            .hint(format!("Give {}.", form.wanted))),
    }
}

/// Parses the width, height and scale of a viewport.
pub(crate) fn read_viewport(text: &str) -> Option<(u32, u32, f64)> {
    let (size, scale) = text.split_once('@').map_or((text, None), |(size, scale)| (size, Some(scale)));
    let (width, height) = size.split_once(['x', '×'])?;
    let side = |side: &str| side.trim().parse().ok().filter(|side| (1..=LARGEST_SIDE).contains(side));
    let scale = match scale {
        None => 1.0,
        Some(scale) => scale.trim().parse().ok().filter(|scale| (0.1..=10.0).contains(scale))?,
    };
    Some((side(width)?, side(height)?, scale))
}

/// Whether a text is a language tag: a language, then optionally a script, a region and variants.
fn is_language_tag(text: &str) -> bool {
    let mut parts = text.split('-');
    let is_language = parts
        .next()
        .is_some_and(|part| (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic()));
    let is_part =
        |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    is_language && text.len() <= 35 && parts.all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_all(form: Form, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!((form.accepts)(text), "{text}");
        }
        for text in bad {
            assert!(!(form.accepts)(text), "{text}");
            let failure = check(form, "web.x", text).unwrap_err();
            assert!(failure.message.starts_with("web.x must be"), "{failure}");
        }
    }

    #[test]
    fn validates_browser_option_formats() {
        check_all(
            VIEWPORT,
            &["1280x720", "375×812@3", "1x1", "800 x 600@1.5"],
            &["1280", "0x5", "x", "1280x720@0", "1280x720@x", "99999x1", "1280x720@NaN"],
        );
        check_all(LOCALE, &["pt-BR", "de", "zh-Hant-TW"], &["p", "pt_BR", "pt-", "english!", "-BR"]);
        check_all(
            TIMEZONE,
            &["America/Sao_Paulo", "UTC", "Etc/GMT+3"],
            &["../etc", "Europe Lisbon", "1h", "+03:00"],
        );
        check_all(USER_AGENT, &["Mozilla/5.0 (X11)"], &["a\r\nX-Evil: 1", "ü", &"x".repeat(600)]);
        check_all(
            PROFILE,
            &["work", "a.b-c_1", "2nd"],
            &["..", ".hidden", "a/b", "../x", "a b", "-x", "é", "a\0", &"x".repeat(65)],
        );
    }
}
