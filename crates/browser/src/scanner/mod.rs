//! The JavaScript that scans a document from inside the browser. Its files are concatenated into one source,
//! which the driver runs in the isolated world of every document. There it creates one object, `lemmascope`,
//! that the page cannot see.

use lemmascope_intent::SensitiveFields;
use serde_json::json;

use crate::reading::ACTIONS;

/// The source files in dependency order. Each adds functions to the object.
const PARTS: &[(&str, &str)] = &[
    ("dom.js", include_str!("dom.js")),
    ("identity.js", include_str!("identity.js")),
    ("shadow.js", include_str!("shadow.js")),
    ("changes.js", include_str!("changes.js")),
    ("walk.js", include_str!("walk.js")),
    ("name.js", include_str!("name.js")),
    ("veil.js", include_str!("veil.js")),
    ("styles.js", include_str!("styles.js")),
    ("listing.js", include_str!("listing.js")),
    ("pickers.js", include_str!("pickers.js")),
    ("surfaces.js", include_str!("surfaces.js")),
    ("geometry.js", include_str!("geometry.js")),
    ("regions.js", include_str!("regions.js")),
    ("element.js", include_str!("element.js")),
    ("selectors.js", include_str!("selectors.js")),
    ("beside.js", include_str!("beside.js")),
    ("context.js", include_str!("context.js")),
    ("tables.js", include_str!("tables.js")),
    ("ledger.js", include_str!("ledger.js")),
    ("session.js", include_str!("session.js")),
    ("scan.js", include_str!("scan.js")),
    ("habits.js", include_str!("habits.js")),
    ("fields.js", include_str!("fields.js")),
    ("tally.js", include_str!("tally.js")),
    ("drawings.js", include_str!("drawings.js")),
    ("motion.js", include_str!("motion.js")),
    ("course.js", include_str!("course.js")),
    ("watch.js", include_str!("watch.js")),
    ("hearing.js", include_str!("hearing.js")),
    ("look.js", include_str!("look.js")),
    ("find.js", include_str!("find.js")),
    ("anchors.js", include_str!("anchors.js")),
    ("grouping.js", include_str!("grouping.js")),
    ("prepare.js", include_str!("prepare.js")),
    ("act.js", include_str!("act.js")),
    ("sliders.js", include_str!("sliders.js")),
    ("choose.js", include_str!("choose.js")),
    ("uses.js", include_str!("uses.js")),
    ("reached.js", include_str!("reached.js")),
    ("showers.js", include_str!("showers.js")),
    ("fill.js", include_str!("fill.js")),
    ("complaints.js", include_str!("complaints.js")),
    ("statements.js", include_str!("statements.js")),
    ("puzzles.js", include_str!("puzzles.js")),
    ("offers.js", include_str!("offers.js")),
    ("scroll.js", include_str!("scroll.js")),
    ("selecting.js", include_str!("selecting.js")),
    ("facts.js", include_str!("facts.js")),
    ("appearance.js", include_str!("appearance.js")),
    ("counters.js", include_str!("counters.js")),
    ("keypads.js", include_str!("keypads.js")),
    ("belonging.js", include_str!("belonging.js")),
    ("pressables.js", include_str!("pressables.js")),
    ("overlays.js", include_str!("overlays.js")),
    ("read.js", include_str!("read.js")),
    ("items.js", include_str!("items.js")),
    ("contents.js", include_str!("contents.js")),
    ("findings.js", include_str!("findings.js")),
    ("annotate.js", include_str!("annotate.js")),
];

/// Returns the concatenated source. Running it again in the same world has no effect, so that assigned
/// element keys remain valid.
pub(crate) fn source(sensitive: &SensitiveFields) -> String {
    let mut source =
        String::from("(() => {\nif (globalThis.lemmascope !== undefined) return;\nconst lemmascope = {};\n");
    source.push_str(&format!("lemmascope.sensitive = {};\n", json!(sensitive.names())));
    // The phrases with which pages name logging out, logging in and registering.
    let phrases =
        |roles: &[&str]| roles.iter().flat_map(|role| ACTIONS.phrases(role)).collect::<Vec<String>>();
    let words = json!({"leaving": phrases(&["logout"]), "entering": phrases(&["login", "register"])});
    source.push_str(&format!("lemmascope.sessionWords = {words};\n"));
    for (name, part) in PARTS {
        source.push_str("// ");
        source.push_str(name);
        source.push('\n');
        source.push_str(part);
        source.push('\n');
    }
    source.push_str("globalThis.lemmascope = lemmascope;\n})();\n//# sourceURL=lemmascope\n");
    source
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_file_is_a_scanner_part() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/scanner");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".js"))
            .collect();
        files.sort();
        let mut parts: Vec<String> = PARTS.iter().map(|(name, _)| (*name).to_owned()).collect();
        parts.sort();
        assert_eq!(parts, files);
    }

    #[test]
    fn every_scanner_part_is_one_function() {
        for (name, part) in PARTS {
            assert!(part.trim_end().ends_with("})(lemmascope);"), "{name} is not one function of the object");
        }
    }

    #[test]
    fn scanner_parts_define_distinct_names() {
        let added = regex::Regex::new(r"(?m)^\s*lemmascope\.(\w+) = ").unwrap();
        let mut known = std::collections::HashMap::new();
        for (name, part) in PARTS {
            for added in added.captures_iter(part) {
                let earlier = known.insert(added[1].to_string(), *name).filter(|earlier| earlier != name);
                assert_eq!(earlier, None, "{name} also adds {}", &added[1]);
            }
        }
    }
}
