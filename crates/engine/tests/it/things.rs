//! Sentences about things of domains that neither the engine nor the grammar knows: books on shelves, cards
//! in lists. The domain provides the kinds, their words and the verbs.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use lemmascope_desktop::files;
use lemmascope_engine::configuration::Configuration;
use lemmascope_engine::{Engine, Grant, Reply, Request, Setup, to_text};
use lemmascope_intent::{
    Args, BoxFuture, Capability, Context, Domain, Failure, Format, NameShape, Outcome, Parameter, Signature,
    Status, ThingAction, ThingKind, ThingPart, ThingTool, ThingWords, Type, Value,
};
use lemmascope_language::goal::Places;

/// A domain of things whose verbs record their calls.
struct Sample {
    kinds: &'static [ThingKind],
    words: ThingWords,
    tools: &'static [ThingTool],
    /// A kind of thing with the names that a verb lists.
    listed: (&'static str, &'static [&'static str]),
}

const fn kind(name: &'static str, contains: &'static [&'static str], has_text: bool) -> ThingKind {
    ThingKind { name, contains, names: NameShape::Words, has_text, default_name: None }
}

const fn tool(
    action: ThingAction,
    kind: Option<&'static str>,
    tool: &'static str,
    parts: &'static [(ThingPart, &'static str)],
) -> ThingTool {
    ThingTool { action, kind, tool, parts, alone: false }
}

const NAME: &[(ThingPart, &str)] = &[(ThingPart::Name, "name")];
const INSIDE: &[(ThingPart, &str)] = &[(ThingPart::Name, "name"), (ThingPart::Container, "place")];
const TO: &[(ThingPart, &str)] = &[(ThingPart::Name, "name"), (ThingPart::Destination, "place")];
const ANEW: &[(ThingPart, &str)] = &[(ThingPart::Name, "name"), (ThingPart::NewName, "label")];
const CONTENT: &[(ThingPart, &str)] = &[(ThingPart::Name, "name"), (ThingPart::Content, "text")];

const LIBRARY: Sample = Sample {
    kinds: &[kind("shelf", &["book"], false), kind("book", &[], true)],
    words: ThingWords {
        english: "shelf: shelf/shelves, rack/racks\nbook: book/books, volume/volumes\n",
        portuguese: "shelf f: estante/estantes, prateleira/prateleiras\nshelf m: armário/armários\n\
            book m: livro/livros\nbook f: obra/obras\n",
    },
    tools: &[
        tool(ThingAction::Create, Some("shelf"), "sample.build", NAME),
        tool(ThingAction::Create, Some("book"), "sample.shelve", INSIDE),
        tool(ThingAction::Move, Some("book"), "sample.carry", TO),
        tool(ThingAction::Rename, Some("shelf"), "sample.relabel", ANEW),
        tool(ThingAction::Rename, Some("book"), "sample.retitle", ANEW),
        tool(ThingAction::Delete, Some("shelf"), "sample.dismantle", NAME),
        tool(ThingAction::Delete, Some("book"), "sample.withdraw", NAME),
        tool(ThingAction::Append, Some("book"), "sample.annotate", CONTENT),
    ],
    listed: ("book", &[]),
};

/// Some of its words are verbs or common words too, and its containers contain containers.
const BOARD: Sample = Sample {
    kinds: &[kind("board", &["list"], false), kind("list", &["card"], false), kind("card", &[], true)],
    words: ThingWords {
        english: "board: board/boards\nlist: list/lists, column/columns\ncard: card/cards, task/tasks\n",
        portuguese: "board m: quadro/quadros\nlist f: lista/listas, coluna/colunas\n\
            card m: cartão/cartões\ncard f: tarefa/tarefas\n",
    },
    tools: &[
        tool(ThingAction::Create, Some("board"), "sample.open", NAME),
        tool(ThingAction::Create, Some("list"), "sample.start", INSIDE),
        tool(ThingAction::Create, Some("card"), "sample.pin", INSIDE),
        tool(ThingAction::Move, None, "sample.shift", TO),
        tool(ThingAction::Rename, None, "sample.rename", ANEW),
        tool(ThingAction::Delete, None, "sample.drop", NAME),
    ],
    listed: ("card", &["Fix the roof"]),
};

/// The calls so far, each with its arguments.
type Calls = Arc<Mutex<Vec<String>>>;

fn domain(sample: &Sample, calls: &Calls) -> Domain {
    let verb = |signature: Signature| -> Arc<dyn Capability> {
        Arc::new(Verb { signature, calls: Arc::clone(calls), listed: sample.listed.1 })
    };
    let of_tool = |tool: &ThingTool| {
        let parameters = tool.parts.iter().map(|(part, name)| match part {
            ThingPart::Container => Parameter::optional(name, Type::String, ""),
            _ => Parameter::required(name, Type::String, ""),
        });
        verb(parameters.fold(Signature::change(tool.tool, "Change a thing"), Signature::parameter))
    };
    let lists = Some(Format::Kind(sample.listed.0));
    let listing = verb(Signature { lists, ..Signature::observe("sample.names", "List the names") });
    Domain::new("sample", sample.tools.iter().map(of_tool).chain([listing]).collect())
        .kinds(sample.kinds, sample.words)
        .things(sample.tools)
}

struct Verb {
    signature: Signature,
    calls: Calls,
    listed: &'static [&'static str],
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, _: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        Box::pin(async move {
            if self.signature.verb() == "names" {
                let names: Vec<Value> = self.listed.iter().map(|name| Value::from(*name)).collect();
                return Ok(Outcome::found(names));
            }
            let given = ["name", "place", "label", "text"].map(|name| args.optional_text(name));
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
    /// Opens an engine with the things of this domain only.
    async fn alone(sample: &Sample) -> Self {
        Self::open(sample, false).await
    }

    /// Opens an engine with the things of this domain, files and folders.
    async fn beside_files(sample: &Sample) -> Self {
        Self::open(sample, true).await
    }

    async fn open(sample: &Sample, has_files: bool) -> Self {
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
        let domains = files.into_iter().chain([domain(sample, &calls)]).collect();
        let (engine, notices) = Engine::open(Setup {
            configuration: Configuration::default(),
            home,
            program: "/proc/self/exe".into(),
            user_home: folder.path().to_path_buf(),
            started_in: folder.path().to_path_buf(),
            domains,
            core: &[],
            packs: &[],
            places: Places::default(),
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
        self.workspace().join(path).exists()
    }

    async fn submit(&self, sentence: &str) -> Reply {
        let line = format!("say {}", serde_json::json!(sentence));
        let mut request = Request::new(line, &Grant::local(), "main", self.workspace());
        request.by_person = true;
        request.at_terminal = true;
        self.engine.submit(request).await
    }

    /// Returns the reply to a sentence, and the resulting calls.
    async fn say(&self, sentence: &str) -> (String, Vec<String>) {
        let reply = match self.submit(sentence).await {
            Reply::Report(report) | Reply::Refused { report, .. } => to_text(&report),
            other => format!("{other:?}"),
        };
        (reply, std::mem::take(&mut self.calls.lock().unwrap()))
    }

    /// Returns the calls of a sentence, which must succeed.
    async fn calls(&self, sentence: &str) -> Vec<String> {
        let (reply, calls) = self.say(sentence).await;
        assert!(reply.starts_with("ok "), "{sentence}: {reply}");
        calls
    }

    /// Checks that a sentence is rejected or leads to a question, without calls.
    async fn is_refused(&self, sentence: &str) {
        let reply = self.submit(sentence).await;
        let is_done = matches!(&reply, Reply::Report(report) if report.status == Status::Ok);
        assert!(!is_done, "{sentence}: {reply:?}");
        let calls = std::mem::take(&mut *self.calls.lock().unwrap());
        assert_eq!(calls, [""; 0], "{sentence}");
    }
}

/// Sentences in order, and the calls of each.
type Said = &'static [(&'static str, &'static [&'static str])];

const OF_LIBRARY: Said = &[
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

const OF_BOARD: Said = &[
    ("create a board Work", &["open Work"]),
    (
        "create a list called Ideas with the cards Alpha and Beta in it",
        &["start Ideas", "pin Alpha | Ideas", "pin Beta | Ideas"],
    ),
    ("move card Alpha to Done", &["shift Alpha | Done"]),
    ("move the card Alpha to the column Done", &["shift Alpha | Done"]),
    ("add a card Gamma to the list Ideas", &["pin Gamma | Ideas"]),
    ("rename the list Done to Finished", &["rename Done | Finished"]),
    ("delete the task Beta", &["drop Beta"]),
    ("remove the cards Alpha and Gamma", &["drop Alpha", "drop Gamma"]),
    ("move Fix the roof to the list Ideas", &["shift Fix the roof | Ideas"]),
    (
        "create a board Home with a list Today, and in that list a card Water the plants",
        &["open Home", "start Today | Home", "pin Water the plants | Today"],
    ),
    ("cria um quadro Casa com uma lista Hoje", &["open Casa", "start Hoje | Casa"]),
    ("dentro dela cria um cartão Regar as plantas", &["pin Regar as plantas | Hoje"]),
    ("move o cartão Regar as plantas para a coluna Feito", &["shift Regar as plantas | Feito"]),
    ("apaga as tarefas Um e Dois", &["drop Um", "drop Dois"]),
    ("muda o nome da lista Hoje para Recebidos", &["rename Hoje | Recebidos"]),
];

async fn check(sample: &Sample, said: Said) {
    for room in [Room::alone(sample).await, Room::beside_files(sample).await] {
        let mut others = Vec::new();
        for (sentence, calls) in said {
            let (reply, made) = room.say(sentence).await;
            if made != *calls {
                others.push(format!("{sentence}: {made:?}\n{reply}"));
            }
        }
        assert!(others.is_empty(), "{}", others.join("\n"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn library_sentences_call_library_verbs() {
    check(&LIBRARY, OF_LIBRARY).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn board_sentences_call_board_verbs() {
    check(&BOARD, OF_BOARD).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn does_not_mix_kinds_of_two_domains() {
    let room = Room::beside_files(&LIBRARY).await;
    assert_eq!(room.calls("create a folder Poems and a shelf Prose").await, ["build Prose"]);
    assert!(room.has("Poems") && !room.has("Prose"));
    // "It" refers to the latest container that can contain the thing.
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
async fn names_may_contain_kind_words() {
    let room = Room::beside_files(&BOARD).await;
    assert_eq!(room.calls("create a folder shopping list").await, [""; 0]);
    assert!(room.has("shopping list"));
    assert_eq!(room.calls("rename the folder shopping list to task ideas").await, [""; 0]);
    assert!(room.has("task ideas"));
    assert_eq!(room.calls("cria uma pasta Tarefas urgentes").await, [""; 0]);
    assert!(room.has("Tarefas urgentes"));
    let said = "create a list Business cards and a card Print the tasks";
    assert_eq!(room.calls(said).await, ["start Business cards", "pin Print the tasks"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_items_in_containers_of_other_domains() {
    let room = Room::beside_files(&LIBRARY).await;
    room.calls("create a folder plans").await;
    for sentence in [
        "create a book Odes in the folder plans",
        "put a book Odes in it",
        "create a folder Letters and inside it a book Odes",
        "create a shelf Novels and put a file a.txt in it",
        "cria um livro Odes na pasta plans",
        "create a book Odes on the desktop",
        "cria uma estante Contos na área de trabalho",
    ] {
        room.is_refused(sentence).await;
    }
    assert!(!room.has("plans/Odes") && !room.has("Odes") && !room.has("a.txt"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn name_listed_by_domain_has_its_kind() {
    let room = Room::beside_files(&Sample { listed: ("book", &["Odes", "War and Peace"]), ..LIBRARY }).await;
    assert_eq!(
        room.calls("create a shelf Prose and move Odes there").await,
        ["build Prose", "carry Odes | Prose"]
    );
    assert_eq!(room.calls("rename Odes to Hymns").await, ["retitle Odes | Hymns"]);
}
