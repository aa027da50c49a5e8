use std::sync::{Arc, LazyLock};

use lemmascope_intent::{LineShape, Notation, Parameter, Signature, Syntax, SyntaxSlot, Type, Value};

use super::alias::{Alias, Elsewhere};
use super::form::{Form, Opt, Slot, same};

/// The set of commands, derived from the signatures of verbs. Parsing, usage, help, completion and the
/// reference page derive from it.
#[derive(Debug, Default)]
pub struct Grammar {
    forms: Vec<Arc<Form>>,
    aliases: Vec<Alias>,
    elsewhere: Vec<Elsewhere>,
}

impl Grammar {
    /// Creates the commands of these signatures, grouped by family.
    pub fn new<'s>(signatures: impl IntoIterator<Item = &'s Signature>) -> Self {
        let mut forms: Vec<Form> = Vec::new();
        let mut aliases = Vec::new();
        let mut elsewhere = Vec::new();
        for signature in signatures {
            if signature.internal {
                continue;
            }
            aliases.extend(Alias::of(signature));
            let form = signature.syntax.as_ref().map(|syntax| form_of(signature, syntax));
            let here = form.as_ref().map_or_else(|| signature.name.to_owned(), Form::brief);
            // A verb without a command has its full name, and users may type the short one.
            let short = form.is_none().then(|| signature.verb());
            elsewhere.extend(short.map(|name| Elsewhere { name, here: here.clone() }));
            elsewhere.extend(signature.known_as.iter().map(|name| Elsewhere { name, here: here.clone() }));
            forms.extend(form);
        }
        let families: Vec<&str> = forms.iter().map(|form| form.family).collect();
        forms.sort_by_key(|form| families.iter().position(|family| *family == form.family));
        let words: Vec<Vec<&'static str>> = forms.iter().map(|form| form.words().collect()).collect();
        for (form, own) in forms.iter_mut().zip(&words) {
            let longer = words.iter().filter(|other| other.len() > own.len() && other.starts_with(own));
            form.subcommands = longer.filter_map(|other| other.get(own.len()).copied()).collect();
        }
        Self { forms: forms.into_iter().map(Arc::new).collect(), aliases, elsewhere }
    }

    /// Returns every form of every command, by family.
    pub fn forms(&self) -> impl Iterator<Item = &Form> {
        self.forms.iter().map(|form| &**form)
    }

    /// Returns the form with these words.
    pub fn form(&self, words: &str) -> Option<&Form> {
        self.forms().find(|form| form.name == words)
    }

    /// Returns the alternative spellings of commands.
    pub fn aliases(&self) -> &[Alias] {
        &self.aliases
    }

    /// Returns the alternative spelling with these words, unless they are a command themselves.
    pub(crate) fn alias(&self, words: &str) -> Option<&Alias> {
        self.spelled(words).next()
    }

    /// Returns all spellings with these words: `tab` lists the tabs, and `tab 2` switches to one.
    pub(crate) fn spelled(&self, words: &str) -> impl Iterator<Item = &Alias> {
        self.aliases.iter().filter(move |alias| !alias.is_same_command() && same(alias.words, words))
    }

    /// Returns the commands for a name from another program: those with that name, and those that declare it.
    pub fn elsewhere(&self, name: &str) -> Vec<String> {
        let is_called = |known: &str| known.split([' ', '_', '-']).eq(name.split([' ', '_', '-']));
        let own = self.forms().filter(|form| is_called(form.name)).map(Form::brief);
        let aliases = self.aliases.iter().filter(|alias| same(alias.words, name)).map(|alias| {
            let brief = self.form(alias.means).map(Form::brief);
            brief.filter(|_| alias.meaning() == alias.means).unwrap_or_else(|| alias.meaning())
        });
        let known = self.elsewhere.iter().filter(|known| is_called(known.name));
        let mut here: Vec<String> = own.chain(aliases).chain(known.map(|known| known.here.clone())).collect();
        here.dedup();
        here
    }

    /// Returns the form of the help command.
    pub(crate) fn help(&self) -> Option<&Arc<Form>> {
        self.forms.iter().find(|form| form.slots.iter().any(|slot| slot.kind == Notation::Command))
    }

    /// Returns the shared form with these words.
    pub(crate) fn shared(&self, words: &str) -> Option<&Arc<Form>> {
        self.forms.iter().find(|form| same(form.name, words))
    }

    /// Returns the forms with that shape.
    pub(crate) fn shaped(&self, shape: LineShape) -> impl Iterator<Item = &Arc<Form>> {
        self.forms.iter().filter(move |form| form.shape == shape)
    }

    /// Returns the forms, to be shared with commands.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<Form>> {
        self.forms.iter()
    }

    /// Returns the forms that start with a word, in order.
    pub(crate) fn starting_with(&self, verb: &str) -> impl Iterator<Item = &Arc<Form>> {
        self.forms.iter().filter(move |form| same(form.verb(), verb))
    }

    /// Returns the distinct first words, in the order of the forms.
    pub(crate) fn verbs(&self) -> impl Iterator<Item = &'static str> {
        let verbs: Vec<&'static str> = self.forms.iter().map(|form| form.verb()).collect();
        let once: Vec<&'static str> = verbs
            .iter()
            .enumerate()
            .filter(|(at, verb)| !verbs[..*at].contains(verb))
            .map(|(_, verb)| *verb)
            .collect();
        once.into_iter()
    }
}

/// The options of every intent.
pub(crate) static INTENT_OPTIONS: LazyLock<Vec<Opt>> = LazyLock::new(|| {
    let option = |name: &str, notation| Opt::new(name, Some(notation));
    vec![
        option("timeout", Notation::Duration),
        option("retry", Notation::COUNT),
        Opt::new("no-verify", None),
        Opt {
            value: "checkpoint".into(),
            alias: Some("checkpoint-resume"),
            ..option("resume", Notation::Name)
        },
        Opt::new("dry-run", None),
        Opt::new("json", None),
        Opt::new("yes", None),
    ]
});

/// Builds the form of a command, or of an alternative spelling.
pub(crate) fn form_of(signature: &Signature, syntax: &Syntax) -> Form {
    let others = signature.parameters.iter().filter(|parameter| !syntax.is_positional(&parameter.name));
    let shared: &[Opt] = if syntax.calls_intent { &INTENT_OPTIONS } else { &[] };
    let is_shared = |option: &Opt| shared.iter().any(|known| known.is_called(&option.name));
    let mut conflict = syntax.exclusive.map(|(one, other)| (one.to_owned(), other.to_owned()));
    let mut options: Vec<Opt> = Vec::new();
    for parameter in others {
        options.push(option(parameter));
        // A switch that defaults to on has both spellings.
        if parameter.kind == Type::Boolean && parameter.default == Some(Value::Boolean(true)) {
            let on = parameter.name.replace('_', "-");
            let off = format!("no-{on}");
            options.push(Opt::new(&off, None));
            conflict.get_or_insert((on, off));
        }
    }
    options.retain(|option| !is_shared(option));
    options.extend_from_slice(shared);
    Form {
        name: syntax.words,
        family: signature.family,
        summary: signature.summary.trim_end_matches('.'),
        shape: syntax.shape,
        slots: syntax.slots.iter().map(|it| slot(it, signature)).collect(),
        options,
        conflict,
        intent: syntax.calls_intent,
        declared_by: signature.name,
        subcommands: Vec::new(),
    }
}

fn slot(slot: &SyntaxSlot, signature: &Signature) -> Slot {
    let parameter = signature.find(slot.name);
    let kind = match (slot.is_literal, parameter) {
        (true, _) => Notation::Literal(slot.name),
        (false, Some(parameter)) => parameter.notation(),
        (false, None) => Notation::Text,
    };
    let words = slot.words.as_ref().map(|(_, words)| format!("{}|", words.join("|")));
    let instead = slot.instead.map(|option| format!("|--{option}"));
    let shown = shown_place(slot.name, kind);
    Slot {
        name: slot.name,
        shown: format!("{}{shown}{}", words.unwrap_or_default(), instead.unwrap_or_default()),
        kind,
        required: slot.required,
        repeated: slot.repeated,
        named_by_previous: parameter.is_some_and(|parameter| parameter.named_by_previous),
        instead: slot.instead,
        words: slot.words.clone(),
        endings: slot.endings.clone(),
    }
}

fn option(parameter: &Parameter) -> Opt {
    let notation = Some(parameter.notation()).filter(|_| parameter.kind != Type::Boolean);
    Opt { required: parameter.required, ..Opt::new(&parameter.name.replace('_', "-"), notation) }
}

/// Returns the name of a positional argument in the usage: that of the parameter, unless its notation is more
/// specific.
fn shown_place(name: &'static str, notation: Notation) -> String {
    match notation {
        Notation::TextOrId => "text|id".into(),
        Notation::TextOrIndex => "text|index".into(),
        Notation::Css => "css(…)".into(),
        Notation::Keys => "keys".into(),
        Notation::Key => "key|all".into(),
        Notation::Path => "path".into(),
        Notation::WordOrPhrase(words) => format!("{}|words", words.join("|")),
        _ => name.into(),
    }
}
