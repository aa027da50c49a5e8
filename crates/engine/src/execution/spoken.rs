use std::collections::HashMap;
use std::sync::LazyLock;

use lemmascope_intent::Signature;
use lemmascope_language::command;

/// The verbs that commands call, by the words of the command: `web.wait_visible` is `wait visible`.
static COMMANDS: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    command::commands().iter().filter_map(|form| Some((form.capability()?, form.name))).collect()
});

/// What a person says to have a verb called: a command of the language, or its whole name.
pub(super) fn spoken(signature: &Signature) -> &'static str {
    COMMANDS.get(signature.name).copied().unwrap_or(signature.name)
}

/// The same for the log of actions, which says where it happened already.
pub(super) fn logged(signature: &Signature) -> &'static str {
    COMMANDS.get(signature.name).copied().unwrap_or_else(|| signature.verb())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_told_in_the_words_of_their_command() {
        let verb = |name| Signature::observe(name, "");
        assert_eq!(spoken(&verb("web.wait_visible")), "wait visible");
        assert_eq!(logged(&verb("web.cookies_list")), "cookies list");
        assert_eq!(spoken(&verb("files.move_all")), "files.move_all");
        assert_eq!(logged(&verb("files.move_all")), "move_all");
    }
}
