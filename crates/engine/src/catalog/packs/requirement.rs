//! The requirements of packs: a version of the intent language, and other packs.

use std::collections::HashMap;
use std::sync::Arc;

use lemmascope_intent::Diagnostic;
use lemmascope_intent::definition::{LANGUAGE_VERSION, PROGRAM, Span};
use semver::Version;

use super::{Pack, failed};

/// The maximum number of packs that the message about a cycle names.
const LONGEST_WAY: usize = 8;

/// Removes the packs whose requirements are not met, and those that require one another in a cycle.
pub(super) fn refuse(packs: &mut Vec<Pack>, mut tell: impl FnMut(&Pack, Diagnostic)) {
    let circles = in_circles(packs);
    packs.retain(|pack| match circles.get(&pack.name) {
        Some((span, way)) => {
            let fault = failed(
                span.clone(),
                format!("packs require one another in a circle: {}", way.join(" → ")),
                "Remove one of these requirements.",
            );
            tell(pack, fault);
            false
        }
        None => true,
    });
    // Repeats, because another pack may require a removed one.
    loop {
        let known: HashMap<Arc<str>, Version> = packs
            .iter()
            .map(|pack| {
                let version = pack.manifest.version.as_ref().map(|version| version.value.clone());
                (Arc::clone(&pack.name), version.unwrap_or(Version::new(0, 0, 0)))
            })
            .collect();
        let before = packs.len();
        packs.retain(|pack| match missing(pack, &known) {
            Some(fault) => {
                tell(pack, fault);
                false
            }
            None => true,
        });
        if packs.len() == before {
            return;
        }
    }
}

/// Returns the fault for the first requirement of a pack that is not met.
fn missing(pack: &Pack, known: &HashMap<Arc<str>, Version>) -> Option<Diagnostic> {
    pack.manifest.requires.iter().find_map(|(name, range)| {
        if name == PROGRAM {
            let fits = range.value.matches(&LANGUAGE_VERSION);
            return (!fits).then(|| {
                failed(
                    range.span.clone(),
                    format!(
                        "the pack needs Lemmascope {}, and this one carries out version {LANGUAGE_VERSION} of the intent language",
                        range.value
                    ),
                    "Install another version of the pack or of Lemmascope.",
                )
            });
        }
        match known.get(name.as_str()) {
            None => Some(failed(
                range.span.clone(),
                format!("the pack needs the pack \"{name}\" {}, which is not here or cannot be loaded", range.value),
                format!("Install it: `pack install {name}`."),
            )),
            Some(version) if !range.value.matches(version) => Some(failed(
                range.span.clone(),
                format!("the pack needs the pack \"{name}\" {}, and {version} is here", range.value),
                format!("Update it: `pack update {name}`."),
            )),
            Some(_) => None,
        }
    })
}

/// Returns the packs that are part of a dependency cycle, each with the span of its requirement and the path
/// of the cycle.
fn in_circles(packs: &[Pack]) -> HashMap<Arc<str>, (Span, Vec<String>)> {
    let by_name: HashMap<&str, &Pack> = packs.iter().map(|pack| (&*pack.name, pack)).collect();
    let mut found: HashMap<Arc<str>, (Span, Vec<String>)> = HashMap::new();
    // Whether the visit of a pack is complete; `false` while it is on the current path. The walk is
    // iterative, because a chain of requirements may be as long as the number of packs.
    let mut state: HashMap<&str, bool> = HashMap::new();
    for start in packs {
        if state.contains_key(&*start.name) {
            continue;
        }
        let mut way: Vec<(&str, usize)> = vec![(&start.name, 0)];
        state.insert(&start.name, false);
        while let Some((name, next)) = way.last_mut() {
            let needed = by_name.get(*name).and_then(|pack| pack.manifest.requires.get_index(*next));
            *next += 1;
            let Some((needed, _)) = needed else {
                state.insert(name, true);
                way.pop();
                continue;
            };
            let Some(pack) = by_name.get(needed.as_str()) else { continue };
            match state.get(&*pack.name) {
                Some(true) => {}
                None => {
                    state.insert(&pack.name, false);
                    way.push((&pack.name, 0));
                }
                Some(false) => {
                    let from = way.iter().position(|(name, _)| *name == &*pack.name).unwrap_or_default();
                    let circle: Vec<&str> = way[from..].iter().map(|(name, _)| *name).collect();
                    for (at, (name, next)) in way[from..].iter().enumerate() {
                        let Some(member) = by_name.get(name) else { continue };
                        // The index is already past the requirement that was followed.
                        let followed = member.manifest.requires.get_index(next.saturating_sub(1));
                        let span = followed.map_or(0..0, |(_, range)| range.span.clone());
                        let turned = (0..=circle.len()).map(|step| circle[(at + step) % circle.len()]);
                        let mut turned: Vec<String> = turned.take(LONGEST_WAY).map(str::to_string).collect();
                        turned.extend((circle.len() >= LONGEST_WAY).then(|| "…".to_string()));
                        found.entry(Arc::clone(&member.name)).or_insert((span, turned));
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::PackManifest;
    use lemmascope_intent::definition::Rules;

    use super::super::Origin;
    use super::*;

    fn pack(name: &str, body: &str) -> Pack {
        let checked = PackManifest::read(&format!("pack: {name}\n{body}"), &Rules::default());
        let manifest = checked.manifest.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
        Pack {
            name: name.into(),
            path: name.into(),
            origin: Origin::Folder,
            domains: [].into(),
            manifest: manifest.into(),
            seal: None,
        }
    }

    fn refused(mut packs: Vec<Pack>) -> (Vec<String>, Vec<String>) {
        let mut told = Vec::new();
        refuse(&mut packs, |pack, fault| told.push(format!("{}: {}", pack.name, fault.message)));
        (packs.iter().map(|pack| pack.name.to_string()).collect(), told)
    }

    #[test]
    fn requires_dependencies_in_matching_versions() {
        let (left, told) = refused(vec![
            pack("base", "version: 1.4.0"),
            pack("good", "requires: { lemmascope: \">=1.0.0\", base: ^1.2 }"),
            pack("new", "requires: { lemmascope: \">=9\" }"),
            pack("old", "requires: { base: \"<1\" }"),
            pack("lone", "requires: { nowhere: '*' }"),
            pack("upon", "requires: { lone: '*' }"),
        ]);
        assert_eq!(left, ["base", "good"]);
        assert_eq!(told.len(), 4, "{told:#?}");
        assert!(told.iter().any(|it| it.starts_with("new: the pack needs Lemmascope >=9, and")), "{told:#?}");
        assert!(told.iter().any(|it| it == "old: the pack needs the pack \"base\" <1, and 1.4.0 is here"));
        assert!(told.iter().any(|it| it.starts_with("upon: the pack needs the pack \"lone\"")), "{told:#?}");
    }

    #[test]
    fn detects_dependency_cycles_of_any_length() {
        let (left, told) = refused(vec![
            pack("a", "requires: { b: '*' }"),
            pack("b", "requires: { c: '*' }"),
            pack("c", "requires: { b: '*' }"),
            pack("self", "requires: { self: '*' }"),
            pack("free", ""),
        ]);
        assert_eq!(left, ["free"]);
        assert!(told.contains(&"b: packs require one another in a circle: b → c → b".into()), "{told:#?}");
        assert!(told.contains(&"c: packs require one another in a circle: c → b → c".into()), "{told:#?}");
        assert!(
            told.contains(&"self: packs require one another in a circle: self → self".into()),
            "{told:#?}"
        );
        let long: Vec<Pack> = (0..5000)
            .map(|n| pack(&format!("p{n}"), &format!("requires: {{ p{}: '*' }}", (n + 1) % 5000)))
            .collect();
        assert!(refused(long).0.is_empty());
    }
}
