//! The verbs of boards, one file each. The verbs for an action of the contract only parse it from their
//! arguments; its execution and the reply are shared.

mod apply;
mod boards;
mod export_board;
mod import_board;
mod names;
mod revert;
mod share_board;
mod show_card;

mod add_comment;
mod add_label;
mod archive_column;
mod assign_card;
mod bulk_create;
mod bulk_move;
mod bulk_update;
mod clear_column;
mod create_card;
mod create_column;
mod delete_card;
mod list_cards;
mod move_all;
mod move_card;
mod move_column;
mod remove_comment;
mod remove_label;
mod rename_column;
mod restore_card;
mod restore_column;
mod search_cards;
mod set_due_date;
mod set_priority;
mod update_card;

use std::sync::Arc;

use lemmascope_intent::{
    Args, BoxFuture, Call, Capability, Cause, Context, Failure, Format, Notation, Object, Outcome, Parameter,
    Reach, Shown, Signature, Type, Value,
};

use crate::action::{Action, Criteria, Deadline, day, matching_cards};
use crate::kinds;
use crate::model::{Day, Operation, Priority, Status};
use crate::reply::Fact;
use crate::shown;
use crate::site::{Performed, Site, language, texts};

/// Returns the verbs.
pub(crate) fn all(site: &Arc<Site>) -> Vec<Arc<dyn Capability>> {
    let action = |signature: fn() -> Signature, read: Read| -> Arc<dyn Capability> {
        let signature = signature();
        // An action on cards returns them.
        let shows = signature.shows.or(Some(CHANGED));
        Verb::made(on_a_board(Signature { shows, ..signature }), Act::Action(read), site)
    };
    let other = |signature: Signature, act: Other| -> Arc<dyn Capability> {
        Verb::made(signature, Act::Other(act), site)
    };
    vec![
        action(create_card::signature, create_card::read),
        action(move_card::signature, move_card::read),
        action(update_card::signature, update_card::read),
        action(delete_card::signature, delete_card::read),
        action(list_cards::signature, list_cards::read),
        action(search_cards::signature, search_cards::read),
        action(bulk_move::signature, bulk_move::read),
        action(move_all::signature, move_all::read),
        action(clear_column::signature, clear_column::read),
        action(add_comment::signature, add_comment::read),
        action(remove_comment::signature, remove_comment::read),
        action(assign_card::signature, assign_card::read),
        action(set_due_date::signature, set_due_date::read),
        action(add_label::signature, add_label::read),
        action(remove_label::signature, remove_label::read),
        action(set_priority::signature, set_priority::read),
        action(restore_card::signature, restore_card::read),
        action(bulk_create::signature, bulk_create::read),
        action(bulk_update::signature, bulk_update::read),
        action(create_column::signature, create_column::read),
        action(rename_column::signature, rename_column::read),
        action(move_column::signature, move_column::read),
        action(archive_column::signature, archive_column::read),
        action(restore_column::signature, restore_column::read),
        other(on_a_board(show_card::signature()), |site, args, cx| Box::pin(show_card::act(site, args, cx))),
        other(on_a_board(apply::signature()), |site, args, cx| Box::pin(apply::act(site, args, cx))),
        other(on_a_board(export_board::signature()), |site, args, cx| {
            Box::pin(export_board::export(site, args, cx))
        }),
        other(on_a_board(import_board::signature()), |site, args, cx| {
            Box::pin(import_board::import(site, args, cx))
        }),
        other(boards::list_signature(), |site, args, cx| Box::pin(boards::list(site, args, cx))),
        other(boards::create_signature(), |site, args, cx| Box::pin(boards::create(site, args, cx))),
        other(boards::archive_signature(), |site, args, cx| Box::pin(boards::archive(site, args, cx))),
        other(share_board::signature(), |site, args, cx| Box::pin(share_board::share(site, args, cx))),
        other(share_board::withdrawing_signature(), |site, args, cx| {
            Box::pin(share_board::withdraw(site, args, cx))
        }),
        other(names::cards_signature(), |site, args, cx| Box::pin(names::cards(site, args, cx))),
        other(names::columns_signature(), |site, args, cx| Box::pin(names::columns(site, args, cx))),
        other(names::assignees_signature(), |site, args, cx| Box::pin(names::assignees(site, args, cx))),
        other(names::labels_signature(), |site, args, cx| Box::pin(names::labels(site, args, cx))),
        other(revert::signature(), |site, args, cx| Box::pin(revert::act(site, args, cx))),
    ]
}

/// Where an action shows the cards that it created or changed.
const CHANGED: Shown =
    Shown { kind: Format::Kind(kinds::CARD), at: &["cards", "id"], within: None, kind_at: None };
/// Where a listing shows its cards.
const SHOWN: Shown =
    Shown { kind: Format::Kind(kinds::CARD), at: &["columns", "cards", "id"], within: None, kind_at: None };

type Read = fn(&Args) -> Result<Action, Failure>;
type Other = for<'a> fn(&'a Site, Args, &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>>;

/// A verb with its signature and its implementation.
struct Verb {
    signature: Signature,
    act: Act,
    site: Arc<Site>,
}

enum Act {
    /// An action of the contract, parsed from the arguments.
    Action(Read),
    /// Any other implementation.
    Other(Other),
}

impl Verb {
    fn made(signature: Signature, act: Act, site: &Arc<Site>) -> Arc<dyn Capability> {
        let signature = signature.reach(Reach::Memory).family("Boards");
        Arc::new(Self { signature, act, site: Arc::clone(site) })
    }
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        match self.act {
            Act::Other(act) => act(&self.site, args, cx),
            Act::Action(read) => Box::pin(async move {
                let action = read(&args)?;
                let board = args.optional_text("board");
                let done = self.site.perform(cx, board, std::slice::from_ref(&action), language(cx)).await?;
                Ok(outcome(self.signature.verb(), &done, cx))
            }),
        }
    }
}

/// Adds the board parameter to a signature.
fn on_a_board(signature: Signature) -> Signature {
    let about = "The board; the one of the setting board.name, or the first, unless it is given.";
    signature.parameter(Parameter::optional("board", Type::String, about))
}

/// Returns the outcome of executed actions, with the reply.
fn outcome(verb: &str, done: &Performed, cx: &Context) -> Outcome {
    let now = &done.snapshot;
    let mut value = Object::new();
    value.insert("reply".into(), done.reply.as_str().into());
    cx.logbook.section("reply", vec![done.reply.clone()], Value::Null);
    for one in &done.verified {
        if let Fact::Listed { filter, .. } = &one.fact {
            let cards = matching_cards(now, filter);
            let column = filter.column.and_then(|column| now.column(column));
            let (lines, data) = shown::grouped(&cards, now, column);
            if !cards.is_empty() {
                cx.logbook.section("cards", lines, Value::Null);
            }
            value.insert("columns".into(), data);
        } else {
            let cards = one.cards.iter().filter_map(|id| now.card(*id));
            value.insert("cards".into(), Value::List(cards.map(|card| shown::card(card, now)).collect()));
        }
    }
    value.insert("suggestions".into(), texts(&done.suggestions));
    cx.logbook.stands("suggestions", done.suggestions.clone(), Value::Null);
    let subject = done.verified.iter().flat_map(|one| &one.cards).next().and_then(|id| now.card(*id));
    let changed = done.operation.as_ref().filter(|operation| !operation.effects.is_empty());
    let line = match (subject, changed) {
        (Some(card), Some(_)) => format!("{verb} {} \"{}\"", card.id, card.fields.title),
        _ => verb.to_string(),
    };
    let mut outcome = Outcome::found(value).line(line);
    if let Some(operation) = changed {
        outcome.changes = operation.effects.iter().flat_map(|effect| shown::changes(effect, now)).collect();
        outcome.undo = Some(reverting(std::slice::from_ref(operation)));
    }
    outcome
}

/// Returns the call that reverts operations.
fn reverting(operations: &[Operation]) -> Call {
    let ids = operations.iter().map(|operation| Value::from(operation.id.0)).collect();
    let arguments = [("operations".to_string(), Value::List(ids))].into_iter().collect();
    Call { capability: "board.revert".into(), arguments }
}

fn criteria(args: &Args) -> Result<Criteria, Failure> {
    let text =
        |name: &str| args.optional_text(name).filter(|text| !text.trim().is_empty()).map(str::to_string);
    Ok(Criteria {
        query: text("query"),
        column: text("column"),
        status: status(args)?,
        assignee: text("assignee"),
        label: text("label"),
        priority: priority(args)?,
        due: deadline(args)?,
    })
}

/// Adds the filters of a list or search, other than the query, to a signature.
fn filters(signature: Signature) -> Signature {
    signature
        .parameter(
            Parameter::optional("status", Type::String, "Whether they are done; all unless it is given.")
                .written(Notation::Choice(&["all", "active", "done"])),
        )
        .parameter(Parameter::optional(
            "assignee",
            Type::String,
            "The user they are assigned to; \"me\" is the user who asks.",
        ))
        .parameter(Parameter::optional("label", Type::String, "A label that they have."))
        .parameter(
            Parameter::optional("priority", Type::String, "How much they matter.")
                .written(Notation::Choice(&["none", "low", "medium", "high"])),
        )
        .parameter(
            Parameter::optional("due", Type::String, "When they have to be done.")
                .written(Notation::Choice(&["overdue", "today", "this_week", "none"])),
        )
}

/// Parses an enumerated parameter by name.
fn choice<T: Copy, const N: usize>(
    args: &Args,
    (name, noun): (&str, &str),
    all: [T; N],
    spelled: fn(T) -> &'static str,
) -> Result<Option<T>, Failure> {
    let Some(given) = args.optional_text(name) else { return Ok(None) };
    let found = all.into_iter().find(|one| spelled(*one) == given);
    found.map(Some).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("there is no {noun} \"{given}\""))
            .about(name)
            .instead(all.map(spelled))
    })
}

fn priority(args: &Args) -> Result<Option<Priority>, Failure> {
    choice(args, ("priority", "priority"), Priority::ALL, Priority::as_str)
}

fn deadline(args: &Args) -> Result<Option<Deadline>, Failure> {
    choice(args, ("due", "deadline"), Deadline::ALL, Deadline::as_str)
}

/// Parses the due date.
fn due(args: &Args) -> Result<Option<Day>, Failure> {
    args.optional_text("day").map(day).transpose().map_err(|reason| {
        Failure::new(Cause::InvalidParameter, format!("parameter \"day\" {reason}")).about("day")
    })
}

fn status(args: &Args) -> Result<Option<Status>, Failure> {
    match args.optional_text("status") {
        None | Some("all") => Ok(None),
        Some("active") => Ok(Some(Status::Active)),
        Some("done") => Ok(Some(Status::Done)),
        Some(other) => Err(Failure::new(Cause::InvalidParameter, format!("there is no status \"{other}\""))
            .about("status")
            .instead(["all", "active", "done"])),
    }
}

fn identifiers(args: &Args) -> Result<Vec<String>, Failure> {
    let items = args.get("identifiers").and_then(Value::as_list).unwrap_or_default();
    let identifiers: Vec<String> = items
        .iter()
        .filter_map(|item| match item {
            Value::Text(text) => Some(text.clone()),
            Value::Number(_) => Some(item.to_string()),
            _ => None,
        })
        .collect();
    match identifiers.is_empty() {
        true => Err(Failure::new(Cause::MissingParameter, "parameter \"identifiers\" names no card")
            .about("identifiers")),
        false => Ok(identifiers),
    }
}
