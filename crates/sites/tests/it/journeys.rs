//! Tests the server-side state.

use lemmascope_sites::Sites;

use crate::client::Visitor;

#[test]
fn buys_a_plant_in_the_shop() {
    let sites = Sites::start_at(0).expect("free ports");
    let shop = |path: &str| sites.url("shop", path);
    let mut visitor = Visitor::default();
    visitor.get(&shop("/"));
    let added = visitor.post(&shop("/api/cart"), "product=boston-fern&quantity=2&size=Small&color=Sage");
    assert!(added.text().contains("2 × Boston fern"), "{}", added.text());
    assert!(visitor.get(&shop("/cart")).text().contains("£33.90"), "two ferns and their carriage");
    assert!(visitor.post(&shop("/cart/coupon"), "coupon=fern10").text().contains("−£2.90"));
    let address =
        "first_name=Ada&last_name=Lovelace&email=ada%40example.com&street=Lane+1&postcode=BS1&city=Bristol";
    assert!(visitor.post(&shop("/checkout"), address).text().contains("Please fill in your country."));
    assert!(
        visitor.post(&shop("/checkout"), &format!("{address}&country=GB")).text().contains("Card number")
    );
    assert!(visitor.post(&shop("/checkout/payment"), "number=4242").text().contains("not complete"));
    let card = "number=4242424242424242&expiry=01%2F30&cvc=123";
    assert!(visitor.post(&shop("/checkout/payment"), card).text().contains("Card ending in 4242"));
    let order = visitor.post(&shop("/checkout/place"), "");
    assert!(order.text().contains("Thank you, Ada") && order.text().contains("FF-20418"), "{}", order.text());
    assert!(
        Visitor::default().get(&shop("/cart")).text().contains("empty"),
        "another visitor has another cart"
    );
}

#[test]
fn user_signs_in_and_out() {
    let sites = Sites::start_at(0).expect("free ports");
    let account = |path: &str| sites.url("account", path);
    let mut visitor = Visitor::default();
    visitor.get(&account("/login"));
    let wrong = visitor.post(&account("/login"), "email=ada%40example.com&password=no");
    assert!(wrong.text().contains("The e-mail address or the password is wrong."));
    let right =
        visitor.post(&account("/login"), "email=ada%40example.com&password=correct-horse&remember=yes");
    assert!(
        right.text().contains("Good morning, Ada") && right.text().contains("remembered"),
        "{}",
        right.text()
    );
    assert!(visitor.post(&account("/logout"), "").text().contains("Sign in"));
    assert_eq!(visitor.get(&account("/dashboard")).status, 303);
}

#[test]
fn login_requires_second_factor() {
    let sites = Sites::start_at(0).expect("free ports");
    let account = |path: &str| sites.url("account", path);
    let mut visitor = Visitor::default();
    assert!(
        visitor
            .post(&account("/signin"), "identifier=grace%40example.com")
            .text()
            .contains("Enter your password")
    );
    let asked =
        visitor.post(&account("/signin/password"), "identifier=grace%40example.com&password=wonderful-code");
    assert!(asked.text().contains("Verification code"));
    assert!(visitor.post(&account("/verify"), "code=000000").text().contains("not right"));
    assert!(visitor.post(&account("/verify"), "code=314159").text().contains("Good morning, Grace"));
}

#[test]
fn locked_account_is_reported() {
    let sites = Sites::start_at(0).expect("free ports");
    let mut visitor = Visitor::default();
    let answer =
        visitor.post(&sites.url("account", "/login"), "email=mallory%40example.com&password=let-me-in");
    assert!(answer.text().contains("Account locked"));
}

#[test]
fn cookie_consent_is_persistent() {
    let sites = Sites::start_at(0).expect("free ports");
    let paper = |path: &str| sites.url("consent", path);
    let mut visitor = Visitor::default();
    assert!(visitor.get(&paper("/bar/de")).text().contains("Alle ablehnen"));
    visitor.post(&paper("/api/consent/bar"), "necessary");
    let after = visitor.get(&paper("/bar/de"));
    assert!(after.text().contains("Cookies: necessary") && !after.text().contains("Alle ablehnen"));
}

#[test]
fn generated_page_has_requested_node_count() {
    let sites = Sites::start_at(0).expect("free ports");
    for nodes in [50, 51, 1500, 20000] {
        let answer = Visitor::default().get(&sites.url("docs", &format!("/size?nodes={nodes}")));
        let opened = answer.text().matches('<').count() - answer.text().matches("</").count();
        assert_eq!(opened - "<!doctype html>".matches('<').count(), nodes, "elements");
    }
}
