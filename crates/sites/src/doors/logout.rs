//! The logout controls, one for each page.

use axum::response::Response;

use crate::page::page;
use crate::visit::Visit;

/// Returns the logout control as HTML.
pub(super) fn control(kind: &str) -> &'static str {
    match kind {
        "form" => r#"<form method="post" action="/leave"><button>Sign out</button></form>"#,
        "quiet" => r#"<a href="/leave?quietly">Log out</a>"#,
        "menu" => MENU,
        "hover" => {
            r#"<div class="menu unfolds"><a href="/members/account" class="user">Robin</a><div class="menu-list"><a href="/inside">Orders</a><a href="/leave">Log out</a></div></div>"#
        }
        "face" => FACE,
        "drawer" => DRAWER,
        "else" => {
            r#"<button type="button" disabled>Log Out Everywhere Else</button> <button type="button">Log out of all other sessions</button> <a href="/leave">Log Out</a>"#
        }
        "account" => r#"<nav><a href="/members/account">My account</a></nav>"#,
        "sure" => r#"<a href="/leave/sure">Sign out</a>"#,
        "confirm" => {
            r#"<form method="post" action="/leave" onsubmit="return confirm('Do you really want to log out?')"><button>Log out</button></form>"#
        }
        "modal" => MODAL,
        "view" => VIEW,
        "portuguese" => r#"<a href="/leave">Terminar sessão</a>"#,
        "dead" => r#"<button type="button" onclick="this.title = 'pressed'">Log out</button>"#,
        "none" => r#"<nav><a href="/about">About</a> <button type="button">Delete my account</button></nav>"#,
        _ => r#"<a href="/leave">Log out</a>"#,
    }
}

pub(super) async fn account(visit: Visit) -> Response {
    let leave = r#"<nav><a href="/inside">Gates</a></nav><h2>My account</h2><button type="button">Delete account</button> <a href="/leave">Sign out of Wicket</a>"#;
    page(&visit, "doors/_inside.html", &[("name", "Robin".to_string()), ("leave", leave.to_string())])
}

const MENU: &str = r#"<header><nav><div class="menu"><button type="button" aria-haspopup="menu" aria-expanded="false" id="person"
  onclick="list.hidden = !list.hidden; this.setAttribute('aria-expanded', String(!list.hidden))">Robin</button>
  <div class="menu-list" id="list" role="menu" hidden><a role="menuitem" href="/about">Delete account</a>
  <a role="menuitem" href="/leave">Sign out</a></div></div></nav></header>"#;

/// The menu behind the avatar is created only on click.
const FACE: &str = r#"<header><nav><button type="button" class="avatar" id="face" aria-label="R"><svg width="24" height="24"><circle cx="12" cy="12" r="12" /></svg></button></nav></header>
  <script>face.onclick = () => { const list = document.createElement('div'); list.className = 'menu-list';
  list.innerHTML = '<a href="/about">Orders</a><a href="/leave">Log out</a>'; face.after(list); };</script>"#;

const DRAWER: &str = r#"<header><button type="button" aria-label="Open menu" id="burger">☰</button></header>
  <div class="drawer" id="drawer" hidden><a href="/about">About</a><a href="/leave">Log out</a></div>
  <script>burger.onclick = () => { drawer.hidden = false; };</script>"#;

const MODAL: &str = r#"<button type="button" id="out">Log out</button>
  <dialog id="box"><h2>Log out?</h2><p>You will have to sign in again to see your gates.</p>
  <button type="button" onclick="box.close()">Cancel</button> <button type="button" onclick="location.assign('/leave')">Log out</button></dialog>
  <script>out.onclick = () => box.showModal();</script>"#;

/// The logout replaces the content without a navigation.
const VIEW: &str = r#"<button type="button" id="out">Log out</button>
  <script>out.onclick = async () => { await fetch('/leave', { method: 'POST' });
  document.querySelector('main').innerHTML = '<div class="wide"><h1>Wicket</h1><a href="/plain">Log in</a></div>'; };</script>"#;
