//! Attacks: each file in `red_team` is one, as a transcript of what it tries and what it gets. The pages that it needs are in
//! `red_team/pages`, served here under two hosts that are two sites: `$evil` and `$bank`.
//!
//! `UPDATE_GOLDEN=1` writes down what is seen now; read the difference before you commit it.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};

use crate::desk::Desk;
use crate::transcripts::play;

#[test]
fn file_addresses() {
    check("file_addresses");
}

#[test]
fn file_uploads() {
    check("file_uploads");
}

#[test]
fn file_writes() {
    check("file_writes");
}

#[test]
fn pack_reach() {
    check("pack_reach");
}

#[test]
fn pack_frames() {
    check("pack_frames");
}

#[test]
fn pack_names() {
    check("pack_names");
}

#[test]
fn pack_manifests() {
    check("pack_manifests");
}

#[test]
fn pack_files() {
    check("pack_files");
}

#[test]
fn pack_install() {
    check("pack_install");
}

#[test]
fn pack_functions() {
    check("pack_functions");
}

#[test]
fn pack_hooks() {
    check("pack_hooks");
}

#[test]
fn pack_limits() {
    check("pack_limits");
}

#[test]
fn pay_twice() {
    check("pay_twice");
}

#[test]
fn once() {
    check("once");
}

#[test]
fn page_secrets() {
    check("page_secrets");
}

#[test]
fn settings() {
    check("settings");
}

#[test]
fn forged_lines() {
    check("forged_lines");
}

#[test]
fn forged_names() {
    check("forged_names");
}

#[test]
fn login_as() {
    check("login_as");
}

#[test]
fn understanding() {
    check("understanding");
}

#[test]
fn pack_domains() {
    check("pack_domains");
}

#[test]
fn every_attack_file_has_a_test() {
    let tried = include_str!("red_team.rs");
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(path.is_dir() || tried.contains(&format!("check(\"{name}\")")), "{name} is not tried");
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/red_team")
}

fn check(name: &str) {
    let mut desk = Desk::new();
    desk.with_time();
    let port = serve();
    let (evil, bank) = (format!("127.0.0.1:{port}"), format!("localhost:{port}"));
    desk.know("evil", format!("http://{evil}"));
    desk.know("bank", format!("http://{bank}"));
    let root = regex::Regex::new(r"(?m)^note: the browser runs as root.*\n").unwrap();
    play(&folder().join(format!("{name}.txt")), &desk, |text| {
        let text = text.replace(&evil, "evil").replace(&bank, "bank");
        root.replace_all(&text, "").into_owned()
    });
}

/// Serves the pages on a free port until the test ends.
fn serve() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || drop(answer(stream, port)));
        }
    });
    port
}

fn answer(mut stream: TcpStream, port: u16) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let path = request.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default();
    let bank = format!("http://localhost:{port}");
    let page = std::fs::read_to_string(folder().join("pages").join(path.trim_start_matches('/')));
    let (status, body) = match page {
        Ok(page) => ("200 OK".to_string(), page.replace("BANK", &bank)),
        // What is sent by a form is led on to another site.
        Err(_) if path == "/jump" => (format!("302 Found\r\nLocation: {bank}/account.html"), String::new()),
        Err(_) => ("404 Not Found".to_string(), String::new()),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}
