use lemmascope_intent::Signature;

/// Returns the words with which a person calls a verb: its command, or its full name.
pub(super) fn spoken(signature: &Signature) -> &'static str {
    signature.words()
}

/// Returns the name for the action log, which already shows the location.
pub(super) fn logged(signature: &Signature) -> &'static str {
    signature.command_words().unwrap_or_else(|| signature.verb())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_displayed_by_their_command_words() {
        let waiting = Signature::observe("lab.wait_lit", "").command("wait lit <target>");
        assert_eq!(spoken(&waiting), "wait lit");
        assert_eq!(logged(&waiting), "wait lit");
        let moving = Signature::observe("lab.move_all", "");
        assert_eq!(spoken(&moving), "lab.move_all");
        assert_eq!(logged(&moving), "move_all");
    }
}
