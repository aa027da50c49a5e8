//! Test support: the sites, a shared browser, and an agent that calls verbs.

use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use lemmascope_browser::session::Sessions;
use lemmascope_intent::{Args, Capability, Context, Failure, Outcome, Value};
use lemmascope_sites::Sites;
use serde_json::json;
use tokio::runtime::Runtime;
use tokio::sync::OnceCell;

use crate::capabilities;
use settings::{configured, settings};

#[path = "../../browser/tests/support/settings.rs"]
mod settings;

/// Returns the settings that override the defaults in a test run. `TEST_HEADLESS_SHELL` is the path of
/// Chromium's headless shell: it has the same engine without windows, and opens and closes sessions with a
/// third of the processor time. The tests of `browser`, of the program and of the demos use the regular
/// browser.
fn test_run_setting(key: &str) -> Option<Value> {
    match key {
        "web.browser" => {
            std::env::var("TEST_HEADLESS_SHELL").ok().filter(|it| !it.is_empty()).map(Value::from)
        }
        _ => configured(key),
    }
}

type Act<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;

/// The resources that all tests share. The browser exits when the process ends and its pipe closes.
pub(crate) struct Stage {
    pub(crate) sites: Sites,
    pub(crate) sessions: Arc<Sessions>,
    verbs: Vec<Arc<dyn Capability>>,
    /// The verbs with the regular browser, when the others use a headless shell.
    verbs_of_browser: OnceLock<Vec<Arc<dyn Capability>>>,
    runtime: Runtime,
}

impl Stage {
    /// Runs a future, with a timeout that is long enough for a busy machine. It is boxed, because the code
    /// that is compiled for each test adds up.
    fn run_boxed(&self, act: Act<'_>) {
        self.runtime.block_on(async {
            let done = tokio::time::timeout(Duration::from_secs(300), act).await;
            assert!(done.is_ok(), "the test takes too long");
        });
    }
}

impl Stage {
    /// Keeps the browser open when a test closes the last session but this one.
    async fn keep_open(&self) {
        static OPEN: OnceCell<()> = OnceCell::const_new();
        OPEN.get_or_init(|| async {
            Agent { session: "keeps-open".into(), in_regular_browser: false }.open("").await;
        })
        .await;
    }

    /// Closes the sessions of a test, because their pages would keep using processor time.
    async fn clear(&self, test: &str) {
        let others = format!("{test}-");
        for name in self.sessions.names().await {
            if name == test || name.starts_with(&others) {
                self.sessions.close(&name).await;
            }
        }
    }
}

/// Returns the shared resources.
pub(crate) fn stage() -> &'static Stage {
    static STAGE: OnceLock<Stage> = OnceLock::new();
    STAGE.get_or_init(|| {
        let sessions = Arc::new(Sessions::new(settings()));
        Stage {
            sites: Sites::start_at(0).unwrap(),
            verbs: capabilities(&sessions),
            verbs_of_browser: OnceLock::new(),
            sessions,
            runtime: tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap(),
        }
    })
}

/// Runs a test with an agent in a separate session.
pub(crate) fn perform<F: Future<Output = ()>>(act: impl FnOnce(Agent) -> F) {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let session = format!("test-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let agent = Agent { session: session.clone(), in_regular_browser: false };
    run_agent_test(&session, Box::pin(async move { act(agent).await }));
}

fn run_agent_test(session: &str, act: Act<'_>) {
    let stage = stage();
    stage.run_boxed(Box::pin(async move {
        stage.keep_open().await;
        act.await;
        stage.clear(session).await;
    }));
}

/// An agent that calls verbs in a separate session.
#[derive(Clone)]
pub(crate) struct Agent {
    pub(crate) session: String,
    /// Whether the session uses the regular browser, even if the run has a headless shell.
    pub(crate) in_regular_browser: bool,
}

impl Agent {
    /// Switches to the regular browser, since a headless shell has no clipboard.
    pub(crate) fn in_regular_browser(self) -> Self {
        Self { in_regular_browser: true, ..self }
    }

    /// Returns the verb with this name, for the agent's browser.
    fn verb(&self, name: &str) -> &'static dyn Capability {
        let stage = stage();
        let verbs = match self.in_regular_browser {
            false => &stage.verbs,
            true => stage.verbs_of_browser.get_or_init(|| {
                let mut settings = settings();
                settings.profiles = settings.home.join("profiles-of-the-browser");
                capabilities(&Arc::new(Sessions::new(settings)))
            }),
        };
        let verb = verbs.iter().find(|verb| verb.signature().verb() == name);
        verb.unwrap_or_else(|| panic!("there is no verb {name}")).as_ref()
    }

    /// Adds the settings of this run to the context, unless the call has its own.
    fn context(&self, cx: &Context) -> Context {
        let cx = with_test_settings(cx);
        if !self.in_regular_browser {
            return cx;
        }
        let given = Arc::clone(&cx.settings);
        let settings = move |key: &str| if key == "web.browser" { None } else { given(key) };
        Context { settings: Arc::new(settings), ..cx }
    }

    /// Calls a verb as the engine does: with defaults and converted values.
    pub(crate) async fn call(&self, verb: &str, given: serde_json::Value) -> Result<Outcome, Failure> {
        self.call_in_context(&Context::new(&self.session, "/tmp"), verb, given).await
    }

    /// Calls a verb with a separate context.
    pub(crate) async fn call_in_context(
        &self,
        cx: &Context,
        verb: &str,
        given: serde_json::Value,
    ) -> Result<Outcome, Failure> {
        let capability = self.verb(verb);
        let Value::Object(mut given) = Value::from(given) else { panic!("arguments are an object") };
        let mut arguments = lemmascope_intent::Object::new();
        for parameter in &capability.signature().parameters {
            match (given.shift_remove(&parameter.name), &parameter.default) {
                (Some(value), _) => {
                    arguments.insert(parameter.name.clone(), parameter.accept(value)?);
                }
                (None, Some(default)) => {
                    arguments.insert(parameter.name.clone(), default.clone());
                }
                (None, None) => assert!(!parameter.required, "{verb} needs {}", parameter.name),
            }
        }
        assert!(given.is_empty(), "{verb} does not take {given:?}");
        capability.call(Args::new(arguments), &self.context(cx)).await
    }

    /// Calls a verb with values that may be secrets.
    pub(crate) async fn call_with<const N: usize>(
        &self,
        cx: &Context,
        verb: &str,
        given: [(&str, Value); N],
    ) -> Result<Outcome, Failure> {
        let given = given.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        self.verb(verb).call(Args::new(given), &self.context(cx)).await
    }

    /// Types a value that may be a secret.
    pub(crate) async fn type_value(&self, target: &str, text: Value) -> Result<Outcome, Failure> {
        let arguments = [("target".to_string(), Value::from(target_of(target))), ("text".to_string(), text)];
        let cx = Context::new(&self.session, "/tmp");
        self.verb("type").call(Args::new(arguments.into_iter().collect()), &self.context(&cx)).await
    }

    /// Opens a page of a site.
    pub(crate) async fn visit(&self, site: &str, path: &str) -> Outcome {
        let url = stage().sites.url(site, path);
        self.call("goto", json!({"url": url})).await.unwrap()
    }

    /// Opens the given HTML.
    pub(crate) async fn open(&self, html: &str) -> Outcome {
        let encoded: String = html.bytes().map(|byte| format!("%{byte:02x}")).collect();
        self.call("goto", json!({"url": format!("data:text/html;charset=utf-8,{encoded}")})).await.unwrap()
    }

    /// Calls a verb with a target only.
    pub(crate) async fn on(&self, verb: &str, target: &str) -> Result<Outcome, Failure> {
        self.call(verb, json!({"target": target_of(target)})).await
    }
}

/// Parses a target: `#id` and `.class` are selectors, `[3]` is an id, everything else is a text.
pub(crate) fn target_of(text: &str) -> serde_json::Value {
    if let Some(id) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return json!({"id": id.parse::<u32>().unwrap()});
    }
    if text.starts_with(['#', '.']) {
        json!({"selector": text})
    } else {
        json!({"text": text, "match": "exact"})
    }
}

/// Formats a result: the verdict, the line or the message, then the changes.
pub(crate) fn told(result: &Result<Outcome, Failure>) -> String {
    match result {
        Ok(outcome) => {
            let mut lines = vec![format!(
                "ok {} {}",
                outcome.verdict.unwrap_or("-"),
                outcome.line.as_deref().unwrap_or_default()
            )];
            lines.extend(outcome.changes.iter().map(ToString::to_string));
            lines.join("\n")
        }
        Err(failure) => {
            format!("{} {} {}", failure.code(), failure.verdict.unwrap_or("-"), failure.message)
        }
    }
}

/// Adds the settings of the test run to a context, unless it has its own.
fn with_test_settings(cx: &Context) -> Context {
    let given = Arc::clone(&cx.settings);
    Context {
        blocks: cx.blocks.clone(),
        idempotency_key: cx.idempotency_key.clone(),
        repeated: cx.repeated,
        unsettled: cx.unsettled,
        promise: Arc::clone(&cx.promise),
        cancellation: cx.cancellation.clone(),
        events: Arc::clone(&cx.events),
        limit: cx.limit,
        alone: cx.alone,
        sandbox: cx.sandbox.clone(),
        permissions: cx.permissions,
        settings: Arc::new(move |key: &str| given(key).or_else(|| test_run_setting(key))),
        patterns: Arc::clone(&cx.patterns),
        logbook: cx.logbook.clone(),
        credentials: cx.credentials.clone(),
        seals: cx.seals.clone(),
        model: cx.model.clone(),
        history: cx.history.clone(),
        ..Context::new(&cx.session, &cx.workspace)
    }
}
