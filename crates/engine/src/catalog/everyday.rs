use lemmascope_intent::{Object, Signature, Syntax, Value};
use lemmascope_language::command::Grammar;

/// A frequently used command, as help lists it.
#[derive(Debug, Clone)]
pub(crate) struct Everyday {
    /// The group under which help lists it.
    pub(crate) group: &'static str,
    /// The usage, without optional options.
    pub(crate) usage: String,
    /// The one-line summary.
    pub(crate) summary: &'static str,
}

impl Everyday {
    /// Returns the everyday commands of these signatures, group by group.
    pub(super) fn of<'s>(signatures: impl Iterator<Item = &'s Signature>, grammar: &Grammar) -> Vec<Self> {
        let mut all: Vec<Self> = signatures
            .filter(|signature| !signature.internal)
            .filter_map(|signature| {
                let (group, usage) = (signature.everyday?, usage(signature, grammar));
                Some(Self { group, usage, summary: signature.summary.trim_end_matches('.') })
            })
            .collect();
        let groups: Vec<&str> = all.iter().map(|it| it.group).collect();
        all.sort_by_key(|it| groups.iter().position(|group| *group == it.group));
        all
    }

    /// Returns the command as data.
    pub(crate) fn data(&self) -> Value {
        let fields = [("group", self.group), ("usage", &self.usage), ("summary", self.summary)];
        Value::Object(
            fields.map(|(name, text)| (name.to_string(), Value::from(text))).into_iter().collect::<Object>(),
        )
    }
}

/// Returns the usage of a verb. A verb without a command is shown by its first alias, or by its full name.
fn usage(signature: &Signature, grammar: &Grammar) -> String {
    if let Some(form) = signature.syntax.as_ref().and_then(|syntax| grammar.form(syntax.words)) {
        return form.brief();
    }
    let alias = signature.aliases.first().map(|pattern| Syntax::read(pattern));
    let name = alias.as_ref().map_or(signature.name, |alias| alias.words);
    let is_given =
        |name: &str| alias.as_ref().is_some_and(|it| it.preset.iter().any(|given| given.starts_with(name)));
    let required = signature.parameters.iter().filter(|parameter| parameter.required);
    required.fold(name.to_string(), |usage, parameter| match is_given(&parameter.name) {
        true => format!("{usage} [{}]", parameter.name),
        false => format!("{usage} <{}>", parameter.name),
    })
}
