use lemmascope_intent::{Format, Notation, Parameter, Value};

/// Returns the reason why a value is invalid for a parameter, if that is certain.
pub(crate) fn fault(parameter: &Parameter, value: &Value) -> Option<String> {
    if let (Some((least, most)), Some(number)) = (parameter.within, value.as_number()) {
        let number = number.as_f64();
        return match () {
            () if number < least as f64 => Some(format!("Is less than {least}")),
            () if number > most as f64 => Some(format!("Is more than {most}")),
            () => None,
        };
    }
    if let (Some(Notation::Choice(choices)), Some(text)) = (parameter.written, value.as_text())
        && !choices.contains(&text)
    {
        return Some(format!("Is none of {}", choices.join(", ")));
    }
    let (text, format) = (value.as_text()?, parameter.format?);
    if format == Format::Title && text.chars().any(|sign| sign.is_control() || "<>:\"|?*".contains(sign)) {
        return Some("Contains invalid characters for filename".into());
    }
    let extension = text.rsplit_once('.').map(|(_, extension)| extension.to_lowercase())?;
    let known = format.extensions();
    (!known.is_empty() && !known.contains(&extension.as_str()))
        .then(|| format!("Is not a .{} file", known.join(", .")))
}
