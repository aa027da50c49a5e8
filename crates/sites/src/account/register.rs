//! The registration form, with a validation rule for each field.

use axum::Form;
use axum::response::Response;

use super::{Entries, alert, entry};
use crate::page::{escaped, page};
use crate::visit::Visit;

pub(super) async fn ask(visit: Visit) -> Response {
    page(&visit, "account/_register.html", &[])
}

pub(super) async fn hear(visit: Visit, Form(form): Entries) -> Response {
    let given = |name: &str| entry(&form, name);
    let mut problems = Vec::new();
    if given("first").is_empty() {
        problems.push(("first", "Please enter your first name."));
    }
    if given("last").is_empty() {
        problems.push(("last", "Please enter your last name."));
    }
    if super::members::find(given("email")).is_some() {
        problems.push(("email", "An account with this e-mail address exists already."));
    } else if !given("email").contains('@') {
        problems.push(("email", "Enter an e-mail address such as name@example.com."));
    }
    if given("password").chars().count() < 10 {
        problems.push(("password", "The password is too short: 10 characters at least."));
    } else if given("password") != given("again") {
        problems.push(("again", "The passwords do not match."));
    }
    if given("terms").is_empty() {
        problems.push(("terms", "Please accept the terms to go on."));
    }
    if problems.is_empty() {
        let name = escaped(given("first"));
        let notice = format!(
            "<p class=\"notice\" role=\"status\">Welcome, {name}! Your account has been created.</p>"
        );
        return page(&visit, "account/_register.html", &[("alert", notice)]);
    }
    render_form_errors(&visit, &given, &problems)
}

/// Renders the form with the entered values and a message under each invalid field.
fn render_form_errors<'a>(
    visit: &Visit,
    given: &dyn Fn(&str) -> &'a str,
    problems: &[(&str, &str)],
) -> Response {
    let heading = format!("Please correct {} of the fields below.", problems.len());
    let mut fills = vec![("alert".to_string(), alert(&heading))];
    for name in ["first", "last", "email", "birth"] {
        fills.push((name.to_string(), escaped(given(name))));
    }
    for (name, problem) in problems {
        fills.push((
            format!("{name}_state"),
            format!(" aria-invalid=\"true\" aria-describedby=\"{name}-problem\""),
        ));
        let text = format!("<p class=\"problem\" id=\"{name}-problem\">{}</p>", escaped(problem));
        fills.push((format!("{name}_problem"), text));
    }
    let fills: Vec<(&str, String)> = fills.iter().map(|(name, html)| (name.as_str(), html.clone())).collect();
    page(visit, "account/_register.html", &fills)
}
