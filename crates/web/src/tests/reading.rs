//! Tests the classification of fields, buttons and forms, in many layouts and languages.

use serde_json::{Value, json};

use crate::testing::perform;

const FORMS: &str = include_str!("golden/forms.html");

/// The roles of personal data, which fields for other purposes must not have.
const ABOUT_ONESELF: &[&str] = &[
    "username",
    "email",
    "password",
    "new_password",
    "current_password",
    "confirm_password",
    "first_name",
    "middle_name",
    "last_name",
    "full_name",
    "phone",
    "card_number",
    "card_name",
    "card_cvv",
    "card_expiry",
    "card_expiry_month",
    "card_expiry_year",
    "street",
    "street2",
    "city",
    "state",
    "postal_code",
    "country",
    "birthday",
    "birthday_day",
    "birthday_month",
    "birthday_year",
];

#[test]
fn assigns_field_roles_in_many_forms_and_languages() {
    perform(|agent| async move {
        let mut fields = 0;
        let mut wrong = Vec::new();
        for page in FORMS.split("\n\n").skip(1) {
            let title = page.lines().next().unwrap_or_default();
            agent.open(page).await;
            let options = json!({"full": true, "hidden": true});
            let view = agent.call("observe", options).await.unwrap().view.unwrap();
            let seen = serde_json::to_value(&view.data).unwrap();
            for element in seen["elements"].as_array().unwrap() {
                let role = element["role"].as_str().unwrap_or("nothing");
                let attribute = |name: &str| element["attributes"][name].as_str();
                let is_right = match attribute("data-role") {
                    Some("-") => !ABOUT_ONESELF.contains(&role),
                    Some(right) => right.split('|').any(|right| right == role),
                    None => attribute("data-submit").is_none() || role == "submit",
                };
                fields += usize::from(attribute("data-role").is_some());
                if !is_right {
                    wrong.push(format!("{title} {}: {role}", element["selector"]));
                }
            }
            let is_found = |name: &str| seen["patterns"].get(name).is_some_and(|found| *found != Value::Null);
            for form in page.split("data-form=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                if !is_found(form) {
                    wrong.push(format!("{title}: no {form}"));
                }
            }
        }
        assert!(fields > 300, "only {fields} fields were seen");
        assert!(wrong.is_empty(), "{wrong:#?}");
    });
}
