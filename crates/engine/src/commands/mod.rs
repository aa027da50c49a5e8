//! What the engine itself understands, beside the intents and verbs that are registered.

mod call;
mod configure;
mod credentials;
mod define;
mod help;
mod reverse;
mod sessions;
mod speaking;
mod unavailable;
mod undo_recovery;

use lemmascope_intent::{Report, Signature};
use lemmascope_language::command::{self, Command};

use crate::engine::Engine;
use crate::ledger::Direction;
use crate::plan::Invocation;
use crate::request::Request;
pub(crate) use sessions::{admit, moved_to};

/// The engine's own commands. They are declared as verbs are; [`Engine::dispatch`] carries them out.
pub fn signatures() -> Vec<Signature> {
    let families = [
        ("sessions", sessions::signatures()),
        ("intents", speaking::calling()),
        ("intents", help::listing()),
        ("intents", define::signatures()),
        ("intents", unavailable::signatures()),
        ("engine", credentials::signatures()),
        ("engine", configure::signatures()),
        ("engine", help::signatures()),
        ("engine", reverse::signatures()),
        ("engine", speaking::signatures()),
    ];
    families.into_iter().flat_map(|(family, all)| all.into_iter().map(move |it| it.family(family))).collect()
}

impl Engine {
    pub(crate) async fn dispatch(&self, command: &Command, body: &str, request: &Request) -> Report {
        let (name, session) = (command.name(), request.session.as_str());
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
            "understand" => return self.understand(argument("sentence"), command.has("why"), request).await,
            "define" => self.define(argument("name"), body, session),
            "undefine" => self.undefine(argument("name"), session),
            _ => return self.invoke_and_remember(self.call_of(command, session), request).await,
        };
        outcome.unwrap_or_else(|failure| Report::error(name, &failure))
    }

    /// What a command asks for: an intent of that name, or else the verb that carries the command out.
    fn call_of(&self, command: &Command, session: &str) -> Invocation {
        let sensitive = self.sensitive();
        if let Some((form, verb)) = command.form().and_then(|form| Some((form, form.capability()?)))
            && self.catalog.get(verb).is_some()
            && self.read(|state| state.resolve(command.name(), session).is_none())
        {
            return call::of_verb(command, form, verb, &sensitive);
        }
        let verb = self.catalog.get(command.name()).map(|verb| verb.signature());
        let is_verb = self.read(|state| state.resolve(command.name(), session).is_none());
        call::of_intent(command, verb.filter(|_| is_verb), &sensitive)
    }
}
