use lemmascope_browser::text::tame;
use lemmascope_intent::{Cause, Failure};
use url::{Origin, Url};

/// The only origin to which a credential may be sent: scheme, host and port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pin {
    name: String,
    origin: Origin,
}

impl Pin {
    /// Creates the restriction of the credential with this name.
    pub(crate) fn new(name: &str, origin: &str) -> Result<Self, Failure> {
        let parsed = Url::parse(origin.trim()).ok().map(|url| url.origin());
        let origin = parsed.filter(Origin::is_tuple).ok_or_else(|| {
            Failure::new(
                Cause::InvalidParameter,
                format!("the credential \"{}\" has no web origin", tame(name, 60)),
            )
            .hint("Keep it again with the address at which it is used: --origin https://example.com.")
        })?;
        Ok(Self { name: tame(name, 60), origin })
    }

    /// The serialized origin.
    pub(crate) fn origin(&self) -> String {
        self.origin.ascii_serialization()
    }

    /// Refuses any other origin. `here` is the origin that the document reports.
    pub(crate) fn check(&self, here: &str) -> Result<(), Failure> {
        let parsed = Url::parse(here).ok().map(|url| url.origin());
        match parsed {
            Some(origin) if origin.is_tuple() && origin == self.origin => Ok(()),
            _ => Err(self.refusal(here)),
        }
    }

    /// The failure for another origin.
    pub(crate) fn refusal(&self, here: &str) -> Failure {
        let here = if here == "null" || here.is_empty() { "a page without an origin" } else { here };
        Failure::new(
            Cause::Forbidden,
            format!(
                "the credential \"{}\" is for {} and the form is of {}",
                self.name,
                self.origin(),
                tame(here, 120)
            ),
        )
        .hint(format!("Nothing was typed. Go to {} and sign in there.", self.origin()))
        .verdict("no_effect")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pin_requires_same_scheme_host_and_port() {
        let pin = Pin::new("shop", "https://shop.example/login?next=/").unwrap();
        assert!(pin.check("https://shop.example").is_ok());
        assert!(pin.check("https://SHOP.example:443").is_ok());
        for other in [
            "http://shop.example",
            "https://shop.example:8443",
            "https://shop.example.evil.test",
            "https://shop.example@evil.test",
            "https://evil.test/https://shop.example",
            "https://sub.shop.example",
            "https://shop.example.",
            "null",
            "",
            "file://",
            "data:text/html,https://shop.example",
        ] {
            let failure = pin.check(other).unwrap_err();
            assert_eq!(failure.cause, Cause::Forbidden, "{other}");
            assert!(failure.message.contains("https://shop.example"), "{failure:?}");
        }
        assert!(Pin::new("shop", "shop.example").is_err());
        assert!(Pin::new("shop", "data:text/html,x").is_err());
    }
}
