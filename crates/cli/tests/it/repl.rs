//! The conversation on a real terminal: tmux types and reads the screen.

use std::time::{Duration, Instant};

use crate::desk::Desk;
use crate::terminal::Terminal;

#[test]
fn agent_limit_settings_require_a_terminal_code() {
    let desk = Desk::new();
    let file = desk.home().join("config.yaml");
    let before = std::fs::read_to_string(&file).unwrap_or_default();
    let ask = "clear; lemmascope config set pack_trust.local verified";
    let terminal = Terminal::shell(&desk);
    terminal.press(&[ask, "Enter"]);
    terminal.wait_for(" to change it:");
    terminal.press(&["yes", "Enter"]);
    terminal.wait_for("nothing is changed");
    assert_eq!(std::fs::read_to_string(&file).unwrap_or_default(), before);
    terminal.press(&["clear; echo new page", "Enter"]);
    terminal.wait_for("new page\n");
    terminal.press(&[ask, "Enter"]);
    let screen = terminal.wait_for(" to change it:");
    let code = screen.split("Type ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().to_string();
    terminal.press(&[&code, "Enter"]);
    terminal.wait_for("It is written to");
    assert!(std::fs::read_to_string(&file).unwrap().ends_with("pack_trust.local: \"verified\"\n"));
    // Input from a pipe is not a person at a terminal.
    terminal.press(&["clear; echo abc | lemmascope config set pack_trust.local full", "Enter"]);
    terminal.wait_for("cannot be changed by a command");
}

#[test]
fn repl_completes_stores_history_and_defines_intents() {
    let desk = Desk::new();
    let terminal = Terminal::open(&desk);

    terminal.press(&["files.create_fo", "Tab"]);
    terminal.wait_for("lemmascope> files.create_folder");
    terminal.press(&["garden", "Enter"]);
    terminal.wait_for("+ garden");
    assert!(desk.work().join("garden").is_dir());

    terminal.press(&["define shed:", "Enter", "  steps:", "Enter"]);
    terminal.press(&["    - action: files.create_folder", "Enter", "      path: shed", "Enter", "Enter"]);
    terminal.wait_for("Intent 'shed' available");
    terminal.press(&["shed", "Enter"]);
    terminal.wait_for("+ shed");

    terminal.press(&["make a folder called orchard", "Enter"]);
    terminal.wait_for("+ orchard");
    terminal.press(&["login ann hunter2", "Enter"]);
    terminal.wait_for("error login");
    terminal.press(&["clik 5", "Enter"]);
    terminal.wait_for("did you mean `click`?");
    terminal.press(&["exit", "Enter"]);

    let history = desk.home().join("history.txt");
    let began = Instant::now();
    let kept = loop {
        let kept = std::fs::read_to_string(&history).unwrap_or_default();
        if kept.contains("exit") {
            break kept;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "nothing was remembered: {kept}");
    };
    assert!(kept.contains("files.create_folder garden") && kept.contains("login \"ann\""), "{kept}");
    assert!(!kept.contains("hunter2"), "{kept}");
}

#[test]
fn prompted_passwords_are_neither_shown_nor_stored() {
    let desk = Desk::new();
    let terminal = Terminal::open(&desk);
    terminal.press(&["credentials add shop --origin https://shop.example --username ann", "Enter"]);
    terminal.wait_for("Password (it is not shown):");
    terminal.press(&["hunter2-canary", "Enter"]);
    let screen = terminal.wait_for("ok credentials add \"shop\"");
    assert!(!screen.contains("hunter2-canary"), "{screen}");
    // After a cancellation, the terminal works as before.
    terminal.press(&["credentials add other --origin https://shop.example --username ann", "Enter"]);
    terminal.wait_for("--origin https://shop.example --username ann\nPassword (it is not shown):");
    terminal.press(&["hunter2-canary", "C-c"]);
    terminal.wait_for("nothing was entered; nothing is stored");
    terminal.press(&["credentials list", "Enter"]);
    let screen = terminal.wait_for("- shop: https://shop.example as ann");
    assert!(!screen.contains("hunter2-canary"), "{screen}");
    terminal.press(&["exit", "Enter"]);
    let history = std::fs::read_to_string(desk.home().join("history.txt")).unwrap_or_default();
    assert!(!history.contains("hunter2-canary"), "{history}");
}

#[test]
fn repl_prompts_for_missing_arguments() {
    let desk = Desk::new();
    let terminal = Terminal::open(&desk);
    terminal.press(&["login", "Enter"]);
    let screen = terminal.wait_for("Which user name?");
    assert!(!screen.contains("MISSING_ARGUMENT"), "{screen}");
    // A program gets the error.
    assert!(desk.lemmascope(&["login"]).out.contains("MISSING_ARGUMENT"));
    terminal.press(&["exit", "Enter"]);
}

#[test]
fn interrupt_cancels_the_command_but_not_the_repl() {
    let desk = Desk::new();
    let terminal = Terminal::open(&desk);
    terminal.press(&["define shed:", "Enter", "  steps:", "Enter"]);
    terminal.press(&["    - action: files.create_folder", "Enter", "      path: shed", "Enter", "Enter"]);
    terminal.wait_for("Intent 'shed' available");
    // The wait is longer than the timeout of the test.
    terminal.press(&["wait 20m", "Enter"]);
    terminal.wait_for("web.wait …");
    terminal.press(&["C-c"]);
    terminal.wait_for("error wait");
    // Typed input that was not sent is discarded.
    terminal.wait_for_prompt();
    terminal.press(&["files.create_folder never"]);
    terminal.wait_for("files.create_folder never");
    terminal.press(&["C-c"]);
    terminal.wait_for_prompt();
    terminal.press(&["files.create_folder garden", "Enter"]);
    terminal.wait_for("+ garden");
    assert!(!desk.work().join("never").exists());
    // A definition is a single entry of the history.
    terminal.wait_for_prompt();
    terminal.press(&["C-l", "Up", "Up", "Up"]);
    let screen = terminal.wait_for("      path: shed");
    assert!(screen.contains("lemmascope> define shed:"), "{screen}");
    terminal.press(&["C-c"]);
    terminal.wait_for_prompt();
    terminal.press(&["wait --help", "Enter"]);
    terminal.wait_for("wait visible <target>");
    terminal.press(&["exit", "Enter"]);
}
