//! Tests the roles of fields and the purposes of forms. A page states its expectations in attributes: `is` on
//! a field or button is the required role; `not` is a forbidden one; `reads` on a form is the required
//! pattern, or `nothing`.

mod accounts;
mod addresses;
mod codes;
mod names;
mod orders;
mod passwords;
mod phones;
mod purposes;
mod searches;
mod submits;

use serde_json::{Value as Json, json};

use crate::testing::{Agent, perform};

/// The patterns of forms.
const PATTERNS: &[&str] = &[
    "login_form",
    "search_form",
    "registration_form",
    "subscription_form",
    "contact_form",
    "password_recovery_form",
    "shipping_form",
    "payment_form",
];

/// Opens each page and checks its expectations.
fn check(pages: &'static [&'static str]) {
    perform(|agent| async move {
        let mut wrong = Vec::new();
        for page in pages {
            wrong.extend(
                mistakes(&agent, page).await.into_iter().map(|mistake| format!("{mistake} on {page}")),
            );
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

async fn mistakes(agent: &Agent, page: &str) -> Vec<String> {
    agent.open(page).await;
    let view = agent.call("observe", json!({"full": true, "hidden": true})).await.unwrap().view.unwrap();
    let data = serde_json::to_value(&view.data).unwrap();
    let mut wrong = Vec::new();
    let mut expected = 0;
    for element in data["elements"].as_array().unwrap() {
        let attribute = |name: &str| element["attributes"][name].as_str().map(str::to_owned);
        let role = element["role"].as_str().unwrap_or("none");
        let name = element["name"].as_str().unwrap_or("");
        expected += usize::from(attribute("is").is_some()) + usize::from(attribute("not").is_some());
        if let Some(wanted) = attribute("is").filter(|wanted| wanted != role) {
            wrong.push(format!("{name:?} is {role}, not {wanted}"));
        }
        if attribute("not").is_some_and(|unwanted| unwanted.split(' ').any(|one| one == role)) {
            wrong.push(format!("{name:?} is {role}"));
        }
    }
    let marked = page.matches(" is=").count() + page.matches(" not=").count();
    if expected != marked {
        wrong.push(format!("{expected} of {marked} marked elements are listed"));
    }
    if let Some((_, rest)) = page.split_once(" reads=") {
        let wanted = rest.split([' ', '>']).next().unwrap_or("");
        let found: Vec<&str> = PATTERNS.iter().copied().filter(|name| has(&data["patterns"], name)).collect();
        if (wanted == "nothing" && !found.is_empty()) || (wanted != "nothing" && !found.contains(&wanted)) {
            wrong.push(format!("a form is read as {found:?}, not {wanted}"));
        }
    }
    wrong
}

fn has(patterns: &Json, name: &str) -> bool {
    !patterns[name].is_null()
}
