//! The vocabulary of Lemmascope: intents, the format of their definitions, the capabilities that execute
//! them, and the reports about their outcome.
//!
//! Everything here is a value or a pure function on values: no I/O, no async runtime, no clock. The one
//! trait, [`Capability`], is the interface between the engine and the domains; each domain implements it for
//! its verbs and depends neither on the engine nor on another domain.
//!
//! Reading order: values and secrets, failures, the capability interface, definitions and their validation,
//! requests in the form of documents, then plans, events and reports.

mod address;
mod deferred;
mod duration;
mod fold;
mod number;
mod redaction;
mod seals;
mod secrecy;
mod secret;
mod section;
mod sensitive;
mod value;

mod diagnostic;
mod failure;

mod cancellation;
mod capability;
mod category;
mod change;
mod check;
mod credential;
mod domain;
mod doors;
mod file_door;
mod format;
mod future;
mod gesture;
mod history;
mod language;
mod logbook;
mod manner;
mod model;
mod notation;
mod operation;
mod owner;
mod parameter;
mod permission;
mod route;
mod sandbox;
mod setting;
mod shown;
mod signature;
mod subject;
mod syntax;
mod thing;
mod thing_kind;

pub mod definition;
pub mod document;
pub mod yaml;

mod event;
mod nearest;
mod plan;
mod pronoun;
mod report;
mod view;

pub use address::{host_and_port, is_like};
pub use cancellation::Cancellation;
pub use capability::{Args, Call, Capability, Context, Lookup, Outcome, Promise};
pub use category::{Category, Pipeline};
pub use change::Change;
pub use check::{Check, CheckState, Finding, Probe};
pub use credential::{Credential, Credentials};
pub use deferred::Deferred;
pub use definition::{Definition, PackManifest, PatternDefinition, SitePattern};
pub use diagnostic::{Diagnostic, Severity, line_column};
pub use domain::{Close, Domain, Here, Source};
pub use doors::Doors;
pub use duration::{format_duration, parse_duration};
pub use event::{Event, EventSink, RunEvent};
pub use failure::{Cause, Code, Failure};
pub use file_door::{FileAccess, FileDoor, FileReply, FileRequest};
pub use fold::fold;
pub use format::Format;
pub use future::BoxFuture;
pub use gesture::Gesture;
pub use history::{Deed, History};
pub use language::Language;
pub use logbook::{Entries, Logbook};
pub use manner::{Handling, Manner};
pub use model::{Model, Prompt};
pub use nearest::{nearest, nearest_few};
pub use notation::Notation;
pub use number::Number;
pub use operation::Operation;
pub use owner::Owner;
pub use parameter::{Parameter, Type};
pub use permission::{Permission, Permissions};
pub use plan::{Node, Plan, PlannedCall, PlannedGoal};
pub use pronoun::is_pronoun;
pub use redaction::Redactor;
pub use report::{ActionLine, Report, Status};
pub use route::{
    BackgroundWork, Page, PathShape, RecordedRun, RefusalForm, Route, RouteAnswer, RouteCall, RouteEvent,
    RouteEvents, RouteHandler, RouteMethod, RouteParameter, RouteRefusal, RouteSchema, Submission, Submit,
    SubmittedRequest,
};
pub use sandbox::{PackDomain, Sandbox};
pub use seals::Seals;
pub use secrecy::{discreet, tells_a_secret};
pub use secret::{MASK, Secret};
pub use section::Section;
pub use sensitive::{DEFAULT_SENSITIVE_FIELDS, SensitiveFields};
pub use setting::{Form, Kind, Setting, Wanted, texts};
pub use shown::Shown;
pub use signature::{Effect, Need, Reach, Risk, Signature, usage};
pub use subject::{Subject, SubjectGroup};
pub use syntax::{LineShape, Syntax, SyntaxSlot};
pub use thing::{ThingAction, ThingPart, ThingTool};
pub use thing_kind::{NameShape, ThingKind, ThingWords};
pub use value::{Object, Value};
pub use view::{Room, Situation, View};
