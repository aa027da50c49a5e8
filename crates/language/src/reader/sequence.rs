//! Expands the names of a sequence of new objects: "create the folders week1 to week3" becomes "create the
//! folders week1, week2 and week3".

use super::rephrase::PHRASES;
use super::tokenized::Tokenized;
use crate::words::Tongue;

/// The maximum number of expanded names.
const MOST: u32 = 50;

/// Returns the sentence with expanded sequences; nothing if it has none.
pub(super) fn written_out(heard: &Tokenized<'_>) -> Option<String> {
    let words = &heard.words;
    let makes = |noun: usize| words[..noun].iter().any(|word| PHRASES.has("making", &word.folded));
    let is_plural = |at: usize| {
        let word = words[at].folded.as_str();
        heard.things.kind_of_word(word).is_some() && heard.things.singular(word).is_none()
    };
    let noun = (1..words.len()).find(|at| is_plural(*at) && makes(*at))?;
    let mut first = noun + 1;
    first += PHRASES.begins("naming", words.get(first..)?).unwrap_or(0);
    let [one, joint, other] = words.get(first..first + 3)? else { return None };
    let is_joint = matches!(joint.folded.as_str(), "to" | "through" | "ate" | "a");
    let is_whole =
        words.get(first + 3).is_none_or(|next| next.pause.is_some() || !next.folded.starts_with('⟨'));
    if !is_joint || !is_whole || joint.pause.is_some() || other.pause.is_some() {
        return None;
    }
    let (stem, from) = numbered(&heard.sentence[one.span.clone()])?;
    let (other_stem, to) = numbered(&heard.sentence[other.span.clone()])?;
    if stem != other_stem || from >= to || to - from >= MOST {
        return None;
    }
    let names: Vec<String> = (from..=to).map(|number| format!("{stem}{number}")).collect();
    let (last, others) = names.split_last()?;
    let and = if heard.tongue == Tongue::English { "and" } else { "e" };
    let (before, behind) = (&heard.sentence[..one.span.start], &heard.sentence[other.span.end..]);
    Some(format!("{before}{} {and} {last}{behind}", others.join(", ")))
}

/// Splits a name into its stem and final number; names with leading zeros are excluded.
fn numbered(name: &str) -> Option<(&str, u32)> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[stem.len()..];
    let number = digits.parse().ok()?;
    (digits.len() == 1 || !digits.starts_with('0')).then_some((stem, number))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::goal::sample;

    #[test]
    fn expands_numbered_name_ranges() {
        for (said, meant) in [
            ("create the folders week1 to week3", Some("create the folders week1, week2 and week3")),
            ("make folders 1 to 3 in archive", Some("make folders 1, 2 and 3 in archive")),
            ("cria as pastas dia1 a dia3", Some("cria as pastas dia1, dia2 e dia3")),
            ("move the folders a1 to a3", None),
            ("create the folders a1 to b3", None),
            ("create the folders x9 to x2", None),
            ("create the folders n1 to n900", None),
            ("create a folder week1 to week3", None),
        ] {
            let heard = Tokenized::new(said, date(2026, 5, 4).at(9, 0, 0, 0)).about(&sample());
            assert_eq!(written_out(&heard).as_deref(), meant, "{said}");
        }
    }
}
