//! Infers the success message of a sequence.

use crate::step::Step;
use crate::words::{content_words, folded};

/// The minimum number of words in a significant message.
const FEWEST: usize = 2;

/// Returns the longest sequence of words that occurs in a message after each of these steps. Numbers and
/// names vary and are excluded.
pub(super) fn success(steps: &[&Step]) -> Option<String> {
    let (first, others) = steps.split_first()?;
    let mut best: Option<String> = None;
    for message in &first.said {
        let words: Vec<&str> = message.split_whitespace().collect();
        for from in 0..words.len() {
            for to in (from + FEWEST..=words.len()).rev() {
                let run = words[from..to].join(" ");
                if best.as_ref().is_some_and(|best| best.len() >= run.len()) {
                    break;
                }
                let is_common = others.iter().all(|step| step.said.iter().any(|it| has(it, &run)));
                if is_common && content_words(&run).len() >= FEWEST {
                    best = Some(run);
                    break;
                }
            }
        }
    }
    best
}

/// Whether a message contains these words consecutively.
fn has(message: &str, run: &str) -> bool {
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    message.contains(run) && format!(" {} ", folded(&message)).contains(&format!(" {} ", folded(run)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_messages_become_success_condition() {
        let step = |said: &[&str]| Step {
            said: said.iter().map(|text| text.to_string()).collect(),
            ..Step::default()
        };
        let of = |all: &[&[&str]]| {
            let steps: Vec<Step> = all.iter().map(|said| step(said)).collect();
            success(&steps.iter().collect::<Vec<_>>())
        };
        let thanks = "Thank you. Review submitted:";
        assert_eq!(
            of(&[&["Thank you. Review submitted: 5 of 5"], &["New!", "Thank you. Review submitted: 4 of 5"]]),
            Some(thanks.into())
        );
        assert_eq!(of(&[&["Saved"], &["Saved"]]), None, "one word is on many pages");
        assert_eq!(of(&[&["Order placed"], &[]]), None);
        assert_eq!(
            of(&[&["Hello Ann, order placed"], &["Bye Bob, order placed"]]),
            Some("order placed".into())
        );
        assert_eq!(of(&[]), None);
    }
}
