//! The account area: several ways to sign in, and several ways in which it fails.

mod language;
mod members;
mod register;

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use serde_json::{Value, json};

use crate::page::{escaped, page};
use crate::visit::{Visit, Visitors};
use language::LANGUAGES;
use members::{Answer, Member};

/// The server-side state of one browser session.
#[derive(Debug, Default)]
struct Passenger {
    member: Option<&'static Member>,
    remembered: bool,
    /// The member who has entered the password but not the code yet.
    pending: Option<&'static Member>,
    failures: u32,
}

type Passengers = Arc<Visitors<Passenger>>;
type Entries = Form<HashMap<String, String>>;

pub(crate) fn site() -> Router {
    let mut router = Router::new()
        .route("/signin", get(show_identity_form).post(submit_identity))
        .route("/signin/password", post(submit_password))
        .route("/verify", get(show_code_form).post(submit_code))
        .route("/register", get(register::ask).post(register::hear))
        .route("/forgot", get(show_address_form).post(submit_address))
        .route("/dashboard", get(dashboard))
        .route("/settings", get(settings).post(settings))
        .route("/logout", post(log_out))
        .route("/api/login", post(log_in_json))
        .route("/api/ticket", post(ticket))
        .route("/enter", get(enter));
    for language in LANGUAGES {
        router = router.route(
            language.path,
            get(async move |visit: Visit| language.page(&visit, "", "")).post(
                async move |State(known): State<Passengers>, visit: Visit, form: Entries| {
                    log_in(&known, &visit, language, &form.0)
                },
            ),
        );
    }
    router.with_state(Arc::new(Visitors::new("harborline")))
}

fn log_in(
    known: &Passengers,
    visit: &Visit,
    language: &language::Language,
    form: &HashMap<String, String>,
) -> Response {
    let (email, password) = (entry(form, "email"), entry(form, "password"));
    let (cookie, answer) = known.with(visit, |passenger| {
        passenger.remembered = form.contains_key("remember");
        passenger.attempt_login(email, password)
    });
    let response = match answer {
        Answer::Welcome => Redirect::to("/dashboard").into_response(),
        Answer::CodeNeeded => Redirect::to("/verify").into_response(),
        Answer::Locked => locked(visit, email),
        Answer::Wrong => language.page(visit, email, language.wrong),
    };
    (cookie, response).into_response()
}

async fn show_identity_form(visit: Visit) -> Response {
    page(&visit, "account/_identifier.html", &[])
}

async fn submit_identity(visit: Visit, Form(form): Entries) -> Response {
    let who = entry(&form, "identifier");
    let fills = [("email", escaped(who)), ("alert", alert("We could not find an account with that e-mail."))];
    let known = members::find(who).is_some();
    let next = if known { "account/_password.html" } else { "account/_identifier.html" };
    page(&visit, next, if known { &fills[..1] } else { &fills })
}

async fn submit_password(State(known): State<Passengers>, visit: Visit, Form(form): Entries) -> Response {
    let who = entry(&form, "identifier");
    let (cookie, answer) = known.with(&visit, |it| it.attempt_login(who, entry(&form, "password")));
    let response = match answer {
        Answer::Welcome => Redirect::to("/dashboard").into_response(),
        Answer::CodeNeeded => Redirect::to("/verify").into_response(),
        Answer::Locked => locked(&visit, who),
        Answer::Wrong => {
            let problem = alert("Wrong password. Try again or click Forgot password to reset it.");
            page(&visit, "account/_password.html", &[("email", escaped(who)), ("alert", problem)])
        }
    };
    (cookie, response).into_response()
}

async fn show_code_form(visit: Visit) -> Response {
    page(&visit, "account/_verify.html", &[])
}

async fn submit_code(State(known): State<Passengers>, visit: Visit, Form(form): Entries) -> Response {
    let (cookie, entered) = known.with(&visit, |passenger| {
        let member = passenger.pending.filter(|member| member.code == Some(entry(&form, "code")));
        passenger.member = member.or(passenger.member);
        member.is_some()
    });
    let response = if entered {
        Redirect::to("/dashboard").into_response()
    } else {
        page(
            &visit,
            "account/_verify.html",
            &[("alert", alert("That code is not right. Codes change every 30 seconds."))],
        )
    };
    (cookie, response).into_response()
}

async fn show_address_form(visit: Visit) -> Response {
    page(&visit, "account/_forgot.html", &[])
}

async fn submit_address(visit: Visit, Form(form): Entries) -> Response {
    let email = escaped(entry(&form, "email"));
    let notice =
        format!("<p class=\"notice\" role=\"status\">If {email} has an account, a link is on its way.</p>");
    page(&visit, "account/_forgot.html", &[("alert", notice)])
}

async fn dashboard(State(known): State<Passengers>, visit: Visit) -> Response {
    render_member_page(&known, &visit, "account/_dashboard.html")
}

async fn settings(State(known): State<Passengers>, visit: Visit) -> Response {
    render_member_page(&known, &visit, "account/_settings.html")
}

async fn log_out(State(known): State<Passengers>, visit: Visit) -> Response {
    let (cookie, ()) = known.with(&visit, |passenger| *passenger = Passenger::default());
    (cookie, Redirect::to("/login")).into_response()
}

async fn log_in_json(State(known): State<Passengers>, visit: Visit, Json(given): Json<Value>) -> Response {
    let (email, password) = credentials(&given);
    let (cookie, answer) = known.with(&visit, |passenger| passenger.attempt_login(&email, &password));
    let answer = match answer {
        Answer::Welcome => json!({"ok": true, "next": "/dashboard"}),
        Answer::CodeNeeded => json!({"ok": true, "next": "/verify"}),
        Answer::Locked => json!({"ok": false, "problem": "Your account is locked. Please contact support."}),
        Answer::Wrong => json!({"ok": false, "problem": "Invalid email or password."}),
    };
    (cookie, Json(answer)).into_response()
}

/// Signs in inside the frame of the other origin. Cookies are not sent from inside a cross-origin frame, so
/// it returns a ticket, as identity providers do.
async fn ticket(Json(given): Json<Value>) -> Json<Value> {
    let (email, password) = credentials(&given);
    match Passenger::default().attempt_login(&email, &password) {
        Answer::Welcome => Json(json!({"ticket": format!("islepass-{email}")})),
        _ => Json(json!({"problem": "Incorrect username or password."})),
    }
}

async fn enter(
    State(known): State<Passengers>,
    visit: Visit,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let email = entry(&query, "ticket").strip_prefix("islepass-").unwrap_or_default();
    let (cookie, ()) = known.with(&visit, |passenger| passenger.member = members::find(email));
    (cookie, Redirect::to("/dashboard")).into_response()
}

fn render_member_page(known: &Passengers, visit: &Visit, name: &str) -> Response {
    let (cookie, (member, remembered)) = known.with(visit, |it| (it.member, it.remembered));
    let Some(member) = member else { return (cookie, Redirect::to("/login")).into_response() };
    let remembered = if remembered { " · This device is remembered" } else { "" };
    let fills = [
        ("name", escaped(member.name)),
        ("initials", member.name.chars().take(1).collect()),
        ("email", escaped(member.email)),
        ("remembered", remembered.to_string()),
    ];
    (cookie, page(visit, name, &fills)).into_response()
}

fn locked(visit: &Visit, email: &str) -> Response {
    page(visit, "account/_locked.html", &[("email", escaped(email))])
}

/// Formats the message above a form.
fn alert(message: &str) -> String {
    format!("<div class=\"alert\" role=\"alert\">{}</div>", escaped(message))
}

fn entry<'a>(form: &'a HashMap<String, String>, name: &str) -> &'a str {
    form.get(name).map(String::as_str).unwrap_or_default().trim()
}

fn credentials(given: &Value) -> (String, String) {
    let text = |name: &str| given.get(name).and_then(Value::as_str).unwrap_or_default().to_string();
    (text("email"), text("password"))
}

impl Passenger {
    /// Five failures in a row lock the account, whatever the credentials.
    fn attempt_login(&mut self, email: &str, password: &str) -> Answer {
        let answer = if self.failures >= 5 { Answer::Locked } else { members::check(email, password) };
        match answer {
            Answer::Welcome => {
                *self = Self { member: members::find(email), remembered: self.remembered, ..Self::default() }
            }
            Answer::CodeNeeded => self.pending = members::find(email),
            Answer::Wrong => self.failures += 1,
            Answer::Locked => {}
        }
        answer
    }
}
