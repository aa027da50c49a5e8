use lemmascope_intent::{Object, Signature, Syntax, Value};
use lemmascope_language::command::Grammar;

/// A command that people need every day, as help lists it.
#[derive(Debug, Clone)]
pub(crate) struct Everyday {
    /// The group that it is listed in.
    pub(crate) group: &'static str,
    /// How it is called, without the options that may be left out.
    pub(crate) usage: String,
    /// One line about it.
    pub(crate) summary: &'static str,
}

impl Everyday {
    /// The everyday commands of these signatures, group by group.
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

    /// The same for a program.
    pub(crate) fn data(&self) -> Value {
        let fields = [("group", self.group), ("usage", &self.usage), ("summary", self.summary)];
        Value::Object(
            fields.map(|(name, text)| (name.to_string(), Value::from(text))).into_iter().collect::<Object>(),
        )
    }
}

/// A verb without a separate command goes by its first other spelling, or by its full name.
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
