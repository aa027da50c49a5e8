//! Tests parts of pages that resemble a known pattern by a single word.

use serde_json::json;

use crate::testing::{Agent, perform};

async fn seen(agent: &Agent, html: &str) -> String {
    agent.open(html).await;
    let view = agent.call("observe", json!({"full": true})).await.unwrap().view.unwrap();
    let lines = view.lines.into_iter().chain(view.sections.into_iter().flat_map(|section| section.lines));
    lines.collect::<Vec<_>>().join("\n")
}

const LIST: &str = "<ul><li><a href=/1>Wildcards of a query</a></li><li><a href=/2>Quoted phrases</a></li><li><a href=/3>Filters by author</a></li></ul>";

#[test]
fn single_keyword_does_not_make_a_pattern() {
    perform(async |agent: Agent| {
        let ticket = "<form method=post><label>Summary <input name=field_summary></label><label>Reporter <input name=field_reporter></label>
            <label>Keywords <input name=field_keywords></label><label>Cc <input name=field_cc></label><label>Version <select><option>1.0</select></label><button>Create</button></form>";
        let comment = "<h2>Leave a reply</h2><form method=post><label>Comment <textarea name=comment></textarea></label><label>Name <input name=author></label>
            <label>Email <input type=email></label><button>Post comment</button></form>";
        for (page, mistaken) in [
            ("<div class=tools><a href=#top rel=nofollow title='Back to top'>Back to top</a></div>".to_string(), "pagination"),
            ("<div class=toolbar><a href=/back class=btn>Back</a></div>".to_string(), "pagination"),
            (ticket.to_string(), "payment_form"),
            (comment.to_string(), "contact_form"),
            ("<ul><li><a class='button hide' href=#><span>ad</span></a></li></ul>".to_string(), "/close"),
            (format!("<title>Search</title><h1>Search</h1><form><input type=search name=q><button>Search</button></form>{LIST}"), "search_results"),
            ("<form><input type=search name=q value=xylotomous><button>Search</button></form><p role=alert>Sorry, no pages match xylotomous</p>".to_string(), "form_error"),
            ("<h1>Help</h1><ul><li><a href=/h/1>Change your password</a></li><li><a href=/h/2>Log out of all devices</a></li><li><a href=/h/3>Delete an account</a></li></ul>".to_string(), "logout"),
        ] {
            let seen = seen(&agent, &page).await;
            assert!(!seen.contains(mistaken), "{mistaken} on {page}\n{seen}");
        }
    });
}

#[test]
fn search_submit_is_button_beside_search_field() {
    perform(async |agent: Agent| {
        let seen = seen(&agent, "<form><p><input type=search name=s><input type=submit value='Search Posts'></p><select name=action><option>Bulk actions</select>
            <input type=submit value=Apply><table><tr><td>1</td></tr></table><input type=submit value=Apply></form>").await;
        let form = seen.lines().find(|line| line.contains("search_form")).unwrap_or_default();
        let button = seen.lines().find(|line| line.contains("\"Search Posts\"")).unwrap();
        let id = &button[..=button.find(']').unwrap()];
        assert!(form.contains(&format!("submit={id}")), "{seen}");
    });
}
