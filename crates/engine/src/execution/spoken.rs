use lemmascope_intent::Signature;

/// What a person says to have a verb called: a command of the language, or its whole name.
pub(super) fn spoken(signature: &Signature) -> &'static str {
    signature.words()
}

/// The same for the log of actions, which says where it happened already.
pub(super) fn logged(signature: &Signature) -> &'static str {
    signature.command_words().unwrap_or_else(|| signature.verb())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_told_in_the_words_of_their_command() {
        let waiting = Signature::observe("lab.wait_lit", "").command("wait lit <target>");
        assert_eq!(spoken(&waiting), "wait lit");
        assert_eq!(logged(&waiting), "wait lit");
        let moving = Signature::observe("lab.move_all", "");
        assert_eq!(spoken(&moving), "lab.move_all");
        assert_eq!(logged(&moving), "move_all");
    }
}
