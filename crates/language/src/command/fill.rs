//! Fills the slots and options of a form from the tokens of a line.

use std::sync::Arc;

use lemmascope_intent::{Notation, SensitiveFields};

use super::error::{ErrorCode, ParseError, quoted};
use super::form::{Form, Opt, Slot, is_narrowed, same};
use super::grammar::Grammar;
use super::lexer::{Lexer, Mode, Piece, Token};
use super::line::{Argument, Command, Given};
use super::parse::usages;
use super::read;
use super::secrets;
use super::target::{Located, Relation};
use super::value::Value;

/// The maximum number of arguments and of options, which keeps searches through them cheap.
const MOST: usize = 1000;

/// A form that is being filled.
pub(crate) struct Filling<'g> {
    form: &'g Arc<Form>,
    grammar: &'g Grammar,
    command: Command,
    /// The next slot.
    slot: usize,
    /// The last target, to which relations apply.
    target: Option<Narrowed>,
    /// Whether a bare word with the name of a flag is the flag.
    bare_flags: bool,
}

/// A target to which relations apply.
#[derive(Clone, Copy)]
enum Narrowed {
    /// The argument at this index.
    Argument(usize),
    /// The option at this index.
    Option(usize),
}

/// Parses the slots and options of a form up to the end of the line.
pub(crate) fn fill(
    lexer: &mut Lexer<'_>,
    form: &Arc<Form>,
    grammar: &Grammar,
) -> Result<Command, ParseError> {
    let mut again = *lexer;
    match Filling::new(form, grammar).read(lexer) {
        // A shell removes the quotes of `click "Double"`: if interpreting the word as a flag leaves no
        // target, it is not a flag.
        Err(error) if error.code == ErrorCode::MissingArgument => {
            let words = Filling { bare_flags: false, ..Filling::new(form, grammar) };
            let command = words.read(&mut again).map_err(|_| error)?;
            *lexer = again;
            Ok(command)
        }
        outcome => outcome,
    }
}

impl<'g> Filling<'g> {
    fn new(form: &'g Arc<Form>, grammar: &'g Grammar) -> Self {
        let (arguments, options) = (Vec::new(), Vec::new());
        let command =
            Command { name: form.name.to_owned(), form: Some(Arc::clone(form)), arguments, options };
        Self { form, grammar, command, slot: 0, target: None, bare_flags: true }
    }

    /// Parses up to the end of the line.
    fn read(mut self, lexer: &mut Lexer<'_>) -> Result<Command, ParseError> {
        loop {
            let slot = self.form.slots.get(self.slot);
            let mode = slot.map_or(Mode::Word, |slot| mode(slot.kind));
            // `click #send` requires a target: here the word is a selector, and not a comment.
            let is_needed = slot.is_some_and(|slot| slot.required && is_narrowed(slot.kind));
            let selector = if is_needed { lexer.next_id_selector() } else { None };
            let Some(token) = selector.map_or_else(|| lexer.next(mode), |token| Ok(Some(token)))? else {
                break;
            };
            if let Piece::Option { name, joined } = token.piece {
                self.option(lexer, name, joined, token.at)?;
                continue;
            }
            if let Some(word) = token.word() {
                // A required text takes the word literally: `type search clear` types it.
                let text = slot.is_some_and(|slot| {
                    slot.required && matches!(slot.kind, Notation::Text | Notation::Phrase)
                });
                let is_wanted =
                    !self.bare_flags && slot.is_some_and(|slot| slot.required && is_narrowed(slot.kind));
                if !text
                    && !is_wanted
                    && let Some(opt) = self.form.option(word)
                    && opt.kind.is_none()
                {
                    self.give(opt, None, token.at)?;
                    continue;
                }
                if let (Some(at), Some(relation)) = (self.target, Relation::of_word(word)) {
                    self.relate(lexer, at, relation)?;
                    continue;
                }
                if word.starts_with("--") {
                    return Err(self.unexpected(&token));
                }
            }
            self.fill(lexer, token)?;
        }
        self.finish(lexer)
    }

    fn fill(&mut self, lexer: &mut Lexer<'_>, token: Token<'_>) -> Result<(), ParseError> {
        // `headers set [domain] <json>`: a JSON token fills the JSON slot.
        if let (Some(slot), Some(after)) =
            (self.form.slots.get(self.slot), self.form.slots.get(self.slot + 1))
            && !slot.required
            && after.kind == Notation::Json
            && read::text(&token).starts_with('{')
        {
            self.slot += 1;
        }
        let Some(slot) = self.form.slots.get(self.slot) else {
            return Err(self.unexpected(&token));
        };
        if let Some(word) = token.word()
            && is_narrowed(slot.kind)
            && (Relation::of_word(word).is_some() || self.is_literal_ahead(word))
        {
            return Err(ParseError::missing(token.at, format!("a target is missing before `{word}`"))
                .hint(usages([&**self.form])));
        }
        if !slot.takes(token.word()) {
            return Err(self.unexpected(&token));
        }
        // `scroll "Messages" down` names a box and a direction; `scroll down up` names two directions.
        if !slot.repeated && self.command.argument(slot.name).is_some() {
            return Err(self.unexpected(&token));
        }
        at_most(self.command.arguments.len(), token.at)?;
        let argument = match token.word().and_then(|word| slot.word(word)) {
            Some((name, word)) => Argument { name, value: Value::Word(word.to_owned()) },
            None => {
                let value = read::value(lexer, slot.kind, token, self.grammar);
                Argument { name: slot.name, value: value.map_err(|error| error.about(slot.name))? }
            }
        };
        if is_narrowed(slot.kind) && argument.value.as_target().is_some() {
            self.target = Some(Narrowed::Argument(self.command.arguments.len()));
        }
        self.command.arguments.push(argument);
        if !slot.repeated {
            self.slot += 1;
        }
        Ok(())
    }

    fn is_literal_ahead(&self, word: &str) -> bool {
        let after = self.form.slots.get(self.slot + 1).map(|slot| slot.kind);
        matches!(after, Some(Notation::Literal(literal)) if same(literal, word))
    }

    fn relate(&mut self, lexer: &mut Lexer<'_>, at: Narrowed, relation: Relation) -> Result<(), ParseError> {
        let missing = |at| {
            ParseError::missing(at, format!("`{}` needs a target", relation.as_str()))
                .hint(usages([&**self.form]))
        };
        let target = match lexer.next(Mode::Target)? {
            Some(token) => match token.piece {
                Piece::Option { .. } => return Err(missing(token.at)),
                Piece::Word(word) if Relation::of_word(word).is_some() => return Err(missing(token.at)),
                _ => read::target(token)?,
            },
            None => return Err(missing(lexer.end())),
        };
        let narrowed = match at {
            Narrowed::Argument(at) => self.command.arguments.get_mut(at).map(|argument| &mut argument.value),
            Narrowed::Option(at) => self.command.options.get_mut(at).and_then(|given| given.value.as_mut()),
        };
        if let Some(Value::Target(Located { relations, .. })) = narrowed {
            relations.push((relation, target));
        }
        Ok(())
    }

    fn option(
        &mut self,
        lexer: &mut Lexer<'_>,
        name: &str,
        joined: bool,
        at: usize,
    ) -> Result<(), ParseError> {
        let form = Arc::clone(self.form);
        let Some(opt) = form.option(name) else {
            // A password that starts with a dash looks like an option.
            let shown = if self.is_secret_ahead() { None } else { Some(name) };
            return Err(unknown_option(at, shown, Some(self.form)));
        };
        let value = option_value(lexer, opt, joined, self.grammar)?;
        self.give(opt, value, at)
    }

    /// Whether a secret has been parsed or is expected next.
    fn is_secret_ahead(&self) -> bool {
        let label = match (self.form.slots.get(self.slot), self.command.arguments.last()) {
            (Some(slot), Some(Argument { value, .. })) if slot.named_by_previous => secrets::name_of(value),
            (Some(slot), _) => slot.name.into(),
            (None, _) => "".into(),
        };
        SensitiveFields::default().matches(&label) || !self.command.secrets().is_empty()
    }

    /// Sets an option. The last value wins.
    fn give(&mut self, opt: &Opt, value: Option<Value>, at: usize) -> Result<(), ParseError> {
        if let Some((one, other)) = &self.form.conflict
            && (opt.name == *one && self.command.has(other) || opt.name == *other && self.command.has(one))
        {
            let message = format!("`--{one}` and `--{other}` exclude each other");
            return Err(ParseError::new(ErrorCode::ConflictingOptions, at, message).hint("give one of them"));
        }
        let is_target = value.as_ref().is_some_and(|value| value.as_target().is_some());
        let known = self.command.options.iter().position(|given| given.name == opt.name);
        let place = known.unwrap_or(self.command.options.len());
        match self.command.options.get_mut(place) {
            Some(given) => given.value = value,
            None => self.command.options.push(Given { name: opt.name.to_owned(), value }),
        }
        if is_target {
            self.target = Some(Narrowed::Option(place));
        }
        Ok(())
    }

    fn finish(mut self, lexer: &Lexer<'_>) -> Result<Command, ParseError> {
        let form = self.form;
        let siblings = || self.grammar.starting_with(form.verb()).map(|form| &**form);
        let usage = || if form.words().count() == 1 { usages(siblings()) } else { usages([&**form]) };
        let unfilled = |slot: &&Slot| {
            let is_given = self.command.argument(slot.name).is_some();
            slot.required && !is_given && !slot.instead.is_some_and(|option| self.command.has(option))
        };
        if let Some(slot) = form.slots.iter().find(unfilled) {
            let hint = match lexer.comment() {
                // `html --selector #main` is parsed as a comment, which is never intended.
                Some(_) => format!("{}; a value that starts with `#` goes in quotes", usage()),
                None => usage(),
            };
            let error = ParseError::missing(lexer.end(), format!("`{}` needs <{}>", form.name, slot.shown));
            let error = error.hint(hint).about(slot.name);
            let begun = form.intent.then(|| Box::new(self.command));
            return Err(ParseError { begun, ..error });
        }
        if let Some(opt) = form.options.iter().find(|opt| opt.required && !self.command.has(&opt.name)) {
            return Err(ParseError::missing(lexer.end(), format!("`{}` needs --{}", form.name, opt.name))
                .hint(usage())
                .about(&opt.name));
        }
        let place = |given: &Given| form.options.iter().position(|opt| opt.name == given.name);
        self.command.options.sort_by_key(place);
        Ok(self.command)
    }

    /// Returns the error for a surplus token. It may be part of a secret, and is then not repeated.
    fn unexpected(&self, token: &Token<'_>) -> ParseError {
        if let Some((before, _)) = token.word().and_then(|word| word.split_once('#'))
            && self.form.option(before).is_some_and(|opt| opt.kind.is_none())
        {
            return ParseError::stuck_comment(token.at + before.chars().count(), before);
        }
        let found = match self.command.secrets().is_empty() {
            true => quoted(token.raw),
            false => "another value".to_owned(),
        };
        let error =
            ParseError::unexpected(token.at, format!("found {found} after the end of `{}`", self.form.name));
        let usage = usages([&**self.form]);
        error.hint(match self.form.slots.is_empty() {
            true => usage,
            false => format!("a text of several words goes in quotes; {usage}"),
        })
    }
}

/// Returns an error if the limit of arguments or options is exceeded.
pub(crate) fn at_most(count: usize, at: usize) -> Result<(), ParseError> {
    match count < MOST {
        true => Ok(()),
        false => Err(ParseError::invalid(at, format!("a command takes at most {MOST} arguments or options"))),
    }
}

/// Parses the value of a declared option; a flag has none.
pub(crate) fn option_value(
    lexer: &mut Lexer<'_>,
    opt: &Opt,
    joined: bool,
    grammar: &Grammar,
) -> Result<Option<Value>, ParseError> {
    let Some(kind) = opt.kind else {
        return match joined {
            true => Err(ParseError::unexpected(lexer.column(), format!("`--{}` takes no value", opt.name))),
            false => Ok(None),
        };
    };
    let token = value_token(lexer, mode(kind), joined, &opt.name).map_err(|error| {
        let error = error.about(&opt.name);
        if error.hint.is_none() { error.hint(format!("--{} <{}>", opt.name, opt.value)) } else { error }
    })?;
    read::value(lexer, kind, token, grammar).map(Some).map_err(|error| error.about(&opt.name))
}

/// Returns the token after the name of an option.
pub(crate) fn value_token<'a>(
    lexer: &mut Lexer<'a>,
    mode: Mode,
    joined: bool,
    name: &str,
) -> Result<Token<'a>, ParseError> {
    let missing = |at| ParseError::missing(at, format!("`--{name}` needs a value"));
    let token = match joined {
        true if lexer.rest().starts_with(|c: char| c.is_whitespace()) => None,
        true => lexer.next_here(mode)?,
        false => lexer.next(mode)?,
    };
    match token {
        Some(token) if matches!(token.piece, Piece::Option { .. }) => Err(missing(token.at)),
        Some(token) => Ok(token),
        None if lexer.comment().is_some() => {
            Err(missing(lexer.end()).hint("a value that starts with `#` goes in quotes"))
        }
        None => Err(missing(lexer.end())),
    }
}

/// Returns the error for an unknown option. `name` is omitted if it may be a secret.
pub(crate) fn unknown_option(at: usize, name: Option<&str>, form: Option<&Form>) -> ParseError {
    let Some(name) = name else {
        return ParseError::unexpected(at, "found an option that is not known here")
            .hint("a text that starts with `-` goes in quotes");
    };
    let error =
        ParseError::unexpected(at, format!("found the option {}, which is not known here", quoted(name)));
    let word: String = name.chars().take(48).collect::<String>().to_lowercase();
    let nearest = form.and_then(|form| {
        form.options
            .iter()
            .map(|opt| (strsim::normalized_damerau_levenshtein(&word, &opt.name), &opt.name))
            .max_by(|(a, _), (b, _)| a.total_cmp(b))
            .filter(|(likeness, _)| *likeness > 0.4)
    });
    match (nearest, form) {
        (Some((_, name)), _) => error.hint(format!("did you mean `--{name}`?")),
        (None, Some(form)) => {
            error.hint(format!("a text that starts with `-` goes in quotes; {}", usages([form])))
        }
        (None, None) => error,
    }
}

/// Validates JSON and keeps its text. `object` requires an object.
pub(crate) fn json(text: &str, at: usize, object: bool) -> Result<Value, ParseError> {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(json) if !object || json.is_object() => Ok(Value::Json(text.to_owned())),
        Ok(_) => {
            Err(ParseError::invalid(at, "the value is JSON, but no object").hint("{\"name\": \"value\"}"))
        }
        // The message contains the position of the error, but neither the parser's message nor any of the
        // text.
        Err(error) => Err(ParseError::invalid(
            at,
            format!("the value is no JSON from its column {} on", error.column()),
        )
        .hint("{\"name\": \"value\"}, in single quotes where a shell reads the line")),
    }
}

fn mode(notation: Notation) -> Mode {
    match notation {
        Notation::Target
        | Notation::Area
        | Notation::Form
        | Notation::TextOrId
        | Notation::Css
        | Notation::Selector => Mode::Target,
        Notation::Text
        | Notation::Script
        | Notation::TextOrIndex
        | Notation::Json
        | Notation::Name
        | Notation::Word => Mode::Value,
        Notation::AnyJson => Mode::Open,
        _ => Mode::Word,
    }
}
