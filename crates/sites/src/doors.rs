//! A site with many variants of login forms and logout controls.

mod credentials;
mod http_authentication;
mod logout;
mod one_time;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::page::{escaped, missing, page};
use crate::visit::{Visit, Visitors};
use credentials::{Answer, check};

/// The server-side state of one browser session.
#[derive(Debug, Default)]
struct Caller {
    inside: bool,
    /// Whether the password was correct and a code is required.
    owes_code: bool,
    /// The values that the page reported for each keystroke or input.
    heard: Vec<String>,
}

type Callers = Arc<Visitors<Caller>>;
type Entries = Form<HashMap<String, String>>;

/// The response time of the slow form.
const SLOW: Duration = Duration::from_secs(3);

pub(crate) fn site() -> Router {
    Router::new()
        .route("/{door}", get(show).post(hear))
        .route("/steps/password", post(submit_password))
        .route("/code", get(show_code_form).post(submit_code))
        .route("/inside", get(inside))
        .route("/inside/{leave}", get(inside_with_logout))
        .route("/members/account", get(logout::account))
        .route("/leave", get(leave).post(leave))
        .route("/leave/sure", get(async |visit: Visit| page(&visit, "doors/_sure.html", &[])))
        .route("/guarded/{room}", get(http_authentication::show))
        .route("/hop/{step}", get(hop))
        .route("/enter", get(enter))
        .route("/heard", get(heard).post(listen))
        .route("/api/enter", post(enter_json))
        .route("/api/slow", post(enter_json_slowly))
        .route("/api/ticket", post(ticket))
        .with_state(Arc::new(Visitors::new("wicket")))
}

async fn show(
    visit: Visit,
    Path(door): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let problem = if query.contains_key("error") { alert(WRONG) } else { String::new() };
    let name = format!("doors/_{door}.html");
    if let Some(whole) = ["about", "style.css", "doors.js"].iter().find(|one| **one == door) {
        return crate::page::whole(&visit, "doors", whole);
    }
    match door.as_str() {
        "layout" | "missing" => missing(&visit, "doors"),
        _ if crate::file::read(&name).is_none() => missing(&visit, "doors"),
        _ => page(&visit, &name, &[("alert", problem)]),
    }
}

const WRONG: &str = "The name or the password is wrong.";

async fn hear(
    State(callers): State<Callers>,
    visit: Visit,
    Path(door): Path<String>,
    Form(form): Entries,
) -> Response {
    let given = |name: &str| form.get(name).map_or("", String::as_str);
    let user = if door == "password" { "robin" } else { given("user") };
    // Only a bot fills in hidden fields.
    let is_trapped =
        door == "decoys" && ["email", "username", "fake"].iter().any(|name| !given(name).is_empty());
    let answer = match door.as_str() {
        "steps" => return show_password_form(&visit, user),
        "discovery" => return Redirect::to(&format!("{}/username", visit.other())).into_response(),
        "question" => return Redirect::to("/inside").into_response(),
        "register" => return Redirect::to("/about").into_response(),
        _ if is_trapped => Answer::Wrong,
        "remember" if given("remember") == "yes" => Answer::Wrong,
        _ => check(user, given("password")),
    };
    let (cookie, response) = admit(&callers, &visit, answer, &door);
    (cookie, response).into_response()
}

fn admit(
    callers: &Callers,
    visit: &Visit,
    answer: Answer,
    door: &str,
) -> (Option<crate::visit::Cookie>, Response) {
    let (cookie, ()) = callers.with(visit, |caller| {
        caller.inside = answer == Answer::Welcome;
        caller.owes_code = answer == Answer::CodeNeeded;
    });
    let again = |message: &str, status: StatusCode| {
        let mut page = page(visit, &format!("doors/_{door}.html"), &[("alert", alert(message))]);
        *page.status_mut() = status;
        page
    };
    let response = match (answer, door) {
        (Answer::Welcome, "chain") => Redirect::to("/hop/1").into_response(),
        (Answer::Welcome, "stay") => Redirect::to("/question").into_response(),
        (Answer::Welcome, _) => Redirect::to("/inside").into_response(),
        (Answer::CodeNeeded, _) => Redirect::to("/code").into_response(),
        (Answer::Expired, _) => Redirect::to("/expired").into_response(),
        (Answer::Locked, _) => again(
            "Your account has been locked after too many failed attempts. Try again in 30 minutes.",
            StatusCode::OK,
        ),
        (Answer::Unverified, _) => again("Your e-mail address has not been verified yet.", StatusCode::OK),
        (Answer::Broken, _) => {
            let broken = Html("<!doctype html><title>Error</title><h1>Internal Server Error</h1>");
            (StatusCode::INTERNAL_SERVER_ERROR, broken).into_response()
        }
        (Answer::Throttled, _) => again("Slow down.", StatusCode::TOO_MANY_REQUESTS),
        (Answer::Puzzled, _) => again("Prove that you are not a robot.", StatusCode::OK),
        (Answer::Warned, _) => {
            again("Wrong password. 2 attempts left before your account is locked.", StatusCode::OK)
        }
        (Answer::Wrong, "silent") => page(visit, "doors/_silent.html", &[]),
        (Answer::Wrong, "query") => Redirect::to("/query?error=1").into_response(),
        (Answer::Wrong, "portuguese") => again("Utilizador ou palavra-passe incorretos.", StatusCode::OK),
        (Answer::Wrong, "french") => again("Identifiant ou mot de passe incorrect.", StatusCode::OK),
        (Answer::Wrong, "japanese") => {
            again("ユーザー名またはパスワードが正しくありません。", StatusCode::OK)
        }
        (Answer::Wrong, "arabic") => again("اسم المستخدم أو كلمة المرور غير صحيحة.", StatusCode::OK),
        (Answer::Wrong, "breeze") => page(
            visit,
            "doors/_breeze.html",
            &[(
                "alert",
                "<ul class=\"text-sm mt-2\"><li>These credentials do not match our records.</li></ul>"
                    .to_string(),
            )],
        ),
        (Answer::Wrong, "german") => again("Benutzername oder Kennwort falsch.", StatusCode::UNAUTHORIZED),
        (Answer::Wrong, "table") => page(
            visit,
            "doors/_table.html",
            &[("alert", "<font color=\"red\">Login incorrect</font>".to_string())],
        ),
        (Answer::Wrong, _) => again(WRONG, StatusCode::OK),
    };
    (cookie, response)
}

fn show_password_form(visit: &Visit, user: &str) -> Response {
    if credentials::is_known(user) {
        return page(visit, "doors/_steps-password.html", &[("user", escaped(user))]);
    }
    page(visit, "doors/_steps.html", &[("alert", alert("We couldn't find an account with that name."))])
}

async fn submit_password(State(callers): State<Callers>, visit: Visit, Form(form): Entries) -> Response {
    let given = |name: &str| form.get(name).map_or("", String::as_str);
    let answer = check(given("user"), given("password"));
    if answer == Answer::Wrong {
        let fills = [("user", escaped(given("user"))), ("alert", alert("That password is not right."))];
        return page(&visit, "doors/_steps-password.html", &fills);
    }
    admit(&callers, &visit, answer, "steps").into_response()
}

async fn show_code_form(visit: Visit) -> Response {
    page(&visit, "doors/_code.html", &[])
}

async fn submit_code(State(callers): State<Callers>, visit: Visit, Form(form): Entries) -> Response {
    let is_right = one_time::is_right(form.get("code").map_or("", String::as_str));
    let (cookie, entered) = callers.with(&visit, |caller| {
        caller.inside = caller.owes_code && is_right;
        caller.inside
    });
    let response = if entered {
        Redirect::to("/inside").into_response()
    } else {
        page(&visit, "doors/_code.html", &[("alert", alert("That code is not right."))])
    };
    (cookie, response).into_response()
}

async fn inside(State(callers): State<Callers>, visit: Visit) -> Response {
    room(&callers, &visit, "link")
}

async fn inside_with_logout(
    State(callers): State<Callers>,
    visit: Visit,
    Path(leave): Path<String>,
) -> Response {
    room(&callers, &visit, &leave)
}

fn room(callers: &Callers, visit: &Visit, leave: &str) -> Response {
    let (cookie, is_inside) = callers.with(visit, |caller| caller.inside);
    if !is_inside {
        return (cookie, Redirect::to("/plain")).into_response();
    }
    let fills = [("name", "Robin".to_string()), ("leave", logout::control(leave).to_string())];
    (cookie, page(visit, "doors/_inside.html", &fills)).into_response()
}

async fn leave(
    State(callers): State<Callers>,
    visit: Visit,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let (cookie, ()) = callers.with(&visit, |caller| *caller = Caller::default());
    let to = if query.contains_key("quietly") { "/left" } else { "/plain" };
    (cookie, Redirect::to(to)).into_response()
}

/// A chain of redirects with a page in the middle that continues by itself.
async fn hop(visit: Visit, Path(step): Path<u32>) -> Response {
    match step {
        0..3 => Redirect::to(&format!("/hop/{}", step + 1)).into_response(),
        _ => page(&visit, "doors/_hop.html", &[]),
    }
}

async fn enter(
    State(callers): State<Callers>,
    visit: Visit,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let is_known = query.get("ticket").is_some_and(|ticket| ticket == TICKET);
    let (cookie, ()) = callers.with(&visit, |caller| caller.inside = is_known);
    (cookie, Redirect::to("/inside")).into_response()
}

const TICKET: &str = "oak-7";

async fn ticket(Json(given): Json<Value>) -> Json<Value> {
    Json(match check_json_credentials(&given) {
        Answer::Welcome => json!({ "ticket": TICKET }),
        _ => json!({ "problem": WRONG }),
    })
}

async fn enter_json(State(callers): State<Callers>, visit: Visit, Json(given): Json<Value>) -> Response {
    let answer = check_json_credentials(&given);
    let (cookie, ()) = callers.with(&visit, |caller| caller.inside = answer == Answer::Welcome);
    let (status, told) = match answer {
        Answer::Welcome => (StatusCode::OK, json!({ "ok": true })),
        _ => (StatusCode::UNAUTHORIZED, json!({ "ok": false, "problem": WRONG })),
    };
    (cookie, (status, Json(told))).into_response()
}

async fn enter_json_slowly(
    State(callers): State<Callers>,
    visit: Visit,
    Json(given): Json<Value>,
) -> Response {
    sleep(SLOW).await;
    let answer = check_json_credentials(&given);
    let (cookie, ()) = callers.with(&visit, |caller| caller.inside = answer == Answer::Welcome);
    let told = match answer {
        Answer::Welcome => json!({ "ok": true }),
        _ => json!({ "ok": false, "problem": WRONG }),
    };
    (cookie, Json(told)).into_response()
}

fn check_json_credentials(given: &Value) -> Answer {
    let text = |name: &str| given.get(name).and_then(Value::as_str).unwrap_or_default();
    check(text("user"), text("password"))
}

async fn listen(State(callers): State<Callers>, visit: Visit, field: String) -> Response {
    let (cookie, ()) = callers.with(&visit, |caller| caller.heard.push(field));
    (cookie, StatusCode::NO_CONTENT).into_response()
}

async fn heard(State(callers): State<Callers>, visit: Visit) -> Response {
    let (cookie, heard) = callers.with(&visit, |caller| caller.heard.join(", "));
    let page = format!("<!doctype html><title>Heard</title><p id=\"heard\">heard: {}.</p>", escaped(&heard));
    (cookie, Html(page)).into_response()
}

fn alert(message: &str) -> String {
    format!("<div class=\"alert\">{}</div>", escaped(message))
}
