//! Problems with the engine's own folder are reported precisely, and no data is lost.

use std::process::Command;

use crate::desk::Desk;

#[test]
fn corrupted_state_file_is_renamed_and_reported() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.home()).unwrap();
    let garbage = "this is no database ".repeat(1000);
    std::fs::write(desk.home().join("state.db"), &garbage).unwrap();
    let done = desk.lemmascope(&["files.create_folder", "a"]);
    assert_eq!(done.code, 0, "{}", done.out);
    assert!(done.err.contains("It is kept as"), "{}", done.err);
    let aside = std::fs::read_dir(desk.home())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.to_string_lossy().contains("corrupt"))
        .unwrap();
    assert_eq!(std::fs::read_to_string(aside).unwrap(), garbage);
    assert_eq!(desk.lemmascope(&["undo"]).code, 0);
}

#[test]
fn concurrent_engines_share_a_home() {
    let desk = Desk::new();
    let children: Vec<_> = (0..8)
        .map(|number| {
            let mut command = desk.command(env!("CARGO_BIN_EXE_lemmascope"));
            let session = format!("s{}", number % 2);
            command.args([
                "--foreground",
                "--session",
                &session,
                "files.create_folder",
                &format!("f{number}"),
            ]);
            command.stdout(std::process::Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    for _ in 0..4 {
        for session in ["s0", "s1"] {
            assert_eq!(desk.lemmascope(&["--foreground", "--session", session, "undo"]).code, 0);
        }
    }
    assert_eq!(std::fs::read_dir(desk.work()).unwrap().count(), 0);
}

#[test]
fn reports_read_only_home() {
    for way in [&["undo"][..], &["--foreground", "undo"]] {
        let prepare = "mount -t tmpfs none \"$HOME\"; mount -o remount,ro \"$HOME\"";
        let Some(done) = in_own_mounts(prepare, way) else { return };
        assert_eq!(done.0, 1, "{}", done.1);
        assert!(done.1.contains("Read-only file system"), "{}", done.1);
        assert!(done.1.contains("LEMMASCOPE_HOME"), "{}", done.1);
    }
}

#[test]
fn reports_full_disk() {
    let fill = "mount -t tmpfs -o size=400k none \"$HOME\"; dd if=/dev/zero of=\"$HOME/big\" bs=4k 2>/dev/null || true";
    let Some(done) = in_own_mounts(fill, &["--foreground", "files.create_folder", "a"]) else { return };
    assert_eq!(done.0, 1, "{}", done.1);
    assert!(done.1.to_lowercase().contains("space") || done.1.contains("full"), "{}", done.1);
}

/// Runs the command in a mount namespace that a shell line has prepared. Prints a note and returns `None` if
/// the system does not allow such a namespace.
fn in_own_mounts(prepare: &str, arguments: &[&str]) -> Option<(i32, String)> {
    let allowed = Command::new("unshare").args(["-Urm", "true"]).output();
    if !allowed.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: this system does not let `unshare -Urm` make a mount namespace");
        return None;
    }
    let desk = Desk::new();
    let mut command: Command = desk.command("unshare");
    command.args(["-Urm", "sh", "-ec", &format!("{prepare}\nexec lemmascope \"$@\""), "sh"]).args(arguments);
    let output = command.output().unwrap();
    let code = output.status.code().unwrap_or(-1);
    let said = [output.stdout, output.stderr].concat();
    Some((code, String::from_utf8_lossy(&said).into_owned()))
}
