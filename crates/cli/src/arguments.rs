use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use lemmascope_intent::{Report, Status};

use crate::answer::{Answer, NOT_UNDERSTOOD};
use crate::browser_flags::BrowserFlags;
use crate::mcp::ToolProfile;

/// The command-line arguments of `lemmascope`.
#[derive(Debug, Parser)]
#[command(
    name = "lemmascope",
    version,
    about = "Say what you want, and see it planned, executed, verified and, if necessary, undone.",
    disable_help_subcommand = true,
    subcommand_precedence_over_arg = true,
    after_help = "Anything else is a line of the command language, carried out by a background engine:
  lemmascope files.create_file notes/todo.txt --content \"milk\"
  lemmascope say \"create a folder plans on the desktop\"
  lemmascope undo
  lemmascope help [command]     what can be said, and how
  lemmascope intents            what is defined

Exit codes: 0 ok, 1 error, 2 not understood, 3 partly done, 4 an answer is needed."
)]
pub(crate) struct Arguments {
    /// Answer as JSON.
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// The session to act in.
    #[arg(long, value_name = "NAME", default_value = "default")]
    pub(crate) session: String,

    /// Override a setting for this command, which then runs in its own process; may be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,

    /// Carry it out in this process, without the background engine.
    #[arg(long)]
    pub(crate) foreground: bool,

    /// Go on after a line that failed, where lines come from standard input.
    #[arg(long)]
    pub(crate) keep_going: bool,

    #[command(flatten)]
    pub(crate) browser: BrowserFlags,

    #[command(subcommand)]
    pub(crate) command: Option<Job>,
}

/// What is to be done. Without one, a conversation begins.
#[derive(Debug, Subcommand)]
pub(crate) enum Job {
    /// Run a script of command lines; - reads it from standard input, and answers each line as it comes.
    Run {
        /// The script, or an intent to run.
        script: String,
        /// Go on after a line that failed.
        #[arg(long)]
        keep_going: bool,
        /// Parameters, when it is an intent.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        rest: Vec<String>,
    },
    /// Check definition files, or folders of them, and point at every fault.
    Check {
        /// Files and folders; without any, everything that is installed. What is neither is an element of a page,
        /// which is then ticked.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        files: Vec<String>,
    },
    /// Execute a request that comes as a JSON document, and answer with one.
    Intent {
        /// The document; - or nothing reads it from standard input.
        #[arg(default_value = "-", allow_hyphen_values = true)]
        document: String,
    },
    /// Read sentences from standard input, a line each, and show how each is understood; nothing is done.
    Understand {
        /// Only the definitions in this folder take part; they need no steps.
        #[arg(long, value_name = "DIR")]
        intents: Option<PathBuf>,
        /// Also tell what decided.
        #[arg(long)]
        why: bool,
        /// A sentence, instead of standard input.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        sentence: Vec<String>,
    },
    /// Print the canonical form of a command line.
    Parse {
        /// The line.
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        line: Vec<String>,
    },
    /// Serve agents and the console over HTTP, until it is stopped.
    Serve {
        /// Address and port; `server.listen` of the configuration unless it is given.
        #[arg(long, value_name = "ADDRESS")]
        listen: Option<String>,
        /// The connector whose requests are also taken at `/v1/adapt`: chatgpt, gemini or json.
        #[arg(long, value_name = "NAME", value_parser = ["chatgpt", "gemini", "json"])]
        connector: Option<String>,
        /// A folder with packs and intents that is served at `/repository`, for everybody to read.
        #[arg(long, value_name = "DIR")]
        repository: Option<PathBuf>,
        /// The form of the log on standard error.
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        log: LogFormat,
    },
    /// Speak the Model Context Protocol on standard input and output.
    Mcp {
        /// The set of tools that is offered.
        #[arg(long, value_name = "TOOLS", default_value = "small")]
        tools: ToolProfile,
    },
    /// Check the browser, the database and everything else outside the program, and say how to repair it.
    Doctor,
    /// Print the completions for a shell, to be read when it starts.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page.
    Man,
    /// Show whether the background engine runs.
    Status,
    /// Stop the background engine.
    Stop,
    /// The words that may be at the end of a line of the shell.
    #[command(name = "__complete", hide = true)]
    Complete {
        /// The words after the name of the program; the last one is completed.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// The background engine itself.
    #[command(name = "__engine", hide = true)]
    Engine {
        /// The folder that relative pack folders start from.
        started_in: PathBuf,
    },
    /// A process that reads one file and can do nothing else.
    #[command(name = "__read", hide = true)]
    Reader,
    /// A process that keeps what is on the clipboard.
    #[command(name = "__hold", hide = true)]
    Holder,
    /// A line of the command language.
    #[command(external_subcommand)]
    Line(Vec<String>),
}

/// The names of the jobs that are not also commands of the language.
const JOBS: [&str; 9] = ["completions", "doctor", "intent", "man", "mcp", "parse", "serve", "status", "stop"];

/// Returns the help of a job of the program, which the engine does not know.
pub(crate) fn explain(words: &[String], json: bool) -> Option<Answer> {
    let words: Vec<&str> = words.iter().flat_map(|word| word.split_whitespace()).collect();
    let ["help", job] = words.as_slice() else { return None };
    let mut program = Arguments::command();
    let job = program.find_subcommand_mut(JOBS.iter().find(|known| *known == job)?)?;
    let help = job.render_help().to_string();
    let report = Report { summary: Some(job.get_name().into()), ..Report::ok("help") };
    let lines = help.lines().map(str::trim_end).filter(|line| !line.is_empty()).map(str::to_string);
    Some(Answer::of_report(&report.section("usage", lines.collect()), json))
}

/// Returns the answer to invalid arguments, or to `--help` and `--version`.
pub(crate) fn refuse(error: &clap::Error, json: bool) -> Answer {
    let is_asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if is_asked || !json {
        // Help is printed on standard output, and errors on standard error.
        let _gone = error.print();
        return Answer {
            exit: u8::try_from(error.exit_code()).unwrap_or(NOT_UNDERSTOOD),
            ..Answer::default()
        };
    }
    let text = error.render().to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut report = Report::new(Status::Error, "lemmascope");
    report.summary = lines.next().map(|line| line.trim_start_matches("error: ").to_string());
    report.refusal = Some("UNEXPECTED_INPUT");
    report.hints.extend(lines.map(str::to_string));
    Answer { exit: NOT_UNDERSTOOD, ..Answer::of_report(&report, true) }
}

/// A shell that completes command lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Shell {
    /// GNU Bash.
    Bash,
    /// The Z shell.
    Zsh,
    /// The friendly interactive shell.
    Fish,
}

/// The form of the log on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// A line of text for each request.
    Text,
    /// A JSON object for each request.
    Json,
}
