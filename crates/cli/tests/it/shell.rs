//! Completion in real shells, and the manual page.

use crate::desk::Desk;

/// Returns the completions that Bash offers after a line.
fn complete(desk: &Desk, line: &str) -> Vec<String> {
    let script = r#"
        source <(lemmascope completions bash)
        read -ra COMP_WORDS <<<"$1"
        [[ $1 == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _lemmascope
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let output = desk.command("bash").args(["-c", script, "bash", line]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    text.lines().filter(|line| !line.is_empty()).map(str::to_string).collect()
}

#[test]
fn bash_completes_subcommands_verbs_intents_and_options() {
    let desk = Desk::new();
    assert_eq!(complete(&desk, "lemmascope doc"), ["doctor"]);
    assert_eq!(complete(&desk, "lemmascope completions "), ["bash", "fish", "zsh"]);
    assert_eq!(complete(&desk, "lemmascope serve --lo"), ["--log"]);
    assert_eq!(complete(&desk, "lemmascope serve --log "), ["json", "text"]);
    assert_eq!(complete(&desk, "lemmascope files.create_fo"), ["files.create_folder"]);
    assert_eq!(complete(&desk, "lemmascope new_pro"), ["new_project"]);
    assert_eq!(complete(&desk, "lemmascope new_project --fi"), ["--file"]);
    assert_eq!(complete(&desk, "lemmascope config s"), ["set", "show"]);
    assert_eq!(complete(&desk, "lemmascope screenshot --format "), ["jpeg", "png"]);
    assert_eq!(complete(&desk, "lemmascope --session garden und"), ["undefine", "understand", "undo"]);
    assert!(complete(&desk, "lemmascope --session ").is_empty());
    assert!(complete(&desk, "lemmascope __eng").is_empty());
}

/// Returns the completions that Zsh offers for the last of these words.
fn complete_in_zsh(desk: &Desk, words: &[&str]) -> Vec<String> {
    let script = r#"
        source <(lemmascope completions zsh)
        print -r -- "function $_comps[lemmascope]"
        # In the place of the menu.
        _describe() { print -rl -- "${(@)candidates%%:*}" }
        _files() { print files }
        words=("$@") CURRENT=$# PREFIX=${@[-1]}
        _lemmascope
    "#;
    let output = desk.command("zsh").args(["-f", "-c", script, "zsh"]).args(words).output();
    offered(&output.expect("zsh is there; `scripts/prepare terminal` installs it"))
}

/// Returns the completions that fish offers after a line.
fn complete_in_fish(desk: &Desk, line: &str) -> Vec<String> {
    let script = "lemmascope completions fish | source; complete --do-complete \"$argv\" | string split --fields 1 \\t";
    let output = desk.command("fish").args(["-c", script, line]).output();
    offered(&output.expect("fish is there; `scripts/prepare terminal` installs it"))
}

fn offered(output: &std::process::Output) -> Vec<String> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}

#[test]
fn zsh_completes_quoted_words_and_falls_back_to_files() {
    let desk = Desk::new();
    let complete = |words: &[&str]| {
        let mut offered = complete_in_zsh(&desk, words);
        assert_eq!(offered.remove(0), "function _lemmascope");
        offered
    };
    assert_eq!(complete(&["lemmascope", "doc"]), ["doctor"]);
    assert_eq!(complete(&["lemmascope", "completions", ""]), ["bash", "fish", "zsh"]);
    assert_eq!(complete(&["lemmascope", "serve", "--log", ""]), ["json", "text"]);
    assert_eq!(complete(&["lemmascope", "--session", "'my garden'", "config", "s"]), ["set", "show"]);
    assert_eq!(complete(&["lemmascope", "--session", ""]), ["files"]);
}

#[test]
fn fish_completes_after_variables_and_wrapper_commands() {
    let desk = Desk::new();
    let complete = |line: &str| complete_in_fish(&desk, line);
    assert_eq!(complete("lemmascope doc"), ["doctor"]);
    assert_eq!(complete("lemmascope completions "), ["bash", "fish", "zsh"]);
    assert_eq!(complete("lemmascope serve --log "), ["json", "text"]);
    assert_eq!(complete("A=b lemmascope files.create_fo"), ["files.create_folder"]);
    assert_eq!(complete("env A=b lemmascope doc"), ["doctor"]);
    assert_eq!(complete("echo hi; lemmascope --session 'my garden' config s"), ["set", "show"]);
    assert_eq!(complete("lemmascope 'doc"), ["doctor"]);
}

#[test]
fn bash_completes_newly_defined_intents() {
    let desk = Desk::new();
    assert!(complete(&desk, "lemmascope water_the").is_empty());
    let folder = desk.home().join("intents");
    std::fs::create_dir_all(&folder).unwrap();
    let definition = "intent: water_the_plants\nversion: 1.0\nparameters:\n  - name: litres\n    type: number\n\
                      steps:\n  - action: files.create_folder\n    path: watered\n";
    std::fs::write(folder.join("water.yaml"), definition).unwrap();
    assert_eq!(complete(&desk, "lemmascope water_the"), ["water_the_plants"]);
    assert_eq!(complete(&desk, "lemmascope water_the_plants --li"), ["--litres"]);
}

#[test]
fn manual_page_contains_all_subcommands_and_commands() {
    let desk = Desk::new();
    let page = desk.lemmascope(&["man"]).out;
    assert!(page.starts_with(".TH LEMMASCOPE 1"));
    for part in ["\\fBlemmascope doctor", "\\fBlemmascope serve", "\\fBgoto <url>", "LEMMASCOPE_HOME"] {
        assert!(page.contains(part), "{part}");
    }
    let forms = crate::composed::grammar().forms();
    for form in forms {
        assert!(page.contains(&format!("\\fB{}", form.name.replace('-', "\\-"))), "{}", form.name);
    }
    assert!(page.is_ascii());
    assert!(!page.contains("__engine"));
}
