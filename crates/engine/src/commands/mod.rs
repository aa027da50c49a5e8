//! The engine's own commands, in addition to registered intents and verbs.

mod call;
mod configure;
mod credentials;
mod define;
mod help;
mod keys;
mod learn;
mod packs;
mod reverse;
mod sessions;
mod sharing;
mod speaking;
mod undo_recovery;

use std::collections::HashMap;
use std::sync::LazyLock;

use lemmascope_intent::{Failure, LineShape, Permissions, Reach, Report, SensitiveFields, Signature};
use lemmascope_language::command::{self, Command};

use crate::engine::Engine;
use crate::ledger::Direction;
use crate::plan::Invocation;
use crate::request::Request;
pub(crate) use sessions::{admit, moved_to};

/// Returns the signatures of the engine's own commands. They are declared like verbs; [`Engine::dispatch`]
/// executes them.
pub fn signatures() -> Vec<Signature> {
    // Calls that a command leads to, such as those of a sentence or an undo, are checked separately.
    let families = [
        ("sessions", Reach::Nothing, sessions::signatures()),
        ("intents", Reach::Nothing, speaking::calling()),
        ("intents", Reach::Nothing, help::listing()),
        ("intents", Reach::Nothing, define::signatures()),
        ("intents", Reach::Nothing, packs::signatures()),
        ("intents", Reach::Engine, define::persisting()),
        ("intents", Reach::Nothing, learn::signatures()),
        ("intents", Reach::Engine, sharing::signatures()),
        ("engine", Reach::Credentials, credentials::signatures()),
        ("engine", Reach::Engine, configure::signatures()),
        ("engine", Reach::Engine, keys::signatures()),
        ("engine", Reach::Nothing, help::signatures()),
        ("engine", Reach::Nothing, reverse::signatures()),
        ("engine", Reach::Nothing, speaking::signatures()),
    ];
    let placed = |(family, reach, all): (_, _, Vec<Signature>)| {
        all.into_iter().map(move |signature| signature.family(family).reach(reach))
    };
    families.into_iter().flat_map(placed).collect()
}

/// The argument of a call by name that contains the body of a `define`.
pub(crate) const BODY: &str = "body";

/// The engine's own commands, by their full names.
static OWN: LazyLock<HashMap<&'static str, Signature>> =
    LazyLock::new(|| signatures().into_iter().map(|signature| (signature.name, signature)).collect());

/// Whether a full name is one of the engine's own commands.
pub(crate) fn is_own(name: &str) -> bool {
    OWN.contains_key(name)
}

/// Whether a command of the engine can be called by name: it is not a sentence, and needs no input outside of
/// the line.
pub(crate) fn is_callable(signature: &Signature) -> bool {
    let has_slots = signature.syntax.as_ref().is_some_and(|syntax| syntax.shape == LineShape::Slots);
    let is_for_terminal = ["engine.exit", "engine.credentials_add"].contains(&signature.name)
        || sharing::is_for_person(signature.name);
    has_slots && !is_for_terminal
}

/// Checks the permission for a command of the engine. Other commands are checked by their plans.
pub(crate) fn permit(command: &Command, permissions: Permissions) -> Result<(), Failure> {
    let own = command.form().and_then(|form| OWN.get(form.declared_by)).filter(|_| !command.is_intent());
    own.map_or(Ok(()), |signature| permissions.check(signature))
}

impl Engine {
    pub(crate) async fn dispatch(&self, command: &Command, body: &str, request: &Request) -> Report {
        let (name, session) = (command.name(), request.session.as_str());
        // Checked here too, and not only for parsed lines, because sentences also lead to commands.
        if let Err(failure) = permit(command, request.permissions) {
            return Report::error(name, &failure);
        }
        let argument =
            |name: &str| command.argument(name).and_then(command::Value::as_str).unwrap_or_default();
        let outcome = match name {
            "undo" => self.reverse(Direction::Undo, request).await,
            "redo" => self.reverse(Direction::Redo, request).await,
            "config show" => self.show_configuration(argument("key")),
            "config set" => self.set(argument("key"), argument("value")).await,
            "config reset" => self.reset(argument("key")).await,
            "help" => self.help(argument("command"), session),
            "intents" => Ok(self.list_intents(command, session)),
            "sessions" => self.list_sessions(request).await,
            "session" => self.enter_session(argument("name"), request).await,
            "session new" => self.new_session(command, request).await,
            "session close" => self.close_session(command, request).await,
            "credentials add" => self.add_credential(command, request).await,
            "credentials list" => self.list_credentials(request).await,
            "credentials show" => self.show_credential(command, request).await,
            "credentials remove" => self.remove_credential(command, request).await,
            "keys create" => self.create_key(command).await,
            "keys list" => self.list_keys().await,
            "keys rotate" => self.rotate_key(command).await,
            "keys revoke" => self.revoke_key(command).await,
            "understand" => return self.understand(argument("sentence"), command.has("why"), request).await,
            "define" => self.define(argument("name"), body, session),
            "packs" => Ok(self.list_packs(session)),
            "search intents" => self.search_intents(command, request).await,
            name if command.form().is_some_and(|form| sharing::is_for_person(form.declared_by)) => {
                Err(sharing::for_person(name))
            }
            "pack show" => self.show_pack(argument("name")),
            "pack load" => self.load_pack(argument("name"), session),
            "pack unload" => self.unload_pack(argument("name"), session),
            "undefine" => self.undefine(argument("name"), session),
            "export" => self.export(command, request).await,
            name if learn::is_command(name) => self.learning_command(command, request).await,
            _ => return self.invoke_and_remember(self.call_of(command, session), request).await,
        };
        outcome.unwrap_or_else(|failure| Report::error(name, &failure))
    }

    /// Returns the invocation for a command: of the intent with that name, or else of the verb that executes
    /// the command.
    pub(crate) fn call_of(&self, command: &Command, session: &str) -> Invocation {
        self.call_with(command, session, &self.sensitive())
    }

    /// Like [`call_of`](Self::call_of), with these sensitive names.
    fn call_with(&self, command: &Command, session: &str, sensitive: &SensitiveFields) -> Invocation {
        if let Some((form, verb)) = command.form().and_then(|form| Some((form, form.capability()?)))
            && self.catalog.get(verb).is_some()
            && self.read(|state| state.resolve(command.name(), session).is_none())
        {
            return call::of_verb(command, form, verb, sensitive);
        }
        let verb = self.catalog.get(command.name()).map(|verb| verb.signature());
        let is_verb = self.read(|state| state.resolve(command.name(), session).is_none());
        call::of_intent(command, verb.filter(|_| is_verb), sensitive)
    }
}
