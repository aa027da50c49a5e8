//! Tests that a differential scan has the same result as a full scan.

use std::time::Duration;

use lemmascope_sites::Sites;
use serde_json::{Value, json};

use crate::reading::RawScan;
use crate::session::WebSession;
use crate::testing::{open, sessions, visit};

const COVERED: u32 = 32;
const LIMIT: Duration = Duration::from_secs(20);

/// A page on which changes have distant effects: style sheets with selectors for siblings, descendants and
/// states, slots, labels, tables.
const PAGE: &str = include_str!("rescanning.html");
/// A script that changes the page at random.
const CHANGE: &str = include_str!("rescanning.js");

/// Runs a differential scan and a full scan.
const BOTH: &str = "(since, full) => [lemmascope.scan({since, full}), lemmascope.scan({afresh: true, full})]";

/// Changes the page repeatedly, and compares both scans after every few changes.
async fn compare(session: &WebSession, seed: u32, steps: u32, full: bool) {
    let tab = session.tab().unwrap();
    let frame = tab.main_frame().unwrap();
    let mut earlier: Option<RawScan> = None;
    for step in 0..steps {
        let number = seed * 1000 + step;
        let done = tab.call(&frame, CHANGE, json!([number]), LIMIT).await.unwrap();
        let since = earlier.as_ref().map_or(0, |scan| scan.look);
        let told = tab.call(&frame, BOTH, json!([since, full]), LIMIT).await.unwrap();
        let read = |at: usize| RawScan::from_answer(&told[at]).unwrap();
        let scan = read(0).complete(earlier.take()).unwrap();
        let (mut kept, mut afresh) = (scan.clone(), read(1));
        assert!(told[0].as_str().unwrap().len() <= told[1].as_str().unwrap().len() + 200, "{number}: {done}");
        for scan in [&mut kept, &mut afresh] {
            scan.took = 0.0;
            scan.look = 0;
            scan.suspects = 0;
            for element in &mut scan.elements {
                // The check for covering elements has a time limit, which may be exceeded on a busy machine.
                element.visibility =
                    element.visibility.map(|seen| seen & !COVERED).filter(|seen| *seen != 64);
            }
        }
        let [kept, afresh] = [&kept, &afresh].map(|scan| format!("{scan:#?}"));
        if kept != afresh {
            let differ = kept.lines().zip(afresh.lines()).position(|(one, other)| one != other).unwrap_or(0);
            let part = |text: &str| {
                text.lines().skip(differ.saturating_sub(20)).take(40).collect::<Vec<_>>().join("\n")
            };
            panic!("after {number} ({done}):\nkept\n{}\nafresh\n{}", part(&kept), part(&afresh));
        }
        earlier = Some(scan);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn incremental_scan_equals_full_scan() {
    let sessions = sessions("rescans");
    for seed in 0..SEEDS {
        let session = open(&sessions, PAGE).await;
        compare(&session, seed, 25, seed % 4 == 3).await;
    }
}

const SEEDS: u32 = 10;

#[tokio::test(flavor = "multi_thread")]
async fn incremental_scan_equals_full_scan_on_sites() {
    let sites = Sites::start_at(0).unwrap();
    let sessions = sessions("rescans-of-sites");
    for (seed, (site, path)) in
        [("shop", "/"), ("docs", "/size?nodes=600"), ("app", "/"), ("widgets", "/")].into_iter().enumerate()
    {
        let session = visit(&sessions, &sites.url(site, path)).await;
        compare(&session, 500 + u32::try_from(seed).unwrap(), 25, false).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rescan_detects_newly_covered_elements() {
    let sessions = sessions("covers");
    let session = open(&sessions,
                "<style>.lid { position: fixed; inset: 0; background: #fff; display: none; } .on + .lid { display: block; }
                 body:has(.called) .lid { display: block; }</style><p id=word>Word</p><button>Below</button><i id=key></i>
                 <div class=lid></div>",
            )
            .await;
    let tab = session.tab().unwrap();
    let frame = tab.main_frame().unwrap();
    let change = "(script) => { Function(script)(); const { elements } = JSON.parse(lemmascope.scan({}));
                      return elements.find(({ n }) => n === 'Below').z ?? 64; }";
    let steps = [
        ("", false),
        ("word.textContent = 'Another'", false),
        ("key.className = 'on'", true),
        ("word.textContent = 'One more'", true),
        ("key.className = ''", false),
        ("word.className = 'called'", true),
        ("word.className = ''", false),
        ("document.styleSheets[0].insertRule('.lid.lid { display: block }')", true),
        ("document.querySelector('.lid').remove()", false),
        (
            "document.body.append(Object.assign(document.createElement('dialog'), { id: 'box', textContent: 'x' })); box.showModal(); box.style = 'inset:0;width:99vw;height:99vh'",
            true,
        ),
        ("box.close()", false),
    ];
    for (step, is_covered) in steps {
        let seen = tab.call(&frame, change, json!([step]), LIMIT).await.unwrap();
        assert_eq!(seen.as_u64().unwrap() & u64::from(COVERED) != 0, is_covered, "{step}: {seen}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rescan_detects_elements_revealed_by_distant_css_rule() {
    let sessions = sessions("revealed");
    for hidden in ["visibility: hidden", "opacity: 0", "display: none"] {
        let words = "<p>Words</p>".repeat(700);
        let page = format!(
            "<style>.far {{ {hidden} }} body:has(.on) .far {{ visibility: visible; opacity: 1; display: inline }}</style>
             <div><div><div><i id=key></i></div></div></div>{words}<div><button class=far>Far</button></div>{words}"
        );
        let session = open(&sessions, &page).await;
        let tab = session.tab().unwrap();
        let frame = tab.main_frame().unwrap();
        let change = "(name) => { key.className = name;
                          return JSON.parse(lemmascope.scan({})).elements.some(({ n }) => n === 'Far'); }";
        for (name, is_seen) in [("", false), ("other", false), ("on", true)] {
            let seen = tab.call(&frame, change, json!([name]), LIMIT).await.unwrap();
            assert_eq!(seen, is_seen, "{hidden}, {name:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rescan_detects_change_of_css_empty_element() {
    let sessions = sessions("empty");
    let page = "<style>b:empty { display: none }</style><a href=/cart>Cart <b></b></a><p>Word</p>";
    let session = open(&sessions, page).await;
    let tab = session.tab().unwrap();
    let frame = tab.main_frame().unwrap();
    let change = "(text) => { document.querySelector('b').textContent = text;
                      return JSON.parse(lemmascope.scan({})).elements.map(({ n }) => n); }";
    for (text, name) in [("", "Cart"), ("2", "Cart 2"), ("13", "Cart 13"), ("", "Cart"), ("1", "Cart 1")] {
        let names = tab.call(&frame, change, json!([text]), LIMIT).await.unwrap();
        assert_eq!(names[0], name, "{names}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rescan_omits_unchanged_elements() {
    let sites = Sites::start_at(0).unwrap();
    let sessions = sessions("unchanged");
    let session = visit(&sessions, &sites.url("docs", "/size?nodes=1500")).await;
    let tab = session.tab().unwrap();
    let frame = tab.main_frame().unwrap();
    let scan = async |since: u32| {
        tab.call(&frame, "lemmascope.scan", json!([{"since": since}]), LIMIT).await.unwrap()
    };
    let first = scan(0).await;
    let known = RawScan::from_answer(&first).unwrap().look;
    tab.call(&frame, "() => { document.querySelector('h1').textContent = 'Another'; }", json!([]), LIMIT)
        .await
        .unwrap();
    let second = scan(known).await;
    let length = |told: &Value| told.as_str().unwrap().len();
    assert!(length(&second) * 50 < length(&first), "{second}");
    assert!(second.as_str().unwrap().contains("Another"));
}
