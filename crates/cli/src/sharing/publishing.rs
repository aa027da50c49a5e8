//! Publishing of packs and of intents. An intent is published as a separate pack, so that it runs in a
//! sandbox where it is installed.

use std::path::Path;

use lemmascope_engine::{Checker, Tier, definition_files, manifest_file, read_definition};
use lemmascope_intent::{Cause, Definition, Diagnostic, Failure, PackDomain, Report, host_and_port};
use lemmascope_repository::{Bundle, Item, ItemKind, ItemPath, Repository};
use serde_json::json;

use super::Job;
use super::keys::open;
use crate::compose;

impl Job<'_> {
    pub(super) async fn publish(&self) -> Result<Report, Failure> {
        let location = self.repository(Some(self.required("to")))?;
        let named = self.required("name");
        let key = self.own_key()?;
        let (bundle, item, description) = match self.intent(named)? {
            Some((definition, source)) => self.of_intent(&definition, &source, &key.author)?,
            None => self.of_pack(named, &key.author)?,
        };
        let listing = Repository::publish(&location, &bundle, item, &description, &open(&key)?).await?;
        let mut report = self.report(listing.item.to_string());
        report.result = format!("{} in {location}", listing.address()).into();
        Ok(report)
    }

    /// Returns the intent with a name in the person's own folder, and its text.
    fn intent(&self, name: &str) -> Result<Option<(Definition, String)>, Failure> {
        let domains = compose::domains(self.place, &self.configuration);
        let catalog = lemmascope_engine::compose(&domains);
        let checker = Checker::new(&catalog, &self.configuration);
        for file in definition_files(&self.place.intents()) {
            let Some(source) = read_definition(&file).ok().and_then(|bytes| String::from_utf8(bytes).ok())
            else {
                continue;
            };
            let checked = checker.check(&source, Tier::User);
            if let Some(definition) = checked.definition.filter(|it| it.intent.value == name) {
                if let Some(fault) = checked.diagnostics.iter().find(|fault| fault.is_error()) {
                    return Err(faulty(&file, fault));
                }
                return Ok(Some((definition, source)));
            }
        }
        Ok(None)
    }

    fn of_intent(
        &self,
        definition: &Definition,
        source: &str,
        author: &str,
    ) -> Result<(Bundle, Item, String), Failure> {
        let name = &definition.intent.value;
        let domains = match self.given("domains") {
            Some(given) => given.split(',').map(|domain| domain.trim().to_string()).collect(),
            None => sites(definition),
        };
        let is_domain = |domain: &String| PackDomain::read(domain).is_some();
        if domains.is_empty() || !domains.iter().all(is_domain) {
            let message = format!("the sites that {name} is for are not known");
            return Err(Failure::new(Cause::MissingParameter, message)
                .about("domains")
                .hint("Name them, as in --domains shop.example,help.shop.example: a shared intent acts there alone."));
        }
        let version = semantic(self.given("version").unwrap_or(&definition.version.value))?;
        let item = Item::new(ItemKind::Intent, name, version.clone(), author)?;
        // JSON is also valid YAML, and needs no further quoting.
        let manifest = json!({
            "pack": name,
            "version": version.to_string(),
            "description": definition.description,
            "author": author,
            "domains": domains,
        });
        let files =
            [("pack.json".to_string(), format!("{manifest:#}\n")), (format!("{name}.yaml"), source.into())];
        let files: Result<Vec<_>, _> = files
            .into_iter()
            .map(|(path, text)| ItemPath::read(&path).map(|path| (path, text.into())))
            .collect();
        Ok((Bundle::of_files(files?)?, item, definition.description.clone()))
    }

    fn of_pack(&self, named: &str, author: &str) -> Result<(Bundle, Item, String), Failure> {
        let own = self.place.workspace.join(named);
        let folders = self.pack_folders();
        let mut places = std::iter::once(own).chain(folders.iter().map(|folder| folder.join(named)));
        let Some(folder) = places.find(|folder| manifest_file(folder).is_some()) else {
            let message = format!("there is neither an intent of yours nor a pack called \"{named}\"");
            return Err(Failure::new(Cause::TargetNotFound, message)
                .hint("`export NAME` writes an intent of this session to your folder."));
        };
        let (name, version) = self.named(&folder)?;
        let effects = self.effects(&std::path::absolute(&folder).unwrap_or(folder.clone()))?;
        if let Some(fault) = effects.left_out.first() {
            return Err(Failure::new(Cause::DefinitionInvalid, format!("the pack has a fault: {fault}"))
                .hint(format!("`lemmascope check {}` shows it.", folder.display())));
        }
        let item = Item::new(ItemKind::Pack, &name, version, author)?;
        Ok((Bundle::of_folder(&folder)?, item, effects.description))
    }
}

/// Returns the hosts in the URL triggers of an intent.
fn sites(definition: &Definition) -> Vec<String> {
    let hosts = definition.triggers.urls.iter().filter_map(|url| host_and_port(&url.value));
    let mut sites: Vec<String> = hosts
        .map(|(host, port)| (host.strip_prefix("www.").map(str::to_string).unwrap_or(host), port))
        .map(|(host, port)| match port.filter(|port| ![80, 443].contains(port)) {
            Some(port) => format!("{host}:{port}"),
            None => host,
        })
        .collect();
    sites.sort();
    sites.dedup();
    sites
}

/// Converts the version of a definition, which may be abbreviated, into a semantic version.
fn semantic(text: &str) -> Result<semver::Version, Failure> {
    let dots = text.matches('.').count();
    let whole = if dots < 2 { format!("{text}{}", ".0".repeat(2 - dots)) } else { text.into() };
    whole.parse().map_err(|_| {
        Failure::new(Cause::InvalidParameter, format!("\"{text}\" is no version"))
            .about("version")
            .hint("Give one, as in --version 1.2.0.")
    })
}

fn faulty(file: &Path, fault: &Diagnostic) -> Failure {
    Failure::new(Cause::DefinitionInvalid, format!("{}: {}", file.display(), fault.message))
        .hint(fault.remedy.clone())
}
