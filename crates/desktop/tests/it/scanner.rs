//! Verifies that the virus scanner checks content before it is written, and that detected content is not
//! written.
//!
//! If `clamdscan` is installed, the real program is used with a fake daemon that implements clamd's protocol;
//! in any case, a fake program of that name is used too.

use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::path::Path;

use lemmascope_intent::Cause;
use serde_json::json;

use crate::world::World;

/// Creates a world whose only program is a `clamdscan` with this script.
fn world(script: &str) -> World {
    let world = World::with(|settings, base| settings.programs = vec![base.join("bin")]);
    let bin = world.base().join("bin");
    std::fs::create_dir(&bin).unwrap();
    std::fs::write(bin.join("clamdscan"), format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(bin.join("clamdscan"), std::fs::Permissions::from_mode(0o755)).unwrap();
    world
}

fn refuses(world: &World) {
    for (verb, arguments) in [
        ("create_file", json!({"path": "new", "content": "a worm"})),
        ("write_file", json!({"path": "a", "content": "a worm", "overwrite": true})),
        ("append_file", json!({"path": "a", "content": "a worm"})),
    ] {
        let failure = world.fail(verb, arguments);
        assert_eq!(failure.cause, Cause::InvalidParameter, "{failure:?}");
        assert!(failure.message.contains("the virus scanner knows it as Test.Worm"), "{failure:?}");
    }
    assert!(!world.at("new").exists());
    assert_eq!(world.read("a"), "clean");
    world.call("create_file", json!({"path": "new", "content": "an apple"}));
}

#[test]
fn content_detected_by_the_scanner_is_not_written() {
    let world = world("if grep -q worm; then echo 'stream: Test.Worm FOUND'; exit 1; fi; echo 'stream: OK'");
    world.write("a", "clean");
    refuses(&world);
}

#[test]
fn failing_scanner_does_not_block_writes() {
    let world = world("echo 'ERROR: Could not connect to clamd' >&2; exit 2");
    world.call("create_file", json!({"path": "new", "content": "a worm"}));
}

#[test]
fn real_clamdscan_client_uses_the_daemon() {
    let Some(client) =
        ["/usr/bin/clamdscan", "/usr/local/bin/clamdscan"].iter().find(|it| Path::new(it).exists())
    else {
        return;
    };
    let place = tempfile::tempdir().unwrap();
    let (socket, configuration) = (place.path().join("clamd"), place.path().join("clamd.conf"));
    std::fs::write(&configuration, format!("LocalSocket {}\n", socket.display())).unwrap();
    let listener = UnixListener::bind(&socket).unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A closed connection is not an error.
            let _ = serve(stream);
        }
    });
    let world = world(&format!("exec {client} --config-file={} \"$@\"", configuration.display()));
    world.write("a", "clean");
    refuses(&world);
}

/// Implements clamd's protocol: commands that end in NUL, and after `zINSTREAM` chunks with a length prefix.
fn serve(mut stream: std::os::unix::net::UnixStream) -> std::io::Result<()> {
    let mut command = Vec::new();
    let mut byte = [0];
    loop {
        stream.read_exact(&mut byte)?;
        if byte[0] != 0 && byte[0] != b'\n' {
            command.push(byte[0]);
            continue;
        }
        match command.as_slice() {
            b"zINSTREAM" | b"nINSTREAM" => {
                let mut content = Vec::new();
                loop {
                    let mut length = [0; 4];
                    stream.read_exact(&mut length)?;
                    let length = u32::from_be_bytes(length) as usize;
                    if length == 0 {
                        break;
                    }
                    let start = content.len();
                    content.resize(start + length, 0);
                    stream.read_exact(&mut content[start..])?;
                }
                let found = content.windows(4).any(|part| part == b"worm");
                let end = if command[0] == b'z' { b'\0' } else { b'\n' };
                let mut answer =
                    if found { b"stream: Test.Worm FOUND".to_vec() } else { b"stream: OK".to_vec() };
                answer.push(end);
                return stream.write_all(&answer);
            }
            b"zPING" | b"nPING" => stream.write_all(b"PONG\0")?,
            b"zVERSION" | b"nVERSION" => stream.write_all(b"ClamAV 1.0.0\0")?,
            _ => {}
        }
        command.clear();
    }
}
