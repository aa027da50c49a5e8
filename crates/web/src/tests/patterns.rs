//! Tests the recognition of roles, names and patterns on real pages.

use serde_json::json;

use crate::testing::{Agent, perform};

/// Returns the data of an observation.
async fn seen(agent: &Agent, options: serde_json::Value) -> serde_json::Value {
    let view = agent.call("observe", options).await.unwrap().view.unwrap();
    serde_json::to_value(&view.data).unwrap()
}

/// Formats each pattern in order: `name: part="text" …`.
fn patterns(page: &serde_json::Value) -> Vec<String> {
    let says = |id: &serde_json::Value| {
        let element = page["elements"].as_array().unwrap().iter().find(|element| element["id"] == *id);
        format!("{:?}", element.map_or("?", |element| element["name"].as_str().unwrap()))
    };
    let mut lines = Vec::new();
    for (name, found) in page["patterns"].as_object().unwrap() {
        let list = found.as_array().cloned().unwrap_or_else(|| vec![found.clone()]);
        for pattern in list {
            let mut line = format!("{name}:");
            for (part, ids) in pattern.as_object().unwrap() {
                let told = match ids {
                    serde_json::Value::Array(ids) if ids.iter().all(|id| id.is_u64()) => {
                        ids.iter().map(says).collect::<Vec<_>>().join(",")
                    }
                    id if id.is_u64() => says(id),
                    _ => continue,
                };
                line.push_str(&format!(" {part}={told}"));
            }
            lines.push(line);
        }
    }
    lines
}

#[track_caller]
fn has(lines: &[String], wanted: &str) {
    assert!(lines.iter().any(|line| line.starts_with(wanted)), "no {wanted:?} in {lines:#?}");
}

#[track_caller]
fn has_none(lines: &[String], name: &str) {
    assert!(!lines.iter().any(|line| line.starts_with(&format!("{name}:"))), "{name} in {lines:#?}");
}

async fn on(agent: &Agent, html: &str) -> Vec<String> {
    agent.open(html).await;
    patterns(&seen(agent, json!({"full": true})).await)
}

#[test]
fn recognizes_login_forms_in_any_language_and_markup() {
    perform(|agent| async move {
        let lines = on(
            &agent,
            "<title>Login</title><form><label>Email <input type=email name=email required></label>
            <label>Password <input type=password></label><label><input type=checkbox> Remember me</label>
            <button>Sign In</button><a href=/f>Forgot password?</a></form>",
        )
        .await;
        has(
            &lines,
            r#"login_form: email="Email" password="Password" submit="Sign In" remember="Remember me" forgot="Forgot password?""#,
        );
        let lines = on(
            &agent,
            "<div><table><tr><td>Usuário:</td><td><input name=u></td></tr><tr><td>Senha:</td>
            <td><input type=password name=s></td></tr></table><div role=button tabindex=0>Entrar</div></div>",
        )
        .await;
        has(&lines, r#"login_form: username="Usuário:" password="Senha:" submit="Entrar""#);
        let lines = on(
            &agent,
            "<title>Anmelden</title><form action=/anmelden><input placeholder='E-Mail-Adresse' name=mail>
            <button>Weiter</button></form>",
        )
        .await;
        has(&lines, r#"login_form: email="E-Mail-Adresse" submit="Weiter""#);
        let lines = on(
            &agent,
            "<title>Connexion</title><h1>Connexion</h1><form><input type=password placeholder='Mot de passe'>
            <button>Se connecter</button></form>",
        )
        .await;
        has(&lines, r#"login_form: password="Mot de passe" submit="Se connecter""#);
    });
}

#[test]
fn distinguishes_form_patterns() {
    perform(|agent| async move {
        let lines = on(&agent, "<form><label>Vorname <input></label><label>Nachname <input></label><label>E-Mail <input></label>
            <label>Passwort <input type=password></label><label>Passwort wiederholen <input type=password></label>
            <label><input type=checkbox> Ich akzeptiere die AGB</label><button>Konto erstellen</button></form>").await;
        has(
            &lines,
            r#"registration_form: first_name="Vorname" last_name="Nachname" email="E-Mail" password="Passwort" confirm="Passwort wiederholen""#,
        );
        has_none(&lines, "login_form");
        let lines = on(&agent, "<form role=search><input name=q aria-label=Buscar><button>Buscar</button></form>
            <footer><form><p>Suscríbete a nuestro boletín</p><input type=email placeholder='Tu correo'><button>Suscribirme</button></form></footer>").await;
        has(&lines, r#"search_form: input="Buscar" submit="Buscar""#);
        has(&lines, r#"subscription_form: email="Tu correo" submit="Suscribirme""#);
        let lines = on(&agent, "<h1>Contact us</h1><form><label>Name <input></label><label>Email <input type=email></label>
            <label>Subject <input></label><label>Message <textarea></textarea></label><button>Send</button></form>").await;
        has(
            &lines,
            r#"contact_form: name="Name" email="Email" subject="Subject" message="Message" submit="Send""#,
        );
        let lines = on(&agent, "<form><label>Street address <input></label><label>City <input></label>
            <label>State <select><option>Alabama<option>Alaska<option>Arizona</select></label><label>ZIP code <input></label>
            <label>Card number <input inputmode=numeric></label><label>MM/YY <input placeholder='MM/YY'></label><label>CVC <input></label>
            <button>Pay now</button></form>").await;
        has(
            &lines,
            r#"shipping_form: address="Street address" city="City" state="State" postal_code="ZIP code""#,
        );
        has(
            &lines,
            r#"payment_form: card_number="Card number" card_expiry="MM/YY" card_cvv="CVC" submit="Pay now""#,
        );
        let lines = on(
            &agent,
            "<h1>Reset your password</h1><form action=/password/reset><input type=email placeholder=Email>
            <button>Send reset link</button></form>",
        )
        .await;
        has(&lines, r#"password_recovery_form: email="Email" submit="Send reset link""#);
    });
}

const SHOP: &str = "<!doctype html><title>Wireless Mouse - Shop</title><style>body{margin:0}.bar{position:fixed;left:0;right:0;bottom:0;
    padding:12px;background:#eee;z-index:50}.modal{position:fixed;left:390px;top:200px;width:500px;height:300px;background:#fff;z-index:100}
    .toast{position:fixed;right:10px;top:10px;width:250px;height:50px}.err{color:#c00}</style>
    <header><button aria-haspopup=menu aria-expanded=false aria-label='Account menu'>JD</button><a href=/logout>Log out</a></header>
    <nav aria-label=Breadcrumb><ol><li><a href=/>Home</a></li><li><a href=/c>Computers</a></li></ol></nav>
    <main><h1>Wireless Mouse</h1><div>$29.99</div><label>Quantity <select name=qty><option>1<option>2</select></label>
    <button>Add to Cart</button><button>Buy Now</button>
    <table><caption>Specs</caption><tr><th>Name</th><th>Value</th></tr><tr><td>Weight</td><td>80 g</td></tr></table>
    <form id=login><p class=err>Incorrect username or password.</p><label>Email <input type=email></label>
    <label>Password <input type=password></label><button>Sign In</button></form>
    <ul class=pager><li><a href='?page=1'>1</a></li><li><a href='?page=2'>2</a></li><li><a href='?page=2' rel=next>Next</a></li></ul></main>
    <div class=bar><p>Wir verwenden Cookies.</p><button>Alle akzeptieren</button><button>Nur notwendige</button><a href=/p>Einstellungen</a></div>
    <div class=modal role=dialog aria-modal=true aria-label=Newsletter><h2>Get 10% off!</h2><p>Subscribe and save.</p><button>×</button></div>
    <div class=toast role=status>Item added to your cart</div>";

#[test]
fn recognizes_overlays_and_page_patterns() {
    perform(|agent| async move {
        let lines = on(&agent, SHOP).await;
        has(
            &lines,
            r#"cookie_banner: accept="Alle akzeptieren" reject="Nur notwendige" settings="Einstellungen""#,
        );
        has(&lines, r#"modal_dialog: title="Get 10% off!" close="×""#);
        has(&lines, r#"promo_popup: title="Get 10% off!" close="×""#);
        has(&lines, "notification_toast:");
        has(&lines, r#"form_error: message="Incorrect username or password.""#);
        has(
            &lines,
            r#"product_page: title="Wireless Mouse" price="$29.99" quantity="Quantity" add_cart="Add to Cart" buy_now="Buy Now""#,
        );
        has(&lines, r#"pagination: next="Next" pages="1","2""#);
        has(&lines, r#"user_menu: open="Account menu" logout="Log out""#);
        has(&lines, r#"breadcrumb: items="Home","Computers""#);
        has(&lines, r#"table: table="Specs""#);
    });
}

#[test]
fn recognizes_cart_and_search_results() {
    perform(|agent| async move {
        let lines = on(&agent, "<title>Your cart</title><h1>Shopping cart</h1><table><tr><th>Item</th><th>Price</th></tr>
            <tr><td><a href=/a>Blue shirt</a></td><td>$20.00</td></tr><tr><td><a href=/b>Red hat</a></td><td>$9.50</td></tr>
            <tr><td>Total</td><td>$29.50</td></tr></table><a href=/checkout>Proceed to checkout</a>").await;
        has(
            &lines,
            r#"cart_summary: items="Blue shirt","Red hat" total="$29.50" checkout="Proceed to checkout""#,
        );
        let lines = on(&agent, "<title>Search results for mouse</title><form role=search><input name=q value=mouse aria-label=Search></form>
            <h1>3 results for mouse</h1><div><div class=r><h3><a href=/1>First mouse</a></h3><p>Grey</p></div>
            <div class=r><h3><a href=/2>Second mouse</a></h3><p>Black</p></div><div class=r><h3><a href=/3>Third mouse</a></h3><p>Red</p></div></div>").await;
        has(&lines, r#"search_results: results="First mouse","Second mouse","Third mouse""#);
    });
}

#[test]
fn plain_page_has_no_patterns() {
    perform(|agent| async move {
        let lines = on(&agent, "<title>About</title><h1>About us</h1><p>We make cookies and other sweets.</p><a href=/x>Read more</a>").await;
        assert!(lines.is_empty(), "{lines:#?}");
    });
}

/// Formats each element: `type/role "name"`.
fn elements(page: &serde_json::Value) -> Vec<String> {
    let elements = page["elements"].as_array().unwrap();
    elements
        .iter()
        .map(|element| {
            let kind = element["type"].as_str().unwrap();
            let role = element["role"].as_str().map_or_else(String::new, |role| format!("/{role}"));
            format!("{kind}{role} {:?}", element["name"].as_str().unwrap())
        })
        .collect()
}

#[test]
fn computes_accessible_names() {
    perform(|agent| async move {
        agent
            .open(
                "<button aria-labelledby='a b'>x</button><span id=a hidden>Hidden</span><span id=b>label</span>
                <button><span>Add</span><span style='display:inline-block'>to cart</span></button>
                <a href=/i><img alt=Logo></a><button><svg width=9 height=9><title>Gear</title></svg></button>
                <div role=button aria-labelledby=y id=x>X</div><div role=button aria-labelledby=x id=y>Y</div>
                <fieldset><legend>Size</legend><label><input type=radio>Small</label></fieldset>
                <input title=Tip><input placeholder=Example><label for=z>Zed</label><input id=z>
                <label><input type=checkbox style='position:absolute;opacity:0;width:0'>Drawn</label>",
            )
            .await;
        let page = seen(&agent, json!({})).await;
        let told = elements(&page);
        for wanted in [
            r#"button "Hidden label""#,
            r#"button/add_cart "Add to cart""#,
            r#"link "Logo""#,
            r#"button "Gear""#,
            r#"radio "Small""#,
            r#"input/text "Tip""#,
            r#"input/text "Example""#,
            r#"input/text "Zed""#,
            r#"checkbox "Drawn""#,
        ] {
            assert!(told.iter().any(|line| line == wanted), "no {wanted} in {told:#?}");
        }
    });
}

#[test]
fn assigns_submit_role_to_buttons_with_fields() {
    perform(|agent| async move {
        agent
            .open(
                "<nav><button>Go to page 2</button><button aria-label='Go to page 3'>3</button></nav>
                <div><button>Get directions</button><button>Add note</button></div>
                <section><label>Filter <input></label><button>Add filter row</button><button>Apply</button></section>
                <form><label>Title <input></label><button type=button>Go to page 4</button><button type=button>Save</button>
                <button>Publish it now</button></form><form><button>Get it</button></form>",
            )
            .await;
        let told = elements(&seen(&agent, json!({})).await);
        let submits: Vec<&String> = told.iter().filter(|line| line.starts_with("button/submit")).collect();
        let right =
            ["Apply", "Save", "Publish it now", "Get it"].map(|name| format!("button/submit {name:?}"));
        assert_eq!(submits, right.iter().collect::<Vec<_>>(), "{told:#?}");
    });
}

#[test]
fn recognizes_show_password_buttons() {
    perform(|agent| async move {
        let form = "<form><label>User <input name=user></label><button type=button>Show</button>
            <label>Office <input name=office></label><label>Password <input type=password></label><button type=button>Show</button>
            <button>Sign in</button></form>";
        let aside = "<button>Show notice</button><button>Show</button><button>Afficher la carte</button>
            <button aria-label='Toggle password visibility'>o</button><button class=toggle-password></button>";
        agent.open(&format!("<main>{form}<p>Notices</p>{aside}</main>")).await;
        let told = elements(&seen(&agent, json!({})).await);
        let showing: Vec<&String> = told.iter().filter(|line| line.contains("/show_password")).collect();
        assert_eq!(showing.len(), 3, "{told:#?}");
        assert_eq!(told[4], r#"button/show_password "Show""#, "{told:#?}");
    });
}

#[test]
fn omits_hidden_elements_and_secret_values() {
    perform(|agent| async move {
        agent
            .open(
                "<button style='display:none'>none</button><button style='visibility:hidden'>hidden</button>
                <div style='opacity:0'><button>clear</button></div><div style='height:0;overflow:hidden'><button>folded</button></div>
                <button style='position:absolute;left:-9999px'>away</button><button>here</button>
                <input type=password value=hunter2><input name=cvv value=123><input autocomplete=one-time-code value=999>",
            )
            .await;
        let page = seen(&agent, json!({})).await;
        let buttons: Vec<String> =
            elements(&page).into_iter().filter(|line| line.starts_with("button")).collect();
        assert_eq!(buttons, [r#"button "here""#]);
        let all = seen(&agent, json!({"hidden": true, "full": true})).await.to_string();
        for secret in ["hunter2", "\"123\"", "\"999\""] {
            assert!(!all.contains(secret), "{secret} was told");
        }
        for name in ["none", "hidden", "clear", "folded", "away"] {
            assert!(all.contains(name), "{name} was not told although it was asked for");
        }
    });
}

#[test]
fn resists_dom_clobbering_by_field_names() {
    perform(|agent| async move {
        agent
            .open(
                "<img name=body><form name=documentElement></form><form id=f><input name=nextSibling><input name=firstChild>
                <input name=localName><input name=nodeType><input name=attributes><input name=matches><input name=checkVisibility>
                <button>Go</button></form>",
            )
            .await;
        let page = seen(&agent, json!({})).await;
        assert_eq!(elements(&page).iter().filter(|line| line.starts_with("input")).count(), 7);
    });
}

#[test]
fn recognizes_cookie_banners_in_every_layout_and_language() {
    perform(|agent| async move {
        let mut missed = Vec::new();
        for build in ["bar", "wall", "settings", "framed", "shadow", "open", "only", "cross", "soup"] {
            for language in ["en", "pt", "es", "fr", "de"] {
                agent.visit("consent", &format!("/{build}/{language}")).await;
                let lines = patterns(&seen(&agent, json!({"full": true})).await);
                if !lines.iter().any(|line| line.starts_with("cookie_banner: accept=")) {
                    missed.push(format!("{build}/{language}: {lines:?}"));
                }
            }
        }
        assert!(missed.is_empty(), "{missed:#?}");
    });
}

#[test]
fn merges_framed_card_fields_into_one_payment_form() {
    perform(|agent| async move {
        let framed = |label: &str, name: &str| {
            let inner = format!("<label>{label} <input name={name} autocomplete={name}></label>");
            let encoded: String = inner.bytes().map(|byte| format!("%{byte:02x}")).collect();
            format!("<div><iframe width=300 height=40 src='data:text/html,{encoded}'></iframe></div>")
        };
        let lines = on(
            &agent,
            &format!(
                "<title>Checkout</title><h1>Payment</h1><form>{}{}{}<label>Name on card <input></label><button>Pay now</button></form>",
                framed("Card number", "cc-number"),
                framed("Expires", "cc-exp"),
                framed("CVC", "cc-csc"),
            ),
        )
        .await;
        assert_eq!(lines.iter().filter(|line| line.starts_with("payment_form:")).count(), 1, "{lines:#?}");
        let payment = lines.iter().find(|line| line.starts_with("payment_form:")).unwrap();
        for part in [
            "card_number=\"Card number\"",
            "card_expiry=\"Expires\"",
            "card_cvv=\"CVC\"",
            "submit=\"Pay now\"",
        ] {
            assert!(payment.contains(part), "no {part} in {payment}");
        }
    });
}

#[test]
fn email_only_form_is_subscription_form() {
    perform(|agent| async move {
        agent.visit("frames", "/closed").await;
        let before = patterns(&seen(&agent, json!({"full": true})).await);
        has(&before, r#"subscription_form: email="E-mail" submit="Join the patrons""#);
        agent.on("click", "Join the patrons").await.unwrap();
        let after = patterns(&seen(&agent, json!({"full": true})).await);
        has(&after, r#"subscription_form: email="E-mail" submit="Join the patrons""#);
        has_none(&after, "registration_form");
        let lines = on(
            &agent,
            "<title>Shop</title><form><h2>Create your account</h2><input type=email placeholder=Email><button>Continue</button></form>",
        )
        .await;
        has(&lines, "registration_form:");
    });
}

#[test]
fn form_inside_table_keeps_its_fields() {
    perform(|agent| async move {
        let lines = on(
            &agent,
            "<table><form action=/login method=post><tr><td>User name</td><td><input name=u></td></tr>
            <tr><td>Password</td><td><input type=password name=p></td></tr><tr><td><input type=submit value='Log in'></td></tr></form></table>
            <table><form action=/search><tr><td><input name=q></td><td><input type=submit value=Search></td></tr></form></table>",
        )
        .await;
        has(&lines, r#"login_form: username="User name" password="Password" submit="Log in""#);
        has(&lines, r#"search_form: input="" submit="Search""#);
    });
}

/// An administration page that shows search results as selectable rows, beside a menu.
const FEW: &str = "<title>Plants</title><h1>Search results</h1><nav><ul><li><a href='/a'>Start page</a></ul></nav>
<form role=search><input type=search name=q value=lavender aria-label=Search><button>Search</button></form>
<form method=post><table><thead><tr><th>Name<th>Kind</thead><tbody>
<tr><td><input type=checkbox aria-label=tick> <a href='/1'>Lavender, true</a><td>shrub</tr></tbody></table></form>
<ul><li><a href='/help'>How to sow</a></ul>";

#[test]
fn only_links_matching_query_are_search_results() {
    perform(|agent| async move {
        has(&on(&agent, FEW).await, r#"search_results: results="Lavender, true""#);
        has_none(&on(&agent, &FEW.replace("Lavender, true", "Basil")).await, "search_results");
    });
}

#[test]
fn recognizes_wishlist_button_on_product_page() {
    perform(|agent| async move {
        agent.visit("shop", "/p/boston-fern").await;
        let view = agent.call("observe", json!({})).await.unwrap().view.unwrap();
        let patterns = view.sections.iter().find(|section| section.name == "patterns").unwrap();
        assert!(patterns.lines.contains(&"- wishlist_button: add=[23]".to_string()), "{:?}", patterns.lines);
    });
}
