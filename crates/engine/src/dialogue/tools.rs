//! From a reading to the tool that executes it.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Category, Failure, nearest};
use lemmascope_language::reader::{Decision, Reader, Reading};
use lemmascope_language::words::Tongue;

use crate::engine::Engine;
use crate::request::Request;
use crate::sessions::Tool;

/// The tool that was found for a name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Resolved {
    /// The name of the intent, verb or command.
    pub(crate) tool: String,
    /// The confidence: one for an exact match.
    pub(crate) confidence: f64,
}

impl Resolved {
    /// Whether the tool has exactly this name, rather than a similar one.
    pub(crate) fn is_direct(&self) -> bool {
        self.confidence >= 1.0
    }
}

/// Finds a tool by its name, or else by a similar name in the same category. Similarity never crosses
/// categories: a request for a window does not yield a file.
pub(crate) fn resolve<'n>(
    name: &str,
    category: Category,
    is_registered: impl Fn(&str) -> bool,
    names: impl Iterator<Item = (&'n str, Category)>,
) -> Option<Resolved> {
    if is_registered(name) {
        return Some(Resolved { tool: name.into(), confidence: 1.0 });
    }
    // The part before the last dot is the same for all names of a domain, so it is ignored.
    let own = |name: &'n str| name.rsplit('.').next().unwrap_or(name);
    let names: Vec<&str> = names.filter(|(_, of)| *of == category).map(|(name, _)| name).collect();
    let like = nearest(name.rsplit('.').next().unwrap_or(name), names.iter().map(|name| own(name)))?;
    let similar = names.into_iter().find(|name| own(name) == like)?;
    Some(Resolved { tool: similar.into(), confidence: strsim::normalized_levenshtein(name, similar) })
}

impl Engine {
    /// Adds the tool to a reading. If no tool has the name, asks whether a similar one in the same category
    /// is meant, because a similar name may mean the opposite. If there is none, reports the missing tool.
    pub(super) fn resolved(&self, reading: Reading, reader: &Reader, request: &Request) -> Reading {
        let Some(name) = reading.intent.clone().filter(|name| is_wanted(name, &reading)) else {
            return reading;
        };
        match self.tool_of(&name, &request.session) {
            Some(found) if found.is_direct() => Reading { intent: Some(found.tool), ..reading },
            found => unresolved(reading, &name, found, reader),
        }
    }

    /// Returns a tool that exists, or the failure that describes the missing one.
    pub(super) fn there(&self, tool: Tool, session: &str) -> Result<Tool, Failure> {
        match self.tool_of(&tool.0, session).filter(Resolved::is_direct) {
            Some(found) => Ok((found.tool, tool.1)),
            None => Err(self.catalog.unknown(&tool.0)),
        }
    }

    /// Returns the tool for a name: an intent, a verb or a command.
    fn tool_of(&self, name: &str, session: &str) -> Option<Resolved> {
        let category = |name: &str| self.category_of(name, session);
        let is_command = |name: &str| self.catalog.grammar().form(name).is_some();
        let is_verb = |name: &str| self.catalog.get(name).is_some_and(|verb| !verb.signature().internal);
        let is_intent = |name: &str| self.read(|state| state.resolve(name, session).is_some());
        let is_registered = |name: &str| is_intent(name) || is_verb(name) || is_command(name);
        let known = if is_registered(name) { name } else { self.catalog.own_name(name) };
        if is_registered(known) {
            return Some(Resolved { tool: known.into(), confidence: 1.0 });
        }
        let mut names: Vec<String> = self.catalog.signatures().map(|it| it.name.to_string()).collect();
        names.extend(
            self.read(|state| state.registry(session).names().map(str::to_string).collect::<Vec<String>>()),
        );
        let names = names.iter().map(|name| (name.as_str(), category(name)));
        resolve(name, category(name), is_registered, names)
    }
}

/// Whether a reading needs a tool: it is to be executed, or it names a verb that is not part of this build.
fn is_wanted(name: &str, reading: &Reading) -> bool {
    let is_absent_verb = reading.code == Some(ErrorCode::UnsupportedOperation) && name.contains('.');
    reading.decision == Decision::Act || is_absent_verb
}

/// Returns the reading for a tool that does not exist.
fn unresolved(reading: Reading, name: &str, similar: Option<Resolved>, reader: &Reader) -> Reading {
    match similar {
        Some(similar) => Reading {
            decision: Decision::Ask,
            code: Some(ErrorCode::LowConfidence),
            question: Some(reader.suggest(&similar.tool, reading.tongue)),
            confidence: reading.confidence * similar.confidence,
            intent: Some(similar.tool),
            alternatives: Vec::new(),
            ..reading
        },
        None => Reading {
            decision: Decision::Unknown,
            code: Some(ErrorCode::UnsupportedOperation),
            question: Some(match reading.tongue {
                Tongue::English => format!("This needs {name}, which is not there on this machine"),
                Tongue::Portuguese => format!("Isto precisa de {name}, que não existe nesta máquina"),
            }),
            ..reading
        },
    }
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::definition::Sentences;
    use lemmascope_language::reader::{Lexicon, Speakable, Surroundings};

    use super::*;

    const NAMES: [(&str, Category); 4] = [
        ("lab.make_box", Category::FileOperation),
        ("lab.shift", Category::FileOperation),
        ("desk.pane.shift", Category::WindowManagement),
        ("desk.pane.snap_right", Category::WindowManagement),
    ];

    fn found(name: &str, category: Category) -> Option<Resolved> {
        resolve(name, category, |name| NAMES.iter().any(|(known, _)| *known == name), NAMES.into_iter())
    }

    #[test]
    fn resolves_tool_by_exact_name_first() {
        let found = found("lab.shift", Category::FileOperation).unwrap();
        assert!(found.is_direct());
        assert_eq!(found.tool, "lab.shift");
    }

    #[test]
    fn similarly_named_tool_is_no_direct_match() {
        let found = found("lab.make_bx", Category::FileOperation).unwrap();
        assert_eq!(found.tool, "lab.make_box");
        assert!(!found.is_direct() && found.confidence > 0.9, "{found:?}");
    }

    #[test]
    fn similar_tools_are_limited_to_the_category() {
        assert_eq!(found("lab.shiftt", Category::BrowserControl), None);
        assert_eq!(found("nothing.like_it", Category::FileOperation), None);
        assert_eq!(found("desk.pane.tile", Category::WindowManagement), None, "only the domain is the same");
        // A page intent has the category of its tag, regardless of its name.
        let names = [("lab.shiftt", Category::BrowserControl)];
        assert_eq!(resolve("lab.shift", Category::FileOperation, |_| false, names.into_iter()), None);
    }

    fn reader() -> Reader {
        let text = "desk.pane.snap_right\n  put the window on the right\n  snap it right\n  encosta a janela à direita\n";
        let spoken = Sentences::read(text).unwrap().remove(0);
        Reader::train(vec![Speakable::new(spoken.name, Vec::new(), spoken.examples)])
    }

    fn reading(sentence: &str, reader: &Reader) -> Reading {
        let now = jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0);
        let around = Surroundings { lexicon: &Lexicon::default(), mentioned: &[] };
        let reading = reader.read(sentence, now, &around);
        let intent = Some("desk.pane.snap_left".to_string());
        Reading { decision: Decision::Act, code: None, intent, confidence: 0.9, ..reading }
    }

    #[test]
    fn similar_tool_requires_confirmation() {
        let reader = reader();
        let similar = found("desk.pane.snap_left", Category::WindowManagement);
        let asked = unresolved(
            reading("put the window on the left", &reader),
            "desk.pane.snap_left",
            similar,
            &reader,
        );
        assert_eq!((asked.decision, asked.code), (Decision::Ask, Some(ErrorCode::LowConfidence)));
        assert_eq!(asked.intent.as_deref(), Some("desk.pane.snap_right"));
        assert!(asked.confidence < 0.9);
        assert!(asked.question.unwrap().contains("put the window on the right"));
    }

    #[test]
    fn missing_tool_message_uses_language_of_sentence() {
        let reader = reader();
        for (sentence, said) in [
            ("put the window on the left", "This needs desk.pane.snap_left, which is not there"),
            ("encosta a janela à esquerda", "Isto precisa de desk.pane.snap_left, que não existe"),
        ] {
            let told = unresolved(reading(sentence, &reader), "desk.pane.snap_left", None, &reader);
            assert_eq!(
                (told.decision, told.code),
                (Decision::Unknown, Some(ErrorCode::UnsupportedOperation))
            );
            assert!(told.question.as_deref().unwrap().starts_with(said), "{told:?}");
        }
    }

    #[test]
    fn looks_up_tools_only_for_actionable_readings() {
        let reader = reader();
        let act = reading("put the window on the left", &reader);
        assert!(is_wanted("lab.shift", &act));
        let ask =
            Reading { decision: Decision::Ask, code: Some(ErrorCode::MissingParameters), ..act.clone() };
        assert!(!is_wanted("lab.shift", &ask), "a question ends it");
        let absent =
            Reading { decision: Decision::Unknown, code: Some(ErrorCode::UnsupportedOperation), ..act };
        assert!(is_wanted("lab.fly", &absent));
        assert!(!is_wanted("print", &absent), "nothing was ever registered for that");
    }
}
