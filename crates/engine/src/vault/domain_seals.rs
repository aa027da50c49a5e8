use lemmascope_intent::{Cause, Failure, Owner, Seals, Secret};

use super::{Locked, Vault};

/// The first word of the associated data for domains; the owner and the domain's name for the data follow.
const STORED: &str = "stored by a domain";

/// Returns the cipher with which domains seal the data that they store for an owner.
pub(crate) fn seals(vault: Vault, owner: Owner) -> Seals {
    let (sealing, of) = (vault.clone(), owner.clone());
    Seals::new(
        move |name, text| sealing.seal(&[STORED, of.as_str(), name], text.expose().as_bytes()),
        move |name, sealed| {
            let opened = vault.open(&[STORED, owner.as_str(), name], sealed);
            let text = opened.map_err(|locked| unopened(&vault, locked))?;
            let text = std::str::from_utf8(&text).map_err(|_| unopened(&vault, Locked::Altered))?;
            Ok(Secret::new(text.to_string()))
        },
    )
}

fn unopened(vault: &Vault, locked: Locked) -> Failure {
    match locked {
        Locked::OtherKey => Failure::new(
            Cause::PermissionDenied,
            format!("it was sealed with another key than the one in {}", vault.key_file()),
        )
        .hint("Restore the key, if there is a backup."),
        Locked::Altered => {
            Failure::new(Cause::PermissionDenied, "it was altered, or was sealed for another name or owner")
        }
        Locked::Unusable(failure) => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_secret_opens_for_its_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::new(folder.path().join("key"));
        let of = |name: &str| seals(vault.clone(), Owner::new(name).unwrap());
        let sealed = of("ana").seal("profile work", &Secret::new("token".into())).unwrap();
        assert!(!sealed.windows(5).any(|window| window == b"token"));
        assert_eq!(of("ana").open("profile work", &sealed).unwrap().expose(), "token");
        for (owner, name) in [("bob", "profile work"), ("ana", "profile home"), ("local", "profile work")] {
            let failure = of(owner).open(name, &sealed).unwrap_err();
            assert_eq!(failure.cause, Cause::PermissionDenied, "{owner} {name}");
        }
    }
}
