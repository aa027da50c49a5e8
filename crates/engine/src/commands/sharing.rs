//! The commands for sharing packs and intents. Any caller can search. Commands that install third-party code
//! or sign in the user's name are reserved for the person at a terminal, where the program executes them.

use lemmascope_intent::{Cause, Failure, Notation, Object, Parameter, Report, Signature, Type, Value};
use lemmascope_language::command::Command;
use lemmascope_repository::{ItemKind, Location, Repository};

use crate::engine::Engine;
use crate::request::Request;

/// The name of the configured repository.
const COMMUNITY: &str = "community";

pub(super) fn signatures() -> Vec<Signature> {
    let given = |name, about| Parameter::required(name, Type::String, about).written(Notation::Name);
    let option = |name, about| Parameter::optional(name, Type::String, about).written(Notation::Name);
    let path = |name, about| Parameter::required(name, Type::String, about).written(Notation::Path);
    let author = || option("author", "The author.");
    let key = || option("key", "The author's public key (RW…), where you have it from the author.");
    let repository =
        |name| option(name, "The repository: a folder, a git remote, an address of HTTP, or community.");
    vec![
        Signature::observe("engine.search_intents", "Search shared intents and packs.")
            .command("search intents <words>")
            .parameter(Parameter::required("words", Type::String, "What they do.").written(Notation::Phrase))
            .parameter(repository("in"))
            .examples(&["search intents \"newsletter subscribe\" --in community"]),
        Signature::change("engine.pack_keygen", "Create the key that signs your packs and intents.")
            .command("pack keygen")
            .parameter(option(
                "author",
                "The name under which you publish; that of your account if left out.",
            ))
            .parameter(Parameter::defaulted(
                "no_passphrase",
                false,
                Type::Boolean,
                "Keep the secret key without a passphrase, in a file that only you can read.",
            )),
        Signature::change("engine.pack_sign", "Sign a pack.")
            .command("pack sign <folder>")
            .parameter(path("folder", "The folder of the pack."))
            .parameter(author()),
        Signature::observe("engine.pack_verify", "Verify the signature of a pack.")
            .command("pack verify <folder>")
            .parameter(path("folder", "The folder of the pack."))
            .parameter(key()),
        Signature::change("engine.pack_install", "Install a pack.")
            .command("pack install <pack>")
            .parameter(path("pack", "Its folder, its zip archive, or its name in a repository."))
            .parameter(repository("source"))
            .parameter(author())
            .parameter(key()),
        Signature::change("engine.pack_update", "Update a pack, or all of them.")
            .command("pack update [name]")
            .parameter(Parameter { required: false, ..given("name", "The pack.") })
            .parameter(repository("source"))
            .parameter(author()),
        Signature::change("engine.publish", "Share an intent or a pack.")
            .command("publish <name>")
            .parameter(path("name", "The intent, the pack, or the folder of the pack."))
            .parameter(Parameter { required: true, ..repository("to") })
            .parameter(author())
            .parameter(option("version", "Its version; that of the definition if left out."))
            .parameter(option("domains", "The sites that an intent is for, with commas between them.")),
        Signature::change("engine.install_intent", "Install a shared intent.")
            .command("install intent <name>")
            .parameter(given("name", "Its name."))
            .parameter(author())
            .parameter(repository("source"))
            .parameter(key()),
    ]
}

/// Whether a command is reserved for the person at a terminal.
pub(super) fn is_for_person(name: &str) -> bool {
    name != "engine.search_intents" && signatures().iter().any(|signature| signature.name == name)
}

/// Returns the failure for a reserved command from another caller.
pub(super) fn for_person(name: &str) -> Failure {
    let message = format!("`{name}` is for a person at a terminal, and not for scripts and agents");
    Failure::new(Cause::Forbidden, message)
        .hint(format!("Ask the person to run `lemmascope {name}` in a terminal."))
}

impl Engine {
    pub(super) async fn search_intents(
        &self,
        command: &Command,
        request: &Request,
    ) -> Result<Report, Failure> {
        let argument =
            |name: &str| command.argument(name).or_else(|| command.option(name)).and_then(|it| it.as_str());
        let words = argument("words").unwrap_or_default();
        let place = match argument("in") {
            None | Some(COMMUNITY) => {
                self.read(|state| state.configuration.text("intent_engine.packs.community_repo"))
            }
            Some(place) => place.to_string(),
        };
        let location = Location::read(&place, &request.workspace)?;
        let repository = Repository::open(&location).await?;
        let kinds = [ItemKind::Intent, ItemKind::Pack];
        let found: Vec<_> = kinds.iter().flat_map(|kind| repository.search(*kind, words)).collect();
        let lines = found.iter().map(|it| {
            let (item, kind) = (&it.item, it.item.kind.as_str());
            let about =
                if it.description.is_empty() { String::new() } else { format!(": {}", it.description) };
            format!("{kind} {} {} by {}{about}", item.name, item.version, item.author)
        });
        let data = found.iter().map(|it| {
            let parts = [
                ("kind", it.item.kind.as_str().to_string()),
                ("name", it.item.name.clone()),
                ("version", it.item.version.to_string()),
                ("author", it.item.author.clone()),
                ("description", it.description.clone()),
            ];
            let parts = parts.into_iter().map(|(key, text)| (key.to_string(), Value::from(text)));
            Value::Object(parts.collect::<Object>())
        });
        let data = Value::from(data.collect::<Vec<_>>());
        let mut report = Report::ok("search intents").section_of("found", lines.collect(), data);
        report.summary = Some(words.into());
        match found.first() {
            None => report.result = format!("Nothing in {location} has these words.").into(),
            Some(first) => report.hints.push(match first.item.kind {
                ItemKind::Intent => {
                    format!(
                        "Install it: `install intent {} --author {}`.",
                        first.item.name, first.item.author
                    )
                }
                ItemKind::Pack => {
                    format!("Install it: `pack install {} --author {}`.", first.item.name, first.item.author)
                }
            }),
        }
        Ok(report)
    }
}
