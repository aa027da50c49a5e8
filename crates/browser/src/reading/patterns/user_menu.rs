use super::{DetectionContext, Draft};
use crate::page::{Pattern, RegionKind};
use crate::reading::lexicon::ACTIONS;

/// Finds the menu of a signed-in user.
pub(crate) fn find(context: &DetectionContext<'_>) -> Vec<Pattern> {
    let acting: Vec<usize> = (0..context.snapshot.elements.len())
        .filter(|at| context.element(*at).interactive && context.element(*at).visibility.is_visible())
        .collect();
    let logout = context.best_for_action(&acting, "logout", 0.7);
    let opens = |at: usize| {
        let element = context.element(at);
        element.state.expanded.is_some() || element.attributes.contains_key("aria-haspopup")
    };
    let in_head = |at: usize| {
        context.snapshot.around(context.element(at).region).any(|region| {
            matches!(region.kind, RegionKind::Header | RegionKind::Navigation | RegionKind::Toolbar)
        })
    };
    let account = acting
        .iter()
        .copied()
        .filter(|at| {
            context.does(*at, "account") > 0.6
                || (opens(*at) && in_head(*at) && is_named_account_menu(context, *at))
        })
        .filter(|at| Some(*at) != logout)
        .max_by_key(|at| {
            (opens(*at), context.element(*at).kind == "button", in_head(*at), std::cmp::Reverse(*at))
        });
    let id = |at: Option<usize>| at.map(|at| context.id(at));
    if let Some(logout) = logout {
        let open = account.filter(|at| opens(*at));
        return vec![
            Draft::new("user_menu", context.element(logout).region, 0.9)
                .part("open", id(open))
                .part("account", id(account.filter(|at| Some(*at) != open)))
                .part("logout", Some(context.id(logout)))
                .done(),
        ];
    }
    // If a sign-in control is visible, no user is signed in, whatever a collapsed menu contains.
    let can_enter = acting.iter().any(|at| {
        matches!(context.main_action(*at), Some(("login" | "register", strength)) if strength > 0.75)
            || matches!(context.element(*at).role, Some("password"))
    });
    if can_enter {
        return Vec::new();
    }
    let clue = |at: &usize| &context.clues[*at];
    let rank = |at: &usize| (clue(at).shows_person, Some(*at) == account, opens(*at), std::cmp::Reverse(*at));
    let unfolding = acting.iter().copied().filter(|at| clue(at).unfolds_exit).max_by_key(rank);
    let persons = acting.iter().copied().find(|at| clue(at).shows_person);
    let account = account.filter(|at| opens(*at) && in_head(*at) && !clue(at).unfolds_entry);
    let menu = match (unfolding, account.or(persons)) {
        (Some(open), _) => Some((open, 0.85)),
        (None, Some(open)) => Some((open, 0.6)),
        (None, None) => None,
    };
    let menu = menu.map(|(open, sure)| {
        Draft::new("user_menu", context.element(open).region, sure)
            .part("open", Some(context.id(open)))
            .done()
    });
    menu.into_iter().collect()
}

/// Whether the source calls the control or its menu an account menu, since its visible label is only the
/// user's name.
fn is_named_account_menu(context: &DetectionContext<'_>, at: usize) -> bool {
    let element = context.element(at);
    ["aria-controls", "id", "data-testid", "class"].iter().any(|name| {
        element.attributes.get(*name).is_some_and(|value| {
            let says = ACTIONS.identifier(value);
            says.iter().any(|(role, strength)| *role == "account" && *strength > 0.6)
        })
    })
}
