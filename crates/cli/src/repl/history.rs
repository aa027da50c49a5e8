use std::sync::Arc;

use lemmascope_engine::{Callable, Catalog};
use lemmascope_intent::{MASK, SensitiveFields, discreet};
use lemmascope_language::command::{self, Command, Located, Target, Vocabulary};
use reedline::{FileBackedHistory, HistoryItem, HistoryItemId, HistorySessionId, Result, SearchQuery};

use crate::environment::{Environment, make_private};
use crate::script::is_definition;

/// The maximum number of lines in the history.
const LINES: usize = 5000;

/// The history file, which contains no secrets.
pub(super) struct History {
    file: FileBackedHistory,
    catalog: Arc<Catalog>,
    names: Vec<String>,
    guarded: Vec<String>,
}

impl History {
    /// Opens the history of this home.
    pub(super) fn open(
        place: &Environment,
        callables: &[Callable],
        catalog: Arc<Catalog>,
    ) -> std::io::Result<Self> {
        make_private(&place.home)?;
        let file = FileBackedHistory::with_file(LINES, place.home.join("history.txt"))
            .map_err(std::io::Error::other)?;
        let names = callables.iter().map(|callable| callable.name.clone()).collect();
        let guarded = callables.iter().filter(|callable| callable.guarded);
        Ok(Self { file, catalog, names, guarded: guarded.map(|callable| callable.name.clone()).collect() })
    }

    /// Whether the command enters a text into an element that may be for secrets, because its name is
    /// unknown: `type 5 …`.
    fn is_untold(&self, command: &Command) -> bool {
        let verb = command.form().and_then(|form| form.capability());
        let blind = |located: &Located| {
            !matches!(located.target, Target::Text(_) | Target::Role(_) | Target::Pattern(_))
        };
        verb.is_some_and(|verb| self.guarded.iter().any(|name| name == verb)) && command.targets().any(blind)
    }

    /// Returns the form of a line that may be stored. A call that takes a secret is stored by its name alone,
    /// because only the engine knows the position of the secret.
    fn without_secrets(&self, line: &str) -> String {
        if let Some((header, body)) = line.split_once('\n').filter(|_| is_definition(line)) {
            let body: String =
                body.split('\n').map(|line| format!("\n{}", mask_sensitive_value(line))).collect();
            return format!("{header}{body}");
        }
        let vocabulary = Vocabulary::new(self.catalog.grammar(), self.names.iter().map(String::as_str));
        match command::parse(line, &vocabulary) {
            Ok(Some(parsed)) => match parsed.command() {
                // The grammar marks the secrets of the engine's own commands.
                Some(command) if command.form().is_some() && !command.secrets().is_empty() => parsed.masked(),
                Some(command) if self.guarded.iter().any(|name| name == command.name()) => {
                    command.name().into()
                }
                Some(command) if self.is_untold(command) => match command.targets().next() {
                    Some(located) => format!("{} {}", command.name(), located.target),
                    None => command.name().into(),
                },
                Some(command) if command.secrets().is_empty() => line.into(),
                _ => parsed.masked(),
            },
            // A line that cannot be parsed may contain secrets; its first word is enough to find it again.
            _ => line.split_whitespace().next().unwrap_or_default().into(),
        }
    }
}

/// Returns a line of a definition without the value of a sensitive name. References are kept, because they
/// are not secrets.
fn mask_sensitive_value(line: &str) -> String {
    let Some((key, value)) = line.split_once(':') else { return line.to_owned() };
    let name = key.trim().trim_start_matches('-').trim();
    let is_reference = value.trim().is_empty() || value.contains("{{") || value.trim().starts_with('$');
    match SensitiveFields::default().matches(name) && !is_reference {
        true => format!("{key}: \"{MASK}\""),
        false => line.to_owned(),
    }
}

impl reedline::History for History {
    fn save(&mut self, mut item: HistoryItem) -> Result<HistoryItem> {
        item.command_line = discreet(&self.without_secrets(&item.command_line)).into_owned();
        self.file.save(item)
    }

    fn load(&self, id: HistoryItemId) -> Result<HistoryItem> {
        self.file.load(id)
    }

    fn count(&self, query: SearchQuery) -> Result<i64> {
        self.file.count(query)
    }

    fn search(&self, query: SearchQuery) -> Result<Vec<HistoryItem>> {
        self.file.search(query)
    }

    fn update(&mut self, id: HistoryItemId, updater: &dyn Fn(HistoryItem) -> HistoryItem) -> Result<()> {
        self.file.update(id, updater)
    }

    fn clear(&mut self) -> Result<()> {
        self.file.clear()
    }

    fn delete(&mut self, id: HistoryItemId) -> Result<()> {
        self.file.delete(id)
    }

    fn sync(&mut self) -> std::io::Result<()> {
        self.file.sync()
    }

    fn session(&self) -> Option<HistorySessionId> {
        self.file.session()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_omits_secrets() {
        let history = History {
            file: FileBackedHistory::new(LINES).unwrap(),
            catalog: Arc::new(lemmascope_engine::compose(&[lemmascope_web::domain(
                lemmascope_web::Settings::default(),
            )])),
            names: vec!["sign_in".into(), "greet".into()],
            guarded: vec!["sign_in".into(), "web.type".into()],
        };
        let kept = |line: &str| history.without_secrets(line);
        assert_eq!(kept("greet ann"), "greet ann");
        assert_eq!(kept("sign_in ann hunter2"), "sign_in");
        assert_eq!(kept("login ann hunter2"), "login \"ann\" \"••••••••\"");
        assert_eq!(kept("lgin ann hunter2"), "lgin");
        assert_eq!(kept("type password \"hunter2"), "type");
        assert_eq!(kept("type 5 hunter2 --enter"), "type 5");
        assert_eq!(kept("type email ann"), "type email ann");
        assert_eq!(kept("type @5 hunter2"), "type @5");
        assert_eq!(kept("fill .field hunter2"), "type css(\".field\")");
        let definition = "define shed:\n  steps:\n    - action: files.create_folder\n      path: shed\n";
        assert_eq!(kept(definition), definition);
        let secret =
            "define enter:\n  steps:\n    - intent: login\n      params:\n        password: hunter2\n";
        assert_eq!(kept(secret), secret.replace("hunter2", "\"••••••••\""));
    }
}
