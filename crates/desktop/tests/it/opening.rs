//! Tests opening items by name on a real display: the choice, the started program, and its window.

use std::time::{Duration, SystemTime};

use lemmascope_desktop::{intents, reader};
use lemmascope_intent::{Cause, Domain, Failure, Outcome};
use serde_json::{Value as Json, json};

use crate::seat::{Seat, wait_for};

fn seat() -> Seat {
    furnished(Seat::with_windows())
}

/// Adds applications with small windows that open quickly.
fn furnished(seat: Seat) -> Seat {
    std::os::unix::fs::symlink("/proc", seat.at("kernel/proc")).unwrap();
    let entries = [
        ("clock", "Name=World Clock\nName[pt]=Relógio\nExec=xclock -title %c\nKeywords=time;"),
        // Shows its argument in a window.
        (
            "viewer",
            "Name=Paper Viewer\nExec=xmessage -title Paper %f\nMimeType=application/pdf;\nStartupWMClass=Xmessage",
        ),
        (
            "editor",
            "Name=Plain Editor\nGenericName=Text Editor\nExec=xmessage -title Editor %F\nMimeType=text/plain;",
        ),
        (
            "folders",
            "Name=Folders\nExec=xmessage -title Folders %u\nMimeType=inode/directory;\nCategories=FileManager;",
        ),
        ("gvim", "Name=GVim\nExec=xclock -title gvim"),
        ("broken", "Name=Broken\nExec=false"),
        ("absent", "Name=Absent\nExec=this-is-not-installed"),
        ("removed", "Name=Removed\nExec=xclock\nHidden=true"),
    ];
    for (id, keys) in entries {
        seat.write(
            &format!("share/applications/{id}.desktop"),
            &format!("[Desktop Entry]\nType=Application\n{keys}\n"),
        );
    }
    seat
}

fn domain(seat: &Seat) -> Domain {
    let settings = seat.settings();
    intents::domain(intents::Settings {
        files: settings.files.clone(),
        reader: reader::Reader { program: "none".into(), arguments: Vec::new(), memory: 1 << 30 },
        programs: settings.programs.clone(),
        system: settings.into(),
    })
}

fn open(seat: &Seat, query: &str, kind: &str) -> Result<Outcome, Failure> {
    seat.try_call_of(&domain(seat), "desktop.open_item", json!({"query": query, "type": kind}))
}

fn opened(seat: &Seat, query: &str, kind: &str) -> Json {
    let outcome = open(seat, query, kind).unwrap_or_else(|failure| panic!("{query}: {failure:?}"));
    serde_json::from_str(&outcome.value.to_string()).unwrap()
}

fn titles(seat: &Seat) -> Vec<String> {
    let listed: Json =
        serde_json::from_str(&seat.call("system.window.list", json!({})).value.to_string()).unwrap();
    listed.as_array().unwrap().iter().map(|window| window["title"].as_str().unwrap().to_string()).collect()
}

fn age(seat: &Seat, path: &str, days: u64) {
    let then = SystemTime::now() - Duration::from_secs(days * 86_400);
    let times = std::fs::FileTimes::new().set_accessed(then).set_modified(then);
    std::fs::File::options().append(true).open(seat.at(path)).unwrap().set_times(times).unwrap();
}

#[test]
fn starts_application_and_undo_closes_its_window() {
    let seat = seat();
    let ours = std::fs::File::create(seat.at("work/held")).unwrap();
    let outcome = open(&seat, "world clock", "auto").unwrap();
    let told: Json = serde_json::from_str(&outcome.value.to_string()).unwrap();
    assert_eq!((&told["opened"], &told["type"]), (&json!("World Clock"), &json!("application")));
    assert_eq!((&told["verified"], &told["title"]), (&json!("window"), &json!("World Clock")));
    assert_eq!(titles(&seat), ["World Clock"]);
    let pid = told["pid"].as_u64().unwrap();
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let session: u64 = status.rsplit_once(')').unwrap().1.split_whitespace().nth(3).unwrap().parse().unwrap();
    assert_eq!(session, pid, "it has a session of its own");
    for number in 0..3 {
        let target = std::fs::read_link(format!("/proc/{pid}/fd/{number}")).unwrap();
        assert_eq!(target.to_str(), Some("/dev/null"), "it says nothing to us");
    }
    let held = std::fs::read_dir(format!("/proc/{pid}/fd")).unwrap().flatten();
    let held = held.filter_map(|entry| std::fs::read_link(entry.path()).ok());
    assert!(held.into_iter().all(|target| !target.starts_with(seat.base())), "it holds nothing of ours");
    drop(ours);
    seat.replay(&outcome.undo.unwrap());
    assert!(titles(&seat).is_empty());
    wait_for("the end of the process, and nothing left of it", || {
        !std::path::Path::new(&format!("/proc/{pid}")).exists()
    });
}

#[test]
fn opens_files_with_the_application_for_their_type() {
    let seat = seat();
    seat.write("work/papers/Annual Report.pdf", "%PDF-1.7");
    seat.write("work/papers/notes; touch pwned.txt", "hello");
    let told = opened(&seat, "annual report", "auto");
    assert_eq!((&told["app"], &told["title"]), (&json!("Paper Viewer"), &json!("Paper")));
    assert_eq!(told["opened"], "papers/Annual Report.pdf");
    assert_eq!(opened(&seat, "papers/notes; touch pwned.txt", "file")["app"], "Plain Editor");
    assert!(!seat.at("home/pwned.txt").exists() && !seat.at("work/pwned.txt").exists());
    assert_eq!(opened(&seat, "papers", "folder")["app"], "Folders");
    assert_eq!(opened(&seat, "papers", "folder")["type"], "folder");
    // The user's choice takes precedence over declared types.
    seat.write("home/.config/mimeapps.list", "[Default Applications]\napplication/pdf=editor.desktop;\n");
    assert_eq!(opened(&seat, "Annual Report.pdf", "file")["app"], "Plain Editor");
}

#[test]
fn opens_scripts_as_text_and_rejects_programs() {
    let seat = seat();
    seat.write("work/setup.sh", "#!/bin/sh\ntouch ran\n");
    seat.write("work/Trojan.desktop", "[Desktop Entry]\nType=Application\nName=Trojan\nExec=touch ran\n");
    std::fs::copy("/bin/true", seat.at("work/harmless.pdf")).unwrap();
    assert_eq!(opened(&seat, "setup.sh", "file")["app"], "Plain Editor");
    assert_eq!(opened(&seat, "Trojan.desktop", "file")["app"], "Plain Editor");
    let failure = open(&seat, "harmless.pdf", "file").unwrap_err();
    assert_eq!(failure.cause, Cause::Forbidden);
    assert!(failure.hint.unwrap().contains("launch_path"));
    assert!(!seat.at("home/ran").exists() && !seat.at("work/ran").exists());
}

#[test]
fn ambiguous_name_is_rejected_until_one_file_was_opened() {
    let seat = seat();
    for folder in ["a", "b"] {
        seat.write(&format!("work/{folder}/budget.pdf"), "%PDF-1.7");
        age(&seat, &format!("work/{folder}/budget.pdf"), 5);
    }
    let failure = open(&seat, "budget", "auto").unwrap_err();
    assert_eq!(failure.cause, Cause::TargetAmbiguous);
    assert_eq!(failure.field.as_deref(), Some("query"));
    let mut named = failure.instead;
    named.sort();
    assert_eq!(named, ["a/budget.pdf", "b/budget.pdf"]);
    assert!(titles(&seat).is_empty(), "nothing was opened");
    // Every suggested name can be used in a request.
    assert_eq!(opened(&seat, "b/budget.pdf", "auto")["opened"], "b/budget.pdf");
    assert_eq!(opened(&seat, "budget", "auto")["opened"], "b/budget.pdf");
}

#[test]
fn recently_used_file_is_preferred() {
    let seat = seat();
    seat.write("work/a/budget.pdf", "%PDF-1.7");
    seat.write("work/b/budget.pdf", "%PDF-1.7");
    age(&seat, "work/a/budget.pdf", 1000);
    assert_eq!(opened(&seat, "budget", "file")["opened"], "b/budget.pdf");
}

#[test]
fn missing_target_opens_nothing_else() {
    let seat = seat();
    seat.write("work/quarterly.pdf", "%PDF-1.7");
    seat.write("work/.hidden/secret.pdf", "%PDF-1.7");
    seat.write("work/node_modules/secret.pdf", "%PDF-1.7");
    seat.write("outside/secret.pdf", "%PDF-1.7");
    let failure = open(&seat, "gimp", "auto").unwrap_err();
    assert_eq!(failure.cause, Cause::TargetNotFound, "gvim is something else");
    let failure = open(&seat, "quartrely resume", "auto").unwrap_err();
    assert_eq!(failure.cause, Cause::TargetNotFound);
    assert!(failure.instead.contains(&"quarterly.pdf".to_string()), "{:?}", failure.instead);
    for missing in ["secret", "Absent", "Removed"] {
        assert_eq!(open(&seat, missing, "auto").unwrap_err().cause, Cause::TargetNotFound, "{missing}");
    }
    assert_eq!(open(&seat, "../outside/secret.pdf", "auto").unwrap_err().cause, Cause::OutsideRoots);
    assert_eq!(open(&seat, "anything", "gadget").unwrap_err().cause, Cause::InvalidParameter);
    assert!(titles(&seat).is_empty());
}

#[test]
fn rejects_symlinks_out_of_the_roots() {
    let seat = seat();
    seat.write("outside/secret.pdf", "%PDF-1.7");
    std::os::unix::fs::symlink(seat.at("outside/secret.pdf"), seat.at("work/letter.pdf")).unwrap();
    std::os::unix::fs::symlink(seat.at("outside"), seat.at("work/elsewhere")).unwrap();
    assert!(open(&seat, "letter", "auto").is_err());
    assert!(open(&seat, "letter.pdf", "file").is_err());
    assert!(open(&seat, "secret", "auto").is_err());
    assert!(titles(&seat).is_empty());
}

#[test]
fn reports_exit_code_of_failed_application() {
    let seat = seat();
    let failure = open(&seat, "Broken", "application").unwrap_err();
    assert!(failure.message.contains("code 1"), "{}", failure.message);
}

#[test]
fn verifies_started_process_without_a_display() {
    let seat = furnished(Seat::empty());
    seat.write(
        "share/applications/sleeper.desktop",
        "[Desktop Entry]\nType=Application\nName=Sleeper\nExec=tail -f /dev/null\n",
    );
    seat.write(
        "share/applications/brief.desktop",
        "[Desktop Entry]\nType=Application\nName=Brief\nExec=true\n",
    );
    let told = opened(&seat, "sleeper", "application");
    assert_eq!(told["verified"], "process");
    let pid = told["pid"].to_string();
    assert!(seat.command("kill").arg(&pid).status().unwrap().success());
    wait_for("nothing to be left of it", || !std::path::Path::new(&format!("/proc/{pid}")).exists());
    assert_eq!(opened(&seat, "brief", "application")["verified"], "handed_over");
}

#[test]
fn matches_localized_application_names() {
    let seat = seat();
    let settings =
        lemmascope_desktop::system::Settings { languages: vec!["pt_PT.UTF-8".into()], ..seat.settings() };
    let domain = lemmascope_desktop::system::domain(settings);
    let outcome = seat.try_call_of(&domain, "system.apps.launch", json!({"app": "relogio"})).unwrap();
    assert_eq!(titles(&seat), ["Relógio"]);
    seat.replay(&outcome.undo.unwrap());
}

#[test]
fn launches_applications_only_with_safe_url_schemes() {
    let seat = seat();
    seat.write(
        "share/applications/browser.desktop",
        "[Desktop Entry]\nType=Application\nName=Browser\nExec=xmessage -title Web %U\n",
    );
    seat.write("work/page one.html", "<html>");
    let url = "https://example.org/?a=1&b=$(touch%20pwned)";
    let launched =
        seat.call("system.apps.launch", json!({"app": "browser", "url": url, "wait_for_window": true}));
    assert_eq!(launched.verdict, Some("window"));
    let file = format!("file://{}/page%20one.html", seat.at("work").display());
    seat.call("system.apps.launch", json!({"app": "browser", "url": file}));
    for url in ["javascript:alert(1)", "file:///etc/passwd", "ssh://x", "-x", "http:x", "https://a b"] {
        assert!(seat.try_call("system.apps.launch", json!({"app": "browser", "url": url})).is_err(), "{url}");
    }
    let failure =
        seat.fail("system.apps.launch", json!({"app": "World Clock", "url": "https://example.org"}));
    assert_eq!(failure.field.as_deref(), Some("url"));
    let failure = seat.fail("system.apps.launch", json!({"app": "Browsr Appl"}));
    assert_eq!(failure.cause, Cause::TargetNotFound);
    assert_eq!(titles(&seat).len(), 2);
}

#[test]
fn launch_path_runs_programs_and_requires_confirmation() {
    let seat = seat();
    let domain = seat.domain();
    let verb =
        domain.capabilities.iter().find(|it| it.signature().name == "system.apps.launch_path").unwrap();
    assert!(verb.signature().asks());
    let outcome =
        seat.call("system.apps.launch_path", json!({"executable": "xclock", "args": ["-title", "a; b"]}));
    assert_eq!(titles(&seat), ["a; b"]);
    assert_eq!(outcome.undo, None);
    for missing in ["no-such-program", "./xclock", "/etc/passwd", "/tmp"] {
        let failure = seat.fail("system.apps.launch_path", json!({"executable": missing}));
        assert_eq!(failure.cause, Cause::TargetNotFound, "{missing}");
    }
}

#[test]
fn lists_menu_applications_without_a_display() {
    let seat = furnished(Seat::empty());
    let entry = |name: &str, keys: &str| {
        let text = format!("[Desktop Entry]\nType=Application\n{keys}\n");
        seat.write(&format!("share/applications/{name}.desktop"), &text);
    };
    entry("secret", "Name=Secret\nExec=xclock\nNoDisplay=true");
    entry("office-calc", "Name=Folha de cálculo\nExec=xclock");
    let outcome = seat.call("system.apps.list", json!({}));
    let told = serde_json::to_value(&outcome.value).unwrap();
    let names: Vec<&str> = told.as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(
        names,
        ["Broken", "Folders", "Folha de cálculo", "GVim", "Paper Viewer", "Plain Editor", "World Clock"]
    );
    assert_eq!(told[2], json!({"name": "Folha de cálculo", "id": "office-calc"}));
    assert_eq!(outcome.line.as_deref(), Some("apps.list (7 applications)"));
}
