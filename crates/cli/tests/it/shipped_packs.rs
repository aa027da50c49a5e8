//! The shipped packs, on served imitations of the pages of their sites. Each pack is copied, with the address
//! of these pages in place of the site's own, so the test also shows that it works without additional trust.

use std::path::{Path, PathBuf};

use lemmascope_sites::{Answer, Server};
use tokio::runtime::Runtime;

use crate::desk::{Desk, Done};

/// A pack with its pages.
struct Site {
    desk: Desk,
    server: Server,
    _runtime: Runtime,
}

fn packs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../intents/packs")
}

fn page(name: &str) -> Option<Answer> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/shipped_packs").join(name);
    Some(Answer::Page(std::fs::read_to_string(path).unwrap()))
}

impl Site {
    fn new(pack: &str, answer: fn(&str) -> Option<Answer>) -> Self {
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(Server::start(answer)).unwrap();
        let desk = Desk::new();
        desk.with_time();
        let (from, to) = (packs().join(pack), desk.home().join("packs").join(pack));
        let address = format!("127.0.0.1:{}", server.port);
        for folder in ["", "intents"] {
            std::fs::create_dir_all(to.join(folder)).unwrap();
            for entry in std::fs::read_dir(from.join(folder)).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    let mut text = std::fs::read_to_string(&path).unwrap();
                    if path.ends_with("pack.yaml") {
                        let domains = format!("  - {pack}\n");
                        assert!(text.contains(&domains), "{text}");
                        text = text.replace(&domains, &format!("  - {address}\n"));
                        text = text.replace(&format!("https://{pack}/"), &format!("http://{address}/"));
                        text = text.replace(&format!("  - \"https://gist.{pack}/*\"\n"), "");
                    }
                    std::fs::write(to.join(folder).join(path.file_name().unwrap()), text).unwrap();
                }
            }
        }
        Self { desk, server, _runtime: runtime }
    }

    #[track_caller]
    fn visit(&self, path: &str) -> Done {
        let done = self.desk.lemmascope(&["goto", &self.server.url(path)]);
        assert_eq!(done.code, 0, "{done:?}");
        done
    }

    #[track_caller]
    fn does(&self, line: &[&str]) -> String {
        let done = self.desk.lemmascope(line);
        assert_eq!(done.code, 0, "{line:?}: {}{}", done.out, done.err);
        done.out
    }

    #[track_caller]
    fn was_asked(&self, path: &str) {
        assert!(self.server.was_asked(path), "nobody asked for {path}");
    }
}

fn code_hosting(path: &str) -> Option<Answer> {
    match path.split('?').next().unwrap_or_default() {
        "/ann/tool" | "/me/playground" => page("repository.html"),
        "/ann/tool/fork" => page("fork.html"),
        "/ann/tool/issues/new" => page("issue.html"),
        "/ann/tool/compare/main...fix" => page("compare.html"),
        "/ann/tool/pull/create" => Some(Answer::redirect("/ann/tool/pull/8")),
        "/ann/tool/pull/8" => Some(Answer::page("<title>Fix the parser</title><h1>Fix the parser</h1>")),
        "/ann/tool/star" | "/ann/tool/unstar" | "/created" => Some(Answer::page("")),
        _ => None,
    }
}

#[test]
fn code_hosting_pack_runs_its_intents() {
    let site = Site::new("github.com", code_hosting);
    let told = site.visit("/ann/tool").out;
    assert!(told.contains("# auto-loading\nLoading intent pack: github.com (v1.0.0)\n"), "{told}");
    let seen = site.does(&["observe"]);
    assert!(seen.contains("# available intents (from pack)\n"), "{seen}");
    for offered in ["- star_repo: ready", "- fork_repo", "- create_issue: navigate to /issues/new"] {
        assert!(seen.contains(offered), "{offered}: {seen}");
    }
    let told = site.does(&["star_repo"]);
    assert!(told.contains("repository: ann/tool"), "{told}");
    site.was_asked("/ann/tool/star");
    // The repository is already starred, and stays starred.
    site.does(&["star_repo"]);
    assert!(!site.server.was_asked("/ann/tool/unstar"));

    let told = site.does(&["fork_repo", "--name", "playground"]);
    assert!(told.contains("repository: me/playground"), "{told}");

    site.visit("/ann/tool/issues/new");
    let body = ["--body", "It does not start.", "--labels", r#"["bug"]"#, "--assignees", r#"["ben"]"#];
    let told = site.does(&[["create_issue", "Crash at start"].as_slice(), body.as_slice()].concat());
    assert!(told.contains("number: 7"), "{told}");
    site.was_asked("/created?title=Crash+at+start&body=It+does+not+start.&assignees=ben&labels=bug");

    site.visit("/ann/tool/compare/main...fix");
    let told = site.does(&["create_pr", "--title", "Fix the parser", "--body", "It read too much."]);
    assert!(told.contains("number: 8"), "{told}");
    site.was_asked("/ann/tool/pull/create?pull_request%5Btitle%5D=Fix+the+parser");
}

fn shop(path: &str) -> Option<Answer> {
    match path.split('?').next().unwrap_or_default() {
        "/dp/B01" => page("product.html"),
        "/gp/cart/view.html" => page("cart.html"),
        "/checkout/p/address" => page("checkout.html"),
        "/gp/buy/thankyou/handlers/display.html" => Some(Answer::page("<h1>Order placed, thank you!</h1>")),
        "/your-orders/orders" => page("orders.html"),
        "/progress-tracker/package/" => Some(Answer::page(&format!(
            "<h1>Tracking</h1><h2 id=primaryStatus>{}</h2><p id=secondaryStatus>By noon</p>\
             <div class=pt-delivery-card-trackingId>Tracking ID: TBA123456789</div>",
            if path.contains("order=1") { "Arriving tomorrow" } else { "Delivered" }
        ))),
        "/added" => Some(Answer::page("")),
        _ => None,
    }
}

#[test]
fn shop_pack_runs_its_intents() {
    let site = Site::new("amazon.com", shop);
    site.visit("/dp/B01");
    site.does(&["add_to_cart"]);
    site.was_asked("/added?quantity=1");
    // The offered protection plan is not selected.
    site.visit("/dp/B01?plan");
    site.does(&["add_to_cart", "--quantity", "3"]);
    site.was_asked("/added?quantity=3");

    site.visit("/gp/cart/view.html");
    let told = site.does(&["checkout"]);
    assert!(told.contains("total: $59.80"), "{told}");
    assert!(!site.server.was_asked("/gp/buy/thankyou"), "nobody asked for the order to be placed");
    site.visit("/gp/cart/view.html");
    site.does(&["checkout", "--place_order"]);
    site.was_asked("/gp/buy/thankyou");

    site.visit("/your-orders/orders");
    let told = site.does(&["track_order", "--product", "Kettle"]);
    assert!(told.contains("status: Arriving tomorrow"), "{told}");
    assert!(told.contains("tracking_number: TBA123456789"), "{told}");
    site.visit("/your-orders/orders");
    assert!(site.does(&["track_order"]).contains("status: Delivered"));
}

fn search_engine(path: &str) -> Option<Answer> {
    match path.split('?').next().unwrap_or_default() {
        "/" => page("search.html"),
        "/advanced_search" => page("advanced.html"),
        "/search" if path.contains("xyzzy") => page("nothing.html"),
        "/search" => page("results.html"),
        _ => None,
    }
}

#[test]
fn search_engine_pack_runs_its_intents() {
    let site = Site::new("google.com", search_engine);
    site.visit("/");
    // `search` alone is the built-in intent, which no pack overrides.
    let told = site.does(&["google.com/search", "teapot"]);
    assert!(told.contains("results: 2") && told.contains("first: Teapots of the north"), "{told}");
    site.was_asked("/search?q=teapot");
    site.visit("/");
    let told = site.does(&["google.com/search", "xyzzy"]);
    assert!(told.contains("results: 0"), "{told}");
    site.visit("/advanced_search");
    let told = site.does(&[
        "advanced_search",
        "--exact_phrase",
        "brown betty",
        "--no_words",
        "cup",
        "--site",
        "example.com",
    ]);
    assert!(told.contains("first: Teapots of the north"), "{told}");
    site.was_asked("/search?as_q=&as_epq=brown+betty&as_oq=&as_eq=cup&as_sitesearch=example.com");
}

#[test]
fn shipped_packs_are_embedded_and_valid() {
    let desk = Desk::new();
    desk.without_browser();
    let listed = desk.lemmascope(&["--foreground", "packs"]);
    for entry in std::fs::read_dir(packs()).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        assert!(listed.out.contains(&format!("  {name} (v1.0.0) - available")), "{name}: {}", listed.out);
        let checked = desk.lemmascope(&["check", folder.to_str().unwrap()]);
        assert_eq!(checked.code, 0, "{}", checked.out);
        // The program contains all files of the folder.
        let shown = desk.lemmascope(&["--foreground", "packs", "--json"]).out;
        for file in std::fs::read_dir(folder.join("intents")).unwrap() {
            let stem = file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string();
            assert!(shown.contains(&format!("\"{name}/{stem}\"")), "{name}/{stem}: {shown}");
        }
    }
    assert!(!listed.out.contains("PACK_LOAD_FAILED"), "{}", listed.out);
}
