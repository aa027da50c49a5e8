use super::{Fact, status_word};
use crate::action::{Deadline, Holder, Tag};
use crate::model::Priority;

/// Formats a fact in English.
pub(super) fn sentence(fact: &Fact) -> String {
    match fact {
        Fact::Created { title, id, column, same } => {
            let duplicate = match same.as_slice() {
                [] => String::new(),
                [other] => format!(" There is another card with that title: {other}."),
                several => format!(" There are {} other cards with that title.", several.len()),
            };
            format!("Created '{title}' in {column} ({id}).{duplicate}")
        }
        Fact::CreatedMany { count, columns, same } => {
            let duplicate = match same {
                0 => String::new(),
                1 => " One of the titles is taken by another card.".into(),
                several => format!(" {several} of the titles are taken by other cards."),
            };
            format!("Created {count} cards in {}.{duplicate}", columns.join(", "))
        }
        Fact::Moved { title, column } => format!("Moved '{title}' to {column}."),
        Fact::MovedMany { count, column } => format!("Moved {count} {} to {column}.", cards(*count)),
        Fact::AlreadyIn { what, column } => format!("{} already in {column}.", subject(what)),
        Fact::NotIn { what, column } => format!("{} not in {column}: the move failed.", subject(what)),
        Fact::Updated { what } => match what.parse::<usize>() {
            Ok(count) => format!("Updated {count} {}.", cards(count)),
            Err(_) => format!("Updated '{what}'."),
        },
        Fact::Unchanged { what } => format!("{} like that already.", subject(what)),
        Fact::Deleted { title, id } => format!("Deleted '{title}' ({id})."),
        Fact::Cleared { count, column } => format!("Deleted {count} {} from {column}.", cards(*count)),
        Fact::Listed { count, filter, column } => {
            let status = status_word(filter.status, " active", " done");
            let tasks = if *count == 1 { "task" } else { "tasks" };
            let place = column.as_ref().map(|column| format!(" in {column}")).unwrap_or_default();
            let verb = if filter.is_search { "matching" } else { "containing" };
            let query = filter.query.as_ref().map(|query| format!(" {verb} '{query}'")).unwrap_or_default();
            let of = match &filter.assignee {
                None => String::new(),
                Some(Holder::User(name)) => format!(" assigned to {name}"),
                Some(Holder::Nobody) => " assigned to nobody".into(),
            };
            let label = match &filter.label {
                None => String::new(),
                Some(Tag::Label(label)) => format!(" labelled '{label}'"),
                Some(Tag::Nothing) => " without a label".into(),
            };
            let priority = match filter.priority {
                None => String::new(),
                Some(Priority::None) => " without a priority".into(),
                Some(priority) => format!(" of {} priority", priority.as_str()),
            };
            let due = match filter.due {
                None => "",
                Some(Deadline::Overdue) if *count == 1 => " that is overdue",
                Some(Deadline::Overdue) => " that are overdue",
                Some(Deadline::Today) => " due today",
                Some(Deadline::ThisWeek) => " due this week",
                Some(Deadline::None) => " without a due date",
            };
            let which = format!("{place}{query}{of}{label}{priority}{due}");
            match count {
                0 => format!("No{status} tasks{which}."),
                _ => format!("You have {count}{status} {tasks}{which}."),
            }
        }
        Fact::Commented { id } => format!("Comment added to {id}."),
        Fact::CommentRemoved { id } => format!("Comment removed from {id}."),
        Fact::Assigned { title, assignee: Some(name) } => format!("Assigned '{title}' to {name}."),
        Fact::Assigned { title, assignee: None } => format!("'{title}' is assigned to nobody."),
        Fact::Due { title, day: Some(day) } => format!("'{title}' is due on {day}."),
        Fact::Due { title, day: None } => format!("'{title}' has no due date."),
        Fact::Labelled { title, label } => format!("Added the label '{label}' to '{title}'."),
        Fact::Unlabelled { title, label } => format!("Removed the label '{label}' from '{title}'."),
        Fact::Prioritized { title, priority: "none" } => format!("'{title}' has no priority."),
        Fact::Prioritized { title, priority } => format!("'{title}' has {priority} priority."),
        Fact::Restored { title, id, column } => format!("Restored '{title}' ({id}) in {column}."),
        Fact::ColumnCreated { title } => format!("Created the column {title}."),
        Fact::ColumnRenamed { title } => format!("The column is called {title} now."),
        Fact::ColumnMoved { title, right_of: Some(left) } => {
            format!("The column {title} is to the right of {left} now.")
        }
        Fact::ColumnMoved { title, right_of: None } => format!("The column {title} is the first now."),
        Fact::ColumnUnmoved { title } => format!("The column {title} is there already."),
        Fact::ColumnArchived { title, archived: true } => format!("Archived the column {title}."),
        Fact::ColumnArchived { title, archived: false } => format!("The column {title} is back."),
        Fact::Failed { what } => format!("'{what}' is not as it should be: the change failed."),
    }
}

fn cards(count: usize) -> &'static str {
    if count == 1 { "card" } else { "cards" }
}

fn subject(what: &str) -> String {
    match what.parse::<usize>() {
        Ok(count) => format!("The {count} cards are"),
        Err(_) => format!("'{what}' is"),
    }
}
