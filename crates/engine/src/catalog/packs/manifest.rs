//! The manifest of a pack: `pack.yaml`, parsed and validated against the folder of the pack.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lemmascope_intent::{Code, Diagnostic, PackDomain, PackManifest};

use super::super::checking::Checker;
use super::bounded_file::{Links, Stamp, read_text};
use super::failed;
use super::seal::{PackSeal, signer};

/// The names of manifest files.
const NAMES: [&str; 3] = ["pack.yaml", "pack.yml", "pack.json"];

/// A parsed manifest.
pub(super) struct Declared {
    pub(super) stamp: Option<Stamp>,
    pub(super) seal: Option<Arc<PackSeal>>,
    pub(super) source: Arc<str>,
    pub(super) result: Result<Arc<PackManifest>, Vec<Diagnostic>>,
}

/// Returns the manifest file of the pack in a folder.
pub fn manifest_file(folder: &Path) -> Option<PathBuf> {
    NAMES.map(|name| folder.join(name)).into_iter().find(|file| file.symlink_metadata().is_ok())
}

/// Reads the manifest of the pack in the folder with this name.
pub(super) fn declaration(
    path: &Path,
    folder: &str,
    (stamp, seal): (Option<Stamp>, Option<Arc<PackSeal>>),
    checker: &Checker<'_>,
) -> Declared {
    match read_text(path, Links::Refused) {
        Ok(source) => {
            let checked = checker.manifest_of(&source, signer(seal.as_ref()));
            let own = path.parent().unwrap_or(path);
            let forged = seal.as_ref().and_then(|seal| seal.admit(own, path, &source).err());
            let result = match checked.manifest {
                _ if forged.is_some() => Err(forged.into_iter().collect()),
                Some(manifest) => {
                    let faults = faults(&manifest, folder);
                    if faults.is_empty() { Ok(Arc::new(manifest)) } else { Err(faults) }
                }
                None => Err(checked.diagnostics),
            };
            let result = result.map_err(|faults| faults.into_iter().map(as_pack_fault).collect());
            Declared { stamp, seal, source, result }
        }
        Err(fault) => Declared { stamp, seal, source: "".into(), result: Err(vec![as_pack_fault(fault)]) },
    }
}

fn as_pack_fault(fault: Diagnostic) -> Diagnostic {
    if fault.is_error() { fault.code(Code::PackLoadFailed) } else { fault }
}

/// Returns the faults of a manifest in the folder with this name.
pub(crate) fn faults(manifest: &PackManifest, folder: &str) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    if let Some(name) = manifest.pack.as_ref().filter(|name| name.value != folder) {
        faults.push(failed(
            name.span.clone(),
            format!("the pack is called \"{}\", and its folder \"{folder}\"", name.value),
            format!("Rename the folder to `{}`.", name.value),
        ));
    }
    for domain in manifest.domains.iter().flatten().filter(|domain| is_public_suffix(&domain.value)) {
        faults.push(failed(
            domain.span.clone(),
            format!("{} is not one site: under it anybody registers domains", domain.value),
            "Declare the sites that are meant, as in `domains: [example.co.uk]`.",
        ));
    }
    let domains: Vec<PackDomain> = match &manifest.domains {
        Some(domains) => domains.iter().map(|domain| domain.value.clone()).collect(),
        None => of_name(folder),
    };
    for address in manifest.auto_load.iter().flatten().filter(|address| !is_within(&address.value, &domains))
    {
        faults.push(failed(
            address.span.clone(),
            "the pack would load on pages that are not of its domains",
            "Add the domain to `domains`, or remove the address.",
        ));
    }
    faults
}

/// Whether all pages that a URL pattern matches belong to these domains. A `*` in the host matches many
/// domains.
fn is_within(address: &str, domains: &[PackDomain]) -> bool {
    let Some((_, rest)) = address.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) =
        match authority.rsplit_once(':').filter(|(host, _)| !host.contains(':') || host.ends_with(']')) {
            Some((host, port)) => (host, port.parse::<u16>().ok()),
            None => (authority, None),
        };
    // `*.example.com` matches the subdomains of `example.com`. Any other `*` in a host is rejected.
    let host = host.strip_prefix("*.").unwrap_or(host);
    !host.contains('*')
        && domains.iter().any(|domain| {
            let own = domain.to_string();
            let of_any_port = own == domain.host();
            (of_any_port || own.ends_with(&format!(":{}", port.unwrap_or_default())))
                && domain.covers(host, port)
        })
}

/// Whether the subdomains of a domain belong to different people, as with `co.uk` and `github.io`.
fn is_public_suffix(domain: &PackDomain) -> bool {
    let host = domain.host();
    // The list contains ASCII names only, so names in other scripts are converted to Punycode.
    let host = url::Host::parse(host).map_or_else(|_| host.to_string(), |host| host.to_string());
    psl::suffix(host.as_bytes())
        .is_some_and(|suffix| suffix.is_known() && suffix.as_bytes() == host.as_bytes())
}

/// Returns the domain that a pack without a declaration is named after.
pub(super) fn of_name(name: &str) -> Vec<PackDomain> {
    PackDomain::read(name).filter(|domain| !is_public_suffix(domain)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auto_load_patterns_must_match_pack_domains() {
        let domains: Vec<PackDomain> =
            ["shop.test", "127.0.0.1:8080"].iter().filter_map(|it| PackDomain::read(it)).collect();
        for (address, within) in [
            ("https://shop.test/*", true),
            ("*://shop.test/*", true),
            ("https://*.shop.test/*", true),
            ("https://www.shop.test/a?b*", true),
            ("http://127.0.0.1:8080/*", true),
            ("http://127.0.0.1/*", false),
            ("http://127.0.0.1:8081/*", false),
            ("https://shop.test.evil.net/*", false),
            ("https://shop.test*", false),
            ("https://*/*", false),
            ("https://*shop.test/*", false),
            ("https://evil.net/shop.test/*", false),
        ] {
            assert_eq!(is_within(address, &domains), within, "{address}");
        }
    }
}
