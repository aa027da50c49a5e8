//! The newspaper: consent banners of several types and languages. The choice is stored in a cookie only.

mod wording;

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::page::{Fill, escaped, missing, page, part};
use crate::visit::{Visit, cookie};
use wording::{WORDINGS, Wording};

/// The types of banners: the path segment, and the template.
const BUILDS: &[(&str, &str)] = &[
    ("bar", "_bar"),
    ("wall", "_wall"),
    ("settings", "_settings"),
    ("framed", "_framed"),
    ("shadow", "_shadow"),
    ("open", "_shadow"),
    ("only", "_only"),
    ("cross", "_cross"),
    ("soup", "_soup"),
    ("toggles", "_toggles"),
    ("forgetful", "_forgetful"),
    ("late", "_late"),
    ("paid", "_paid"),
    ("writing", "_writing"),
];

pub(crate) fn site() -> Router {
    Router::new()
        .route("/", get(front))
        .route("/vendor-frame/{lang}", get(frame))
        .route("/api/consent/{build}", post(keep))
        .route("/{build}/{lang}", get(article))
}

async fn front(visit: Visit) -> Response {
    let item = |build: &str, lang: &str| format!("<li><a href=\"/{build}/{lang}\">{build}, {lang}</a></li>");
    let list =
        BUILDS.iter().flat_map(|(build, _)| WORDINGS.iter().map(move |it| item(build, it.lang))).collect();
    page(&visit, "consent/_front.html", &[("list", list), ("lang", "en".to_string())])
}

async fn article(visit: Visit, Path((build, lang)): Path<(String, String)>) -> Response {
    let build = BUILDS.iter().find(|(name, _)| *name == build);
    let (Some((build, file)), Some(wording)) = (build, find(&lang)) else {
        return missing(&visit, "consent");
    };
    let mut fills = wording.fills();
    fills.push(("build", build.to_string()));
    fills.push(("mode", if *build == "open" { "open" } else { "closed" }.to_string()));
    // Any page can set a cookie, so its value is escaped.
    let chosen = visit.cookie(&format!("meridian_{build}"));
    let (choice, banner) = match chosen {
        Some(chosen) => (format!("Cookies: {}", escaped(chosen)), String::new()),
        None => ("Cookies: undecided".to_string(), part(&visit, &format!("consent/{file}.html"), &fills)),
    };
    fills.extend([("choice", choice), ("banner", banner)]);
    page(&visit, "consent/_article.html", &fills)
}

/// Returns the content of the cross-origin frame.
async fn frame(visit: Visit, Path(lang): Path<String>) -> Response {
    match find(&lang) {
        Some(wording) => page(&visit, "consent/_vendor-frame.html", &wording.fills()),
        None => missing(&visit, "consent"),
    }
}

async fn keep(Path(build): Path<String>, choice: String) -> Response {
    let known = BUILDS.iter().any(|(name, _)| *name == build);
    if !known || !choice.chars().all(|c| c.is_ascii_lowercase() || c == '+') {
        return StatusCode::BAD_REQUEST.into_response();
    }
    let header = cookie(&format!("meridian_{build}={choice}; Path=/; Max-Age=31536000; SameSite=Lax"));
    (header, StatusCode::NO_CONTENT).into_response()
}

fn find(lang: &str) -> Option<&'static Wording> {
    WORDINGS.iter().find(|wording| wording.lang == lang)
}

impl Wording {
    fn fills(&self) -> Vec<Fill<'static>> {
        let [headline, by, first, second] = self.article;
        let [title, text, more, accept, reject, settings] = self.banner;
        let [necessary, statistics, marketing, save, understood, close] = self.details;
        let all = [
            ("lang", self.lang),
            ("headline", headline),
            ("by", by),
            ("first", first),
            ("second", second),
            ("title_text", title),
            ("text", text),
            ("more", more),
            ("accept", accept),
            ("reject", reject),
            ("settings", settings),
            ("necessary", necessary),
            ("statistics", statistics),
            ("marketing", marketing),
            ("save", save),
            ("understood", understood),
            ("close", close),
        ];
        all.map(|(name, text)| (name, text.to_string())).into()
    }
}
