//! Export of intents to files, so that they survive the session.

use std::io::Write;
use std::path::{Path, PathBuf};

use lemmascope_intent::{
    Cause, Failure, Notation, Operation, Parameter, Report, Signature, Status, Type, Value,
};
use lemmascope_language::command::Command;

use crate::catalog::expand;
use crate::engine::Engine;
use crate::plan::Invocation;
use crate::request::Request;

pub(in crate::commands) fn signatures() -> Vec<Signature> {
    vec![
        Signature::change("engine.export", "Write an intent to a file.")
            .command("export <name>")
            .parameter(Parameter::required("name", Type::String, "The intent.").written(Notation::Name))
            .parameter(
                Parameter::optional(
                    "out",
                    Type::String,
                    "The file; NAME.yaml in your folder of intents if left out.",
                )
                .written(Notation::Path),
            )
            .parameter(Parameter::defaulted(
                "overwrite",
                false,
                Type::Boolean,
                "Replace a file that is there.",
            )),
    ]
}

impl Engine {
    /// Writes an intent to a file: in the folder that is loaded automatically, or any other writable file.
    pub(in crate::commands) async fn export(
        &self,
        command: &Command,
        request: &Request,
    ) -> Result<Report, Failure> {
        let argument =
            |name: &str| command.argument(name).or_else(|| command.option(name)).and_then(|it| it.as_str());
        let name = argument("name").unwrap_or_default();
        let entry = self.read(|state| state.resolve(name, &request.session).cloned()).ok_or_else(|| {
            Failure::new(Cause::UnknownIntent, format!("there is no intent \"{name}\""))
                .hint("`intents` lists the intents.")
        })?;
        self.admit_export(&entry, request).await?;
        let source = entry.source.to_string();
        if source.trim().is_empty() {
            return Err(Failure::new(
                Cause::UnknownIntent,
                format!("\"{name}\" is built in and has no definition"),
            ));
        }
        let is_replaced = command.has("overwrite");
        let folder = self.home.join("intents");
        let short = name.rsplit_once('/').map_or(name, |(_, name)| name);
        let path = match argument("out") {
            Some(out) => self.read(|state| expand(out, state.user_home(), &request.workspace)),
            None => folder.join(format!("{short}.yaml")),
        };
        if path.parent() == Some(folder.as_path()) {
            return write(&path, &source, is_replaced).map(|()| written(name, &path, true));
        }
        let Some(verb) = self.catalog.operation(Operation::Write) else {
            return Err(Failure::new(Cause::Unavailable, "files cannot be written here"));
        };
        let values = [
            ("path", Value::from(path.display().to_string().as_str())),
            ("content", source.as_str().into()),
            ("overwrite", is_replaced.into()),
        ];
        let options = values.map(|(name, value)| (name.to_string(), Some(value))).into();
        let call = Invocation { name: verb.into(), said: "export".into(), options, ..Invocation::default() };
        let mut report = self.invoke_and_remember(call, request).await;
        if report.status == Status::Ok {
            report.sections.extend(written(name, &path, false).sections);
            report.summary = Some(name.into());
        }
        report.intent = "export".into();
        Ok(report)
    }
}

fn written(name: &str, path: &Path, is_loaded: bool) -> Report {
    let mut report = Report::ok("export").section("written", vec![path.display().to_string()]);
    report.summary = Some(name.into());
    if is_loaded {
        report.hints.push("The intent is loaded by itself from now on.".into());
    }
    report
}

/// Writes a file in the engine's folder atomically.
fn write(path: &Path, text: &str, is_replaced: bool) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::new(Cause::PermissionDenied, format!("{} cannot be written: {error}", path.display()))
            .hint("Make the folder writable, or give another file with --out.")
    };
    if !is_replaced && path.exists() {
        let message = format!("{} is there already", path.display());
        return Err(Failure::new(Cause::AlreadyExists, message)
            .hint("`--overwrite` replaces it; `--out FILE` writes another one."));
    }
    let folder: PathBuf = path.parent().map(Path::to_path_buf).unwrap_or_default();
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let mut file = tempfile::NamedTempFile::new_in(&folder).map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    file.persist(path).map(drop).map_err(|error| failed(error.error))
}
