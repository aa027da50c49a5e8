//! A domain of pages without a page: it tells what it was given.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use lemmascope_intent::{
    Args, BoxFuture, Capability, Cause, Change, Context, Domain, Failure, Notation, Object, Operation,
    Outcome, Parameter, Reach, Section, Signature, Situation, Subject, SubjectGroup, Type, Value, View,
};

/// What the verbs were given, and what was closed.
#[derive(Default)]
pub(crate) struct Heard {
    lines: Mutex<Vec<String>>,
    /// The page that is open.
    pub(crate) here: Mutex<Option<String>>,
    /// The text that no button has any more.
    pub(crate) gone: Mutex<Option<String>>,
}

impl Heard {
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.lines.lock().unwrap())
    }

    /// Whether the button that is meant is gone.
    fn refuses(&self, args: &Args) -> bool {
        let gone = self.gone.lock().unwrap();
        let target = args.get("target").map(ToString::to_string).unwrap_or_default();
        gone.as_ref().is_some_and(|gone| target.contains(gone.as_str()))
    }

    fn note(&self, line: String) {
        self.lines.lock().unwrap().push(line);
    }
}

pub(crate) fn domain(heard: &Arc<Heard>) -> Domain {
    let target = || Parameter::required("target", Type::Any, "").written(Notation::Target);
    let timeout = || Parameter::optional("timeout", Type::String, "").written(Notation::Duration);
    let signatures = [
        Signature::observe("web.elements", "List elements")
            .reach(Reach::Page)
            .parameter(Parameter::required("selector", Type::String, ""))
            .parameter(Parameter::optional("max", Type::Number, "")),
        Signature::observe("web.observe", "Look at the page")
            .reach(Reach::Page)
            .command("observe")
            .parameter(Parameter::optional("json", Type::Boolean, "")),
        Signature::change("web.goto", "Open a page")
            .lasting()
            .reach(Reach::Page)
            .command("goto <url>")
            .parameter(Parameter::required("url", Type::String, "").written(Notation::Url))
            .parameter(timeout()),
        Signature::change("web.click", "Click")
            .command("click <target>")
            .lasting()
            .reach(Reach::Page)
            .parameter(target())
            .parameter(timeout()),
        Signature::change("web.type", "Type")
            .command("type <target> <text>")
            .lasting()
            .parameter(target())
            .parameter(Parameter::required("text", Type::String, "").unrecorded().named_by_previous()),
        Signature::observe("web.wait_visible", "Wait")
            .command("wait visible <target>")
            .parameter(target())
            .parameter(timeout()),
        Signature::observe("web.sessions", "List what is open"),
        Signature::change("web.session_new", "Open")
            .lasting()
            .parameter(Parameter::required("name", Type::String, ""))
            .parameter(Parameter::optional("mode", Type::String, "")),
        Signature::change("web.session_close", "Close").lasting().parameter(Parameter::required(
            "name",
            Type::String,
            "",
        )),
    ];
    let verb = |signature| -> Arc<dyn Capability> { Arc::new(Verb { signature, heard: Arc::clone(heard) }) };
    let closing = Arc::clone(heard);
    let here = Arc::clone(heard);
    Domain {
        blocks: &["tab"],
        operations: &[
            (Operation::Observe, "web.observe"),
            (Operation::Visit, "web.goto"),
            (Operation::Elements, "web.elements"),
            (Operation::OpenSession, "web.session_new"),
            (Operation::CloseSession, "web.session_close"),
            (Operation::ListSessions, "web.sessions"),
        ],
        here: Some(Arc::new(move |_| here.here.lock().unwrap().clone())),
        close: Some(Box::new(move || {
            let heard = Arc::clone(&closing);
            Box::pin(async move { heard.note("closed".into()) })
        })),
        ..Domain::new("web", signatures.into_iter().map(verb).collect())
    }
}

struct Verb {
    signature: Signature,
    heard: Arc<Heard>,
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        let given: Object =
            args.as_object().clone().into_iter().filter(|(_, it)| *it != Value::Null).collect();
        let sandboxed = if cx.is_sandboxed() { " sandboxed" } else { "" };
        let limit = cx.limit.as_secs_f64().round();
        let verb = self.signature.verb();
        if let ("goto", Some(Value::Text(url))) = (verb, given.get("url")) {
            *self.heard.here.lock().unwrap() = Some(url.clone());
        }
        self.heard.note(format!("{verb} {} {limit}s {}{sandboxed}", Value::Object(given), cx.session));
        if let Some(subject) = subject(&args) {
            cx.logbook.acts_on(subject);
        }
        let outcome = match verb {
            "observe" => Outcome::default().view(view()),
            "goto" => Outcome::default().verdict("navigated").line("goto the page").view(view()),
            "click" if self.heard.refuses(&args) => {
                let failure = Failure::new(Cause::TargetNotFound, "nothing says that");
                return Box::pin(std::future::ready(Err(failure.verdict("not_found"))));
            }
            "click" => Outcome::default()
                .verdict("changed")
                .line("click [3] \"Buy\"")
                .change(Change::Added("[9] text \"Thanks\"".into())),
            "type" => Outcome::default().verdict("changed").line("type [3]"),
            "sessions" => {
                let about = [("name", Value::from("main")), ("tabs", 2.into())];
                let about = about.map(|(key, value)| (key.to_string(), value)).into_iter().collect();
                Outcome::found(Value::List(vec![Value::Object(about)]))
            }
            "elements" => Outcome::found(Value::List(Vec::new())),
            _ => Outcome::found(cx.setting("intent_engine.execution.step_timeout").unwrap_or_default()),
        };
        Box::pin(std::future::ready(Ok(outcome)))
    }
}

/// What a target means here: buttons, of which those with a number are a row, and one text area.
fn subject(args: &Args) -> Option<Subject> {
    let target = args.get("target")?.as_object()?;
    let name = target.get("text").and_then(Value::as_text).unwrap_or_default();
    let number = name.split(' ').find_map(|word| word.parse::<u32>().ok());
    let is_field = args.get("text").is_some();
    let words = name.to_lowercase();
    let is_submit = name.starts_with("Submit") || name.starts_with("Post");
    let words = words.split(' ').filter(|word| word.len() > 2 && !(is_submit && *word == "review"));
    Some(Subject {
        parameter: "target".into(),
        kind: if is_field { "textarea" } else { "button" }.into(),
        role: is_submit.then(|| "submit".into()),
        telling: words.map(str::to_string).collect(),
        name: if is_field && name == "text" { String::new() } else { name.into() },
        alone: is_field,
        field: is_field.then(|| name.replace(' ', "_")),
        group: number.map(|index| SubjectGroup {
            class: "star".into(),
            name: Some("Rating".into()),
            index,
            size: 5,
        }),
        ..Subject::default()
    })
}

/// A view as `observe` makes it.
fn view() -> View {
    let data = serde_json::json!({ "url": "https://a.com/login", "intents": [], "omitted": 0 });
    View {
        head: "@ a.com/login \"Sign in\"".into(),
        lines: vec!["[1] input/email \"Email\"".into()],
        sections: vec![Section {
            name: "patterns".into(),
            lines: vec!["- login_form: email=[1]".into()],
            data: Value::Null,
        }],
        data: Value::from(data).into(),
        situation: Some(Situation {
            url: "https://a.com/login".into(),
            patterns: vec!["login_form".into(), "invitation".into()],
            subjects: vec!["invitation".into()],
            texts: vec!["Sign in".into(), "Join the newsletter".into()],
            complaints: Vec::new(),
        }),
        ..View::default()
    }
}

/// How long a call may take that was given so much time and knows it.
pub(crate) fn margined(limit: u64) -> u64 {
    (Duration::from_secs(limit) + Duration::from_secs(1)).as_secs()
}
