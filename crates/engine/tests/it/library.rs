//! A domain of books on shelves. The engine and the grammar of sentences know neither: the domain brings the kinds, the words for
//! them and the verbs.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lemmascope_desktop::files;
use lemmascope_engine::configuration::Configuration;
use lemmascope_engine::{Engine, Reply, Request, Setup, to_text};
use lemmascope_intent::{
    Args, BoxFuture, Cancellation, Capability, Context, Domain, Failure, Format, NameShape, Outcome,
    Parameter, Signature, Status, ThingAction, ThingKind, ThingPart, ThingTool, ThingWords, Type, Value,
};
use lemmascope_language::goal::Places;

const KINDS: &[ThingKind] = &[
    ThingKind {
        name: "shelf",
        contains: &["book"],
        names: NameShape::Words,
        has_text: false,
        default_name: None,
    },
    ThingKind { name: "book", contains: &[], names: NameShape::Words, has_text: true, default_name: None },
];

const WORDS: ThingWords = ThingWords {
    english: "shelf: shelf/shelves, rack/racks\nbook: book/books, volume/volumes\n",
    portuguese: "shelf f: estante/estantes, prateleira/prateleiras\nshelf m: armário/armários\n\
        book m: livro/livros\nbook f: obra/obras\n",
};

const TOOLS: &[ThingTool] = &[
    tool(ThingAction::Create, Some("shelf"), "library.build", &[(ThingPart::Name, "title")]),
    tool(
        ThingAction::Create,
        Some("book"),
        "library.shelve",
        &[(ThingPart::Name, "title"), (ThingPart::Container, "shelf")],
    ),
    tool(
        ThingAction::Move,
        Some("book"),
        "library.carry",
        &[(ThingPart::Name, "title"), (ThingPart::Destination, "shelf")],
    ),
    tool(
        ThingAction::Rename,
        Some("shelf"),
        "library.relabel",
        &[(ThingPart::Name, "title"), (ThingPart::NewName, "label")],
    ),
    tool(
        ThingAction::Rename,
        Some("book"),
        "library.retitle",
        &[(ThingPart::Name, "title"), (ThingPart::NewName, "label")],
    ),
    tool(ThingAction::Delete, Some("shelf"), "library.dismantle", &[(ThingPart::Name, "title")]),
    tool(ThingAction::Delete, Some("book"), "library.withdraw", &[(ThingPart::Name, "title")]),
    tool(ThingAction::List, Some("shelf"), "library.browse", &[(ThingPart::Name, "title")]),
    tool(
        ThingAction::Append,
        Some("book"),
        "library.annotate",
        &[(ThingPart::Name, "title"), (ThingPart::Content, "words")],
    ),
];

const fn tool(
    action: ThingAction,
    kind: Option<&'static str>,
    tool: &'static str,
    parts: &'static [(ThingPart, &'static str)],
) -> ThingTool {
    ThingTool { action, kind, tool, parts, alone: false }
}

/// The calls so far, each with its arguments.
type Calls = Arc<Mutex<Vec<String>>>;

fn domain(calls: &Calls, books: &'static [&'static str]) -> Domain {
    let title = || Parameter::required("title", Type::String, "");
    let verb = |signature: Signature| -> Arc<dyn Capability> {
        Arc::new(Verb { signature, calls: Arc::clone(calls), books })
    };
    let changing = |name: &'static str| Signature::change(name, "Change the library").parameter(title());
    let shelf = || Parameter::required("shelf", Type::String, "");
    let label = || Parameter::required("label", Type::String, "");
    let catalogue = Signature {
        lists: Some(Format::Kind("book")),
        ..Signature::observe("library.catalogue", "List books")
    };
    Domain::new(
        "library",
        vec![
            verb(changing("library.build")),
            verb(changing("library.shelve").parameter(shelf())),
            verb(changing("library.carry").parameter(shelf())),
            verb(changing("library.relabel").parameter(label())),
            verb(changing("library.retitle").parameter(label())),
            verb(changing("library.dismantle")),
            verb(changing("library.withdraw")),
            verb(Signature::observe("library.browse", "List a shelf").parameter(title())),
            verb(changing("library.annotate").parameter(Parameter::required("words", Type::String, ""))),
            verb(catalogue),
        ],
    )
    .kinds(KINDS, WORDS)
    .things(TOOLS)
}

struct Verb {
    signature: Signature,
    calls: Calls,
    books: &'static [&'static str],
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, _: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        Box::pin(async move {
            if self.signature.verb() == "catalogue" {
                let books: Vec<Value> = self.books.iter().map(|book| Value::from(*book)).collect();
                return Ok(Outcome::found(books));
            }
            let given = ["title", "shelf", "label", "words"].map(|name| args.optional_text(name));
            let given: Vec<&str> = given.into_iter().flatten().collect();
            self.calls.lock().unwrap().push(format!("{} {}", self.signature.verb(), given.join(" | ")));
            Ok(Outcome::found(given.join(" | ")))
        })
    }
}

struct Room {
    engine: Engine,
    calls: Calls,
    folder: tempfile::TempDir,
}

impl Room {
    /// A library and nothing else.
    async fn alone() -> Self {
        Self::open(&[], false).await
    }

    /// A library beside files and folders.
    async fn beside_files(books: &'static [&'static str]) -> Self {
        Self::open(books, true).await
    }

    async fn open(books: &'static [&'static str], has_files: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (home, calls) = (folder.path().join("home"), Calls::default());
        std::fs::create_dir_all(folder.path().join("work")).unwrap();
        let settings = files::Settings {
            roots: vec![".".into()],
            protected: vec![home.clone()],
            home: folder.path().to_path_buf(),
            trash: folder.path().join("trash"),
            versions: home.join("versions"),
            programs: Vec::new(),
        };
        let files = has_files.then(|| files::domain(settings));
        let domains = files.into_iter().chain([domain(&calls, books)]).collect();
        let (engine, notices) = Engine::open(Setup {
            configuration: Configuration::default(),
            home,
            program: "/proc/self/exe".into(),
            user_home: folder.path().to_path_buf(),
            started_in: folder.path().to_path_buf(),
            domains,
            core: &[],
            places: Places { desktop: folder.path().join("work/Desktop"), ..Places::default() },
        })
        .await
        .unwrap();
        assert_eq!(notices, [""; 0]);
        Self { engine, calls, folder }
    }

    fn workspace(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    fn has(&self, path: &str) -> bool {
        self.workspace().join(Path::new(path)).exists()
    }

    async fn submit(&self, sentence: &str) -> Reply {
        let request = Request {
            line: format!("say {}", serde_json::json!(sentence)),
            session: "main".into(),
            workspace: self.workspace(),
            events: Arc::new(|_| {}),
            cancellation: Cancellation::default(),
            by_person: true,
            at_terminal: true,
            given: None,
        };
        self.engine.submit(request).await
    }

    /// The calls that a sentence leads to.
    async fn calls(&self, sentence: &str) -> Vec<String> {
        match self.submit(sentence).await {
            Reply::Report(report) => {
                assert_eq!(report.status, Status::Ok, "{sentence}: {}", to_text(&report));
            }
            other => panic!("{sentence}: {other:?}"),
        }
        std::mem::take(&mut self.calls.lock().unwrap())
    }

    /// A sentence that is asked about or refused, and calls nothing.
    async fn is_refused(&self, sentence: &str) {
        let reply = self.submit(sentence).await;
        let is_done = matches!(&reply, Reply::Report(report) if report.status == Status::Ok);
        assert!(!is_done, "{sentence}: {reply:?}");
        let calls = std::mem::take(&mut *self.calls.lock().unwrap());
        assert_eq!(calls, [""; 0], "{sentence}");
    }
}

/// Sentences in the order in which somebody says them, and the calls that each leads to.
const SAID: &[(&str, &[&str])] = &[
    ("create a shelf called Poems and put a book Odes in it", &["build Poems", "shelve Odes | Poems"]),
    ("inside it create a book Sonnets", &["shelve Sonnets | Poems"]),
    ("create a shelf Prose", &["build Prose"]),
    ("move the book Odes to the shelf Prose", &["carry Odes | Prose"]),
    ("move Odes to the shelf Prose", &["carry Odes | Prose"]),
    ("rename the shelf Prose to Essays", &["relabel Prose | Essays"]),
    ("delete the books Odes and Sonnets", &["withdraw Odes", "withdraw Sonnets"]),
    (
        "make a rack Old Maps with the volumes Atlas and Globe in it",
        &["build Old Maps", "shelve Atlas | Old Maps", "shelve Globe | Old Maps"],
    ),
    (
        "create a shelf Letters, and in that shelf a book Replies",
        &["build Letters", "shelve Replies | Letters"],
    ),
    ("create the shelves North and South", &["build North", "build South"]),
    (
        "create the racks East and West, and put a book Winds in the first and a book Tides in the second",
        &["build East", "build West", "shelve Winds | East", "shelve Tides | West"],
    ),
    ("append \"to be read\" to the book Winds", &["annotate Winds | to be read"]),
    (
        "cria uma estante chamada Poemas, e dentro dela um livro Odes",
        &["build Poemas", "shelve Odes | Poemas"],
    ),
    ("nessa estante cria um livro Sonetos", &["shelve Sonetos | Poemas"]),
    ("cria um armário Prosa e põe nele a obra Contos", &["build Prosa", "carry Contos | Prosa"]),
    ("move o livro Odes para a estante Prosa", &["carry Odes | Prosa"]),
    ("muda o nome da estante Prosa para Ensaios", &["relabel Prosa | Ensaios"]),
    ("apaga os livros Odes e Sonetos", &["withdraw Odes", "withdraw Sonetos"]),
    (
        "cria as prateleiras Norte e Sul, cada uma com um livro Guia",
        &["build Norte", "build Sul", "shelve Guia | Norte", "shelve Guia | Sul"],
    ),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sentences_about_things_that_nobody_has_heard_of_call_the_verbs_of_their_domain() {
    for room in [Room::alone().await, Room::beside_files(&[]).await] {
        for (sentence, calls) in SAID {
            assert_eq!(room.calls(sentence).await, *calls, "{sentence}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kinds_of_two_domains_are_not_mixed() {
    let room = Room::beside_files(&[]).await;
    assert_eq!(room.calls("create a folder Poems and a shelf Prose").await, ["build Prose"]);
    assert!(room.has("Poems") && !room.has("Prose"));
    // The latest container that can contain the thing is "it".
    let said = "create a folder plans and a shelf Essays, and inside it create a file a.txt";
    assert_eq!(room.calls(said).await, ["build Essays"]);
    assert!(room.has("plans/a.txt"));
    let said = "create a shelf Novels and a folder drafts, and inside it create a book Emma";
    assert_eq!(room.calls(said).await, ["build Novels", "shelve Emma | Novels"]);
    let said = "cria uma pasta obras e uma estante Teatro, e dentro dessa pasta um ficheiro b.txt";
    assert_eq!(room.calls(said).await, ["build Teatro"]);
    assert!(room.has("obras/b.txt"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_container_of_one_domain_takes_nothing_of_another() {
    let room = Room::beside_files(&[]).await;
    room.calls("create a folder plans").await;
    for sentence in [
        "create a book Odes in the folder plans",
        "put a book Odes in it",
        "create a folder Letters and inside it a book Odes",
        "create a shelf Novels and put a file a.txt in it",
        "cria um livro Odes na pasta plans",
    ] {
        room.is_refused(sentence).await;
    }
    assert!(!room.has("plans/Odes") && !room.has("Odes") && !room.has("a.txt"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_that_a_domain_lists_has_its_kind() {
    let room = Room::beside_files(&["Odes", "War and Peace"]).await;
    assert_eq!(
        room.calls("create a shelf Prose and move Odes there").await,
        ["build Prose", "carry Odes | Prose"]
    );
    assert_eq!(room.calls("rename Odes to Hymns").await, ["retitle Odes | Hymns"]);
}
