use lemmascope_intent::{Situation, Type, Value};

use super::{Offer, Standing, object};

/// What can be done on a page of this kind.
pub(super) struct Suggestion {
    /// What the page is, by the pattern that says so.
    pattern: String,
    /// Commands, and what they are for.
    commands: Vec<(String, String)>,
}

/// What to do on the page, for each pattern that says what the page is for and makes something ready.
pub(super) fn suggestions(offered: &[(&Offer, Standing)], situation: &Situation) -> Vec<Suggestion> {
    let subjects = situation.subjects.iter();
    let about = subjects.map(|subject| {
        let met = offered.iter().filter(|(_, standing)| *standing == Standing::Met(subject.clone()));
        let commands = met.flat_map(|(offer, _)| commands(offer)).collect();
        Suggestion { pattern: subject.clone(), commands }
    });
    about.filter(|suggestion| !suggestion.commands.is_empty()).collect()
}

/// The intent as it is called at its simplest, and with the first thing that may be given besides.
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
