//! Composition of the engine. This is the only file that names all domains.

use std::path::PathBuf;
use std::sync::Arc;

use lemmascope_desktop::reader::Reader;
use lemmascope_desktop::{files, intents, memory, system};
use lemmascope_engine::configuration::{Configuration, read_file};
use lemmascope_engine::{Catalog, Engine, Setup, ShippedPack, compose};
use lemmascope_intent::{Cause, Domain, Doors, Failure, Secret, Source};

use crate::diagnose::render;
use crate::environment::{Environment, RESERVED, make_private};

/// The core definitions, compiled in.
pub(crate) const CORE: &[Source] = &[
    source("add_to_cart", include_str!("../../../intents/core/add_to_cart.yaml")),
    source("add_to_wishlist", include_str!("../../../intents/core/add_to_wishlist.yaml")),
    source("buy_now", include_str!("../../../intents/core/buy_now.yaml")),
    source("checkout", include_str!("../../../intents/core/checkout.yaml")),
    source("contact_form", include_str!("../../../intents/core/contact_form.yaml")),
    source("copy_files", include_str!("../../../intents/core/copy_files.yaml")),
    source("download_file", include_str!("../../../intents/core/download_file.yaml")),
    source("new_project", include_str!("../../../intents/core/new_project.yaml")),
    source("paginate_and_extract", include_str!("../../../intents/core/paginate_and_extract.yaml")),
    source("register_account", include_str!("../../../intents/core/register_account.yaml")),
    source("rename_safely", include_str!("../../../intents/core/rename_safely.yaml")),
    source("subscribe_newsletter", include_str!("../../../intents/core/subscribe_newsletter.yaml")),
];

/// The packs that are compiled in.
pub(crate) const PACKS: &[ShippedPack] = &[
    ShippedPack {
        name: "amazon.com",
        manifest: include_str!("../../../intents/packs/amazon.com/pack.yaml"),
        patterns: &[source("patterns.yaml", include_str!("../../../intents/packs/amazon.com/patterns.yaml"))],
        intents: &[
            source(
                "intents/add_to_cart.yaml",
                include_str!("../../../intents/packs/amazon.com/intents/add_to_cart.yaml"),
            ),
            source(
                "intents/checkout.yaml",
                include_str!("../../../intents/packs/amazon.com/intents/checkout.yaml"),
            ),
            source(
                "intents/track_order.yaml",
                include_str!("../../../intents/packs/amazon.com/intents/track_order.yaml"),
            ),
        ],
    },
    ShippedPack {
        name: "github.com",
        manifest: include_str!("../../../intents/packs/github.com/pack.yaml"),
        patterns: &[source("patterns.yaml", include_str!("../../../intents/packs/github.com/patterns.yaml"))],
        intents: &[
            source(
                "intents/create_issue.yaml",
                include_str!("../../../intents/packs/github.com/intents/create_issue.yaml"),
            ),
            source(
                "intents/create_pr.yaml",
                include_str!("../../../intents/packs/github.com/intents/create_pr.yaml"),
            ),
            source(
                "intents/fork_repo.yaml",
                include_str!("../../../intents/packs/github.com/intents/fork_repo.yaml"),
            ),
            source(
                "intents/star_repo.yaml",
                include_str!("../../../intents/packs/github.com/intents/star_repo.yaml"),
            ),
        ],
    },
    ShippedPack {
        name: "google.com",
        manifest: include_str!("../../../intents/packs/google.com/pack.yaml"),
        patterns: &[source("patterns.yaml", include_str!("../../../intents/packs/google.com/patterns.yaml"))],
        intents: &[
            source(
                "intents/advanced_search.yaml",
                include_str!("../../../intents/packs/google.com/intents/advanced_search.yaml"),
            ),
            source(
                "intents/search.yaml",
                include_str!("../../../intents/packs/google.com/intents/search.yaml"),
            ),
        ],
    },
];

const fn source(name: &'static str, text: &'static str) -> Source {
    Source { name, text }
}

/// Reads the configuration from the file, the environment and flags.
pub(crate) fn configuration(place: &Environment, flags: &[String]) -> Result<Configuration, Failure> {
    let mut configuration = unconfigured();
    let path = place.configuration();
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let faults = read_file(&text, &mut configuration);
            if !faults.is_empty() {
                let name = path.display().to_string();
                let shown = faults.iter().flat_map(|fault| {
                    render(&name, &text, fault).lines().map(str::to_string).collect::<Vec<_>>()
                });
                let mut failure = Failure::new(
                    Cause::DefinitionInvalid,
                    format!("the configuration has {} fault(s)", faults.len()),
                );
                failure.context.extend(shown);
                return Err(failure.hint(format!("Edit {name}.")));
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => {
            return Err(Failure::new(
                Cause::PermissionDenied,
                format!("{} cannot be read: {error}", path.display()),
            ));
        }
    }
    if let Some(failure) =
        configuration.put_environment(place.variables.iter().cloned(), &RESERVED).into_iter().next()
    {
        return Err(failure);
    }
    flags.iter().try_for_each(|flag| configuration.put_flag(flag))?;
    Ok(configuration)
}

/// Returns all domains.
pub(crate) fn domains(place: &Environment, configuration: &Configuration) -> Vec<Domain> {
    let files = files::Settings {
        roots: configuration.texts("files.roots").iter().map(|root| expand(root, place)).collect(),
        protected: protected_paths(place, configuration),
        home: place.user_home.clone(),
        trash: place.trash.clone(),
        versions: place.home.join("versions"),
        programs: place.programs.clone(),
    };
    let files = files::Access::from(files);
    let session = place.session.clone();
    let system = Arc::new(system::Settings {
        display: session.display,
        session_bus: session.bus,
        system_bus: session.system_bus,
        runtime: session.runtime,
        kernel: "/".into(),
        data: session.data,
        programs: place.programs.clone(),
        holder: vec![place.program.clone().into(), "__hold".into()],
        home: place.user_home.clone(),
        environment: session.environment,
        languages: session.languages,
        state: place.home.join("system"),
        files: files.clone(),
    });
    let desktop = intents::Settings {
        files: files.clone(),
        reader: Reader {
            program: place.program.clone(),
            arguments: vec!["__read".into()],
            memory: u64::from(configuration.count("desktop.reader_memory")) << 20,
        },
        programs: place.programs.clone(),
        system: Arc::clone(&system),
    };
    let web = lemmascope_web::Settings {
        files: files.door(),
        programs: place.programs.clone(),
        profiles: place.home.join("browsers"),
        saved_profiles: place.home.join("profiles"),
        has_display: place.session.has_display,
        downloads: place.home.join("downloads"),
        home: place.user_home.clone(),
        is_root: place.is_root,
    };
    vec![
        files::domain(files),
        intents::domain(desktop),
        system::domain(system),
        memory::domain(memory::Settings { state: place.home.join("memory") }),
        lemmascope_web::domain(web),
        lemmascope_board::domain(lemmascope_board::Settings {
            url: database(place, configuration, "board.url", "board.db"),
            kanboard: kanboard(place, configuration),
        }),
        lemmascope_channels::domain(lemmascope_channels::Settings {
            url: database(place, configuration, "channels.url", "channels.db"),
            connector: lemmascope_channels::adapters::Connector::named(
                &configuration.text("channels.connector"),
            ),
            bus: Some(configuration.text("channels.nats")).filter(|url| !url.is_empty()).map(|url| {
                lemmascope_channels::gateway::BusSettings {
                    url,
                    stream: configuration.text("channels.nats_stream"),
                    authority: file(configuration, "channels.nats_ca"),
                    identity: file(configuration, "channels.nats_identity"),
                }
            }),
            payload_limit: configuration.count("channels.payload_limit") as usize * 1024,
            rate: configuration.count("channels.rate"),
            private_callbacks: configuration.texts("channels.private_callbacks"),
            ..lemmascope_channels::Settings::at("")
        }),
    ]
}

/// Returns the path in a setting.
fn file(configuration: &Configuration, key: &str) -> Option<PathBuf> {
    Some(configuration.text(key)).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// Returns the URL of a domain's database: the configured one, the engine's PostgreSQL, or a file beside the
/// engine's own.
fn database(place: &Environment, configuration: &Configuration, key: &str, file: &str) -> String {
    let shared = configuration.text("store.url");
    match configuration.text(key) {
        url if !url.is_empty() => url,
        _ if shared.starts_with("postgres") => shared,
        _ if shared == "sqlite::memory:" => shared,
        _ => format!("sqlite:{}", place.home.join(file).display()),
    }
}

/// Returns the configured Kanboard server. The local database beside it is a separate file for each server
/// and user.
fn kanboard(place: &Environment, configuration: &Configuration) -> Option<lemmascope_board::Connection> {
    let (url, user) = (configuration.text("board.kanboard.url"), configuration.text("board.kanboard.user"));
    let plain = |text: &str| -> String {
        text.chars()
            .map(|it| if it.is_ascii_alphanumeric() { it.to_ascii_lowercase() } else { '-' })
            .collect()
    };
    let file = format!("kanboard-{}-{}.db", plain(&url), plain(&user));
    (!url.trim().is_empty()).then(|| lemmascope_board::Connection {
        token: Secret::new(configuration.text("board.kanboard.token")),
        done: configuration.text("board.kanboard.done"),
        beside: format!("sqlite:{}", place.home.join(file).display()),
        user,
        url,
    })
}

/// Returns the verbs and commands of all domains, for parsing lines without an engine. Opens nothing, and
/// ignores an unreadable configuration, which does not affect commands.
pub(crate) fn catalog(place: &Environment) -> Catalog {
    let configuration = configuration(place, &[]).unwrap_or_else(|_| unconfigured());
    compose(&domains(place, &configuration))
}

/// Returns the settings of all domains with their defaults.
pub(crate) fn unconfigured() -> Configuration {
    Configuration::new(
        [
            lemmascope_desktop::settings(),
            lemmascope_web::settings(),
            lemmascope_board::settings(),
            lemmascope_channels::settings(),
            lemmascope_server::settings(),
        ]
        .concat(),
    )
}

/// Returns the paths that control the engine and contain its state: its home, and the key and the database if
/// they are elsewhere.
fn protected_paths(place: &Environment, configuration: &Configuration) -> Vec<PathBuf> {
    let mut protected_paths = vec![place.home.clone()];
    let absolute = |path: &str| Some(place.workspace.join(expand(path, place)));
    let key = configuration.text("store.key_file");
    protected_paths.extend(Some(key.as_str()).filter(|key| !key.is_empty()).and_then(absolute));
    let url = configuration.text("store.url");
    if let Some(path) = url.strip_prefix("sqlite:").filter(|path| *path != ":memory:") {
        let path = path.strip_prefix("//").unwrap_or(path);
        // Includes the files that SQLite creates beside it.
        let files = ["", "-wal", "-shm", "-journal"].map(|end| format!("{path}{end}"));
        protected_paths.extend(files.iter().filter_map(|file| absolute(file)));
    }
    protected_paths
}

/// Expands a root in the configuration. A relative one stays relative, because it is resolved against the
/// working directory of each command.
pub(crate) fn expand(root: &str, place: &Environment) -> std::path::PathBuf {
    match root.strip_prefix("~/") {
        Some(rest) => place.user_home.join(rest),
        None if root == "~" => place.user_home.clone(),
        None => root.into(),
    }
}

/// An opened engine.
pub(crate) struct Opened {
    /// The engine.
    pub(crate) engine: Arc<Engine>,
    /// The interfaces of its domains for a server.
    pub(crate) doors: Doors,
    /// Notices for the person.
    pub(crate) notices: Vec<String>,
}

/// Opens the engine with all domains.
pub(crate) async fn open(place: &Environment, flags: &[String]) -> Result<Opened, Failure> {
    let configuration = configuration(place, flags)?;
    make_private(&place.home).map_err(|error| {
        Failure::new(Cause::PermissionDenied, format!("{} cannot be made: {error}", place.home.display()))
            .hint("Set LEMMASCOPE_HOME to a folder that can be written to.")
    })?;
    let mut domains = domains(place, &configuration);
    let doors = Doors::take(&mut domains);
    let setup = Setup {
        domains,
        configuration,
        home: place.home.clone(),
        program: place.program.clone(),
        user_home: place.user_home.clone(),
        started_in: place.workspace.clone(),
        core: CORE,
        packs: PACKS,
        places: place.places.clone(),
    };
    let (engine, notices) = Engine::open(setup).await?;
    Ok(Opened { engine: Arc::new(engine), doors, notices })
}
