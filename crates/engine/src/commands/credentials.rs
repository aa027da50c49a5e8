//! Storage of credentials. Any caller that can send a line may list them. Adding and removing is reserved for
//! the person at the terminal, and secrets are never part of a line.

use lemmascope_intent::{
    Cause, Change, Failure, Notation, Object, Parameter, Report, Signature, Type, Value,
};
use lemmascope_language::command::Command;

use crate::credentials::{Origin, admit, find, seal, unseal};
use crate::engine::Engine;
use crate::ledger::SealedCredential;
use crate::request::Request;

pub(super) fn signatures() -> Vec<Signature> {
    let name =
        || Parameter::required("name", Type::String, "The name of the credential.").written(Notation::Name);
    let switch = |name, about| Parameter::defaulted(name, false, Type::Boolean, about);
    vec![
        Signature::change(
            "engine.credentials_add",
            "Store a credential for a site; you are asked for the password.",
        )
        .command("credentials add <name>")
        .parameter(name())
        .parameter(
            Parameter::required("origin", Type::String, "The address of the site.").written(Notation::Name),
        )
        .parameter(Parameter::optional("username", Type::String, "The user name."))
        .parameter(switch("totp", "With the key of one-time codes."))
        .parameter(switch("replace", "Replace the credential of that name.")),
        Signature::observe("engine.credentials_list", "List the stored credentials, without secrets.")
            .command("credentials list"),
        Signature::observe("engine.credentials_show", "Show a stored credential, without secrets.")
            .command("credentials show <name>")
            .parameter(name()),
        Signature::change("engine.credentials_remove", "Delete a stored credential.")
            .command("credentials remove <name>")
            .parameter(name()),
    ]
}

impl Engine {
    /// Stores the credentials that were given outside of the line.
    pub(super) async fn add_credential(
        &self,
        command: &Command,
        request: &Request,
    ) -> Result<Report, Failure> {
        let name = text(command, "name");
        admit(&name)?;
        let origin = command.option("origin").and_then(|value| value.as_str()).unwrap_or_default();
        let origin = Origin::read(origin)?;
        let given = request
            .given
            .as_ref()
            .ok_or_else(|| for_the_person("added", &format!("add {name} --origin {}", origin.as_str())))?;
        let given = given.clone().checked(command.has("totp"))?;
        let sealed = seal(&self.vault, &request.owner, &name, &origin, &given)?;
        let replace = command.has("replace");
        let before = self.ledger.credential(&request.owner, &name).await?;
        if !self.ledger.keep_credential(&request.owner, &name, origin.as_str(), sealed, replace).await? {
            return Err(Failure::new(
                Cause::AlreadyExists,
                format!("there are credentials \"{name}\" already"),
            )
            .hint(format!("--replace replaces them; `credentials show {name}` shows their origin.")));
        }
        let mut report = Report::ok("credentials add");
        report.summary = Some(format!("\"{name}\""));
        report.changes.push(match before {
            Some(before) if before.origin != origin.as_str() => Change::Altered {
                what: format!("credentials {name}"),
                before: before.origin,
                after: origin.as_str().to_string(),
            },
            _ => Change::Added(format!("credentials {name} for {}", origin.as_str())),
        });
        let mut result = Object::new();
        result.insert("origin".into(), origin.as_str().into());
        result.insert("username".into(), given.username.as_str().into());
        result.insert("one_time_codes".into(), given.totp.is_some().into());
        report.result = result.into();
        report.hints = origin.notes;
        Ok(report)
    }

    /// Lists the stored credentials with their origins.
    pub(super) async fn list_credentials(&self, request: &Request) -> Result<Report, Failure> {
        let kept = self.ledger.credentials(&request.owner).await?;
        let mut report = Report::ok("credentials list");
        if kept.is_empty() {
            report.result = "No credentials are stored.".into();
            report
                .hints
                .push("`lemmascope credentials add <name> --origin <url>` stores credentials.".into());
            return Ok(report);
        }
        let told: Vec<Object> = kept.into_iter().map(|kept| self.about(kept)).collect();
        let lines = told.iter().map(line).collect();
        let data: Vec<Value> = told.into_iter().map(Value::Object).collect();
        Ok(report.section_of("credentials", lines, data.into()))
    }

    /// Shows a credential without its secrets.
    pub(super) async fn show_credential(
        &self,
        command: &Command,
        request: &Request,
    ) -> Result<Report, Failure> {
        let name = text(command, "name");
        let mut about = self.about(find(&self.ledger, &request.owner, &name).await?);
        about.shift_remove("name");
        let summary = Some(format!("\"{name}\""));
        Ok(Report { summary, result: about.into(), ..Report::ok("credentials show") })
    }

    /// Deletes a credential.
    pub(super) async fn remove_credential(
        &self,
        command: &Command,
        request: &Request,
    ) -> Result<Report, Failure> {
        let name = text(command, "name");
        let kept = find(&self.ledger, &request.owner, &name).await?;
        if !request.by_person {
            return Err(for_the_person("removed", &format!("remove {name}")));
        }
        self.ledger.drop_credential(&request.owner, &name).await?;
        let mut report = Report::ok("credentials remove");
        report.summary = Some(format!("\"{name}\""));
        report.changes.push(Change::Removed(format!("credentials {name} for {}", kept.origin)));
        Ok(report)
    }

    /// Returns the public data of a credential. A credential that cannot be opened is marked as such, and
    /// does not affect the others.
    fn about(&self, kept: SealedCredential) -> Object {
        let mut about = Object::new();
        about.insert("name".into(), kept.name.as_str().into());
        about.insert("origin".into(), kept.origin.as_str().into());
        let (added, changed) = (kept.added, kept.changed);
        match unseal(&self.vault, kept) {
            Ok(credential) => {
                about.insert("username".into(), credential.username.into());
                about.insert("one_time_codes".into(), credential.totp.is_some().into());
            }
            Err(failure) => {
                about.insert("cannot_be_opened".into(), failure.message.into());
            }
        }
        about.insert("added".into(), moment(added));
        if changed != added {
            about.insert("replaced".into(), moment(changed));
        }
        about
    }
}

fn line(about: &Object) -> String {
    let text = |key: &str| about.get(key).map(Value::to_string);
    let is_on = |key: &str| about.get(key).and_then(Value::as_bool).unwrap_or(false);
    let mut line = format!("- {}: {}", text("name").unwrap_or_default(), text("origin").unwrap_or_default());
    line.extend(text("username").map(|username| format!(" as {username}")));
    if is_on("one_time_codes") {
        line.push_str(", with one-time codes");
    }
    line.extend(text("cannot_be_opened").map(|why| format!(", cannot be opened: {why}")));
    line.extend(text("added").map(|moment| format!(", added {moment}")));
    line
}

fn moment(microseconds: i64) -> Value {
    let moment = jiff::Timestamp::from_microsecond(microseconds).ok();
    let seconds = moment.and_then(|moment| jiff::Timestamp::from_second(moment.as_second()).ok());
    seconds.map_or(Value::Null, |moment| moment.to_string().into())
}

/// Returns the failure for a line that came from a program.
fn for_the_person(what: &str, line: &str) -> Failure {
    Failure::new(Cause::Forbidden, format!("credentials are {what} by the person at the terminal alone"))
        .hint(format!("In a terminal: lemmascope credentials {line}"))
}

fn text(command: &Command, name: &str) -> String {
    command.argument(name).and_then(|value| value.as_str()).unwrap_or_default().to_string()
}
