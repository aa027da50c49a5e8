//! A domain whose verbs a test can script.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use lemmascope_intent::{
    Args, BoxFuture, Call, Capability, Cause, Change, Context, Domain, Effect, Event, Failure, Operation,
    Outcome, Parameter, Reach, Risk, Secret, Signature, Source, Type, Value,
};
use tokio::sync::watch;

/// The scripted behavior of a call, instead of success.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    Succeed,
    Return(Value),
    Fail(Cause),
    /// Fails with this verdict.
    Judge(Cause, &'static str),
    /// Fails, with an unknown effect.
    Perhaps(Cause),
    /// Runs until it is cancelled, and then reports that it had no effect.
    Heed,
    /// Runs until it is cancelled, but has had its effect by then.
    Late,
    /// Never ends.
    Ignore,
    /// Has its effect, announces its undo call first, and never ends.
    Promised,
    Panic,
    /// Reveals all of its arguments in all outputs, and then fails or succeeds.
    Blab {
        ok: bool,
    },
}

/// The state of the verbs.
#[derive(Default)]
pub(crate) struct Lab {
    acts: Mutex<HashMap<String, VecDeque<Act>>>,
    things: Mutex<BTreeSet<String>>,
    calls: watch::Sender<Vec<String>>,
    /// The open state of each session, which a checkpoint stores.
    pub(crate) open: Mutex<HashMap<String, String>>,
    /// The restored states: the session, the state, and whether it was complete.
    pub(crate) restored: Mutex<Vec<String>>,
}

impl Lab {
    /// Scripts the next calls with this name; further calls succeed.
    pub(crate) fn script(&self, name: &str, acts: &[Act]) {
        self.acts.lock().unwrap().insert(name.into(), acts.iter().cloned().collect());
    }

    /// Returns the calls so far, as `verb name`.
    pub(crate) fn calls(&self) -> Vec<String> {
        self.calls.borrow().clone()
    }

    /// Returns the calls so far, and resets them.
    pub(crate) fn take_calls(&self) -> Vec<String> {
        self.calls.send_replace(Vec::new())
    }

    /// Waits until a call was made this many times.
    pub(crate) async fn called(&self, call: &str, times: usize) {
        let made = |calls: &Vec<String>| calls.iter().filter(|made| *made == call).count() >= times;
        self.calls.subscribe().wait_for(made).await.unwrap();
    }

    pub(crate) fn things(&self) -> Vec<String> {
        self.things.lock().unwrap().iter().cloned().collect()
    }

    pub(crate) fn put(&self, name: &str) {
        self.things.lock().unwrap().insert(name.into());
    }

    pub(crate) fn remove(&self, name: &str) {
        self.things.lock().unwrap().remove(name);
    }
}

/// The sentences for `lab.*`, for the page verb that loops need, and for two missing verbs: one with a
/// similar name, and one without.
const SENTENCES: &[Source] = &[Source {
    name: "lab",
    text: "lab.look\n  inspect the sample [a1](name)\n  examine the sample [b2](name)\n  inspeciona a amostra [c3](name)\n\
        lab.looks\n  gaze through the telescope\n  gaze at the stars\n  observa as estrelas\n\
        lab.levitate\n  levitate the elephant\n  make the elephant float\n  faz levitar o elefante\n",
}];

pub(crate) fn domains(lab: &Arc<Lab>) -> Vec<Domain> {
    let verb =
        |signature: Signature| -> Arc<dyn Capability> { Arc::new(Verb { signature, lab: Arc::clone(lab) }) };
    let named = |signature: Signature| {
        signature
            .parameter(Parameter::required("name", Type::String, "what to act on"))
            .parameter(Parameter::optional("password", Type::String, "a secret"))
            .parameter(Parameter::optional("data", Type::Object, "anything"))
            .parameter(Parameter::optional("count", Type::Number, "how many"))
    };
    let lasting =
        Signature { risk: Risk::High, ..Signature::change("lab.burn", "Change for good").lasting() };
    vec![
        Domain::new(
            "lab",
            vec![
                verb(named(Signature::observe("lab.look", "Look").reach(Reach::Page))),
                verb(named(Signature::observe("lab.holds", "Say whether a thing is there"))),
                verb(named(Signature::change("lab.change", "Make a thing"))),
                verb(named(Signature::change("lab.unchange", "Take a thing away")).internal()),
                verb(named(lasting)),
                verb(
                    named(Signature::change("lab.darken", "Turn the light off"))
                        .warning("it will be dark for {name}; nobody sees anything"),
                ),
                verb(named(Signature::send("lab.send", "Send a message"))),
                verb(named(Signature::change("lab.compute", "Run a script").reach(Reach::Code))),
                verb(
                    named(Signature::change("lab.sign_in", "Sign in with what is kept under a name"))
                        .lasting()
                        .reach(Reach::Credentials),
                ),
                Arc::new(Keeper {
                    signature: Signature::observe("lab.keep", "Keep what is open").internal(),
                    lab: Arc::clone(lab),
                }),
                Arc::new(Keeper {
                    signature: Signature::change("lab.restore", "Put it back")
                        .parameter(Parameter::required("state", Type::String, ""))
                        .parameter(Parameter::optional("whole", Type::Boolean, ""))
                        .internal(),
                    lab: Arc::clone(lab),
                }),
            ],
        )
        .sentences(SENTENCES),
        Domain::new(
            "web",
            vec![
                verb(
                    Signature::observe("web.elements", "List elements")
                        .reach(Reach::Page)
                        .parameter(Parameter::required("selector", Type::String, ""))
                        .parameter(Parameter::optional("max", Type::Number, "")),
                ),
                verb(
                    Signature::change("web.execute", "Run a script")
                        .reach(Reach::Code)
                        .action()
                        .parameter(Parameter::required("script", Type::String, "")),
                ),
            ],
        )
        .operations(&[(Operation::Elements, "web.elements")]),
    ]
}

struct Verb {
    signature: Signature,
    lab: Arc<Lab>,
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        let verb = self.signature.verb();
        let name = args.text("name").or_else(|_| args.text("selector")).unwrap().to_string();
        self.lab.calls.send_modify(|calls| calls.push(format!("{verb} {name}")));
        let act = self.lab.acts.lock().unwrap().get_mut(&name).and_then(VecDeque::pop_front);
        Box::pin(async move {
            match act.unwrap_or(Act::Succeed) {
                Act::Succeed if verb == "sign_in" => {
                    let credential = (cx.credentials)(name).await?;
                    let told = format!("{} at {}", credential.username, credential.origin);
                    // Like a careless verb, this one reveals the secret.
                    let line =
                        format!("signed in with {} {:?}", credential.password.expose(), credential.totp);
                    Ok(Outcome::found(told).line(line))
                }
                Act::Succeed => self.succeed(&name),
                Act::Return(value) => Ok(Outcome { value, ..self.succeed(&name)? }),
                Act::Fail(cause) => Err(Failure::new(cause, format!("{name} failed: {}", cause.as_str()))),
                Act::Judge(cause, verdict) => {
                    Err(Failure::new(cause, format!("{name} failed")).verdict(verdict))
                }
                Act::Perhaps(cause) => Err(Failure::new(cause, format!("{name} is unsure")).effect_unknown()),
                Act::Heed => {
                    stopped(cx).await;
                    Err(Failure::new(Cause::Cancelled, "told to stop"))
                }
                Act::Late => {
                    stopped(cx).await;
                    self.succeed(&name)
                }
                Act::Ignore => std::future::pending().await,
                Act::Promised => {
                    let outcome = self.succeed(&name)?;
                    (cx.promise)(outcome.undo.unwrap()).await?;
                    std::future::pending().await
                }
                Act::Panic => panic!("{}", everything(&args)),
                Act::Blab { ok } => {
                    let all = everything(&args);
                    cx.events.emit(Event::Progress { what: all.clone(), done: 1, total: None });
                    cx.events.emit(Event::Warning { message: all.clone() });
                    if !ok {
                        return Err(Failure::new(Cause::Conflict, &all).hint(&all).context(&all));
                    }
                    let echo = [
                        ("echo".to_string(), all.as_str().into()),
                        ("token".to_string(), "returned-t0ken".into()),
                    ];
                    let undo = Call {
                        capability: "lab.unchange".into(),
                        arguments: [("name".to_string(), all.as_str().into())].into_iter().collect(),
                    };
                    Ok(Outcome::found(Value::Object(echo.into_iter().collect()))
                        .line(format!("blab {all}"))
                        .change(Change::Altered {
                            what: all.clone(),
                            before: all.clone(),
                            after: all.clone(),
                        })
                        .change(Change::Added(all.clone()))
                        .change(Change::Removed(all))
                        .undo(undo))
                }
            }
        })
    }
}

impl Verb {
    fn succeed(&self, name: &str) -> Result<Outcome, Failure> {
        let mut things = self.lab.things.lock().unwrap();
        let (verb, other) = match self.signature.verb() {
            "change" => ("change", "lab.unchange"),
            "unchange" => ("unchange", "lab.change"),
            "holds" => return Ok(Outcome::found(things.contains(name))),
            "look" => return Ok(Outcome::found(format!("seen {name}"))),
            "elements" => {
                return Ok(Outcome::found(Value::List(vec!["e1".into(), "e2".into(), "e3".into()])));
            }
            verb => {
                assert_ne!(self.signature.effect, Effect::Observe, "{verb}");
                return Ok(Outcome::default());
            }
        };
        let change = if verb == "change" {
            things.insert(name.into());
            Change::Added(name.into())
        } else if things.remove(name) {
            Change::Removed(name.into())
        } else {
            return Err(Failure::new(Cause::Conflict, format!("{name} is gone")).hint("Put it back."));
        };
        let arguments = [("name".to_string(), name.into())].into_iter().collect();
        Ok(Outcome::default().change(change).undo(Call { capability: other.into(), arguments }))
    }
}

async fn stopped(cx: &Context) {
    cx.cancellation.cancelled().await;
}

/// Returns all arguments in plain text, as a careless capability might.
fn everything(args: &Args) -> String {
    fn open(value: &Value) -> String {
        match value {
            Value::Secret(secret) => secret.expose().to_string(),
            Value::List(items) => items.iter().map(open).collect::<Vec<_>>().join(" "),
            Value::Object(fields) => fields.values().map(open).collect::<Vec<_>>().join(" "),
            other => other.to_string(),
        }
    }
    args.as_object().values().map(open).collect::<Vec<_>>().join(" ")
}

/// Stores the open state of a session, and restores it: a thing with this name then exists.
struct Keeper {
    signature: Signature,
    lab: Arc<Lab>,
}

impl Capability for Keeper {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        let mut open = self.lab.open.lock().unwrap();
        let outcome = match self.signature.verb() {
            "keep" => match open.get(&cx.session) {
                Some(state) => Outcome::found(Value::Secret(Secret::new(state.clone()))),
                None => Outcome::default(),
            },
            _ => {
                let (state, whole) = (args.text("state").unwrap().to_string(), args.flag("whole"));
                self.lab.restored.lock().unwrap().push(format!("{} {state} {whole}", cx.session));
                let is_there = open.get(&cx.session) == Some(&state);
                if whole || !is_there {
                    self.lab.put(&state);
                }
                open.insert(cx.session.clone(), state);
                let told = [("whole", Value::from(whole || !is_there)), ("line", "restore the lab".into())];
                Outcome::found(Value::Object(
                    told.map(|(name, value)| (name.to_string(), value)).into_iter().collect(),
                ))
            }
        };
        Box::pin(std::future::ready(Ok(outcome)))
    }
}
