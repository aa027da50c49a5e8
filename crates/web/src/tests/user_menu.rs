//! Tests the indicators of a signed-in user.

use lemmascope_sites::{Answer, Server};
use serde_json::json;

use crate::testing::{Agent, perform};
use crate::tests::login::logout;

/// Whether the page is recognized as that of a signed-in user: by a `user_menu` pattern, or by a logout
/// control.
async fn is_signed_in(agent: &Agent, html: &str) -> (bool, String) {
    agent.open(html).await;
    let seen = agent.call("observe", json!({})).await.unwrap();
    let view = seen.view.unwrap();
    let sections = view.sections.iter().flat_map(|section| section.lines.clone());
    let text = view.lines.iter().cloned().chain(sections).collect::<Vec<String>>().join("\n");
    (text.contains("user_menu") || text.contains("/logout"), text)
}

const SIGNED_IN: &[(&str, &str)] = &[
    (
        "a greeting with a face and a menu that unfolds under the pointer",
        "<style>.sub{display:none} li:hover .sub{display:block}</style>
         <div id=bar><ul><li class='menupop with-avatar'><a aria-haspopup=true href=/me>Hello, <span>ada</span>
           <img alt='' class='avatar photo' width=26 height=26></a>
           <div class=sub><ul><li><a href=/me>Edit profile</a></li><li><a href='/login.php?action=logout&n=1'>Log Out</a></li></ul></div></li></ul></div>
         <h1>Dashboard</h1>",
    ),
    (
        "a closed menu without any name",
        "<header><a href=/>Home</a><div><button>Ann Lee</button><ul hidden><li><a href=/s>Settings</a></li>
           <li><form method=post action=/session/end><button>Sign out</button></form></li></ul></div></header><h1>Boards</h1>",
    ),
    (
        "initials in a circle",
        "<header><a href=/>Home</a><a href=/docs>Docs</a>
           <button style='border-radius:50%;width:36px;height:36px;padding:0'>AL</button></header><h1>Boards</h1>",
    ),
    (
        "a face on a button",
        "<header><a href=/>Home</a><button><img class=user-avatar alt='' width=32 height=32 style='background:grey'></button></header><h1>Files</h1>",
    ),
    (
        "a picture that leads to the way out",
        "<header><a href=/>Home</a><a href=/users/sign_out><img alt='' width=20 height=20 style='background:grey'></a></header><h1>Files</h1>",
    ),
    (
        "a word of its own for the way out",
        "<nav><a href=/>Home</a> <a href='/index.php?do=logout'>Bye bye</a></nav><h1>Files</h1>",
    ),
    (
        "a form with a button that is a picture",
        "<header><a href=/>Home</a><form method=post action=/logout><button title=''>⏻</button></form></header><h1>Files</h1>",
    ),
    ("Portuguese, a link", "<html lang=pt><nav><a href=/>Início</a> <a href=/x>Terminar sessão</a></nav><h1>Pastas</h1>"),
    (
        "Portuguese, a closed menu",
        "<html lang=pt><header><a href=/>Início</a><details><summary>Ana Silva</summary><a href=/perfil>Editar perfil</a>
           <a href=/fim>Sair</a></details></header><h1>Pastas</h1>",
    ),
    (
        "a menu named by the control",
        "<header><a href=/>Home</a><a href='#' aria-expanded=false aria-controls=m>ann</a></header><h1>Wiki</h1>
         <div id=m hidden><a href=/p>Preferences</a><a href=/o>Log out</a></div>",
    ),
    (
        "a drawer beside the page",
        "<header><button aria-haspopup=true>Ann</button></header><h1>Shop</h1>
         <div style='position:fixed;top:0;right:-300px;width:300px'><a href=/orders>Orders</a></div>
         <div id=u style='visibility:hidden'><a href=/account/logout>LeaveGuard</a></div>",
    ),
    (
        "a tab whose panel is beside the list of tabs",
        "<header><a href=/>Forum</a><ul><li><a href=/search>Search</a></li><li><a href=/user/menu>ada</a></li></ul>
           <div><div style='display:none'><nav><a href=/user/1>Profile</a><a href=/user/logout/>Log out</a></nav></div></div></header><h1>Topics</h1>",
    ),
    (
        "a button at the end of a sidebar",
        "<aside><nav><a href=/p>Pages</a></nav><div style='height:60px;overflow:hidden'><button aria-haspopup=menu aria-expanded=false>ada</button>
           <ul style='visibility:hidden'><li><a href=/a>Account</a></li><li><form method=post action=/admin/logout/><button><span>Log out</span></button></form></li></ul></div></aside><h1>Pages</h1>",
    ),
];

const SIGNED_OUT: &[(&str, &str)] = &[
    (
        "a way in, and a prepared way out that does not show",
        "<header><a href=/>Home</a><a href=/login>Sign in</a><div><button>Menu</button><ul hidden><li><a href=/logout>Log out</a></li></ul></div></header><h1>Welcome</h1>",
    ),
    (
        "the form itself",
        "<h1>Sign in</h1><form><label>User <input name=u></label><label>Password <input type=password></label><button>Sign in</button></form>
         <div hidden><a href=/logout>Logout</a></div>",
    ),
    (
        "an icon with a menu to sign in",
        "<header><a href=/>Home</a><div class=account><button class='user-icon avatar' aria-haspopup=true aria-label=Account>☺</button>
           <ul hidden><li><a href=/login>Log in</a></li><li><a href=/register>Register</a></li></ul></div></header><h1>Shop</h1>",
    ),
    (
        "languages and other menus",
        "<header><a href=/>Home</a><button aria-haspopup=true>EN</button><button aria-expanded=false>Products</button></header><h1>Shop</h1>",
    ),
    ("a text about it", "<h1>Help</h1><p>Read the <a href=/help/logout-guide>guide to sessions</a> first.</p>"),
    (
        "the author of an article",
        "<header><a href=/>Blog</a></header><article style='margin-top:300px'><header><a href=/ann><img class=avatar alt=Ann width=40 height=40></a> by Ann</header><p>Words</p></article>",
    ),
];

#[test]
fn recognizes_signed_in_and_signed_out_pages() {
    perform(async |agent: Agent| {
        let mut wrong = Vec::new();
        for (pages, expected) in [(SIGNED_IN, true), (SIGNED_OUT, false)] {
            for (title, html) in pages {
                let (is, text) = is_signed_in(&agent, html).await;
                if is != expected {
                    wrong.push(format!("{title}: {text}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    });
}

#[test]
fn logout_follows_link_to_confirmation_button() {
    perform(async |agent: Agent| {
        let page = |content: &str| Some(Answer::page(&format!("<title>Orchard</title>{content}")));
        let server = Server::start(move |path| match path {
            "/" => page("<nav><a href=/timeline>Timeline</a> <a href=/out>Logout</a></nav><h1>Timeline</h1>"),
            "/out" => page(
                "<nav><a href=/timeline>Timeline</a> <a href=/out>Logout</a></nav><form action=/gone><p>You are ann.</p><button>Logout</button></form>
                 <form method=post><label>Old password <input type=password></label><label>New password <input type=password></label><button>Change password</button></form>",
            ),
            _ => page("<nav><a href=/timeline>Timeline</a> <a href=/login>Login</a></nav>"),
        })
        .await.unwrap();
        agent.call("goto", json!({"url": server.url("/")})).await.unwrap();
        let left = logout(&agent).await;
        assert!(left.ended.is_ok(), "{}", left.everything());
        assert!(server.was_asked("/gone"));
    });
}
