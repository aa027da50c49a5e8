//! Clauses of a list: which of them continue the preceding one, and the destinations and places that they
//! share.

use super::clause::Clause;
use super::thing_clause::{Action, Container, Place, Target, ThingClause};
use crate::literal::has_extension;
use crate::words::fold;

/// Whether a clause only announces the following names: "create three folders: …".
pub(super) fn is_header(clause: &Clause) -> bool {
    clause.thing.as_ref().is_some_and(|thing| thing.target == Target::Unnamed && thing.is_plural)
}

/// Moves the place of such a clause to the listed ones, and removes the clause.
pub(super) fn drop_headers(clauses: &mut Vec<Clause>) {
    for at in 0..clauses.len() {
        if !is_header(&clauses[at]) || at + 1 == clauses.len() {
            continue;
        }
        let place = clauses[at].thing.as_ref().and_then(|thing| thing.place.clone());
        let files = clauses[at + 1..].iter_mut().map_while(|clause| clause.thing.as_mut());
        for thing in files.take_while(|thing| !thing.has_verb) {
            thing.place = thing.place.take().or_else(|| place.clone());
        }
    }
    // Without following names, the clause only states the number of objects.
    let is_listed =
        |clause: &Clause| clause.thing.as_ref().is_some_and(|thing| !thing.has_verb && thing.names_one());
    let followed: Vec<bool> =
        (0..clauses.len()).map(|at| clauses.get(at + 1).is_some_and(&is_listed)).collect();
    let mut at = 0;
    clauses.retain(|clause| {
        at += 1;
        !is_header(clause) || !followed[at - 1]
    });
}

/// Whether a clause states the destination of all preceding ones: "move a.txt and copy b.txt, both to
/// archive".
pub(super) fn is_for_all(clause: &ThingClause) -> bool {
    !clause.has_verb && clause.target == Target::They && clause.to.is_some()
}

/// Moves such a destination to all preceding clauses, and removes the clause.
pub(super) fn send_all(clauses: &mut Vec<Clause>) {
    let Some(at) = clauses.iter().position(|clause| clause.thing.as_ref().is_some_and(is_for_all)) else {
        return;
    };
    let to = clauses[at].thing.as_ref().and_then(|thing| thing.to.clone());
    let goes =
        |thing: &ThingClause| matches!(thing.action, Action::MOVE | Action::COPY) && thing.to.is_none();
    let mut is_used = false;
    for thing in
        clauses[..at].iter_mut().filter_map(|clause| clause.thing.as_mut()).filter(|thing| goes(thing))
    {
        thing.to.clone_from(&to);
        is_used = true;
    }
    if is_used {
        clauses.remove(at);
    }
}

/// Whether the next name is another destination: "copy notes.txt to archive and backup".
pub(super) fn is_other_destination(next: &ThingClause, before: &ThingClause) -> bool {
    let is_folder =
        matches!(&next.target, Target::Named(name) if !has_extension(name) && !speaks_of_something(name));
    let goes_to_folder = match &before.to {
        Some(to) => to.anchor.is_some() || matches!(to.container, Some(Container::Named(_))),
        // "… to archive, reports and backup": the preceding one is a destination as well.
        None => {
            let is_copied = before.action == Action::COPY && !before.has_verb;
            is_copied && matches!(&before.target, Target::Named(name) if !has_extension(name))
        }
    };
    is_folder && next.to.is_none() && next.place.is_none() && goes_to_folder
}

/// Whether words that refer to something else are not a name: "… and have it notarised".
fn speaks_of_something(name: &str) -> bool {
    let refers = |word: &str| {
        matches!(
            word,
            "it" | "them" | "him" | "her" | "isso" | "isto" | "ele" | "ela" | "eles" | "elas" | "lhe"
        )
    };
    let mut words = name.split_whitespace().map(|word| fold(&word.to_lowercase()));
    words.any(|word| refers(&word))
}

/// Shares destinations between clauses: "move a.txt and b.txt to archive" has a common destination, and "copy
/// a.txt to archive and backup" a common object.
pub(super) fn share_destinations(clauses: &mut [Clause]) {
    for at in (1..clauses.len()).rev() {
        let Some((before, after)) = neighbours(clauses, at) else { continue };
        if before.action == after.action && !after.has_verb && before.to.is_none() {
            before.to.clone_from(&after.to);
        }
    }
    for at in 1..clauses.len() {
        let Some((before, after)) = neighbours(clauses, at) else { continue };
        let is_same = before.action == after.action && !after.has_verb && after.to.is_none();
        match &after.target {
            Target::Named(folder)
                if is_same && before.to.is_some() && is_other_destination(after, before) =>
            {
                after.to = Some(Place {
                    anchor: None,
                    container: Some(Container::Named(folder.clone())),
                    ..Place::default()
                });
                after.target.clone_from(&before.target);
                after.place.clone_from(&before.place);
            }
            _ if is_same => after.to.clone_from(&before.to),
            _ => {}
        }
    }
}

/// Shares places between clauses: "create folders a and b on the desktop".
pub(super) fn share_places(clauses: &mut [Clause]) {
    for at in (1..clauses.len()).rev() {
        let Some((before, after)) = neighbours(clauses, at) else { continue };
        let is_list = !after.has_verb && !after.has_noun;
        // "A file called a.txt and one called b.txt on the desktop": the noun occurs once.
        let is_one_kind =
            before.is_plural && !after.is_announced || before.is_announced && after.is_announced;
        // "Create a.log, b.log and c.log in reports."
        let are_files =
            before.action == Action::CREATE && [&*before, &*after].iter().all(|it| it.names_file());
        let is_said_later = after.place.as_ref().is_some_and(|place| place.container != Some(Container::It));
        if (is_one_kind || are_files) && before.place.is_none() && is_list && is_said_later {
            before.place.clone_from(&after.place);
        }
    }
}

/// Whether a clause without a verb continues the action of the preceding one: it states a place or a kind, or
/// it is another item of a list.
pub(super) fn goes_on(next: &ThingClause, before: &ThingClause) -> bool {
    let is_one_more = match (&next.target, &before.target) {
        (Target::Named(next), Target::Named(before)) => has_extension(next) && has_extension(before),
        _ => false,
    };
    // "a file bread, butter and jam.txt on the desktop" is a single file.
    let says_where = next.place.is_some() && (before.place.is_some() || before.kind.is_none());
    // "Inside it math and physics": a bare name continues bare names.
    let is_bare = |thing: &ThingClause| !thing.has_verb && thing.kind.is_none() && !thing.is_announced;
    let goes_on_bare = is_bare(before) && is_bare(next) && before.place.is_some();
    // "Move the first to archive and the second to backup"
    let is_pick = matches!(next.target, Target::Picked(_)) && next.to.is_some();
    // "Move card #1 to Ready and #2 to Done"
    let is_named = |place: &Option<Place>| {
        place.as_ref().is_some_and(|place| matches!(place.container, Some(Container::Named(_))))
    };
    let is_moved_alike = is_named(&next.to) && is_named(&before.to) && next.has_words_for_name();
    // "The card Alpha and the card Beta"
    let is_alike = next.has_noun && next.has_words_for_name() && next.kind == before.kind;
    // "The folder plans and the folder ideas"
    let is_same_kind = next.has_noun
        && before.has_noun
        && next.kind == before.kind
        && next.names_one()
        && before.names_one();
    let is_list = before.is_plural || is_one_more || goes_on_bare || is_pick || is_moved_alike || is_alike;
    match before.action {
        Action::CREATE => says_where || next.is_led || next.kind.is_some() || next.is_announced || is_list,
        Action::RENAME => next.new_name.is_some(),
        Action::WRITE | Action::APPEND => next.content.is_some(),
        Action::Mention | Action::Keep => is_list,
        Action::MOVE => is_list || is_same_kind || is_for_all(next),
        Action::COPY => {
            is_list
                || is_same_kind
                || is_for_all(next)
                || is_other_destination(next, before)
                || next.target == before.target
        }
        // "What is in reports? And in pictures?"
        Action::LIST => is_list || next.kind.is_some() || next.is_led,
        Action::DELETE | Action::READ => is_list || next.kind.is_some(),
    }
}

/// Returns the clause at an index and the preceding one, if both are about files.
fn neighbours(clauses: &mut [Clause], at: usize) -> Option<(&mut ThingClause, &mut ThingClause)> {
    let (before, after) = clauses.split_at_mut(at);
    Some((before.last_mut()?.thing.as_mut()?, after.first_mut()?.thing.as_mut()?))
}
