//! The commands that install shared items or sign in the person's name. They are executed in the process that
//! the person has started, and never by the engine for another caller.

mod effects;
mod installing;
mod keys;
mod publishing;

use std::path::PathBuf;

use lemmascope_engine::command_signatures;
use lemmascope_engine::configuration::Configuration;
use lemmascope_intent::{Failure, Report};
use lemmascope_language::command::{self, Command, Grammar, Vocabulary};
use lemmascope_repository::{Authors, Location};

use crate::answer::Answer;
use crate::compose;
use crate::environment::Environment;
use crate::script::strip_json_flag;

pub(crate) use effects::shipped;

/// The name of the configured repository.
const COMMUNITY: &str = "community";

/// A command with its context.
struct Job<'a> {
    place: &'a Environment,
    configuration: Configuration,
    command: &'a Command,
    /// The line, verbatim.
    line: &'a str,
}

/// Executes a line that is one of these commands. Returns `None` for any other line.
pub(crate) async fn carry_out(place: &Environment, line: &str, json: bool) -> Option<Answer> {
    let (line, asked) = strip_json_flag(line);
    let own = Grammar::new(&command_signatures());
    let parsed = command::parse(line, &Vocabulary::new(&own, [])).ok().flatten()?;
    let command = parsed.command()?;
    let name = command.name();
    let is_ours = name.starts_with("pack ") || name == "publish" || name == "install intent";
    if !is_ours || ["pack load", "pack unload"].contains(&name) {
        return None;
    }
    let done = async {
        let job = Job { place, configuration: compose::configuration(place, &[])?, command, line };
        match name {
            "pack keygen" => job.make_key(),
            "pack sign" => job.sign(),
            "pack verify" => job.verify(),
            "pack install" => job.install_pack().await,
            "pack update" => job.update().await,
            "install intent" => job.install_intent().await,
            _ => job.publish().await,
        }
    };
    Some(match done.await {
        Ok(report) => Answer::of_report(&report, json || asked),
        Err(failure) => Answer::failed(name, &failure, json || asked),
    })
}

impl Job<'_> {
    fn given(&self, name: &str) -> Option<&str> {
        let given = self.command.argument(name).or_else(|| self.command.option(name));
        given.and_then(command::Value::as_str)
    }

    fn required(&self, name: &str) -> &str {
        self.given(name).unwrap_or_default()
    }

    fn report(&self, summary: impl Into<String>) -> Report {
        Report { summary: Some(summary.into()), ..Report::ok(self.command.name()) }
    }

    fn authors(&self) -> Authors {
        Authors::in_home(&self.place.home)
    }

    fn keys(&self) -> PathBuf {
        self.place.home.join("keys")
    }

    fn record(&self) -> PathBuf {
        self.place.home.join("sharing/installed.json")
    }

    /// Returns the folders with packs.
    fn pack_folders(&self) -> Vec<PathBuf> {
        let paths = self.configuration.texts("intent_engine.packs.pack_paths");
        paths.iter().map(|path| self.place.workspace.join(compose::expand(path, self.place))).collect()
    }

    /// Returns the repository with the given name.
    fn repository(&self, named: Option<&str>) -> Result<Location, Failure> {
        let place = match named {
            None | Some(COMMUNITY) => self.configuration.text("intent_engine.packs.community_repo"),
            Some(place) => place.into(),
        };
        Ok(Location::read(&place, &self.place.workspace)?)
    }
}
