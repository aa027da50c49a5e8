//! All domains, composed as in the program, without backends.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use lemmascope_desktop::{files, intents, memory, reader::Reader, system};
use lemmascope_engine::{Catalog, compose};
use lemmascope_intent::Domain;
use lemmascope_language::command::{Grammar, Vocabulary};

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| compose(&domains()));

/// Returns the verbs of all domains.
pub(crate) fn catalog() -> &'static Catalog {
    &CATALOG
}

/// Returns the commands of all domains and of the engine.
pub(crate) fn grammar() -> &'static Grammar {
    CATALOG.grammar()
}

/// Returns the commands, and these names of intents.
pub(crate) fn vocabulary<'a>(names: impl IntoIterator<Item = &'a str>) -> Vocabulary<'a> {
    Vocabulary::new(grammar(), names)
}

/// Returns the domains with verbs.
pub(crate) fn domains() -> Vec<Domain> {
    let nowhere = PathBuf::from("/nowhere");
    let files = files::Access::from(files::Settings {
        roots: Vec::new(),
        protected: Vec::new(),
        home: nowhere.clone(),
        trash: nowhere.clone(),
        versions: nowhere.clone(),
        programs: Vec::new(),
    });
    let system = Arc::new(system::Settings {
        display: None,
        session_bus: None,
        system_bus: String::new(),
        runtime: None,
        kernel: nowhere.clone(),
        data: Vec::new(),
        programs: Vec::new(),
        holder: Vec::new(),
        home: nowhere.clone(),
        environment: Vec::new(),
        languages: Vec::new(),
        state: nowhere.clone(),
        files: files.clone(),
    });
    let reader = Reader { program: nowhere.clone(), arguments: Vec::new(), memory: 1 << 20 };
    let desktop =
        intents::Settings { files: files.clone(), reader, programs: Vec::new(), system: Arc::clone(&system) };
    vec![
        files::domain(files),
        intents::domain(desktop),
        system::domain(system),
        memory::domain(memory::Settings { state: nowhere }),
        lemmascope_web::domain(lemmascope_web::Settings::default()),
        lemmascope_board::domain(lemmascope_board::Settings {
            url: "sqlite::memory:".into(),
            kanboard: None,
        }),
        lemmascope_channels::domain(lemmascope_channels::Settings::at("sqlite::memory:")),
    ]
}

#[test]
fn every_page_file_is_served() {
    let pages: Vec<Domain> = domains().into_iter().filter(|domain| !domain.pages.is_empty()).collect();
    assert!(pages.len() >= 2, "boards and messages have pages");
    for domain in pages {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../{}/src/page", domain.name));
        let mut present: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| !["mod.rs", "biome.json"].contains(&name.as_str()))
            .collect();
        let mut served: Vec<&str> =
            domain.pages.iter().flat_map(|page| page.files).map(|(name, _)| *name).collect();
        present.sort();
        served.sort_unstable();
        assert_eq!(present, served, "{}", domain.name);
    }
}
