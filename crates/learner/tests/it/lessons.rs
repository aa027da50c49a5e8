//! Sessions, and the proposals that result from them.

use lemmascope_learner::{Held, Learner, Step, Thresholds};

use crate::trace::{
    button, click, failure, field, hole, lines, look, press, star, submit, taught, thing, visit,
};

fn once(sessions: &[Vec<Step>]) -> Vec<String> {
    let proposed = taught(&mut Learner::new(Thresholds::default()), sessions);
    assert_eq!(proposed.len(), 1, "{proposed:#?}");
    lines(&proposed[0].2)
}

fn steps_of(lines: &[String]) -> Vec<&str> {
    let begin = lines.iter().position(|line| line == "  inferred steps:").unwrap() + 1;
    lines[begin..].iter().map(|line| line.trim().split_once(". ").unwrap().1).collect()
}

fn parameters_of(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("    - ")).collect()
}

fn reviews() -> Vec<Vec<Step>> {
    let text = |text: &str| field("textarea", "", "text", text);
    vec![
        vec![
            visit("http://shop.test/1"),
            button("Write a review"),
            look(),
            star(5),
            text("Great product, highly recommend!"),
            submit("Submit Review"),
        ],
        vec![
            visit("http://shop.test/2"),
            button("Write a review"),
            star(4),
            text("Good quality, fast shipping"),
            submit("Submit"),
        ],
        vec![
            visit("http://shop.test/3"),
            button("Leave a Review"),
            star(5),
            text("Amazing!"),
            submit("Post Review"),
        ],
    ]
}

#[test]
fn learns_review_intent_from_three_sessions() {
    let proposed = taught(&mut Learner::new(Thresholds::default()), &reviews());
    assert_eq!(proposed.len(), 1, "{proposed:#?}");
    let (session, step, proposal) = &proposed[0];
    assert_eq!((*session, *step), (2, 4), "with the command that completes it");
    let expected = "\
Intent Learner has identified a repeated pattern:

  intent: write_review
  confidence: 0.89
  observations: 3

  inferred parameters:
    - rating: number (values seen: 4, 5)
    - text: string (variable content)

  inferred steps:
    1. click { text_contains: [review, write] }
    2. click { class_contains: star, index: $rating }
    3. type { role: textarea } $text
    4. click { text_contains: [submit, post], role: submit }";
    assert_eq!(lines(proposal).join("\n"), expected);
}

#[test]
fn finds_pattern_among_unrelated_steps() {
    let mut sessions = reviews();
    sessions[0].insert(2, button("Close the banner"));
    sessions[0].extend([button("Home"), button("News"), button("Weather"), button("Sports"), button("Help")]);
    sessions[1].extend([
        button("Cart"),
        button("Delivery"),
        button("Payment"),
        button("Coupon"),
        button("Gift"),
    ]);
    let apart = once(&sessions);
    assert_eq!(steps_of(&apart).len(), 4);
    assert!(apart.contains(&"  confidence: 0.82".to_string()), "one of 13 steps was another: {apart:#?}");
    let together: Vec<Step> = reviews().concat();
    assert_eq!(steps_of(&once(&[together])).len(), 4);
}

#[test]
fn keeps_constants_and_infers_parameter_types() {
    let session = |mail: &str, day: &str, seats: &str| {
        vec![
            field("input", "E-mail address", "", mail),
            field("input", "", "travel_date", day),
            field("input", "Seats", "ctl00$x17", seats),
            field("input", "Country", "", "Portugal"),
            press("enter"),
        ]
    };
    let lines = once(&[
        session("ann@example.com", "2026-11-16", "2"),
        session("bob@example.org", "2026-12-01", "1"),
        session("cy@example.net", "2027-01-05", "2"),
    ]);
    assert_eq!(
        parameters_of(&lines),
        [
            "email_address: e-mail (variable content)",
            "travel_date: date (values seen: 2026-11-16, 2026-12-01, 2027-01-05)",
            "seats: number (values seen: 1, 2)",
        ]
    );
    assert_eq!(
        steps_of(&lines),
        [
            "type \"E-mail address\" $email_address",
            "type { role: input } $travel_date",
            "type \"Seats\" $seats",
            "type \"Country\" \"Portugal\"",
            "press \"enter\"",
        ]
    );
}

#[test]
fn unrecorded_values_become_parameters() {
    let session = || vec![field("input", "User", "user", "ann"), hole("Password", "pw"), submit("Sign in")];
    let lines = once(&[session(), session(), session()]);
    assert_eq!(parameters_of(&lines), ["pw: secret (not recorded)"]);
    assert_eq!(steps_of(&lines)[..2], ["type \"User\" \"ann\"", "type \"Password\" $pw"]);
}

#[test]
fn values_in_element_names_become_parameters() {
    let session = |invoice: &str, color: u32| {
        let colors = ["Red", "Blue", "Green"];
        let mut swatch = thing("button", colors[color as usize - 1], &[]);
        swatch.group = Some(lemmascope_intent::SubjectGroup {
            class: "swatch".into(),
            name: Some("Color".into()),
            index: color,
            size: 3,
        });
        vec![button(&format!("Delete invoice {invoice}")), click(swatch), button("Apply changes")]
    };
    let lines = once(&[session("12", 1), session("7", 2), session("113", 3)]);
    assert_eq!(
        parameters_of(&lines),
        ["invoice: number (values seen: 7, 12, 113)", "color: string (variable content)"]
    );
    assert_eq!(
        steps_of(&lines),
        [
            "click { text: \"Delete invoice $invoice\" }",
            "click { class_contains: swatch, text: $color }",
            "click \"Apply changes\"",
        ]
    );
}

#[test]
fn learns_repair_from_manual_steps_after_failure() {
    let session = |coupon: &str| {
        vec![
            failure("redeem", &[("coupon", coupon)]),
            button("More options"),
            field("input", "Voucher", "voucher", coupon),
            button("Use voucher"),
        ]
    };
    let mut learner = Learner::new(Thresholds::default());
    let proposed = taught(&mut learner, &[session("AB-1"), session("CD-2"), session("EF-3")]);
    assert_eq!(proposed.len(), 1);
    let proposal = &proposed[0].2;
    assert_eq!((proposal.name.as_str(), proposal.steps.len()), ("redeem_repaired", 3));
    assert_eq!(proposal.repaired_call().as_deref(), Some("redeem --coupon $coupon"));
    assert_eq!(steps_of(&lines(proposal))[1], "type \"Voucher\" $coupon");
}

#[test]
fn retries_are_neither_repairs_nor_patterns() {
    let call = |verb: &str, value: &str| Step {
        verb: verb.into(),
        arguments: vec![("query".into(), Held::Value(value.into()))],
        ..Step::default()
    };
    let retried = |value: &str| vec![failure("search", &[("query", value)]), call("web.search", "roses")];
    let mut learner = Learner::new(Thresholds::default());
    assert!(taught(&mut learner, &[retried("a"), retried("b"), retried("c")]).is_empty());
    let searches = |words: [&str; 2]| words.map(|word| call("web.search", word)).to_vec();
    let sessions =
        [searches(["roses", "tulips"]), searches(["dahlias", "poppies"]), searches(["ivy", "oaks"])];
    assert!(taught(&mut Learner::new(Thresholds::default()), &sessions).is_empty());
}

#[test]
fn unrelated_sessions_yield_no_proposals() {
    let sessions = [
        vec![button("Home"), button("News")],
        vec![button("Cart"), field("input", "Coupon", "", "x"), button("Pay")],
        vec![button("Help"), button("Contact")],
        vec![button("Back to the list"), button("Go to the shop")],
    ];
    assert!(taught(&mut Learner::new(Thresholds::default()), &sessions).is_empty());
}

#[test]
fn subsequences_of_a_pattern_are_not_proposed() {
    let whole = || vec![button("One"), button("Two"), button("Three"), button("Four")];
    let mut learner = Learner::new(Thresholds::default());
    taught(&mut learner, &[whole(), whole(), whole(), whole()]);
    let lengths: Vec<usize> = learner.proposals().iter().map(|it| it.steps.len()).collect();
    assert_eq!(lengths, [4]);
}

#[test]
fn thresholds_determine_proposals() {
    let thresholds = |observations, confidence| Thresholds { observations, confidence };
    let of = |thresholds| taught(&mut Learner::new(thresholds), &reviews()).len();
    assert_eq!(of(thresholds(2, 0.75)), 1);
    assert_eq!(of(thresholds(4, 0.75)), 0);
    assert_eq!(of(thresholds(3, 0.9)), 0);
}
