//! What the engine costs: opening it on a home full of definitions, and each step of a run beyond the
//! bare call of the capability.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use criterion::{Criterion, Throughput};
use lemmascope_engine::configuration::Configuration;
use lemmascope_engine::{Engine, Grant, Reply, Request, Setup};
use lemmascope_intent::{
    Args, BoxFuture, Call, Capability, Change, Context, Domain, Failure, Object, Outcome, Parameter,
    Signature, Situation, Status, Type, Value, View,
};

const TEMPLATE: &str = include_str!("definition.yaml");
const STEPS: u64 = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut criterion = Criterion::default().configure_from_args();
    opening(&mut criterion, &runtime)?;
    stepping(&mut criterion, &runtime)?;
    offering(&mut criterion, &runtime)?;
    packing(&mut criterion, &runtime)?;
    criterion.final_summary();
    Ok(())
}

/// Opens an engine on a store that is there already, with no definitions of the user's and with many.
fn opening(criterion: &mut Criterion, runtime: &tokio::runtime::Runtime) -> Result<(), Box<dyn Error>> {
    let mut group = criterion.benchmark_group("open");
    group.sample_size(20);
    for count in [0, 1000] {
        let home = tempfile::tempdir()?;
        std::fs::create_dir(home.path().join("intents"))?;
        for number in 0..count {
            let name = format!("bench_{number}");
            let file = home.path().join("intents").join(format!("{name}.yaml"));
            std::fs::write(file, TEMPLATE.replace("NAME", &name))?;
        }
        let known = runtime.block_on(open(home.path()))?.intent_count();
        assert_eq!(known, count, "every definition must have been loaded");
        group.bench_function(format!("definitions_{count}"), |bencher| {
            bencher.iter(|| black_box(runtime.block_on(open(home.path())).is_ok()));
        });
    }
    group.finish();
    Ok(())
}

/// Looks at a page with few and with many definitions that might be on offer there: what is more is what choosing costs,
/// and the glance at the files that comes before every command.
fn offering(criterion: &mut Criterion, runtime: &tokio::runtime::Runtime) -> Result<(), Box<dyn Error>> {
    let mut group = criterion.benchmark_group("offer");
    for count in [10, 1000] {
        let home = tempfile::tempdir()?;
        std::fs::create_dir(home.path().join("intents"))?;
        for number in 0..count {
            let triggers = match number % 3 {
                0 => format!("patterns: [pattern_{number}]"),
                1 => format!("urls: [\"*/place_{number}/*\"]"),
                _ => format!("keywords: [word{number} of a page]"),
            };
            let file = home.path().join("intents").join(format!("offer_{number}.yaml"));
            let steps = "steps: [{ action: bench.look, number: 1 }]";
            let text = format!("intent: offer_{number}\nversion: 1\ntriggers: {{ {triggers} }}\n{steps}\n");
            std::fs::write(file, text)?;
        }
        let engine = runtime.block_on(open(home.path()))?;
        for line in ["bench.see 1", "bench.look 1"] {
            group.bench_function(format!("{}_{count}", line.replace(['.', ' '], "_")), |bencher| {
                bencher.iter(|| black_box(runtime.block_on(submit(&engine, line, home.path()))));
            });
        }
    }
    group.finish();
    Ok(())
}

/// Opens an engine on a home with many packs, and goes to pages that load one each.
fn packing(criterion: &mut Criterion, runtime: &tokio::runtime::Runtime) -> Result<(), Box<dyn Error>> {
    const PACKS: usize = 500;
    const INTENTS: usize = 4;
    let home = tempfile::tempdir()?;
    for pack in 0..PACKS {
        let folder = home.path().join(format!("intent-packs/site{pack}.example"));
        std::fs::create_dir_all(folder.join("intents"))?;
        std::fs::write(
            folder.join("pack.yaml"),
            format!(
                "pack: site{pack}.example\nversion: 1.0.{pack}\nrequires: {{ lemmascope: \">=1.0.0\" }}\n\
                 patterns: [patterns.yaml]\nintents: [intents/*.yaml]\nauto_load: [\"https://site{pack}.example/*\"]\n"
            ),
        )?;
        let element = "{ selector: \"#go\", text_contains: [Go, Start] }";
        let patterns =
            format!("patterns: {{ form_{pack}: {{ elements: {{ go: {element}, stop: {element} }} }} }}\n");
        std::fs::write(folder.join("patterns.yaml"), patterns)?;
        for intent in 0..INTENTS {
            let name = format!("bench_{intent}");
            let file = folder.join("intents").join(format!("{name}.yaml"));
            std::fs::write(file, TEMPLATE.replace("NAME", &name))?;
        }
    }
    let here: Arc<Mutex<String>> = Arc::default();
    let engine = runtime.block_on(open_at(home.path(), &here))?;
    // An intent of a pack has its full name, and one name alone that all of them share.
    assert!(engine.intent_count() >= PACKS * INTENTS, "every pack must have been loaded");

    let mut group = criterion.benchmark_group("packs");
    group.sample_size(20);
    group.bench_function(format!("open_{PACKS}"), |bencher| {
        bencher.iter(|| black_box(runtime.block_on(open_at(home.path(), &here)).is_ok()));
    });
    let mut visited = 0;
    let mut visit = |bencher: &mut criterion::Bencher<'_>, is_new: bool| {
        bencher.iter(|| {
            visited += usize::from(is_new);
            // Each session comes to each page once.
            let (session, site) = (format!("bench{}", visited / PACKS), visited % PACKS);
            *here.lock().unwrap_or_else(PoisonError::into_inner) = format!("https://site{site}.example/");
            let request = Request::new("bench.look 1", &Grant::local(), &session, home.path());
            black_box(runtime.block_on(engine.submit(request)))
        });
    };
    group.bench_function("stay", |bencher| visit(bencher, false));
    group.bench_function("navigate", |bencher| visit(bencher, true));
    group.finish();
    Ok(())
}

/// Runs a loop of calls that do nothing, and makes the same calls without the engine.
fn stepping(criterion: &mut Criterion, runtime: &tokio::runtime::Runtime) -> Result<(), Box<dyn Error>> {
    let home = tempfile::tempdir()?;
    std::fs::create_dir(home.path().join("intents"))?;
    for verb in ["look", "change"] {
        let file = home.path().join("intents").join(format!("{verb}_often.yaml"));
        std::fs::write(file, loop_of(verb))?;
    }
    let engine = runtime.block_on(open(home.path()))?;

    let mut group = criterion.benchmark_group("steps");
    group.sample_size(20).throughput(Throughput::Elements(STEPS));
    for (verb, capability) in [("look", Nothing::look()), ("change", Nothing::change())] {
        let cx = context(home.path());
        group.bench_function(format!("{verb}_bare"), |bencher| {
            bencher.iter(|| {
                runtime.block_on(async {
                    for number in 0..STEPS {
                        let argument = Value::from(i64::try_from(number).unwrap_or_default());
                        let arguments = Args::new(Object::from_iter([("number".to_string(), argument)]));
                        black_box(capability.call(arguments, &cx).await.is_ok());
                    }
                });
            });
        });
        let line = format!("{verb}_often");
        let report = runtime.block_on(submit(&engine, &line, home.path()));
        assert_eq!(report, Some((Status::Ok, STEPS as usize)), "every step must have been taken");
        group.bench_function(format!("{verb}_engine"), |bencher| {
            bencher.iter(|| black_box(runtime.block_on(submit(&engine, &line, home.path()))));
        });
        group.bench_function(format!("{verb}_plan_only"), |bencher| {
            let line = format!("{line} --dry-run");
            bencher.iter(|| black_box(runtime.block_on(submit(&engine, &line, home.path()))));
        });
    }
    group.finish();

    // What a command costs that is one call: reading, planning, and a record that is certain.
    let mut group = criterion.benchmark_group("command");
    for verb in ["look", "change"] {
        group.bench_function(verb, |bencher| {
            let line = format!("bench.{verb} 1");
            bencher.iter(|| black_box(runtime.block_on(submit(&engine, &line, home.path()))));
        });
    }
    group.finish();
    Ok(())
}

fn loop_of(verb: &str) -> String {
    let numbers: Vec<String> = (0..STEPS).map(|number| number.to_string()).collect();
    format!(
        "intent: {verb}_often\nversion: 1\nparameters:\n  - name: numbers\n    type: array\n    \
         default: [{}]\nsteps:\n  - loop:\n      over: $numbers\n      as: number\n      max: {STEPS}\n      \
         steps:\n        - action: bench.{verb}\n          number: $number\n",
        numbers.join(", ")
    )
}

async fn open(home: &Path) -> Result<Engine, Failure> {
    open_at(home, &Arc::default()).await
}

/// The same, where sessions are at this page.
async fn open_at(home: &Path, here: &Arc<Mutex<String>>) -> Result<Engine, Failure> {
    let here = Arc::clone(here);
    let bench = Domain {
        here: Some(Arc::new(move |_| Some(here.lock().unwrap_or_else(PoisonError::into_inner).clone()))),
        ..Domain::new(
            "bench",
            vec![Arc::new(Nothing::look()), Arc::new(Nothing::change()), Arc::new(Nothing::see())],
        )
    };
    let setup = Setup {
        configuration: Configuration::default(),
        home: home.into(),
        program: "/proc/self/exe".into(),
        user_home: home.into(),
        started_in: home.into(),
        domains: vec![bench],
        core: &[],
        packs: &[],
        places: lemmascope_language::goal::Places::default(),
    };
    Engine::open(setup).await.map(|(engine, _)| engine)
}

async fn submit(engine: &Engine, line: &str, workspace: &Path) -> Option<(Status, usize)> {
    let request = Request::new(line, &Grant::local(), "bench", workspace);
    match engine.submit(request).await {
        Reply::Report(report) => Some((report.status, report.actions.len())),
        _ => None,
    }
}

fn context(workspace: &Path) -> Context {
    Context { idempotency_key: "bench".into(), ..Context::new("bench", workspace) }
}

/// A verb that does nothing, so that all that is measured is the engine around it.
struct Nothing(Signature);

impl Nothing {
    fn look() -> Self {
        Self(Signature::observe("bench.look", "Look at nothing").parameter(number()))
    }

    /// Looks at a page of a hundred headings.
    fn see() -> Self {
        Self(Signature::observe("bench.see", "See a page").parameter(number()))
    }

    fn change() -> Self {
        Self(Signature::change("bench.change", "Change nothing").parameter(number()))
    }
}

fn number() -> Parameter {
    Parameter::required("number", Type::Number, "Any number")
}

impl Capability for Nothing {
    fn signature(&self) -> &Signature {
        &self.0
    }

    fn call<'a>(&'a self, args: Args, _cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        Box::pin(async move {
            let number = args.get("number").cloned().unwrap_or_default();
            let outcome = Outcome::found(number.clone());
            if self.0.verb() == "see" {
                let situation = Situation {
                    url: "https://example.com/place_4/x".into(),
                    patterns: vec!["pattern_3".into(), "cookie_banner".into()],
                    subjects: vec!["pattern_3".into()],
                    texts: (0..100).map(|at| format!("Heading {at} with word5 of a page")).collect(),
                    complaints: Vec::new(),
                };
                return Ok(outcome.view(View { situation: Some(situation), ..View::default() }));
            }
            if self.0.effect == lemmascope_intent::Effect::Observe {
                return Ok(outcome);
            }
            let undo = Call {
                capability: "bench.change".into(),
                arguments: Object::from_iter([("number".to_string(), number)]),
            };
            Ok(outcome.change(Change::Added("nothing".into())).undo(undo))
        })
    }
}
