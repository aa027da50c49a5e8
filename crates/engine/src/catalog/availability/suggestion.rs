use lemmascope_intent::{Situation, Type, Value};

use super::{Offer, Standing, object};

/// The suggested commands for a kind of page.
pub(super) struct Suggestion {
    /// The kind of page, by the name of its pattern.
    pattern: String,
    /// The commands, each with its purpose.
    commands: Vec<(String, String)>,
}

/// Returns the suggestions for each pattern that identifies the subject of the page and triggers an intent.
pub(super) fn suggestions(offered: &[(&Offer, Standing)], situation: &Situation) -> Vec<Suggestion> {
    let subjects = situation.subjects.iter();
    let about = subjects.map(|subject| {
        let met = offered.iter().filter(|(_, standing)| *standing == Standing::Met(subject.clone()));
        let commands = met.flat_map(|(offer, _)| commands(offer)).collect();
        Suggestion { pattern: subject.clone(), commands }
    });
    about.filter(|suggestion| !suggestion.commands.is_empty()).collect()
}

/// Returns the simplest call of an intent, and the call with its first optional parameter.
fn commands(offer: &Offer) -> Vec<(String, String)> {
    let required = offer.parameters.iter().filter(|it| it.required).map(|it| format!(" <{}>", it.name));
    let plain = format!("{}{}", offer.name, required.collect::<String>());
    let more = offer.parameters.iter().find(|it| !it.required && it.default.is_none()).map(|parameter| {
        let name = &parameter.name;
        let value = match parameter.kind {
            Type::Boolean => String::new(),
            Type::Number => " 2".into(),
            _ => format!(" <{name}>"),
        };
        let about = match parameter.description.is_empty() {
            true => format!("The same, with {name}"),
            false => parameter.description.clone(),
        };
        (format!("{plain} --{name}{value}"), about)
    });
    std::iter::once((plain.clone(), offer.description.clone())).chain(more).collect()
}

impl Suggestion {
    pub(super) fn lines(&self) -> Vec<String> {
        let width =
            self.commands.iter().map(|(command, _)| command.chars().count()).max().unwrap_or_default();
        let lines = self.commands.iter().map(|(command, about)| match about.is_empty() {
            true => format!("  {command}"),
            false => format!("  {command:width$} # {about}"),
        });
        std::iter::once(format!("Based on {} pattern, you can:", self.pattern)).chain(lines).collect()
    }

    pub(super) fn told(&self) -> impl Iterator<Item = Value> {
        self.commands.iter().map(|(command, about)| {
            Value::Object(object([
                ("pattern", self.pattern.as_str().into()),
                ("command", command.as_str().into()),
                ("description", about.as_str().into()),
            ]))
        })
    }
}
