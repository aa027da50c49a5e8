use crate::page::{ElementId, Pattern};
use crate::text::{quote, tame};

/// The maximum number of id ranges for each part of a pattern.
const RANGES: usize = 8;

/// Formats a pattern on one line: `login_form: email=[1] password=[2] submit=[3]`.
pub(super) fn format_pattern(pattern: &Pattern) -> String {
    let mut told = tame(&pattern.name, 60);
    let parts: Vec<String> = pattern
        .parts
        .iter()
        .filter(|(_, ids)| !ids.is_empty())
        .map(|(part, ids)| format!("{}={}", tame(part, 40), numbers(ids, RANGES)))
        .collect();
    if !parts.is_empty() {
        told.push_str(&format!(": {}", parts.join(" ")));
    }
    // The text of a breadcrumb repeats the names of its elements.
    let says = pattern.says.as_deref().filter(|says| !says.trim().is_empty() && pattern.name != "breadcrumb");
    if let Some(says) = says {
        told.push_str(&format!("{} {}", if parts.is_empty() { ":" } else { "" }, quote(says, 120)));
    }
    told
}

/// Formats ids in brackets, with consecutive ones as ranges: `[5-15,18]`; at most `most` ranges.
pub(super) fn numbers(ids: &[ElementId], most: usize) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let mut left = 0;
    for ElementId(id) in ids {
        let count = ranges.len();
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*id) && left == 0 => *last = *id,
            _ if count < most => ranges.push((*id, *id)),
            _ => left += 1,
        }
    }
    let mut told: Vec<String> = ranges
        .into_iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") })
        .collect();
    if left > 0 {
        told.push(format!("…{left} more"));
    }
    format!("[{}]", told.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_pattern_parts_and_abbreviates_id_lists() {
        let ids = |ids: &[u32]| ids.iter().copied().map(ElementId).collect::<Vec<_>>();
        let mut pattern = Pattern {
            name: "search_results".into(),
            parts: vec![
                ("items".into(), ids(&[5, 6, 7, 9])),
                ("next".into(), ids(&[12])),
                ("gone".into(), vec![]),
            ],
            region: 0,
            confidence: 1.0,
            says: None,
        };
        assert_eq!(format_pattern(&pattern), "search_results: items=[5-7,9] next=[12]");
        pattern.says = Some("Wrong \"password\"\n- x".into());
        pattern.parts.clear();
        assert_eq!(format_pattern(&pattern), r#"search_results: "Wrong \"password\" - x""#);
        let odd: Vec<u32> = (0..40).map(|n| n * 2 + 1).collect();
        assert_eq!(numbers(&ids(&odd), RANGES), "[1,3,5,7,9,11,13,15,…32 more]");
        assert_eq!(numbers(&ids(&[u32::MAX - 1, u32::MAX]), RANGES), "[4294967294-4294967295]");
    }
}
