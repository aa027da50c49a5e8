//! A domain for tests: a verb that runs until it is cancelled, one that needs confirmation, and one that only
//! observes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use lemmascope_intent::{
    Args, BoxFuture, Cancellation, Capability, Cause, Context, Domain, Effect, Failure, Object, Operation,
    Outcome, Owner, Page, Parameter, Permission, Permissions, Reach, RecordedRun, RefusalForm, Route,
    RouteAnswer, RouteCall, RouteEvent, RouteEvents, RouteMethod, RouteRefusal, RouteSchema, Signature,
    Submission, Submit, SubmittedRequest, Type, View,
};
use serde_json::json;

/// Returns the domain, which counts the pictures that it takes.
pub(crate) fn domain(pictures: &Arc<AtomicU64>) -> Domain {
    let verb = |signature: Signature| -> Arc<dyn Capability> {
        Arc::new(Verb { signature, pictures: Arc::clone(pictures) })
    };
    let note = || Parameter::required("note", Type::String, "What it is for.");
    let domain = Domain::new(
        "lab",
        vec![
            verb(Signature::observe("lab.look", "Look at the bench.").reach(Reach::Page)),
            verb(
                Signature::observe("lab.picture", "Take a picture of the bench.")
                    .reach(Reach::Page)
                    .parameter(Parameter::optional("after", Type::String, "The mark of another picture.")),
            ),
            verb(Signature::change("lab.stir", "Stir until somebody stops it.").reach(Reach::Page)),
            verb(Signature::send("lab.mail", "Write to somebody.").reach(Reach::People).parameter(note())),
            verb(
                Signature::change("lab.mark", "Put a mark on the bench.")
                    .reach(Reach::Page)
                    .parameter(note()),
            ),
        ],
    )
    .operations(&[(Operation::Observe, "lab.look"), (Operation::Picture, "lab.picture")]);
    Domain { routes: routes(), pages: PAGES, background: Some(Box::new(watch)), ..domain }
}

const PAGES: &[Page] = &[Page {
    path: "/lab",
    title: "Lab",
    files: &[("index.html", "<!doctype html><title>Lab</title>"), ("lab.js", "export {};")],
}];

/// Records on the bench that the background work has begun.
fn watch(engine: Arc<dyn Submit>, stop: Cancellation) -> BoxFuture<'static, ()> {
    Box::pin(async move {
        let mark = mark("watching");
        let submission = Submission {
            owner: Owner::local(),
            permissions: Permissions::all(),
            session: "watch".into(),
            request: mark,
            confirm: None,
            events: Arc::new(()),
            cancellation: stop.clone(),
        };
        let _report = engine.submit(submission).await;
        stop.cancelled().await;
    })
}

fn mark(note: &str) -> SubmittedRequest {
    let parameters = Object::from_iter([("note".to_string(), note.into())]);
    SubmittedRequest::Call { name: "lab.mark".into(), parameters, dry_run: false }
}

/// Returns the routes of samples: by number, by name, marked through the engine, and followed.
fn routes() -> Vec<Route> {
    let is_number: fn(&str) -> bool = |text| text.parse::<u64>().is_ok();
    let sample = |kind: &'static str, name: &'static str| {
        move |call: RouteCall| -> BoxFuture<'static, Result<RouteAnswer, RouteRefusal>> {
            let answer = json!({kind: call.part(name), "by": call.owner.as_str(), "key": call.headers.get("authorization")});
            Box::pin(async move { Ok(RouteAnswer::json(answer)) })
        }
    };
    let routes = vec![
        Route::new(
            RouteMethod::Get,
            "/lab/samples/{name}",
            "namedSample",
            "A sample by its name.",
            sample("name", "name"),
        ),
        Route::new(
            RouteMethod::Get,
            "/lab/samples/{id}",
            "sample",
            "A sample by its number.",
            sample("id", "id"),
        )
        .shape("id", is_number),
        Route::new(RouteMethod::Post, "/lab/samples", "markSample", "Mark a sample.", |call| {
            Box::pin(async move {
                let note = call.body["note"].as_str().unwrap_or_default().to_string();
                let report = call.engine.submit(call.submission("lab", mark(&note))).await?;
                Ok(RouteAnswer::with_status(201, report))
            })
        })
        .needs(Permission::Act)
        .body(json!({"type": "object", "required": ["note"], "properties": {"note": {"type": "string"}}}))
        .refusal(RefusalForm {
            schema: json!({
                "type": "object",
                "required": ["ok", "error"],
                "properties": {"ok": {"const": false}, "error": {"type": "object", "required": ["code"]}},
                "additionalProperties": false,
            }),
            write: |problem| json!({"ok": false, "error": {"code": problem["code"], "field": problem["field"]}}),
        }),
        Route::new(RouteMethod::Get, "/lab/runs/{run}", "sampleRun", "What is recorded of a run.", |call| {
            Box::pin(async move {
                let recorded = call.engine.recorded(&call.owner, call.part("run")).await?;
                Ok(RouteAnswer::json(match recorded {
                    RecordedRun::Ended(report) => report,
                    RecordedRun::UnderWay => json!({"status": "under way"}),
                    RecordedRun::Unknown => json!({"status": "unknown"}),
                }))
            })
        }),
        Route::new(RouteMethod::Get, "/lab/changes", "sampleChanges", "Follow samples.", |_call| {
            Box::pin(async move {
                let mut left = vec![2, 1];
                let events: RouteEvents = Box::new(move || {
                    let next = left.pop();
                    Box::pin(async move {
                        let number = next?;
                        Some(RouteEvent {
                            id: Some(number.to_string()),
                            event: "sample".into(),
                            data: json!({"n": number}),
                        })
                    })
                });
                Ok(RouteAnswer::Events(events))
            })
        })
        .answers(RouteSchema::Events(json!({"type": "object"}))),
    ];
    routes.into_iter().map(|route| route.tag("lab")).collect()
}

struct Verb {
    signature: Signature,
    /// The number of the last picture in a stream.
    pictures: Arc<AtomicU64>,
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        Box::pin(async move {
            match self.signature.verb() {
                "look" => {
                    let view = View { head: "@ bench".into(), ..View::default() };
                    Ok(Outcome::default().view(view))
                }
                "picture" => {
                    let number = args.optional_text("after").map_or(0, |mark| mark.parse().unwrap_or(0)) + 1;
                    self.pictures.fetch_max(number, Ordering::Relaxed);
                    // The first picture is small; the following ones fill the buffers of the system for a
                    // slow reader.
                    let data = if number == 1 { "/9j/".to_string() } else { "/9j/".repeat(20_000) };
                    let fields =
                        [("data".to_string(), data.into()), ("mark".to_string(), number.to_string().into())];
                    Ok(Outcome::found(Object::from_iter(fields)))
                }
                "stir" => {
                    cx.cancellation.cancelled().await;
                    Err(Failure::new(Cause::Cancelled, "the stirring was stopped"))
                }
                verb => {
                    let is_sent = self.signature.effect == Effect::Send;
                    let line =
                        format!("{verb} \"{}\"{}", args.text("note")?, if is_sent { " sent" } else { "" });
                    Ok(Outcome::default().line(line))
                }
            }
        })
    }
}
