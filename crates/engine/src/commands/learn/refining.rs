//! The dialogue that refines a proposal. A line of the dialogue is a command without its first word: `edit
//! step 3` stands for `refine edit step 3`.

use lemmascope_intent::{Cause, Failure, Notation, Parameter, Report, Signature, Type};
use lemmascope_language::command::{self, Command};

use crate::engine::Engine;
use crate::learning::{Draft, Place};
use crate::request::Request;

/// The commands of the dialogue.
const COMMANDS: [&str; 8] = [
    "add param <name>:<type>   Add a parameter",
    "remove param <name>       Remove a parameter",
    "edit step <n>             Change a step",
    "add step <position>       Insert a step",
    "remove step <n>           Remove a step",
    "test [--<parameter> …]    Replay the definition in a fresh session",
    "save                      Accept the definition",
    "cancel                    Drop the changes",
];

pub(super) fn signatures() -> Vec<Signature> {
    let number =
        |name: &str, about: &str| Parameter::required(name, Type::Number, about).written(Notation::POSITIVE);
    let step = || Parameter::optional("command", Type::String, "The step, as a command; else the next line.");
    let change = Signature::change;
    vec![
        change("engine.refine", "Refine a proposal step by step.")
            .command("refine <name>")
            .parameter(Parameter::required("name", Type::String, "The proposal.").written(Notation::Name)),
        change("engine.refine_add_param", "Add a parameter to the draft.")
            .command("refine add param <parameter>")
            .parameter(
                Parameter::required("parameter", Type::String, "Its name and type, as in title:string.")
                    .written(Notation::Name),
            )
            .parameter(Parameter::defaulted("optional", false, Type::Boolean, "It may be left out.")),
        change("engine.refine_remove_param", "Remove a parameter from the draft.")
            .command("refine remove param <parameter>")
            .parameter(Parameter::required("parameter", Type::String, "Its name.").written(Notation::Name)),
        change("engine.refine_edit_step", "Replace a step of the draft.")
            .command("refine edit step <n> [command]")
            .parameter(number("n", "The number of the step."))
            .parameter(step()),
        change("engine.refine_add_step", "Insert a step into the draft.")
            .command("refine add step <position> [command]")
            .parameter(number("position", "The number that the step will have."))
            .parameter(step()),
        change("engine.refine_remove_step", "Remove a step from the draft.")
            .command("refine remove step <n>")
            .parameter(number("n", "The number of the step.")),
        change("engine.refine_save", "Accept the draft as an intent.").command("refine save"),
        change("engine.refine_cancel", "Discard the draft.").command("refine cancel"),
    ]
}

impl Engine {
    /// Executes a command of the dialogue.
    pub(super) async fn refining_command(
        &self,
        command: &Command,
        request: &Request,
    ) -> Result<Report, Failure> {
        let session = request.session.as_str();
        let text = |name: &str| command.argument(name).and_then(command::Value::as_str).unwrap_or_default();
        let number = |name: &str| match command.argument(name) {
            Some(command::Value::Number(number)) => *number as usize,
            _ => 0,
        };
        match command.name() {
            "refine" => self.refine(text("name"), request).await,
            "refine add param" => {
                let mut draft = self.open_draft(session)?;
                let given = text("parameter");
                let (name, kind) = given.split_once(':').unwrap_or((given, "string"));
                draft.add_parameter(name.trim(), kind.trim(), command.has("optional"))?;
                self.changed(draft, session, |draft| draft.shown_parameters())
            }
            "refine remove param" => {
                let mut draft = self.open_draft(session)?;
                draft.remove_parameter(text("parameter"))?;
                self.changed(draft, session, |draft| draft.shown_parameters())
            }
            "refine edit step" => {
                let (draft, number) = (self.open_draft(session)?, number("n"));
                let before = draft.step(number)?.to_string();
                match text("command") {
                    "" => {
                        self.learning.await_step(session, Place::At(number));
                        let lines = vec![format!("Step {number}: {before}"), "New definition:".into()];
                        Ok(Report::ok("refine").section("step", lines))
                    }
                    step => self.put_step(draft, Place::At(number), step, session),
                }
            }
            "refine add step" => {
                let (draft, number) = (self.open_draft(session)?, number("position"));
                if number > draft.len() + 1 {
                    draft.step(number)?;
                }
                match text("command") {
                    "" => {
                        self.learning.await_step(session, Place::Before(number));
                        let lines = vec![format!("New step {number}:")];
                        Ok(Report::ok("refine").section("step", lines))
                    }
                    step => self.put_step(draft, Place::Before(number), step, session),
                }
            }
            "refine remove step" => {
                let mut draft = self.open_draft(session)?;
                draft.remove_step(number("n"))?;
                self.changed(draft, session, |draft| draft.shown_steps())
            }
            "refine save" => {
                let draft = self.open_draft(session)?;
                let policy = self.learning_policy();
                let report = self.save_draft("save", &draft, &policy, request).await?;
                self.learning.close(session);
                Ok(report)
            }
            _ => {
                let draft = self.open_draft(session)?;
                self.learning.close(session);
                let mut report = Report::ok("cancel");
                report.summary = Some(draft.name);
                Ok(report)
            }
        }
    }

    /// Starts to refine a proposal.
    async fn refine(&self, name: &str, request: &Request) -> Result<Report, Failure> {
        let proposal = self.proposal(&self.learning_policy(), name, request).await?;
        let draft = self.draft_of(&proposal);
        let lines = draft.shown();
        self.learning.open(&request.session, draft);
        let mut report = Report::ok("refine")
            .section("Current definition:", lines)
            .section("Commands:", COMMANDS.map(str::to_string).to_vec());
        report.summary = Some(name.into());
        Ok(report)
    }

    fn open_draft(&self, session: &str) -> Result<Draft, Failure> {
        self.learning.draft(session).ok_or_else(|| {
            Failure::new(Cause::TargetNotFound, "nothing is being refined in this session")
                .hint("`refine NAME` starts a draft; `learn show` lists the proposals.")
        })
    }

    /// Inserts or replaces a step of a draft, if it is valid.
    fn put_step(&self, mut draft: Draft, place: Place, step: &str, session: &str) -> Result<Report, Failure> {
        let step = step.split_whitespace().collect::<Vec<_>>().join(" ");
        self.admit_step(&step, session)?;
        let number = draft.put_step(place, &step)?;
        self.learning.put(session, draft);
        let done = match place {
            Place::At(_) => "Updated",
            Place::Before(_) => "Added",
        };
        Ok(Report::ok("refine").section("step", vec![format!("{done} step {number}: {step}")]))
    }

    fn changed(
        &self,
        draft: Draft,
        session: &str,
        shown: impl Fn(&Draft) -> Vec<String>,
    ) -> Result<Report, Failure> {
        let lines = shown(&draft);
        self.learning.put(session, draft);
        Ok(Report::ok("refine").section("Updated:", lines))
    }
}
