use std::ops::Range;

use lemmascope_intent::{Format, Parameter, Type};

use super::lexicon::Lexicon;
use super::speakable::Speakable;
use super::tokenized::Tokenized;
use super::value_words;
use crate::literal::Kind;

/// Whether words can be the value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// They cannot.
    No,
    /// They can, because any words can.
    Free,
    /// They certainly are, because of their form or because they name an existing object.
    Certain,
}

/// Whether words are the number of a thing that may have one: `#5`.
fn is_numbered(format: Format, said: &str, heard: &Tokenized<'_>) -> bool {
    let Format::Kind(name) = format else { return false };
    let has_number = heard.things.kind(name).is_some_and(|kind| !kind.is_container());
    let digits = said.strip_prefix('#').unwrap_or_default();
    has_number && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Determines whether words of a sentence can be the value of a parameter.
pub(super) fn fit(
    speakable: &Speakable,
    parameter: &Parameter,
    words: Range<usize>,
    heard: &Tokenized<'_>,
    lexicon: &Lexicon,
) -> Fit {
    let certain = |is: bool| if is { Fit::Certain } else { Fit::No };
    let literal = heard.literal_at(words.clone());
    let is_choice = value_words::is_value(&speakable.name, &parameter.name, heard.text(words.clone()));
    if is_choice || speakable.is_closed(&parameter.name) {
        return certain(is_choice);
    }
    match (parameter.kind, parameter.format) {
        (Type::Number, _) => certain(literal.is_some_and(|kind| {
            matches!(kind, Kind::Number | Kind::Percent | Kind::Ordinal | Kind::Quantity | Kind::Duration)
        })),
        (Type::Boolean, _) => Fit::No,
        (Type::Object, _) => Fit::Free,
        (_, Some(Format::Date)) => certain(matches!(literal, Some(Kind::Date))),
        (_, Some(Format::Time)) => certain(matches!(literal, Some(Kind::Time))),
        (_, Some(Format::Duration)) => certain(matches!(literal, Some(Kind::Duration | Kind::Number))),
        (_, Some(Format::Url)) if matches!(literal, Some(Kind::Url)) => Fit::Certain,
        (_, Some(format)) => {
            let by_look = matches!(literal, Some(Kind::Quoted | Kind::Path | Kind::File))
                || is_numbered(format, heard.text(words.clone()), heard);
            match by_look || !lexicon.meant(heard.text(words), format).is_empty() {
                true => Fit::Certain,
                false => Fit::Free,
            }
        }
        // Free text has no form, so only quotation marks make it certain.
        (_, None) if literal == Some(Kind::Quoted) && !parameter.description.is_empty() => Fit::Certain,
        (_, None) => Fit::Free,
    }
}
